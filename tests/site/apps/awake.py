"""Tells what Python knows after it woke up in this browser."""

from __future__ import annotations

import colorsys  # of the standard library, and not in the memory that Python begins with
import email.utils
import json
import os
import random
import sys
import time
from html import escape
from pathlib import Path

import panel as pn

TITLE = "Awake"


def view(state: dict[str, str]) -> pn.viewable.Viewable:
    """Show the facts as JSON."""
    facts = {
        "remembered": str(sys.modules["asyncio"].__file__),
        "remembered_is_there": Path(str(sys.modules["asyncio"].__file__)).exists(),
        "imported": str(colorsys.__file__),
        "imported_is_there": Path(str(colorsys.__file__)).exists(),
        "chance": random.random(),
        "zone": [time.timezone, *time.tzname],
        "date": email.utils.formatdate(0, localtime=True),
        "panel": os.environ["PANEL_CDN_ROOT"],
        "path": sys.path,
    }
    return pn.pane.HTML(f"<pre id='facts'>{escape(json.dumps(facts))}</pre>")
