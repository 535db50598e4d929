"""The settings as a form: printing, players and seats, seed, target and match, house rules."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from apps.parts.links import LONGEST_NAME
from apps.parts.look import citation_html, manual_mark, status_mark, term
from apps.parts.messages import message
from dominolab.axes import AXES, GROUPS
from dominolab.errors import DominoError
from dominolab.manuals import Statement
from dominolab.rules import RuleSet, rules

from .controls import hands_html
from .session import Session
from .settings import LARGEST_SEED, WHO, Settings

_ELSEWHERE = ("target", "target_list", "players")
"""Axes that have a control of their own, or none."""


def title_html(session: Session) -> str:
    """Return the printing in play with its manual's mark."""
    chosen = session.settings.rules
    house = len([name for name in chosen.house if name != "target"])
    changed = f" · {house} house rule{'' if house == 1 else 's'}" if house else ""
    return (
        f'<h2 class="title">{escape(chosen.title)} <span class="small">'
        f"{manual_mark(chosen.manual, name=True)}{changed}</span></h2>"
    )


def in_view_html(session: Session) -> str:
    """Say in a line what is set up now, and that it has been dealt."""
    s = session.settings
    return (
        f"In view: <b>{escape(s.rules.title)}</b>, {s.players} players, deal {s.seed}. "
        "Every change deals again; Back in the browser undoes it."
    )


def setup_html(session: Session) -> str:
    """Return the form for players, seats, seed, target, match and what is shown."""
    s = session.settings
    counts = "".join(
        f'<option value="{n}"{" selected" if n == s.players else ""}>{n}</option>'
        for n in s.rules.counts
    )
    about = s.rules.manual.games[s.rules.game].about
    return (
        f"{message(session.notes.get('setup', ''), do='close')}"
        f"<p>{escape(about)}</p>"
        '<div class="fields">'
        f'<label class="field">Players <select data-do="players" data-key="players">{counts}'
        f"</select></label>{_seed(s)}{_target(s)}</div>"
        f'<div class="checks">{_pairs(s)}'
        f"{_check('match', 'Play a match to the target', s.match, s.rules.target is None)}"
        f"{hands_html(session, 'hands-shown')}"
        f"{_check('numerals', 'Numbers on the tiles', s.numerals)}"
        f"{_check('text', 'Show the board as text too', s.text)}"
        f"{_check('keys', 'Single keys work', s.keys)}</div>"
        f'<fieldset class="seat-list"><legend>Who plays</legend>{"".join(_seats(s))}</fieldset>'
    )


def _check(do: str, label: str, on: bool, off: bool = False) -> str:
    state = (" checked" if on else "") + (" disabled" if off else "")
    why = ' <span class="soft">(give a target first)</span>' if off else ""
    return (
        f'<label class="choice"><input type="checkbox" data-do="{do}" data-key="{do}"{state}>'
        f"<span>{label}{why}</span></label>"
    )


def _seed(s: Settings) -> str:
    return (
        '<label class="field">Seed of the deal'
        f'<input type="number" min="0" max="{LARGEST_SEED}" value="{s.seed}" data-do="seed"'
        ' data-key="seed" inputmode="numeric"></label>'
        '<button type="button" data-do="newdeal" data-key="newdeal">Deal other tiles</button>'
    )


def _target(s: Settings) -> str:
    choices = s.rules.target_list
    if choices:
        options = "".join(
            f'<option value="{n}"{" selected" if n == s.rules.target else ""}>{n}</option>'
            for n in choices
        )
        field = f'<select data-do="target" data-key="target">{options}</select>'
    else:
        value = "" if s.rules.target is None else s.rules.target
        field = (
            f'<input type="number" min="1" max="1000000" value="{value}" data-do="target"'
            ' data-key="target" inputmode="numeric" placeholder="none">'
        )
    return f'<label class="field">Target{field}</label>'


