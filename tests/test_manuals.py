"""The manuals as data: nothing missing, nothing uncited, nothing copied, nothing invented.

The tables below are the project's decisions: which default is played where a text is silent, and
which printings are played as they literally say. Where the leaflets and their shared reading are
beside this work tree, the data is also compared with them, line by line.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import dominolab as dl
from dominolab import manuals
from dominolab.axes import AXES
from dominolab.errors import RuleError
from dominolab.manuals import CHANGES, CONFIDENCES, GENERAL, MANUALS, STATUSES, Manual, Statement

PACKAGE = Path(dl.__file__).parent
SHARED = Path(__file__).parents[2] / "shared"
LEAFLETS = SHARED / "manuals"
GROUND = SHARED / "rules"

ALL = list(manuals.load_all())
GAMES = [(manual, game) for manual in ALL for game in manual.games.values()]
FIVE = ["block", "draw", "muggins", "fives-and-threes", "sebastopol"]


def lines_of(text: str) -> set[int]:
    """Return the lines that a citation such as `11-15, 27` names."""
    found: set[int] = set()
    for part in text.replace(" ", "").split(","):
        first, _, last = part.partition("-")
        found |= set(range(int(first), int(last or first) + 1))
    return found


# -- How many --------------------------------------------------------------------------------------


def test_there_are_5_manuals_10_rulesets_62_languages_and_103_printings() -> None:
    assert [manual.number for manual in ALL] == ["000", "001", "002", "003", "004"]
    assert [manual.id for manual in ALL] == list(MANUALS)
    assert dl.rulesets() == (
        "polyglot",
        "janod",
        "branching",
        *FIVE,
        "ukrainian",
        "ukrainian-one-draw",
    )
    assert sum(len(manual.languages) for manual in ALL) == 62
    assert len(dl.printings()) == len(set(dl.printings())) == 103


PRINTED_IN = {
    "polyglot": "en de fr nl da is no fi sv cs es it hu pl et lv lt pt ro sk bg hr el ru uk sr sl tr "
    "zh-Hans zh-Hant ko ja id ms ar th vi",
    "janod": "fr en de nl es it",
    "branching": "en es pt fr de it hr ar",
    **dict.fromkeys(FIVE, "de en fr es it nl da sv pl ru"),
    "ukrainian": "uk",
    "ukrainian-one-draw": "uk",
}


def test_every_language_of_every_leaflet_is_there() -> None:
    expected = {f"{game}@{code}" for game, codes in PRINTED_IN.items() for code in codes.split()}
    assert set(dl.printings()) == expected
    for manual in ALL:
        assert manual.reference == next(iter(manual.languages))


# -- Every axis of every printing ------------------------------------------------------------------


@pytest.mark.parametrize("name", dl.printings())
def test_a_printing_has_a_sourced_value_on_every_axis(name: str) -> None:
    rules = dl.rules(name)
    assert list(rules.statements) == list(AXES)
    for axis, statement in rules.statements.items():
        assert statement.axis == axis
        assert AXES[axis].accept(statement.value) == statement.value
        assert statement.status in STATUSES
        assert len(statement.says) > 10
        assert statement.says.endswith(".")
        assert statement.words.endswith(".")
        assert statement.citation.manual == rules.manual.number
        language = rules.manual.languages[statement.citation.language]
        assert lines_of(statement.citation.line) <= lines_of(language.lines)
        assert getattr(rules, axis) == statement.value
        assert not statement.house


@pytest.mark.parametrize("name", dl.printings())
def test_the_default_and_the_other_readings_are_different_values(name: str) -> None:
    for axis, statement in dl.rules(name).statements.items():
        values = [repr(r.value) for r in statement.readings]
        assert len(set(values)) == len(values)
        assert repr(statement.value) not in values
        for reading in statement.readings:
            assert AXES[axis].accept(reading.value) == reading.value
            assert reading.why.endswith((".", ".)"))


@pytest.mark.parametrize("name", dl.printings())
def test_every_reading_can_be_played(name: str) -> None:
    rules = dl.rules(name)
    for axis, statement in rules.statements.items():
        for reading in statement.readings:
            house = {axis: reading.value}
            if axis == "target" and rules.target_list:
                continue  # a closed list takes some of the reference's examples away
            read = rules.replace(**house)
            assert getattr(read, axis) == reading.value
            assert dl.play(read, read.counts[-1], seed=3).over


def test_silence_and_contradiction_are_never_hidden() -> None:
    for _, game in GAMES:
        for statement in game.statements.values():
            if statement.status == "contradictory":
                assert statement.readings, (game.id, statement.axis)


@pytest.mark.parametrize(("manual", "game"), [pytest.param(*e, id=e[1].id) for e in GAMES])
def test_every_game_introduces_itself(manual: Manual, game: manuals.Game) -> None:
    assert game.title
    assert game.about.endswith(".")
    assert lines_of(game.lines) <= lines_of(manual.languages[manual.reference].lines)
    assert bool(game.inherits) == bool(game.inherits_why)
    for axis, statement in game.statements.items():
        if statement.inherited:
            assert statement.inherited in (GENERAL, *manual.games)
            assert statement.inherited in game.taken_over[axis]


# -- Differences -----------------------------------------------------------------------------------


def differences() -> Iterator[tuple[Manual, manuals.Language, manuals.Difference]]:
    for manual in ALL:
        for language in manual.languages.values():
            for difference in language.differences:
                yield manual, language, difference


def test_every_difference_says_what_where_how_surely_and_to_what_effect() -> None:
    found = list(differences())
    assert len(found) > 200
    for manual, language, difference in found:
        where = (manual.number, language.code, difference.axis, difference.citation.line)
        assert difference.axis in AXES, where
        assert difference.ruleset in (GENERAL, *manual.games), where
        assert difference.confidence in CONFIDENCES, where
        assert difference.changes_play in CHANGES, where
        assert difference.says.endswith("."), where
        assert difference.effect.endswith("."), where
        assert difference.citation.language == language.code, where
        assert lines_of(difference.citation.line) <= lines_of(language.lines), where
        assert language.code != manual.reference, where


def test_a_key_phrase_has_at_most_six_words() -> None:
    for manual, language, difference in differences():
        where = (manual.number, language.code, difference.phrase)
        # Where words are left out there may be none to quote.
        assert difference.phrase or difference.kind == "omission", where
        assert len(difference.phrase.split()) <= 6, where
        # Chinese, Japanese and Thai do not part their words: their phrases stay short.
        assert max(map(len, difference.phrase.split()), default=0) <= 20, where


def test_a_text_that_would_change_play_is_played_or_says_why_not() -> None:
    for manual, language, difference in differences():
        where = (manual.number, language.code, difference.axis, difference.citation.line)
        if difference.played:
            assert not difference.falls_back, where
        elif difference.changes_play == "yes":
            assert difference.falls_back.endswith("."), where


def test_a_difference_reaches_the_games_that_inherit_its_rule_and_is_shown_there() -> None:
    # The general part of manual 003 reaches all five games; what is printed under Block the rest.
    for game in FIVE:
        shuffle = dl.rules(f"{game}@en").statements["shuffle"]
        assert [d.ruleset for d in shuffle.differences] == [GENERAL]
        assert shuffle.inherited == GENERAL
        assert shuffle.falls_back
    own = dl.rules("block@en").statements["score_out"]
    taken = dl.rules("muggins@en").statements["score_out"]
    assert own.differences == taken.differences != ()
    assert own.inherited == ""
    assert taken.inherited == "block"


def test_printings_that_are_played_as_printed_offer_the_reference_as_a_reading() -> None:
    ko = dl.rules("polyglot@ko").statements["stuck"]
    assert ko.value == "one-kept"
    assert ko.falls_back == ""
    assert "one" in [reading.value for reading in ko.readings]
    assert [d.phrase for d in ko.differences if d.played]


# -- The decisions: defaults where the manuals are silent or contradict themselves -----------------

UKRAINIAN = ["ukrainian", "ukrainian-one-draw"]
Decision = tuple[str, list[str], Any, list[Any]]
DEFAULTS: list[Decision] = [
    ("tie", list(dl.rulesets()), "nobody", ["each"]),
    ("next_opener", list(dl.rulesets()), "same", ["previous-winner"]),
    ("direction", ["janod", *UKRAINIAN, "polyglot@zh-Hans"], "clockwise", ["anticlockwise"]),
    ("lot", ["janod"], "total", ["half", "doubles-first"]),
    ("stuck", ["janod"], "until-or-pass", ["until-playable", "until-may-stop"]),
    ("choice_block", ["janod"], "blocked", ["play-on"]),
    ("blocked_winner", ["janod"], "fewest-tiles", ["fewest-tiles-then-spots"]),
    ("branching", ["branching"], "every-double", ["tips-only", "none"]),
    ("score_blocked", ["block", "draw", "muggins"], "opponents", ["minus-own", "per-opponent"]),
    ("pairs_blocked", ["block", "draw", "muggins", "sebastopol"], "lower-pair", ["lowest-player"]),
    ("no_double", ["block", "muggins", "fives-and-threes"], "redeal", ["heaviest"]),
    ("pairs_floor", ["block", "draw", "muggins", "sebastopol"], "zero", ["signed"]),
    ("opener", ["draw"], "highest-double", ["lot"]),
    ("lead", ["draw"], "any-tile", []),
    ("no_double", ["draw"], "redeal", []),
    ("able", ["draw"], "may-draw", ["may-draw-and-end"]),
    ("stuck", ["draw"], "until-playable", []),
    ("reserve", ["draw"], 2, []),
    ("opener_draw", ["draw"], "no", ["yes"]),
    ("lead", ["fives-and-threes"], "that-double", ["any-tile"]),
    ("bonus_blocked", ["fives-and-threes"], "nobody", ["lowest", "last-mover"]),
    ("score_out", ["fives-and-threes"], "none", ["opponents"]),
    ("score_blocked", ["fives-and-threes"], "none", ["opponents"]),
    ("hand", ["muggins"], {2: 7, 3: 5, 4: 5}, [{2: 7, 3: 5, 4: 6}, {2: 7, 3: 5, 4: 7}]),
    ("opener", ["muggins"], "highest-double", []),
    ("lead", ["muggins"], "that-double", ["any-tile"]),
    ("stuck", ["sebastopol"], "pass", []),
    ("pairs_difference", ["fives-and-threes"], "per-deal", ["match-end"]),
    ("end_double", ["muggins", "fives-and-threes"], "both-halves", ["one-half"]),
    ("reach", ["muggins", "fives-and-threes"], "at-once", ["round-end", "exactly"]),
    ("conversion", ["muggins"], "fifth-up", ["fifth-nearest", "fifth-down"]),
    ("pairs_out", ["sebastopol"], "losers-minus-partner", ["none"]),
    ("opener", UKRAINIAN, "highest-double", ["lot", "lot-first"]),
    ("target", UKRAINIAN, 100, [50]),
    ("pairs", FIVE, "four", []),
    ("target", ["janod", "block", "draw", "sebastopol"], None, []),
    ("target", ["polyglot", "branching"], 100, []),
    ("target", ["muggins"], 61, []),
    ("target", ["fives-and-threes"], 31, []),
]


@pytest.mark.parametrize(
    ("axis", "names", "default", "others"),
    [pytest.param(*d, id=f"{d[0]} {d[1][0]}") for d in DEFAULTS],
)
def test_the_agreed_default_is_played_and_the_other_readings_are_offered(
    axis: str, names: list[str], default: Any, others: list[Any]
) -> None:
    for name in names:
        statement = dl.rules(name).statements[axis]
        assert statement.value == default
        offered = [reading.value for reading in statement.readings]
        assert [other for other in others if other not in offered] == []


def test_rounding_up_is_shown_where_a_language_gives_no_direction() -> None:
    for code in ("de", "en", "da", "sv", "pl"):
        assert dl.rules(f"muggins@{code}").conversion == "fifth-up"
    for code in ("fr", "es", "it", "nl", "ru"):
        statement = dl.rules(f"muggins@{code}").statements["conversion"]
        assert statement.value == "fifth-up"
        assert statement.differences, code


# -- The decisions: printings whose literal text changes play --------------------------------------

MOST = [("opener", "most-doubles")]
LITERAL: dict[str, list[tuple[str, Any]]] = {
    "polyglot@vi": [("direction", "anticlockwise")],
    "polyglot@ko": [("stuck", "one-kept"), ("target_list", (50, 75, 100))],
    "polyglot@zh-Hant": [
        ("stuck", "pass"),
        ("matching", "last-tile"),
        ("target_list", (50, 75, 100)),
    ],
    "polyglot@ms": [("stuck", "pass"), *MOST, ("lead", "any-tile")],
    "polyglot@lt": [("stuck", "one-or-pass")],
    "polyglot@hr": [*MOST, ("lead", "any-tile")],
    "polyglot@sr": [*MOST, ("lead", "any-tile")],
    "polyglot@th": [*MOST, ("lead", "any-tile")],
    "polyglot@ro": [*MOST, ("lead", "any-double")],
    "polyglot@tr": [*MOST, ("lead", "any-double")],
    "polyglot@da": [("lead", "any-tile")],
    "polyglot@cs": [("no_double", "redeal-unless-two")],
    "polyglot@sk": [("no_double", "redeal-unless-two")],
    "polyglot@es": [("target_list", (50, 75, 100))],
    "polyglot@ru": [("target_list", (50, 75, 100))],
    "janod@en": [("blocked_winner", "fewest-spots")],
    "janod@nl": [("blocked_winner", "fewest-spots")],
    "janod@es": [("blocked_winner", "fewest-spots")],
    "branching@it": [("score_blocked", "minus-own")],
    "branching@hr": [("score_blocked", "minus-own"), ("stuck", "whole-stock")],
    "draw@nl": [("lead", "that-double")],
}
COSMETIC = ("crosswise", "shape", "shuffle", "totals", "rounds", "concealed")


@pytest.mark.parametrize("name", dl.printings())
def test_a_printing_is_played_as_it_says_or_as_its_reference(name: str) -> None:
    rules = dl.rules(name)
    reference = dl.rules(rules.game)
    changed = [
        (axis, getattr(rules, axis))
        for axis in AXES
        if getattr(rules, axis) != getattr(reference, axis) and axis not in COSMETIC
    ]
    assert sorted(changed) == sorted(LITERAL.get(name, []))
    played = {axis for axis, s in rules.statements.items() if any(d.played for d in s.differences)}
    assert {axis for axis, _ in changed} <= played


FALLS_BACK = [
    ("polyglot@ru", "matching", "last-tile"),
    ("polyglot@ru", "round_end", "blocked-only"),
    ("polyglot@pl", "score_blocked", None),
    ("polyglot@id", "blanks", None),
    ("polyglot@ro", "hand", None),
    ("polyglot@th", "hand", None),
    ("polyglot@th", "blanks", None),
    ("polyglot@tr", "stuck", None),
    ("polyglot@zh-Hans", "stuck", None),
    ("polyglot@id", "stuck", None),
    ("polyglot@th", "stuck", None),
    ("polyglot@vi", "stuck", None),
    ("polyglot@zh-Hans", "score_blocked", "tiles"),
    ("polyglot@zh-Hant", "score_blocked", "tiles"),
    ("polyglot@id", "score_blocked", "tiles"),
    ("janod@en", "stuck", None),
    ("janod@nl", "stuck", None),
    ("draw@fr", "able", None),
    ("block@en", "shuffle", None),
    ("sebastopol@en", "shuffle", None),
    ("block@fr", "pairs_out", None),
    ("muggins@it", "in_play", None),
]


@pytest.mark.parametrize(("name", "axis", "reading"), FALLS_BACK)
def test_a_text_that_is_not_played_is_shown_with_its_reason(
    name: str, axis: str, reading: Any
) -> None:
    rules = dl.rules(name)
    statement = rules.statements[axis]
    assert statement.value == getattr(dl.rules(rules.game), axis)
    assert statement.differences
    assert statement.falls_back
    if reading is not None:
        assert reading in [other.value for other in statement.readings]


def test_other_readings_of_printings_are_offered() -> None:
    def offered(name: str, axis: str) -> list[Any]:
        return [reading.value for reading in dl.rules(name).statements[axis].readings]

    assert "pass" in offered("polyglot@ko", "stuck")
    assert "one-kept" in offered("polyglot@zh-Hant", "stuck")
    assert "one-kept" in offered("polyglot@ms", "stuck")
    assert "all-hands" in offered("janod@en", "score_blocked")


# -- A file that is wrong is refused ---------------------------------------------------------------


def broken(monkeypatch: pytest.MonkeyPatch, old: str, new: str) -> Manual:
    """Read the Ukrainian manual's file with something wrong in it."""
    text = (PACKAGE / "manuals" / "ukrainian.toml").read_text("utf-8")
    assert old in text
    monkeypatch.setattr(Path, "read_text", lambda *_, **__: text.replace(old, new, 1))
    return manuals._Reader("ukrainian").manual()


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("axes.tie]", "axes.ties]", "unknown axis"),
        ('[rulesets.ukrainian.axes.tie]\nvalue = "nobody"', "[extra]\nvalue = 1", "missing"),
        ('value = "nobody"', 'value = "both"', "tie = 'both' is not possible"),
        ('status = "silent"', 'status = "unsure"', "'unsure' is none of stated"),
        ("value = [2, 4]", "value = [2, 6]", "players"),
    ],
)
def test_a_wrong_entry_in_a_manual_is_refused(
    monkeypatch: pytest.MonkeyPatch, old: str, new: str, why: str
) -> None:
    with pytest.raises(RuleError, match=why):
        broken(monkeypatch, old, new)


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        ('ruleset = "chess"\naxis = "tie"', "no ruleset 'chess'"),
        ('ruleset = "ukrainian"\naxis = "colour"', "There is no axis 'colour'"),
    ],
)
def test_a_wrong_difference_is_refused(
    monkeypatch: pytest.MonkeyPatch, entry: str, why: str
) -> None:
    more = (
        f'\n[[languages.uk.differences]]\n{entry}\nsays = "."\nline = "1"\nphrase = "x"\n'
        'confidence = "certain"\nchanges_play = "no"\neffect = "."\n'
    )
    with pytest.raises(RuleError, match=why):
        broken(monkeypatch, 'lines = "1-87"\n', f'lines = "1-87"\n{more}')


