"""Many matches at once: each round of all unfinished matches is played before the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..errors import DominoError
from ..rules import RuleSet
from .deal import NOBODY
from .engine import Lanes
from .measure import Counts, Job, count, merged, seeds
from .words import Flags, Ints, Words

STRIDE = 1 << 16
"""How far apart the seeds of two matches are: round k of a match is dealt from its seed + k."""
LONGEST = 10_000
"""A match with more rounds than this does not end: its rules let nobody reach the target."""


@dataclass(slots=True)
class Matches:
    """The ends of all matches: one value for each, or a row for each side."""

    rounds: Ints
    length: Ints
    """The number of actions in all rounds."""
    totals: Ints
    winners: Flags


def play_matches(rules: RuleSet, players: int, first: Words, bots: tuple[str, ...]) -> Matches:
    """Play matches to their end, each from its own seed, as `Match.play` does."""
    sides = len(rules.teams(players))
    lanes = len(first)
    found = Matches(
        rounds=np.zeros(lanes, dtype=np.int64),
        length=np.zeros(lanes, dtype=np.int64),
        totals=np.zeros((sides, lanes), dtype=np.int64),
        winners=np.zeros((sides, lanes), dtype=np.bool_),
    )
    going = np.arange(lanes, dtype=np.int64)
    previous = np.full(lanes, NOBODY, dtype=np.int64)
    number = 0
    while len(going):
        if number == LONGEST:
            raise DominoError(
                f"A match of {rules!r} does not end: seed {int(first[going[0]])} has had "
                f"{number} rounds."
            )
        played = Lanes(
            rules,
            players,
            first[going] + np.uint64(number),
            bots,
            before=found.totals[:, going],
            previous=previous if number else None,
            first=number == 0,
        ).play()
        number += 1
        totals = found.totals[:, going] + played.scores
        found.totals[:, going] = totals
        found.length[going] += played.length
        best = totals.max(axis=0)
        over = np.ones(len(going), dtype=np.bool_) if rules.target is None else best >= rules.target
        ended = going[over]
        found.rounds[ended] = number
        if rules.target is None:
            found.winners[:, ended] = played.winners
        else:
            leaders = totals == best
            alone = np.count_nonzero(leaders, axis=0) == 1
            found.winners[:, ended] = (leaders & alone)[:, over]
        going, previous = going[~over], played.previous[~over]
    return found


def play_match_job(jobs: Sequence[Job]) -> tuple[Counts, ...]:
    """Play the matches of one job and return their counts: what an executor's worker does."""
    (job,) = jobs
    counts: Counts = {}
    for start, size in job.pieces():
        first = seeds(job.seed, start, size, STRIDE)
        matches = play_matches(job.rules, job.players, first, job.bots)
        counts = merged(counts, _counted(matches))
    return (counts,)


def _counted(matches: Matches) -> Counts:
    ranked = np.sort(matches.totals, axis=0)
    found = {
        "rounds": matches.rounds,
        "length": matches.length,
        "undecided": ~matches.winners.any(axis=0),
        "best": ranked[-1],
        "lead": ranked[-1] - ranked[-2],
    }
    found |= {f"won/{side}": won for side, won in enumerate(matches.winners)}
    found |= {f"total/{side}": total for side, total in enumerate(matches.totals)}
    return {name: count(values) for name, values in found.items()}
