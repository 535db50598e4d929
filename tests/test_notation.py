"""The short notation: every line that is written can be read, and nonsense gets a sentence."""

from __future__ import annotations

import pytest

import dominolab as dl
from dominolab.errors import DominoError, NotationError
from dominolab.notation import (
    house_rules,
    move,
    moves,
    parse_move,
    push_moves,
    read_position,
    read_round,
    rules_text,
    write_position,
    write_round,
)


@pytest.mark.parametrize("name", dl.printings())
def test_a_round_of_every_printing_goes_through_a_line_and_back(name: str) -> None:
    for players in dl.rules(name).counts:
        played = dl.play(name, players, 11)
        again = read_round(write_round(played))
        assert again == played
        assert again.result == played.result


@pytest.mark.parametrize("name", dl.rulesets())
def test_every_position_goes_through_a_line_and_back(name: str) -> None:
    played = dl.play(name, dl.rules(name).counts[-1], 3)
    for index in range(1, len(played.actions)):
        there = played.at(index)
        back = read_position(write_position(there))
        assert back.hands == there.hands
        assert back.stock == there.stock
        assert back.turn == there.turn
        assert back.exits == there.exits
        assert back.legal() == there.legal()
        assert write_position(back) == write_position(there)


def test_a_later_round_keeps_its_totals_and_its_opener() -> None:
    match = dl.Match("muggins", players=2, seed=1).play()
    for round_ in match.rounds:
        assert read_round(write_round(round_)).before == round_.before


def test_a_move_is_written_with_its_place_only_where_it_is_needed() -> None:
    round_ = dl.Round.deal("block", players=2, seed=26)
    push_moves(round_, "6-6, 6-5")
    assert moves(round_) == "6-6 6-5"
    for action in round_.legal():
        assert parse_move(round_, move(round_, action)) is action


def test_house_rules_are_written_and_read() -> None:
    rules = dl.rules("polyglot", tie="nobody", target=50)
    text = rules_text(rules)
    assert text.startswith("polyglot ")
    assert dl.rules("polyglot", **house_rules(text.split()[1:])) == rules


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("", "The text is empty"),
        ("nonsense", "no ruleset"),
        ("chess 2 seed=1 :", "no ruleset"),
        ("block 9 seed=1 :", "players"),
        ("block 2 seed=x :", "whole number"),
        ("block 2 seed=1 : 9-9", "is not a tile"),
        ("block 2 seed=26 : 6-6 6-6", "Move 2"),
        ("block 2 seed=26 : draw", "Move 1"),
        ("block 2 tie seed=1 :", "whole number"),
        ("block two seed=1 :", "whole number"),
        ("block 2 seed=1 previous=7 :", "previous"),
        ("x" * 5000, "too long"),
    ],
)
def test_a_round_that_cannot_be_read_gets_one_sentence(line: str, says: str) -> None:
    with pytest.raises(DominoError, match=says) as error:
        read_round(line)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("block 2 : 5-5 : 6-4 : ", "1 hands"),
        ("block 2 : 5-5 4-4 : *6-4 / 2-1 : -", "layout cannot be"),
        ("block 2 : 5-5 : *6-4 / *2-1 : -", "star"),
        ("block 2 : 5-5 : *6-4 / 6-4 : -", "named twice"),
        ("block 2 : 5-5 : *6-4 : -", "hands for 2 players"),
        ("block 2 passed=9 : 5-5 : *6-4 / 2-1 : -", "passed"),
        ("block 2 : 5-5 5-3@6-6 : *6-4 / 2-1 : -", "layout cannot be"),
    ],
)
def test_a_position_that_cannot_be_gets_one_sentence(line: str, says: str) -> None:
    with pytest.raises(DominoError, match=says):
        read_position(line)


