"""Matches: rounds to a target, totals, undo across rounds."""

from __future__ import annotations

import pytest

import dominolab as dl
from dominolab.errors import IllegalAction, RuleError
from dominolab.match import finish, previous_winner
from dominolab.notation import moves


def test_a_match_ends_when_a_side_reaches_the_target() -> None:
    match = dl.Match("muggins", players=2, seed=1, target=31).play("greedy")
    assert match.over
    assert max(match.totals) >= 31
    assert match.winner == (match.totals.index(max(match.totals)),)
    for earlier, later in zip(match.rounds, match.rounds[1:], strict=False):
        assert earlier.result is not None
        assert max(later.before) < 31
        added = [a + b for a, b in zip(earlier.before, earlier.result.scores, strict=True)]
        assert list(later.before) == added


def test_round_k_is_dealt_from_seed_plus_k() -> None:
    match = dl.Match("polyglot", players=3, seed=40).play()
    assert [round_.seed for round_ in match.rounds] == list(range(40, 40 + len(match.rounds)))


def test_without_a_target_a_match_is_one_round() -> None:
    match = dl.Match("janod", players=2, seed=3).play()
    assert match.rules.target is None
    assert len(match.rounds) == 1
    assert match.round.result is not None
    assert match.winner == match.round.result.winner


def test_the_next_round_waits_for_the_end_of_this_one_and_of_the_match() -> None:
    match = dl.Match("polyglot", players=2, seed=1)
    assert match.winner == ()
    assert not match.over
    with pytest.raises(IllegalAction, match="not over yet"):
        match.next_round()
    match.play()
    with pytest.raises(IllegalAction, match="no next round"):
        match.next_round()


def test_pop_goes_back_over_every_round_to_the_first_deal() -> None:
    match = dl.Match("polyglot", players=2, seed=5).play()
    told = [moves(round_) for round_ in match.rounds]
    actions = [action for round_ in match.rounds for action in round_.actions]
    undone = [match.pop() for _ in actions]
    assert undone == actions[::-1]
    assert len(match.rounds) == 1
    assert not match.round.actions
    with pytest.raises(IllegalAction, match="nothing to undo"):
        match.pop()
    for action in actions:
        match.push(action)
    assert [moves(round_) for round_ in match.rounds] == told
    assert match.over


def test_an_illegal_first_action_of_a_new_round_changes_nothing() -> None:
    match = dl.Match("polyglot", players=2, seed=5)
    finish(match.round)
    with pytest.raises(IllegalAction):
        match.push(dl.PASS)
    assert len(match.rounds) == 1


def test_who_won_the_round_before() -> None:
    unfinished = dl.Round.deal("block", players=2, seed=1)
    assert previous_winner(unfinished) is None
    for seed in range(40):
        played = dl.play("polyglot", 3, seed)
        assert played.result is not None
        winner = previous_winner(played)
        if not played.result.winner:
            assert winner is None
        else:
            assert winner in played.result.winner


def test_the_match_shows_itself_and_refuses_a_wrong_target() -> None:
    assert repr(dl.Match("block", players=2, seed=1)).startswith("<Match block, 1 round")
    with pytest.raises(RuleError, match="target = 0"):
        dl.Match("muggins", target=0)


def test_a_push_that_deals_a_round_is_undone_with_it() -> None:
    match = dl.Match("polyglot", players=2, seed=5)
    finish(match.round)
    following = dl.Match("polyglot", players=2, seed=5)
    finish(following.round)
    action = following.next_round().legal()[0]
    match.push(action)
    assert len(match.rounds) == 2
    assert match.pop() is action
    assert len(match.rounds) == 1
    assert match.round.over
    # A round that was dealt on its own stays when its actions are taken back.
    assert following.legal() == (action,)
    following.push(action)
    assert following.pop() is action
    assert len(following.rounds) == 2
    assert following.pop() is match.round.actions[-1]
    assert len(following.rounds) == 1


def test_nothing_can_be_pushed_when_the_match_is_over() -> None:
    match = dl.Match("polyglot", players=2, seed=5).play()
    with pytest.raises(IllegalAction, match="The round is over"):
        match.push(dl.PASS)


def test_two_sides_at_the_target_the_higher_total_wins_and_equal_ones_neither() -> None:
    match = dl.Match("polyglot", players=2, seed=5).play()
    last = match.round
    assert last.result is not None
    short = 100 - min(last.before)
    for scores, winner in (((short, short), ()), ((short, short + 1), (1,))):
        level = [short - 100 + had for had in last.before]
        last.result = last.result._replace(
            scores=tuple(points - more for points, more in zip(scores, level, strict=True))
        )
        assert match.over
        assert match.winner == winner
