"""The questions of a worksheet as a notebook: the position to look at, room to answer, the check."""

from __future__ import annotations

import json
from typing import Any

from .questions import LEVELS, Question, Setting, questions

_START = """import dominolab as dl
from dominolab.actions import Play
from dominolab.layout import Layout
from dominolab.scoring import IN_PLAY, count_ends, settle
from dominolab.tiles import Hand


def ends(layout):
    return [(end.tile, end.pip) for end in layout.exits]


def show(score):
    print(score.arithmetic)
    return score"""


def notebook(setting: Setting) -> str:
    """Return the set as an `.ipynb` file."""
    title = (
        f"# Domino scores\\n\\nSet {setting.seed}, {setting.count} questions, "
        f"{LEVELS[setting.level]}. Look at each position, write your answer, then run the check."
    )
    cells = [_markdown(title.replace("\\n", "\n")), _code(_START)]
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
        hands = ", ".join(repr(" ".join(map(str, hand))) for hand in question.final.hands)
        return f"hands = [Hand.parse(text) for text in [{hands}]]\nhands"
    assert question.layout is not None
    plays = ", ".join(map(repr, question.layout.plays))
    text = f"table = Layout([{plays}])"
    if question.kind == "best":
        return f"{text}\nhand = Hand.parse({' '.join(map(str, question.hand))!r})\ndisplay(table, hand)"
    return f"{text}\nplay = {question.play!r}\ntable"


def _check(question: Question) -> str:
    """Return code that works the answer out with the library and compares."""
    rules = f"rules = dl.rules({question.rules.id!r})"
    if question.kind == "play":
        return (
            f"{rules}\nafter = table.lay(play.tile, play.on)\n"
            "count = show(count_ends(ends(after), rules.end_double))\n"
            "right = show(IN_PLAY[rules.in_play](count.points)).points\n"
            'print("right" if answer == right else f"not quite: {right}")'
        )
    if question.kind == "best":
        return (
            f"{rules}\nscores = {{}}\nfor tile in hand:\n    for play in table.fits(tile):\n"
            "        count = count_ends(ends(table.lay(play.tile, play.on)), rules.end_double)\n"
            "        scores[str(play)] = IN_PLAY[rules.in_play](count.points).points\n"
            "print(scores)\n"
            "right = [play for play, points in scores.items() if points == max(scores.values())]\n"
            'print("right" if answer in right else f"not quite: {right}")'
        )
    settled = (
        f"rules.plan, hands, rules.teams({question.players}), "
        f"out={question.final.out if question.final else None}, in_play={question.in_play!r}"
    )
    if question.kind == "manual":
        keys = [option.key for option in question.options]
        return (
            f"for id in {keys!r}:\n    rules = dl.rules(id)\n    end = settle({settled})\n"
            f"    print(id, end.scores)\nright = {question.right[0]!r}\n"
            'print("right" if answer == right else f"not quite: {right}")'
        )
    return (
        f"{rules}\nend = settle({settled})\nfor sheet in end.sheets:\n    print(sheet.arithmetic)\n"
        "best = max(end.scores)\n"
        'right = (str(end.scores.index(best)), best) if best else ("nobody", 0)\n'
        'print("right" if answer == right else f"not quite: {right}")'
    )
