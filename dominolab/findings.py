"""What a referee finds: the violation, and the words in which its one sentence is told."""

from __future__ import annotations

from collections.abc import Sequence

from .actions import Action, Draw, Pass, Play, exit_tile
from .errors import RecordError, one_of
from .round import Round
from .rules import RuleSet
from .scoring import NAMES
from .tiles import Tile, shorten


class Violation(RecordError):  # noqa: N818 - the referee's word
    """What is wrong with a record: the sentence, and where and which rule if one is concerned."""

    def __init__(
        self, sentence: str, *, event: int | None = None, axis: str = "", round_: int | None = None
    ) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.event = event
        """The number of the event, counted from 1, where an event is wrong."""
        self.axis = axis
        """The axis whose rule is broken, or '' where it is none."""
        self.round = round_
        """The number of the round, counted from 1, where a match's round is wrong."""

    def in_round(self, number: int) -> Violation:
        """Return the same violation as one of a match's rounds."""
        sentence = f"Round {number}: {self.sentence}"
        return Violation(sentence, event=self.event, axis=self.axis, round_=number)


def show(thing: object) -> str:
    """Return a value as a sentence names it: short, whatever it is."""
    if isinstance(thing, dict):
        return "an object"
    if isinstance(thing, list):
        return "a list"
    if isinstance(thing, bool):
        return "true" if thing else "false"
    if thing is None:
        return "null"
    if isinstance(thing, int) and thing.bit_length() > 128:
        return "a very long number"
    return shorten(thing)


def broken(rules: RuleSet, axis: str, what: str, event: int | None = None) -> Violation:
    """Make the violation of a rule: what is wrong, then the rule and its source."""
    statement = rules.statements[axis]
    words = statement.words.rstrip(".")
    source = "a house rule" if statement.house else str(statement.citation)
    return Violation(
        f"{what.rstrip('.')} ({words[0].lower()}{words[1:]}; {source}).", event=event, axis=axis
    )


# -- Words -----------------------------------------------------------------------------------------


def deed(action: Action, named: Tile | None = None) -> str:
    """Say what a player does; *named* is the tile that is drawn."""
    if isinstance(action, Play):
        return f"lays {action.tile}" + (f" on {action.on}" if action.on is not None else "")
    return f"draws {named}" if isinstance(action, Draw) else "passes"


def options(round_: Round) -> str:
    """Say what is possible now, as in `lay 6-4 on 6-6 or draw`."""
    legal = round_.legal()
    lays = [deed(action).removeprefix("lays ") for action in legal if isinstance(action, Play)]
    words = [f"lay {some(lays)}"] if lays else []
    words += ["draw"] if any(isinstance(action, Draw) for action in legal) else []
    words += ["pass"] if any(isinstance(action, Pass) for action in legal) else []
    return one_of(words)


def some(things: Sequence[object], most: int = 4) -> str:
    """Join the first few of *things*; `nothing` where there are none."""
    words = [str(thing) for thing in things]
    if len(words) > most:
        return f"{', '.join(words[:most])} or {len(words) - most} more"
    return ", ".join(words) or "nothing"


def people(players: Sequence[int]) -> str:
    """Name *players*, as in `Ann and Cy`."""
    return " and ".join(NAMES[player] for player in players[: len(NAMES)]) or "nobody"


def numbers(given: Sequence[int]) -> str:
    """Write numbers as JSON does."""
    return f"[{', '.join(map(show, given))}]"


def ends_text(codes: Sequence[int]) -> str:
    """Say where the numbered exits are, as in `6 of 6-4, 4 of 6-4`."""
    return some([f"{code & 7} of {exit_tile(code)}" for code in codes], most=30)


def whereabouts(round_: Round, wanted: Tile) -> str:
    """Say where a tile is that someone does not hold."""
    for player, hand in enumerate(round_.hands):
        if wanted in hand:
            return f"{NAMES[player]} holds it"
    return "it is in the stock" if wanted in round_.stock else "it has been laid"
