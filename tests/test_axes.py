"""The axes: documented and validated where they are declared."""

from __future__ import annotations

from typing import Any

import param
import pytest

import dominolab as dl
from dominolab.axes import (
    AXES,
    GROUPS,
    Axes,
    Axis,
    Choice,
    HandSizes,
    Number,
    PlayerRange,
    Scores,
    axis,
)
from dominolab.errors import RuleError


def choice(name: str) -> Choice:
    found = AXES[name]
    assert isinstance(found, Choice)
    return found


@pytest.mark.parametrize("name", AXES)
def test_every_axis_asks_a_question_and_belongs_to_a_part_of_the_game(name: str) -> None:
    found = AXES[name]
    assert found.name == name
    assert found.group in GROUPS
    assert str(found.doc).endswith("?")
    assert found.label
    assert found.constant


def test_the_axes_stand_in_the_order_of_play() -> None:
    groups = [AXES[name].group for name in AXES]
    assert groups == sorted(groups, key=GROUPS.index)
    assert set(groups) == set(GROUPS)


@pytest.mark.parametrize("name", [name for name in AXES if isinstance(AXES[name], Choice)])
def test_every_word_of_a_choice_is_a_sentence_and_accepted(name: str) -> None:
    found = choice(name)
    sentences = list(found.words.values())
    assert len(set(sentences)) == len(sentences)
    for word, sentence in found.words.items():
        assert "_" not in word
        assert found.accept(word) == word
        assert found.say(word) == sentence
        assert sentence.endswith(".")
        assert len(sentence) < 100


@pytest.mark.parametrize("value", ["maybe", "", None, 3, ["each"], "Each"])
def test_another_word_is_refused_with_those_there_are(value: object) -> None:
    with pytest.raises(RuleError) as error:
        AXES["tie"].accept(value)
    assert str(error.value) == f"tie = {value!r} is not possible: choose nobody or each."


@pytest.mark.parametrize(
    ("name", "value", "accepted"),
    [
        ("target", 50, 50),
        ("target", "50", 50),
        ("target", None, None),
        ("target", "none", None),
        ("reserve", 0, 0),
        ("reserve", "2", 2),
        ("bonus_out", 100, 100),
    ],
)
def test_numbers_are_taken_as_such_or_as_text(name: str, value: object, accepted: Any) -> None:
    assert AXES[name].accept(value) == accepted


@pytest.mark.parametrize(
    "value", [-3, 0, 1_000_001, "-3", "--3", "3-", "1e3", "", 1.5, True, [], float("inf"), "9" * 50]
)
def test_a_number_out_of_bounds_is_refused_with_the_bounds(value: object) -> None:
    with pytest.raises(RuleError) as error:
        AXES["target"].accept(value)
    assert str(error.value).startswith("target = ")
    assert str(error.value).endswith(" is not possible: a whole number from 1 to 1000000 or none.")


def test_numbers_are_said_in_a_sentence() -> None:
    assert AXES["target"].say(61) == "The first to reach 61 wins."
    assert AXES["target"].say(None) == "No target is set: one round is a game."
    assert AXES["reserve"].say(0) == "The whole stock may be drawn."
    assert AXES["reserve"].say(2) == "The last 2 tiles stay in the stock."
    plain = Number("drawing", "Depth", "How deep?", (0, 9), "It is {} deep.")
    assert plain.say(3) == "It is 3 deep."


@pytest.mark.parametrize(
    ("value", "accepted"),
    [((2, 4), (2, 4)), ([2, 5], (2, 5)), ("2-4", (2, 4)), ("2,4", (2, 4)), (3, (3, 3))],
)
def test_a_range_of_players(value: object, accepted: tuple[int, int]) -> None:
    assert AXES["players"].accept(value) == accepted


@pytest.mark.parametrize(
    "value",
    [(2, 6), (1, 4), (4, 2), 6, "six", "2-4-5", (2,), None, (2.5, 4), (float("inf"), 4), "2-", {}],
)
def test_an_impossible_range_of_players_is_refused(value: object) -> None:
    with pytest.raises(RuleError, match=r"^players = .* give the least and the most, from 2 to 5"):
        AXES["players"].accept(value)


