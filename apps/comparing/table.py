"""Side by side: one row for each axis, one column for each ruleset, and the table as files."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape

from apps.parts.look import STATUS_WORDS, statement_status
from dominolab.axes import AXES, GROUPS
from dominolab.difference import Diff, Row
from dominolab.manuals import GENERAL, Statement
from dominolab.notation import rules_text
from dominolab.rules import RuleSet

FEWEST, MOST = 2, 6
"""How many rulesets stand side by side."""


def status_words(statement: Statement) -> str:
    """Say what a rule's status is, as its mark does."""
    return STATUS_WORDS[statement_status(statement)]


def source(statement: Statement) -> str:
    """Say where a rule stands, and whose text it is where that is another game's."""
    if statement.house:
        return "house rule"
    if statement.inherited == GENERAL:
        return f"{statement.citation}, in the general part"
    if statement.inherited:
        return f"{statement.citation}, taken over from {statement.inherited}"
    return str(statement.citation)


@dataclass(frozen=True, slots=True)
class Table:
    """Rulesets side by side as a reader has arranged them."""

    columns: tuple[RuleSet, ...]
    every: bool = False
    """Whether rows stand here on which all rulesets agree."""
    search: str = ""
    hidden: frozenset[str] = frozenset()
    order: tuple[str, ...] = ()
    """Axes that the reader moved: they come first, the others follow in the order of play."""

    @property
    def diff(self) -> Diff:
        """The library's comparison behind the table."""
        return Diff(self.columns, every=True)

    @property
    def axes(self) -> tuple[str, ...]:
        """All axes in the reader's order."""
        return (*self.order, *(name for name in AXES if name not in self.order))

    def rows(self) -> tuple[Row, ...]:
        """Return the rows that are shown, in the reader's order."""
        found = {row.axis: row for row in self.diff}
        return tuple(found[name] for name in self.axes if self._shows(found[name]))

    def _shows(self, row: Row) -> bool:
        if row.axis in self.hidden or not (self.every or row.differs):
            return False
        words = self.search.casefold().split()
        text = _searched(row)
        return all(word in text for word in words)

    def groups(self) -> Iterator[tuple[str, tuple[Row, ...]]]:
        """Yield the rows under the part of the game they belong to; moved rows stand on top."""
        rows = self.rows()
        moved = tuple(row for row in rows if row.axis in self.order)
        if moved:
            yield "moved by you", moved
        for group in GROUPS:
            of_group = tuple(r for r in rows if r.group == group and r.axis not in self.order)
            if of_group:
                yield group, of_group

    def moved(self, axis: str, by: int) -> tuple[str, ...]:
        """Return the order with the shown row *axis* moved up (-1) or down (1) past its neighbour."""
        shown = [row.axis for row in self.rows()]
        at = shown.index(axis)
        to = min(max(at + by, 0), len(shown) - 1)
        names = list(self.axes)
        here, there = names.index(axis), names.index(shown[to])
        names.insert(there, names.pop(here))
        return shortest(names)

    @property
    def summary(self) -> str:
        """Say how much differs and what is left out."""
        rows = self.diff
        differing = sum(row.differs for row in rows)
        shown = len(self.rows())
        text = f"{differing} of {len(rows)} rules differ."
        if shown != (len(rows) if self.every else differing):
            text += f" {shown} {'is' if shown == 1 else 'are'} shown."
        return text


def shortest(names: Sequence[str]) -> tuple[str, ...]:
    """Return the shortest start of *names* after which the order of play goes on by itself."""
    for length in range(len(names) + 1):
        kept = names[:length]
        if [*kept, *(name for name in AXES if name not in kept)] == list(names):
            return tuple(kept)
    return tuple(names)


def _searched(row: Row) -> str:
    axis = AXES[row.axis]
    parts = [row.axis, row.title, axis.doc or "", row.group]
    for statement in row.statements:
        parts += [statement.words, statement.says, status_words(statement)]
    return " ".join(parts).casefold()


