"""A round to step through in a notebook's cell: a slider, the picture, and why each step was allowed.

This is the only module that uses Panel, and it is imported when `round.show()` asks for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib import import_module
from typing import TYPE_CHECKING, Any

from .draw import round_svg
from .errors import DominoError
from .reasons import opening_remarks
from .scoring import NAMES
from .textart import seat_names

if TYPE_CHECKING:
    from .round import Round


def stepper(round_: Round, names: Sequence[str] = NAMES) -> Any:
    """Return a Panel object that shows *round_* as it stands, and every step before."""
    panel = _need_panel()
    played = round_.copy()  # the widget shows this round even if the caller goes on with it
    called = seat_names(names, played.players)
    last = len(played.actions)
    # A slider needs two places: before the first action there is only the deal.
    step = panel.widgets.IntSlider(
        label="Step", start=0, end=max(last, 1), value=last, disabled=not last,
        sizing_mode="stretch_width", max_width=420,
    )  # fmt: skip
    back = panel.widgets.Button(label="Back", width=70, disabled=not last)
    onward = panel.widgets.Button(label="Next", width=70, disabled=True)
    table = panel.pane.HTML(sizing_mode="stretch_width", max_width=760)
    why = panel.pane.HTML(sizing_mode="stretch_width", max_width=760)

    def show(index: int) -> None:
        table.object = round_svg(played.at(index), names=called)
        why.object = step_html(played, index, called)
        back.disabled, onward.disabled = index == 0, index == last

    def move(by: int) -> None:
        step.value = min(max(step.value + by, 0), last)

    step.param.watch(lambda event: show(event.new), "value")
    back.on_click(lambda event: move(-1))
    onward.on_click(lambda event: move(+1))
    show(last)
    return panel.Column(
        panel.Row(back, step, onward, sizing_mode="stretch_width"),
        table,
        why,
        sizing_mode="stretch_width",
    )


def step_html(round_: Round, index: int, names: Sequence[str] = NAMES) -> str:
    """Return what was done in step *index* and why, as HTML; step 0 is the deal."""
    step = round_.step(index - 1) if index else None
    remarks = step.remarks(names) if step else opening_remarks(round_, names)
    refused = step.unplayable if step else ()
    told = "".join(
        f"<p><strong>{escape(remark.sentence)}</strong><br>"
        f"<small>{escape(remark.source)}</small></p>"
        for remark in remarks
    )
    rest = "".join(f"<li>{escape(why.why)}</li>" for why in refused)
    kept = f"<details><summary>Tiles that could not be laid</summary><ul>{rest}</ul></details>"
    return f"<div aria-live='polite'>{told}{kept if refused else ''}</div>"


def _need_panel() -> Any:
    """Return Panel, ready for a notebook, or say how to get it."""
    try:
        panel = import_module("panel")
    except ImportError:
        raise DominoError(
            "A stepper needs Panel: install it with pip install 'dominolab[apps]', or print(round)."
        ) from None
    if not panel.extension._loaded:
        panel.extension()  # a notebook that has not called it yet would show nothing
    return panel


__all__ = ["step_html", "stepper"]
