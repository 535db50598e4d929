"""The step view as people use it: in Chromium, on the built site, with keys and with the mouse.

All tests share one page, since starting Python takes seconds: each opens the state it needs as
Back and Forward do.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Locator, expect

import browser as tools
from step_page import HOSTILE, WIDE, Step

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def opened(browser: Browser, site: str) -> Iterator[Step]:
    context = browser.new_context(
        viewport=WIDE,
        permissions=["clipboard-read", "clipboard-write"],
        accept_downloads=True,
    )
    context.set_default_timeout(20_000)
    watch = tools.Watch(context)
    page = context.new_page()
    tools.open_view(page, site, "step")
    yield Step(page)
    context.close()
    watch.check()


@pytest.fixture
def step(opened: Step) -> Iterator[Step]:
    """The shared view at a desktop's size, as it opens."""
    opened.page.set_viewport_size(WIDE)
    opened.visit()
    opened.expect_step(18)
    yield opened
    opened.tidy()


# -- The first view, time ----------------------------------------------------------------------------


def test_it_opens_on_a_round_under_way_with_the_settings_folded(step: Step) -> None:
    expect(step.at("svg.table")).to_be_visible()
    expect(step.at("svg.table [data-tile]").first).to_be_visible()
    expect(step.at(".title")).to_contain_text("Muggins (English)")
    expect(step.why).to_contain_text("lays 0-0 on 6-0")
    expect(step.why).to_contain_text("the five-game leaflet, German, line 21")
    expect(step.why).to_contain_text("0 + 5 = 5")
    expect(step.at("svg.table .dl-is-last")).to_have_attribute("data-tile", "0-0")
    expect(step.at(".stock")).to_contain_text("The stock has 9 tiles.")
    expect(step.at('[data-region="setup"]')).to_be_hidden()
    bottom = step.at(".buttons").bounding_box()
    assert bottom is not None
    assert bottom["y"] + bottom["height"] <= 800  # the timeline is on the first screen
    step.check("first")


def test_keys_step_and_a_screen_reader_hears_each_step(step: Step) -> None:
    step.press("ArrowRight")
    step.expect_step(19)
    step.said("Step 19 of 42. Ann lays 4-0 on 0-0")
    step.press("ArrowLeft", "ArrowLeft")
    step.expect_step(17)
    step.press("Home")
    step.expect_step(0)
    expect(step.why).to_contain_text("Before the first tile")
    expect(step.at("svg.table [data-tile]")).to_have_count(0)
    step.press("End")
    step.expect_step(42)
    expect(step.why).to_contain_text("The score of the round")
    expect(step.at(".sheet").first).to_be_visible()
    step.check("end")


# Presses keys as a held key does, faster than pictures follow each other, and notes all that is shown.
HOLD = (
    tools.FIND
    + """async ({ key, times }) => {
  const where = find(document, ".time .where");
  const shown = [];
  const watcher = new MutationObserver(() => shown.push(where.textContent));
  watcher.observe(where, { childList: true, subtree: true, characterData: true });
  const replace = history.replaceState;
  let addresses = 0;
  history.replaceState = (...given) => { addresses += 1; replace.apply(history, given); };
  let said = 0;
  const listener = new MutationObserver(() => { if (announcer.textContent) said += 1; });
  listener.observe(announcer, { childList: true });
  for (let i = 0; i < times; i++) {
    const next = new KeyboardEvent("keydown", { key, repeat: i > 0, bubbles: true, composed: true });
    document.body.dispatchEvent(next);
    await new Promise((resolve) => setTimeout(resolve, i % 3 ? 0 : 12));
  }
  await new Promise((resolve) => setTimeout(resolve, 900));
  history.replaceState = replace;
  return { shown, addresses, said };
}"""
)


def test_a_held_key_shows_every_step_in_order_and_ends_exactly(step: Step) -> None:
    step.visit(rules="muggins@en", players=2, seed=207, step=0)
    for key, numbers in (("ArrowRight", range(1, 41)), ("ArrowLeft", range(39, -1, -1))):
        found = step.page.evaluate(HOLD, {"key": key, "times": 40})
        assert found["shown"] == [f"{number} of 42" for number in numbers]
        step.expect_step(numbers[-1])
        # The address and the words come along now and then, and are right in the end.
        assert f"step={numbers[-1]}" in step.page.url.split("&")
        step.said(f"Step {numbers[-1]} of 42.")
        assert found["addresses"] < 10
        assert found["said"] < 10


