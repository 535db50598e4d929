"""One of each thing that the dashboards are made of, so that the shell is proved to carry it."""

from __future__ import annotations

import asyncio
import io
from typing import Any

import panel as pn
import param
from bokeh.plotting import figure
from panel.custom import JSComponent

from apps.parts import bridge

TITLE = "Workbench"
SUMMARY = "Components, timers, files and plots."


class Board(JSComponent):
    """A drawing that tells Python what was clicked or typed, and shows what Python answers."""

    svg = param.String(doc="The picture, made by trusted code.")
    last = param.String(doc="What the page reported last, as a synced parameter.")

    _esm = """
    export function render({ model, el }) {
      const place = document.createElement("div");
      place.tabIndex = 0;
      place.id = "board";
      const told = document.createElement("output");
      told.id = "told";
      const draw = () => { place.innerHTML = model.svg; };
      place.addEventListener("click", (event) => {
        const tile = event.target.closest("[data-tile]");
        if (tile) model.send_msg({ do: "click", tile: tile.dataset.tile, at: performance.now() });
      });
      place.addEventListener("keydown", (event) => {
        if (!["ArrowLeft", "ArrowRight"].includes(event.key)) return;
        event.preventDefault();
        model.send_msg({ do: "key", key: event.key });
        model.last = event.key;
      });
      const copy = document.createElement("button");
      copy.textContent = "Copy";
      copy.addEventListener("click", async () => {
        await navigator.clipboard.writeText("6-3");
        told.textContent = "copied";
      });
      model.on("svg", draw);
      model.on("msg:custom", (message) => { told.textContent = message.text; });
      draw();
      el.append(place, told, copy);
    }
    """

    def __init__(self, **params: Any) -> None:
        super().__init__(**params)  # type: ignore[no-untyped-call]
        self.messages = 0

    def _handle_msg(self, data: dict[str, Any]) -> None:
        self.messages += 1
        what = data.get("tile") or data.get("key")
        self.svg = drawing(self.messages)
        self._send_msg({"text": f"{self.messages}: {what}"})


def drawing(count: int) -> str:
    """Draw two tiles that can be clicked."""
    return (
        '<svg viewBox="0 0 60 20" width="300" height="100">'
        '<rect data-tile="6-3" id="tile-6-3" width="25" height="18" fill="ivory"/>'
        '<rect data-tile="5-5" x="30" width="25" height="18" fill="ivory"/>'
        f'<text id="count" y="12">{count}</text></svg>'
    )


def view(state: dict[str, str]) -> pn.viewable.Viewable:
    """Show one of each."""
    board = Board(svg=drawing(0))
    last = pn.pane.HTML(board.param.last.rx().rx.pipe(lambda text: f"<p id='last'>{text}</p>"))
    ticks = pn.pane.HTML("<p id='ticks'>0</p>")
    beats = pn.pane.HTML("<p id='beats'>0</p>")
    uploaded = pn.pane.HTML("<p id='uploaded'></p>")
    count = 0

    def tick() -> None:
        nonlocal count
        count += 1
        ticks.object = f"<p id='ticks'>{count}</p>"

    timer = pn.state.add_periodic_callback(tick, period=50, start=False)
    run = pn.widgets.Toggle(name="Run")
    run.param.watch(lambda event: timer.start() if event.new else timer.stop(), "value")

    async def beat(event: object) -> None:
        for number in range(1, 4):
            await asyncio.sleep(0.02)
            beats.object = f"<p id='beats'>{number}</p>"
        bridge.announce("three beats")

    beater = pn.widgets.Button(name="Beat")
    beater.on_click(beat)

    def fail() -> None:
        raise ZeroDivisionError("division by zero")

    failer = pn.widgets.Button(name="Fail")
    failer.on_click(lambda event: fail())

    upload = pn.widgets.FileInput(name="Record")

    def read(event: object) -> None:
        text = (upload.value or b"").decode()
        uploaded.object = f"<p id='uploaded'>{len(text)} characters</p>"

    upload.param.watch(read, "value")
    download = pn.widgets.FileDownload(
        callback=lambda: io.StringIO("6-6 6-5\n"), filename="round.txt", label="Download"
    )
    plot = figure(width=300, height=200, title="Points", toolbar_location=None)
    plot.vbar(x=[1, 2, 3], top=[5, 10, 15], width=0.6)
    choice = pn.widgets.Select(name="Rules", options=["polyglot", "janod"])
    typed = pn.widgets.TextInput(name="Name")

    def choose(rules: str, name: str) -> str:
        return f"chosen {rules} by {name}"

    chosen = pn.pane.Markdown(pn.bind(choose, choice, typed))
    return pn.Column(
        board, last, pn.Row(run, ticks), pn.Row(beater, beats, failer), upload, uploaded, download,
        pn.pane.Bokeh(plot), choice, typed, chosen,
        pn.widgets.RadioButtonGroup(name="Players", options=[2, 3, 4]),
        pn.Tabs(("One", pn.pane.HTML("first")), ("Two", pn.pane.HTML("second"))),
    )  # fmt: skip


bridge.serve(view, TITLE, __name__)
