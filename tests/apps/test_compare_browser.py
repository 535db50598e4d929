"""The comparison view as people use it: in Chromium, on the built site, with keys and with the mouse.

All tests share one page, since starting Python takes seconds: each opens the state it needs as
Back and Forward do.
"""

from __future__ import annotations

import csv
import io
import os
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from playwright.sync_api import Locator, expect

import browser as tools
from apps.comparing import table as tables
from apps.comparing import worth
from apps.comparing.examples import tour
from apps.comparing.field import field
from apps.comparing.model import PARTS, State
from apps.comparing.parting import Setting, part
from apps.comparing.translations import language_map
from dominolab.axes import AXES
from dominolab.manuals import MANUALS
from dominolab.rules import rules

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

WIDE = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}
HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(2)>"
SEARCHED = 60_000
"""How long a search or a simulation may take on a busy machine, in milliseconds."""


class Compare(tools.View):
    """The comparison view on a page, with the words of a person who uses it."""

    def __init__(self, page: Page) -> None:
        super().__init__(page, "compare")

    def visit(self, **state: object) -> None:
        super().visit(**state)
        part_ = self.key(f"part-{state.get('part', 'table')}")
        if part_.count():
            expect(part_).to_have_attribute("aria-current", "page")

    def reload(self) -> None:
        self.page.reload()
        self.page.locator("#view-compare[data-drawn]").wait_for(timeout=tools.PATIENCE)

    def download(self, name: str) -> str:
        """Click a button that gives a file; return its text."""
        with self.page.expect_download() as download:
            self.button(name).click()
        return Path(download.value.path()).read_text(encoding="utf-8")

    def rows(self) -> list[str]:
        """Return the axes of the rows of the table, from above."""
        keys = self.at("tr.rule").evaluate_all("them => them.map(it => it.dataset.key)")
        return [key.removeprefix("row-") for key in keys]

    def charts(self) -> Locator:
        return self.page.locator("#view-compare .bk-Canvas:visible")

    def to_square(self, chart: int, column: int, row: int) -> tuple[float, float]:
        """Scroll a square of a heat map into sight and return its middle on the screen."""
        find = """([chart, column, row]) => {
          const root = dominolab.views.get("compare").jsdoc.roots()[0];
          const figures = [...root.references()].filter((it) => it.type === "Figure");
          const view = Bokeh.index.find_one(figures[chart]);
          const {left, top, width, height} = view.frame.bbox;
          const {start: xs, end: xe} = view.model.x_range;
          const {start: ys, end: ye} = view.model.y_range;
          const at = [left + width * (column + 0.5 - xs) / (xe - xs),
                      top + height * (row + 0.5 - ye) / (ys - ye)];
          scrollBy(0, view.el.getBoundingClientRect().top + at[1] - innerHeight / 2);
          const box = view.el.getBoundingClientRect();
          return [box.left + at[0], box.top + at[1]];
        }"""
        x, y = self.page.evaluate(find, [chart, column, row])
        return x, y


@pytest.fixture(scope="module")
def opened(browser: Browser, site: str) -> Iterator[Compare]:
    context = browser.new_context(
        viewport=WIDE,  # type: ignore[arg-type]
        permissions=["clipboard-read", "clipboard-write"],
        accept_downloads=True,
    )
    context.set_default_timeout(20_000)
    watch = tools.Watch(context)
    page = context.new_page()
    tools.open_view(page, site, "compare")
    yield Compare(page)
    context.close()
    watch.check()


@pytest.fixture
def compare(opened: Compare) -> Compare:
    """The shared view at a desktop's size, as it opens."""
    opened.page.set_viewport_size(WIDE)  # type: ignore[arg-type]
    opened.visit()
    expect(opened.at("tr.rule")).to_have_count(len(State().table.rows()))
    return opened


# -- Side by side ------------------------------------------------------------------------------------


