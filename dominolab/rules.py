"""RuleSet: the axes with the values of one game, as a language prints it or a house plays it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property
from html import escape
from types import MappingProxyType, SimpleNamespace
from typing import Any, cast

from . import manuals
from .axes import AXES, TILES_IN_SET, Axes, axis
from .errors import RuleError, one_of
from .manuals import Manual, Statement
from .scoring import Teams
from .table import Table, make_table
from .tiles import shorten

LEFT = " style='text-align:left'"
"""For cells with words: a notebook's own style would put them to the right."""
OPENERS_BY_DOUBLE = ("highest-double", "lowest-double", "double-six", "most-doubles")


class Plan(SimpleNamespace):
    """The values of all axes as plain attributes, which cannot be set."""

    def __setattr__(self, name: str, value: object) -> None:
        raise TypeError(f"{name} cannot be changed: make other rules with replace({name}=...).")

    def __delattr__(self, name: str) -> None:
        raise TypeError(f"{name} cannot be taken away: rules have a value on every axis.")


class RuleSet(Axes):
    """The rules of one game: a value on every axis, with its source. It cannot be changed.

    Make one with `rules("muggins@fr")`, and a house's own with `.replace(tie="each")`.
    """

    def __init__(self, game: str, language: str, house: Mapping[str, Any]) -> None:
        self._manual = manuals.find(game)
        self._game = game
        self._language = language
        printed = self._manual.statements(game, language)
        accepted = {name: axis(name).accept(value) for name, value in house.items()}
        self._house = MappingProxyType(
            {name: value for name, value in accepted.items() if value != printed[name].value}
        )
        self._statements = MappingProxyType(
            {
                name: replace(statement, value=self._house[name], house=True)
                if name in self._house
                else statement
                for name, statement in printed.items()
            }
        )
        values = {name: entry.value for name, entry in self._statements.items()}
        super().__init__(name=self.id, **values)  # type: ignore[no-untyped-call]
        # The engine reads the axes many times a step: plain attributes spare it the descriptors.
        self._plan = Plan(**values)
        self._tables: dict[int, Table] = {}
        _refuse_impossible(self)

    @property
    def plan(self) -> Axes:
        """The values alone, quick to read."""
        return cast(Axes, self._plan)

    @property
    def id(self) -> str:
        """The ruleset's or printing's id, as in `muggins` or `polyglot@ko`."""
        if self._language == self._manual.reference:
            return self._game
        return f"{self._game}@{self._language}"

    @property
    def game(self) -> str:
        """The id of the ruleset, without the language."""
        return self._game

    @property
    def language(self) -> str:
        """The code of the language whose text is played."""
        return self._language

    @property
    def manual(self) -> Manual:
        """The leaflet that these rules come from."""
        return self._manual

    @property
    def title(self) -> str:
        """The game's name with its language, as in `Muggins (French)`."""
        title = self._manual.games[self._game].title
        return f"{title} ({self._manual.languages[self._language].name})"

    @property
    def house(self) -> Mapping[str, Any]:
        """The axes on which a house rule replaces the printing's own."""
        return self._house

    @property
    def statements(self) -> Mapping[str, Statement]:
        """What these rules have on every axis, with status, source and other readings."""
        return self._statements

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """The numbers of players that these rules allow."""
        low, high = self.players
        return tuple(range(low, high + 1))

    def table(self, players: int) -> Table:
        """Return what is the same in every round of so many players."""
        found = self._tables.get(players)
        if found is None:
            found = self._tables[players] = make_table(self.plan, players)
        return found

    def teams(self, players: int) -> Teams:
        """Return the sides: pairs of opposite seats, or each player alone."""
        return self.table(players).teams

    def check_players(self, players: object) -> int:
        """Return *players* if these rules allow that number, else refuse it in one sentence."""
        if isinstance(players, int) and players in self.counts and players is not True:
            return players
        counts = one_of(self.counts)
        raise RuleError(
            f"players = {shorten(players)} is not possible: {self.id} is for {counts} players."
        )

    def check_before(self, before: Sequence[int] | None, sides: int) -> tuple[int, ...]:
        """Return each side's total before a round, or refuse totals that cannot be."""
        if before is None:
            return (0,) * sides
        totals = tuple(before)
        if len(totals) != sides:
            raise RuleError(f"before = {before!r} is not possible: give one total for each side.")
        if self.target is not None and max(totals) >= self.target:
            raise RuleError(
                f"before = {before!r} is not possible: a side has reached the target {self.target}."
            )
        return totals

    def replace(self, **house: Any) -> RuleSet:
        """Return these rules with other values on the named axes."""
        return RuleSet(self._game, self._language, {**self._house, **house})

    def __reduce__(self) -> tuple[Any, ...]:
        return _make, (self._game, self._language, plain_house(self))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RuleSet):
            return NotImplemented
        return self.id == other.id and dict(self._house) == dict(other._house)

    def __hash__(self) -> int:
        return hash((self.id, repr(sorted(plain_house(self).items()))))

    def __repr__(self) -> str:
        house = "".join(f", {name}={value!r}" for name, value in plain_house(self).items())
        return f"rules({self.id!r}{house})"

    def __str__(self) -> str:
        lines = [f"{self.title}, {self._manual.name}"]
        for statement in self._statements.values():
            mark = "house rule" if statement.house else statement.status
            lines.append(f"  {statement.axis:17} {statement.words}  [{mark}; {statement.citation}]")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><th scope='row'{LEFT}>{escape(str(AXES[s.axis].label))}</th>"
            f"<td{LEFT}>{escape(s.words)}</td>"
            f"<td{LEFT}>{'house rule' if s.house else s.status}</td>"
            f"<td{LEFT}>{escape(str(s.citation))}</td></tr>"
            for s in self._statements.values()
        )
        return (
            f"<table class='dominolab-rules'><caption>{escape(self.title)}, "
            f"{escape(self._manual.name)}</caption><thead><tr><th scope='col'{LEFT}>Axis</th>"
            f"<th scope='col'{LEFT}>Rule</th><th scope='col'{LEFT}>Status</th>"
            f"<th scope='col'{LEFT}>Source</th></tr></thead><tbody>{rows}</tbody></table>"
        )


