"""The side-by-side table, and what one of its cells has to tell, as HTML."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from apps.parts import look
from dominolab.axes import AXES
from dominolab.difference import Row
from dominolab.manuals import Statement
from dominolab.notation import rules_text
from dominolab.rules import RuleSet

from .examples import Example
from .parting_html import parting_html
from .table import Table


def cell_key(axis: str, column: int) -> str:
    """Return what names a cell in links and events, as in `opener.1`."""
    return f"{axis}.{column + 1}"


def legend_html() -> str:
    """Return what the marks in the table mean."""
    marks = " ".join(look.status_mark(name) for name in ("stated", "silent", "contradictory"))
    return f'<p class="legend small"><span class="soft">Marks:</span> {marks}</p>'


def table_html(table: Table, open_cell: tuple[str, int] | None, detail: str) -> str:
    """Return the table; *detail* stands under the row of the open cell."""
    rows = table.rows()
    if not rows:
        text = (
            "No rule matches the search: try another word."
            if table.search
            else "These rules do not differ. Show all rules to see them."
        )
        return f'<p class="panel">{escape(text)}</p>'
    width = len(table.columns) + 1
    body = []
    for group, of_group in table.groups():
        body.append(
            f'<tr class="group"><th colspan="{width}" scope="colgroup">{escape(group)}</th></tr>'
        )
        for row in of_group:
            body.append(_row_html(row, table.columns, open_cell))
            if open_cell and open_cell[0] == row.axis:
                body.append(
                    f'<tr class="detail" data-key="detail-row"><td colspan="{width}">{detail}</td></tr>'
                )
    head = "".join(
        _head_html(rules, at, len(table.columns)) for at, rules in enumerate(table.columns)
    )
    return (
        f'<table class="sides columns-{len(table.columns)}"><caption class="unseen">The rules side by '
        f'side. {escape(table.summary)}</caption><thead><tr><th scope="col" class="corner">'
        f"Rule</th>{head}</tr></thead><tbody>{''.join(body)}</tbody></table>"
    )


def _head_html(rules: RuleSet, at: int, count: int) -> str:
    house = "".join(f'<br><span class="soft small">{escape(h)}</span>' for h in house_words(rules))
    title = escape(short_title(rules))
    tools = (
        _tool("left", at, "◂", f"Move {title} to the left", at == 0)
        + _tool("right", at, "▸", f"Move {title} to the right", at == count - 1)
        + _tool("remove", at, "✕", f"Remove {title}", False)
    )
    return (
        f'<th scope="col" class="manual-{rules.manual.id} column-head">{look.manual_mark(rules.manual)}'
        f' <span class="title">{title}</span>{house}<div class="tools">{tools}</div></th>'
    )


def _tool(do: str, at: int, sign: str, label: str, off: bool) -> str:
    disabled = " disabled" if off else ""
    return (
        f'<button type="button" class="quiet tool" data-do="{do}" data-value="{at}"'
        f' data-key="{do}-{at}" aria-label="{label}"{disabled}>{sign}</button>'
    )


def short_title(rules: RuleSet) -> str:
    """Return a ruleset's title, with the language only where it is not the reference."""
    game = rules.manual.games[rules.game].title
    language = rules.manual.languages[rules.language].name
    return game if rules.language == rules.manual.reference else f"{game}, {language}"


def house_words(rules: RuleSet) -> list[str]:
    """Return the house rules of *rules*, each as `with Tie: ...`."""
    return [f"with {AXES[name].label}: {AXES[name].say(v)}" for name, v in rules.house.items()]


