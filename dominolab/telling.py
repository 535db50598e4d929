"""A whole round or match told in text: every step with its reason, its source and its arithmetic."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .match import Match
from .reasons import opening_remarks
from .round import Round
from .scoring import NAMES


def transcript(round_: Round, names: Sequence[str] = NAMES, *, reasons: bool = True) -> str:
    """Tell *round_* step by step; with *reasons* also each rule's source and what did not fit."""
    return "\n".join(_lines(round_, names, reasons))


def _lines(round_: Round, names: Sequence[str], reasons: bool) -> Iterator[str]:
    seed = "" if round_.seed is None else f", seed {round_.seed}"
    yield f"{round_.rules.title}, {round_.players} players{seed}"
    for player, hand in enumerate(round_.deals[-1].hands):
        yield f"  {names[player]} takes {hand}"
    for remark in opening_remarks(round_, names):
        yield _told("  ", remark.sentence, remark.source, reasons)
    for step in round_.steps:
        margin = f"{step.index + 1:3}. "
        for remark in step.remarks(names):
            yield _told(margin, remark.sentence, remark.source, reasons)
            margin = "     "
        if step.drawn is not None:
            yield f"     The tile is {step.drawn}."
        if reasons:
            yield from (f"     ({why})" for why in step.unplayable)
    yield from result_lines(round_, names)


def _told(margin: str, sentence: str, source: str, reasons: bool) -> str:
    return f"{margin}{sentence}  [{source}]" if reasons else f"{margin}{sentence}"


def side_name(members: Sequence[int], names: Sequence[str] = NAMES) -> str:
    """Name a side by its players, as in `Ann and Cy`."""
    return " and ".join(names[player] for player in members)


def result_lines(round_: Round, names: Sequence[str] = NAMES) -> Iterator[str]:
    """Tell how *round_* ended, with the arithmetic of every side that scored."""
    result = round_.result
    if result is None:
        yield f"{names[round_.turn]} is to move."
        return
    winner = f"{side_name(result.winner, names)} won" if result.winner else "nobody won"
    yield f"The round ended ({result.how}): {winner}."
    for members, sheet in zip(round_.teams, result.sheets, strict=True):
        points = f"{sheet.points} point{'' if sheet.points == 1 else 's'}"
        yield f"  {side_name(members, names)}: {points}"
        yield from (f"    {line}" for line in sheet.lines(names))


def match_transcript(match: Match, names: Sequence[str] = NAMES, *, reasons: bool = False) -> str:
    """Tell a match round by round, with the totals."""
    parts = []
    for number, round_ in enumerate(match.rounds, 1):
        parts.append(f"Round {number}: {transcript(round_, names, reasons=reasons)}")
    totals = ", ".join(
        f"{side_name(members, names)} {points}"
        for members, points in zip(match.teams, match.totals, strict=True)
    )
    won = f"{side_name(match.winner, names)} won the match." if match.winner else "Nobody has won."
    return "\n\n".join([*parts, f"Totals: {totals}. {won}"])
