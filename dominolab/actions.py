"""What a player can do: lay a tile, draw one, pass. Each action is one object, so `is` compares."""

from __future__ import annotations

from .tiles import HAS, TILES, Tile, hand_of


class Action:
    """Something that a player does in turn."""

    __slots__ = ()
    kind = ""


class Draw(Action):
    """Draw the next tile of the stock."""

    __slots__ = ()
    kind = "draw"

    def __new__(cls) -> Draw:
        """Return the one there is."""
        return DRAW if "DRAW" in globals() else super().__new__(cls)

    def __reduce__(self) -> str:
        return "DRAW"

    def __repr__(self) -> str:
        return "Draw()"

    def __str__(self) -> str:
        return "draw"


class Pass(Action):
    """End the turn without laying a tile."""

    __slots__ = ()
    kind = "pass"

    def __new__(cls) -> Pass:
        """Return the one there is."""
        return PASS if "PASS" in globals() else super().__new__(cls)

    def __reduce__(self) -> str:
        return "PASS"

    def __repr__(self) -> str:
        return "Pass()"

    def __str__(self) -> str:
        return "pass"


class Play(Action):
    """Lay *tile* at the exit of the laid tile *on*; the first tile is laid on nothing.

    Two different tiles share at most one number of pips, so the two tiles tell the exit.
    """

    __slots__ = ("code", "on", "pip", "tile")
    kind = "play"

    tile: Tile
    on: Tile | None
    pip: int
    """The number of pips that the two tiles share; -1 for the first tile."""
    code: int
    """The exit that this play takes, as `exit_code` numbers it; -1 for the first tile."""

    def __new__(cls, tile: Tile | str, on: Tile | str | None = None) -> Play:
        """Return the one play of *tile* on *on*."""
        tile = Tile.parse(tile) if isinstance(tile, str) else tile
        on = Tile.parse(on) if isinstance(on, str) else on
        found = _plays.get((tile, on))
        if found is None:
            found = super().__new__(cls)
            found.tile, found.on, found.pip, found.code = tile, on, -1, -1
            if on is not None:
                found.pip = tile.high if tile.high in on else tile.low if tile.low in on else -1
                found.code = exit_code(on, found.pip) if found.pip >= 0 else -2
            _plays[tile, on] = found
        return found

    def __reduce__(self) -> tuple[type[Play], tuple[Tile, Tile | None]]:
        return Play, (self.tile, self.on)

    def __repr__(self) -> str:
        on = "" if self.on is None else f", '{self.on}'"
        return f"Play('{self.tile}'{on})"

    def __str__(self) -> str:
        return str(self.tile) if self.on is None else f"{self.tile}@{self.on}"


_plays: dict[tuple[Tile, Tile | None], Play] = {}
DRAW = Draw()
PASS = Pass()


def exit_code(tile: Tile, pip: int) -> int:
    """Number an exit: the half with *pip* of the laid *tile*."""
    return tile.index << 3 | pip


def exit_tile(code: int) -> Tile:
    """Return the laid tile of a numbered exit."""
    return TILES[code >> 3]


_at_exit: dict[int, tuple[Play, ...]] = {}


def plays_at(code: int, hand: int) -> tuple[Play, ...]:
    """Return the plays from *hand* (as bits) at the exit *code*, in the order of the set."""
    fitting = hand & HAS[code & 7]
    # There are 49 exits and 128 ways to hold tiles that fit one: all are kept once met.
    found = _at_exit.get(fitting << 8 | code)
    if found is None:
        on = exit_tile(code)
        found = _at_exit[fitting << 8 | code] = tuple(Play(tile, on) for tile in hand_of(fitting))
    return found
