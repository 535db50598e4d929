"""The rules once more, written plainly from their words: what the library must agree with.

Nothing here uses the engine's own reasoning: only what everyone at the table could see (hands,
the tiles in the order in which they were laid, the size of the stock, what was done) and the
values on the axes. It is slow and simple on purpose.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import ceil, floor

from dominolab.actions import Draw, Play
from dominolab.axes import Axes
from dominolab.round import Round
from dominolab.tiles import Tile

Ends = Counter[tuple[Tile, int]]
"""Each open place, a laid tile and a number of pips, and how many tiles may still join there."""


# -- The table -------------------------------------------------------------------------------------


def places(plan: Axes, plays: Sequence[Play]) -> Ends:
    """Return all places where a laid tile still has room, in whatever order they may be used."""
    room: Ends = Counter()
    first = plays[0].tile if plays else None
    for play in plays:
        tile = play.tile
        if not tile.double:
            room[tile, tile.high] += 1
            room[tile, tile.low] += 1
        elif plan.branching == "none":
            room[tile, tile.high] += 2
        elif tile is first or plan.branching == "every-double":
            room[tile, tile.high] += 4
        elif plan.branching == "tips-only":
            room[tile, tile.high] += 3  # the side that it is joined by, and its two tips
        else:
            room[tile, tile.high] += 2
    for play in plays:
        if play.on is not None:
            pip = shared(play.tile, play.on)
            room[play.tile, pip] -= 1
            room[play.on, pip] -= 1
    assert all(left >= 0 for left in room.values()), room
    return +room


def open_places(plan: Axes, plays: Sequence[Play]) -> Ends:
    """Return the places that may be used now."""
    room = places(plan, plays)
    if plan.matching == "last-tile" and plays:
        return Counter({end: left for end, left in room.items() if end[0] is plays[-1].tile})
    if plan.arms == "all-first" and plays:
        first = Counter({end: left for end, left in room.items() if end[0] is plays[0].tile})
        return first or room
    return room


def shared(one: Tile, other: Tile) -> int:
    """Return the number of pips that two joined tiles share."""
    (pip,) = {one.high, one.low} & {other.high, other.low}
    return pip


# -- What may be done ------------------------------------------------------------------------------


def deciding_double(plan: Axes, hands: Sequence[Sequence[Tile]]) -> Tile | None:
    """Return the double whose holder leads, or None where nobody holds it."""
    doubles = [[tile for tile in hand if tile.double] for hand in hands]
    held = [tile for hand in doubles for tile in hand]
    if plan.opener == "double-six":
        held = [tile for tile in held if tile.high == 6]
    if plan.opener == "most-doubles":
        most = max(len(hand) for hand in doubles)
        held = [tile for hand in doubles if len(hand) == most for tile in hand]
    if not held:
        return None
    choose = min if plan.opener == "lowest-double" else max
    return choose(held, key=lambda tile: tile.high)


def must_be_dealt_again(plan: Axes, hands: Sequence[Sequence[Tile]]) -> bool:
    """Return whether these hands go back, where a double decides who leads."""
    holders = sum(any(tile.double for tile in hand) for hand in hands)
    if plan.no_double == "redeal-unless-two":
        return holders < 2 or deciding_double(plan, hands) is None
    return plan.no_double != "heaviest" and deciding_double(plan, hands) is None


def opener(round_: Round) -> int:
    """Return who has to lead."""
    plan, hands = round_.rules.plan, round_.deals[-1].hands
    if plan.next_opener == "previous-winner" and round_.previous is not None:
        return round_.previous
    if round_.opening.lot is not None:
        ranks = {
            "total": lambda tile: (tile.pips, tile.high),
            "half": lambda tile: (tile.high, tile.low),
            "doubles-first": lambda tile: (tile.double, tile.pips, tile.high),
        }
        best = max(round_.opening.lot, key=ranks[plan.lot])
        return round_.opening.lot.index(best)
    double = deciding_double(plan, hands)
    if double is None:
        double = max((tile for hand in hands for tile in hand), key=lambda t: (t.pips, t.high))
    (holder,) = [player for player, hand in enumerate(hands) if double in hand]
    return holder


def leads(round_: Round) -> set[Tile]:
    """Return the tiles that may be led."""
    plan, hand = round_.rules.plan, set(round_.hands[round_.turn])
    if plan.next_opener == "previous-winner" and round_.previous is not None:
        return hand
    if round_.opening.lot is not None:
        return hand
    double = deciding_double(plan, round_.deals[-1].hands)
    if double is None:
        dealt = [tile for held in round_.deals[-1].hands for tile in held]
        return {max(dealt, key=lambda tile: (tile.pips, tile.high))}
    if plan.lead == "any-tile":
        return hand
    if plan.lead == "any-double":
        return {tile for tile in hand if tile.double}
    return {double}


def drawn_this_turn(round_: Round) -> int:
    """Return how many tiles the player in turn has drawn since the turn began."""
    count = 0
    for action in reversed(round_.actions):
        if not isinstance(action, Draw):
            break
        count += 1
    return count


def legal(round_: Round) -> set[str]:
    """Return all that may be done now, each written as a move is."""
    plan = round_.rules.plan
    if round_.over:
        return set()
    hand = round_.hands[round_.turn]
    if not hand:
        return {"pass"}  # out, where going out does not end the round
    plays = [action for action in round_.actions if isinstance(action, Play)]
    drew = drawn_this_turn(round_)
    stock = len(round_.stock) > plan.reserve
    if not plays:
        found = {str(tile) for tile in leads(round_)}
        return found | ({"draw"} if plan.opener_draw == "yes" and stock else set())
    fitting = {
        f"{tile}@{on}" for on, pip in open_places(plan, plays) for tile in hand if pip in tile
    }
    if fitting:
        return _when_able(plan, fitting, drew, stock)
    return _when_stuck(plan, drew, stock)


def _when_able(plan: Axes, fitting: set[str], drew: int, stock: bool) -> set[str]:
    if drew and plan.stuck == "one-kept":
        return {"pass"}
    if drew and stock and plan.stuck == "whole-stock":
        return {"draw"}
    if plan.able == "may-pass":
        return fitting | {"pass"}
    if plan.able == "may-draw" and stock:
        return fitting | {"draw"}
    if plan.able == "may-draw-and-end":
        return fitting | ({"draw"} if stock else set()) | ({"pass"} if drew else set())
    return fitting


def _when_stuck(plan: Axes, drew: int, stock: bool) -> set[str]:
    if not stock:
        return {"pass"}
    stop = {"pass"} if drew and plan.able == "may-draw-and-end" else set()
    return {
        "pass": {"pass"},
        "one": {"pass"} if drew else {"draw"},
        "one-kept": {"pass"} if drew else {"draw"},
        "one-or-pass": {"pass"} if drew else {"draw", "pass"},
        "until-playable": {"draw"} | stop,
        "until-or-pass": {"draw"} | (stop if drew else {"pass"}),
        "until-may-stop": {"draw", "pass"},
        "whole-stock": {"draw"},
    }[plan.stuck]


# -- The end ---------------------------------------------------------------------------------------


def turns(round_: Round) -> Iterator[tuple[int, list[str]]]:
    """Yield each finished turn: who had it, and the kinds of what was done."""
    step = 1 if round_.rules.plan.direction == "clockwise" else -1
    player, done = opener(round_), list[str]()
    for action in round_.actions:
        done.append(action.kind)
        if not isinstance(action, Draw):
            yield player, done
            player, done = (player + step) % round_.players, []


def is_blocked(round_: Round) -> bool:
    """Return whether every player in turn has just made a bare pass that counts."""
    last = list(turns(round_))[-round_.players :]
    if len(last) < round_.players or any(done != ["pass"] for _, done in last):
        return False
    stock = len(round_.stock) > round_.rules.plan.reserve
    return not (round_.rules.plan.choice_block == "play-on" and stock)


def end_count(plan: Axes, plays: Sequence[Play]) -> int:
    """Return what the two ends of a line come to."""
    if len(plays) == 1:
        return plays[0].tile.pips
    count = 0
    for (tile, pip), left in places(plan, plays).items():
        whole = tile.double and plan.end_double == "both-halves"
        count += left * (2 * pip if whole else pip)
    return count


def end_points(rule: str, count: int) -> int:
    """Return what a count scores in play."""
    numbers = {"none": (), "fives": (5,), "fives-and-threes": (3, 5)}[rule]
    return sum(count // number for number in numbers if count % number == 0)


def spots(hand: Sequence[Tile]) -> int:
    """Return the spots of a hand."""
    return sum(tile.high + tile.low for tile in hand)


def winners(round_: Round) -> set[int]:
    """Return the players of the winning side (or sides, where a tie scores) of a finished round."""
    plan, hands, teams = round_.rules.plan, round_.hands, round_.teams
    for team in teams:
        if plan.round_end == "out-or-blocked" and any(not hands[player] for player in team):
            return set(team)
    if len(teams[0]) == 2 and plan.pairs_blocked != "lowest-player":
        one, other = (sum(spots(hands[player]) for player in team) for team in teams)
        return set() if one == other else set(teams[0] if one < other else teams[1])
    measures: dict[str, Callable[[Sequence[Tile]], int]] = {
        "fewest-spots": spots,
        "fewest-tiles": len,
        "fewest-tiles-then-spots": lambda hand: 1000 * len(hand) + spots(hand),
    }
    worth = measures[plan.blocked_winner]
    least = min(worth(hand) for hand in hands)
    best = {player for player, hand in enumerate(hands) if worth(hand) == least}
    sides = [team for team in teams if best & set(team)]
    if len(sides) > 1 and (plan.tie == "nobody" or len(teams[0]) == 2):
        return set()
    return {player for team in sides for player in team}


def spot_points(round_: Round, side: int, won: set[int]) -> int:
    """Return what the spots left over are worth to a winning side, before dividing."""
    plan, hands, teams = round_.rules.plan, round_.hands, round_.teams
    own = sum(spots(hands[player]) for player in teams[side])
    rivals = [hand for player, hand in enumerate(hands) if player not in won]
    theirs = sum(map(spots, rivals))
    out = plan.round_end == "out-or-blocked" and not all(hands)
    if len(teams[0]) == 2:
        if (plan.pairs_out if out else plan.pairs_blocked) == "none":
            return 0
        if not out:
            return abs(theirs - own)
        return max(0, theirs - own) if plan.pairs_floor == "zero" else theirs - own
    return {
        "opponents": theirs,
        "minus-own": theirs - own,
        "per-opponent": theirs - own * len(rivals),
        "all-hands": theirs + own,
        "tiles": sum(map(len, rivals)) - len(hands[teams[side][0]]),
        "none": 0,
    }[plan.score_out if out else plan.score_blocked]


def divided(points: int, conversion: str) -> int:
    """Return points divided by five where the rules say so."""
    fifth = Fraction(points, 5)
    return {
        "none": points,
        "fifth-up": ceil(fifth),
        "fifth-nearest": floor(fifth + Fraction(1, 2)),
        "fifth-down": floor(fifth),
    }[conversion]


def bonus_side(round_: Round, won: set[int]) -> int | None:
    """Return the side that gets the bonus for ending the round."""
    plan = round_.rules.plan
    if plan.round_end == "out-or-blocked" and not all(round_.hands):
        return next(side for side, team in enumerate(round_.teams) if won == set(team))
    if plan.bonus_blocked == "lowest":
        sides = [side for side, team in enumerate(round_.teams) if won >= set(team)]
        return sides[0] if len(sides) == 1 else None
    if plan.bonus_blocked == "last-mover":
        player = [player for player, done in turns(round_) if done[-1] == "play"][-1]
        return next(side for side, team in enumerate(round_.teams) if player in team)
    return None


def in_play(round_: Round) -> list[int]:
    """Return what each side scored in play, point by point."""
    plan = round_.rules.plan
    scored = [0] * len(round_.teams)
    laid: list[Play] = []
    plays = (action for action in round_.actions if isinstance(action, Play))
    movers = (player for player, done in turns(round_) if done[-1] == "play")
    for player, play in zip(movers, plays, strict=True):
        laid.append(play)
        side = next(side for side, team in enumerate(round_.teams) if player in team)
        points = end_points(plan.in_play, end_count(plan, laid)) if plan.in_play != "none" else 0
        total = round_.before[side] + scored[side] + points
        if plan.reach == "exactly" and plan.target is not None and total > plan.target:
            continue
        scored[side] += points
    return scored


def scores(round_: Round) -> list[int]:
    """Return what each side scored in a round that is over by someone going out or by a block."""
    plan = round_.rules.plan
    won = winners(round_)
    earned = in_play(round_)
    found = []
    for side, team in enumerate(round_.teams):
        points = earned[side]
        if won >= set(team):
            points += divided(spot_points(round_, side, won), plan.conversion)
        if plan.bonus_out and bonus_side(round_, won) == side:
            points += plan.bonus_out
        found.append(points)
    pegs = len(round_.teams[0]) == 2 and plan.pairs_difference == "per-deal"
    if pegs:
        found = [max(0, found[0] - found[1]), max(0, found[1] - found[0])]
    if plan.reach == "exactly" and plan.target is not None:
        kept = [0, 0] if pegs else earned
        for side, had in enumerate(round_.before):
            if had + found[side] > plan.target:
                found[side] = kept[side]
    return found
