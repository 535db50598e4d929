"""Dominolab: domino games from five real manuals, played step by step and explained.

>>> import dominolab as dl
>>> round = dl.Round.deal(dl.rules("muggins"), players=2, seed=7)
>>> round.push(round.legal()[0])
>>> print(round.step().sentence())
Ann leads 6-6: the highest double has to be led.
"""

from typing import TYPE_CHECKING, Any

from .actions import DRAW, PASS, Action, Draw, Pass, Play
from .difference import Diff, diff
from .errors import DominoError, IllegalAction, NotationError, RecordError, RuleError
from .layout import Layout
from .match import Match, play
from .reasons import Step
from .round import Result, Round
from .rules import RuleSet, printings, rules, rulesets
from .scoring import Score
from .tiles import TILES, Hand, Tile

if TYPE_CHECKING:
    from .record import dumps, load, loads, match_record, read, round_record
    from .referee import check
    from .simulate import simulate
    from .telling import transcript

__version__ = "0.1.0"

# What a plain round does not need is imported when it is first asked for: numpy above all.
_LATER = {
    "check": "referee",
    "dumps": "record",
    "load": "record",
    "loads": "record",
    "match_record": "record",
    "read": "record",
    "round_record": "record",
    "simulate": "simulate",
    "transcript": "telling",
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module 'dominolab' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f".{_LATER[name]}", __name__), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATER})


__all__ = [
    "DRAW",
    "PASS",
    "TILES",
    "Action",
    "Diff",
    "DominoError",
    "Draw",
    "Hand",
    "IllegalAction",
    "Layout",
    "Match",
    "NotationError",
    "Pass",
    "Play",
    "RecordError",
    "Result",
    "Round",
    "RuleError",
    "RuleSet",
    "Score",
    "Step",
    "Tile",
    "check",
    "diff",
    "dumps",
    "load",
    "loads",
    "match_record",
    "play",
    "printings",
    "read",
    "round_record",
    "rules",
    "rulesets",
    "simulate",
    "transcript",
]
