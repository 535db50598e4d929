"""The questions of a worksheet as a notebook: the position to look at, room to answer, the check."""

from __future__ import annotations

import json
from typing import Any

from .question import LEVELS, Question, Setting, scorer
from .questions import questions

_START = '''import dominolab as dl
from dominolab.actions import Play
from dominolab.layout import Layout
from dominolab.scoring import NAMES, score_ends, settle
from dominolab.tiles import Hand


def points_of(table, rules):
    """Count the open ends and say what the count scores, with the arithmetic."""
    ends = [(end.tile, end.pip) for end in table.exits]
    count, points = score_ends(rules.in_play, ends, rules.end_double)
    print(f"The ends: {count.arithmetic}. The points: {points.arithmetic}.")
    return points.points


def show_hands(hands):
    for name, hand in zip(NAMES, hands):
        print(name if hand else f"{name} is out")
        display(hand)


def check(answer, right):
    print("right" if answer in right else f"not quite: {right}")'''


def notebook(setting: Setting) -> str:
    """Return the set as an `.ipynb` file."""
    title = (
        f"# Domino scores\n\nSet {setting.seed}, {setting.count} questions, "
        f"{LEVELS[setting.level]}. Look at each position, write your answer, then run the check."
    )
    cells = [_markdown(title), _code(_START)]
    for number, question in enumerate(questions(setting), 1):
        options = "".join(f"\n- `{option.key}`: {option.text}" for option in question.options)
        cells.append(_markdown(f"## {number}. {question.text}\n{options}".rstrip()))
        cells.append(_code(_position(question)))
        cells.append(_code(f"answer = {_blank(question)}  # write your answer here"))
        cells.append(_code(_check(question)))
    for number, cell in enumerate(cells):
        cell["id"] = f"cell-{number}"
    return json.dumps(
        {
            "cells": cells,
            "metadata": {
                "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
                "language_info": {"name": "python"},
            },
            "nbformat": 4,
            "nbformat_minor": 5,
        },
        ensure_ascii=False,
        indent=1,
    )


def _markdown(text: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "metadata": {}, "source": _lines(text)}


def _code(text: str) -> dict[str, Any]:
    return {
        "cell_type": "code",
        "execution_count": None,
        "metadata": {},
        "outputs": [],
        "source": _lines(text),
    }


def _lines(text: str) -> list[str]:
    lines = text.split("\n")
    return [f"{line}\n" for line in lines[:-1]] + lines[-1:]


def _blank(question: Question) -> str:
    if question.points is None:
        return '""'
    return '("", 0)' if question.options else "0"


def _position(question: Question) -> str:
    """Return code that shows what the question is about."""
    if question.final is not None:
        hands = [" ".join(map(str, hand)) for hand in question.final.hands]
        return f"hands = [Hand.parse(text) for text in {hands!r}]\nshow_hands(hands)"
    assert question.layout is not None
    table = f"table = Layout([{', '.join(map(repr, question.layout.plays))}])"
    if question.kind == "best":
        hand = " ".join(map(str, question.hand))
        return f"{table}\nhand = Hand.parse({hand!r})\ndisplay(table, hand)"
    shown = "table, play.tile" if question.layout.plays else "play.tile"
    return f"{table}\nplay = {question.play!r}\ndisplay({shown})"


_PLAY = """rules = dl.rules({id!r})
check(answer, [points_of(table.lay(play.tile, play.on), rules)])"""

_BEST = """rules = dl.rules({id!r})
scores = {{}}
for tile in hand:
    for play in table.fits(tile):
        print(play, end=". ")
        scores[str(play)] = points_of(table.lay(play.tile, play.on), rules)
check(answer, [play for play, points in scores.items() if points == max(scores.values())])"""

_END = """rules = dl.rules({id!r})
end = settle(rules.plan, hands, rules.teams({players}), out={out}, in_play={in_play})
for sheet in end.sheets:
    print(sheet.arithmetic)
best = max(end.scores)
check(answer, [(str(end.scores.index(best)), best) if best else ("nobody", 0)])"""

_MANUAL = """right = []
for id in {ids!r}:
    rules = dl.rules(id)
    teams = rules.teams({players})
    scores = dict(zip(teams, settle(rules.plan, hands, teams, out={out}).scores))
    print(id, scores)
    if scores.get({side}) == {points}:
        right.append(id)
check(answer, right)"""


def _check(question: Question) -> str:
    """Return code that works the answer out with the library and compares."""
    id_, players = question.rules.id, question.players
    if question.kind == "play":
        return _PLAY.format(id=id_)
    if question.kind == "best":
        return _BEST.format(id=id_)
    assert question.final is not None
    assert question.end is not None
    out, end = question.final.out, question.end
    if question.kind == "end":
        return _END.format(id=id_, players=players, out=out, in_play=question.in_play)
    side = scorer(end)
    assert side is not None
    return _MANUAL.format(
        ids=[option.key for option in question.options],
        players=players,
        out=out,
        side=question.teams[side],
        points=end.scores[side],
    )
