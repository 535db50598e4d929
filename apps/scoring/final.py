"""The hands left at the end of a round, as a reader types or clicks them.

Whether the round is blocked needs no control of its own: a player with an empty hand is out, and
where nobody is, nobody could play.
"""

from __future__ import annotations

from dataclasses import dataclass

from dominolab.errors import DominoError, NotationError
from dominolab.scoring import NAMES
from dominolab.tiles import TILES, Hand, Tile, shorten

FEWEST, MOST = 2, 5
LONGEST = 400
"""No text of hands that a person types is longer: 28 tiles are 112 characters."""


@dataclass(frozen=True)
class Final:
    """Hands by seat; a seat with an empty hand is out."""

    hands: tuple[Hand, ...]

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.hands)

    @property
    def out(self) -> int | None:
        """The player who is out, or None where the round is blocked."""
        return next((seat for seat, hand in enumerate(self.hands) if not hand), None)

    @property
    def text(self) -> str:
        """The hands as they are typed, and as a link holds them."""
        return "|".join(",".join(map(str, hand)) for hand in self.hands)

    @property
    def sentence(self) -> str:
        """Say how the round ended."""
        if self.out is None:
            return "Nobody is out: the round is blocked."
        return f"{NAMES[self.out]} is out: the hand is empty."

    def owner(self, tile: Tile) -> int | None:
        """Return who holds *tile*, or None where it lies on the table or in the stock."""
        return next((seat for seat, hand in enumerate(self.hands) if tile in hand), None)

    def give(self, tile: Tile, seat: int) -> Final:
        """Return these hands with *tile* moved to *seat*, or taken away if it is there already."""
        held = self.owner(tile) == seat
        hands = [Hand(t for t in hand if t is not tile) for hand in self.hands]
        if not held:
            hands[seat] = Hand((*hands[seat], tile))
        return checked(hands)

    def empty(self, seat: int) -> Final:
        """Return these hands with nothing left to *seat*."""
        hands = list(self.hands)
        hands[seat] = Hand()
        return checked(hands)

    def seats(self, players: int) -> Final:
        """Return these hands for another number of players: new seats get one light tile."""
        hands = list(self.hands[:players])
        light = [tile for tile in TILES[3:] if all(tile not in hand for hand in hands)]
        missing = players - len(hands)
        if missing > len(light):
            raise NotationError("No tile is left for another player: take some away first.")
        hands += [Hand((tile,)) for tile in light[: max(0, missing)]]
        return checked(hands)


def checked(hands: list[Hand]) -> Final:
    """Return the hands, or say in one sentence why a round cannot end with them."""
    if not FEWEST <= len(hands) <= MOST:
        count = f"{len(hands)} hand{'' if len(hands) == 1 else 's'}"
        raise NotationError(f"That is {count}: give {FEWEST} to {MOST}, split by |.")
    empty = [NAMES[seat] for seat, hand in enumerate(hands) if not hand]
    if len(empty) > 1:
        raise NotationError(
            f"{' and '.join(empty)} have no tiles: only one player can be out. "
            "Give the others a tile first."
        )
    seen: dict[Tile, int] = {}
    for seat, hand in enumerate(hands):
        for tile in hand:
            if tile in seen:
                who = {NAMES[seen[tile]]: 0, NAMES[seat]: 0}
                raise NotationError(f"The tile {tile} is there twice ({' and '.join(who)}).")
            seen[tile] = seat
    if len(seen) == len(TILES):
        raise NotationError("All 28 tiles are in hands: at least one lies on the table by the end.")
    return Final(tuple(hands))


def read(text: str) -> Final:
    """Read hands such as `6-4,3-3|2-1`: by seat, separated by `|`; an empty one is out."""
    if len(text) > LONGEST:
        raise NotationError(f"{shorten(text)} is too long for hands: 28 tiles are enough.")
    hands = []
    for seat, part in enumerate(text.split("|")[: MOST + 1]):
        try:
            hands.append(Hand.parse(part))
        except NotationError as error:
            name = NAMES[seat] if seat < MOST else "a sixth player"
            raise NotationError(f"In {name}'s hand: {error}") from None
    return checked(hands)


def hand_with(spots: int) -> Hand:
    """Return few tiles that have exactly that many spots together; one tile at least."""
    tiles: list[Tile] = []
    left = spots
    for tile in sorted(TILES, key=lambda t: (-t.pips, -t.high)):
        if 0 < tile.pips <= left:
            tiles.append(tile)
            left -= tile.pips
    if left:
        raise DominoError(f"{spots} spots are not possible: the whole set has 168.")
    return Hand(tiles or TILES[:1])


__all__ = ["Final", "checked", "hand_with", "read"]
