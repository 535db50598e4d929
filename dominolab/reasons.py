"""Why: for every step what was possible, what was not, and which rule decided, with its source."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from typing import TYPE_CHECKING, NamedTuple

from .actions import Action, Draw, Pass, Play, exit_tile
from .errors import IllegalAction, one_of
from .layout import Exit, Exits, fitting
from .manuals import GENERAL, Statement
from .opening import lot_winner
from .scoring import NAMES, Score
from .tiles import Hand, Tile, hand_of

if TYPE_CHECKING:
    from .round import Round
    from .state import State
    from .turn import Before, Result


class Remark(NamedTuple):
    """A sentence about what happened, and the rule behind it."""

    sentence: str
    axis: str
    statement: Statement

    @property
    def source(self) -> str:
        """Where the rule stands and how surely, in words."""
        if self.statement.house:
            return "a house rule"
        if self.statement.inherited not in ("", GENERAL):
            return f"taken over from {self.statement.inherited}; {self.statement.citation}"
        words = {
            "stated": "stated",
            "silent": "the leaflet is silent: our reading",
            "contradictory": "the leaflet contradicts itself: our reading",
        }
        return f"{words[self.statement.status]}; {self.statement.citation}"


class Unplayable(NamedTuple):
    """A tile in hand that may not be laid now, and the rule that forbids it."""

    tile: Tile
    why: str
    axis: str

    def __str__(self) -> str:
        """Name the tile, unless the reason does: `6-4 does not show 5 or 2.`"""
        return self.why if self.why.startswith(str(self.tile)) else f"{self.tile}: {self.why}"


def numbers(exits: Exits) -> str:
    """Say which pips are open, as in `5 or 2`."""
    return _listed(tuple(dict.fromkeys([code & 7 for code in exits])))


_listed = cache(one_of)


class Step:
    """One action of a round with all that explains it."""

    def __init__(self, round_: Round, index: int) -> None:
        self.round = round_
        self.index = index
        self.action: Action = round_.actions[index]
        self.before = round_.was(index)
        last = index == len(round_.actions) - 1
        after = None if last else round_.was(index + 1)
        self.in_play_after = round_.in_play if after is None else after.in_play
        self._free_after = round_._free if after is None else after.free
        self.result: Result | None = round_.result if last else None

    @property
    def player(self) -> int:
        """Who acted."""
        return self.before.player

    @property
    def legal(self) -> tuple[Action, ...]:
        """Every action that was possible."""
        return self.before.legal

    @property
    def alternatives(self) -> tuple[Action, ...]:
        """What else was possible."""
        return tuple(action for action in self.legal if action is not self.action)

    @property
    def hand(self) -> Hand:
        """The player's tiles before the action."""
        return hand_of(self.before.hand)

    @property
    def exits(self) -> tuple[Exit, ...]:
        """The exits that were open."""
        return tuple(Exit(exit_tile(code), code & 7) for code in self.before.open)

    @property
    def drawn(self) -> Tile | None:
        """The tile that was drawn, if one was."""
        if isinstance(self.action, Draw):
            return self.round.deals[-1].stock[self.before.drawn]
        return None

    @cached_property
    def unplayable(self) -> tuple[Unplayable, ...]:
        """Each tile in hand that could not be laid, with the reason."""
        held = self.before.hand
        for action in self.legal:
            if isinstance(action, Play):
                held &= ~action.tile.bit
        return tuple(_why_not(self.round, self.before, hand_of(held)))

    # -- Points ------------------------------------------------------------------------------------

    @cached_property
    def _in_play(self) -> tuple[Score, Score] | None:
        plan = self.round.rules.plan
        if plan.in_play == "none" or not isinstance(self.action, Play):
            return None
        from .state import in_play_count

        return in_play_count(self._free_after, plan.in_play, plan.end_double)

    @property
    def count(self) -> Score | None:
        """What the open ends count after this play, where the rules count them."""
        return None if self._in_play is None else self._in_play[0]

    @property
    def points(self) -> Score:
        """The points that this play earned, with their terms."""
        if self._in_play is None:
            return Score(0)
        score = self._in_play[1]
        side = self.round.side(self.player)
        counted = self.in_play_after[side] - self.before.in_play[side]
        return score if counted == score.points else Score(0)

    # -- Words -------------------------------------------------------------------------------------

    def sentence(self, names: Sequence[str] = NAMES) -> str:
        """Say what was done and why, in one sentence."""
        return self.remarks(names)[0].sentence

    @property
    def axis(self) -> str:
        """The axis whose rule decided what happened."""
        return self._decided()[0]

    @property
    def statement(self) -> Statement:
        """The deciding rule with its status and source."""
        return self.round.rules.statements[self.axis]

    def remarks(self, names: Sequence[str] = NAMES) -> tuple[Remark, ...]:
        """Say what was done, what it scored, and what it ended, each with its rule."""
        statements = self.round.rules.statements
        axis, words = self._decided()
        found = [Remark(f"{names[self.player]} {words}", axis, statements[axis])]
        if self.round.rules.plan.in_play != "none" and self.count is not None:
            scored = self.points.points
            earned = f"{scored} point{'' if scored == 1 else 's'}" if scored else "nothing"
            text = f"The ends count {self.count.points}: {names[self.player]} scores {earned}."
            found.append(Remark(text, "in_play", statements["in_play"]))
        if self.result is not None:
            found.append(self._ending(names))
        return tuple(found)

    def _ending(self, names: Sequence[str]) -> Remark:
        assert self.result is not None
        statements = self.round.rules.statements
        if self.result.how == "out":
            text = f"{names[self.player]} has no tiles left: the round is over."
            return Remark(text, "round_end", statements["round_end"])
        if self.result.how == "target":
            text = f"{names[self.player]} reaches {self.round.rules.target}: the match is over."
            return Remark(text, "reach", statements["reach"])
        text = "Everyone has passed in turn: the round is blocked."
        axis = "choice_block" if self.round.drawable else "round_end"
        return Remark(text, axis, statements[axis])

    def _decided(self) -> tuple[str, str]:
        """Return the axis that decided this action, and the words for it."""
        if isinstance(self.action, Play):
            return self._why_play(self.action)
        if isinstance(self.action, Draw):
            return self._why_draw()
        return self._why_pass()

    def _why_play(self, play: Play) -> tuple[str, str]:
        plan, before = self.round.rules.plan, self.before
        if play.on is None:
            axis, reason = _why_lead(self.round)
            return axis, f"leads {play.tile}: {reason}."
        words = f"lays {play.tile} on {play.on}, {play.pip} to {play.pip}"
        if before.free != before.open:
            return "arms", f"{words}: an arm that has to be started first."
        if before.drew and plan.able == "must-play":
            return (
                "stuck",
                f"lays {play.tile} on {play.on} after drawing, {play.pip} to {play.pip}.",
            )
        if len(self.legal) == 1:
            return "able", f"{words}: nothing else is possible, and a tile that fits must be laid."
        return "matching", f"{words}: one of {len(self.legal)} possibilities."

    def _why_draw(self) -> tuple[str, str]:
        if any(isinstance(action, Play) for action in self.legal):
            return "able", "draws although a tile fits: these rules allow it."
        choice = ", rather than pass" if any(isinstance(a, Pass) for a in self.legal) else ""
        if self.before.hand & fitting(self.before.open):
            return "stuck", "draws on: the whole stock has to be taken first."
        return "stuck", f"draws{choice}, because nothing in hand fits {numbers(self.before.open)}."

    def _why_pass(self) -> tuple[str, str]:
        plan, before = self.round.rules.plan, self.before
        if not before.hand:
            return "round_end", "is out of tiles and waits: going out does not end this round."
        if any(isinstance(action, Play) for action in self.legal):
            return "able", "passes although a tile fits: these rules allow it."
        nothing = f"nothing in hand fits {numbers(before.open)}"
        if any(isinstance(action, Draw) for action in self.legal):
            return "stuck", f"passes rather than draw: {nothing}."
        if plan.stuck == "pass":
            return "stuck", f"passes: {nothing}, and nobody draws in this game."
        if before.drew and plan.stuck == "one-kept":
            return "stuck", "passes: the tile just drawn may not be laid in the same turn."
        if before.drew and plan.stuck in ("one", "one-or-pass"):
            return "stuck", f"passes: one tile was drawn, and still {nothing}."
        if plan.reserve and len(self.round.deals[-1].stock) > before.drawn:
            return (
                "reserve",
                f"passes: {nothing}, and the last {plan.reserve} tiles stay in the stock.",
            )
        return "empty_stock", f"passes: {nothing}, and the stock is empty."

    def __str__(self) -> str:
        lines = [
            f"{self.index + 1}. {remark.sentence}  [{remark.source}]" for remark in self.remarks()
        ]
        lines += [f"   {why}" for why in self.unplayable]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        from .stepper import step_html

        return step_html(self.round, self.index + 1)

    def __repr__(self) -> str:
        return f"<Step {self.index + 1}: {self.sentence()}>"


