"""What came of many rounds played at once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .deal import NOBODY
from .settle import BLOCKED
from .words import Flags, Ints, Words


@dataclass(slots=True)
class Played:
    """The ends of all lanes: one value for each, or a row for each seat or side."""

    how: Ints
    """OUT, BLOCKED or TARGET."""
    opener: Ints
    deals: Ints
    turns: Ints
    plays: Ints
    draws: Ints
    passes: Ints
    actor: Ints
    """Who acted last."""
    hands: Words
    pips: Ints
    tiles: Ints
    winners: Flags
    scores: Ints
    in_play: Ints
    order_winners: Flags
    """As `winners`, the sides counted from the opener's."""
    order_scores: Ints
    """As `scores`, the sides counted from the opener's."""
    pairs: bool

    @property
    def length(self) -> Ints:
        """The number of actions: plays, draws and passes."""
        return self.turns + self.draws

    @property
    def previous(self) -> Ints:
        """Who counts as the winner when the next round is opened, or NOBODY."""
        won = np.concatenate([self.winners, self.winners]) if self.pairs else self.winners
        lowest = np.where(won, self.pips, 10_000).argmin(axis=0)
        who = np.where(self.how == BLOCKED, lowest, self.actor)
        return np.where(won.any(axis=0), who, NOBODY)
