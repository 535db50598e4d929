"""The step view with the words of a person who uses it, for the browser tests."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from playwright.sync_api import Locator, expect

import browser as tools

if TYPE_CHECKING:
    from playwright.sync_api import Page, ViewportSize

PICTURES = tools.PROJECT / "build" / "screenshots"
WIDE: ViewportSize = {"width": 1280, "height": 800}
HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(2)>"


class Step:
    """The step view on a page, with the words of a person who uses it."""

    def __init__(self, page: Page, kind: str = "site") -> None:
        self.page = page
        self.kind = kind
        """Where it is opened: on the `site`, or `served` alone."""

    def at(self, selector: str) -> Locator:
        """Return a part of the view."""
        return self.page.locator(f".stage {selector}")

    @property
    def why(self) -> Locator:
        return self.at(".why")

    def visit(self, **state: object) -> None:
        """Go to a link of the open view, as Back and Forward do."""
        self.follow({key: str(value) for key, value in state.items()})
        if "step" in state:
            expect(self.where).to_have_text(re.compile(rf"^{state['step']} of "))
        self.leave_focus()

    def leave_focus(self) -> None:
        """Have the focus nowhere, as after a click beside everything."""
        self.page.evaluate("document.activeElement.blur()")

    def follow(self, state: dict[str, str]) -> None:
        self.open_link(f"?{urlencode({'view': 'step', **state})}")

    def open_link(self, link: str) -> None:
        self.page.evaluate(
            """link => {
              history.pushState(null, "", link);
              dispatchEvent(new PopStateEvent("popstate"));
            }""",
            link,
        )

    @property
    def where(self) -> Locator:
        return self.at(".where")

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def expect_step(self, number: int) -> None:
        expect(self.where).to_have_text(re.compile(rf"^{number} of "))

    def check(self, name: str) -> None:
        """Keep a picture of this state, and have axe-core look at it."""
        PICTURES.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=PICTURES / f"step-{self.kind}-{name}.png", full_page=True)
        found = tools.axe_violations(self.page)
        assert not found, "\n".join(found)

    def open_sheet(self, key: str) -> Locator:
        """Open the settings, the share box or the help with the button that says so."""
        sheet = self.at(f'dialog[data-key="{key}"]')
        if not sheet.evaluate("it => it.open"):
            self.at(f'[data-key="{key}-open"]').click()
        expect(sheet).to_be_visible()
        return sheet

    def open_house_rules(self) -> None:
        self.open_sheet("settings")
        if not self.at('[data-key="house"]').evaluate("it => it.open"):
            self.at('[data-key="house"] > summary').click()

    def close_sheet(self) -> None:
        self.press("Escape")
        expect(self.at("dialog[open]")).to_have_count(0)

    def tidy(self) -> None:
        """Leave the view as the next test may expect it."""
        self.at("dialog[open]").evaluate_all("them => them.forEach((it) => it.close())")
        self.at("details[open]").evaluate_all("them => them.forEach((it) => { it.open = false; })")

    def said(self, words: str) -> None:
        """Expect that a screen reader was told *words*."""
        expect(self.page.locator("#announcer")).to_contain_text(words)


__all__ = ["HOSTILE", "PICTURES", "WIDE", "Step"]
