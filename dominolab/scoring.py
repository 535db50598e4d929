"""Every scoring rule as a function that returns its points and the terms it added up.

Nothing else in the project computes a score: what a dashboard, a record or a notebook shows are
these terms. Hands are given by seat; a side is a player, or a pair of opposite seats.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import NamedTuple

from .axes import Axes
from .tiles import Hand, Tile

Teams = tuple[tuple[int, ...], ...]

NAMES = ("Ann", "Ben", "Cy", "Dee", "Eve")
"""What the seats are called until someone gives them other names."""


class Term(NamedTuple):
    """One line of a score's arithmetic."""

    op: str
    """`+` or `-` for what is added or taken off, `=` for a rule that sets the total anew."""
    value: int
    what: str
    """What the value is; `{0}`, `{1}`, ... stand for the players' names."""
    total: int
    """The total after this line."""
    tiles: tuple[Tile, ...] = ()

    def say(self, names: Sequence[str] = NAMES) -> str:
        """Return what the value is, with the players' names."""
        return self.what.format(*names)


@dataclass(frozen=True, slots=True)
class Score:
    """Points, and the terms that make them."""

    points: int
    terms: tuple[Term, ...] = ()

    @property
    def arithmetic(self) -> str:
        """The terms as a sum, as in `10 + 6 - 1 = 15, divided by 5, rounded up: 3`."""
        text, numbers = "", 0
        total = 0
        for term in self.terms:
            if term.op == "=":
                text += f" = {total}" if numbers > 1 else ""
                text += f", {term.what}: {term.total}"
                numbers = 1
            else:
                sign = "" if not text and term.op == "+" else f" {term.op} " if text else term.op
                text += f"{sign}{term.value}"
                numbers += 1
            total = term.total
        return f"{text} = {self.points}" if numbers > 1 else text or str(self.points)

    def lines(self, names: Sequence[str] = NAMES) -> list[str]:
        """Return the terms as lines of text, each with the total so far."""
        return [f"{t.op} {t.value:3}  {t.say(names)}  ({t.total})" for t in self.terms]

    def to_json(self, names: Sequence[str] = NAMES) -> list[dict[str, object]]:
        """Return the terms as JSON writes them."""
        return [
            {
                "op": term.op,
                "value": term.value,
                "what": term.say(names),
                "tiles": [str(tile) for tile in term.tiles],
                "total": term.total,
            }
            for term in self.terms
        ]

    def __str__(self) -> str:
        return "\n".join([*self.lines(), f"= {self.points}"])

    def _repr_html_(self) -> str:
        from .draw import hand_svg

        rows = "".join(
            f"<tr><td>{escape(t.op)}</td><td style='text-align:right'>{t.value}</td>"
            f"<td style='text-align:left'>{escape(t.say())}</td>"
            f"<td>{hand_svg(Hand(t.tiles)) if t.tiles else ''}</td>"
            f"<td style='text-align:right'>{t.total}</td></tr>"
            for t in self.terms
        )
        return (
            "<table class='dominolab-score'><thead><tr><th scope='col'><span hidden>Sign</span></th>"
            "<th scope='col'>Value</th><th scope='col'>What</th><th scope='col'>Tiles</th>"
            f"<th scope='col'>Total</th></tr></thead><tbody>{rows}</tbody>"
            f"<tfoot><tr><th colspan='4' scope='row'>Points</th><td>{self.points}</td></tr></tfoot>"
            "</table>"
        )


def total(parts: Iterable[tuple[str, int, str, tuple[Tile, ...]]]) -> Score:
    """Add up *parts*, each a sign, a value, what it is and the tiles that show it."""
    terms = []
    points = 0
    for op, value, what, tiles in parts:
        points = points + value if op == "+" else points - value
        terms.append(Term(op, value, what, points, tiles))
    return Score(points, tuple(terms))


def _spots(op: str, player: int, hands: Sequence[Hand]) -> tuple[str, int, str, tuple[Tile, ...]]:
    return op, hands[player].pips, f"{{{player}}}'s spots", hands[player]


# -- What a hand of spots is worth to the winner ---------------------------------------------------


def opponents(hands: Sequence[Hand], winner: int, rivals: Sequence[int]) -> Score:
    """Add the spots of all *rivals*; the winner's own do not matter."""
    return total(_spots("+", rival, hands) for rival in rivals)


def minus_own(hands: Sequence[Hand], winner: int, rivals: Sequence[int]) -> Score:
    """Add the spots of all *rivals* and take the winner's own off, once."""
    return total([*(_spots("+", rival, hands) for rival in rivals), _spots("-", winner, hands)])


def per_opponent(hands: Sequence[Hand], winner: int, rivals: Sequence[int]) -> Score:
    """Add for each rival the spots by which they exceed the winner's own."""
    return total(
        part for rival in rivals for part in (_spots("+", rival, hands), _spots("-", winner, hands))
    )


def all_hands(hands: Sequence[Hand], winner: int, rivals: Sequence[int]) -> Score:
    """Add the spots of all *rivals* and the winner's own."""
    return total(_spots("+", player, hands) for player in sorted((winner, *rivals)))