def test_a_range_of_players_is_said() -> None:
    assert AXES["players"].say((2, 4)) == "2 to 4 can play."
    assert AXES["players"].say((4, 4)) == "Exactly 4 play."


@pytest.mark.parametrize("value", [{2: 7, 3: 5}, {"2": 7, "3": "5"}, "2:7,3:5", "3:5,2:7"])
def test_hands_by_the_number_of_players(value: object) -> None:
    assert AXES["hand"].accept(value) == {2: 7, 3: 5}


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ({2: 15}, "2 players can hold from 1 to 14 of the 28 tiles each"),
        ({5: 6}, "5 players can hold from 1 to 5 of the 28 tiles each"),
        ({3: 0}, "3 players can hold from 1 to 9"),
        ({6: 4}, "2 to 5 players can be dealt to"),
        ("seven", "give tiles by number of players, as in 2:7,3:5"),
        ({2: 7.5}, "give tiles by number of players"),
        ({2: float("inf")}, "give tiles by number of players"),
        (7, "give tiles by number of players"),
        (None, "give tiles by number of players"),
    ],
)
def test_hands_larger_than_the_set_are_refused(value: object, why: str) -> None:
    with pytest.raises(RuleError, match=r"^hand = .* is not possible: ") as error:
        AXES["hand"].accept(value)
    assert why in str(error.value)


def test_hands_are_said() -> None:
    assert AXES["hand"].say({2: 7, 3: 5, 4: 5}) == "2 players take 7 tiles each, 3 or 4 take 5."
    assert AXES["hand"].say({2: 5, 3: 5, 4: 5}) == "2, 3 or 4 players take 5 tiles each."


@pytest.mark.parametrize(
    ("value", "accepted"), [([50, 100], (50, 100)), ("50,75", (50, 75)), ("", ()), ((), ())]
)
def test_a_closed_list_of_scores(value: object, accepted: tuple[int, ...]) -> None:
    assert AXES["target_list"].accept(value) == accepted


@pytest.mark.parametrize("value", [[0], [-5, 5], "a,b", 50, None, [1.5], [float("inf")]])
def test_an_impossible_list_of_scores_is_refused(value: object) -> None:
    with pytest.raises(RuleError, match=r"^target_list = .* give scores of 1 or more"):
        AXES["target_list"].accept(value)


def test_a_list_of_scores_is_said() -> None:
    assert AXES["target_list"].say(()) == "Any score may be agreed on."
    assert AXES["target_list"].say((50, 75)) == "Only 50 or 75 may be played for."


def test_what_a_user_wrote_is_cut_in_the_error() -> None:
    with pytest.raises(RuleError) as error:
        AXES["tie"].accept("x" * 100_000)
    assert len(str(error.value)) < 200


def test_an_unknown_axis_is_refused_with_those_there_are() -> None:
    assert axis("tie") is AXES["tie"]
    with pytest.raises(RuleError, match="There is no axis 'colour': choose players, tiles, "):
        axis("colour")


def test_the_axes_are_parameters_with_defaults_that_can_be_played() -> None:
    plain = Axes()  # type: ignore[no-untyped-call]
    assert isinstance(plain, param.Parameterized)
    for name, found in AXES.items():
        assert isinstance(found, Axis)
        assert found.accept(getattr(plain, name)) == getattr(plain, name)
    kinds = {type(found) for found in AXES.values()}
    assert kinds == {Choice, Number, PlayerRange, HandSizes, Scores}


def test_every_value_of_every_manual_is_one_of_an_axis() -> None:
    used: dict[str, set[str]] = {name: set() for name in AXES}
    for name in dl.printings():
        for statement in dl.rules(name).statements.values():
            for value in [statement.value, *(reading.value for reading in statement.readings)]:
                used[statement.axis].add(str(value))
    for name in AXES:
        if isinstance(AXES[name], Choice):
            assert used[name] <= set(choice(name).words)
