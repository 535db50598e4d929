"""Where things are: the project's folders and the cache outside the work tree."""

from __future__ import annotations

import os
from pathlib import Path

SITE = Path(__file__).resolve().parent.parent
PROJECT = SITE.parent
WEB = SITE / "web"
LOCK = SITE / "runtime.lock.json"
OUTPUT = PROJECT / "build" / "site"


def cache_folder() -> Path:
    """Return the folder that keeps verified downloads and compiled bytecode between builds."""
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "dominolab" / "site"
