"""The charts, made with Bokeh: distances, the field by rules, and what a simulation found."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from math import isfinite
from typing import TYPE_CHECKING, Any

from apps.parts import bridge
from dominolab.axes import AXES

from .field import Field
from .table_html import short_title
from .worth import Worth, interval, number

if TYPE_CHECKING:
    from bokeh.plotting import figure

FONT = "system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', sans-serif"
_SHADES_LIGHT = (
    "#eef3ee",
    "#cfe3da",
    "#a5cfc2",
    "#74b3a6",
    "#46948a",
    "#24766f",
    "#0f5753",
    "#073c3b",
)
_SHADES_DARK = (
    "#1c2a2a",
    "#1f3d3b",
    "#23534e",
    "#2b6d65",
    "#3c8a7e",
    "#5ba899",
    "#8cc8b8",
    "#c6e8dc",
)
_MANUAL_FONT = "system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', sans-serif"
LIGHT = {
    "polyglot": "#0a65a3",
    "janod": "#b84a00",
    "branching": "#00755a",
    "five-games": "#9a3d7c",
    "ukrainian": "#7a5c00",
}
_MANUAL_DARK = {
    "polyglot": "#6cb6ee",
    "janod": "#f59a5c",
    "branching": "#4fc8a4",
    "five-games": "#e394c8",
    "ukrainian": "#e0bd4a",
}


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
    options.setdefault("min_border_right", 24)
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


def _half_width(least: int) -> dict[str, str]:
    """Have two charts stand beside each other where each keeps *least* pixels."""
    return {"flex": "none", "width": f"max(50% - 10px, min(100%, {least}px))"}


def _label_axis(axis: Any, labels: Sequence[str]) -> None:
    axis.ticker = [at + 0.5 for at in range(len(labels))]
    axis.major_label_overrides = {at + 0.5: label for at, label in enumerate(labels)}


def distances(field: Field, dark: bool) -> figure:
    """Return the distance between every two rulesets, close ones beside each other."""
    from bokeh.models import HoverTool

    ids = field.ordered
    names = [field.name(id_) for id_ in ids]
    shades = _SHADES_DARK if dark else _SHADES_LIGHT
    most = max(field.distance(a, b) for a in ids for b in ids)
    data: dict[str, list[Any]] = {name: [] for name in ("x", "y", "shade", "text", "ink", "what")}
    for row, one in enumerate(ids):
        for column, other in enumerate(ids):
            apart = field.distance(one, other)
            strong = apart * (len(shades) - 1) // most
            data["x"].append(column + 0.5)
            data["y"].append(row + 0.5)
            data["shade"].append(shades[strong] if apart else "rgba(128,128,128,0.12)")
            data["text"].append(str(apart) if one != other else "")
            light = (strong > 4) if dark else (strong <= 3)
            data["ink"].append("#10211e" if light else "#ffffff")
            data["what"].append(field.explain_pair(one, other) if one != other else field.name(one))
    plot = _figure(
        dark,
        "In how many rules two rulesets differ",
        x_range=(0, len(ids)),
        y_range=(len(ids), 0),
        height=470,
        x_axis_location="above",
        min_border_right=70,
        styles=_half_width(520),
    )
    cells = plot.rect("x", "y", 0.94, 0.92, source=data, fill_color="shade", line_color=None)
    source = cells.data_source
    plot.text(
        "x", "y", "text", source=source, text_color="ink", text_align="center",
        text_baseline="middle", text_font_size="13px",
    )  # fmt: skip
    _label_axis(plot.xaxis, names)
    _label_axis(plot.yaxis, names)
    plot.xaxis.major_label_orientation = 0.7
    plot.add_tools(HoverTool(renderers=[cells], tooltips="@what", attachment="below"))
    _group_lines(plot, field, dark)
    return plot


def _group_lines(plot: figure, field: Field, dark: bool) -> None:
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
    from bokeh.models import HoverTool

    ids = field.ordered
    axes = field.axes
    shades = _SHADES_DARK if dark else _SHADES_LIGHT
    data: dict[str, list[Any]] = {
        name: [] for name in ("x", "y", "shade", "what", "text", "ink", "size")
    }
    for row, axis in enumerate(axes):
        for column, id_ in enumerate(ids):
            cell = field.cell(id_, axis)
            lonely = 1 - len(cell.shared) / (len(ids) - 1)
            strong = round(lonely * (len(shades) - 1))
            data["x"].append(column + 0.5)
            data["y"].append(row + 0.5)
            data["shade"].append(shades[strong])
            data["what"].append(f"{AXES[axis].doc} {field.explain_cell(id_, axis)}")
            data["text"].append("alone" if cell.alone else "")
            light = (strong > 4) if dark else (strong <= 3)
            data["ink"].append("#10211e" if light else "#ffffff")
            data["size"].append("11px")
    plot = _figure(
        dark,
        "How few others play it so: strong is rare",
        x_range=(0, len(ids)),
        y_range=(len(axes), 0),
        height=90 + 27 * len(axes) + 60,
        x_axis_location="above",
        min_border_right=70,
        styles=_half_width(520),
    )
    cells = plot.rect("x", "y", 0.94, 0.86, source=data, fill_color="shade", line_color=None)
    plot.text(
        "x", "y", "text", source=cells.data_source, text_color="ink", text_align="center",
        text_baseline="middle", text_font_size="11px",
    )  # fmt: skip
    _label_axis(plot.xaxis, [field.name(id_) for id_ in ids])
    _label_axis(plot.yaxis, [str(AXES[axis].label) for axis in axes])
    plot.xaxis.major_label_orientation = 0.7
    plot.add_tools(HoverTool(renderers=[cells], tooltips="@what", attachment="below"))
    return plot


def measure(worth: Worth, at: int, dark: bool) -> figure:
    """Return a small chart of one measure: the values with their intervals."""
    from bokeh.models.annotations import TeeHead, Whisker

    row = worth.rows()[at]
    rulesets = worth.ask.playable
    scale = 100 if row.share else 1
    colours = colours_of(dark)
    names = []
    data: dict[str, list[Any]] = {name: [] for name in ("y", "value", "low", "high", "hue", "text")}
    for number_, (rules, estimate) in enumerate(zip(rulesets, row.estimates, strict=True)):
        label = short_title(rules) + (" (changed)" if rules.house else "")
        names.append(f"{'AB'[number_]}: {label}")
        if estimate is None:
            continue
        data["y"].append(number_ + 0.5)
        data["value"].append(scale * estimate.value)
        # A single value has no interval.
        low, high = (n if isfinite(n) else estimate.value for n in (estimate.low, estimate.high))
        data["low"].append(scale * low)
        data["high"].append(scale * high)
        data["hue"].append(colours[f"manual-{rules.manual.id}"])
        data["text"].append(
            f"{number(estimate.value, row.share)} ({interval(estimate, row.share)})"
        )
    least = min([0.0, *data["low"]])
    most = max([0.01, *data["high"]])
    unit = " (%)" if row.share else ""
    plot = _figure(
        dark,
        row.label + unit,
        x_range=(least * 1.08, most * 1.08),
        y_range=(len(rulesets), 0),
        height=70 + 46 * len(rulesets),
        styles=_half_width(420),
    )
    bars = plot.hbar(
        "y", right="value", left=0, height=0.55, source=data, fill_color="hue", line_color=None
    )
    whisker = Whisker(
        base="y", upper="high", lower="low", dimension="width", source=bars.data_source,
        line_color=colours["ink"], line_width=2,
    )  # fmt: skip
    whisker.upper_head = TeeHead(line_color=colours["ink"], size=10)
    whisker.lower_head = TeeHead(line_color=colours["ink"], size=10)
    plot.add_layout(whisker)
    _label_axis(plot.yaxis, names)
    plot.xgrid.grid_line_color = colours["line"]
    return plot
