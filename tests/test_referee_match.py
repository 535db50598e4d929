"""The referee on whole matches and on texts with several records."""

from __future__ import annotations

import copy
import io
import json

import pytest

from dominolab import record
from dominolab.referee import Verdict, check, check_text, verdicts
from records import (
    LINE,
    MATCH,
    ONE_ROUND,
    POLYGLOT,
    Change,
    Record,
    changed,
    drop,
    matched,
    put,
    recorded,
    sentence_of,
    with_event,
)

# -- What is wrong: matches ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("original", "change", "where", "words"),
    [
        (MATCH, put(63, "totals", 0), (None, None), "totals of Ann must be 62, not 63 ("),
        (MATCH, put([62, 27], "totals"), (None, None), "totals must have 3 entries, one for each"),
        (MATCH, put([1], "winner"), (None, None), "The match's winner must be Ann, not Ben ("),
        (MATCH, put([], "winner"), (None, None), "The match's winner must be Ann, not nobody ("),
        (MATCH, put([9], "winner"), (None, None), "winner = 9 is not possible"),
        (MATCH, put([], "rounds"), (None, None), "rounds is empty: a match has at least one round"),
        (MATCH, put({}, "rounds"), (None, None), "rounds must be a list, not an object."),
        (
            MATCH,
            drop("rounds", -1),
            (None, None),
            "totals of Ann must be ",
        ),
        (
            MATCH,
            put(1, "rounds", 1, "before", 0),
            (2, None),
            "Round 2: before must be [0, 5, 11], the totals so far, not [1, 5, 11].",
        ),
        (
            MATCH,
            lambda r: r["rounds"].append(copy.deepcopy(r["rounds"][-1])),
            (12, None),
            "Round 12: The match was over after round 11 (the first to reach 61 wins; manual 003",
        ),
        (
            MATCH,
            drop("rounds", 1, "events", 3),
            (2, 4),
            "Round 2: Event 4: Ben lays ",
        ),
        (MATCH, put(5, "rounds", 2), (3, None), "Round 3: The record must be an object, not 5."),
        (
            MATCH,
            lambda r: r["rounds"].__setitem__(0, copy.deepcopy(MATCH)),
            (1, None),
            "Round 1: format = 'dominolab-match/1' is not possible here: give 'dominolab-round/1'.",
        ),
        (
            MATCH,
            put("muggins@fr", "rules"),
            (1, None),
            "Round 1: It is played by rules('muggins') with 3 players, but the match by "
            "rules('muggins@fr') with 3.",
        ),
        (
            ONE_ROUND,
            lambda r: r["rounds"].append(copy.deepcopy(r["rounds"][0])),
            (2, None),
            "Round 2: The match was over after round 1 (no target is set: one round is a game; ",
        ),
        (ONE_ROUND, put([], "winner"), (None, None), "The match's winner must be "),
    ],
)
def test_a_wrong_match_is_found(
    original: Record, change: Change, where: tuple[int | None, int | None], words: str
) -> None:
    assert check(original) is None
    found = check(changed(original, change))
    assert words in sentence_of(found)
    assert found is not None
    assert (found.round, found.event) == where


def test_in_a_match_the_winner_of_the_round_before_has_to_lead() -> None:
    match = matched("polyglot", 2, 3, target=60, next_opener="previous-winner")
    leads = [each["opener"] for each in match["rounds"]]
    assert leads[1:] == [each["result"]["winner"][0] for each in match["rounds"][:-1]]
    wrong = check(changed(match, put(1 - leads[1], "rounds", 1, "opener")))
    assert wrong is not None
    assert (wrong.round, wrong.axis) == (2, "next_opener")
    assert "the winner of a round leads the next one" in wrong.sentence
    wrong = check(changed(match, put(["6-6", "5-5"], "rounds", 1, "lot")))
    assert wrong is not None
    assert wrong.axis == "next_opener"
    assert "lot must be null, not a list: none is drawn" in wrong.sentence


def test_a_lot_for_the_first_round_only() -> None:
    match = matched("ukrainian", 2, 3, opener="lot-first")
    assert [each["lot"] is None for each in match["rounds"]][:3] == [False, True, True]
    assert "lot is null" in sentence_of(check(changed(match, put(None, "rounds", 0, "lot"))))
    second = changed(match["rounds"][1], put(["6-6", "5-5"], "lot"))
    assert any(second["before"])
    assert "lot must be null" in sentence_of(check(second))


def test_nobody_can_lead_without_the_double_six() -> None:
    found = recorded("block", 2, opener="double-six", no_double="redeal")
    for deal in found["deals"]:
        for hand in deal["hands"]:
            if "6-6" in hand:
                hand[hand.index("6-6")], deal["stock"][0] = deal["stock"][0], "6-6"
    wrong = check(found)
    assert "must be dealt again (whoever holds the double six leads; a house rule)." in sentence_of(
        wrong
    )


# -- Texts -----------------------------------------------------------------------------------------


def test_a_text_gets_a_verdict_for_each_of_its_records() -> None:
    wrong = record.dumps(with_event(POLYGLOT, 2, player=0))
    text = f"{LINE}\n\n{wrong}\n{record.dumps(MATCH)}\n{LINE[:99]}\n7\n"
    found = check_text(text)
    assert [(v.ok, v.line, v.kind) for v in found] == [
        (True, 1, "round"),
        (False, 3, "round"),
        (True, 4, "match"),
        (False, 5, ""),
        (False, 6, ""),
    ]
    assert found[0] == Verdict(True, 1, "round", "ok")
    assert found[1].sentence.startswith("Event 3: Ann lays 6-1 on 6-6, but it is Ben's turn")
    assert (found[1].round, found[1].event, found[1].axis) == (None, 3, "direction")
    assert found[3].sentence == "The text is cut short: it breaks off before its end."
    assert found == check_text(text.encode()) == list(verdicts(io.BytesIO(text.encode())))


def test_a_match_names_the_round_and_the_event() -> None:
    wrong = changed(MATCH, put(9, "rounds", 3, "events", 0, "points"))
    (found,) = check_text(json.dumps(wrong, indent=1))
    assert (found.kind, found.round, found.event, found.axis) == ("match", 4, 1, "in_play")


@pytest.mark.parametrize(
    "text",
    ["", "hello", LINE[:500], '{"format": {}}', "[" * 99_999, b"\xff"],
    ids=lambda text: repr(text)[:20],
)
def test_a_text_that_is_no_record_gets_one_verdict(text: str | bytes) -> None:
    (found,) = check_text(text)
    assert not found.ok
    assert found.sentence.endswith(".")


def test_fifty_megabytes_get_one_verdict() -> None:
    (found,) = check_text(b'{"format":' + b" " * 50_000_000 + b"1}")
    assert found.sentence == (
        "The text is too large for a record: at most 5 MB, unless it has one a line."
    )
