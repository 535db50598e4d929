"""The pieces of every picture: colours, a tile's face and back, words, the frame of an SVG.

Each part has a CSS class, and its colour twice: as a presentation attribute, for viewers that know
no more, and in `STYLE`, where a page's own custom properties (`--tile`, `--pip`, `--table`, ...)
come first. The rules there have no specificity, so that any rule of a page wins. Nothing has an id:
pictures can stand beside each other.
"""

from __future__ import annotations

from functools import cache
from html import escape

from .textart import plain_text
from .tiles import Tile

HALF = 24
"""The side of half a tile in the units of the pictures; a unit is a pixel where nothing scales."""

COLOURS = {
    "table": "#2f6b62",
    "table-deep": "#265850",
    "on-table": "#f4f1e6",
    "tile": "#fbf6e6",
    "tile-edge": "#b9ad86",
    "tile-back": "#3b4c55",
    "pip": "#23262b",
    "mark": "#ffcf5c",
}
"""The custom properties that a page can set, with the colour where it sets none."""


def paint(**colours: str) -> str:
    """Return presentation attributes."""
    return "".join(f' {what}="{COLOURS[name]}"' for what, name in colours.items())


def _rule(selector: str, **colours: str) -> str:
    """Return a CSS rule that every other rule overrides."""
    body = ";".join(f"{what}:var(--{name},{COLOURS[name]})" for what, name in colours.items())
    return f":where({selector}){{{body}}}"


STYLE = "".join(
    (
        _rule(".dl-table", fill="table"),
        _rule(".dl-seat", fill="table-deep"),
        _rule(".dl-words", fill="on-table"),
        _rule(".dl-face", fill="tile", stroke="tile-edge"),
        _rule(".dl-back", fill="tile-back", stroke="tile-edge"),
        _rule(".dl-bar", stroke="pip"),
        _rule(".dl-grain,.dl-nothing", stroke="tile-edge"),
        _rule(".dl-pips,.dl-numeral", fill="pip"),
        _rule(".dl-last,.dl-turn", stroke="mark"),
        _rule(".dl-arrow,.dl-playable", fill="mark"),
        _rule(".dl-ring", fill="table-deep", stroke="on-table"),
    )
)
"""What gives every part the page's own colours; a page that puts parts together needs it once."""

_FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Liberation Sans',sans-serif"

View = tuple[float, float, float, float]
"""Left, top, width and height, as a viewBox has them."""


# Where the pips of a half lie: along the tile and across it.
_CORNERS = ((-7, -7), (7, 7), (-7, 7), (7, -7))
_PIPS = (
    (),
    ((0, 0),),
    _CORNERS[2:],
    (*_CORNERS[2:], (0, 0)),
    _CORNERS,
    (*_CORNERS, (0, 0)),
    (*_CORNERS, (0, -7), (0, 7)),
)


