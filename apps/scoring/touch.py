"""What there is to touch: hands with all 28 tiles beneath, and the two ends of a line, as HTML."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from apps.parts.look import term
from apps.parts.messages import message
from dominolab import draw
from dominolab.scoring import NAMES
from dominolab.tiles import TILES, Tile

from . import line, pictures
from .desk import Desk


def tile_button(
    tile: Tile, do: str, key: str, label: str, *, on: bool = False, owner: str = ""
) -> str:
    """Return a tile as a button; *owner* is a letter that says where it is."""
    badge = f'<span class="owner" aria-hidden="true">{escape(owner)}</span>' if owner else ""
    return (
        f'<button type="button" class="tile" data-do="{do}" data-value="{tile}"'
        f' data-key="{key}-{tile}" aria-pressed="{"true" if on else "false"}"'
        f' aria-label="{escape(label)}">{draw.tile_svg(tile, scale=0.9, label="", css=False)}'
        f"{badge}</button>"
    )


def hands(desk: Desk, players: tuple[int, ...]) -> str:
    """Return the final hands with everything that changes them."""
    final = desk.final
    counts = "".join(
        f'<button type="button" data-do="players" data-value="{n}" data-key="players-{n}"'
        f' aria-pressed="{"true" if n == final.players else "false"}">{n}</button>'
        for n in players
    )
    choice = (
        f'<div class="row hint" role="group" aria-label="Number of players">Players {counts}</div>'
        if len(players) > 1
        else ""
    )
    rows = "".join(_hand(desk, seat) for seat in range(final.players))
    tray = "".join(_tray_tile(desk, tile) for tile in reversed(TILES))
    typed = desk.typed.get("hands", final.text)
    name = NAMES[desk.seat]
    return (
        f"{choice}<p class='ended'>{escape(final.sentence)}</p>"
        f'<div class="hands">{rows}</div>'
        f"<p class='small soft hint'>Click a tile to give it to <strong>{escape(name)}</strong>, "
        "once more to take it away.</p>"
        f'<div class="tray" role="group" aria-label="All 28 tiles, for {escape(name)}">{tray}</div>'
        f'<div class="field"><label for="hands-text">Or type the hands, split by |</label>'
        f'<input id="hands-text" data-key="hands-text" data-do="hands" type="text" maxlength="500"'
        f' spellcheck="false" autocomplete="off" value="{escape(typed)}"></div>'
        f"{message(desk.complaint('hands'))}"
    )


def _hand(desk: Desk, seat: int) -> str:
    hand = desk.final.hands[seat]
    name = escape(NAMES[seat])
    chosen = seat == desk.seat
    tiles = "".join(
        tile_button(tile, "take", f"held-{seat}", f"Take {tile} from {NAMES[seat]}")
        for tile in hand
    )
    tiles_held = f"{len(hand)} tile{'' if len(hand) == 1 else 's'}"
    spots = f"{tiles_held}, {hand.pips} spot{'' if hand.pips == 1 else 's'}" if hand else "out"
    empty = (
        f'<button type="button" class="quiet small" data-do="empty" data-value="{seat}"'
        f' data-key="empty-{seat}" aria-label="{name} goes out">goes out</button>'
        if hand
        else ""
    )
    kind = f"held{' chosen' if chosen else ''}{' many' if len(hand) > 2 else ''}"
    return (
        f'<div class="{kind}" data-key="hand-{seat}">'
        f'<button type="button" class="seat" data-do="seat" data-value="{seat}"'
        f' data-key="seat-{seat}" aria-pressed="{"true" if chosen else "false"}">{name}</button>'
        f'<div class="row tiles">{tiles}</div>'
        f'<span class="soft small spots">{spots}</span>{empty}</div>'
    )


def _tray_tile(desk: Desk, tile: Tile) -> str:
    owner = desk.final.owner(tile)
    name = NAMES[desk.seat]
    if owner is None:
        label = f"Give {tile} to {name}"
    elif owner == desk.seat:
        label = f"Take {tile} from {name}"
    else:
        label = f"Move {tile} from {NAMES[owner]} to {name}"
    letter = "" if owner is None else NAMES[owner][0]
    return tile_button(tile, "tile", "tray", label, on=owner == desk.seat, owner=letter)


def ends(desk: Desk) -> str:
    """Return the line with two rows to choose its ends from."""
    layout, shown = desk.line, desk.ends
    lone = len(layout) == 1
    rows = "".join(_end_row(side, shown[side]) for side in range(2))
    typed = desk.typed.get("line", line.write(layout) if len(layout) < 2 else ",".join(shown))
    note = (
        f"One tile alone is the {term('lead', 'first tile')}: each half counts once."
        if lone
        else ""
    )
    return (
        f'<div class="table-picture">{pictures.line(layout)}</div>'
        f"<p class='small soft'>{note}</p>{rows}"
        f'<div class="field"><label for="line-text">Or type the ends: 4-4,6-6 or 5,3</label>'
        f'<input id="line-text" data-key="line-text" data-do="line" type="text" maxlength="400"'
        f' spellcheck="false" autocomplete="off" value="{escape(typed)}"></div>'
        f"{message(desk.complaint('line'))}"
    )


def _end_row(side: int, chosen: str) -> str:
    name = ("One end", "Other end")[side]
    buttons = "".join(
        f'<button type="button" class="end" data-do="end-{side}" data-value="{end}"'
        f' data-key="end-{side}-{end}" aria-pressed="{"true" if end == chosen else "false"}"'
        f' aria-label="{end_words(end)}">{end_picture(end)}</button>'
        for end in line.ENDS
    )
    return f'<div class="ends" role="group" aria-label="{name}"><b>{name}</b>{buttons}</div>'


def end_words(end: str) -> str:
    """Say how an end looks."""
    return f"double {end}" if "-" in end else f"{end}, no double"


def end_picture(end: str) -> str:
    """Return an end as it is shown: its pip, or the double that lies there."""
    if "-" not in end:
        return end
    return draw.tile_svg(Tile.parse(end), scale=0.6, label="", css=False)


def numbers(desk: Desk, fields: tuple[tuple[str, str, int], ...]) -> str:
    """Return fields for whole numbers, each with its name, label and value."""
    shown = "".join(
        f'<div class="field"><label for="number-{name}">{escape(label)}</label>'
        f'<input id="number-{name}" name="{name}" data-key="number-{name}" data-do="number"'
        f' type="text" inputmode="numeric" maxlength="8" size="6"'
        f' value="{escape(desk.typed.get(f"number-{name}", str(value)))}">'
        f"{message(desk.complaint(f'number-{name}'))}</div>"
        for name, label, value in fields
    )
    return f'<div class="fields">{shown}</div>'


def select(key: str, label: str, choices: Mapping[str, str], chosen: str, *, do: str = "") -> str:
    """Return a field with a list to choose from; a choice sends *do*, or else *key*."""
    options = "".join(
        f'<option value="{escape(value)}"{" selected" if value == chosen else ""}>'
        f"{escape(words)}</option>"
        for value, words in choices.items()
    )
    return (
        f'<div class="field"><label for="{key}">{escape(label)}</label><select id="{key}"'
        f' name="{key}" data-do="{do or key}" data-key="{key}">{options}</select></div>'
    )