def test_an_unknown_game_is_refused_with_the_known_ones() -> None:
    with pytest.raises(
        RuleError, match="There is no ruleset 'chess': choose one of polyglot, janod"
    ):
        manuals.find("chess")


def test_a_citation_reads_as_people_write_it() -> None:
    line = manuals.Citation("003", "de", "13")
    assert str(line) == "manual 003, de, line 13"
    assert str(manuals.Citation("003", "de", "9, 13")) == "manual 003, de, lines 9, 13"


# -- Beside the leaflets themselves ----------------------------------------------------------------


@cache
def leaflet(manual: str) -> list[str]:
    if not LEAFLETS.exists():
        pytest.skip("the leaflets are not beside this work tree")
    return (LEAFLETS / manuals.load(manual).file).read_text("utf-8").split("\n")


def plain(text: str) -> str:
    """Return a text without line breaks, hyphenation and case.

    In the Thai leaflet's text the marks above and below the letters are out of place or lost:
    there only the letters are compared.
    """
    text = " ".join(re.sub(r"(?<=\w)-\n(?=\w)", "", text).split()).casefold()
    if re.search(r"[\u0e00-\u0e7f]", text):
        text = "".join(c for c in text if unicodedata.category(c) not in ("Mn", "So", "Zs"))
    return text