def tiles_left(hands: Sequence[Hand], winner: int, rivals: Sequence[int]) -> Score:
    """Add one point for each tile of the *rivals* and take the winner's own tiles off, once."""
    parts = [("+", rival) for rival in rivals] + ([("-", winner)] if hands[winner] else [])
    return total(
        (op, len(hands[player]), f"{{{player}}}'s tiles, one point each", hands[player])
        for op, player in parts
    )


def nothing(hands: Sequence[Hand], winner: int, rivals: Sequence[int]) -> Score:
    """Score nothing for spots."""
    return Score(0)


SpotScore = Callable[[Sequence[Hand], int, Sequence[int]], Score]
SPOT_SCORES: Mapping[str, SpotScore] = {
    "opponents": opponents,
    "minus-own": minus_own,
    "per-opponent": per_opponent,
    "all-hands": all_hands,
    "tiles": tiles_left,
    "none": nothing,
}
"""The functions behind the axes score_out and score_blocked."""


def pairs_out(hands: Sequence[Hand], out: int, floor: str = "zero") -> Score:
    """Score a pair whose player *out* is out: the losing pair's spots minus the partner's."""
    partner, losers = (out + 2) % 4, sorted(((out + 1) % 4, (out + 3) % 4))
    score = total([*(_spots("+", player, hands) for player in losers), _spots("-", partner, hands)])
    if floor == "zero" and score.points < 0:
        return _then(score, 0, "never below zero")
    return score


def pairs_blocked(hands: Sequence[Hand], winners: Sequence[int], losers: Sequence[int]) -> Score:
    """Score the difference between the two pairs' spots for the *winners*."""
    score = total(
        [
            *(_spots("+", player, hands) for player in losers),
            *(_spots("-", player, hands) for player in winners),
        ]
    )
    # Under the reading `lowest-player` the winners can be the pair with more spots.
    return score if score.points >= 0 else _then(score, -score.points, "the difference, unsigned")


def _then(score: Score, points: int, what: str) -> Score:
    """Set a score's total anew by a rule."""
    return Score(points, (*score.terms, Term("=", points, what, points)))


