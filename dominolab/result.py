"""What came of a simulation: exact tallies, and the estimates worked out from them.

A result is told completely by its rules, players, bots, seed and number of rounds: the same five
give an equal result wherever and however it was computed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple, Self

from .errors import DominoError, RecordError
from .rules import RuleSet, plain_house
from .rules import rules as find_rules
from .scoring import NAMES
from .statistics import LEVEL, Estimate, Tally


class Measure(NamedTuple):
    """Something counted in every round or match."""

    label: str
    """What it is; `{}` stands for a player, a side or a place."""
    share: bool = False
    """Whether it is only met or not met, so that its share is wanted instead of its mean."""
    of: str = ""
    """What its number counts: `side`, `seat`, `place` from the lead, or nothing."""


ROUND_MEASURES: Mapping[str, Measure] = MappingProxyType(
    {
        "length": Measure("Actions in a round"),
        "turns": Measure("Turns"),
        "plays": Measure("Tiles laid"),
        "draws": Measure("Tiles drawn"),
        "passes": Measure("Passes"),
        "deals": Measure("Deals until someone could lead"),
        "out": Measure("Ended with someone out", share=True),
        "blocked": Measure("Ended blocked", share=True),
        "target": Measure("Ended at the target in mid-round", share=True),
        "undecided": Measure("Won by nobody", share=True),
        "points": Measure("Points of all sides together"),
        "lead_margin": Measure("Points by which the lead is ahead of the others"),
        "won": Measure("{} won", share=True, of="side"),
        "score": Measure("Points of {}", of="side"),
        "in_play": Measure("Points in play of {}", of="side"),
        "won_from_lead": Measure("{} won", share=True, of="place"),
        "score_from_lead": Measure("Points of {}", of="place"),
        "opened": Measure("{} led", share=True, of="seat"),
        "pips": Measure("Spots left to {}", of="seat"),
        "tiles": Measure("Tiles left to {}", of="seat"),
    }
)
"""The measures of a round by name."""

MATCH_MEASURES: Mapping[str, Measure] = MappingProxyType(
    {
        "rounds": Measure("Rounds to the end of the match"),
        "length": Measure("Actions in a match"),
        "undecided": Measure("Won by nobody", share=True),
        "best": Measure("Points of the best side"),
        "lead": Measure("Points by which the best side is ahead of the next"),
        "won": Measure("{} won", share=True, of="side"),
        "total": Measure("Points of {}", of="side"),
    }
)
"""The measures of a match by name."""

_KINDS = {
    "house": dict,
    "players": int,
    "bots": list,
    "seed": int,
    "played": int,
    "asked": int,
    "tallies": dict,
}
_WORDS = {int: "a whole number", list: "a list", dict: "an object"}
_PLACES = ("the lead's side", "the second side", "the third side", "the fourth side", "the last")


class Row(NamedTuple):
    """One measure of a result, ready to show."""

    name: str
    label: str
    share: bool
    estimate: Estimate
    tally: Tally


@dataclass(frozen=True, eq=True)
class Result:
    """Tallies of many rounds or matches, with all that is needed to get them again."""

    rules: RuleSet
    players: int
    bots: tuple[str, ...]
    seed: int
    played: int
    """How many were played."""
    asked: int
    """How many were asked for."""
    tallies: Mapping[str, Tally]
    """For each measure how often each value was met."""

    format: ClassVar[str]
    things: ClassVar[str]
    measures: ClassVar[Mapping[str, Measure]]
    shown: ClassVar[tuple[str, ...]]
    """The measures whose histograms are drawn."""

    @property
    def partial(self) -> bool:
        """Whether fewer were played than were asked for."""
        return self.played < self.asked

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The players of each side."""
        return self.rules.teams(self.players)

    def __getitem__(self, name: str) -> Tally:
        """Return the tally of a measure: `result["length"]`, `result["score/0"]`."""
        if name in self.tallies:
            return self.tallies[name]
        known = ", ".join(self.tallies) or "none, for nothing was played"
        raise DominoError(f"There is no measure {name!r} here: there is {known}.")

    def estimate(self, name: str, level: float = LEVEL) -> Estimate:
        """Return a measure's mean, or its share where it is only met or not, with its interval."""
        tally = self[name]
        if self.measures[name.partition("/")[0]].share:
            return tally.share_estimate(level)
        return tally.scaled(self._divisor(name), level)

    def _divisor(self, name: str) -> int:
        # The margin is tallied as own points times sides minus all points, to stay whole.
        return len(self.teams) - 1 if name == "lead_margin" else 1

    def quantile(self, name: str, part: float) -> float:
        """Return the value of a measure that at least that *part* of all do not exceed."""
        value, divisor = self[name].quantile(part), self._divisor(name)
        return value if divisor == 1 else value / divisor

    def label(self, name: str) -> str:
        """Return what a measure is, with the players' names."""
        kind, _, number = name.partition("/")
        measure = self.measures[kind]
        if not measure.of:
            return measure.label
        index = int(number)
        if measure.of == "seat":
            who = NAMES[index]
        elif measure.of == "side":
            who = " and ".join(NAMES[player] for player in self.teams[index])
        else:
            who = _PLACES[index]
        text = measure.label.format(who)
        return text[0].upper() + text[1:]

    def rows(self, level: float = LEVEL) -> Iterator[Row]:
        """Yield every measure with its estimate."""
        for name, tally in self.tallies.items():
            share = self.measures[name.partition("/")[0]].share
            yield Row(name, self.label(name), share, self.estimate(name, level), tally)

    @property
    def heading(self) -> str:
        """What was played, in one line."""
        who = f"{self.players} players" + (" in pairs" if len(self.teams[0]) == 2 else "")
        bots = self.bots[0] if len(set(self.bots)) == 1 else ", ".join(self.bots)
        house = " with house rules" if self.rules.house else ""
        return f"{self.rules.title}{house}, {who}, bots: {bots}, seed {self.seed}"

    @property
    def extent(self) -> str:
        """How many were played, and whether that is all that was asked for."""
        if self.partial:
            return f"PARTIAL: {self.played:,} of {self.asked:,} {self.things}"
        return f"{self.played:,} {self.things}"

    def __str__(self) -> str:
        lines = [f"{self.heading}: {self.extent}"]
        for row in self.rows():
            if row.share:
                value, low, high = (f"{100 * number:.2f}" for number in row.estimate[:3])
                lines.append(f"  {row.label:45} {value:>8} %  ({low} to {high})")
            else:
                value, low, high = (f"{number:.2f}" for number in row.estimate[:3])
                spread = ", ".join(f"{self.quantile(row.name, p):g}" for p in (0.05, 0.5, 0.95))
                lines.append(f"  {row.label:45} {value:>8}    ({low} to {high}; spread {spread})")
        if self.tallies:
            lines.append("  In brackets: 95 % intervals; spread: 5 %, 50 % and 95 % quantiles.")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        from .result_html import result_html

        return result_html(self)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.rules.id}, {self.players} players, {self.extent}>"

    def to_json(self) -> dict[str, Any]:
        """Return all of it as JSON writes it; the tallies are exact."""
        return {
            "format": self.format,
            "rules": self.rules.id,
            "house": plain_house(self.rules),
            "players": self.players,
            "bots": list(self.bots),
            "seed": self.seed,
            "played": self.played,
            "asked": self.asked,
            "tallies": {name: tally.to_json() for name, tally in self.tallies.items()},
        }

    @classmethod
    def from_json(cls, data: str | Mapping[str, Any]) -> Self:
        """Read what `to_json` wrote, from its text or from the parsed document."""
        fields = read_document(data, cls.format)
        for name, kind in _KINDS.items():
            if type(fields[name]) is not kind:
                raise RecordError(f"The result's {name!r} is not {_WORDS[kind]}.")
        rules = find_rules(fields["rules"], **fields["house"])
        players = rules.check_players(fields["players"])
        if len(fields["bots"]) != players:
            raise RecordError("The result does not name one bot for each player.")
        tallies = {name: Tally.from_json(entry) for name, entry in fields["tallies"].items()}
        played, asked = fields["played"], fields["asked"]
        if not 0 <= played <= asked or bool(tallies) != bool(played):
            raise RecordError("The result does not fit the number that was played and asked for.")
        bots = tuple(map(str, fields["bots"]))
        result = cls(rules, players, bots, fields["seed"], played, asked, tallies)
        for name, tally in tallies.items():
            try:
                result.label(name)
            except (KeyError, ValueError, IndexError):
                raise RecordError(f"The result has an unknown measure {name!r}.") from None
            if tally.n != played:
                raise RecordError(f"The tally {name!r} is not of {played} {cls.things}.")
        return result

    def to_pandas(self, level: float = LEVEL) -> Any:
        """Return a table with a row for each measure (pandas must be installed)."""
        pandas = need_pandas()
        table = [
            {
                "measure": row.name,
                "label": row.label,
                "kind": "share" if row.share else "mean",
                "value": row.estimate.value,
                "low": row.estimate.low,
                "high": row.estimate.high,
                "deviation": row.tally.deviation / self._divisor(row.name),
                **{f"q{p:02}": self.quantile(row.name, p / 100) for p in (5, 25, 50, 75, 95)},
                "n": row.tally.n,
            }
            for row in self.rows(level)
        ]
        return pandas.DataFrame(table).set_index("measure") if table else pandas.DataFrame()

    def histogram(self, name: str) -> Any:
        """Return a measure's tally as a table of value, count and share (needs pandas)."""
        tally = self[name]
        return need_pandas().DataFrame(
            {
                "value": list(tally),
                "count": list(tally.values()),
                "share": [count / tally.n for count in tally.values()],
            }
        )


