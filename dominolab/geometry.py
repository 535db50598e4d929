"""Where each laid tile lies: a layout as people would put it on a table.

Joined halves touch, doubles lie crosswise, a line turns before it gets too wide, and tiles that are
not joined keep a gap. Tiles that lie stay where they are when the next one comes: each is given
the best free place at its exit, judged also by the room that it leaves to every other exit. Only
when an exit has no place left is the whole layout put down anew.

Inside, lengths are quarters of a tile (see `spots.py`). What comes out is in halves: a tile is 2 long
and 1 wide.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from .actions import Play, exit_code, exit_tile
from .layout import Layout, Shape
from .spots import (
    BENT,
    EDGE_X,
    EDGE_Y,
    END,
    SIDE,
    SPARE,
    TIP,
    Spot,
    Way,
    ahead_of,
    area,
    rect_of,
    room_at,
    ways_at,
)  # fmt: skip
from .tiles import PIPS, Tile

WIDTH = 24
"""How wide a layout may get, in halves of a tile, unless told otherwise."""

NARROWEST, WIDEST = 12, 56
LOWEST, HIGHEST = 4, 56


class Joint(NamedTuple):
    """A point on the edge of a laid tile, and the direction in which the next tile leaves it."""

    x: float
    y: float
    dx: int
    dy: int


class Placed(NamedTuple):
    """A tile on the table. Lengths are in halves of a tile; x runs right, y runs down."""

    tile: Tile
    x: float
    """The middle of the tile."""
    y: float
    dx: int
    """The direction from the half that shows *near* to the half that shows *far*: 1, 0 or -1."""
    dy: int
    near: int
    """The pips of the half that is joined to the tile before."""
    far: int
    on: int
    """Which placed tile it is joined to, counted from 0; -1 for the first."""
    joint: Joint | None
    """Where it is joined, leading from that tile into this one; None for the first."""

    @property
    def halves(self) -> tuple[tuple[float, float, int], tuple[float, float, int]]:
        """The middle and the pips of the near half and of the far half."""
        x, y = self.dx / 2, self.dy / 2
        return (self.x - x, self.y - y, self.near), (self.x + x, self.y + y, self.far)

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The left, top, right and bottom edge."""
        wide, high = (1.0, 0.5) if self.dx else (0.5, 1.0)
        return self.x - wide, self.y - high, self.x + wide, self.y + high


class End(NamedTuple):
    """An open exit on the table: the next tile there would leave *joint*."""

    tile: Tile
    pip: int
    code: int
    """The exit as `exit_code` numbers it."""
    owner: int
    """Which placed tile it belongs to, counted from 0."""
    joint: Joint


def place(
    layout: Layout, width: float | None = None, height: float | None = None
) -> tuple[Placed, ...]:
    """Return where each tile of *layout* lies, in the order in which they were laid.

    *width* and *height* are how wide and high the picture may get, in halves of a tile; without a
    height it is two thirds of the width. A line always keeps to the width and takes the height that
    it needs then. What branches keeps to both where there is room, and goes beyond rather than
    overlap.
    """
    return _table(layout.plays, layout.shape, _box(layout.shape, width, height)).placed


def ends(
    layout: Layout, width: float | None = None, height: float | None = None
) -> tuple[End, ...]:
    """Return every open exit, in the order of `layout.open`.

    The exits of one double come in the order in which they will be taken.
    """
    return _ends(layout.plays, layout.shape, layout.open, _box(layout.shape, width, height))


def extent(
    layout: Layout, width: float | None = None, height: float | None = None
) -> tuple[float, float, float, float]:
    """Return the left, top, right and bottom edge of all tiles together."""
    boxes = [tile.box for tile in place(layout, width, height)] or [(-1.0, -0.5, 1.0, 0.5)]
    left, top, right, bottom = zip(*boxes, strict=True)
    return min(left), min(top), max(right), max(bottom)


def replaced(layout: Layout, width: float | None = None, height: float | None = None) -> bool:
    """Return whether the last tile made the others move: there was no place at its exit."""
    return _table(layout.plays, layout.shape, _box(layout.shape, width, height)).anew


# From here on lengths are quarters of a tile: a half is 2 x 2, a tile 4 x 2.


class _Box(NamedTuple):
    """How far the layout may reach from the first tile's middle."""

    half: int
    """To either side."""
    rise: int
    """Upwards and downwards."""


