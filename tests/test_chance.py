"""Chance: the same seed gives the same round on every platform and in every process."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter

import pytest

import dominolab as dl
from dominolab import notation
from dominolab.chance import (
    CHOICES,
    LOT,
    WORD,
    Chance,
    check_seed,
    shuffled,
    shuffled_tiles,
    start,
)
from dominolab.errors import RuleError

# -- Literal values: whoever changes one of them changes every link and every record ---------------


def test_streams_start_where_splitmix64_does() -> None:
    # The first three are the first outputs of splitmix64 with seed 0, as its author gives them.
    assert start(0, 0) == 0xE220A8397B1DCDAF
    assert start(0, 1) == 0x6E789E6AA1B965F4
    assert start(0, 2) == 0x06C45D188009454F
    assert start(7, LOT) == 10818320209609867881
    assert start(-1, 0) == start(WORD, 0) == 16490336266968443936


def test_a_shuffle_is_known_to_the_last_tile() -> None:
    assert " ".join(map(str, shuffled_tiles(7, 0))) == (
        "5-3 6-5 5-1 4-3 3-3 6-6 4-0 4-4 3-1 6-2 3-2 2-1 5-5 5-0 "
        "1-0 4-2 5-4 6-4 4-1 2-0 1-1 6-0 0-0 2-2 6-3 5-2 3-0 6-1"
    )
    assert shuffled(0, 0)[:10] == [25, 16, 6, 20, 17, 27, 1, 23, 11, 0]
    assert shuffled(WORD, 3)[:10] == [24, 4, 11, 6, 22, 5, 17, 19, 18, 12]


def test_choices_are_known() -> None:
    chance = Chance(7)
    assert [chance.below(10) for _ in range(12)] == [8, 2, 7, 1, 8, 3, 9, 1, 1, 3, 2, 5]
    chance = Chance(0, CHOICES + 3)
    assert [chance.below(1000) for _ in range(6)] == [643, 134, 575, 596, 314, 963]


def test_a_deal_and_a_lot_are_known() -> None:
    round_ = dl.Round.deal("polyglot", 3, seed=7)
    assert [str(hand) for hand in round_.hands] == [
        "3-3 4-0 4-3 5-1 5-3 6-5 6-6",
        "2-1 3-1 3-2 4-4 5-0 5-5 6-2",
        "1-0 1-1 2-0 4-1 4-2 5-4 6-4",
    ]
    assert str(round_.stock) == "6-0 0-0 2-2 6-3 5-2 3-0 6-1"
    lot = dl.Round.deal("janod", 4, seed=2026).opening.lot
    assert lot is not None
    assert [str(tile) for tile in lot] == ["2-1", "6-0", "3-0", "6-5"]


PLAYED = (
    "muggins@fr 2 seed=7 : 6-6 6-2 6-5 5-0 4-0 4-4 4-3 3-2@4-3 draw draw 4-2@3-2 2-1 1-0 draw 5-4 "
    "5-3 3-1 5-1 5-5"
)


def test_a_round_of_random_bots_is_known_to_the_last_action() -> None:
    played = dl.play("muggins@fr", 2, seed=7)
    assert notation.write_round(played) == PLAYED
    assert played.result is not None
    assert played.result.scores == (2, 8)


# -- Quality ---------------------------------------------------------------------------------------


def test_every_shuffle_has_every_tile_once() -> None:
    for seed in range(50):
        for stream in (0, 1, 2, LOT):
            assert sorted(shuffled(seed, stream)) == list(range(28))


def test_streams_and_seeds_differ() -> None:
    orders = {tuple(shuffled(seed, stream)) for seed in range(40) for stream in (0, 1, LOT)}
    assert len(orders) == 120


def test_every_tile_comes_first_about_equally_often() -> None:
    first = Counter(shuffled(seed, 0)[0] for seed in range(5600))
    # 200 of each are expected; five standard deviations are about 70.
    assert set(first) == set(range(28))
    assert all(130 < count < 270 for count in first.values())


def test_neighbouring_seeds_share_no_pattern() -> None:
    together = sum(
        one == other
        for seed in range(500)
        for one, other in zip(shuffled(seed, 0), shuffled(seed + 1, 0), strict=True)
    )
    # One place of 28 agrees by chance in each pair of shuffles.
    assert 390 < together < 610


def test_choices_below_a_number_are_even() -> None:
    chance = Chance(1)
    counts = Counter(chance.below(5) for _ in range(10_000))
    assert set(counts) == set(range(5))
    assert all(1800 < count < 2200 for count in counts.values())
    assert {chance.below(1) for _ in range(10)} == {0}


# -- Seeds -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [0, 7, -3, WORD, -WORD])
def test_whole_numbers_are_seeds(seed: int) -> None:
    assert check_seed(seed) == seed
    assert dl.Round.deal("block", 2, seed=seed).seed == seed


@pytest.mark.parametrize(
    "seed", [1.5, "7", True, None, WORD + 1, -WORD - 1, pytest.param(10**5000, id="huge")]
)
def test_other_things_are_not(seed: object) -> None:
    with pytest.raises(
        RuleError, match=r"^seed = .+ is not possible: give a whole number"
    ) as error:
        check_seed(seed)
    assert len(str(error.value)) < 200


def test_a_round_without_a_seed_gets_one_that_deals_it_again() -> None:
    round_ = dl.Round.deal("polyglot", 4)
    assert isinstance(round_.seed, int)
    assert dl.Round.deal("polyglot", 4, seed=round_.seed) == round_
    match = dl.Match("muggins", 2)
    assert dl.Match("muggins", 2, match.seed).round == match.round


PROGRAM = """
import dominolab as dl
from dominolab import notation
for name in ("polyglot@th", "janod", "branching@hr", "draw", "fives-and-threes", "sebastopol"):
    rules = dl.rules(name)
    for bots in ("random", "greedy", "blocker", "sampler"):
        played = dl.play(rules, rules.counts[-1], seed=11, bots=bots)
        print(bots, notation.write_round(played), played.result.scores)
    print(hash(rules) == hash(dl.rules(name)), sorted(rules.statements), dl.diff("block", name))
"""


def test_nothing_depends_on_the_order_of_hashes() -> None:
    def printed(hash_seed: str) -> str:
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
            encoding="utf-8",
        )
        return done.stdout

    one = printed("1")
    assert "random polyglot@th 5 seed=11" in one
    assert printed("4242") == one
