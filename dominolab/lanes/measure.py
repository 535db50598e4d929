"""What is counted in every round, and the counting of many rounds at once.

A measure is a whole number for each round, told by name: `length`, `blocked` (0 or 1), or with
the number of a seat, a side or a place after a slash, as in `score/0`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..rules import RuleSet
from .engine import Lanes
from .played import Played
from .settle import BLOCKED, OUT, TARGET
from .words import Words

AT_ONCE = 32_768
"""How many rounds are played at once: as many as a processor keeps close."""

Counts = dict[str, dict[int, int]]
"""By measure, how often each value was met."""


@dataclass(frozen=True, slots=True)
class Job:
    """Rounds to play: *count* of them, the first from seed + *start*."""

    rules: RuleSet
    players: int
    bots: tuple[str, ...]
    seed: int
    start: int
    count: int

    def pieces(self) -> Iterator[tuple[int, int]]:
        """Yield first number and count of what is played at once."""
        end = self.start + self.count
        for start in range(self.start, end, AT_ONCE):
            yield start, min(AT_ONCE, end - start)

    def batches(self) -> Iterator[Words]:
        """Yield the seeds of the rounds that are played at once."""
        return (seeds(self.seed, start, size) for start, size in self.pieces())


def seeds(seed: int, start: int, count: int, stride: int = 1) -> Words:
    """Return *count* seeds from number *start* on, *stride* apart, within 64 bits."""
    first = np.uint64((seed + start * stride) & (1 << 64) - 1)
    return np.arange(count, dtype=np.uint64) * np.uint64(stride) + first


def measures(played: Played, in_play: bool) -> dict[str, Any]:
    """Return every measure of rounds that were played, one value for each round."""
    total = np.sum(played.scores, axis=0, dtype=np.int64)
    found: dict[str, Any] = {
        "length": played.length,
        "turns": played.turns,
        "plays": played.plays,
        "draws": played.draws,
        "passes": played.passes,
        "deals": played.deals,
        "out": played.how == OUT,
        "blocked": played.how == BLOCKED,
        "target": played.how == TARGET,
        "undecided": ~played.winners.any(axis=0),
        "points": total,
        "lead_margin": len(played.scores) * played.order_scores[0] - total,
    }
    rows: dict[str, Any] = {"won": played.winners, "score": played.scores}
    if in_play:
        rows["in_play"] = played.in_play
    rows |= {"won_from_lead": played.order_winners, "score_from_lead": played.order_scores}
    rows["opened"] = [played.opener == seat for seat in range(len(played.pips))]
    rows |= {"pips": played.pips, "tiles": played.tiles}
    for name, values in rows.items():
        found |= {f"{name}/{number}": row for number, row in enumerate(values)}
    return found


def count(values: Any) -> dict[int, int]:
    """Return how often each value was met."""
    if values.dtype == np.bool_:
        yes = int(np.count_nonzero(values))
        return {value: n for value, n in ((0, len(values) - yes), (1, yes)) if n}
    low = int(values.min())
    # bincount takes the platform's own integers only: 32 bits wide in a browser.
    found = np.bincount((values - low).astype(np.intp)).tolist()
    return {low + value: n for value, n in enumerate(found) if n}


def merged(counts: Counts, more: Counts) -> Counts:
    """Return the sum of both; neither is changed."""
    found = {name: dict(tally) for name, tally in counts.items()}
    for name, tally in more.items():
        known = found.setdefault(name, {})
        for value, n in tally.items():
            known[value] = known.get(value, 0) + n
    return found


def play_rounds(jobs: Sequence[Job]) -> tuple[Counts, ...]:
    """Play the rounds of one job and return their counts: what an executor's worker does."""
    (job,) = jobs
    counts: Counts = {}
    for batch in job.batches():
        counts = merged(counts, _counted(_measured(job, batch)))
    return (counts,)


def play_pairs(jobs: Sequence[Job]) -> tuple[Counts, ...]:
    """Play two jobs on the same shuffles; return both counts and those of the differences."""
    counts: tuple[Counts, ...] = ({}, {}, {})
    for seeds_of_both in zip(*(job.batches() for job in jobs), strict=True):
        a, b = (_measured(job, batch) for job, batch in zip(jobs, seeds_of_both, strict=True))
        differences = {
            name: np.subtract(b[name], a[name], dtype=np.int64) for name in a if name in b
        }
        counts = tuple(
            merged(had, _counted(new)) for had, new in zip(counts, (a, b, differences), strict=True)
        )
    return counts


def _counted(values: dict[str, Any]) -> Counts:
    return {name: count(entries) for name, entries in values.items()}


def _measured(job: Job, batch: Words) -> dict[str, Any]:
    played = Lanes(job.rules, job.players, batch, job.bots).play()
    return measures(played, job.rules.plan.in_play != "none")
