"""The seats around the table: names, points and hands, and what each tile can do now."""

from __future__ import annotations

from html import escape

from apps.parts.look import refusal
from dominolab import draw, textart
from dominolab.actions import Play
from dominolab.reasons import forbidden
from dominolab.round import Round
from dominolab.tiles import Tile

from .board import tile_picture
from .session import Session
from .settings import PERSON


def is_open(session: Session, here: Round, seat: int) -> bool:
    """Return whether the tiles of *seat* are shown at the step in view."""
    return textart.shown(here, seat, session.open_hands)  # type: ignore[arg-type]


def seat_html(session: Session, here: Round, seat: int) -> str:
    """Return one seat with its hand."""
    hand = here.hands[seat]
    moves = seat == here.turn and not here.over
    shown = is_open(session, here, seat)
    facts = [f"{len(hand)} tile{'' if len(hand) == 1 else 's'}"]
    if shown:
        facts.append(f"{hand.pips} pip{'' if hand.pips == 1 else 's'}")
    side = here.side(seat)
    if here.rules.plan.in_play != "none":
        facts.append(_points(here.in_play[side], "in play"))
    if session.settings.match:
        facts.append(_points(session.before[side] if session.looking is None else 0, "before"))
    who = "a person" if session.settings.who[seat] == PERSON else "a bot"
    if len(here.teams) < here.players:
        partner = next(p for p in here.teams[side] if p != seat)
        who += f", with {session.names[partner]}"
    turn = '<span class="turn-mark">to move</span>' if moves else ""
    body = _hand(session, here, seat) if shown else _hidden(here, seat)
    return (
        f'<div class="seat{" turn" if moves else ""}"><div class="whose"><h3><span class="name">'
        f'{escape(session.names[seat])}</span> <span class="soft small">{escape(who)}</span>'
        f'{turn}</h3><p class="facts soft small">{" · ".join(facts)}</p></div>{body}</div>'
    )


def _points(points: int, what: str) -> str:
    return f"{points} point{'' if points == 1 else 's'} {what}"


def _hidden(here: Round, seat: int) -> str:
    count = len(here.hands[seat])
    if not count:
        return '<p class="small hand">no tiles</p>'
    return f'<div class="hand">{draw.back_svg(count, columns=14, label="", css=False)}</div>'


def _hand(session: Session, here: Round, seat: int) -> str:
    hand = here.hands[seat]
    name = escape(session.names[seat])
    if not hand:
        return f'<p class="small hand">{name} holds no tiles.</p>'
    if seat != here.turn or here.over:
        # Built like those that can be chosen: when the turn comes, the page has little to change.
        tiles = "".join(
            f'<li data-key="held-{tile}"><button type="button" class="tile" disabled'
            f' data-key="tile-{tile}">{tile_picture(tile)}</button></li>'
            for tile in hand
        )
        words = escape(", ".join(map(str, hand)))
        return (
            f'<ul class="hand" style="--held: {len(hand)}" aria-hidden="true">{tiles}</ul>'
            f'<p class="unseen">{name} holds {words}.</p>'
        )
    fitting = {action.tile for action in here.legal() if isinstance(action, Play)}
    tiles = "".join(
        f'<li data-key="held-{tile}">{_button(session, here, tile, tile in fitting)}</li>'
        for tile in hand
    )
    return f'<ul class="hand" style="--held: {len(hand)}" aria-label="{name}\'s tiles">{tiles}</ul>'


def _button(session: Session, here: Round, tile: Tile, fits: bool) -> str:
    """Return a tile to choose; one that may not be laid says why."""
    start = f'<button type="button" data-do="tile" data-value="{tile}" data-key="tile-{tile}"'
    if fits:
        chosen = session.tile == str(tile)
        return (
            f'{start} class="tile fits" aria-pressed="{"true" if chosen else "false"}"'
            f' aria-label="{tile}, fits">{tile_picture(tile)}<span class="fit" aria-hidden="true">'
            "▲</span></button>"
        )
    why = why_not(here, tile)
    return (
        f'{start} data-tells class="tile" aria-disabled="true" aria-label="{tile}, may not be laid"'
        f' aria-description="{escape(why)}" data-tip="{escape(why)}">{tile_picture(tile)}</button>'
    )


def why_not(here: Round, tile: Tile) -> str:
    """Say which rule forbids to lay *tile* now."""
    on = here.exits[0].tile if here.exits else None
    return refusal(here.rules, forbidden(here, Play(tile, on)))


__all__ = ["is_open", "seat_html", "why_not"]
