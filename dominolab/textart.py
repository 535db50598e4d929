"""A round in plain text: a picture for terminals, and the table in words for those who listen.

The picture is the drawing of `geometry.py` on a grid of characters: two columns and two rows to a
half, so that every pip, every bar and every open exit has a place of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import fill
from typing import TYPE_CHECKING, Literal

from . import geometry
from .layout import Layout
from .scoring import NAMES
from .tiles import Hand, Tile

if TYPE_CHECKING:
    from .geometry import Placed
    from .round import Round

COLUMNS = 80
"""How wide a picture may get, in characters."""

Hands = Literal["all", "turn", "none"]
"""Whose tiles are shown: everyone's, those of the seat to move, or no one's."""

_ARROWS = {(1, 0): ">", (-1, 0): "<", (0, -1): "^", (0, 1): "v"}


def layout_text(
    layout: Layout, *, columns: int = COLUMNS, exits: bool = True, last: bool = True
) -> str:
    """Return the tiles on the table as lines of characters.

    A double stands across the line, an arrow shows an open exit, and the tile laid last stands in
    square brackets.
    """
    if not layout.plays:
        return "(no tile lies yet)"
    cells: dict[tuple[int, int], str] = {}
    # Two columns to a half, and one at either edge for the arrow of an exit.
    width = columns / 2 - 2
    placed = geometry.place(layout, width)
    for tile in placed:
        for x, y, pip in tile.halves:
            cells[round(2 * y), round(2 * x)] = str(pip)
        cells[round(2 * tile.y), round(2 * tile.x)] = "-" if tile.dx else "|"
    if last:
        left, _, right, _ = placed[-1].box
        for x, y, _ in placed[-1].halves:
            if placed[-1].dy or x < placed[-1].x:
                cells[round(2 * y), round(2 * left)] = "["
            if placed[-1].dy or x > placed[-1].x:
                cells[round(2 * y), round(2 * right)] = "]"
    for end in geometry.ends(layout, width) if exits else ():
        x, y, dx, dy = end.joint
        cells.setdefault((round(2 * y + dy), round(2 * x + dx)), _ARROWS[dx, dy])
    return _picture(cells)


def _picture(cells: dict[tuple[int, int], str]) -> str:
    left = min(column for _, column in cells)
    rows: dict[int, dict[int, str]] = {}
    for (row, column), sign in cells.items():
        rows.setdefault(row, {})[column - left] = sign
    lines = []
    for row in range(min(rows), max(rows) + 1):
        signs = rows.get(row, {})
        lines.append(
            "".join(signs.get(column, " ") for column in range(max(signs, default=-1) + 1))
        )
    return "\n".join(lines)


def hand_text(hand: Iterable[Tile], *, columns: int = COLUMNS) -> str:
    """Return tiles as `[6|4] [3|3]`, in as many lines as they need."""
    tiles = [f"[{tile.high}|{tile.low}]" for tile in hand]
    return fill(" ".join(tiles), columns, break_on_hyphens=False) or "no tiles"


def round_text(
    round_: Round,
    *,
    names: Sequence[str] = NAMES,
    hands: Hands = "all",
    columns: int = COLUMNS,
) -> str:
    """Return a whole round as it stands: the table, the exits, the stock and the hands."""
    title = f"{round_.rules.title}, step {len(round_.actions)}"
    parts = [fill(title, columns), "", layout_text(round_.layout, columns=columns), ""]
    parts.append(fill(_open_words(round_.layout), columns))
    parts.append(fill(stock_words(round_), columns))
    called = seat_names(names, round_.players)
    room = min(max(map(len, called)), 20)
    for seat, name in enumerate(called):
        mark = ">" if seat == round_.turn and not round_.over else " "
        start = f"{mark} {name[:room]:{room}}  "
        text = (
            hand_text(round_.hands[seat])
            if shown(round_, seat, hands)
            else _tiles(len(round_.hands[seat]))
        )
        parts.append(
            fill(
                text + seat_points(round_, seat),
                columns,
                initial_indent=start,
                subsequent_indent=" " * len(start),
                break_on_hyphens=False,
            )
        )
    parts.append(fill(state_words(round_, names=called), columns))
    return "\n".join(parts)


# -- Words ---------------------------------------------------------------------------------------


def layout_words(layout: Layout) -> str:
    """Say in short sentences which tiles lie, how they are joined, and what is open.

    A line is read from left to right, each tile as it lies; a layout with arms arm by arm.
    """
    if not layout.plays:
        return "No tile lies on the table."
    placed = geometry.place(layout)
    first = placed[0].tile
    if len(placed) == 1:
        return f"{first} lies alone. {_open_words(layout)}"
    if layout.shape.branching == "none":
        left, right = _line(placed)
        tiles = [f"{tile.far}-{tile.near}" for tile in reversed(left)]
        tiles += [str(first), *(f"{tile.near}-{tile.far}" for tile in right)]
        return f"The line runs {', '.join(tiles)}. {_open_words(layout)}"
    said = [f"{first} lies first."]
    for arm in _arms(placed):
        run = ", ".join(f"{tile.near}-{tile.far}" for tile in arm)
        said.append(f"From {placed[arm[0].on].tile}: {run}.")
    return " ".join((*said, _open_words(layout)))


def _line(placed: Sequence[Placed]) -> tuple[list[Placed], list[Placed]]:
    """Return what lies to the left and to the right of the first tile, from it outwards."""
    sides: tuple[list[Placed], list[Placed]] = ([], [])
    side_of: dict[int, int] = {}
    first = placed[0].tile
    for index, tile in enumerate(placed[1:], 1):
        if tile.on:
            side = side_of[tile.on]
        elif first.double:
            assert tile.joint is not None
            side = int(tile.joint.dx > 0)
        else:
            side = int(tile.near == first.low)
        side_of[index] = side
        sides[side].append(tile)
    return sides


def _arms(placed: Sequence[Placed]) -> list[list[Placed]]:
    """Return the tiles but the first as runs: a run ends where a double takes a second tile."""
    arms: dict[int, list[Placed]] = {}
    for index, tile in enumerate(placed[1:], 1):
        # Only what is joined first to a tile goes on with its run; the lead has no run.
        run = arms.get(tile.on)
        if run is None or run[-1] is not placed[tile.on]:
            run = []
        run.append(tile)
        arms[index] = run
    unique = {id(run): run for run in arms.values()}
    return list(unique.values())


def _open_words(layout: Layout) -> str:
    exits = layout.exits
    if not exits:
        return "Nothing is open." if layout.plays else "Any lead is open."
    if layout.shape.branching == "none":
        sides = _open_sides(layout)
        return "Open: " + ", ".join(f"{pip} on the {side}" for side, pip in sides) + "."
    said = []
    for open_exit in dict.fromkeys(exits):
        times = exits.count(open_exit)
        often = {1: "", 2: " twice", 3: " three times"}.get(times, f" {times} times")
        said.append(f"{open_exit.pip} at {open_exit.tile}{often}")
    return f"Open: {', '.join(said)}."


def _open_sides(layout: Layout) -> list[tuple[str, int]]:
    """Return the open ends of a line with their pips, the left one first."""
    placed = geometry.place(layout)
    first = placed[0].tile
    left, right = _line(placed)
    ends = {
        "left": left[-1].far if left else first.high,
        "right": right[-1].far if right else first.low,
    }
    if layout.shape.last_only and len(placed) > 1:
        side = "left" if left and left[-1] is placed[-1] else "right"
        return [(side, ends[side])]
    return list(ends.items())


def stock_words(round_: Round) -> str:
    """Say how many tiles the stock holds, and how many of them stay there."""
    left = len(round_.stock)
    if not left:
        return "The stock is empty." if round_.deals[-1].stock else "There is no stock."
    kept = kept_tiles(round_)
    if not kept:
        return f"The stock has {_tiles(left)}."
    if kept == left:
        return f"The stock has {_tiles(left)}, which may not be drawn."
    return f"The stock has {_tiles(left)}; {kept} of them may not be drawn."


def kept_tiles(round_: Round) -> int:
    """Return how many tiles of the stock nobody may draw: the reserve, or all of them."""
    plan = round_.rules.plan
    left = len(round_.stock)
    never = plan.stuck == "pass" and plan.able not in ("may-draw", "may-draw-and-end")
    return left if never else left - round_.drawable


def state_words(round_: Round, *, names: Sequence[str] = NAMES) -> str:
    """Say whose turn it is, or how the round ended."""
    called = seat_names(names, round_.players)
    result = round_.result
    if result is None:
        return f"{called[round_.turn]} is to move."
    how = {"out": "The round is over", "blocked": "The round is blocked"}.get(
        result.how, "The target is reached"
    )
    if not result.winner:
        return f"{how}: nobody wins."
    who = " and ".join(called[seat] for seat in result.winner)
    verb = "win" if len(result.winner) > 1 else "wins"
    points = result.scores[round_.side(result.winner[0])]
    return f"{how}: {who} {verb} with {points} point{'' if points == 1 else 's'}."


def round_words(round_: Round, *, names: Sequence[str] = NAMES, hands: Hands = "all") -> str:
    """Say how a whole round stands: the turn, the table, the hands that are shown, the stock."""
    said = [state_words(round_, names=names), layout_words(round_.layout)]
    for seat, name in enumerate(seat_names(names, round_.players)):
        hand = round_.hands[seat]
        if hand and shown(round_, seat, hands):
            said.append(f"{name} holds {', '.join(map(str, hand))}{seat_points(round_, seat)}.")
        else:
            said.append(f"{name} holds {_tiles(len(hand))}{seat_points(round_, seat)}.")
    said.append(stock_words(round_))
    return " ".join(said)


def hand_words(hand: Iterable[Tile]) -> str:
    """Say which tiles a hand has and what they count."""
    tiles = Hand(hand)
    if not tiles:
        return "No tiles."
    return f"{', '.join(map(str, tiles))}: {tiles.pips} pip{'' if tiles.pips == 1 else 's'}."


def seat_names(names: Sequence[str], players: int) -> tuple[str, ...]:
    """Return a name for every seat as plain text: those given, then the usual ones."""
    given = [plain_text(str(name)).strip() for name in names[:players]]
    given += [""] * (players - len(given))
    return tuple(name or usual for name, usual in zip(given, NAMES, strict=False))


def shown(round_: Round, seat: int, hands: Hands) -> bool:
    """Return whether the tiles of *seat* lie open; after the end all do unless *hands* is none."""
    return hands == "all" or (hands == "turn" and (round_.over or seat == round_.turn))


def seat_points(round_: Round, seat: int) -> str:
    """Return what the seat's side has scored in play, where the rules count that."""
    if round_.rules.plan.in_play == "none":
        return ""
    points = round_.in_play[round_.side(seat)]
    return f", {points} point{'' if points == 1 else 's'} in play"


def _tiles(count: int) -> str:
    return "no tiles" if not count else f"{count} tile{'' if count == 1 else 's'}"


_JOINERS = "\u200c\u200d"
"""What some scripts and some emoji are held together by; they show nothing themselves."""


def plain_text(text: str) -> str:
    """Return what a user wrote without signs that steer a terminal or that XML forbids."""
    return "".join(sign if sign.isprintable() or sign in _JOINERS else " " for sign in text)
