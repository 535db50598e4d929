"""The map of languages: every printing by every rule, what is lost where, and the guided tour."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby

from apps.parts import look
from dominolab import manuals
from dominolab.axes import AXES
from dominolab.manuals import Difference, Language

from .examples import Case, Example
from .parting_html import parting_html
from .translations import CONFIDENCE_WORDS, LEVELS, Count, LanguageMap, MapCell, level

SHORT_LEVELS = {
    "played": "plays another game",
    "unplayable": "another rule, but impossible to follow",
    "open": "perhaps another rule",
    "words": "other words, same game",
}
"""The levels in a few words, for the legend and the counts."""

_SIGNS = {"played": "!", "unplayable": "✕", "open": "?", "words": "", "none": ""}

Place = tuple[str, str]
"""A language and an axis."""


def mark_html(kind: str, confidence: str = "certain") -> str:
    """Return the mark of a difference: its shape says how much it matters, its edge how surely."""
    return (
        f'<span class="mark mark-{kind} sure-{confidence}" aria-hidden="true">{_SIGNS[kind]}</span>'
    )


def legend_html(found: LanguageMap) -> str:
    """Return how the map is read and what its marks mean."""
    levels = "".join(
        f"<li>{mark_html(kind)} {escape(words)}</li>" for kind, words in SHORT_LEVELS.items()
    )
    sure = "".join(
        f"<li>{mark_html('open', name)} {escape(words)}</li>"
        for name, words in CONFIDENCE_WORDS.items()
        if name != "certain"
    )
    same = f"<li>{mark_html('none')} says what the {escape(found.reference.name)} text says</li>"
    return (
        f'<div class="map-legend manual-{found.manual.id}"><p>Each row is a printing, each column a '
        "rule. Choose a mark to read what the text says there.</p>"
        f'<ul aria-label="What the marks mean">{same}{levels}</ul>'
        f'<ul aria-label="What the edges mean">{sure}</ul></div>'
    )


def figures_html(found: LanguageMap) -> str:
    """Return how the languages fare, in large numbers."""
    if not found.axes:
        return ""
    items = "".join(
        f"<li><b>{number}</b> <span>{escape(words)}</span></li>" for number, words in found.figures
    )
    return f'<ul class="figures manual-{found.manual.id}">{items}</ul>'


def manuals_html(chosen: str) -> str:
    """Return the buttons that choose a manual."""
    buttons = []
    for manual in manuals.load_all():
        count = len(manual.languages)
        here = "true" if manual.id == chosen else "false"
        languages = "1 language" if count == 1 else f"{count} languages"
        buttons.append(
            f'<button type="button" data-do="manual" data-value="{manual.id}" aria-pressed="{here}"'
            f' data-key="manual-{manual.id}">{look.manual_mark(manual, name=True)}'
            f' <span class="soft small">{languages}</span></button>'
        )
    return f'<div class="row" role="group" aria-label="Manual">{"".join(buttons)}</div>'


@dataclass(frozen=True, slots=True)
class _Drawing:
    """What every cell of one drawn map has to know."""

    found: LanguageMap
    at: Place | None
    """The open place."""
    alike: frozenset[Place]
    """Places with the same departure as the open one."""
    starts: frozenset[str]
    """The axes with which a part of the game begins."""
    tab: Place
    """Where Tab enters the map."""

    def edge(self, axis: str) -> str:
        return "starts" if axis in self.starts else ""


def map_html(found: LanguageMap, sort: str, at: Place | None = None) -> str:
    """Return the whole map as a table of marks, the place *at* marked and what is like it."""
    axes, manual = found.axes, found.manual
    if not axes:
        return f'<p class="panel">{escape(found.summary)}</p>'
    languages = found.languages(sort)
    groups = [(name, tuple(of)) for name, of in groupby(axes, key=lambda a: AXES[a].group)]
    tab = at if at and found.cell(*at) else (found.cells[0].language, found.cells[0].axis)
    starts = frozenset(of[0] for _, of in groups)
    drawing = _Drawing(found, at, _alike(found, at), starts, tab)
    top = "".join(
        f'<th scope="colgroup" colspan="{len(of)}"><span>{escape(name)}</span></th>'
        for name, of in groups
    )
    heads = "".join(
        f'<th scope="col" class="{drawing.edge(axis)}"><span class="slant">'
        f"{escape(str(AXES[axis].label))}</span></th>"
        for axis in axes
    )
    most = max(found.count_language(language.code).total for language in languages)
    rows = "".join(_row(drawing, language, most) for language in languages)
    most = max(found.count_axis(axis).total for axis in axes)
    feet = "".join(
        f'<td class="{drawing.edge(axis)}">{_column_bar(found.count_axis(axis), most)}</td>'
        for axis in axes
    )
    return (
        f'<table class="map manual-{manual.id}"><caption class="unseen">Languages by rules: where each '
        f"printing departs from {escape(found.reference.name)}.</caption>"
        f'<thead><tr class="game"><td></td>{top}<td></td></tr><tr class="axes"><th scope="col" '
        f'class="corner">Language</th>{heads}<th scope="col" class="total">Departures</th></tr></thead>'
        f'<tbody data-key="map" data-list data-grid>{rows}</tbody>'
        f'<tfoot><tr><th scope="row">Departures</th>{feet}<td></td></tr></tfoot></table>'
    )


def _alike(found: LanguageMap, at: Place | None) -> frozenset[Place]:
    """Return the other places where the same rule is played as at the open one."""
    cell = found.cell(*at) if at else None
    if cell is None:
        return frozenset()
    return frozenset((x.code, cell.axis) for x in found.same(cell.differences[0]))


def _row(drawing: _Drawing, language: Language, most: int) -> str:
    found = drawing.found
    count = found.count_language(language.code)
    native = "" if language.native == language.name else language.native
    cells = []
    for axis in found.axes:
        cell = found.cell(language.code, axis)
        button = _button(drawing, language, cell) if cell else ""
        cells.append(f'<td class="{drawing.edge(axis)}">{button}</td>')
    if language is found.reference:
        kind, told = " reference", "reference"
    elif not count.total:
        kind, told = "", '<span class="none">none</span>'
    else:
        kind, told = " differs" if count.by_level["played"] else "", _bar(count, most)
    return (
        f'<tr class="language{kind}" data-key="row-{escape(language.code)}"><th scope="row">'
        f"{escape(language.name)} "
        f'<span class="native soft" lang="{escape(language.code)}">{escape(native)}</span></th>'
        f'{"".join(cells)}<td class="total">{told}</td></tr>'
    )


def cell_key(language: str, axis: str) -> str:
    """Return what names a cell of the map in links and events, as in `vi.direction`."""
    return f"{language}.{axis}"


def _button(drawing: _Drawing, language: Language, cell: MapCell) -> str:
    place = (cell.language, cell.axis)
    key = escape(cell_key(*place))
    tip = escape(f"{language.name}, {AXES[cell.axis].label}: {cell.differences[0].says}")
    current = ' aria-current="true"' if place == drawing.at else ""
    alike = " alike" if place in drawing.alike else ""
    return (
        f'<button type="button" class="spot{alike}" data-do="spot" data-value="{key}"'
        f' data-key="{key}" data-item="{key}" tabindex="{0 if place == drawing.tab else -1}"{current}'
        f' aria-label="{tip} {escape(LEVELS[cell.level])}." data-tip="{tip}">'
        f"{mark_html(cell.level, cell.confidence)}</button>"
    )


def _bar(count: Count, most: int) -> str:
    words = ", ".join(f"{n} {SHORT_LEVELS[name]}" for name, n in count.by_level.items() if n)
    return (
        f'<span class="bar" style="--most:{most}" aria-hidden="true">{_pieces(count)}</span>'
        f'<span class="number" aria-hidden="true">{count.total}</span>'
        f'<span class="unseen">{count.total} ({escape(words)})</span>'
    )


def _column_bar(count: Count, most: int) -> str:
    return (
        f'<span class="column" style="--most:{most}" aria-hidden="true">{_pieces(count)}</span>'
        f'<span class="number">{count.total}</span>'
    )


def _pieces(count: Count) -> str:
    return "".join(
        f'<i class="bar-{name}" style="--n:{n}"></i>' for name, n in count.by_level.items() if n
    )


# -- What one cell tells ---------------------------------------------------------------------------


def spot_html(found: LanguageMap, cell: MapCell | None) -> str:
    """Return all differences of one cell: what the text says, the phrase, the line, the effect."""
    if cell is None:
        return _other_games_html(found)
    language = found.manual.languages[cell.language]
    title = f"{language.name}: {AXES[cell.axis].doc}"
    items = "".join(_difference_html(found, difference) for difference in cell.differences)
    close = (
        f'<button type="button" class="quiet tool" data-do="spot" data-key="close-spot" '
        f'data-value="{escape(cell_key(cell.language, cell.axis))}" aria-label="Close">✕</button>'
    )
    return f'<div class="spot-head"><h3>{escape(title)}</h3>{close}</div>{items}'


def _other_games_html(found: LanguageMap) -> str:
    """Return all that is played otherwise, to begin with where nothing is chosen."""
    games = found.other_games
    items = "".join(
        f'<li><button type="button" class="quiet other-game" data-do="spot" data-key="game-{number}" '
        f'data-value="{escape(cell_key(difference.citation.language, difference.axis))}">'
        f"{mark_html('played', difference.confidence)} "
        f"<span><b>{escape(_names(languages))}:</b> "
        f"{escape(AXES[difference.axis].say(difference.value))}</span></button></li>"
        for number, (difference, languages) in enumerate(games)
    )
    if not items:
        return "<h3>Every translation plays the same game</h3>"
    return (
        f'<h3>Where another game is played</h3><ul class="games">{items}</ul>'
        '<p class="soft small">With the keyboard: Tab to the map, then the arrow keys and Enter.</p>'
    )


def _difference_html(found: LanguageMap, difference: Difference) -> str:
    kind = level(difference)
    manual = found.manual
    code = difference.citation.language
    printing = found.printing(difference)
    game = printing.partition("@")[0]
    reference = manual.games[game].statements[difference.axis]
    reference_name = manual.languages[manual.reference].name
    same = found.same(difference)
    others = f"<p>The same in {escape(_names(same))}.</p>" if same else ""
    played = (
        f"<p><b>Played as:</b> {escape(AXES[difference.axis].say(difference.value))}</p>"
        if difference.played
        else f"<p><b>Played as the reference.</b> {escape(difference.falls_back)}</p>"
    )
    place = f" in {found.place(difference)}" if len(manual.games) > 1 else ""
    return (
        f'<article class="difference"><p class="level">{mark_html(kind, difference.confidence)} '
        f"<span><b>{escape(LEVELS[kind])}</b>; {escape(CONFIDENCE_WORDS[difference.confidence])}."
        "</span></p>"
        f"<p>{escape(difference.says)}</p>"
        f'<p><q lang="{escape(code)}">{escape(difference.phrase)}</q> <span class="soft">'
        f"{escape(look.place_words(difference.citation))}{escape(place)}</span></p>"
        f"<p><b>Effect:</b> {escape(difference.effect)}</p>{played}"
        f"<p><b>{escape(reference_name)}, the reference:</b> {escape(reference.words)}</p>{others}"
        f'<div class="row"><button type="button" class="main" data-do="play" '
        f'data-key="play-{escape(printing)}-{difference.citation.line}" '
        f'data-value="{escape(printing)}">Play this printing</button>'
        f'<button type="button" data-do="beside" data-value="{escape(game)}~{escape(printing)}" '
        f'data-key="beside-{escape(printing)}-{difference.citation.line}">Side by side</button></div>'
        "</article>"
    )


def _names(languages: Sequence[Language]) -> str:
    names = [language.name for language in languages]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


# -- The guided tour -------------------------------------------------------------------------------


def tour_html(cases: Sequence[Case], stop: int, example: Example | None, searching: bool) -> str:
    """Return one stop of the tour with the position at which the readings part."""
    if not stop:
        return (
            '<div class="tour-door"><p><b>Ten cases in ten clicks:</b> the most telling translations, '
            "each with a position where the two readings part.</p>"
            '<button type="button" class="main" data-do="tour" data-value="1" data-key="tour-start">'
            "Start the tour</button></div>"
        )
    case = cases[stop - 1]
    manual = case.printing.manual
    difference = case.difference
    reference = manual.languages[manual.reference].name
    language = manual.languages[case.printing.language].name
    others = f" So do {escape(_names(case.others))}." if case.others else ""
    can = "" if difference.played else " can be read so"
    if searching or example is None:
        tried = f"{example.tried} deals tried." if example else ""
        shows = f'<p role="status">Looking for a deal that shows it … {tried}</p>'
    elif example.parting is None:
        shows = f"<p>{escape(example.words)}</p>"
    else:
        shows = parting_html(example.parting, (f"As in {reference}", f"As in {language}"))
    return (
        f'<div class="panel tour"><div><p class="soft small">Stop {stop} of {len(cases)}</p>'
        f'<h3 data-key="tour-title" tabindex="-1">{look.manual_mark(manual)} {escape(case.title)}</h3>'
        f'<p>{escape(difference.says)}</p><p><q lang="{escape(difference.citation.language)}">'
        f'{escape(difference.phrase)}</q> <span class="soft">'
        f"{escape(look.place_words(difference.citation))}</span></p>"
        f"<p><b>{escape(reference)}:</b> {escape(case.before)}<br>"
        f"<b>{escape(language)}{can}:</b> {escape(case.after)}{others}</p>"
        f"<p>{escape(difference.effect)}</p></div><div>{shows}</div>"
        f"{_tour_buttons(case, stop, len(cases))}</div>"
    )


def _tour_buttons(case: Case, stop: int, count: int) -> str:
    printing = escape(f"{case.printing.game}@{case.printing.language}")
    back = " disabled" if stop == 1 else ""
    on = " disabled" if stop == count else ""
    return (
        f'<div class="row"><button type="button" data-do="tour" data-value="{stop - 1}"'
        f' data-key="tour-back"{back}>◂ Back</button>'
        f'<button type="button" class="main" data-do="tour" data-value="{stop + 1}"'
        f' data-key="tour-on"{on}>Next case ▸</button>'
        f'<button type="button" data-do="play" data-value="{printing}" data-key="tour-play">'
        "Play this printing</button>"
        '<button type="button" class="quiet" data-do="tour" data-value="0" data-key="tour-end">'
        "Leave the tour</button></div>"
    )
