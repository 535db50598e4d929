"""Rounds: deal, legal, push, pop; every way to draw, to pass and to end, as its manual has it."""

from __future__ import annotations

from typing import Any

import pytest

import dominolab as dl
from dominolab.actions import DRAW, PASS, Action, Play
from dominolab.errors import DominoError, IllegalAction, RuleError
from dominolab.notation import push_moves, read_position
from dominolab.round import Round
from dominolab.rules import RuleSet
from dominolab.tiles import Hand, Tile, bits


def words(round_: Round) -> list[str]:
    return sorted(str(action) for action in round_.legal())


def at(rules: str, rest: str) -> Round:
    """Set up a position: its rules with players, then table, hands and stock."""
    return read_position(f"{rules} : {rest}")


# -- Taking part -----------------------------------------------------------------------------------


def test_a_round_is_dealt_by_id_or_by_rules() -> None:
    assert Round.deal("block", 3, seed=4) == Round.deal(dl.rules("block"), 3, seed=4)
    assert Round.deal("block", 3, seed=4) != Round.deal("block", 3, seed=5)
    assert Round.deal("block", 3, seed=4) != Round.deal("block", 2, seed=4)
    assert Round.deal("block", 2, seed=4) != "block"
    with pytest.raises(TypeError):
        hash(Round.deal("block", 2, seed=4))


@pytest.mark.parametrize("players", [1, 6, 0, -2, 2.0, "2", True])
def test_players_that_the_manual_does_not_allow_are_refused(players: Any) -> None:
    with pytest.raises(RuleError, match="polyglot is for 2, 3, 4 or 5 players"):
        Round.deal("polyglot", players)


def test_a_new_round_shows_all_there_is() -> None:
    round_ = Round.deal("muggins", 4, seed=3)
    assert round_.turn == round_.opener
    assert round_.exits == ()
    assert round_.count is None
    assert len(round_.layout) == 0
    assert round_.in_play == round_.before == (0, 0)
    assert not round_.over
    assert round_.result is None
    assert [round_.side(player) for player in range(4)] == [0, 1, 0, 1]
    assert repr(round_).startswith("<Round muggins, 4 players, 0 steps, ")
    assert "to move" in repr(round_)
    assert round_.leads == (round_.legal()[0].tile,)  # type: ignore[attr-defined]


def test_play_goes_clockwise_or_as_vietnam_has_it() -> None:
    for name, step in (("polyglot", 1), ("polyglot@vi", -1)):
        round_ = Round.deal(name, 4, seed=2)
        opener = round_.opener
        round_.push(round_.legal()[0])
        assert round_.turn == (opener + step) % 4


# -- When a player can lay a tile ------------------------------------------------------------------


def test_who_can_lay_a_tile_must() -> None:
    round_ = at("polyglot 2", "5-5 : *5-3 2-1 / 6-6 : 4-4")
    assert words(round_) == ["5-3@5-5"]


def test_block_with_a_free_pass() -> None:
    round_ = at("block able=may-pass 2", "5-5 : *5-3 2-1 / 6-6 : -")
    assert words(round_) == ["5-3@5-5", "pass"]


def test_drawing_at_will_and_then_laying() -> None:
    """Manual 003, line 15: as many as one likes, but the last two stay."""
    round_ = at("draw 2", "5-5 : *5-3 2-1 / 6-6 6-5 : 4-4 4-3 4-2")
    assert words(round_) == ["5-3@5-5", "draw"]
    round_.push(DRAW)
    assert words(round_) == ["5-3@5-5"]
    assert round_.drawable == 0
    assert str(round_.stock) == "4-3 4-2"


def test_a_turn_may_end_after_drawing_where_the_house_says_so() -> None:
    round_ = at("draw able=may-draw-and-end 2", "5-5 : *5-3 2-1 / 6-6 6-5 : 4-4 4-3 4-2 4-1")
    assert words(round_) == ["5-3@5-5", "draw"]
    round_.push(DRAW)
    assert words(round_) == ["5-3@5-5", "draw", "pass"]
    round_.push(PASS)
    assert round_.turn == 1
    stuck = at("draw able=may-draw-and-end 2", "5-5 : *2-1 / 6-6 6-5 : 4-4 4-3 4-2 4-1")
    assert words(stuck) == ["draw"]
    stuck.push(DRAW)
    assert words(stuck) == ["draw", "pass"]


# -- When a player is stuck: one position, every rule ----------------------------------------------

