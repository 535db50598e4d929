"""The same deal under several rulebooks: the boards in lock step, and what parted them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from apps.parts import look
from dominolab.axes import AXES
from dominolab.difference import diff
from dominolab.errors import RuleError
from dominolab.rules import RuleSet

from .parting import OPENING, Parting, Played, Searched, Setting, first_parting, part
from .parting_html import board_html, rules_html
from .table_html import short_title


@dataclass(frozen=True)
class Lane:
    """One rulebook's part of the comparison: its round, or why there is none."""

    rules: RuleSet
    played: Played | None
    refusal: str = ""


@dataclass(frozen=True)
class Deal:
    """One shuffle under several rulebooks."""

    setting: Setting
    lanes: tuple[Lane, ...]
    partings: tuple[Parting, ...]
    """The first round that could be played against each of the others."""

    @property
    def moments(self) -> int:
        """How many moments the longest round has."""
        return max((len(lane.played.moments) for lane in self.lanes if lane.played), default=0)

    @property
    def parts_at(self) -> int | None:
        """The first moment at which any of the rounds parts from the first."""
        moments = [p.moment for p in self.partings if p.moment is not None]
        return min(moments, default=None)


def play_deal(setting: Setting, rulesets: Sequence[RuleSet]) -> Deal:
    """Play one shuffle under each ruleset that allows the players; the others say why not."""
    lanes = []
    for rules in rulesets:
        try:
            rules.check_players(setting.players)
        except RuleError as error:
            lanes.append(Lane(rules, None, str(error)))
        else:
            lanes.append(Lane(rules, setting.play(rules)))
    played = [lane.rules for lane in lanes if lane.played]
    partings = tuple(part(setting, played[0], other) for other in played[1:])
    return Deal(setting, tuple(lanes), partings)


def moment_name(deal: Deal, moment: int) -> str:
    """Say which moment is shown."""
    if moment == 0:
        return "The deal"
    if moment < OPENING:
        return "Who leads"
    longest = deal.moments - OPENING - 2
    step = moment - OPENING + 1
    return f"Step {step} of {longest}" if step <= longest else "The end"


def parting_text(deal: Deal) -> str:
    """Say where the rounds part and which rules did it."""
    if not deal.partings:
        return ""
    lines = []
    first = next(lane.rules for lane in deal.lanes if lane.played)
    for parting in deal.partings:
        who = f"{short_title(first)} and {short_title(parting.other.rules)}"
        text = f"{who}: {parting.where}"
        if parting.axes:
            titles = [f"“{AXES[axis].label}”" for axis in parting.axes]
            if len(titles) == 1:
                text += f" The rule that parts them: {titles[0]}."
            elif parting.together:
                text += f" It takes these rules together: {', '.join(titles)}."
            else:
                text += f" Each of these rules alone parts them: {', '.join(titles)}."
        lines.append(text)
    return " ".join(lines)


def deal_html(deal: Deal, moment: int) -> str:
    """Return the lanes beside each other at a moment."""
    lanes = "".join(_lane(deal, lane, moment) for lane in deal.lanes)
    return f'<div class="lanes lanes-{len(deal.lanes)}">{lanes}</div>'


def _lane(deal: Deal, lane: Lane, moment: int) -> str:
    head = f"<h3>{look.manual_mark(lane.rules.manual)} {escape(short_title(lane.rules))}</h3>"
    if lane.played is None:
        return (
            f'<section class="lane panel">{head}<p class="message message-status" role="status">'
            f'<span class="sign" aria-hidden="true">i</span> {escape(lane.refusal)}</p></section>'
        )
    played = lane.played
    over = moment >= OPENING + played.steps
    parts = deal.parts_at
    mark = " parts" if parts is not None and moment == parts else ""
    then = played.say(min(moment, OPENING + played.steps))
    return (
        f'<section class="lane panel{mark}">{head}{board_html(played, moment)}'
        f'<p class="then"><b>{"Result" if over else "Then"}:</b> {escape(then)}</p></section>'
    )


def verdict_html(deal: Deal) -> str:
    """Return where the rounds part and by which rule, as the first thing to read."""
    return f'<p class="verdict"><b>{escape(parting_text(deal))}</b></p>' if deal.partings else ""


def why_html(deal: Deal) -> str:
    """Return the rules that parted the rounds, with their sources, and the results compared."""
    playing = [lane.rules for lane in deal.lanes if lane.played]
    if len(playing) < 2:
        return (
            '<p class="panel">Only one of these can be played so: there is nothing to compare.</p>'
        )
    axes = list(dict.fromkeys(axis for parting in deal.partings for axis in parting.axes))
    heads = "".join(f'<th scope="col">{escape(short_title(rules))}</th>' for rules in playing)
    table = (
        '<h3>The rule behind it</h3><div class="scroll"><table><thead><tr><th scope="col">Rule</th>'
        f"{heads}</tr></thead><tbody>{rules_html(axes, playing)}</tbody></table></div>"
        if axes
        else ""
    )
    results = "".join(_result(lane.played) for lane in deal.lanes if lane.played)
    return (
        f'<section class="why">{table}<h3>How it ends</h3>'
        '<div class="scroll"><table><thead><tr><th scope="col">Ruleset</th><th scope="col">Steps</th>'
        '<th scope="col">End</th></tr></thead>'
        f"<tbody>{results}</tbody></table></div></section>"
    )


def _result(played: Played) -> str:
    return (
        f'<tr><th scope="row">{escape(short_title(played.rules))}</th><td class="number">{played.steps}'
        f"</td><td>{escape(played.result_words())}</td></tr>"
    )


def search_axes(one: RuleSet, other: RuleSet) -> tuple[str, ...]:
    """Return the axes on which two rulesets differ: those that a deal can be searched for."""
    return diff(one, other).axes


def search_html(
    rulesets: Sequence[RuleSet], axis: str, search: Searched | None, searching: bool, problem: str
) -> str:
    """Return the field that searches a deal in which a rule matters, with its progress."""
    axes = search_axes(rulesets[0], rulesets[1])
    options = "".join(
        f'<option value="{name}"{" selected" if name == axis else ""}>'
        f"{escape(str(AXES[name].label))}</option>"
        for name in axes
    )
    if not axes:
        return '<p class="soft">These two rulesets do not differ: no deal can matter.</p>'
    told = ""
    if searching and search is not None:
        told = (
            f'<progress max="{search.limit}" value="{search.tried}" aria-label="Deals tried"></progress>'
            f'<span role="status">{search.tried} deals tried …</span>'
            '<button type="button" data-do="cancel" data-key="cancel">Cancel</button>'
        )
    elif problem:
        told = f'<span role="alert">{escape(problem)}</span>'
    elif search is not None and search.found is not None:
        seed = search.found.setting.seed
        told = f'<span role="status">Found after {search.tried} deals: seed {seed}.</span>'
    elif search is not None and search.tried:
        told = (
            f'<span role="status">{search.tried} deals tried: in none of them did it matter.</span>'
        )
    return (
        '<div class="fields search"><div class="field"><label for="axis">Find a deal where it matters'
        f'</label><select id="axis" data-do="axis" data-key="axis">{options}</select></div>'
        '<button type="button" class="main" data-do="find" data-key="find"'
        f"{' disabled' if searching else ''}>Find me a deal</button>{told}</div>"
    )


__all__ = [
    "Deal",
    "Lane",
    "deal_html",
    "first_parting",
    "play_deal",
    "search_html",
    "verdict_html",
    "why_html",
]
