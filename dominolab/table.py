"""Table: what is the same in every round that some rules have with so many players."""

from __future__ import annotations

from typing import NamedTuple

from .axes import Axes
from .layout import Shape, shape
from .scoring import Teams


class Table(NamedTuple):
    """Who sits where and what follows from it, worked out once for all rounds."""

    teams: Teams
    sides: tuple[int, ...]
    """For each player the side."""
    after: tuple[int, ...]
    """For each player who comes next."""
    shape: Shape
    """How the layout grows."""
    lay_or_pass: bool
    """Whether a player never has more of a choice than which tile to lay."""
    out_ends: bool
    """Whether a player who is out ends the round."""
    counts_ends: bool
    """Whether the open ends score during play."""
    stops_at_target: bool
    """Whether points in play can end the match: not where only a difference is scored."""


def make_table(plan: Axes, players: int) -> Table:
    """Return the table of these rules for so many players."""
    pairs = players == 4 and plan.pairs == "four"
    teams: Teams = ((0, 2), (1, 3)) if pairs else tuple((player,) for player in range(players))
    step = 1 if plan.direction == "clockwise" else -1
    differs = pairs and plan.pairs_difference == "per-deal"
    out_ends = plan.round_end == "out-or-blocked"
    return Table(
        teams=teams,
        sides=tuple(player % len(teams) for player in range(players)),
        after=tuple((player + step) % players for player in range(players)),
        shape=shape(plan.branching, plan.arms, plan.matching),
        lay_or_pass=plan.stuck == "pass" and plan.able == "must-play" and out_ends,
        out_ends=out_ends,
        counts_ends=plan.in_play != "none",
        stops_at_target=plan.target is not None and plan.reach != "round-end" and not differs,
    )
