"""How likely each total of the ends is: rounds played to their end, and every play counted."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from dominolab.match import play
from dominolab.rules import RuleSet

ROUNDS = 1000
"""So many rounds are played: some 18,000 plays."""
CHUNK = 100
"""So many are played at a time, so that the page stays awake between."""


class Likelihood(NamedTuple):
    """One total with its share of all plays."""

    total: int
    plays: int
    share: float


class Sampling:
    """Rounds of one game, played in chunks by players who choose at random."""

    def __init__(self, rules: RuleSet, players: int, seed: int = 1, bots: str = "random") -> None:
        self.rules = rules
        self.players = players
        self.seed = seed
        self.bots = bots
        self.rounds = 0
        self.counts: Counter[int] = Counter()

    @property
    def plays(self) -> int:
        """How many plays have been counted."""
        return self.counts.total()

    @property
    def done(self) -> bool:
        """Whether all rounds have been played."""
        return self.rounds >= ROUNDS

    def is_of(self, game: str, end_double: str) -> bool:
        """Return whether these are rounds of *game*, counted that way."""
        return self.rules.game == game and self.rules.end_double == end_double

    def more(self, rounds: int = CHUNK) -> None:
        """Play some more rounds and count the ends after every play."""
        for _ in range(min(rounds, ROUNDS - self.rounds)):
            round_ = play(self.rules, self.players, self.seed + self.rounds, self.bots)
            for step in round_.steps:
                if step.count is not None:
                    self.counts[step.count.points] += 1
            self.rounds += 1

    def likelihoods(self, totals: range) -> list[Likelihood]:
        """Return the share of each total; none before the first round."""
        plays = self.plays
        if not plays:
            return []
        return [
            Likelihood(total, self.counts[total], self.counts[total] / plays) for total in totals
        ]
