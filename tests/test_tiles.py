"""Tiles: 28 objects, and their text in and out."""

from __future__ import annotations

import copy
import pickle
from xml.etree import ElementTree

import pytest

from dominolab.errors import NotationError
from dominolab.tiles import (
    ALL,
    DOUBLES,
    HAS,
    PIPS,
    TILES,
    Hand,
    Tile,
    bits,
    hand_of,
    pips_of,
    shorten,
)


def test_the_double_six_set_has_28_tiles_and_168_pips() -> None:
    assert len(TILES) == len(set(TILES)) == 28
    assert sum(tile.pips for tile in TILES) == 168
    assert sum(tile.double for tile in TILES) == 7
    assert [str(tile) for tile in TILES[:4]] == ["0-0", "1-0", "1-1", "2-0"]
    assert str(TILES[-1]) == "6-6"


def test_a_tile_is_one_object_whichever_way_it_is_turned() -> None:
    assert Tile(4, 6) is Tile(6, 4)
    assert Tile.parse("4-6") is Tile(6, 4)
    assert (Tile(4, 6).high, Tile(4, 6).low) == (6, 4)


def test_every_tile_knows_its_place_in_the_set() -> None:
    for index, tile in enumerate(TILES):
        assert tile.index == index
        assert tile.bit == 1 << index
        assert tile.double == (tile.high == tile.low)
    assert sorted(TILES, key=lambda tile: -tile.index) == list(reversed(TILES))
    assert Tile(1, 0) < Tile(1, 1) < Tile(2, 0)


def test_a_tile_shows_its_pips_and_knows_the_other_half() -> None:
    tile = Tile(6, 4)
    assert 6 in tile
    assert 4 in tile
    assert 5 not in tile
    assert tile.other(6) == 4
    assert tile.other(4) == 6
    assert Tile(5, 5).other(5) == 5


@pytest.mark.parametrize("text", ["6-4", "4-6", "64", "6:4", "6|4", "4/6", " 6 - 4 ", "6 4"])
def test_a_tile_is_read_from_what_people_write(text: str) -> None:
    assert Tile.parse(text) is Tile(6, 4)


@pytest.mark.parametrize("text", ["", "6", "6-", "-4", "six-four", "6-4-2", "6--4", "6-4 5-5", "½"])
def test_what_is_not_a_tile_is_refused_with_what_to_write(text: str) -> None:
    with pytest.raises(NotationError, match=r"is not a tile: write it as 6-4\.$"):
        Tile.parse(text)


@pytest.mark.parametrize("text", ["9-9", "7-0", "0-12", "66-4", "664"])
def test_a_tile_with_too_many_pips_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="halves have from 0 to 6 pips"):
        Tile.parse(text)


def test_a_tile_made_of_impossible_halves_is_refused() -> None:
    with pytest.raises(NotationError, match="7-0 is not a tile"):
        Tile(7, 0)
    with pytest.raises(NotationError, match="3--1 is not a tile"):
        Tile(3, -1)


def test_what_is_not_even_text_is_no_tile() -> None:
    with pytest.raises(NotationError, match="is not a tile"):
        Tile.parse(64)  # type: ignore[arg-type]


def test_tiles_stay_the_same_objects_when_copied_or_pickled() -> None:
    for tile in TILES:
        assert pickle.loads(pickle.dumps(tile)) is tile
        assert copy.copy(tile) is tile
        assert copy.deepcopy(tile) is tile
        assert eval(repr(tile), {"Tile": Tile}) is tile


def test_a_hand_knows_its_pips_and_its_text() -> None:
    hand = Hand.parse("6-4, 3-3 1-0")
    assert list(hand) == [Tile(6, 4), Tile(3, 3), Tile(1, 0)]
    assert hand.pips == 17
    assert str(hand) == "6-4 3-3 1-0"
    assert eval(repr(hand), {"Hand": Hand}) == hand
    assert str(Hand()) == "-"
    assert Hand().pips == 0
    assert Hand.parse("") == Hand()


def test_a_hand_holds_each_tile_once() -> None:
    with pytest.raises(NotationError, match="The tile 6-4 is named twice"):
        Hand.parse("6-4 3-3 4-6")


def test_hands_as_bits() -> None:
    assert bits(TILES) == ALL
    assert hand_of(ALL) == TILES
    assert hand_of(0) == ()
    assert pips_of(ALL) == 168
    assert hand_of(DOUBLES) == tuple(Tile(pip, pip) for pip in PIPS)
    for pip in PIPS:
        assert len(hand_of(HAS[pip])) == 7
        assert all(pip in tile for tile in hand_of(HAS[pip]))


def test_long_texts_are_cut_and_stay_quoted() -> None:
    assert shorten("6-4") == "'6-4'"
    long = shorten("x" * 1000)
    assert len(long) <= 40
    assert long.startswith("'xxx")
    assert long.endswith("...'")
    assert shorten(list(range(100))).endswith("...")


def test_tiles_and_hands_show_themselves_as_pictures() -> None:
    for thing in (Tile(6, 4), Hand.parse("6-4 3-3"), Hand()):
        assert ElementTree.fromstring(thing._repr_svg_()).tag.endswith("svg")
