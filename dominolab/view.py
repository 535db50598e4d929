"""What one seat may see of a round: its own hand, the table, and how many tiles the others hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .actions import Action, Draw, Pass
from .layout import Exit, Layout, fitting
from .rules import RuleSet
from .tiles import ALL, Hand, Tile, hand_of

if TYPE_CHECKING:
    from .round import Round


class View:
    """A round as the seat *player* sees it: bots are given this, never the round."""

    __slots__ = ("_round", "player")

    def __init__(self, round_: Round, player: int | None = None) -> None:
        self._round = round_
        self.player = round_.turn if player is None else player

    @property
    def rules(self) -> RuleSet:
        """The rules in force."""
        return self._round.rules

    @property
    def players(self) -> int:
        """How many play."""
        return self._round.players

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The sides."""
        return self._round.teams

    @property
    def hand(self) -> Hand:
        """The seat's own tiles."""
        return hand_of(self._round._hands[self.player])

    @property
    def hand_bits(self) -> int:
        """The seat's own tiles as bits."""
        return self._round._hands[self.player]

    @property
    def legal(self) -> tuple[Action, ...]:
        """What the seat may do; empty while it is another's turn."""
        return self._round.legal() if self._round.turn == self.player else ()

    @property
    def layout(self) -> Layout:
        """The tiles on the table."""
        return self._round.layout

    @property
    def exits(self) -> tuple[Exit, ...]:
        """The open exits."""
        return self._round.exits

    @property
    def laid(self) -> int:
        """The tiles on the table as bits."""
        return self._round.laid

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many tiles each player holds."""
        return tuple(hand.bit_count() for hand in self._round._hands)

    @property
    def stock(self) -> int:
        """How many tiles lie in the stock."""
        return len(self._round.stock)

    @property
    def drawable(self) -> int:
        """How many tiles of the stock may be drawn."""
        return self._round.drawable

    @property
    def in_play(self) -> tuple[int, ...]:
        """What each side has scored in play."""
        return self._round.in_play

    @property
    def unseen(self) -> int:
        """The tiles that the seat cannot see, as bits: in other hands or in the stock."""
        return ALL & ~self.laid & ~self.hand_bits

    @property
    def history(self) -> tuple[tuple[int, Action], ...]:
        """Who did what so far; which tiles others drew stays hidden."""
        return tuple(
            (self._round.was(index).player, action)
            for index, action in enumerate(self._round.actions)
        )

    def lacks(self) -> tuple[int, ...]:
        """Return for each player the tiles (as bits) they showed not to hold.

        Whoever passed or had to draw held nothing that fitted; a tile drawn later can be anything.
        """
        lacking = [0] * self.players
        plan = self.rules.plan
        # A pass by choice, or with a tile that may not be laid at once, tells nothing.
        if plan.able == "may-pass" or plan.stuck == "one-kept":
            return tuple(lacking)
        for index, action in enumerate(self._round.actions):
            before = self._round.was(index)
            if isinstance(action, Draw):
                lacking[before.player] = 0
            elif isinstance(action, Pass) and not (before.drew and plan.able == "may-draw-and-end"):
                lacking[before.player] |= fitting(before.open)
        return tuple(lacking)

    def imagine(self, hands: Sequence[int], stock: Sequence[Tile]) -> Round:
        """Return this position with *hands* (as bits) and *stock* in place of the hidden tiles.

        It has no past: what was dealt and drawn could tell what is hidden.
        """
        return self._round.imagined(hands, stock)
