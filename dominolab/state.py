"""State: what stands in a round, which actions are legal, and what pushing one changes.

It is a handful of plain values: hands are bits of a word, exits are small numbers, and what `push`
changes is kept on a stack, so that `pop` puts back exactly what was there.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from .actions import Action, Draw, Play, exit_tile, plays_at
from .axes import Axes
from .errors import IllegalAction
from .layout import Exits
from .opening import Deal, Opening, leads_after_drawing
from .rules import RuleSet
from .scoring import Score, Settlement, score_ends, settle, with_more
from .tiles import Hand, Tile, bits, hand_of
from .turn import ONLY_PASS, Actions, Before, Result, options


@cache
def in_play_count(ends: Exits, rule: str, end_double: str) -> tuple[Score, Score]:
    """Return what the open *ends* count and what that count scores, each with its terms."""
    return score_ends(rule, [(exit_tile(code), code & 7) for code in ends], end_double)


class State:
    """A round as its rules see it: dealt, played action by action, and over."""

    __slots__ = (
        "_bare",
        "_before",
        "_drawable",
        "_drawn",
        "_drew",
        "_free",
        "_hands",
        "_in_play",
        "_laid",
        "_legal",
        "_mover",
        "_open",
        "_plan",
        "_table",
        "_turn",
        "actions",
        "before",
        "opening",
        "players",
        "previous",
        "result",
        "rules",
        "seed",
        "teams",
    )

    def __init__(
        self,
        rules: RuleSet,
        players: int,
        opening: Opening,
        *,
        seed: int | None = None,
        before: Sequence[int] | None = None,
        previous: int | None = None,
    ) -> None:
        self.rules = rules
        self.players = players
        self.opening = opening
        self.seed = seed
        self.previous = previous
        """The player who won the round before, where the match remembers one."""
        self._table = table = rules.table(players)
        self.teams = table.teams
        self.before = rules.check_before(before, len(self.teams))
        """Each side's match total before this round."""
        self.actions: list[Action] = []
        """What has been done so far, in order."""
        self.result: Result | None = None
        plan: Axes = rules.plan
        self._plan = plan
        self._hands = [bits(hand) for hand in opening.deals[-1].hands]
        self._drawable = len(opening.deals[-1].stock) - plan.reserve
        self._turn = opening.lead.opener
        self._drawn = self._bare = self._drew = 0
        self._laid: tuple[Play, ...] = ()  # what lay before the first action, in a set position
        self._mover: int | None = None  # who laid the last of those, where that is known
        self._free: Exits = ()
        self._open: Exits = ()
        self._in_play = (0,) * len(self.teams)
        self._legal: Actions | None = None
        self._before: list[tuple[Any, ...]] = []

    @property
    def turn(self) -> int:
        """The player whose turn it is."""
        return self._turn

    @property
    def hands(self) -> tuple[Hand, ...]:
        """Each player's tiles now."""
        return tuple(hand_of(hand) for hand in self._hands)

    @property
    def deals(self) -> tuple[Deal, ...]:
        """Every deal made; the last is the one that is played."""
        return self.opening.deals

    @property
    def stock(self) -> Hand:
        """The tiles that are left to draw, the reserve included, the next one first."""
        return Hand(self.deals[-1].stock[self._drawn :])

    @property
    def drawable(self) -> int:
        """How many tiles of the stock may still be drawn."""
        return max(0, self._drawable - self._drawn)

    @property
    def over(self) -> bool:
        """Whether the round has ended."""
        return self.result is not None

    @property
    def leads(self) -> Hand:
        """The tiles with which the opener may lead."""
        lead, hand = self.opening.lead, self._hands[self.opening.lead.opener]
        tiles = leads_after_drawing(self._plan, lead, hand) if self._drew else lead.tiles
        return hand_of(tiles & hand)

    # -- What can be done --------------------------------------------------------------------------

    def legal(self) -> Actions:
        """Return every action that the rules allow now; none when the round is over."""
        found = self._legal
        if found is None:
            found = self._legal = self._find_legal()
        return found

    def _find_legal(self) -> Actions:
        if self.result is not None:
            return ()
        hand = self._hands[self._turn]
        plays: Actions = ()
        if not self._free:
            plays = tuple(Play(tile) for tile in self.leads)
        else:
            seen = -1
            for code in self._open:
                # Equal exits of one double stand beside each other: they are one choice.
                if code != seen:
                    plays += plays_at(code, hand)
                    seen = code
        if self._table.lay_or_pass:
            return plays or ONLY_PASS
        if not hand:
            return ONLY_PASS  # out, in a round that going out does not end
        return options(
            self._plan,
            plays,
            leading=not self._free,
            drew=self._drew,
            can_draw=self._drawn < self._drawable,
        )

    def push(self, action: Action) -> None:
        """Do *action* for the player whose turn it is; refuse it, unchanged, if it is not legal."""
        legal = self.legal()
        if action not in legal:
            from .reasons import forbidden

            raise forbidden(self, action)
        player = self._turn
        hand = self._hands[player]
        drew = self._drew
        # A plain tuple in the order of Before: making the named one would cost more than the play.
        self._before.append(
            (
                player,
                hand,
                self._drawn,
                self._free,
                self._open,
                self._bare,
                drew,
                self._in_play,
                legal,
            )
        )
        self.actions.append(action)
        self._legal = None
        if isinstance(action, Play):
            self._lay(action, player, hand)
        elif isinstance(action, Draw):
            self._hands[player] = hand | self.deals[-1].stock[self._drawn].bit
            self._drawn += 1
            self._drew = drew + 1
        else:
            counts = not drew and not (
                self._plan.choice_block == "play-on" and self._drawn < self._drawable
            )
            self._bare = self._bare + 1 if counts else 0
            self._turn = self._table.after[player]
            self._drew = 0
            if self._bare == self.players:
                self._end(None)

    def _lay(self, play: Play, player: int, hand: int) -> None:
        tile = play.tile
        hand ^= tile.bit
        self._hands[player] = hand
        self._bare = 0
        table = self._table
        form = table.shape
        self._free = form.laid(self._free, play) if self._free else form.led(tile)
        self._open = form.open(self._free, self.first) if form.all_first else self._free
        reached = table.counts_ends and self._score_in_play(player)
        if not hand and table.out_ends:
            self._end(player)
        elif reached:
            self._end_at_target(player)
        elif not hand and not any(self._hands):
            self._end(None)
        else:
            self._turn = table.after[player]
            self._drew = 0

    @property
    def first(self) -> Tile:
        """The first tile laid."""
        if self._laid:
            return self._laid[0].tile
        return next(action.tile for action in self.actions if isinstance(action, Play))

    def _score_in_play(self, player: int) -> bool:
        """Add the points of the open ends; return whether they reach the target at once."""
        plan = self._plan
        side = self._table.sides[player]
        points = self._points(side)
        if points:
            self._in_play = tuple(
                had + points if s == side else had for s, had in enumerate(self._in_play)
            )
        total = self.before[side] + self._in_play[side]
        return self._table.stops_at_target and total >= (plan.target or 0)

    def _points(self, side: int) -> int:
        plan = self._plan
        points = in_play_count(self._free, plan.in_play, plan.end_double)[1].points
        if plan.reach == "exactly" and plan.target is not None:
            past = self.before[side] + self._in_play[side] + points > plan.target
            return 0 if past else points
        return points

    def _last_mover(self) -> int | None:
        """Return who laid the last tile, if anyone did."""
        past = zip(reversed(self._before), reversed(self.actions), strict=True)
        movers = (before[0] for before, action in past if isinstance(action, Play))
        return next(movers, self._mover)

    def _end(self, out: int | None) -> None:
        self._conclude(
            settle(
                self._plan,
                self.hands,
                self.teams,
                out=out,
                in_play=self._in_play,
                last_mover=self._last_mover(),
                before=self.before,
            )
        )

    def _end_at_target(self, player: int) -> None:
        sheets = tuple(
            with_more(Score(0), points, "scored in play") if points else Score(0)
            for points in self._in_play
        )
        self._conclude(Settlement("target", self.teams[self._table.sides[player]], sheets))

    def _conclude(self, end: Settlement) -> None:
        hands = self.hands
        self.result = Result(
            end.how,
            end.winner,
            hands,
            tuple(hand.pips for hand in hands),
            self._in_play,
            end.scores,
            end.sheets,
        )

    def pop(self) -> Action:
        """Undo the last action and return it; everything is as it was before the push."""
        if not self.actions:
            raise IllegalAction("There is nothing to undo: no action has been taken.")
        action = self.actions.pop()
        before = Before._make(self._before.pop())
        self._turn = before.player
        self._hands[before.player] = before.hand
        self._drawn, self._free, self._open = before.drawn, before.free, before.open
        self._bare, self._drew, self._in_play = before.bare, before.drew, before.in_play
        self._legal = before.legal
        self.result = None
        return action

    # -- What stood when -----------------------------------------------------------------------------

    def now(self) -> Before:
        """Return what stands now, before the next action."""
        return Before(
            self._turn,
            self._hands[self._turn],
            self._drawn,
            self._free,
            self._open,
            self._bare,
            self._drew,
            self._in_play,
            self.legal(),
        )

    def was(self, index: int) -> Before:
        """Return what stood before the action number *index*."""
        return Before._make(self._before[index])