def test_a_tile_that_fits_in_two_places_must_say_where() -> None:
    round_ = read_position("block 2 : 5-5 5-3@5-5 : *5-3 / 2-1 : -".replace("*5-3", "*4-3"))
    assert parse_move(round_, "4-3") == dl.Play("4-3", "5-3")
    two = read_position("block 2 : 5-3 5-4 : *4-3 / 2-1 : -")
    with pytest.raises(NotationError, match="more than one place"):
        parse_move(two, "4-3")
    assert parse_move(two, "4-3@5-4") == dl.Play("4-3", "5-4")
    assert move(two, dl.Play("4-3", "5-4")) == "4-3@5-4"


def test_a_round_without_a_seed_is_kept_as_a_record_instead() -> None:
    with pytest.raises(NotationError, match="as a record"):
        write_round(read_position("block 2 : 5-5 : *6-5 / 2-1 : -"))
    with pytest.raises(NotationError, match="not a house rule"):
        house_rules(["tie"])


@pytest.mark.parametrize(
    ("name", "house", "text"),
    [
        ("block", {"players": (2, 3)}, "block players=2,3"),
        ("block", {"hand": {2: 6, 3: 6, 4: 6}}, "block hand=2:6,3:6,4:6"),
        ("block", {"target": 50, "target_list": [50, 75]}, "block target=50 target_list=50,75"),
        ("polyglot@ko", {"target_list": []}, "polyglot@ko target_list="),
        ("muggins", {"target": None}, "muggins target=none"),
    ],
)
def test_house_rules_of_every_kind_go_through_a_line_and_back(
    name: str, house: dict[str, object], text: str
) -> None:
    rules = dl.rules(name, **house)
    assert rules_text(rules) == text
    assert dl.rules(name, **house_rules(text.split()[1:])) == rules
    dealt = dl.Round.deal(rules, 2, 1)
    assert read_round(write_round(dealt)) == dealt
    assert read_position(write_position(dealt)).rules == rules


def test_a_later_round_without_points_still_has_no_lot() -> None:
    rules = dl.rules("ukrainian", opener="lot-first")
    later = dl.Round.deal(rules, 2, 1, before=(0, 0), first=False)
    assert later.opening.lot is None
    assert "before=0,0" in write_round(later)
    assert read_round(write_round(later)) == later


def test_the_winner_before_is_written_and_read() -> None:
    rules = dl.rules("block", next_opener="previous-winner", target=50)
    later = dl.Round.deal(rules, 3, 1, before=(5, 0, 7), previous=2, first=False)
    assert "before=5,0,7 previous=2" in write_round(later)
    again = read_round(write_round(later))
    assert again == later
    assert again.opener == 2


@pytest.mark.parametrize(
    "line",
    [
        "block 2 : 5-5 : *6-4 / 2-1 : - : more",
        "block 2 drew=-1 : 5-5 : *6-4 / 2-1 : -",
        "block 2 drew=99 : 5-5 : *6-4 / 2-1 : -",
        "block 2 passed=x : 5-5 : *6-4 / 2-1 : -",
        "block 2 scored=1,x : 5-5 : *6-4 / 2-1 : -",
        "muggins 2 before=61,0 : 5-5 : *6-4 / 2-1 : -",
        "block 2 : 5-5 5-5 : *6-4 / 2-1 : -",
        "block 2 : 5-5 : *6-4 6-4 / 2-1 : -",
        "block tie=maybe 2 : 5-5 : *6-4 / 2-1 : -",
        "block colour=red 2 : 5-5 : *6-4 / 2-1 : -",
    ],
)
def test_no_position_that_someone_may_send_breaks_anything(line: str) -> None:
    with pytest.raises(DominoError) as error:
        read_position(line)
    assert len(str(error.value)) < 600
    assert "\n" not in str(error.value)


def test_before_the_lead_a_position_knows_what_must_be_led() -> None:
    assert read_position("block 2 : - : *6-6 2-1 / 5-5 : -").legal() == (dl.Play("6-6"),)
    free = read_position("block 2 : - : 6-6 2-1 / *5-5 3-0 : -")
    assert free.legal() == (dl.Play("3-0"), dl.Play("5-5"))
    assert len(read_position("janod 2 : - : *6-6 2-1 / 5-5 : -").legal()) == 2
