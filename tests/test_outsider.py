"""Our records before a referee that shares nothing with the library, and ours before its verdicts."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

import dominolab as dl
from dominolab.record import dumps, match_record, round_record
from dominolab.referee import check
from outsider import SET, Outsider, Record, check_match

pytestmark = pytest.mark.usefixtures("untraced")


def written(record: Record) -> Record:
    """Return a record as another program would read it."""
    found: Record = json.loads(dumps(record))
    return found


@pytest.mark.parametrize("name", dl.printings())
def test_another_referee_finds_nothing_wrong(name: str) -> None:
    rules = dl.rules(name)
    for players in rules.counts:
        for seed in range(12):
            bots = ("random", "greedy")[seed % 2]
            Outsider(written(round_record(dl.play(rules, players, seed, bots)))).check()
        target = None if rules.target_list else 20
        check_match(written(match_record(dl.Match(rules, players, 1, target=target).play())))


def leaves(thing: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of everything in a record."""
    inside = thing if isinstance(thing, dict) else range(len(thing) if type(thing) is list else 0)
    for key in inside:
        yield (*path, key)
        yield from leaves(thing[key], (*path, key))


def corrupted(record: Record, chance: random.Random) -> Record:
    """Return a record in which one thing is gone, doubled, exchanged or another."""
    wrong = copy.deepcopy(record)
    *way, last = chance.choice([path for path in leaves(wrong) if "seed" not in path])
    place: Any = wrong
    for key in way:
        place = place[key]
    value = place[last]
    how = chance.randrange(4)
    if how == 0:
        del place[last]
    elif how == 1 and isinstance(place, list):
        place.insert(last, copy.deepcopy(value))
    elif how == 2 and isinstance(place, list):
        other = chance.randrange(len(place))
        place[last], place[other] = place[other], place[last]
    elif type(value) is int:
        place[last] = chance.choice([value + 1, value - 1, None, str(value), [value], 10**30])
    elif type(value) is str:
        place[last] = chance.choice([*SET, "9-9", "", "play", "draw", "pass", None, 5, f"{value} "])
    else:
        place[last] = chance.choice([[], {}, None, 0, "6-6"])
    return wrong


def is_right(record: Record) -> bool:
    """Ask the outsider, who trips over what has not even the form of a record."""
    try:
        Outsider(record).check()
    except Exception:
        return False
    return True


@pytest.mark.long
@pytest.mark.parametrize("game", dl.rulesets())
def test_whatever_the_other_referee_objects_to_is_found_in_one_sentence(game: str) -> None:
    chance = random.Random(game)
    printings = [name for name in dl.printings() if name.partition("@")[0] == game]
    found = 0
    while found < 300:
        rules = dl.rules(chance.choice(printings))
        players = chance.choice(rules.counts)
        record = written(round_record(dl.play(rules, players, chance.randrange(10**6))))
        for _ in range(30):
            wrong = corrupted(record, chance)
            if is_right(wrong):
                continue
            violation = check(wrong)
            assert violation is not None, wrong
            assert "\n" not in violation.sentence
            assert violation.sentence.endswith(".")
            found += 1
