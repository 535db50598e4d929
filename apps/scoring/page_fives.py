"""Fives, and fives and threes, as HTML: the line, the grid of all ends, the totals, one's tiles."""

from __future__ import annotations

from html import escape

from apps.parts.messages import message
from dominolab.axes import AXES
from dominolab.scoring import IN_PLAY
from dominolab.tiles import TILES, Tile

from . import line, pictures, touch
from .desk import GAMES_IN_PLAY, Desk
from .likely import ROUNDS
from .worked import scored


def page(desk: Desk) -> dict[str, str]:
    """Return the regions of the page."""
    return {
        "head": _head(desk),
        "touch": f"<h3>The line</h3>{touch.ends(desk)}{_build(desk)}{_mine(desk)}",
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
        f"<h3>What it scores</h3><p class='outcome'><strong>{escape(desk.fives_sentence)}</strong></p>"
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
    button = touch.tile_button(
        tile, "lay", "lay-tray", label, on=laid, owner="laid" if laid else ""
    )
    return button if fits else button.replace('class="tile"', 'class="tile faint"')


def _mine(desk: Desk) -> str:
    fives = desk.fives
    ways = line.chances(fives.line, fives.mine, fives.rule, fives.end_double)
    best = ways[0].points.points if ways else 0
    rows = "".join(
        f"<tr><td>{pictures.tiles([way.play.tile], 0.5, '')} {way.play.tile}</td>"
        f"<td>{way.play.on}</td>"
        f"<td class='number'>{way.counted.points}</td><td class='number'>{way.points.points}</td>"
        f"<td>{'<strong>best:</strong> ' if best and way.points.points == best else ''}"
        f"{escape(', '.join(term.what for term in way.points.terms))}</td></tr>"
        for way in ways
    )
    idle = [str(tile) for tile in fives.mine if not fives.line.fits(tile)]
    note = f"<p class='small soft'>Does not fit: {', '.join(idle)}.</p>" if idle else ""
    answer = (
        f"{ways[0].play.tile} on {ways[0].play.on} scores most: {scored(best)}."
        if best
        else "None of these tiles scores here."
        if ways
        else "None of these tiles fits here."
    )
    tray = "".join(_mine_tile(desk, tile) for tile in reversed(TILES))
    typed = desk.typed.get("mine", " ".join(map(str, fives.mine)))
    return (
        "<h3>Which of my tiles scores most here?</h3>"
        f"<p class='outcome'><strong>{answer}</strong></p>"
        '<div class="scroll"><table><thead><tr><th scope="col">Tile</th><th scope="col">On</th>'
        '<th scope="col" class="number">Count</th><th scope="col" class="number">Points</th>'
        f'<th scope="col">Why</th></tr></thead><tbody>{rows}</tbody></table></div>{note}'
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
    return touch.tile_button(tile, "mine", "mine", label, on=held, owner="mine" if held else "")


# -- The grid --------------------------------------------------------------------------------------


def _grid(desk: Desk) -> str:
    fives = desk.fives
    cells = line.grid(fives.rule, fives.end_double)
    chosen = sorted(line.ends(fives.line), key=line.ENDS.index)
    head = "".join(f'<th scope="col">{end}</th>' for end in line.ENDS)
    rows = "".join(
        f'<tr><th scope="row">{row[0].left}</th>'
        + "".join(_cell(cell, chosen, fives.counts) for cell in row)
        + "</tr>"
        for row in cells
    )
    show = "checked" if fives.counts else ""
    return (
        "<h3>All pairs of ends</h3>"
        "<p class='small soft'>Seven pips and seven doubles at each end: a stronger colour scores more. "
        "A double against itself is the first tile alone. Click a field to lay it out.</p>"
        f'<label class="choice"><input type="checkbox" data-do="grid-counts" data-key="grid-counts"'
        f" {show}><span>Show the count instead of the points</span></label>"
        '<div class="scroll" tabindex="0" role="region" aria-label="Points for all pairs of ends">'
        f'<table class="grid"><caption class="unseen">{"Count" if fives.counts else "Points"} '
        f"for each pair of ends</caption><thead><tr><td></td>{head}</tr></thead>"
        f"<tbody>{rows}</tbody></table></div>"
    )


def _cell(cell: line.Cell, chosen: list[str], counts: bool) -> str:
    points = cell.points.points
    here = " here" if sorted((cell.left, cell.right), key=line.ENDS.index) == chosen else ""
    lone = " lone" if cell.lone else ""
    shown = str(cell.counted.points) if counts else str(points or "·")
    return (
        f'<td class="heat-{min(points, 8)}{here}{lone}" data-do="cell" data-value="{cell.text}"'
        f' title="{cell.left} and {cell.right}: {cell.counted.points}, {scored(points)}">{shown}</td>'
    )


# -- The totals ------------------------------------------------------------------------------------


def _totals(desk: Desk) -> str:
    fives = desk.fives
    reasons = line.impossible(fives.end_double)
    sampling = fives.sampling
    likely = {
        entry.total: entry
        for entry in (sampling.likelihoods(line.TOTALS) if sampling is not None else ())
    }
    most = max((entry.share for entry in likely.values()), default=1.0) or 1.0
    rows = ""
    for total in line.totals(fives.end_double):
        entry = likely.get(total.total)
        if total.total in reasons:
            seen = f"<td colspan='2'>cannot occur: {escape(reasons[total.total])}</td>"
        else:
            seen = f"<td class='number'>{total.pairs}</td>"
            if entry is not None:
                width = round(55 * entry.share / most, 1)
                seen += (
                    f"<td><span class='bar' style='width:{width}%'></span>"
                    f"<span class='bar-text'>{entry.share:.1%}</span></td>"
                )
            else:
                seen += "<td></td>"
        kind = ' class="never"' if total.total in reasons else ""
        rows += (
            f"<tr{kind}><th scope='row' class='number'>{total.total}</th>"
            f"<td class='number'>{total.fives.points or '·'}</td>"
            f"<td class='number'>{total.fives_and_threes.points or '·'}</td>{seen}</tr>"
        )
    return (
        f"<h3>Every total</h3>{_best(desk)}{_sampled(desk)}"
        '<div class="scroll" tabindex="0" role="region" aria-label="Every total from 0 to 24">'
        '<table class="totals"><thead><tr><th scope="col" class="number">Total</th>'
        '<th scope="col" class="number">Fives</th><th scope="col" class="number">Fives and threes'
        '</th><th scope="col" class="number">Pairs of ends</th><th scope="col">How often in play'
        f"</th></tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _best(desk: Desk) -> str:
    """Say which total is the best, and why."""
    fives = desk.fives
    ranked = line.best_totals(fives.rule, fives.end_double)
    (best, score), rest = ranked[0], ranked[1:4]
    why = " and ".join(term.what for term in score.terms)
    others = ", ".join(f"{total} scores {s.points}" for total, s in rest)
    never = [
        row.total
        for row in line.totals(fives.end_double)
        if not row.pairs and IN_PLAY[fives.rule](row.total).points >= score.points
    ]
    cannot = (
        f" {', '.join(map(str, never))} would score as much, but cannot occur." if never else ""
    )
    return (
        f"<p><strong>{best} is the best total: {scored(score.points)}.</strong> {escape(why)}. "
        f"Then {others}.{cannot}</p>"
    )


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
