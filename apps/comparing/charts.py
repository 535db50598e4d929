"""The charts, made with Bokeh: distances, the field by rules, and what a simulation found."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from math import isfinite
from typing import TYPE_CHECKING, Any

from apps.parts import bridge
from dominolab.axes import AXES

from .field import Field
from .worth import Row, Worth, interval, number

if TYPE_CHECKING:
    from bokeh.plotting import figure

FONT = "system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', sans-serif"
_SHADES_LIGHT = (
    "#eef3ee", "#cfe3da", "#a5cfc2", "#74b3a6", "#46948a", "#24766f", "#0f5753", "#073c3b",
)  # fmt: skip
_SHADES_DARK = (
    "#1c2a2a", "#1f3d3b", "#23534e", "#2b6d65", "#3c8a7e", "#5ba899", "#8cc8b8", "#c6e8dc",
)  # fmt: skip
_ITSELF = "rgba(128,128,128,0.12)"
"""The colour of a square that compares a ruleset with itself."""


@cache
def colours_of(dark: bool) -> dict[str, str]:
    """Return the colours of the page, by the names of its custom properties."""
    light, _, rest = bridge.TOKENS.read_text(encoding="utf-8").partition("@media")
    found = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", light))
    if dark:
        found |= dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", rest))
    return found


def _figure(dark: bool, title: str, **options: Any) -> figure:
    """Return an empty figure in the page's colours, without the toolbar."""
    from bokeh.models.annotations import Title
    from bokeh.plotting import figure as make

    colours = colours_of(dark)
    plot = make(
        title=title,
        toolbar_location=None,
        tools="",
        sizing_mode="stretch_width",
        background_fill_color=None,
        border_fill_color=None,
        outline_line_color=None,
        **options,
    )
    heading = plot.title
    assert isinstance(heading, Title)
    heading.text_color = colours["ink"]
    heading.text_font_size = "15px"
    heading.text_font = FONT
    for axis in plot.axis:
        axis.major_label_text_color = colours["ink"]
        axis.major_label_text_font_size = "13px"
        axis.major_label_text_font = FONT
        axis.axis_label_text_color = colours["ink-soft"]
        axis.axis_line_color = None
        axis.major_tick_line_color = None
        axis.minor_tick_line_color = None
    plot.grid.grid_line_color = None
    return plot


def half_width(least: str) -> dict[str, str]:
    """Have two charts stand beside each other where each keeps its *least* width."""
    return {"flex": "none", "width": f"max(50% - 10px, {least})", "min-width": least}


def _label_axis(axis: Any, labels: Sequence[str]) -> None:
    axis.ticker = [at + 0.5 for at in range(len(labels))]
    axis.major_label_overrides = {at + 0.5: label for at, label in enumerate(labels)}


# -- The whole field -------------------------------------------------------------------------------

Square = tuple[float, str, str]
"""A square of a heat map: how strong (0 to 1; below 0 for none), its text, what it means."""


def _heat_map(
    dark: bool, title: str, rows: Sequence[str], columns: Sequence[str], height: int,
    square: Callable[[int, int], Square],
) -> figure:  # fmt: skip
    """Return squares by row and column that explain themselves, and a ring to be moved over them."""
    from bokeh.core.properties import value
    from bokeh.models import HoverTool

    shades = _SHADES_DARK if dark else _SHADES_LIGHT
    data: dict[str, list[Any]] = {name: [] for name in ("x", "y", "shade", "text", "ink", "what")}
    for row in range(len(rows)):
        for column in range(len(columns)):
            strong, text, what = square(row, column)
            step = round(strong * (len(shades) - 1))
            light = (step > 4) if dark else (step <= 3)
            values = (column + 0.5, row + 0.5, shades[step] if strong >= 0 else _ITSELF, text)
            ink = "#10211e" if light else "#ffffff"
            for name, one in zip(data, (*values, ink, what), strict=True):
                data[name].append(one)
    plot = _figure(
        dark,
        title,
        x_range=(0, len(columns)),
        y_range=(len(rows), 0),
        height=height,
        x_axis_location="above",
        min_border_right=70,
        styles=half_width("520px"),
    )
    squares = plot.rect("x", "y", 0.94, 0.9, source=data, fill_color="shade", line_color=None)
    plot.text(
        "x", "y", "text", source=squares.data_source, text_color="ink", text_align="center",
        text_baseline="middle", text_font_size="12px", text_font=value(FONT),
    )  # fmt: skip
    _label_axis(plot.xaxis, columns)
    _label_axis(plot.yaxis, rows)
    plot.xaxis.major_label_orientation = 0.7
    plot.add_tools(HoverTool(renderers=[squares], tooltips=_tooltip(), attachment="below"))
    plot.rect(
        "x", "y", 1, 1, source={"x": [], "y": []}, name="ring", fill_color=None,
        line_color=colours_of(dark)["focus"], line_width=3,
    )  # fmt: skip
    return plot


