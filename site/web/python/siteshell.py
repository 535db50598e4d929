"""The Python side of the shell: builds views, keeps one Bokeh document for each, passes patches."""

from __future__ import annotations

import asyncio
import gc
import importlib
import json
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import js
import pyodide.code
from pyodide.ffi import to_js

_documents: dict[str, Any] = {}


def start() -> None:
    """Import Panel. Nearly all of the start-up time after Pyodide itself is spent here."""
    # Importing makes hundreds of thousands of objects that all stay: looking for garbage among
    # them, again and again, costs a tenth of the time.
    gc.disable()
    # Panel builds one small function from source with eval; it gets the same function ready-made.
    original = pyodide.code.run_js
    pyodide.code.run_js = lambda code: js.dominolab.entriesToObject
    try:
        with _only_what_views_need():
            importlib.import_module("panel.io.pyodide")
            importlib.import_module("panel")
    finally:
        pyodide.code.run_js = original
    asyncio.get_event_loop().set_exception_handler(_tell_of_task)
    gc.freeze()
    gc.enable()


class _Later:
    """A template for whole pages, compiled when somebody asks something of it: no view does."""

    def __init__(self, load: Callable[[], Any]) -> None:
        self._load = load

    def __getattr__(self, name: str) -> Any:
        return getattr(self._load(), name)


@contextmanager
def _only_what_views_need() -> Iterator[None]:
    """Have Bokeh and Panel leave out, while they are imported, what takes a quarter of the time.

    That is signatures of Bokeh's models, for a person at a prompt, and compiled templates.
    """
    from bokeh.model import Model
    from jinja2 import Environment

    model: Any = Model
    environment: Any = Environment
    parameters, get_template = model.__dict__["parameters"], environment.get_template
    model.parameters = classmethod(lambda cls: [])
    environment.get_template = lambda *names: _Later(partial(get_template, *names))
    try:
        yield
    finally:
        model.parameters, environment.get_template = parameters, get_template


def open_view(name: str, state: str) -> Any:
    """Build a view in a document of its own, in place of an older one; return how to draw it."""
    from bokeh.document import Document
    from bokeh.settings import settings
    from panel import panel as as_panel
    from panel.io.document import MockSessionContext
    from panel.io.pyodide import _doc_json
    from panel.io.state import set_curdoc

    from apps.parts import bridge

    close_view(name)
    settings.simple_ids.set_value(False)  # two documents on one page must not share ids
    document: Any = Document()
    document.hold()
    document._session_context = lambda: MockSessionContext(document=document)
    bridge.connect(document, partial(_send_link, name), partial(_announce, name), _go)
    with set_curdoc(document):
        viewable: Any = importlib.import_module(f"apps.{name}").view(json.loads(state))
        shown: Any = as_panel(viewable)
        shown.server_doc(document, location=False)
    parts = _doc_json(document)
    # Without a session, Panel runs callbacks at once instead of scheduling them on a server loop.
    document._session_context = None
    _documents[name] = document
    return to_js(parts)


def rendered(name: str, build: str) -> None:
    """Tell the document that the page has drawn it: from now on both sides follow each other.

    `build` goes with every change, so that the page knows which drawing it is for.
    """
    from panel.io.pyodide import _link_docs_worker
    from panel.io.state import set_curdoc

    document = _documents[name]
    with set_curdoc(document):
        _link_docs_worker(document, js.dominolab.patch, build, setter="js")


def patch(name: str, change: Any) -> None:
    """Apply what the reader did on the page; the callbacks of the view run inside."""
    from panel.io.pyodide import _convert_json_patch
    from panel.io.state import set_curdoc

    document = _documents[name]
    with set_curdoc(document):
        document.apply_json_patch(_convert_json_patch(change), setter="js")


def change_state(name: str, state: str) -> bool:
    """Give a living view the state of another link; say whether it could take it."""
    from panel.io.state import set_curdoc

    from apps.parts import bridge

    document = _documents[name]
    with set_curdoc(document):
        return bridge.deliver(document, json.loads(state))


def close_view(name: str) -> None:
    """Forget a view's document and everything that hangs on it."""
    if (document := _documents.pop(name, None)) is None:
        return
    from panel.io.document import MockSessionContext

    from apps.parts import bridge

    bridge.disconnect(document)
    # Panel ends timers and forgets its models when a server's session ends: so does this one.
    session = MockSessionContext(document=document)
    for callback in list(document.session_destroyed_callbacks):
        callback(session)
    document.clear()
    gc.collect()


def memory() -> int:
    """Return how many blocks of memory Python has in use, for the test of long sessions."""
    import sys

    gc.collect()
    return sys.getallocatedblocks()


def _tell_of_task(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Have the page say that a timer or another task stopped with an error."""
    error = context.get("exception")
    lines = traceback.format_exception(error) if error else [str(context.get("message"))]
    js.dominolab.failed("".join(lines))


def _send_link(name: str, state: dict[str, str], push: bool) -> None:
    js.dominolab.link(name, json.dumps(state), push)


def _announce(name: str, text: str) -> None:
    js.dominolab.announce(name, text)


def _go(name: str, state: dict[str, str]) -> None:
    js.dominolab.go(name, json.dumps(state))
