"""The pictures: well-formed, with the right pips, a text alternative, and nothing from outside."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest

from dominolab import draw, geometry
from dominolab.actions import Play
from dominolab.layout import Layout, shape
from dominolab.match import play
from dominolab.notation import read_round
from dominolab.round import Round
from dominolab.rules import printings, rules, rulesets
from dominolab.textart import Hands
from dominolab.tiles import TILES, Hand, Tile

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "</title><script>alert(1)</script>\"'&\x00\x1b[31m\ud800"
README_ROUND = "branching 4 seed=25 : 6-6 6-1 6-4 6-5 6-3 5-5 4-3@6-4 4-1 3-3@4-3 4-4 5-1"


def parse(svg: str) -> ElementTree.Element:
    root = ElementTree.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    assert not [e for e in root.iter() if e.tag in (f"{SVG}script", f"{SVG}foreignObject")]
    assert not [name for e in root.iter() for name in e.attrib if name.lower().startswith("on")]
    assert not [e for e in root.iter() if "id" in e.attrib], "ids of two pictures would clash"
    return root


def alternative(root: ElementTree.Element) -> str:
    assert root.get("role") == "img"
    title, desc = root[0], root[1]
    assert (title.tag, desc.tag) == (f"{SVG}title", f"{SVG}desc")
    assert title.text
    assert desc.text
    return f"{title.text}. {desc.text}"


def with_class(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [e for e in root.iter() if name in (e.get("class") or "").split()]


def tiles(root: ElementTree.Element) -> Iterator[tuple[Tile, list[ElementTree.Element]]]:
    for group in with_class(root, "dl-tile"):
        yield Tile.parse(group.attrib["data-tile"]), list(group.iter(f"{SVG}circle"))


def rounds() -> list[Round]:
    found = []
    for seed, game in enumerate(rulesets()):
        for players in rules(game).counts:
            whole = play(game, players, seed)
            found += [whole.at(0), whole.at(len(whole.actions) * 2 // 3), whole]
    return found


# -- One tile --------------------------------------------------------------------------------------


@pytest.mark.parametrize("upright", [True, False])
@pytest.mark.parametrize("tile", TILES, ids=str)
def test_a_tile_shows_its_pips_on_either_side_of_the_bar(tile: Tile, upright: bool) -> None:
    root = parse(draw.tile_svg(tile, upright=upright))
    ((drawn, pips),) = tiles(root)
    along = [float(pip.attrib["cy" if upright else "cx"]) for pip in pips]
    assert drawn is tile
    assert sum(place < 0 for place in along) == tile.high
    assert sum(place > 0 for place in along) == tile.low
    places = {(pip.attrib["cx"], pip.attrib["cy"]) for pip in pips}
    assert len(places) == tile.pips
    assert str(tile) in alternative(root)


def test_numerals_stand_over_faint_pips() -> None:
    root = parse(draw.tile_svg(Tile(6, 4), numerals=True))
    assert [e.text for e in root.iter(f"{SVG}text")] == ["6", "4"]
    assert len(list(root.iter(f"{SVG}circle"))) == 10
    (pips,) = with_class(root, "dl-pips")
    assert float(pips.attrib["opacity"]) < 0.3


def test_a_picture_can_be_decoration_only() -> None:
    root = parse(draw.tile_svg(Tile(6, 4), label="", css=False))
    assert root.get("aria-hidden") == "true"
    assert root.get("role") is None
    assert not list(root.iter(f"{SVG}title"))
    assert not list(root.iter(f"{SVG}style"))


def test_every_colour_stands_in_the_picture_and_in_the_style() -> None:
    """Without CSS a picture looks the same; with it a page's own colours come first."""
    svg = draw.round_svg(read_round(README_ROUND), hands="turn")
    for name, colour in draw.COLOURS.items():
        assert f"var(--{name},{colour})" in draw.STYLE
        assert f'="{colour}"' in svg
    assert draw.STYLE.count(":where(") == draw.STYLE.count("{"), "a page's rules must win"


