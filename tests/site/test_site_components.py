"""What the dashboards are made of, each proved through the shell and under its strict policy."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import browser as tools

pytestmark = pytest.mark.browser


@pytest.fixture
def workbench(page: Page, open_view: Callable[..., None]) -> Page:
    open_view("workbench")
    return page


def test_a_component_sends_clicks_and_keys_to_python_and_shows_the_answer(workbench: Page) -> None:
    workbench.locator("#tile-6-3").click()
    expect(workbench.locator("#told")).to_have_text("1: 6-3")
    expect(workbench.locator("#count")).to_have_text("1")
    workbench.locator("#board").press("ArrowRight")
    expect(workbench.locator("#told")).to_have_text("2: ArrowRight")
    expect(workbench.locator("#last")).to_have_text("ArrowRight")


def test_timers_and_tasks_change_the_page(workbench: Page) -> None:
    run = workbench.get_by_role("button", name="Run")
    run.click()
    expect(workbench.locator("#ticks")).to_have_text(re.compile(r"^\d\d+$"))
    run.click()
    workbench.wait_for_timeout(150)
    before = workbench.locator("#ticks").inner_text()
    workbench.wait_for_timeout(300)
    assert workbench.locator("#ticks").inner_text() == before
    workbench.get_by_role("button", name="Beat").click()
    expect(workbench.locator("#beats")).to_have_text("3")
    expect(workbench.locator("#announcer")).to_have_text("three beats")


def test_files_go_in_and_out(workbench: Page) -> None:
    record = {"name": "r.json", "mimeType": "application/json", "buffer": b'{"a": 1}'}
    workbench.locator("input[type=file]").set_input_files(record)  # type: ignore[arg-type]
    expect(workbench.locator("#uploaded")).to_have_text("8 characters")
    with workbench.expect_download() as download:
        workbench.get_by_text("Download").click()
    assert download.value.suggested_filename == "round.txt"
    assert Path(download.value.path()).read_text() == "6-6 6-5\n"


def test_text_is_copied_to_the_clipboard(workbench: Page) -> None:
    workbench.context.grant_permissions(["clipboard-read", "clipboard-write"])
    workbench.get_by_role("button", name="Copy").click()
    expect(workbench.locator("#told")).to_have_text("copied")
    assert workbench.evaluate("navigator.clipboard.readText()") == "6-3"


def test_widgets_plots_and_tabs_are_live(workbench: Page) -> None:
    workbench.get_by_label("Rules").select_option("janod")
    workbench.get_by_label("Name").fill("Dee")
    workbench.get_by_label("Name").press("Enter")
    expect(workbench.get_by_text("chosen janod by Dee")).to_be_visible()
    expect(workbench.locator(".bk-Figure canvas").first).to_be_visible()
    workbench.get_by_text("Two", exact=True).click()
    expect(workbench.get_by_text("second")).to_be_visible()


def test_a_view_stays_as_it_was_while_another_is_shown(workbench: Page) -> None:
    workbench.locator("#tile-6-3").click()
    expect(workbench.locator("#told")).to_have_text("1: 6-3")
    workbench.locator(".views a[data-view=hello]").click()
    expect(workbench.locator("#answer")).to_be_visible()
    workbench.go_back()
    expect(workbench.locator("#board")).to_be_visible()


def test_an_error_in_a_callback_is_told_and_the_view_goes_on(
    workbench: Page, watch: tools.Watch
) -> None:
    watch.forgive("run: .*|ZeroDivisionError")
    workbench.get_by_role("button", name="Fail").click()
    expect(workbench.locator("#problem h2")).to_have_text("Something went wrong in this view")
    expect(workbench.locator("#problem")).to_contain_text("ZeroDivisionError")
    workbench.locator("#tile-6-3").click()
    expect(workbench.locator("#told")).to_have_text("1: 6-3")
