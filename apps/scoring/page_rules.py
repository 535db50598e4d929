"""The page of one rule as HTML: what to touch, the arithmetic, who plays it so."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from html import escape

from apps.parts.look import citation_html, manual_mark, place_words, term
from apps.parts.messages import message
from dominolab.axes import AXES
from dominolab.rules import rules

from . import pictures, touch, worked
from .catalog import PAGES, Example, Page, Use, examples, readings, statements, uses
from .desk import Desk
from .question import game_name
from .worked import Variant

SHOWN = 5
"""So many examples are in sight; the others are one click away."""


def page(desk: Desk) -> dict[str, str]:
    """Return the regions of the page."""
    return {
        "head": _head(desk),
        "touch": _touch(desk),
        "more": f"{_examples(desk.rule)}{message(desk.complaint('example'))}",
        "middle": _variants(desk),
        "end": _end(desk),
    }


def _head(desk: Desk) -> str:
    links = "".join(
        f'<button type="button" class="quiet" data-do="rule" data-value="{page.id}"'
        f' data-key="rule-{page.id}"{_here(page.id == desk.rule)}>{escape(page.title)}</button>'
        for page in PAGES.values()
    )
    shown = desk.page
    titles = {page.id: page.title for page in PAGES.values()}
    pick = touch.select("pick-rule", "Scoring rule", titles, desk.rule, do="rule")
    return (
        f'<nav class="rules" aria-label="Scoring rules">{links}</nav>'
        # A phone has no room for all of them beside each other.
        f'<div class="pick-rule">{pick}</div>'
        f'<h2 data-key="title">{escape(shown.title)}</h2>'
        f'<p class="sentence">{_explained(shown.sentence)}</p>'
    )


_EXPLAINED = {"spots": "spots", "blocked": "block"}
"""Words of the sentences that a newcomer may not know, each with its place in the glossary."""


def _explained(sentence: str) -> str:
    """Return a sentence in which the words of the game explain themselves."""
    words = "|".join(_EXPLAINED)
    return re.sub(words, lambda found: term(_EXPLAINED[found[0]], found[0]), escape(sentence))


def _here(current: bool) -> str:
    return ' aria-current="true"' if current else ""


def _touch(desk: Desk) -> str:
    page_, given = desk.page, desk.here
    body = ""
    if page_.needs in ("hands", "target", "last"):
        body += touch.hands(desk, worked.players(page_))
    if page_.pairs and page_.needs == "hands":
        first, second = map(worked.side_name, rules(page_.base).teams(4))
        body = f"<p>{first} play together, against {second}.</p>{body}"
    if page_.needs in ("ends", "last"):
        title = "The ends after the last tile" if page_.needs == "last" else "The ends"
        body += f"<h3>{title}</h3>{touch.ends(desk)}"
    if page_.needs == "collected":
        body += touch.numbers(
            desk,
            (
                ("first", "Ann and Cy collected", given.collected[0]),
                ("second", "Ben and Dee collected", given.collected[1]),
            ),
        )
    if page_.needs == "target":
        body += touch.numbers(
            desk, (("target", "Target", given.target), ("before", "Points before", given.before))
        )
    if page_.id in ("blocked-winner", "blocked-points") and given.final.out is None:
        each = "checked" if given.tie == "each" else ""
        body += (
            f'<label class="choice"><input type="checkbox" data-do="tie" data-key="tie" {each}>'
            f"<span>{escape(AXES['tie'].say('each'))} (another reading)</span></label>"
        )
    return f"<h3>Touch it</h3>{body}"


# -- Examples --------------------------------------------------------------------------------------


@cache
def _examples(rule: str) -> str:
    found = _worth_showing(PAGES[rule])
    if not found:
        return ""
    buttons = [_example(number, example) for number, example in found]
    more = ""
    if len(buttons) > SHOWN:
        left = len(buttons) - SHOWN
        more = (
            f'<details data-key="more-examples"><summary>{left} more example{"s" if left > 1 else ""}'
            f"</summary><div class='examples'>{''.join(buttons[SHOWN:])}</div></details>"
        )
    return f'<h3>Examples</h3><div class="examples">{"".join(buttons[:SHOWN])}</div>{more}'


def _worth_showing(page_: Page) -> list[tuple[int, Example]]:
    """Return the examples with their numbers: printed ones first, then one of each game in turn.

    The page shows every value of its axis at once, so one position stands for all of them.
    """
    of_game: Counter[str] = Counter()
    ranked: dict[tuple[str, str, str], tuple[bool, int, int, Example]] = {}
    for number, example in enumerate(examples(page_)):
        others = {name: v for name, v in example.rules.house.items() if name != page_.axis}
        same = (f"{example.rules.game}@{example.rules.language}", _what(example), str(others))
        if same not in ranked:
            of_game[example.rules.game] += 1
            rank = of_game[example.rules.game]
            ranked[same] = (not example.printed, rank, number, example)
    return [
        (number, example) for *_, number, example in sorted(ranked.values(), key=lambda r: r[:3])
    ]


def _what(example: Example) -> str:
    """Say what an example lays out."""
    data = example.data
    if "hands" in data:
        hands = [part.replace(",", " ") or "out" for part in data["hands"].split("|")]
        return f"{' | '.join(hands)}{', blocked' if data.get('blocked') else ''}"
    if "ends" in data:
        return f"ends {data['ends']}"
    if "collected" in data:
        return " and ".join(map(str, data["collected"]))
    if "target" in data:
        return f"{data['before']} + {data['gain']}, target {data['target']}"
    return f"{data['spots']} spots"


def _example(number: int, example: Example) -> str:
    printed = "printed in the leaflet" if example.printed else "worked out from the text"
    return (
        f'<button type="button" class="example" data-do="example" data-value="{number}"'
        f' data-key="example-{number}">{manual_mark(example.rules.manual)}'
        f"<span><b>{escape(_what(example))}</b><br><span class='small soft'>"
        f"{escape(game_name(example.rules))}, {printed}, "
        f"{escape(place_words(example.citation))}</span></span></button>"
    )


# -- The arithmetic, and who plays it so -----------------------------------------------------------


def _variants(desk: Desk) -> str:
    page_, given = desk.page, desk.here
    marked = given.rules.statements[page_.axis].value if given.rules else None
    hide = "checked" if desk.predict else ""
    found = worked.variants(page_, given)
    rows = "".join(_variant(desk, variant, variant.value == marked) for variant in found)
    same = message(worked.undecided(page_, given, found), "status")
    by = worked.base(page_, given)
    others = (
        f"<p class='small soft'>Everything else as in {escape(game_name(by))} "
        f"({escape(by.manual.name)}).</p>"
        if given.rules is not None
        else ""
    )
    return (
        f"<h3>{escape(str(AXES[page_.axis].doc))}</h3>"
        f'<label class="choice"><input type="checkbox" data-do="predict" data-key="predict" {hide}>'
        "<span>Predict first: hide the points</span></label>"
        f"{others}{'' if desk.predict else same}{rows}{_stated(desk.rule)}"
    )


def _variant(desk: Desk, variant: Variant, marked: bool) -> str:
    sheets = "".join(pictures.sheet(who, score) for who, score in variant.sheets)
    notes = "".join(f"<p class='small soft'>{escape(note)}</p>" for note in variant.notes)
    body = f"<p class='outcome'><strong>{escape(variant.outcome)}</strong></p>{notes}{sheets}"
    if desk.predict:
        body = (
            f'<details data-key="hidden-{desk.rule}-{variant.value}">'
            f"<summary>Show what it comes to</summary>{body}</details>"
        )
    flag = "<p class='small'><strong>The example's own rule</strong></p>" if marked else ""
    return (
        f'<section class="variant{" marked" if marked else ""}" data-key="variant-{variant.value}"'
        f' aria-label="{escape(variant.words)}">'
        f'<div class="sum"><h4>{escape(variant.words)}</h4>{flag}{body}</div>'
        f'<div class="uses">{_who(desk.rule, variant.value)}</div></section>'
    )


@cache
def _who(rule: str, value: str) -> str:
    """Return who plays a rule so: it stays the same whatever is laid out."""
    played = [_use(use) for use in uses(PAGES[rule], value)]
    read = [_use(use) for use in readings(PAGES[rule], value)]
    if not played:
        return (
            "<p class='small'>No leaflet is played so. It is shown because the words can be read "
            f"that way:</p>{''.join(read)}"
        )
    text = "".join(played)
    if read:
        text += (
            f'<details data-key="read-{rule}-{value}"><summary class="small">{len(read)} more can '
            f"be read so</summary>{''.join(read)}</details>"
        )
    return text


def _use(use: Use) -> str:
    own = "".join(
        f"<li>{escape(says)} <span class='soft'>{escape(place_words(place))}</span></li>"
        for _, place, says in use.own
    )
    more = (
        f'<details data-key="own-{use.game}-{use.statement.axis}-{use.statement.value}">'
        f"<summary class='small'>{_differently(use)}</summary><ul class='own'>{own}</ul></details>"
        if own
        else ""
    )
    why = f"<br><span class='small'>{escape(use.reading)}</span>" if use.reading else ""
    source = "" if use.reading else f"<br>{citation_html(use.statement)}"
    return (
        f'<div class="use">{manual_mark(use.manual)} <b>{escape(use.title)}</b> '
        f"<span class='soft small'>{escape(use.where)}</span>{source}{why}{more}</div>"
    )


def _differently(use: Use) -> str:
    languages = len({code for code, _, _ in use.own})
    return f"{languages} language{' words' if languages == 1 else 's word'} it differently"


@cache
def _stated(rule: str) -> str:
    """Return where the rule itself stands, where the values above are only its readings."""
    page_ = PAGES[rule]
    if not page_.stated:
        return ""
    rows = "".join(_use(use) for use in statements(page_))
    asked = AXES[page_.stated].doc
    return (
        f"<h3>Where the rule stands</h3><p class='small soft'>{escape(str(asked))}</p>"
        f'<div class="uses">{rows}</div>'
    )


def _end(desk: Desk) -> str:
    return (
        '<div class="row"><button type="button" class="main" data-do="practise-rule"'
        ' data-key="practise-rule">Practise this rule</button>'
        "<span class='soft'>Questions from real rounds, with your slips explained.</span></div>"
    )
