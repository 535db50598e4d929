"""Practice and worksheets as state: which set is chosen, the set under way, the results, the paper.

Every action returns what a screen reader is told about it, or raises a DominoError and changes
nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from dominolab.errors import DominoError
from dominolab.rules import rules, rulesets

from . import reading, worked
from .catalog import Page, applies
from .practice import Practice, Result, read_answer, read_results, write_results
from .question import HOW, KINDS, LEVELS, SIDES, Setting
from .questions import MOST, check
from .worksheet import PAPERS, PARTS

MOST_SEEDS = 999_999


@dataclass
class Drill:
    """A set of questions, to be answered on the page or on paper."""

    setting: Setting = field(default_factory=Setting)
    timed: bool = False
    practice: Practice | None = None
    """The set under way, once it has begun."""
    results: list[Result] = field(default_factory=list)
    paper: str = "A4"
    parts: str = "both"

    # -- The set -----------------------------------------------------------------------------------

    def change(self, **changes: object) -> str:
        """Change what questions are about; the set begins anew."""
        self.setting = check(replace(self.setting, **changes))  # type: ignore[arg-type]
        self.practice = None
        return ""

    def set_seed(self, text: str) -> str:
        """Choose the set by its number."""
        return self.change(seed=reading.number(text, "The set's number", 1, MOST_SEEDS))

    def set_count(self, text: str) -> str:
        """Choose how many questions the set has."""
        return self.change(count=reading.number(text, "The number of questions", 1, MOST))

    def set_level(self, text: str) -> str:
        """Choose how hard the questions are."""
        return self.change(level=reading.number(text, "The level", min(LEVELS), max(LEVELS)))

    def choose_how(self, how: str) -> str:
        """Choose how the rounds end that are scored at their end."""
        self.change(how=reading.choice(how, HOW, "end of a round"))
        return f"Rounds that end {HOW[how]}."

    def choose_sides(self, sides: str) -> str:
        """Choose whether the players of these rounds are alone or in pairs."""
        self.change(sides=reading.choice(sides, SIDES, "kind of side"))
        return f"Players {SIDES[sides]}."

    def toggle_kind(self, kind: str, on: bool) -> str:
        """Choose a kind of question, or leave it out."""
        reading.choice(kind, KINDS, "kind")
        chosen = {*self.setting.kinds, kind} if on else {*self.setting.kinds} - {kind}
        return self.change(kinds=tuple(k for k in KINDS if k in chosen))

    def toggle_game(self, game: str, on: bool) -> str:
        """Choose a game, or leave it out."""
        reading.choice(game, rulesets(), "game")
        chosen = {*self.setting.games, game} if on else {*self.setting.games} - {game}
        return self.change(games=tuple(g for g in rulesets() if g in chosen))

    def about(self, page: Page) -> str:
        """Begin a set about a rule: the questions and the games that it decides."""
        kinds = ("play", "best") if page.needs == "ends" else ("end",)
        games = tuple(game for game in rulesets() if applies(rules(game), page))
        self.change(kinds=kinds, games=games, how=_how(page), sides=_sides(page))
        return self.session.question.text

    # -- Practice ----------------------------------------------------------------------------------

    @property
    def session(self) -> Practice:
        """The set under way; one is begun where there is none."""
        if self.practice is None:
            self.practice = Practice(self.setting, self.timed)
        return self.practice

    def again(self) -> str:
        """Begin the same set anew."""
        self.practice = None
        return self.session.question.text

    def take_time(self, on: bool) -> str:
        """Choose whether answers are timed, from the next one on."""
        self.timed = on
        if self.practice is not None:
            self.practice.timed = on
        return "Answers are timed." if on else "Answers are not timed."

    def answer(self, choice: str, points: str) -> str:
        """Take an answer; what is missing or cannot be read is said, and nothing is counted."""
        session = self.session
        given = read_answer(session.question, choice, points)
        if isinstance(given, str):
            raise DominoError(given)
        result = session.answer(given)
        if result is None or session.verdict is None:
            return ""
        self.results.append(result)
        return session.verdict.sentence

    def go_on(self) -> str:
        """Go on to the next question."""
        self.session.next()
        return self.session.summary if self.session.over else self.session.question.text

    def review(self) -> str:
        """Ask once more what was answered wrong."""
        self.session.review()
        return self.session.question.text

    # -- Results on the device ---------------------------------------------------------------------

    def keep(self) -> str:
        """Return the results as the device keeps them; '' where there are none."""
        return write_results(self.results) if self.results else ""

    def recall(self, text: str) -> None:
        """Take over the results that the device kept, before those of this visit."""
        self.results = [*read_results(text), *self.results]

    def forget(self) -> str:
        """Clear all results."""
        self.results = []
        return "All results on this device are cleared."

    # -- Paper -------------------------------------------------------------------------------------

    def choose_paper(self, paper: str) -> str:
        """Choose the paper of the worksheet."""
        self.paper = reading.choice(paper, PAPERS, "paper")
        return PAPERS[self.paper]

    def choose_parts(self, parts: str) -> str:
        """Choose what the worksheet holds."""
        self.parts = reading.choice(parts, PARTS, "part")
        return PARTS[self.parts]


def _how(page: Page) -> str:
    """Return how a round must end for a rule to decide it."""
    if page.needs != "hands":
        return "any"
    if page.axis in worked.WHEN_BLOCKED:
        return "blocked"
    return "out" if page.axis in worked.WHEN_OUT else "any"


def _sides(page: Page) -> str:
    """Return which sides a rule is about."""
    if page.pairs or page.needs == "last":  # alone, no question is about the point for going out
        return "pairs"
    return "alone" if _how(page) != "any" else "any"
