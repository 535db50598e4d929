"""The controls of the five parts as HTML: what is compared, how it is shown, the time line."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from apps.parts import chooser, look
from dominolab.rules import RuleSet

from . import map_html
from .deal_html import Deal, moment_name
from .fields import button, number_field, select_field
from .model import PARTS, PLAYERS, SEEDS, SORTS, State
from .parting import BOTS
from .table_html import house_words, short_title
from .translations import LanguageMap


def versus(columns: Iterable[RuleSet]) -> str:
    """Name the rulesets that are compared, as in `Janod and Muggins`."""
    names = [short_title(column) + (" (changed)" if column.house else "") for column in columns]
    apart = "; " if any("," in name for name in names) else ", "
    return " and ".join(apart.join(names).rsplit(apart, 1))


def nav_html(part: str) -> str:
    """Return the buttons for the five parts."""
    current = ' aria-current="page"'
    return "".join(
        f'<button type="button" data-do="part" data-value="{name}" data-key="part-{name}"'
        f"{current if name == part else ''}>{escape(title)}</button>"
        for name, title in PARTS.items()
    )


def chips_html(columns: Iterable[RuleSet], used: int, words: str) -> str:
    """Return the chosen rulesets; those after the first *used* wait."""
    chips = []
    for at, rules in enumerate(columns):
        title = escape(short_title(rules))
        house = "".join(f' <span class="soft small">{escape(h)}</span>' for h in house_words(rules))
        chips.append(
            f'<li class="chip{"" if at < used else " rest"}">{look.manual_mark(rules.manual)} '
            f'{title}{house}<button type="button" class="quiet tool" data-do="left" '
            f'data-value="{at}" data-key="left-{at}" aria-label="Move {title} forward"'
            f"{'' if at else ' disabled'}>◂</button>"
            f'<button type="button" class="quiet tool" data-do="remove" data-value="{at}"'
            f' data-key="remove-{at}" aria-label="Remove {title}">✕</button></li>'
        )
    return f'<ul class="chips" aria-label="{escape(words)}">{"".join(chips)}</ul>'


def add_html(columns: tuple[RuleSet, ...]) -> str:
    """Return the chooser that puts another printing beside the others."""
    return (
        '<details class="add" data-key="add"><summary>Add a ruleset or printing</summary>'
        f"{chooser.chooser(columns[-1].id, do='add', key='add')}</details>"
    )


def table_controls(state: State) -> str:
    """Return what arranges the table: all rules or differences, search, hidden rows, files."""
    hidden = len(state.hidden)
    extra = ""
    if hidden:
        extra += button("unhide", f"Show {hidden} hidden")
    if state.order:
        extra += button("unmove", "Back to the order of play")
    files = "".join(
        f'<button type="button" data-do="export" data-value="{kind}" data-key="export-{kind}">'
        f"{name}</button>"
        for kind, name in (("csv", "CSV"), ("md", "Markdown"), ("html", "Printable page"))
    )
    return (
        '<div class="fields"><p class="field"><label for="search">Search</label><input id="search" '
        f'type="search" value="{escape(state.search)}" maxlength="100" data-do="search" data-live '
        'data-key="search"></p><label class="choice"><input type="checkbox" data-do="every" '
        f'data-key="every"{" checked" if state.every else ""}>All rules, also those that agree'
        f'</label>{extra}<div class="row" role="group" aria-label="Take the table with you">{files}'
        "</div></div>"
    )


def languages_controls(state: State, found: LanguageMap) -> str:
    """Return what chooses the manual and the order of its languages, and the legend."""
    return (
        f'{map_html.manuals_html(state.manual)}<div class="fields">{map_html.figures_html(found)}'
        f"{select_field('sort', 'Order of languages', SORTS, state.sort)}"
        f"</div>{map_html.legend_html(found)}"
        if found.axes
        else map_html.manuals_html(state.manual)
    )


def deal_controls(state: State) -> str:
    """Return what says which deal is played and by whom."""
    return (
        f'<div class="fields">{number_field("players", "Players", state.players, *PLAYERS)}'
        f"{number_field('seed', 'Seed of the shuffle', state.seed, *SEEDS)}"
        f"{select_field('bots', 'All of them play', BOTS, state.bots)}"
        f"{button('next-seed', 'Another deal')}</div>"
    )


def timeline_html(deal: Deal, moment: int, last: int) -> str:
    """Return the slider through the moments of a deal."""
    name = moment_name(deal, moment)
    parts = deal.parts_at
    jump = ""
    if parts is not None and min(parts, last) != moment:
        jump = (
            f'<button type="button" data-do="moment" data-value="{min(parts, last)}" '
            'data-key="jump">Where they part</button>'
        )
    return (
        '<div class="timeline"><button type="button" data-do="step" data-value="-1" '
        'data-key="step-back" data-hotkey="ArrowLeft" aria-label="One step back">◂</button>'
        f'<input type="range" min="0" max="{last}" value="{moment}" data-do="moment" data-live '
        f'data-key="moment" aria-label="Moment of the round" aria-valuetext="{escape(name)}">'
        '<button type="button" data-do="step" data-value="1" data-key="step-on" '
        f'data-hotkey="ArrowRight" aria-label="One step on">▸</button><b>{escape(name)}</b>{jump}</div>'
    )


def worth_numbers(html: str) -> str:
    """Return the box with the numbers of a simulation, its file and its link."""
    return (
        f'<section class="panel"><h3>The numbers</h3>{html}<div class="row"><button type="button" '
        'data-do="export" data-value="worth" data-key="export-worth">CSV</button>'
        f"{button('copy-link', 'Copy the link to this result')}"
        '<span class="soft small">The seeds are in the link: it gives the same numbers again.</span>'
        "</div></section>"
    )
