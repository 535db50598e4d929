"""What a reader typed or chose, read without trust: one sentence says what is possible."""

from __future__ import annotations

from collections.abc import Iterable

from dominolab.errors import DominoError, one_of

MOST_POINTS = 999
"""No side of any match in the leaflets comes near it: a larger number is a slip of the finger."""


def number(text: str, what: str, low: int = 0, high: int = MOST_POINTS) -> int:
    """Return a whole number, or say what is possible."""
    word = text.strip()
    if word.isascii() and word.isdigit() and len(word) <= 6 and low <= int(word) <= high:
        return int(word)
    raise DominoError(f"{what} is a whole number from {low} to {high}.")


def choice(word: str, allowed: Iterable[str], what: str) -> str:
    """Return *word* if it is allowed, else refuse it."""
    words = list(allowed)
    if word in words:
        return word
    raise DominoError(f"There is no such {what}: choose {one_of(words)}.")
