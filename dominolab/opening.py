"""Before the first tile: the lot, the deal, the deal again, and who leads what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .axes import Axes
from .chance import LOT, shuffled, shuffled_tiles
from .tiles import DOUBLES, TILES, Hand, Tile, bits


class Deal(NamedTuple):
    """The hands by seat, and the stock in the order in which it is drawn."""

    hands: tuple[Hand, ...]
    stock: Hand


class Lead(NamedTuple):
    """Who leads, which tiles may be led (as bits), and the axis that decided it.

    The axis is `lead` in a position given from outside, where any tile may be led.
    """

    opener: int
    tiles: int
    axis: str


class Opening(NamedTuple):
    """All that happens before the first tile is laid."""

    deals: tuple[Deal, ...]
    """Every deal made; the last is played, the others went back."""
    lot: tuple[Tile, ...] | None
    """The tile that each player showed, where a lot decides."""
    lead: Lead


def dealt(players: int, size: int, seed: int, number: int) -> Deal:
    """Shuffle and deal: *number* counts the deals of this round from 0."""
    order = shuffled(seed, number)
    tiles = [TILES[index] for index in order]
    hands = tuple(Hand(tiles[seat * size : (seat + 1) * size]) for seat in range(players))
    return Deal(hands, Hand(tiles[players * size :]))


def uses_lot(plan: Axes, first_round: bool) -> bool:
    """Return whether a lot before the deal decides who leads."""
    return plan.opener == "lot" or (plan.opener == "lot-first" and first_round)


def open_round(
    plan: Axes, players: int, seed: int, previous: int | None = None, first: bool = True
) -> Opening:
    """Draw the lot where there is one, and deal until someone can lead.

    *previous* is the player who won the round before, if this is not the *first* and one did.
    """
    lot = None
    leads_again = previous is not None and plan.next_opener == "previous-winner"
    if uses_lot(plan, first) and not leads_again:
        lot = tuple(shuffled_tiles(seed, LOT)[:players])
    deals: list[Deal] = []
    while True:
        deals.append(dealt(players, plan.hand[players], seed, len(deals)))
        lead = find_lead(plan, [bits(hand) for hand in deals[-1].hands], lot, previous)
        if lead is not None:
            return Opening(tuple(deals), lot, lead)


def lot_winner(lot: Sequence[Tile], how: str) -> int:
    """Return the player who showed the highest tile, as the axis lot compares them."""

    def rank(tile: Tile) -> tuple[int, ...]:
        if how == "half":
            return tile.high, tile.low
        if how == "doubles-first":
            return tile.double, tile.pips, tile.high
        return tile.pips, tile.high

    return max(range(len(lot)), key=lambda player: rank(lot[player]))


def find_lead(
    plan: Axes, hands: Sequence[int], lot: Sequence[Tile] | None, previous: int | None = None
) -> Lead | None:
    """Return who leads with these *hands* (as bits), or None where they must be dealt again."""
    if previous is not None and plan.next_opener == "previous-winner":
        return Lead(previous, hands[previous], "next_opener")
    if lot is not None:
        winner = lot_winner(lot, plan.lot)
        return Lead(winner, hands[winner], "lot")
    doubles = [hand & DOUBLES for hand in hands]
    if plan.no_double == "redeal-unless-two" and sum(map(bool, doubles)) < 2:
        return None
    decisive = _decisive_double(plan.opener, doubles)
    if decisive is None:
        return _heaviest(hands) if plan.no_double == "heaviest" else None
    opener = next(player for player, held in enumerate(doubles) if held & decisive)
    if plan.lead == "any-tile":
        return Lead(opener, hands[opener], "opener")
    if plan.lead == "any-double":
        return Lead(opener, doubles[opener], "opener")
    return Lead(opener, decisive, "opener")


def leads_after_drawing(plan: Axes, lead: Lead, hand: int) -> int:
    """Return the tiles (as bits) that may be led from a *hand* that has grown since the deal."""
    if lead.axis in ("lot", "next_opener", "lead"):
        return hand
    if lead.axis == "opener" and plan.lead == "any-tile":
        return hand
    if lead.axis == "opener" and plan.lead == "any-double":
        return hand & DOUBLES
    return lead.tiles


def _decisive_double(opener: str, doubles: Sequence[int]) -> int | None:
    """Return the double (as a bit) that makes its holder lead, or None where nobody holds it."""
    held = 0
    for hand in doubles:
        held |= hand
    if opener == "most-doubles":
        most = max(hand.bit_count() for hand in doubles)
        held = 0
        for hand in doubles:
            if hand.bit_count() == most:
                held |= hand
    elif opener == "double-six":
        held &= TILES[-1].bit
    if not held:
        return None
    return held & -held if opener == "lowest-double" else 1 << (held.bit_length() - 1)


def _heaviest(hands: Sequence[int]) -> Lead:
    """Return the lead with the heaviest tile held: most pips, then the higher half."""
    held = max(
        (tile for tile in TILES if any(hand & tile.bit for hand in hands)),
        key=lambda tile: (tile.pips, tile.high),
    )
    opener = next(player for player, hand in enumerate(hands) if hand & held.bit)
    return Lead(opener, held.bit, "no_double")
