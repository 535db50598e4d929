"""The dashboard's state in a link: short, readable, and read without trust."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from apps.parts.links import (
    read_choice,
    read_flag,
    read_int,
    read_rules,
    read_text,
    write_rules,
)
from dominolab.errors import DominoError
from dominolab.layout import Layout
from dominolab.rules import rulesets

from . import final as finals
from . import line, worked
from .catalog import PAGES
from .desk import TABS, Desk
from .disagree import Everything
from .drill import MOST_SEEDS
from .fives import GAMES_IN_PLAY, Fives
from .question import HOW, KINDS, LEVELS, SIDES, Setting
from .questions import MOST, check
from .reading import MOST_POINTS
from .worksheet import PAPERS, PARTS

State = Mapping[str, str]
T = TypeVar("T")


def read(state: State, before: Desk | None = None) -> Desk:
    """Make a desk from a link; what could not be read is in its problems.

    Of the desk *before*, everything stays that the link does not tell of.
    """
    desk = Desk()
    if before is not None:
        desk.take_over(before)
    problems = desk.problems
    desk.tab = read_choice(state, "tab", list(TABS), "rules", problems)
    reader = {
        "rules": _read_rule,
        "all": _read_all,
        "fives": _read_fives,
        "practice": _read_setting,
        "sheet": _read_sheet,
    }[desk.tab]
    reader(desk, state)
    return desk


def write(desk: Desk) -> dict[str, str]:
    """Return the link's state: the shown part, and only what differs from its start."""
    writer = {
        "rules": _write_rule,
        "all": _write_all,
        "fives": _write_fives,
        "practice": _write_setting,
        "sheet": _write_sheet,
    }[desk.tab]
    return {"tab": desk.tab, **writer(desk)}


def _parsed(
    state: State, key: str, what: str, parse: Callable[[str], T], problems: list[str]
) -> T | None:
    """Return what a part of the link holds; None where it is missing or cannot be read."""
    if key not in state:
        return None
    known = len(problems)
    text = read_text(state, key, "", problems, finals.LONGEST)
    if len(problems) > known:  # too long, and said so
        return None
    try:
        return parse(text)
    except DominoError as error:
        problems.append(f"The link's {what} cannot be read. {error}")
        return None


# -- Rule by rule ----------------------------------------------------------------------------------


def _read_rule(desk: Desk, state: State) -> None:
    problems = desk.problems
    desk.rule = read_choice(state, "rule", list(PAGES), desk.rule, problems)
    page = PAGES[desk.rule]
    given = worked.start(page)
    final = _parsed(state, "hands", "hands", finals.read, problems)
    laid = _parsed(state, "line", "ends", line.read, problems)
    if final is not None:
        given = replace(given, final=final)
    if "by" in state:
        known = len(problems)
        by = read_rules(state, problems, page.base, "by")
        if len(problems) == known and worked.suits(page, by, given.final.players):
            given = replace(given, rules=by)
    fits = given.rules is not None or given.final.players in worked.players(page)
    if final is not None and not fits:
        problems.append("The link's hands are for another number of players than this page.")
        given = replace(given, final=worked.start(page).final)
    if laid is not None:
        given = replace(given, line=laid)
    if page.needs == "collected":
        first = read_int(state, "first", 0, MOST_POINTS, given.collected[0], problems)
        second = read_int(state, "second", 0, MOST_POINTS, given.collected[1], problems)
        given = replace(given, collected=(first, second))
    if page.needs == "target":
        target = read_int(state, "target", 1, MOST_POINTS, given.target, problems)
        before = read_int(state, "before", 0, target - 1, min(given.before, target - 1), problems)
        given = replace(given, target=target, before=before)
    given = replace(given, tie=read_choice(state, "tie", worked.TIES, worked.TIES[0], problems))
    try:
        worked.variants(page, given)
    except DominoError as error:
        problems.append(f"The link's rules do not go together. {error}")
        given = worked.start(page)
    desk.given[desk.rule] = given
    desk.predict = read_flag(state, "predict", problems)


def _write_rule(desk: Desk) -> dict[str, str]:
    page, given, first = desk.page, desk.here, worked.start(desk.page)
    state = {"rule": desk.rule}
    if given.final != first.final:
        state["hands"] = given.final.text
    if given.line != first.line:
        state["line"] = _short(given.line)
    if page.needs == "collected":
        state |= {"first": str(given.collected[0]), "second": str(given.collected[1])}
    if page.needs == "target":
        state |= {"target": str(given.target), "before": str(given.before)}
    if given.tie != first.tie:
        state["tie"] = given.tie
    if given.rules is not None:
        state["by"] = write_rules(given.rules)
    return state | ({"predict": "1"} if desk.predict else {})


