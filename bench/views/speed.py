"""A view for the benchmark alone: the page's Python simulates, and shows what and how fast."""

from __future__ import annotations

import json
from hashlib import sha256
from time import perf_counter

import panel as pn

import dominolab as dl
from apps.parts import bridge

TITLE = "Speed"
TURNS = 5
ROUNDS = 16_384


def digest() -> str:
    """Return a mark of the results of every ruleset: the same on every platform."""
    found = [
        dl.simulate(game, dl.rules(game).counts[-1], 500, "random", seed=7).to_json()
        for game in dl.rulesets()
    ]
    return sha256(json.dumps(found, sort_keys=True).encode()).hexdigest()


def view(state: dict[str, str]) -> pn.viewable.Viewable:
    """Show the rounds per second of each turn after the first, which only warms up."""
    rules = dl.rules("block", hand={2: 7, 3: 7, 4: 7})
    rates = []
    for turn in range(TURNS + 1):
        start = perf_counter()
        dl.simulate(rules, 4, ROUNDS, seed=turn * ROUNDS)
        rates.append(ROUNDS / (perf_counter() - start))
    told = " ".join(f"{rate:.0f}" for rate in rates[1:])
    return pn.pane.HTML(f"<p id='rates'>{told}</p><p id='digest'>{digest()}</p>")


bridge.serve(view, TITLE, __name__)
