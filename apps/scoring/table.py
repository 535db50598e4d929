"""All rules at once: the same final hands scored by every ruleset and every printing that differs.

The points of the play before are not in the hands, so only the end of the round is compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from types import SimpleNamespace
from typing import Any, NamedTuple, cast

from dominolab.axes import AXES, Axes
from dominolab.errors import one_of
from dominolab.manuals import Manual, Statement
from dominolab.rules import RuleSet, rules, rulesets
from dominolab.scoring import Settlement, Teams, settle

from . import worked
from .catalog import every
from .final import Final

AXES_OF_SCORES = (
    "pairs",
    "blocked_winner",
    "tie",
    "score_out",
    "score_blocked",
    "pairs_out",
    "pairs_floor",
    "pairs_blocked",
    "conversion",
    "bonus_out",
    "bonus_blocked",
    "pairs_difference",
)
"""The axes that can decide what the hands at the end of a round are worth, in order."""


_SOLO = {
    "out": ("pairs", "score_out", "conversion", "bonus_out"),
    "blocked": (
        "pairs",
        "blocked_winner",
        "tie",
        "score_blocked",
        "conversion",
        "bonus_out",
        "bonus_blocked",
    ),
}
_PAIRS = {
    "out": ("pairs", "pairs_out", "pairs_floor", "conversion", "bonus_out", "pairs_difference"),
    "blocked": (
        "pairs",
        "pairs_blocked",
        "conversion",
        "bonus_out",
        "bonus_blocked",
        "pairs_difference",
    ),
}


def deciding(rules_: RuleSet, final: Final) -> tuple[str, ...]:
    """Return the axes that can matter when a round of these rules ends with these hands."""
    in_pairs = final.players in rules_.counts and len(rules_.teams(final.players)[0]) == 2
    return (_PAIRS if in_pairs else _SOLO)["blocked" if final.out is None else "out"]


class Result(NamedTuple):
    """What a ruleset makes of final hands."""

    end: Settlement
    teams: Teams

    @property
    def key(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """What has to be equal for two rulesets to agree: the winners and each player's score."""
        by_player = [0] * sum(map(len, self.teams))
        for side, members in enumerate(self.teams):
            for player in members:
                by_player[player] = self.end.scores[side]
        return self.end.winner, tuple(by_player)


@dataclass(frozen=True)
class Row:
    """One ruleset, or the printings of it that score differently."""

    rules: RuleSet
    """The first of the printings."""
    ids: tuple[str, ...]
    reading: str
    """What is read differently here, or '' where the text is played as printed."""
    result: Result | None
    refused: str
    """Why these hands cannot be scored so, or ''."""
    reasons: tuple[Statement, ...] = ()
    """The rules that make this result another one than most have."""
    usual: bool = False
    """Whether most rulesets have the same result."""
    shown: tuple[Statement, ...] = ()
    """Printings whose text differs on a score but is played as the reference."""

    @property
    def manual(self) -> Manual:
        """The leaflet."""
        return self.rules.manual

    @property
    def title(self) -> str:
        """The game's name."""
        return self.manual.games[self.rules.game].title

    @property
    def languages(self) -> str:
        """Say which languages this row is for."""
        names = [self.manual.languages[rules(id_).language].name for id_ in self.ids]
        if len(names) == len(self.manual.languages):
            return f"all {len(names)} languages" if len(names) > 1 else names[0]
        if len(names) > 4:
            return f"{names[0]} and {len(names) - 1} more languages"
        return one_of(names).replace(" or ", " and ")

    @property
    def outcome(self) -> str:
        """Say who wins how much."""
        if self.result is None:
            return self.refused
        return worked.outcome(self.result.end, self.result.teams)


def score(rules_: RuleSet, final: Final) -> Result:
    """Settle *final* by the rules; they must allow that many players."""
    return _score(rules_.plan, rules_.teams(final.players), final)


def _score(plan: Axes, teams: Teams, final: Final) -> Result:
    return Result(settle(plan, final.hands, teams, out=final.out), teams)


@lru_cache(maxsize=16)
def table(final: Final, with_readings: bool = False) -> tuple[Row, ...]:
    """Score *final* by every ruleset; a row more for printings and readings that score otherwise."""
    rows = []
    for game in rulesets():
        rows += [_row(group, final) for group in alike(game)]
        if with_readings:
            rows += _readings(rules(game), final)
    common = _most_common(rows)
    return tuple(_reasoned(row, common, final) for row in rows)


@cache
def alike(game: str) -> tuple[tuple[RuleSet, ...], ...]:
    """Return a game's printings in groups that score alike, the reference language's first."""
    groups: dict[tuple[Any, ...], list[RuleSet]] = {}
    for printing in every():
        if printing.game == game:
            values = tuple(getattr(printing, name) for name in AXES_OF_SCORES)
            groups.setdefault(values, []).append(printing)
    return tuple(map(tuple, groups.values()))


def _row(printings: Sequence[RuleSet], final: Final, reading: str = "") -> Row:
    first = printings[0]
    ids = tuple(f"{p.game}@{p.language}" for p in printings)
    shown = tuple(
        p.statements[name]
        for p in printings
        for name in deciding(first, final)
        if any(not d.played and d.changes_play != "no" for d in p.statements[name].differences)
    )
    if final.players not in first.counts:
        why = f"For {one_of(first.counts)} players only."
        return Row(first, ids, reading, None, why, shown=shown)
    return Row(first, ids, reading, score(first, final), "", shown=shown)


def _readings(rules_: RuleSet, final: Final) -> Iterator[Row]:
    """Yield a row for each other reading that changes what these hands are worth."""
    if final.players not in rules_.counts:
        return
    printed = score(rules_, final).key
    for name in AXES_OF_SCORES:
        for reading in rules_.statements[name].readings:
            other = rules_.replace(**{name: reading.value})
            row = _row([other], final, AXES[name].say(reading.value))
            if row.result and row.result.key != printed:
                yield row


def _most_common(rows: list[Row]) -> Row | None:
    """Return the first row with the result that most rulesets have."""
    scored = [row for row in rows if row.result and not row.reading]
    counts = Counter(row.result.key for row in scored if row.result)
    return max(scored, key=lambda row: counts[row.result.key] if row.result else 0, default=None)


def _reasoned(row: Row, common: Row | None, final: Final) -> Row:
    if row.result is None or common is None or common.result is None:
        return row
    if row.result.key == common.result.key:
        return replace(row, usual=True)
    return replace(row, reasons=why(row.rules, common.rules, final))


def why(one: RuleSet, other: RuleSet, final: Final) -> tuple[Statement, ...]:
    """Return the rules of *one* that make it score *final* unlike *other*.

    A rule counts when giving it the other's value changes the result; where only several together
    do, all that differ and matter at this end of the round are named.
    """
    plan = dict(vars(one.plan))
    teams = one.teams(final.players)
    here = _score(one.plan, teams, final).key
    differing = [name for name in deciding(one, final) if plan[name] != getattr(other, name)]
    found = []
    for name in differing:
        swapped = SimpleNamespace(**{**plan, name: getattr(other, name)})
        sides = teams
        if name == "pairs":
            sides = other.teams(final.players)
        if _score(cast(Axes, swapped), sides, final).key != here:
            found.append(one.statements[name])
    return tuple(found) or tuple(one.statements[name] for name in differing)
