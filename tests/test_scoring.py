"""Scores: every rule as a function, with the terms that make its points."""

from __future__ import annotations

import json
from typing import Any

import pytest

import dominolab as dl
from dominolab.rules import RuleSet
from dominolab.scoring import (
    IN_PLAY,
    SPOT_SCORES,
    End,
    Score,
    Settlement,
    Term,
    all_hands,
    converted,
    count_ends,
    fives,
    fives_and_threes,
    lowest,
    minus_own,
    nothing,
    opponents,
    pairs_blocked,
    pairs_difference,
    pairs_out,
    per_opponent,
    score_ends,
    settle,
    tiles_left,
    total,
    with_more,
)
from dominolab.tiles import Hand, Tile


def hands(text: str) -> list[Hand]:
    return [Hand.parse(hand) for hand in text.split("|")]


def lines(score: Score) -> list[tuple[str, int, str, int]]:
    return [(term.op, term.value, term.say(), term.total) for term in score.terms]


# -- Spots -----------------------------------------------------------------------------------------

TABLE = hands("2-1|6-4|5-0,1-1")  # 3, 10 and 7 spots


def test_opponents_adds_what_the_others_hold() -> None:
    score = opponents(TABLE, 0, [1, 2])
    assert score.points == 17
    assert lines(score) == [("+", 10, "Ben's spots", 10), ("+", 7, "Cy's spots", 17)]
    assert score.terms[0].tiles == TABLE[1]


def test_minus_own_takes_the_winners_spots_off_once() -> None:
    score = minus_own(TABLE, 0, [1, 2])
    assert score.points == 14
    assert lines(score)[-1] == ("-", 3, "Ann's spots", 14)


def test_per_opponent_takes_them_off_for_each() -> None:
    score = per_opponent(TABLE, 0, [1, 2])
    assert score.points == (10 - 3) + (7 - 3)
    assert [term.op for term in score.terms] == ["+", "-", "+", "-"]


def test_all_hands_adds_the_winners_own() -> None:
    score = all_hands(TABLE, 0, [1, 2])
    assert score.points == 20
    assert [term.say() for term in score.terms] == ["Ann's spots", "Ben's spots", "Cy's spots"]


def test_tiles_left_counts_tiles_instead_of_spots() -> None:
    score = tiles_left(TABLE, 0, [1, 2])
    assert score.points == 1 + 2 - 1
    assert lines(score)[0] == ("+", 1, "Ben's tiles, one point each", 1)
    out = tiles_left(hands("|6-4|5-0,1-1"), 0, [1, 2])
    assert out.points == 3
    assert [term.op for term in out.terms] == ["+", "+"]


def test_nothing_scores_nothing() -> None:
    assert nothing(TABLE, 0, [1, 2]) == Score(0)


def test_every_word_of_the_axes_has_its_function() -> None:
    from dominolab.axes import AXES, Choice

    for name in ("score_out", "score_blocked"):
        axis = AXES[name]
        assert isinstance(axis, Choice)
        assert set(axis.words) <= set(SPOT_SCORES)
    in_play = AXES["in_play"]
    assert isinstance(in_play, Choice)
    assert set(in_play.words) - {"none"} == set(IN_PLAY)


# -- Pairs: manual 003, line 13 --------------------------------------------------------------------


def test_a_pair_that_is_out_scores_the_losers_minus_the_partner() -> None:
    score = pairs_out(hands("|6-6|1-0|5-5"), 0)
    assert score.points == 12 + 10 - 1
    assert [term.say() for term in score.terms] == ["Ben's spots", "Dee's spots", "Cy's spots"]
    assert pairs_out(hands("6-6|1-0|5-5|"), 3).points == 12 + 10 - 1


def test_below_zero_it_scores_nothing_unless_the_house_says_so() -> None:
    heavy = hands("|1-0|6-6|2-0")
    floored = pairs_out(heavy, 0)
    assert floored.points == 0
    assert floored.arithmetic == "1 + 2 - 12 = -9, never below zero: 0"
    assert pairs_out(heavy, 0, "signed").points == -9


