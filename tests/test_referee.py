"""The referee: what is right passes, and every event, deal or result that is wrong is found.

Each corruption is made in a record of a real round; what the referee must say stands beside it.
"""

from __future__ import annotations

import copy

import pytest

import dominolab as dl
from dominolab import record
from dominolab.referee import check
from records import (
    BLOCK,
    BLOCKED_PAIRS,
    JANOD,
    PAIRS,
    PASS,
    POLYGLOT,
    REDEALT,
    SEBASTOPOL,
    TARGET,
    TIED,
    Change,
    Record,
    add,
    changed,
    drop,
    first,
    matched,
    put,
    recorded,
    sentence_of,
    with_event,
)

# -- What is right ---------------------------------------------------------------------------------


@pytest.mark.usefixtures("untraced")
def test_a_thousand_rounds_of_all_printings_are_right() -> None:
    count = 0
    for name in dl.printings():
        for players in dl.rules(name).counts:
            for seed in range(100, 104):
                found = check(recorded(name, players, seed))
                assert found is None, f"{name}, {players} players, seed {seed}: {found}"
                count += 1
    assert count > 1000


@pytest.mark.parametrize("axis", ["stuck", "able", "round_end", "reach", "opener", "lead", "tie"])
def test_rounds_with_house_rules_are_right(axis: str) -> None:
    for value in dl.rules("polyglot").param[axis].words:
        for name, house in (("polyglot", {}), ("janod", {}), ("muggins", {"target": 5})):
            rules = dl.rules(name, **house, **{axis: value}, no_double="redeal")
            for seed in range(8):
                assert check(record.round_record(dl.play(rules, 2, seed=seed))) is None


def test_another_program_may_order_lists_otherwise_and_needs_no_seed() -> None:
    other = changed(POLYGLOT, put(None, "seed"))
    for hand in [*other["deals"][0]["hands"], *other["result"]["hands"]]:
        hand.reverse()
    for event in other["events"]:
        event.get("exits", []).reverse()
    other = dict(reversed(other.items()))
    assert check(other) is None
    assert check(changed(PAIRS, lambda r: r["result"]["winner"].reverse())) is None
    assert check(changed(POLYGLOT, put(-(1 << 100), "seed"))) is None
    assert check(changed(POLYGLOT, put("polyglot@en", "rules"))) is None


def test_a_house_rule_that_the_printing_has_anyway_is_harmless() -> None:
    assert check(changed(POLYGLOT, put({"tie": "nobody", "target": 100}, "house"))) is None


@pytest.mark.parametrize(
    "house",
    [
        {"next_opener": "previous-winner"},
        {"next_opener": "previous-winner", "opener": "lot"},
        {"next_opener": "previous-winner", "opener": "lot-first"},
        {"opener": "lot-first"},
        {"next_opener": "previous-winner", "opener_draw": "yes", "able": "may-draw"},
    ],
)
def test_later_rounds_are_right_in_their_match_and_alone(house: dict[str, str]) -> None:
    for seed in range(12):
        match = matched("polyglot", 3, seed, target=40, **house)
        assert check(match) is None
        for each in match["rounds"]:
            assert check(each) is None


