"""The step view without a page: set-up, time, branches, links, records and the match."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Mapping
from functools import partial

import pytest

from apps.stepping import scoreboard, setup, sharing
from apps.stepping.board import RING, board_html, fit
from apps.stepping.film import Film
from apps.stepping.page import Page
from apps.stepping.seats import seat_html
from apps.stepping.session import Session
from apps.stepping.settings import FIRST, Settings
from dominolab import draw, manuals, notation, play, printings, rules
from dominolab.actions import Draw, Pass, Play
from dominolab.layout import Layout
from dominolab.record import dumps, match_record, round_record

ONE_OF_EACH = ("polyglot@ko", "janod@fr", "branching@hr", "muggins@en", "ukrainian")
HOSTILE = "<script>alert(1)</script>"


def opened(**state: object) -> Session:
    """Open a link that must be without any fault."""
    problems: list[str] = []
    session = sharing.open_link({key: str(value) for key, value in state.items()}, problems)
    assert problems == []
    return session


def told(state: Mapping[str, str]) -> tuple[Session, list[str]]:
    """Open a link and return what it could not say."""
    problems: list[str] = []
    return sharing.open_link(dict(state), problems), problems


def same(session: Session, other: Session) -> bool:
    """Return whether two sessions show the same thing."""
    return (
        session.settings == other.settings
        and session.line == other.line
        and session.index == other.index
        and session.original == other.original
        and session.before == other.before
    )


# -- Opening ---------------------------------------------------------------------------------------


def test_the_first_view_is_a_round_under_way_that_scores() -> None:
    session = opened()
    assert session.index == int(FIRST["step"])
    assert 0 < session.index < session.last
    kinds = {type(action) for action in session.line.actions}
    assert kinds == {Play, Draw, Pass}
    assert session.shown.step(session.index - 1).points.points > 0


@pytest.mark.parametrize("id_", printings())
def test_every_printing_opens_and_is_played_to_its_end(id_: str) -> None:
    session = opened(rules=id_, seed=5)
    assert session.line.over
    assert session.settings.rules == rules(id_)


@pytest.mark.parametrize("id_", ONE_OF_EACH)
def test_stepping_back_and_forth_shows_exactly_what_was(id_: str) -> None:
    session = opened(rules=id_, seed=9)
    forward = []
    for index in range(session.last + 1):
        session.go(index)
        forward.append(notation.write_position(session.here))
    for index in reversed(range(session.last + 1)):
        session.go(index)
        assert notation.write_position(session.here) == forward[index]


def test_a_step_beyond_either_end_is_the_end() -> None:
    session = opened()
    session.go(-3)
    assert session.index == 0
    session.go(10**9)
    assert session.index == session.last


# -- Setting up ------------------------------------------------------------------------------------


def test_a_change_deals_again_and_from_the_start() -> None:
    session = opened()
    assert session.change(seed=11)
    assert session.index == 0
    assert session.line == play("muggins@en", 2, 11, "greedy")


def test_other_rules_keep_the_players_where_they_allow_them() -> None:
    session = opened(rules="polyglot", players=5)
    assert session.change_rules(lambda old: old.with_rules(rules("janod")))
    assert session.settings.players == 2
    assert len(session.settings.who) == 2
    assert session.change_rules(lambda old: old.with_rules(rules("sebastopol@en")))
    assert session.settings.players == 4
    assert len(session.line.teams) == 2


def test_players_that_the_manual_does_not_allow_are_refused_and_nothing_changes() -> None:
    session = opened(rules="janod")
    line = session.line
    wrong = session.change_rules(lambda old: old.with_players(old.rules.check_players(5)))
    assert not wrong
    assert "2, 3 or 4 players" in session.notes["setup"]
    assert session.line is line


def test_house_rules_are_the_readings_of_the_open_axes_the_default_first() -> None:
    for id_ in rules("muggins").manual.games:
        chosen = rules(id_)
        for name, values in setup.readings(chosen).items():
            statement = chosen.statements[name]
            assert values[0] == statement.value
            assert list(values[1:]) == [reading.value for reading in statement.readings]
    silent = setup.readings(rules("janod"))
    assert {"lot", "next_opener", "direction", "stuck", "tie"} <= set(silent)


def test_every_reading_can_be_played() -> None:
    for game in ("polyglot", "janod", "branching", "muggins", "fives-and-threes", "ukrainian"):
        for name, values in setup.readings(rules(game)).items():
            for number in range(len(values)):
                value = setup.chosen_reading(rules(game), name, str(number))
                session = Session(_settings(game))
                if session.change_rules(partial(Settings.with_house, name=name, value=value)):
                    assert session.line.over
                    assert (name in session.settings.rules.house) == bool(number)
                else:
                    assert "not possible" in session.notes["setup"]


def _settings(game: str) -> Settings:
    return Settings(rules(game), 2, 3, ("greedy", "greedy"))


def test_pairs_can_be_given_up_where_the_manual_has_them() -> None:
    session = opened(rules="block", players=4)
    assert len(session.line.teams) == 2
    session.change_rules(lambda old: old.with_house("pairs", "none"))
    assert len(session.line.teams) == 4


def test_a_person_is_waited_for_and_the_bots_answer() -> None:
    session = opened(rules="block", seed=4, who="person,greedy")
    assert not session.line.over
    session.go(session.last)
    assert session.waiting
    assert session.here.turn == 0
    before = session.last
    assert session.act(str(session.here.legal()[0]))
    assert session.line.over or session.line.turn == 0
    assert session.index == before + 1
    assert session.original is None


# -- Trying ----------------------------------------------------------------------------------------


def branching_point(session: Session) -> int:
    """Return a step before which there was a choice."""
    return next(s.index for s in session.shown.steps if len(s.legal) > 1 and s.index > 2)


@pytest.mark.parametrize("id_", ONE_OF_EACH)
def test_another_move_is_a_branch_with_a_way_back(id_: str) -> None:
    session = opened(rules=id_, seed=2)
    line = session.line
    at = branching_point(session)
    session.go(at)
    other = next(a for a in session.here.legal() if a is not line.actions[at])
    assert session.act(str(other))
    assert session.index == at + 1
    assert session.line.actions[: at + 1] == [*line.actions[:at], other]
    assert session.line.over
    assert session.original is line
    session.go_back()
    assert session.line is line
    assert session.index == at
    assert session.original is None


def test_the_move_of_the_line_is_no_branch() -> None:
    session = opened()
    line = session.line
    assert session.act(str(line.actions[18]))
    assert session.line is line
    assert session.index == 19


def test_a_branch_of_a_branch_goes_back_to_the_original() -> None:
    session = opened(rules="polyglot", players=3, seed=2)
    line = session.line
    at = branching_point(session)
    session.go(at)
    session.act(str(next(a for a in session.here.legal() if a is not line.actions[at])))
    later = next(s.index for s in session.shown.steps if len(s.legal) > 1 and s.index > at + 1)
    session.go(later)
    session.act(str(next(a for a in session.here.legal() if a is not session.line.actions[later])))
    assert session.parted == at
    session.go_back()
    assert session.line is line


def test_an_illegal_move_says_which_rule_forbids_it_and_changes_nothing() -> None:
    session = opened(rules="block@en", seed=3, step=4)
    line = session.line
    for text in ("6-6@6-6", "draw", "pass", "9-9", "", HOSTILE, "x" * 5000, "6-4@"):
        if text in {str(a) for a in session.here.legal()}:
            continue
        assert not session.act(text)
        assert session.notes["try"].endswith((".", ".)"))
        assert len(session.notes["try"]) < 400
        assert session.line is line
        assert session.index == 4


def test_a_tile_that_does_not_fit_names_the_rule_and_its_source() -> None:
    session = opened(rules="block@en", seed=3, step=4)
    held = session.here.hands[session.here.turn]
    unfit = next(tile for tile in held if not session.places(str(tile)))
    assert not session.choose(str(unfit))
    assert "the five-game leaflet, German, line" in session.notes["try"]
    assert session.tile == ""


def test_a_tile_is_chosen_then_its_exit() -> None:
    session = opened(rules="block@en", seed=3, step=4)
    tile = next(str(a.tile) for a in session.here.legal() if isinstance(a, Play))
    assert session.choose(tile)
    places = session.places(tile)
    assert session.tile == tile
    assert session.choose(tile)
    assert session.tile == ""
    assert session.act(places[0])


def test_who_plays_in_turns_does_not_see_the_bots_tiles_while_it_moves() -> None:
    session = opened(rules="block@en", seed=4, who="person,greedy", hands="turn", step=0)
    assert session.here.turn == 0
    assert session.open_hands == "turn"
    session.act(str(session.here.legal()[0]))
    session.go(1)
    assert session.here.turn == 1
    assert session.open_hands == "none"
    assert opened(rules="block@en", seed=4, hands="turn", step=1).open_hands == "turn"


def test_an_alternative_of_the_step_in_view_is_tried_from_before_it() -> None:
    session = opened(rules="polyglot", seed=2)
    at = branching_point(session)
    session.go(at + 1)
    step = session.shown.step(at)
    assert session.act_instead(at + 1, str(step.alternatives[0]))
    assert session.line.actions[at] is step.alternatives[0]
    assert not session.act_instead(2, "nonsense")
    assert session.index == at + 1


@pytest.mark.parametrize("id_", ONE_OF_EACH)
def test_the_hint_is_a_legal_move_with_a_reason(id_: str) -> None:
    session = opened(rules=id_, seed=2, step=5)
    assert session.hint()
    assert [advice.bot for advice in session.advice] == ["greedy", "blocker", "sampler"]
    for advice in session.advice:
        assert advice.action in session.here.legal()
        assert advice.why.endswith(".")
    session.go(session.last)
    assert not session.hint()
    assert "over" in session.notes["try"]


# -- Links -----------------------------------------------------------------------------------------


def reopened(session: Session) -> Session:
    """Open the link of what is in view."""
    return opened(**sharing.link(session))


@pytest.mark.parametrize("id_", ONE_OF_EACH)
def test_a_link_opens_exactly_this_step(id_: str) -> None:
    session = opened(rules=id_, seed=12, hands="turn", numerals=1, names="Zoë,Max")
    session.go(7)
    assert same(session, reopened(session))
    assert "moves" not in sharing.link(session)


def test_a_link_is_short() -> None:
    assert sharing.link(opened()) == FIRST


def test_a_link_of_a_branch_keeps_the_way_back() -> None:
    session = opened(rules="polyglot@ko tie=each", seed=2)
    at = branching_point(session)
    session.go(at)
    line = session.line
    session.act(str(next(a for a in session.here.legal() if a is not line.actions[at])))
    other = reopened(session)
    assert same(session, other)
    other.go_back()
    assert other.line == line


def test_a_link_of_a_persons_game_keeps_every_move() -> None:
    session = opened(rules="block", seed=4, who="person,person")
    for _ in range(4):
        session.act(str(session.here.legal()[0]))
    assert session.index == 4
    assert same(session, reopened(session))


def test_a_link_holds_a_position_that_no_seed_deals() -> None:
    position = "block 2 : 5-5 5-3 : *3-3 6-3 / 2-1 5-0 : 6-6 1-0"
    session = opened(position=position, who="person")
    assert str(session.here.layout) == "5-5 5-3@5-5"
    assert session.act("6-3")
    assert same(session, reopened(session))


HOSTILE_STATES: list[dict[str, str]] = [
    dict.fromkeys(
        (
            *("rules", "players", "seed", "who", "names", "match", "hands", "numerals", "text"),
            *("keys", "speed", "embed", "round", "won", "previous", "position", "moves", "step"),
        ),
        text,
    )
    for text in (HOSTILE, "x" * 100_000, "", "\x00\ud83d!", "-1", "9" * 30, "null", "%00")
]


@pytest.mark.parametrize("state", HOSTILE_STATES)
def test_a_hostile_link_opens_and_says_what_it_could_not_read(state: dict[str, str]) -> None:
    start = time.monotonic()
    session, problems = told(state)
    assert session.line.over
    assert time.monotonic() - start < 2
    assert all(len(problem) < 600 for problem in problems)
    if any(state.values()):
        assert problems


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ({"rules": "nonsense@xx"}, "There is no ruleset"),
        ({"rules": "muggins@xx"}, "is not printed in 'xx'"),
        ({"rules": "janod", "players": "9"}, "players = '9'"),
        ({"step": "1000000000"}, "step '1000000000', but the round has"),
        ({"rules": "block", "seed": "4", "moves": "9-9"}, "Move 1 cannot be made"),
        ({"rules": "block", "seed": "4", "won": "5"}, "earlier rounds cannot be read"),
        ({"rules": "block", "seed": "4", "round": "7"}, "asks for round 7"),
        ({"rules": "block", "who": "queen"}, "does not say who plays"),
        ({"position": "block 2 : 6-6 6-6 : 1-1 / 2-2 : -"}, "position cannot be read"),
    ],
)
def test_each_fault_of_a_link_is_one_clear_sentence(state: dict[str, str], words: str) -> None:
    session, problems = told(state)
    assert len(problems) == 1
    assert words in problems[0]
    assert session.last > 0


# -- Records ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("id_", ONE_OF_EACH)
def test_a_record_is_saved_and_opened_again(id_: str) -> None:
    session = opened(rules=id_, seed=21)
    name, text = sharing.write_record(session)
    assert name.endswith(".json")
    assert json.loads(text)["format"] == "dominolab-round/1"
    other = opened()
    assert sharing.read_file(other, text)
    assert other.line == session.line
    assert other.settings.rules == session.settings.rules
    assert same(other, reopened(other))


def test_a_match_record_is_opened_with_all_its_rounds() -> None:
    session = opened(rules="polyglot", seed=8, match=1)
    while session.can_continue:
        session.next_round()
    name, text = sharing.write_record(session)
    assert "match" in name
    assert json.loads(text) == match_record(session.match)
    other = opened()
    assert sharing.read_file(other, text)
    assert scoreboard.race(other) == scoreboard.race(session)
    assert same(other, reopened(other))


def test_a_record_of_a_later_round_alone_keeps_its_totals() -> None:
    session = opened(rules="polyglot", seed=8, match=1)
    session.next_round()
    text = dumps(round_record(session.line))
    other = opened()
    assert sharing.read_file(other, text)
    assert other.before == session.before
    assert same(other, reopened(other))


def bad_files() -> dict[str, str]:
    good = round_record(play("muggins@en", 2, 3, "greedy"))
    wrong_rules = {**good, "rules": "poker"}
    cheated = json.loads(json.dumps(good))
    cheated["events"][3]["player"] = 1 - cheated["events"][3]["player"]
    return {
        "nothing": "",
        "noise": "\x00\x01" * 50_000,
        "text": "hello",
        "script": HOSTILE,
        "a list": "[1, 2, 3]",
        "deep": "[" * 100_000,
        "other rules": dumps(wrong_rules),
        "cheated": dumps(cheated),
        "large": " " * 5_000_000,
        "markup": dumps({**good, "rules": HOSTILE}),
    }


@pytest.mark.parametrize("kind", list(bad_files()))
def test_a_bad_file_is_one_sentence_and_the_round_stays(kind: str) -> None:
    session = opened()
    line, index, settings = session.line, session.index, session.settings
    assert not sharing.read_file(session, bad_files()[kind])
    note = session.notes["share"]
    assert note
    assert "\n" not in note
    assert len(note) < 400
    assert (session.line, session.index, session.settings) == (line, index, settings)


def test_an_unfinished_round_cannot_be_recorded_and_says_so() -> None:
    session = opened(rules="block", who="person")
    with pytest.raises(ValueError, match="not over"):
        sharing.write_record(session)


# -- The match -------------------------------------------------------------------------------------


@pytest.mark.parametrize("id_", ["polyglot", "muggins@en", "fives-and-threes", "ukrainian"])
def test_a_match_goes_round_by_round_to_its_winner(id_: str) -> None:
    session = opened(rules=id_, seed=6, match=1)
    rounds = 1
    while session.can_continue:
        assert session.next_round()
        assert session.index == 0
        rounds += 1
    assert session.match.over
    race = scoreboard.race(session)
    assert max(totals[-1] for totals in race.totals) >= (race.target or 0)
    assert len(race.totals[0]) == rounds + 1
    assert not session.next_round()
    assert "over" in session.notes["match"]
    assert "win" in scoreboard.outcome(session)


def test_a_match_follows_from_its_seed_and_its_link_says_only_the_round() -> None:
    session = opened(rules="polyglot", seed=6, match=1)
    session.next_round()
    session.next_round()
    said = sharing.link(session)
    assert said["round"] == "3"
    assert "won" not in said
    assert same(session, reopened(session))


def test_a_match_with_a_branch_keeps_its_scores_in_the_link() -> None:
    session = opened(rules="polyglot", seed=6, match=1)
    at = branching_point(session)
    session.go(at)
    session.act(str(next(a for a in session.here.legal() if a is not session.line.actions[at])))
    session.next_round()
    said = sharing.link(session)
    assert "won" in said
    other = reopened(session)
    assert same(session, other)
    assert scoreboard.race(other) == scoreboard.race(session)


def test_an_earlier_round_can_be_looked_at_but_not_changed() -> None:
    session = opened(rules="polyglot", seed=6, match=1)
    first = session.line
    session.next_round()
    session.look_at(0)
    assert session.shown is first
    session.go(3)
    assert not session.act(str(session.here.legal()[0]))
    session.look_at(1)
    assert session.shown is session.line


def test_without_a_target_there_is_no_next_round() -> None:
    session = opened(rules="block", seed=3, match=1)
    assert session.settings.rules.target is None
    assert not session.can_continue


# -- The film -------------------------------------------------------------------------------------

SIZE = (780, 360)


@pytest.mark.parametrize("id_", ONE_OF_EACH)
def test_a_step_that_was_kept_or_drawn_ahead_is_shown_as_if_drawn_now(id_: str) -> None:
    session, film = opened(rules=id_, seed=7), Film()
    session.go(3)
    while film.draw_ahead(session, SIZE, 3):
        assert session.index == 3
    assert film.is_whole(session)
    for index in range(session.last + 1):
        session.go(index)
        assert film.frame(session, SIZE) == Film().frame(session, SIZE)
        assert f"Step {index} of {session.last}." in film.frame(session, SIZE).said


def test_the_nearest_steps_are_drawn_ahead_first_and_none_twice() -> None:
    session, film = opened(step=18), Film()
    kept = film.frame(session, SIZE)
    assert film.draw_ahead(session, SIZE, 2)
    for index in (17, 19):
        session.go(index)
        assert film.frame(session, SIZE) is film.frame(session, SIZE)
    session.go(18)
    assert film.frame(session, SIZE) is kept


def test_whatever_else_changes_begins_the_film_anew() -> None:
    session, film = opened(rules="block@en", players=2, seed=17, step=1), Film()
    first = film.frame(session, SIZE)
    assert film.frame(session, (300, 700)) != first
    session.show(hands="none")
    hidden = film.frame(session, SIZE)
    assert hidden != first
    session.show(hands="all")
    assert film.frame(session, SIZE) == first
    branch = next(str(a) for a in session.here.legal() if a is not session.line.actions[1])
    assert session.act(branch)
    session.go(1)
    assert "A branch" in film.frame(session, SIZE).regions["try"]
    session.go_back()
    assert film.frame(session, SIZE).regions["board"] == first.regions["board"]
    assert "A branch" not in film.frame(session, SIZE).regions["try"]


def test_what_was_chosen_refused_or_asked_at_a_step_is_not_kept_for_it() -> None:
    session, film = opened(rules="block@en", players=2, seed=17, step=1), Film()
    plain = film.frame(session, SIZE)
    fitting = next(str(a).partition("@")[0] for a in session.here.legal())
    acts: tuple[Callable[[], bool], ...] = (
        partial(session.choose, fitting),
        partial(session.act, "draw"),
        session.hint,
    )
    for act in acts:
        act()
        assert film.frame(session, SIZE) != plain
        assert not film.draw_ahead(session, SIZE, 3)
        session.go(1)
        assert film.frame(session, SIZE) is plain


def test_a_board_of_nearly_the_same_size_is_not_drawn_anew() -> None:
    page = Page({})
    page.fit((860, 330), dark=False)
    kept = page.film.frame(page.session, page.board_size)
    page.fit((860, 340), dark=False)
    assert page.film.frame(page.session, page.board_size) is kept
    page.fit((860, 430), dark=False)
    assert page.film.frame(page.session, page.board_size) is not kept


# -- Words ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("id_", ONE_OF_EACH)
def test_a_move_is_said_in_words_wherever_it_can_be_chosen(id_: str) -> None:
    session = opened(rules=id_, seed=7)
    for index in range(session.last):
        session.go(index)
        session.hint()
        for name in ("why", "try"):
            shown = re.sub("<[^>]*>", " ", Film().frame(session, SIZE).regions[name])
            assert "@" not in shown, (index, name)


def test_a_seat_says_which_points_it_had_before_the_round() -> None:
    session = opened(rules="muggins@en", players=2, seed=2, match=1, round=4)
    for seat, points in enumerate(session.before):
        words = f"{points} point{'' if points == 1 else 's'} before"
        assert words in seat_html(session, session.here, seat)


# -- The board ------------------------------------------------------------------------------------

BOARDS = [(860, 330), (340, 380)]


@pytest.mark.parametrize("size", BOARDS)
@pytest.mark.parametrize("id_", ["janod", "branching", "sebastopol"])
def test_tiles_are_large_on_a_low_board_and_on_a_phone_whatever_the_layout(
    id_: str, size: tuple[int, int]
) -> None:
    halves = []
    for seed in range(12):
        session = opened(rules=id_, players=rules(id_).counts[-1], seed=seed)
        found = fit(None, session.whole_layout, *size, True)
        view = board_html(session, found).partition('viewBox="')[2].partition('"')[0]
        wide, high = map(float, view.split()[2:])
        halves.append(24 * min(size[0] / wide, size[1] / high))
    # Pixels of half a tile: the mean, and the smallest.
    assert sum(halves) / 12 > (27 if size == (860, 330) else 19)
    assert min(halves) > 16


def test_the_ring_around_an_exit_hides_no_tile() -> None:
    session = opened(rules="block@en", players=2, seed=17, step=1)
    parts = draw.layout_parts(session.layout)
    (left, top, wide, high), marks = parts.tiles[0].box, parts.exits
    for mark in marks:
        beside = max(left - mark.x, mark.x - left - wide, top - mark.y, mark.y - top - high)
        assert beside >= RING


@pytest.mark.parametrize("size", BOARDS)
@pytest.mark.parametrize("id_", ["polyglot", "janod", "branching", "muggins", "sebastopol"])
def test_a_round_that_is_being_played_is_hardly_ever_laid_out_anew(
    id_: str, size: tuple[int, int]
) -> None:
    for seed in range(8):
        layout = play(id_, rules(id_).counts[-1], seed).layout
        found, changes = fit(None, Layout(layout.plays[:1], layout.shape), *size, False), 0
        for count in range(2, len(layout) + 1):
            part = Layout(layout.plays[:count], layout.shape)
            kept, found = found, fit(found, part, *size, count == len(layout))
            changes += kept != found
        assert changes <= 1


def test_manuals_are_all_here() -> None:
    assert {rules(id_).manual.id for id_ in ONE_OF_EACH} == set(manuals.MANUALS)
