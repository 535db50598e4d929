"""The controls under the board: the timeline, the list of steps, and what can be done now."""

from __future__ import annotations

from collections import Counter
from html import escape

from apps.parts.messages import message
from dominolab import notation
from dominolab.actions import Action, Draw, Pass, Play
from dominolab.reasons import Step
from dominolab.round import Round

from .session import Session
from .settings import HANDS, SPEEDS, WHO

_ICONS = {
    "first": "M3 4h3v16H3zM20 4v16L8 12z",
    "back": "M18 4v16L6 12z",
    "forward": "M6 4v16l12-8z",
    "last": "M18 4h3v16h-3zM4 4v16l12-8z",
    "play": "M6 4v16l14-8z",
    "pause": "M5 4h5v16H5zM14 4h5v16h-5z",
}
KEYS = {
    "first": "Home",
    "back": "ArrowLeft",
    "forward": "ArrowRight",
    "last": "End",
    "play": "Space",
    "hint": "h",
    "original": "b",
    "next": "n",
    "settings": "s",
    "share": "k",
    "projected": "p",
    "help": "?",
    "unchoose": "Escape",
}
"""The key of each action; digits choose a move."""

MARKS = {"points": "★", "draw": "↓", "pass": "–", "end": "■"}


def hotkey(session: Session, do: str) -> str:
    """Return the attributes that give an action its key, or '' where keys are turned off."""
    return _key(session, KEYS[do])


def _key(session: Session, key: str) -> str:
    if not session.settings.keys:
        return ""
    return f' data-hotkey="{escape(key)}" aria-keyshortcuts="{escape(key)}"'


def icon(name: str) -> str:
    """Return one of the pictures on buttons."""
    return f'<svg viewBox="0 0 24 24" aria-hidden="true"><path d="{_ICONS[name]}"/></svg>'


# -- Time ------------------------------------------------------------------------------------------


def time_html(session: Session, playing: bool) -> str:
    """Return the buttons that go through time, and where it stands."""
    at, last = session.index, session.last

    def button(do: str, label: str, off: bool) -> str:
        # A button that has come to its end keeps the focus: it is marked, not disabled. It still
        # answers, since two quick keys may be ahead of what is on the page.
        state = ' aria-disabled="true" data-tells' if off else ""
        return (
            f'<button type="button" data-do="{do}" data-key="{do}" aria-label="{label}"{state}'
            f"{hotkey(session, do)}>{icon(do)}</button>"
        )

    play = (
        f'<button type="button" class="main" data-do="play" data-key="play"'
        f' aria-label="{"Pause" if playing else "Play"}"{hotkey(session, "play")}>'
        f"{icon('pause' if playing else 'play')}</button>"
    )
    return (
        f"{button('first', 'First step', not at)}{button('back', 'Step back', not at)}{play}"
        f"{button('forward', 'Step forward', at == last)}{button('last', 'Last step', at == last)}"
        f'<span class="where"><b>{at}</b> of {last}</span>'
    )


def speed_html(session: Session) -> str:
    """Return the choice how fast it plays."""
    speeds = "".join(
        f'<option value="{speed}"{" selected" if speed == session.settings.speed else ""}>'
        f"{speed.replace('0.5', '½')} ×</option>"
        for speed in SPEEDS
    )
    return (
        '<label><span class="unseen">Speed</span>'
        f'<select data-do="speed" data-key="speed">{speeds}</select></label>'
    )


def scrubber_html(session: Session) -> str:
    """Return the slider over all steps."""
    at, last = session.index, session.last
    said = escape(short_words(session, at)) if at else "before the first tile"
    return (
        f'<input type="range" min="0" max="{last}" value="{at}" data-do="seek" data-live'
        f' data-key="scrubber" aria-label="Step" aria-valuetext="Step {at} of {last}: {said}">'
    )


def step_kinds(step: Step) -> tuple[str, ...]:
    """Return which marks a step has: points, draw, pass, end."""
    found = []
    if step.points.points:
        found.append("points")
    if isinstance(step.action, Draw):
        found.append("draw")
    if isinstance(step.action, Pass):
        found.append("pass")
    if step.result is not None:
        found.append("end")
    return tuple(found)


_HEIGHTS = {"points": 9, "end": 9, "draw": 19, "pass": 29}
"""Each kind of mark has its line under the slider."""


def marks_html(round_: Round) -> str:
    """Return the marks under the slider, a line for each kind."""
    total = max(1, len(round_.actions))
    drawn = "".join(
        f'<text class="mark-{kind}" x="{100 * (step.index + 1) / total:.2f}%"'
        f' y="{_HEIGHTS[kind]}">{MARKS[kind]}</text>'
        for step in round_.steps
        for kind in step_kinds(step)
    )
    return f'<svg class="marks" aria-hidden="true">{drawn}</svg>'


def legend_html(round_: Round) -> str:
    """Say what the marks mean, and how many there are of each."""
    seen = Counter(kind for step in round_.steps for kind in step_kinds(step))
    rows = "".join(
        f'<li><span class="mark-{kind}" aria-hidden="true">{sign}</span> {kind}'
        f"{'' if kind == 'end' else f' ({seen[kind]})'}</li>"
        for kind, sign in MARKS.items()
        if seen[kind]
    )
    return f'<ul class="legend small soft" aria-label="Marks on the timeline">{rows}</ul>'


def short_words(session: Session, number: int) -> str:
    """Say the step *number* (from 1) in a few words."""
    step = session.shown.step(number - 1)
    return f"{session.names[step.player]} {_short(step)}"


def _short(step: Step) -> str:
    if isinstance(step.action, Play):
        if step.action.on is None:
            words = f"leads {step.action.tile}"
        else:
            words = f"lays {step.action.tile} on {step.action.on}"
        points = step.points.points
        return f"{words}, {points} point{'' if points == 1 else 's'}" if points else words
    return "draws" if isinstance(step.action, Draw) else "passes"


