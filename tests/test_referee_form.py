"""The referee on records of a wrong form, and on whatever else anyone may write."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dominolab import record
from dominolab.referee import check, check_text
from records import (
    BLOCK,
    DRAW,
    JANOD,
    LINE,
    MATCH,
    MUGGINS,
    PAIRS,
    POLYGLOT,
    REDEALT,
    SCHEMA,
    SEBASTOPOL,
    TARGET,
    Change,
    Record,
    changed,
    drop,
    put,
    recorded,
    sentence_of,
)

# -- What is wrong: the form -----------------------------------------------------------------------


@pytest.mark.parametrize("field", POLYGLOT)
def test_a_missing_field_is_named(field: str) -> None:
    assert sentence_of(check(changed(POLYGLOT, drop(field)))) == (
        f"The record lacks the field '{field}'."
    )


@pytest.mark.parametrize("field", MATCH)
def test_a_missing_field_of_a_match_is_named(field: str) -> None:
    said = sentence_of(check(changed(MATCH, drop(field))))
    # Without a format it is taken for a round, which lacks other fields first.
    assert said.startswith("The record lacks the field '")
    assert field in said


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (put("dominolab-round/2", "format"), "format = 'dominolab-round/2' is not possible: give "),
        (put([], "format"), "format = a list is not possible: give 'dominolab-round/1' or 'dom"),
        (put(1, "colour"), "The record has a field 'colour' that the format does not have."),
        (put("chess", "rules"), "There is no ruleset 'chess': choose "),
        (put("muggins@xx", "rules"), "'muggins' is not printed in 'xx': choose "),
        (put(None, "rules"), "rules = null is not possible: give an id such as"),
        (put("x" * 5000, "rules"), "rules = 'xxxxxxxxx"),
        (put([], "house"), "house must be an object, not a list."),
        (put({"colour": "red"}, "house"), "house has 'colour', and there is no such axis: "),
        (put({"tie": "red"}, "house"), "house: tie = 'red' is not possible: choose nobody or "),
        (put({"tie": 1}, "house"), "house has tie = 1, which that axis cannot have."),
        (put({"tie": "x" * 999}, "house"), "which that axis cannot have."),
        (put({"reserve": True}, "house"), "house has reserve = true, which that axis cannot have."),
        (put({"reserve": "2"}, "house"), "house has reserve = '2', which that axis cannot have."),
        (put({"reserve": 10**13}, "house"), "house has reserve = 10000000000000, which"),
        (put({"reserve": None}, "house"), "house: reserve = None is not possible"),
        (put({"players": [2, 9]}, "house"), "house: players = [2, 9] is not possible"),
        (put({"players": [2.0, 4]}, "house"), "house has players = a list, which that axis cannot"),
        (put({"hand": {"2": 1e999}}, "house"), "house has hand = an object, which that axis can"),
        (put({"hand": {"02": 7}}, "house"), "house has hand = {'02': 7}: write it as {'2': 7}."),
        (put({"hand": {"2": 15}}, "house"), "2 players can hold from 1 to 14 of the 28 tiles each"),
        (put({"hand": {"2" * 99: 7}}, "house"), "house has hand = an object, which that axis"),
        (put({"target_list": list(range(99))}, "house"), "house has target_list = a list, which"),
        (put({"target": 50}, "house"), "target is 100, but house has 50 for it."),
        (put(6, "players"), "players = 6 is not possible: give a whole number from 2 to 5."),
        (put(True, "players"), "players = true is not possible: give a whole number from 2 to 5."),
        (put(2.0, "players"), "players = 2.0 is not possible: give a whole number from 2 to 5."),
        (put("2", "players"), "players = '2' is not possible: give a whole number from 2 to 5."),
        (put("7", "seed"), "seed = '7' is not possible: give a whole number."),
        (put(0, "target"), "target = 0 is not possible: give a whole number, 1 or more."),
        (put(10**9, "target"), "target = 1000000000 is not possible: a whole number from 1 to "),
        (put(2, "opener"), "opener = 2 is not possible: give a whole number from 0 to 1."),
        (put({}, "deals"), "deals must be a list, not an object."),
        (put(5, "deals", 0), "Deal 1 must be an object, not 5."),
        (drop("deals", 0, "stock"), "Deal 1 lacks the field 'stock'."),
        (put("6-4", "deals", 0, "stock"), "Deal 1: stock must be a list, not '6-4'."),
        (put("9-9", "deals", 0, "hands", 1, 0), "Deal 1: the hand of Ben: '9-9' is not a tile: "),
        (put(64, "deals", 0, "stock", 3), 'Deal 1: stock = 64 is not a tile: write it as "6-4".'),
        (put(["0"], "before"), "before must have 2 entries"),
        (put(["0", 0], "before"), "before = '0' is not possible: give a whole number."),
        (put(None, "events"), "events must be a list, not null."),
        (put([None], "events"), "Event 1 must be an object, not null."),
        (put({}, "events", 4), "Event 5 lacks the field 'player'."),
        (drop("events", 4, "do"), "Event 5 lacks the field 'do'."),
        (drop("events", 4, "exits"), "Event 5 lacks the field 'exits'."),
        (put("jump", "events", 4, "do"), "Event 5: do = 'jump' is not possible: choose play, draw"),
        (put(["play"], "events", 4, "do"), "Event 5: do = a list is not possible"),
        (put("pass", "events", 4, "do"), "Event 5 has a field 'tile' that the format does not"),
        (put(True, "events", 0, "player"), "Event 1: player = true is not possible: give a whole"),
        (put(4, "events", 0, "player"), "Event 1: player = 4 is not possible: give a whole number"),
        (put("9-9", "events", 0, "tile"), "Event 1: tile: '9-9' is not a tile: its halves have "),
        (
            put("4-6", "events", 0, "tile"),
            "Event 1: tile = '4-6' is not how a tile is written: wri",
        ),
        (put("six", "events", 0, "tile"), "Event 1: tile: 'six' is not a tile: write it as 6-4."),
        (put("7-0", "events", 1, "on"), "Event 2: on: '7-0' is not a tile"),
        (put(-1, "events", 1, "points"), "Event 2: points = -1 is not possible: give a whole numb"),
        (put(10**99, "events", 1, "points"), "points must be 0, not a very long number ("),
        (put(0.5, "events", 1, "count"), "Event 2: count = 0.5 is not possible: give a whole"),
        (put("", "events", 1, "exits"), "Event 2: exits must be a list, not ''."),
        (put(["6-4"], "events", 1, "exits", 0), "Event 2: an exit must have 2 entries, the tile "),
        (put(["6-4", 7], "events", 1, "exits", 0), "Event 2: exits = 7 is not possible: give a"),
        (put(["6-4", True], "events", 1, "exits", 0), "Event 2: exits = true is not possible"),
        (put(0, "result"), "The result must be an object, not 0."),
        (drop("result", "pips"), "The result lacks the field 'pips'."),
        (put(5, "result", "how"), "The result: how must be 'out', not 5"),
        (put([2], "result", "winner"), "The result: winner = 2 is not possible: give a whole num"),
        (put(None, "result", "winner"), "The result: winner must be a list, not null."),
        (put([0] * 999, "result", "winner"), "winner must be Ben, not Ann and Ann and Ann and "),
        (put([17.0, 0], "result", "pips"), "The result: pips = 17.0 is not possible: give a whole"),
        (put([False, 0], "result", "in_play"), "The result: in_play = false is not possible"),
        (put([[]], "result", "hands"), "The result: hands must have 2 entries, one for each play"),
    ],
)
def test_a_wrong_form_is_told_in_one_sentence(change: Change, words: str) -> None:
    assert words in sentence_of(check(changed(POLYGLOT, change)))


@pytest.mark.parametrize(
    "value", [None, True, 7, "x", [], {}, [POLYGLOT], 0.5, 10**5000], ids=lambda v: type(v).__name__
)
def test_what_is_no_record_at_all_is_refused(value: object) -> None:
    assert sentence_of(check(value)).startswith("The record ")


# -- Whatever anyone writes ------------------------------------------------------------------------

ORIGINALS = [
    POLYGLOT,
    BLOCK,
    DRAW,
    MUGGINS,
    PAIRS,
    SEBASTOPOL,
    JANOD,
    REDEALT,
    TARGET,
    recorded("branching", 3),
    recorded("branching@hr", 2),
    recorded("polyglot@zh-Hant", 4),
    recorded("ukrainian", 2, tie="each", next_opener="previous-winner"),
]
FREE = {"seed", "rules", "house", "target", "before", "lot"}
"""What can be changed so that another right record comes out: everything else must be found."""

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-3, 8)
    | st.integers()
    | st.floats(allow_nan=False)
    | st.sampled_from(["6-6", "0-0", "5-3", "9-9", "3-5", "play", "draw", "pass", "out", "blocked"])
    | st.sampled_from(["polyglot@de", "block", "nobody", "each"])
    | st.text(max_size=8)
)
JSON = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)
Path_ = tuple[str | int, ...]


def places(found: Any, path: Path_ = ()) -> list[Path_]:
    """Return the paths of everything within *found*."""
    inner: list[Path_] = []
    steps = found.items() if isinstance(found, dict) else enumerate(found)
    for step, value in steps:
        inner.append((*path, step))
        if isinstance(value, (dict, list)):
            inner += places(value, (*path, step))
    return inner


def at(found: Any, path: Path_) -> Any:
    for step in path:
        found = found[step]
    return found


PLACES = [(original, places(original)) for original in ORIGINALS]
MATCH_PLACES = places(MATCH)


def orderless(found: Record) -> Record:
    """Return a record with sorted lists wherever the order has no meaning, and no rules' id."""
    found = copy.deepcopy(found)
    for hand in [hand for deal in found["deals"] for hand in deal["hands"]]:
        hand.sort()
    for event in found["events"]:
        event.get("exits", []).sort()
    for hand in found["result"]["hands"]:
        hand.sort()
    found["result"]["winner"].sort()
    del found["rules"], found["house"]
    return found