def test_it_opens_on_the_differences_of_the_two_that_differ_most(compare: Compare) -> None:
    expected = State().table
    assert compare.rows() == [row.axis for row in expected.rows()]
    for row in expected.rows():
        for number, statement in enumerate(row.statements, 1):
            expect(compare.key(f"cell-{row.axis}.{number}")).to_contain_text(statement.words)
    groups = compare.at("tr.group").all_inner_texts()
    assert [name.lower() for name in groups] == [name for name, _ in expected.groups()]
    expect(compare.at("h2")).to_have_text("Janod and Fives and Threes")
    compare.check("table")


def test_up_to_six_are_found_added_moved_and_removed_with_keys(compare: Compare) -> None:
    summary = compare.at('details[data-key="add"] > summary')
    summary.focus()
    compare.press("Enter")
    for number, words in enumerate(
        ("muggins french", "vietnamese", "branching croatian", "one draw"), 3
    ):
        search = compare.label("Search a game or a language")
        search.fill(words)
        compare.press("ArrowDown", "Enter")
        expect(compare.at("th.column-head")).to_have_count(number)
    compare.check("six")
    compare.label("Search a game or a language").fill("korean")
    compare.press("ArrowDown", "Enter")
    alert = compare.at('[data-region="message"] [role="alert"]')
    expect(alert).to_contain_text("At most 6")
    expect(compare.at("th.column-head")).to_have_count(6)
    compare.button("Close this message").click()
    expect(alert).to_have_count(0)
    compare.button("Move Muggins, French to the left").click()
    expect(compare.at("th.column-head").nth(1)).to_contain_text("Muggins, French")
    compare.button("Remove Janod").click()
    expect(compare.at("th.column-head")).to_have_count(5)
    compare.page.go_back()
    expect(compare.at("th.column-head")).to_have_count(6)
    compare.expect_link(
        vs="janod~muggins@fr~fives-and-threes~polyglot@vi~branching@hr~ukrainian-one-draw"
    )
    compare.visit()
    compare.button("Remove Janod").click()
    expect(alert).to_contain_text("A comparison needs two")
    summary.click()


def test_rows_are_searched_hidden_and_moved_and_the_link_keeps_it(compare: Compare) -> None:
    before = compare.rows()
    compare.label("All rules, also those that agree").check()
    expect(compare.at("tr.rule")).to_have_count(len(AXES))
    compare.label("Search").fill("lead")
    expect(compare.key("row-opener")).to_be_visible()
    expect(compare.key("row-target")).to_have_count(0)
    compare.label("Search").fill("zebra")
    expect(compare.at('[data-region="main"]')).to_contain_text("No rule matches the search")
    compare.label("Search").fill("")
    compare.label("All rules, also those that agree").uncheck()
    expect(compare.at("tr.rule")).to_have_count(len(before))
    hide = compare.key(f"hide-{before[0]}")
    hide.focus()
    expect(hide).to_be_visible()
    compare.press("Enter")
    expect(compare.at("tr.rule")).to_have_count(len(before) - 1)
    compare.key(f"up-{before[2]}").focus()
    compare.press("Enter")
    tools.until(lambda: compare.rows() == [before[2], before[1], *before[3:]])
    compare.reload()
    tools.until(lambda: compare.rows() == [before[2], before[1], *before[3:]])
    compare.check("arranged")
    compare.button("Show 1 hidden").click()
    compare.button("Back to the order of play").click()
    tools.until(lambda: compare.rows() == before)


def test_a_cell_opens_its_source_its_readings_and_a_position(compare: Compare) -> None:
    compare.visit(vs="polyglot~janod@de")
    cell = compare.key("cell-blocked_winner.2")
    cell.focus()
    compare.press("Enter")
    expect(cell).to_have_attribute("aria-expanded", "true")
    detail = compare.at(".cell-detail")
    statement = rules("janod@de").statements["blocked_winner"]
    expect(detail).to_contain_text(statement.says)
    expect(detail.locator(".source")).to_contain_text(f"line {statement.citation.line}")
    for reading in statement.readings:
        expect(detail).to_contain_text(reading.why)
    board = detail.locator(".board svg")
    expect(board).to_be_visible(timeout=SEARCHED)
    expect(detail.locator(".side")).to_have_count(2)
    assert board.locator("[data-tile]").count() > 3
    compare.check("cell")
    compare.button("Close").click()
    expect(detail).to_have_count(0)
    expect(cell).to_be_focused()


