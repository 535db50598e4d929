"""The same deal under several rulebooks: the boards in lock step, and what parted them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from html import escape

from apps.parts import look
from dominolab.axes import AXES
from dominolab.difference import diff
from dominolab.errors import RuleError
from dominolab.notation import rules_text
from dominolab.rules import RuleSet

from .fields import button, scrolling, select_field
from .parting import OPENING, Parting, Played, Searched, Setting, part, taken_over
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

    def parting_at(self, moment: int) -> list[RuleSet]:
        """Return the rulesets whose rounds part at a moment."""
        return [
            played.rules
            for parting in self.partings
            if parting.moment == moment
            for played in (parting.one, parting.other)
        ]


@lru_cache(maxsize=8)
def play_deal(setting: Setting, rulesets: tuple[RuleSet, ...]) -> Deal:
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


def parting_text(parting: Parting) -> str:
    """Say where two rounds part and which rules did it."""
    names = [short_title(played.rules) for played in (parting.one, parting.other)]
    text = f"{' and '.join(names)}: {parting.where}"
    titles = ", ".join(f"“{AXES[axis].label}”" for axis in parting.axes)
    if len(parting.axes) == 1:
        return f"{text} The rule that parts them: {titles}."
    if parting.together:
        return f"{text} It takes these rules together: {titles}."
    return f"{text} Each of these rules alone parts them: {titles}." if titles else text


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
    mark = " parts" if lane.rules in deal.parting_at(moment) else ""
    then = played.say(min(moment, OPENING + played.steps))
    return (
        f'<section class="lane panel{mark}">{head}{board_html(played, moment)}'
        f'<p class="then"><b>{"Result" if over else "Then"}:</b> {escape(then)}</p>'
        f'<button type="button" class="quiet" data-do="play" data-key="play-{escape(lane.rules.id)}" '
        f'data-value="{escape(rules_text(lane.rules))}">Step through this round</button></section>'
    )


def verdict_html(deal: Deal) -> str:
    """Return where the rounds part and by which rule, as the first thing to read."""
    return "".join(
        f'<p class="verdict"><b>{escape(parting_text(parting))}</b></p>'
        for parting in deal.partings
    )


def why_html(deal: Deal) -> str:
    """Return the rules that parted the rounds, with their sources, and the results compared."""
    playing = [lane.rules for lane in deal.lanes if lane.played]
    if len(playing) < 2:
        return (
            '<p class="panel">Only one of these can be played so: there is nothing to compare.</p>'
        )
    axes = list(dict.fromkeys(axis for parting in deal.partings for axis in parting.axes))
    heads = "".join(f'<th scope="col">{escape(short_title(rules))}</th>' for rules in playing)
    rule = (
        f'<table><thead><tr><th scope="col">Rule</th>{heads}</tr></thead>'
        f"<tbody>{rules_html(axes, playing)}</tbody></table>"
    )
    behind = f"<h3>The rule behind it</h3>{scrolling('The rule behind it', rule)}" if axes else ""
    ends = (
        '<table><thead><tr><th scope="col">Ruleset</th><th scope="col">Steps</th>'
        '<th scope="col">End</th></tr></thead><tbody>'
        f"{''.join(_result(lane.played) for lane in deal.lanes if lane.played)}</tbody></table>"
    )
    return f'<section class="why">{behind}<h3>How it ends</h3>{scrolling("How it ends", ends)}</section>'


def _result(played: Played) -> str:
    return (
        f'<tr><th scope="row">{escape(short_title(played.rules))}</th><td class="number">{played.steps}'
        f"</td><td>{escape(played.result_words())}</td></tr>"
    )


def search_axes(one: RuleSet, other: RuleSet) -> tuple[str, ...]:
    """Return the axes a deal can be searched for: those that *one* can take over alone."""
    return tuple(a for a in diff(one, other).axes if taken_over(one, other, (a,)) is not None)


def search_axis(deal: Deal, asked: str) -> str:
    """Return the axis to search for: the one asked for, else one that has just parted a deal."""
    one, other = (lane.rules for lane in deal.lanes[:2])
    possible = search_axes(one, other)
    blamed = [axis for parting in deal.partings[:1] for axis in parting.axes]
    return next((axis for axis in (asked, *blamed, *possible) if axis in possible), "")


def search_html(
    deal: Deal, asked: str, search: Searched | None, searching: bool, problem: str
) -> str:
    """Return the field that searches a deal in which a rule matters, with its progress."""
    one, other = (lane.rules for lane in deal.lanes[:2])
    axes = search_axes(one, other)
    if not axes:
        return (
            f'<p class="soft">{escape(short_title(one))} can take over no single rule of '
            f"{escape(short_title(other))}: no deal can be searched for.</p>"
        )
    words = {name: str(AXES[name].label) for name in axes}
    ask, axis = "Find a deal that ends differently because of", search_axis(deal, asked)
    told = _progress(search) if searching else _found(search, problem)
    return (
        '<div class="fields search">'
        f"{select_field('axis', ask, words, axis)}"
        f"{button('find', 'Find me a deal', main=True, disabled=searching)}{told}</div>"
    )


def _progress(search: Searched | None) -> str:
    if search is None:
        return ""
    return (
        f'<progress max="{search.limit}" value="{search.tried}" aria-label="Deals tried"></progress>'
        f"<span>{search.tried} deals tried …</span>{button('cancel', 'Cancel')}"
    )


def _found(search: Searched | None, problem: str) -> str:
    if problem:
        return f'<span role="alert">{escape(problem)}</span>'
    if search is None or not search.tried:
        return ""
    text = f"{search.tried} deals tried: in none of them did it matter."
    if search.found is not None:
        text = f"Found after {search.tried} deals: seed {search.found.setting.seed}."
    return f'<span role="status">{escape(text)}</span>'
