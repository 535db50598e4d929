"""Keeping and sharing: links that open exactly this position, and records in and out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from apps.parts import links
from dominolab import notation, record
from dominolab.errors import DominoError, RecordError
from dominolab.match import Match, previous_winner
from dominolab.round import Round
from dominolab.tiles import shorten

from . import settings as setup
from .session import Past, Session

MOST_ROUNDS = 200
"""A link of a longer match is not followed: no match of these games takes as many rounds."""
LARGEST_RECORD = 4_000_000


def link(session: Session) -> dict[str, str]:
    """Return the state that opens exactly what is in view."""
    said = setup.write(session.settings)
    line = session.line
    if session.past:
        said["round"] = str(len(session.past) + 1)
        if not all(past.by_bots for past in session.past):
            said["won"] = ",".join("/".join(map(str, past.scores)) for past in session.past)
            if session.previous is not None:
                said["previous"] = str(session.previous)
    if not session.by_seed:
        said["position"] = notation.write_position(line.fresh())
        del said["seed"]
    if not session.by_bots:
        said["moves"] = notation.moves(line)
    said["step"] = str(session.index if session.looking is None else session.last)
    return said


def open_link(state: Mapping[str, str], problems: list[str]) -> Session:
    """Open what a link says; what it says wrongly is told in *problems* and left out."""
    known = {key: value for key, value in state.items() if isinstance(value, str)}
    blank = not any(key in known for key in ("rules", "seed", "position", "moves"))
    given = {**setup.FIRST, **known} if blank else known
    position = _read_position(given, problems)
    if position is not None:
        given = {
            **given,
            "rules": notation.rules_text(position.rules),
            "players": str(position.players),
        }
    session = Session(setup.read(given, problems))
    _read_past(session, given, problems)
    if position is not None:
        session.play_on(position)
        session.set_line(position, by_seed=False)
    played = _read_moves(session, given, problems)
    session.go(_read_step(session, given, problems, session.last if played else 0))
    return session


def _read_step(
    session: Session, state: Mapping[str, str], problems: list[str], default: int
) -> int:
    """Return the step that the link names; the last stands in for one beyond it."""
    last = session.last
    text = state.get("step", "").strip()
    if text.isascii() and text.isdecimal() and int(text[:9]) > last:
        problems.append(
            f"The link asks for step {shorten(text)}, but the round has {last}: the last is shown."
        )
        return last
    return links.read_int(state, "step", 0, last, default, problems)


def _read_position(state: Mapping[str, str], problems: list[str]) -> Round | None:
    text = links.read_text(state, "position", "", problems)
    if not text:
        return None
    try:
        return notation.read_position(text)
    except DominoError as error:
        problems.append(f"The link's position cannot be read. {error}")
        return None


def _read_past(session: Session, state: Mapping[str, str], problems: list[str]) -> None:
    """Bring the session to the round of the match that the link names."""
    number = links.read_int(state, "round", 1, MOST_ROUNDS, 1, problems)
    won = links.read_text(state, "won", "", problems)
    if won:
        try:
            _take_scores(session, won, state, problems)
        except DominoError as error:
            session.deal()
            problems.append(f"The link's earlier rounds cannot be read. {error}")
        return
    if number > 1:
        session.show(match=True)
    for _ in range(number - 1):
        if not session.next_round():
            problems.append(
                f"The link asks for round {number}, but there are only {len(session.past) + 1}."
            )
            return


def _take_scores(session: Session, won: str, state: Mapping[str, str], problems: list[str]) -> None:
    sides = len(session.settings.rules.teams(session.settings.players))
    rounds = won.split(",")[:MOST_ROUNDS]
    for part in rounds:
        scores = part.split("/")
        if len(scores) != sides or any(not _is_score(score) for score in scores):
            raise DominoError("Each round needs the scores of all sides, as in 12/0.")
        session.past.append(Past(tuple(map(int, scores))))
    if "previous" in state:
        session.previous = links.read_int(
            state, "previous", 0, session.settings.players - 1, 0, problems
        )
    session.show(match=True)
    session.begin_round()


def _is_score(text: str) -> bool:
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdecimal() and len(digits) <= 6


def _read_moves(session: Session, state: Mapping[str, str], problems: list[str]) -> bool:
    """Lay the link's moves over the line; say whether there are any that can be read.

    Where they leave the bots' line, that is a branch.
    """
    text = links.read_text(state, "moves", "", problems)
    if not text:
        return False
    played = session.line.fresh()
    try:
        notation.push_moves(played, text)
    except DominoError as error:
        problems.append(f"The link's moves cannot be read. {error}")
        return False
    bots, done = session.line.actions, played.actions
    same = next(
        (i for i, (a, b) in enumerate(zip(bots, done, strict=False)) if a is not b),
        min(len(bots), len(done)),
    )
    session.play_on(played)
    if played.actions != session.line.actions:
        if session.by_bots:
            session.branch(played, same)
        else:
            session.set_line(played, by_seed=session.by_seed)
    return True


# -- Records -----------------------------------------------------------------------------------------


def write_record(session: Session) -> tuple[str, str]:
    """Return a name and the text of a record of the round in view, or of the match."""
    s = session.settings
    name = f"{s.rules.id.replace('@', '-')}-{s.players}-players"
    whole = session.past and session.looking is None and session.complete
    if whole and session.line.over:
        return f"{name}-match.json", record.dumps(record.match_record(session.match)) + "\n"
    return f"{name}.json", record.dumps(record.round_record(session.shown)) + "\n"


def open_record(session: Session, text: str) -> str:
    """Show the record in *text*; return a sentence about it. A bad one is refused, unchanged."""
    if len(text) > LARGEST_RECORD:
        raise RecordError("The file is too large: a record has at most 4 MB.")
    if not text.strip():
        raise RecordError("The file is empty, or larger than 4 MB: choose a record (.json).")
    records = record.loads(text)
    found = record.read(records[0])
    rounds = found.rounds if isinstance(found, Match) else [found]
    first = rounds[0]
    wanted = replace(
        session.settings,
        rules=first.rules,
        players=first.players,
        seed=(first.seed or 0) % (setup.LARGEST_SEED + 1),
        who=("greedy",) * first.players,
        match=len(rounds) > 1 or any(first.before),
    )
    session.settings = wanted
    session.past = [Past(first.before)] if any(first.before) else []
    for round_ in rounds[:-1]:
        assert round_.result is not None
        session.past.append(Past(round_.result.scores, round_))
    session.previous = previous_winner(rounds[-2]) if len(rounds) > 1 else rounds[-1].previous
    if session.past and any(first.before) and first.seed:
        # The seed in the settings is that of the match's first round.
        session.show(seed=max(0, first.seed - 1))
    session.looking = None
    session.set_line(rounds[-1], by_seed=session.redeal().opening == rounds[-1].opening)
    more = f" The file holds {len(records)} records: this is the first." if len(records) > 1 else ""
    what = f"a match of {len(rounds)} rounds" if len(rounds) > 1 else "a round"
    return f"Opened {what} of {first.rules.title}: every step keeps the rules.{more}"


def read_file(session: Session, text: str) -> bool:
    """Open a record file; where it is bad, leave one sentence and everything as it was."""
    try:
        session.notes = {"kept": open_record(session, text)}
    except DominoError as error:
        session.notes = {"share": str(error)}
        return False
    return True


__all__ = ["link", "open_link", "open_record", "read_file", "write_record"]