STUCK = "5-5 : *2-1 / 6-6 6-5 : 4-4 5-4 3-1"

Turn = list[list[str]]
WAYS: dict[str, Turn] = {
    "pass": [["pass"]],
    "one": [["draw"], ["pass"]],
    "one-kept": [["draw"], ["pass"]],
    "one-or-pass": [["draw", "pass"], ["pass"]],
    "until-playable": [["draw"], ["draw"], ["5-4@5-5"]],
    "until-or-pass": [["draw", "pass"], ["draw"], ["5-4@5-5"]],
    "until-may-stop": [["draw", "pass"], ["draw", "pass"], ["5-4@5-5"]],
    "whole-stock": [["draw"], ["draw"], ["draw"], ["5-4@5-5"]],
}


@pytest.mark.parametrize("stuck", WAYS)
def test_a_stuck_player_draws_as_the_rules_have_it(stuck: str) -> None:
    round_ = at(f"polyglot stuck={stuck} 2", STUCK)
    for step, expected in enumerate(WAYS[stuck]):
        assert words(round_) == expected, step
        if DRAW in round_.legal():
            round_.push(DRAW)


@pytest.mark.parametrize("stuck", [stuck for stuck in WAYS if stuck not in ("pass", "one-kept")])
def test_a_tile_that_was_drawn_and_fits_is_laid(stuck: str) -> None:
    round_ = at(f"polyglot stuck={stuck} 2", "5-5 : *2-1 / 6-6 6-5 : 5-4")
    round_.push(DRAW)
    assert words(round_) == ["5-4@5-5"]


def test_the_korean_printing_keeps_the_drawn_tile() -> None:
    """Manual 000, Korean: a drawn tile may not be laid at once."""
    round_ = at("polyglot@ko 2", "5-5 : *2-1 / 6-6 6-5 : 5-4")
    round_.push(DRAW)
    assert words(round_) == ["pass"]
    assert Tile(5, 4) in round_.hands[0]


@pytest.mark.parametrize("stuck", WAYS)
def test_with_nothing_to_draw_a_stuck_player_passes(stuck: str) -> None:
    round_ = at(f"polyglot stuck={stuck} 2", "5-5 : *2-1 / 6-6 6-5 : -")
    assert words(round_) == ["pass"]


def test_the_reserve_stays_in_the_stock() -> None:
    round_ = at("polyglot stuck=until-playable reserve=2 2", "5-5 : *2-1 / 6-6 : 4-4 5-4 3-1")
    round_.push(DRAW)
    assert words(round_) == ["pass"]
    assert len(round_.stock) == 2
    fewer = at("polyglot stuck=until-playable reserve=5 2", "5-5 : *2-1 / 6-6 : 4-4 5-4 3-1")
    assert fewer.drawable == 0
    assert words(fewer) == ["pass"]


# -- How a round ends ------------------------------------------------------------------------------


def test_it_ends_when_a_player_is_out() -> None:
    round_ = at("block 2", "5-5 : *5-3 / 6-6 6-5 : -")
    round_.push(Play("5-3", "5-5"))
    assert round_.result is not None
    assert (round_.result.how, round_.result.winner) == ("out", (0,))
    assert round_.result.scores == (23, 0)
    assert round_.result.pips == (0, 23)
    assert round_.legal() == ()
    assert repr(round_) == "<Round block, 2 players, 1 steps, out>"


def test_it_is_blocked_when_everyone_has_passed_in_turn() -> None:
    round_ = at("block 3", "5-5 : *2-1 / 6-6 / 3-0 : -")
    for player in range(3):
        assert round_.turn == player
        assert not round_.over
        round_.push(PASS)
    assert round_.result is not None
    # Ann and Cy both hold 3 spots: nobody wins.
    assert (round_.result.how, round_.result.winner, round_.result.scores) == (
        "blocked",
        (),
        (0, 0, 0),
    )


def test_a_turn_that_drew_and_passed_breaks_the_run_of_passes() -> None:
    round_ = at("polyglot 2 passed=1", "5-5 : *2-1 / 6-6 : 4-4")
    round_.push(DRAW)
    round_.push(PASS)
    assert not round_.over
    round_.push(PASS)
    round_.push(PASS)
    assert round_.over


