"""The comparison of the manuals as plain tables: readable before Python and without scripts."""

from __future__ import annotations

from html import escape

import dominolab as dl
from dominolab.difference import Row
from dominolab.manuals import Statement

MANUALS = ("polyglot", "janod", "branching", "draw", "ukrainian")
"""The game of each manual that the others are best compared with."""
FIVE_GAMES = ("block", "draw", "muggins", "fives-and-threes", "sebastopol")

STATUS = {"silent": "silent: our reading", "contradictory": "contradictory: our reading"}


def tables() -> str:
    """Write both tables."""
    games = ", ".join(dl.rules(game).title.partition(" (")[0] for game in FIVE_GAMES)
    return f"""<section class="tables" aria-labelledby="tables-title">
<h2 id="tables-title">Five manuals, five ways to play dominoes</h2>
<p>Each leaflet tells its own rules. Only what differs is shown, in the order of a game. Where a
leaflet is silent or contradicts itself, the table says so and gives our reading.</p>
{_table("What the five manuals say", MANUALS, by_manual=True)}
<details>
<summary>The five games of one leaflet: {escape(games)}</summary>
{_table("What the five games of the five-game leaflet say", FIVE_GAMES, by_manual=False)}
</details>
</section>"""


def _table(caption: str, ids: tuple[str, ...], *, by_manual: bool) -> str:
    difference = dl.diff(*ids)
    heads = "".join(_head(rules, by_manual=by_manual) for rules in difference.rulesets)
    body, group = [], ""
    for row in difference:
        if row.group != group:
            group = row.group
            body.append(
                f'<tr class="group"><th scope="colgroup" colspan="{len(ids) + 1}">'
                f"{escape(group[:1].upper() + group[1:])}</th></tr>"
            )
        body.append(_row(row))
    # A region that scrolls must be reachable with the keyboard and have a name.
    return (
        f'<div class="scroll" role="region" tabindex="0" aria-label="{escape(caption)}"><table>'
        f'<caption class="unseen">{escape(caption)}</caption>'
        f'<thead><tr><th scope="col">Rule</th>{heads}</tr></thead>'
        f"<tbody>{''.join(body)}</tbody></table></div>"
    )


def _head(rules: dl.RuleSet, *, by_manual: bool) -> str:
    manual = rules.manual
    title = rules.title.partition(" (")[0]
    name = _capital(manual.name) if by_manual else title
    several = len(manual.games) > 1 and by_manual
    game = f"<small>as in its game {escape(title)}</small>" if several else ""
    return (
        f'<th scope="col" class="manual-{manual.id}"><span class="letter" aria-hidden="true">'
        f"{escape(manual.mark)}</span> {escape(name)}{game}</th>"
    )


def _row(row: Row) -> str:
    cells = "".join(_cell(statement) for statement in row.statements)
    return f'<tr><th scope="row">{escape(row.title)}</th>{cells}</tr>'


def _cell(statement: Statement) -> str:
    status = STATUS.get(statement.status, "")
    mark = f'<small class="status-{statement.status}">{status}</small>' if status else ""
    return f"<td>{escape(statement.words)}{mark}</td>"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