def _short(layout: Layout) -> str:
    """Write a line by its ends where that is all there is to it."""
    ends = ",".join(line.ends(layout))
    try:
        if len(layout) > 1 and line.read(ends) == layout:
            return ends
    except DominoError:
        pass
    return line.write(layout)


# -- All rules at once, fives and threes -----------------------------------------------------------


def _read_all(desk: Desk, state: State) -> None:
    problems = desk.problems
    desk.all = Everything()
    final = _parsed(state, "hands", "hands", finals.read, problems)
    if final is not None:
        desk.all.final = final
    desk.all.readings = read_flag(state, "readings", problems)
    for name in ("one", "other"):
        if name in state:
            setattr(desk.all, name, read_rules(state, problems, getattr(desk.all, name), name).id)


def _write_all(desk: Desk) -> dict[str, str]:
    state = {"hands": desk.all.final.text, "one": desk.all.one, "other": desk.all.other}
    return state | ({"readings": "1"} if desk.all.readings else {})


def _read_fives(desk: Desk, state: State) -> None:
    played, problems = desk.fives.sampling, desk.problems
    fives = desk.fives = Fives()
    fives.rule = read_choice(state, "rule", list(GAMES_IN_PLAY), fives.rule, problems)
    fives.end_double = read_choice(state, "double", line.END_DOUBLES, line.END_DOUBLES[0], problems)
    if played is not None and played.is_of(GAMES_IN_PLAY[fives.rule], fives.end_double):
        fives.sampling = played
    fives.counts = read_flag(state, "counts", problems)
    laid = _parsed(state, "line", "line", line.read, problems)
    if laid is not None:
        fives.set_line(laid)
    mine = _parsed(state, "mine", "hand", lambda text: line.read_hand(text, fives.line), problems)
    if mine is not None:
        fives.mine = mine


def _write_fives(desk: Desk) -> dict[str, str]:
    fives = desk.fives
    state = {"rule": fives.rule, "line": _short(fives.line)}
    if fives.end_double != line.END_DOUBLES[0]:
        state["double"] = fives.end_double
    if fives.counts:
        state["counts"] = "1"
    return state | {"mine": ",".join(map(str, fives.mine))}


# -- Practice and worksheets -----------------------------------------------------------------------


def _read_setting(desk: Desk, state: State) -> None:
    problems = desk.problems
    first = Setting()
    setting = Setting(
        seed=read_int(state, "seed", 1, MOST_SEEDS, first.seed, problems),
        count=read_int(state, "n", 1, MOST, first.count, problems),
        kinds=_read_list(state, "kinds", list(KINDS), problems),
        games=_read_list(state, "games", rulesets(), problems),
        level=read_int(state, "level", min(LEVELS), max(LEVELS), first.level, problems),
        how=read_choice(state, "how", list(HOW), first.how, problems),
        sides=read_choice(state, "sides", list(SIDES), first.sides, problems),
    )
    try:
        check(setting)
    except DominoError as error:
        problems.append(str(error))
        setting = first
    drill = desk.drill
    if setting != drill.setting:  # a set under way goes on when Back returns to it
        drill.setting, drill.practice = setting, None
    drill.take_time(read_flag(state, "timed", problems))


def _read_list(
    state: State, key: str, allowed: Sequence[str], problems: list[str]
) -> tuple[str, ...]:
    """Return the words of a list that are allowed; all of them where none is named."""
    words = [word for word in read_text(state, key, "", problems, 300).split(",") if word]
    unknown = [word for word in words if word not in allowed]
    if unknown:
        problems.append(f"The link's {key} hold {unknown[0][:30]!r}, which is not one of them.")
    return tuple(word for word in allowed if word in words) or tuple(allowed)


def _write_setting(desk: Desk) -> dict[str, str]:
    setting, first = desk.drill.setting, Setting()
    state = {"seed": str(setting.seed), "n": str(setting.count), "level": str(setting.level)}
    if setting.kinds != first.kinds:
        state["kinds"] = ",".join(setting.kinds)
    if setting.games != first.games:
        state["games"] = ",".join(setting.games)
    if setting.how != first.how:
        state["how"] = setting.how
    if setting.sides != first.sides:
        state["sides"] = setting.sides
    return state | ({"timed": "1"} if desk.drill.timed else {})


def _read_sheet(desk: Desk, state: State) -> None:
    _read_setting(desk, state)
    desk.drill.paper = read_choice(state, "paper", list(PAPERS), "A4", desk.problems)
    desk.drill.parts = read_choice(state, "parts", list(PARTS), "both", desk.problems)


def _write_sheet(desk: Desk) -> dict[str, str]:
    return _write_setting(desk) | {"paper": desk.drill.paper, "parts": desk.drill.parts}