@pytest.mark.parametrize("manual", MANUALS)
def test_every_key_phrase_stands_where_it_is_cited(manual: str) -> None:
    lines = leaflet(manual)
    missing = []
    for language in manuals.load(manual).languages.values():
        for difference in language.differences:
            cited = lines_of(difference.citation.line)
            # A phrase can begin on the line before the one that holds most of it, or run on.
            around = plain("\n".join(lines[min(cited) - 2 : max(cited) + 1]))
            if plain(difference.phrase) not in around:
                missing.append((language.code, difference.citation.line, difference.phrase))
    assert missing == []


@pytest.mark.parametrize("manual", MANUALS)
def test_every_cited_line_of_the_reference_says_something(manual: str) -> None:
    lines = leaflet(manual)
    for game in manuals.load(manual).games.values():
        for statement in game.statements.values():
            cited = lines_of(statement.citation.line)
            assert max(cited) <= len(lines)
            assert any(lines[number - 1].strip() for number in cited), (game.id, statement.axis)


def runs(words: list[str], length: int) -> set[tuple[str, ...]]:
    return {tuple(words[i : i + length]) for i in range(len(words) - length + 1)}


def package_texts() -> Iterator[tuple[str, str]]:
    for path in sorted(PACKAGE.rglob("*")):
        if path.suffix in (".py", ".toml", ".md", ".txt", ".json", ".css", ".svg"):
            yield str(path.relative_to(PACKAGE)), path.read_text("utf-8")


