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

# Each measurement does something, waits for the first change of what is watched, notes the time, and
# checks that it was the change that was asked for: no step may be left out for speed.
_MEASURE = """async ({ view, steps, rests }) => {
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
  const press = (key) => document.body.dispatchEvent(
    new KeyboardEvent("keydown", { key, bubbles: true, composed: true }));
  const home = document.getElementById(`view-${view}`);
  const ways = {
    step: {
      watched: () => find(home, ".play"),
      begin: () => press("Home"),
      act: (i) => press(Math.floor(i / 40) % 2 ? "ArrowLeft" : "ArrowRight"),
      wanted: (i) => String(40 - Math.abs(40 - (i + 1) % 80)),
      shown: () => find(home, ".where b").textContent,
    },
    slider: {
      watched: () => find(home, "p").parentNode,
      begin: () => {},
      act: (i) => { dominolab.views.get("slider").jsdoc.roots()[0].children[0].value = (i + 1) % 7; },
      wanted: (i) => `${(i + 1) % 7} pips`,
      shown: () => find(home, "p").textContent,
    },
  };
  const { watched, begin, act, wanted, shown } = ways[view];
  begin();
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const times = [];
  for (let i = 0; i < steps; i++) {
    const answered = changed(watched());
    const start = performance.now();
    act(i);
    await answered;
    times.push(performance.now() - start);
    if (shown() !== wanted(i)) throw new Error(`${shown()} is shown, not ${wanted(i)}`);
    if (rests) await seen();
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


class Responses(NamedTuple):
    """The same keys twice: as a person presses them, and as a held key sends them."""

    at_rest: Response
    """The page has been painted and is at rest before each key."""
    back_to_back: Response
    """The next key follows at once, with no pause and no painted frame between."""


def measure(page: Page, site: str) -> Responses:
    """Measure both in one page with one Python: key to board, then slider to text."""
    medians: dict[tuple[str, bool], float] = {}
    page.goto(f"{site}?{urlencode({'view': 'step', **ROUND})}")
    # Keeping the site for later is over: it would slow down what is measured first.
    page.locator("html[data-offline]").wait_for(state="attached", timeout=PATIENCE)
    for view in ("step", "slider"):
        if view == "slider":
            page.locator('a[data-view="slider"]').first.click()
        page.locator(f"#view-{view}[data-drawn]").wait_for(timeout=PATIENCE)
        for rests in (True, False):
            times = page.evaluate(_MEASURE, {"view": view, "steps": STEPS, "rests": rests})
            medians[view, rests] = statistics.median(times)
    at_rest, back_to_back = (
        Response(medians["step", rests], medians["slider", rests]) for rests in (True, False)
    )
    return Responses(at_rest, back_to_back)
