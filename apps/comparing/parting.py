"""The same deal under several rulebooks: where the rounds part, and the rule that parted them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from dominolab.actions import Draw
from dominolab.difference import diff
from dominolab.errors import DominoError, RuleError
from dominolab.match import finish
from dominolab.reasons import Remark, opening_remarks
from dominolab.round import Round
from dominolab.rules import RuleSet
from dominolab.scoring import NAMES
from dominolab.textart import state_words

BOTS = {"greedy": "heaviest tile first", "random": "by chance", "blocker": "to block the next"}
"""The bots that play a deal here, and how they play."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What is the same for every rulebook: the shuffle, the players, and the match so far."""

    players: int = 2
    seed: int = 1
    bots: str = "greedy"
    before: int = 0
    """Each side's match total before the round."""
    previous: int | None = None
    """Who won the round before; None in a first round."""

    def deal(self, rules: RuleSet) -> Round:
        """Deal this shuffle under *rules*."""
        sides = len(rules.teams(rules.check_players(self.players)))
        return Round.deal(
            rules,
            self.players,
            self.seed,
            before=(self.before,) * sides,
            previous=self.previous,
            first=self.previous is None,
        )

    def play(self, rules: RuleSet) -> Played:
        """Let the bots play this shuffle to its end under *rules*."""
        return Played(finish(self.deal(rules), self.bots))


Moment = tuple[object, ...]
"""What can be seen of one moment of a round: the deal, the opener, an action, the end, the match."""

OPENING = 2
"""The moments before the first action: the deal, and who leads."""


class Played:
    """A finished round as a row of moments that can be laid beside another round's."""

    def __init__(self, round_: Round) -> None:
        self.round = round_
        self.rules = round_.rules

    @cached_property
    def moments(self) -> tuple[Moment, ...]:
        """The deal, the opener, each action with what it brought, the end, the match."""
        round_ = self.round
        deal = round_.deals[-1]
        found: list[Moment] = [("deal", deal.hands, deal.stock), ("opener", round_.opener)]
        for index, action in enumerate(round_.actions):
            before = round_.was(index)
            last = index == len(round_.actions) - 1
            after = round_.in_play if last else round_.was(index + 1).in_play
            side = round_.side(before.player)
            drawn = deal.stock[before.drawn] if isinstance(action, Draw) else None
            points = after[side] - before.in_play[side]
            found.append(("action", before.player, str(action), str(drawn), points))
        return (*found, *self.outcome)

    @property
    def outcome(self) -> tuple[Moment, Moment]:
        """How the round ended, and whether the match ended with it."""
        result = self.round.result
        assert result is not None
        totals = [a + b for a, b in zip(self.round.before, result.scores, strict=True)]
        target = self.rules.target
        over = target is None or max(totals) >= target
        leaders = [side for side, total in enumerate(totals) if total == max(totals)]
        winner = tuple(leaders) if over and target is not None else ()
        return ("end", result.how, result.winner, result.scores), ("match", over, winner)

    @property
    def steps(self) -> int:
        """How many actions the round has."""
        return len(self.round.actions)

    def position(self, moment: int) -> Round:
        """Return the round as it stood before that moment."""
        return self.round.at(min(max(moment - OPENING, 0), self.steps))

    def remarks(self, moment: int, names: Sequence[str] = NAMES) -> tuple[Remark, ...]:
        """Explain a moment with the rules behind it."""
        if moment < OPENING:
            return opening_remarks(self.round, names)
        index = moment - OPENING
        if index < self.steps:
            return self.round.step(index).remarks(names)
        return self.round.step(-1).remarks(names)[-1:]

    def say(self, moment: int, names: Sequence[str] = NAMES) -> str:
        """Say what happens at a moment in one or two sentences."""
        round_ = self.round
        if moment == 0:
            size = len(round_.deals[-1].hands[0])
            again = len(round_.deals) - 1
            dealt = f" after {again} deal{'s' if again > 1 else ''} that went back" if again else ""
            return f"Each player takes {size} tiles{dealt}."
        if moment < OPENING:
            return " ".join(remark.sentence for remark in opening_remarks(round_, names))
        index = moment - OPENING
        if index < self.steps:
            return " ".join(r.sentence for r in round_.step(index).remarks(names))
        return self.result_words(names)

    def result_words(self, names: Sequence[str] = NAMES) -> str:
        """Say how the round ended, with the arithmetic of the score."""
        result = self.round.result
        assert result is not None
        text = state_words(self.round, names=names)
        sums = [
            f"{_side(self.round, side, names)}: {sheet.arithmetic}."
            for side, sheet in enumerate(result.sheets)
            if len(sheet.terms) > 1
        ]
        over = self.outcome[1][1]
        goes_on = "" if over or self.rules.target is None else " The match goes on."
        ends = " The match is over." if over and self.rules.target is not None else ""
        return " ".join([text, *sums]) + goes_on + ends


