"""The table: laid tiles, the exits they leave open, and how doubles branch.

A layout is a tree: every tile but the first is joined to one that lies already. It knows nothing
of players or scores.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from .actions import Play, exit_code, exit_tile
from .errors import IllegalAction
from .tiles import HAS, PIPS, TILES, Tile


class Exit(NamedTuple):
    """A place where the next tile may be laid: the half with *pip* of a laid *tile*."""

    tile: Tile
    pip: int

    def __str__(self) -> str:
        return f"{self.pip} of {self.tile}"


Exits = tuple[int, ...]
"""Exits as `exit_code` numbers them; a double that is open twice stands twice."""


def fitting(exits: Exits) -> int:
    """Return the tiles (as bits) that fit one of *exits*."""
    found = 0
    for code in exits:
        found |= HAS[code & 7]
    return found


def exits_of_doubles(branching: str) -> tuple[int, int]:
    """Return how many exits the first double has, and how many more each later one opens."""
    later = {"none": 1, "every-double": 3, "tips-only": 2, "lead-only": 1}[branching]
    return 2 if branching == "none" else 4, later


class Shape:
    """How a layout grows, as the axes branching, arms and matching have it."""

    __slots__ = ("all_first", "branching", "grown", "last_only", "led_exits", "matching")

    def __init__(
        self, branching: str = "none", arms: str = "any-order", matching: str = "any-exit"
    ):
        self.branching = branching
        self.matching = matching
        self.all_first = arms == "all-first"
        self.last_only = matching == "last-tile"
        self.led_exits, later = exits_of_doubles(branching)
        self.grown: tuple[tuple[Exits, ...], ...] = tuple(
            tuple(self._grown(tile, pip, later) for pip in PIPS) for tile in TILES
        )
        """For each tile and the pip it is joined by: the exits that it opens."""

    @staticmethod
    def _grown(tile: Tile, pip: int, later: int) -> Exits:
        if pip not in tile:
            return ()
        return (exit_code(tile, tile.other(pip)),) * (later if tile.double else 1)

    def led(self, tile: Tile) -> Exits:
        """Return the free ends when *tile* is the first."""
        if tile.double:
            return (exit_code(tile, tile.high),) * self.led_exits
        return exit_code(tile, tile.high), exit_code(tile, tile.low)

    def laid(self, free: Exits, play: Play) -> Exits:
        """Return the free ends after *play*; those that stay keep their order."""
        new = self.grown[play.tile.index][play.pip]
        if self.last_only:
            return new
        at = free.index(play.code)
        return free[:at] + new + free[at + 1 :]

    def open(self, free: Exits, first: Tile) -> Exits:
        """Return those of the *free* ends that may be played on now."""
        if self.all_first:
            return tuple(code for code in free if code >> 3 == first.index) or free
        return free


@cache
def shape(branching: str = "none", arms: str = "any-order", matching: str = "any-exit") -> Shape:
    """Return the shape with those values, made once."""
    return Shape(branching, arms, matching)


class Layout:
    """Tiles on the table, in the order in which they were laid. It cannot be changed."""

    __slots__ = ("free", "plays", "shape")

    def __init__(self, plays: Iterable[Play] = (), form: Shape | None = None) -> None:
        self.shape = form or shape()
        self.plays: tuple[Play, ...] = ()
        self.free: Exits = ()
        """All free ends as numbers; those that are open to play are `open`."""
        for play in plays:
            grown = self.lay(play.tile, play.on)
            self.plays, self.free = grown.plays, grown.free

    def lay(self, tile: Tile, on: Tile | None = None) -> Layout:
        """Return this layout with *tile* joined to *on*; refuse it where it does not fit."""
        play = Play(tile, on)
        if tile in self:
            raise IllegalAction(f"The tile {tile} lies already.", "tiles")
        if not self.plays:
            if on is not None:
                raise IllegalAction(f"The table is empty: {tile} cannot join {on}.", "matching")
            free = self.shape.led(tile)
        else:
            self._refuse(play)
            free = self.shape.laid(self.free, play)
        grown = Layout.__new__(Layout)
        grown.shape, grown.plays, grown.free = self.shape, (*self.plays, play), free
        return grown

    def _refuse(self, play: Play) -> None:
        """Say why *play* cannot be laid, if it cannot."""
        if play.on is None:
            raise IllegalAction(f"The first tile lies already: say what {play.tile} joins.", "lead")
        if play.on not in self:
            raise IllegalAction(f"The tile {play.on} does not lie on the table.", "matching")
        if play.pip < 0:
            raise IllegalAction(f"{play.tile} and {play.on} share no number of pips.", "matching")
        if play.code not in self.open:
            if play.code in self.free:
                raise IllegalAction(
                    f"{play.on} is not open yet: all four arms must be started first.", "arms"
                )
            raise IllegalAction(f"{play.on} has no open exit with {play.pip}.", "matching")

    @property
    def open(self) -> Exits:
        """The open exits as numbers."""
        return self.shape.open(self.free, self.plays[0].tile) if self.plays else ()

    @property
    def exits(self) -> tuple[Exit, ...]:
        """The open exits; a double that is open twice stands twice."""
        return tuple(Exit(exit_tile(code), code & 7) for code in self.open)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The laid tiles in the order in which they were laid."""
        return tuple(play.tile for play in self.plays)

    def fits(self, tile: Tile) -> tuple[Play, ...]:
        """Return the ways to lay *tile* now."""
        if not self.plays:
            return (Play(tile),)
        codes = dict.fromkeys(self.open)
        return tuple(Play(tile, exit_tile(code)) for code in codes if (code & 7) in tile)

    def __contains__(self, tile: object) -> bool:
        return any(play.tile is tile for play in self.plays)

    def __iter__(self) -> Iterator[Play]:
        return iter(self.plays)

    def __len__(self) -> int:
        return len(self.plays)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Layout):
            return NotImplemented
        return self.plays == other.plays and self.shape is other.shape

    def __hash__(self) -> int:
        return hash(self.plays)

    def __str__(self) -> str:
        return " ".join(map(str, self.plays)) or "-"

    def __repr__(self) -> str:
        return f"<Layout {self}>"

    def _repr_svg_(self) -> str:
        from .draw import layout_svg

        return layout_svg(self)
