"""Golden transcripts: a whole round of every ruleset, and of printings that change play, in words.

A change of a rule shows here as a diff that a person can read. To write them anew:
`DOMINOLAB_WRITE_GOLDEN=1 python -m pytest tests/test_golden.py`.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import dominolab as dl

FOLDER = Path(__file__).with_name("golden")
# The players and the seed are chosen so that the round has what the game is about.
ROUNDS = {
    **dict.fromkeys(dl.rulesets(), (2, 5)),
    "block": (4, 0),
    "sebastopol": (4, 2),
    "branching": (3, 5),
    "ukrainian": (4, 17),
    "polyglot@vi": (3, 5),
    "polyglot@ko": (3, 7),
    "janod@de": (3, 1),
    "muggins@fr": (4, 17),
}


def golden(name: str) -> str:
    players, seed = ROUNDS[name]
    bots = ["greedy", "random"] * 3
    return dl.transcript(dl.play(name, players, seed, bots[:players])) + "\n"


@pytest.mark.parametrize("name", ROUNDS)
def test_the_transcript_is_as_it_was(name: str) -> None:
    file = FOLDER / f"{name}.txt"
    if os.environ.get("DOMINOLAB_WRITE_GOLDEN"):
        FOLDER.mkdir(exist_ok=True)
        file.write_text(golden(name), encoding="utf-8")
    assert golden(name) == file.read_text(encoding="utf-8")


def test_there_is_one_for_every_ruleset_and_none_besides() -> None:
    assert set(dl.rulesets()) <= set(ROUNDS)
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(ROUNDS)
