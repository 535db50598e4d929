"""Practice: one question after the other, what was right, the streak, and a second look at slips.

Results are plain data that the page keeps on the reader's device; this module reads them back
without trusting them.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from time import monotonic
from typing import NamedTuple

from .question import KINDS, NOBODY, Question, Setting
from .questions import check, question
from .slips import Given, Verdict, judge

KEPT = 1000
"""So many results are kept on a device; the oldest go first."""
_LONGEST = 120
VERSION = 1


class Result(NamedTuple):
    """One answered question."""

    when: str
    seed: int
    number: int
    """Which question of the set, counted from 1."""
    kind: str
    rules: str
    right: bool
    given: str
    answer: str
    slip: str
    seconds: int
    """How long it took, or -1 where no time was taken."""


@dataclass
class Practice:
    """A set of questions under way."""

    setting: Setting
    timed: bool = False
    at: int = 0
    verdict: Verdict | None = None
    """What came of the answer to the current question; None while it is open."""
    given: Given | None = None
    streak: int = 0
    best_streak: int = 0
    order: list[int] = field(default_factory=list)
    """The questions to be asked, by their place in the set."""
    outcome: dict[int, bool] = field(default_factory=dict)
    """For each question asked whether the first answer was right."""
    reviewing: bool = False
    seconds: int = 0
    """How long the last answer took."""
    clock: Callable[[], float] = monotonic
    _since: float = 0.0

    def __post_init__(self) -> None:
        check(self.setting)
        self.order = self.order or list(range(self.setting.count))
        self._since = self.clock()

    @property
    def over(self) -> bool:
        """Whether every question of this pass has been answered."""
        return self.at >= len(self.order)

    @property
    def number(self) -> int:
        """The current question's place in the set, counted from 1."""
        return self.order[min(self.at, len(self.order) - 1)] + 1

    @property
    def question(self) -> Question:
        """The current question."""
        return question(self.setting, self.number - 1)

    @property
    def right(self) -> int:
        """How many were right at the first answer."""
        return sum(self.outcome.values())

    @property
    def mistakes(self) -> list[int]:
        """The questions that were answered wrong, by their place in the set."""
        return [index for index in sorted(self.outcome) if not self.outcome[index]]

    @property
    def summary(self) -> str:
        """Say how the set went."""
        return f"{self.right} of {len(self.outcome)} right. Longest streak: {self.best_streak}."

    def answer(self, given: Given) -> Result | None:
        """Take an answer to the current question; a second one is not counted."""
        if self.over or self.verdict is not None:
            return None
        asked = self.question
        self.verdict, self.given = judge(asked, given), given
        right = self.verdict.right
        self.streak = self.streak + 1 if right else 0
        self.best_streak = max(self.best_streak, self.streak)
        index = self.number - 1
        if self.reviewing:
            self.outcome[index] = right
        else:
            self.outcome.setdefault(index, right)
        self.seconds = round(self.clock() - self._since)
        seconds = self.seconds if self.timed else -1
        return Result(
            datetime.now(UTC).strftime("%Y-%m-%d %H:%M"),
            self.setting.seed,
            self.number,
            asked.kind,
            asked.rules.id,
            right,
            said(asked, given),
            asked.answer,
            self.verdict.slip,
            seconds,
        )

    def next(self) -> None:
        """Go on to the next question; one that has no answer yet is kept."""
        if self.verdict is not None:
            self.at += 1
            self.verdict = self.given = None
            self._since = self.clock()

    def review(self) -> None:
        """Ask the questions again that were answered wrong."""
        if self.mistakes:
            self.order, self.at, self.reviewing = self.mistakes, 0, True
            self.verdict = self.given = None
            self._since = self.clock()


def said(asked: Question, given: Given) -> str:
    """Say an answer in words."""
    choice = next((option.text for option in asked.options if option.key == given.choice), "")
    if given.points is None or given.choice == NOBODY:
        return choice
    points = f"{given.points} point{'' if given.points == 1 else 's'}"
    return f"{choice}, {points}" if choice else points


def read_answer(asked: Question, choice: str, points: str) -> Given | str:
    """Return the answer that was typed and chosen, or one sentence on what is missing."""
    if asked.options and not any(option.key == choice for option in asked.options):
        return "Choose one of the answers first."
    if asked.points is None or choice == NOBODY:
        return Given(choice, None)
    word = points.strip()
    if not word:
        return "Type how many points first; 0 is an answer too."
    digits = word.lstrip("-−")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 4):
        return f"Points are a whole number, such as 8: “{word[:20]}” is not one."
    return Given(choice, -int(digits) if digits != word else int(digits))


# -- On the device ---------------------------------------------------------------------------------


def write_results(results: list[Result]) -> str:
    """Write results as the device keeps them."""
    return json.dumps({"version": VERSION, "results": [list(r) for r in results[-KEPT:]]})


def read_results(text: str) -> list[Result]:
    """Read what a device kept; whatever does not look like a result is left out."""
    try:
        data = json.loads(text) if text and len(text) < 1_000_000 else {}
    except (ValueError, RecursionError):
        return []
    rows = data.get("results") if isinstance(data, dict) else None
    if not isinstance(rows, list):
        return []
    return [result for row in rows[-KEPT:] if (result := _read_row(row)) is not None]


def _read_row(row: object) -> Result | None:
    types = (str, int, int, str, str, bool, str, str, str, int)
    if not isinstance(row, list) or len(row) != len(types):
        return None
    for value, kind in zip(row, types, strict=True):
        if type(value) is not kind or (isinstance(value, str) and len(value) > 4 * _LONGEST):
            return None
    result = Result(*row)
    return result if result.kind in KINDS else None


def to_csv(results: list[Result]) -> str:
    """Write results as a table for a spreadsheet."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(
        [
            "when (UTC)",
            "seed",
            "question",
            "asked",
            "rules",
            "right",
            "given",
            "answer",
            "slip",
            "seconds",
        ]
    )
    for r in results:
        seconds = "" if r.seconds < 0 else r.seconds
        right = "yes" if r.right else "no"
        row: list[str | int] = [
            r.when,
            r.seed,
            r.number,
            KINDS[r.kind],
            r.rules,
            right,
            r.given,
            r.answer,
            r.slip,
        ]
        writer.writerow([*map(_plain, row), seconds])
    return out.getvalue()


def _plain(value: str | int) -> str | int:
    """Keep a spreadsheet from reading a text as a formula."""
    return (
        f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t") else value
    )


class Summary(NamedTuple):
    """One line of what has been practised so far."""

    kind: str
    answered: int
    right: int


def summary(results: list[Result]) -> list[Summary]:
    """Return for each kind of question how many were answered, and how many right."""
    found = []
    for kind in KINDS:
        of_kind = [r for r in results if r.kind == kind]
        if of_kind:
            found.append(Summary(kind, len(of_kind), sum(r.right for r in of_kind)))
    return found
