"""The referee: replays a record event by event and finds whatever breaks a rule.

It trusts nothing that a record says. The deals, the opener, every action, what each play opened
and scored, the result: all of it is worked out anew by `Round` and compared. What is wrong is told
in one sentence that names the event and, where a rule is concerned, the rule and its source.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from .chance import WORD
from .errors import one_of
from .findings import Violation, broken, people, show
from .jsontext import Json, documents
from .match import Match, previous_winner
from .replay import Past, Replay, read_table, replay
from .round import Round
from .shape import (
    MATCH_FIELDS,
    MATCH_FORMAT,
    ROUND_FIELDS,
    ROUND_FORMAT,
    listed,
    whole,
    wholes,
)

_KINDS = {ROUND_FORMAT: "round", MATCH_FORMAT: "match"}


class Verdict(NamedTuple):
    """What the referee found about one record of a text."""

    ok: bool
    line: int
    """The line of the text on which the record begins, counted from 1."""
    kind: str
    """`round` or `match`, or '' where that cannot be told."""
    sentence: str
    """`ok`, or the first thing that is wrong."""
    round: int | None = None
    """In a match the number of the round that is wrong, counted from 1."""
    event: int | None = None
    """The number of the event that is wrong, counted from 1, if one is."""
    axis: str = ""
    """The axis whose rule is broken, if one is."""


def check(record: Json) -> Violation | None:
    """Return the first thing that is wrong with a round's or a match's record, or None."""
    try:
        replay_any(record)
    except Violation as violation:
        return violation
    return None


def check_text(source: str | bytes | BinaryIO) -> list[Verdict]:
    """Check every record of a text or binary stream: one round, one match, or one a line."""
    return list(verdicts(source))


def verdicts(source: str | bytes | BinaryIO) -> Iterator[Verdict]:
    """Give the verdict on each record of a text or binary stream as soon as it is known."""
    for line, value, error in documents(source):
        if error is not None:
            yield Verdict(False, line, "", str(error))
            continue
        name = value.get("format") if isinstance(value, dict) else None
        kind = _KINDS.get(name, "") if isinstance(name, str) else ""
        found = check(value)
        if found is None:
            yield Verdict(True, line, kind, "ok")
        else:
            yield Verdict(False, line, kind, found.sentence, found.round, found.event, found.axis)


def replay_any(record: Json) -> Round | Match:
    """Rebuild the round or the match of a record; raise the first Violation."""
    form = record.get("format", ROUND_FORMAT) if isinstance(record, dict) else ROUND_FORMAT
    if form == MATCH_FORMAT:
        return replay_match(record)
    if form != ROUND_FORMAT:
        forms = one_of([repr(ROUND_FORMAT), repr(MATCH_FORMAT)])
        raise Violation(f"format = {show(form)} is not possible: give {forms}.")
    return replay(record)


def replay_match(record: Json) -> Match:
    """Rebuild a match from its record; raise the first Violation."""
    rules, players = read_table(record, MATCH_FIELDS, MATCH_FORMAT)
    rounds = listed(record["rounds"], "rounds")
    if not rounds:
        raise Violation("rounds is empty: a match has at least one round.")
    match = Match(rules, players)
    match.rounds = []
    for number, entry in enumerate(rounds, 1):
        try:
            match.rounds.append(_round_of(match, entry))
        except Violation as violation:
            raise violation.in_round(number) from None
    seed = match.rounds[0].seed
    if seed is not None and abs(seed) < WORD:
        match.seed = seed  # what another program calls a seed may be too long to go on with
    teams = match.teams
    totals = wholes(record["totals"], "totals", len(teams), "one for each side")
    for side, total in enumerate(match.totals):
        if totals[side] != total:
            wrong = f"totals of {people(teams[side])} must be {total}, not {show(totals[side])}"
            raise broken(rules, "totals", wrong)
    given = [
        whole(player, "winner", 0, players - 1) for player in listed(record["winner"], "winner")
    ]
    if sorted(given) != list(match.winner):
        wrong = f"The match's winner must be {people(match.winner)}, not {people(sorted(given))}"
        raise broken(rules, "target", wrong)
    return match


def _round_of(match: Match, entry: Json) -> Round:
    """Rebuild the next round of *match*, which knows what came before."""
    rules, players = read_table(entry, ROUND_FIELDS, ROUND_FORMAT)
    if rules != match.rules or players != match.players:
        raise Violation(
            f"It is played by {rules!r} with {players} players, but the match by {match.rules!r} "
            f"with {match.players}."
        )
    if not match.rounds:
        past = Past((0,) * len(match.teams), True, None)
    elif match.over:
        raise broken(rules, "target", f"The match was over after round {len(match.rounds)}")
    else:
        past = Past(match.totals, False, previous_winner(match.round))
    return Replay(entry, rules, players).run(past)


__all__ = ["Verdict", "Violation", "check", "check_text", "replay", "replay_match", "verdicts"]
