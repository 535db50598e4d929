"""A rule at work: the same hands or ends under each value of a page's axis, term by term."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from dominolab.axes import AXES
from dominolab.layout import Layout
from dominolab.rules import RuleSet, rules
from dominolab.scoring import (
    IN_PLAY,
    NAMES,
    Score,
    Settlement,
    Teams,
    lowest,
    pairs_difference,
    settle,
    with_more,
)

from . import final as finals
from . import line
from .catalog import Example, Page, applies, values
from .final import Final

TIES = ("nobody", "each")
"""What equal lowest hands can come to; the first is what every leaflet is played by."""


@dataclass(frozen=True)
class Given:
    """What a reader has laid out on a page."""

    final: Final
    line: Layout
    collected: tuple[int, int] = (14, 9)
    before: int = 52
    target: int = 61
    tie: str = TIES[0]
    rules: RuleSet | None = None
    """Whose other rules hold: those of the example last laid out, or the page's own."""


@dataclass(frozen=True)
class Variant:
    """One value of the axis, with what comes of it."""

    value: str
    words: str
    outcome: str
    """Who gets how much, in one sentence."""
    sheets: tuple[tuple[str, Score], ...]
    """Whose arithmetic, and the arithmetic."""
    notes: tuple[str, ...] = ()


def start(page: Page) -> Given:
    """Return what a page opens on."""
    first = Given(finals.read("|6-4,3-3|2-1"), line.read("4-4,6-6"))
    if page.needs == "ends":
        return replace(first, line=line.read(page.start))
    if page.needs == "collected":
        return first
    given = replace(first, final=finals.read(page.start))
    return replace(given, line=line.read("5-5,5")) if page.needs == "last" else given


def players(page: Page) -> tuple[int, ...]:
    """Return how many can play by the page's rules."""
    if page.pairs:
        return (4,)
    base = rules(page.base)
    return tuple(n for n in base.counts if len(base.teams(n)[0]) == 1)


def variants(page: Page, given: Given) -> list[Variant]:
    """Return what each value of the page's axis makes of what is *given*."""
    make = {
        "hands": _by_hands,
        "target": _by_target,
        "ends": _by_ends,
        "last": _by_last_tile,
        "collected": _by_collected,
    }[page.needs]
    return [make(page, given, value) for value in values(page)]


def undecided(page: Page, given: Given, found: Sequence[Variant]) -> str:
    """Say why all values come to the same, and what would part them; '' where they differ."""
    if len({variant.outcome for variant in found}) > 1 or page.needs in ("ends", "collected"):
        return ""
    out = given.final.out
    if page.axis in WHEN_BLOCKED and out is not None:
        return (
            f"{NAMES[out]} is out, so all of these come to the same. "
            f"Give {NAMES[out]} a tile: then the round is blocked."
        )
    if page.axis in WHEN_OUT and out is None:
        return (
            "The round is blocked, so all of these come to the same. "
            "Empty a hand: then that player is out."
        )
    return "All of these come to the same here. Other tiles can part them."


WHEN_BLOCKED = ("blocked_winner", "score_blocked", "pairs_blocked", "bonus_blocked")
WHEN_OUT = ("score_out", "pairs_floor")
"""The axes that matter only when a round is blocked, or only when a player is out."""


def base(page: Page, given: Given) -> RuleSet:
    """Return the rules that hold while the page's axis is varied."""
    return given.rules or rules(page.base)


def _rules(page: Page, given: Given, value: str, **more: Any) -> RuleSet:
    return base(page, given).replace(**{page.axis: value, **more})


def _words(page: Page, value: str) -> str:
    return AXES[page.axis].say(value)


def side_name(members: Sequence[int]) -> str:
    """Name a side: `Ann`, or `Ann and Cy` for a pair."""
    return " and ".join(NAMES[player] for player in members)


def scored(points: int) -> str:
    """Say `1 point` or `8 points`."""
    return f"{points} point{'' if points == 1 else 's'}"


def ends_sentence(counted: Score, points: Score) -> str:
    """Say what the ends count and what that scores."""
    scores = scored(points.points) if points.points else "nothing"
    return f"The ends count {counted.points}: {scores}."


def outcome(end: Settlement, teams: Teams) -> str:
    """Say who won and what each winning side scored."""
    if not end.winner:
        return "Nobody wins: equal hands."
    said = []
    for members, won, points in named_sides(end, teams):
        win, score = ("win", "score") if len(members) == 2 else ("wins", "scores")
        done = f"{win} and {score}" if won else score
        said.append(f"{side_name(members)} {done} {scored(points)}")
    return f"{'; '.join(said)}."


def named_sides(end: Settlement, teams: Teams) -> list[tuple[tuple[int, ...], bool, int]]:
    """Return each side that wins or scores: its members, whether it wins, its points."""
    return [
        (members, won, points)
        for members, points in zip(teams, end.scores, strict=True)
        if (won := bool(set(members) & set(end.winner))) or points
    ]


def sheets(end: Settlement, teams: Teams) -> tuple[tuple[str, Score], ...]:
    """Return the arithmetic of each side that has any."""
    return tuple(
        (side_name(members), end.sheets[side])
        for side, members in enumerate(teams)
        if end.sheets[side].terms or set(members) & set(end.winner)
    )


def _by_hands(page: Page, given: Given, value: str) -> Variant:
    final = given.final
    chosen = _rules(page, given, value, tie=given.tie)
    teams = chosen.teams(final.players)
    end = settle(chosen.plan, final.hands, teams, out=final.out)
    notes = _compared(final, value) if page.axis == "blocked_winner" else ()
    return Variant(value, _words(page, value), outcome(end, teams), sheets(end, teams), notes)


