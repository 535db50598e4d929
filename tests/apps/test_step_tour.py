"""A tour of the step view for a printing of each manual, on the built site and with `panel serve`.

Each test drives what a person would do from the set-up to the match; `test_step_browser.py` looks
at the single things more closely.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple
from urllib.request import urlopen

import pytest
from playwright.sync_api import expect

import browser as tools
from step_page import HOSTILE, WIDE, Step

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser


class Game(NamedTuple):
    """A printing as someone looks for it, and what the page then says of it."""

    words: str
    title: str
    manual: str
    players: str
    """As many as the manual allows."""


GAMES = (
    Game("korean", "Polyglot (Korean)", "the 37-language leaflet", "5"),
    Game("janod dutch", "Janod (Dutch)", "Janod", "4"),
    Game("branching croatian", "Branching (Croatian)", "the branching leaflet", "4"),
    Game("sebastopol danish", "Sebastopol (Danish)", "the five-game leaflet", "4"),
    Game("one draw", "Ukrainian, one draw (Ukrainian)", "the Ukrainian leaflet", "4"),
)


@contextmanager
def panel_server() -> Iterator[str]:
    """Serve the app alone, as `panel serve apps/step.py` does; give its address."""
    port = tools.free_port()
    command = [sys.executable, "-m", "panel", "serve", "apps/step.py", "--port", str(port)]
    process = subprocess.Popen(
        [*command, "--allow-websocket-origin", f"127.0.0.1:{port}"],
        cwd=tools.PROJECT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    address = f"http://127.0.0.1:{port}/step"

    def answers() -> bool:
        try:
            urlopen(address, timeout=10).close()
        except OSError:
            return False
        return True

    try:
        tools.until(answers, 60, "panel serve")
        yield address
    finally:
        process.terminate()
        process.wait()


@contextmanager
def address_of(kind: str, site: str) -> Iterator[str]:
    """Give the address at which the step view opens."""
    if kind == "site":
        yield f"{site}?view=step"
    else:
        with panel_server() as address:
            yield address


@pytest.fixture(scope="module", params=["site", "served"])
def opened(request: pytest.FixtureRequest, browser: Browser, site: str) -> Iterator[Step]:
    """The step view on one page for all tours: Python starts once."""
    context = browser.new_context(
        viewport=WIDE, permissions=["clipboard-read", "clipboard-write"], accept_downloads=True
    )
    context.set_default_timeout(20_000)
    watch = tools.Watch(context)
    with address_of(request.param, site) as address:
        page = context.new_page()
        page.goto(address)
        step = Step(page, request.param)
        step.where.wait_for(timeout=tools.PATIENCE)
        yield step
        context.close()
    watch.check()


@pytest.fixture
def step(opened: Step) -> Iterator[Step]:
    """The view as it opens."""
    opened.page.set_viewport_size(WIDE)
    opened.visit()
    opened.expect_step(18)
    yield opened
    opened.tidy()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.words.split()[0])
def test_a_tour_of_every_point(step: Step, game: Game) -> None:
    set_up(step, game)
    step_through(step, game)
    look_at_the_board_and_the_hands(step)
    try_another_move(step)
    share(step)
    play_the_match(step)
    step.check(f"tour-{game.words.split()[0]}")


def set_up(step: Step, game: Game) -> None:
    """Search the printing, take all players it allows, name one, choose another reading."""
    page = step.page
    step.press("s")
    page.get_by_label("Search a game or a language").fill(game.words)
    step.press("ArrowDown", "Enter")
    expect(step.at(".in-view")).to_contain_text(game.title)
    players = step.at('[data-key="players"]')
    assert players.locator("option").last.get_attribute("value") == game.players
    players.select_option(game.players)
    expect(step.at(".seat")).to_have_count(int(game.players))
    page.get_by_label("Name of seat 1").fill("Zoë")
    page.get_by_label("Name of seat 1").press("Tab")
    step.open_house_rules()
    rule = step.at("fieldset.house").first
    expect(rule).to_contain_text("Default.")
    rule.get_by_role("radio").nth(1).check()
    expect(step.at(".title")).to_contain_text("1 house rule")
    page.get_by_role("button", name="Back to the leaflet's own rules").click()
    expect(step.at(".title")).not_to_contain_text("house rule")
    step.close_sheet()
    expect(step.at(".title")).to_contain_text(game.title)
    expect(step.at(".title")).to_contain_text(game.manual)
    expect(step.at(".place-0 .name")).to_have_text("Zoë")
    step.expect_step(0)
    assert f"players={game.players}" in page.url


def step_through(step: Step, game: Game) -> None:
    """Read why at the first steps, then the score at the end; all marks are on the timeline."""
    for number in range(1, 4):
        step.press("ArrowRight")
        step.expect_step(number)
        expect(step.why.locator(".said").first).not_to_be_empty()
        source = step.why.locator(".source").first
        expect(source).to_contain_text(re.compile("stated|our reading"))
        expect(source).to_contain_text(game.manual)
        expect(source).to_contain_text(re.compile(r", lines? \d"))
        step.said(f"Step {number} of")
    step.press("End")
    expect(step.why).to_contain_text("The score of the round")
    expect(step.at(".marks .mark-end")).to_have_count(1)
    step.press("Home", "ArrowRight")
    step.expect_step(1)


def look_at_the_board_and_the_hands(step: Step) -> None:
    """The tile just laid is marked, the exits have pips, and a tile that does not fit says why."""
    expect(step.at("svg.table .dl-is-last")).to_have_count(1)
    expect(step.at("svg.table .dl-exit").first).to_have_text(re.compile("^[0-6]$"))
    expect(step.at(".stock")).to_contain_text(re.compile("stock"))
    last = int(step.where.inner_text().split()[2])
    for _ in range(last):
        if step.at('.tile[aria-disabled="true"]').count():
            break
        step.press("ArrowRight")
    unfit = step.at('.tile[aria-disabled="true"]').first
    unfit.focus()
    expect(step.at(".tip")).to_be_visible()
    expect(step.at(".tip")).to_contain_text(re.compile("stated|our reading|house rule"))
    step.press("Enter")
    expect(step.at('.try [role="alert"]')).to_be_visible()
    hands = step.at('[data-key="hands"]')
    hands.select_option("turn")
    expect(step.at(".seat:not(.turn) .face")).to_have_count(0)
    hands.select_option("all")
    expect(step.at(".seat:not(.turn) .face").first).to_be_visible()
    step.leave_focus()


def try_another_move(step: Step) -> None:
    """Find a step with a choice, take what was not played, and come back."""
    step.press("Home")
    step.expect_step(0)
    other = step.at('.try .move:not(:has-text("as played"))')
    last = int(step.where.inner_text().split()[2])
    at = 0
    while not other.count() and at < last:
        step.press("ArrowRight")
        at += 1
        step.expect_step(at)
    other.first.click()
    step.expect_step(at + 1)
    expect(step.at(".branch")).to_contain_text(f"after step {at}")
    step.leave_focus()
    step.press("b")
    expect(step.at(".branch")).to_have_count(0)
    step.expect_step(at)
    step.press("h")
    expect(step.at('[aria-label="What the bots would do"] tbody tr')).to_have_count(3)


def share(step: Step) -> None:
    """The copied link opens this step again; the record can be had as a file."""
    sentence = step.why.inner_text()
    step.press("k")
    step.page.get_by_role("button", name="Copy the link").click()
    expect(step.at(".sheet-of-share .message")).to_contain_text("Copied.")
    copied = step.page.evaluate("navigator.clipboard.readText()")
    with step.page.expect_download() as download:
        step.page.get_by_role("button", name="Download the record").click()
    assert download.value.suggested_filename.endswith(".json")
    step.close_sheet()
    step.press("End")
    step.open_link(copied)
    expect(step.why).to_have_text(re.compile(re.escape(sentence.split("\n")[0])))


def play_the_match(step: Step) -> None:
    """Play for a target: two rounds, their scores and the chart."""
    step.press("s")
    match = step.at('[data-key="match"]')
    if not match.is_enabled():
        target = step.at('[data-key="target"]')
        target.fill("60")
        target.press("Tab")
    match.check()
    expect(step.at(".outcome")).to_contain_text("wins")
    step.close_sheet()
    step.leave_focus()
    step.press("n")
    expect(step.at(".scoreboard tbody tr")).to_have_count(2)
    expect(step.page.locator("canvas").first).to_be_visible()


def test_back_in_the_browser_undoes_a_change(step: Step) -> None:
    step.open_sheet("settings")
    step.at('[data-key="players"]').select_option("3")
    expect(step.at(".seat")).to_have_count(3)
    step.close_sheet()
    step.page.go_back()
    expect(step.at(".seat")).to_have_count(2)
    step.expect_step(18)


def test_hostile_links_open_with_a_clear_message(step: Step) -> None:
    fields = (
        *("rules", "players", "seed", "who", "names", "match", "hands", "numerals", "text"),
        *("keys", "speed", "embed", "round", "won", "previous", "position", "moves", "step"),
    )
    message = step.at('[data-region="messages"] [role="alert"]')
    for state, words in (
        (dict.fromkeys(fields, HOSTILE), "cannot be read"),
        ({"rules": "x" * 100_000}, "too long"),
        ({"rules": "nonsense@zz"}, "There is no ruleset"),
        ({"rules": "janod", "step": "1000000000"}, "asks for step"),
        ({"rules": "janod", "moves": "9-9 " * 900}, "moves cannot be read"),
    ):
        step.follow(state)
        expect(message).to_contain_text(words)
        expect(step.at("svg.table")).to_be_visible()
    step.check("hostile")