def _tooltip() -> str:
    """Return the words of a square in a box that wraps them; Bokeh's box is white, dark or light."""
    ink = colours_of(dark=False)["ink"]
    style = f"max-width: 320px; white-space: normal; font: 14px/1.4 {FONT}; color: {ink}"
    return f'<div style="{style}">@what</div>'


def ring(plot: figure, column: int, row: int) -> None:
    """Put the ring of a heat map around one square."""
    renderer: Any = plot.select_one({"name": "ring"})
    renderer.data_source.data = {"x": [column + 0.5], "y": [row + 0.5]}


def distances(field: Field, dark: bool) -> figure:
    """Return the distance between every two rulesets, close ones beside each other."""
    ids = field.ordered
    names = [field.name(id_) for id_ in ids]
    most = max(field.distance(a, b) for a in ids for b in ids)

    def square(row: int, column: int) -> Square:
        one, other = ids[row], ids[column]
        if one == other:
            return -1, "", field.name(one)
        apart = field.distance(one, other)
        return apart / most, str(apart), field.explain_pair(one, other)

    plot = _heat_map(dark, "In how many rules two rulesets differ", names, names, 470, square)
    _frame_groups(plot, field, dark)
    return plot


def _frame_groups(plot: figure, field: Field, dark: bool) -> None:
    """Frame the groups of rulesets that are close to each other."""
    at = 0
    ink = colours_of(dark)["ink"]
    for cluster in field.groups:
        size = len(cluster.members)
        plot.rect(
            at + size / 2, at + size / 2, size, size, fill_color=None, line_color=ink, line_width=2
        )
        at += size


def by_axis(field: Field, dark: bool) -> figure:
    """Return all rulesets by rule: the darker a cell, the fewer others have the same."""
    ids, axes = field.ordered, field.axes

    def square(row: int, column: int) -> Square:
        cell = field.cell(ids[column], axes[row])
        rare = 1 - len(cell.shared) / (len(ids) - 1)
        what = f"{AXES[cell.axis].doc} {field.explain_cell(cell.id, cell.axis)}"
        return rare, "alone" if cell.alone else "", what

    names = [field.name(id_) for id_ in ids]
    rows = [str(AXES[axis].label) for axis in axes]
    height = 150 + 27 * len(axes)
    return _heat_map(dark, "How rare each rule is: strong is rare", rows, names, height, square)


# -- What a rule is worth --------------------------------------------------------------------------


def _measured(worth: Worth, row: Row, dark: bool) -> dict[str, list[Any]]:
    """Return the bars of one measure: where they stand, how long they are, what stands beside."""
    colours = colours_of(dark)
    scale = 100 if row.share else 1
    data: dict[str, list[Any]] = {name: [] for name in ("y", "value", "low", "high", "hue", "text")}
    for place, (rules, estimate) in enumerate(zip(worth.ask.playable, row.estimates, strict=True)):
        if estimate is None:
            continue
        # A single value has no interval.
        low, high = (n if isfinite(n) else estimate.value for n in (estimate.low, estimate.high))
        told = f"{number(estimate.value, row.share)} ({interval(estimate, row.share)})"
        hue = colours[f"manual-{rules.manual.id}"]
        values = (place + 0.5, scale * estimate.value, scale * low, scale * high, hue, told)
        for name, one in zip(data, values, strict=True):
            data[name].append(one)
    return data


def measure(worth: Worth, at: int, dark: bool) -> figure:
    """Return a small chart of one measure: the values with their intervals, and the numbers."""
    from bokeh.core.properties import value
    from bokeh.models.annotations import TeeHead, Whisker

    row = worth.rows()[at]
    count = len(worth.ask.playable)
    ink = colours_of(dark)["ink"]
    data = _measured(worth, row, dark)
    least, most = min([0.0, *data["low"]]), max([0.01, *data["high"]])
    plot = _figure(
        dark,
        row.label + (" (%)" if row.share else ""),
        # The numbers stand to the right of the longest interval.
        x_range=(least * 1.08, most + 1.1 * (most - least)),
        y_range=(count, 0),
        height=70 + 40 * count,
        min_border_right=24,
    )
    bars = plot.hbar(
        "y", right="value", left=0, height=0.6, source=data, fill_color="hue", line_color=None
    )
    whisker = Whisker(
        base="y", upper="high", lower="low", dimension="width", source=bars.data_source,
        line_color=ink, line_width=2, level="overlay",
    )  # fmt: skip
    whisker.upper_head = TeeHead(line_color=ink, size=10)
    whisker.lower_head = TeeHead(line_color=ink, size=10)
    plot.add_layout(whisker)
    plot.text(
        "high", "y", "text", source=bars.data_source, x_offset=10, text_baseline="middle",
        text_color=ink, text_font_size="12px", text_font=value(FONT),
    )  # fmt: skip
    _label_axis(plot.yaxis, "AB"[:count])
    plot.yaxis.major_label_text_font_style = "bold"
    plot.xgrid.grid_line_color = colours_of(dark)["line"]
    plot.xaxis.bounds = plot.xgrid.bounds = (least, most)
    return plot
