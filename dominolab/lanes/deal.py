"""Before the first tile, in many lanes at once: shuffles, the lot, the deal, who leads what."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from ..axes import Axes
from ..chance import ADD, GOLDEN, LOT, MIX, STEP, WORD
from ..opening import uses_lot
from ..tiles import TILES, Tile
from .words import (
    DOUBLES,
    ONCE,
    SPREAD,
    Bytes,
    Flags,
    Ints,
    Words,
    highest_bit,
    index,
    lowest_bit,
    word,
)

Rows = TypeVar("Rows", Ints, Words, Flags)

NOBODY = -1
"""In place of a player: the lane must be dealt again."""
NO_LOT = 255
"""In place of a tile shown: this lane's opener won the round before, so no lot was drawn."""


def _powers() -> tuple[Words, Words]:
    """Return factor and summand that lead from a start to each of its first 28 states."""
    factors, summands, factor, summand = [], [], 1, 0
    for _ in TILES:
        factor, summand = factor * STEP & WORD, (summand * STEP + ADD) & WORD
        factors.append(factor)
        summands.append(summand)
    return np.array(factors, dtype=np.uint64), np.array(summands, dtype=np.uint64)


_FACTORS, _SUMMANDS = _powers()
_INDICES = np.arange(len(TILES), dtype=np.uint64)


def start(seeds: Words, stream: int | Words) -> Words:
    """Return the states with which *stream* of each seed begins, as `chance.start` does."""
    if isinstance(stream, int):
        z = seeds + word((stream + 1) * GOLDEN & WORD)
    else:
        z = seeds + (stream + word(1)) * word(GOLDEN)
    z = (z ^ (z >> word(30))) * word(MIX[0])
    z = (z ^ (z >> word(27))) * word(MIX[1])
    return z ^ (z >> word(31))


def shuffled(seeds: Words, stream: int) -> Bytes:
    """Return the tiles' indices in the order of each seed's shuffle: 28 rows, a column a lane."""
    keys = start(seeds, stream)[:, None] * _FACTORS
    keys += _SUMMANDS
    keys &= word(WORD ^ 31)
    keys |= _INDICES
    keys.sort(axis=1)
    keys &= word(31)
    return np.ascontiguousarray(keys.astype(np.uint8).T)


@dataclass(slots=True)
class Dealt:
    """What happened before the first tile in every lane."""

    order: Bytes
    """The shuffle that is played: 28 rows, a column a lane."""
    hands: Words
    """The hands by seat, a row each."""
    deals: Ints
    """How many times each lane was dealt."""
    lot: Bytes | None
    """The tile that each player showed, a row a seat, where a lot decides, else NO_LOT."""
    opener: Ints
    lead: Words
    """The tiles that may be led, each by the bit that stands for it once."""
    drawn_lead: Words
    """Those that may be led too when the opener draws them before the lead."""


def deal(
    plan: Axes, players: int, seeds: Words, previous: Ints | None = None, first: bool = True
) -> Dealt:
    """Deal every lane until someone can lead, as `opening.open_round` does.

    *previous* holds the player who won the round before, or NOBODY.
    """
    lot = shuffled(seeds, LOT)[:players] if uses_lot(plan, first) else None
    order = shuffled(seeds, 0)
    hands, opener, lead, more = _find(plan, players, order, lot, previous)
    dealt = Dealt(order, hands, np.ones(len(seeds), dtype=np.int64), lot, opener, lead, more)
    again = np.flatnonzero(dealt.opener == NOBODY)
    stream = 0
    while len(again):
        stream += 1
        fresh = shuffled(seeds[again], stream)
        hands, opener, lead, more = _find(
            plan,
            players,
            fresh,
            None if lot is None else lot[:, again],
            None if previous is None else previous[again],
        )
        dealt.order[:, again] = fresh
        dealt.hands[:, again] = hands
        dealt.deals[again] += 1
        dealt.opener[again] = opener
        dealt.lead[again] = lead
        dealt.drawn_lead[again] = more
        again = again[opener == NOBODY]
    if lot is not None and previous is not None and plan.next_opener == "previous-winner":
        lot[:, previous != NOBODY] = NO_LOT
    return dealt


