"""A turn: what a player may do in it, what stood before an action, and how a round ended."""

from __future__ import annotations

from typing import NamedTuple

from .actions import DRAW, PASS, Action
from .axes import Axes
from .layout import Exits
from .scoring import Score
from .tiles import Hand

Actions = tuple[Action, ...]
ONLY_PASS: Actions = (PASS,)
ONLY_DRAW: Actions = (DRAW,)
DRAW_OR_PASS: Actions = (DRAW, PASS)


class Before(NamedTuple):
    """What a push changes, as it was before: enough to undo it and to explain it."""

    player: int
    hand: int
    drawn: int
    """How many tiles of the stock had been drawn."""
    free: Exits
    open: Exits
    bare: int
    """How many bare passes in a row had been made."""
    drew: int
    """How many tiles the player had drawn in this turn."""
    in_play: tuple[int, ...]
    legal: Actions


class Result(NamedTuple):
    """How a round ended."""

    how: str
    winner: tuple[int, ...]
    hands: tuple[Hand, ...]
    pips: tuple[int, ...]
    in_play: tuple[int, ...]
    scores: tuple[int, ...]
    sheets: tuple[Score, ...]
    """For each side the arithmetic of its score."""


def options(plan: Axes, plays: Actions, *, leading: bool, drew: int, can_draw: bool) -> Actions:
    """Add drawing and passing to the *plays* that fit, as the axes able and stuck have it."""
    if plays and not (drew and plan.stuck == "one-kept"):
        if drew and can_draw and plan.stuck == "whole-stock":
            return ONLY_DRAW
        if plan.able in ("may-draw", "may-draw-and-end"):
            if can_draw and (not leading or plan.opener_draw == "yes"):
                plays += ONLY_DRAW
            if drew and not leading and plan.able == "may-draw-and-end":
                plays += ONLY_PASS
        elif plan.able == "may-pass" and not leading:
            plays += ONLY_PASS
        return plays
    if not can_draw or plan.stuck == "pass":
        return ONLY_PASS
    if plan.stuck in ("one", "one-kept"):
        return ONLY_PASS if drew else ONLY_DRAW
    if plan.stuck == "one-or-pass":
        return ONLY_PASS if drew else DRAW_OR_PASS
    if plan.stuck == "until-may-stop" or (plan.stuck == "until-or-pass" and not drew):
        return DRAW_OR_PASS
    return DRAW_OR_PASS if drew and plan.able == "may-draw-and-end" else ONLY_DRAW