def _box(shape: Shape, width: float | None, height: float | None) -> _Box:
    half = int(min(max(WIDTH if width is None else width, NARROWEST), WIDEST))
    if height is None or shape.branching == "none":
        return _Box(half, half * 2 // 3)
    return _Box(half, int(min(max(height, LOWEST), HIGHEST)))


class _Table(NamedTuple):
    """Everything that is known about a placed layout."""

    placed: tuple[Placed, ...]
    laid: int
    """The laid tiles as bits of the set."""
    occupied: int
    boxes: tuple[int, ...]
    spots: dict[int, tuple[int, tuple[Spot, ...]]]
    """For each free end, by its code, how often it is free, and its spots."""
    anew: bool = False


_NOTHING = _Table((), 0, 0, (), {})

_DOUBLE = tuple(Tile(pip, pip).bit for pip in PIPS)

_Coming = dict[int, bool] | None
"""Where it is known what will be laid: for each exit still to be taken, whether by a double."""


class _Policy(NamedTuple):
    """How to choose among ways."""

    half: int
    """How far to either side the layout may reach."""
    rise: int
    """How far up and down it may reach before it turns."""
    tree: bool
    """Whether later doubles branch, so that lines meet and must leave each other room."""
    strict: bool
    """Whether the whole may not be wider than that: a line can always turn."""
    noise: int = 0
    """Which of many slightly different choices to make; 0 for the plain one."""


def _cost(table: _Table, spot: Spot, way: Way, double: bool, policy: _Policy) -> int | None:
    """Return how bad it is for the line to lay a tile this *way*; None where it cannot lie."""
    left, top, right, bottom = rect_of(way)
    if left < -EDGE_X or right > EDGE_X or top < -EDGE_Y or bottom > EDGE_Y:
        return None
    others = table.occupied ^ table.boxes[spot.owner]
    if others & area(left - 1, top - 1, right + 1, bottom + 1):
        return None
    (out_x, out_y), form = way.out, way.form
    cost = (0, 10, 12)[form]
    low, high = spot.low, spot.high
    if left < low or right > high:
        if policy.strict and _span(table, left, right) > 2 * policy.half:
            return None
        cost += 100
    if spot.kind == TIP:
        cost += 25 if form == BENT else 6
    elif spot.kind == SPARE:
        cost += 100 if form == BENT else 60
    if form:
        wanted = spot.turn
        if wanted and wanted != out_x + out_y:
            cost += 8 if policy.tree else 40
        elif spot.eager:
            cost -= 24
    if double:
        return cost
    # Room for what may come next: a double, and then a tile after it that still can turn.
    end_x, end_y = way.far_x + out_x, way.far_y + out_y
    if out_x:
        left_over = high - end_x if out_x > 0 else end_x - low
        if left_over < 6:
            cost += 70 if left_over < 2 else 0 if form else 15
    else:
        if end_x - 2 < low or end_x + 2 > high:
            cost += 20
        if not spot.eager and not form and abs(end_y) > policy.rise and end_y * out_y > 0:
            cost += 14
    others = table.occupied
    if others & ahead_of(end_x, end_y, out_x, out_y, 9, 4):
        if not others & ahead_of(end_x, end_y, out_x, out_y, 9, 3):
            cost += 5
        else:
            cost += 15 if others & ahead_of(end_x, end_y, out_x, out_y, 5, 3) else 9
    return cost


def _span(table: _Table, left: int, right: int) -> int:
    """Return how wide the layout would be with one more tile."""
    boxes = [tile.box for tile in table.placed]
    low = min(2 * box[0] for box in boxes)
    high = max(2 * box[2] for box in boxes)
    return round(max(high, right) - min(low, left))


def _crowding(
    table: _Table, spot: Spot, way: Way, tile: Tile, pip: int, policy: _Policy, coming: _Coming
) -> int:
    """Return how bad it is for all exits that stay or become open."""
    left, top, right, bottom = rect_of(way)
    own = area(left, top, right, bottom)
    occupied = table.occupied | own
    cost = 0
    for code, (_, spots) in table.spots.items():
        for other in spots:
            if other is spot:
                continue
            if not (left - 16 < other.x < right + 16 and top - 16 < other.y < bottom + 16):
                continue
            others = occupied ^ table.boxes[other.owner]
            awaits = (
                coming.get(code, False)
                if coming is not None
                else not table.laid & _DOUBLE[code & 7]
            )
            room = room_at(other, others, awaits)
            if room < 5:
                before = room_at(other, others ^ own, awaits)
                if room < before:
                    worse = 400 if room == 0 else (before - room) * (5 - room) * 3
                    cost += worse if coming is None or code in coming else worse // 8
    far = tile.other(pip)
    code = exit_code(tile, far)
    awaits = (
        coming.get(code, False)
        if coming is not None
        else not (table.laid | tile.bit) & _DOUBLE[far]
    )
    for new in _opened(table, spot, way, tile.double, 3 if tile.double else 1, policy):
        room = room_at(new, table.occupied, awaits)
        if room < 4:
            cost += 300 if room == 0 else (4 - room) * 6
    return cost


def _opened(
    table: _Table, spot: Spot, way: Way, double: bool, count: int, policy: _Policy
) -> tuple[Spot, ...]:
    """Return the spots that a tile laid this *way* opens; *count* is how many exits it has."""
    owner = len(table.placed)
    out_x, out_y = way.out
    low, high = spot.low, spot.high
    if not double:
        x, y = way.far_x + out_x, way.far_y + out_y
        if not way.form:
            turn, eager = spot.turn, spot.eager
        elif out_x:
            turn, eager = spot.dy, False
        else:
            # A line comes back at once, row under row; an arm first makes use of the height.
            turn, eager = -spot.dx, not policy.tree and low + high == 0
        return (Spot(x, y, out_x, out_y, END, owner, turn, eager, low, high),)
    x, y = way.x + 2 * out_x, way.y + 2 * out_y
    side = Spot(x, y, out_x, out_y, SIDE, owner, spot.turn, spot.eager, low, high)
    tips = []
    for half_x, half_y in ((way.near_x, way.near_y), (way.far_x, way.far_y)):
        tip_x, tip_y = half_x - way.x - out_x, half_y - way.y - out_y
        x, y = half_x + tip_x, half_y + tip_y
        if count == 1:
            # Only a line that has no room to go straight on leaves a double here, to turn.
            if spot.turn not in (0, tip_x + tip_y):
                continue
            turn, eager = (spot.dy, False) if tip_x else (-spot.dx, True)
            new = Spot(x, y, tip_x, tip_y, SPARE, owner, turn, eager, low, high)
        else:
            turn = 0 if tip_y else (y > 0) - (y < 0)
            new = Spot(x, y, tip_x, tip_y, TIP, owner, turn, False, low, high)
        tips.append(new)
    return tuple(tips) if count == 2 else (side, *tips)


def _choose(
    table: _Table,
    spots: tuple[Spot, ...],
    tile: Tile,
    pip: int,
    policy: _Policy,
    coming: _Coming = None,
) -> tuple[int, Spot, Way] | None:
    """Return the best way to lay *tile* at one of *spots*, with its cost."""
    ranked: list[tuple[int, int, Spot, Way]] = []
    for spot in spots:
        for way in ways_at(spot, tile.double):
            cost = _cost(table, spot, way, tile.double, policy)
            if cost is None:
                continue
            number = len(ranked)
            if policy.noise:
                # Not random: the same on every machine, and different for every place.
                mixed = (
                    policy.noise * 7919 + spot.x * 31 + spot.y * 17 + number * 101
                ) * 2654435761
                cost += (mixed >> 7) % (8 + policy.noise)
            ranked.append((cost, number, spot, way))
    if not ranked:
        return None
    ranked.sort()
    if not policy.tree:
        cost, _, spot, way = ranked[0]
        return cost, spot, way
    best = None
    least = 1 << 30
    for cost, _, spot, way in ranked:
        if cost >= least:
            break
        cost += _crowding(table, spot, way, tile, pip, policy, coming)
        if cost < least:
            least, best = cost, (cost, spot, way)
    return best


def _lead(tile: Tile, shape: Shape, half: int) -> _Table:
    """Return the table with the first tile, in the middle."""
    spots: dict[int, tuple[int, tuple[Spot, ...]]] = {}
    if tile.double:
        placed = Placed(tile, 0.0, 0.0, 0, 1, tile.high, tile.high, -1, None)
        box = area(-1, -2, 1, 2)
        if shape.branching == "none":
            right = Spot(1, 0, 1, 0, SIDE, 0, 1, False, -half, half)
            left = Spot(-1, 0, -1, 0, SIDE, 0, -1, False, -half, half)
            spots[exit_code(tile, tile.high)] = (2, (right, left))
        else:
            # Four lines that never meet: each turns, like a windmill, into a quarter of its own.
            cross = shape.branching == "lead-only"
            near, wide = (3, 2) if cross else (-half, half)
            turn = 1 if cross else 0
            arms = (
                Spot(1, 0, 1, 0, SIDE, 0, turn, False, near, half),
                Spot(-1, 0, -1, 0, SIDE, 0, -turn, False, -half, -near),
                Spot(0, -2, 0, -1, TIP, 0, turn, False, -wide, half),
                Spot(0, 2, 0, 1, TIP, 0, -turn, False, -half, wide),
            )
            spots[exit_code(tile, tile.high)] = (4, arms)
    else:
        placed = Placed(tile, 0.0, 0.0, 1, 0, tile.high, tile.low, -1, None)
        box = area(-2, -1, 2, 1)
        turn = 0 if shape.branching in ("every-double", "tips-only") else 1
        right = Spot(2, 0, 1, 0, END, 0, turn, False, -half, half)
        left = Spot(-2, 0, -1, 0, END, 0, -turn, False, -half, half)
        spots[exit_code(tile, tile.high)] = (1, (left,))
        spots[exit_code(tile, tile.low)] = (1, (right,))
    return _Table((placed,), tile.bit, box, (box,), spots)


def _grow(
    table: _Table, play: Play, shape: Shape, policy: _Policy, coming: _Coming = None
) -> _Table | None:
    """Return the table with one more tile; None where there is no place for it."""
    tile, double = play.tile, play.tile.double
    free, spots = table.spots[play.code]
    chosen = _choose(table, spots, tile, play.pip, policy, coming)
    if chosen is None:
        return None
    _, spot, way = chosen
    exits = shape.grown[tile.index][play.pip]
    if shape.last_only:
        left: dict[int, tuple[int, tuple[Spot, ...]]] = {}
    else:
        left = dict(table.spots)
        if free > 1:
            left[play.code] = (free - 1, tuple(other for other in spots if other is not spot))
        else:
            del left[play.code]
    left[exits[0]] = (len(exits), _opened(table, spot, way, double, len(exits), policy))
    near_x, near_y, far_x, far_y = way[:4]
    placed = Placed(
        tile,
        (near_x + far_x) / 4,
        (near_y + far_y) / 4,
        (far_x - near_x) // 2,
        (far_y - near_y) // 2,
        play.pip,
        tile.other(play.pip),
        spot.owner,
        Joint(way.x / 2, way.y / 2, *way.into),
    )
    box = area(*rect_of(way))
    return _Table(
        (*table.placed, placed),
        table.laid | tile.bit,
        table.occupied | box,
        (*table.boxes, box),
        left,
    )


@lru_cache(maxsize=512)
def _table(plays: tuple[Play, ...], shape: Shape, box: _Box) -> _Table:
    if len(plays) < 2:
        return _lead(plays[0].tile, shape, box.half) if plays else _NOTHING
    policy = _policy(shape, box)
    grown = _grow(_table(plays[:-1], shape, box), plays[-1], shape, policy)
    return grown or _anew(plays, shape, policy)


def _policy(shape: Shape, box: _Box) -> _Policy:
    return _Policy(
        *box, shape.branching in ("every-double", "tips-only"), shape.branching == "none"
    )


def _anew(plays: tuple[Play, ...], shape: Shape, policy: _Policy) -> _Table:
    """Put the whole layout down again, choosing a little differently until all tiles lie."""
    coming: list[dict[int, bool]] = [{}]
    for play in reversed(plays[1:]):
        later = coming[-1]
        double = play.tile.double or later.get(play.code, False)
        coming.append({**later, play.code: double})
    coming.reverse()
    for noise in range(1000):
        # Nearly always one of the first tries succeeds; the table gets wider before hope ends.
        tried = policy._replace(noise=noise, half=policy.half + noise // 100 * 2)
        table: _Table | None = _lead(plays[0].tile, shape, tried.half)
        for play, known in zip(plays[1:], coming[1:], strict=True):
            table = _grow(table, play, shape, tried, known) if table else None
        if table is not None:
            return table._replace(anew=True)
    raise AssertionError(f"No way was found to draw {' '.join(map(str, plays))}.")


@lru_cache(maxsize=512)
def _ends(
    plays: tuple[Play, ...], shape: Shape, codes: tuple[int, ...], box: _Box
) -> tuple[End, ...]:
    if not plays:
        return ()
    table = _table(plays, shape, box)
    policy = _policy(shape, box)
    found: dict[int, list[End]] = {}
    for code in dict.fromkeys(codes):
        # Any tile will do that is no double.
        sample = Tile(code & 7, (code + 1) & 7 if code & 7 < 6 else 0)
        ranked = []
        for number, spot in enumerate(table.spots[code][1]):
            chosen = _choose(table, (spot,), sample, code & 7, policy)
            if chosen:
                way = chosen[2]
                joint = Joint(way.x / 2, way.y / 2, *way.into)
            else:
                joint = Joint(spot.x / 2, spot.y / 2, spot.dx, spot.dy)
            end = End(exit_tile(code), code & 7, code, spot.owner, joint)
            ranked.append((chosen[0] if chosen else 1 << 30, number, end))
        found[code] = [end for _, _, end in sorted(ranked, reverse=True)]
    return tuple(found[code].pop() for code in codes)