def _why_lead(round_: Round) -> tuple[str, str]:
    """Return the axis that decided the lead, and the reason in words."""
    plan, lead = round_.rules.plan, round_.opening.lead
    if lead.axis == "next_opener":
        return lead.axis, "the winner of the round before leads any tile"
    if lead.axis == "no_double":
        return lead.axis, "nobody holds a double, so the heaviest tile is led"
    if lead.axis == "lead":
        return lead.axis, "the position lets any tile be led"
    if lead.axis == "lot":
        return "lead", "the winner of the lot leads any tile"
    if plan.lead == "any-tile":
        return "lead", "the opener may lead any tile"
    if plan.lead == "any-double":
        return "lead", "the opener leads one of the doubles in hand"
    which = {"lowest-double": "the lowest double", "double-six": "the double six"}
    return "lead", f"{which.get(plan.opener, 'the highest double')} has to be led"


def _why_not(state: State, before: Before, held: Sequence[Tile]) -> Iterator[Unplayable]:
    """Say for each of the tiles *held* why it may not be laid."""
    plan = state.rules.plan
    if not before.free:
        leads = one_of([str(play.tile) for play in before.legal if isinstance(play, Play)])
        yield from (Unplayable(tile, f"The lead must be {leads}.", "lead") for tile in held)
        return
    misses = numbers(before.open), plan.matching == "last-tile"
    fits_open, fits_free = fitting(before.open), fitting(before.free)
    for tile in held:
        if tile.bit & fits_open:
            if plan.stuck == "whole-stock":
                yield Unplayable(tile, "The whole stock has to be drawn first.", "stuck")
            else:
                why = "A tile drawn in this turn may not be laid at once."
                yield Unplayable(tile, why, "stuck")
        elif tile.bit & fits_free:
            yield Unplayable(tile, "It fits only an arm that must wait for the others.", "arms")
        else:
            yield _misses(tile, *misses)


