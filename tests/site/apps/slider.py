"""The least that Panel can do: a slider that changes a line of text. Answers are measured by it."""

from __future__ import annotations

import panel as pn
import param

from apps.parts import bridge

TITLE = "Slider"


def view(state: dict[str, str]) -> pn.viewable.Viewable:
    """Show a slider and the text that follows it."""
    slider = pn.widgets.IntSlider(name="Pips", start=0, end=6, value=0)
    text = pn.pane.HTML("<p>0 pips</p>")

    def follow(event: param.parameterized.Event) -> None:
        text.object = f"<p>{event.new} pips</p>"

    slider.param.watch(follow, "value")
    return pn.Column(slider, text)


bridge.serve(view, TITLE, __name__)
