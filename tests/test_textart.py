"""Plain text: a picture for a terminal, and the table in words for those who listen."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from dominolab import textart
from dominolab.layout import Layout, shape
from dominolab.match import play
from dominolab.notation import read_position, read_round
from dominolab.round import Round
from dominolab.rules import printings, rules, rulesets
from dominolab.tiles import TILES, Hand, Tile


def line(*tiles: str, matching: str = "any-exit") -> Layout:
    """Lay *tiles* one after the other, each on the tile that is named after a @."""
    layout = Layout((), shape(matching=matching))
    for text in tiles:
        tile, _, on = text.partition("@")
        layout = layout.lay(Tile.parse(tile), Tile.parse(on) if on else None)
    return layout


def tree(*tiles: str) -> Layout:
    layout = Layout((), shape("every-double"))
    for text in tiles:
        tile, _, on = text.partition("@")
        layout = layout.lay(Tile.parse(tile), Tile.parse(on) if on else None)
    return layout


# -- The picture -----------------------------------------------------------------------------------


def test_a_line_with_a_double_across() -> None:
    assert textart.layout_text(line("6-4", "4-4@6-4", "4-1@4-4")) == "\n".join(
        (
            "      4",
            "< 6-4 |[4-1]>",
            "      4",
        )
    )


def test_a_cross_of_four_arms() -> None:
    layout = tree("6-6", "6-1@6-6", "6-2@6-6", "6-3@6-6", "6-4@6-6")
    picture = textart.layout_text(layout, last=False)
    assert picture == "\n".join(
        (
            "      ^",
            "",
            "      3",
            "      |",
            "      6",
            "",
            "      6",
            "< 2-6 | 6-1 >",
            "      6",
            "",
            "      6",
            "      |",
            "      4",
            "",
            "      v",
        )
    )


def test_an_upright_tile_laid_last_has_brackets_at_both_halves() -> None:
    layout = tree("6-6", "6-1@6-6", "6-2@6-6", "6-3@6-6")
    assert "[3]\n      |\n     [6]" in textart.layout_text(layout)


def test_marks_can_be_left_out() -> None:
    assert textart.layout_text(line("6-4"), exits=False, last=False) == "6-4"
    assert textart.layout_text(Layout()) == "(no tile lies yet)"


@pytest.mark.parametrize("columns", [40, 80])
def test_every_printing_keeps_to_the_width_and_shows_every_pip(columns: int) -> None:
    for seed, printing in enumerate(printings()):
        state = play(printing, rules(printing).counts[-1], seed)
        text = textart.round_text(state, columns=columns)
        assert max(map(len, text.splitlines())) <= columns
        picture = textart.layout_text(state.layout, columns=columns)
        for pip in range(7):
            halves = sum((tile.high == pip) + (tile.low == pip) for tile in state.layout.tiles)
            assert picture.count(str(pip)) == halves
        assert sum(picture.count(sign) for sign in "-|") == len(state.layout)
        assert sum(picture.count(sign) for sign in "<>^v") == len(state.layout.exits)


def test_a_round_names_everything_on_the_table() -> None:
    state = read_round("block 2 seed=3 : ")
    text = str(state)
    assert text == textart.round_text(state)
    assert "(no tile lies yet)" in text
    assert "Any lead is open." in text
    assert "> " in text
    for hand in state.hands:
        for tile in hand:
            assert f"[{tile.high}|{tile.low}]" in text


def test_hidden_hands_stay_hidden() -> None:
    state = play("polyglot", 4, 1).at(5)
    for hands in ("turn", "none"):
        text = textart.round_text(state, hands=hands)
        words = textart.round_words(state, hands=hands)
        for seat, hand in enumerate(state.hands):
            seen = hands == "turn" and seat == state.turn
            for tile in hand:
                assert (f"[{tile.high}|{tile.low}]" in text) == seen
                assert (f"{tile}" in words.split("holds", 1)[1]) == seen


def test_after_the_end_the_hands_lie_open() -> None:
    state = play("block", 2, 1)
    assert state.over
    text = textart.round_text(state, hands="turn")
    for tile in (*state.hands[0], *state.hands[1]):
        assert f"[{tile.high}|{tile.low}]" in text


def test_a_name_cannot_steer_the_terminal() -> None:
    state = play("block", 2, 1).at(2)
    text = textart.round_text(state, names=["\x1b[31mred\nline\u202e", "B" * 300])
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert max(map(len, text.splitlines())) <= 80


def test_a_hand_in_text() -> None:
    assert textart.hand_text(Hand.parse("6-4 3-3")) == "[6|4] [3|3]"
    assert textart.hand_text(()) == "no tiles"
    assert max(map(len, textart.hand_text(TILES, columns=30).splitlines())) <= 30


# -- Words -----------------------------------------------------------------------------------------


def test_a_line_is_read_from_left_to_right() -> None:
    layout = line("6-4", "4-4@6-4", "4-1@4-4")
    said = "The line runs 6-4, 4-4, 4-1. Open: 6 on the left, 1 on the right."
    assert textart.layout_words(layout) == said
    layout = layout.lay(Tile(6, 3), Tile(6, 4))
    said = "The line runs 3-6, 6-4, 4-4, 4-1. Open: 3 on the left, 1 on the right."
    assert textart.layout_words(layout) == said


def test_a_line_from_a_double_is_read_as_it_lies() -> None:
    layout = line("5-5", "5-3@5-5", "5-0@5-5", "3-2@5-3")
    said = "The line runs 0-5, 5-5, 5-3, 3-2. Open: 0 on the left, 2 on the right."
    assert textart.layout_words(layout) == said


def test_only_the_last_tile_is_open_where_the_printing_says_so() -> None:
    layout = line("6-4", "4-1@6-4", matching="last-tile")
    assert textart.layout_words(layout) == "The line runs 6-4, 4-1. Open: 1 on the right."
    layout = line("6-4", "6-1@6-4", matching="last-tile")
    assert textart.layout_words(layout) == "The line runs 1-6, 6-4. Open: 1 on the left."


def test_one_tile_and_none() -> None:
    assert textart.layout_words(Layout()) == "No tile lies on the table."
    alone = "6-4 lies alone. Open: 6 on the left, 4 on the right."
    assert textart.layout_words(line("6-4")) == alone
    assert textart.layout_words(tree("6-6")) == "6-6 lies alone. Open: 6 at 6-6 4 times."


def test_a_branching_layout_is_read_arm_by_arm() -> None:
    layout = tree("6-6", "6-1@6-6", "1-1@6-1", "6-3@6-6", "1-0@1-1", "2-1@1-1")
    assert textart.layout_words(layout) == (
        "6-6 lies first. From 6-6: 6-1, 1-1, 1-0. From 6-6: 6-3. From 1-1: 1-2. "
        "Open: 0 at 1-0, 2 at 2-1, 1 at 1-1, 3 at 6-3, 6 at 6-6 twice."
    )


@pytest.mark.parametrize("game", rulesets())
def test_words_name_every_laid_tile_once(game: str) -> None:
    for seed in range(5):
        for players in rules(game).counts:
            layout = play(game, players, seed).layout
            words = textart.layout_words(layout)
            runs = re.sub(r"From \d-\d:|Open: .*", "", words)
            named = [Tile.parse(text) for text in re.findall(r"\d-\d", runs)]
            assert sorted(named) == sorted(layout.tiles)
            for run in re.findall(r"(?:runs|From \d-\d:) ([^.]*)\.", words):
                chain = [text.split("-") for text in run.split(", ")]
                for before, after in pairwise(chain):
                    assert before[1] == after[0], words


def test_the_stock_and_what_stays_there() -> None:
    whole = play("draw", 2, 3)
    said = {textart.stock_words(whole.at(step)) for step in range(len(whole.actions) + 1)}
    assert "The stock has 14 tiles; 2 of them may not be drawn." in said
    assert "The stock has 2 tiles, which may not be drawn." in said
    assert textart.stock_words(play("sebastopol", 4, 1)) == "There is no stock."
    assert textart.stock_words(play("branching", 4, 1).at(0)) == "The stock has 8 tiles."
    ends = {textart.stock_words(play("ukrainian", 4, seed)) for seed in range(30)}
    assert "The stock is empty." in ends


def test_how_the_round_stands() -> None:
    state = play("block", 2, 1)
    assert textart.state_words(state.at(0)) == f"{('Ann', 'Ben')[state.opener]} is to move."
    said = {
        textart.state_words(play(game, players, seed), names=("A", "B", "C", "D"))
        for game, players in (("block", 2), ("block", 4), ("muggins", 2), ("janod", 2))
        for seed in range(40)
    }
    for pattern in (
        r"The round is over: [AB] wins with \d+ points\.",
        r"The round is over: A and C win with \d+ points\.",
        r"The round is blocked: [AB] wins with \d+ points?\.",
    ):
        assert [text for text in said if re.fullmatch(pattern, text)], pattern


def test_a_drawn_round_and_a_reached_target() -> None:
    drawn = next(
        state
        for seed in range(400)
        if (state := play("block", 2, seed)).result is not None and not state.result.winner
    )
    assert textart.state_words(drawn) == "The round is blocked: nobody wins."
    near = Round.deal("muggins", 2, 5, before=(60, 60))
    while not near.over:
        near.push(near.legal()[0])
    assert re.fullmatch(
        r"The target is reached: \w+ wins with \d+ points?\.", textart.state_words(near)
    )


def test_a_round_in_words() -> None:
    state = read_position("block 2 : 5-5 5-3@5-5 : *6-4 3-3 / 2-1 : 6-6 1-0")
    assert textart.round_words(state, names=("Zoe", "Max")) == (
        "Zoe is to move. The line runs 5-5, 5-3. Open: 5 on the left, 3 on the right. "
        "Zoe holds 3-3, 6-4. Max holds 2-1. "
        "The stock has 2 tiles, which may not be drawn."
    )


def test_points_in_play_are_told() -> None:
    state = play("muggins", 2, 5)
    words = textart.round_words(state)
    for points in state.in_play:
        assert f", {points} point{'' if points == 1 else 's'} in play." in words


def test_a_hand_in_words() -> None:
    assert textart.hand_words(Hand.parse("6-4 3-3")) == "6-4, 3-3: 16 pips."
    assert textart.hand_words([Tile(1, 0)]) == "1-0: 1 pip."
    assert textart.hand_words(()) == "No tiles."
