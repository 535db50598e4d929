"""Actions: each is one object, so that `is` compares."""

from __future__ import annotations

import copy
import pickle

import pytest

import dominolab as dl
from dominolab.actions import (
    DRAW,
    PASS,
    Action,
    Draw,
    Pass,
    Play,
    exit_code,
    exit_tile,
    plays_at,
)
from dominolab.errors import NotationError
from dominolab.tiles import PIPS, TILES, Tile, bits


def test_there_is_one_draw_and_one_pass() -> None:
    assert Draw() is DRAW
    assert Pass() is PASS
    assert (DRAW.kind, PASS.kind, Play("6-4").kind) == ("draw", "pass", "play")


def test_a_play_is_one_object() -> None:
    assert Play("6-4", "6-6") is Play(Tile(4, 6), Tile(6, 6))
    assert Play("6-4") is Play(Tile(6, 4), None)
    assert Play("6-4", "6-6") is not Play("6-4", "4-4")


def test_a_play_knows_the_number_that_it_joins() -> None:
    assert Play("6-4", "6-6").pip == 6
    assert Play("6-4", "4-1").pip == 4
    assert Play("6-4").pip == -1
    assert Play("6-4", "5-1").pip == -1
    assert Play("6-4", "4-1").code == exit_code(Tile(4, 1), 4)


def test_two_tiles_share_at_most_one_number_so_they_tell_the_exit() -> None:
    for tile in TILES:
        for on in TILES:
            if tile is not on:
                assert len({tile.high, tile.low} & {on.high, on.low}) <= 1
                if Play(tile, on).pip >= 0:
                    assert exit_tile(Play(tile, on).code) is on


@pytest.mark.parametrize("action", [DRAW, PASS, Play("6-4"), Play("6-4", "6-6")])
def test_actions_survive_copies_and_pickles(action: Action) -> None:
    assert pickle.loads(pickle.dumps(action)) is action
    assert copy.copy(action) is action
    assert copy.deepcopy(action) is action
    names = {"Draw": Draw, "Pass": Pass, "Play": Play}
    assert eval(repr(action), names) is action


def test_actions_are_written_as_moves() -> None:
    assert [str(a) for a in (DRAW, PASS, Play("4-6"), Play("4-6", "6-6"))] == [
        "draw",
        "pass",
        "6-4",
        "6-4@6-6",
    ]


def test_a_play_of_no_tile_is_refused() -> None:
    with pytest.raises(NotationError, match="9-9"):
        Play("9-9")


def test_exits_have_numbers() -> None:
    codes = {exit_code(tile, pip) for tile in TILES for pip in PIPS if pip in tile}
    assert len(codes) == 49
    assert all(code & 7 in exit_tile(code) for code in codes)


def test_the_plays_at_an_exit_are_all_tiles_that_show_its_number() -> None:
    code = exit_code(Tile(6, 4), 4)
    hand = bits([Tile(4, 4), Tile(6, 6), Tile(4, 1)])
    assert plays_at(code, hand) == (Play("4-1", "6-4"), Play("4-4", "6-4"))
    assert plays_at(code, bits([Tile(6, 6)])) == ()
    assert plays_at(code, hand) is plays_at(code, hand)


def test_the_package_offers_the_actions() -> None:
    assert (dl.DRAW, dl.PASS, dl.Play) == (DRAW, PASS, Play)
