"""A parting of two rounds as HTML: the position, what each rulebook makes of it, and the rule."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from apps.parts import look
from dominolab import draw
from dominolab.axes import AXES
from dominolab.manuals import Statement
from dominolab.rules import RuleSet

from .parting import OPENING, Parting, Played

_WIDE, _NARROW = 22, 13
"""How wide a table is, in halves of a tile. A narrow one has room for hands, and they are larger."""


def board_html(played: Played, moment: int, width: int = _WIDE) -> str:
    """Return the table as it stands before *moment*, all hands open."""
    svg = draw.round_svg(played.position(moment), css=False, width=width)
    return f'<div class="board">{svg}</div>'


def parting_html(parting: Parting, titles: Sequence[str]) -> str:
    """Return the position at which two rounds part, and what happens next under each."""
    moment = parting.moment
    if moment is None:
        return f"<p>{escape(parting.where)}</p>"
    alike = moment >= OPENING
    intro = f"{parting.setting.players} players, seed {parting.setting.seed}. {parting.where}"
    if parting.setting.before:
        intro += f" Each side has {parting.setting.before} points already."
    sides = []
    for title, played in zip(titles, (parting.one, parting.other), strict=True):
        board = "" if alike else board_html(played, 0, _NARROW)
        at = 0 if moment == 0 else moment
        sides.append(
            f'<div class="side"><h4>{escape(title)}</h4>{board}<p>{escape(played.say(at))}</p></div>'
        )
    shared = board_html(parting.one, _shown(parting.one, moment)) if alike else ""
    return (
        f'<p class="soft">{escape(intro)}</p>{shared}<div class="both">{"".join(sides)}</div>'
        '<div class="row"><button type="button" class="quiet" data-do="to-deal" data-key="to-deal">'
        "See the whole deal</button></div>"
    )


def _shown(played: Played, moment: int) -> int:
    """Return the moment to draw: a blocked round before its last pass, with no winner named yet."""
    end = OPENING + played.steps
    result = played.round.result
    blocked = result is not None and result.how == "blocked"
    return end - 1 if blocked and moment >= end else min(moment, end)


def rules_html(axes: Sequence[str], rulesets: Sequence[RuleSet]) -> str:
    """Return what each ruleset says on the axes that parted a deal, with sources."""
    rows = []
    for axis in axes:
        cells = "".join(f"<td>{_statement(rules.statements[axis])}</td>" for rules in rulesets)
        title = escape(str(AXES[axis].label))
        rows.append(
            f'<tr><th scope="row">{title}<br><span class="soft small">{escape(AXES[axis].doc or "")}'
            f"</span></th>{cells}</tr>"
        )
    return "".join(rows)


def _statement(statement: Statement) -> str:
    return f"{escape(statement.words)}<br>{look.citation_html(statement)}"
