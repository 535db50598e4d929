"""Simulated rounds per second in Chromium on the built site, beside `dominoes` in CPython.

Four players, seven tiles each, block, random legal play. Both are measured within one minute; on a
busy machine look at the ratio, and measure again.
"""

from __future__ import annotations

import random
import runpy
import statistics
import sys
from pathlib import Path
from time import perf_counter

import dominoes
from playwright.sync_api import sync_playwright

PROJECT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(PROJECT), str(PROJECT / "tests"), str(PROJECT / "site")]
VIEWS = PROJECT / "bench" / "views"

import browser as tools  # noqa: E402 - found by the line above

TURNS = 7
SECONDS = 0.8


def with_dominoes() -> float:
    """Return how many rounds a second the package `dominoes` plays here."""
    start = perf_counter()
    done = 0
    while perf_counter() - start < SECONDS:
        game = dominoes.Game.new()
        while game.result is None:
            game.make_move(*random.choice(game.valid_moves))
        done += 1
    return done / (perf_counter() - start)


def in_chromium(address: str) -> list[float]:
    """Return the rates that the page reports; its results must be those of this Python."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=tools.chromium(), args=list(tools.FLAGS)
        )
        page = chromium.new_page()
        tools.open_view(page, address, "speed")
        told = page.locator("#rates").inner_text(timeout=tools.PATIENCE)
        told_digest = page.locator("#digest").inner_text()
        chromium.close()
    digest = runpy.run_path(str(VIEWS / "speed.py"))["digest"]
    assert told_digest == digest(), "the browser's results are not those of this Python"
    return [float(rate) for rate in told.split()]


def main() -> None:
    """Build the site with the benchmark's view, measure and print the table."""
    folder = tools.build_site(PROJECT / "build" / "bench-site", "--apps", str(VIEWS))
    random.seed(1)
    before = [with_dominoes() for _ in range(TURNS)]
    with tools.serving(folder) as address:
        here = statistics.median(in_chromium(address))
    peer = statistics.median(before + [with_dominoes() for _ in range(TURNS)])
    print("\n| 4 players, 7 tiles each, block, random | rounds/s | ratio |")
    print("| --- | ---: | ---: |")
    print(f"| dominoes 6.1.0 in CPython | {peer:,.0f} | 1.0 |")
    print(f"| dominolab.simulate in Chromium | {here:,.0f} | {here / peer:.1f} |")


if __name__ == "__main__":
    main()