# -- Hands -----------------------------------------------------------------------------------------


def test_a_hand_shows_its_tiles_in_order_and_marks_those_that_fit() -> None:
    hand = Hand.parse("6-4 3-3 1-0")
    root = parse(draw.hand_svg(hand, playable={Tile(3, 3)}, label="What Ann holds"))
    assert [tile for tile, _ in tiles(root)] == list(hand)
    (fitting,) = with_class(root, "dl-fits")
    assert fitting.attrib["data-tile"] == "3-3"
    assert with_class(fitting, "dl-playable"), "an arrow, so that colour does not tell it alone"
    assert alternative(root) == "What Ann holds. 6-4, 3-3, 1-0: 17 pips. Playable: 3-3."


def test_a_large_hand_goes_into_rows() -> None:
    flat, wrapped = (parse(draw.hand_svg(TILES, columns=columns)) for columns in (28, 7))
    assert float(wrapped.attrib["width"]) < float(flat.attrib["width"]) / 3
    assert float(wrapped.attrib["height"]) > float(flat.attrib["height"]) * 3


def test_an_empty_hand_is_an_empty_place() -> None:
    root = parse(draw.hand_svg(()))
    assert with_class(root, "dl-nothing")
    assert "No tiles" in alternative(root)


def test_face_down_tiles_say_how_many_and_how_many_stay() -> None:
    root = parse(draw.back_svg(14, kept=2))
    assert len(with_class(root, "dl-down")) == 14
    assert len(with_class(root, "dl-kept")) == 2
    assert alternative(root) == "14 tiles face down. 2 of them may not be drawn."
    assert alternative(parse(draw.back_svg(1))) == "1 tile face down. 1 tile face down."
    assert not with_class(parse(draw.back_svg(0)), "dl-down")


# -- Layouts ---------------------------------------------------------------------------------------


def test_every_printing_draws_the_tiles_with_their_pips() -> None:
    for seed, printing in enumerate(printings()):
        layout = play(printing, rules(printing).counts[-1], seed).layout
        root = parse(draw.layout_svg(layout))
        drawn = list(tiles(root))
        assert [tile for tile, _ in drawn] == list(layout.tiles)
        for tile, pips in drawn:
            assert len(pips) == tile.pips
        words = alternative(root)
        for tile in layout.tiles:
            assert re.search(rf"\b({tile.high}-{tile.low}|{tile.low}-{tile.high})\b", words)


def test_each_half_is_drawn_where_it_lies() -> None:
    layout = play("branching", 4, 3).layout
    parts = draw.layout_parts(layout)
    for part, placed in zip(parts.tiles, geometry.place(layout), strict=True):
        group = ElementTree.fromstring(part.svg)
        move = re.fullmatch(r"translate\((\S+) (\S+)\)", group.attrib["transform"])
        assert move is not None
        seen: Counter[tuple[float, float]] = Counter()
        for pip in group.iter("circle"):
            x = (float(move[1]) + float(pip.attrib["cx"])) / draw.HALF
            y = (float(move[2]) + float(pip.attrib["cy"])) / draw.HALF
            nearest = min(placed.halves, key=lambda half: abs(half[0] - x) + abs(half[1] - y))
            assert max(abs(nearest[0] - x), abs(nearest[1] - y)) < 0.5
            seen[nearest[:2]] += 1
        assert seen == Counter({half[:2]: half[2] for half in placed.halves if half[2]})


def test_each_open_exit_is_marked_with_its_pip() -> None:
    layout = play("branching", 4, 3).at(12).layout
    root = parse(draw.layout_svg(layout))
    marks = with_class(root, "dl-exit")
    assert [e.attrib["data-exit"] for e in marks] == [f"{e.tile}:{e.pip}" for e in layout.exits]
    for mark, open_exit in zip(marks, layout.exits, strict=True):
        assert [e.text for e in mark.iter(f"{SVG}text")] == [str(open_exit.pip)]
    assert not with_class(parse(draw.layout_svg(layout, exits=False)), "dl-exit")


