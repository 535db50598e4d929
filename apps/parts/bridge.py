"""What an app says to the page around it: the address of its state, words for the live region.

The same calls work in the site's shell, where the page is on the other side of a worker, and
under `panel serve`, where the page is Panel's own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from weakref import WeakKeyDictionary

import panel as pn
from bokeh.document import Document

TOKENS = Path(__file__).with_name("tokens.css")
"""The colours and sizes that the site's shell gives every view."""

State = dict[str, str]
"""What a link says, always strings and never to be trusted."""


@dataclass
class _Page:
    """The page around one view, as the shell connected it."""

    link: Callable[[State, bool], None]
    announce: Callable[[str], None]
    go: Callable[[str, State], None]
    on_state: Callable[[State], None] | None = None


_pages: WeakKeyDictionary[Document, _Page] = WeakKeyDictionary()


def publish(state: Mapping[str, object], *, push: bool = True) -> None:
    """Put the view's state into the address bar.

    With `push` the reader's Back button returns to the state before; without, the current entry
    is replaced (for the many small steps of a slider).
    """
    plain = {str(key): str(value) for key, value in state.items()}
    if page := _page():
        page.link(plain, push)
    elif pn.state.location is not None:
        pn.state.location.search = f"?{urlencode(plain)}" if plain else ""


def announce(text: str) -> None:
    """Have a screen reader say a sentence about what has just changed."""
    if page := _page():
        page.announce(text)


def go(view: str, state: Mapping[str, object] | None = None) -> None:
    """Open another view in a given state."""
    plain = {str(key): str(value) for key, value in (state or {}).items()}
    if page := _page():
        page.go(view, plain)
    elif pn.state.location is not None:
        query = f"?{urlencode(plain)}" if plain else ""
        pn.state.location.param.update(pathname=f"/{view}", search=query, reload=True)


def on_state(callback: Callable[[State], None]) -> None:
    """Have a living view follow Back and Forward; without this it is built anew."""
    if page := _page():
        page.on_state = callback


def serve(view: Callable[[State], Any], title: str, module: str) -> None:
    """Show the view when its file was started with `panel serve`; elsewhere do nothing.

    `module` is the app's `__name__`: Panel runs a served file under a name of its own.
    """
    if module.startswith("bokeh_app_"):
        state = {
            key: values[-1].decode("utf-8", "replace")
            for key, values in pn.state.session_args.items()
            if values
        }
        pn.config.raw_css = [TOKENS.read_text(encoding="utf-8")]
        pn.panel(view(state)).servable(title=title)


def connect(
    document: Document,
    link: Callable[[State, bool], None],
    announce: Callable[[str], None],
    go: Callable[[str, State], None],
) -> None:
    """Tell the bridge where a view's words go. Only the shell calls this."""
    _pages[document] = _Page(link, announce, go)


def deliver(document: Document, state: State) -> bool:
    """Hand a view the state of another link; say whether it took it. Only the shell calls this."""
    page = _pages.get(document)
    if page is None or page.on_state is None:
        return False
    page.on_state(state)
    return True


def disconnect(document: Document) -> None:
    """Forget a view that is gone. Only the shell calls this."""
    _pages.pop(document, None)


def _page() -> _Page | None:
    document = pn.state.curdoc
    return None if document is None else _pages.get(document)
