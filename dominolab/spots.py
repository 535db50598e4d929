"""One place on the table where a tile can be joined: the ways to lay it there, and the room it has.

Lengths are quarters of a tile here, so that a crosswise double, which is joined at the middle of its
long side, lies on whole numbers too: a half is 2 x 2, a tile 4 x 2.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

# What a spot is of: the far half of a tile, the long side of a double, the short end of a double;
# a spare is a short end that the rules do not open, kept for a line that cannot turn otherwise.
END, SIDE, TIP, SPARE = range(4)


class Spot(NamedTuple):
    """A place where a tile can be joined, and how the line that ends there wants to go on."""

    x: int
    y: int
    dx: int
    dy: int
    kind: int
    owner: int
    turn: int
    """To which side to turn at the edge: the sign of the other axis, 0 for either."""
    eager: bool
    """Whether to turn as soon as there is room: between two rows."""
    low: int
    """How far the line may reach to the left and to the right."""
    high: int


class Way(NamedTuple):
    """One way to join a tile at a spot."""

    near_x: int
    near_y: int
    far_x: int
    far_y: int
    x: int
    """Where it is joined, and the direction that leads into it."""
    y: int
    into: tuple[int, int]
    out: tuple[int, int]
    """The direction in which the line goes on."""
    form: int


STRAIGHT, ROUND, BENT = range(3)


# The table as one number: a bit for each square of a quarter's side, row after row.
_STRIDE = 128
_MIDDLE = 112 * _STRIDE + 64
EDGE_X, EDGE_Y = 60, 108


@cache
def _block(width: int, height: int) -> int:
    row = (1 << width) - 1
    return sum(row << _STRIDE * y for y in range(height))


def area(left: int, top: int, right: int, bottom: int) -> int:
    """Return a rectangle as bits."""
    return _block(right - left, bottom - top) << (top * _STRIDE + left + _MIDDLE)


def ahead_of(x: int, y: int, dx: int, dy: int, length: int, beside: int) -> int:
    """Return the strip before a spot as bits, *beside* wide on both hands."""
    if dx:
        return area(
            x if dx > 0 else x - length, y - beside, x + length if dx > 0 else x, y + beside
        )
    return area(x - beside, y if dy > 0 else y - length, x + beside, y + length if dy > 0 else y)


def ways_at(spot: Spot, double: bool) -> Iterator[Way]:
    """Yield the ways to join a tile at *spot*, where no other tile is in the way."""
    x, y, dx, dy, kind = spot[:5]
    if double:
        # Crosswise; the half on the left hand counts as the near one.
        mid_x, mid_y = x + dx, y + dy
        yield Way(mid_x + dy, mid_y - dx, mid_x - dy, mid_y + dx, x, y, (dx, dy), (dx, dy), 0)
        return
    yield Way(x + dx, y + dy, x + 3 * dx, y + 3 * dy, x, y, (dx, dy), (dx, dy), STRAIGHT)
    if kind == SIDE:
        return
    for ox, oy in ((-dy, dx), (dy, -dx)):
        if kind == END:
            # Round the corner: from the side of the half that ends the line.
            sx, sy = x - dx + ox, y - dy + oy
            out = (ox, oy)
            yield Way(sx + ox, sy + oy, sx + 3 * ox, sy + 3 * oy, sx, sy, out, out, ROUND)
        nx, ny = x + dx, y + dy
        yield Way(nx, ny, nx + 2 * ox, ny + 2 * oy, x, y, (dx, dy), (ox, oy), BENT)


def rect_of(way: Way) -> tuple[int, int, int, int]:
    """Return the left, top, right and bottom edge of a tile laid this way."""
    near_x, near_y, far_x, far_y = way[:4]
    left, right = (near_x, far_x) if near_x < far_x else (far_x, near_x)
    top, bottom = (near_y, far_y) if near_y < far_y else (far_y, near_y)
    return left - 1, top - 1, right + 1, bottom + 1


def room_at(spot: Spot, others: int, awaits: bool) -> int:
    """Return how freely a line could go on from *spot*: 0 where nothing fits.

    *awaits* says that a double may come here. It can only lie straight ahead.
    """
    x, y, dx, dy, kind = spot[:5]
    if awaits and others & ahead_of(x, y, dx, dy, 3, 3):
        return 0
    room = 0
    if not others & ahead_of(x, y, dx, dy, 5, 2):
        room = 2 if others & ahead_of(x, y, dx, dy, 5, 3) else 3
        if not others & ahead_of(x, y, dx, dy, 12, 3):
            room += 3
    if kind == END:
        for ox, oy in ((-dy, dx), (dy, -dx)):
            sx, sy = x - dx + ox, y - dy + oy
            if not others & ahead_of(sx, sy, ox, oy, 5, 2):
                room += 1 if others & ahead_of(sx, sy, ox, oy, 10, 3) else 2
    return room