@cache
def tile_face(first: int, second: int, upright: bool, numerals: bool) -> str:
    """Return a tile around 0,0 with *first* at the left, or on top of an upright one."""
    x, y = (HALF // 2, HALF) if upright else (HALF, HALF // 2)
    pips, digits = [], []
    for pip, along in ((first, -HALF // 2), (second, HALF // 2)):
        for a, across in _PIPS[pip]:
            cx, cy = (-across, a + along) if upright else (a + along, across)
            pips.append(f'<circle cx="{cx}" cy="{cy}" r="2.5"/>')
        if numerals:
            cx, cy = (0, along) if upright else (along, 0)
            digits.append(f'<text x="{cx}" y="{cy + 6}">{pip}</text>')
    faint = ' opacity=".18"' if numerals else ""
    bar = "M-8 0H8" if upright else "M0-8V8"
    numerals_group = (
        f'<g class="dl-numeral"{paint(fill="pip")} font-size="17" font-weight="700" '
        f'text-anchor="middle">{"".join(digits)}</g>'
    )
    return (
        f'<rect class="dl-face"{paint(fill="tile", stroke="tile-edge")} x="{0.5 - x:g}" '
        f'y="{0.5 - y:g}" width="{2 * x - 1}" height="{2 * y - 1}" rx="4"/>'
        f'<path class="dl-bar"{paint(stroke="pip")} stroke-opacity=".4" d="{bar}"/>'
        f'<g class="dl-pips"{paint(fill="pip")}{faint}>{"".join(pips)}</g>'
        f"{numerals_group if numerals else ''}"
    )


def last_ring(upright: bool) -> str:
    """Return the frame around the tile laid last; it leaves the pips of its neighbours free."""
    x, y = (HALF / 2 + 0.75, HALF + 0.75) if upright else (HALF + 0.75, HALF / 2 + 0.75)
    return (
        f'<rect class="dl-last"{paint(stroke="mark")} stroke-width="3" fill="none" x="{-x:g}" '
        f'y="{-y:g}" width="{2 * x:g}" height="{2 * y:g}" rx="5"/>'
    )


def tile_group(
    tile: Tile, x: float, y: float, face: str, kind: str = "dl-tile", more: str = ""
) -> str:
    """Return a tile at its place, with *more* drawn over its *face*."""
    return (
        f'<g class="{kind}" data-tile="{tile}" '
        f'transform="translate({number(x)} {number(y)})">{face}{more}</g>'
    )


def tile_back(x: float, y: float, size: float, kept: bool) -> str:
    """Return a tile that lies face down, around x,y; one that is *kept* is crossed out."""
    wide, high, inset = size - 1, 2 * size - 1, size / 6
    grain = f"M{number(-size / 2 + inset)} {number(size - inset)}L{number(size / 2 - inset)} "
    grain += f"{number(inset - size)}"
    if kept:
        grain += f"M{number(-size / 2 + inset)} {number(inset - size)}"
        grain += f"L{number(size / 2 - inset)} {number(size - inset)}"
    else:
        grain = f"M{number(-size / 4)} 0H{number(size / 4)}"
    return (
        f'<g class="dl-down{" dl-kept" if kept else ""}" '
        f'transform="translate({number(x)} {number(y)})">'
        f'<rect class="dl-back"{paint(fill="tile-back", stroke="tile-edge")} '
        f'x="{number(-wide / 2)}" y="{number(-high / 2)}" width="{number(wide)}" '
        f'height="{number(high)}" rx="{number(size / 6)}"/>'
        f'<path class="dl-grain"{paint(stroke="tile-edge")} d="{grain}"/></g>'
    )


def picture(
    view: View,
    body: str,
    kind: str,
    words: tuple[str, str],
    label: str | None,
    scale: float,
    css: bool,
) -> str:
    """Return a whole picture with its text alternative; an empty *label* makes it decoration."""
    title, more = words
    if label == "":
        alternative, role = "", 'aria-hidden="true"'
    else:
        said = plain_text(label or title)
        alternative = f"<title>{escape(said)}</title><desc>{escape(more)}</desc>"
        role = 'role="img"'
    style = f"<style>{STYLE}</style>" if css else ""
    box = " ".join(map(number, view))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="dl {kind}" viewBox="{box}" '
        f'width="{number(view[2] * scale)}" height="{number(view[3] * scale)}" '
        f'style="max-width:100%;height:auto" font-family="{_FONT}" {role}>'
        f"{alternative}{style}{body}</svg>"
    )


def filled(kind: str, colour: str, view: View, corner: float) -> str:
    """Return a rectangle with round corners."""
    x, y, wide, high = map(number, view)
    return (
        f'<rect class="{kind}"{paint(fill=colour)} x="{x}" y="{y}" width="{wide}" '
        f'height="{high}" rx="{number(corner)}"/>'
    )


def text_at(x: float, y: float, text: str, anchor: str, size: float, weight: int) -> str:
    """Return a line of text, escaped."""
    return (
        f'<text class="dl-words"{paint(fill="on-table")} x="{number(x)}" y="{number(y)}" '
        f'font-size="{number(size)}" font-weight="{weight}" text-anchor="{anchor}">'
        f"{escape(text)}</text>"
    )


def shifted(x: float, y: float, body: str) -> str:
    """Return *body* moved to the right and down."""
    return f'<g transform="translate({number(x)} {number(y)})">{body}</g>'


def shortened(name: str, most: int) -> str:
    """Return a text that is cut where it has more than *most* letters."""
    return name if len(name) <= most else f"{name[: max(most - 1, 1)]}…"


def number(value: float) -> str:
    """Return a length as SVG has it, in as few signs as possible."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if value % 1 else str(int(value))
