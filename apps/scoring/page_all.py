"""All rules at once as HTML: the same hands, one row for each ruleset."""

from __future__ import annotations

from functools import cache
from html import escape

from apps.parts.chooser import full_id
from apps.parts.look import citation_html, manual_mark, place_words
from apps.parts.messages import message
from dominolab.rules import rules, rulesets

from . import table, touch
from .desk import Desk
from .disagree import PRESETS
from .question import game_name
from .table import Row
from .worked import named_sides, side_name


def page(desk: Desk) -> dict[str, str]:
    """Return the regions of the page."""
    return {
        "head": "<h2 data-key='title'>All rules at once</h2><p class='sentence'>The same hands, "
        "scored by every leaflet. Only the end of the round counts here, not points in play.</p>",
        "touch": f"<h3>The hands</h3>{touch.hands(desk, (2, 3, 4, 5))}",
        "more": _presets(),
        "middle": f"{_find(desk)}{_table(desk)}",
    }


@cache
def _presets() -> str:
    buttons = "".join(
        f'<button type="button" class="example" data-do="preset" data-value="{name}"'
        f' data-key="preset-{name}"><span><b>{escape(preset.title)}</b><br>'
        f"<span class='small soft'>{escape(preset.hands.replace('|', ' | ').replace(',', ' '))}"
        "</span></span></button>"
        for name, preset in PRESETS.items()
    )
    return f'<h3>Where they part</h3><div class="examples">{buttons}</div>'


def _table(desk: Desk) -> str:
    rows = table.table(desk.all.final, desk.all.readings)
    more = "checked" if desk.all.readings else ""
    results = {row.result.key for row in rows if row.result}
    same = f"{len(results)} different results." if len(results) > 1 else "All agree."
    pair = {full_id(desk.all.one), full_id(desk.all.other)} if desk.all.compared else set()
    body = "".join(_row(row, compared=bool(pair & set(row.ids))) for row in rows)
    names = ("Rules", "Winner", "Points", "Arithmetic", "Why it differs from most")
    head = "".join(
        f'<th scope="col" role="columnheader"{" class=number" if name == "Points" else ""}>{name}</th>'
        for name in names
    )
    return (
        f'<div class="row"><strong>{same}</strong>'
        f'<label class="choice"><input type="checkbox" data-do="readings" data-key="readings" {more}>'
        "<span>Show other readings that change the score</span></label></div>"
        '<div class="scroll" tabindex="0" role="region" aria-label="Scores by every ruleset">'
        f'<table class="all" role="table"><thead role="rowgroup"><tr role="row">{head}</tr></thead>'
        f'<tbody role="rowgroup">{body}</tbody></table></div>'
    )


def _row(row: Row, *, compared: bool) -> str:
    reading = (
        f"<br><span class='small'>Read as: {escape(row.reading)}</span>" if row.reading else ""
    )
    kind = "reading" if row.reading else "refused" if row.result is None else ""
    mark = " compared" if compared and not row.reading else ""
    return (
        f'<tr class="{kind}{mark}" role="row" data-key="row-{escape(row.ids[0])}-{escape(row.reading)}">'
        f'<th scope="row" role="rowheader">{manual_mark(row.manual)} '
        f"{escape(row.title)}<br><span class='soft small'>{escape(row.languages)}</span>{reading}"
        f"</th>{_score(row)}<td role='cell'>{_reasons(row)}</td></tr>"
    )


def _score(row: Row) -> str:
    """Return the cells of the winner, the points and the arithmetic."""
    if row.result is None:
        return f"<td role='cell' colspan='3'>{escape(row.refused)}</td>"
    end, teams = row.result
    sides = named_sides(end, teams)
    names = "<br>".join(
        escape(side_name(members)) + ("" if won else " (scores only)") for members, won, _ in sides
    )
    points = "<br>".join(f"<b>{points}</b>" for *_, points in sides)
    sums = "<br>".join(escape(sheet.arithmetic) for sheet in end.sheets if sheet.terms)
    return (
        f"<td role='cell' class='winner'>{names or 'nobody: equal hands'}</td>"
        f"<td role='cell' class='number'>{points or '<b>0</b>'}"
        f"<span class='unit'> point{'' if points == '<b>1</b>' else 's'}</span></td>"
        f"<td role='cell' class='sum-text'>{sums}</td>"
    )


def _reasons(row: Row) -> str:
    """Return what makes the row differ from most, and what is printed but not played."""
    text = "".join(
        f"<div>{escape(statement.words)}<br>{citation_html(statement)}</div>"
        for statement in row.reasons
    )
    if row.usual:
        text = "<span class='soft'>as most do</span>"
    if not row.shown:
        return text
    shown = "".join(
        f"<li>{escape(statement.says)} <span class='soft'>{escape(place_words(statement.citation))}"
        f"</span><br><span class='small'>{escape(statement.falls_back)}</span></li>"
        for statement in row.shown
    )
    return (
        f'{text}<details data-key="shown-{escape(row.ids[0])}"><summary class="small">'
        f"{len(row.shown)} printed otherwise, scored so all the same</summary>"
        f"<ul class='own'>{shown}</ul></details>"
    )


def _find(desk: Desk) -> str:
    pair = touch.select("one", "Rules", _choices(desk.all.one), desk.all.one, do="pair")
    pair += touch.select(
        "other", "Set against", _choices(desk.all.other), desk.all.other, do="pair"
    )
    found = message(desk.all.found, "status")
    return (
        '<div class="find"><h3>Find hands where two disagree</h3>'
        f'<div class="fields">{pair}<button type="button" class="main" data-do="find"'
        f' data-key="find">{"Find the next" if desk.all.next_seed > 1 else "Find"}</button></div>'
        "<p class='small soft'>Real rounds of the first rules are played until the two score the "
        f"hands differently.</p>{message(desk.complaint('find'))}{found}</div>"
    )


def _choices(chosen: str) -> dict[str, str]:
    """Return the rulesets, and the printings that score unlike their reference, by their ids."""
    ids = [group[0].id for game in rulesets() for group in table.alike(game)]
    return {id_: game_name(rules(id_)) for id_ in (*ids, chosen)}
