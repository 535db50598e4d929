"""A view for the benchmark alone: the page's Python simulates, and shows its rounds per second."""

from __future__ import annotations

from time import perf_counter

import panel as pn

import dominolab as dl
from apps.parts import bridge

TITLE = "Speed"
TURNS = 5
ROUNDS = 16_384


def view(state: dict[str, str]) -> pn.viewable.Viewable:
    """Show the rounds per second of each turn; the first one only warms up."""
    rules = dl.rules("block", hand={2: 7, 3: 7, 4: 7})
    rates = []
    for turn in range(TURNS + 1):
        start = perf_counter()
        dl.simulate(rules, 4, ROUNDS, seed=turn * ROUNDS)
        rates.append(ROUNDS / (perf_counter() - start))
    return pn.pane.HTML(f"<p id='rates'>{' '.join(f'{rate:.0f}' for rate in rates[1:])}</p>")


bridge.serve(view, TITLE, __name__)