def test_a_blocked_pair_scores_the_difference_whoever_wins_it() -> None:
    table = hands("6-6|3-2|0-0|4-0")  # 12 and 9 spots
    assert pairs_blocked(table, (1, 3), (0, 2)).points == 3
    unsigned = pairs_blocked(table, (0, 2), (1, 3))
    assert unsigned.points == 3
    assert unsigned.terms[-1].what == "the difference, unsigned"


@pytest.mark.parametrize(
    ("collected", "scores"), [((14, 9), (5, 0)), ((6, 6), (0, 0)), ((3, 11), (0, 8))]
)
def test_pairs_peg_only_their_difference(
    collected: tuple[int, int], scores: tuple[int, int]
) -> None:
    sheets = pairs_difference(collected)
    assert tuple(sheet.points for sheet in sheets) == scores
    for sheet in sheets:
        assert sheet.terms[0].what == "collected by this pair"


# -- In play: manual 003, lines 17-23 --------------------------------------------------------------

# For each sum of the two ends: what it scores in fives, in fives and threes, and divided by five
# up, to the nearest and down.
SUMS = [
    (0, 0, 0, 0, 0, 0),
    (1, 0, 0, 1, 0, 0),
    (2, 0, 0, 1, 0, 0),
    (3, 0, 1, 1, 1, 0),
    (4, 0, 0, 1, 1, 0),
    (5, 1, 1, 1, 1, 1),
    (6, 0, 2, 2, 1, 1),
    (7, 0, 0, 2, 1, 1),
    (8, 0, 0, 2, 2, 1),
    (9, 0, 3, 2, 2, 1),
    (10, 2, 2, 2, 2, 2),
    (11, 0, 0, 3, 2, 2),
    (12, 0, 4, 3, 2, 2),
    (13, 0, 0, 3, 3, 2),
    (14, 0, 0, 3, 3, 2),
    (15, 3, 8, 3, 3, 3),
    (16, 0, 0, 4, 3, 3),
    (17, 0, 0, 4, 3, 3),
    (18, 0, 6, 4, 4, 3),
    (19, 0, 0, 4, 4, 3),
    (20, 4, 4, 4, 4, 4),
    (21, 0, 7, 5, 4, 4),
    (22, 0, 0, 5, 4, 4),
    (23, 0, 0, 5, 5, 4),
    (24, 0, 8, 5, 5, 4),
]


@pytest.mark.parametrize(("count", "by_five", "by_both", "up", "nearest", "down"), SUMS)
def test_the_table_of_sums(
    count: int, by_five: int, by_both: int, up: int, nearest: int, down: int
) -> None:
    assert fives(count).points == by_five
    assert fives_and_threes(count).points == by_both
    assert converted(Score(count), "fifth-up").points == up
    assert converted(Score(count), "fifth-nearest").points == nearest
    assert converted(Score(count), "fifth-down").points == down
    assert converted(Score(count), "none") == Score(count)


def test_fifteen_scores_five_threes_and_three_fives() -> None:
    assert [(t.value, t.what) for t in fives_and_threes(15).terms] == [
        (5, "15 has 5 times 3"),
        (3, "15 has 3 times 5"),
    ]


def ends(*texts: str) -> list[End]:
    """Read ends such as `6 of 6-4`."""
    found: list[End] = []
    for text in texts:
        pip, _, tile = text.partition(" of ")
        found.append((Tile.parse(tile) if tile else None, int(pip)))
    return found


@pytest.mark.parametrize(
    ("open_ends", "both", "one"),
    [
        (("5 of 5-5", "5 of 5-5"), 10, 10),  # a lone double counts each half once
        (("6 of 6-4", "4 of 6-4"), 10, 10),  # a lone tile too
        (("4 of 4-4", "6 of 6-6"), 20, 10),
        (("5 of 5-5", "0 of 5-0"), 10, 5),
        (("3 of 6-3", "1 of 6-1"), 4, 4),
        (("5", "5"), 10, 10),  # ends of which only the pips are known
        (("5 of 5-5", "5"), 15, 10),
    ],
)
def test_a_double_at_an_end_counts_with_both_halves(
    open_ends: tuple[str, str], both: int, one: int
) -> None:
    assert count_ends(ends(*open_ends)).points == both
    assert count_ends(ends(*open_ends), "one-half").points == one