def test_from_an_open_cell_to_the_step_view_and_to_the_whole_deal(compare: Compare) -> None:
    compare.visit(vs="polyglot~polyglot@ko", cell="stuck.2")
    expect(compare.at(".cell-detail .board svg")).to_be_visible(timeout=SEARCHED)
    compare.button("See the whole deal").click()
    expect(compare.at(".lane")).to_have_count(2)
    expect(compare.at(".verdict").first).to_contain_text("“When stuck”")
    compare.page.go_back()
    compare.at(".cell-detail").get_by_role("button", name="Play this printing").click()
    compare.page.locator("#view-step[data-drawn]").wait_for(timeout=tools.PATIENCE)
    assert compare.link["rules"] == "polyglot@ko"
    compare.page.go_back()
    expect(compare.at(".cell-detail")).to_be_visible()


def test_the_table_is_taken_along_as_csv_markdown_and_page(compare: Compare) -> None:
    compare.visit(vs="polyglot~polyglot@vi~janod tie=each", all=1)
    expect(compare.at("tr.rule")).to_have_count(len(AXES))
    columns = (rules("polyglot"), rules("polyglot@vi"), rules("janod", tie="each"))
    expected = tables.Table(columns, every=True)
    assert compare.download("CSV") == tables.to_csv(expected).replace("\r\n", "\n")
    assert compare.download("Markdown") == tables.to_markdown(expected)
    page = compare.download("Printable page")
    assert page == tables.to_page(expected)


def test_printed_it_is_the_table_without_the_controls(compare: Compare) -> None:
    compare.page.emulate_media(media="print")
    expect(compare.at("nav.parts")).to_be_hidden()
    expect(compare.at("#search")).to_be_hidden()
    expect(compare.at("table.sides")).to_be_visible()
    assert compare.page.pdf().startswith(b"%PDF")
    compare.page.emulate_media(media="screen")


# -- The whole field ---------------------------------------------------------------------------------


def test_the_field_explains_a_square_to_the_mouse_and_to_the_keyboard(compare: Compare) -> None:
    compare.visit(part="field")
    expect(compare.charts()).to_have_count(2)
    whole = field()
    one, other = whole.ordered[0], whole.ordered[4]
    compare.page.mouse.move(*compare.to_square(0, 4, 0))
    tip = compare.page.locator(".bk-Tooltip:visible")
    expect(tip).to_contain_text(whole.explain_pair(one, other))
    compare.page.mouse.move(5, 5)
    compare.label("Look at").select_option(one)
    compare.label("beside").select_option(other)
    compare.label("in the rule").select_option("stuck")
    told = compare.at(".look")
    expect(told).to_contain_text(whole.explain_pair(one, other))
    expect(told).to_contain_text(whole.explain_cell(one, "stuck"))
    rings = """() => [...dominolab.views.get("compare").jsdoc.roots()[0].references()]
      .filter((it) => it.type === "GlyphRenderer" && it.name === "ring")
      .map((it) => [...it.data_source.data.x, ...it.data_source.data.y])"""
    wanted = [[4.5, 0.5], [0.5, whole.axes.index("stuck") + 0.5]]
    tools.until(lambda: compare.page.evaluate(rings) == wanted, what="the rings")
    compare.label("beside").select_option(one)
    alert = compare.at('[data-region="message"] [role="alert"]')
    expect(alert).to_contain_text("does not differ from itself")
    compare.reload()
    expect(told).to_contain_text(whole.explain_cell(one, "stuck"))
    compare.check("field")