@pytest.mark.parametrize("manual", MANUALS)
def test_no_sentence_of_a_leaflet_is_copied(manual: str) -> None:
    lines = leaflet(manual)

    def words(text: str) -> list[str]:
        return re.findall(r"[^\W_]+", text.casefold())

    theirs = {
        run
        for run in runs(words("\n".join(lines)), 7)
        # Numbers of tiles and lists of scores are nobody's sentence.
        if sum(word.isalpha() for word in run) >= 4
    }
    for name, text in package_texts():
        assert not theirs & runs(words(text), 7), name


@pytest.mark.parametrize("code", ["zh-Hans", "zh-Hant", "ja", "th"])
def test_no_long_run_of_a_text_without_spaces_is_copied(code: str) -> None:
    lines = leaflet("polyglot")
    first, last = map(int, manuals.load("polyglot").languages[code].lines.split("-"))
    unspaced = r"[\u0e00-\u0e7f\u3040-\u30ff\u4e00-\u9fff]+"
    theirs = "".join(re.findall(unspaced, "".join(lines[first - 1 : last])))
    assert len(theirs) > 300
    for name, text in package_texts():
        for run in re.findall(unspaced, text):
            assert len(run) <= 20 or run not in theirs, name


# -- Beside the shared reading ---------------------------------------------------------------------


