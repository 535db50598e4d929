"""What a round is set up with, and how that stands in a link."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from apps.parts import links
from dominolab.bots import BOTS
from dominolab.errors import DominoError
from dominolab.rules import RuleSet, rules
from dominolab.scoring import NAMES

PERSON = "person"
WHO = {
    PERSON: "A person",
    "greedy": "Bot: heaviest tile first",
    "blocker": "Bot: leaves the next player little",
    "sampler": "Bot: imagines what it cannot see",
    "random": "Bot: any move by chance",
}
"""Who can sit in a seat, in words."""

HANDS = {
    "all": "All open",
    "turn": "Seat to move",
    "none": "None",
}
"""Whose tiles are shown, in words."""

SPEEDS = ("0.5", "1", "2", "4")
LARGEST_SEED = 2**32 - 1

FIRST = {"rules": "muggins@en", "players": "2", "seed": "207", "step": "18"}
"""What the view opens on where the link says nothing: a short round that scores often."""


@dataclass(frozen=True)
class Settings:
    """The choices that the reader has made; a change gives new settings."""

    rules: RuleSet
    players: int
    seed: int
    who: tuple[str, ...]
    """Who plays each seat."""
    names: tuple[str, ...] = NAMES
    match: bool = False
    hands: str = "all"
    numerals: bool = False
    text: bool = False
    """Whether the board is also shown as text."""
    keys: bool = True
    """Whether single keys work."""
    speed: str = "1"
    embed: bool = False

    @property
    def all_bots(self) -> bool:
        """Whether no person plays: the seed alone tells the whole round."""
        return PERSON not in self.who

    def with_rules(self, chosen: RuleSet) -> Settings:
        """Return these settings under other rules, with as many players as those allow."""
        players = self.players if self.players in chosen.counts else chosen.counts[0]
        return replace(self.with_players(players), rules=chosen)

    def with_players(self, players: int) -> Settings:
        """Return these settings with that many seats; a new seat is a bot's, as the last is."""
        spare = next((who for who in reversed(self.who) if who != PERSON), "greedy")
        who = (self.who + (spare,) * players)[:players]
        return replace(self, players=players, who=who)

    def with_house(self, name: str, value: object) -> Settings:
        """Return these settings with a house rule; the printing's own value takes it away."""
        return self.with_rules(self.rules.replace(**{name: value}))

    def without_house(self) -> Settings:
        """Return these settings with the printing's own rules."""
        return self.with_rules(rules(self.rules.id))


def read(state: Mapping[str, str], problems: list[str]) -> Settings:
    """Read settings from a link; what it does not say, or says wrongly, is as usual."""
    chosen = links.read_rules(state, problems, FIRST["rules"])
    default = 2 if 2 in chosen.counts else chosen.counts[0]
    players = links.read_int(
        state, "players", chosen.counts[0], chosen.counts[-1], default, problems
    )
    return Settings(
        rules=chosen,
        players=players,
        seed=links.read_int(state, "seed", 0, LARGEST_SEED, int(FIRST["seed"]), problems),
        who=_read_who(state, players, problems),
        names=links.read_names(state, problems),
        match=links.read_flag(state, "match", problems),
        hands=links.read_choice(state, "hands", list(HANDS), "all", problems),
        numerals=links.read_flag(state, "numerals", problems),
        text=links.read_flag(state, "text", problems),
        keys=links.read_choice(state, "keys", ("0", "1"), "1", problems) == "1",
        speed=links.read_choice(state, "speed", SPEEDS, "1", problems),
        embed=links.read_flag(state, "embed", problems),
    )


def _read_who(state: Mapping[str, str], players: int, problems: list[str]) -> tuple[str, ...]:
    text = links.read_text(state, "who", "greedy", problems, 100)
    who = tuple(text.split(",")) if text else ("greedy",)
    if len(who) == 1:
        who *= players
    if len(who) != players or any(name not in WHO for name in who):
        problems.append(
            f"The link does not say who plays: name {', '.join(WHO)}, one for each of the "
            f"{players} seats."
        )
        return ("greedy",) * players
    return who


def write(settings: Settings) -> dict[str, str]:
    """Write settings for a link, leaving out what is as usual."""
    who = settings.who[:1] if len(set(settings.who)) == 1 else settings.who
    said = {
        "rules": links.write_rules(settings.rules),
        "players": str(settings.players),
        "seed": str(settings.seed),
        "who": "" if who == ("greedy",) else ",".join(who),
        "names": links.write_names(settings.names),
        "match": "1" if settings.match else "",
        "hands": "" if settings.hands == "all" else settings.hands,
        "numerals": "1" if settings.numerals else "",
        "text": "1" if settings.text else "",
        "keys": "" if settings.keys else "0",
        "speed": "" if settings.speed == "1" else settings.speed,
        "embed": "1" if settings.embed else "",
    }
    return {key: value for key, value in said.items() if value}


def read_seed(text: str) -> int:
    """Return a seed that someone typed, or refuse it in one sentence."""
    digits = text.strip()
    if digits.isascii() and digits.isdecimal() and int(digits[:20]) <= LARGEST_SEED:
        return int(digits[:20])
    raise DominoError(f"The seed must be a whole number from 0 to {LARGEST_SEED}.")


__all__ = ["BOTS", "FIRST", "HANDS", "PERSON", "SPEEDS", "WHO", "Settings", "read", "write"]
