"""Fixtures, most for the browser tests: Playwright is only imported when one of them runs."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import browser as tools

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

NewContext = Callable[..., "BrowserContext"]


@pytest.fixture
def untraced() -> Iterator[None]:
    """Leave coverage out of a test that plays what others have covered, many thousand times."""
    tracer = sys.gettrace()
    sys.settrace(None)
    yield
    sys.settrace(tracer)


@pytest.fixture(scope="session")
def site_folder() -> Path:
    """The built site, with the tests' views beside the real ones."""
    return tools.build_site(tools.PROJECT / "build" / "test-site")


@pytest.fixture(scope="session")
def site(site_folder: Path) -> Iterator[str]:
    """The address of the site on a local server."""
    with tools.serving(site_folder) as address:
        yield address


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=tools.chromium(), args=list(tools.FLAGS))
        yield found
        found.close()


@pytest.fixture
def new_context(browser: Browser) -> Iterator[NewContext]:
    """Make browser contexts (fresh profiles) that are closed after the test."""
    made: list[BrowserContext] = []

    def make(**options: object) -> BrowserContext:
        context = browser.new_context(**options)  # type: ignore[arg-type]
        context.set_default_timeout(20_000)
        made.append(context)
        return context

    yield make
    for context in made:
        context.close()


@pytest.fixture
def context(new_context: NewContext) -> BrowserContext:
    """A fresh profile with a desktop's window. Override in a module for other sizes."""
    return new_context(viewport={"width": 1280, "height": 800}, permissions=["clipboard-write"])


@pytest.fixture
def watch(context: BrowserContext) -> Iterator[tools.Watch]:
    """What goes wrong while the test runs; `watch.forgive(pattern)` for what it provokes."""
    seen = tools.Watch(context)
    yield seen
    seen.check()


@pytest.fixture
def page(context: BrowserContext, watch: tools.Watch) -> Page:
    """A page on which a foreign request, a console error or a CSP violation fails the test."""
    return context.new_page()


@pytest.fixture
def open_view(page: Page, site: str) -> Callable[..., None]:
    """Open a view of the site by its name, with a state: `open_view("step", seed=7)`."""
    return partial(tools.open_view, page, site)


@pytest.fixture
def axe(page: Page) -> Callable[[], None]:
    """Fail if axe-core finds anything to object to on the page."""

    def check(within: str = "body") -> None:
        found = tools.axe_violations(page, within)
        assert not found, "\n".join(found)

    return check