def test_the_ends_and_their_points_come_with_terms() -> None:
    count, points = score_ends("fives", ends("4 of 4-4", "6 of 6-6"), "both-halves")
    assert lines(count) == [("+", 8, "the end at 4-4", 8), ("+", 12, "the end at 6-6", 20)]
    assert lines(points) == [("+", 4, "20 has 4 times 5", 4)]


# -- Scores as values ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("score", "arithmetic"),
    [
        (Score(0), "0"),
        (total([("+", 10, "", ())]), "10"),
        (total([("-", 3, "", ())]), "-3"),
        (minus_own(TABLE, 0, [1, 2]), "10 + 7 - 3 = 14"),
        (
            converted(minus_own(TABLE, 0, [1, 2]), "fifth-up"),
            "10 + 7 - 3 = 14, divided by 5, rounded up: 3",
        ),
        (
            with_more(converted(opponents(TABLE, 0, [1]), "fifth-up"), 4, "scored in play"),
            "10, divided by 5, rounded up: 2 + 4 = 6",
        ),
        (with_more(Score(0), 4, "scored in play"), "4"),
    ],
)
def test_arithmetic_reads_as_one_writes_it(score: Score, arithmetic: str) -> None:
    assert score.arithmetic == arithmetic


def test_a_score_is_told_in_lines_in_json_and_in_html() -> None:
    score = minus_own(TABLE, 0, [1, 2])
    assert str(score).splitlines() == [
        "+  10  Ben's spots  (10)",
        "+   7  Cy's spots  (17)",
        "-   3  Ann's spots  (14)",
        "= 14",
    ]
    assert score.lines(["Zoe", "Yan", "Xi"])[0] == "+  10  Yan's spots  (10)"
    told = json.loads(json.dumps(score.to_json()))
    assert told[2] == {"op": "-", "value": 3, "what": "Ann's spots", "tiles": ["2-1"], "total": 14}
    page = score._repr_html_()
    assert page.count("<svg") == 3
    assert "Ben&#x27;s spots" in page
    assert "<td>14</td>" in page
    assert Term("+", 1, "{0}'s", 1).say(["Zoe"]) == "Zoe's"


# -- The end of a round ----------------------------------------------------------------------------


def settled(rules: RuleSet, text: str, **how: Any) -> Settlement:
    table = hands(text)
    return settle(rules.plan, table, rules.teams(len(table)), **how)


def test_the_lowest_by_spots_by_tiles_and_by_both() -> None:
    table = hands("6-6|1-0,2-0|4-4,2-2|0-0,3-0")
    assert lowest(table, "fewest-spots") == [1, 3]
    assert lowest(table, "fewest-tiles") == [0]
    assert lowest(hands("6-6|1-0|2-0"), "fewest-tiles") == [0, 1, 2]
    assert lowest(hands("6-6|1-0|2-0"), "fewest-tiles-then-spots") == [1]


def test_who_is_out_wins_and_scores() -> None:
    end = settled(dl.rules("janod"), "|6-4,3-3", out=0)
    assert (end.how, end.winner, end.scores) == ("out", (0,), (16, 0))


def test_a_tie_scores_for_nobody_unless_the_house_says_each() -> None:
    text = "2-1|3-0|6-6"
    drawn = settled(dl.rules("polyglot"), text)
    assert (drawn.how, drawn.winner, drawn.scores) == ("blocked", (), (0, 0, 0))
    each = settled(dl.rules("polyglot", tie="each"), text)
    assert (each.winner, each.scores) == ((0, 1), (12 - 3, 12 - 3, 0))


def test_equal_tiles_are_a_tie_in_the_french_janod() -> None:
    text = "6-6|1-0"
    assert settled(dl.rules("janod"), text).winner == ()
    assert settled(dl.rules("janod@en"), text).winner == (1,)
    by_spots = dl.rules("janod", blocked_winner="fewest-tiles-then-spots")
    assert settled(by_spots, text).winner == (1,)