def test_a_click_on_a_square_puts_two_side_by_side(compare: Compare) -> None:
    compare.visit(part="field")
    expect(compare.charts()).to_have_count(2)
    whole = field()
    compare.page.wait_for_timeout(300)
    compare.page.mouse.click(*compare.to_square(0, 4, 0))
    compare.expect_link(vs=f"{whole.ordered[0]}~{whole.ordered[4]}")
    expect(compare.at("table.sides")).to_be_visible()
    compare.page.go_back()
    expect(compare.charts()).to_have_count(2)
    row = whole.axes.index("stuck")
    compare.page.wait_for_timeout(300)
    compare.page.mouse.click(*compare.to_square(1, 2, row))
    compare.expect_link(cell="stuck.1")
    expect(compare.at("th.column-head").first).to_contain_text(whole.name(whole.ordered[2]))


def test_all_pairs_are_searched_and_opened_with_keys(compare: Compare) -> None:
    compare.visit(part="field")
    compare.at(
        "summary",
    ).filter(has_text="All pairs").click()
    expect(compare.at(".pair")).to_have_count(45)
    compare.label("Search a game").fill("sebastopol janod")
    compare.press("ArrowDown")
    pair = compare.at(".pair:visible")
    expect(pair).to_have_count(1)
    expect(pair).to_be_focused()
    expect(compare.at(".tip:visible")).to_contain_text("differ in")
    compare.at("summary").filter(has_text="Every rule by who has it").click()
    compare.check("field-lists")
    pair.focus()
    compare.press("Enter")
    expect(compare.at("h2")).to_have_text("Janod and Sebastopol")


# -- Lost in translation -----------------------------------------------------------------------------


@pytest.mark.parametrize("manual", MANUALS)
def test_the_map_has_every_language_and_every_departure(compare: Compare, manual: str) -> None:
    compare.visit(part="languages")
    compare.key(f"manual-{manual}").click()
    found = language_map(manual)
    expect(compare.at(".spot")).to_have_count(len(found.cells))
    for number, words in found.figures if found.axes else ():
        expect(compare.at(".figures li").filter(has_text=words)).to_contain_text(str(number))
    if found.axes:
        expect(compare.at("tr.language")).to_have_count(len(found.manual.languages))
        feet = compare.at(".map tfoot td .number").all_inner_texts()
        assert [int(n) for n in feet] == [found.count_axis(axis).total for axis in found.axes]
        for code in found.manual.languages:
            total = found.count_language(code).total
            if total:
                row = compare.key(f"row-{code}").locator(".total .number")
                expect(row).to_have_text(str(total))
    else:
        expect(compare.at('[data-region="main"]')).to_contain_text("nothing can be lost")
    compare.check(f"map-{manual}")


def test_a_mark_tells_text_phrase_line_and_effect(compare: Compare) -> None:
    compare.visit(part="languages")
    compare.key("ro.opener").click()
    (difference,) = rules("polyglot@ro").statements["opener"].differences
    told = compare.at(".difference")
    for words in (difference.says, difference.phrase, difference.effect):
        expect(told).to_contain_text(words)
    expect(told).to_contain_text(f"line {difference.citation.line}")
    expect(told).to_contain_text("Croatian, Serbian, Turkish, Malay and Thai")
    expect(compare.at(".spot.alike")).to_have_count(5)
    compare.check("map-open")
    compare.reload()
    expect(compare.key("ro.opener")).to_have_attribute("aria-current", "true")
    told.get_by_role("button", name="Side by side").click()
    compare.expect_link(vs="polyglot~polyglot@ro")
    compare.page.go_back()
    told.get_by_role("button", name="Play this printing").click()
    compare.page.locator("#view-step[data-drawn]").wait_for(timeout=tools.PATIENCE)
    assert compare.link["rules"] == "polyglot@ro"
    compare.page.go_back()
    expect(told).to_be_visible()
    compare.at(".spot-head").get_by_role("button", name="Close").click()
    expect(told).to_have_count(0)
    expect(compare.key("ro.opener")).to_be_focused()