@dataclass(frozen=True, eq=True, repr=False)
class SimulationResult(Result):
    """The statistics of many rounds. `result["length"]` is a tally, `.estimate` gives intervals."""

    format = "dominolab-simulation/1"
    things = "rounds"
    measures = ROUND_MEASURES
    shown = ("length", "points")

    @property
    def rounds(self) -> int:
        """How many rounds were played."""
        return self.played

    @property
    def length(self) -> Tally:
        """The number of actions in a round: plays, draws and passes."""
        return self["length"]

    @property
    def points(self) -> Tally:
        """What all sides together scored in a round."""
        return self["points"]

    @property
    def blocked(self) -> Estimate:
        """The share of rounds that ended blocked."""
        return self.estimate("blocked")

    @property
    def undecided(self) -> Estimate:
        """The share of rounds that nobody won."""
        return self.estimate("undecided")

    @property
    def wins(self) -> tuple[Estimate, ...]:
        """For each side the share of rounds it won."""
        return self._each("won")

    @property
    def scores(self) -> tuple[Estimate, ...]:
        """For each side its mean points in a round."""
        return self._each("score")

    @property
    def wins_from_lead(self) -> tuple[Estimate, ...]:
        """The shares of rounds won by the side that leads, by the next, and so on."""
        return self._each("won_from_lead")

    @property
    def pips(self) -> tuple[Estimate, ...]:
        """For each seat the mean spots left in hand."""
        return self._each("pips")

    @property
    def lead_worth(self) -> Estimate:
        """By how many points the side that leads is ahead of the mean of the others."""
        return self.estimate("lead_margin")

    def _each(self, kind: str) -> tuple[Estimate, ...]:
        self["length"]  # refuses a result of nothing
        return tuple(self.estimate(n) for n in self.tallies if n.partition("/")[0] == kind)


