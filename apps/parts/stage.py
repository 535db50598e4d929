"""The stage: shows HTML that Python makes, and tells Python what the reader does with it.

A view gives a *frame* once, with an element `data-region="name"` for each part that changes, and
then puts new HTML into some of the regions. The script (`stage.js`) changes only what differs, so
that focus, scrolling and half-typed text stay. What an element does is said in its attributes:

- `data-do="name"`: a click on it sends the event *name*, with `data-value`. On an input or select
  a change sends it with the new value (with `data-live` at every stroke), on a form its submission
  sends it with all fields. A file input sends the file's text.
  One that is marked with `aria-disabled` sends nothing, unless it has `data-tells`.
- `data-hotkey="ArrowRight n"`: these keys click it, wherever the focus is outside a text field.
- `data-key="name"`: who it is across redraws; needed on what can have the focus and may move.
- `data-opens="key"` opens the dialog with that key, `data-closes` closes the dialog around it.
- `data-tip="text"`: words shown on focus and hover.
- `data-measure="name"`: its size goes with `ready` and `resize`, as the field *name*: `850x400`.
- `data-fill`: its custom property `--above` is how many pixels of the page are above it, so that
  its style can fill the rest of the window.
- While changes come fast, as with a key held down, the stage has the class `hurried`.
- `data-list` with `data-item` inside: arrow keys move the focus; `data-filter="key"` searches it.
  With `data-grid` too they move as on a map: along a row, or to the nearest place in the next row.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import param
from panel.custom import JSComponent
from panel.io.document import hold

from . import bridge
from .look import CSS

LONGEST_VALUE = 4_000
LARGEST_FILE = 4_000_000
LITTLE = 40
"""Where fewer signs of a region stay, it is sent whole."""


@dataclass(frozen=True)
class Event:
    """What the reader did: untrusted text."""

    do: str
    value: str = ""
    fields: Mapping[str, str] = field(default_factory=dict)
    """The fields of a form by their names."""


Handler = Callable[[Event], None]


class Stage(JSComponent):
    """HTML from Python on the page, events from the page to Python."""

    frame = param.String(doc="The HTML that stays, with an element for each region.")
    full = param.String(doc="All regions as JSON, for whoever draws the stage anew.")
    patch = param.String(doc="What changed last, as JSON; it builds on the one before.")

    _esm = Path(__file__).with_name("stage.js")

    def __init__(
        self,
        frame: str,
        on: Mapping[str, Handler],
        *,
        css: str = "",
        regions: Mapping[str, str] | None = None,
        **params: Any,
    ) -> None:
        """Make a stage that calls the handler of *on* for each event that it names.

        `on["ready"]` is called when the page has drawn it, with the fields `width`, `height` (of
        the window, in pixels), `dark` and `still` (`1` where the reader's system asks for it);
        `on["resize"]` when these change, and `on["beat"]` and `on["rest"]` when `tell` asked for it.
        """
        self._on = dict(on)
        self._regions = {name: plain(html) for name, html in (regions or {}).items()}
        self._sent = dict(self._regions)
        self._lost = False
        self._classes: dict[str, bool] = {}
        self._pending: dict[str, Any] = {}
        self._number = 0
        self._handling = False
        params.setdefault("sizing_mode", "stretch_width")
        super().__init__(  # type: ignore[no-untyped-call]
            frame=frame,
            full=json.dumps({"regions": self._regions}),
            stylesheets=[CSS + css],
            **params,
        )

    # -- To the page -------------------------------------------------------------------------------

    def put(self, regions: Mapping[str, str], *, current: Mapping[str, str] | None = None) -> None:
        """Show new HTML in the named regions; those that are as before cost nothing.

        *current* names for a list (by its data-key) the item that is the current one.
        """
        self._regions.update((name, plain(html)) for name, html in regions.items())
        if current:
            self._pending.setdefault("current", {}).update(current)
        self._flush()

    def tell(self, **command: Any) -> None:
        """Have the page do something once.

        `focus="key"` moves the focus; `copy=text` puts text on the clipboard (`copy_link=True`
        the page's address), `download={"name", "text", "type"}` saves a file; `beat=ms` asks for
        the event `beat` after so many milliseconds (0: no more), `rest=ms` for the event `rest`
        once the reader has done nothing for so long; `classes={"name": bool}` sets
        classes of the whole stage; `dialog="key"` opens a dialog.
        """
        self._classes.update(command.get("classes", {}))
        self._pending.update(command)
        self._flush()

    def announce(self, text: str) -> None:
        """Have a screen reader say *text*: the page around the view does, or the stage itself."""
        self.tell(say={"text": text, "spoken": bridge.announce(text)})

    def send(self) -> None:
        """Send now what has been put and told; else it goes when the event has been handled."""
        changed = {
            name: html for name, html in self._regions.items() if self._sent.get(name) != html
        }
        if not (self._pending or changed or self._lost):
            return
        self._number += 1
        message: dict[str, Any] = {"n": self._number, **self._pending}
        whole = not self._models or self._lost
        if whole:  # nobody has drawn it yet, or what was drawn is not known
            message |= {"whole": True, "regions": self._regions, "classes": self._classes}
        else:
            message["regions"] = {
                name: difference(self._sent.get(name, ""), html) for name, html in changed.items()
            }
        self._pending, self._lost = {}, False
        self._sent.update(changed)
        text = json.dumps(message, ensure_ascii=False)
        if self._models:
            self.patch = text
        else:
            self.full = text

    def _update_model(
        self, events: Any, msg: dict[str, Any], root: Any, model: Any, doc: Any, comm: Any
    ) -> None:
        """Pass a patch on as it is.

        Panel would look for models in it, in a way that costs as much as all of its other work.
        """
        if msg.keys() != {"patch"}:
            super()._update_model(events, msg, root, model, doc, comm)
            return
        with hold(doc):
            model.data.patch = msg["patch"]

    def _flush(self) -> None:
        """Send what is pending, once for all that one event brought about."""
        if not self._handling:
            self.send()

    # -- From the page -----------------------------------------------------------------------------

    def _handle_msg(self, data: Any) -> None:
        event = _read(data)
        if event is None:
            return
        if event.do == "lost":  # the page missed a patch, or drew the stage anew
            self._lost = True
            self._flush()
            return
        handler = self._on.get(event.do, _ignore)
        if event.do == "ready":
            self._pending["greeted"] = True
        self._handling = True
        try:
            handler(event)
        finally:
            self._handling = False
            self._flush()


def plain(html: str) -> str:
    """Return *html* in ASCII, in which Python and the page count signs alike."""
    return html if html.isascii() else html.encode("ascii", "xmlcharrefreplace").decode()


def difference(old: str, new: str) -> str | tuple[int, int, str]:
    """Return how much of *old* stays at its beginning and end, and what comes between in *new*.

    Where little stays it is *new* itself. Both must be `plain`.
    """
    most = min(len(old), len(new))
    start = _agreeing(most, lambda n: old[:n] == new[:n])
    end = _agreeing(most - start, lambda n: old[len(old) - n :] == new[len(new) - n :])
    if start + end < LITTLE:
        return new
    return start, end, new[start : len(new) - end]


def _agreeing(most: int, holds: Callable[[int], bool]) -> int:
    """Return the largest number up to *most* for which *holds*, as for all smaller ones."""
    low = 0
    while low < most:
        middle = (low + most + 1) // 2
        if holds(middle):
            low = middle
        else:
            most = middle - 1
    return low


def _ignore(event: Event) -> None:
    """Do nothing: the view has no use for this event."""


def _read(data: Any) -> Event | None:
    """Return what the page sent as an event, cut to a bearable size."""
    if not isinstance(data, dict) or not isinstance(data.get("do"), str):
        return None
    longest = LARGEST_FILE if data.get("file") else LONGEST_VALUE
    fields = data.get("fields")
    return Event(
        data["do"],
        str(data.get("value", ""))[:longest],
        {str(key)[:60]: str(value)[:LONGEST_VALUE] for key, value in fields.items()}
        if isinstance(fields, dict)
        else {},
    )


__all__ = ["Event", "Handler", "Stage", "difference", "plain"]
