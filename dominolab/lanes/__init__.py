"""The vectorised engine: many rounds at once in numpy, lane for lane the rounds of `Round`."""

from __future__ import annotations

from .deal import NOBODY
from .engine import Lanes
from .played import Played
from .settle import BLOCKED, OUT, TARGET
from .trace import record

__all__ = ["BLOCKED", "NOBODY", "OUT", "TARGET", "Lanes", "Played", "record"]
