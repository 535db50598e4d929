"""Step through a round: watch it, understand each step, try another."""

from __future__ import annotations

import panel as pn

from apps.parts import bridge
from apps.stepping.page import Page

TITLE = "Step through a round"
SUMMARY = "Watch any round under any printing, one step at a time, and see why. Try your own moves."


def view(state: dict[str, str]) -> pn.viewable.Viewable:
    """Open a round as the link says, or one that is already under way."""
    return Page(state).view


bridge.serve(view, TITLE, __name__)
