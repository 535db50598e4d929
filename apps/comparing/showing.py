"""What the comparison view shows for each of its five parts."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any

import panel as pn

from apps.parts import messages
from apps.parts.stage import Handler, Stage
from dominolab.axes import AXES
from dominolab.rules import RuleSet

from . import charts, deal_html, field_html, map_html, pages, table_html, worth, worth_html
from .examples import Example, exchanged, known, tour
from .field import field
from .fields import scrolling
from .model import PARTS, State
from .parting import Parting, Searched
from .translations import language_map

CSS = Path(__file__).with_name("compare.css").read_text(encoding="utf-8")

FRAME = (
    '<div class="compare"><div data-region="problems"></div><nav data-region="nav" class="parts" '
    'aria-label="Parts of the comparison"></nav><div data-region="intro"></div>'
    '<div data-region="chosen"></div><div data-region="controls"></div>'
    '<div data-region="message"></div><div class="layout"><div data-region="main" class="main"></div>'
    '<div data-region="detail" class="detail"></div></div></div>'
)
BELOW = '<div class="compare"><div data-region="below"></div></div>'


class Showing:
    """The stage, the place for charts, and all that is drawn there from the state."""

    def __init__(self, state: State, problems: list[str], on: Mapping[str, Handler]) -> None:
        self.state, self.problems = state, problems
        self.message = ""
        self.dark = False
        self.task: asyncio.Task[None] | None = None
        self.working = False
        """Whether a search or a simulation is under way."""
        self.example: Example | None = None
        self.searched: Searched | None = None
        self.worth: worth.Worth | None = None
        self.problem = ""
        self.shown_parting: Parting | None = None
        """The parting whose position is on the page."""
        self.search_axis = ""
        """The axis that a deal would be searched for."""
        self.moment = self.last_moment = 0
        """The moment of the deal that is shown, and the last there is."""
        self.field_charts: tuple[Any, ...] = ()
        """The two heat maps of the field, where they have been drawn."""
        self._field_dark: bool | None = None
        """Whether they were drawn for the dark; None before they are."""
        self._drawn: object = None
        """What the charts of the simulation were drawn from."""
        self.stage = Stage(FRAME, on, css=CSS)
        self.field_row = _row()
        # Each chart of a simulation has a place of its own: filling one leaves the others alone.
        self.places = [
            pn.Column(visible=False, styles=charts.half_width("min(100%, 420px)"))
            for _ in range(len(worth.MEASURES) + 1)
        ]
        self.worth_row = _row(*self.places)
        self.below = Stage(BELOW, on, css=CSS)
        self.layout = pn.Column(
            self.stage, self.field_row, self.worth_row, self.below, sizing_mode="stretch_width"
        )

    def wanted_example(self) -> tuple[RuleSet, RuleSet, str] | None:
        """Return two rulesets and the one axis on which they differ, to be shown in a position."""
        state = self.state
        if state.part == "languages" and state.stop:
            case = tour()[state.stop - 1]
            return case.reference, case.changed, case.axis
        if state.part == "table" and state.cell is not None:
            axis, at = state.cell
            other = self.other_value(axis, at)
            if other is not None:
                pair = exchanged(state.columns[at], axis, *other[:2])
                return None if pair is None else (*pair, axis)
        return None

    def other_value(self, axis: str, at: int) -> tuple[Any, RuleSet | None, str] | None:
        """Return a value to show a cell's own against: another column's, else another reading.

        With it come the ruleset that has it, if one has, and the words for it.
        """
        own = self.state.columns[at].statements[axis]
        for rules in self.state.columns:
            value = rules.statements[axis].value
            if value != own.value:
                return value, rules, f"{AXES[axis].say(value)} ({table_html.short_title(rules)})"
        for reading in own.readings:
            return reading.value, None, f"{AXES[axis].say(reading.value)} (another reading)"
        return None

    # -- Showing -----------------------------------------------------------------------------------

    def render(self) -> None:
        """Show the state."""
        state = self.state
        regions = {
            "problems": messages.problems_message(self.problems, do="forget-problems"),
            "nav": pages.nav_html(state.part),
            "message": messages.message(self.message, do="forget-message"),
            "intro": "",
            "chosen": "",
            "controls": "",
            "main": "",
            "detail": "",
        }
        below = ""
        show = getattr(self, f"_show_{state.part}")
        regions |= show()
        below = regions.pop("below", "")
        self.stage.put(regions)
        self.below.put({"below": below})
        self.stage.tell(classes={f"on-{part}": part == state.part for part in PARTS})
        self._draw_charts()

    def _show_table(self) -> dict[str, str]:
        state = self.state
        found = state.table
        detail = ""
        if state.cell is not None:
            axis, at = state.cell
            wanted = self.wanted_example()
            example = known(*wanted[:2]) if wanted else None
            other = self.other_value(axis, at)
            detail = table_html.detail_html(
                state.columns[at].statements[axis],
                state.columns[at],
                example or (self.example if wanted else None),
                wanted is not None and example is None,
                other[2] if other else "",
            )
            self.shown_parting = example.parting if example else None
        rules_side_by_side = table_html.table_html(found, state.cell, detail)
        return {
            "intro": f'<h2>{escape(pages.versus(state.columns))}</h2><p role="status">'
            f"{escape(found.summary)}</p>{table_html.legend_html()}",
            "chosen": pages.add_html(state.columns),
            "controls": pages.table_controls(state),
            "main": scrolling("The rules side by side", rules_side_by_side),
        }

    def _show_field(self) -> dict[str, str]:
        whole = field()
        return {
            "intro": "<h2>All ten rulesets at once</h2><p>Point at a square to see what it means, click "
            "it to put two rulesets side by side; or choose here, and rings show the squares.</p>",
            "main": field_html.look_html(whole, self.state.look),
            "below": field_html.groups_html(whole)
            + field_html.pairs_html(whole)
            + field_html.axes_html(whole),
        }

    def _show_languages(self) -> dict[str, str]:
        state = self.state
        found = language_map(state.manual)
        example = None
        if state.stop:
            wanted = self.wanted_example()
            assert wanted is not None
            example = known(*wanted[:2])
            self.shown_parting = example.parting if example else None
        searching = bool(state.stop) and example is None
        stop = map_html.tour_html(tour(), state.stop, example or self.example, searching)
        cell = found.cell(*state.at) if state.at else None
        told = map_html.spot_html(found, cell) if found.axes and not state.stop else ""
        kind = f"panel manual-{state.manual}{' open' if cell else ''}"
        return {
            "intro": f"<h2>Lost in translation</h2>{stop}",
            "controls": pages.languages_controls(state, found),
            "main": scrolling(
                "The map of languages", map_html.map_html(found, state.sort, state.at)
            ),
            "detail": told and f'<div class="{kind}">{told}</div>',
        }

    def _show_deal(self) -> dict[str, str]:
        state = self.state
        shown = state.columns[:3]
        deal = deal_html.play_deal(state.setting, shown)
        last = max(deal.moments - 2, 0)
        start = deal.parts_at if deal.parts_at is not None else last
        moment = min(state.moment if state.moment >= 0 else start, last)
        self.moment, self.last_moment = moment, last
        search = deal_html.search_html(deal, state.axis, self.searched, self.working, self.problem)
        self.search_axis = deal_html.search_axis(deal, state.axis)
        return {
            "intro": f"<h2>{escape(pages.versus(shown))}: one shuffle</h2><p>The same tiles, the same "
            "players; only the rulebook differs.</p>",
            "chosen": pages.chips_html(state.columns, 3, "Rulesets; the first three are played")
            + pages.add_html(state.columns),
            "controls": pages.deal_controls(state) + search,
            "main": deal_html.verdict_html(deal)
            + pages.timeline_html(deal, moment, last)
            + deal_html.deal_html(deal, moment)
            + deal_html.why_html(deal),
        }

    def _show_worth(self) -> dict[str, str]:
        state = self.state
        current = self.current_worth
        below = ""
        if current is not None and current.results:
            below = pages.worth_numbers(worth_html.numbers_html(current))
        return {
            "intro": f"<h2>{escape(table_html.short_title(state.columns[0]))}: what is a rule worth?"
            "</h2><p>Many deals, each played under both rulebooks on the same shuffle.</p>",
            "chosen": pages.chips_html(state.columns, 2, "Rulesets; the first two are simulated")
            + pages.add_html(state.columns),
            "controls": worth_html.form_html(state, self.working),
            "message": messages.message(self.message, do="forget-message")
            + worth_html.refusals_html(state.ask)
            + worth_html.progress_html(state.ask, current, self.working, self.problem),
            "main": worth_html.verdict_html(current) if current and current.results else "",
            "below": below,
        }

    @property
    def current_worth(self) -> worth.Worth | None:
        """What has been simulated, where it is what the state asks for."""
        return self.worth if self.worth and self.worth.ask == self.state.ask else None

    def _draw_charts(self) -> None:
        """Show the charts that belong here; those of a simulation are drawn when it rests."""
        part = self.state.part
        if part == "field":
            if self._field_dark is not self.dark:
                self._draw_field()
            self._move_rings()
        _show(self.field_row, part == "field")
        _show(self.worth_row, part == "worth" and self._drawn == self.charts_key())

    def _draw_field(self) -> None:
        self._field_dark = self.dark
        distances, by_axis = (
            charts.distances(field(), self.dark),
            charts.by_axis(field(), self.dark),
        )
        distances.on_event("tap", self.tapped_pair)
        by_axis.on_event("tap", self.tapped_cell)
        self.field_charts = (distances, by_axis)
        self.field_row.objects = [_pane(figure) for figure in self.field_charts]

    def _move_rings(self) -> None:
        one, other, axis = self.state.look
        whole = field()
        column, row = whole.ordered.index(other), whole.ordered.index(one)
        charts.ring(self.field_charts[0], column, row)
        charts.ring(self.field_charts[1], row, whole.axes.index(axis))

    def charts_key(self) -> object:
        """Return what the charts of the simulation are drawn from, or None where there is none."""
        current = self.current_worth
        return (self.dark, current.ask, current.done) if current and current.results else None

    async def draw_worth(self) -> None:
        """Draw the charts of the simulation one by one: all at once would keep a page waiting."""
        current, key = self.current_worth, self.charts_key()
        if current is None or key is None or key == self._drawn:
            return
        self._drawn = key
        for place in self.places:
            _show(place, False)
        _show(self.worth_row, True)
        try:
            for at, place in zip(range(len(current.rows())), self.places, strict=False):
                await asyncio.sleep(0.02)
                figure = charts.measure(current, at, self.dark)
                await asyncio.sleep(0.02)
                place.objects = [_pane(figure)]
                _show(place, True)
        except asyncio.CancelledError:
            self._drawn = None  # half of them are missing
            raise

    def tapped_pair(self, event: Any) -> None:
        """Act on a tap on the chart of distances."""
        raise NotImplementedError

    def tapped_cell(self, event: Any) -> None:
        """Act on a tap on the chart of rules."""
        raise NotImplementedError


def _row(*places: Any) -> pn.Row:
    styles = {"flex-wrap": "wrap", "gap": "10px", "overflow-x": "auto"}
    return pn.Row(*places, sizing_mode="stretch_width", visible=False, styles=styles)


def _show(place: Any, shown: bool) -> None:
    """Show or hide a part of the layout; one that is so already costs nothing."""
    if place.visible != shown:
        place.visible = shown


def _pane(figure: Any) -> pn.pane.Bokeh:
    return pn.pane.Bokeh(figure, sizing_mode="stretch_width")
