"""Fives, and fives and threes, as HTML: the line, the grid of all ends, the totals, one's tiles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from apps.parts.messages import message
from dominolab.axes import AXES
from dominolab.scoring import IN_PLAY
from dominolab.tiles import TILES, Tile

from . import line, pictures, touch
from .desk import Desk
from .fives import GAMES_IN_PLAY
from .likely import ROUNDS
from .worked import scored


def page(desk: Desk) -> dict[str, str]:
    """Return the regions of the page."""
    return {
        "head": _head(desk),
        "touch": f"<h3>The line</h3>{touch.ends(desk)}{_build(desk)}",
        "more": _mine(desk),
        "middle": f"{_count(desk)}{_grid(desk)}",
        "end": _totals(desk),
    }


def _head(desk: Desk) -> str:
    fives = desk.fives
    names = {"fives": "Fives (Muggins)", "fives-and-threes": "Fives and threes"}
    choose = "".join(
        f'<button type="button" data-do="fives-rule" data-value="{rule}" data-key="fives-{rule}"'
        f' aria-pressed="{"true" if rule == fives.rule else "false"}">{names[rule]}</button>'
        for rule in GAMES_IN_PLAY
    )
    once = "checked" if fives.end_double == "one-half" else ""
    return (
        "<h2 data-key='title'>Fives and threes</h2>"
        f"<p class='sentence'>{escape(AXES['in_play'].say(fives.rule))}</p>"
        f'<div class="row" role="group" aria-label="Rule">{choose}'
        f'<label class="choice"><input type="checkbox" data-do="one-half" data-key="one-half" {once}>'
        "<span>Count a double at an end once (another reading)</span></label></div>"
    )


def _count(desk: Desk) -> str:
    fives = desk.fives
    counted = line.count(fives.line, fives.end_double)
    points = IN_PLAY[fives.rule](counted.points)
    return (
        f"<h3>What it scores</h3><p class='outcome'><strong>{escape(fives.sentence)}</strong></p>"
        f"{pictures.sheet('The ends', counted)}{pictures.sheet('The points', points)}"
    )


# -- Building the line, and the reader's tiles -----------------------------------------------------


def _build(desk: Desk) -> str:
    fives = desk.fives
    tiles = "".join(_line_tile(desk, tile) for tile in reversed(TILES))
    choice = ""
    if fives.laying is not None:
        buttons = "".join(
            f'<button type="button" data-do="lay" data-value="{play}" data-key="lay-{play}">'
            f"{play.tile} on {play.on}</button>"
            for play in fives.line.fits(fives.laying)
        )
        choice = f'<div class="row" role="group" aria-label="Where?">Where? {buttons}</div>'
    return (
        '<details data-key="build"><summary>Build the line tile by tile</summary>'
        "<p class='small soft'>Tiles that fit can be laid; one that fits at both ends asks where."
        f'</p>{choice}{message(desk.complaint("lay"))}<div class="tray" role="group"'
        f' aria-label="Tiles to lay">{tiles}</div><div class="row">'
        '<button type="button" data-do="take-back" data-key="take-back">Take the last back</button>'
        '<button type="button" data-do="fresh-line" data-value="5-5" data-key="fresh-line">'
        "Begin with 5-5</button></div></details>"
    )


def _line_tile(desk: Desk, tile: Tile) -> str:
    laid = tile in desk.fives.line
    fits = not laid and bool(desk.fives.line.fits(tile))
    label = (
        f"{tile} lies in the line" if laid else f"Lay {tile}" + ("" if fits else ", does not fit")
    )
    button = touch.tile_button(tile, "lay", "lay-tray", label, on=laid, owner="✓" if laid else "")
    return button if fits else button.replace('class="tile"', 'class="tile faint"')


def _mine(desk: Desk) -> str:
    fives = desk.fives
    ways = fives.ways
    best = ways[0].points.points if ways else 0
    rows = "".join(
        f"<tr><td class='way'>{pictures.tiles([way.play.tile], 0.7, '')}"
        f"{way.play.tile} on {way.play.on}"
        f"{' <strong>best</strong>' if best and way.points.points == best else ''}<br>"
        f"<small class='soft'>{escape(', '.join(term.what for term in way.points.terms))}</small></td>"
        f"<td class='number'>{way.counted.points}</td><td class='number'>{way.points.points}</td></tr>"
        for way in ways
    )
    idle = [str(tile) for tile in fives.mine if not fives.line.fits(tile)]
    note = f"<p class='small soft'>Does not fit: {', '.join(idle)}.</p>" if idle else ""
    tray = "".join(_mine_tile(desk, tile) for tile in reversed(TILES))
    typed = desk.typed.get("mine", " ".join(map(str, fives.mine)))
    return (
        "<h3>Which of my tiles scores most here?</h3>"
        f"<p class='outcome'><strong>{fives.answer}</strong></p>"
        '<div class="scroll"><table><thead><tr><th scope="col">Play</th>'
        '<th scope="col" class="number">Count</th><th scope="col" class="number">Points</th>'
        f"</tr></thead><tbody>{rows}</tbody></table></div>{note}"
        '<details data-key="mine"><summary>Choose my tiles</summary>'
        f'<div class="tray" role="group" aria-label="My tiles">{tray}</div></details>'
        '<div class="field"><label for="mine-text">Or type my tiles</label>'
        '<input id="mine-text" data-key="mine-text" data-do="mine-text" type="text" maxlength="300"'
        f' spellcheck="false" autocomplete="off" value="{escape(typed)}"></div>'
        f"{message(desk.complaint('mine'))}"
    )


def _mine_tile(desk: Desk, tile: Tile) -> str:
    held = tile in desk.fives.mine
    label = f"Put {tile} away" if held else f"Take {tile} in hand"
    return touch.tile_button(tile, "mine", "mine", label, on=held, owner="✓" if held else "")


# -- The grid --------------------------------------------------------------------------------------


def _grid(desk: Desk) -> str:
    fives = desk.fives
    cells = line.grid(fives.rule, fives.end_double)
    chosen = list(desk.ends)
    head = "".join(f'<th scope="col">{_end(end)}</th>' for end in line.ENDS)
    rows = "".join(
        f'<tr><th scope="row">{_end(row[0].left)}</th>'
        + "".join(_cell(cell, chosen, fives.counts) for cell in row)
        + "</tr>"
        for row in cells
    )
    show = "checked" if fives.counts else ""
    shown = "Count" if fives.counts else "Points"
    return (
        "<h3>All pairs of ends</h3>"
        "<p class='small soft'>Seven pips and seven doubles at each end. A double against itself is "
        "the first tile alone. Choose a field to lay it out; arrow keys move in the grid.</p>"
        f'<div class="row"><label class="choice"><input type="checkbox" data-do="grid-counts"'
        f' data-key="grid-counts" {show}><span>Show the count instead of the points</span></label>'
        f'{_legend(cells)}</div><div class="scroll"><table class="grid" role="grid" data-list'
        f' data-grid data-key="grid"><caption class="unseen">{shown} for each '
        f"pair of ends</caption><thead><tr><td></td>{head}</tr></thead><tbody>{rows}</tbody>"
        "</table></div>"
    )


def _end(end: str) -> str:
    picture = touch.end_picture(end)
    return f"<span class='unseen'>{touch.end_words(end)}</span>{picture}" if "-" in end else picture


def _legend(cells: Sequence[Sequence[line.Cell]]) -> str:
    """Return the colours with their points."""
    met = sorted({cell.points.points for row in cells for cell in row})
    fields = "".join(f'<span class="heat-{points}">{points}</span>' for points in met)
    return f'<span class="legend"><span class="soft small">Points</span> {fields}</span>'


def _cell(cell: line.Cell, chosen: list[str], counts: bool) -> str:
    points = cell.points.points
    # Above and below the diagonal lie the same ends: one of the two is the one to tab to.
    here = sorted((cell.left, cell.right), key=line.ENDS.index) == chosen
    first = here and [cell.left, cell.right] == chosen
    lone = " lone" if cell.lone else ""
    shown = str(cell.counted.points) if counts else str(points or "·")
    words = f"{cell.left} and {cell.right}: {cell.counted.points}, {scored(points)}"
    return (
        f'<td class="heat-{points}{" here" if here else ""}{lone}" data-do="cell" data-item'
        f' data-value="{cell.text}" data-key="cell-{cell.left}-{cell.right}" title="{words}"'
        f' aria-label="{words}" tabindex="{0 if first else -1}">{shown}</td>'
    )


# -- The totals ------------------------------------------------------------------------------------


def _totals(desk: Desk) -> str:
    fives = desk.fives
    sampling = fives.sampling
    shares = {
        entry.total: entry.share
        for entry in (sampling.likelihoods(line.TOTALS) if sampling is not None else ())
    }
    rows = "".join(
        _total(total, shares, bool(IN_PLAY[fives.rule](total.total).points))
        for total in line.totals(fives.end_double)
    )
    return (
        f'<h3>Every total</h3><div class="totals"><div>{_best(desk)}{_never(desk)}{_sampled(desk)}'
        '</div><div class="scroll" tabindex="0" role="region" aria-label="Every total from 0 to 24">'
        '<table class="totals"><thead><tr><th scope="col" class="number">Total</th>'
        '<th scope="col" class="number">Fives</th><th scope="col" class="number">Fives and threes'
        '</th><th scope="col" class="number">Pairs of ends</th><th scope="col">How often in play'
        f"</th></tr></thead><tbody>{rows}</tbody></table></div></div>"
    )


def _total(total: line.Total, shares: Mapping[int, float], scores: bool) -> str:
    """Return the row of one total; *shares* are how often each came up, where that is known."""
    often = ""
    if not total.pairs:
        often = "cannot occur"
    elif shares:
        share = shares[total.total]
        width = round(60 * share / max(shares.values()), 1)
        often = (
            f"<span class='bar{' scores' if scores else ''}' style='width:{width}%'></span>"
            f"<span class='bar-text'>{share:.1%}</span>"
        )
    return (
        f"<tr{'' if total.pairs else ' class=never'}><th scope='row' class='number'>{total.total}</th>"
        f"<td class='number'>{total.fives.points or '·'}</td>"
        f"<td class='number'>{total.fives_and_threes.points or '·'}</td>"
        f"<td class='number'>{total.pairs}</td><td>{often}</td></tr>"
    )


def _best(desk: Desk) -> str:
    """Say which total is the best, and why."""
    fives = desk.fives
    ranked = line.best_totals(fives.rule, fives.end_double)
    (best, score), rest = ranked[0], ranked[1:4]
    why = " and ".join(term.what for term in score.terms)
    others = ", ".join(f"{total} scores {s.points}" for total, s in rest)
    alone = [total for total, s in ranked if len(s.terms) == len(score.terms)] == [best]
    only = (
        f" No other total that can occur divides by both: {best} collects twice." if alone else ""
    )
    never = [
        total
        for total in line.impossible(fives.end_double)
        if IN_PLAY[fives.rule](total).points >= score.points
    ]
    cannot = (
        f" {', '.join(map(str, never))} would score as much, but cannot occur." if never else ""
    )
    return (
        f"<p><strong>{best} is the best total: {scored(score.points)}.</strong> "
        f"{escape(why)}.{only if len(score.terms) > 1 else ''} Then {others}.{cannot}</p>"
    )


def _never(desk: Desk) -> str:
    """Say which totals cannot occur, and why."""
    by_reason: dict[str, list[int]] = {}
    for total, reason in line.impossible(desk.fives.end_double).items():
        by_reason.setdefault(reason, []).append(total)
    rows = "".join(
        f"<li><strong>{_numbers(totals)} cannot occur.</strong> {escape(reason)}</li>"
        for reason, totals in by_reason.items()
    )
    return f"<ul class='never'>{rows}</ul>"


def _numbers(totals: list[int]) -> str:
    """Name totals: `19, 21, 23`, or `13 to 24` where none is left out between."""
    first, last = totals[0], totals[-1]
    if last - first == len(totals) - 1 > 1:
        return f"{first} to {last}"
    return ", ".join(map(str, totals))


def _sampled(desk: Desk) -> str:
    sampling = desk.fives.sampling
    if sampling is None:
        return (
            '<div class="row"><button type="button" class="main" data-do="sample" data-key="sample">'
            f"Play {ROUNDS} rounds</button><span class='soft'>How often does each total come up? "
            "Real rounds for two, both choosing at random.</span></div>"
        )
    done = f"{sampling.rounds} of {ROUNDS} rounds played, {sampling.plays} plays counted."
    scoring = sum(
        entry.plays
        for entry in sampling.likelihoods(line.TOTALS)
        if IN_PLAY[desk.fives.rule](entry.total).points
    )
    share = f" {scoring / sampling.plays:.0%} of the plays score." if sampling.plays else ""
    return (
        f'<p role="status">{done}{share}</p><progress max="{ROUNDS}" value="{sampling.rounds}"'
        ' aria-label="Rounds played"></progress>'
    )
