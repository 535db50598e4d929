"""The five manuals as data: what each leaflet says, where, and how surely.

One TOML file per manual stands beside this module. Here it is read and checked, and the three
ways in which a rule reaches a game are followed: its own text, the leaflet's general part, and
the game it is said to resemble.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from typing import Any

from ..axes import AXES, axis
from ..errors import RuleError

MANUALS = ("polyglot", "janod", "branching", "five-games", "ukrainian")
"""The manuals' ids in the order of their numbers, each the name of a data file."""

STATUSES = ("stated", "silent", "contradictory")
CONFIDENCES = ("certain", "likely", "ambiguous")
CHANGES = ("yes", "no", "ambiguous")
GENERAL = "general"
"""What a difference names as its ruleset when it stands in a leaflet's general part."""


@dataclass(frozen=True, slots=True)
class Citation:
    """A place in a leaflet."""

    manual: str
    """The leaflet's number, `000` to `004`."""
    language: str
    line: str
    """A line or lines of the leaflet's text; a whole section where nothing is said."""

    def __str__(self) -> str:
        lines = "lines" if "-" in self.line or "," in self.line else "line"
        return f"manual {self.manual}, {self.language}, {lines} {self.line}"


@dataclass(frozen=True, slots=True)
class Reading:
    """Another value that a text can be defended to mean."""

    value: Any
    why: str


@dataclass(frozen=True, slots=True)
class Difference:
    """A place where a printing's text departs from its reference language."""

    axis: str
    ruleset: str
    """The ruleset under whose text it is printed, or `general`."""
    says: str
    citation: Citation
    phrase: str
    """The words that are the evidence: at most six, in the original language."""
    confidence: str
    changes_play: str
    effect: str
    kind: str = ""
    value: Any = None
    """The value that this printing plays, or None where it is played as the reference."""
    falls_back: str = ""
    """Why a text that would change play is played as the reference all the same."""
    status: str = ""
    readings: tuple[Reading, ...] = ()

    @property
    def played(self) -> bool:
        """Whether the printing is played as this text has it."""
        return self.value is not None


@dataclass(frozen=True, slots=True)
class Statement:
    """What a ruleset or printing has on one axis, and why."""

    axis: str
    value: Any
    status: str
    says: str
    citation: Citation
    readings: tuple[Reading, ...] = ()
    inherited: str = ""
    """The ruleset (or `general`) whose text this is, where it is not the game's own."""
    differences: tuple[Difference, ...] = ()
    """What this printing's language changes here; empty for a reference language."""
    house: bool = False
    """Whether the value is a house rule instead of the manual's."""

    @property
    def words(self) -> str:
        """The value as a sentence."""
        return AXES[self.axis].say(self.value)

    @property
    def falls_back(self) -> str:
        """Why the printing's own text is not played, or '' where it is."""
        if any(d.played for d in self.differences):
            return ""
        return " ".join(d.falls_back for d in self.differences if d.falls_back)


@dataclass(frozen=True, slots=True)
class Language:
    """One language section of a leaflet."""

    code: str
    name: str
    native: str
    lines: str
    differences: tuple[Difference, ...]


@dataclass(frozen=True, slots=True)
class Game:
    """One game of a leaflet as its reference language states it."""

    id: str
    title: str
    about: str
    lines: str
    statements: Mapping[str, Statement]
    examples: tuple[Mapping[str, Any], ...]
    inherits: str = ""
    inherits_why: str = ""
    taken_over: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """For each axis the places (`general`, a ruleset) whose text reaches this game."""


@dataclass(frozen=True, slots=True)
class Manual:
    """One leaflet."""

    id: str
    number: str
    name: str
    about: str
    mark: str
    file: str
    reference: str
    languages: Mapping[str, Language]
    games: Mapping[str, Game]

    def statements(self, game: str, language: str) -> dict[str, Statement]:
        """Return what that printing has on every axis."""
        base = self.games[game]
        found = dict(base.statements)
        by_axis: dict[str, list[Difference]] = {}
        for difference in self.languages[language].differences:
            if difference.ruleset in base.taken_over[difference.axis]:
                by_axis.setdefault(difference.axis, []).append(difference)
        for name, differences in by_axis.items():
            found[name] = _printed(found[name], tuple(differences), game)
        return found


def _printed(base: Statement, differences: tuple[Difference, ...], game: str) -> Statement:
    """Lay a printing's differences over the reference's statement."""
    played = next((d for d in differences if d.played), None)
    shown = played or differences[0]
    value = base.value if played is None else played.value
    readings = [r for d in differences for r in d.readings]
    if played is not None:
        readings.append(Reading(base.value, "As the reference language has it."))
    readings += base.readings
    return replace(
        base,
        value=value,
        status=next((d.status for d in differences if d.status), base.status),
        says=shown.says,
        citation=shown.citation,
        readings=_distinct(readings, value),
        inherited=shown.ruleset if shown.ruleset != game else "",
        differences=differences,
    )


def _distinct(readings: list[Reading], value: Any) -> tuple[Reading, ...]:
    """Keep the first of each reading, and none that is the value itself."""
    kept: list[Reading] = []
    for reading in readings:
        if reading.value != value and all(reading.value != other.value for other in kept):
            kept.append(reading)
    return tuple(kept)


