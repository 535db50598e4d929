"""A view that fails when its link says so, to see that the page tells it."""

from __future__ import annotations

import panel as pn

from apps.parts import bridge

TITLE = "Broken"


def view(state: dict[str, str]) -> pn.viewable.Viewable:
    """Fail, or show a line."""
    if "depth" in state:
        raise RuntimeError(f"the link says so: {state['depth']}")
    return pn.Column("whole")


bridge.serve(view, TITLE, __name__)