def _side(round_: Round, side: int, names: Sequence[str]) -> str:
    return " and ".join(names[player] for player in round_.teams[side])


def first_parting(one: Played, other: Played) -> int | None:
    """Return the number of the first moment that differs, or None for rounds that are alike."""
    pairs = zip(one.moments, other.moments, strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), None)


@dataclass(frozen=True, slots=True)
class Parting:
    """Where two rounds of one deal part, and the axes that did it."""

    setting: Setting
    one: Played
    other: Played
    moment: int | None
    """The first moment that differs; None where the whole round is alike."""
    axes: tuple[str, ...]
    """The axes that parted them: one if it alone did, more if they did it together or each."""
    together: bool = False
    """Whether it took all of the axes."""

    @property
    def outcome_differs(self) -> bool:
        """Whether winner, points or the state of the match differ at the end."""
        return self.one.outcome != self.other.outcome

    @property
    def where(self) -> str:
        """Say at which moment they part."""
        if self.moment is None:
            return "The two rounds are alike from the deal to the score."
        if self.moment == 0:
            return "They part before the first tile: the deal is not the same."
        if self.moment < OPENING:
            return "They part before the first tile: someone else leads."
        step = self.moment - OPENING
        steps = min(self.one.steps, self.other.steps)
        if step < steps or self.one.steps != self.other.steps:
            return f"They part at step {step + 1}."
        kind = self.one.moments[self.moment][0]
        if kind == "end":
            return f"All {steps} steps are alike; they part at the score."
        return f"All {steps} steps and the score are alike; they part over the match."


def part(setting: Setting, one: RuleSet, other: RuleSet) -> Parting:
    """Play one deal under two rulesets; find where they part and the axes that parted them."""
    left, right = setting.play(one), setting.play(other)
    moment = first_parting(left, right)
    if moment is None:
        return Parting(setting, left, right, None, ())
    axes, together = _blame(setting, left, right, moment)
    return Parting(setting, left, right, moment, axes, together)


def _blame(
    setting: Setting, one: Played, other: Played, moment: int
) -> tuple[tuple[str, ...], bool]:
    """Find by trial which axes, taken over, make one round part as the other does."""
    axes = diff(one.rules, other.rules).axes

    def follows(start: Played, goal: Played, taken: Sequence[str]) -> bool:
        changed = taken_over(start.rules, goal.rules, taken)
        if changed is None:
            return False
        try:
            played = setting.play(changed)
        except DominoError:
            return False
        at = first_parting(played, goal)
        return at is None or at > moment

    for start, goal in ((one, other), (other, one)):
        alone = tuple(axis for axis in axes if follows(start, goal, (axis,)))
        if alone:
            return alone, False
    needed = list(axes)
    for axis in axes:
        fewer = [name for name in needed if name != axis]
        if fewer and follows(one, other, fewer):
            needed = fewer
    return tuple(needed), True


def taken_over(rules: RuleSet, other: RuleSet, axes: Sequence[str]) -> RuleSet | None:
    """Return *rules* with the values of *other* on some axes, or None where that cannot be played."""
    try:
        return rules.replace(**{axis: other.statements[axis].value for axis in axes})
    except RuleError:
        return None


LIMIT = 10_000
"""How many deals are tried before a search gives up."""


@dataclass(frozen=True, slots=True)
class Searched:
    """How far a search has come."""

    tried: int
    limit: int
    found: Parting | None = None


def deals_that_matter(
    one: RuleSet, other: RuleSet, axis: str, setting: Setting, limit: int = LIMIT
) -> Iterator[Searched]:
    """Search the seeds after *setting*'s for a deal whose outcome differs because of *axis*.

    The outcomes of the two rulesets must differ, and so must those of the first ruleset and of
    the same with nothing but that axis taken from the other. Yields after each deal.
    """
    changed = taken_over(one, other, (axis,))
    if changed is None:
        raise RuleError(
            f"{one.id} cannot take {axis} from {other.id} alone: choose another rule to search for."
        )
    for rules in (one, other, changed):
        rules.check_players(setting.players)
    for tried in range(1, limit + 1):
        trial = Setting(setting.players, setting.seed + tried, setting.bots, setting.before)
        outcome = trial.play(one).outcome
        matters = outcome != trial.play(changed).outcome
        if matters and outcome != trial.play(other).outcome:
            yield Searched(tried, limit, part(trial, one, other))
            return
        yield Searched(tried, limit)
