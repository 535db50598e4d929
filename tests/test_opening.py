"""Before the first tile: the lot, deals that go back, and who leads what."""

from __future__ import annotations

import pytest

import dominolab as dl
from dominolab.opening import Lead, dealt, find_lead, leads_after_drawing, lot_winner, uses_lot
from dominolab.reasons import opening_remarks
from dominolab.rules import RuleSet
from dominolab.tiles import TILES, Hand, Tile, bits, hand_of


def lead(rules: RuleSet, hands: str, previous: int | None = None) -> tuple[int, str] | None:
    """Return who leads and with which tiles, from hands such as `6-6 2-1 | 5-5 3-0`."""
    found = find_lead(
        rules.plan, [bits(Hand.parse(hand)) for hand in hands.split("|")], None, previous
    )
    return None if found is None else (found.opener, str(hand_of(found.tiles)))


# -- The deal --------------------------------------------------------------------------------------


def test_hands_are_dealt_by_seat_and_the_rest_is_the_stock() -> None:
    deal = dealt(3, 7, seed=7, number=0)
    assert [len(hand) for hand in deal.hands] == [7, 7, 7]
    assert len(deal.stock) == 7
    tiles = [tile for hand in deal.hands for tile in hand] + list(deal.stock)
    assert sorted(tiles) == list(TILES)
    assert str(deal.hands[0]) == "5-3 6-5 5-1 4-3 3-3 6-6 4-0"


@pytest.mark.parametrize("name", dl.rulesets())
def test_everyone_gets_what_the_manual_says(name: str) -> None:
    rules = dl.rules(name)
    for players in rules.counts:
        round_ = dl.Round.deal(rules, players, seed=1)
        assert {len(hand) for hand in round_.hands} == {rules.hand[players]}
        assert len(round_.stock) == 28 - players * rules.hand[players]


# -- Who leads -------------------------------------------------------------------------------------


def test_the_highest_double_leads_and_is_led() -> None:
    """Manual 000, lines 22-23; 002, lines 17-19; 003, line 13."""
    for name in ("polyglot", "branching", "block", "muggins", "ukrainian"):
        assert lead(dl.rules(name), "6-5 2-2 | 4-4 1-0 | 3-3 0-0") == (1, "4-4")


def test_the_lowest_double_leads_at_fives_and_threes() -> None:
    """Manual 003, line 23: the double blank is the lowest of all."""
    rules = dl.rules("fives-and-threes")
    assert lead(rules, "6-6 2-2 | 4-4 1-1 | 3-3 0-0") == (2, "0-0")


def test_the_double_six_leads_at_sebastopol() -> None:
    assert lead(dl.rules("sebastopol"), "5-5 2-2 | 4-4 | 3-3 6-6 | 0-0") == (2, "6-6")


@pytest.mark.parametrize("code", ["hr", "sr", "ms", "th"])
def test_the_most_doubles_lead_any_tile(code: str) -> None:
    rules = dl.rules(f"polyglot@{code}")
    assert lead(rules, "6-6 6-5 1-0 | 1-1 0-0 3-2 | 5-5 2-1 4-3") == (1, "0-0 1-1 3-2")


@pytest.mark.parametrize("code", ["ro", "tr"])
def test_the_most_doubles_lead_one_of_their_doubles(code: str) -> None:
    rules = dl.rules(f"polyglot@{code}")
    assert lead(rules, "6-6 6-5 1-0 | 1-1 0-0 3-2") == (1, "0-0 1-1")


def test_equally_many_doubles_are_decided_by_the_highest() -> None:
    rules = dl.rules("polyglot@hr")
    assert lead(rules, "5-5 1-1 2-0 | 6-6 0-0 2-1 | 4-4 3-2 3-1") == (1, "0-0 2-1 6-6")


def test_the_danish_and_the_draw_game_free_the_first_tile() -> None:
    for name in ("polyglot@da", "draw"):
        assert lead(dl.rules(name), "6-6 2-1 | 5-5 3-0") == (0, "2-1 6-6")
    assert lead(dl.rules("draw@nl"), "6-6 2-1 | 5-5 3-0") == (0, "6-6")


# -- Nobody holds a double -------------------------------------------------------------------------


def test_without_a_double_all_tiles_go_back() -> None:
    for name in ("polyglot", "block", "draw", "fives-and-threes", "ukrainian", "polyglot@hr"):
        assert lead(dl.rules(name), "6-5 2-1 | 5-4 3-0") is None


def test_the_czech_and_slovak_printings_want_two_players_with_doubles() -> None:
    for code in ("cs", "sk"):
        rules = dl.rules(f"polyglot@{code}")
        assert lead(rules, "6-6 5-5 | 5-4 3-0") is None
        assert lead(rules, "6-6 5-5 | 4-4 3-0") == (0, "6-6")


def test_a_house_can_let_the_heaviest_tile_lead() -> None:
    rules = dl.rules("block", no_double="heaviest")
    assert lead(rules, "5-1 2-1 | 5-4 3-0") == (1, "5-4")
    assert lead(rules, "6-3 2-1 | 5-4 3-0") == (0, "6-3")  # equal pips: the higher half
    assert lead(rules, "5-1 0-0 | 5-4 3-0") == (0, "0-0")


