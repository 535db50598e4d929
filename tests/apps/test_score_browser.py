"""The scoring dashboard as a reader meets it: real Chromium, the built site, and `panel serve`."""

from __future__ import annotations

import csv
import io
import json
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from html import unescape
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit
from urllib.request import urlopen

import pytest

import browser as tools
from apps.scoring.catalog import PAGES
from apps.scoring.desk import TABS
from apps.scoring.question import Setting
from apps.scoring.questions import question
from apps.scoring.slips import Given, judge
from apps.scoring.worksheet import PARTS

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from conftest import NewContext

pytestmark = pytest.mark.browser

OpenView = Callable[..., None]
PORTS = range(8300, 8350)


def state(page: Page) -> dict[str, str]:
    """Return what the address says."""
    return {key: values[-1] for key, values in parse_qs(urlsplit(page.url).query).items()}


def see(page: Page, text: str) -> None:
    """Wait until the view shows *text*."""
    page.locator(".stage").get_by_text(text, exact=False).first.wait_for()


def tray(page: Page, label: str) -> None:
    page.get_by_role("button", name=label, exact=True).click()


# -- Rule by rule ----------------------------------------------------------------------------------


def test_a_clicked_tile_changes_every_term_and_the_link(open_view: OpenView, page: Page) -> None:
    open_view("score", tab="rules", rule="blocked-points")
    see(page, "Ann wins and scores 19 points.")
    tray(page, "Give 6-6 to Ann")
    see(page, "Ben wins and scores 26 points.")
    assert state(page)["hands"] == "2-1,6-6|4-4|6-5"
    page.reload()
    see(page, "Ben wins and scores 26 points.")


def test_typed_nonsense_gets_a_sentence_and_nothing_is_lost(
    open_view: OpenView, page: Page
) -> None:
    open_view("score", tab="rules", rule="out")
    field = page.get_by_label("Or type the hands")
    for typed, told in [
        ("9-9|1-0", "is not a tile"),
        ("6-4|6-4", "there twice"),
        ("|", "only one player can be out"),
        (",".join(f"{a}-{b}" for a in range(7) for b in range(a + 1)) + "|", "All 28 tiles"),
        ("<img src=x onerror=alert(1)>|1-0", "is not a tile"),
    ]:
        field.fill(typed)
        field.press("Enter")
        see(page, told)
        assert field.input_value() == typed
        see(page, "Ann wins and scores 19 points.")
    field.fill("|6-6")
    field.press("Enter")
    see(page, "Ann wins and scores 12 points.")
    assert page.locator(".message-alert").count() == 0


def test_every_rule_opens_shows_its_sources_and_its_examples(
    open_view: OpenView, page: Page
) -> None:
    open_view("score", tab="rules")
    for rule in PAGES.values():
        page.get_by_role("button", name=rule.title, exact=True).click()
        page.get_by_role("heading", name=rule.title, exact=True).wait_for()
        page.locator(".example").first.click()
        page.locator(".variant .outcome").first.wait_for()
        assert page.locator(".variant .source .place").count()
        assert state(page)["rule"] == rule.id


def test_back_undoes_a_change_of_rule(open_view: OpenView, page: Page) -> None:
    open_view("score", tab="rules", rule="out")
    page.get_by_role("button", name="Dividing by five").click()
    page.get_by_role("heading", name="Dividing by five", exact=True).wait_for()
    page.go_back()
    page.get_by_role("heading", name="Going out", exact=True).wait_for()


def test_the_points_can_be_hidden_to_predict_them(open_view: OpenView, page: Page) -> None:
    open_view("score", tab="rules", rule="out")
    page.get_by_label("Predict first").check()
    summary = page.get_by_text("Show what it comes to").first
    summary.wait_for()
    assert not page.get_by_text("Ann wins and scores 19 points.").first.is_visible()
    summary.click()
    assert page.get_by_text("Ann wins and scores 19 points.").first.is_visible()


# -- All rules at once, fives and threes -----------------------------------------------------------


def cells(row: Locator) -> list[str]:
    """Return what stands in a row, without what is only for narrow windows."""
    return [text.removesuffix(" points").strip() for text in row.locator("td").all_inner_texts()]


