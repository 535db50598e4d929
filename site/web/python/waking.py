"""What a Python that was started elsewhere has to learn about the place where it wakes up."""

from __future__ import annotations

import importlib
import os
import random
import time

HALF_A_YEAR = 182 * 24 * 60 * 60


def wake(panel: str) -> None:
    """Tell where Panel's own files are, and begin anew what must not be the same for all readers."""
    os.environ["PANEL_CDN_ROOT"] = panel
    random.seed()
    learn_time_zone()
    importlib.invalidate_caches()


def learn_time_zone() -> None:
    """Set what the module `time` says of the reader's zone, as it does itself when Python starts."""
    now = time.time()
    half_years = (time.localtime(now), time.localtime(now + HALF_A_YEAR))
    winter, summer = sorted(half_years, key=lambda when: when.tm_gmtoff)
    time.timezone, time.altzone = -winter.tm_gmtoff, -summer.tm_gmtoff
    time.daylight = int(winter.tm_gmtoff != summer.tm_gmtoff)
    time.tzname = (winter.tm_zone, summer.tm_zone)
