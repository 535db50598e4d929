"""The look that all views share: marks for manuals and statuses, sources, words explained once.

Colours are custom properties of `tokens.css`; the rules for the parts are in `stage.css`. All text
is escaped here, so that what these functions return can be put into a page as it is.
"""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

from dominolab import draw, manuals
from dominolab.errors import DominoError, IllegalAction
from dominolab.manuals import GENERAL, Citation, Manual, Statement
from dominolab.rules import RuleSet

CSS = Path(__file__).with_name("stage.css").read_text(encoding="utf-8") + draw.STYLE
"""The stylesheet of every stage; the pictures of `dominolab.draw` need no style of their own."""

STATUS_WORDS = {
    "stated": "stated",
    "silent": "silent: our reading",
    "contradictory": "contradictory: our reading",
    "house": "house rule",
}
"""What each status is called beside its mark."""

_STATUS_SIGNS = {"stated": "✓", "silent": "○", "contradictory": "≠", "house": "⌂"}

GLOSSARY = {
    "double": "A tile whose two halves show the same number.",
    "pip": "A dot on a tile; a half without any counts as zero, a blank.",
    "spots": "The pips of all tiles that are left in a hand, added up.",
    "stock": "The tiles that nobody has taken; they lie face down, to draw from.",
    "exit": "A place on the table where the next tile may be joined.",
    "arm": "A line of tiles that starts at a double with more than two exits.",
    "lead": "To lay the first tile of a round.",
    "pass": "To end the turn without laying a tile.",
    "block": "A round is blocked when nobody can go on.",
    "printing": "One leaflet's rules as one language words them.",
    "reading": "One way to understand a rule that a leaflet leaves open.",
    "house rule": "A rule that the players agree on in place of the leaflet's.",
}
"""The words of the game in alphabetical need: what a newcomer has to be told."""


def manual_of(number: str) -> Manual:
    """Return the manual with the number that a citation names."""
    return next(manual for manual in manuals.load_all() if manual.number == number)


def manual_mark(manual: Manual, *, name: bool = False) -> str:
    """Return the manual's letter in its colour; with *name* its name stands beside it."""
    words = escape(manual.name)
    if name:
        return (
            f'<span class="manual manual-{manual.id}"><span class="letter" aria-hidden="true">'
            f'{escape(manual.mark)}</span> <span class="manual-name">{words}</span></span>'
        )
    return (
        f'<span class="manual manual-{manual.id}" title="{words}">'
        f'<span class="letter" role="img" aria-label="{words}">{escape(manual.mark)}</span></span>'
    )


def status_mark(status: str) -> str:
    """Return the sign and the words of a status: stated, silent, contradictory or house."""
    return (
        f'<span class="status status-{escape(status)}"><span class="sign" aria-hidden="true">'
        f"{_STATUS_SIGNS[status]}</span> {STATUS_WORDS[status]}</span>"
    )


def status_sign(status: str) -> str:
    """Return the sign of a status alone; a screen reader hears its words."""
    return (
        f'<span class="status status-{escape(status)}"><span aria-hidden="true">'
        f'{_STATUS_SIGNS[status]}</span><span class="unseen">({STATUS_WORDS[status]})</span></span>'
    )


def statement_status(statement: Statement) -> str:
    """Return the status to show for a statement: a house rule is no manual's."""
    return "house" if statement.house else statement.status


def place_words(citation: Citation) -> str:
    """Say where a citation points, as in `Janod, French, line 15`."""
    manual = manual_of(citation.manual)
    language = manual.languages.get(citation.language)
    lines = "lines" if "-" in citation.line or "," in citation.line else "line"
    called = language.name if language else citation.language
    return f"{manual.name}, {called}, {lines} {citation.line}"


def citation_html(statement: Statement) -> str:
    """Return where a rule comes from: its status, manual, language and line."""
    parts = [status_mark(statement_status(statement))]
    if not statement.house:
        manual = manual_of(statement.citation.manual)
        taken = ""
        if statement.inherited not in ("", GENERAL):
            games = manual.games
            base = games[statement.inherited].title if statement.inherited in games else ""
            taken = f"taken over from {escape(base or statement.inherited)}; "
        place = place_words(statement.citation)
        parts.append(f'{manual_mark(manual)} <span class="place">{taken}{unbroken(place)}</span>')
    return f'<span class="source">{" ".join(parts)}</span>'


def unbroken(place: str) -> str:
    """Return a place with its lines (the last part, as in `lines 26-28`) kept on one line."""
    where, comma, lines = place.rpartition(", ")
    return f'{escape(where + comma)}<span class="unbroken">{escape(lines)}</span>'


def refusal(ruleset: RuleSet, error: DominoError) -> str:
    """Say what was refused and by which rule, with the leaflet by its name."""
    if not isinstance(error, IllegalAction) or not error.axis:
        return str(error)
    statement = ruleset.statements[error.axis]
    status = STATUS_WORDS[statement_status(statement)]
    source = "" if statement.house else f"; {place_words(statement.citation)}"
    return f"{error.why} {statement.words} ({status}{source}.)"


def term(word: str, shown: str | None = None) -> str:
    """Return a word of the glossary that explains itself on focus and hover."""
    meaning = escape(GLOSSARY[word])
    return (
        f'<span class="term" tabindex="0" data-tip="{meaning}">{escape(shown or word)}'
        f'<span class="unseen"> ({meaning})</span></span>'
    )


_WORDS = re.compile(r"\b(" + "|".join(sorted(GLOSSARY, key=len, reverse=True)) + r")(e?s)?\b", re.I)


def explained(text: str, known: set[str]) -> str:
    """Return a sentence in which each word of the glossary, at its first use, explains itself.

    *known* holds the words that the reader has been told of, and grows.
    """

    def mark(found: re.Match[str]) -> str:
        word = found[1].lower()
        if word in known:
            return found[0]
        known.add(word)
        meaning = escape(GLOSSARY[word])
        return (
            f'<span class="term" tabindex="0" role="term" data-tip="{meaning}"'
            f' aria-description="{meaning}">{found[0]}</span>'
        )

    return _WORDS.sub(mark, escape(text))


def glossary_html() -> str:
    """Return the whole glossary as a list."""
    rows = (f"<dt>{escape(word)}</dt><dd>{escape(GLOSSARY[word])}</dd>" for word in GLOSSARY)
    return f'<dl class="glossary">{"".join(rows)}</dl>'


__all__ = [
    "CSS",
    "GLOSSARY",
    "STATUS_WORDS",
    "citation_html",
    "explained",
    "glossary_html",
    "manual_mark",
    "manual_of",
    "place_words",
    "refusal",
    "statement_status",
    "status_mark",
    "status_sign",
    "term",
]
