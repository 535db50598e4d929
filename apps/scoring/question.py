"""A question as data: the position, what is asked about it, what is right.

Which answers are right is what the library's scoring functions say, never a number of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from dominolab.actions import Play
from dominolab.layout import Layout
from dominolab.rules import RuleSet, rulesets
from dominolab.scoring import Score, Settlement, settle
from dominolab.tiles import Hand

from . import line
from .final import Final

KINDS: Mapping[str, str] = {
    "play": "What does this play score?",
    "end": "Who scores at the end, and how much?",
    "best": "Which play scores most?",
    "manual": "Whose rules gave this score?",
}
"""What can be asked."""

LEVELS: Mapping[int, str] = {1: "easy", 2: "middle", 3: "hard"}
LEVEL_WORDS: Mapping[int, str] = {
    1: "Two or three players, short hands, no double at an end.",
    2: "Up to four players, longer hands, more to choose from.",
    3: "Three to five players, doubles at the ends, hands of any length.",
}
"""What a level means, where the chosen games can offer it."""
HOW: Mapping[str, str] = {"any": "in any way", "out": "with a player out", "blocked": "blocked"}
SIDES: Mapping[str, str] = {"any": "alone or in pairs", "alone": "each alone", "pairs": "in pairs"}
NO_TILES = Hand()
NOBODY = "nobody"
"""The answer that no side scores."""


@dataclass(frozen=True)
class Setting:
    """What a set of questions is made from: the same setting is the same set."""

    seed: int = 1
    count: int = 10
    kinds: tuple[str, ...] = tuple(KINDS)
    games: tuple[str, ...] = tuple(rulesets())
    level: int = 1
    how: str = "any"
    """How the rounds end that are scored at their end, as in `HOW`."""
    sides: str = "any"
    """Who plays in them, as in `SIDES`."""


class Option(NamedTuple):
    """One thing to choose."""

    key: str
    text: str


class Source(NamedTuple):
    """The round that a position comes from, which players who choose at random played."""

    rules: RuleSet
    players: int
    seed: int
    step: int

    def __str__(self) -> str:
        return f"{game_name(self.rules)}, {self.players} players, deal {self.seed}"

    @property
    def link(self) -> dict[str, str]:
        """The state in which the step view shows the position."""
        return {
            "rules": self.rules.id,
            "players": str(self.players),
            "seed": str(self.seed),
            "who": "random",
            "step": str(self.step),
        }


@dataclass(frozen=True)
class Question:
    """A position, what is asked about it, and what is right."""

    kind: str
    rules: RuleSet
    """By whose rules it is scored; for `manual` those that are to be found."""
    players: int
    source: Source
    text: str
    layout: Layout | None = None
    """The table before the play."""
    play: Play | None = None
    hand: Hand = NO_TILES
    final: Final | None = None
    in_play: tuple[int, ...] = ()
    options: tuple[Option, ...] = ()
    right: tuple[str, ...] = ()
    """The keys of the options that are right; more than one where several are equally good."""
    points: int | None = None
    """The points to be named, or None where only a choice is asked."""

    @property
    def ask(self) -> str:
        """What is to be answered, in a few words."""
        return KINDS[self.kind]

    @property
    def count(self) -> Score | None:
        """What the ends count after the play in question."""
        if self.layout is None or self.play is None:
            return None
        after = self.layout.lay(self.play.tile, self.play.on)
        return line.count(after, self.rules.end_double)

    @property
    def end(self) -> Settlement | None:
        """The end of the round with its arithmetic."""
        if self.final is None:
            return None
        return settlement(self.rules, self.final, self.in_play)

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The sides."""
        return self.rules.teams(self.players)

    @property
    def answer(self) -> str:
        """The right answer in words."""
        names = [option.text for option in self.options if option.key in self.right]
        said = " or ".join(names)
        if self.points is None:
            return said
        points = f"{self.points} point{'' if self.points == 1 else 's'}"
        if self.right == (NOBODY,):
            return said
        return f"{said}, {points}" if said else points


def settlement(rules_: RuleSet, final: Final, in_play: Sequence[int] = ()) -> Settlement:
    """Settle *final* by the rules; points in play count only where pairs compare them."""
    teams = rules_.teams(final.players)
    return settle(rules_.plan, final.hands, teams, out=final.out, in_play=in_play)


def scorer(end: Settlement) -> int | None:
    """Return the one side that scores, or None where none or several do."""
    sides = [side for side, points in enumerate(end.scores) if points]
    return sides[0] if len(sides) == 1 and end.scores[sides[0]] > 0 else None


def game_name(rules_: RuleSet) -> str:
    """Name a game, with its language where it is not the leaflet's first."""
    title = rules_.manual.games[rules_.game].title
    if rules_.language == rules_.manual.reference:
        return title
    return f"{title} in {rules_.manual.languages[rules_.language].name}"


def game_and_leaflet(rules_: RuleSet) -> str:
    """Name a game with the leaflet it is in."""
    name, leaflet = game_name(rules_), rules_.manual.name
    return name if name.startswith(leaflet) else f"{name} ({leaflet})"
