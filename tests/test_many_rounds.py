"""Very many rounds of all printings and numbers of players, each refereed from its record."""

from __future__ import annotations

import json

import pytest

import dominolab as dl
from dominolab.record import dumps

TABLES = [(name, players) for name in dl.printings() for players in dl.rules(name).counts]
MIXES = (["random"], ["greedy"], ["random", "greedy", "random", "greedy", "random"])


def referee(rounds: int, first_seed: int) -> int:
    """Play and referee that many rounds of every table; return how many in all."""
    done = 0
    for name, players in TABLES:
        rules = dl.rules(name)
        for index in range(rounds):
            seed = first_seed + index
            mix = MIXES[index % len(MIXES)]
            bots = mix * players if len(mix) == 1 else mix[:players]
            played = dl.play(rules, players, seed, bots)
            # As another program would get it: through the text, not as our own objects.
            record = json.loads(dumps(dl.round_record(played)))
            assert dl.check(record) is None, f"{name}, {players} players, seed {seed}, bots {bots}"
            done += 1
    return done


@pytest.mark.long
@pytest.mark.usefixtures("untraced")
def test_20_000_rounds_over_all_printings_break_no_rule() -> None:
    assert len({name for name, _ in TABLES}) == 103
    assert referee(20_000 // len(TABLES) + 1, first_seed=1) >= 20_000


@pytest.mark.slow
@pytest.mark.usefixtures("untraced")
def test_200_000_rounds_over_all_printings_break_no_rule() -> None:
    assert referee(200_000 // len(TABLES) + 1, first_seed=1_000_000) >= 200_000