def test_arrow_keys_walk_over_the_map(compare: Compare) -> None:
    compare.visit(part="languages", at="ko.stuck")
    compare.key("ko.stuck").focus()
    compare.press("ArrowRight")
    expect(compare.key("ko.round_end")).to_be_focused()
    expect(compare.at(".tip:visible")).to_contain_text("Korean, End of the round")
    compare.press("ArrowLeft", "ArrowUp")
    expect(compare.key("zh-Hant.stuck")).to_be_focused()
    compare.press("Enter")
    expect(compare.at(".difference")).to_contain_text("Traditional Chinese")


def test_languages_are_sorted_by_how_much_they_change(compare: Compare) -> None:
    compare.visit(part="languages")
    compare.label("Order of languages").select_option("most")
    wanted = [f"row-{x.code}" for x in language_map("polyglot").languages("most")]
    tools.until(
        lambda: compare.at("tr.language").evaluate_all("x => x.map(it => it.dataset.key)") == wanted
    )
    compare.expect_link(sort="most")


def test_the_tour_has_ten_stops_each_with_a_position_where_readings_part(compare: Compare) -> None:
    compare.visit(part="languages")
    compare.button("Start the tour").click()
    for number, case in enumerate(tour(), 1):
        stop = compare.at(".tour")
        expect(stop).to_contain_text(f"Stop {number} of 10")
        expect(stop.locator("h3")).to_contain_text(case.title)
        expect(stop).to_contain_text(case.difference.phrase)
        expect(stop).to_contain_text(case.after)
        expect(stop.locator(".board svg").first).to_be_visible(timeout=SEARCHED)
        sides = stop.locator(".side p").all_inner_texts()
        assert len(sides) == 2
        assert sides[0] != sides[1] or stop.locator(".board").count() == 2
        place = f"{case.printing.language}.{case.axis}"
        expect(compare.key(place)).to_have_attribute("aria-current", "true")
        compare.check(f"tour-{number}")
        if number < 10:
            expect(stop.locator("h3")).to_be_focused()
            compare.button("Next case ▸").click()
    expect(compare.button("Next case ▸")).to_be_disabled()
    compare.page.go_back()
    expect(compare.at(".tour")).to_contain_text("Stop 9 of 10")
    compare.button("Leave the tour").click()
    expect(compare.button("Start the tour")).to_be_focused()


# -- The same deal, two rulebooks --------------------------------------------------------------------


def test_a_deal_runs_in_lock_step_and_says_where_and_why_it_parts(compare: Compare) -> None:
    compare.visit(part="deal", vs="polyglot~polyglot@ko", players=2, seed=1)
    found = part(Setting(2, 1), rules("polyglot"), rules("polyglot@ko"))
    assert found.moment is not None
    verdict = compare.at(".verdict")
    expect(verdict).to_contain_text(found.where)
    for axis in found.axes:
        expect(verdict).to_contain_text(f"“{AXES[axis].label}”")
    slider = compare.page.get_by_role("slider", name="Moment of the round")
    expect(slider).to_have_value(str(found.moment))
    expect(compare.at(".lane.parts")).to_have_count(2)
    lanes = compare.at(".lane .then").all_inner_texts()
    assert lanes[0] != lanes[1]
    compare.check("deal")
    compare.press("ArrowLeft")
    expect(slider).to_have_value(str(found.moment - 1))
    lanes = compare.at(".lane .then").all_inner_texts()
    assert lanes[0] == lanes[1]
    compare.button("Where they part").click()
    expect(slider).to_have_value(str(found.moment))
    slider.focus()
    compare.press("End")
    expect(compare.at(".lane .then").first).to_contain_text("Result")
    expect(compare.at(".why")).to_contain_text(found.one.result_words())
    expect(compare.at(".why")).to_contain_text(found.other.result_words())