def test_presets_and_the_search_show_where_rules_part(open_view: OpenView, page: Page) -> None:
    open_view("score", tab="all")
    see(page, "7 different results.")
    page.get_by_role("button", name="One heavy tile against two light ones").click()
    french = page.locator("table.all tr", has_text="French, German and Italian")
    page.locator("table.all tr.compared").first.wait_for()
    assert cells(french)[:3] == ["Ann", "3", "3"]
    english = page.locator("table.all tr", has_text="English, Dutch and Spanish")
    assert cells(english)[:3] == ["Ben", "12", "12"]
    # The two that the preset sets against each other are marked.
    assert page.locator("table.all tr.compared").count() == 2
    page.get_by_label("Rules", exact=True).select_option("muggins")
    page.get_by_role("button", name="Find", exact=True).click()
    see(page, "Found after")
    page.get_by_role("button", name="Find the next").wait_for()
    page.get_by_label("Show other readings").check()
    page.locator("table.all tr.reading").first.wait_for()


def test_the_grid_the_totals_and_the_best_tile(open_view: OpenView, page: Page) -> None:
    open_view("score", tab="fives")
    see(page, "The ends count 15: 8 points.")
    see(page, "15 is the best total: 8 points.")
    page.locator("table.grid td[data-value='4-4,6-6']").first.click()
    see(page, "The ends count 20: 4 points.")
    page.get_by_role("group", name="One end").get_by_role("button", name="3, no double").click()
    see(page, "The ends count 15: 8 points.")
    page.get_by_role("button", name="Fives (Muggins)").click()
    see(page, "The ends count 15: 3 points.")
    page.get_by_role("button", name=re.compile("^Play 1000 rounds")).click()
    page.get_by_text("1000 of 1000 rounds played").wait_for(timeout=tools.PATIENCE)
    often = page.locator("table.totals tbody tr").nth(7).locator("td").last.inner_text()
    assert re.fullmatch(r"\d+\.\d%", often.strip())
    see(page, "19, 21, 23 cannot occur.")
    see(page, "24 cannot occur. It needs 12 at both ends")
    page.get_by_label("Or type my tiles").fill("9-9")
    page.get_by_label("Or type my tiles").press("Enter")
    see(page, "is not a tile")
    page.get_by_label("Or type my tiles").fill("6-1 2-1")
    page.get_by_label("Or type my tiles").press("Enter")
    page.get_by_text("Does not fit").first.wait_for()


def test_a_line_is_built_tile_by_tile(open_view: OpenView, page: Page) -> None:
    open_view("score", tab="fives", line="6-4")
    page.get_by_text("Build the line tile by tile").click()
    tray(page, "Lay 5-4")
    see(page, "The ends count 11: nothing.")
    tray(page, "Lay 6-5")
    page.get_by_role("button", name="6-5 on 5-4").click()
    see(page, "The ends count 12: 4 points.")


# -- Practice --------------------------------------------------------------------------------------


def answer(page: Page, setting: Setting, number: int, *, wrong: bool = False) -> str:
    """Answer a question, and return what the page should say about it."""
    asked = question(setting, number)
    see(page, asked.text)
    choice = asked.right[0] if asked.right else ""
    if wrong and asked.options:
        choice = next(option.key for option in asked.options if option.key not in asked.right)
    points = asked.points
    if wrong and points is not None:
        points += 50
    if asked.options:
        page.locator(f"input[name=choice][value='{choice}']").check()
    if points is not None and choice != "nobody":
        page.get_by_label("Points", exact=True).fill(str(points))
    page.get_by_role("button", name="Check").click()
    verdict = judge(asked, Given(choice, points))
    assert verdict.right != wrong
    see(page, verdict.sentence)
    return verdict.sentence


