"""A long session: five hundred actions, and no more memory than at the start."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

ASK = """() => new Promise((resolve) => {
  addEventListener("dominolab-memory", ({ detail }) => resolve(detail), { once: true });
  dominolab.ask("memory");
})"""

# Each action waits for Python's answer, as a person would.
ACT = """async (count) => {
  const find = (root, id) => {
    for (const each of root.querySelectorAll("*")) {
      if (each.id === id) return each;
      const inside = each.shadowRoot && find(each.shadowRoot, id);
      if (inside) return inside;
    }
  };
  const view = dominolab.views.get("workbench").element;
  const told = find(view, "told");
  for (let i = 0; i < count; i++) {
    const answered = new Promise((resolve) =>
      new MutationObserver((_, observer) => (observer.disconnect(), resolve()))
        .observe(told, { childList: true }));
    if (i % 2) find(view, "tile-6-3").dispatchEvent(new MouseEvent("click", { bubbles: true }));
    else {
      const key = i % 4 ? "ArrowLeft" : "ArrowRight";
      find(view, "board").dispatchEvent(new KeyboardEvent("keydown", { key }));
    }
    await answered;
  }
  return told.textContent;
}"""


def test_five_hundred_actions_do_not_grow_the_worker(
    page: Page, open_view: Callable[..., None]
) -> None:
    open_view("workbench")
    page.evaluate(ACT, 50)
    before = page.evaluate(ASK)
    last = page.evaluate(ACT, 500)
    after = page.evaluate(ASK)
    assert last.startswith("550: ")
    assert after["heap"] <= 1.2 * before["heap"]
    assert after["blocks"] <= 1.02 * before["blocks"]


def test_opening_a_view_anew_gives_its_memory_back(
    page: Page, open_view: Callable[..., None]
) -> None:
    open_view("workbench")
    anew = "dominolab.views.get('workbench').open({})"
    for _ in range(10):
        page.evaluate(anew)
    before = page.evaluate(ASK)
    for _ in range(30):
        page.evaluate(anew)  # without waiting for the drawing, as an impatient reader would
    after = page.evaluate(ASK)
    page.locator("#tile-6-3").click()
    expect(page.locator("#told")).to_have_text("1: 6-3")
    assert after["blocks"] <= 1.02 * before["blocks"]