def test_the_marks_of_exits_lie_neither_on_tiles_nor_on_each_other() -> None:
    for seed in range(60):
        layout = play("branching", 2 + seed % 3, seed).layout
        for width in (12, 24):
            parts = draw.layout_parts(layout, width=width)
            circles = []
            for mark in parts.exits:
                circle = ElementTree.fromstring(mark.svg)[0]
                circles.append((mark.x, mark.y, float(circle.attrib["r"])))
            for (x, y, radius), (other_x, other_y, other) in combinations(circles, 2):
                apart = (x - other_x) ** 2 + (y - other_y) ** 2
                assert apart >= (radius + other) ** 2, (seed, width)
            for x, y, radius in circles:
                for part in parts.tiles:
                    left, top, wide, high = part.box
                    dx = max(left - x, 0, x - left - wide)
                    dy = max(top - y, 0, y - top - high)
                    assert dx * dx + dy * dy >= radius * radius - 0.01, (seed, width)


def test_the_last_tile_has_a_frame() -> None:
    layout = play("block", 2, 5).layout
    (last,) = with_class(parse(draw.layout_svg(layout)), "dl-is-last")
    assert last.attrib["data-tile"] == str(layout.tiles[-1])
    assert with_class(last, "dl-last")
    assert not with_class(parse(draw.layout_svg(layout, last=False)), "dl-last")


def test_an_empty_table_shows_where_to_lead() -> None:
    parts = draw.layout_parts(Layout())
    assert [mark.name for mark in parts.exits] == ["lead"]
    assert alternative(parse(draw.layout_svg(Layout()))) == (
        "An empty table. No tile lies on the table."
    )


def test_everything_lies_within_the_view() -> None:
    layout = play("branching", 4, 3).layout
    parts = draw.layout_parts(layout)
    left, top, wide, high = parts.view
    assert parts.view_box == parse(draw.layout_svg(layout)).attrib["viewBox"]
    for part in parts.tiles:
        x, y, w, h = part.box
        assert left < x < x + w < left + wide
        assert top < y < y + h < top + high
    for mark in parts.exits:
        assert left < mark.x - 10 < mark.x + 10 < left + wide
        assert top < mark.y - 10 < mark.y + 10 < top + high


def test_with_the_room_of_the_whole_round_the_view_stands_still() -> None:
    whole = play("draw", 2, 3)
    room = geometry.extent(whole.layout)
    views = set()
    for step in range(len(whole.actions) + 1):
        views.add(draw.layout_parts(whole.at(step).layout, room=room).view)
    assert len(views) == 1


def test_a_narrow_layout_is_narrow() -> None:
    layout = max((play("draw", 2, seed).layout for seed in range(20)), key=len)
    narrow, usual = (draw.layout_parts(layout, width=width).view[2] for width in (12, None))
    assert narrow <= (12 + 3) * draw.HALF < usual


@pytest.mark.parametrize("branching", ["none", "every-double", "lead-only"])
def test_the_largest_layouts_stay_small_files(branching: str) -> None:
    layout = Layout()
    chance = random.Random(1)
    while len(layout) < len(TILES):
        layout = Layout((), shape(branching)).lay(Tile(6, 6))
        while fitting := [f for tile in TILES if tile not in layout for f in layout.fits(tile)]:
            chosen = chance.choice(fitting)
            layout = layout.lay(chosen.tile, chosen.on)
    assert len(draw.layout_svg(layout)) < 25_000
    assert len(draw.layout_svg(layout, numerals=True)) < 35_000


