"""The comparison view: how the manuals differ, down to the translation that changed the game."""

from __future__ import annotations

import panel as pn

from apps.comparing.view import CompareView
from apps.parts import bridge

TITLE = "Compare the manuals"
SUMMARY = "Five manuals, ten games, 103 printings: what differs, and what it does to a round."


def view(state: dict[str, str]) -> pn.viewable.Viewable:
    """Return the view in the state that a link says."""
    return CompareView(state).layout


bridge.serve(view, TITLE, __name__)