def steps_html(session: Session) -> str:
    """Return the list of all steps; the stage marks the one in view."""
    rows = ['<li><button type="button" class="quiet" data-do="seek" data-value="0" '
            'data-key="step-0"><span class="number">0</span> The deal</button></li>']  # fmt: skip
    for step in session.shown.steps:
        number = step.index + 1
        signs = "".join(
            f'<span class="mark-{kind}" aria-hidden="true">{MARKS[kind]}</span>'
            for kind in step_kinds(step)
        )
        rows.append(
            f'<li><button type="button" class="quiet" data-do="seek" data-value="{number}" '
            f'data-key="step-{number}"><span class="number">{number}</span> '
            f"{escape(session.names[step.player])} {escape(_short(step))} {signs}</button></li>"
        )
    return (
        '<h2 id="steps-title">All steps</h2><ol class="steps" data-key="steps" tabindex="0"'
        f' aria-labelledby="steps-title">{"".join(rows)}</ol>'
    )


# -- Trying ----------------------------------------------------------------------------------------


def try_html(session: Session) -> str:
    """Return what can be done at the step in view: moves, a typed move, a hint, the way back."""
    if session.looking is not None:
        return "<h2>An earlier round</h2><p>It can be looked at. Go to the last round to play.</p>"
    here = session.here
    head = message(session.notes.get("try", ""), do="close") + _branch(session)
    if here.over:
        return f"{head}<h2>The round is over</h2><p>Go back a step to try something else.</p>"
    name = escape(session.names[here.turn])
    title = f"{name}: your move" if session.waiting else f"Try it: what would you do for {name}?"
    if session.open_hands == "none":
        moves = '<p class="small soft">The hands are hidden: type a move.</p>'
    else:
        moves = _moves(session, here)
    return (
        f'{head}<h2>{title}</h2>{_chosen(session)}<div class="doing">{moves}'
        '<div class="row"><form class="row typed" data-do="type" data-key="typed-form">'
        '<label for="typed">Type a move</label><input id="typed" name="move" data-key="typed"'
        ' autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="40"'
        ' placeholder="6-4, 6-4@6-6, draw, pass"><button type="submit">Do it</button></form>'
        '<button type="button" data-do="hint" data-key="hint"'
        f"{hotkey(session, 'hint')}>What would the bots do?</button></div></div>"
        f"{_advice(session, here)}"
    )


def _chosen(session: Session) -> str:
    """Return what to do with the tile that has been chosen, or '' where none is."""
    if not session.tile:
        return ""
    return (
        f'<p class="chosen">{escape(session.tile)} is chosen: now choose the exit on the board.'
        ' <button type="button" class="quiet" data-do="unchoose" data-key="unchoose"'
        f"{hotkey(session, 'unchoose')}>Let it go</button></p>"
    )


def _branch(session: Session) -> str:
    if session.original is None or session.looking is not None:
        return ""
    return (
        '<div class="branch"><p><b>A branch.</b> It leaves the original line after step '
        f"{session.parted}.</p>"
        '<button type="button" data-do="original" data-key="original"'
        f"{hotkey(session, 'original')}>Back to the original line</button></div>"
    )


def move_words(here: Round, action: Action) -> str:
    """Return a move as people say it, its place only where there are several: `6-4 on 6-6`."""
    return notation.move(here, action).replace("@", " on ")


def _moves(session: Session, here: Round) -> str:
    played = session.line.actions[session.index] if session.index < session.last else None
    rows = []
    for number, action in enumerate(here.legal(), 1):
        key = _key(session, str(number)) if number < 10 else ""
        digit = f"<kbd>{number}</kbd> " if key else ""
        words = move_words(here, action)
        line = ' <span class="soft small">(as played)</span>' if action is played else ""
        rows.append(
            f'<li><button type="button" class="move" data-do="move" data-value="{action}"'
            f' data-key="move-{number}"{key}>{digit}{words}{line}</button></li>'
        )
    return f'<ul class="moves" aria-label="Possible moves">{"".join(rows)}</ul>'


def _advice(session: Session, here: Round) -> str:
    if not session.advice:
        return ""
    rows = "".join(
        f"<tr><th scope='row'>{escape(WHO[advice.bot].removeprefix('Bot: '))}</th>"
        f'<td><button type="button" class="move" data-do="move" data-value="{advice.action}"'
        f' data-key="advice-{advice.bot}">{move_words(here, advice.action)}</button></td>'
        f"<td>{escape(advice.why)}</td></tr>"
        for advice in session.advice
    )
    return (
        '<div class="scroll" role="region" tabindex="0" aria-label="What the bots would do">'
        "<table><caption>What the bots would do</caption><thead><tr><th scope='col'>Bot</th>"
        f"<th scope='col'>Move</th><th scope='col'>Why</th></tr></thead><tbody>{rows}</tbody>"
        "</table></div>"
    )


def hands_html(session: Session, key: str = "hands") -> str:
    """Return the choice whose hands are shown."""
    options = "".join(
        f'<option value="{value}"{" selected" if value == session.settings.hands else ""}>'
        f"{words}</option>"
        for value, words in HANDS.items()
    )
    return (
        f'<label class="row hands-choice">Hands <select data-do="hands" data-key="{key}">'
        f"{options}</select></label>"
    )


__all__ = [
    "KEYS",
    "hands_html",
    "hotkey",
    "legend_html",
    "marks_html",
    "move_words",
    "scrubber_html",
    "short_words",
    "speed_html",
    "step_kinds",
    "steps_html",
    "time_html",
    "try_html",
]
