"""The doors to the views: a picture each, made by the library from its own data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from html import escape

import dominolab as dl
from dominolab import draw, manuals
from dominolab.axes import AXES
from sitekit.icons import mark_svg
from sitekit.views import ViewInfo

CELL, GAP = 9, 2
MANUAL = "branching"
"""Whose hue the plot on the notebooks' door has."""


def door(view: ViewInfo) -> str:
    """Write the door to a view."""
    picture = PICTURES.get(view.name, mark_svg)()
    return (
        f'<li><a class="door" href="?view={view.name}" data-view="{view.name}">'
        f'<span class="picture" aria-hidden="true">{picture}</span>'
        f'<span class="words"><b>{escape(view.title)}</b>{escape(view.summary)}</span></a></li>'
    )


def branching_round() -> str:
    """Draw a layout with arms, as the branching leaflet plays it."""
    round_ = dl.play(dl.rules("branching"), players=3, seed=11, bots="greedy")
    return draw.layout_svg(round_.at(9).layout, width=24, exits=False, label="", css=False)


def difference_map() -> str:
    """Draw a cell for each axis and manual: filled where the manual parts from the first one."""
    firsts = [
        (manual.id, dl.rules(next(iter(manual.games))))
        for manual in manuals.load_all()
    ]  # fmt: skip
    axes = [name for name in AXES if len({repr(r.statements[name].value) for _, r in firsts}) > 1]
    base = firsts[0][1].statements
    cells = []
    for row, (manual, rules) in enumerate(firsts):
        for column, name in enumerate(axes):
            same = row > 0 and rules.statements[name].value == base[name].value
            paint = "var(--on-table)" if same else f"var(--manual-{manual})"
            faint = ' opacity="0.25"' if same else ""
            x, y = column * (CELL + GAP), row * (CELL + GAP)
            cells.append(
                f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" rx="2" '
                f'fill="{paint}"{faint}/>'
            )
    width, height = len(axes) * (CELL + GAP) - GAP, len(firsts) * (CELL + GAP) - GAP
    return (
        f'<svg class="map" viewBox="0 0 {width} {height}" aria-hidden="true">{"".join(cells)}</svg>'
    )


def hand_to_count() -> str:
    """Draw a hand whose pips are to be counted."""
    hand = dl.Hand(dl.Tile.parse(text) for text in ("6-4", "3-3", "5-0"))
    return draw.hand_svg(hand, label="", css=False)


def lab_door() -> str:
    """Write the door to the notebooks: a page of its own, so a plain link."""
    return (
        '<li><a class="door" href="lab/">'
        f'<span class="picture" aria-hidden="true">{pips_of_the_set()}</span>'
        '<span class="words"><b>Notebooks</b>Change the code and see: five lessons in Python, in '
        "your browser.</span></a></li>"
    )


def pips_of_the_set() -> str:
    """Draw how many tiles of the set have how many pips, as a notebook's first plot would."""
    counts = Counter(tile.pips for tile in dl.TILES)
    tallest = max(counts.values())
    bars = "".join(
        f'<rect x="{pips * (CELL + GAP)}" y="{(tallest - counts[pips]) * CELL}" width="{CELL}" '
        f'height="{counts[pips] * CELL}" rx="2" fill="var(--manual-{MANUAL})"/>'
        for pips in sorted(counts)
    )
    width, height = len(counts) * (CELL + GAP) - GAP, tallest * CELL
    return f'<svg class="map" viewBox="0 0 {width} {height}" aria-hidden="true">{bars}</svg>'


PICTURES: dict[str, Callable[[], str]] = {
    "step": branching_round,
    "compare": difference_map,
    "score": hand_to_count,
}
