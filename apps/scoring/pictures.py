"""Pictures and arithmetic as HTML: hands, lines, terms drawn as tiles. All text is escaped."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from dominolab import draw
from dominolab.layout import Layout
from dominolab.scoring import NAMES, Score
from dominolab.tiles import Hand, Tile

from .questions import Question

_SIGNS = {"+": "+", "-": "−", "=": "="}
_WIDE = 30
"""How many tiles' halves a line may be wide before it turns."""


def tiles(hand: Iterable[Tile], scale: float = 0.8, label: str | None = None) -> str:
    """Return tiles beside each other."""
    return draw.hand_svg(Hand(hand), scale=scale, label=label, css=False)


def line(layout: Layout, label: str | None = None, width: int = _WIDE) -> str:
    """Return a line of tiles on the table."""
    return draw.layout_svg(layout, width=width, label=label, css=False)


def sheet(who: str, score: Score) -> str:
    """Return one side's arithmetic, a line for each term, with the tiles that it counts."""
    rows = "".join(
        f'<tr><td class="sign" aria-label="{_words(term.op)}">{_SIGNS[term.op]}</td>'
        f'<td class="number">{abs(term.value)}</td>'
        f"<td>{escape(term.say(NAMES))}</td>"
        f'<td class="tiles">{tiles(term.tiles, 0.7, "") if term.tiles else ""}</td>'
        f'<td class="number">{term.total}</td></tr>'
        for term in score.terms
    )
    if not score.terms:
        return (
            f'<div class="sheet"><p class="who"><strong>{escape(who)}</strong>: '
            f"nothing scores, {score.points} points.</p></div>"
        )
    return (
        f'<div class="sheet"><table><caption>{escape(who)}</caption>'
        '<thead class="unseen"><tr><th scope="col">Sign</th><th scope="col">Value</th>'
        '<th scope="col">What</th><th scope="col">Tiles</th><th scope="col">Total</th></tr></thead>'
        f"<tbody>{rows}</tbody>"
        f'<tfoot><tr><th colspan="4" scope="row">{_foot(who)}</th>'
        f'<td class="number"><strong>{score.points}</strong></td></tr></tfoot></table></div>'
    )


def _words(op: str) -> str:
    return {"+": "plus", "-": "minus", "=": "then"}[op]


def _foot(who: str) -> str:
    return "Count" if who == "The ends" else "Points"


def hands(question: Question) -> str:
    """Return the final hands of a question, a row for each player."""
    assert question.final is not None
    rows = "".join(
        f'<div class="hand-row"><span class="seat">{escape(NAMES[seat])}</span>'
        + (tiles(hand) if hand else '<span class="soft">out: no tiles left</span>')
        + "</div>"
        for seat, hand in enumerate(question.final.hands)
    )
    return f'<div class="hand-rows">{rows}</div>'


def position(question: Question) -> str:
    """Return what a question is about: the table with the tile to be laid, or the hands."""
    if question.final is not None:
        return hands(question)
    assert question.layout is not None
    if question.kind == "best":
        return (
            f'<div class="table-picture">{line(question.layout)}</div>'
            f'<div class="hand-row"><span class="seat">Hand</span>{tiles(question.hand)}</div>'
        )
    assert question.play is not None
    table = line(question.layout) if question.layout.plays else ""
    shown = f'<div class="table-picture">{table}</div>' if table else ""
    words = "Lays" if question.layout.plays else "Leads, on the empty table"
    return (
        f'{shown}<div class="hand-row"><span class="seat">{words}</span>'
        f"{tiles([question.play.tile])}</div>"
    )


STYLE = """
.sheet { overflow-x: auto; position: relative; }
.sheet table { min-width: min(100%, 26em); }
.sheet td { vertical-align: middle; }
.sheet .sign { width: 1.2em; text-align: center; font-weight: 700; }
.sheet .tiles svg { display: block; max-width: 100%; height: auto; max-height: 5em; }
.hand-row { display: flex; align-items: center; gap: 0.6em; margin: 0.25em 0; min-height: 3em; }
.hand-row .seat { min-width: 3em; font-weight: 600; }
.hand-row svg { max-width: 100%; height: auto; }
.table-picture svg { max-width: 100%; height: auto; max-height: 20em; }
"""
"""What these pictures need, on a page and on paper."""