def test_deals_that_went_back_are_kept_and_told() -> None:
    round_ = dl.Round.deal("polyglot@cs", 2, seed=4)
    assert len(round_.deals) == 3
    for deal in round_.deals[:-1]:
        assert sum(any(tile.double for tile in hand) for hand in deal.hands) < 2
    told = [remark.sentence for remark in opening_remarks(round_)]
    assert told == [
        "Fewer than two players hold a double: deal 1 goes back, and all tiles are dealt again.",
        "Fewer than two players hold a double: deal 2 goes back, and all tiles are dealt again.",
        "Ann leads.",
    ]
    nobody = dl.Round.deal("polyglot", 2, seed=321)
    assert opening_remarks(nobody)[0].sentence.startswith("Nobody holds a double: deal 1")
    six = dl.Round.deal(dl.rules("block", opener="double-six"), 2, seed=5)
    assert len(six.deals) == 7
    assert opening_remarks(six)[0].sentence.startswith("Nobody holds the double six: deal 1")
    heaviest = dl.Round.deal(dl.rules("block", no_double="heaviest"), 2, seed=321)
    assert len(heaviest.deals) == 1
    assert [remark.axis for remark in opening_remarks(heaviest)] == ["no_double"]


# -- The lot: manual 001, line 15 ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("how", "tiles", "winner"),
    [
        ("total", "6-4 5-5 3-3", 0),  # ten pips each: the higher half decides
        ("total", "2-1 6-5 6-6", 2),
        ("half", "5-5 6-0 5-4", 1),
        ("half", "6-0 6-1 5-5", 1),
        ("doubles-first", "6-5 0-0 6-4", 1),
        ("doubles-first", "6-5 0-0 1-1", 2),
        ("doubles-first", "6-4 6-5 5-4", 1),
    ],
)
def test_the_highest_tile_wins_the_lot(how: str, tiles: str, winner: int) -> None:
    assert lot_winner(Hand.parse(tiles), how) == winner


def test_the_winner_of_the_lot_leads_any_tile_and_the_lot_goes_back() -> None:
    round_ = dl.Round.deal("janod", 4, seed=2026)
    assert round_.opening.lot is not None
    assert round_.opener == 3
    assert len(round_.legal()) == 5
    assert sum(len(hand) for hand in round_.hands) + len(round_.stock) == 28
    told = opening_remarks(round_)
    assert told[0].sentence == (
        "Each player draws a tile and shows it (Ann 2-1, Ben 6-0, Cy 3-0, Dee 6-5): "
        "Dee wins the lot."
    )
    assert told[1].sentence == "Dee leads."
    assert {remark.axis for remark in told} == {"lot"}


def test_no_lot_is_drawn_where_a_double_decides() -> None:
    assert dl.Round.deal("block", 2, seed=1).opening.lot is None


def test_a_lot_for_the_first_round_only() -> None:
    rules = dl.rules("ukrainian", opener="lot-first")
    assert uses_lot(rules.plan, first_round=True)
    assert not uses_lot(rules.plan, first_round=False)
    assert dl.Round.deal(rules, 2, seed=1).opening.lot is not None
    later = dl.Round.deal(rules, 2, seed=1, before=(5, 0), first=False)
    assert later.opening.lot is None
    assert later.opening.lead.axis == "opener"
    match = dl.Match(rules, 2, seed=3).play()
    assert [round_.opening.lot is not None for round_ in match.rounds] == [True] + [False] * (
        len(match.rounds) - 1
    )


# -- Later rounds ----------------------------------------------------------------------------------


def test_the_winner_leads_the_next_round_where_the_house_says_so() -> None:
    rules = dl.rules("block", next_opener="previous-winner", target=50)
    assert lead(rules, "6-6 2-1 | 5-4 3-0", previous=1) == (1, "3-0 5-4")
    assert lead(rules, "6-6 2-1 | 5-4 3-0", previous=None) == (0, "6-6")
    same = dl.rules("block", target=50)
    assert lead(same, "6-6 2-1 | 5-5 3-0", previous=1) == (0, "6-6")
    janod = dl.rules("janod", next_opener="previous-winner", target=50)
    round_ = dl.Round.deal(janod, 3, seed=1, before=(5, 0, 0), previous=2, first=False)
    assert round_.opening.lot is None
    assert round_.opener == 2


# -- An opener who has drawn -----------------------------------------------------------------------


def test_a_drawn_tile_may_be_led_where_any_tile_may() -> None:
    round_ = dl.Round.deal(dl.rules("draw", opener_draw="yes"), 2, seed=7)
    before = set(round_.legal())
    drawn = round_.stock[0]
    round_.push(dl.DRAW)
    assert set(round_.legal()) == before | {dl.Play(drawn)}
    round_.push(dl.Play(drawn))
    assert round_.step().sentence() == f"Ann leads {drawn}: the opener may lead any tile."


def test_what_may_be_led_after_drawing_follows_the_axis_lead() -> None:
    hand = bits(Hand.parse("6-6 5-5 2-1"))
    six = Tile(6, 6).bit
    plans = {lead: dl.rules("draw", lead=lead).plan for lead in ("any-tile", "that-double")}
    any_double = dl.rules("draw", lead="any-double").plan
    assert leads_after_drawing(plans["any-tile"], Lead(0, six, "opener"), hand) == hand
    assert leads_after_drawing(plans["that-double"], Lead(0, six, "opener"), hand) == six
    doubles = bits(Hand.parse("6-6 5-5"))
    assert leads_after_drawing(any_double, Lead(0, six, "opener"), hand) == doubles
    for axis in ("lot", "next_opener", "lead"):
        assert leads_after_drawing(plans["that-double"], Lead(0, six, axis), hand) == hand
    assert leads_after_drawing(plans["any-tile"], Lead(0, six, "no_double"), hand) == six
