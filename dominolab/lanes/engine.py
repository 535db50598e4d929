"""Many rounds at once: each array holds one value for every lane, each lane is one round.

This is a second implementation of `Round`, and lane for lane the same rounds: the same seed gives
the same deal, the same choices and the same end. Seats are counted from the opener here, so that
all lanes are at the same seat; a turn's draws are made before the next seat's turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import numpy as np

from ..chance import CHOICES
from ..errors import DominoError
from ..rules import RuleSet
from .choose import (
    Fitting,
    by_chance,
    choose_greedy,
    choose_random,
    lead_greedy,
    lead_random,
    led_tile,
    nth_bit,
)
from .deal import Dealt, deal, rotated, start
from .form import Form
from .played import Played
from .settle import BLOCKED, OUT, TARGET, Ending, settle
from .trace import Trace
from .words import (
    DRAW,
    INERT,
    SPREAD,
    TAKEN,
    Bytes,
    Flags,
    Ints,
    Words,
    index,
    word,
)

Rows = TypeVar("Rows", Ints, Words, Flags)

LONGEST = 5_000
"""A round with more turns than this does not end: its rules let everyone wait for ever."""


class Lanes:
    """Rounds of one ruleset played at once; `play` plays them all to their end."""

    def __init__(
        self,
        rules: RuleSet,
        players: int,
        seeds: Words,
        bots: Sequence[str],
        *,
        before: Ints | None = None,
        previous: Ints | None = None,
        first: bool = True,
        trace: bool = False,
    ) -> None:
        self.rules = rules
        self.players = players
        self.seeds = seeds
        form = self.form = Form(rules, players)
        self.dealt: Dealt = deal(form.plan, players, seeds, previous, first)
        count = len(seeds)
        self.count = count
        steps = form.step * np.arange(players)[:, None]
        self.seats: Ints = (self.dealt.opener + steps) % players
        """For each place in the order of play (a row) the seat, in every lane."""
        self.trace = Trace() if trace else None
        self._greedy = self._who_is_greedy(bots)
        if before is None:
            before = np.zeros((form.sides, count), dtype=np.int64)
        self.before = before
        """Each side's total before the round, by side."""
        hands = rotated(self.dealt.hands, self.seats)
        self._hands = list(hands)
        no_chance = np.zeros(0, dtype=np.uint64)
        self._chance = [
            no_chance if greedy is True else start(seeds, word(CHOICES) + seats.astype(np.uint64))
            for greedy, seats in zip(self._greedy, self.seats, strict=True)
        ]
        self._before = list(self._turned(before))
        self._lane: Ints = np.arange(count)
        self._bare = np.zeros(count, dtype=np.int64)
        self._drawn = np.zeros(count, dtype=np.int64)
        self._exits = np.zeros(count, dtype=np.uint64)
        self._first = np.zeros(count, dtype=np.uint64)
        self._ends = [np.zeros(count, dtype=np.uint64) for _ in range(2)]
        self._in_play = [np.zeros(count, dtype=np.uint64) for _ in range(form.sides)]
        self._last = np.zeros(count, dtype=np.int64)
        self._over = 0
        # What is left of each lane when it is over.
        self._end_hands = np.zeros((players, count), dtype=np.uint64)
        self._end_in_play = np.zeros((form.sides, count), dtype=np.int64)
        self.turns: Ints = np.zeros(count, dtype=np.int64)
        self.draws: Ints = np.zeros(count, dtype=np.int64)
        self.how: Ints = np.zeros(count, dtype=np.int64)
        self.actor: Ints = np.zeros(count, dtype=np.int64)
        """The place of who acted last."""
        self.mover: Ints = np.zeros(count, dtype=np.int64)
        """The place of who laid the last tile."""

    def _who_is_greedy(self, bots: Sequence[str]) -> list[Flags | bool]:
        """Return for each place whether the bot there is greedy: in all lanes, none, or some."""
        greedy = np.array([name == "greedy" for name in bots])
        if greedy.all() or not greedy.any():
            return [bool(greedy[0])] * self.players
        return list(greedy.take(self.seats))

    def _turned(self, rows: Ints) -> Ints:
        """Return rows by side in the order of play."""
        if self.form.pairs:
            return np.where(self.dealt.opener % 2 == 1, rows[::-1], rows)
        return rotated(rows, self.seats)

    # -- Play --------------------------------------------------------------------------------------

    def play(self) -> Played:
        """Play every lane to its end, and return what came of it."""
        turn = 0
        while len(self._lane):
            place = turn % self.players
            reached = self._turn(place, turn) if turn else self._lead()
            self._end(turn, place, reached)
            turn += 1
            if turn > LONGEST:
                raise DominoError(
                    f"A round of {self.rules!r} does not end: seed "
                    f"{int(self.seeds[self._lane[0]])} has had {turn} turns."
                )
        return self._played()

    def _played(self) -> Played:
        """Settle all lanes, and tell seats and sides by their own numbers again."""
        form = self.form
        end = Ending(
            self.how,
            self.actor,
            self.mover,
            self._end_hands,
            self._end_in_play,
            self._turned(self.before),
        )
        settled = settle(form.plan, form.pairs, end)
        opener = self.dealt.opener
        places = (np.arange(self.players)[:, None] - opener) * form.step % self.players
        lanes = np.arange(self.count)

        def by_side(rows: Rows) -> Rows:
            if form.pairs:
                return np.where(opener % 2 == 1, rows[::-1], rows)
            return by_seat(rows)

        def by_seat(rows: Rows) -> Rows:
            return rows.ravel().take(places * self.count + lanes)

        plays = self.players * form.size + self.draws - settled.tiles.sum(axis=0)
        return Played(
            how=self.how,
            opener=opener,
            deals=self.dealt.deals,
            turns=self.turns,
            plays=plays,
            draws=self.draws,
            passes=self.turns - plays,
            actor=self.seats.ravel().take(self.actor * self.count + lanes),
            hands=by_seat(self._end_hands),
            pips=by_seat(settled.pips),
            tiles=by_seat(settled.tiles),
            winners=by_side(settled.winners),
            scores=by_side(settled.scores),
            in_play=by_side(self._end_in_play),
            order_winners=settled.winners,
            order_scores=settled.scores,
            pairs=form.pairs,
        )

    def _lead(self) -> Flags | None:
        """Let every opener lead."""
        form = self.form
        greedy = self._greedy[0]
        lead = self.dealt.lead
        if greedy is True:
            bits = lead_greedy(lead)
        else:
            if form.opener_draws:
                after, bits = self._draw_and_lead(greedy)
            else:
                after, bits = lead_random(lead, self._chance[0])
            if greedy is False:
                self._chance[0] = after
            else:
                self._chance[0] = np.where(greedy, self._chance[0], after)
                bits = np.where(greedy, lead_greedy(lead), bits)
        high, low, tile = led_tile(bits)
        double = high == low
        self._hands[0] ^= tile
        two = (high + word(1)) | (low + word(1)) << word(4)
        self._exits = np.where(double, form.first_exits.take(index(high)), two)
        if form.all_first:
            self._first = np.where(double, word(0xFFFF), word(0xFF))
        points = count = None
        reached = None
        if form.points is not None:
            count = high + low
            twice = np.where(double & form.twice, word(2), word(1))
            self._ends = [high * twice, low * twice]
            points, reached = self._score(0, count, double == double)
        if self.trace is not None:
            self.trace.led(index(high * (high + word(1)) // word(2) + low), count, points)
        return reached

    def _draw_and_lead(self, greedy: Flags | bool) -> tuple[Words, Words]:
        """Let openers by chance draw before they lead; return their next states and the tiles led."""
        form, dealt = self.form, self.dealt
        lead, states = dealt.lead.copy(), self._chance[0].copy()
        numbers = np.zeros(self.count, dtype=np.uint64)
        choosing = self._lane if isinstance(greedy, bool) else np.flatnonzero(~greedy)
        while len(choosing):
            ways = np.bitwise_count(lead[choosing]).astype(np.uint64)
            may_draw = self._drawn[choosing] < form.drawable
            states[choosing], number = by_chance(states[choosing], ways + may_draw)
            numbers[choosing] = number
            choosing = choosing[number == ways]
            tiles = self._take(self._hands[0], choosing)
            lead[choosing] |= SPREAD.take(tiles) & dealt.drawn_lead[choosing]
            if self.trace is not None:
                self.trace.drew(0, choosing, tiles)
        return states, nth_bit(lead, numbers)

    def _take(self, hands: Words, drawing: Ints) -> Bytes:
        """Put the next tile of the stock into the *hands* of some lanes, and return the tiles."""
        drawn = self._drawn[drawing]
        first = self.players * self.form.size
        tiles = self.dealt.order.ravel().take((drawn + first) * self.count + self._lane[drawing])
        hands[drawing] |= SPREAD.take(tiles)
        self._drawn[drawing] = drawn + 1
        return tiles

    def _turn(self, place: int, number: int) -> Flags | None:
        """Let the player at *place* draw, lay a tile or pass, in every lane."""
        form = self.form
        exits = self._open()
        most = (int(exits.max()).bit_length() + 3) // 4
        hands, states, greedy = self._hands[place], self._chance[place], self._greedy[place]
        drew: Flags | None = None
        if form.options is None:
            fitting = Fitting(hands, exits, most)
            choice, self._chance[place] = _choose(fitting, None, greedy, states)
        else:
            choice, states = self._weigh(hands, exits, most, greedy, states, self._drawn, False)
            self._chance[place] = states
            drawing = np.flatnonzero(choice == DRAW)
            if len(drawing):
                drew = choice == DRAW
                self._draw(place, number, drawing, exits, most, choice)
        return self._act(place, number, choice, drew)

    def _open(self) -> Words:
        """Return the exits that may be used now."""
        if not self.form.all_first:
            return self._exits
        return np.where(self._first > 0, self._exits & self._first, self._exits)

    def _weigh(
        self,
        hands: Words,
        exits: Words,
        most: int,
        greedy: Flags | bool,
        states: Words,
        drawn: Ints,
        drew: bool,
    ) -> tuple[Words, Words]:
        """Return what is chosen among laying, drawing and passing, and the next states."""
        form = self.form
        fitting = Fitting(hands, exits, most)
        case = (fitting.count > 0).astype(np.int64)
        case += 4 * (drawn < form.drawable)
        if drew:
            case += 2
        if form.waits:
            case += 8 * (hands == 0)
        assert form.options is not None
        return _choose(fitting, form.options.at(case), greedy, states)

    def _draw(
        self, place: int, number: int, drawing: Ints, exits: Words, most: int, choice: Words
    ) -> None:
        """Draw in those lanes that chose to, until each has chosen something else."""
        hands, states, greedy = self._hands[place], self._chance[place], self._greedy[place]
        while len(drawing):
            tiles = self._take(hands, drawing)
            if self.trace is not None:
                self.trace.drew(number, self._lane[drawing], tiles)
            some = greedy if isinstance(greedy, bool) else greedy[drawing]
            chosen, after = self._weigh(
                hands[drawing],
                exits[drawing],
                most,
                some,
                _some(states, drawing),
                self._drawn[drawing],
                True,
            )
            if len(states):
                states[drawing] = after
            choice[drawing] = chosen
            drawing = drawing[chosen == DRAW]

    def _act(self, place: int, number: int, choice: Words, drew: Flags | None) -> Flags | None:
        """Lay the chosen tiles and count the passes."""
        form = self.form
        other = choice & word(7)
        laid = other < 7
        at = (choice >> word(3)) << word(2)
        after = at + word(4)
        nibble = (self._exits >> at) & word(7)
        tile = index((nibble << word(3)) + other)
        self._hands[place] ^= TAKEN.take(tile, mode="clip")
        new: Words = form.exits.take(tile, mode="clip")
        if form.last_only:
            exits = new
        else:
            length = at + form.lengths.take(tile, mode="clip")
            before: Words = (word(1) << at) - word(1)
            # The exit behind the taken one may be its double's next: it is now the first of them.
            behind = self._exits >> after & ~word(8)
            exits = (self._exits & before) | (new << at) | (behind << length)
            if form.all_first:
                first = (self._first & before) | (self._first >> after) << length
                self._first = np.where(laid, first, self._first)
        self._exits = np.where(laid, exits, self._exits)
        counts = ~laid
        if drew is not None:
            counts &= ~drew
        if form.plays_on:
            counts &= self._drawn >= form.drawable
        self._bare += 1
        self._bare *= counts
        if form.needs_mover:
            self._last = np.where(laid, place, self._last)
        points = count = reached = None
        if form.points is not None:
            value = other * np.where((other + word(1) == nibble) & form.twice, word(2), word(1))
            right = choice > 7
            self._ends[0] = np.where(laid & ~right, value, self._ends[0])
            self._ends[1] = np.where(laid & right, value, self._ends[1])
            count = self._ends[0] + self._ends[1]
            points, reached = self._score(place, count, laid)
        if self.trace is not None:
            self.trace.acted(number, self._lane, choice, nibble, count, points)
        return reached

    def _score(self, place: int, count: Words, laid: Flags) -> tuple[Words, Flags | None]:
        """Add the points of the open ends; return them, and where they reach the target."""
        form = self.form
        side = form.side(place)
        assert form.points is not None
        points = form.points.take(index(count), mode="clip") * laid
        target = form.plan.target
        if target is not None and form.plan.reach == "exactly":
            total = self._total(side, self._in_play[side] + points)
            points = np.where(total > target, word(0), points)
        self._in_play[side] = self._in_play[side] + points
        if target is None or not form.stops_at_target:
            return points, None
        return points, (self._total(side, self._in_play[side]) >= target) & laid

    def _total(self, side: int, in_play: Words) -> Ints:
        """Return a side's totals in the match; those before the round can be below zero."""
        total: Ints = self._before[side] + in_play.view(np.int64)
        return total

    # -- The end -----------------------------------------------------------------------------------

    def _end(self, number: int, place: int, reached: Flags | None) -> None:
        """Put away the lanes that are over after this turn."""
        form = self.form
        how: Ints = np.where(self._bare == self.players, BLOCKED, 0)
        if form.waits:
            how[np.bitwise_or.reduce(self._hands) == 0] = BLOCKED
        if reached is not None:
            how[reached] = TARGET
        if not form.waits and number >= self.players * (form.size - 1):
            how[self._hands[place] == 0] = OUT
        over = np.flatnonzero(how)
        if not len(over):
            return
        lanes = self._lane[over]
        self.how[lanes] = how[over]
        self.turns[lanes] = number + 1
        self.actor[lanes] = place
        self.draws[lanes] = self._drawn[over]
        self.mover[lanes] = self._last[over] if form.needs_mover else place
        for seat, hand in enumerate(self._hands):
            self._end_hands[seat, lanes] = hand[over]
        if form.points is not None:
            for side, points in enumerate(self._in_play):
                self._end_in_play[side, lanes] = points[over]
        self._over += len(over)
        if self._over * 6 > len(self._lane):
            self._keep(np.flatnonzero((how == 0) & (self._lane >= 0)))
        else:
            self._still(over)

    def _still(self, over: Ints) -> None:
        """Make lanes that are over wait: they hold something, fit nothing, draw nothing."""
        for hand in self._hands:
            hand[over] = INERT
        self._bare[over] = -2 * LONGEST
        self._drawn[over] = len(SPREAD)
        self._exits[over] = 1
        if self.form.all_first:
            self._first[over] = 0
        self._lane[over] = -1

    def _keep(self, lanes: Ints) -> None:
        """Go on with those *lanes* only."""
        form = self.form
        self._hands = [hand[lanes] for hand in self._hands]
        self._chance = [states[lanes] if len(states) else states for states in self._chance]
        self._greedy = [some if isinstance(some, bool) else some[lanes] for some in self._greedy]
        self._lane, self._bare = self._lane[lanes], self._bare[lanes]
        self._drawn, self._exits = self._drawn[lanes], self._exits[lanes]
        if form.all_first:
            self._first = self._first[lanes]
        if form.needs_mover:
            self._last = self._last[lanes]
        if form.points is not None:
            self._ends = [end[lanes] for end in self._ends]
            self._in_play = [points[lanes] for points in self._in_play]
            self._before = [total[lanes] for total in self._before]
        self._over = 0


def _choose(
    fitting: Fitting,
    options: tuple[Words, Words, Words] | None,
    greedy: Flags | bool,
    states: Words,
) -> tuple[Words, Words]:
    """Return what the bots choose, and the next states of their chance."""
    if greedy is True:
        return choose_greedy(fitting, options), states
    after, choice = choose_random(fitting, options, states)
    if greedy is False:
        return choice, after
    choice = np.where(greedy, choose_greedy(fitting, options), choice)
    return choice, np.where(greedy, states, after)


def _some(states: Words, lanes: Ints) -> Words:
    """Return the states of some lanes; greedy bots have none."""
    return states[lanes] if len(states) else states
