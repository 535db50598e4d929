"""Labelled fields and buttons that send an event by their name."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape


def number_field(name: str, label: str, value: int, low: int, high: int) -> str:
    """Return a labelled field for a whole number."""
    return (
        f'<p class="field"><label for="{name}">{escape(label)}</label><input id="{name}" '
        f'name="{name}" type="number" inputmode="numeric" min="{low}" max="{high}" value="{value}" '
        f'data-do="{name}" data-key="{name}"></p>'
    )


def select_field(name: str, label: str, words: Mapping[str, str], chosen: str) -> str:
    """Return a labelled list to choose one of *words* by its key."""
    options = "".join(
        f'<option value="{escape(key)}"{" selected" if key == chosen else ""}>{escape(text)}</option>'
        for key, text in words.items()
    )
    return (
        f'<p class="field"><label for="{name}">{escape(label)}</label><select id="{name}" '
        f'name="{name}" data-do="{name}" data-key="{name}">{options}</select></p>'
    )


def scrolling(label: str, html: str) -> str:
    """Return a wide table in a box that scrolls sideways, also by keyboard."""
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(label)}">{html}</div>'
    )


def button(do: str, words: str, *, main: bool = False, disabled: bool = False) -> str:
    """Return a button; the *main* one of a row stands out."""
    kind = ' class="main"' if main else ""
    off = " disabled" if disabled else ""
    return (
        f'<button type="button" data-do="{do}" data-key="{do}"{kind}{off}>{escape(words)}</button>'
    )