@cache
def ground(name: str) -> dict[str, Any]:
    if not GROUND.exists():
        pytest.skip("the shared reading of the manuals is not beside this work tree")
    found: dict[str, Any] = json.loads((GROUND / name).read_text("utf-8"))
    return found


VARIANTS = {
    "janod": ("001", "main"),
    "branching": ("002", "main"),
    "block": ("003", "block"),
    "draw": ("003", "draw"),
    "muggins": ("003", "muggins"),
    "fives-and-threes": ("003", "fives_threes"),
    "sebastopol": ("003", "sebastopol"),
    "ukrainian": ("004", "main"),
    "ukrainian-one-draw": ("004", "single_draw_variant"),
}
SAME_AXIS = {
    "players": "players",
    "set": "tiles",
    "hand_size": "hand",
    "starter": "opener",
    "opening_tile": "lead",
    "no_double_held": "no_double",
    "direction": "direction",
    "matching": "matching",
    "blanks": "blanks",
    "doubles_layout": "crosswise",
    "doubles_branching": "branching",
    "draw_rule": "stuck",
    "stock_reserve": "reserve",
    "must_play_if_able": "able",
    "stock_empty": "empty_stock",
    "round_end": "round_end",
    "blocked_winner": "blocked_winner",
    "ties": "tie",
    "score_go_out": "score_out",
    "score_blocked": "score_blocked",
    "partnership_play": "pairs",
    "partnership_score_go_out": "pairs_out",
    "partnership_score_blocked": "pairs_blocked",
    "in_play_scoring": "in_play",
    "doubles_at_end_count_both_halves": "end_double",
    "end_of_round_conversion": "conversion",
    "bonus_points": "bonus_out",
    "target_score": "target",
    "next_round_starter": "next_opener",
}
OTHER_STATUS = {
    # The hands of pairs are stated there, under an axis of their own.
    ("draw", "hand"): "stated",
    # Both texts speak of the two ends that are added up.
    ("muggins", "branching"): "stated",
    ("fives-and-threes", "branching"): "stated",
    # Line 71: one spot is one point.
    ("ukrainian", "conversion"): "stated",
    ("ukrainian-one-draw", "conversion"): "silent",
    # What is taken over is as contradictory as it was.
    ("ukrainian-one-draw", "opener"): "contradictory",
}