def is_same(one: Any, other: Any) -> bool:
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def must_be_found_or_right(wrong: Record) -> None:
    found = check(wrong)
    if found is not None:
        sentence_of(found)
        return
    SCHEMA.validate(wrong)
    assert is_same(orderless(record.round_record(record.read_round(wrong))), orderless(wrong))


@settings(max_examples=600, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_any_other_value_anywhere_is_found(data: st.DataObject) -> None:
    original, all_places = PLACES[data.draw(st.integers(0, len(PLACES) - 1), label="record")]
    path = data.draw(st.sampled_from(all_places), label="place")
    value = data.draw(JSON, label="value")
    wrong = changed(original, put(value, *path))
    if path[0] in FREE or is_same(at(original, path), value):
        must_be_found_or_right(wrong)
    else:
        sentence_of(check(wrong))


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_whatever_is_taken_away_doubled_or_swapped_is_found_or_right(data: st.DataObject) -> None:
    original, all_places = PLACES[data.draw(st.integers(0, len(PLACES) - 1), label="record")]
    path = data.draw(st.sampled_from(all_places), label="place")
    act = data.draw(st.sampled_from(["take", "double", "swap"]), label="act")
    wrong = copy.deepcopy(original)
    holder, step = at(wrong, path[:-1]), path[-1]
    if act == "take" or isinstance(holder, dict):
        del holder[step]
        # A house rule less, or one deal less that went back, can be right as well.
        if path[0] in ("house", "deals"):
            must_be_found_or_right(wrong)
        else:
            sentence_of(check(wrong))
    elif act == "double":
        holder.insert(step, copy.deepcopy(holder[step]))
        if path[0] == "deals":
            must_be_found_or_right(wrong)
        else:
            sentence_of(check(wrong))
    else:
        assert isinstance(step, int)
        holder[step], holder[step - 1] = holder[step - 1], holder[step]
        must_be_found_or_right(wrong)


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_any_other_value_in_a_match_is_found(data: st.DataObject) -> None:
    path = data.draw(st.sampled_from(MATCH_PLACES), label="place")
    value = data.draw(JSON, label="value")
    wrong = changed(MATCH, put(value, *path))
    found = check(wrong)
    # Inside a match the totals before a round are known: only the seeds are free.
    if path[-1] != "seed" and not is_same(at(MATCH, path), value):
        sentence_of(found)


@settings(max_examples=300, deadline=None)
@given(JSON)
def test_no_json_at_all_makes_the_referee_fail(value: object) -> None:
    sentence_of(check(value))
    for verdict in check_text(json.dumps(value)):
        assert not verdict.ok


@settings(max_examples=200, deadline=None)
@given(st.text() | st.binary())
def test_no_text_at_all_makes_the_referee_fail(text: str | bytes) -> None:
    for verdict in check_text(text):
        assert not verdict.ok
        assert "\n" not in verdict.sentence


@settings(max_examples=300, deadline=None)
@given(st.integers(0, len(LINE) - 1), st.integers(0, len(LINE)), st.binary(max_size=3))
def test_a_text_with_a_piece_replaced_is_refused_or_still_right(
    start: int, end: int, piece: bytes
) -> None:
    raw = LINE.encode()
    (*_, verdict) = check_text(raw[:start] + piece + raw[max(start, end) :])
    assert "\n" not in verdict.sentence
    assert verdict.ok is (verdict.sentence == "ok")
    if end > start + 12:  # more than a seed is missing
        assert not verdict.ok


def test_a_text_cut_anywhere_is_called_cut_short() -> None:
    for end in range(1, len(LINE)):
        (found,) = check_text(LINE[:end])
        assert found.sentence == "The text is cut short: it breaks off before its end."
