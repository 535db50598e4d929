"""Simulated rounds per second, side by side in one run on one core, and the memory they take.

The peers play the same game: four players, seven tiles each, block, random legal play. All take
turns within one process, so that whatever else the machine does meets all of them alike; what
counts are the ratios. Memory is measured in a fresh process for each number of rounds.
"""

from __future__ import annotations

import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor

import dominoes
import numpy as np
import pyspiel
from open_spiel.python.games import team_dominoes  # noqa: F401 - importing it registers the game

import dominolab as dl
from dominolab.lanes import Lanes
from dominolab.lanes.measure import AT_ONCE
from dominolab.simulate import simulate

TURNS = 5
SECONDS = 0.8
SEVEN_EACH = dl.rules("block", hand={2: 7, 3: 7, 4: 7})


def with_dominoes(seed: int) -> int:
    """Play rounds with the package `dominoes`."""
    random.seed(seed)
    for _ in range(20):
        game = dominoes.Game.new()
        while game.result is None:
            game.make_move(*random.choice(game.valid_moves))
    return 20


def with_open_spiel(seed: int) -> int:
    """Play rounds with OpenSpiel's `python_team_dominoes`."""
    chance = random.Random(seed)
    for _ in range(20):
        state = OPEN_SPIEL.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(chance.choice([a for a, _ in state.chance_outcomes()]))
            else:
                state.apply_action(chance.choice(state.legal_actions()))
    return 20


OPEN_SPIEL = pyspiel.load_game("python_team_dominoes")


def with_simulate(rules: dl.RuleSet, players: int) -> Callable[[int], int]:
    """Return a function that simulates a chunk of rounds, statistics included."""

    def play(seed: int) -> int:
        return simulate(rules, players, AT_ONCE, seed=seed * AT_ONCE).rounds

    return play


def with_plain(rules: dl.RuleSet, players: int) -> Callable[[int], int]:
    """Return a function that plays rounds with the plain engine."""

    def play(seed: int) -> int:
        for number in range(50):
            dl.play(rules, players, seed * 50 + number)
        return 50

    return play


def rate(play: Callable[[int], int], first: int) -> float:
    """Play as many rounds as fit into the time."""
    start = time.perf_counter()
    done = seed = 0
    while time.perf_counter() - start < SECONDS:
        done += play(first + seed)
        seed += 1
    return done / (time.perf_counter() - start)


def rates(plays: dict[str, Callable[[int], int]]) -> dict[str, float]:
    """Return the median rates; the players take turns."""
    for play in plays.values():
        play(0)
    found: dict[str, list[float]] = {name: [] for name in plays}
    for turn in range(TURNS):
        for name, play in plays.items():
            found[name].append(rate(play, 1_000 * (turn + 1)))
    return {name: statistics.median(values) for name, values in found.items()}


def peers() -> None:
    """Print the rates beside those of other packages."""
    found = rates(
        {
            "dominoes 6.1.0": with_dominoes,
            "OpenSpiel python_team_dominoes": with_open_spiel,
            "dominolab, plain engine": with_plain(SEVEN_EACH, 4),
            "dominolab.simulate": with_simulate(SEVEN_EACH, 4),
        }
    )
    ours = found["dominolab.simulate"]
    print("| 4 players, 7 tiles each, block, random | rounds/s | simulate is faster |")
    print("| --- | ---: | ---: |")
    for name, value in found.items():
        print(f"| {name} | {value:,.0f} | {ours / value:,.1f} times |")


def rulesets() -> None:
    """Print the rates of every ruleset beside those of the plain engine."""
    print("\n| ruleset | players | plain, rounds/s | simulate, rounds/s | ratio |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for game in dl.rulesets():
        rules = dl.rules(game)
        players = rules.counts[-1]
        found = rates({"plain": with_plain(rules, players), "ours": with_simulate(rules, players)})
        ratio = found["ours"] / found["plain"]
        print(
            f"| {game} | {players} | {found['plain']:,.0f} | {found['ours']:,.0f} | {ratio:,.1f} |"
        )


# getrusage would tell what the parent took before the new program began, if that was more.
MEMORY = """
import re, sys
from pathlib import Path
from dominolab.simulate import simulate
rounds = int(sys.argv[1])
assert simulate("block", 4, rounds).rounds == rounds
print(re.search(r"VmHWM:\\s+(\\d+) kB", Path("/proc/self/status").read_text())[1])
"""


def memory() -> None:
    """Print the most memory that a whole process took, Python and numpy included."""
    print("\n| rounds | memory of the whole process |")
    print("| ---: | ---: |")
    for rounds in (1_000, 100_000, 1_000_000, 4_000_000):
        told = subprocess.run(
            [sys.executable, "-c", MEMORY, str(rounds)], check=True, capture_output=True, text=True
        )
        print(f"| {rounds:,} | {int(told.stdout) / 1024:,.0f} MB |")


def scaling() -> None:
    """Print how a process pool of two workers does beside one of a single worker."""
    found: dict[int, list[float]] = {1: [], 2: []}
    pools = {workers: ProcessPoolExecutor(workers) for workers in found}
    for turn in range(TURNS + 1):
        for workers, pool in pools.items():
            start = time.perf_counter()
            simulate("draw", 4, 1_000_000, executor=pool)
            if turn:  # the first run starts the workers
                found[workers].append(1_000_000 / (time.perf_counter() - start))
    for pool in pools.values():
        pool.shutdown()
    one, two = (statistics.median(values) for values in found.values())
    print("\n| process pool, draw, 4 players | rounds/s |")
    print("| --- | ---: |")
    print(f"| 1 worker | {one:,.0f} |")
    print(f"| 2 workers | {two:,.0f} ({two / one:.2f} times) |")


def main() -> None:
    """Measure and print all tables."""
    versions = f"Python {sys.version.split()[0]}, numpy {np.__version__}"
    load = f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores at the start"
    print(f"{versions}, {AT_ONCE:,} rounds at once; {load}\n")
    Lanes(SEVEN_EACH, 4, np.arange(8, dtype=np.uint64), ["random"] * 4).play()
    peers()
    rulesets()
    memory()
    scaling()


if __name__ == "__main__":
    main()
