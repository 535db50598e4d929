"""Why: what was done in the step in view, the rule behind it, what else was possible, the points."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from apps.parts.look import citation_html, explained
from dominolab.reasons import Remark, Step, opening_remarks
from dominolab.round import Round
from dominolab.scoring import Score

from .board import tile_picture
from .controls import move_words
from .seats import is_open
from .session import Session


def why_html(session: Session) -> str:
    """Return the explanation of the step in view, and at the end the whole round's score."""
    round_, index, names = session.shown, session.index, session.names
    known: set[str] = set()
    step = session.step
    if step is None:
        about = round_.rules.manual.games[round_.rules.game].about
        return (
            f"<h2>Before the first tile</h2>{_remarks(opening_remarks(round_, names), known)}"
            f"<h3>The game</h3><p>{explained(about, known)}</p>"
        )
    first, *others = step.remarks(names)
    parts = [f"<h2>Why: step {index} of {session.last}</h2>", _remarks([first], known)]
    if step.count is not None:
        parts.append(_points(step))
    parts.append(_remarks(others, known, again=True))
    parts.append(_else(session, step))
    if step.result is not None:
        parts.append(score_html(round_, names))
    return "".join(parts)


def _remarks(remarks: Sequence[Remark], known: set[str], again: bool = False) -> str:
    """Return what was done and why; words of the glossary that are not *known* explain themselves."""
    return "".join(
        f'<div class="remark"><p class="said{" again" if again else ""}">'
        f"{escape(remark.sentence)}</p>{_rule(remark, known)}</div>"
        for remark in remarks
    )


def _rule(remark: Remark, known: set[str]) -> str:
    """Return the rule behind a remark with its source, and what the leaflet says on demand."""
    statement = remark.statement
    back = f" {escape(statement.falls_back)}" if statement.falls_back else ""
    return (
        f'<p class="rule">{explained(statement.words, known)}</p><p>{citation_html(statement)}</p>'
        f'<details class="says small" data-key="says-{escape(remark.axis)}"><summary>What the '
        f"leaflet says</summary><p>{escape(statement.says)}{back}</p></details>"
    )


def _points(step: Step) -> str:
    """Return the arithmetic of a play that counts the ends."""
    assert step.count is not None
    earned = step.points
    scored = escape(earned.arithmetic) if earned.points else "nothing"
    return (
        '<dl class="sum"><dt>The ends</dt>'
        f"<dd>{escape(step.count.arithmetic)}</dd><dt>Points</dt><dd>{scored}</dd></dl>"
    )


def _else(session: Session, step: Step) -> str:
    """Return what else was possible and why other tiles were not, where the hand may be seen."""
    hands = session.open_hands
    hidden = hands == "none" or (
        hands == "turn" and not is_open(session, session.here, step.player)
    )
    if hidden:
        return ""
    parts = []
    if step.alternatives:
        before = session.shown.at(step.index)
        buttons = "".join(
            f'<li><button type="button" class="move" data-do="instead" data-value="{step.index + 1}'
            f' {escape(str(action))}" data-key="instead-{number}" aria-label="Try '
            f'{move_words(before, action)} instead">{move_words(before, action)}</button></li>'
            for number, action in enumerate(step.alternatives)
        )
        parts.append(
            '<h3>What else was possible</h3><p class="small soft">Choose one to try it instead.'
            f'</p><ul class="moves">{buttons}</ul>'
        )
    else:
        parts.append("<h3>What else was possible</h3><p>Nothing else.</p>")
    if step.unplayable:
        rows = "".join(
            f"<li>{tile_picture(why.tile)}<span>{escape(why.why)}</span></li>"
            for why in step.unplayable
        )
        parts.append(
            '<details class="small" data-key="unplayable"><summary>Why not the other tiles'
            f'</summary><ul class="reasons">{rows}</ul></details>'
        )
    return "".join(parts)


def score_html(round_: Round, names: Sequence[str]) -> str:
    """Return a finished round's score of every side, term by term."""
    result = round_.result
    assert result is not None
    tables = []
    for team, sheet in zip(round_.teams, result.sheets, strict=True):
        who = " and ".join(names[player] for player in team)
        tables.append(_sheet(who, sheet, names))
    return (
        '<h3>The score of the round</h3><div class="scroll" tabindex="0" role="region"'
        f' aria-label="The score of the round">{"".join(tables)}</div>'
    )


def _sheet(who: str, sheet: Score, names: Sequence[str]) -> str:
    if not sheet.terms:
        return f"<p><b>{escape(who)}</b>: {sheet.points} points.</p>"
    rows = "".join(
        f'<tr><td class="number">{escape(term.op)} {term.value}</td><td>{escape(term.say(names))}'
        f'<span class="term-tiles">{"".join(map(tile_picture, term.tiles))}</span></td>'
        f'<td class="number">{term.total}</td></tr>'
        for term in sheet.terms
    )
    return (
        f'<table class="sheet"><caption>{escape(who)}</caption><thead><tr>'
        '<th scope="col">Value</th><th scope="col">What</th><th scope="col">Total</th></tr></thead>'
        f'<tbody>{rows}</tbody><tfoot><tr><th scope="row" colspan="2">Points</th>'
        f'<td class="number"><b>{sheet.points}</b></td></tr></tfoot></table>'
    )


__all__ = ["score_html", "why_html"]
