"""The table: exits, branching and arms, with counts that can be checked on a real table."""

from __future__ import annotations

from collections import Counter

import pytest

from dominolab.actions import Play
from dominolab.errors import IllegalAction
from dominolab.layout import Exit, Layout, Shape, shape
from dominolab.tiles import Tile


def laid(text: str, form: Shape | None = None) -> Layout:
    """Lay tiles as `5-5 5-3@5-5` names them."""
    layout = Layout(form=form)
    for word in text.split():
        tile, _, on = word.partition("@")
        layout = layout.lay(Tile.parse(tile), Tile.parse(on) if on else None)
    return layout


def ends(layout: Layout) -> list[str]:
    return sorted(str(end) for end in layout.exits)


# -- A line ----------------------------------------------------------------------------------------


def test_an_empty_table_has_no_exits_and_takes_any_tile() -> None:
    layout = Layout()
    assert layout.exits == ()
    assert layout.open == ()
    assert len(layout) == 0
    assert layout.fits(Tile(3, 2)) == (Play("3-2"),)
    assert str(layout) == "-"


def test_a_lone_tile_is_both_ends_of_the_line() -> None:
    assert ends(laid("6-4")) == ["4 of 6-4", "6 of 6-4"]
    assert ends(laid("5-5")) == ["5 of 5-5", "5 of 5-5"]


def test_a_line_always_has_two_ends() -> None:
    layout = laid("5-5 5-3@5-5 3-3@5-3 6-5@5-5 6-6@6-5 3-0@3-3")
    assert ends(layout) == ["0 of 3-0", "6 of 6-6"]
    assert layout.tiles[0] is Tile(5, 5)
    assert [str(play) for play in layout] == str(layout).split()


def test_a_tile_fits_where_its_number_is_open() -> None:
    layout = laid("6-4")
    assert layout.fits(Tile(6, 6)) == (Play("6-6", "6-4"),)
    assert layout.fits(Tile(2, 1)) == ()
    both = laid("6-4 6-3@6-4 4-3@6-4")  # open: 3 of 6-3 and 3 of 4-3
    assert both.fits(Tile(3, 1)) == (Play("3-1", "6-3"), Play("3-1", "4-3"))


def test_equal_exits_of_one_double_are_one_way_to_lay_a_tile() -> None:
    assert laid("5-5").fits(Tile(5, 3)) == (Play("5-3", "5-5"),)


# -- Branching: manual 002, lines 39-41 and 55-59 --------------------------------------------------


def test_every_double_branches_four_exits_first_three_more_each() -> None:
    form = shape("every-double")
    layout = laid("6-6", form)
    assert len(layout.exits) == 4
    layout = layout.lay(Tile(6, 3), Tile(6, 6))
    assert ends(layout) == ["3 of 6-3"] + ["6 of 6-6"] * 3
    layout = layout.lay(Tile(3, 3), Tile(6, 3))  # one exit is used, three are new
    assert Counter(ends(layout)) == {"6 of 6-6": 3, "3 of 3-3": 3}
    for tile in ("6-5", "6-2", "6-1"):
        layout = layout.lay(Tile.parse(tile), Tile(6, 6))
    assert not any(end.tile is Tile(6, 6) for end in layout.exits)
    assert len(layout.exits) == 6


def test_later_doubles_can_have_their_tips_only() -> None:
    layout = laid("6-6 6-3@6-6 3-3@6-3", shape("tips-only"))
    assert Counter(ends(layout)) == {"6 of 6-6": 3, "3 of 3-3": 2}


def test_a_lead_that_is_no_double_starts_a_line_also_where_doubles_branch() -> None:
    assert ends(laid("6-4", shape("every-double"))) == ["4 of 6-4", "6 of 6-4"]


# -- Sebastopol: manual 003, line 25 ---------------------------------------------------------------