# -- What is wrong: events -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "event", "axis", "words"),
    [
        (  # the wrong player
            with_event(POLYGLOT, 2, player=0),
            3,
            "direction",
            "Event 3: Ann lays 6-1 on 6-6, but it is Ben's turn, who can lay 4-0 on 6-4, ",
        ),
        (
            with_event(POLYGLOT, 0, player=0),
            1,
            "opener",
            "Event 1: Ann lays 6-6, but it is Ben's turn, who can lay 6-6 (",
        ),
        (  # a turn left out
            changed(POLYGLOT, drop("events", 1)),
            2,
            "direction",
            "Event 2: Ben lays 6-1 on 6-6, but it is Ann's turn",
        ),
        (  # a tile that does not fit
            with_event(POLYGLOT, 2, tile="4-3", on="6-6"),
            3,
            "matching",
            "Event 3: Ben lays 4-3 on 6-6, but 4-3 may not join 6-6 now: only 6-4; Ben can lay",
        ),
        (
            with_event(POLYGLOT, 1, tile="5-5"),
            2,
            "matching",
            "Event 2: Ann lays 5-5 on 6-6, but 5-5 may not be laid: 5-5 does not show 6; Ann can ",
        ),
        (
            with_event(POLYGLOT, 2, on=None),
            3,
            "matching",
            "Event 3: Ben lays 6-1, but on must name the laid tile that it joins; Ben can lay ",
        ),
        (
            with_event(POLYGLOT, 0, on="5-5"),
            1,
            "matching",
            "Event 1: Ben lays 6-6 on 5-5, but the first tile joins no other: on must be null; ",
        ),
        (  # a lead that is not the highest double
            with_event(POLYGLOT, 0, tile="4-3"),
            1,
            "lead",
            "Event 1: Ben lays 4-3, but 4-3 may not be laid: The lead must be 6-6; Ben can lay 6-6",
        ),
        (  # a tile that someone else holds, that lies, that is in the stock
            with_event(POLYGLOT, 1, tile="6-5"),
            2,
            "",
            "Event 2: Ann lays 6-5 on 6-6, but does not hold it: Ben holds it; Ann can lay 6-4",
        ),
        (
            with_event(POLYGLOT, 1, tile="6-6"),
            2,
            "",
            "Event 2: Ann lays 6-6 on 6-6, but does not hold it: it has been laid; Ann can lay ",
        ),
        (
            with_event(POLYGLOT, 1, tile="6-0"),
            2,
            "",
            "Event 2: Ann lays 6-0 on 6-6, but does not hold it: it is in the stock; Ann can lay ",
        ),
        (  # a draw left out
            changed(POLYGLOT, drop("events", 9)),
            10,
            "stuck",
            "Event 10: Ann may not pass: a tile has to be drawn first; Ann can draw (",
        ),
        (  # a draw of another tile than the next
            with_event(POLYGLOT, 9, tile="2-1"),
            10,
            "",
            "Event 10: Ann draws 2-1, but the next tile of the stock is 4-1.",
        ),
        (  # a draw and a pass too early
            changed(POLYGLOT, add({"player": 1, "do": "draw", "tile": "4-1"}, 2, "events")),
            3,
            "able",
            "Event 3: Ben may not draw: a tile in hand fits; Ben can lay ",
        ),
        (
            changed(POLYGLOT, add(PASS, 2, "events")),
            3,
            "able",
            "Event 3: Ben may not pass: 4-0 can be laid; Ben can lay 4-0 on 6-4, ",
        ),
        (
            changed(POLYGLOT, add(PASS, 0, "events")),
            1,
            "lead",
            "Event 1: Ben may not pass: 6-6 can be laid; Ben can lay 6-6 (",
        ),
        (  # a draw where nobody draws
            with_event(BLOCK, first(BLOCK, "pass"), do="draw", tile="0-0"),
            first(BLOCK, "pass") + 1,
            "stuck",
            "may not draw now",
        ),
        (  # an arm before its time
            with_event(SEBASTOPOL, 1, tile=SEBASTOPOL["events"][1]["tile"], on="0-0"),
            2,
            "matching",
            "Event 2: ",
        ),
        (  # exits, count and points
            changed(POLYGLOT, drop("events", 1, "exits", 1)),
            2,
            "branching",
            "Event 2: Ann lays 6-4 on 6-6: exits must be 4 of 6-4, 6 of 6-6, not 4 of 6-4 (",
        ),
        (
            changed(POLYGLOT, put([], "events", 1, "exits")),
            2,
            "branching",
            "exits must be 4 of 6-4, 6 of 6-6, not nothing (",
        ),
        (
            changed(SEBASTOPOL, add(["6-5", 5], 0, "events", 2, "exits")),
            3,
            "arms",
            "exits must be 6 of 6-6, 6 of 6-6, not 5 of 6-5, 6 of 6-6, 6 of 6-6 (",
        ),
        (
            with_event(recorded("polyglot@zh-Hant"), 2, exits=[]),
            3,
            "matching",
            "exits must be ",
        ),
        (with_event(POLYGLOT, 1, count=10), 2, "in_play", "count must be null, not 10 ("),
        (with_event(POLYGLOT, 1, points=1), 2, "in_play", "points must be 0, not 1 ("),
        (
            with_event(PAIRS, 1, count=99),
            2,
            "end_double",
            "Event 2: Ben lays 5-0 on 0-0: count must be 5, not 99 (",
        ),
        (with_event(PAIRS, 1, count=None), 2, "end_double", "count must be 5, not null ("),
        (with_event(PAIRS, 1, points=8), 2, "in_play", "points must be 1, not 8 ("),
        (  # events after the end
            changed(POLYGLOT, add(PASS | {"player": 0}, -1, "events")),
            19,
            "round_end",
            "Event 19: Ann passes after the end of the round: Ben went out with event 18 (",
        ),
        (
            changed(BLOCK, add(PASS, -1, "events")),
            len(BLOCK["events"]) + 1,
            "round_end",
            "Ben passes after the end of the round: nobody could play any more with event ",
        ),
        (
            changed(TARGET, add(PASS, -1, "events")),
            len(TARGET["events"]) + 1,
            "reach",
            " reached 61 with event ",
        ),
    ],
    ids=lambda value: value.replace(" ", "-")[:40] if isinstance(value, str) else "",
)
def test_a_wrong_event_is_named_with_its_rule(
    wrong: Record, event: int, axis: str, words: str
) -> None:
    found = check(wrong)
    assert words in sentence_of(found)
    assert found is not None
    assert (found.event, found.axis, found.round) == (event, axis, None)
    if axis:
        statement = dl.rules(wrong["rules"]).statements[axis]
        rule = statement.words.rstrip(".")
        assert f"({rule[0].lower()}{rule[1:]}; {statement.citation})." in found.sentence