@cache
def _misses(tile: Tile, open_pips: str, last_only: bool) -> Unplayable:
    only = ", and only the tile laid last is open" if last_only else ""
    return Unplayable(tile, f"{tile} does not show {open_pips}{only}.", "matching")


def forbidden(state: State, action: object, names: Sequence[str] = NAMES) -> IllegalAction:
    """Say which rule forbids *action* now."""
    axis, why = why_forbidden(state, action, names)
    if not axis:
        return IllegalAction(why)
    statement = state.rules.statements[axis]
    source = "house rule" if statement.house else str(statement.citation)
    return IllegalAction(f"{why} ({statement.words} {source}.)", axis, why)


def why_forbidden(state: State, action: object, names: Sequence[str] = NAMES) -> tuple[str, str]:
    """Return the axis whose rule forbids *action* ('' where none does), and why in a sentence."""
    if state.over:
        return "round_end", "The round is over: nothing more can be done."
    if not isinstance(action, Action):
        return "", f"{action!r} is not an action: use one that legal() gives."
    legal = state.legal()
    player = names[state.turn]
    plays = [a for a in legal if isinstance(a, Play)]
    before = state.now()
    if isinstance(action, Play):
        if not before.hand & action.tile.bit:
            return "", f"{player} does not hold {action.tile}."
        if not any(play.tile is action.tile for play in plays):
            unplayable = next(_why_not(state, before, [action.tile]))
            return unplayable.axis, f"{action.tile} may not be laid: {unplayable.why}"
        places = one_of([str(play.on) for play in plays if play.tile is action.tile])
        if action.on is None:
            return "matching", f"Say what {action.tile} joins: {places}."
        return "matching", f"{action.tile} may not join {action.on} now: only {places}."
    if isinstance(action, Draw):
        if plays and not before.free:
            return "opener_draw", f"{player} may not draw before leading."
        if not state.drawable:
            left = len(state.stock)
            if left:
                return "reserve", f"{player} may not draw: the last {left} tiles stay in the stock."
            return "empty_stock", f"{player} cannot draw: the stock is empty."
        if plays:
            return "able", f"{player} may not draw: a tile in hand fits."
        return "stuck", f"{player} may not draw now."
    if plays:
        axis = "lead" if not before.free else "able"
        return axis, f"{player} may not pass: {plays[0].tile} can be laid."
    return "stuck", f"{player} may not pass: a tile has to be drawn first."


def opening_remarks(round_: Round, names: Sequence[str] = NAMES) -> tuple[Remark, ...]:
    """Explain what happened before the first tile: the lot, deals that went back, who leads."""
    statements = round_.rules.statements
    plan, opening = round_.rules.plan, round_.opening
    found = []
    if opening.lot is not None:
        shown = ", ".join(f"{names[p]} {tile}" for p, tile in enumerate(opening.lot))
        winner = names[lot_winner(opening.lot, plan.lot)]
        text = f"Each player draws a tile and shows it ({shown}): {winner} wins the lot."
        found.append(Remark(text, "lot", statements["lot"]))
    for number, deal in enumerate(opening.deals[:-1], 1):
        held = sum(any(tile.double for tile in hand) for hand in deal.hands)
        who = "Nobody holds a double" if not held else "Fewer than two players hold a double"
        if plan.opener == "double-six" and plan.no_double == "redeal":
            who = "Nobody holds the double six"
        text = f"{who}: deal {number} goes back, and all tiles are dealt again."
        found.append(Remark(text, "no_double", statements["no_double"]))
    text = f"{names[opening.lead.opener]} leads."
    found.append(Remark(text, opening.lead.axis, statements[opening.lead.axis]))
    return tuple(found)


__all__ = ["Remark", "Step", "Unplayable", "forbidden", "opening_remarks", "why_forbidden"]
