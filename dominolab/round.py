"""Round: deal, see what is legal, push an action, pop it again.

What changes and what is legal stands in `state.py`; here is what there is to see of it, and other
rounds made from this one. Why a step was allowed is worked out when someone asks (`reasons.py`).
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from .actions import Action, Play, exit_tile
from .chance import check_seed
from .errors import DominoError
from .layout import Exit, Layout
from .opening import Deal, Lead, Opening, leads_after_drawing, open_round
from .rules import RuleSet
from .rules import rules as find_rules
from .scoring import NAMES
from .state import State, in_play_count
from .tiles import Hand, Tile, bits, hand_of
from .turn import Before, Result

if TYPE_CHECKING:
    from .reasons import Step


class Round(State):
    """One round of a game, from the deal to the score."""

    __slots__ = ()

    @classmethod
    def deal(
        cls,
        rules: RuleSet | str,
        players: int = 2,
        seed: int | None = None,
        *,
        before: Sequence[int] | None = None,
        previous: int | None = None,
        first: bool = True,
    ) -> Round:
        """Deal a round: the same rules, players and seed always give the same one.

        For a later round of a match (*first* is false) *before* holds each side's total so far,
        and *previous* the player who won the round before, if anyone did.
        """
        rules = find_rules(rules) if isinstance(rules, str) else rules
        players = rules.check_players(players)
        seed = secrets.randbits(32) if seed is None else check_seed(seed)
        opening = open_round(rules.plan, players, seed, previous, first)
        return cls(rules, players, opening, seed=seed, before=before, previous=previous)

    # -- What there is to see ----------------------------------------------------------------------

    @property
    def opener(self) -> int:
        """The player who leads."""
        return self.opening.lead.opener

    @property
    def layout(self) -> Layout:
        """The tiles on the table."""
        plays = (action for action in self.actions if isinstance(action, Play))
        return Layout((*self._laid, *plays), self._table.shape)

    @property
    def laid(self) -> int:
        """The tiles on the table as bits."""
        return bits(play.tile for play in (*self._laid, *self.actions) if isinstance(play, Play))

    @property
    def exits(self) -> tuple[Exit, ...]:
        """The places open to the next player."""
        return tuple(Exit(exit_tile(code), code & 7) for code in self._open)

    @property
    def count(self) -> int | None:
        """The total of the open ends where the rules count them, else None."""
        if self._plan.in_play == "none" or not self._free:
            return None
        return in_play_count(self._free, self._plan.in_play, self._plan.end_double)[0].points

    @property
    def in_play(self) -> tuple[int, ...]:
        """What each side has scored in play."""
        return self._in_play

    def side(self, player: int) -> int:
        """Return the side on which *player* is."""
        return self._table.sides[player]

    # -- Positions given from outside --------------------------------------------------------------

    def stand(
        self, layout: Layout, *, drew: int = 0, bare: int = 0, in_play: Sequence[int] = ()
    ) -> None:
        """Set a round that has no actions yet to a position given from outside."""
        self._laid = layout.plays
        self._free, self._open = layout.free, layout.open
        self._drew, self._bare = drew, bare
        self._in_play = tuple(in_play) or self._in_play
        self._legal = None
        self._end_if_over()

    def _end_if_over(self) -> None:
        """End a round whose position was given and leaves nothing to play."""
        plan = self._plan
        out = [player for player, hand in enumerate(self._hands) if not hand]
        totals = [had + won for had, won in zip(self.before, self._in_play, strict=True)]
        if out and self._free and plan.round_end == "out-or-blocked":
            self._end(out[0])
        elif self._table.stops_at_target and max(totals) >= (plan.target or 0):
            self._end_at_target(self.teams[totals.index(max(totals))][0])
        elif self._bare >= self.players or len(out) == self.players:
            self._end(None)

    # -- Steps -------------------------------------------------------------------------------------

    @property
    def steps(self) -> tuple[Step, ...]:
        """Every step so far with its reasons."""
        from .reasons import Step

        return tuple(Step(self, index) for index in range(len(self.actions)))

    def step(self, index: int = -1) -> Step:
        """Return one step with its reasons; -1 is the last."""
        from .reasons import Step

        count = len(self.actions)
        if not -count <= index < count:
            raise DominoError(f"There is no step {index}: the round has {count} so far.")
        return Step(self, index % count)

    def at(self, index: int) -> Round:
        """Return a copy of this round as it was after *index* actions."""
        count = len(self.actions)
        if not 0 <= index <= count:
            raise DominoError(f"There is no step {index}: the round has {count} so far.")
        return self.fresh(self.actions[:index])

    def fresh(self, actions: Iterable[Action] = ()) -> Round:
        """Return this deal from its start, with *actions* done."""
        other = Round(
            self.rules,
            self.players,
            self.opening,
            seed=self.seed,
            before=self.before,
            previous=self.previous,
        )
        if self._laid:
            other._mover = self._mover
            start = self.was(0) if self.actions else self.now()
            other.stand(
                Layout(self._laid, self._table.shape),
                drew=start.drew,
                bare=start.bare,
                in_play=start.in_play,
            )
        for action in actions:
            other.push(action)
        return other

    def copy(self) -> Round:
        """Return a round that can go on on its own."""
        return self.with_hidden(self._hands, self.stock)

    def with_hidden(self, hands: Sequence[int], stock: Sequence[Tile]) -> Round:
        """Return a copy in which the tiles still hidden are *hands* (as bits) and *stock*."""
        other = Round.__new__(Round)
        for name in State.__slots__:
            setattr(other, name, getattr(self, name))
        drawn = self.deals[-1].stock[: self._drawn]
        last = self.deals[-1]._replace(stock=Hand((*drawn, *stock)))
        other.opening = self.opening._replace(deals=(*self.deals[:-1], last))
        other.actions = list(self.actions)
        other._before = list(self._before)
        other._hands = list(hands)
        other._legal = None
        return other

    def imagined(self, hands: Sequence[int], stock: Sequence[Tile]) -> Round:
        """Return this position with other tiles where they are hidden, and without its past."""
        other = self.with_hidden(hands, ())
        other._laid = (*self._laid, *(play for play in self.actions if isinstance(play, Play)))
        other._drawable = min(self._drawable - self._drawn, len(stock) - self._plan.reserve)
        other._drawn = 0
        other._mover = self._last_mover()
        lead = self.opening.lead
        tiles = 0 if self._free else leads_after_drawing(self._plan, lead, hands[lead.opener])
        deal = Deal(tuple(hand_of(hand) for hand in hands), Hand(stock))
        other.opening = Opening((deal,), None, lead._replace(tiles=tiles))
        other.actions, other._before = [], []
        return other

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Round):
            return NotImplemented
        return (
            self.rules == other.rules
            and self.players == other.players
            and self.opening == other.opening
            and self.before == other.before
            and self.actions == other.actions
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        state = f"{self.result.how}" if self.result else f"{NAMES[self._turn]} to move"
        return (
            f"<Round {self.rules.id}, {self.players} players, {len(self.actions)} steps, {state}>"
        )

    def __str__(self) -> str:
        from .textart import round_text

        return round_text(self)

    def _repr_svg_(self) -> str:
        from .draw import round_svg

        return round_svg(self)

    def show(self, names: Sequence[str] = NAMES) -> Any:
        """Return a slider over the steps with their reasons, for a notebook's cell (needs Panel)."""
        from .stepper import stepper

        return stepper(self, names)


__all__ = ["Before", "Deal", "Lead", "Result", "Round"]
