"""The score at the end of the round, in many lanes at once: a second writing of `scoring.settle`."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..axes import Axes
from .words import Flags, Ints, Words, pip_count, tile_count

OUT, BLOCKED, TARGET = 1, 2, 3
"""How a lane ended."""


@dataclass(slots=True)
class Ending:
    """How every lane ended; places and sides count from the opener, a row each."""

    how: Ints
    actor: Ints
    """The place of who acted last."""
    mover: Ints
    """The place of who laid the last tile."""
    hands: Words
    in_play: Ints
    before: Ints
    """Each side's total before the round."""


@dataclass(slots=True)
class Settled:
    """What every lane came to, a row for each place or side, counted from the opener."""

    winners: Flags
    """Whether the side won."""
    scores: Ints
    pips: Ints
    tiles: Ints


def settle(plan: Axes, pairs: bool, end: Ending) -> Settled:
    """Settle lanes that are over."""
    pips, tiles = pip_count(end.hands), tile_count(end.hands)
    count = 2 if pairs else len(end.hands)
    sides = np.arange(count)[:, None]
    out = end.how != BLOCKED
    acted = sides == _side(end.actor, pairs)
    lowest = _lowest_sides(plan, pairs, pips, tiles)
    winners = np.where(out, acted, lowest)
    spots = _pair_spots(plan, pips, out) if pairs else _solo_spots(plan, pips, tiles, winners, out)
    scores: Ints = _converted(np.where(winners, spots, 0), plan.conversion)
    if plan.bonus_out:
        scores += plan.bonus_out * np.where(out, acted, _blocked_bonus(plan, pairs, lowest, end))
    scores += end.in_play
    kept = end.in_play  # each of these points was weighed when it was scored
    if pairs and plan.pairs_difference == "per-deal":
        scores = np.maximum(scores - scores[::-1], 0)
        kept = np.zeros_like(scores)
    if plan.reach == "exactly" and plan.target is not None:
        scores = np.where(end.before + scores > plan.target, kept, scores)
    scores = np.where(end.how == TARGET, end.in_play, scores)
    return Settled(winners, scores, pips, tiles)


def _side(places: Ints, pairs: bool) -> Ints:
    return places % 2 if pairs else places


def _lowest_sides(plan: Axes, pairs: bool, pips: Ints, tiles: Ints) -> Flags:
    """Return which sides win a blocked round: several in a tie that scores, else one or none."""
    if pairs and plan.pairs_blocked != "lowest-player":
        totals = _pair_totals(pips)
        return totals < totals[::-1]
    key = {
        "fewest-spots": pips,
        "fewest-tiles": tiles,
        "fewest-tiles-then-spots": tiles * 1000 + pips,
    }[plan.blocked_winner]
    lowest: Flags = key == key.min(axis=0)
    if pairs:
        sides = lowest[:2] | lowest[2:]
        return sides & ~sides[::-1]
    if plan.tie == "nobody":
        found: Flags = lowest & (np.count_nonzero(lowest, axis=0) == 1)
        return found
    return lowest


def _pair_totals(pips: Ints) -> Ints:
    return pips[:2] + pips[2:]


def _pair_spots(plan: Axes, pips: Ints, out: Flags) -> Ints:
    """Return what the spots are worth to each pair if it won."""
    totals = _pair_totals(pips)
    # Who is out holds nothing, so the own pair's total is the partner's.
    more = totals[::-1] - totals
    gone = np.zeros_like(more) if plan.pairs_out == "none" else more
    if plan.pairs_floor == "zero":
        gone = np.maximum(gone, 0)
    stuck = np.zeros_like(more) if plan.pairs_blocked == "none" else np.abs(more)
    return np.where(out, gone, stuck)


def _solo_spots(plan: Axes, pips: Ints, tiles: Ints, winners: Flags, out: Flags) -> Ints:
    """Return what the spots are worth to each player who won."""
    return np.where(
        out,
        _spots(plan.score_out, pips, tiles, winners),
        _spots(plan.score_blocked, pips, tiles, winners),
    )


def _spots(rule: str, own: Ints, tiles: Ints, winners: Flags) -> Ints:
    rivals = ~winners
    spots: Ints = np.sum(own * rivals, axis=0)
    worth: Ints = np.zeros_like(own)
    if rule == "opponents":
        worth = np.broadcast_to(spots, own.shape)
    elif rule == "minus-own":
        worth = spots - own
    elif rule == "per-opponent":
        worth = spots - own * np.count_nonzero(rivals, axis=0)
    elif rule == "all-hands":
        worth = spots + own
    elif rule == "tiles":
        worth = np.sum(tiles * rivals, axis=0) - tiles
    return worth


def _converted(scores: Ints, conversion: str) -> Ints:
    rounding = {"fifth-up": 4, "fifth-nearest": 2, "fifth-down": 0}.get(conversion)
    return scores if rounding is None else (scores + rounding) // 5


def _blocked_bonus(plan: Axes, pairs: bool, lowest: Flags, end: Ending) -> Flags:
    """Return which side gets the bonus in a blocked round."""
    chosen: Flags = np.zeros_like(lowest)
    if plan.bonus_blocked == "last-mover":
        chosen = np.arange(len(lowest))[:, None] == _side(end.mover, pairs)
    elif plan.bonus_blocked == "lowest":
        chosen = lowest & (np.count_nonzero(lowest, axis=0) == 1)
    return chosen
