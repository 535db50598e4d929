"""Records of real rounds, and ways to make them wrong."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

import dominolab as dl
from dominolab import record
from dominolab.findings import Violation
from dominolab.match import Match

Record = record.Record
Change = Callable[[Record], object]
SCHEMA_FILE = Path(__file__).parent / "data" / "round.schema.json"
SCHEMA = Draft202012Validator(json.loads(SCHEMA_FILE.read_text("utf-8")))


def recorded(name: str, players: int = 2, seed: int = 1, **house: Any) -> Record:
    return record.round_record(dl.play(dl.rules(name, **house), players, seed=seed))


def matched(name: str, players: int = 2, seed: int = 5, **house: Any) -> Record:
    return record.match_record(Match(dl.rules(name, **house), players, seed=seed).play())


POLYGLOT = recorded("polyglot")  # Ben leads 6-6; event 10 is the first draw; Ben goes out
BLOCK = recorded("block")  # blocked; Ben wins 10
TIED = recorded("block", seed=0)  # blocked, nobody wins
DRAW = recorded("draw", 3)
MUGGINS = recorded("muggins", 3, seed=4)
PAIRS = recorded("fives-and-threes", 4, seed=2)
BLOCKED_PAIRS = next(
    found for s in range(50) if (found := recorded("block", 4, s))["result"]["how"] == "blocked"
)
SEBASTOPOL = recorded("sebastopol", 4, seed=2)
JANOD = recorded("janod", 3, seed=2)  # Ben wins the lot
REDEALT = next(
    found for s in range(5000) if len((found := recorded("polyglot", 2, s))["deals"]) > 1
)
MATCH = matched("muggins", 3)  # 11 rounds, Ann wins 62 to 27 to 48
TARGET = next(each for each in MATCH["rounds"][::-1] if each["result"]["how"] == "target")
ONE_ROUND = matched("block")


def changed(original: Record, change: Change) -> Record:
    copied = copy.deepcopy(original)
    change(copied)
    return copied


def put(value: object, *path: str | int) -> Change:
    """Make a change that sets what stands at *path*."""

    def change(found: Any) -> None:
        for step in path[:-1]:
            found = found[step]
        found[path[-1]] = value

    return change


def drop(*path: str | int) -> Change:
    """Make a change that takes away what stands at *path*."""

    def change(found: Any) -> None:
        for step in path[:-1]:
            found = found[step]
        del found[path[-1]]

    return change


def add(value: object, at: int, *path: str | int) -> Change:
    """Make a change that inserts *value* before place *at* of the list at *path*."""

    def change(found: Any) -> None:
        for step in path:
            found = found[step]
        found.insert(at if at >= 0 else len(found), value)

    return change


def with_event(original: Record, at: int, **values: object) -> Record:
    """Return a record with other values in the event *at*, counted from 0."""
    return changed(original, lambda r: r["events"][at].update(values))


def first(found: Record, do: str) -> int:
    return next(place for place, event in enumerate(found["events"]) if event["do"] == do)


def sentence_of(found: Violation | None) -> str:
    assert found is not None
    assert "\n" not in found.sentence
    assert found.sentence.endswith(".")
    assert len(found.sentence) < 500
    return found.sentence


PASS = {"player": 1, "do": "pass"}
LINE = record.dumps(POLYGLOT)
