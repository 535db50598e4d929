"""Practice: 5,000 questions answered by the library and by plain arithmetic of this file's own."""

from __future__ import annotations

import json
from collections import Counter
from itertools import product

import nbformat
import pytest
from nbclient import NotebookClient

from apps.scoring import line, notebook, practice, worksheet
from apps.scoring.practice import Practice, read_answer
from apps.scoring.question import HOW, KINDS, LEVELS, NOBODY, SIDES, Question, Setting
from apps.scoring.questions import check, question, questions
from apps.scoring.slips import Given, judge, working
from apps.stepping import sharing
from dominolab import scoring
from dominolab.errors import DominoError
from dominolab.rules import rulesets

# -- Plain arithmetic, from the leaflets and nothing of the library's scoring ----------------------

BLOCKED = {
    "polyglot": "once",
    "janod": "no",
    "branching": "each",
    "block": "no",
    "draw": "no",
    "muggins": "no",
    "ukrainian": "add",
    "ukrainian-one-draw": "add",
}
"""What is done with the winner's own spots when a round is blocked."""
PAIRS = ("block", "draw", "muggins", "sebastopol", "fives-and-threes")


def spots(hand: object) -> int:
    return sum(int(half) for half in str(hand) if half.isdigit())


def plain_end(game: str, hands: list[str], in_play: tuple[int, ...]) -> tuple[str, int]:
    """Return who scores, as the question's key, and how much."""
    counts = [spots(hand) for hand in hands]
    tiles = [hand.count("-") if hand != "-" else 0 for hand in hands]
    out = tiles.index(0) if 0 in tiles else None
    if len(hands) == 4 and game in PAIRS:
        key, points = plain_pairs(game, counts, out, in_play)
    elif out is not None:
        key, points = out, sum(counts)
    else:
        measure = tiles if game == "janod" else counts
        least = [seat for seat, value in enumerate(measure) if value == min(measure)]
        if len(least) > 1:
            return NOBODY, 0
        key = least[0]
        own, others = counts[key], sum(counts) - counts[key]
        rivals = len(hands) - 1
        points = others + {"no": 0, "once": -own, "each": -own * rivals, "add": own}[BLOCKED[game]]
    if game == "muggins":
        points = -(-points // 5)
    return (str(key), points) if points else (NOBODY, 0)


def plain_pairs(
    game: str, counts: list[int], out: int | None, in_play: tuple[int, ...]
) -> tuple[int, int]:
    if game == "fives-and-threes":
        got = list(in_play or (0, 0))
        if out is not None:
            got[out % 2] += 1
        return (0, got[0] - got[1]) if got[0] > got[1] else (1, got[1] - got[0])
    if out is not None:
        losers = counts[(out + 1) % 4] + counts[(out + 3) % 4]
        return out % 2, max(0, losers - counts[(out + 2) % 4])
    pairs = [counts[0] + counts[2], counts[1] + counts[3]]
    return (0, pairs[1] - pairs[0]) if pairs[0] < pairs[1] else (1, pairs[0] - pairs[1])


def plain_ends(plays: list[str]) -> tuple[int, int]:
    """Return the two open ends' worth, by following the line tile by tile."""
    first = plays[0]
    ends = [(int(first[0]), first), (int(first[2]), first)]
    for text in plays[1:]:
        tile, _, on = text.partition("@")
        halves = (int(tile[0]), int(tile[2]))
        for side, (pip, laid) in enumerate(ends):
            if laid == on and pip in halves:
                free = halves[1] if halves[0] == pip else halves[0]
                ends[side] = (free, tile)
                break
        else:
            raise AssertionError(f"{text} does not fit {ends}")
    if len(plays) == 1:
        return ends[0][0], ends[1][0]
    a, b = (pip * (2 if tile[0] == tile[2] else 1) for pip, tile in ends)
    return a, b


def plain_play(game: str, plays: list[str]) -> int:
    count = sum(plain_ends(plays))
    numbers = (5,) if game == "muggins" else (3, 5)
    return sum(count // number for number in numbers if count and count % number == 0)


def plain_answer(asked: Question) -> tuple[set[str], int | None]:
    """Return the right choices and points, from the question's position as text."""
    game = asked.rules.game
    if asked.final is not None:
        hands = [str(hand) for hand in asked.final.hands]
        if asked.kind == "end":
            key, points = plain_end(game, hands, asked.in_play)
            return {key}, points
        said = asked.text.split(" scored ")[1].split(" ")[0]
        who = asked.text.split(" scored ")[0].split(". ")[-1].split("play. ")[-1]
        right = set()
        for option in asked.options:
            key, points = plain_end(option.key, hands, ())
            names = ("Ann", "Ben", "Cy", "Dee", "Eve")
            pairs = len(hands) == 4 and option.key in PAIRS
            if key == NOBODY:
                continue
            side = ("Ann and Cy", "Ben and Dee")[int(key)] if pairs else names[int(key)]
            if side == who and points == int(said):
                right.add(option.key)
        return right, None
    assert asked.layout is not None
    table = [str(play) for play in asked.layout.plays]
    if asked.kind == "play":
        return set(), plain_play(game, [*table, str(asked.play)])
    scores = {option.key: plain_play(game, [*table, option.key]) for option in asked.options}
    return {key for key, points in scores.items() if points == max(scores.values())}, None


@pytest.mark.long
def test_five_thousand_questions_have_the_answers_of_plain_arithmetic() -> None:
    met: Counter[tuple[str, str]] = Counter()
    asked_so_far = 0
    for level in (1, 2, 3):
        for seed in range(1, 43):
            for asked in questions(Setting(seed=seed, count=40, level=level)):
                right, points = plain_answer(asked)
                shown = f"{asked.text} {asked.final.text if asked.final else asked.layout}"
                assert set(asked.right) == right, shown
                assert asked.points == points, shown
                met[asked.kind, asked.rules.game] += 1
                asked_so_far += 1
    assert asked_so_far >= 5000
    assert {kind for kind, _ in met} == set(KINDS)
    assert {game for kind, game in met if kind == "end"} == set(rulesets())


@pytest.mark.parametrize(
    ("where", "name", "wrong"),
    [
        (scoring.SPOT_SCORES, "minus-own", scoring.opponents),
        (scoring.SPOT_SCORES, "per-opponent", scoring.minus_own),
        (scoring.SPOT_SCORES, "all-hands", scoring.opponents),
        (scoring.SPOT_SCORES, "opponents", scoring.all_hands),
        (scoring.IN_PLAY, "fives", scoring.fives_and_threes),
        (scoring.IN_PLAY, "fives-and-threes", scoring.fives),
        (vars(scoring), "converted", lambda score, conversion: score),
        (vars(scoring), "lowest", lambda hands, how: [0]),
        (vars(scoring), "pairs_out", lambda hands, out, floor: scoring.Score(7)),
        (vars(scoring), "pairs_blocked", lambda hands, winners, losers: scoring.Score(7)),
        (vars(scoring), "pairs_difference", lambda collected: [scoring.Score(7), scoring.Score(0)]),
        (vars(line), "count_ends", lambda ends, double: scoring.count_ends(ends, "one-half")),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_plain_arithmetic_notices_a_library_that_scores_wrongly(
    where: dict[str, object], name: str, wrong: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(where, name, wrong)
    question.cache_clear()
    asked = [
        asked for seed in (101, 102, 103) for asked in questions(Setting(seed, count=40, level=3))
    ]
    question.cache_clear()
    assert any((set(q.right), q.points) != plain_answer(q) for q in asked)


def test_a_position_is_found_again_in_its_round() -> None:
    for asked in questions(Setting(seed=21, count=16, level=2)):
        source = asked.source
        problems: list[str] = []
        session = sharing.open_link(source.link, problems)
        assert not problems
        position = session.line.at(source.step)
        if asked.final is not None:
            assert position.result is not None
            assert position.result.hands == asked.final.hands
        else:
            assert asked.layout is not None
            assert position.layout.plays == asked.layout.plays


def test_the_right_answer_is_right_and_every_other_option_wrong() -> None:
    for asked in questions(Setting(seed=11, count=40, level=2)):
        for key in [option.key for option in asked.options] or [""]:
            verdict = judge(asked, Given(key, asked.points))
            assert verdict.right == (not asked.right or key in asked.right)
            assert asked.answer in verdict.sentence
        assert working(asked) or asked.right == (NOBODY,)


def test_a_set_is_the_same_for_everyone_who_has_its_number() -> None:
    question.cache_clear()
    first = [(q.text, q.answer) for q in questions(Setting(seed=77, count=12, level=3))]
    question.cache_clear()
    assert [(q.text, q.answer) for q in questions(Setting(seed=77, count=12, level=3))] == first
    other = [(q.text, q.answer) for q in questions(Setting(seed=78, count=12, level=3))]
    assert other != first


# -- Slips -----------------------------------------------------------------------------------------


def find(kind: str, game: str, test: object, level: int = 3) -> Question:
    for seed in range(1, 400):
        for asked in questions(
            Setting(seed=seed, count=6, kinds=(kind,), games=(game,), level=level)
        ):
            if test(asked):  # type: ignore[operator]
                return asked
    raise AssertionError("no such question")


def test_a_double_counted_once_is_noticed() -> None:
    def doubled(asked: Question) -> bool:
        count = asked.count
        assert count is not None
        once = sum(term.value // (2 if term.tiles[0].double else 1) for term in count.terms)
        return bool(asked.layout and asked.layout.plays) and once % 5 == 0 and once != count.points

    asked = find("play", "muggins", doubled)
    assert asked.count is not None
    once = sum(t.value // (2 if t.tiles[0].double else 1) for t in asked.count.terms)
    assert "counted once" in judge(asked, Given("", once // 5)).slip


def test_own_spots_forgotten_are_noticed() -> None:
    asked = find("end", "polyglot", lambda q: q.final.out is None and q.right != (NOBODY,), 1)
    assert asked.final is not None
    assert asked.points is not None
    seat = int(asked.right[0])
    own = asked.final.hands[seat].pips
    verdict = judge(asked, Given(asked.right[0], asked.points + own))
    assert verdict.slip.startswith("Likely left the winner's own spots out")


def test_rounding_down_is_noticed() -> None:
    def uneven(asked: Question) -> bool:
        return asked.final is not None and asked.final.out is not None and spots_left(asked) % 5 > 0

    def spots_left(asked: Question) -> int:
        assert asked.final is not None
        return sum(hand.pips for hand in asked.final.hands)

    asked = find("end", "muggins", uneven, 1)
    assert judge(asked, Given(asked.right[0], spots_left(asked) // 5)).slip.startswith(
        "Likely rounded down"
    )


# -- The session, and results on the device --------------------------------------------------------


def answer_all(session: Practice, wrong: tuple[int, ...] = ()) -> list[practice.Result]:
    results = []
    while not session.over:
        asked = session.question
        key = asked.right[0] if asked.right else ""
        points = asked.points
        if session.number in wrong:
            key = next((o.key for o in asked.options if o.key not in asked.right), key)
            points = None if points is None else points + 77
        result = session.answer(Given(key, points))
        assert result is not None
        results.append(result)
        session.next()
    return results


def test_score_streak_and_a_second_look_at_the_mistakes() -> None:
    session = Practice(Setting(seed=5, count=6, kinds=("play", "best")))
    answer_all(session, wrong=(2, 3))
    assert (session.right, session.best_streak, session.streak) == (4, 3, 3)
    assert session.mistakes == [1, 2]
    session.review()
    assert session.number == 2
    answer_all(session)
    assert session.mistakes == []


def test_an_answer_counts_once() -> None:
    session = Practice(Setting(seed=5, count=2))
    asked = session.question
    given = Given(asked.right[0] if asked.right else "", asked.points)
    assert session.answer(given) is not None
    assert session.answer(given) is None


def test_time_is_taken_only_when_asked_for() -> None:
    ticks = iter(range(0, 1000, 7))
    assert answer_all(Practice(Setting(count=1)))[0].seconds == -1
    timed = Practice(Setting(count=1), timed=True, clock=lambda: next(ticks))
    assert answer_all(timed)[0].seconds == 7


@pytest.mark.parametrize("typed", ["", "eight", "8.5", "1e3", "99999", "<b>", "٣"])
def test_an_answer_that_is_no_number_gets_a_sentence(typed: str) -> None:
    asked = find("play", "muggins", lambda q: True)
    told = read_answer(asked, "", typed)
    assert isinstance(told, str)
    assert told.endswith(".")


def test_results_are_kept_and_read_back_and_rubbish_is_left_out() -> None:
    results = answer_all(Practice(Setting(seed=9, count=4)), wrong=(1,))
    text = practice.write_results(results)
    assert practice.read_results(text) == results
    rows = json.loads(text)
    rows["results"] += [["x"], None, 3, [1] * 10, ["<b>"] * 10]
    assert practice.read_results(json.dumps(rows)) == results
    for rubbish in ("", "{", "[]", "null", '{"results": 3}', "[" * 5000):
        assert practice.read_results(rubbish) == []


def test_the_table_for_a_spreadsheet_holds_no_formula() -> None:
    results = answer_all(Practice(Setting(seed=9, count=4)), wrong=(1,))
    evil = results[0]._replace(given="=HYPERLINK(1)")
    text = practice.to_csv([evil, *results])
    assert text.count("\r\n") == 6
    assert "'=HYPERLINK(1)" in text


@pytest.mark.parametrize("game", rulesets())
def test_whatever_is_chosen_gives_a_question_or_says_what_to_choose(game: str) -> None:
    asked = 0
    for kind, level, how, sides in product(KINDS, LEVELS, HOW, SIDES):
        setting = Setting(3, 1, (kind,), (game,), level, how, sides)
        try:
            check(setting)
        except DominoError:
            continue
        found = question(setting, 0)
        asked += 1
        if found.final is not None and how != "any":
            assert (found.final.out is None) == (how == "blocked")
        if kind == "end" and sides != "any":
            assert len(found.teams[0]) == (2 if sides == "pairs" else 1)
    assert asked


def test_a_set_without_questions_says_what_to_choose() -> None:
    with pytest.raises(DominoError, match="choose Muggins or Fives and Threes"):
        question(Setting(kinds=("play",), games=("block",)), 0)
    with pytest.raises(DominoError, match="at least one game"):
        question(Setting(games=()), 0)


# -- Paper -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("paper", "size"), [("A4", "size: A4"), ("letter", "size: Letter")])
def test_a_worksheet_has_every_question_and_a_key_on_its_own_page(paper: str, size: str) -> None:
    setting = Setting(seed=4, count=8, level=2)
    text = worksheet.worksheet(setting, paper)
    assert size in text
    assert text.count("<li>") == 16
    assert "break-before: page" in text
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    alone = worksheet.worksheet(setting, paper, "questions")
    assert "Answer key" not in alone
    assert "Answer key" in worksheet.worksheet(setting, paper, "key")


@pytest.mark.long
def test_the_notebook_is_valid_and_runs_in_jupyter_and_its_checks_know_the_answers() -> None:
    setting = Setting(seed=6, count=12, level=3)
    book = opened(setting)
    asked = iter(questions(setting))
    for cell in book.cells:
        if cell.source.startswith("answer ="):
            cell.source = f"answer = {typed(next(asked))!r}"
    NotebookClient(book, timeout=120, kernel_name="python3").execute()
    said = "".join(
        output.get("text", "") for cell in book.cells for output in cell.get("outputs", ())
    )
    assert said.count("right\n") == setting.count
    assert "not quite" not in said
    pictures = [
        output for cell in book.cells for output in cell.get("outputs", ()) if "data" in output
    ]
    assert len(pictures) > setting.count
    assert all("image/svg+xml" in output.data or "text/html" in output.data for output in pictures)


def opened(setting: Setting) -> nbformat.NotebookNode:
    """Return the notebook as Jupyter reads it, once its form is checked."""
    text = notebook.notebook(setting)
    book: nbformat.NotebookNode
    book = nbformat.reads(text, as_version=4)
    nbformat.validate(book)
    return book


def typed(asked: Question) -> object:
    """Return the right answer as a reader of the notebook writes it."""
    choice = asked.right[0] if asked.right else ""
    if asked.points is None:
        return choice
    return (choice, asked.points) if asked.options else asked.points


def test_the_notebook_as_it_is_handed_out_answers_nothing_by_itself() -> None:
    book = opened(Setting(seed=6, count=4))
    blanks = [cell.source for cell in book.cells if cell.source.startswith("answer =")]
    assert len(blanks) == 4
    assert all(blank.endswith("# write your answer here") for blank in blanks)
    assert not any(cell.get("outputs") for cell in book.cells)
