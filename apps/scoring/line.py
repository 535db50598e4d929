"""A line of tiles and its two ends: read, built, counted, and the best tile for it.

An end is written as a digit, or as the double that lies there: `4-4,6-6`, `5-5,5`, `4,5`. One tile
alone is the first of a line. A whole line is its plays: `5-5 5-3@5-5`.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import NamedTuple

from dominolab.actions import Play, exit_tile
from dominolab.errors import NotationError
from dominolab.layout import Layout
from dominolab.scoring import IN_PLAY, Score, count_ends
from dominolab.tiles import PIPS, TILES, Hand, Tile, shorten

LONGEST = 260
"""A line of all 28 tiles, each with the tile it joins, is no longer."""

ENDS = (*(str(pip) for pip in PIPS), *(f"{pip}-{pip}" for pip in PIPS))
"""Every way an end can look: seven pips, seven doubles."""

END_DOUBLES = ("both-halves", "one-half")
"""How a double at an end can be counted; the first is the one that is played."""

TOTALS = range(25)
"""Every total that two ends could have if the set had each double twice."""


def count(layout: Layout, end_double: str = "both-halves") -> Score:
    """Count the open ends of *layout*, with the terms."""
    return count_ends([(exit_tile(code), code & 7) for code in layout.free], end_double)


def read(text: str) -> Layout:
    """Read two ends, one tile, or a whole line of plays; say what is wrong where it is not one."""
    words = text.replace(",", " ").split()
    if len(text) > LONGEST or len(words) > len(TILES):
        raise NotationError(f"{shorten(text)} is too long for a line of 28 tiles.")
    if not words:
        raise NotationError("Give two ends, such as 4-4,6-6 or 5,3, or one tile.")
    if any("@" in word for word in words):
        return _read_plays(words)
    if len(words) == 1:
        if words[0].isdecimal() and len(words[0]) == 1:
            raise NotationError(
                f"One end, {words[0]}, is not enough: give two, such as {words[0]},5."
            )
        return Layout([Play(Tile.parse(words[0]))])
    if len(words) > 2:
        raise NotationError("A line has two ends: give two, such as 4-4,6-6.")
    return with_ends(*(_end(word) for word in words))


def _read_plays(words: list[str]) -> Layout:
    layout = Layout()
    for word in words:
        tile, _, on = word.partition("@")
        layout = layout.lay(Tile.parse(tile), Tile.parse(on) if on else None)
    return layout


def _end(word: str) -> str:
    if len(word) == 1 and word.isdecimal():
        if int(word) > 6:
            raise NotationError(f"{word} is not an end: a half has from 0 to 6 pips.")
        return str(int(word))
    tile = Tile.parse(word)
    if not tile.double:
        raise NotationError(
            f"{tile} is not an end: write the open half as a digit, {tile.high} or {tile.low}; "
            "only a double is written whole."
        )
    return str(tile)


def write(layout: Layout) -> str:
    """Write a line so that `read` gives it back."""
    return " ".join(map(str, layout.plays))


@cache
def with_ends(left: str, right: str) -> Layout:
    """Return a short line of real tiles with these two ends."""
    if left == right and "-" in left:
        raise NotationError(
            f"There is only one {left}: it is both ends only as the first tile, alone."
        )
    for inner in sorted(((a, b) for a in PIPS for b in PIPS), key=lambda ab: (ab[0] != ab[1], ab)):
        row = _row(left, right, *inner)
        if len({Tile(*tile) for tile in row}) == len(row):
            return _laid([Tile(*tile) for tile in row])
    raise AssertionError(f"no line ends in {left} and {right}")  # the tests make all of them


def _row(left: str, right: str, a: int, b: int) -> list[tuple[int, int]]:
    """Return a row of halves from the left end through *a* and *b* to the right end."""
    first, last = int(left[0]), int(right[0])
    if a == first or b == last:
        return [(0, 0), (0, 0)]  # a double would be the end: no row
    row = [(first, first)] if "-" in left else []
    row += [(first, a), *([(a, b)] if a != b else []), (b, last)]
    return row + ([(last, last)] if "-" in right else [])


def _laid(row: list[Tile]) -> Layout:
    layout = Layout([Play(row[0])])
    for before, tile in pairwise(row):
        layout = layout.lay(tile, before)
    return layout


def ends(layout: Layout) -> tuple[str, ...]:
    """Return how the two ends look, each as in `ENDS`."""
    found = ((exit_tile(code), code & 7) for code in layout.free)
    return tuple(str(tile) if tile.double else str(pip) for tile, pip in found)


# -- All pairs of ends -----------------------------------------------------------------------------


class Cell(NamedTuple):
    """One pair of ends with its count and points."""

    left: str
    right: str
    counted: Score
    points: Score

    @property
    def lone(self) -> bool:
        """Whether this is a double alone: the only way in which one double is both ends."""
        return self.left == self.right and "-" in self.left

    @property
    def text(self) -> str:
        """The ends as `read` takes them."""
        return self.left if self.lone else f"{self.left},{self.right}"


@cache
def grid(rule: str, end_double: str = "both-halves") -> tuple[tuple[Cell, ...], ...]:
    """Return all pairs of ends, a row for each left end."""
    return tuple(tuple(_cell(a, b, rule, end_double) for b in ENDS) for a in ENDS)


def _cell(left: str, right: str, rule: str, end_double: str) -> Cell:
    counted = count_ends([_shown(left, 1), _shown(right, 2)], end_double)
    return Cell(left, right, counted, IN_PLAY[rule](counted.points))


def _shown(end: str, step: int) -> tuple[Tile, int]:
    """Return a tile that shows this end; with different steps never the same one twice."""
    if "-" in end:
        return Tile.parse(end), int(end[0])
    return Tile(int(end), (int(end) + step) % 7), int(end)


class Total(NamedTuple):
    """One total with what it scores and how many pairs of ends make it."""

    total: int
    fives: Score
    fives_and_threes: Score
    pairs: int


@cache
def totals(end_double: str = "both-halves") -> tuple[Total, ...]:
    """Return every total from 0 to 24; a total that no two ends make has no pairs."""
    rows = grid("fives", end_double)
    made = [cell.counted.points for i, row in enumerate(rows) for cell in row[i:]]
    return tuple(
        Total(total, IN_PLAY["fives"](total), IN_PLAY["fives-and-threes"](total), made.count(total))
        for total in TOTALS
    )


def impossible(end_double: str = "both-halves") -> dict[int, str]:
    """Return the totals that cannot occur, each with the reason."""
    found = [row.total for row in totals(end_double) if not row.pairs]
    if end_double == "one-half":
        return dict.fromkeys(found, "With one half counted, two ends are 6 + 6 at most.")
    most_odd = 6 + 12
    return {
        total: f"An odd total needs an end that is no double: 6 + 12 = {most_odd} at most."
        if total % 2
        else "It needs 12 at both ends, and there is only one 6-6."
        for total in found
    }


def best_totals(rule: str, end_double: str = "both-halves") -> list[tuple[int, Score]]:
    """Return the totals that can occur and score, the best first."""
    scored = [
        (row.total, row.fives if rule == "fives" else row.fives_and_threes)
        for row in totals(end_double)
        if row.pairs
    ]
    return sorted((s for s in scored if s[1].points), key=lambda s: (-s[1].points, s[0]))


# -- Which of my tiles scores most -----------------------------------------------------------------


class Chance(NamedTuple):
    """A tile laid at one place, with what the ends then count and score."""

    play: Play
    after: Layout
    counted: Score
    points: Score


def chances(layout: Layout, hand: Hand, rule: str, end_double: str) -> list[Chance]:
    """Return every way to lay a tile of *hand*, the best first."""
    found = []
    for tile in hand:
        if tile in layout:
            continue
        for play in layout.fits(tile):
            after = layout.lay(play.tile, play.on)
            counted = count(after, end_double)
            found.append(Chance(play, after, counted, IN_PLAY[rule](counted.points)))
    return sorted(found, key=lambda c: (-c.points.points, c.play.tile.index))


def read_hand(text: str, layout: Layout) -> Hand:
    """Read the reader's own tiles; a tile that lies in the line cannot be in the hand."""
    if len(text) > LONGEST:
        raise NotationError(f"{shorten(text)} is too long for a hand: 28 tiles are enough.")
    return checked_hand(Hand.parse(text), layout)


def checked_hand(hand: Hand, layout: Layout) -> Hand:
    """Return *hand*, or say which of its tiles lies in the line."""
    for tile in hand:
        if tile in layout:
            raise NotationError(f"The tile {tile} lies in the line: it cannot be in the hand too.")
    return hand
