"""Two rulesets beside each other: what differs, by how much, and how surely.

Played on the same shuffles, two rulesets meet the same luck: the differences round by round
scatter far less than the rounds themselves, so fewer rounds show the same thing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from .errors import DominoError, RecordError
from .result import SimulationResult, need_pandas, read_document
from .statistics import (
    LEVEL,
    Estimate,
    Tally,
    independent_means,
    independent_shares,
    paired_shares,
    rounds_needed,
)

FORMAT = "dominolab-comparison/1"


class Difference(NamedTuple):
    """One measure under two rulesets."""

    name: str
    label: str
    share: bool
    a: Estimate
    b: Estimate
    difference: Estimate
    """By how much the second exceeds the first."""
    gain: float | None
    """How many times more rounds unpaired samples need for the same interval; None if unpaired."""
    needed: int | None
    """How many rounds show a difference of this size; None where there is none to show."""


@dataclass(frozen=True, eq=True)
class Comparison:
    """Two results and their differences, the second less the first."""

    a: SimulationResult
    b: SimulationResult
    differences: Mapping[str, Tally] | None
    """For each measure the differences round by round; None where the shuffles were not the same."""

    @property
    def paired(self) -> bool:
        """Whether both were played on the same shuffles."""
        return self.differences is not None

    @property
    def partial(self) -> bool:
        """Whether fewer rounds were played than were asked for."""
        return self.a.partial or self.b.partial

    @property
    def rounds(self) -> int:
        """How many rounds were played of each, the fewer where they are not the same."""
        return min(self.a.rounds, self.b.rounds)

    @property
    def measures(self) -> tuple[str, ...]:
        """The measures that mean the same in both."""
        same_sides = self.a.teams == self.b.teams
        return tuple(
            name
            for name in self.a.tallies
            if name in self.b.tallies and (same_sides or not _by_side(name))
        )

    def __getitem__(self, name: str) -> Difference:
        """Return what a measure is under both, and the difference: `comparison["length"]`."""
        return self.difference(name)

    def difference(self, name: str, level: float = LEVEL) -> Difference:
        """Return what a measure is under both, and the difference with its interval."""
        if name not in self.measures:
            known = ", ".join(self.measures) or "none, for nothing was played"
            raise DominoError(f"There is no measure {name!r} to compare: there is {known}.")
        one, two = self.a[name], self.b[name]
        kind = self.a.measures[name.partition("/")[0]]
        divisor = self.a._divisor(name)
        apart = one.variance / one.n + two.variance / two.n
        gain = None
        if self.differences is not None:
            tally = self.differences[name]
            found = paired_shares(tally, level) if kind.share else tally.mean_estimate(level)
            variance = tally.variance
            gain = apart * tally.n / variance if variance else None
        else:
            means = independent_shares if kind.share else independent_means
            found = means(one, two, level)
            variance = one.variance + two.variance
        found = found.divided(divisor)
        return Difference(
            name,
            self.a.label(name),
            kind.share,
            self.a.estimate(name, level),
            self.b.estimate(name, level),
            found,
            gain,
            rounds_needed(variance / divisor**2, found.value, level),
        )

    def rows(self, level: float = LEVEL) -> list[Difference]:
        """Return all measures with their differences."""
        return [self.difference(name, level) for name in self.measures]

    def __str__(self) -> str:
        lines = [f"A: {self.a.heading}: {self.a.extent}", f"B: {self.b.heading}: {self.b.extent}"]
        lines.append(f"   {'the same shuffles' if self.paired else 'different shuffles'}")
        lines.append(f"  {'':45} {'A':>9} {'B':>9} {'B - A':>9}  95 % interval")
        for row in self.rows():
            scale, unit = (100, " %") if row.share else (1, "  ")
            a, b, more = (f"{scale * e.value:.2f}" for e in (row.a, row.b, row.difference))
            low, high = (f"{scale * number:.2f}" for number in row.difference[1:3])
            mark = "" if row.difference.excludes_zero else "   no difference shown"
            lines.append(
                f"  {row.label:45} {a:>7}{unit} {b:>7}{unit} {more:>9}  {low} to {high}{mark}"
            )
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        from .result_html import comparison_html

        return comparison_html(self)

    def __repr__(self) -> str:
        how = "paired" if self.paired else "unpaired"
        return f"<Comparison of {self.a.rules.id} and {self.b.rules.id}, {how}, {self.a.extent}>"

    def to_json(self) -> dict[str, Any]:
        """Return all of it as JSON writes it."""
        differences = self.differences
        return {
            "format": FORMAT,
            "a": self.a.to_json(),
            "b": self.b.to_json(),
            "differences": None
            if differences is None
            else {name: tally.to_json() for name, tally in differences.items()},
        }

    @classmethod
    def from_json(cls, data: str | Mapping[str, Any]) -> Comparison:
        """Read what `to_json` wrote, from its text or from the parsed document."""
        fields = read_document(data, FORMAT)
        one, two = (SimulationResult.from_json(fields[name]) for name in ("a", "b"))
        entries = fields["differences"]
        if entries is None:
            return cls(one, two, None)
        if not isinstance(entries, dict):
            raise RecordError("The comparison's 'differences' is not an object.")
        differences = {name: Tally.from_json(entry) for name, entry in entries.items()}
        found = cls(one, two, differences)
        for name in found.measures:
            if name not in differences or differences[name].n != one.rounds:
                raise RecordError(f"The differences in {name!r} are not of {one.rounds} rounds.")
        return found

    def to_pandas(self, level: float = LEVEL) -> Any:
        """Return a table with a row for each measure (pandas must be installed)."""
        pandas = need_pandas()
        table = [
            {
                "measure": row.name,
                "label": row.label,
                "a": row.a.value,
                "b": row.b.value,
                "difference": row.difference.value,
                "low": row.difference.low,
                "high": row.difference.high,
                "shown": row.difference.excludes_zero,
            }
            for row in self.rows(level)
        ]
        return pandas.DataFrame(table).set_index("measure") if table else pandas.DataFrame()


def _by_side(name: str) -> bool:
    return "/" in name or name == "lead_margin"


__all__ = ["Comparison", "Difference"]
