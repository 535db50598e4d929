"""Counts, means and intervals from exact tallies.

A tally says how often each whole number was met. All sums over it are whole numbers, so tallies
can be merged in any order and any grouping, and what is worked out from them is always the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from math import ceil, inf, sqrt
from statistics import NormalDist
from typing import Any, NamedTuple

from .errors import DominoError

LEVEL = 0.95
"""The usual confidence: of twenty such intervals, nineteen hold the true value."""


class Estimate(NamedTuple):
    """A value with the interval in which the true one lies, at that confidence."""

    value: float
    low: float
    high: float
    level: float = LEVEL

    @property
    def excludes_zero(self) -> bool:
        """Whether the interval is wholly above or wholly below zero."""
        return self.low > 0 or self.high < 0

    def divided(self, divisor: int) -> Estimate:
        """Return the estimate of the same thing counted in other units."""
        return self._replace(
            value=self.value / divisor, low=self.low / divisor, high=self.high / divisor
        )

    def __str__(self) -> str:
        return f"{self.value:.4g} ({self.low:.4g} to {self.high:.4g})"


@lru_cache(maxsize=64)
def normal_quantile(level: float) -> float:
    """Return how many standard errors an interval of that confidence reaches to either side."""
    if not 0 < level < 1:
        raise DominoError(f"level = {level!r} is not possible: give a number between 0 and 1.")
    return NormalDist().inv_cdf((1 + level) / 2)


def student_quantile(level: float, freedom: float) -> float:
    """Return the same for a mean of few values, by a series (good to 3 digits from 5 on)."""
    z = normal_quantile(level)
    if freedom <= 0:
        return inf
    series = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return sum(term / freedom**power for power, term in enumerate(series))


class Tally(Mapping[int, int]):
    """How often each whole number was met: a histogram that cannot be changed."""

    def __init__(self, counts: Mapping[int, int] | Iterable[tuple[int, int]] = ()) -> None:
        kept = {int(value): int(count) for value, count in dict(counts).items() if count}
        if any(count < 0 for count in kept.values()):
            raise DominoError("A tally cannot count anything less than never.")
        self._counts = dict(sorted(kept.items()))

    def __getitem__(self, value: int) -> int:
        return self._counts.get(value, 0)

    def __iter__(self) -> Iterator[int]:
        return iter(self._counts)

    def __len__(self) -> int:
        return len(self._counts)

    def __contains__(self, value: object) -> bool:
        return value in self._counts

    def __add__(self, other: Tally) -> Tally:
        merged = dict(self._counts)
        for value, count in other._counts.items():
            merged[value] = merged.get(value, 0) + count
        return Tally(merged)

    @cached_property
    def n(self) -> int:
        """How many values were met."""
        return sum(self._counts.values())

    @cached_property
    def total(self) -> int:
        """The sum of all values."""
        return sum(value * count for value, count in self._counts.items())

    @cached_property
    def squares(self) -> int:
        """The sum of the squares of all values."""
        return sum(value * value * count for value, count in self._counts.items())

    @property
    def mean(self) -> float:
        """The mean of all values."""
        self._need_values()
        return self.total / self.n

    @property
    def variance(self) -> float:
        """The variance that these values suggest (0 for a single one)."""
        self._need_values()
        if self.n < 2:
            return 0.0
        # In whole numbers up to the last step: no digit is lost where mean and spread differ much.
        return (self.n * self.squares - self.total**2) / (self.n * (self.n - 1))

    @property
    def deviation(self) -> float:
        """The standard deviation."""
        return sqrt(self.variance)

    def quantile(self, part: float) -> int:
        """Return the smallest value that at least that *part* of all values do not exceed."""
        self._need_values()
        if not 0 <= part <= 1:
            raise DominoError(f"quantile({part!r}) is not possible: give a number from 0 to 1.")
        seen = 0
        for value, count in self._counts.items():
            seen += count
            if seen >= part * self.n:
                return value
        return value

    @property
    def median(self) -> int:
        """The value in the middle."""
        return self.quantile(0.5)

    def mean_estimate(self, level: float = LEVEL) -> Estimate:
        """Return the mean with its interval."""
        mean = self.mean
        if self.n < 2:
            return Estimate(mean, -inf, inf, level)
        reach = student_quantile(level, self.n - 1) * sqrt(self.variance / self.n)
        return Estimate(mean, mean - reach, mean + reach, level)

    def share_estimate(self, level: float = LEVEL) -> Estimate:
        """Return the share of values that are not 0 with its interval."""
        self._need_values()
        return share(self.n - self[0], self.n, level)

    def scaled(self, divisor: int, level: float = LEVEL) -> Estimate:
        """Return the mean of the values divided by *divisor*, with its interval."""
        return self.mean_estimate(level).divided(divisor)

    def binned(self, most: int = 40) -> list[tuple[int, int, int]]:
        """Return at most *most* bars as (first value, last value, count), without gaps."""
        self._need_values()
        low, high = next(iter(self)), next(reversed(self._counts))
        width = _round_width(-(-(high - low + 1) // most))
        start = low // width * width
        bars = [0] * ((high - start) // width + 1)
        for value, count in self._counts.items():
            bars[(value - start) // width] += count
        return [(start + i * width, start + (i + 1) * width - 1, n) for i, n in enumerate(bars)]

    def to_json(self) -> list[list[int]]:
        """Return the pairs of value and count."""
        return [[value, count] for value, count in self._counts.items()]

    @classmethod
    def from_json(cls, data: Any) -> Tally:
        """Read what `to_json` wrote."""
        if not isinstance(data, list) or not all(_is_pair(pair) for pair in data):
            raise DominoError("A tally is a list of pairs of whole numbers, value and count.")
        return cls((value, count) for value, count in data)

    def __eq__(self, other: object) -> bool:
        return self._counts == other._counts if isinstance(other, Tally) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self._counts.items()))

    def __repr__(self) -> str:
        if not self:
            return "<Tally of nothing>"
        return f"<Tally of {self.n:,}, mean {self.mean:.4g}, median {self.median}>"

    def _need_values(self) -> None:
        if not self._counts:
            raise DominoError("Nothing has been counted yet: there is no mean and no quantile.")


def _is_pair(pair: object) -> bool:
    return isinstance(pair, list) and len(pair) == 2 and all(type(number) is int for number in pair)


def _round_width(width: int) -> int:
    """Return the next of 1, 2, 5, 10, 20, 50, ... from *width* on."""
    power = 1
    while True:
        for step in (1, 2, 5):
            if step * power >= width:
                return step * power
        power *= 10


def share(part: int, whole: int, level: float = LEVEL) -> Estimate:
    """Return *part* of *whole* with Wilson's interval, which holds for small shares too."""
    z = normal_quantile(level)
    ratio = part / whole
    scale = 1 + z * z / whole
    middle = (ratio + z * z / (2 * whole)) / scale
    reach = z / scale * sqrt(ratio * (1 - ratio) / whole + z * z / (4 * whole * whole))
    return Estimate(ratio, max(0.0, middle - reach), min(1.0, middle + reach), level)