@dataclass(frozen=True, eq=True, repr=False)
class MatchesResult(Result):
    """The statistics of many matches, each played to the target."""

    format = "dominolab-matches/1"
    things = "matches"
    measures = MATCH_MEASURES
    shown = ("rounds", "best")

    @property
    def matches(self) -> int:
        """How many matches were played."""
        return self.played

    @property
    def rounds(self) -> Tally:
        """The number of rounds to the end of the match."""
        return self["rounds"]


def read_document(data: str | Mapping[str, Any], format_: str) -> Mapping[str, Any]:
    """Return the fields of a result's document, or say in one sentence why it is none."""
    if isinstance(data, str):
        try:
            data = json.loads(data)
        except ValueError:
            raise RecordError("The text is not JSON: give what `to_json` wrote.") from None
    if not isinstance(data, Mapping) or data.get("format") != format_:
        raise RecordError(f"The document is not of the format {format_!r}.")
    return _Fields(data)


class _Fields(dict[str, Any]):
    """A document whose missing fields are named."""

    def __missing__(self, name: str) -> Any:
        raise RecordError(f"The result lacks {name!r}.")


def need_pandas() -> Any:
    """Return pandas, or say how to get it."""
    try:
        return import_module("pandas")
    except ImportError:
        raise DominoError("A table needs pandas: install it, or use to_json().") from None


__all__ = [
    "MATCH_MEASURES",
    "ROUND_MEASURES",
    "MatchesResult",
    "Measure",
    "Result",
    "SimulationResult",
]
