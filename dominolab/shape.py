"""The form of a record: every field there, every value of its type, no tile that does not exist.

Each function returns the value it was given once it is known to be of the right form, and else
raises a Violation whose sentence names the place, the value and what is possible.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType, NoneType
from typing import Any

from .axes import AXES, Number
from .errors import DominoError
from .findings import Violation, show
from .jsontext import Json
from .rules import plain
from .tiles import TILES, Tile

ROUND_FORMAT = "dominolab-round/1"
MATCH_FORMAT = "dominolab-match/1"

ROUND_FIELDS = (
    "format",
    "rules",
    "house",
    "players",
    "teams",
    "seed",
    "deals",
    "lot",
    "opener",
    "target",
    "before",
    "events",
    "result",
)
MATCH_FIELDS = (
    "format",
    "rules",
    "house",
    "players",
    "teams",
    "target",
    "rounds",
    "totals",
    "winner",
)
DEAL_FIELDS = ("hands", "stock")
RESULT_FIELDS = ("how", "winner", "hands", "pips", "in_play", "scores")
EVENT_FIELDS = MappingProxyType(
    {
        "play": ("player", "do", "tile", "on", "exits", "count", "points"),
        "draw": ("player", "do", "tile"),
        "pass": ("player", "do"),
    }
)
"""The fields of each kind of event."""

TILE_OF: Mapping[str, Tile] = MappingProxyType({str(tile): tile for tile in TILES})
"""Each tile by the text that names it in a record."""


def fields(thing: Json, names: tuple[str, ...], what: str) -> dict[str, Json]:
    """Return *thing* if it is an object with exactly the fields *names*."""
    if not isinstance(thing, dict):
        raise Violation(f"{what} must be an object, not {show(thing)}.")
    if len(thing) == len(names) and all(name in thing for name in names):
        return thing
    missing = next((name for name in names if name not in thing), None)
    if missing is not None:
        raise Violation(f"{what} lacks the field {missing!r}.")
    extra = next(name for name in thing if name not in names)
    raise Violation(f"{what} has a field {show(extra)} that the format does not have.")


def listed(thing: Json, what: str, length: int | None = None, of: str = "") -> list[Json]:
    """Return *thing* if it is a list, of *length* entries where that is given."""
    if not isinstance(thing, list):
        raise Violation(f"{what} must be a list, not {show(thing)}.")
    if length is not None and len(thing) != length:
        raise Violation(f"{what} must have {length} entries, {of}, not {len(thing)}.")
    return thing


def whole(thing: Json, what: str, low: int | None = None, high: int | None = None) -> int:
    """Return *thing* if it is a whole number from *low* to *high*; true and 1.0 are none."""
    if type(thing) is int and (low is None or low <= thing) and (high is None or thing <= high):
        return thing
    bounds = "" if low is None else f", {low} or more" if high is None else f" from {low} to {high}"
    raise Violation(f"{what} = {show(thing)} is not possible: give a whole number{bounds}.")


def wholes(thing: Json, what: str, length: int, of: str) -> list[int]:
    """Return *thing* if it is a list of *length* whole numbers."""
    numbers = listed(thing, what, length, of)
    for number in numbers:
        whole(number, what)
    return numbers


def whole_or_null(thing: Json, what: str, low: int | None = None) -> int | None:
    """Return *thing* if it is a whole number or null."""
    return None if thing is None else whole(thing, what, low)


def tile(thing: Json, what: str) -> Tile:
    """Return the tile that *thing* names."""
    found = TILE_OF.get(thing) if isinstance(thing, str) else None
    if found is not None:
        return found
    if not isinstance(thing, str):
        raise Violation(f'{what} = {show(thing)} is not a tile: write it as "6-4".')
    try:
        meant = Tile.parse(thing)
    except DominoError as error:
        raise Violation(f"{what}: {error}") from None
    raise Violation(f"{what} = {show(thing)} is not how a tile is written: write {str(meant)!r}.")


def tiles(thing: Json, what: str) -> list[Tile]:
    """Return the tiles that the list *thing* names."""
    return [tile(entry, what) for entry in listed(thing, what)]


def rules_id(thing: Json) -> str:
    """Return *thing* if it can be the id of a ruleset or printing."""
    if isinstance(thing, str) and len(thing) <= 60:
        return thing
    raise Violation(f'rules = {show(thing)} is not possible: give an id such as "muggins@fr".')


def house_rules(thing: Json) -> dict[str, Any]:
    """Return the house rules *thing* if every axis accepts its value as it is written."""
    if not isinstance(thing, dict):
        raise Violation(f"house must be an object, not {show(thing)}.")
    for name, value in thing.items():
        if not isinstance(name, str) or name not in AXES:
            raise Violation(
                f"house has {show(name)}, and there is no such axis: "
                "`dominolab rules ID` shows them all."
            )
        _axis_value(name, value)
    return thing


def _axis_value(name: str, value: Json) -> None:
    axis = AXES[name]
    forms = (int, NoneType) if isinstance(axis, Number) else (type(plain(axis.default)),)
    if type(value) not in forms or not _small(value):
        raise Violation(f"house has {name} = {show(value)}, which that axis cannot have.")
    try:
        written = plain(axis.accept(value))
    except DominoError as error:
        raise Violation(f"house: {error}") from None
    if written != value:
        raise Violation(f"house has {name} = {value!r}: write it as {written!r}.")


def _small(value: Json) -> bool:
    """Return whether a value is of a size that an axis can have, with whole numbers inside."""
    if isinstance(value, (list, dict)):
        numbers = value.values() if isinstance(value, dict) else value
        names = value if isinstance(value, dict) else ()
        return (
            len(value) <= 30
            and all(type(number) is int and _small(number) for number in numbers)
            and all(isinstance(name, str) and len(name) < 10 for name in names)
        )
    return value is None or (len(value) < 60 if isinstance(value, str) else abs(value) < 10**12)