def independent_means(a: Tally, b: Tally, level: float = LEVEL) -> Estimate:
    """Return how much the mean of *b* exceeds that of *a*, for two unrelated samples (Welch)."""
    value = b.mean - a.mean
    if min(a.n, b.n) < 2:
        return Estimate(value, -inf, inf, level)
    parts = [a.variance / a.n, b.variance / b.n]
    spread = sum(parts)
    if not spread:
        return Estimate(value, value, value, level)
    freedom = spread**2 / (parts[0] ** 2 / (a.n - 1) + parts[1] ** 2 / (b.n - 1))
    reach = student_quantile(level, freedom) * sqrt(spread)
    return Estimate(value, value - reach, value + reach, level)


def independent_shares(a: Tally, b: Tally, level: float = LEVEL) -> Estimate:
    """Return how much the share of *b* exceeds that of *a*, unrelated samples (Newcombe)."""
    one, two = a.share_estimate(level), b.share_estimate(level)
    value = two.value - one.value
    down = sqrt((two.value - two.low) ** 2 + (one.high - one.value) ** 2)
    up = sqrt((two.high - two.value) ** 2 + (one.value - one.low) ** 2)
    return Estimate(value, value - down, value + up, level)


def paired_shares(differences: Tally, level: float = LEVEL) -> Estimate:
    """Return the mean of differences of shares, each -1, 0 or 1 (Agresti and Min).

    Half a case is added to each of the four outcomes, so that the interval has some width even
    when no pair differs; the value itself is the plain mean.
    """
    n = differences.n + 2
    fewer, more = differences[-1] + 0.5, differences[1] + 0.5
    middle = (more - fewer) / n
    reach = normal_quantile(level) * sqrt(fewer + more - (more - fewer) ** 2 / n) / n
    value = differences.mean
    return Estimate(value, max(-1.0, middle - reach), min(1.0, middle + reach), level)


def rounds_needed(variance: float, difference: float, level: float = LEVEL) -> int | None:
    """Return how many rounds show a *difference* of means at that confidence, None for no end."""
    if not difference:
        return None
    return max(2, ceil(variance * (normal_quantile(level) / difference) ** 2))


__all__ = [
    "LEVEL",
    "Estimate",
    "Tally",
    "independent_means",
    "independent_shares",
    "normal_quantile",
    "paired_shares",
    "rounds_needed",
    "share",
    "student_quantile",
]
