"""Pictures and arithmetic as HTML: hands, lines, terms drawn as tiles. All text is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path

from dominolab import draw
from dominolab.layout import Layout
from dominolab.scoring import NAMES, Score, Term
from dominolab.tiles import Hand, Tile

from .question import Question

STYLE = Path(__file__).with_name("pictures.css").read_text(encoding="utf-8")
"""What these pictures need, on a page and on paper."""
_SIGNS = {"+": ("+", "plus"), "-": ("−", "minus")}
_WIDE = 30
"""How many tiles' halves a line may be wide before it turns."""


def tiles(hand: Iterable[Tile], scale: float = 0.8, label: str | None = None) -> str:
    """Return tiles beside each other."""
    return draw.hand_svg(Hand(hand), scale=scale, label=label, css=False)


def line(layout: Layout, label: str | None = None, width: int = _WIDE) -> str:
    """Return a line of tiles on the table."""
    return draw.layout_svg(layout, width=width, label=label, css=False)


def sheet(who: str, score: Score) -> str:
    """Return one side's arithmetic as a sum in tiles: each term with the tiles that it counts."""
    if not score.terms:
        return (
            f'<div class="sheet"><p class="who"><strong>{escape(who)}</strong>: '
            f"nothing scores, {score.points} points.</p></div>"
        )
    parts = "".join(_steps(score))
    return (
        f'<div class="sheet"><p class="who"><strong>{escape(who)}</strong></p>'
        f'<ul class="sum" aria-label="{escape(who)}: the arithmetic">{parts}</ul></div>'
    )


def _steps(score: Score) -> Iterator[str]:
    """Yield the parts of a sum: its terms, and what it comes to before and after a rule."""
    summed = 0
    last = len(score.terms) - 1
    for number, term in enumerate(score.terms):
        if term.op == "=":
            if summed > 1:
                yield _result(score.terms[number - 1].total)
            yield f'<li class="step rule">{escape(term.say(NAMES))}</li>'
            yield _result(term.total, last=number == last)
            summed = 1
        else:
            yield _term(term, first=number == 0)
            summed += 1
    if summed > 1:
        yield _result(score.points, last=True)


def _term(term: Term, *, first: bool) -> str:
    sign, word = ("", "") if first and term.op == "+" else _SIGNS[term.op]
    shown = tiles(term.tiles, 0.75, "") if term.tiles else ""
    kind = "part" if shown else "part plain"
    return (
        f'<li class="step">{_sign(sign, word)}<span class="{kind}">{shown}'
        f"<b>{term.value}</b><small>{escape(term.say(NAMES))}</small></span></li>"
    )


def _result(points: int, *, last: bool = False) -> str:
    kind = " result" if last else ""
    shown = str(points) if points >= 0 else f"−{-points}"
    return f'<li class="step{kind}">{_sign("=", "equals")}<b>{shown}</b></li>'


def _sign(sign: str, word: str) -> str:
    """Return a sign to see with the word that is said for it."""
    if not sign:
        return ""
    return f'<span class="sign" aria-hidden="true">{sign}</span><span class="unseen">{word} </span>'


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
