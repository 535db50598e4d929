"""What an app says to the page around it: the address of its state, words for the live region.

The same calls work in the site's shell, where the page is on the other side of a worker, and
under `panel serve`, where `served.py` is the page; in a notebook there is none, and they do nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import panel as pn
from bokeh.document import Document

TOKENS = Path(__file__).with_name("tokens.css")
"""The colours and sizes that the site's shell gives every view."""

State = dict[str, str]
"""What a link says, always strings and never to be trusted."""


@dataclass
class _Page:
    """The page around one view, as `connect` was told of it."""

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
    if page := _page():
        page.link(_plain(state), push)


def announce(text: str) -> bool:
    """Have a screen reader say what has just changed; return whether a page is there to say it."""
    if page := _page():
        page.announce(text)
    return page is not None


def go(view: str, state: Mapping[str, object] | None = None) -> None:
    """Open another view in a given state."""
    if page := _page():
        page.go(view, _plain(state or {}))


def on_state(callback: Callable[[State], None]) -> None:
    """Have a living view follow Back and Forward; without this it is built anew."""
    if page := _page():
        page.on_state = callback


def serve(view: Callable[[State], Any], title: str, module: str) -> None:
    """Show the view when its file was started with `panel serve`; elsewhere do nothing.

    `module` is the app's `__name__`: Panel runs a served file under a name of its own.
    """
    if module.startswith("bokeh_app_"):
        from .served import show

        show(view, title)


def connect(
    document: Document,
    link: Callable[[State, bool], None],
    announce: Callable[[str], None],
    go: Callable[[str, State], None],
) -> None:
    """Tell the bridge where a view's words go. Only the page around a view calls this."""
    _pages[document] = _Page(link, announce, go)


def deliver(document: Document, state: State) -> bool:
    """Hand a view the state of another link; say whether it took it. Only that page calls this."""
    page = _pages.get(document)
    if page is None or page.on_state is None:
        return False
    page.on_state(state)
    return True


def disconnect(document: Document) -> None:
    """Forget a view that is gone. Only the page around it calls this."""
    _pages.pop(document, None)


def _plain(state: Mapping[str, object]) -> State:
    return {str(key): str(value) for key, value in state.items()}


def _page() -> _Page | None:
    document = pn.state.curdoc
    return None if document is None else _pages.get(document)
