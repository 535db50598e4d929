"""The state behind the step view: a line of play, the place in it, branches, and the match.

No page is needed for any of this. An action that the rules forbid changes nothing and leaves a
sentence in `notes`, under the name of the control that it belongs to.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

from apps.parts.look import refusal
from dominolab import notation
from dominolab.actions import Action
from dominolab.bots import BOTS
from dominolab.errors import DominoError, IllegalAction
from dominolab.layout import Layout
from dominolab.match import Match, previous_winner
from dominolab.reasons import Step, opening_remarks
from dominolab.round import Round
from dominolab.textart import state_words
from dominolab.view import View

from .settings import PERSON, Settings

HINTS = ("greedy", "blocker", "sampler")
"""The bots whose advice is worth hearing."""


class Past(NamedTuple):
    """An earlier round of the match: its scores, and the round itself where it is known."""

    scores: tuple[int, ...]
    round: Round | None = None
    by_bots: bool = False
    """Whether the seed and the bots alone give this round again."""


class Advice(NamedTuple):
    """What a bot would do, and why."""

    bot: str
    action: Action
    why: str


@dataclass(frozen=True)
class Scene:
    """What is in view at one step of one round."""

    round: Round
    index: int
    last: int
    here: Round
    layout: Layout
    whole: Layout
    step: Step | None


class Session:
    """A round (or a match) being looked at and played."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.notes: dict[str, str] = {}
        """What went wrong last, by the control that it belongs to."""
        self.past: list[Past] = []
        self.previous: int | None = None
        """Who won the round before, where the match remembers it."""
        self.line: Round
        """The line of play in view, to its end."""
        self.by_seed = self.by_bots = True
        """Whether the seed gives this deal, and whether the bots alone play this line."""
        self.original: Round | None = None
        """The line that a branch left."""
        self._original_by_bots = False
        self.parted = 0
        """The step at which the branch left it."""
        self.looking: int | None = None
        """Which earlier round of the match is looked at, if not the last."""
        self.index = 0
        self.tile = ""
        """The tile that has been chosen, to be laid at one of its exits."""
        self.advice: tuple[Advice, ...] = ()
        self._seen: Scene | None = None
        self.deal()

    # -- Dealing -----------------------------------------------------------------------------------

    def deal(self) -> None:
        """Deal the first round anew with the settings as they are."""
        self.past, self.previous = [], None
        self.begin_round()

    def new_seed(self) -> None:
        """Deal from another seed, a short one that is easy to tell others."""
        self.change(seed=secrets.randbelow(10_000))

    def change(self, **values: object) -> bool:
        """Change settings that need a new deal."""
        return self._resettle("setup", lambda old: replace(old, **values))  # type: ignore[arg-type]

    def change_rules(self, found: Callable[[Settings], Settings]) -> bool:
        """Change the rules as *found* says, which may refuse; then deal again."""
        return self._resettle("setup", found)

    def _resettle(self, control: str, found: Callable[[Settings], Settings]) -> bool:
        before = self.settings
        try:
            self.settings = found(before)
            self.deal()
        except DominoError as error:
            self.settings = before
            self.notes = {control: str(error)}
            return False
        return True

    def show(self, **values: object) -> None:
        """Change settings that only concern what is shown; the round stays as it is."""
        self.settings = replace(self.settings, **values)  # type: ignore[arg-type]

    def redeal(self) -> Round:
        """Return the last round of the match as its seed deals it."""
        s = self.settings
        return Round.deal(
            s.rules,
            s.players,
            s.seed + len(self.past),
            before=self.before if self.past else None,
            previous=self.previous,
            first=not self.past,
        )

    def begin_round(self) -> None:
        """Deal the next round of the match, and let the bots play."""
        round_ = self.redeal()
        self.play_on(round_)
        self.looking = None
        self.set_line(round_, by_seed=True, by_bots=self.settings.all_bots)

    def set_line(
        self, round_: Round, index: int = 0, *, by_seed: bool, by_bots: bool = False
    ) -> None:
        """Look at *round_* from step *index*, with no branch."""
        self.line, self.original, self.parted = round_, None, 0
        self.by_seed, self.by_bots = by_seed, by_bots
        self.go(index)

    def branch(self, round_: Round, parted: int) -> None:
        """Go on with *round_*, which leaves the line at the step *parted*."""
        if self.original is None:
            self.original, self._original_by_bots, self.parted = self.line, self.by_bots, parted
        self.line, self.by_bots = round_, False
        self.parted = min(self.parted, parted)

    def play_on(self, round_: Round) -> None:
        """Let the bots play until a person has the turn or the round is over."""
        who = self.settings.who
        seed = round_.seed or 0
        bots = {seat: BOTS[name](seed, seat) for seat, name in enumerate(who) if name in BOTS}
        while round_.result is None and round_.turn in bots:
            seat = round_.turn
            round_.push(bots[seat].choose(View(round_, seat)))

    # -- Time --------------------------------------------------------------------------------------

    @property
    def shown(self) -> Round:
        """The whole round in view: the line, or an earlier round of the match."""
        if self.looking is not None:
            known = self.past[self.looking].round
            if known is not None:
                return known
        return self.line

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self.shown.actions)

    @property
    def here(self) -> Round:
        """The round as it stands at the step in view; nobody may push to it."""
        return self._scene.here

    @property
    def open_hands(self) -> str:
        """Whose hands may be seen at the step in view: `all`, `turn` or `none`.

        Who plays in turns against a bot does not see what it holds while it moves.
        """
        s = self.settings
        a_bot_moves = not s.all_bots and s.who[self.here.turn] != PERSON
        return "none" if s.hands == "turn" and a_bot_moves else s.hands

    @property
    def layout(self) -> Layout:
        """The tiles on the table at the step in view."""
        return self._scene.layout

    @property
    def whole_layout(self) -> Layout:
        """The tiles on the table after the last step."""
        return self._scene.whole

    @property
    def step(self) -> Step | None:
        """The step in view, or None before the first."""
        return self._scene.step

    @property
    def _scene(self) -> Scene:
        """What is in view, worked out once for all that show it."""
        shown = self.shown
        old = self._seen
        same_line = old is not None and old.round is shown and old.last == self.last
        if old is not None and same_line and old.index == self.index:
            return old
        here = shown.at(self.index)
        whole = old.whole if old is not None and same_line else shown.layout
        step = shown.step(self.index - 1) if self.index else None
        self._seen = Scene(shown, self.index, self.last, here, here.layout, whole, step)
        return self._seen

    def go(self, index: int) -> None:
        """Go to the step *index*, or as near as there is one."""
        self.index = max(0, min(index, self.last))
        self.tile, self.advice = "", ()
        self.notes = {}

    @property
    def waiting(self) -> bool:
        """Whether the round waits for a person at the step in view."""
        return self.looking is None and self.index == self.last and not self.line.over

    # -- Trying ------------------------------------------------------------------------------------

    def choose(self, tile: str) -> bool:
        """Choose a tile of the player to move, to be laid next; choosing it again lets it go."""
        here = self.here
        self.notes, self.advice = {}, ()
        if self.tile == tile:
            self.tile = ""
            return True
        try:
            places = self.places(tile)
            if not places:
                notation.parse_move(here, tile, self.names)
        except DominoError as error:
            self.tile, self.notes = "", {"try": refusal(here.rules, error)}
            return False
        self.tile = tile
        return True

    def places(self, tile: str) -> tuple[str, ...]:
        """Return the moves that lay *tile* now, as they are typed with their place."""
        return tuple(str(a) for a in self.here.legal() if str(a).partition("@")[0] == tile)

    def act(self, text: str) -> bool:
        """Do what *text* says at the step in view: go on, or branch off; else leave a note."""
        self.notes = {}
        try:
            if self.looking is not None:
                raise IllegalAction(
                    "This round is over and others followed it: go back to the last round to try."
                )
            action = notation.parse_move(self.here, text, self.names)
        except DominoError as error:
            self.notes = {"try": refusal(self.settings.rules, error)}
            return False
        self._take(action)
        return True

    def act_instead(self, step: int, text: str) -> bool:
        """Go back before the step number *step* (from 1) and do *text* there instead."""
        before = self.index
        self.go(step - 1)
        done = self.act(text)
        if not done:
            notes = self.notes
            self.go(before)
            self.notes = notes
        return done

    def _take(self, action: Action) -> None:
        at = self.index
        if at < self.last and self.line.actions[at] is action:
            self.go(at + 1)
            return
        grown = self.line.at(at)
        grown.push(action)
        self.play_on(grown)
        if at < self.last or self.original is not None:
            self.branch(grown, at)
        else:
            self.line, self.by_bots = grown, False
        self.go(at + 1)

    def go_back(self) -> None:
        """Leave the branch: back to the original line, at the step where it was left."""
        if self.original is not None:
            self.set_line(
                self.original, self.parted, by_seed=self.by_seed, by_bots=self._original_by_bots
            )

    def hint(self) -> bool:
        """Ask the bots what they would do at the step in view, and why."""
        here = self.here
        if here.over:
            self.notes = {"try": "The round is over: there is nothing left to do."}
            return False
        view = View(here)
        found = []
        for name in HINTS:
            bot = BOTS[name](here.seed or 0, here.turn)
            action = bot.choose(view)
            found.append(Advice(name, action, bot.why(view, action)))
        self.advice, self.notes = tuple(found), {}
        return True

    # -- The match ---------------------------------------------------------------------------------

    @property
    def before(self) -> tuple[int, ...]:
        """Each side's total before the last round."""
        sides = len(self.settings.rules.teams(self.settings.players))
        return tuple(sum(past.scores[side] for past in self.past) for side in range(sides))

    @property
    def match(self) -> Match:
        """The match with the rounds that are known, to ask for totals and the winner."""
        s = self.settings
        match = Match(s.rules, s.players, s.seed)
        match.rounds = [past.round for past in self.past if past.round is not None]
        match.rounds.append(self.line)
        return match

    @property
    def complete(self) -> bool:
        """Whether every round of the match is known."""
        return all(past.round is not None for past in self.past)

    @property
    def can_continue(self) -> bool:
        """Whether there is a next round to deal."""
        return self.settings.match and self.line.over and not self.match.over

    def next_round(self) -> bool:
        """Deal the next round of the match."""
        if not self.can_continue:
            over = self.line.over
            self.notes = {
                "match": "The match is over." if over else "The round has to be played to its end."
            }
            return False
        result = self.line.result
        assert result is not None
        self.previous = previous_winner(self.line)
        self.past.append(Past(result.scores, self.line, self.by_bots))
        self.begin_round()
        return True

    def look_at(self, number: int) -> None:
        """Look at the round *number* (from 0) of the match, from its end."""
        if 0 <= number < len(self.past) and self.past[number].round is not None:
            self.looking = number
            self.go(self.last)
        elif number == len(self.past):
            self.looking = None
            self.go(self.last)

    # -- Words -------------------------------------------------------------------------------------

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, one for each seat."""
        return self.settings.names[: self.settings.players]

    def says(self) -> str:
        """Return what a screen reader says about the step in view."""
        remarks = (
            self.step.remarks(self.names) if self.step else opening_remarks(self.shown, self.names)
        )
        said = [f"Step {self.index} of {self.last}.", *(remark.sentence for remark in remarks)]
        return " ".join([*said, state_words(self.here, names=self.names)])


__all__ = ["HINTS", "PERSON", "Advice", "Past", "Session"]
