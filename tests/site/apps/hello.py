"""The smallest real view: proves the shell without the dashboards."""

from __future__ import annotations

import panel as pn

from apps.parts import bridge

TITLE = "Count pips"


def view(state: dict[str, str]) -> pn.viewable.Viewable:
    """Show a slider, a button and a line that follows both."""
    given = state.get("pips", "3")
    start = int(given) if given.isdecimal() and int(given) <= 6 else 3
    slider = pn.widgets.IntSlider(name="Pips", start=0, end=6, value=start)
    button = pn.widgets.Button(name="Another tile", button_type="primary")
    text = pn.pane.HTML("")
    clicks = 0

    def show() -> None:
        text.object = f"<p id='answer'>{slider.value} pips, {clicks} clicks</p>"

    def moved(event: object) -> None:
        show()
        bridge.publish({"pips": slider.value})
        bridge.announce(f"{slider.value} pips")

    def clicked(event: object) -> None:
        nonlocal clicks
        clicks += 1
        show()

    def follow(state: dict[str, str]) -> None:
        value = state.get("pips", "3")
        watcher.active = False
        slider.value = int(value) if value.isdecimal() else 3
        watcher.active = True
        show()

    class Switch:
        active = True

    watcher = Switch()
    slider.param.watch(lambda event: moved(event) if watcher.active else None, "value")
    button.on_click(clicked)
    bridge.on_state(follow)
    show()
    return pn.Column(slider, button, text)


bridge.serve(view, TITLE, __name__)
