"""How fast a view answers, measured in a page: the step view beside the least that Panel can do."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlencode

if TYPE_CHECKING:
    from playwright.sync_api import Page

STEPS = 100
MOST = 3.0
"""How many times slower than the slider the step view may answer."""
PATIENCE = 180_000
ROUND = {"rules": "muggins@en", "players": "2", "seed": "207", "step": "0"}
"""A round of 42 steps, in which tiles are laid and drawn and points are scored."""

# Each measurement does something, waits for the first change of what is watched, and notes the time.
_MEASURE = """async ({ view, steps }) => {
  const find = (root, selector) => {
    const found = root.querySelector(selector);
    if (found) return found;
    for (const each of root.querySelectorAll("*")) {
      const inside = each.shadowRoot && find(each.shadowRoot, selector);
      if (inside) return inside;
    }
  };
  const changed = (where) => new Promise((resolve) =>
    new MutationObserver((_, observer) => (observer.disconnect(), resolve())).observe(
      where, { childList: true, subtree: true, characterData: true, attributes: true }));
  // The page has been painted and is at rest, as when a person presses the next key.
  const seen = () => new Promise((resolve) =>
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 5))));
  const home = document.getElementById(`view-${view}`);
  const ways = {
    step: {
      watched: () => find(home, ".play"),
      act: (i) => document.body.dispatchEvent(new KeyboardEvent("keydown", {
        key: Math.floor(i / 40) % 2 ? "ArrowLeft" : "ArrowRight", bubbles: true, composed: true })),
    },
    slider: {
      watched: () => find(home, "p").parentNode,
      act: (i) => { dominolab.views.get("slider").jsdoc.roots()[0].children[0].value = (i + 1) % 7; },
    },
  };
  const { watched, act } = ways[view];
  const times = [];
  for (let i = 0; i < steps; i++) {
    const answered = changed(watched());
    const start = performance.now();
    act(i);
    await answered;
    times.push(performance.now() - start);
    await seen();
  }
  return times;
}"""


class Response(NamedTuple):
    """Medians in milliseconds."""

    step: float
    slider: float

    @property
    def ratio(self) -> float:
        """How many times slower than the slider the step view is."""
        return self.step / self.slider


def measure(page: Page, site: str) -> Response:
    """Measure both in one page with one Python: key to board, then slider to text."""
    medians = {}
    page.goto(f"{site}?{urlencode({'view': 'step', **ROUND})}")
    for view in ("step", "slider"):
        if view == "slider":
            page.locator('a[data-view="slider"]').first.click()
        page.locator(f"#view-{view}[data-drawn]").wait_for(timeout=PATIENCE)
        page.wait_for_timeout(1000)
        times = page.evaluate(_MEASURE, {"view": view, "steps": STEPS})
        medians[view] = statistics.median(times)
    return Response(medians["step"], medians["slider"])
