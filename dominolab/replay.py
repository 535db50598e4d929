"""A round rebuilt from its record alone: every statement of the record is compared on the way."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from .actions import DRAW, PASS, Action, Draw, Play, exit_code
from .errors import DominoError
from .findings import (
    Violation,
    broken,
    deed,
    ends_text,
    numbers,
    options,
    show,
    some,
    whereabouts,
)
from .jsontext import Json
from .opening import Deal, Lead, Opening, find_lead, uses_lot
from .outcome import Outcome, end_axis, how_it_ended
from .reasons import why_forbidden
from .round import Round
from .rules import RuleSet
from .rules import rules as find_rules
from .scoring import NAMES
from .shape import (
    DEAL_FIELDS,
    EVENT_FIELDS,
    ROUND_FIELDS,
    ROUND_FORMAT,
    fields,
    house_rules,
    listed,
    rules_id,
    tile,
    tiles,
    whole,
    whole_or_null,
    wholes,
)
from .tiles import ALL, Hand, Tile, bits, hand_of


class Past(NamedTuple):
    """What a match knows of the rounds before: totals, and who won the last, if there was one."""

    before: tuple[int, ...]
    first: bool
    previous: int | None


def replay(record: Json) -> Round:
    """Rebuild a round from its record alone; raise the first Violation."""
    rules, players = read_table(record, ROUND_FIELDS, ROUND_FORMAT)
    return Replay(record, rules, players).run()


def read_table(record: Json, names: tuple[str, ...], form: str) -> tuple[RuleSet, int]:
    """Read what rounds and matches have in common: the rules and who plays."""
    if isinstance(record, dict) and record.get("format", form) != form:
        raise Violation(f"format = {show(record['format'])} is not possible here: give {form!r}.")
    fields(record, names, "The record")
    target = whole_or_null(record["target"], "target", 1)
    house = house_rules(record["house"])
    if house.get("target", target) != target:
        raise Violation(f"target is {show(target)}, but house has {show(house['target'])} for it.")
    name, count = rules_id(record["rules"]), whole(record["players"], "players", 2, 5)
    try:
        rules = _rules(name, json.dumps({**house, "target": target}, sort_keys=True))
        players = rules.check_players(count)
    except DominoError as error:
        raise Violation(str(error)) from None
    printed = find_rules(name)
    if target is None and printed.target is not None and "target" not in house:
        raise broken(printed, "target", "target must be a score, not null")
    teams = rules.teams(players)
    wanted = [list(team) for team in teams] if len(teams[0]) == 2 else None
    if not _same(record["teams"], wanted):
        said = "[[0, 2], [1, 3]]" if wanted else "null"
        raise broken(rules, "pairs", f"teams must be {said} for {players} players")
    return rules, players


@lru_cache(maxsize=256)
def _rules(name: str, house: str) -> RuleSet:
    return find_rules(name, **json.loads(house))


def _same(given: Json, wanted: object) -> bool:
    """Compare strictly: in Python, but not in JSON, true is 1 and 1.0 is 1."""
    if isinstance(wanted, list):
        return (
            isinstance(given, list) and len(given) == len(wanted) and all(map(_same, given, wanted))
        )
    return type(given) is type(wanted) and given == wanted


class Replay:
    """Goes through one round's record beside a round that is played anew."""

    def __init__(self, record: dict[str, Json], rules: RuleSet, players: int) -> None:
        self.record = record
        self.rules = rules
        self.players = players
        self.teams = rules.teams(players)
        self.per_side = "one for each side" if len(self.teams) < players else "one for each player"

    def run(self, past: Past | None = None) -> Round:
        """Return the round; raise the first Violation. A match says what its *past* is."""
        record = self.record
        seed = whole_or_null(record["seed"], "seed")
        before = self._before(past)
        opening, previous = self._opening(past, any(before))
        round_ = Round(
            self.rules, self.players, opening, seed=seed, before=before, previous=previous
        )
        for number, event in enumerate(listed(record["events"], "events"), 1):
            self._event(round_, number, event)
        if round_.result is None:
            count = len(record["events"])
            raise Violation(
                f"The record stops after event {count}, but the round is not over: it is "
                f"{NAMES[round_.turn]}'s turn, who can {options(round_)}."
            )
        Outcome(round_, round_.result, self.per_side).check(record["result"])
        return round_

    # -- Before the first tile ---------------------------------------------------------------------

    def _before(self, past: Past | None) -> list[int]:
        before = wholes(self.record["before"], "before", len(self.teams), self.per_side)
        if past is not None and before != list(past.before):
            raise Violation(
                f"before must be {list(past.before)}, the totals so far, not {numbers(before)}."
            )
        target = self.rules.target
        why = ""
        if target is not None and max(before) >= target:
            why = f"the match was over at {target}"
        elif target is None and any(before):
            why = "without a target a match is one round, and this is its first"
        elif min(before) < 0 and not set(self.rules.house) - {"target"}:
            why = "no score is below zero here"  # only some house rules have such scores
        if why:
            what = f"before = {numbers(before)} is not possible: {why}"
            raise broken(self.rules, "target", what)
        return before

    def _opening(self, past: Past | None, later: bool) -> tuple[Opening, int | None]:
        record = self.record
        deals = listed(record["deals"], "deals")
        if not deals:
            raise Violation("deals is empty: it must have at least the deal that is played.")
        dealt = [self._deal(deal, f"Deal {number}") for number, deal in enumerate(deals, 1)]
        opener = whole(record["opener"], "opener", 0, self.players - 1)
        if past is None:
            first, previous = self._guess_past(dealt, opener, later)
        else:
            first, previous = past.first, past.previous
        lot = self._lot(first, previous)
        lead = self._lead(dealt, lot, previous)
        if lead.opener != opener:
            holder = NAMES[lead.opener]
            raise broken(self.rules, lead.axis, f"The opener must be {holder}, not {NAMES[opener]}")
        return Opening(tuple(dealt), lot, lead), previous

    def _deal(self, thing: Json, what: str) -> Deal:
        fields(thing, DEAL_FIELDS, what)
        hands = listed(thing["hands"], f"{what}: hands", self.players, "one for each player")
        held = [
            Hand(tiles(hand, f"{what}: the hand of {name}"))
            for hand, name in zip(hands, NAMES, strict=False)
        ]
        stock = Hand(tiles(thing["stock"], f"{what}: stock"))
        size = self.rules.plan.hand[self.players]
        for player, hand in enumerate(held):
            if len(hand) != size:
                wrong = f"{what}: {NAMES[player]} must have {size} tiles, not {len(hand)}"
                raise broken(self.rules, "hand", wrong)
        seen = 0
        for hand in (*held, stock):
            for each in hand:
                if seen & each.bit:
                    raise Violation(f"{what}: {each} is there twice: the set has each tile once.")
                seen |= each.bit
        if seen != ALL:
            raise Violation(
                f"{what}: {hand_of(ALL & ~seen)[0]} is missing: hands and stock together must be "
                "the 28 tiles."
            )
        return Deal(tuple(held), stock)

    def _guess_past(self, dealt: list[Deal], opener: int, later: bool) -> tuple[bool, int | None]:
        """Return whether this is the first round, and who won the one before.

        A record alone does not tell who won before. Where the winner leads the next round, any
        opener who does not lead by the usual way can be right, but then without lot or redeal.
        """
        plan, lot = self.rules.plan, self.record["lot"]
        first = not later and not (plan.opener == "lot-first" and lot is None)
        if plan.next_opener != "previous-winner" or lot is not None or len(dealt) > 1:
            return first, None
        lead = None
        if not uses_lot(plan, first):
            lead = find_lead(plan, [bits(hand) for hand in dealt[-1].hands], None)
        if (
            lead is not None
            and lead.opener == opener
            and self._led() in map(str, hand_of(lead.tiles))
        ):
            return first, None
        return False, opener

    def _led(self) -> Json:
        """Return what the record has as the first tile, whatever it is."""
        events = self.record["events"]
        for event in events if isinstance(events, list) else ():
            if isinstance(event, dict) and event.get("do") == "play":
                return event.get("tile")
        return None

    def _lot(self, first: bool, previous: int | None) -> tuple[Tile, ...] | None:
        thing = self.record["lot"]
        rules, plan = self.rules, self.rules.plan
        leads_again = previous is not None and plan.next_opener == "previous-winner"
        if not uses_lot(plan, first) or leads_again:
            if thing is not None:
                axis = "next_opener" if leads_again else "opener"
                raise broken(rules, axis, f"lot must be null, not {show(thing)}: none is drawn")
            return None
        if thing is None:
            raise broken(rules, "opener", "lot is null, but a tile shown by each player decides")
        shown = listed(thing, "lot", self.players, "one for each player")
        lot = tuple(tile(each, "lot") for each in shown)
        for each in lot:
            if lot.count(each) > 1:
                raise Violation(f"lot: {each} is there twice: the set has each tile once.")
        return lot

    def _lead(self, dealt: list[Deal], lot: tuple[Tile, ...] | None, previous: int | None) -> Lead:
        """Find who leads the last deal, and see that every other went back rightly."""
        rules, plan = self.rules, self.rules.plan
        for number, deal in enumerate(dealt, 1):
            lead = find_lead(plan, [bits(hand) for hand in deal.hands], lot, previous)
            if lead is not None:
                if number == len(dealt):
                    return lead
                axis = "no_double" if lead.axis == "opener" else lead.axis
                raise broken(
                    rules,
                    axis,
                    f"Deal {number} was returned without need: {NAMES[lead.opener]} can lead "
                    f"{some(hand_of(lead.tiles))}",
                )
        axis = "opener" if plan.opener == "double-six" else "no_double"
        raise broken(
            rules, axis, f"Deal {len(dealt)} cannot be played: the tiles must be dealt again"
        )

    # -- Event by event ----------------------------------------------------------------------------

    def _event(self, round_: Round, number: int, event: Json) -> None:
        what = f"Event {number}"
        try:
            player, action, named = self._read_event(event, what)
            exits = _exits(event["exits"], what) if isinstance(action, Play) else []
        except Violation as violation:
            raise Violation(violation.sentence, event=number) from None
        does = f"{what}: {NAMES[player]} {deed(action, named)}"
        if round_.result is not None:
            over = f"{does} after the end of the round: {how_it_ended(round_)}"
            raise broken(self.rules, end_axis(round_.result), over, number)
        if player != round_.turn:
            turn = f"it is {NAMES[round_.turn]}'s turn, who can {options(round_)}"
            axis = "direction" if round_.actions else round_.opening.lead.axis
            raise broken(self.rules, axis, f"{does}, but {turn}", number)
        if action not in round_.legal():
            raise self._illegal(round_, action, does, number)
        if named is not None and isinstance(action, Draw) and named is not round_.stock[0]:
            raise Violation(
                f"{does}, but the next tile of the stock is {round_.stock[0]}.", event=number
            )
        had = round_.in_play
        round_.push(action)
        if isinstance(action, Play):
            self._after_play(round_, event, exits, had, does, number)

    def _read_event(self, event: Json, what: str) -> tuple[int, Action, Tile | None]:
        """Return who acts, the action, and the tile that a play or a draw names."""
        do = event.get("do") if isinstance(event, dict) else None
        names = EVENT_FIELDS.get(do) if isinstance(do, str) else None
        if names is None and isinstance(event, dict) and "do" in event:
            raise Violation(f"{what}: do = {show(do)} is not possible: choose play, draw or pass.")
        fields(event, names or EVENT_FIELDS["pass"], what)
        player = whole(event["player"], f"{what}: player", 0, self.players - 1)
        if do == "pass":
            return player, PASS, None
        named = tile(event["tile"], f"{what}: tile")
        if do == "draw":
            return player, DRAW, named
        on = event["on"]
        whole_or_null(event["count"], f"{what}: count")
        whole(event["points"], f"{what}: points", 0)
        return player, Play(named, None if on is None else tile(on, f"{what}: on")), named

    def _illegal(self, round_: Round, action: Action, does: str, number: int) -> Violation:
        """Say which rule forbids *action*, and what could be done instead."""
        axis, why = why_forbidden(round_, action)
        wrong = f"Event {number}: {why.rstrip('.')}"
        if isinstance(action, Play):
            fits = any(isinstance(can, Play) and can.tile is action.tile for can in round_.legal())
            if not axis:
                why = f"does not hold it: {whereabouts(round_, action.tile)}"
            elif fits and not round_.now().free:
                why = "the first tile joins no other: on must be null"
            elif fits and action.on is None:
                why = "on must name the laid tile that it joins"
            wrong = f"{does}, but {why.rstrip('.')}"
        wrong += f"; {NAMES[round_.turn]} can {options(round_)}"
        if axis:
            return broken(self.rules, axis, wrong, number)
        return Violation(f"{wrong}.", event=number)

    def _after_play(
        self,
        round_: Round,
        event: dict[str, Json],
        exits: list[int],
        had: Sequence[int],
        does: str,
        number: int,
    ) -> None:
        """Compare what the record says of a play: the exits, their count, the points."""
        open_ = sorted(round_.now().open)
        if exits != open_:
            plan = self.rules.plan
            axis = "matching" if plan.matching == "last-tile" else "branching"
            axis = "arms" if plan.arms == "all-first" else axis
            wrong = f"{does}: exits must be {ends_text(open_)}, not {ends_text(exits)}"
            raise broken(self.rules, axis, wrong, number)
        count = round_.count
        if event["count"] != count:
            wrong = f"{does}: count must be {show(count)}, not {show(event['count'])}"
            axis = "in_play" if count is None else "end_double"
            raise broken(self.rules, axis, wrong, number)
        points = sum(round_.in_play) - sum(had)
        if event["points"] != points:
            wrong = f"{does}: points must be {points}, not {show(event['points'])}"
            raise broken(self.rules, "in_play", wrong, number)


def _exits(thing: Json, what: str) -> list[int]:
    codes = []
    for pair in listed(thing, f"{what}: exits"):
        laid, pip = listed(pair, f"{what}: an exit", 2, "the tile and its pip")
        codes.append(exit_code(tile(laid, f"{what}: exits"), whole(pip, f"{what}: exits", 0, 6)))
    codes.sort()
    return codes