def _by_target(page: Page, given: Given, value: str) -> Variant:
    final = given.final
    chosen = _rules(page, given, value, target=given.target, target_list=())
    teams = chosen.teams(final.players)
    before = (given.before,) * len(teams)
    end = settle(chosen.plan, final.hands, teams, out=final.out, before=before)
    shown, said = _with_total(given, end, teams, value)
    return Variant(value, _words(page, value), said, shown)


def _compared(final: Final, value: str) -> tuple[str, ...]:
    """Say what is compared when a round is blocked, and who is lowest."""
    if final.out is not None:
        return (f"{NAMES[final.out]} is out, so nothing has to be compared.",)
    by_tiles = value != "fewest-spots"
    held = [
        f"{NAMES[seat]} {len(hand) if by_tiles else hand.pips}"
        + (f" ({hand.pips} spots)" if value == "fewest-tiles-then-spots" else "")
        for seat, hand in enumerate(final.hands)
    ]
    least = " and ".join(NAMES[seat] for seat in lowest(final.hands, value))
    return (f"{'Tiles' if by_tiles else 'Spots'}: {', '.join(held)}. Lowest: {least}.",)


def _with_total(
    given: Given, end: Settlement, teams: Teams, value: str
) -> tuple[tuple[tuple[str, Score], ...], str]:
    """Add what the winner had before this round, and say whether the target is reached."""
    if not end.winner:
        return (), "Nobody scores, so nobody reaches the target."
    shown = []
    said = []
    for side, members in enumerate(teams):
        if not set(members) & set(end.winner):
            continue
        score = with_more(end.sheets[side], given.before, "scored in the rounds before")
        name = side_name(members)
        shown.append((name, score))
        if score.points >= given.target:
            when = " at once" if value == "at-once" else ""
            said.append(f"{name} has {score.points}: the match is over{when}.")
        else:
            short = given.target - score.points
            said.append(f"{name} has {score.points}: {short} short of {given.target}, so play on.")
    return tuple(shown), " ".join(said)


def _by_ends(page: Page, given: Given, value: str) -> Variant:
    counted = line.count(given.line, value)
    points = IN_PLAY[page.id](counted.points)
    shown = (("The ends", counted), ("The points", points))
    return Variant(value, _words(page, value), ends_sentence(counted, points), shown)


def _by_last_tile(page: Page, given: Given, value: str) -> Variant:
    """Settle a round whose last tile Ann, or whoever is out, has just laid."""
    chosen = _rules(page, given, value)
    final = given.final
    teams = chosen.teams(final.players)
    last = final.out if final.out is not None else 0
    counted = line.count(given.line, chosen.end_double)
    points = IN_PLAY[chosen.in_play](counted.points)
    in_play = tuple(points.points if seat == last else 0 for seat in range(final.players))
    end = settle(chosen.plan, final.hands, teams, out=final.out, in_play=in_play, last_mover=last)
    said = "; ".join(
        f"{side_name(team)} scores {scored(end.scores[side])}"
        for side, team in enumerate(teams)
        if end.scores[side]
    )
    shown = (("The ends", counted), *sheets(end, teams))
    note = f"{NAMES[last]} laid the last tile."
    return Variant(value, _words(page, value), f"{said or 'Nobody scores'}.", shown, (note,))


def _by_collected(page: Page, given: Given, value: str) -> Variant:
    pairs = rules(page.base).teams(4)
    if value == "per-deal":
        scores = pairs_difference(given.collected)
    else:
        kept = "collected by this pair, and kept"
        scores = [with_more(Score(0), points, kept) for points in given.collected]
    said = "; ".join(
        f"{side_name(pair)} score {score.points}" for pair, score in zip(pairs, scores, strict=True)
    )
    shown = tuple((side_name(pair), score) for pair, score in zip(pairs, scores, strict=True))
    return Variant(value, _words(page, value), f"{said}.", shown)


# -- Changing what is given ------------------------------------------------------------------------


def load(page: Page, given: Given, example: Example) -> Given:
    """Lay out a leaflet's example."""
    data = example.data
    if "hands" in data:
        given = replace(given, final=finals.read(data["hands"]), rules=example.rules)
        if page.needs == "last":
            # The example is about the hands alone: ends that score nothing stay out of its way.
            given = replace(given, line=line.read("1,0"))
        return given
    given = replace(given, rules=None)
    if "ends" in data:
        given = replace(given, line=line.read(data["ends"]))
        return replace(given, final=finals.read("|6-4")) if page.needs == "last" else given
    if "collected" in data:
        first, second = data["collected"]
        return replace(given, collected=(first, second))
    spots = data["spots"] if "spots" in data else data["gain"]
    hand = finals.hand_with(spots)
    given = replace(given, final=finals.checked([type(hand)(), hand]))
    if "target" in data:
        given = replace(given, before=data["before"], target=data["target"])
    return given


def seat_players(page: Page, given: Given, players: int) -> Given:
    """Change the number of players; an example's rules stay only where they allow it."""
    kept = given.rules if given.rules and suits(page, given.rules, players) else None
    return replace(given, final=given.final.seats(players), rules=kept)


def suits(page: Page, by: RuleSet, players: int) -> bool:
    """Return whether rules can hold on a page: they have its rule, for so many and such sides."""
    return (
        applies(by, page)
        and players in by.counts
        and (len(by.teams(players)[0]) == 2) == page.pairs
    )