def _pairs(s: Settings) -> str:
    printed = rules(s.rules.id).pairs
    if printed != "four" or s.players != 4:
        return ""
    return _check("pairs", "Opposite players are partners", s.rules.pairs == "four")


def _seats(s: Settings) -> Iterator[str]:
    for seat in range(s.players):
        options = "".join(
            f'<option value="{who}"{" selected" if who == s.who[seat] else ""}>{words}</option>'
            for who, words in WHO.items()
        )
        yield (
            f'<div class="row"><label><span class="unseen">Name of seat {seat + 1}</span>'
            f'<input class="called" value="{escape(s.names[seat])}" maxlength="{LONGEST_NAME}"'
            f' data-do="name" name="{seat}" data-key="name-{seat}" autocomplete="off"></label>'
            f'<label><span class="unseen">Who plays seat {seat + 1}</span>'
            f'<select data-do="who" name="{seat}" data-key="who-{seat}">{options}</select></label>'
            "</div>"
        )


# -- House rules -----------------------------------------------------------------------------------


def readings(chosen: RuleSet) -> dict[str, tuple[object, ...]]:
    """Return for each axis that a leaflet leaves open its values, the default first."""
    printed = rules(chosen.id).statements
    return {
        name: (statement.value, *(reading.value for reading in statement.readings))
        for name, statement in printed.items()
        if statement.readings and name not in _ELSEWHERE
    }


def chosen_reading(chosen: RuleSet, name: str, number: str) -> object:
    """Return the value of the reading that a form names by its number; refuse any other."""
    values = readings(chosen).get(name, ())
    if not number.isdecimal() or int(number[:4]) >= len(values):
        raise DominoError("There is no such house rule: choose one of those shown.")
    return values[int(number)]


def house_html(session: Session) -> str:
    """Return every rule that the leaflet leaves open, with its readings as choices."""
    chosen = session.settings.rules
    printed = rules(chosen.id).statements
    open_axes = readings(chosen)
    groups = []
    for group in GROUPS:
        sets = [
            _choices(chosen, printed[name], values)
            for name, values in open_axes.items()
            if AXES[name].group == group
        ]
        if sets:
            groups.append(f"<h3>{group.capitalize()}</h3>{''.join(sets)}")
    own = len([name for name in chosen.house if name in open_axes])
    reset = (
        '<button type="button" data-do="printed" data-key="printed">Back to the leaflet\'s own '
        "rules</button>"
        if chosen.house
        else ""
    )
    count = f"{len(open_axes)} rules are open here" + (f", {own} changed" if own else "")
    return (
        f"{message(session.notes.get('house', ''), do='close')}"
        f"<p>{count}. Each has the {term('reading')} that we play by default, and others that the "
        f"leaflet allows.</p>{reset}{''.join(groups)}"
    )


def _choices(chosen: RuleSet, printed: Statement, values: tuple[object, ...]) -> str:
    axis = AXES[printed.axis]
    current = chosen.statements[printed.axis].value
    rows = []
    for number, value in enumerate(values):
        checked = " checked" if value == current else ""
        if number:
            note = escape(printed.readings[number - 1].why)
        else:
            note = f"<b>Default.</b> {escape(printed.says)}"
        rows.append(
            f'<label class="choice"><input type="radio" name="{axis.name}" value="{number}"'
            f' data-do="house" data-key="house-{axis.name}-{number}"{checked}><span>'
            f'{escape(axis.say(value))} <span class="soft small">{note}</span></span></label>'
        )
    changed = f" {status_mark('house')}" if axis.name in chosen.house else ""
    return (
        f'<fieldset class="house" data-key="house-{axis.name}"><legend>{escape(str(axis.doc))}'
        f"{changed}</legend>{citation_html(printed)}{''.join(rows)}</fieldset>"
    )


__all__ = ["chosen_reading", "house_html", "in_view_html", "readings", "setup_html", "title_html"]
