"""All rules at once as HTML: the same hands, one row for each ruleset."""

from __future__ import annotations

from html import escape

from apps.parts.look import citation_html, manual_mark, place_words
from apps.parts.messages import message
from dominolab.rules import rules, rulesets

from . import table, touch
from .catalog import every
from .desk import Desk
from .questions import game_and_leaflet
from .table import Row


def page(desk: Desk) -> dict[str, str]:
    """Return the regions of the page."""
    return {
        "head": "<h2 data-key='title'>All rules at once</h2><p class='sentence'>The same hands, "
        "scored by every leaflet. Only the end of the round counts here, not points in play.</p>",
        "touch": f"<h3>The hands</h3>{touch.hands(desk, (2, 3, 4, 5))}{_presets(desk)}",
        "middle": f"{_table(desk)}{_find(desk)}",
        "end": "",
    }


def _presets(desk: Desk) -> str:
    buttons = "".join(
        f'<button type="button" class="example" data-do="preset" data-value="{name}"'
        f' data-key="preset-{name}"><span><b>{escape(preset.title)}</b><br>'
        f"<span class='small soft'>{escape(preset.hands.replace('|', ' | ').replace(',', ' '))}"
        "</span></span></button>"
        for name, preset in table.PRESETS.items()
    )
    return f'<h3>Where they part</h3><div class="examples">{buttons}</div>'


def _table(desk: Desk) -> str:
    rows = table.table(desk.all.final, desk.all.readings)
    more = "checked" if desk.all.readings else ""
    body = "".join(_row(row) for row in rows)
    results = {row.result.key for row in rows if row.result}
    same = f"{len(results)} different results." if len(results) > 1 else "All agree."
    return (
        f'<div class="row"><strong>{same}</strong>'
        f'<label class="choice"><input type="checkbox" data-do="readings" data-key="readings" {more}>'
        "<span>Show other readings that change the score</span></label></div>"
        '<div class="scroll" tabindex="0" role="region" aria-label="Scores by every ruleset">'
        '<table class="all" role="table"><thead role="rowgroup"><tr role="row">'
        '<th scope="col" role="columnheader">Rules</th><th scope="col" role="columnheader">Result</th>'
        '<th scope="col" role="columnheader">Arithmetic</th>'
        '<th scope="col" role="columnheader">Why not as most</th></tr></thead>'
        f'<tbody role="rowgroup">{body}</tbody></table></div>'
    )


def _row(row: Row) -> str:
    reading = (
        f"<br><span class='small'>Read as: {escape(row.reading)}</span>" if row.reading else ""
    )
    arithmetic = ""
    if row.result:
        arithmetic = "<br>".join(
            escape(sheet.arithmetic) for sheet in row.result.end.sheets if sheet.terms
        )
    reasons = "".join(
        f"<div>{escape(statement.words)}<br>{citation_html(statement)}</div>"
        for statement in row.reasons
    )
    shown = "".join(
        f"<li>{escape(statement.says)} <span class='soft'>{escape(place_words(statement.citation))}"
        f"</span><br><span class='small'>{escape(statement.falls_back)}</span></li>"
        for statement in row.shown
    )
    noted = (
        f'<details data-key="shown-{escape(row.ids[0])}"><summary class="small">'
        f"{len(row.shown)} printed otherwise, scored so all the same</summary>"
        f"<ul class='own'>{shown}</ul></details>"
        if shown
        else ""
    )
    key = f"row-{row.ids[0]}-{row.reading}"
    kind = "reading" if row.reading else "refused" if row.result is None else ""
    return (
        f'<tr class="{kind}" role="row" data-key="{escape(key)}">'
        f'<th scope="row" role="rowheader">{manual_mark(row.manual)} '
        f"{escape(row.title)}<br><span class='soft small'>{escape(row.languages)}</span>{reading}"
        f"</th><td role='cell'>{escape(row.outcome)}</td>"
        f"<td role='cell' class='sum-text'>{arithmetic}</td>"
        f"<td role='cell'>{reasons}{noted}</td></tr>"
    )


def _find(desk: Desk) -> str:
    pair = "".join(
        f'<div class="field"><label for="pair-{which}">{label}</label>'
        f'<select id="pair-{which}" name="{which}" data-do="pair" data-key="pair-{which}">'
        f"{_options(chosen)}</select></div>"
        for which, label, chosen in (
            ("one", "Rules", desk.all.one),
            ("other", "Set against", desk.all.other),
        )
    )
    found = message(desk.all.found, "status")
    return (
        "<h3>Find hands where two disagree</h3>"
        f'<div class="fields">{pair}<button type="button" class="main" data-do="find"'
        f' data-key="find">{"Find the next" if desk.all.next_seed > 1 else "Find"}</button></div>'
        "<p class='small soft'>Real rounds of the first rules are played until the two score the "
        f"hands differently.</p>{message(desk.complaint('find'))}{found}"
    )


def _options(chosen: str) -> str:
    """Return the rulesets, and the printings that score unlike their reference."""
    ids = []
    for game in rulesets():
        first = rules(game)
        ids.append(game)
        seen = [tuple(getattr(first, name) for name in table.AXES_OF_SCORES)]
        for printing in every():
            values = tuple(getattr(printing, name) for name in table.AXES_OF_SCORES)
            if printing.game == game and values not in seen:
                seen.append(values)
                ids.append(printing.id)
    if chosen not in ids:
        ids.append(chosen)
    return "".join(
        f'<option value="{escape(id_)}"{" selected" if id_ == chosen else ""}>'
        f"{escape(game_and_leaflet(rules(id_)))}</option>"
        for id_ in ids
    )