def test_three_rulebooks_and_one_that_cannot_be_played_so(compare: Compare) -> None:
    compare.visit(part="deal", vs="polyglot~block~polyglot@vi", players=5, seed=1)
    expect(compare.at(".lane")).to_have_count(3)
    expect(compare.at(".lane").nth(1)).to_contain_text("block is for 2, 3 or 4 players")
    expect(compare.at(".lane svg.dl, .lane .board svg")).to_have_count(2)
    expect(compare.at(".verdict")).to_contain_text("“Direction”")
    compare.check("deal-refused")
    players = compare.label("Players")
    players.fill("4")
    players.press("Tab")
    expect(compare.at(".lane .board svg")).to_have_count(3)
    players.fill("9")
    players.press("Tab")
    alert = compare.at('[data-region="message"] [role="alert"]')
    expect(alert).to_contain_text("from 2 to 5")
    compare.button("Another deal").click()
    compare.expect_link(seed="2", players="4")


def test_a_deal_that_matters_is_found_for_a_rule(compare: Compare) -> None:
    compare.visit(part="deal", vs="polyglot~muggins", players=2, seed=1, axis="stuck")
    compare.button("Find me a deal").click()
    compare.said("Found a deal", SEARCHED)
    seed = int(compare.link["seed"])
    assert seed > 1
    setting = Setting(2, seed)
    one, other = rules("polyglot"), rules("muggins")
    changed = one.replace(stuck=other.stuck)
    assert setting.play(one).outcome != setting.play(other).outcome
    assert setting.play(one).outcome != setting.play(changed).outcome
    expect(compare.at(".search")).to_contain_text(f"seed {seed}")
    compare.check("found")


def test_a_search_in_vain_shows_its_progress_and_can_be_cancelled(compare: Compare) -> None:
    # With two players it makes no difference which way round they sit.
    compare.visit(part="deal", vs="polyglot~polyglot@vi", players=2, seed=1, axis="direction")
    compare.button("Find me a deal").click()
    expect(compare.at(".search progress")).to_be_visible()
    expect(compare.at(".search")).to_contain_text(re.compile(r"[1-9]\d* deals tried"))
    compare.check("searching")
    compare.button("Cancel").click()
    expect(compare.at(".search progress")).to_have_count(0)
    expect(compare.at(".search")).to_contain_text("in none of them did it matter")
    compare.said("Cancelled")


# -- What a rule is worth ----------------------------------------------------------------------------


