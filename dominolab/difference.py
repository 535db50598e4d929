"""The axes on which rulesets differ, with what each says and where."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Any

from .axes import AXES
from .errors import RuleError
from .manuals import Statement
from .rules import LEFT, RuleSet, plain
from .rules import rules as find_rules


@dataclass(frozen=True, slots=True)
class Row:
    """One axis with the statement of each ruleset."""

    axis: str
    statements: tuple[Statement, ...]

    @property
    def title(self) -> str:
        """The axis's name for readers."""
        return str(AXES[self.axis].label)

    @property
    def group(self) -> str:
        """The part of the game it belongs to."""
        return AXES[self.axis].group

    @property
    def differs(self) -> bool:
        """Whether the rulesets have different values here."""
        return any(statement.value != self.statements[0].value for statement in self.statements)


class Diff:
    """Rulesets side by side: one row for each axis on which they differ, in the order of play."""

    def __init__(self, rulesets: tuple[RuleSet, ...], every: bool = False) -> None:
        if len(rulesets) < 2:
            raise RuleError("A comparison needs two rulesets or more.")
        self.rulesets = rulesets
        self.all_rows = tuple(
            Row(name, tuple(rules.statements[name] for rules in rulesets)) for name in AXES
        )
        self.rows = tuple(row for row in self.all_rows if every or row.differs)

    @property
    def axes(self) -> tuple[str, ...]:
        """The names of the axes in this comparison."""
        return tuple(row.axis for row in self.rows)

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, axis: str) -> Row:
        for row in self.all_rows:
            if row.axis == axis:
                return row
        raise RuleError(f"There is no axis {axis!r} in this comparison.")

    @property
    def distance(self) -> int:
        """How many axes have more than one value."""
        return sum(row.differs for row in self.all_rows)

    def to_json(self) -> dict[str, Any]:
        """Return the comparison as JSON writes it."""
        return {
            "rulesets": [rules.id for rules in self.rulesets],
            "axes": [
                {
                    "axis": row.axis,
                    "group": row.group,
                    "differs": row.differs,
                    "cells": [statement_json(statement) for statement in row.statements],
                }
                for row in self.rows
            ],
        }

    def __repr__(self) -> str:
        ids = ", ".join(rules.id for rules in self.rulesets)
        return f"<Diff {ids}: {self.distance} axes differ>"

    def __str__(self) -> str:
        if not self.rows:
            return "These rules do not differ."
        lines = []
        for row in self.rows:
            lines.append(f"{row.title} ({row.axis})")
            for rules, statement in zip(self.rulesets, row.statements, strict=True):
                lines.append(f"  {rules.id:28} {statement.words}  [{_source(statement)}]")
        return "\n".join(lines)

    def _repr_markdown_(self) -> str:
        head = " | ".join(["Axis", *(rules.id for rules in self.rulesets)])
        lines = [f"| {head} |", f"|{'---|' * (len(self.rulesets) + 1)}"]
        for row in self.rows:
            cells = [f"{s.words} ({_source(s)})".replace("|", "\\|") for s in row.statements]
            lines.append(f"| {' | '.join([row.title, *cells])} |")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        head = "".join(
            f"<th scope='col'{LEFT}>{escape(rules.title)}</th>" for rules in self.rulesets
        )
        body = "".join(
            f"<tr><th scope='row'{LEFT}>{escape(row.title)}</th>"
            + "".join(
                f"<td{LEFT}>{escape(s.words)} <small>{escape(_source(s))}</small></td>"
                for s in row.statements
            )
            + "</tr>"
            for row in self.rows
        )
        return (
            f"<table class='dominolab-diff'><thead><tr><th scope='col'{LEFT}>Axis</th>"
            f"{head}</tr></thead><tbody>{body}</tbody></table>"
        )


def _source(statement: Statement) -> str:
    if statement.house:
        return "house rule"
    return f"{statement.status}; {statement.citation}"


def statement_json(statement: Statement) -> dict[str, Any]:
    """Return a statement as JSON writes it."""
    return {
        "axis": statement.axis,
        "value": plain(statement.value),
        "words": statement.words,
        "status": "house" if statement.house else statement.status,
        "says": statement.says,
        "citation": {
            "manual": statement.citation.manual,
            "language": statement.citation.language,
            "line": statement.citation.line,
        },
        "inherited": statement.inherited,
        "falls_back": statement.falls_back,
        "readings": [{"value": plain(r.value), "why": r.why} for r in statement.readings],
        "differences": [
            {
                "says": d.says,
                "phrase": d.phrase,
                "line": d.citation.line,
                "confidence": d.confidence,
                "changes_play": d.changes_play,
                "effect": d.effect,
                "played": d.played,
                "printed_under": d.ruleset,
            }
            for d in statement.differences
        ],
    }


def diff(*rulesets: RuleSet | str, every: bool = False) -> Diff:
    """Compare two rulesets or more: `diff("polyglot", "polyglot@ko")`."""
    found = tuple(find_rules(r) if isinstance(r, str) else r for r in rulesets)
    return Diff(found, every)