def test_the_buttons_the_list_and_the_scrubber_go_to_a_step(step: Step) -> None:
    step.page.get_by_role("button", name="First step").click()
    step.expect_step(0)
    step.page.get_by_role("button", name="Step forward").click()
    step.expect_step(1)
    step.page.get_by_role("button", name="Last step").click()
    step.expect_step(42)
    step.at('[data-key="step-7"]').click()
    step.expect_step(7)
    expect(step.at('[data-key="step-7"]')).to_have_attribute("aria-current", "step")
    scrubber = step.page.get_by_role("slider", name="Step")
    scrubber.focus()
    step.press("ArrowRight", "ArrowRight")
    step.expect_step(9)
    expect(scrubber).to_have_attribute("aria-valuetext", re.compile("Step 9 of 42: Ben"))
    box = scrubber.bounding_box()
    assert box is not None
    step.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    step.expect_step(21)
    for kind, count in (("points", 9), ("draw", 14), ("pass", 1), ("end", 1)):
        expect(step.at(f".marks .mark-{kind}")).to_have_count(count)


def test_it_plays_by_itself_at_a_chosen_speed_and_pauses(step: Step) -> None:
    step.at('[data-key="speed"]').select_option("4")
    step.page.evaluate("document.activeElement.blur()")
    step.press("Space")
    expect(step.page.get_by_role("button", name="Pause")).to_be_visible()
    expect(step.where).to_have_text(re.compile("^(2[1-9]|3.) of "))
    step.press("Space")
    expect(step.page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    paused = step.where.inner_text()
    step.page.wait_for_timeout(700)
    assert step.where.inner_text() == paused
    step.visit(rules="muggins@en", players=2, seed=207, step=40, speed=4)
    step.press("Space")
    step.expect_step(42)
    expect(step.page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_keys_can_be_seen_and_turned_off(step: Step) -> None:
    step.press("?")
    sheet = step.page.get_by_role("dialog", name="Help")
    expect(sheet).to_be_visible()
    expect(sheet).to_contain_text("one step forward or back")
    step.check("help")
    step.press("ArrowRight")
    step.expect_step(18)  # behind the sheet nothing moves
    sheet.get_by_label("Single keys work").uncheck()
    expect(step.at('[data-key="forward"]')).not_to_have_attribute("data-hotkey", "ArrowRight")
    sheet.get_by_role("button", name="Done").click()
    expect(sheet).to_be_hidden()
    step.page.evaluate("document.activeElement.blur()")
    step.press("ArrowRight", "End")
    step.page.wait_for_timeout(200)
    step.expect_step(18)


# -- Trying -------------------------------------------------------------------------------------------

CHOICE = {"rules": "block@en", "players": 2, "seed": 17}


def choice_step(step: Step, **more: object) -> None:
    """Go where the player to move has several moves."""
    step.visit(**CHOICE, step=1, **more)


def other_moves(step: Step) -> Locator:
    return step.at('.try .move:not(:has-text("as played"))')


def test_a_tile_and_an_exit_clicked_are_a_branch_with_a_way_back(step: Step) -> None:
    choice_step(step)
    played = step.at('.try .move:has-text("as played")').get_attribute("data-value") or ""
    tile = next(
        t
        for t in step.at(".tile.fits").evaluate_all("them => them.map(it => it.dataset.value)")
        if t != played.partition("@")[0]
    )
    step.at(f'[data-key="tile-{tile}"]').click()
    expect(step.at(f'[data-key="tile-{tile}"]')).to_have_attribute("aria-pressed", "true")
    expect(step.at(".exit.takes").first).to_be_visible()
    step.check("tile-chosen")
    step.at(".exit.takes").first.click()
    step.expect_step(2)
    expect(step.at(".dl-is-last")).to_have_attribute("data-tile", tile)
    expect(step.at(".branch")).to_contain_text("after step 1")
    assert "moves=" in step.page.url
    step.check("branch")
    step.page.get_by_role("button", name="Back to the original line").click()
    step.expect_step(1)
    expect(step.at(".branch")).to_have_count(0)
    assert "moves=" not in step.page.url


def test_the_keyboard_alone_lays_a_tile(step: Step) -> None:
    choice_step(step)
    step.at(".tile.fits").first.focus()
    tile = step.at(".tile.fits").first.get_attribute("data-value") or ""
    step.press("Enter")
    step.said(f"{tile} is chosen")
    exit_ = step.at(".exit.takes").first
    expect(exit_).to_be_focused()
    expect(exit_).to_have_attribute("aria-label", re.compile(f"Lay {tile} on"))
    step.press("Escape")
    expect(step.at(f'[data-key="tile-{tile}"]')).to_be_focused()
    step.press("Enter")
    expect(exit_).to_be_focused()
    step.press("Enter")
    step.expect_step(2)
    expect(step.at(".dl-is-last")).to_have_attribute("data-tile", tile)


def test_a_move_is_typed_or_chosen_by_its_digit(step: Step) -> None:
    choice_step(step)
    move = other_moves(step).first.get_attribute("data-value") or ""
    field = step.page.get_by_label("Type a move")
    field.fill(move)
    field.press("Enter")
    step.expect_step(2)
    expect(step.at(".branch")).to_be_visible()
    choice_step(step)
    expect(step.at(".branch")).to_have_count(0)
    number = other_moves(step).first.get_attribute("data-hotkey") or ""
    step.press(number)
    step.expect_step(2)
    expect(step.at(".branch")).to_be_visible()
    step.press("b")
    step.expect_step(1)


def test_an_alternative_beside_the_reason_is_tried(step: Step) -> None:
    step.visit(**CHOICE, step=2)
    alternative = step.why.locator(".move").first
    move = (alternative.get_attribute("data-value") or "").partition(" ")[2]
    alternative.click()
    expect(step.at(".branch")).to_be_visible()
    expect(step.at(".dl-is-last")).to_have_attribute("data-tile", move.partition("@")[0])


def test_what_the_rules_forbid_is_said_with_the_rule_and_changes_nothing(step: Step) -> None:
    choice_step(step)
    unfit = step.at('.tile[aria-disabled="true"]').first
    unfit.hover()
    expect(step.at(".tip")).to_contain_text("does not show")
    step.page.mouse.move(5, 5)
    expect(step.at(".tip")).to_be_hidden()
    unfit.focus()
    expect(step.at(".tip")).to_contain_text("the five-game leaflet, German, line 13")
    unfit.click(force=True)  # marked as disabled, but it answers
    alert = step.at('.try [role="alert"]')
    expect(alert).to_contain_text("does not show")
    step.check("forbidden")
    field = step.page.get_by_label("Type a move")
    for text, words in (
        ("draw", "may not draw"),
        ("9-9", "is not a tile"),
        (HOSTILE, "not a tile"),
    ):
        field.fill(text)
        field.press("Enter")
        expect(alert).to_contain_text(words)
        step.expect_step(1)


def test_the_bots_say_what_they_would_do_and_why(step: Step) -> None:
    choice_step(step)
    step.press("h")
    table = step.at('[aria-label="What the bots would do"]')
    expect(table.locator("tbody tr")).to_have_count(3)
    expect(table).to_contain_text("has the most pips")
    step.check("hint")
    table.get_by_role("button").first.click()
    step.expect_step(2)


def test_hands_are_shown_as_chosen(step: Step) -> None:
    choice_step(step)
    expect(step.at(".seat .hand .face")).to_have_count(13)
    hands = step.at('[data-key="hands"]')
    hands.select_option("turn")
    expect(step.at(".dl-down").locator("visible=true").first).to_be_visible()
    expect(step.at(".seat:not(.turn) .face")).to_have_count(0)
    expect(step.at(".seat.turn .tile").first).to_be_visible()
    hands.select_option("none")
    expect(step.at(".seat .face")).to_have_count(0)
    expect(step.at(".try")).to_contain_text("The hands are hidden")
    step.check("hidden")


# -- Setting up ---------------------------------------------------------------------------------------


def test_settings_deal_again_and_back_undoes_them(step: Step) -> None:
    step.open_sheet("settings")
    step.at('[data-key="players"]').select_option("4")
    expect(step.at(".seat")).to_have_count(4)
    step.expect_step(0)
    assert "players=4" in step.page.url
    step.page.get_by_label("Opposite players are partners").uncheck()
    step.page.wait_for_url(re.compile("pairs"))
    step.at('[data-key="seed"]').fill("77")
    step.at('[data-key="seed"]').press("Tab")
    step.page.wait_for_url(re.compile("seed=77"))
    step.page.get_by_label("Name of seat 1").fill(HOSTILE[:20])
    step.page.get_by_label("Name of seat 1").press("Tab")
    expect(step.at(".seat .name").first).to_have_text(HOSTILE[:20])
    step.page.get_by_label("Name of seat 1").fill("Zoë")
    step.page.get_by_label("Name of seat 1").press("Tab")
    expect(step.at(".seat .name").first).to_have_text("Zoë")
    step.open_house_rules()
    step.check("settings")
    for _ in range(5):
        step.page.go_back()
    expect(step.at(".seat")).to_have_count(2)
    step.expect_step(18)


def test_a_house_rule_is_one_of_the_readings_with_the_default_marked(step: Step) -> None:
    step.open_house_rules()
    tie = step.page.get_by_role("group", name="What if the lowest hands are equal?")
    expect(tie.get_by_role("radio").first).to_be_checked()
    expect(tie).to_contain_text("Default.")
    expect(tie).to_contain_text("our reading")
    tie.get_by_role("radio").nth(1).check()
    step.page.wait_for_url(re.compile("tie%3Deach"))
    expect(step.at(".title")).to_contain_text("1 house rule")
    expect(tie).to_contain_text("house rule")
    step.page.get_by_role("button", name="Back to the leaflet's own rules").click()
    expect(tie.get_by_role("radio").first).to_be_checked()


def test_a_wrong_setting_is_told_beside_it_and_changes_nothing(step: Step) -> None:
    step.open_sheet("settings")
    seed = step.at('[data-key="seed"]')
    seed.fill("-5")
    seed.press("Tab")
    expect(step.at('[data-region="setup"] [role="alert"]')).to_contain_text("whole number")
    step.expect_step(18)


def test_a_person_plays_against_a_bot(step: Step) -> None:
    step.visit(rules="block@en", players=2, seed=4, who="person,greedy", hands="turn", step=0)
    step.press("End")
    expect(step.at(".try h2")).to_have_text("Ann: your move")
    before = int(step.where.inner_text().split()[0])
    step.press("1")
    step.expect_step(before + 2)  # the bot has answered
    expect(step.at(".try h2")).to_have_text(re.compile("Ann: your move|The round is over"))
    expect(step.at(".branch")).to_have_count(0)
    step.check("person")


def test_numerals_and_a_text_board_can_be_had(step: Step) -> None:
    step.open_sheet("settings")
    step.page.get_by_label("Numbers on the tiles").check()
    expect(step.at("svg.table .dl-numeral").first).to_be_visible()
    step.page.get_by_label("Show the board as text too").check()
    expect(step.at(".text-board")).to_contain_text("The line runs")
    step.check("text")


# -- Keeping and sharing ------------------------------------------------------------------------------


def test_the_link_opens_exactly_this_after_a_reload(step: Step) -> None:
    step.visit(rules="polyglot@ko tie=each", players=3, seed=9, step=7, hands="turn")
    step.press("ArrowRight")
    step.expect_step(8)
    sentence = step.why.locator(".said").first.inner_text()
    board = step.at("svg.table").inner_html()
    step.page.reload()
    step.page.locator("#view-step[data-drawn]").wait_for(timeout=tools.PATIENCE)
    step.expect_step(8)
    expect(step.why.locator(".said").first).to_have_text(sentence)
    expect(step.at(".title")).to_contain_text("Polyglot (Korean)")
    step.page.wait_for_timeout(300)
    assert step.at("svg.table").inner_html() == board


def test_link_text_and_picture_are_copied(step: Step) -> None:
    step.open_sheet("share")
    pasted = "navigator.clipboard.readText()"
    step.page.get_by_role("button", name="Copy the link").click()
    expect(step.at(".sheet-of-share .message")).to_contain_text("Copied.")
    assert step.page.evaluate(pasted) == step.page.url
    step.page.get_by_role("button", name="Copy the position as text").click()
    step.page.wait_for_function(f"async () => (await {pasted}).includes('Muggins (English)')")
    step.page.get_by_role("button", name="Copy the picture as SVG").click()
    step.page.wait_for_function(f"async () => (await {pasted}).startsWith('<svg')")
    step.check("share")


def test_a_record_is_saved_and_opened_and_a_bad_file_changes_nothing(
    step: Step, tmp_path: Path
) -> None:
    step.visit(rules="janod", players=3, seed=5, step=4)
    step.open_sheet("share")
    with step.page.expect_download() as download:
        step.page.get_by_role("button", name="Download the record").click()
    saved = tmp_path / "round.json"
    download.value.save_as(saved)
    assert json.loads(saved.read_text())["rules"] == "janod"
    step.visit()
    step.expect_step(18)
    field = step.page.get_by_label("Open a record file")
    for name, text, words in (
        ("noise.json", "x" * 100_000, "share"),
        ("script.json", HOSTILE, "share"),
        ("cheat.json", saved.read_text().replace('"opener":', '"opened":'), "opener"),
    ):
        bad = tmp_path / name
        bad.write_text(text)
        field.set_input_files(bad)
        alert = step.at('.sheet-of-share [role="alert"]')
        expect(alert).to_be_visible()
        if words != "share":
            expect(alert).to_contain_text(words)
        step.expect_step(18)
        expect(step.at(".title")).to_contain_text("Muggins")
    step.check("bad-file")
    field.set_input_files(saved)
    expect(step.at(".title")).to_contain_text("Janod")
    expect(step.at('.sheet-of-share [role="status"]').first).to_contain_text(
        "every step keeps the rules"
    )
    expect(step.at(".seat")).to_have_count(3)


# -- The match ----------------------------------------------------------------------------------------


def test_a_match_runs_round_by_round_with_a_chart_to_its_winner(step: Step) -> None:
    step.visit(rules="polyglot@de", players=2, seed=6, step=0)
    step.open_sheet("settings")
    step.page.get_by_label("Play a match to the target").check()
    step.press("Escape")
    expect(step.at(".match")).to_contain_text("the first to reach 100 wins")
    next_round = step.page.get_by_role("button", name="Next round")
    rounds = 1
    while next_round.count() and rounds < 30:
        next_round.click()
        rounds += 1
        expect(step.at(".scoreboard tbody tr")).to_have_count(rounds)
        if rounds == 2:
            canvas = step.page.locator("#view-step canvas").first
            expect(canvas).to_be_visible()
            step.check("match")
    expect(step.at(".outcome")).to_contain_text("The match is over")
    assert rounds > 2
    step.page.get_by_role("button", name="Look at round 1", exact=True).click()
    expect(step.at(".try")).to_contain_text("An earlier round")
    step.check("match-over")


# -- Everyone -----------------------------------------------------------------------------------------


def test_projected_all_is_larger_and_the_settings_are_gone(step: Step) -> None:
    before = step.why.evaluate("it => parseFloat(getComputedStyle(it).fontSize)")
    step.press("p")
    expect(step.at('[data-key="settings-open"]')).to_be_hidden()
    after = step.why.evaluate("it => parseFloat(getComputedStyle(it).fontSize)")
    assert after == pytest.approx(1.5 * before)
    step.page.set_viewport_size({"width": 1920, "height": 1080})
    step.page.wait_for_timeout(400)
    step.check("projected")
    step.press("p")
    expect(step.at('[data-key="settings-open"]')).to_be_visible()


PLACES = (
    tools.FIND
    + """async (steps) => {
  const seen = [];
  for (let i = 0; i < steps; i++) {
    const key = new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true, composed: true });
    document.body.dispatchEvent(key);
    await new Promise((resolve) => setTimeout(resolve, 30));
    seen.push([".table-place", ".time"].map((part) => {
      const { top, height } = find(document, part).getBoundingClientRect();
      return [top + scrollY, height];
    }).flat());
  }
  return seen;
}"""
)


@pytest.mark.parametrize("width", [360, 1280])
def test_the_board_and_the_buttons_stay_where_they_are_from_step_to_step(
    step: Step, width: int
) -> None:
    step.page.set_viewport_size({"width": width, "height": 800})
    for rules, players in (
        *(("muggins@en", 2), ("polyglot@ko", 3), ("janod@fr", 4)),
        *(("branching@hr", 4), ("sebastopol", 4), ("ukrainian", 2)),
    ):
        step.visit(rules=rules, players=players, seed=5, step=0)
        step.page.wait_for_timeout(400)
        for values in zip(*step.page.evaluate(PLACES, 26), strict=True):
            assert max(values) - min(values) <= 1, (rules, players)


def test_the_focus_stays_in_the_hand_when_its_turn_is_over(step: Step) -> None:
    step.visit(rules="block@en", players=2, seed=17, step=1)
    step.at(".tile.fits").first.focus()
    seat = step.at(".seat-place:has(.seat.turn)")
    inside = seat.get_attribute("data-region")
    step.press("ArrowRight")
    step.expect_step(2)
    focused = "it => it.getRootNode().activeElement?.closest('[data-region]')?.dataset.region"
    assert step.at(".play").evaluate(focused) == inside


def test_a_phone_shows_each_score_of_a_match_on_one_line(step: Step) -> None:
    step.page.set_viewport_size({"width": 360, "height": 740})
    step.visit(rules="muggins@en", players=3, seed=2, match=1, round=4, step=3)
    tops = step.at(".scoreboard td").evaluate_all(
        """cells => cells.map((cell) => {
          const text = document.createRange();
          text.selectNodeContents(cell);
          return new Set([...text.getClientRects()].map(({ bottom }) => Math.round(bottom))).size;
        })"""
    )
    assert len(tops) == 12
    assert set(tops) == {1}


@pytest.mark.parametrize("height", [720, 800])
def test_projected_board_timeline_and_why_are_on_the_first_screen(step: Step, height: int) -> None:
    step.press("p")
    step.page.set_viewport_size({"width": 1280, "height": height})
    # Few and many players, hands of one tile and of a dozen, a line, a tree and a cross.
    for rules, players, at in (
        ("muggins@en", 2, 30),
        ("polyglot@ko", 3, 20),
        ("branching@hr", 4, 12),
        ("sebastopol", 4, 4),
        ("polyglot@ko", 5, 12),
    ):
        step.visit(rules=rules, players=players, seed=5, step=at)
        step.page.wait_for_timeout(300)  # the board is drawn for its new size
        for part in (".table-place", ".time", ".why"):
            box = step.at(part).bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= height, (rules, players, part)
            assert box["height"] > 130, (rules, players, part)
        for face in step.at(".hand .face").all():
            box = face.bounding_box()
            assert box is not None
            assert box["width"] >= 20, (rules, players)
    step.check(f"projected-{height}")
    step.press("p")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_has_board_timeline_why_and_hands_in_that_order(step: Step, scheme: str) -> None:
    step.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    step.page.set_viewport_size({"width": 360, "height": 740})
    step.page.wait_for_timeout(400)
    tops = [
        (step.at(part).first.bounding_box() or {"y": -1})["y"]
        for part in (".board", ".time", ".why", ".seat-place", ".try", ".all-steps")
    ]
    assert tops == sorted(tops)
    assert step.page.evaluate("document.documentElement.scrollWidth") <= 360
    small = step.at("button:visible, select:visible, input:visible").evaluate_all(
        """them => them.filter(it => { const box = it.getBoundingClientRect();
             return box.width < 24 || box.height < 24; }).map(it => it.outerHTML.slice(0, 90))"""
    )
    assert small == []
    step.check(f"phone-{scheme}")
    step.page.emulate_media(color_scheme="light")


def test_nothing_moves_for_who_asked_for_stillness(step: Step) -> None:
    step.page.emulate_media(reduced_motion="reduce")
    step.press("ArrowRight")
    step.expect_step(19)
    moving = step.at(".dl-last").evaluate("it => getComputedStyle(it).animationName")
    assert moving == "none"
    step.page.emulate_media(reduced_motion="no-preference")


def test_a_hostile_link_opens_a_new_page_too(
    page: Page, open_view: Callable[..., None], axe: Callable[[], None]
) -> None:
    open_view("step", rules=HOSTILE, names=HOSTILE, step="1e9", moves=HOSTILE, embed=1)
    other = Step(page)
    expect(other.at('[data-region="messages"] [role="alert"]')).to_contain_text("cannot be read")
    expect(other.at("svg.table")).to_be_visible()
    expect(other.at('[data-key="settings-open"]')).to_have_count(0)
    expect(page.locator(".head")).to_be_hidden()
    expect(page.get_by_role("link", name="Open in Dominolab")).to_be_visible()
    other.press("ArrowRight")
    other.expect_step(1)
    axe()