def converted(score: Score, conversion: str) -> Score:
    """Divide a score by five, rounding up, to the nearest or down."""
    rounding = {"fifth-up": 4, "fifth-nearest": 2, "fifth-down": 0}.get(conversion)
    if rounding is None:
        return score
    word = {4: "up", 2: "to the nearest", 0: "down"}[rounding]
    return _then(score, (score.points + rounding) // 5, f"divided by 5, rounded {word}")


def with_more(score: Score, points: int, what: str) -> Score:
    """Add *points* that are not spots: a bonus, or what was scored in play."""
    after = score.points + points
    return Score(after, (*score.terms, Term("+", points, what, after)))


# -- Points in play --------------------------------------------------------------------------------


End = tuple[Tile | None, int]
"""An open end: the laid tile (None where only its pip is known, and it is no double) and its pip."""


def count_ends(ends: Sequence[End], end_double: str = "both-halves") -> Score:
    """Count the two open *ends* of a line: each a laid tile and its free pip.

    A lone first tile is both ends, so each of its halves counts once; any other double at an end
    counts with both halves.
    """
    lone = len(ends) == 2 and ends[0][0] is ends[1][0] is not None
    whole = end_double == "both-halves" and not lone
    return total(
        ("+", pip, f"the end that shows {pip}", ())
        if tile is None
        else ("+", pip * 2 if whole and tile.double else pip, f"the end at {tile}", (tile,))
        for tile, pip in ends
    )


def fives(count: int) -> Score:
    """Score one point for each five in a count that divides by five."""
    return _multiples(count, (5,))


def fives_and_threes(count: int) -> Score:
    """Score one point for each three and for each five in a count that divides by them."""
    return _multiples(count, (3, 5))


def _multiples(count: int, numbers: tuple[int, ...]) -> Score:
    return total(
        ("+", count // number, f"{count} has {count // number} times {number}", ())
        for number in numbers
        if count and count % number == 0
    )


IN_PLAY: Mapping[str, Callable[[int], Score]] = {
    "fives": fives,
    "fives-and-threes": fives_and_threes,
}
"""The functions behind the axis in_play."""


def score_ends(rule: str, ends: Sequence[End], end_double: str) -> tuple[Score, Score]:
    """Return what the open *ends* count and what that count scores, each with its terms."""
    count = count_ends(ends, end_double)
    return count, IN_PLAY[rule](count.points)


# -- The end of a round ----------------------------------------------------------------------------


def lowest(hands: Sequence[Hand], how: str) -> list[int]:
    """Return the players who win a blocked round by the axis blocked_winner: several when equal."""
    keys: list[tuple[int, ...]]
    if how == "fewest-spots":
        keys = [(hand.pips,) for hand in hands]
    elif how == "fewest-tiles":
        keys = [(len(hand),) for hand in hands]
    else:
        keys = [(len(hand), hand.pips) for hand in hands]
    return [player for player, key in enumerate(keys) if key == min(keys)]


@dataclass(frozen=True, slots=True)
class Settlement:
    """How a round ended: who won, and what each side scored with its arithmetic."""

    how: str
    """`out`, `blocked` or `target`."""
    winner: tuple[int, ...]
    """The winning side's players; empty for a drawn round."""
    sheets: tuple[Score, ...]
    """For each side its score of this round, points in play included."""

    @property
    def scores(self) -> tuple[int, ...]:
        """What each side scored in this round."""
        return tuple(sheet.points for sheet in self.sheets)


def settle(
    plan: Axes,
    hands: Sequence[Hand],
    teams: Teams,
    *,
    out: int | None = None,
    in_play: Sequence[int] = (),
    last_mover: int | None = None,
    before: Sequence[int] = (),
) -> Settlement:
    """Settle a round that player *out* ended by going out, or that is blocked (out = None)."""
    in_play = in_play or (0,) * len(teams)
    winners = _winners(plan, hands, teams, out)
    sheets = []
    for side, members in enumerate(teams):
        won = side in winners
        score = _spot_score(plan, hands, teams, members, winners, out) if won else Score(0)
        score = converted(score, plan.conversion) if score.terms else score
        if plan.bonus_out and side == _bonus_side(plan, hands, teams, out, last_mover):
            score = with_more(score, plan.bonus_out, "for ending the round")
        if in_play[side]:
            score = with_more(score, in_play[side], "scored in play")
        sheets.append(score)
    if len(teams[0]) == 2 and plan.pairs_difference == "per-deal":
        sheets = pairs_difference(sheets)
        in_play = (0,) * len(teams)  # it is in the difference now
    if plan.reach == "exactly" and plan.target is not None:
        # What was scored in play stays: each of those points was weighed when it was scored.
        sheets = [
            _then(s, kept, f"more would pass {plan.target} and does not count")
            if had + s.points > plan.target
            else s
            for s, kept, had in zip(sheets, in_play, before or (0,) * len(teams), strict=True)
        ]
    return Settlement(
        how="blocked" if out is None else "out",
        winner=tuple(sorted(player for side in winners for player in teams[side])),
        sheets=tuple(sheets),
    )


def pairs_difference(collected: Sequence[int | Score]) -> list[Score]:
    """Score only the difference of what two pairs collected, for the pair with more.

    What a pair collected is a number, or a score whose terms tell how it came about.
    """
    pairs = [
        each if isinstance(each, Score) and each.terms else _collected(each) for each in collected
    ]
    sheets = []
    for own, other in (pairs, reversed(pairs)):
        points = own.points - other.points
        taken = Term("-", other.points, "collected by the other pair", points)
        score = Score(points, (*own.terms, taken))
        sheets.append(score if points >= 0 else _then(score, 0, "only the higher pair scores"))
    return sheets


def _collected(points: int | Score) -> Score:
    value = points.points if isinstance(points, Score) else points
    return total([("+", value, "collected by this pair", ())])


def _winners(plan: Axes, hands: Sequence[Hand], teams: Teams, out: int | None) -> list[int]:
    """Return the winning sides: one, several in a tie that scores, none in a tie that does not."""
    if out is not None:
        return [side for side, members in enumerate(teams) if out in members]
    if len(teams[0]) == 2 and plan.pairs_blocked != "lowest-player":
        totals = [sum(hands[player].pips for player in members) for members in teams]
        lowest_sides = [side for side, spots in enumerate(totals) if spots == min(totals)]
        return lowest_sides if len(lowest_sides) == 1 else []
    players = lowest(hands, plan.blocked_winner)
    sides = [side for side, members in enumerate(teams) if set(members) & set(players)]
    tied = len(sides) > 1
    return [] if tied and (plan.tie == "nobody" or len(teams[0]) == 2) else sides


def _spot_score(
    plan: Axes,
    hands: Sequence[Hand],
    teams: Teams,
    members: tuple[int, ...],
    winners: Sequence[int],
    out: int | None,
) -> Score:
    """Score the spots for the winning side *members*."""
    if len(members) == 2:
        if out is not None:
            return pairs_out(hands, out, plan.pairs_floor) if plan.pairs_out != "none" else Score(0)
        if plan.pairs_blocked == "none":
            return Score(0)
        losers = next(team for team in teams if team != members)
        return pairs_blocked(hands, members, losers)
    rivals = [p for side, (p,) in enumerate(teams) if side not in winners]
    rule = plan.score_out if out is not None else plan.score_blocked
    return SPOT_SCORES[rule](hands, members[0], rivals)


def _bonus_side(
    plan: Axes, hands: Sequence[Hand], teams: Teams, out: int | None, last_mover: int | None
) -> int | None:
    """Return the side that gets the bonus for ending the round."""
    if out is None:
        if plan.bonus_blocked == "nobody":
            return None
        if plan.bonus_blocked == "lowest":
            sides = _winners(plan, hands, teams, None)
            return sides[0] if len(sides) == 1 else None
        out = last_mover
    return next((side for side, members in enumerate(teams) if out in members), None)
