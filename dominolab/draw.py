"""Tiles, hands, layouts and rounds as SVG: plain strings, made without any library.

How the parts are coloured, and how a page can restyle them, is told in `svg.py`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, NamedTuple

from . import geometry
from .actions import Play
from .layout import Layout
from .scoring import NAMES
from .svg import (
    COLOURS,
    HALF,
    STYLE,
    View,
    filled,
    last_ring,
    number,
    paint,
    picture,
    shifted,
    shortened,
    text_at,
    tile_back,
    tile_face,
    tile_group,
)
from .textart import (
    Hands,
    hand_words,
    kept_tiles,
    layout_words,
    round_words,
    seat_names,
    seat_points,
    shown,
    state_words,
    stock_words,
)
from .tiles import Hand, Tile

if TYPE_CHECKING:
    from .round import Round

__all__ = [
    "COLOURS",
    "HALF",
    "STYLE",
    "ExitPart",
    "Parts",
    "TilePart",
    "back_svg",
    "hand_svg",
    "layout_parts",
    "layout_svg",
    "round_svg",
    "tile_svg",
]

_EDGE = 1.25
"""What stays free around a layout, in halves: room for the mark of an exit."""


class TilePart(NamedTuple):
    """A laid tile as a group of SVG with the attribute data-tile."""

    tile: Tile
    svg: str
    box: View
    """Where it lies."""


class ExitPart(NamedTuple):
    """An open exit as a group of SVG with the attribute data-exit."""

    name: str
    """The laid tile and the pip, as in `6-4:4`; `lead` on an empty table."""
    svg: str
    x: float
    """The middle of its mark, which is less than a half wide."""
    y: float


class Parts(NamedTuple):
    """A layout in pieces, for a page that wants to give each its own behaviour."""

    view: View
    tiles: tuple[TilePart, ...]
    """In the order in which they were laid."""
    exits: tuple[ExitPart, ...]
    """In the order of `layout.exits`; a double that is open twice stands twice."""

    @property
    def view_box(self) -> str:
        """What the attribute viewBox has to be."""
        return " ".join(map(number, self.view))

    @property
    def svg(self) -> str:
        """All groups, one after the other."""
        return "".join([tile.svg for tile in self.tiles] + [mark.svg for mark in self.exits])


# -- Tiles ---------------------------------------------------------------------------------------


def tile_svg(
    tile: Tile,
    *,
    upright: bool = True,
    numerals: bool = False,
    scale: float = 1.5,
    label: str | None = None,
    css: bool = True,
) -> str:
    """Return one tile. With *css* off it goes without `STYLE`, for a page that has it already."""
    body = tile_group(tile, 0, 0, tile_face(tile.high, tile.low, upright, numerals))
    wide, high = (HALF, 2 * HALF) if upright else (2 * HALF, HALF)
    view = (-wide / 2 - 1, -high / 2 - 1, wide + 2, high + 2)
    words = f"The tile {tile}", hand_words((tile,))
    return picture(view, body, "dl-one-tile", words, label, scale, css)


def hand_svg(
    hand: Iterable[Tile],
    *,
    playable: Collection[Tile] = (),
    numerals: bool = False,
    columns: int = 14,
    scale: float = 1.0,
    label: str | None = None,
    css: bool = True,
) -> str:
    """Return tiles beside each other; those that are *playable* stand higher, over an arrow."""
    tiles = Hand(hand)
    body, wide, high = _standing(tiles, playable, numerals, columns)
    if not tiles:
        body = (
            f'<rect class="dl-nothing"{paint(stroke="tile-edge")} fill="none" x="1" y="1" '
            f'width="{HALF - 2}" height="{2 * HALF - 2}" rx="4" stroke-dasharray="4 3"/>'
        )
    count = f"{len(tiles)} tile{'' if len(tiles) == 1 else 's'}"
    fitting = [str(tile) for tile in tiles if tile in playable]
    words = hand_words(tiles) + (f" Playable: {', '.join(fitting)}." if fitting else "")
    view = (-1, -1, max(wide, HALF) + 2, max(high, 2 * HALF) + 2)
    return picture(view, body, "dl-hand", (f"A hand of {count}", words), label, scale, css)


def back_svg(
    count: int,
    *,
    kept: int = 0,
    columns: int = 14,
    scale: float = 1.0,
    label: str | None = None,
    css: bool = True,
) -> str:
    """Return *count* tiles face down; the last *kept* of them, which stay, are crossed out."""
    body, wide, high = _face_down(count, kept, HALF, columns)
    title = f"{count} tile{'' if count == 1 else 's'} face down"
    words = f"{kept} of them may not be drawn." if kept else f"{title}."
    view = (-1, -1, max(wide, HALF) + 2, max(high, 2 * HALF) + 2)
    return picture(view, body, "dl-stock", (title, words), label, scale, css)


_GAP = 4
_LIFT = 8


def _standing(
    tiles: Sequence[Tile], playable: Collection[Tile], numerals: bool, columns: int
) -> tuple[str, float, float]:
    """Return upright tiles from 0,0, and how wide and high they are together."""
    lift = _LIFT if any(tile in playable for tile in tiles) else 0
    drawn = []
    for index, tile in enumerate(tiles):
        row, column = divmod(index, columns)
        x = HALF / 2 + column * (HALF + _GAP)
        y = HALF + row * (2 * HALF + _GAP + lift) + lift
        face, kind, mark = tile_face(tile.high, tile.low, True, numerals), "dl-tile", ""
        if tile in playable:
            y -= lift
            kind += " dl-fits"
            mark = (
                f'<path class="dl-playable"{paint(fill="mark", stroke="pip")} stroke-width=".8" '
                f'd="M-5 {HALF + 7}L0 {HALF + 2}L5 {HALF + 7}Z"/>'
            )
        drawn.append(tile_group(tile, x, y, face, kind, mark))
    rows = -(-len(tiles) // columns)
    wide = min(len(tiles), columns) * (HALF + _GAP) - _GAP
    return "".join(drawn), wide, rows * (2 * HALF + _GAP + lift) - _GAP


def _face_down(count: int, kept: int, size: float, columns: int) -> tuple[str, float, float]:
    """Return tiles face down from 0,0, and how wide and high they are together."""
    gap = size / 6
    drawn = []
    for index in range(count):
        row, column = divmod(index, columns)
        x, y = size / 2 + column * (size + gap), size + row * (2 * size + gap)
        drawn.append(tile_back(x, y, size, index >= count - kept))
    wide = min(count, columns) * (size + gap) - gap
    return "".join(drawn), wide, -(-count // columns) * (2 * size + gap) - gap


# -- Layouts -------------------------------------------------------------------------------------


def layout_parts(
    layout: Layout,
    *,
    width: float | None = None,
    height: float | None = None,
    numerals: bool = False,
    exits: bool = True,
    last: bool = True,
    room: tuple[float, float, float, float] | None = None,
) -> Parts:
    """Return a layout in pieces.

    *width* and *height* are how wide and high it may get, in halves of a tile, as `geometry.place`
    takes them. *room*, left, top, right and bottom as
    `geometry.extent` gives them, is what the view shows at least: with the room of a whole round
    the picture stands still from step to step.
    """
    placed = geometry.place(layout, width, height)
    tiles = []
    for index, spot in enumerate(placed):
        forward = spot.dx + spot.dy > 0
        first, second = (spot.near, spot.far) if forward else (spot.far, spot.near)
        face = tile_face(first, second, not spot.dx, numerals)
        left, top, right, bottom = (HALF * edge for edge in spot.box)
        kind, ring = "dl-tile", ""
        if last and index == len(placed) - 1:
            kind, ring = "dl-tile dl-is-last", last_ring(not spot.dx)
        svg = tile_group(spot.tile, HALF * spot.x, HALF * spot.y, face, kind, ring)
        tiles.append(TilePart(spot.tile, svg, (left, top, right - left, bottom - top)))
    marks: tuple[ExitPart, ...] = ()
    if exits:
        marks = tuple(_exits(placed, geometry.ends(layout, width, height))) if placed else (_LEAD,)
    boxes = [geometry.extent(layout, width, height), *([room] if room else [])]
    left, top = (min(box[side] for box in boxes) - _EDGE for side in (0, 1))
    right, bottom = (max(box[side] for box in boxes) + _EDGE for side in (2, 3))
    view = (HALF * left, HALF * top, HALF * (right - left), HALF * (bottom - top))
    return Parts(view, tuple(tiles), marks)


def _exits(placed: Sequence[geometry.Placed], ends: Iterable[geometry.End]) -> list[ExitPart]:
    """Return the marks of the exits, each where the next tile would begin."""
    marks: list[ExitPart] = []
    for end in ends:
        away, size = 0.58, 0.36
        x, y = end.joint.x + end.joint.dx * away, end.joint.y + end.joint.dy * away
        if _crowded(x, y, size, placed, marks):
            # Between two tiles that are not joined a quarter of a tile is always free.
            away = size = 0.25
            x, y = end.joint.x + end.joint.dx * away, end.joint.y + end.joint.dy * away
        marks.append(_exit(f"{end.tile}:{end.pip}", end.pip, HALF * x, HALF * y, HALF * size))
    return marks


def _crowded(
    x: float, y: float, size: float, placed: Iterable[geometry.Placed], marks: Iterable[ExitPart]
) -> bool:
    """Return whether a mark would lie on a tile or on another mark."""
    for tile in placed:
        left, top, right, bottom = tile.box
        if left - size < x < right + size and top - size < y < bottom + size:
            return True
    reach = 2 * size * HALF
    return any(abs(m.x - x * HALF) < reach and abs(m.y - y * HALF) < reach for m in marks)


def _exit(name: str, pip: int, x: float, y: float, radius: float) -> ExitPart:
    """Return the mark of an exit: its pip in a broken ring."""
    size = radius * 1.45
    svg = (
        f'<g class="dl-exit" data-exit="{name}" transform="translate({number(x)} {number(y)})">'
        f'<circle class="dl-ring"{paint(fill="table-deep", stroke="on-table")} '
        f'r="{number(radius)}" stroke-width="1.4" stroke-dasharray="3 2.34"/>'
        f'<text class="dl-words"{paint(fill="on-table")} y="{number(size * 0.36)}" '
        f'font-size="{number(size)}" font-weight="600" text-anchor="middle">{pip}</text></g>'
    )
    return ExitPart(name, svg, x, y)


_LEAD = ExitPart(
    "lead",
    '<g class="dl-exit" data-exit="lead">'
    f'<rect class="dl-ring"{paint(fill="table-deep", stroke="on-table")} x="{1 - HALF}" '
    f'y="{1 - HALF // 2}" width="{2 * HALF - 2}" height="{HALF - 2}" rx="4" stroke-width="1.4" '
    'stroke-dasharray="4 3"/></g>',
    0,
    0,
)


def layout_svg(
    layout: Layout,
    *,
    width: float | None = None,
    numerals: bool = False,
    exits: bool = True,
    last: bool = True,
    room: tuple[float, float, float, float] | None = None,
    scale: float = 1.0,
    label: str | None = None,
    css: bool = True,
) -> str:
    """Return the tiles on the table, with a mark at each open exit and a frame around the last.

    *width* and *room* are as `layout_parts` takes them; *label* is the title that is read out, and
    an empty one makes the picture mere decoration.
    """
    parts = layout_parts(layout, width=width, numerals=numerals, exits=exits, last=last, room=room)
    count = f"{len(layout)} tile{'' if len(layout) == 1 else 's'}"
    words = f"{count} on the table" if len(layout) else "An empty table", layout_words(layout)
    body = filled("dl-table", "table", parts.view, 14) + parts.svg
    return picture(parts.view, body, "dl-layout", words, label, scale, css)


# -- Rounds --------------------------------------------------------------------------------------

_PAD = 14
_HEAD = 42
_LINE = 20
_HIGH = 15 * HALF
_SMALL = 14
"""The width of a tile of the stock."""

_TOP = {2: (1,), 3: (1, 2), 4: (1, 2), 5: (1, 2, 3)}
_BOTTOM = {2: (0,), 3: (0,), 4: (0, 3), 5: (0, 4)}
"""Who sits on which side of the table: the seats go round it clockwise."""


def round_svg(
    round_: Round,
    *,
    names: Sequence[str] = NAMES,
    hands: Hands = "all",
    width: float | None = None,
    numerals: bool = False,
    exits: bool = True,
    last: bool = True,
    room: tuple[float, float, float, float] | None = None,
    scale: float = 1.0,
    label: str | None = None,
    css: bool = True,
) -> str:
    """Return a whole round as it stands: the layout, the seats with their hands, the stock.

    *hands* says whose tiles lie open; *width* is how wide the layout may get, in halves of a tile.
    """
    called = seat_names(names, round_.players)
    parts = layout_parts(
        round_.layout, width=width, numerals=numerals, exits=exits, last=last, room=room
    )
    wide = HALF * (geometry.WIDTH if width is None else width) + 100
    rows = []
    for seats in (_TOP[round_.players], _BOTTOM[round_.players]):
        rows.append(_seats(round_, seats, called, hands, numerals, wide))
    (top, top_high), (bottom, bottom_high) = rows
    drawn = [shifted(0, _PAD, top)]
    y = top_high + 2 * _PAD
    if round_.over:
        ending = state_words(round_, names=[shortened(name, 20) for name in called])
        for line in wrap(ending, int(wide / 9.5)):
            drawn.append(text_at(wide / 2, y + 14, line, "middle", 16, 700))
            y += _LINE
    left, up, view_wide, view_high = parts.view
    # A small layout is shown larger, as long as the table does not get higher for it.
    fit = min((wide - 2 * _PAD) / view_wide, max(1.0, _HIGH / view_high), 1.4)
    high = max(view_high * fit, 5 * HALF)
    at_x = wide / 2 - (left + view_wide / 2) * fit
    at_y = y + high / 2 - (up + view_high / 2) * fit
    drawn.append(
        f'<g class="dl-laid" transform="translate({number(at_x)} {number(at_y)}) '
        f'scale({number(fit)})">{parts.svg}</g>'
    )
    y += high
    stock, stock_high = _stock(round_, wide)
    drawn.append(shifted(0, y, stock))
    y += stock_high + _PAD
    drawn.append(shifted(0, y, bottom))
    view = (0.0, 0.0, wide, y + bottom_high + _PAD)
    body = filled("dl-table", "table", view, 18) + "".join(drawn)
    title = f"{round_.rules.title}, {round_.players} players, step {len(round_.actions)}"
    words = title, round_words(round_, names=called, hands=hands)
    return picture(view, body, "dl-round", words, label, scale, css)


def _seats(
    round_: Round,
    seats: Sequence[int],
    names: Sequence[str],
    hands: Hands,
    numerals: bool,
    wide: float,
) -> tuple[str, float]:
    """Return the seats of one side of the table, and how high they are."""
    # A seat alone takes the width of two, in the middle.
    card = (wide - _PAD) / max(len(seats), 2) - _PAD
    start = (wide - len(seats) * (card + _PAD) + _PAD) / 2
    columns = int((card - 2 * _PAD + _GAP) // (HALF + _GAP))
    bodies = []
    for seat in seats:
        hand = round_.hands[seat]
        fitting: frozenset[Tile] = frozenset()
        if seat == round_.turn:
            plays = (action for action in round_.legal() if isinstance(action, Play))
            fitting = frozenset(play.tile for play in plays)
        if shown(round_, seat, hands):
            body, _, high = _standing(hand, fitting, numerals, columns)
        else:
            body, _, high = _face_down(len(hand), 0, HALF, columns)
        bodies.append((seat, body, high))
    high = max(2 * HALF, *(body[2] for body in bodies)) + _HEAD + _PAD
    drawn = []
    for index, (seat, body, _) in enumerate(bodies):
        x = start + index * (card + _PAD)
        drawn.append(_seat(round_, seat, names[seat], hands, (x, card, high), body))
    return "".join(drawn), high


def _seat(
    round_: Round,
    seat: int,
    name: str,
    hands: Hands,
    place: tuple[float, float, float],
    body: str,
) -> str:
    """Return one seat: its name, what it holds, and an arrow and a frame where it is to move."""
    x, wide, high = place
    moves = seat == round_.turn and not round_.over
    hand = round_.hands[seat]
    held = f"{len(hand)} tile{'' if len(hand) == 1 else 's'}"
    if shown(round_, seat, hands):
        held += f", {hand.pips} pip{'' if hand.pips == 1 else 's'}"
    if wide > 200:
        held += seat_points(round_, seat)
    indent = 14 if moves else 0
    # A narrow seat has its arrow and its frame only.
    said = moves and wide > 150
    letters = (wide - 2 * _PAD - indent - (62 if said else 0)) / 9
    parts = [filled("dl-seat", "table-deep", (0, 0, wide, high), 10)]
    if moves:
        parts.append(
            f'<rect class="dl-turn"{paint(stroke="mark")} stroke-width="3" fill="none" x="1.5" '
            f'y="1.5" width="{number(wide - 3)}" height="{number(high - 3)}" rx="9"/>'
            f'<path class="dl-arrow"{paint(fill="mark")} '
            f'd="M{_PAD} 10L{_PAD + 9} 15.5L{_PAD} 21Z"/>'
        )
    if said:
        parts.append(text_at(wide - _PAD, 21, "to move", "end", 13, 400))
    parts.append(text_at(_PAD + indent, 21, shortened(name, int(letters)), "start", 15, 700))
    parts.append(text_at(_PAD, 36, held, "start", 12, 400))
    parts.append(shifted(_PAD, _HEAD, body))
    kind = "dl-player dl-moves" if moves else "dl-player"
    return f'<g class="{kind}" data-seat="{seat}" transform="translate({number(x)} 0)">' + (
        "".join(parts) + "</g>"
    )


def _stock(round_: Round, wide: float) -> tuple[str, float]:
    """Return the stock in the middle of its line, and how high that is."""
    count = len(round_.stock)
    words = text_at(wide / 2, 12, stock_words(round_), "middle", 12.5, 400)
    if not count:
        return words, _LINE
    columns = int((wide - 2 * _PAD) // (_SMALL * 7 / 6))
    backs, across, high = _face_down(count, kept_tiles(round_), _SMALL, columns)
    body = words + shifted((wide - across) / 2, _LINE, backs)
    return f'<g class="dl-stock">{body}</g>', _LINE + high
