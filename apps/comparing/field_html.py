"""The whole field in words: groups, all pairs from close to far, and every rule by who has it."""

from __future__ import annotations

from html import escape
from itertools import combinations

from apps.parts import look
from dominolab.axes import AXES

from .field import Field, Look
from .fields import scrolling, select_field


def groups_html(field: Field) -> str:
    """Return the groups of rulesets that are close to each other."""
    items = []
    for number, cluster in enumerate(field.groups, 1):
        names = "".join(
            f"<li>{look.manual_mark(field.rulesets[id_].manual)} {escape(field.name(id_))}</li>"
            for id_ in cluster.members
        )
        inside = (
            f"on average {cluster.distance:.1f} rules apart"
            if cluster.parts
            else "stands by itself"
        )
        items.append(
            f'<div class="cluster panel"><h4>Group {number}</h4><p class="soft small">{inside}</p>'
            f"<ul>{names}</ul></div>"
        )
    close, far = field.closest(), field.farthest()
    return (
        "<h3>Who is close to whom</h3>"
        f"<p>{escape(field.explain_pair(*close))} That is the closest pair. "
        f"{escape(field.explain_pair(*far))} No two manuals lie farther apart.</p>"
        f'<div class="clusters">{"".join(items)}</div>'
    )


def look_html(field: Field, look: Look) -> str:
    """Return the fields that move the rings over the charts, and what the squares there mean."""
    one, other, axis = look
    names = {id_: field.name(id_) for id_ in field.ordered}
    titles = {name: str(AXES[name].label) for name in field.axes}
    alike = (
        field.rulesets[one].statements[axis].value == field.rulesets[other].statements[axis].value
    )
    answer = "Here the two agree." if alike else field.explain_cell(other, axis)
    return (
        '<div class="panel look"><div class="fields">'
        f"{select_field('one', 'Look at', names, one)}{select_field('other', 'beside', names, other)}"
        f"{select_field('look-axis', 'in the rule', titles, axis)}"
        f'<button type="button" class="main" data-do="beside" data-value="{one}~{other}" '
        'data-key="look-beside">Side by side</button></div>'
        f'<p role="status">{escape(field.explain_pair(one, other))}</p>'
        f"<p><b>{escape(AXES[axis].doc or '')}</b> {escape(field.explain_cell(one, axis))} "
        f"{escape(answer)}</p></div>"
    )


def pairs_html(field: Field) -> str:
    """Return every pair as a button that opens it side by side, the closest first."""
    pairs = sorted(combinations(field.ordered, 2), key=lambda pair: field.distance(*pair))
    most = max(field.distance(*pair) for pair in pairs)
    items = "".join(_pair(field, pair, most, at == 0) for at, pair in enumerate(pairs))
    return (
        '<details data-key="by-pair"><summary>All pairs, the closest first</summary>'
        '<label for="pair-search">Search a game</label> '
        '<input id="pair-search" type="search" data-filter="pairs" data-key="pair-search" '
        'maxlength="60"> <span class="soft" role="status" data-filtered="pairs"></span>'
        f'<div class="pairs" data-list data-key="pairs">{items}</div></details>'
    )


def _pair(field: Field, pair: tuple[str, str], most: int, first: bool) -> str:
    one, other = pair
    told = escape(field.explain_pair(one, other))
    names = " ".join(
        f"<span>{look.manual_mark(field.rulesets[id_].manual)} {escape(field.name(id_))}</span>"
        for id_ in pair
    )
    words = " ".join([*pair, *map(field.name, pair)]).lower()
    return (
        f'<button type="button" class="pair" data-do="beside" data-value="{one}~{other}"'
        f' data-key="pair-{one}-{other}" data-item="{escape(words)}" tabindex="{0 if first else -1}"'
        f' data-tip="{told}"><span class="meter" style="--n:{field.distance(*pair)};--most:{most}">'
        f'</span><span class="number">{field.distance(*pair)}</span> {names}'
        f'<span class="unseen">{told}</span></button>'
    )


def _names(field: Field, ids: list[str]) -> str:
    return escape(", ".join(map(field.name, ids)))


def axes_html(field: Field) -> str:
    """Return for each rule the values there are, and the rulesets that have each."""
    rows = ""
    for axis in field.axes:
        by_value: dict[str, list[str]] = {}
        for id_ in field.ordered:
            by_value.setdefault(field.cell(id_, axis).words, []).append(id_)
        values = "".join(
            f"<li>{escape(words)} <span class='soft'>{_names(field, ids)}</span></li>"
            for words, ids in sorted(by_value.items(), key=lambda entry: -len(entry[1]))
        )
        question = escape(AXES[axis].doc or "")
        rows += f'<tr><th scope="row">{question}</th><td><ul>{values}</ul></td></tr>'
    return (
        "<details data-key='by-rule'><summary>Every rule by who has it</summary>"
        f"{scrolling('Every rule by who has it', f'<table><tbody>{rows}</tbody></table>')}</details>"
    )