def plain(value: Any) -> Any:
    """Return an axis's value as JSON writes it."""
    if isinstance(value, Mapping):
        return {str(key): entry for key, entry in value.items()}
    return list(value) if isinstance(value, tuple) else value


def plain_house(rules: RuleSet) -> dict[str, Any]:
    """Return the house rules of *rules* as JSON writes them."""
    return {name: plain(value) for name, value in rules.house.items()}


def _make(game: str, language: str, house: dict[str, Any]) -> RuleSet:
    return RuleSet(game, language, house)


def _refuse_impossible(rules: RuleSet) -> None:
    """Refuse values that are possible each, but not together."""

    def refuse(name: str, why: str) -> RuleError:
        return AXES[name].refuse(rules.statements[name].value, why)

    missing = [n for n in rules.counts if n not in rules.hand]
    if missing:
        raise refuse("hand", f"it must say how many tiles {one_of(missing)} players take")
    if rules.target_list and rules.target not in rules.target_list:
        raise refuse("target", f"{rules.id} is played for {one_of(rules.target_list)}")
    if rules.in_play != "none" and (rules.branching, rules.matching) != ("none", "any-exit"):
        raise refuse("in_play", "it counts the two ends of a line that is open at both")
    if rules.arms == "all-first" and rules.branching != "lead-only":
        raise refuse("arms", "only a layout with branching = lead-only has four arms")
    if rules.matching == "last-tile" and rules.branching != "none":
        raise refuse("matching", "a branching layout stays open at all its exits")
    at_will = rules.able in ("may-draw", "may-draw-and-end")
    if at_will and rules.stuck in ("pass", "one-kept", "whole-stock"):
        raise refuse("able", f"stuck = {rules.stuck} does not let players draw tiles to lay")
    if rules.opener_draw == "yes" and not at_will:
        raise refuse("opener_draw", "only with able = may-draw does anyone draw who can lay a tile")
    if rules.choice_block == "play-on" and rules.stuck == "pass":
        raise refuse("choice_block", "with stuck = pass nobody can draw, so it would never end")
    all_dealt = all(n * rules.hand[n] == TILES_IN_SET for n in rules.counts)
    by_double = rules.opener in (*OPENERS_BY_DOUBLE, "lot-first")
    if rules.no_double == "ignored" and by_double and not all_dealt:
        raise refuse("no_double", f"opener = {rules.opener} needs a double: choose redeal")


@cache
def _printing(game: str, language: str) -> RuleSet:
    return RuleSet(game, language, {})


def rules(id: str, **house: Any) -> RuleSet:  # noqa: A002 - the domain's word
    """Return the ruleset or printing called *id*, as in `rules("polyglot@ko")`.

    Keyword arguments are house rules: `rules("janod", tie="each")`.
    """
    if not isinstance(id, str):
        raise RuleError(f"A ruleset's id is a text such as 'muggins@fr', not {id!r}.")
    game, _, language = id.partition("@")
    manual = manuals.find(game)
    code = language if "@" in id else manual.reference
    if code not in manual.languages:
        raise RuleError(
            f"{game!r} is not printed in {code!r}: choose {one_of(list(manual.languages))}."
        )
    found = _printing(game, code)
    return found.replace(**house) if house else found


def printings() -> tuple[str, ...]:
    """Return the ids of all printings, each with its language, in the order of the manuals."""
    return tuple(
        f"{game}@{code}"
        for manual in manuals.load_all()
        for game in manual.games
        for code in manual.languages
    )


def rulesets() -> tuple[str, ...]:
    """Return the ids of the ten rulesets in the order of the manuals."""
    return tuple(game for manual in manuals.load_all() for game in manual.games)
