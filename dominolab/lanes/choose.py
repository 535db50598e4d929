"""What a player may do and what the bots take, in many lanes at once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..axes import Axes
from ..chance import ADD, STEP
from ..tiles import TILES
from .words import (
    DRAW,
    HIGHEST,
    NTH,
    PASS,
    SHIFT,
    SPREAD,
    Flags,
    Ints,
    Words,
    bit_place,
    index,
    lowest_bit,
    word,
)


@dataclass(frozen=True, slots=True)
class Options:
    """What may be done beside laying a tile, as tables of 16 entries.

    An entry is 1 for a tile that fits, + 2 having drawn in this turn, + 4 with something to draw,
    + 8 with an empty hand.
    """

    lay: Words
    draw: Words
    quit: Words

    @classmethod
    def of(cls, plan: Axes) -> Options:
        """Return the tables that the axes able and stuck make."""
        rows = [_options(plan, *(bool(entry & bit) for bit in (1, 2, 4, 8))) for entry in range(16)]
        lay, draw, quit_ = (np.array(column, dtype=np.uint64) for column in zip(*rows, strict=True))
        return cls(lay, draw, quit_)

    def at(self, cases: Ints) -> tuple[Words, Words, Words]:
        """Return for each lane whether it may lay, draw and pass, as 0 or 1."""
        return self.lay.take(cases), self.draw.take(cases), self.quit.take(cases)


def _options(
    plan: Axes, fits: bool, drew: bool, stock: bool, empty: bool
) -> tuple[bool, bool, bool]:
    """Return whether one may lay, draw and pass after the lead."""
    if empty:
        return False, False, True
    if fits and not (drew and plan.stuck == "one-kept"):
        if drew and stock and plan.stuck == "whole-stock":
            return False, True, False
        if plan.able in ("may-draw", "may-draw-and-end"):
            return True, stock, drew and plan.able == "may-draw-and-end"
        return True, False, plan.able == "may-pass"
    if not stock or plan.stuck == "pass":
        return False, False, True
    if plan.stuck in ("one", "one-kept", "one-or-pass"):
        return False, not drew, drew or plan.stuck == "one-or-pass"
    free = plan.stuck == "until-may-stop" or (plan.stuck == "until-or-pass" and not drew)
    return False, True, free or (drew and plan.able == "may-draw-and-end")


class Fitting:
    """The tiles of a hand that fit each open exit."""

    __slots__ = ("_at", "_bytes", "_counts", "_words", "count")

    def __init__(self, hands: Words, exits: Words, most: int) -> None:
        self._at: list[Words] = []
        self._bytes: list[Words] = []
        self._counts: list[Words] = []
        for number in range(most):
            nibbles = exits >> word(4 * number) if number else exits.copy()
            nibbles &= word(15)
            fit = hands >> SHIFT.take(index(nibbles), mode="clip")
            fit &= word(127)
            self._at.append(nibbles)
            self._bytes.append(fit)
            self._counts.append(np.bitwise_count(fit).astype(np.uint64))
        self.count: Words = self._counts[0].copy()
        """How many ways there are to lay a tile."""
        for counts in self._counts[1:]:
            self.count += counts

    def nth(self, numbers: Words) -> Words:
        """Return the choice of the n-th way, PASS where there is no such way."""
        chosen = np.full(len(numbers), PASS, dtype=np.uint64)
        place = numbers.copy()
        for number, (fit, counts) in enumerate(zip(self._bytes, self._counts, strict=True)):
            found = NTH.take(index((fit << word(3)) + place), mode="clip")
            if number:
                found += word(8 * number)
            chosen = np.where(place < counts, found, chosen)
            # Below zero a word wraps to a huge number, which stands at no later exit.
            place -= counts
        return chosen

    def heaviest(self) -> Words:
        """Return the choice of the tile with the most pips, the first of equals."""
        best = np.zeros(len(self.count), dtype=np.uint64)
        chosen = np.full(len(self.count), PASS, dtype=np.uint64)
        for number, fit in enumerate(self._bytes):
            other = HIGHEST.take(index(fit), mode="clip")
            weight = np.where(fit == 0, word(0), other + (self._at[number] & word(7)))
            better = weight > best
            best = np.where(better, weight, best)
            chosen = np.where(better, other + word(8 * number), chosen)
        return chosen


def by_chance(states: Words, counts: Words) -> tuple[Words, Words]:
    """Return the next states and a number below each count, as `Chance.below` does.

    A lane with fewer than two possibilities uses no chance.
    """
    after = states * word(STEP)
    after += word(ADD)
    numbers = after >> word(32)
    numbers *= counts
    numbers >>= word(32)
    return np.where(counts > 1, after, states), numbers


def choose_random(
    fitting: Fitting, options: tuple[Words, Words, Words] | None, states: Words
) -> tuple[Words, Words]:
    """Return the next states and the choice among all that is legal."""
    if options is None:
        after, numbers = by_chance(states, fitting.count)
        return after, fitting.nth(numbers)
    lay, draw, quit_ = options
    ways = fitting.count * lay
    after, numbers = by_chance(states, ways + draw + quit_)
    other = np.where((numbers == ways) & (draw > 0), word(DRAW), word(PASS))
    return after, np.where(numbers < ways, fitting.nth(numbers), other)


def choose_greedy(fitting: Fitting, options: tuple[Words, Words, Words] | None) -> Words:
    """Return the heaviest tile that may be laid, else a draw, else a pass."""
    heaviest = fitting.heaviest()
    if options is None:
        return heaviest
    lay, draw, _ = options
    other = np.where(draw > 0, word(DRAW), word(PASS))
    return np.where(fitting.count * lay > 0, heaviest, other)


def lead_random(lead: Words, states: Words) -> tuple[Words, Words]:
    """Return the next states and the tile led, by its one bit, among those of *lead*."""
    counts = np.bitwise_count(lead).astype(np.uint64)
    if counts.max(initial=0) <= 1:
        return states, lead
    after, numbers = by_chance(states, counts)
    return after, nth_bit(lead, numbers)


def nth_bit(words: Words, numbers: Words) -> Words:
    """Return in each word the bit that has *numbers* bits below it."""
    left = words.copy()
    for skipped in range(int(numbers.max(initial=0))):
        left = np.where(numbers > skipped, left & (left - word(1)), left)
    return lowest_bit(left)


def lead_greedy(lead: Words) -> Words:
    """Return the heaviest tile of *lead*, by its one bit; the first of equals."""
    best = np.zeros(len(lead), dtype=np.uint64)
    for tile in sorted(TILES, key=lambda tile: (tile.pips, -tile.index)):
        bit = word(1 << (8 * tile.high + tile.low))
        best = np.where(lead & bit, bit, best)
    return best


def led_tile(bits: Words) -> tuple[Words, Words, Words]:
    """Return high half, low half and hand bits of the tile with each bit."""
    place = bit_place(bits)
    high, low = place >> word(3), place & word(7)
    tile = (high * (high + word(1)) >> word(1)) + low
    return high, low, SPREAD.take(index(tile))


__all__ = [
    "Fitting",
    "Flags",
    "Options",
    "by_chance",
    "choose_greedy",
    "choose_random",
    "lead_greedy",
    "lead_random",
    "led_tile",
    "nth_bit",
]
