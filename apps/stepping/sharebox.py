"""The box to keep and share what is in view: link, record, text and picture."""

from __future__ import annotations

from html import escape

from apps.parts.messages import message
from dominolab import draw, notation, textart

from .session import Session


def share_html(session: Session, text: str = "") -> str:
    """Return the buttons; *text* is shown where it could not be put on the clipboard."""
    field = ""
    if text:
        field = (
            '<label for="share-text">Copy this text</label>'
            '<textarea class="share-text" id="share-text" data-key="share-text" readonly>'
            f"{escape(text)}</textarea>"
        )
    return (
        f"{message(session.notes.get('share', ''), do='close')}"
        f"{message(session.notes.get('kept', ''), 'status', do='close')}"
        "<p>The address of this page always opens exactly what you see.</p>"
        '<div class="row">'
        '<button type="button" class="main" data-do="copylink" data-key="copylink">Copy the link'
        "</button>"
        '<button type="button" data-do="copytext" data-key="copytext">Copy the position as text'
        "</button>"
        '<button type="button" data-do="copysvg" data-key="copysvg">Copy the picture as SVG'
        "</button>"
        '<button type="button" data-do="save" data-key="save">Download the record</button></div>'
        '<label class="field">Open a record file (.json)<input type="file" data-do="file"'
        f' data-key="file" accept=".json,.jsonl,application/json"></label>{field}'
    )


def position_text(session: Session) -> str:
    """Return the position in view as text: a picture, and the line that opens it again."""
    here = session.here
    picture = textart.round_text(here, names=session.names, hands=session.open_hands)  # type: ignore[arg-type]
    if session.open_hands != "all":
        return f"{picture}\n"
    return f"{picture}\n\n{notation.write_position(here)}\n"


def position_svg(session: Session) -> str:
    """Return the position in view as an SVG picture."""
    return draw.round_svg(
        session.here,
        names=session.names,
        hands=session.open_hands,  # type: ignore[arg-type]
        numerals=session.settings.numerals,
    )


__all__ = ["position_svg", "position_text", "share_html"]
