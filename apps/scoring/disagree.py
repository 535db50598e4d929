"""Where two rulesets disagree: the page's state, hands that show it, and a search for more.

Every action returns what a screen reader is told about it, or raises a DominoError and changes
nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from dominolab.chance import check_seed
from dominolab.errors import DominoError, one_of
from dominolab.match import play
from dominolab.rules import RuleSet, rules

from . import final as finals
from . import reading, table, worked
from .final import Final


@dataclass
class Everything:
    """The page with all rules at once."""

    final: Final = field(default_factory=lambda: finals.read("2-1|4-4|6-5"))
    readings: bool = False
    """Whether other readings that change the score have rows of their own."""
    one: str = "block"
    other: str = "polyglot"
    compared: bool = False
    """Whether the hands were laid out to set these two against each other."""
    next_seed: int = 1
    found: str = ""
    """What the last search came to, in one sentence."""

    def set_final(self, final: Final) -> str:
        """Lay out other hands."""
        self.final = final
        self.found, self.compared = "", False
        return f"{final.sentence} {table.table(final)[0].outcome}"

    def load_preset(self, name: str) -> str:
        """Lay out hands that show a disagreement, and mark the two that disagree."""
        preset = PRESETS[reading.choice(name, PRESETS, "preset")]
        said = self.set_final(preset.final)
        if preset.house is None:
            self.choose("one", preset.one)
            self.choose("other", preset.other)
            self.compared = True
        else:  # the printed rules agree: the row of the other reading shows it
            self.readings = True
        return said

    def choose(self, which: str, id_: str) -> str:
        """Choose one of the two rulesets to be set against each other."""
        found = rules(id_)
        if which == "one":
            self.one = id_
        else:
            self.other = id_
        self.next_seed, self.found, self.compared = 1, "", False
        return found.title

    def find(self) -> str:
        """Search real rounds for hands on which the two rulesets disagree."""
        one, other = rules(self.one), rules(self.other)
        common = common_players(one, other)
        if not common:
            raise DominoError(
                f"{one.title} is for {one_of(one.counts)} players, {other.title} for "
                f"{one_of(other.counts)}: they never meet."
            )
        players = self.final.players if self.final.players in common else common[0]
        met = find(one, other, players, self.next_seed)
        if met is None:
            self.found = (
                f"In {LOOK_AT} rounds for {players} players these two never scored the same "
                "hands differently."
            )
            return self.found
        self.set_final(met.final)
        self.next_seed = met.seed + 1
        self.compared = True
        rounds = f"{met.looked} round{'' if met.looked == 1 else 's'}"
        both = [
            f"{ruleset.title}: {worked.outcome(*table.score(ruleset, met.final))}"
            for ruleset in (one, other)
        ]
        self.found = f"Found after {rounds} (deal {met.seed}). {' '.join(both)}"
        return self.found


class Found(NamedTuple):
    """Hands from a real round on which two rulesets disagree."""

    final: Final
    seed: int
    looked: int
    """How many rounds were played to find it."""


LOOK_AT = 400
"""So many rounds are played before a search gives up: well under a second."""


def find(one: RuleSet, other: RuleSet, players: int, seed: int = 1) -> Found | None:
    """Play real rounds of *one* from *seed* on until its result is another than *other*'s."""
    start = check_seed(seed)
    for looked in range(LOOK_AT):
        result = play(one, players, start + looked).result
        if result is None or sum(not hand for hand in result.hands) > 1:
            continue
        final = Final(result.hands)
        if table.score(one, final).key != table.score(other, final).key:
            return Found(final, start + looked, looked + 1)
    return None


def common_players(one: RuleSet, other: RuleSet) -> tuple[int, ...]:
    """Return the numbers of players that both rulesets allow."""
    return tuple(n for n in one.counts if n in other.counts)


@dataclass(frozen=True)
class Preset:
    """Hands that show one disagreement."""

    title: str
    hands: str
    one: str
    other: str
    house: Mapping[str, Any] | None = None
    """The other reading of *other* that disagrees, where the printed rules agree."""

    @property
    def final(self) -> Final:
        """The hands."""
        return finals.read(self.hands)

    @property
    def rulesets(self) -> tuple[RuleSet, RuleSet]:
        """The two that disagree."""
        return rules(self.one), rules(self.other).replace(**(self.house or {}))


PRESETS: Mapping[str, Preset] = {
    "own-spots": Preset(
        "Own spots: kept, taken off once, or once per opponent", "2-1|4-4|6-5", "block", "polyglot"
    ),
    "tiles-or-spots": Preset(
        "One heavy tile against two light ones", "6-6|1-0,2-0", "janod", "janod@en"
    ),
    "all-hands": Preset("One's own spots count too", "3-0|5-2", "ukrainian", "janod"),
    "fifths": Preset("Spots divided by five", "|6-4,3-3", "muggins", "block"),
    "partner": Preset("Four players: a partner's spots cost", "|6-4|5-5|3-3", "block", "polyglot"),
    "pair-or-player": Preset(
        "The lowest hand in the heavier pair", "1-0|3-2|6-5|4-1", "block", "polyglot"
    ),
    "two-languages": Preset(
        "One leaflet, two languages, ten points apart",
        "4-0,1-0|4-2|4-4|6-6",
        "branching",
        "branching@it",
    ),
    "a-point": Preset("A point instead of spots", "|6-2", "fives-and-threes", "draw"),
    "tie": Preset("Equal lowest hands", "2-1|3-0|6-6", "polyglot", "polyglot", {"tie": "each"}),
}
"""What the page offers: each shows a place where the leaflets part."""
