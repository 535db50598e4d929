"""The steps of many rounds played at once, kept so that any lane can be written as a record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import DominoError
from ..layout import exits_of_doubles
from ..record import heading
from ..shape import ROUND_FORMAT
from ..tiles import TILES, Tile
from .deal import NO_LOT, shuffled
from .settle import BLOCKED, OUT
from .words import ONCE, PASS, Bytes, Ints, Words

if TYPE_CHECKING:
    from .engine import Lanes
    from .played import Played


@dataclass(frozen=True, slots=True)
class Drawn:
    """Tiles drawn in some lanes."""

    turn: int
    lanes: Ints
    tiles: Bytes


@dataclass(frozen=True, slots=True)
class Acted:
    """What ended a turn: a tile laid, or a pass."""

    turn: int
    lanes: Ints
    choice: Words
    nibble: Words
    """The pips plus 1 of the exit that was chosen."""
    count: Words | None
    points: Words | None


class Trace:
    """Every step of every lane, in order."""

    def __init__(self) -> None:
        self.lead: Acted | None = None
        self.steps: list[Drawn | Acted] = []

    def led(self, tiles: Ints, count: Words | None, points: Words | None) -> None:
        """Note the first tiles."""
        lanes = np.arange(len(tiles))
        self.lead = Acted(0, lanes, tiles.view(np.uint64), tiles.view(np.uint64), count, points)

    def drew(self, turn: int, lanes: Ints, tiles: Bytes) -> None:
        """Note drawn tiles."""
        self.steps.append(Drawn(turn, lanes, tiles))

    def acted(
        self,
        turn: int,
        lanes: Ints,
        choice: Words,
        nibble: Words,
        count: Words | None,
        points: Words | None,
    ) -> None:
        """Note what ended a turn; lanes that are over stand as -1."""
        self.steps.append(Acted(turn, lanes.copy(), choice.copy(), nibble, count, points))


class _Table:
    """The exits of one lane with their tiles, as the engine's choices number them."""

    def __init__(self, lanes: Lanes, first: Tile) -> None:
        form = lanes.form
        self._form = form
        self._first = first
        led, self._later = exits_of_doubles(form.plan.branching)
        pips = [first.high] * led if first.double else [first.high, first.low]
        self._free = [(first, pip) for pip in pips]

    def lay(self, choice: int, pip: int) -> tuple[Tile, Tile]:
        """Return the tile that a choice laid, and the one it was joined to."""
        place, other = choice >> 3, choice & 7
        tile = Tile(pip, other)
        on, shown = self._free[place]
        assert shown == pip, f"exit {place} shows {shown}, not {pip}"
        new = [(tile, other)] * (self._later if tile.double else 1)
        self._free[place : place + 1] = new
        if self._form.last_only:
            self._free = new
        return tile, on

    @property
    def exits(self) -> list[list[Any]]:
        """The open exits, as a record writes them."""
        free = self._free
        if self._form.all_first:
            free = [entry for entry in free if entry[0] is self._first] or free
        return [[str(tile), pip] for tile, pip in free]


def record(lanes: Lanes, played: Played, lane: int) -> dict[str, Any]:
    """Return one lane as a round record, from the steps that the engine itself made."""
    rules, players = lanes.rules, lanes.players
    teams = rules.teams(players)
    lot = lanes.dealt.lot
    return {
        "format": ROUND_FORMAT,
        **heading(rules, players),
        "seed": int(lanes.seeds[lane]),
        "deals": [_deal(lanes, lane, number) for number in range(int(played.deals[lane]))],
        "lot": None if lot is None or lot[0, lane] == NO_LOT else _tiles(lot[:, lane]),
        "opener": int(played.opener[lane]),
        "target": rules.target,
        "before": lanes.before[:, lane].tolist(),
        "events": _events(lanes, played, lane),
        "result": {
            "how": {OUT: "out", BLOCKED: "blocked"}.get(int(played.how[lane]), "target"),
            "winner": [
                player
                for player in range(players)
                for side, team in enumerate(teams)
                if player in team and played.winners[side, lane]
            ],
            "hands": [_held(played.hands[player, lane]) for player in range(players)],
            "pips": played.pips[:, lane].tolist(),
            "in_play": played.in_play[:, lane].tolist(),
            "scores": played.scores[:, lane].tolist(),
        },
    }


def _tiles(indices: Bytes) -> list[str]:
    return [str(TILES[number]) for number in indices]


def _held(hand: np.uint64) -> list[str]:
    bits = int(hand & ONCE)
    return [str(tile) for tile in TILES if bits >> (8 * tile.high + tile.low) & 1]


def _deal(lanes: Lanes, lane: int, number: int) -> dict[str, Any]:
    order = shuffled(lanes.seeds[lane : lane + 1], number)[:, 0]
    size = lanes.form.size
    hands = [_tiles(order[player * size : (player + 1) * size]) for player in range(lanes.players)]
    return {"hands": hands, "stock": _tiles(order[lanes.players * size :])}


def _events(lanes: Lanes, played: Played, lane: int) -> list[dict[str, Any]]:
    trace = lanes.trace
    if trace is None or trace.lead is None:
        raise DominoError("These lanes were played without a trace: make them with trace=True.")
    lead = trace.lead
    first = TILES[int(lead.choice[lane])]
    table = _Table(lanes, first)
    events: list[dict[str, Any]] = []
    led = False
    for step in (*trace.steps, None):
        if not led and (step is None or step.turn > 0):
            events.append(_play(int(played.opener[lane]), first, None, table, lead, lane))
            led = True
        if step is None or step.turn >= played.turns[lane]:
            break
        found = np.flatnonzero(step.lanes == lane)
        if not len(found):
            continue
        at = int(found[0])
        player = int(lanes.seats[step.turn % lanes.players, lane])
        if isinstance(step, Drawn):
            tile = str(TILES[step.tiles[at]])
            events.append({"player": player, "do": "draw", "tile": tile})
        elif step.choice[at] == PASS:
            events.append({"player": player, "do": "pass"})
        else:
            laid, on = table.lay(int(step.choice[at]), int(step.nibble[at]) - 1)
            events.append(_play(player, laid, on, table, step, at))
    return events


def _play(
    player: int, tile: Tile, on: Tile | None, table: _Table, step: Acted, at: int
) -> dict[str, Any]:
    return {
        "player": player,
        "do": "play",
        "tile": str(tile),
        "on": None if on is None else str(on),
        "exits": table.exits,
        "count": None if step.count is None else int(step.count[at]),
        "points": 0 if step.points is None else int(step.points[at]),
    }


__all__ = ["Trace", "record"]
