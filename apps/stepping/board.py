"""The table as a picture: the layout with its open exits, the stock, and the same in words."""

from __future__ import annotations

from functools import cache, lru_cache
from html import escape
from typing import NamedTuple

from dominolab import draw, geometry, textart
from dominolab.layout import Layout
from dominolab.round import Round
from dominolab.tiles import TILES, Tile

from .session import Session

_FIRST_ROOM = (-8.0, -3.0, 8.0, 3.0)
"""The room of a round that is still being played: it shall not begin with giant tiles."""

WIDTHS = (12, 16, 20, 24, 30, 36, 44)
"""The widths among which the best is chosen, in halves of a tile."""
_FILLED = 260
"""How many squares a large layout fills, with the gaps: what a round may come to."""
_NEARLY = 0.8
"""The part of the best size at which tiles rather stay where they are."""


RING = 13
"""How large the ring is around an exit that takes the chosen tile: it may not hide what lies there."""


class Fit(NamedTuple):
    """How wide and high a layout may get, in halves of a tile."""

    width: float
    height: float


def tile_id(tile: Tile) -> str:
    """Return the name under which the page keeps the picture of *tile*."""
    return f"face-{tile}"


@cache
def sprite(numerals: bool) -> str:
    """Return the pictures of all tiles, to be referred to by `tile_picture`."""
    faces = "".join(
        f'<g id="{tile_id(tile)}">'
        f"{draw.tile_svg(tile, numerals=numerals, scale=1, label='', css=False)}</g>"
        for tile in TILES
    )
    return f'<svg class="sprite" aria-hidden="true" width="0" height="0"><defs>{faces}</defs></svg>'


def tile_picture(tile: Tile) -> str:
    """Return an upright tile as a reference to the page's sprite; it is mere decoration."""
    return (
        '<svg class="face" viewBox="0 0 26 50" aria-hidden="true">'
        f'<use href="#{tile_id(tile)}"/></svg>'
    )


def fit(old: Fit | None, layout: Layout, wide: int, high: int, over: bool) -> Fit:
    """Return the fit with which a layout is largest on a board of *wide* by *high* pixels.

    The *old* one stays as long as it is nearly as good: no tile shall move without need.
    """
    best = _best_fit(layout, wide, high, over)
    if old is None:
        return best
    kept = _size(layout, old, wide, high, over)
    return old if kept >= _NEARLY * _size(layout, best, wide, high, over) else best


@lru_cache(maxsize=64)
def _best_fit(layout: Layout, wide: int, high: int, over: bool) -> Fit:
    shape = high / wide
    # A line takes the height that it needs. What branches may turn early, or late.
    parts = (1.0,) if layout.shape.branching == "none" else (1.0, 0.5)
    usual = (_FILLED / shape) ** 0.5

    def rank(found: Fit) -> tuple[float, float]:
        size = _size(layout, found, wide, high, over)
        return round(size * (_NEARLY if _jumps(layout, found) else 1), 2), -abs(found.width - usual)

    return max((Fit(width, width * shape * part) for width in WIDTHS for part in parts), key=rank)


def _jumps(layout: Layout, found: Fit) -> bool:
    """Return whether on the way to *layout* the tiles had to be put down anew."""
    return layout.shape.branching != "none" and any(
        geometry.replaced(Layout(layout.plays[:count], layout.shape), *found)
        for count in range(2, len(layout) + 1)
    )


def _size(layout: Layout, found: Fit, wide: int, high: int, over: bool) -> float:
    """Return how large half a tile is on the board, in pixels."""
    left, top, right, bottom = _room(layout, found, over)
    return min(wide / (right - left + 2.5), high / (bottom - top + 2.5))


def _room(whole: Layout, found: Fit, over: bool) -> tuple[float, float, float, float]:
    """Return the room for a round from its first tile to its last, so that nothing moves."""
    left, top, right, bottom = geometry.extent(whole, *found)
    if over:
        return left, top, right, bottom
    first = _FIRST_ROOM
    return min(left, first[0]), min(top, first[1]), max(right, first[2]), max(bottom, first[3])


def board_html(session: Session, found: Fit) -> str:
    """Return the picture of the table at the step in view."""
    here = session.here
    parts = draw.layout_parts(
        session.layout,
        width=found.width,
        height=found.height,
        numerals=session.settings.numerals,
        exits=not here.over,
        room=_room(session.whole_layout, found, session.shown.over),
    )
    places = session.places(session.tile) if session.tile else ()
    laid = "".join(part.svg for part in parts.tiles)
    exits = "".join(_exit(part, places, number) for number, part in enumerate(parts.exits))
    words = textart.layout_words(session.layout)
    return (
        f'<svg class="table" viewBox="{parts.view_box}" role="group" aria-label="The table">'
        f'<g role="img" aria-labelledby="laid-tiles">{laid}</g>{exits}'
        f'<desc id="laid-tiles">{escape(words)}</desc></svg>'
    )


def _exit(part: draw.ExitPart, places: tuple[str, ...], number: int) -> str:
    """Return an exit's mark; one where the chosen tile fits becomes a button."""
    on = part.name.partition(":")[0]
    move = next((p for p in places if p.partition("@")[2] == ("" if on == "lead" else on)), "")
    if not move:
        return f'<g class="exit" aria-hidden="true">{part.svg}</g>'
    tile = move.partition("@")[0]
    label = f"Lead {tile}" if on == "lead" else f"Lay {tile} on {on}"
    return (
        f'<g class="exit takes" role="button" tabindex="0" data-do="move"'
        f' data-value="{move}" data-key="exit-{number}" aria-label="{label}">'
        f'<circle class="reach" cx="{part.x:g}" cy="{part.y:g}" r="22"/>'
        f'<circle class="ring" cx="{part.x:g}" cy="{part.y:g}" r="{RING}"/>{part.svg}</g>'
    )


def stock_html(here: Round) -> str:
    """Return the stock face down with its count, and what the ends count where they do."""
    count = len(here.stock)
    kept = count - here.drawable
    backs = draw.back_svg(count, kept=kept, scale=0.6, columns=28, label="", css=False)
    ends = ""
    if (counted := here.count) is not None:
        ends = f'<span class="ends">The ends count <b>{counted}</b></span>'
    return (
        f'<div class="stock">{backs if count else ""}'
        f"<span>{escape(textart.stock_words(here))}</span>{ends}</div>"
    )


def text_html(session: Session) -> str:
    """Return the board as text, for those who read it by ear or by touch."""
    if not session.settings.text:
        return ""
    hands = session.open_hands
    here = session.here
    picture = textart.round_text(here, names=session.names, hands=hands)  # type: ignore[arg-type]
    words = textart.round_words(here, names=session.names, hands=hands)  # type: ignore[arg-type]
    return (
        '<section class="panel text-board" aria-label="The board as text">'
        f'<p>{escape(words)}</p><pre aria-hidden="true">{escape(picture)}</pre></section>'
    )


__all__ = ["Fit", "board_html", "fit", "sprite", "stock_html", "text_html", "tile_picture"]
