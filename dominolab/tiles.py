"""The double-six set: 28 tiles, each one object, and their text in and out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import ClassVar

from .errors import NotationError

PIPS = range(7)
_TEXT = re.compile(r"\s*([0-9]+)\s*[-:|/]?\s*([0-9]+)\s*")


class Tile:
    """A domino tile. `Tile(4, 6)` and `Tile(6, 4)` are the same object, written `6-4`."""

    __slots__ = ("_text", "bit", "double", "high", "index", "low", "pips")
    _made: ClassVar[dict[tuple[int, int], Tile]] = {}

    _text: str
    high: int
    low: int
    pips: int
    """The pips of both halves together."""
    double: bool
    index: int
    """The tile's place in the set, counted from 0-0, 1-0, 1-1, 2-0 up to 6-6."""
    bit: int
    """The tile as a bit of a word: a hand is such bits added together."""

    def __new__(cls, a: int, b: int) -> Tile:
        """Return the one tile with these halves."""
        high, low = (a, b) if a >= b else (b, a)
        found = cls._made.get((high, low))
        if found is not None:
            return found
        if not (isinstance(a, int) and isinstance(b, int) and low >= 0 and high <= 6):
            raise NotationError(f"{a}-{b} is not a tile: its halves have from 0 to 6 pips.")
        tile = super().__new__(cls)
        tile.high, tile.low, tile.pips, tile.double = high, low, high + low, high == low
        tile.index = high * (high + 1) // 2 + low
        tile.bit = 1 << tile.index
        tile._text = f"{high}-{low}"
        cls._made[high, low] = tile
        return tile

    @classmethod
    def parse(cls, text: str) -> Tile:
        """Read `6-4`, `4-6`, `64` or `6:4`."""
        match = _TEXT.fullmatch(text) if isinstance(text, str) else None
        if match is None:
            raise NotationError(f"{shorten(text)} is not a tile: write it as 6-4.")
        high, low = match.groups()
        if len(high) > 1 or len(low) > 1 or int(high) > 6 or int(low) > 6:
            raise NotationError(f"{shorten(text)} is not a tile: its halves have from 0 to 6 pips.")
        return cls(int(high), int(low))

    def other(self, pip: int) -> int:
        """Return the pips of the half that does not show *pip*."""
        return self.pips - pip

    def __contains__(self, pip: object) -> bool:
        return pip == self.high or pip == self.low

    def __lt__(self, other: Tile) -> bool:
        return self.index < other.index

    def __reduce__(self) -> tuple[type[Tile], tuple[int, int]]:
        return Tile, (self.high, self.low)

    def __copy__(self) -> Tile:
        return self

    def __deepcopy__(self, memo: object) -> Tile:
        return self

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"Tile({self.high}, {self.low})"

    def _repr_svg_(self) -> str:
        from .draw import tile_svg

        return tile_svg(self)


TILES = tuple(Tile(high, low) for high in PIPS for low in range(high + 1))
"""The whole set, each tile at its index."""

ALL = (1 << len(TILES)) - 1
"""The whole set as bits."""

HAS = tuple(sum(tile.bit for tile in TILES if pip in tile) for pip in PIPS)
"""For each pip the seven tiles that show it, as bits."""

DOUBLES = sum(tile.bit for tile in TILES if tile.double)
"""The seven doubles as bits."""


class Hand(tuple[Tile, ...]):
    """Some tiles of one player: a tuple that knows its pips and shows itself."""

    __slots__ = ()

    @classmethod
    def parse(cls, text: str) -> Hand:
        """Read tiles separated by commas or spaces; each may stand only once."""
        tiles = [Tile.parse(part) for part in text.replace(",", " ").split()]
        for tile in tiles:
            if tiles.count(tile) > 1:
                raise NotationError(f"The tile {tile} is named twice: the set has it once.")
        return cls(tiles)

    @property
    def pips(self) -> int:
        """The pips of all tiles together."""
        return sum(tile.pips for tile in self)

    def __str__(self) -> str:
        return " ".join(map(str, self)) or "-"

    def __repr__(self) -> str:
        return f"Hand.parse({' '.join(map(str, self))!r})"

    def _repr_svg_(self) -> str:
        from .draw import hand_svg

        return hand_svg(self)


def bits(tiles: Iterable[Tile]) -> int:
    """Return *tiles* as bits of a word."""
    word = 0
    for tile in tiles:
        word |= tile.bit
    return word


@lru_cache(maxsize=4096)
def hand_of(word: int) -> Hand:
    """Return the tiles whose bits *word* has, in the order of the set."""
    return Hand(_tiles_of(word))


def _tiles_of(word: int) -> Iterator[Tile]:
    while word:
        low = word & -word
        yield TILES[low.bit_length() - 1]
        word ^= low


@lru_cache(maxsize=4096)
def pips_of(word: int) -> int:
    """Return the pips of all tiles whose bits *word* has."""
    return sum(tile.pips for tile in _tiles_of(word))


def shorten(thing: object, most: int = 40) -> str:
    """Return what a user wrote, quoted, and cut where it is long."""
    text = repr(thing)
    return (
        text
        if len(text) <= most
        else f"{text[: most - 4]}...{text[0] if text[0] in QUOTES else ''}"
    )


QUOTES = "'\""
