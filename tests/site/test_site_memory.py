"""A long session: five hundred actions, and no more memory than at the start."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

import browser as tools

pytestmark = pytest.mark.browser

ASK = """() => new Promise((resolve) => {
  addEventListener("dominolab-memory", ({ detail }) => resolve(detail), { once: true });
  dominolab.ask("memory");
})"""

# Each action waits for Python's answer, as a person would.
ACT = """async ({{ view, changing, count }}) => {{
  {find}
  const home = dominolab.views.get(view).element;
  const place = find(home, changing);
  for (let i = 0; i < count; i++) {{
    await new Promise((resolve, reject) => {{
      const late = setTimeout(() => reject(new Error(`no answer to action ${{i}}`)), 10000);
      new MutationObserver((_, observer) => {{
        observer.disconnect();
        clearTimeout(late);
        resolve();
      }}).observe(place, {{ childList: true, subtree: true, attributes: true }});
      {action}
    }});
  }}
  return place.textContent;
}}"""
CLICK_AND_TYPE = """
  if (i % 2) find(home, "#tile-6-3").dispatchEvent(new MouseEvent("click", { bubbles: true }));
  else find(home, "#board").dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" }));
"""
# Forwards and backwards through a round of 42 steps.
GO_ALONG = """
  const key = Math.floor(i / 40) % 2 ? "ArrowLeft" : "ArrowRight";
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
"""


def act(page: Page, view: str, changing: str, action: str, count: int) -> str:
    script = ACT.format(find=tools.FIND, action=action)
    return str(page.evaluate(script, {"view": view, "changing": changing, "count": count}))


def test_five_hundred_actions_do_not_grow_the_worker(
    page: Page, open_view: Callable[..., None]
) -> None:
    open_view("workbench")
    act(page, "workbench", "#told", CLICK_AND_TYPE, 50)
    before = page.evaluate(ASK)
    last = act(page, "workbench", "#told", CLICK_AND_TYPE, 500)
    after = page.evaluate(ASK)
    assert last.startswith("550: ")
    assert after["heap"] <= 1.2 * before["heap"]
    assert after["blocks"] <= 1.02 * before["blocks"]


def test_five_hundred_steps_in_a_round_do_not_grow_the_worker(
    page: Page, open_view: Callable[..., None]
) -> None:
    open_view("step", rules="muggins@en", players=2, seed=207, step=0)
    act(page, "step", ".stage", GO_ALONG, 80)
    before = page.evaluate(ASK)
    act(page, "step", ".stage", GO_ALONG, 480)
    after = page.evaluate(ASK)
    assert after["heap"] <= 1.2 * before["heap"]
    assert after["blocks"] <= 1.05 * before["blocks"]


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
