"""From the first byte to a live widget, and what stays readable on the way."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

import browser as tools

pytestmark = pytest.mark.browser

MARKUP = "<img src=x onerror=document.title='run'>"


def test_a_cold_start_ends_in_a_widget_that_answers(page: Page, site: str) -> None:
    page.goto(f"{site}?view=hello")
    expect(page.locator("#loading-text")).to_have_text(re.compile("Loading|Starting"))
    page.get_by_role("button", name="Another tile").click(timeout=tools.PATIENCE)
    expect(page.locator("#answer")).to_have_text("3 pips, 1 clicks")


def test_every_request_stays_on_the_host(
    page: Page, site: str, watch: tools.Watch, open_view: Callable[..., None]
) -> None:
    open_view("workbench")
    tools.wait_until_kept(page)
    assert len(watch.requests) > 30
    assert all(url.startswith((site, "blob:" + site)) for url in watch.requests)


def test_the_progress_bar_counts_to_the_bytes_of_the_build(page: Page, site: str) -> None:
    page.add_init_script(
        """window.seen = [];
        addEventListener("DOMContentLoaded", () => {
          const numbers = document.getElementById("loading-numbers");
          new MutationObserver(() => seen.push(numbers.textContent))
            .observe(numbers, { childList: true, characterData: true, subtree: true });
        });"""
    )
    page.goto(site)
    tools.wait_for_python(page)
    seen = page.evaluate("seen")
    loaded = [float(text.split(" of ")[0]) for text in seen]
    total = float(seen[-1].split(" of ")[1].removesuffix(" MB"))
    assert loaded == sorted(loaded)
    assert len(set(loaded)) > 5
    assert loaded[-1] == total > 8


def test_the_first_question_answers_without_python(
    page: Page, site: str, watch: tools.Watch
) -> None:
    page.route("**/*.bin", lambda route: route.abort())
    watch.forgive("ERR_FAILED|DownloadError|download:|wasm instantiation failed")
    page.goto(site)
    page.get_by_role("button", name="No", exact=True).click()
    expect(page.locator("#question .answer")).to_contain_text("Not quite.")
    page.get_by_role("button", name="Yes", exact=True).click()
    expect(page.locator("#question .answer")).to_contain_text("That is right.")
    expect(page.locator("#question .answer")).to_contain_text("10 together")
    expect(page.locator("#announcer")).to_contain_text("Ann scores 2 points")


def test_without_javascript_the_tables_remain(
    new_context: Callable[..., BrowserContext], site: str
) -> None:
    page = new_context(java_script_enabled=False).new_page()
    page.goto(site)
    expect(page.locator("noscript p.notice")).to_be_visible()
    expect(page.get_by_role("columnheader", name="Janod")).to_be_visible()
    expect(page.get_by_role("rowheader", name="Opener").first).to_be_visible()
    expect(page.get_by_role("button", name="Yes")).to_be_hidden()
    expect(page.locator("#question noscript p")).to_be_visible()


def test_going_from_view_to_view_starts_python_once(page: Page, site: str) -> None:
    started: list[str] = []
    page.on("worker", lambda worker: started.append(worker.url))
    page.goto(site)
    tools.wait_for_python(page)
    page.locator(".views a[data-view=hello]").click()
    page.get_by_role("button", name="Another tile").click()
    page.locator(".views a[data-view=workbench]").click()
    expect(page.locator("#view-workbench h1")).to_be_focused()
    expect(page.get_by_role("button", name="Beat")).to_be_visible()
    page.locator(".views a[data-view=hello]").click()
    expect(page.locator("#answer")).to_have_text("3 pips, 1 clicks")
    expect(page).to_have_title("Count pips · Dominolab")
    assert len(started) == 1


def test_back_undoes_and_a_reload_keeps_the_state(
    page: Page, open_view: Callable[..., None]
) -> None:
    open_view("hello", pips=2)
    page.locator(".noUi-handle").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#answer")).to_have_text("3 pips, 0 clicks")
    expect(page).to_have_url(re.compile(r"\?view=hello&pips=3$"))
    expect(page.locator("#announcer")).to_have_text("3 pips")
    page.go_back()
    expect(page.locator("#answer")).to_have_text("2 pips, 0 clicks")
    page.go_forward()
    expect(page.locator("#answer")).to_have_text("3 pips, 0 clicks")
    page.reload()
    expect(page.locator("#answer")).to_have_text("3 pips, 0 clicks", timeout=tools.PATIENCE)


def test_a_link_to_an_unknown_view_opens_the_start_page_and_says_so(page: Page, site: str) -> None:
    page.goto(f"{site}?view=nothing")
    expect(page.locator("#problem h2")).to_have_text("This link names a view that is not here")
    expect(page.locator("#question")).to_be_visible()
    tools.wait_for_python(page)


def test_nothing_in_a_link_becomes_markup_or_runs(page: Page, site: str) -> None:
    page.goto(f"{site}?view={MARKUP}&pips={MARKUP}&__proto__={MARKUP}")
    expect(page.locator("#problem")).to_contain_text("<img src=x")
    tools.wait_for_python(page)
    page.goto(f"{site}?view=hello&pips={MARKUP}&{MARKUP}=1&constructor=1&__proto__=2")
    expect(page.locator("#answer")).to_have_text("3 pips, 0 clicks", timeout=tools.PATIENCE)
    assert page.locator("img[src=x]").count() == 0
    assert "run" not in page.title().split()


def test_the_page_can_be_used_by_keyboard_and_screen_reader(
    page: Page, site: str, axe: Callable[[], None]
) -> None:
    page.goto(site)
    page.keyboard.press("Tab")
    expect(page.get_by_text("Skip to the content")).to_be_focused()
    tools.wait_for_python(page)
    axe()
    page.emulate_media(color_scheme="dark")
    axe()


@pytest.mark.parametrize("width", [360, 768, 1920])
def test_the_start_page_fits_every_window(page: Page, site: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 740})
    page.goto(site)
    expect(page.get_by_role("button", name="Yes")).to_be_in_viewport()
    for picture in page.locator(".door .picture").all():
        frame, drawing = picture.bounding_box(), picture.locator("svg").bounding_box()
        assert frame is not None
        assert drawing is not None
        assert drawing["y"] >= frame["y"]
        assert drawing["y"] + drawing["height"] <= frame["y"] + frame["height"]
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_site_is_small_enough_for_a_slow_line(site_folder: Path) -> None:
    import gzip

    from sitekit.kinds import is_compressible
    from sitekit.lab import is_only_for_lab

    sent = sum(
        len(gzip.compress(path.read_bytes(), 6))
        if is_compressible(path.name)
        else path.stat().st_size
        for path in site_folder.rglob("*")
        if path.is_file() and not is_only_for_lab(path.relative_to(site_folder).as_posix())
    )
    assert sent < 12_000_000
