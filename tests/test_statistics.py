"""Means, shares and their intervals, against known values and against chance itself."""

from __future__ import annotations

import random
import statistics
from collections import Counter
from math import inf, isclose

import pytest

from dominolab.errors import DominoError
from dominolab.statistics import (
    Estimate,
    Tally,
    independent_means,
    independent_shares,
    normal_quantile,
    paired_shares,
    rounds_needed,
    share,
    student_quantile,
)


def tally(*values: int) -> Tally:
    return Tally(Counter(values))


def test_a_tally_knows_mean_and_spread_of_its_values() -> None:
    values = [3, -4, 3, 10, 0, 7, 7]
    found = tally(*values)
    assert found.n == 7
    assert found.total == 26
    assert found.mean == statistics.fmean(values)
    assert isclose(found.variance, statistics.variance(values))
    assert isclose(found.deviation, statistics.stdev(values))
    assert found.median == 3
    assert [found.quantile(part) for part in (0, 0.25, 0.75, 1)] == [-4, 0, 7, 10]
    assert dict(found) == {-4: 1, 0: 1, 3: 2, 7: 2, 10: 1}
    assert found[99] == 0
    assert 99 not in found


def test_no_digit_is_lost_where_values_are_huge_and_close() -> None:
    assert tally(10**15, 10**15 + 2).variance == 2


def test_tallies_merge_in_any_grouping() -> None:
    a, b, c = tally(1, 2), tally(2, 3), tally(-1)
    assert (a + b) + c == a + (b + c) == c + b + a == tally(1, 2, 2, 3, -1)
    assert hash(a + b) == hash(b + a)


def test_a_tally_of_nothing_says_so() -> None:
    empty = Tally()
    assert repr(empty) == "<Tally of nothing>"
    for ask in ("mean", "variance", "median"):
        with pytest.raises(DominoError, match="Nothing has been counted"):
            getattr(empty, ask)
    assert "mean 2" in repr(tally(1, 3))


def test_a_tally_is_written_and_read() -> None:
    found = tally(5, 5, -2)
    assert found.to_json() == [[-2, 1], [5, 2]]
    assert Tally.from_json(found.to_json()) == found
    assert found != [[-2, 1], [5, 2]]
    for wrong in ("x", [[1]], [[1, 2.5]], [[1, True]]):
        with pytest.raises(DominoError, match="pairs of whole numbers"):
            Tally.from_json(wrong)
    with pytest.raises(DominoError, match="less than never"):
        Tally({1: -1})


def test_bars_have_round_widths_and_leave_nothing_out() -> None:
    found = Tally(dict.fromkeys(range(-7, 140), 1))
    bars = found.binned(40)
    assert len(bars) <= 40
    assert {last - first + 1 for first, last, _ in bars} == {5}
    assert sum(count for _, _, count in bars) == found.n
    assert bars[0][0] == -10
    assert tally(4).binned() == [(4, 4, 1)]
    assert Tally({0: 1, 5000: 1}).binned(40)[0] == (0, 199, 1)


def test_quantiles_are_those_of_the_tables() -> None:
    assert isclose(normal_quantile(0.95), 1.959964, abs_tol=1e-6)
    for freedom, expected in ((5, 2.571), (10, 2.228), (30, 2.042), (1000, 1.962)):
        assert isclose(student_quantile(0.95, freedom), expected, abs_tol=0.004), freedom
    assert student_quantile(0.95, 0) == inf
    for level in (0, 1, -2):
        with pytest.raises(DominoError, match="between 0 and 1"):
            normal_quantile(level)
    with pytest.raises(DominoError, match="from 0 to 1"):
        tally(1).quantile(2)


def test_a_share_has_wilson_s_interval() -> None:
    found = share(10, 100)
    assert found.value == 0.1
    assert isclose(found.low, 0.0552, abs_tol=1e-4)
    assert isclose(found.high, 0.1744, abs_tol=1e-4)
    never, always = share(0, 50), share(50, 50)
    assert never.low == 0
    assert isclose(never.high, 0.0714, abs_tol=1e-4)
    assert always.high == 1
    assert tally(0, 0, 1).share_estimate().value == 1 / 3


def test_the_mean_of_a_single_value_has_no_bounds() -> None:
    assert tally(4).mean_estimate() == Estimate(4, -inf, inf)
    assert independent_means(tally(4), tally(5, 6)) == Estimate(1.5, -inf, inf)
    assert tally(4).variance == 0


def test_unrelated_means_differ_by_welch_s_interval() -> None:
    a, b = tally(27, 20, 21, 26, 27, 31, 24, 21), tally(20, 19, 22, 25, 23, 24, 22, 18)
    found = independent_means(a, b)
    assert isclose(found.value, -3)
    # scipy.stats.ttest_ind(b, a, equal_var=False).confidence_interval()
    assert isclose(found.low, -6.4933, abs_tol=0.001)
    assert isclose(found.high, 0.4933, abs_tol=0.001)
    assert independent_means(tally(2, 2), tally(5, 5)) == Estimate(3, 3, 3)


def test_unrelated_shares_differ_by_newcombe_s_interval() -> None:
    # Newcombe (1998), method 10: 56/70 against 48/80 gives 0.0524 to 0.3339.
    found = independent_shares(Tally({1: 48, 0: 32}), Tally({1: 56, 0: 14}))
    assert isclose(found.value, 0.2)
    assert isclose(found.low, 0.0524, abs_tol=1e-4)
    assert isclose(found.high, 0.3339, abs_tol=1e-4)


def test_paired_shares_have_an_interval_even_when_no_pair_differs() -> None:
    found = paired_shares(Tally({0: 100}))
    assert found.value == 0
    assert -0.05 < found.low < 0 < found.high < 0.05
    assert not found.excludes_zero
    assert paired_shares(Tally({1: 60, 0: 30, -1: 10})).excludes_zero


def test_how_many_rounds_show_a_difference() -> None:
    assert rounds_needed(4.0, 0.0) is None
    assert rounds_needed(4.0, 0.1) == 1537
    assert rounds_needed(0.0, 5.0) == 2


def test_an_estimate_reads_as_a_sentence_does() -> None:
    found = Estimate(3, 1, 5)
    assert str(found) == "3 (1 to 5)"
    assert found.excludes_zero
    assert found.divided(2) == Estimate(1.5, 0.5, 2.5)
    assert Estimate(-3, -4, -2).excludes_zero


def test_of_twenty_intervals_nineteen_hold_the_true_value() -> None:
    chance = random.Random(5)
    held = Counter[str]()
    repeats = 600
    for _ in range(repeats):
        dice = [chance.randint(1, 6) for _ in range(40)]
        other = [chance.randint(1, 6) for _ in range(25)]
        hits = [int(chance.random() < 0.2) for _ in range(60)]
        more = [int(hit or chance.random() < 0.1) for hit in hits]
        mean = tally(*dice).mean_estimate()
        held["mean"] += mean.low <= 3.5 <= mean.high
        part = tally(*hits).share_estimate()
        held["share"] += part.low <= 0.2 <= part.high
        apart = independent_means(tally(*dice), tally(*other))
        held["welch"] += apart.low <= 0 <= apart.high
        pair = paired_shares(tally(*(b - a for a, b in zip(hits, more, strict=True))))
        held["paired"] += pair.low <= 0.08 <= pair.high
    for name, count in held.items():
        assert 0.925 <= count / repeats <= 0.985, name