def test_everyone_passing_by_choice_blocks_the_round_or_does_not() -> None:
    """Manual 001, line 29: not regulated with stock left."""
    table = "5-5 : *2-1 / 6-6 : 3-3 5-4"
    blocked = at("janod 2", table)
    blocked.push(PASS)
    blocked.push(PASS)
    assert blocked.over
    on = at("janod choice_block=play-on 2", table)
    for _ in range(6):
        on.push(PASS)
    assert not on.over
    on.push(DRAW)
    on.push(DRAW)
    on.push(Play("5-4", "5-5"))
    for _ in range(2):
        on.push(PASS)
    assert on.over


def test_where_going_out_does_not_end_the_round_the_others_play_on() -> None:
    """Manual 000, Russian, as printed."""
    round_ = at("polyglot@ru round_end=blocked-only 3", "5-5 : *5-3 / 6-5 6-6 / 4-4 : -")
    push_moves(round_, "5-3 6-5")
    assert round_.hands[0] == ()
    assert not round_.over
    push_moves(round_, "pass pass")
    assert words(round_) == ["6-6@6-5"]
    waiting = at("polyglot@ru round_end=blocked-only 3", "5-5 5-3 : - / *6-6 / 4-4 : -")
    push_moves(waiting, "pass pass pass")
    assert waiting.result is not None
    assert (waiting.result.how, waiting.result.winner) == ("blocked", (0,))
    assert waiting.result.scores == (20, 0, 0)


def test_a_round_in_which_everyone_is_out_is_over() -> None:
    round_ = at("polyglot@ru round_end=blocked-only 2", "5-5 : *5-3 / 3-2 : -")
    push_moves(round_, "5-3 3-2")
    assert round_.result is not None
    assert (round_.result.how, round_.result.winner) == ("blocked", ())


# -- Points in play: manual 003, lines 17-23 -------------------------------------------------------


def test_the_ends_score_while_playing() -> None:
    round_ = at("muggins 2", "5-5 : *5-0 2-1 / 6-6 6-5 6-0 : -")
    assert round_.count == 10
    round_.push(Play("5-0", "5-5"))  # 10 and 0
    assert round_.count == 10
    assert round_.in_play == (2, 0)
    round_.push(Play("6-5", "5-5"))  # 6 and 0
    assert round_.in_play == (2, 0)


def test_the_target_ends_the_match_at_once() -> None:
    round_ = at("muggins 2 before=59,0", "5-5 : *5-0 2-1 / 6-6 6-5 : -")
    round_.push(Play("5-0", "5-5"))
    assert round_.result is not None
    assert (round_.result.how, round_.result.winner) == ("target", (0,))
    assert round_.result.scores == round_.result.in_play == (2, 0)
    assert round_.pop() == Play("5-0", "5-5")
    assert not round_.over


def test_a_last_tile_that_reaches_the_target_is_going_out() -> None:
    round_ = at("muggins 2 before=59,0", "5-5 : *5-0 / 6-6 6-5 : -")
    round_.push(Play("5-0", "5-5"))
    assert round_.result is not None
    assert (round_.result.how, round_.result.scores) == ("out", (2 + 5, 0))


def test_other_readings_of_reaching_the_target() -> None:
    table = "5-5 : *5-0 2-1 / 6-6 6-5 : -"
    later = at("muggins reach=round-end 2 before=59,0", table)
    later.push(Play("5-0", "5-5"))
    assert not later.over
    past = at("muggins reach=exactly 2 before=60,0", table)
    past.push(Play("5-0", "5-5"))
    assert past.in_play == (0, 0)  # two points would pass 61
    assert past.step().points.points == 0
    hit = at("muggins reach=exactly 2 before=59,0", table)
    hit.push(Play("5-0", "5-5"))
    assert hit.result is not None
    assert hit.result.how == "target"


def test_in_pairs_fives_and_threes_checks_the_target_after_the_deal() -> None:
    round_ = at("fives-and-threes 4 before=30,0", "5-5 : *5-0 2-1 / 6-6 / 4-4 / 3-3 : -")
    round_.push(Play("5-0", "5-5"))
    assert round_.in_play == (2, 0)
    assert not round_.over


# -- Totals before the round -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "why"),
    [((1, 2, 3), "one total for each side"), ((61, 0), "a side has reached the target 61")],
)
def test_totals_that_cannot_be_are_refused(before: tuple[int, ...], why: str) -> None:
    with pytest.raises(RuleError, match=why):
        Round.deal("muggins", 2, seed=1, before=before)


# -- Push and pop ----------------------------------------------------------------------------------