def test_equal_pairs_are_a_tie_that_no_house_rule_breaks() -> None:
    text = "2-2,2-1|6-0|3-2|5-1"
    assert settled(dl.rules("block", tie="each"), text).winner == ()
    lowest_player = dl.rules("block", pairs_blocked="lowest-player")
    assert settled(lowest_player, "0-0|1-0|6-6|6-5").winner == (0, 2)
    both = settled(lowest_player, "3-0|2-1|6-6|6-5")
    assert (both.winner, both.scores) == ((), (0, 0))


def test_points_in_play_are_added_to_every_side() -> None:
    end = settled(dl.rules("muggins"), "|6-4,3-3", out=0, in_play=(2, 7))
    assert end.scores == (4 + 2, 7)
    assert end.sheets[0].arithmetic == "16, divided by 5, rounded up: 4 + 2 = 6"


def test_fives_and_threes_gives_one_point_for_going_out_and_no_spots() -> None:
    rules = dl.rules("fives-and-threes")
    assert settled(rules, "|6-4,3-3", out=0, in_play=(2, 7)).scores == (3, 7)
    assert settled(rules, "2-1|6-4", last_mover=1).scores == (0, 0)
    assert settled(rules.replace(bonus_blocked="lowest"), "2-1|6-4", last_mover=1).scores == (1, 0)
    last = rules.replace(bonus_blocked="last-mover")
    assert settled(last, "2-1|6-4", last_mover=1).scores == (0, 1)
    assert settled(last, "2-1|6-4", last_mover=None).scores == (0, 0)
    assert settled(rules.replace(bonus_blocked="lowest"), "2-1|3-0").scores == (0, 0)


def test_in_pairs_the_point_for_going_out_is_collected_before_the_difference() -> None:
    rules = dl.rules("fives-and-threes")
    end = settled(rules, "|6-4|3-3|1-0", out=0, in_play=(5, 9))
    assert (end.winner, end.scores) == ((0, 2), (0, 3))
    assert [sheet.arithmetic for sheet in end.sheets] == [
        "1 + 5 - 9 = -3, only the higher pair scores: 0",
        "9 - 6 = 3",
    ]
    keeps = rules.replace(pairs_difference="match-end")
    assert settled(keeps, "|6-4|3-3|1-0", out=0, in_play=(5, 9)).scores == (6, 9)
    blocked = settled(rules, "5-5|6-4|3-3|1-0", in_play=(5, 9))
    assert (blocked.winner, blocked.scores) == ((1, 3), (0, 4))


def test_pairs_without_points_for_spots_only_win() -> None:
    plain = dl.rules("sebastopol", pairs_out="none", pairs_blocked="none")
    assert settled(plain, "|6-4|3-3|1-0", out=0) == Settlement("out", (0, 2), (Score(0), Score(0)))
    blocked = settled(plain, "5-5|6-4|3-3|1-0")
    assert (blocked.winner, blocked.scores) == ((1, 3), (0, 0))


def test_an_exact_target_takes_no_more_than_fits() -> None:
    rules = dl.rules("muggins", reach="exactly")
    fits = settled(rules, "|6-4", out=0, in_play=(3, 0), before=(56, 0))
    assert fits.scores == (5, 0)
    past = settled(rules, "|6-4,5-5", out=0, in_play=(3, 0), before=(56, 0))
    assert past.scores == (3, 0)  # what was scored in play stays, the spots would pass 61
    assert past.sheets[0].terms[-1].what == "more would pass 61 and does not count"
    pairs = dl.rules("fives-and-threes", reach="exactly")
    assert settled(pairs, "|6-4|3-3|1-0", out=0, in_play=(9, 1), before=(29, 0)).scores == (0, 0)


def test_a_house_can_score_tiles_instead_of_spots() -> None:
    chinese = dl.rules("polyglot@zh-Hans", score_blocked="tiles")
    assert settled(chinese, "0-0|6-4,5-5,6-6").scores == (3 - 1, 0)
    assert settled(dl.rules("block", score_out="tiles"), "|6-4,5-5", out=0).scores == (2, 0)
