"""Positions that show a rule: deals, found by search, in which two values of one axis part."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Any

from dominolab.axes import AXES
from dominolab.errors import DominoError, RuleError
from dominolab.manuals import Difference, Language
from dominolab.rules import RuleSet, rules

from .parting import OPENING, Parting, Setting, part
from .translations import language_map, weight

DEALS = 150
"""How many deals of each kind are tried before an axis counts as one that no position shows."""

ENOUGH = 4
"""From so many positions that part, the one with the fewest steps is shown."""


@dataclass(frozen=True, slots=True)
class Example:
    """Two values of one axis, everything else alike, and the position in which they part."""

    axis: str
    parting: Parting | None
    tried: int

    @property
    def words(self) -> str:
        """Say where they part, or that no deal showed it."""
        if self.parting is None:
            return f"No position shows it: {self.tried} deals were played alike under both."
        return self.parting.where


def settings(one: RuleSet, other: RuleSet) -> Iterator[Setting]:
    """Yield deals to try: few players first, a first round, a later one, one late in a match."""
    counts = [n for n in one.counts if n in other.counts]
    targets = [rules.target for rules in (one, other) if rules.target is not None]
    near = max(min(targets) - 4, 0) if targets else 0
    for seed in range(1, DEALS + 1):
        for players in counts:
            for bots in ("greedy", "random"):
                yield Setting(players, seed, bots)
                yield Setting(players, seed, bots, previous=seed % players)
                if near:
                    yield Setting(players, seed, bots, before=near)


def search(one: RuleSet, other: RuleSet, axis: str) -> Iterator[Example]:
    """Search for a position in which two rulesets that differ on *axis* alone part.

    Yields what it has after each deal; the last is the answer.
    """
    best: Parting | None = None
    found = tried = 0
    for setting in settings(one, other):
        tried += 1
        try:
            parting = _parted(setting, one, other)
        except DominoError:
            continue
        if parting is not None:
            found += 1
            if best is None or _length(parting) < _length(best):
                best = parting
        yield Example(axis, best, tried)
        if found == ENOUGH:
            return
    if best is None:
        yield from _search_openings(one, other, axis, tried)


def _search_openings(one: RuleSet, other: RuleSet, axis: str, tried: int) -> Iterator[Example]:
    """Look at many more deals without playing them: some rules speak only of rare hands."""
    counts = [n for n in one.counts if n in other.counts]
    for seed in range(DEALS + 1, 20 * DEALS):
        for players in counts[:1]:
            tried += 1
            setting = Setting(players, seed)
            if setting.deal(one).opening != setting.deal(other).opening:
                parting = _parted(setting, one, other)
                if parting is not None:
                    yield Example(axis, parting, tried)
                    return
            yield Example(axis, None, tried)


def _parted(setting: Setting, one: RuleSet, other: RuleSet) -> Parting | None:
    left, right = setting.play(one), setting.play(other)
    if left.moments == right.moments:
        return None
    return part(setting, one, other)


def _length(parting: Parting) -> int:
    return (parting.moment or 0) if parting.moment != 0 else OPENING


def exchanged(
    own: RuleSet, axis: str, value: Any, other: RuleSet | None = None
) -> tuple[RuleSet, RuleSet] | None:
    """Return two rulesets that differ on *axis* alone: one as *own* has it, one with *value*.

    Where *own* cannot take the value, the ruleset *other* that has it takes the one of *own*.
    """
    with suppress(RuleError):
        return own, own.replace(**{axis: value})
    with suppress(RuleError):
        if other is not None:
            return other.replace(**{axis: own.statements[axis].value}), other
    return None


_found: dict[tuple[RuleSet, RuleSet], Example] = {}


def known(one: RuleSet, other: RuleSet) -> Example | None:
    """Return an example that was searched for before, if it was."""
    return _found.get((one, other))


def search_once(one: RuleSet, other: RuleSet, axis: str) -> Iterator[Example]:
    """Search as `search` does, but keep the answer and give it at once the next time."""
    answer = known(one, other)
    if answer is not None:
        yield answer
        return
    for answer in search(one, other, axis):
        yield answer
    assert answer is not None
    _found[one, other] = answer


def example(one: RuleSet, axis: str, value: Any) -> Example:
    """Return the position in which *value* on *axis* parts from what *one* has."""
    *_, answer = search_once(one, one.replace(**{axis: value}), axis)
    return answer


# -- The guided tour -------------------------------------------------------------------------------

TOUR: tuple[tuple[str, str], ...] = (
    ("polyglot@vi", "direction"),
    ("polyglot@ro", "opener"),
    ("polyglot@ko", "stuck"),
    ("polyglot@zh-Hant", "matching"),
    ("polyglot@cs", "no_double"),
    ("polyglot@ru", "round_end"),
    ("janod@en", "blocked_winner"),
    ("branching@hr", "stuck"),
    ("branching@it", "score_blocked"),
    ("muggins@fr", "conversion"),
)
"""The ten cases: a printing and the axis on which it departs from its reference language."""


@dataclass(frozen=True, slots=True)
class Case:
    """One stop of the tour: a difference, and the two values that can be played against each other."""

    printing: RuleSet
    axis: str
    difference: Difference

    @property
    def reference(self) -> RuleSet:
        """The same game as the reference language has it."""
        return rules(self.printing.game)

    @property
    def value(self) -> Any:
        """What the printing plays, or where it plays as the reference, what it can also mean."""
        if self.difference.played:
            return self.difference.value
        return self.printing.statements[self.axis].readings[0].value

    @property
    def title(self) -> str:
        """A heading: the language and the question."""
        language = self.printing.manual.languages[self.printing.language].name
        return f"{language}: {AXES[self.axis].doc}"

    @property
    def others(self) -> tuple[Language, ...]:
        """The other languages with the same departure."""
        return language_map(self.printing.manual.id).same(self.difference)

    @property
    def before(self) -> str:
        """The rule of the reference language in plain words."""
        return self.reference.statements[self.axis].words

    @property
    def after(self) -> str:
        """The rule as this printing has it, or can be read."""
        return AXES[self.axis].say(self.value)

    @property
    def changed(self) -> RuleSet:
        """The reference with nothing but this rule changed."""
        return self.reference.replace(**{self.axis: self.value})

    def search(self) -> Iterator[Example]:
        """Search for the position in which the two readings part."""
        return search_once(self.reference, self.changed, self.axis)


@cache
def tour() -> tuple[Case, ...]:
    """Return the ten cases with what the data says about them."""
    cases = []
    for id_, axis in TOUR:
        printing = rules(id_)
        differences = printing.statements[axis].differences
        weightiest = min(differences, key=weight)
        cases.append(Case(printing, axis, weightiest))
    return tuple(cases)