def state(round_: Round) -> tuple[Any, ...]:
    return (
        round_.hands,
        round_.stock,
        round_.layout,
        round_.turn,
        round_.legal(),
        list(round_.actions),
        round_.in_play,
        round_.result,
    )


Case = tuple[str, str, object, str, str]
ILLEGAL: list[Case] = [
    ("block 2", "5-5 : *5-3 2-1 / 6-6 : 4-4", PASS, "able", "5-3 can be laid"),
    ("block 2", "5-5 : *5-3 2-1 / 6-6 : 4-4", DRAW, "able", "a tile in hand fits"),
    ("block 2", "5-5 : *2-1 / 6-6 : 4-4", DRAW, "stuck", "may not draw now"),
    ("block 2", "5-5 : *2-1 / 6-6 : 4-4", Play("2-1", "5-5"), "matching", "does not show 5"),
    ("block 2", "5-5 : *5-3 / 6-6 : 4-4", Play("5-3"), "matching", "Say what 5-3 joins: 5-5"),
    (
        "block 2",
        "5-5 5-1 1-1 : *5-3 3-1 / 6-6 : 4-4",
        Play("3-1", "5-1"),
        "matching",
        "3-1 may not join 5-1 now: only 1-1",
    ),
    ("block 2", "5-5 : *5-3 / 6-6 : 4-4", Play("6-5", "5-5"), "", "Ann does not hold 6-5"),
    ("polyglot 2", "- : *5-5 2-1 / 4-4 : 3-3", Play("2-1"), "lead", "The lead must be 5-5"),
    ("polyglot 2", "- : *5-5 2-1 / 4-4 : 3-3", PASS, "lead", "may not pass"),
    ("polyglot 2", "- : *5-5 2-1 / 4-4 : 3-3", DRAW, "opener_draw", "may not draw before leading"),
    ("polyglot 2", "5-5 : *2-1 / 6-6 : 4-4", PASS, "stuck", "a tile has to be drawn first"),
    ("polyglot 2", "5-5 : *2-1 / 6-6 : -", DRAW, "empty_stock", "the stock is empty"),
    ("draw 2", "5-5 : *2-1 / 6-6 : 4-4 3-3", DRAW, "reserve", "the last 2 tiles stay"),
    ("polyglot 2 drew=1", "5-5 : *2-1 / 6-6 : 4-4", DRAW, "stuck", "may not draw now"),
    (
        "polyglot@ko 2 drew=1",
        "5-5 : *5-3 2-1 / 6-6 : 4-4",
        Play("5-3", "5-5"),
        "stuck",
        "drawn in this turn may not be laid",
    ),
    (
        "branching@hr 2 drew=1",
        "5-5 : *5-3 2-1 / 6-6 : 4-4",
        Play("5-3", "5-5"),
        "stuck",
        "The whole stock has to be drawn first",
    ),
    (
        "sebastopol 4",
        "6-6 6-5 : *5-3 / 6-4 / 6-3 / 6-2 : -",
        Play("5-3", "6-5"),
        "arms",
        "an arm that must wait",
    ),
    (
        "polyglot@zh-Hant 2",
        "5-5 5-3 : *5-2 / 6-6 : -",
        Play("5-2", "5-5"),
        "matching",
        "only the tile laid last is open",
    ),
    ("block 2", "5-5 : *- / 6-6 : -", PASS, "round_end", "The round is over"),
    ("block 2", "5-5 : *5-3 / 6-6 : -", "5-3", "", "is not an action: use one that legal"),
]


@pytest.mark.parametrize(
    ("rules", "table", "action", "axis", "why"),
    [pytest.param(*case, id=f"{case[0]} {case[2]}") for case in ILLEGAL],
)
def test_an_illegal_action_names_its_rule_and_changes_nothing(
    rules: str, table: str, action: Action, axis: str, why: str
) -> None:
    round_ = at(rules, table)
    before = state(round_)
    with pytest.raises(IllegalAction) as error:
        round_.push(action)
    assert why in str(error.value)
    assert error.value.axis == axis
    if axis:
        statement = round_.rules.statements[axis]
        assert statement.words in str(error.value)
        assert str(statement.citation) in str(error.value)
    assert state(round_) == before


def test_a_house_rule_that_forbids_is_called_one() -> None:
    round_ = at("polyglot stuck=pass 2", "5-5 : *2-1 / 6-6 : 4-4")
    with pytest.raises(IllegalAction, match=r"nobody draws\. house rule\.\)$"):
        round_.push(DRAW)