def _readings(name: str, table: Mapping[str, Any]) -> tuple[Reading, ...]:
    return tuple(
        Reading(axis(name).accept(entry["value"]), entry["why"])
        for entry in table.get("readings", ())
    )


class _Reader:
    """Reads one manual's file; every complaint names the file and the place in it."""

    def __init__(self, manual: str) -> None:
        self.data = tomllib.loads((files(__package__) / f"{manual}.toml").read_text("utf-8"))
        self.number: str = self.data["number"]
        self.reference: str = self.data["reference"]

    def manual(self) -> Manual:
        data = self.data
        games: dict[str, Game] = {}
        for game_id, table in data["rulesets"].items():
            games[game_id] = self.game(game_id, table, games)
        return Manual(
            id=data["id"],
            number=self.number,
            name=data["name"],
            about=data["about"],
            mark=data["mark"],
            file=data["file"],
            reference=self.reference,
            languages={
                code: self.language(code, table) for code, table in data["languages"].items()
            },
            games=games,
        )

    def game(self, game_id: str, table: Mapping[str, Any], games: Mapping[str, Game]) -> Game:
        base = games.get(table.get("inherits", ""))
        statements: dict[str, Statement] = {}
        taken_over: dict[str, tuple[str, ...]] = {}
        general = self.data.get("general", {}).get("axes", {})
        own = table["axes"]
        unknown = (set(own) | set(general)) - set(AXES)
        if unknown:
            raise RuleError(f"Manual {self.number}, {game_id}: unknown axis {sorted(unknown)}.")
        for name in AXES:
            lines = table["lines"]
            if name in own:
                statements[name] = self.statement(name, own[name], lines)
                # An axis that the game only comments on keeps its base's printed differences.
                from_base = base.taken_over[name] if base and own[name].get("as_base") else ()
                taken_over[name] = (game_id, *from_base)
            elif name in general:
                statements[name] = replace(
                    self.statement(name, general[name], lines), inherited=GENERAL
                )
                taken_over[name] = (game_id, GENERAL)
            elif base is not None:
                inherited = base.statements[name]
                statements[name] = replace(
                    inherited,
                    status="silent" if inherited.status == "stated" else inherited.status,
                    inherited=inherited.inherited or base.id,
                )
                taken_over[name] = (game_id, *base.taken_over[name])
            else:
                raise RuleError(f"Manual {self.number}, {game_id}: the axis {name} is missing.")
        return Game(
            id=game_id,
            title=table["title"],
            about=table["about"],
            lines=table["lines"],
            statements=statements,
            examples=tuple(table.get("examples", ())),
            inherits=table.get("inherits", ""),
            inherits_why=table.get("inherits_why", ""),
            taken_over=taken_over,
        )

    def statement(self, name: str, table: Mapping[str, Any], section: str) -> Statement:
        return Statement(
            axis=name,
            value=axis(name).accept(table["value"]),
            status=self.word(table["status"], STATUSES),
            says=table["says"],
            citation=Citation(self.number, self.reference, str(table.get("line", section))),
            readings=_readings(name, table),
        )

    def language(self, code: str, table: Mapping[str, Any]) -> Language:
        return Language(
            code=code,
            name=table["name"],
            native=table["native"],
            lines=table["lines"],
            differences=tuple(self.difference(code, d) for d in table.get("differences", ())),
        )

    def difference(self, code: str, table: Mapping[str, Any]) -> Difference:
        name = table["axis"]
        if table["ruleset"] not in (GENERAL, *self.data["rulesets"]):
            raise RuleError(f"Manual {self.number}, {code}: no ruleset {table['ruleset']!r}.")
        return Difference(
            axis=str(axis(name).name),
            ruleset=table["ruleset"],
            says=table["says"],
            citation=Citation(self.number, code, str(table["line"])),
            phrase=table["phrase"],
            confidence=self.word(table["confidence"], CONFIDENCES),
            changes_play=self.word(table["changes_play"], CHANGES),
            effect=table["effect"],
            kind=table.get("kind", ""),
            value=axis(name).accept(table["value"]) if "value" in table else None,
            falls_back=table.get("falls_back", ""),
            status=self.word(table.get("status", ""), ("", *STATUSES)),
            readings=_readings(name, table),
        )

    def word(self, word: str, allowed: tuple[str, ...]) -> str:
        if word not in allowed:
            raise RuleError(f"Manual {self.number}: {word!r} is none of {', '.join(allowed)}.")
        return word


@cache
def load(manual: str) -> Manual:
    """Return the manual with that id, read once."""
    return _Reader(manual).manual()


def load_all() -> Iterator[Manual]:
    """Yield the five manuals in the order of their numbers."""
    return (load(manual) for manual in MANUALS)


@cache
def find(game: str) -> Manual:
    """Return the manual that holds the game called *game*."""
    for manual in load_all():
        if game in manual.games:
            return manual
    games = ", ".join(game for manual in load_all() for game in manual.games)
    raise RuleError(f"There is no ruleset {game!r}: choose one of {games}.")