def test_a_class_gets_the_same_set_and_results_stay_on_the_device(
    open_view: OpenView, page: Page, axe: Callable[..., None]
) -> None:
    setting = Setting(seed=12, count=4, level=1)
    open_view("score", tab="practice", seed=12, n=4, level=1)
    page.get_by_role("button", name="Check").click()
    see(page, "Type how many points first")
    for number in range(4):
        answer(page, setting, number, wrong=number == 1)
        if number == 1:
            axe()
        page.keyboard.press("n") if number % 2 else page.get_by_role("button", name="Next").click()
    see(page, "3 of 4 right.")
    kept = page.evaluate("JSON.parse(localStorage.getItem('dominolab-practice'))")
    assert [row[5] for row in kept["results"]] == [True, False, True, True]

    page.get_by_role("button", name="Look again at 1 mistake").click()
    answer(page, setting, 1)
    page.reload()
    page.get_by_role("row", name="What does this play score? 1 1").wait_for(timeout=tools.PATIENCE)

    with page.expect_download() as saved:
        page.get_by_role("button", name="Download as CSV").click()
    rows = list(csv.reader(io.StringIO(saved.value.path().read_text("utf-8"))))
    assert len(rows) == 6
    # Nobody asked for the time, so none was taken.
    assert not page.get_by_label("Time my answers").is_checked()
    assert {row[-1] for row in rows[1:]} == {""}
    page.get_by_role("button", name="Clear", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Clear", exact=True).click()
    see(page, "Nothing answered yet.")
    assert page.evaluate("localStorage.getItem('dominolab-practice')") is None


def test_what_another_page_left_in_the_storage_does_no_harm(
    open_view: OpenView, page: Page, site: str
) -> None:
    page.add_init_script("localStorage.setItem('dominolab-practice', '{\"results\": [[1], 7]}')")
    open_view("score", tab="practice", seed=3)
    see(page, "Nothing answered yet.")


def test_a_set_is_shared_by_its_link_and_goes_on_after_back(
    open_view: OpenView, page: Page
) -> None:
    setting = Setting(seed=12, count=4, level=1)
    open_view("score", tab="practice", seed=12, n=4, level=1)
    page.get_by_role("button", name="Copy the link").click()
    see(page, "The link is copied.")
    answer(page, setting, 0)
    page.get_by_role("button", name="Next").click()
    see(page, "Question 2 of 4")
    page.get_by_role("button", name="All rules at once").click()
    see(page, "7 different results.")
    page.go_back()
    see(page, "Question 2 of 4")
    answer(page, setting, 1)
    page.get_by_role("button", name="See it in the round").click()
    page.locator("#view-step[data-drawn]").wait_for()
    assert state(page)["seed"] == str(question(setting, 1).source.seed)


def test_worksheets_are_saved_for_print_and_as_a_notebook(open_view: OpenView, page: Page) -> None:
    setting = Setting(seed=4, count=6)
    open_view("score", tab="sheet", seed=4, n=6)
    pages = {}
    for paper, size in (("A4", (595, 842)), ("Letter", (612, 792))):
        page.get_by_role("button", name=paper).click()
        for parts in PARTS:
            page.get_by_label("What it holds").select_option(parts)
            page.locator(f"#parts option[value={parts}][selected]").wait_for(state="attached")
            with page.expect_download() as saved:
                page.get_by_role("button", name="Download for print").click()
            assert saved.value.suggested_filename == "domino-scores-4.html"
            text = saved.value.path().read_text("utf-8")
            assert question(setting, 5).text in unescape(text)
            assert ("Answer key" in text) is (parts != "questions")
            pages[paper, parts] = printed(page, text, size)
        # The key begins on a page of its own.
        alone = pages[paper, "questions"] + pages[paper, "key"]
        assert pages[paper, "both"] == alone > 2
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download as notebook").click()
    assert json.loads(saved.value.path().read_text("utf-8"))["nbformat"] == 4
    page.emulate_media(media="print")
    assert page.locator(".paper").is_visible()
    assert not page.get_by_role("button", name="Letter").is_visible()


def printed(page: Page, text: str, size: tuple[int, int]) -> int:
    """Print a file in a window of its own; check its paper and return how many pages it takes."""
    sheet = page.context.new_page()
    sheet.set_content(text)
    pdf = sheet.pdf(prefer_css_page_size=True).decode("latin-1")
    sheet.close()
    boxes = re.findall(r"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf)
    assert {(round(float(w)), round(float(h))) for w, h in boxes} == {size}
    return len(re.findall(r"/Type /Page\b", pdf))


# -- For everyone ----------------------------------------------------------------------------------


def test_a_hostile_link_opens_and_says_what_it_could_not_read(
    open_view: OpenView, page: Page
) -> None:
    evil = "<img src=x onerror=alert(1)>"
    open_view("score", tab="rules", rule=evil, hands=evil, line="x" * 3000, by=evil, tie=evil)
    see(page, "The link")
    page.get_by_role("heading", name="Blocked: how much").wait_for()
    page.get_by_role("button", name="Close this message").click()
    page.locator(".message-alert").wait_for(state="detached")


def visit(page: Page) -> Iterator[str]:
    """Go through all parts of the dashboard."""
    for tab, name in TABS.items():
        page.get_by_role("button", name=name, exact=True).click()
        page.locator(f".stage.tab-{tab}").wait_for()
        yield tab


def test_axe_finds_nothing_to_object_to(
    open_view: OpenView, page: Page, axe: Callable[..., None]
) -> None:
    open_view("score")
    for _ in visit(page):
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            axe()


def test_axe_finds_nothing_in_what_a_reader_brings_about(
    open_view: OpenView, page: Page, axe: Callable[..., None]
) -> None:
    page.emulate_media(color_scheme="dark")
    open_view("score", tab="rules", rule="blocked-points", hands="9-9")
    page.get_by_label("Or type the hands").fill("6-4|6-4")
    page.get_by_label("Or type the hands").press("Enter")
    see(page, "there twice")
    page.get_by_label("Predict first").check()
    page.get_by_text("Show what it comes to").first.click()
    page.get_by_text("more can be read so").first.click()
    axe()
    page.get_by_label("Predict first").uncheck()
    page.get_by_role("button", name="The point for going out").click()
    see(page, "so all of these come to the same")
    axe()
    page.get_by_role("button", name="All rules at once").click()
    page.get_by_role("button", name="Equal lowest hands").click()
    page.locator("table.all tr.reading").first.wait_for()
    page.get_by_label("Set against").select_option("draw")
    page.get_by_role("button", name="Find", exact=True).click()
    see(page, "In 400 rounds")
    page.get_by_role("button", name="One heavy tile against two light ones").click()
    page.locator("table.all tr.compared").first.wait_for()
    axe()
    page.get_by_role("button", name="Fives and threes").click()
    page.get_by_text("Build the line tile by tile").click()
    page.get_by_text("Choose my tiles").click()
    page.get_by_role("button", name=re.compile("^Play 1000 rounds")).click()
    page.get_by_text("1000 of 1000 rounds played").wait_for(timeout=tools.PATIENCE)
    axe()
    page.get_by_role("button", name="Practice", exact=True).click()
    page.get_by_text("What is asked").click()
    page.get_by_text("Which games").click()
    page.get_by_role("button", name="Check").click()
    see(page, "first")
    axe()


def test_everything_fits_a_phone(new_context: NewContext, site: str) -> None:
    page = new_context(viewport={"width": 360, "height": 740}, has_touch=True).new_page()
    tools.open_view(page, site, "score", hands="6-6,5-5,5-4|4-4,3-3,2-2,1-1,0-0|6-5,6-4|6-3|6-2")
    held = page.get_by_role("button", name="Take 0-0 from Ben").first.bounding_box()
    assert held is not None
    assert held["width"] >= 24, "a long hand is not squeezed"
    for tab in visit(page):
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, tab
        small = page.evaluate(SMALL)
        assert not small, f"{tab}: {small}"
    page.get_by_role("button", name="Rule by rule").tap()
    for rule in PAGES.values():
        page.get_by_label("Scoring rule", exact=True).select_option(rule.id)
        page.get_by_role("heading", name=rule.title, exact=True).wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, rule.id


SMALL = """() => {
  const found = [];
  const walk = (node) => {
    for (const e of node.querySelectorAll('*')) {
      if (e.shadowRoot) walk(e.shadowRoot);
      if (!e.matches('button, summary, select, input') || !e.checkVisibility()) continue;
      const box = e.getBoundingClientRect();
      if (Math.min(box.width, box.height) < 24) found.push(e.outerHTML.slice(0, 90));
    }
  };
  walk(document);
  return found;
}"""
"""Everything to touch that is smaller than 24 pixels."""


def focused(page: Page) -> str:
    """Return the key of what has the focus."""
    return str(
        page.evaluate(
            "() => { let e = document.activeElement;"
            " while (e.shadowRoot && e.shadowRoot.activeElement) e = e.shadowRoot.activeElement;"
            " return e.dataset.key ?? ''; }"
        )
    )


def tab_to(page: Page, key: str) -> None:
    """Press Tab until the focus is there."""
    for _ in range(120):
        if focused(page) == key:
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never came to {key}")


def test_the_keyboard_alone_is_enough(open_view: OpenView, page: Page) -> None:
    open_view("score", tab="rules", rule="out")
    tab_to(page, "rule-blocked-points")
    page.keyboard.press("Enter")
    see(page, "Ann wins and scores 19 points.")
    tab_to(page, "tray-6-6")
    page.keyboard.press("Enter")
    see(page, "Ben wins and scores 26 points.")
    assert focused(page) == "tray-6-6"
    # The grid of ends is one stop; arrow keys move in it.
    open_view("score", tab="fives")
    tab_to(page, "cell-5-5-5")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    assert focused(page) == "cell-6-6-6"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowLeft")
    assert focused(page) == "cell-5-4-4"
    page.keyboard.press("Enter")
    see(page, "The ends count 13: nothing.")


def test_practice_with_the_keyboard_alone(open_view: OpenView, page: Page) -> None:
    setting = Setting(seed=12, count=2, kinds=("end",), level=1)
    open_view("score", tab="practice", seed=12, n=2, kinds="end", level=1)
    for number in range(2):
        asked = question(setting, number)
        see(page, asked.text)
        key = asked.right[0]
        first = asked.options[0].key
        tab_to(page, f"option-{number + 1}-{first}")
        page.keyboard.press("Space")
        for _ in range([option.key for option in asked.options].index(key)):
            page.keyboard.press("ArrowDown")
        tab_to(page, f"points-{number + 1}")
        page.keyboard.type(str(asked.points))
        page.keyboard.press("Enter")
        see(page, "Right:")
        tools.until(lambda: focused(page) == "next", what="the focus on Next")
        page.keyboard.press("n")
    see(page, "2 of 2 right.")


def test_what_is_touched_stays_in_sight(open_view: OpenView, page: Page) -> None:
    open_view("score", tab="rules", rule="blocked-points")
    page.get_by_role("button", name="Practise this rule").scroll_into_view_if_needed()
    tile = page.get_by_role("button", name="Give 6-6 to Ann", exact=True)
    box = tile.bounding_box()
    assert box is not None
    assert 0 <= box["y"] < 800 - box["height"]
    page.emulate_media(media="print")
    assert not tile.is_visible()
    see(page, "Ann wins and scores 19 points.")


# -- Without the site ------------------------------------------------------------------------------


def test_it_serves_alone_with_panel(page: Page) -> None:
    port = next(port for port in PORTS if _free(port))
    command = [sys.executable, "-m", "panel", "serve", "apps/score.py", "--port", str(port)]
    served = subprocess.Popen(
        [*command, "--allow-websocket-origin", f"127.0.0.1:{port}"],
        cwd=tools.PROJECT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        address = f"http://127.0.0.1:{port}/score"
        _wait_for(address)
        page.goto(f"{address}?tab=rules&rule=out&hands=|6-6")
        see(page, "Ann wins and scores 12 points.")
        page.get_by_role("button", name="Practice", exact=True).click()
        page.get_by_role("button", name="Check").wait_for()
    finally:
        served.terminate()
        served.wait()


def _free(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) != 0


def _wait_for(address: str) -> None:
    end = time.monotonic() + 60
    while True:
        try:
            urlopen(address, timeout=10).close()
        except OSError:
            assert time.monotonic() < end, "panel serve did not start"
            time.sleep(0.2)
        else:
            return
