"""Score it: every scoring rule of the manuals to touch, predict and check."""

from __future__ import annotations

import panel as pn

from apps.parts import bridge
from apps.scoring.dashboard import Dashboard

TITLE = "Score it"
SUMMARY = "Touch the hands, watch the arithmetic, and practise until it sticks."


def view(state: dict[str, str]) -> pn.viewable.Viewable:
    """Return the dashboard in the state of a link."""
    return Dashboard(state).layout


bridge.serve(view, TITLE, __name__)
