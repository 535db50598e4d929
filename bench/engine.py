"""Whole block rounds per second, side by side in one run: this engine and the package `dominoes`.

Four players, seven tiles each, random legal play. The engines take turns, so that whatever else
the machine does meets both; what counts is the ratio.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable

import dominoes

import dominolab as dl
from dominolab.match import finish

TURNS = 9
SECONDS = 0.6
RULES = dl.rules("block", hand={2: 7, 3: 7, 4: 7})


def peer(seed: int) -> None:
    """Play one round with the package `dominoes`."""
    random.seed(seed)
    game = dominoes.Game.new()
    while game.result is None:
        game.make_move(*random.choice(game.valid_moves))


def reasons_off(seed: int) -> None:
    """Play one round to its score."""
    dl.play(RULES, 4, seed)


def reasons_on(seed: int) -> None:
    """Play one round, and take every step's remarks and what could not be laid, with the reason."""
    round_ = finish(dl.Round.deal(RULES, 4, seed))
    for step in round_.steps:
        step.remarks()
        step.unplayable  # noqa: B018 - worked out when it is read


def rounds_per_second(play: Callable[[int], None], first: int) -> float:
    """Play as many rounds as fit into the time."""
    start = time.perf_counter()
    done = 0
    while time.perf_counter() - start < SECONDS:
        for _ in range(50):
            play(first + done)
            done += 1
    return done / (time.perf_counter() - start)


def main() -> None:
    """Measure and print the table."""
    plays = {
        "dominoes 6.1.0": peer,
        "dominolab, reasons off": reasons_off,
        "dominolab, reasons on": reasons_on,
    }
    speeds: dict[str, list[float]] = {name: [] for name in plays}
    for turn in range(TURNS):
        for name, play in plays.items():
            speeds[name].append(rounds_per_second(play, turn * 1_000_000))
    base = statistics.median(speeds["dominoes 6.1.0"])
    print("Block, 4 players, 7 tiles each, random legal play, whole rounds\n")
    print("| engine | rounds/s (median) | ratio |\n|---|---:|---:|")
    for name, found in speeds.items():
        middle = statistics.median(found)
        print(f"| {name} | {middle:,.0f} | {middle / base:.2f} |")


if __name__ == "__main__":
    main()