def test_all_four_arms_are_started_before_any_grows() -> None:
    form = shape("lead-only", "all-first")
    layout = laid("6-6 6-0@6-6 6-1@6-6 6-2@6-6", form)
    assert ends(layout) == ["6 of 6-6"]
    assert len(layout.free) == 4
    with pytest.raises(IllegalAction, match="all four arms must be started first") as error:
        layout.lay(Tile(2, 1), Tile(6, 2))
    assert error.value.axis == "arms"
    grown = layout.lay(Tile(6, 3), Tile(6, 6))
    assert ends(grown) == ["0 of 6-0", "1 of 6-1", "2 of 6-2", "3 of 6-3"]


def test_other_doubles_go_on_in_one_direction() -> None:
    layout = laid("6-6 6-0@6-6 6-1@6-6 6-2@6-6 6-3@6-6 3-3@6-3", shape("lead-only", "all-first"))
    assert ends(layout) == ["0 of 6-0", "1 of 6-1", "2 of 6-2", "3 of 3-3"]


# -- The last tile only: manual 000, Chinese (traditional), line 1803 ------------------------------


def test_only_the_free_end_of_the_last_tile_is_open() -> None:
    form = shape(matching="last-tile")
    layout = laid("5-5", form)
    assert ends(layout) == ["5 of 5-5", "5 of 5-5"]
    layout = layout.lay(Tile(5, 3), Tile(5, 5))
    assert layout.exits == (Exit(Tile(5, 3), 3),)
    with pytest.raises(IllegalAction, match="5-5 has no open exit with 5"):
        layout.lay(Tile(5, 2), Tile(5, 5))
    double = layout.lay(Tile(3, 3), Tile(5, 3))
    assert double.exits == (Exit(Tile(3, 3), 3),)


# -- What cannot be laid ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "tile", "on", "why", "axis"),
    [
        ("6-4", "6-4", "6-4", "The tile 6-4 lies already", "tiles"),
        ("", "6-4", "6-6", "The table is empty: 6-4 cannot join 6-6", "matching"),
        ("6-4", "6-6", None, "The first tile lies already: say what 6-6 joins", "lead"),
        ("6-4", "6-6", "6-5", "The tile 6-5 does not lie on the table", "matching"),
        ("6-4", "5-3", "6-4", "5-3 and 6-4 share no number of pips", "matching"),
        ("6-4 6-6@6-4", "6-5", "6-4", "6-4 has no open exit with 6", "matching"),
    ],
)
def test_what_does_not_fit_is_refused(
    before: str, tile: str, on: str | None, why: str, axis: str
) -> None:
    layout = laid(before)
    with pytest.raises(IllegalAction) as error:
        layout.lay(Tile.parse(tile), None if on is None else Tile.parse(on))
    assert str(error.value) == f"{why}."
    assert error.value.axis == axis
    assert layout == laid(before)


# -- As a value ------------------------------------------------------------------------------------


def test_a_layout_is_a_value() -> None:
    layout = laid("6-4 6-6@6-4")
    assert layout == Layout([Play("6-4"), Play("6-6", "6-4")])
    assert hash(layout) == hash(laid("6-4 6-6@6-4"))
    assert layout != laid("6-4")
    assert layout != laid("6-4 6-6@6-4", shape("every-double"))
    assert layout != "6-4 6-6@6-4"
    assert Tile(6, 6) in layout
    assert Tile(5, 5) not in layout
    assert repr(layout) == "<Layout 6-4 6-6@6-4>"


def test_laying_a_tile_leaves_the_layout_before_as_it_was() -> None:
    layout = laid("6-4")
    layout.lay(Tile(6, 6), Tile(6, 4))
    assert layout == laid("6-4")


def test_shapes_are_made_once() -> None:
    assert shape("every-double") is shape("every-double")
    assert laid("6-4").shape is shape()


def test_a_layout_shows_itself_as_a_picture() -> None:
    assert laid("6-4 6-6@6-4")._repr_svg_().startswith("<svg")
