"""What a rule is worth: two rulesets, or one with a rule changed, simulated on the same shuffles."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import isfinite

from dominolab.comparison import Comparison, Difference
from dominolab.errors import DominoError, RuleError
from dominolab.match import Match, finish
from dominolab.notation import rules_text
from dominolab.result import SimulationResult
from dominolab.rules import RuleSet
from dominolab.statistics import Estimate, Tally, independent_means

CHUNKS = (50, 200)
"""How many rounds are played at a time: in a browser some hundredths of a second.

The second where many are asked for: it takes half the time in all, and each chunk twice as long.
"""
MANY = 5_000
MOST = 200_000
"""How many rounds can be asked for on a page."""
MATCHES = 300
"""At most so many matches are played to see how many rounds reach the target."""
_MATCH_SEEDS = 65_536
"""How far the seeds of two matches lie apart, as in the library's own simulation."""

MEASURES = ("blocked", "length", "draws", "passes", "points", "won_from_lead/0", "lead_margin")
"""What is shown, in this order; the rounds to the target come last."""

TARGET_LABEL = "Rounds to the end of the match"


@dataclass(frozen=True, slots=True)
class Ask:
    """What is to be simulated."""

    rulesets: tuple[RuleSet, ...]
    players: int = 2
    rounds: int = 1000
    bots: str = "random"
    seed: int = 1

    @property
    def playable(self) -> tuple[RuleSet, ...]:
        """The rulesets that allow this number of players."""
        return tuple(rules for rules in self.rulesets if self.players in rules.counts)

    def refusal(self, rules: RuleSet) -> str:
        """Say why *rules* cannot be simulated so, or '' where they can."""
        try:
            rules.check_players(self.players)
        except RuleError as error:
            return str(error)
        return ""

    @property
    def chunk(self) -> int:
        """How many rounds are played at a time."""
        return CHUNKS[self.rounds >= MANY]

    @property
    def matches(self) -> int:
        """How many matches are played for the rounds to the target."""
        return max(1, min(self.rounds // 10, MATCHES))


@dataclass(frozen=True, slots=True)
class Row:
    """One measure under each ruleset, and the difference where two were played."""

    name: str
    label: str
    share: bool
    estimates: tuple[Estimate | None, ...]
    difference: Estimate | None = None


@dataclass(frozen=True, slots=True)
class Worth:
    """What has been found out so far."""

    ask: Ask
    results: tuple[SimulationResult, ...] = ()
    comparison: Comparison | None = None
    to_target: tuple[Tally, ...] = field(default=())
    """For each ruleset, how many rounds matches took; empty tallies where no match was played."""
    done: float = 0.0
    """How much of the work is done, from 0 to 1."""
    finished: bool = False

    @property
    def played(self) -> int:
        """How many rounds were played under each ruleset."""
        return self.results[0].played if self.results else 0

    def rows(self) -> tuple[Row, ...]:
        """Return the measures with their intervals."""
        if not self.results:
            return ()
        found = [self._row(name) for name in MEASURES if self._has(name)]
        if any(tally.n for tally in self.to_target):
            found.append(self._target_row())
        return tuple(found)

    def _has(self, name: str) -> bool:
        if self.comparison is not None:
            return name in self.comparison.measures
        return name in self.results[0].tallies

    def _row(self, name: str) -> Row:
        if self.comparison is not None:
            one: Difference = self.comparison[name]
            return Row(name, one.label, one.share, (one.a, one.b), one.difference)
        result = self.results[0]
        share = result.measures[name.partition("/")[0]].share
        return Row(name, result.label(name), share, (result.estimate(name),))

    def _target_row(self) -> Row:
        estimates = tuple(t.mean_estimate() if t.n else None for t in self.to_target)
        difference = None
        if len(self.to_target) == 2 and all(t.n for t in self.to_target):
            difference = independent_means(*self.to_target)
        return Row("rounds", TARGET_LABEL, False, estimates, difference)

    @property
    def summary(self) -> str:
        """Say in a few sentences what differs surely and what does not."""
        if self.comparison is None:
            return ""
        rows = [row for row in self.rows() if row.difference is not None]
        sure = [row for row in rows if row.difference and row.difference.excludes_zero]
        if not sure:
            return "No difference is shown: all intervals hold zero. More rounds may show one."
        words = "; ".join(_told(row) for row in sure)
        name = self.ask.playable[1].title + (", changed" if self.ask.playable[1].house else "")
        return f"{name}, compared with {self.ask.playable[0].title}: {words}."


def _told(row: Row) -> str:
    assert row.difference is not None
    value = abs(row.difference.value)
    more = "more" if row.difference.value > 0 else "fewer"
    amount = f"{100 * value:.1f} {more} in 100 rounds" if row.share else f"{value:.2f} {more}"
    return f"{row.label[:1].lower()}{row.label[1:]}: {amount}"


def number(value: float, share: bool) -> str:
    """Write a value of a measure: a share in per cent, a mean with two places."""
    return f"{100 * value:.1f} %" if share else f"{value:.2f}"


def interval(estimate: Estimate, share: bool) -> str:
    """Write an interval as `1.02 to 1.38`."""
    if not isfinite(estimate.low):
        return "too few for an interval"
    if share:
        text = f"{100 * estimate.low:.1f} to {100 * estimate.high:.1f} %"
    else:
        text = f"{estimate.low:.2f} to {estimate.high:.2f}"
    return re.sub(r"-(?=0\.0+\b)", "", text).replace("-", "−")


def run(ask: Ask) -> Iterator[Worth]:
    """Simulate chunk by chunk; yields what is known after each, the last one finished."""
    rulesets = ask.playable
    if not rulesets:
        raise DominoError(" ".join(ask.refusal(rules) for rules in ask.rulesets))
    known = Worth(ask)
    yield from _warmed(known, rulesets)
    for known in _rounds(ask, rulesets):
        yield known
    for more in _matches(known, rulesets):
        yield more
        known = more
    yield replace(known, done=1.0, finished=True)


_ROUNDS_PART = 0.6
"""How much of the work the rounds are; the matches are the rest."""


def simulated_bots() -> tuple[str, ...]:
    """Return the names of the bots that can be simulated."""
    # Imported where it is needed: numpy takes its time, and four of the five parts do without.
    from dominolab.simulate import SIMULATED

    return SIMULATED


def _warmed(worth: Worth, rulesets: Sequence[RuleSet]) -> Iterator[Worth]:
    """Play one round under each ruleset: the first makes its tables, which would hold up a page."""
    from dominolab.simulate import chunks

    for rules in rulesets:
        for _ in chunks(rules, worth.ask.players, 1, worth.ask.bots, worth.ask.seed):
            yield worth


def _rounds(ask: Ask, rulesets: Sequence[RuleSet]) -> Iterator[Worth]:
    from dominolab.simulate import chunks, compare_chunks

    if len(rulesets) == 1:
        for one in chunks(
            rulesets[0], ask.players, ask.rounds, ask.bots, ask.seed, chunk=ask.chunk
        ):
            yield Worth(ask, (one,), None, (), _ROUNDS_PART * one.played / ask.rounds)
        return
    for both in compare_chunks(
        rulesets[0], rulesets[1], ask.players, ask.rounds, ask.bots, ask.seed, chunk=ask.chunk
    ):
        yield Worth(ask, (both.a, both.b), both, (), _ROUNDS_PART * both.rounds / ask.rounds)


def _matches(worth: Worth, rulesets: Sequence[RuleSet]) -> Iterator[Worth]:
    """Play matches one by one: a chunk of many would keep a page waiting too long."""
    ask = worth.ask
    counts: list[dict[int, int]] = [{} for _ in rulesets]
    for index in range(ask.matches):
        seed = ask.seed + _MATCH_SEEDS * index
        for rules, counted in zip(rulesets, counts, strict=True):
            if rules.target is None:
                continue
            match = Match(rules, ask.players, seed)
            while not match.over:
                if match.round.over:
                    match.next_round()
                finish(match.round, ask.bots)
                yield worth
            rounds = len(match.rounds)
            counted[rounds] = counted.get(rounds, 0) + 1
        done = _ROUNDS_PART + (1 - _ROUNDS_PART) * (index + 1) / ask.matches
        worth = replace(worth, to_target=tuple(map(Tally, counts)), done=done)
        yield worth


def to_csv(worth: Worth) -> str:
    """Return the numbers with all that is needed to get them again."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    names = [rules_text(rules) for rules in worth.ask.playable]
    head = ["measure", "what", "kind"]
    for name in names:
        head += [name, f"{name}: low", f"{name}: high"]
    head += ["difference", "difference: low", "difference: high"] if len(names) == 2 else []
    head += ["players", "rounds", "bots", "seed"]
    writer.writerow(head)
    ask = worth.ask
    for row in worth.rows():
        line: list[object] = [row.name, row.label, "share" if row.share else "mean"]
        shown = [*row.estimates, row.difference] if len(names) == 2 else [*row.estimates]
        for estimate in shown:
            line += ["", "", ""] if estimate is None else [f"{n:.6g}" for n in estimate[:3]]
        played = ask.matches if row.name == "rounds" else worth.played
        writer.writerow([*line, ask.players, played, ask.bots, ask.seed])
    return out.getvalue()
