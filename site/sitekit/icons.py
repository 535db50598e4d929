"""The mark of the site, a domino tile, as SVG and as the PNG icons that installing asks for."""

from __future__ import annotations

import struct
import zlib

IVORY, EDGE, PIP, TABLE = (251, 246, 230), (207, 197, 165), (35, 38, 43), (47, 107, 98)

# The tile 3-2 in a field of 100 by 100: left, top, right, bottom; corners; bar; pips.
TILE = (29.0, 8.0, 71.0, 92.0)
CORNER = 8.0
PIPS = ((38.0, 19.0), (50.0, 29.0), (62.0, 39.0), (40.0, 62.0), (60.0, 80.0))
PIP_RADIUS = 5.0


def mark_svg(classes: str = "") -> str:
    """Draw the tile alone, for the head of the page."""
    left, top, right, bottom = TILE
    dots = "".join(f'<circle cx="{x:g}" cy="{y:g}" r="{PIP_RADIUS:g}"/>' for x, y in PIPS)
    return (
        f'<svg viewBox="28 7 44 86" aria-hidden="true"{classes}>'
        f'<rect x="{left:g}" y="{top:g}" width="{right - left:g}" height="{bottom - top:g}" '
        f'rx="{CORNER:g}" fill="#fbf6e6" stroke="#8c8468" stroke-width="2"/>'
        f'<path d="M35 50H65" stroke="#8c8468" stroke-width="2"/><g fill="#23262b">{dots}</g></svg>'
    )


def icon_svg() -> str:
    """Draw the tile on the table, for the browser's tab."""
    inner = mark_svg().replace('viewBox="28 7 44 86" ', 'width="100" height="100" ')
    inner = inner.replace("<svg ", '<svg viewBox="0 0 100 100" ')
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'
        f'<rect width="100" height="100" rx="18" fill="#2f6b62"/>{inner}</svg>\n'
    )


def icon_png(size: int, *, maskable: bool = False) -> bytes:
    """Draw the tile on the table as pixels. A maskable icon has no corners and a smaller tile."""
    scale = 0.72 if maskable else 1.0
    unit = 100 / size / scale  # the side of a pixel, in the units of the drawing
    rows = bytearray()
    for row in range(size):
        rows.append(0)  # PNG's mark of an unfiltered line
        y = 50 + (row + 0.5 - size / 2) * unit
        for column in range(size):
            x = 50 + (column + 0.5 - size / 2) * unit
            rows += bytes(_pixel(x, y, unit, rounded=not maskable))
    head = struct.pack(">IIBBBBB", size, size, 8, 6, 0, 0, 0)
    data = zlib.compress(bytes(rows), 9)
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        (_chunk(b"IHDR", head), _chunk(b"IDAT", data), _chunk(b"IEND", b""))
    )


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _pixel(x: float, y: float, unit: float, *, rounded: bool) -> tuple[int, int, int, int]:
    colour = TABLE
    ground = _cover(_outside(x, y, (0, 0, 100, 100), 18), unit) if rounded else 1.0
    tile = _outside(x, y, TILE, CORNER)
    if tile < unit:
        colour = _mix(colour, EDGE, _cover(tile, unit))
        colour = _mix(colour, IVORY, _cover(tile + 2, unit))
        bar = max(abs(y - 50) - 1, abs(x - 50) - 15)
        colour = _mix(colour, EDGE, _cover(bar, unit))
        for px, py in PIPS:
            away = ((x - px) ** 2 + (y - py) ** 2) ** 0.5 - PIP_RADIUS
            if away < unit:
                colour = _mix(colour, PIP, _cover(away, unit))
    return (*colour, round(255 * ground))


def _outside(x: float, y: float, box: tuple[float, float, float, float], corner: float) -> float:
    """Return how far a point is outside a box with round corners (negative: inside)."""
    left, top, right, bottom = box
    dx = max(left + corner - x, x - right + corner)
    dy = max(top + corner - y, y - bottom + corner)
    beyond = (max(dx, 0) ** 2 + max(dy, 0) ** 2) ** 0.5
    return float(beyond + min(max(dx, dy), 0) - corner)


def _cover(distance: float, unit: float) -> float:
    return min(1.0, max(0.0, 0.5 - distance / unit))


def _mix(
    below: tuple[int, int, int], above: tuple[int, int, int], share: float
) -> tuple[int, int, int]:
    red, green, blue = (round(b + (a - b) * share) for b, a in zip(below, above, strict=True))
    return (red, green, blue)