def numbers(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_a_simulation_gives_the_librarys_numbers_charts_csv_and_a_link(compare: Compare) -> None:
    compare.visit(part="worth", vs="polyglot~muggins", players=2, seed=7, bots="random")
    deals = compare.label("Deals")
    deals.fill("200")
    deals.press("Tab")
    compare.button("Simulate").click()
    compare.said("The simulation is finished", SEARCHED)
    ask = worth.Ask((rules("polyglot"), rules("muggins")), 2, 200, "random", 7)
    *_, expected = worth.run(ask)
    expect(compare.at(".verdict")).to_have_text(expected.summary)
    expect(compare.charts()).to_have_count(len(expected.rows()))
    for row in expected.rows():
        line = compare.at(".numbers tbody tr").filter(has_text=row.label)
        assert row.estimates[0] is not None
        expect(line).to_contain_text(worth.number(row.estimates[0].value, row.share))
        expect(line).to_contain_text(worth.interval(row.estimates[0], row.share))
    assert numbers(compare.download("CSV")) == numbers(worth.to_csv(expected))
    compare.check("worth")
    compare.button("Copy the link to this result").click()
    compare.said("The link is copied.")
    assert compare.page.evaluate("navigator.clipboard.readText()") == compare.page.url
    compare.reload()
    expect(compare.at(".verdict")).to_have_text(expected.summary, timeout=SEARCHED)
    expect(compare.charts()).to_have_count(len(expected.rows()), timeout=SEARCHED)


def test_one_changed_rule_is_simulated_and_five_players_are_refused_in_place(
    compare: Compare,
) -> None:
    compare.visit(part="worth", vs="polyglot~block", players=2, seed=1, rounds=100)
    against = compare.label("Polyglot against")
    against.select_option("direction=anticlockwise")
    compare.expect_link(change="direction=anticlockwise")
    compare.button("Simulate").click()
    compare.said("The simulation is finished", SEARCHED)
    expect(compare.at(".verdict")).to_contain_text("all intervals hold zero")
    expect(compare.at(".numbers thead")).to_contain_text("anticlockwise")
    against.select_option("")
    players = compare.label("Players")
    players.fill("5")
    players.press("Tab")
    refusal = compare.at('[data-region="message"]')
    expect(refusal).to_contain_text("block is for 2, 3 or 4 players")
    compare.button("Simulate").click()
    expect(compare.at(".numbers")).to_contain_text("Polyglot", timeout=SEARCHED)
    expect(compare.at(".numbers")).not_to_contain_text("Difference")
    compare.check("worth-refused")


def test_a_long_simulation_is_cancelled_and_what_it_found_stays(compare: Compare) -> None:
    compare.visit(part="worth", vs="polyglot~janod", players=2, seed=1, rounds=200000)
    compare.button("Simulate").click()
    bar = compare.page.get_by_role("progressbar", name="Simulation")
    expect(bar).to_be_visible()
    expect(compare.at(".numbers")).to_contain_text("Ended blocked")
    compare.check("simulating")
    compare.button("Cancel").click()
    expect(bar).to_have_count(0)
    expect(compare.at('[data-region="below"]')).to_contain_text("deals so far")
    expect(compare.button("Simulate")).to_be_enabled()


TICKS = """() => {
  let last = performance.timeOrigin + performance.now();
  self.gaps = [];
  self.ticking = setInterval(() => {
    const now = performance.timeOrigin + performance.now();
    self.gaps.push([last, now]);
    last = now;
  }, 2);
}"""
"""Notes from when to when the worker hears nothing."""


def worker_clock() -> Path:
    """Return the file in which the system counts how long our worker had a processor."""
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            parents[int(stat.parent.name)] = int(stat.read_text().rpartition(")")[2].split()[1])
    ours = {os.getpid()}
    while more := {child for child, parent in parents.items() if parent in ours} - ours:
        ours |= more
    names = [name for pid in ours for name in Path(f"/proc/{pid}/task").glob("*/comm")]
    workers = [name for name in names if name.read_text().startswith("DedicatedWorker")]
    clocks = [name.with_name("schedstat") for name in workers]
    return max(clocks, key=lambda clock: int(clock.read_text().split()[0]))


@contextmanager
def sampled(clock: Path) -> Iterator[list[tuple[float, float]]]:
    """Give the times of day with the processor time used by then, in ms, as they are sampled."""
    samples: list[tuple[float, float]] = []
    done = threading.Event()

    def sample() -> None:
        while not done.wait(0.002):
            samples.append((1e3 * time.time(), int(clock.read_text().split()[0]) / 1e6))

    thread = threading.Thread(target=sample)
    thread.start()
    try:
        yield samples
    finally:
        done.set()
        thread.join()


def test_a_thousand_deals_never_hold_up_a_click_for_a_tenth_of_a_second(compare: Compare) -> None:
    """The longest time in which the worker hears nothing, while 1,000 deals are played twice.

    What counts is the processor time that the worker takes in it: on a busy machine others keep it
    waiting, which is not the simulation's doing.
    """
    (worker,) = compare.page.workers
    compare.visit(part="worth", vs="janod~fives-and-threes", players=2, seed=1, rounds=1000)
    with sampled(worker_clock()) as samples:
        worker.evaluate(TICKS)
        compare.button("Simulate").click()
        expect(compare.charts()).to_have_count(len(worth.MEASURES) + 1, timeout=SEARCHED)
        gaps = worker.evaluate("() => { clearInterval(self.ticking); return self.gaps; }")
    expect(compare.at('[data-region="below"]')).to_contain_text("1,000 deals, 2 players")
    moments, used = zip(*samples, strict=True)
    taken = [float(np.interp(end, moments, used) - np.interp(start, moments, used))
             for start, end in gaps]  # fmt: skip
    assert sum(taken) > 200, "the worker's clock was not seen"
    longest = max(end - start for start, end in gaps)
    print(f"longest wait {longest:.0f} ms, of it {max(taken):.0f} ms of the worker's own")
    assert max(taken) <= 100


# -- Everyone ----------------------------------------------------------------------------------------

STATES: dict[str, dict[str, Any]] = {
    "table": {"cell": "hand.1"},
    "field": {"part": "field"},
    "languages": {"part": "languages", "at": "vi.direction"},
    "deal": {"part": "deal"},
    "worth": {"part": "worth", "rounds": 50, "run": 1},
}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_shows_every_part_without_scrolling_the_page_sideways(
    compare: Compare, scheme: str
) -> None:
    compare.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    compare.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    for name, state in STATES.items():
        compare.visit(**state)
        compare.page.wait_for_timeout(1500)
        assert compare.page.evaluate("document.documentElement.scrollWidth") <= 360, name
        small = compare.at("button:visible, select:visible, input:visible").evaluate_all(
            """them => them.filter(it => { const box = it.getBoundingClientRect();
                 return box.width < 24 || box.height < 24; }).map(it => it.outerHTML.slice(0, 90))"""
        )
        assert small == []
        compare.check(f"phone-{name}-{scheme}")
    compare.page.emulate_media(color_scheme="light")


def test_projected_and_dark_every_part_is_readable(compare: Compare) -> None:
    compare.page.emulate_media(color_scheme="dark")
    compare.page.set_viewport_size({"width": 1920, "height": 1080})
    for name, state in STATES.items():
        compare.visit(**state)
        compare.page.wait_for_timeout(1500)
        compare.check(f"projected-{name}")
    compare.page.emulate_media(color_scheme="light")


def test_hostile_links_open_with_a_clear_message(compare: Compare) -> None:
    fields = (
        *("vs", "all", "find", "hide", "order", "cell", "look", "manual", "sort", "at", "tour"),
        *("players", "seed", "bots", "moment", "axis", "rounds", "change", "run"),
    )
    message = compare.at('[data-region="problems"] [role="alert"]')
    for name in PARTS:
        compare.visit(part=name, **dict.fromkeys(fields, HOSTILE))
        expect(message).to_contain_text("The link")
        expect(compare.at("h2").first).to_be_visible()
    for state, words in (
        ({"part": HOSTILE}, "it must be"),
        ({"vs": "x" * 100_000}, "too long"),
        ({"vs": "nonsense@zz~polyglot"}, "There is no ruleset"),
        ({"vs": "~".join(["polyglot"] * 50)}, "the first 6 are shown"),
        ({"part": "worth", "rounds": "9" * 30, "run": 1}, "whole number"),
        ({"part": "deal", "seed": "1e99"}, "whole number"),
        ({"part": "languages", "at": "xx.yy"}, "does not have"),
        ({"part": "field", "look": "janod~janod~tie"}, "do not have"),
    ):
        compare.visit(**state)
        expect(message).to_contain_text(words)
    compare.check("hostile")
    compare.button("Close this message").click()
    expect(message).to_have_count(0)


def test_a_hostile_link_opens_a_new_page_too(
    page: Page, open_view: Callable[..., None], axe: Callable[[], None]
) -> None:
    open_view("compare", part="deal", vs=f"{HOSTILE}~janod", seed="1e9", axis=HOSTILE)
    other = Compare(page)
    alert = other.at('[data-region="problems"] [role="alert"]')
    expect(alert).to_contain_text("There is no ruleset")
    expect(other.at(".lane .board svg")).to_have_count(2)
    axe()
