"""Hands, exits and choices as words of 64 bits, and the tables that read them.

A hand is a word of seven bytes: byte p has bit q when the tile p-q is held, so a tile stands in it
twice and a double once. What fits an exit with p pips is then one byte, in the order of the set.

The free exits are a word of sixteen nibbles in the order of `Round`: 0 for none, else the pips
plus 1; the high bit marks an exit that is the same as the one before it (a double open twice).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..tiles import PIPS, TILES, Tile

# Not numpy.typing: the website leaves that part of numpy out.
Words = np.ndarray[tuple[Any, ...], np.dtype[np.uint64]]
Ints = np.ndarray[tuple[Any, ...], np.dtype[np.int64]]
Bytes = np.ndarray[tuple[Any, ...], np.dtype[np.uint8]]
Flags = np.ndarray[tuple[Any, ...], np.dtype[np.bool_]]

PASS = 15
"""The choice to pass; 8 * exit + other pip is the choice to lay a tile."""
DRAW = 7
"""The choice to draw."""

INERT = np.uint64(1 << 63)
"""The hand of a lane that is over: it holds something, and fits nothing."""
SAME = 8
"""The mark in a nibble of an exit that is the same as the one before."""


def word(number: int) -> np.uint64:
    """Return *number* as a word; arithmetic with it stays in words."""
    return np.uint64(number)


def _spread(tile: Tile) -> int:
    return 1 << (8 * tile.high + tile.low) | 1 << (8 * tile.low + tile.high)


def _table(entries: list[int]) -> Words:
    return np.array(entries, dtype=np.uint64)


SPREAD = _table([_spread(tile) for tile in TILES])
"""For each tile the word of a hand that holds only it."""

ONCE = word(sum(1 << (8 * tile.high + tile.low) for tile in TILES))
"""The bits that stand for each tile once, in the order of the set."""

DOUBLES = word(sum(1 << (9 * pip) for pip in PIPS))
"""The bits of the seven doubles."""

SHIFT = _table([56, *(8 * pip for pip in PIPS), *[56] * 8])
"""For each nibble the byte that fits it; byte 7 is empty, for no exit and for a repeated one."""

TAKEN = _table([0] * 8 + [_spread(Tile(p, q)) if q < 7 else 0 for p in PIPS for q in range(8)])
"""For 8 * nibble + other pip: the bits of that tile, none for a pass."""


def _nth(byte: int, number: int) -> int:
    held = [q for q in PIPS if byte >> q & 1]
    return held[number] if number < len(held) else 7


NTH = _table([_nth(byte, number) for byte in range(128) for number in range(8)])
"""For 8 * byte + n: the other pip of the n-th tile in that byte; 7 for none."""

HIGHEST = _table([byte.bit_length() - 1 if byte else 7 for byte in range(128)])
"""For each byte the other pip of its heaviest tile; 7 for none."""

_ONES, _TWOS, _FOURS = (
    word(sum(127 << (8 * pip) for pip in PIPS if pip & bit)) for bit in (1, 2, 4)
)


def grown(later: int) -> tuple[Words, Words]:
    """Return for 8 * nibble + other pip the exits that tile opens, and four times their number.

    *later* is how many exits a double opens that is not the first tile.
    """
    exits, lengths = [0] * 8, [0] * 8
    for p in PIPS:
        for q in range(8):
            count = later if p == q else 1
            exits.append(repeated(q, count) if q < 7 else 0)
            lengths.append(4 * count if q < 7 else 4)
    return _table(exits), _table(lengths)


def repeated(pip: int, count: int) -> int:
    """Return *count* exits of one double, as nibbles."""
    return sum((pip + 1 | (SAME if n else 0)) << (4 * n) for n in range(count))


def tile_count(hands: Words) -> Ints:
    """Return how many tiles each hand holds."""
    found: Ints = np.bitwise_count(hands & ONCE).astype(np.int64)
    return found


def pip_count(hands: Words) -> Ints:
    """Return how many pips each hand holds."""
    total: Any = np.zeros(hands.shape, dtype=np.int64)
    # A byte tells each tile's half there; a double stands in one byte only, so it counts again.
    for part in (hands, hands & DOUBLES):
        for weight, mask in ((1, _ONES), (2, _TWOS), (4, _FOURS)):
            total += weight * np.bitwise_count(part & mask).astype(np.int64)
    return np.asarray(total, dtype=np.int64)


def highest_bit(words: Words) -> Words:
    """Return each word with only its highest bit left."""
    filled = words.copy()
    for shift in (1, 2, 4, 8, 16, 32):
        filled |= filled >> word(shift)
    return filled ^ (filled >> word(1))


def lowest_bit(words: Words) -> Words:
    """Return each word with only its lowest bit left."""
    return words & (~words + word(1))


def bit_place(bits: Words) -> Words:
    """Return the place of each word's only bit."""
    found: Words = np.bitwise_count(bits - word(1)).astype(np.uint64)
    return found


def index(words: Words) -> Ints:
    """Return small words as numbers to look up with, without copying."""
    return words.view(np.int64)
