"""Chance that is the same everywhere: in CPython, in a browser and in numpy.

The generator is a 64-bit linear congruence whose start is a scrambled seed; only its high bits
are used. `simulate` runs the same arithmetic on arrays, so that its rounds are these rounds.
"""

from __future__ import annotations

from .errors import RuleError
from .tiles import TILES, Tile, shorten

WORD = (1 << 64) - 1
STEP = 6364136223846793005
ADD = 1442695040888963407
GOLDEN = 0x9E3779B97F4A7C15
MIX = (0xBF58476D1CE4E5B9, 0x94D049BB133111EB)

LOT = 1 << 32
"""The stream for the lot before the deal; streams 0, 1, 2, ... shuffle the deals."""
CHOICES = 2 << 32
"""The stream for a bot's choices; each seat adds its number."""


def start(seed: int, stream: int) -> int:
    """Return the state with which *stream* of *seed* begins (the finish of splitmix64)."""
    z = (seed + (stream + 1) * GOLDEN) & WORD
    z = (z ^ (z >> 30)) * MIX[0] & WORD
    z = (z ^ (z >> 27)) * MIX[1] & WORD
    return z ^ (z >> 31)


def shuffled(seed: int, stream: int) -> list[int]:
    """Return the indices of the 28 tiles in the order of that stream's shuffle."""
    state = start(seed, stream)
    keys = []
    for index in range(len(TILES)):
        state = (state * STEP + ADD) & WORD
        # The low bits of a congruence are poor: they make room for the tile's index.
        keys.append(state & ~31 | index)
    keys.sort()
    return [key & 31 for key in keys]


def shuffled_tiles(seed: int, stream: int) -> list[Tile]:
    """Return the 28 tiles in the order of that stream's shuffle."""
    return [TILES[index] for index in shuffled(seed, stream)]


class Chance:
    """A stream of choices."""

    __slots__ = ("state",)

    def __init__(self, seed: int, stream: int = CHOICES) -> None:
        self.state = start(seed, stream)

    def below(self, count: int) -> int:
        """Return a number from 0 to *count* - 1."""
        self.state = state = (self.state * STEP + ADD) & WORD
        return (state >> 32) * count >> 32


def check_seed(seed: object) -> int:
    """Return *seed* if it is a whole number, else refuse it in one sentence."""
    if isinstance(seed, int) and not isinstance(seed, bool) and -WORD <= seed <= WORD:
        return seed
    # Python refuses to write out numbers of thousands of digits.
    huge = isinstance(seed, int) and seed.bit_length() > 1000
    shown = "a number that long" if huge else shorten(seed, 60)
    raise RuleError(f"seed = {shown} is not possible: give a whole number, at most 64 bits long.")
