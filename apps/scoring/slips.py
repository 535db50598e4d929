"""What went wrong: a wrong answer is compared with the answers that common slips lead to.

Each slip is a small change of the rules or of the position, scored by the library like any other;
the first whose result is the answer given is named.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import NamedTuple, cast

from dominolab.axes import Axes
from dominolab.rules import rules
from dominolab.scoring import IN_PLAY, NAMES, Score, Settlement, Teams, settle

from . import line
from .question import NOBODY, Question, scorer, settlement
from .worked import scored, side_name


class Given(NamedTuple):
    """An answer: the key of an option, a number of points, or both."""

    choice: str = ""
    points: int | None = None


class Verdict(NamedTuple):
    """Whether an answer is right, and what to say about it."""

    right: bool
    sentence: str
    slip: str = ""
    """The likely slip, or '' where the answer is right or no slip explains it."""


def judge(question: Question, given: Given) -> Verdict:
    """Say whether an answer is right; if not, what was likely done wrong."""
    chosen = not question.right or given.choice in question.right
    # Nobody scores means no points, whatever number is beside it.
    same = question.points is None or given.points == question.points or given.choice == NOBODY
    if chosen and same:
        return Verdict(True, f"Right: {question.answer}.")
    slip = next(_slips(question, given), "")
    said = f"Not quite: {question.answer}."
    if question.count is not None:
        said += f" The ends count {question.count.points}."
    return Verdict(False, f"{said} {slip}".strip(), slip)


def _slips(question: Question, given: Given) -> Iterator[str]:
    if question.kind == "play":
        yield from _slips_in_play(question, given)
    elif question.kind == "best":
        yield from _slips_of_choice(question, given)
    elif question.kind == "manual":
        yield from _slips_of_manual(question, given)
    else:
        yield from _slips_at_end(question, given)


# -- In play ---------------------------------------------------------------------------------------


def _slips_in_play(question: Question, given: Given) -> Iterator[str]:
    assert question.layout is not None
    assert question.play is not None
    points, rule = given.points, question.rules.in_play
    after = question.layout.lay(question.play.tile, question.play.on)
    right = line.count(after, question.rules.end_double).points
    if _in_play(line.count(after, "one-half"), rule) == points:
        yield "A double at an end was likely counted once: both its halves count."
    if len(after) == 1 and question.play.tile.double:
        twice = Score(right * 2)
        if _in_play(twice, rule) == points:
            yield "The first tile was likely counted twice: alone, each of its halves counts once."
    if question.layout.plays:
        earlier = line.count(question.layout, question.rules.end_double)
        if _in_play(earlier, rule) == points:
            yield "These are likely the ends before the play: count them after it."
    if points == right:
        yield f"{right} is the count of the ends: now see which numbers divide it."
    if question.play.tile.pips == points:
        yield "These are the pips of the tile laid: the two open ends are what counts."
    other = "fives" if rule == "fives-and-threes" else "fives-and-threes"
    if IN_PLAY[other](right).points == points:
        game = "the threes" if other == "fives" else "threes that this game does not count"
        yield f"Likely {'forgot' if other == 'fives' else 'counted'} {game}."
    if rule == "fives-and-threes" and right % 3 == 0 and right // 3 == points:
        yield "Likely counted only the threes: the fives count too."
    if right % 5 and right // 5 == points:
        yield f"{right} does not divide by five: what is left over is not rounded off."
    if points and question.points and points in (question.points * 5, question.points * 3):
        yield "The pips were likely scored: each five or three is one point."


def _in_play(count: Score, rule: str) -> int:
    return IN_PLAY[rule](count.points).points


def _slips_of_choice(question: Question, given: Given) -> Iterator[str]:
    assert question.layout is not None
    plan = question.rules.plan
    ways = line.chances(question.layout, question.hand, plan.in_play, plan.end_double)
    chosen = next((way for way in ways if str(way.play) == given.choice), None)
    if chosen is None:
        return
    once = line.chances(question.layout, question.hand, plan.in_play, "one-half")
    if once and str(once[0].play) == given.choice and once[0].points.points > chosen.points.points:
        yield "A double at an end was likely counted once: both its halves count."
    highest = max(ways, key=lambda way: way.counted.points)
    if highest is chosen and chosen.points.points < ways[0].points.points:
        yield (
            f"It makes the highest count, {chosen.counted.points}, but what divides is what scores: "
            f"{scored(chosen.points.points)}."
        )
    if chosen.play.tile.pips == max(way.play.tile.pips for way in ways):
        yield "It is the heaviest tile, but only the open ends count."
    yield f"It makes the ends count {chosen.counted.points}: {scored(chosen.points.points)}."


# -- At the end ------------------------------------------------------------------------------------


def _slips_of_manual(question: Question, given: Given) -> Iterator[str]:
    assert question.final is not None
    if not any(option.key == given.choice for option in question.options):
        return
    other = rules(given.choice)
    end = settlement(other, question.final)
    side = scorer(end)
    if side is not None:
        who = side_name(other.teams(question.players)[side])
        arithmetic = end.sheets[side].arithmetic
        yield f"By those rules {who} would have scored {scored(end.scores[side])} ({arithmetic})."


_AMOUNTS = {
    "opponents": "only the opponents' spots count, one's own are not taken off",
    "minus-own": "the winner's own spots are taken off once",
    "per-opponent": "the winner's own spots are taken off once for each opponent",
    "all-hands": "the winner's own spots count too",
    "tiles": "tiles are counted, not spots",
}
"""What each way of counting spots does, to set the slip against the rule."""

_SLIPPED = {
    "opponents": "Likely left the winner's own spots out",
    "minus-own": "Likely took the winner's own spots off once",
    "per-opponent": "Likely took the winner's own spots off for every opponent",
    "all-hands": "Likely added the winner's own spots too",
    "tiles": "Likely counted tiles instead of spots",
}

_ROUNDED = {
    "fifth-down": "Likely rounded down: here a started five counts as a whole one.",
    "fifth-nearest": "Likely rounded to the nearest: here it is rounded up.",
    "none": "Likely forgot to divide the spots by five.",
}


def _changes(plan: dict[str, object], blocked: bool) -> Iterator[tuple[dict[str, object], str]]:
    """Yield each slip as the rules it would be right by, and what to say."""
    axis = "score_blocked" if blocked else "score_out"
    rule = str(plan[axis])
    for value, words in _SLIPPED.items():
        if rule in _AMOUNTS and value != rule:
            yield {axis: value}, f"{words}: here {_AMOUNTS[rule]}."
    if plan["conversion"] == "none":
        yield {"conversion": "fifth-up"}, "Likely divided by five: these rules do not."
    else:
        for value, words in _ROUNDED.items():
            yield {"conversion": value}, words
    if plan["blocked_winner"] == "fewest-spots":
        words = "Likely compared tiles: here the fewest spots win."
        yield {"blocked_winner": "fewest-tiles"}, words
        yield {"blocked_winner": "fewest-tiles-then-spots"}, words
    else:
        yield (
            {"blocked_winner": "fewest-spots"},
            "Likely compared spots: here the fewest tiles win.",
        )
    words = "Likely went by the lowest player: here the pair with fewer spots together wins."
    yield {"pairs_blocked": "lowest-player"}, words
    yield {"pairs_floor": "signed"}, "Likely went below zero: a pair's score stops at nothing."
    yield {"bonus_out": 0}, "Likely forgot the point for going out."
    yield {"pairs_difference": "none"}, "Likely forgot that pairs score only their difference."
    yield {"tie": "each"}, "The lowest hands are equal: then nobody scores."


def _slips_at_end(question: Question, given: Given) -> Iterator[str]:
    assert question.final is not None
    plan: dict[str, object] = dict(vars(question.rules.plan))
    for change, words in _changes(plan, question.final.out is None):
        if _is(_settled(question, {**plan, **change}, question.teams), question.teams, given):
            yield words
    if len(question.teams[0]) == 2:
        yield from _slips_of_pairs(question, given)
    if given.points is not None and question.points is not None:
        if given.choice in question.right:
            off = abs(given.points - question.points)
            if off <= 2:
                yield f"The winner is right; the sum is {off} off: add it up once more."
        elif given.points == question.points:
            yield "The points are right, but they are another's."
    out = question.final.out
    if given.choice not in question.right and not question.in_play and out is not None:
        team = next(team for team in question.teams if out in team)
        yield f"{NAMES[out]} is out, so {side_name(team)} {'score' if len(team) == 2 else 'scores'}."


def compared(question: Question) -> str:
    """Say what decides who wins a blocked round, or '' where nothing has to be compared."""
    if question.kind != "end" or question.final is None or question.final.out is not None:
        return ""
    if question.in_play:
        return ""
    if len(question.teams[0]) == 2:
        held = [
            f"{side_name(team)} {sum(question.final.hands[player].pips for player in team)}"
            for team in question.teams
        ]
        return f"The pair with fewer spots wins: {', '.join(held)}."
    by_tiles = question.rules.blocked_winner != "fewest-spots"
    held = [
        f"{NAMES[seat]} {len(hand) if by_tiles else hand.pips}"
        for seat, hand in enumerate(question.final.hands)
    ]
    return f"The fewest {'tiles' if by_tiles else 'spots'} win: {', '.join(held)}."


def _slips_of_pairs(question: Question, given: Given) -> Iterator[str]:
    """Yield the slips of those who forget that partners belong together."""
    assert question.final is not None
    solo = tuple((player,) for player in range(question.players))
    base = rules("polyglot").replace(score_blocked="opponents")
    end = _settled(question, dict(vars(base.plan)), solo)
    side = scorer(end)
    if side is not None and str(side % 2) == given.choice and end.scores[side] == given.points:
        yield "The partner's spots were likely counted as an opponent's."
    if question.final.out is not None and given.points is not None:
        losers = [player for player in range(4) if player % 2 != question.final.out % 2]
        if given.points == sum(question.final.hands[player].pips for player in losers):
            yield "Likely forgot to take off the partner's spots."


def _settled(question: Question, plan: dict[str, object], teams: Teams) -> Settlement:
    assert question.final is not None
    in_play = question.in_play if len(question.in_play) == len(teams) else ()
    return settle(
        cast(Axes, SimpleNamespace(**plan)),
        question.final.hands,
        teams,
        out=question.final.out,
        in_play=in_play,
    )


def _is(end: Settlement, teams: Teams, given: Given) -> bool:
    """Return whether a settlement is what was answered."""
    for side, members in enumerate(teams):
        if str(side) == given.choice and end.scores[side] == given.points:
            return bool(given.points) or bool(set(members) & set(end.winner))
    return False


# -- The working -----------------------------------------------------------------------------------


def working(question: Question) -> list[tuple[str, Score]]:
    """Return the arithmetic of the right answer, each part with its name."""
    plan = question.rules.plan
    if question.kind == "play":
        counted = question.count
        assert counted is not None
        return [("The ends", counted), ("The points", IN_PLAY[plan.in_play](counted.points))]
    if question.kind == "best":
        assert question.layout is not None
        ways = line.chances(question.layout, question.hand, plan.in_play, plan.end_double)
        return [
            (f"{way.play.tile} on {way.play.on}: the ends count {way.counted.points}", way.points)
            for way in ways
        ]
    end = question.end
    assert end is not None
    return [
        (side_name(team), sheet)
        for team, sheet in zip(question.teams, end.sheets, strict=True)
        if sheet.terms
    ]
