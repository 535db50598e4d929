"""Records: a round or a match as JSON that any program can replay and referee, written and read.

What is read is always checked: a record that breaks a rule gives a sentence instead of a round.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import Any, BinaryIO

from .actions import Play, exit_tile
from .errors import RecordError
from .findings import show
from .jsontext import Json, documents
from .match import Match
from .referee import replay_any, replay_match
from .replay import replay
from .round import Round
from .rules import RuleSet, plain_house
from .shape import MATCH_FORMAT, ROUND_FORMAT
from .state import in_play_count
from .tiles import TILES, Tile

Record = dict[str, Any]


def round_record(round_: Round) -> Record:
    """Write a finished round as a record."""
    result = round_.result
    if result is None:
        raise RecordError("The round is not over: only a finished round can be recorded.")
    deal = round_.deals[-1]
    if round_.was(0).free or sum(map(len, deal.hands)) + len(deal.stock) != len(TILES):
        raise RecordError(
            "The round began from a position: only one that was dealt can be recorded."
        )
    return {
        "format": ROUND_FORMAT,
        **heading(round_.rules, round_.players),
        "seed": round_.seed,
        "deals": [
            {"hands": [_names(hand) for hand in deal.hands], "stock": _names(deal.stock)}
            for deal in round_.deals
        ],
        "lot": None if round_.opening.lot is None else _names(round_.opening.lot),
        "opener": round_.opener,
        "target": round_.rules.target,
        "before": list(round_.before),
        "events": list(_events(round_)),
        "result": {
            "how": result.how,
            "winner": list(result.winner),
            "hands": [_names(hand) for hand in result.hands],
            "pips": list(result.pips),
            "in_play": list(result.in_play),
            "scores": list(result.scores),
        },
    }


def match_record(match: Match) -> Record:
    """Write the finished rounds of a match as a record."""
    rounds = [round_ for round_ in match.rounds if round_.over]
    if not rounds:
        raise RecordError("No round of the match is over: there is nothing to record yet.")
    return {
        "format": MATCH_FORMAT,
        **heading(match.rules, match.players),
        "target": match.rules.target,
        "rounds": [round_record(round_) for round_ in rounds],
        "totals": list(match.totals),
        "winner": list(match.winner),
    }


def heading(rules: RuleSet, players: int) -> Record:
    """Write what rounds and matches have in common; the target has its own place."""
    house = plain_house(rules)
    if house.get("target") is not None:
        del house["target"]  # only playing without one is a house rule in its own right
    teams = rules.teams(players)
    return {
        "rules": rules.id,
        "house": house,
        "players": players,
        "teams": [list(team) for team in teams] if len(teams[0]) == 2 else None,
    }


def _names(tiles: tuple[Tile, ...]) -> list[str]:
    return [str(tile) for tile in tiles]


def _events(round_: Round) -> Iterator[Record]:
    plan = round_.rules.plan
    stock = round_.deals[-1].stock
    stands = [round_.was(index) for index in range(len(round_.actions))]
    for action, before, after in zip(
        round_.actions, stands, [*stands[1:], round_.now()], strict=True
    ):
        event: Record = {"player": before.player, "do": action.kind}
        if isinstance(action, Play):
            count = None
            if plan.in_play != "none":
                count = in_play_count(after.free, plan.in_play, plan.end_double)[0].points
            event["tile"] = str(action.tile)
            event["on"] = None if action.on is None else str(action.on)
            event["exits"] = [[str(exit_tile(code)), code & 7] for code in after.open]
            event["count"] = count
            event["points"] = sum(after.in_play) - sum(before.in_play)
        elif action.kind == "draw":
            event["tile"] = str(stock[before.drawn])
        yield event


def dumps(record: Record) -> str:
    """Write a record as one line of text, the same for the same record."""
    return json.dumps(record, separators=(",", ":"), ensure_ascii=True, allow_nan=False)


def loads(source: str | bytes | BinaryIO) -> list[Record]:
    """Read the records of a text: one round, one match, or one a line. They are not yet checked."""
    found = list(documents(source))
    records = []
    for line, value, error in found:
        where = f"Line {line}: " if len(found) > 1 else ""
        if error is not None:
            raise RecordError(f"{where}{error}")
        if not isinstance(value, dict):
            raise RecordError(f"{where}The record must be an object, not {show(value)}.")
        records.append(value)
    return records


def load(path: str | os.PathLike[str]) -> list[Record]:
    """Read the records of a file as `loads` does, without ever holding too large a one."""
    try:
        with open(path, "rb") as file:
            return loads(file)
    except OSError as error:
        why = error.strerror or "it cannot be opened"
        raise RecordError(f"The file {os.fspath(path)!r} cannot be read: {why}.") from None


def read_round(record: Json) -> Round:
    """Rebuild the round of a record, which must not break a rule."""
    return replay(record)


def read_match(record: Json) -> Match:
    """Rebuild the match of a record, which must not break a rule."""
    return replay_match(record)


def read(record: Json) -> Round | Match:
    """Rebuild the round or match of a record, which must not break a rule."""
    return replay_any(record)


__all__ = [
    "Record",
    "dumps",
    "heading",
    "load",
    "loads",
    "match_record",
    "read",
    "read_match",
    "read_round",
    "round_record",
]
