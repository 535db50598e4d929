"""The page of the step view: the HTML that stays, with a place for each part that changes."""

from __future__ import annotations

from pathlib import Path

from apps.parts.look import glossary_html

CSS = Path(__file__).with_name("step.css").read_text(encoding="utf-8")

_KEYS = (
    ("→ and ←", "one step forward or back"),
    ("Home and End", "to the deal, to the last step"),
    ("Space", "play or pause"),
    ("1 to 9", "do the move with that number"),
    ("Esc", "let the chosen tile go"),
    ("h", "what would the bots do?"),
    ("b", "back from a branch to the original line"),
    ("n", "next round of the match"),
    ("s", "set up: game, printing, players, house rules"),
    ("k", "keep and share: link, record, picture"),
    ("p", "projected: all larger, without the settings"),
    ("?", "this sheet"),
)


def help_html() -> str:
    """Return the help sheet: the keys, how to try a move, the words."""
    keys = "".join(f"<tr><th scope='row'><kbd>{key}</kbd></th><td>{does}</td></tr>"
                   for key, does in _KEYS)  # fmt: skip
    return (
        "<p>Step through the round with the buttons under the board. Beside it stands "
        "why each step was made and which rule decided.</p>"
        "<p>To try something else, choose a tile of the player to move, then the exit where it "
        "shall lie. Or type the move: <kbd>6-4</kbd>, <kbd>6-4@6-6</kbd> (lay 6-4 on 6-6), "
        "<kbd>draw</kbd> or <kbd>pass</kbd>. You are then on a branch, and can always go back.</p>"
        f"<table><caption>Keys</caption><tbody>{keys}</tbody></table>"
        '<div data-region="keys"></div>'
        f"<h3>Words</h3>{glossary_html()}"
    )


def frame_html(embed: bool) -> str:
    """Return the frame; in another site's page (*embed*) only the board, time, why and hands."""
    seats = "".join(
        f'<section class="seat-place place-{seat}" data-region="seat-{seat}" aria-label="Seat '
        f'{seat + 1}"></section>'
        for seat in range(5)
    )
    return (
        f'<div class="step{" embed" if embed else ""}">'
        '<div data-region="sprite"></div>'
        '<div class="top" data-region="top"></div>'
        '<div data-region="messages"></div>'
        '<div class="play" data-fill>'
        '<section class="board" aria-label="Board"><div class="table-place" data-region="board"'
        ' data-measure="board"></div><div data-region="stock"></div></section>'
        '<section class="time panel" aria-label="Timeline"><div class="row"><div class="row buttons"'
        ' data-region="time"></div><div data-region="legend"></div><div class="speed"'
        ' data-region="speed"></div></div><div data-region="scrubber"></div>'
        '<div data-region="marks"></div></section>'
        '<section class="why panel" aria-label="Why" data-region="why" tabindex="0"></section>'
        f"{seats}</div>{'' if embed else _MORE}"
        f"{_sheet('help', 'Help', help_html())}</div>"
    )


def _sheet(key: str, title: str, body: str) -> str:
    """Return a dialog that a button opens and that is left with Done or Escape."""
    return (
        f'<dialog class="sheet-of-{key}" data-key="{key}" aria-labelledby="{key}-title">'
        f'<div class="sheet-head"><h2 id="{key}-title" tabindex="-1">{title}</h2>'
        f'<button type="button" class="main" data-closes data-key="{key}-close">Done</button></div>'
        f"{body}</dialog>"
    )


_MORE = (
    '<div class="more"><section class="try panel" aria-label="Try it" data-region="try"></section>'
    '<section class="all-steps panel" aria-label="All steps" data-region="steps"></section></div>'
    '<div data-region="text"></div>'
    '<section class="match" aria-label="Match" data-region="match"></section>'
    + _sheet(
        "settings",
        "Set up the round",
        '<p class="in-view" data-region="in-view"></p>'
        '<div class="settings-grid"><section aria-label="Printing"><h3>Game and printing</h3>'
        '<div data-region="chooser"></div></section>'
        '<section aria-label="Round"><h3>Round</h3><div data-region="setup"></div></section>'
        '<section class="house-rules" aria-label="House rules"><details data-key="house"><summary>'
        'House rules</summary><div data-region="house"></div></details></section></div>',
    )
    + _sheet("share", "Keep and share", '<div data-region="share"></div>')
)


__all__ = ["CSS", "frame_html"]
