"""What a rule is worth, in numbers: the form, the progress and the table."""

from __future__ import annotations

from functools import lru_cache
from html import escape

from apps.parts import look
from dominolab.axes import AXES, Choice
from dominolab.errors import RuleError
from dominolab.notation import rules_text
from dominolab.rules import RuleSet

from .fields import number_field, scrolling, select_field
from .model import PLAYERS, SEEDS, State
from .parting import BOTS
from .table_html import short_title
from .worth import MOST, Ask, Worth, interval, number, simulated_bots


@lru_cache(maxsize=8)
def changes(rules: RuleSet) -> tuple[tuple[str, str], ...]:
    """Return every single rule that can be changed in *rules*, as (`axis=value`, words)."""
    found = []
    for name, axis in AXES.items():
        statement = rules.statements[name]
        values = (
            list(axis.words) if isinstance(axis, Choice) else [r.value for r in statement.readings]
        )
        for value in values:
            if value == statement.value:
                continue
            try:
                changed = rules.replace(**{name: value})
            except RuleError:
                continue
            text = rules_text(changed).split(" ")
            word = next((w for w in text if w.startswith(f"{name}=")), "")
            if word:
                found.append((word, f"{axis.label}: {axis.say(value)}"))
    return tuple(found)


def form_html(state: State, running: bool) -> str:
    """Return the fields that say what to simulate."""
    first, second = state.columns[0], state.columns[1]
    changed = "".join(
        f'<option value="{escape(word)}"{" selected" if word == state.change else ""}>'
        f"{escape(words)}</option>"
        for word, words in changes(first)
    )
    bots = {name: BOTS[name] for name in simulated_bots()}
    disabled = " disabled" if running else ""
    return (
        '<form class="fields" data-do="simulate" data-key="simulate-form"><p class="field wide"><label '
        f'for="against">{escape(short_title(first))} against</label><select id="against" name="change" '
        f'data-do="change" data-key="change"><option value=""{"" if state.change else " selected"}>'
        f"{escape(short_title(second))}</option>"
        f'<optgroup label="{escape(short_title(first))} with one rule changed">{changed}</optgroup>'
        f"</select></p>{number_field('players', 'Players', state.players, *PLAYERS)}"
        f"{number_field('rounds', 'Deals', state.rounds, 1, MOST)}"
        f"{number_field('seed', 'First seed', state.seed, *SEEDS)}"
        f"{select_field('bots', 'All of them play', bots, state.ask.bots)}"
        f'<button type="submit" class="main" data-key="simulate"{disabled}>Simulate</button></form>'
    )


def progress_html(ask: Ask, worth: Worth | None, running: bool, problem: str) -> str:
    """Return how far the simulation is, with a button that stops it."""
    if problem:
        return f'<p role="alert" class="message message-alert">{escape(problem)}</p>'
    if not running:
        return ""
    done = worth.done if worth else 0.0
    played = worth.played if worth else 0
    return (
        f'<div class="row"><progress max="1" value="{done:.3f}" aria-label="Simulation"></progress>'
        f'<span class="number">{played:,} of {ask.rounds:,} deals</span>'
        '<button type="button" data-do="cancel" data-key="cancel">Cancel</button></div>'
    )


def refusals_html(ask: Ask) -> str:
    """Say in place which ruleset cannot be simulated so."""
    told = [text for rules in ask.rulesets if (text := ask.refusal(rules))]
    if not told:
        return ""
    more = " The other one is simulated alone." if ask.playable else ""
    return (
        '<p class="message message-status" role="status"><span class="sign" aria-hidden="true">i</span>'
        f" {escape(' '.join(told))}{more}</p>"
    )


def verdict_html(worth: Worth) -> str:
    """Return what differs surely, and which letter stands for which rulebook in the charts."""
    letters = "".join(
        f"<li><b>{letter}</b> {look.manual_mark(rules.manual)} {escape(_name(rules))}</li>"
        for letter, rules in zip("AB", worth.ask.playable, strict=False)
    )
    return (
        f'<p class="verdict">{escape(worth.summary)}</p>'
        f'<ul class="chips key" aria-label="In the charts">{letters}</ul>'
    )


def numbers_html(worth: Worth) -> str:
    """Return every measure with its interval, and the difference."""
    rulesets = worth.ask.playable
    heads = "".join(f'<th scope="col">{escape(_name(rules))}</th>' for rules in rulesets)
    paired = len(rulesets) == 2
    more = '<th scope="col">Difference</th><th scope="col">Is it sure?</th>' if paired else ""
    rows = []
    for row in worth.rows():
        cells = "".join(
            '<td class="number soft">no target</td>'
            if estimate is None
            else f'<td class="number">{number(estimate.value, row.share)}<br>'
            f'<span class="soft small">{interval(estimate, row.share)}</span></td>'
            for estimate in row.estimates
        )
        if paired and row.difference is None:
            cells += "<td></td><td></td>"
        elif paired and row.difference is not None:
            sure = "yes" if row.difference.excludes_zero else "no"
            cells += (
                f'<td class="number">{_signed(row.difference.value, row.share)}<br><span class="soft '
                f'small">{interval(row.difference, row.share)}</span></td><td>{sure}</td>'
            )
        rows.append(f'<tr><th scope="row">{escape(row.label)}</th>{cells}</tr>')
    head = (
        '<table class="numbers"><thead><tr><th scope="col">In a round</th>'
        f"{heads}{more}</tr></thead>"
    )
    partial = "" if worth.finished else " so far"
    ask = worth.ask
    again = (
        f"{worth.played:,} deals{partial}, {ask.players} players who play {BOTS[ask.bots]}, seeds "
        f"{ask.seed} to {ask.seed + max(worth.played, 1) - 1}. The small numbers are 95 % intervals."
    )
    return (
        scrolling("The numbers", f"{head}<tbody>{''.join(rows)}</tbody></table>")
        + f'<p class="soft small">{escape(again)}</p>'
    )


def _signed(value: float, share: bool) -> str:
    sign = "+" if value > 0 else "−" if value < 0 else ""
    return f"{sign}{number(abs(value), share)}"


def _name(rules: RuleSet) -> str:
    house = ", ".join(f"{AXES[name].label}: {AXES[name].say(v)}" for name, v in rules.house.items())
    return f"{short_title(rules)}, with {house}" if house else short_title(rules)
