"""What a seat may see, and bots that see no more."""

from __future__ import annotations

import random

import pytest

import dominolab as dl
from dominolab.bots import BOTS, make_bots
from dominolab.errors import RuleError
from dominolab.tiles import TILES, Hand, bits
from dominolab.view import View

RULES = ("block", "draw", "branching", "polyglot", "muggins", "janod", "sebastopol")


def under_way(name: str, seed: int, steps: int) -> dl.Round:
    players = dl.rules(name).counts[-1]
    round_ = dl.Round.deal(name, players, seed)
    chance = random.Random(seed)
    for _ in range(steps):
        if round_.over:
            break
        round_.push(chance.choice(round_.legal()))
    return round_


def test_a_view_tells_what_lies_open_and_counts_the_rest() -> None:
    round_ = under_way("draw", 4, 9)
    view = View(round_)
    assert view.player == round_.turn
    assert view.hand == round_.hands[round_.turn]
    assert bits(view.hand) == view.hand_bits
    assert view.sizes == tuple(len(hand) for hand in round_.hands)
    assert view.stock == len(round_.stock)
    assert view.drawable == round_.drawable
    assert view.layout == round_.layout
    assert view.exits == round_.exits
    assert view.in_play == round_.in_play
    assert (view.rules, view.players, view.teams) == (round_.rules, round_.players, round_.teams)
    hidden = [tile for tile in TILES if view.unseen & tile.bit]
    others = [t for p, hand in enumerate(round_.hands) if p != view.player for t in hand]
    assert sorted(hidden) == sorted([*others, *round_.stock])
    assert [action for _, action in view.history] == round_.actions
    assert View(round_, (round_.turn + 1) % round_.players).legal == ()


def test_who_passed_lacks_what_was_open() -> None:
    for seed in range(40):
        round_ = under_way("block", seed, 14)
        for player, lacking in enumerate(View(round_).lacks()):
            assert not bits(round_.hands[player]) & lacking


def test_where_a_pass_is_free_it_tells_nothing() -> None:
    house = dl.rules("block", able="may-pass")
    assert View(dl.play(house, 4, 3)).lacks() == (0, 0, 0, 0)


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_chooses_the_same_whatever_the_hidden_tiles_are(bot: str, name: str) -> None:
    changed = 0
    for seed in range(6):
        round_ = under_way(name, seed, 6 + seed)
        if round_.over or len(round_.legal()) < 2:
            continue
        seat = round_.turn
        others = [p for p in range(round_.players) if p != seat]
        hidden = [t for p in others for t in round_.hands[p]] + list(round_.stock)
        random.Random(seed).shuffle(hidden)
        hands = [bits(hand) for hand in round_.hands]
        for player in others:
            size = len(round_.hands[player])
            hands[player] = bits(hidden[:size])
            del hidden[:size]
        other = round_.with_hidden(hands, hidden)
        changed += other.hands != round_.hands
        choices = [
            make_bots(bot, round_.players, seed)[seat].choose(View(table, seat))
            for table in (round_, other)
        ]
        assert choices[0] is choices[1]
        assert choices[0] in round_.legal()
    assert changed


@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_says_why_for_whatever_it_does(bot: str) -> None:
    round_ = dl.Round.deal("draw", 2, 8)
    seats = make_bots(bot, 2, 8)
    kinds = set()
    while not round_.over:
        view = View(round_)
        action = seats[round_.turn].choose(view)
        kinds.add(action.kind)
        assert seats[round_.turn].why(view, action).endswith(".")
        round_.push(action)
    assert "play" in kinds


def test_greedy_lays_the_most_pips() -> None:
    for seed in range(20):
        round_ = under_way("draw", seed, 7)
        plays = [a for a in round_.legal() if isinstance(a, dl.Play)]
        if plays:
            chosen = make_bots("greedy", round_.players, 0)[round_.turn].choose(View(round_))
            assert isinstance(chosen, dl.Play)
            assert chosen.tile.pips == max(play.tile.pips for play in plays)


def test_an_imagined_position_goes_on_like_the_real_one() -> None:
    round_ = under_way("draw", 4, 9)
    same = View(round_).imagine([bits(hand) for hand in round_.hands], round_.stock)
    assert same.legal() == round_.legal()
    assert same.hands == round_.hands
    assert same.stock == Hand(round_.stock)


def test_unknown_bots_and_wrong_numbers_of_bots_are_refused() -> None:
    with pytest.raises(RuleError, match="choose random, greedy, blocker or sampler"):
        make_bots("clever", 2, 1)
    with pytest.raises(RuleError, match="one for each player"):
        make_bots(["random", "greedy", "random"], 2, 1)


@pytest.mark.long
@pytest.mark.usefixtures("untraced")
def test_the_sampler_beats_random_at_block_for_two_beyond_doubt() -> None:
    """A test of proportions over 2,000 rounds: more than five standard errors above one half."""
    won = lost = 0
    for seed in range(2000):
        seats = ["sampler", "random"] if seed % 2 else ["random", "sampler"]
        result = dl.play("block", 2, seed, seats).result
        assert result is not None
        if result.winner:
            strong = seats.index("sampler") in result.winner
            won, lost = won + strong, lost + (not strong)
    decided = won + lost
    z_score = (won - decided / 2) / (decided / 4) ** 0.5
    assert z_score > 5, f"won {won}, lost {lost}"