@pytest.mark.parametrize("game", VARIANTS)
def test_status_and_line_agree_with_the_shared_reading(game: str) -> None:
    number, variant = VARIANTS[game]
    axes = ground("leaflets-001-004.json")["manuals"][number]["variants"][variant]["axes"]
    statements = dl.rules(game).statements
    for theirs, ours in SAME_AXIS.items():
        statement, entry = statements[ours], axes[theirs]
        expected = OTHER_STATUS.get((game, ours), entry["status"])
        assert statement.status == expected, (game, ours)
        if entry["line"] is not None:
            cited = lines_of(statement.citation.line)
            assert cited & lines_of(str(entry["line"])), (game, ours)


def _hand(statement: Statement, entry: dict[str, Any]) -> bool:
    sizes = {int(players): size for players, size in entry["value"].items()}
    return all(statement.value.get(players) == size for players, size in sizes.items())


MEANS: dict[str, list[tuple[str, Any]]] = {
    "players": [
        ("up to four", (2, 4)),
        ("4 exactly", (4, 4)),
        ("2 ?(to|-|, 3 or) ?4|2, 3", (2, 4)),
    ],
    "opener": [
        ("before the deal everybody draws", "lot"),
        ("smallest double", "lowest-double"),
        ("holder of 6-6", "double-six"),
        ("highest double|largest double", "highest-double"),
    ],
    "lead": [
        ("any tile", "any-tile"),
        ("6-6|highest double|largest double|not said that this double", "that-double"),
    ],
    "no_double": [
        ("irrelevant|cannot happen", "ignored"),
        ("redraw|redeal|not covered|as block", "redeal"),
    ],
    "direction": [("clockwise|not said", "clockwise")],
    "branching": [
        ("EVERY double branches", "every-double"),
        ("only 6-6 branches", "lead-only"),
        ("none|nothing about", "none"),
    ],
    "stuck": [
        ("may also skip", "until-or-pass"),
        ("one tile only", "one"),
        ("until|any number|as many", "until-playable"),
        ("none|no stock", "pass"),
    ],
    "reserve": [("two|2", 2), ("0|none mentioned|unused", 0)],
    "round_end": [("last tile|all tiles|as Block|not mentioned", "out-or-blocked")],
    "blocked_winner": [
        ("PIECES", "fewest-tiles"),
        ("spot|SPOT|pips|not mentioned|[Bb]lock", "fewest-spots"),
    ],
    "score_out": [
        ("all players", "all-hands"),
        ("one extra point", "none"),
        ("pips|not mentioned|[Bb]lock", "opponents"),
    ],
    "score_blocked": [
        ("ALL players", "all-hands"),
        ("PER OPPONENT", "per-opponent"),
        ("not said who", "none"),
        ("OTHER|winning points|not mentioned|[Bb]lock", "opponents"),
    ],
    "pairs": [("two pairs", "four"), ("none", "none")],
    "pairs_out": [
        ("not applicable|collected", "none"),
        ("losing pair|losers|not mentioned|[Bb]lock", "losers-minus-partner"),
    ],
    "pairs_blocked": [
        ("not applicable|same sentence", "none"),
        ("difference|not mentioned|[Bb]lock", "lower-pair"),
    ],
    "in_play": [
        ("sum/3", "fives-and-threes"),
        ("multiple of 5", "fives"),
        ("none", "none"),
    ],
    "conversion": [("rounded UP", "fifth-up"), ("none|not mentioned", "none")],
    "bonus_out": [("\\+1", 1), ("none", 0)],
    "target": [("^100", 100), ("^61", 61), ("^31", 31), ("none given", None)],
}