def _row_html(row: Row, columns: Sequence[RuleSet], open_cell: tuple[str, int] | None) -> str:
    axis = row.axis
    first = row.statements[0].value
    cells = []
    for at, (statement, rules) in enumerate(zip(row.statements, columns, strict=True)):
        here = open_cell == (axis, at)
        same = "" if statement.value == first or not row.differs else " other"
        sign = look.status_sign(look.statement_status(statement))
        cells.append(
            f'<td class="manual-{rules.manual.id}{same}"><button type="button" class="cell quiet"'
            f' data-do="cell" data-value="{cell_key(axis, at)}" data-key="cell-{cell_key(axis, at)}"'
            f' aria-expanded="{"true" if here else "false"}"><span class="words">'
            f"{escape(statement.words)}</span>&nbsp;{sign}</button></td>"
        )
    title = escape(row.title)
    tools = "".join(
        f'<button type="button" class="quiet tool" data-do="{do}" data-value="{axis}"'
        f' data-key="{do}-{axis}" aria-label="{label} {title}">{sign}</button>'
        for do, sign, label in (
            ("up", "▴", "Move up:"),
            ("down", "▾", "Move down:"),
            ("hide", "✕", "Hide:"),
        )
    )
    same_row = "" if row.differs else " same"
    return (
        f'<tr class="rule{same_row}" data-key="row-{axis}"><th scope="row"><span class="ask">'
        f'{escape(AXES[axis].doc or "")}</span><span class="soft small">{title}</span>'
        f'<span class="tools">{tools}</span></th>{"".join(cells)}</tr>'
    )


def detail_html(
    statement: Statement, rules: RuleSet, example: Example | None, searching: bool, other: str
) -> str:
    """Return a cell's source, other readings, and the position that shows it."""
    readings = "".join(
        f"<li><b>{escape(AXES[statement.axis].say(reading.value))}</b> {escape(reading.why)}</li>"
        for reading in statement.readings
    )
    changes = "".join(
        f'<li>{escape(d.says)} <q lang="{escape(d.citation.language)}">{escape(d.phrase)}</q> '
        f'<span class="soft">{escape(look.place_words(d.citation))}</span><br>{escape(d.effect)}'
        f"{f' {escape(d.falls_back)}' if d.falls_back and not d.played else ''}</li>"
        for d in statement.differences
    )
    parts = [
        f"<h3>{escape(short_title(rules))}: {escape(str(AXES[statement.axis].label))}</h3>",
        f"<p><b>{escape(statement.words)}</b></p>",
    ]
    if statement.house:
        parts.append("<p>A house rule: it stands in no leaflet.</p>")
    else:
        parts.append(f"<p>{escape(statement.says)}</p><p>{look.citation_html(statement)}</p>")
    if changes:
        parts.append(f"<h4>What this language changes</h4><ul class='plain'>{changes}</ul>")
    if readings:
        parts.append(f"<h4>It can also be read so</h4><ul class='plain'>{readings}</ul>")
    left = f'<div class="says">{"".join(parts)}{_actions(rules)}</div>'
    right = f'<div class="shows">{_example(example, searching, other)}</div>'
    return f'<div class="cell-detail">{left}{right}</div>'


def _actions(rules: RuleSet) -> str:
    return (
        '<div class="row"><button type="button" data-do="play" data-key="detail-play"'
        f' data-value="{escape(rules_text(rules))}">Play this printing</button>'
        '<button type="button" class="quiet" data-do="close-cell" data-key="close-cell">Close</button>'
        "</div>"
    )


def _example(example: Example | None, searching: bool, other: str) -> str:
    if searching:
        tried = f"{example.tried} deals tried." if example else ""
        return f'<p role="status">Looking for a position that shows it … {tried}</p>'
    if example is None and other:
        return (
            f"<p>Against: {escape(other)}</p>"
            '<p class="soft">This rule hangs together with others: it cannot be exchanged alone.</p>'
        )
    if example is None:
        return (
            '<p class="soft">There is no other way to play it: no position shows a difference.</p>'
        )
    head = f"<h4>A position that shows it</h4><p>Against: {escape(other)}</p>" if other else ""
    if example.parting is None:
        return f'{head}<p class="soft">{escape(example.words)}</p>'
    return head + parting_html(example.parting, ("As it is here", "The other way"))
