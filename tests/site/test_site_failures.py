"""Whatever fails, the page says what and what to do, and stays readable."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

import browser as tools

pytestmark = pytest.mark.browser

PROVOKED = (
    "404|ERR_ABORTED|ERR_FAILED|Failed to|download:|start:|frontend:|run:|wasm|MIME|DownloadError"
)


def expect_problem(page: Page, title: str, *words: str) -> None:
    expect(page.locator("#problem h2")).to_have_text(title, timeout=tools.PATIENCE)
    for text in words:
        expect(page.locator("#problem")).to_contain_text(text)
    expect(page.get_by_role("button", name="Load again")).to_be_visible()
    expect(page.get_by_role("rowheader", name="Opener").first).to_be_visible()


@pytest.mark.parametrize(
    ("pattern", "damage"),
    [
        ("numpy.bin", "missing"),
        ("own.bin", "cut"),
        ("memory.bin", "missing"),
        ("memory.bin", "cut"),
        ("pyodide.wasm.bin", "missing"),
        ("pyodide.wasm.bin", "cut"),
        ("pyodide.asm.js", "missing"),
        ("panel.min.js", "missing"),
        ("worker.js", "missing"),
    ],
)
def test_a_missing_or_cut_file_is_named(
    page: Page, watch: tools.Watch, site_folder: Path, tmp_path: Path, pattern: str, damage: str
) -> None:
    watch.forgive(PROVOKED)
    folder = tools.copy_site(site_folder, tmp_path / "site")
    file = tools.find_file(folder, pattern)
    if damage == "missing":
        file.unlink()
    else:
        file.write_bytes(file.read_bytes()[:-1000])
    with tools.serving(folder) as address:
        page.goto(address)
        expect_problem(page, "A part of Dominolab did not arrive", pattern)
        page.goto("about:blank")


def test_a_view_that_cannot_be_built_is_told_and_the_others_work(
    page: Page, watch: tools.Watch, open_view: Callable[..., None], site: str
) -> None:
    watch.forgive(PROVOKED)
    page.goto(f"{site}?view=broken&depth=1")
    expect(page.locator("#problem h2")).to_have_text(
        "This view could not be opened", timeout=tools.PATIENCE
    )
    expect(page.locator("#problem")).to_contain_text("RuntimeError: the link says so: 1")
    page.locator(".views a[data-view=hello]").click()
    page.get_by_role("button", name="Another tile").click()
    expect(page.locator("#answer")).to_have_text("3 pips, 1 clicks")


def test_webassembly_switched_off_is_told(
    new_context: Callable[..., BrowserContext], site: str
) -> None:
    page = new_context().new_page()
    page.add_init_script("delete globalThis.WebAssembly")
    page.goto(site)
    expect_problem(page, "WebAssembly is switched off", "another browser")
    page.get_by_role("button", name="Yes").click()
    expect(page.locator("#question .answer")).to_contain_text("That is right.")


def test_a_browser_without_a_needed_part_is_told(
    new_context: Callable[..., BrowserContext], site: str
) -> None:
    page = new_context().new_page()
    page.add_init_script("delete globalThis.DecompressionStream")
    page.goto(site)
    expect_problem(page, "This browser is too old", "Firefox")


def test_too_little_memory_is_told(new_context: Callable[..., BrowserContext], site: str) -> None:
    page = new_context().new_page()
    # What a browser throws when the machine has no room for Python's memory.
    page.route(
        "**/worker/worker.js",
        lambda route: route.fulfill(
            content_type="text/javascript",
            body="WebAssembly.Memory = class { constructor() { throw new RangeError("
            "'WebAssembly.Memory(): could not allocate memory'); } };\n" + route.fetch().text(),
        ),
    )
    page.goto(site)
    expect_problem(page, "The browser ran out of memory", "Close other tabs")


def test_a_page_opened_as_a_file_says_how_to_serve_it(
    new_context: Callable[..., BrowserContext], site_folder: Path
) -> None:
    page = new_context().new_page()
    page.goto((site_folder / "index.html").as_uri())
    expect(page.locator("#problem h2")).to_have_text("This page was opened as a file")
    expect(page.locator("#problem")).to_contain_text("python -m http.server")
    expect(page.get_by_role("rowheader", name="Opener").first).to_be_visible()


def test_a_shell_that_does_not_arrive_is_told(
    new_context: Callable[..., BrowserContext], site: str
) -> None:
    page = new_context().new_page()
    page.route("**/shell/link.js", lambda route: route.fulfill(status=404))
    page.goto(site)
    expect(page.locator("#problem h2")).to_have_text("A part of Dominolab did not arrive")
    expect(page.locator("#problem")).to_contain_text("Load the page again")