@pytest.mark.parametrize("game", VARIANTS)
def test_values_agree_with_the_shared_reading(game: str) -> None:
    number, variant = VARIANTS[game]
    axes = ground("leaflets-001-004.json")["manuals"][number]["variants"][variant]["axes"]
    statements = dl.rules(game).statements
    assert _hand(statements["hand"], axes["hand_size"])
    pairs = re.match(r"\d", axes["hand_size_partnership"]["value"])
    if pairs:
        assert statements["hand"].value[4] == int(pairs[0])
    for theirs, ours in SAME_AXIS.items():
        if ours not in MEANS:
            continue
        said = str(axes[theirs]["value"])
        meant = [value for pattern, value in MEANS[ours] if re.search(pattern, said)]
        assert meant, (ours, said)
        assert statements[ours].value == meant[0], (ours, said)


CODES = {"GB": "en", "DK": "da", "SE": "sv"}


def shared_differences() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for entry in ground("leaflet-000-languages.json")["languages"]:
        yield from (("000", entry["code"], difference) for difference in entry["differs"])
    for number, manual in ground("leaflets-001-004.json")["manuals"].items():
        for mark, entry in manual["languages"].items():
            code = CODES.get(mark, mark.lower())
            yield from ((number, code, difference) for difference in entry["differs"])


def test_every_difference_of_the_shared_reading_is_there_and_no_other() -> None:
    by_number = {manual.number: manual for manual in ALL}
    count = 0
    for number, code, entry in shared_differences():
        count += 1
        ours = by_number[number].languages[code].differences
        found = [
            difference
            for difference in ours
            if difference.citation.line == str(entry["line"])
            and entry["key_phrase"] in difference.phrase
            and difference.confidence == entry["confidence"]
        ]
        assert found, (number, code, entry["line"], entry["key_phrase"])
        if "changes_play" in entry:
            assert entry["changes_play"] in [d.changes_play for d in found]
        if "flag" in entry:
            kind = entry["flag"].removesuffix("-changes-play").removesuffix("-cosmetic")
            assert kind in [d.kind for d in found], (code, entry["line"])
    assert count <= len(list(differences())) <= count + 10  # a few stand on two axes