# -- The table as a file ---------------------------------------------------------------------------


def heading(rules: RuleSet) -> str:
    """Return a column's heading: the game, its language and manual, and house rules if any."""
    _, _, house = rules_text(rules).partition(" ")
    return f"{rules.title}, {rules.manual.name}" + (f", with {house}" if house else "")


def _records(table: Table) -> Iterator[tuple[Row, list[Statement]]]:
    for _, rows in table.groups():
        for row in rows:
            yield row, list(row.statements)


def to_csv(table: Table) -> str:
    """Return the table with one line for each axis, and for each ruleset rule, status, source."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    head = ["part of the game", "axis", "question", "differs"]
    for rules in table.columns:
        name = rules_text(rules)
        head += [name, f"{name}: status", f"{name}: source"]
    writer.writerow(head)
    for row, statements in _records(table):
        line = [row.group, row.axis, AXES[row.axis].doc, "yes" if row.differs else "no"]
        for statement in statements:
            line += [statement.words, status_words(statement), source(statement)]
        writer.writerow(line)
    return out.getvalue()


def to_markdown(table: Table) -> str:
    """Return the table as Markdown."""
    lines = [_markdown_row(["Rule", *map(heading, table.columns)])]
    lines.append(f"|{' --- |' * (len(table.columns) + 1)}")
    for row, statements in _records(table):
        cells = [
            f"{s.words} *({status_words(s)}" + (")*" if s.house else f"; {source(s)})*")
            for s in statements
        ]
        lines.append(_markdown_row([f"**{row.title}**", *cells]))
    return "\n".join(lines) + "\n"


def _markdown_row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def to_page(table: Table) -> str:
    """Return the table as a page of its own, to print or to keep."""
    head = "".join(
        f"<th scope='col'>{escape(rules.title)}<br><small>{escape(rules.manual.name)}"
        f"<br>{escape(rules_text(rules))}</small></th>"
        for rules in table.columns
    )
    body = "".join(
        f"<tr><th colspan='{len(table.columns) + 1}' scope='colgroup'>{escape(group)}</th></tr>"
        + "".join(map(_page_row, rows))
        for group, rows in table.groups()
    )
    title = " and ".join(rules.title for rules in table.columns)
    return (
        "<!doctype html><html lang='en'><head><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width'>"
        f"<title>{escape(title)}: the rules side by side</title><style>{_PAGE_STYLE}</style></head>"
        f"<body><h1>The rules side by side</h1><p>{escape(table.summary)}</p><table>"
        f"<thead><tr><th scope='col'>Rule</th>{head}</tr></thead>"
        f"<tbody>{body}</tbody></table></body></html>"
    )


def _page_row(row: Row) -> str:
    cells = "".join(
        f"<td>{escape(s.words)}<br><small>{escape(status_words(s))}"
        + ("" if s.house else f"; {escape(source(s))}")
        + "</small></td>"
        for s in row.statements
    )
    mark = " class='differs'" if row.differs else ""
    return (
        f"<tr{mark}><th scope='row'>{escape(row.title)}<br>"
        f"<small>{escape(AXES[row.axis].doc or '')}</small></th>{cells}</tr>"
    )


_PAGE_STYLE = (
    "body{font:15px/1.4 system-ui,sans-serif;margin:1.5rem;color:#20242a;background:#fff}"
    "table{border-collapse:collapse;width:100%}th,td{border:1px solid #b9b5a8;padding:.4rem .5rem;"
    "text-align:left;vertical-align:top}small{color:#565d66;font-weight:400}"
    "th[scope=colgroup]{background:#f0ede4}.differs>th{border-left:4px solid #20242a}"
    "tr{break-inside:avoid}thead{display:table-header-group}"
    "@page{size:A4 landscape;margin:12mm}@media print{body{margin:0;font-size:10pt}}"
)