# -- Rounds ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("hands", ["all", "turn", "none"])
def test_a_round_shows_those_hands_that_may_be_seen(hands: Hands) -> None:
    for state in rounds():
        root = parse(draw.round_svg(state, hands=hands))
        words = alternative(root)
        seats = with_class(root, "dl-player")
        assert sorted(int(seat.attrib["data-seat"]) for seat in seats) == list(range(state.players))
        for seat in seats:
            number = int(seat.attrib["data-seat"])
            hand = state.hands[number]
            open_ = hands == "all" or (hands == "turn" and (state.over or number == state.turn))
            assert [tile for tile, _ in tiles(seat)] == (list(hand) if open_ else [])
            assert len(with_class(seat, "dl-down")) == (0 if open_ else len(hand))
            for tile in hand:
                # What is hidden in the picture is not told in words either.
                assert (re.search(rf"holds [^.]*\b{tile}\b", words) is not None) or not open_
                assert open_ or f"{tile}," not in words.split("holds", 1)[1]


def test_a_round_shows_the_stock_and_what_stays_there() -> None:
    state = play("draw", 2, 3).at(10)
    root = parse(draw.round_svg(state))
    (stock,) = with_class(root, "dl-stock")
    assert len(with_class(stock, "dl-down")) == len(state.stock)
    assert len(with_class(stock, "dl-kept")) == len(state.stock) - state.drawable == 2
    assert not with_class(parse(draw.round_svg(play("sebastopol", 4, 1))), "dl-stock")


def test_whose_turn_it_is_stands_in_words_a_frame_and_an_arrow() -> None:
    state = play("block", 3, 1).at(4)
    (seat,) = with_class(parse(draw.round_svg(state)), "dl-moves")
    assert seat.attrib["data-seat"] == str(state.turn)
    assert with_class(seat, "dl-turn")
    assert with_class(seat, "dl-arrow")
    assert "to move" in "".join(seat.itertext())
    playable = {str(a.tile) for a in state.legal() if isinstance(a, Play)}
    assert {e.attrib["data-tile"] for e in with_class(seat, "dl-fits")} == playable


def test_a_finished_round_says_how_it_ended() -> None:
    for seed in range(12):
        state = play("muggins", 3, seed)
        root = parse(draw.round_svg(state, width=14))
        assert not with_class(root, "dl-moves")
        shown = " ".join(e.text or "" for e in root.iter(f"{SVG}text"))
        assert re.search(r"The round is (over|blocked): (.+ wins with|nobody wins)", shown)


def test_seats_go_round_the_table_clockwise() -> None:
    root = parse(draw.round_svg(play("polyglot", 5, 1), names="ABCDE"))
    order = [int(seat.attrib["data-seat"]) for seat in with_class(root, "dl-player")]
    assert order == [1, 2, 3, 0, 4]


def test_points_scored_in_play_stand_at_the_seat() -> None:
    state = play("muggins", 2, 5)
    assert any(state.in_play)
    svg = draw.round_svg(state)
    for points in state.in_play:
        assert f"{points} point{'' if points == 1 else 's'} in play" in svg


def test_a_name_is_text_never_markup() -> None:
    state = play("block", 2, 1).at(3)
    svg = draw.round_svg(state, names=[HOSTILE, "x" * 500], label=HOSTILE)
    root = parse(svg)
    assert "<script" not in svg
    assert "alert(1)" in alternative(root)
    long = [e.text or "" for e in root.iter(f"{SVG}text") if "xxx" in (e.text or "")]
    assert long
    assert max(map(len, long)) < 40, "a long name is cut in the picture"


def test_a_seat_without_a_name_gets_the_usual_one() -> None:
    svg = draw.round_svg(play("block", 3, 1), names=["Zoe", " "])
    assert ">Zoe<" in svg
    assert ">Ben<" in svg
    assert ">Cy<" in svg


# -- Where the pictures appear ---------------------------------------------------------------------


def test_notebooks_show_tiles_hands_layouts_and_rounds() -> None:
    state = play("muggins", 2, 5)
    for thing in (Tile(6, 4), state.hands[0], state.layout, state):
        alternative(parse(thing._repr_svg_()))


def test_the_picture_in_the_readme_is_what_the_library_draws() -> None:
    """If the look has changed on purpose, write the file anew with `draw.round_svg`."""
    file = Path(__file__).parent.parent / "docs" / "images" / "round.svg"
    assert file.read_text("utf-8") == draw.round_svg(read_round(README_ROUND)) + "\n"
