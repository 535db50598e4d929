"""The page around a view under `panel serve`: its title, its address bar and its live region.

On the site the shell is that page. Here a small component is, so that a view behaves the same:
Back undoes a change, steps of a slider do not fill the history, and each change is spoken.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode

import panel as pn
import param
from bokeh.document import Document
from panel.custom import JSComponent

from . import bridge

MOST_FIELDS = 60
"""No link of ours has more parts."""
_CSS = """
h1 { font: 700 1.35rem/1.2 var(--font); color: var(--ink); margin: 0.25rem 0 0.5rem; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
"""


class ServedPage(JSComponent):
    """The title on the page, the address above it, and what a screen reader is told."""

    title = param.String(doc="What the page is called.")

    _esm = Path(__file__).with_name("served.js")

    def __init__(self, title: str, document: Document) -> None:
        super().__init__(  # type: ignore[no-untyped-call]
            title=title, stylesheets=[_CSS], sizing_mode="stretch_width"
        )
        self._document = document

    def address(self, state: bridge.State, push: bool) -> None:
        """Put a state into the address bar."""
        self._send_msg({"search": urlencode(state), "push": push})

    def say(self, text: str) -> None:
        """Have a screen reader say a sentence."""
        self._send_msg({"say": text})

    def visit(self, view: str, state: bridge.State) -> None:
        """Open another view, served beside this one."""
        self._send_msg({"view": view, "search": urlencode(state)})

    def _handle_msg(self, data: Any) -> None:
        """Follow Back and Forward."""
        if isinstance(data, dict) and isinstance(data.get("search"), str):
            bridge.deliver(self._document, read_search(data["search"]))


def read_search(search: str) -> bridge.State:
    """Read the part of an address after the question mark, as a server would."""
    pairs = parse_qsl(search.removeprefix("?"), keep_blank_values=True, errors="replace")
    return dict(pairs[:MOST_FIELDS])


def show(view: Callable[[bridge.State], Any], title: str) -> None:
    """Make the document of this session: the page, and the view in the state of its link."""
    document = pn.state.curdoc
    assert document is not None  # Panel runs a served file once for each session
    page = ServedPage(title, document)
    bridge.connect(document, page.address, page.say, page.visit)
    pn.state.on_session_destroyed(lambda context: bridge.disconnect(document))
    state = {
        key: values[-1].decode("utf-8", "replace")
        for key, values in pn.state.session_args.items()
        if values
    }
    pn.config.raw_css = [bridge.TOKENS.read_text(encoding="utf-8") + _PAGE]
    pn.Column(page, view(state), sizing_mode="stretch_width").servable(title=title)


_PAGE = """
body { background: var(--paper); color: var(--ink); font: 1rem/1.5 var(--font); margin: 0.75rem; }
"""

__all__ = ["ServedPage", "read_search", "show"]
