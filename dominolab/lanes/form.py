"""What the vectorised engine needs of the rules, looked up once for all lanes."""

from __future__ import annotations

import numpy as np

from ..layout import exits_of_doubles
from ..rules import RuleSet
from ..scoring import IN_PLAY
from ..tiles import PIPS, TILES
from .choose import Options
from .words import Words, grown, repeated


class Form:
    """The rules of one table as numbers and small arrays."""

    __slots__ = (
        "all_first",
        "drawable",
        "exits",
        "first_exits",
        "last_only",
        "lengths",
        "needs_mover",
        "opener_draws",
        "options",
        "pairs",
        "plan",
        "plays_on",
        "points",
        "sides",
        "size",
        "step",
        "stops_at_target",
        "twice",
        "waits",
    )

    def __init__(self, rules: RuleSet, players: int) -> None:
        plan, table = rules.plan, rules.table(players)
        self.plan = plan
        self.size = plan.hand[players]
        self.sides = len(table.teams)
        self.pairs = self.sides < players
        self.step = 1 if plan.direction == "clockwise" else -1
        self.drawable = max(0, len(TILES) - players * self.size - plan.reserve)
        led, later = exits_of_doubles(plan.branching)
        self.exits, self.lengths = grown(later)
        self.first_exits = np.array([repeated(pip, led) for pip in PIPS], dtype=np.uint64)
        self.last_only = table.shape.last_only
        self.all_first = table.shape.all_first
        self.waits = not table.out_ends
        self.plays_on = plan.choice_block == "play-on"
        self.needs_mover = plan.bonus_out > 0 and plan.bonus_blocked == "last-mover"
        never_draws = not self.drawable and plan.able == "must-play" and table.out_ends
        self.options = None if table.lay_or_pass or never_draws else Options.of(plan)
        self.opener_draws = plan.opener_draw == "yes" and self.drawable > 0
        self.points: Words | None = None
        if table.counts_ends:
            rule = IN_PLAY[plan.in_play]
            self.points = np.array([rule(count).points for count in range(25)], dtype=np.uint64)
        self.twice = plan.end_double == "both-halves"
        self.stops_at_target = table.counts_ends and table.stops_at_target

    def side(self, seat: int) -> int:
        """Return the side of a seat; both count from the opener."""
        return seat % self.sides