def test_a_drawn_tile_cannot_be_laid_where_it_has_to_be_kept() -> None:
    for seed in range(100):
        found = recorded("polyglot@ko", seed=seed)
        for place, (event, after) in enumerate(
            zip(found["events"], found["events"][1:], strict=False)
        ):
            if event["do"] == "draw" and after["do"] == "pass":
                laid = [e for e in found["events"][:place] if e["do"] == "play"][-1]
                for on, pip in laid["exits"]:
                    if str(pip) in event["tile"].split("-"):
                        play = laid | {"player": event["player"], "tile": event["tile"], "on": on}
                        wrong = check(changed(found, put(play, "events", place + 1)))
                        assert "A tile drawn in this turn may not be laid" in sentence_of(wrong)
                        return
    pytest.fail("no drawn tile that fits in a hundred rounds")


def test_a_record_that_stops_too_early_says_whose_turn_it_is() -> None:
    wrong = changed(POLYGLOT, drop("events", -1))
    assert sentence_of(check(wrong)) == (
        "The record stops after event 17, but the round is not over: it is Ben's turn, "
        "who can lay 4-3 on 4-2."
    )
    assert "stops after event 0" in sentence_of(check(changed(POLYGLOT, put([], "events"))))


# -- What is wrong: before the first tile, and the result ------------------------------------------

RESULT = "result"


