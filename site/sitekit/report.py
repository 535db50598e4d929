"""What the build says while it works, and how it says that it cannot go on."""

from __future__ import annotations

import sys
import time


class SiteError(Exception):
    """Something the person who builds can act on: told in one plain message, without a traceback."""


class Progress:
    """Numbered lines, one for each stage, with the time the stage took."""

    def __init__(self, stages: int) -> None:
        self._stages = stages
        self._done = 0
        self._since = time.monotonic()

    def stage(self, text: str) -> None:
        """Say that a stage is over and what it gave."""
        now = time.monotonic()
        self._done += 1
        print(f"[{self._done}/{self._stages}] {text} ({now - self._since:.1f} s)", flush=True)
        self._since = now


def note(text: str) -> None:
    """Say something between the stages, where a person waits."""
    print(f"      {text}", flush=True)


def fail(error: SiteError) -> int:
    """Print the error for a person and return the exit status of a failed command."""
    print(f"error: {error}", file=sys.stderr)
    return 1


def megabytes(size: int) -> str:
    """Write a size the way the page and the tables write it."""
    return f"{size / 1_000_000:.2f} MB"