def _find(
    plan: Axes, players: int, order: Bytes, lot: Bytes | None, previous: Ints | None
) -> tuple[Words, Ints, Words, Words]:
    """Return hands, opener, lead and drawn lead; the opener is NOBODY where it must be redealt."""
    size = plan.hand[players]
    held = SPREAD.take(order[: players * size]).reshape(players, size, -1)
    hands = np.bitwise_or.reduce(held, axis=1)
    lanes = order.shape[1]
    if lot is not None:
        opener = _lot_winner(lot, plan.lot)
        lead = _of(hands, opener)
        more = np.full(lanes, ONCE)
    else:
        opener, lead, more = _by_double(plan, hands)
    if previous is not None and plan.next_opener == "previous-winner":
        again = previous != NOBODY
        opener = np.where(again, previous, opener)
        lead = np.where(again, _of(hands, np.where(again, previous, 0)), lead)
        more = np.where(again, ONCE, more)
    return hands, opener, lead & ONCE, more


def _of(hands: Words, players: Ints) -> Words:
    """Return in every lane the hand of one player."""
    found: Words = hands.ravel().take(players * hands.shape[1] + np.arange(hands.shape[1]))
    return found


def _lot_winner(lot: Bytes, how: str) -> Ints:
    """Return who showed the highest tile; no two tiles rank the same."""

    def rank(tile: Tile) -> int:
        if how == "half":
            return tile.high * 8 + tile.low
        if how == "doubles-first":
            return tile.double * 1000 + tile.pips * 8 + tile.high
        return tile.pips * 8 + tile.high

    ranks = np.array([rank(tile) for tile in TILES])
    found: Ints = np.argmax(ranks.take(lot), axis=0)
    return found


def _by_double(plan: Axes, hands: Words) -> tuple[Ints, Words, Words]:
    """Return opener, lead and drawn lead where a double decides, NOBODY where none does."""
    doubles = hands & DOUBLES
    decisive = _decisive(plan.opener, doubles)
    opener = _holder(doubles, decisive)
    if plan.lead == "any-tile":
        lead = _of(hands, np.maximum(opener, 0))
    elif plan.lead == "any-double":
        lead = _of(doubles, np.maximum(opener, 0))
    else:
        lead = decisive
    free = {"any-tile": ONCE, "any-double": DOUBLES}.get(plan.lead, word(0))
    more = np.full(hands.shape[1], free)
    if plan.no_double == "redeal-unless-two":
        opener = np.where(np.count_nonzero(doubles, axis=0) < 2, NOBODY, opener)
    elif plan.no_double == "heaviest":
        none = np.flatnonzero(opener == NOBODY)
        opener[none], lead[none] = _heaviest(hands[:, none])
        more[none] = 0
    return opener, lead, more


def _holder(hands: Words, bits: Words) -> Ints:
    """Return who holds the tile of *bits*, NOBODY where no one does."""
    opener = np.full(hands.shape[1], NOBODY, dtype=np.int64)
    for player, hand in enumerate(hands):
        opener += (player + 1) * ((hand & bits) != 0)
    return opener


def _decisive(opener: str, doubles: Words) -> Words:
    """Return the double that makes its holder lead, 0 where nobody holds it."""
    if opener == "most-doubles":
        counts = np.bitwise_count(doubles)
        doubles = np.where(counts == counts.max(axis=0), doubles, word(0))
    held = np.bitwise_or.reduce(doubles, axis=0)
    if opener == "double-six":
        found: Words = held & SPREAD[-1]
        return found
    return lowest_bit(held) if opener == "lowest-double" else highest_bit(held)


def _heaviest(hands: Words) -> tuple[Ints, Words]:
    """Return who leads the heaviest tile held, and that tile."""
    held = np.bitwise_or.reduce(hands, axis=0)
    best = np.zeros(hands.shape[1], dtype=np.uint64)
    for tile in sorted(TILES, key=lambda tile: (tile.pips, tile.high)):
        bits = SPREAD[tile.index]
        found: Flags = (held & bits) != 0
        best[found] = bits
    return _holder(hands, best), best


def rotated(rows: Rows, seats: Ints) -> Rows:
    """Return *rows* by seat in another order: row r has in every lane the row of `seats[r]`."""
    lanes = rows.shape[1]
    found: Rows = rows.ravel().take(seats * lanes + np.arange(lanes))
    return found


__all__ = ["NOBODY", "NO_LOT", "Dealt", "deal", "index", "rotated", "shuffled", "start"]