@pytest.mark.parametrize(
    ("original", "change", "axis", "words"),
    [
        (POLYGLOT, put(0, "opener"), "opener", "The opener must be Ben, not Ann ("),
        (JANOD, put(2, "opener"), "lot", "The opener must be Ben, not Cy ("),
        (
            POLYGLOT,
            lambda r: r["deals"].append(copy.deepcopy(r["deals"][0])),
            "no_double",
            "Deal 1 was returned without need: Ben can lead 6-6 (",
        ),
        (
            JANOD,
            lambda r: r["deals"].append(copy.deepcopy(r["deals"][0])),
            "lot",
            "Deal 1 was returned without need: Ben can lead ",
        ),
        (
            REDEALT,
            lambda r: r["deals"].pop(),
            "no_double",
            f"Deal {len(REDEALT['deals']) - 1} cannot be played: the tiles must be dealt again (",
        ),
        (POLYGLOT, put([], "deals"), "", "deals is empty"),
        (
            POLYGLOT,
            drop("deals", 0, "hands", 0, 0),
            "hand",
            "Deal 1: Ann must have 7 tiles, not 6 (",
        ),
        (
            POLYGLOT,
            drop("deals", 0, "hands", 0),
            "",
            "Deal 1: hands must have 2 entries, one for each player, not 1.",
        ),
        (
            POLYGLOT,
            drop("deals", 0, "stock", 13),
            "",
            "Deal 1: 2-2 is missing: hands and stock together must be the 28 tiles.",
        ),
        (
            POLYGLOT,
            put("3-1", "deals", 0, "stock", 0),
            "",
            "Deal 1: 3-1 is there twice: the set has each tile once.",
        ),
        (POLYGLOT, put(["1-0", "1-1"], "lot"), "opener", "lot must be null, not a list"),
        (JANOD, put(None, "lot"), "opener", "lot is null, but "),
        (JANOD, drop("lot", 0), "", "lot must have 3 entries, one for each player, not 2."),
        (JANOD, put("5-4", "lot", 0), "", "lot: 5-4 is there twice"),
        (POLYGLOT, put([100, 0], "before"), "target", "before = [100, 0] is not possible: the "),
        (JANOD, put([1, 0, 0], "before"), "target", "without a target a match is one round"),
        (POLYGLOT, put([-1, 0], "before"), "target", "no score is below zero here"),
        (POLYGLOT, put(None, "target"), "target", "target must be a score, not null ("),
        (POLYGLOT, put([0], "before"), "", "before must have 2 entries, one for each player, not"),
        (PAIRS, put([0] * 4, "before"), "", "before must have 2 entries, one for each side, not"),
        (PAIRS, put(None, "teams"), "pairs", "teams must be [[0, 2], [1, 3]] for 4 players ("),
        (PAIRS, put([[0, 1], [2, 3]], "teams"), "pairs", "teams must be [[0, 2], [1, 3]]"),
        (PAIRS, put([[0, 2], [True, 3]], "teams"), "pairs", "teams must be [[0, 2], [1, 3]]"),
        (POLYGLOT, put([[0, 2], [1, 3]], "teams"), "pairs", "teams must be null for 2 players ("),
        (
            POLYGLOT,
            put("blocked", RESULT, "how"),
            "round_end",
            "The result: how must be 'out', not 'blocked': Ben went out with event 18 (",
        ),
        (TARGET, put("out", RESULT, "how"), "reach", "how must be 'target', not 'out': "),
        (BLOCK, put("out", RESULT, "how"), "round_end", "how must be 'blocked', not 'out': "),
        (POLYGLOT, put([0], RESULT, "winner"), "round_end", "winner must be Ben, not Ann ("),
        (POLYGLOT, put([], RESULT, "winner"), "round_end", "winner must be Ben, not nobody ("),
        (
            POLYGLOT,
            put([1, 1], RESULT, "winner"),
            "round_end",
            "winner must be Ben, not Ben and Ben (",
        ),
        (BLOCK, put([0], RESULT, "winner"), "blocked_winner", "winner must be Ben, not Ann ("),
        (TIED, put([0], RESULT, "winner"), "tie", "winner must be nobody, not Ann ("),
        (TARGET, put([], RESULT, "winner"), "reach", ", not nobody ("),
        (PAIRS, put([0], RESULT, "winner"), "round_end", "winner must be Ann and Cy, not Ann ("),
        (BLOCKED_PAIRS, put([0], RESULT, "winner"), "pairs_blocked", "winner must be "),
        (
            POLYGLOT,
            put(["1-1", "4-1"], RESULT, "hands", 0),
            "",
            "The result: Ann must be left with 1-1, 4-1, 5-5, not 1-1, 4-1.",
        ),
        (
            POLYGLOT,
            put(["1-1", "1-1", "4-1", "5-5"], RESULT, "hands", 0),
            "",
            "Ann must be left with 1-1, 4-1, 5-5, not 1-1, 1-1, 4-1, 5-5.",
        ),
        (POLYGLOT, put(16, RESULT, "pips", 0), "", "pips of Ann must be 17, not 16."),
        (POLYGLOT, put(1, RESULT, "in_play", 1), "in_play", "in_play of Ben must be 0, not 1 ("),
        (POLYGLOT, put(16, RESULT, "scores", 1), "score_out", "scores of Ben must be 17, not 16"),
        (BLOCK, put(9, RESULT, "scores", 1), "score_blocked", "scores of Ben must be 10, not 9"),
        (TIED, put(9, RESULT, "scores", 1), "tie", "scores of Ben must be 0, not 9"),
        (TARGET, put(99, RESULT, "scores", 1), "reach", "scores of Ben must be "),
        (BLOCKED_PAIRS, put(99, RESULT, "scores", 0), "pairs_blocked", "scores of Ann and Cy must"),
        (
            PAIRS,
            put(8, RESULT, "scores", 0),
            "pairs_difference",
            "scores of Ann and Cy must be 0, not 8: 1 + 10 - 19 = -8, only the higher pair scores: 0",
        ),
    ],
)
def test_a_wrong_deal_opener_or_result_is_found(
    original: Record, change: Change, axis: str, words: str
) -> None:
    assert check(original) is None
    wrong = changed(original, change)
    found = check(wrong)
    assert words in sentence_of(found)
    assert found is not None
    assert (found.event, found.axis) == (None, axis)
    if axis:
        assert str(dl.rules(wrong["rules"]).statements[axis].citation) in found.sentence


def test_a_house_rule_is_called_one() -> None:
    wrong = changed(recorded("polyglot", tie="each", target=50), put([50, 0], "before"))
    assert sentence_of(check(wrong)) == (
        "before = [50, 0] is not possible: the match was over at 50 "
        "(the first to reach 50 wins; a house rule)."
    )


def test_where_the_winner_leads_next_there_is_no_redeal_for_anyone_else() -> None:
    found = recorded("polyglot", next_opener="previous-winner")
    wrong = changed(found, lambda r: r["deals"].append(copy.deepcopy(r["deals"][0])))
    assert "Deal 1 was returned without need" in sentence_of(check(wrong))
    wrong = changed(found, put(1 - found["opener"], "opener"))
    assert "Event 1: Ben lays 6-6, but it is Ann's turn" in sentence_of(check(wrong))
    for events in (None, [], [7], [{"do": "play"}], [{"do": "play", "tile": []}], [PASS]):
        assert sentence_of(check(changed(found, put(events, "events"))))
