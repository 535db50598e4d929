"""What each event of the page does to the desk, and where a mistake is said."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping

from apps.parts.stage import Event

from .desk import Desk
from .drill import MOST_SEEDS
from .line import END_DOUBLES
from .worked import TIES

Action = Callable[[Desk, Event], str]
"""Changes the desk and returns what a screen reader is told, or raises a DominoError."""


def _name(event: Event) -> str:
    """Return which of several fields was changed."""
    return event.fields.get("name", "")


def _on(event: Event) -> bool:
    """Return whether a box is now ticked."""
    return event.value == "1"


def _predict(desk: Desk, event: Event) -> str:
    desk.predict = _on(event)
    return ""


def _readings(desk: Desk, event: Event) -> str:
    desk.all.readings = _on(event)
    return ""


def _counts(desk: Desk, event: Event) -> str:
    desk.fives.counts = _on(event)
    return ""


def _new_set(desk: Desk, event: Event) -> str:
    return desk.drill.set_seed(str(1 + secrets.randbelow(MOST_SEEDS)))


def _close_problems(desk: Desk, event: Event) -> str:
    desk.problems = []
    return ""


ACTIONS: Mapping[str, tuple[str, Action]] = {
    "tab": ("tab", lambda desk, e: desk.show_tab(e.value)),
    "rule": ("tab", lambda desk, e: desk.show_rule(e.value)),
    "players": ("hands", lambda desk, e: desk.set_players(e.value)),
    "seat": ("hands", lambda desk, e: desk.choose_seat(e.value)),
    "tile": ("hands", lambda desk, e: desk.click_tile(e.value)),
    "take": ("hands", lambda desk, e: desk.take_tile(e.value)),
    "empty": ("hands", lambda desk, e: desk.empty_hand(e.value)),
    "hands": ("hands", lambda desk, e: desk.type_hands(e.value)),
    "tie": ("hands", lambda desk, e: desk.set_tie(TIES[_on(e)])),
    "line": ("line", lambda desk, e: desk.type_line(e.value)),
    "cell": ("line", lambda desk, e: desk.type_line(e.value)),
    "end-0": ("line", lambda desk, e: desk.set_end(0, e.value)),
    "end-1": ("line", lambda desk, e: desk.set_end(1, e.value)),
    "number": ("number-{name}", lambda desk, e: desk.set_number(_name(e), e.value)),
    "example": ("example", lambda desk, e: desk.load_example(e.value)),
    "predict": ("", _predict),
    "practise-rule": ("setting", lambda desk, e: desk.practise_rule()),
    "preset": ("hands", lambda desk, e: desk.all.load_preset(e.value)),
    "pair": ("find", lambda desk, e: desk.all.choose(_name(e), e.value)),
    "readings": ("", _readings),
    "find": ("find", lambda desk, e: desk.all.find()),
    "fives-rule": ("line", lambda desk, e: desk.fives.choose_rule(e.value)),
    "one-half": ("line", lambda desk, e: desk.fives.choose_double(END_DOUBLES[_on(e)])),
    "grid-counts": ("", _counts),
    "lay": ("lay", lambda desk, e: desk.fives.lay(e.value)),
    "take-back": ("lay", lambda desk, e: desk.fives.take_back()),
    "fresh-line": ("lay", lambda desk, e: desk.fives.start_line(e.value)),
    "mine": ("mine", lambda desk, e: desk.fives.click_mine(e.value)),
    "mine-text": ("mine", lambda desk, e: desk.fives.type_mine(e.value)),
    "level": ("setting", lambda desk, e: desk.drill.set_level(e.value)),
    "set-seed": ("setting-seed", lambda desk, e: desk.drill.set_seed(e.value)),
    "set-count": ("setting-count", lambda desk, e: desk.drill.set_count(e.value)),
    "new-set": ("setting", _new_set),
    "how": ("setting", lambda desk, e: desk.drill.choose_how(e.value)),
    "sides": ("setting", lambda desk, e: desk.drill.choose_sides(e.value)),
    "kind": ("setting", lambda desk, e: desk.drill.toggle_kind(_name(e), _on(e))),
    "game": ("setting", lambda desk, e: desk.drill.toggle_game(_name(e), _on(e))),
    "timed": ("", lambda desk, e: desk.drill.take_time(_on(e))),
    "paper": ("setting", lambda desk, e: desk.drill.choose_paper(e.value)),
    "parts": ("setting", lambda desk, e: desk.drill.choose_parts(e.value)),
    "close-problems": ("", _close_problems),
}
"""For each event the place where its mistakes are said, and what it does."""

QUIET = {"seat", "tile", "take", "lay", "mine", "end-0", "end-1", "empty", "cell"}
"""Small steps: they change the address, but Back does not undo them one by one."""