def test_nothing_can_be_undone_before_anything_was_done() -> None:
    with pytest.raises(IllegalAction, match="There is nothing to undo"):
        Round.deal("block", 2, seed=1).pop()


@pytest.mark.parametrize("name", dl.rulesets())
def test_a_whole_round_can_be_undone_and_done_again(name: str) -> None:
    rules = dl.rules(name)
    played = dl.play(rules, rules.counts[-1], seed=8)
    result, actions = played.result, list(played.actions)
    states = []
    while played.actions:
        played.pop()
        states.append(state(played))
    assert state(played) == state(Round.deal(rules, rules.counts[-1], seed=8))
    for action in actions:
        assert state(played) == states.pop()
        played.push(action)
    assert played.result == result


# -- Copies and steps ------------------------------------------------------------------------------


def test_a_round_can_be_looked_at_as_it_was() -> None:
    played = dl.play("polyglot", 3, seed=5)
    start = played.at(0)
    assert start == Round.deal("polyglot", 3, seed=5)
    assert played.at(4).actions == played.actions[:4]
    assert played.at(len(played.actions)) == played
    for wrong in (-1, len(played.actions) + 1):
        with pytest.raises(DominoError, match=f"There is no step {wrong}: the round has"):
            played.at(wrong)


def test_steps_count_from_the_first_or_from_the_last() -> None:
    played = dl.play("polyglot", 3, seed=5)
    count = len(played.actions)
    assert len(played.steps) == count
    assert played.step().index == count - 1
    assert played.step(0).action == played.actions[0]
    assert played.step(-count).index == 0
    for wrong in (count, -count - 1):
        with pytest.raises(DominoError, match=f"There is no step {wrong}"):
            played.step(wrong)
    with pytest.raises(DominoError, match="There is no step -1"):
        Round.deal("block", 2, seed=1).step()


def test_a_copy_goes_on_on_its_own() -> None:
    round_ = Round.deal("draw", 2, seed=5)
    round_.push(round_.legal()[0])
    copy = round_.copy()
    assert copy == round_
    copy.push(copy.legal()[0])
    assert len(round_.actions) == 1
    assert copy.at(1) == round_


def test_a_position_can_be_played_copied_and_begun_again() -> None:
    round_ = at("muggins 2 scored=3,1", "5-5 5-0 : *6-5 2-1 / 6-6 6-0 : 4-4")
    start = state(round_)
    push_moves(round_, "6-5")
    assert state(round_.at(0)) == start
    assert state(round_.fresh(round_.actions)) == state(round_)
    assert round_.first is Tile(5, 5)
    assert set(round_.layout.tiles) == set(Hand.parse("5-5 5-0 6-5"))
    assert round_.laid == bits(Hand.parse("5-5 5-0 6-5"))


def test_a_position_can_be_one_that_is_over() -> None:
    out = at("block 2", "5-5 5-3 : *- / 6-6 : -")
    assert out.result is not None
    assert (out.result.how, out.result.winner, out.result.scores) == ("out", (0,), (12, 0))
    blocked = at("block 2 passed=2", "5-5 : *2-1 / 6-6 : -")
    assert blocked.result is not None
    assert (blocked.result.how, blocked.result.winner) == ("blocked", (0,))
    target = at("muggins 2 before=59,0 scored=2,0", "5-5 5-0 : *2-1 / 6-6 : -")
    assert target.result is not None
    assert (target.result.how, target.result.winner) == ("target", (0,))
    assert target.result.sheets[0].arithmetic == "2"


def test_the_last_mover_of_an_imagined_future_is_remembered() -> None:
    rules: RuleSet = dl.rules("fives-and-threes", bonus_blocked="last-mover")
    round_ = Round.deal(rules, 2, seed=0)
    mover = round_.turn
    round_.push(round_.legal()[0])
    blank = round_.actions[0]
    assert blank == Play("0-0")
    future = round_.imagined([bits(Hand.parse("2-1 4-2")), bits(Hand.parse("3-1 4-3"))], ())
    assert future.actions == []
    future.push(PASS)
    future.push(PASS)
    assert future.result is not None
    assert future.result.how == "blocked"
    assert future.result.scores == tuple(int(player == mover) for player in range(2))


def test_a_round_shows_itself() -> None:
    played = dl.play("sebastopol", 4, seed=1)
    assert str(played).startswith("Sebastopol (German), step 25")
    assert played._repr_svg_().startswith("<svg")
