"""Messages to the reader, put beside the control that they are about."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape


def message(text: str, kind: str = "alert", *, do: str = "") -> str:
    """Return a box with *text*: an `alert` for a mistake, a `status` for news; '' for no text.

    With *do* it has a button that closes it, which sends that name to Python.
    """
    if not text:
        return ""
    sign = "!" if kind == "alert" else "i"
    close = (
        f'<button type="button" class="quiet" data-do="{escape(do)}" data-key="{escape(do)}"'
        ' aria-label="Close this message">✕</button>'
        if do
        else ""
    )
    return (
        f'<div class="message message-{escape(kind)}" role="{escape(kind)}">'
        f'<span class="sign" aria-hidden="true">{sign}</span><p>{escape(text)}</p>{close}</div>'
    )


def problems_message(problems: Sequence[str], *, do: str = "") -> str:
    """Return one box for what a link could not say, or '' where all was read."""
    if not problems:
        return ""
    shown = list(problems[:4])
    more = len(problems) - len(shown)
    if more > 0:
        shown.append(f"And {more} more that could not be read.")
    return message(" ".join(shown), "alert", do=do)


__all__ = ["message", "problems_message"]
