"""A second referee, as another program would have it: it knows records and printings by name only.

It is written from the tables of the shared rules and the page about the record, and uses nothing of
the library, neither its axes nor its data. So it also notices when a manual's value is changed.
"""

from __future__ import annotations

from typing import Any

Record = dict[str, Any]
Exits = list[list[Any]]

SET = [f"{high}-{low}" for high in range(7) for low in range(high + 1)]
SEVEN_FIVE_FIVE = {2: 7, 3: 5, 4: 5}
HANDS = {
    "polyglot": {2: 7, 3: 7, 4: 5, 5: 5},
    "janod": {2: 7, 3: 6, 4: 5},
    "branching": {2: 5, 3: 5, 4: 5},
    "block": SEVEN_FIVE_FIVE,
    "draw": {2: 7, 3: 5, 4: 6},
    "muggins": SEVEN_FIVE_FIVE,
    "fives-and-threes": {2: 7, 3: 7, 4: 7},
    "sebastopol": {4: 7},
    "ukrainian": SEVEN_FIVE_FIVE,
    "ukrainian-one-draw": SEVEN_FIVE_FIVE,
}
TARGETS = {
    **dict.fromkeys(("polyglot", "branching", "ukrainian", "ukrainian-one-draw"), 100),
    "muggins": 61,
    "fives-and-threes": 31,
}
IN_PAIRS = ("block", "draw", "muggins", "fives-and-threes", "sebastopol")
COUNTS_ENDS = ("muggins", "fives-and-threes")


def printed(names: str) -> tuple[str, ...]:
    return tuple(f"polyglot@{code}" for code in names.split())


MOST_DOUBLES = printed("hr sr ms th ro tr")
LEADS_ANY_TILE = printed("hr sr ms th da")
LEADS_ANY_DOUBLE = printed("ro tr")
TWO_WITH_DOUBLES = printed("cs sk")
NOBODY_DRAWS = printed("zh-Hant ms")


class Foul(Exception):  # noqa: N818 - the referee's word
    """What is wrong with a record."""


def demand(right: object, what: str) -> None:
    if not right:
        raise Foul(what)


def spots(tile: str) -> int:
    return int(tile[0]) + int(tile[2])


def is_double(tile: str) -> bool:
    return tile[0] == tile[2]


def fits(tile: str, pip: int) -> bool:
    return str(pip) in (tile[0], tile[2])


def way_of_drawing(rules: str, game: str) -> str:
    special = {"polyglot@ko": "kept", "polyglot@lt": "optional", "branching@hr": "whole"}
    if rules in NOBODY_DRAWS or game in ("block", "sebastopol"):
        return "never"
    usual = {"polyglot": "one", "ukrainian-one-draw": "one", "janod": "choice", "draw": "at will"}
    return special.get(rules) or usual.get(game, "until able")


class Outsider:
    """Referees one round's record; a *single* one is played for its rules' own target."""

    def __init__(self, record: Record, single: bool = True) -> None:
        self.record = record
        self.rules: str = record["rules"]
        self.game, _, self.language = self.rules.partition("@")
        self.players: int = record["players"]
        demand(record["format"] == "dominolab-round/1", "format")
        demand(self.players in HANDS[self.game], "players")
        self.pairs = self.players == 4 and self.game in IN_PAIRS
        self.sides = [[0, 2], [1, 3]] if self.pairs else [[p] for p in range(self.players)]
        demand(record["teams"] == (self.sides if self.pairs else None), "teams")
        self.target: int | None = record["target"]
        demand(not single or self.target == TARGETS.get(self.game), "target")
        demand(len(record["before"]) == len(self.sides), "before")
        demand(self.target is None or max(record["before"]) < self.target, "before")

    def check(self) -> list[int]:
        """Go through the whole record; return the scores of the round."""
        self._deals()
        self._events()
        return self._result()

    # -- Before the first tile ---------------------------------------------------------------------

    def _deals(self) -> None:
        deals = self.record["deals"]
        for number, deal in enumerate(deals, 1):
            size = HANDS[self.game][self.players]
            demand([len(hand) for hand in deal["hands"]] == [size] * self.players, "hands")
            dealt = [tile for hand in (*deal["hands"], deal["stock"]) for tile in hand]
            demand(sorted(dealt) == sorted(SET), "28 tiles")
            if self.game != "janod":
                demand((self._lead(deal["hands"]) is None) == (number < len(deals)), "redeal")
        lot = self.record["lot"]
        self.hands: list[list[str]] = [list(hand) for hand in deals[-1]["hands"]]
        self.stock: list[str] = list(deals[-1]["stock"])
        if self.game == "janod":
            demand(len(deals) == 1 and len(set(lot)) == len(lot) == self.players, "lot")
            opener = max(range(self.players), key=lambda p: (spots(lot[p]), lot[p]))
            self.leads = self.hands[opener][:]
        else:
            demand(lot is None, "lot")
            found = self._lead(self.hands)
            assert found is not None
            opener, self.leads = found
        demand(self.record["opener"] == opener, "opener")

    def _lead(self, hands: list[list[str]]) -> tuple[int, list[str]] | None:
        doubles = [[tile for tile in hand if is_double(tile)] for hand in hands]
        holders = [player for player in range(self.players) if doubles[player]]
        if not holders or (self.rules in TWO_WITH_DOUBLES and len(holders) < 2):
            return None
        best = min if self.game == "fives-and-threes" else max
        if self.rules in MOST_DOUBLES:
            most = max(map(len, doubles))
            holders = [player for player in holders if len(doubles[player]) == most]
        opener = best(holders, key=lambda player: best(doubles[player]))
        if self.rules in LEADS_ANY_TILE or (self.game == "draw" and self.language != "nl"):
            return opener, hands[opener][:]
        if self.rules in LEADS_ANY_DOUBLE:
            return opener, doubles[opener]
        return opener, [best(doubles[opener])]

    # -- Event by event ----------------------------------------------------------------------------

    def _events(self) -> None:
        self.turn = self.record["opener"]
        self.free: Exits = []
        self.laid = self.bare = self.drew = 0
        self.collected = [0] * len(self.sides)
        self.how, self.ended_by = "", -1
        self.drawing = way_of_drawing(self.rules, self.game)
        for event in self.record["events"]:
            demand(not self.how, "after the end")
            demand(event["player"] == self.turn, "turn")
            {"play": self._play, "draw": self._draw, "pass": self._pass}[event["do"]](event)
        demand(self.how, "not over")

    @property
    def _open(self) -> Exits:
        arms = [end for end in self.free if end[0] == "6-6"]
        return arms if arms and self.game == "sebastopol" else self.free

    def _choices(self) -> list[tuple[str, str | None]]:
        if self.drawing == "kept" and self.drew:
            return []
        if not self.laid:
            return [(tile, None) for tile in self.leads]
        hand = self.hands[self.turn]
        return [(tile, on) for tile in hand for on, pip in self._open if fits(tile, pip)]

    @property
    def _can_draw(self) -> bool:
        return len(self.stock) > (2 if self.game == "draw" else 0) and self.drawing != "never"

    def _play(self, event: Record) -> None:
        tile, on = event["tile"], event["on"]
        demand((tile, on) in self._choices(), "play")
        demand(not (self.drawing == "whole" and self.drew and self._can_draw), "whole stock")
        high, low = int(tile[0]), int(tile[2])
        branches = self.game in ("branching", "sebastopol")
        if on is None:
            twice = [[tile, high]] * (4 if branches else 2)
            self.free = twice if is_double(tile) else [[tile, high], [tile, low]]
        else:
            end = next(end for end in self._open if end[0] == on and fits(tile, end[1]))
            self.free.remove(end)
            more = 3 if is_double(tile) and self.game == "branching" else 1
            new = [[tile, high + low - end[1]]] * more
            self.free = new if self.rules == "polyglot@zh-Hant" else self.free + new
        self.laid += 1
        self.hands[self.turn].remove(tile)
        demand(sorted(event["exits"]) == sorted(self._open), "exits")
        self._points(event)
        self._next(bare=False)

    def _points(self, event: Record) -> None:
        count, points = None, 0
        if self.game in COUNTS_ENDS:
            ends = [spots(tile) if is_double(tile) else pip for tile, pip in self.free]
            count = sum(ends) if self.laid > 1 else spots(event["tile"])
            points = count // 5 if count % 5 == 0 else 0
            if self.game == "fives-and-threes" and count % 3 == 0:
                points += count // 3
        demand((event["count"], event["points"]) == (count, points), "points")
        side = self.turn % len(self.sides)
        self.collected[side] += points
        self.ended_by = self.turn
        if not self.hands[self.turn]:
            self.how = "out"
        elif self.target is not None and points and not self._differs:
            total = self.record["before"][side] + self.collected[side]
            self.how = "target" if total >= self.target else ""

    @property
    def _differs(self) -> bool:
        return self.pairs and self.game == "fives-and-threes"

    def _draw(self, event: Record) -> None:
        demand(self._can_draw and self.laid, "nothing to draw")
        free_to = self.drawing == "at will" or (self.drawing == "whole" and self.drew)
        demand(free_to or not self._choices(), "could play")
        demand(not (self.drew and self.drawing in ("one", "kept", "optional")), "second draw")
        demand(event["tile"] == self.stock[0], "stock")
        self.hands[self.turn].append(self.stock.pop(0))
        self.drew += 1

    def _pass(self, event: Record) -> None:
        demand(self.laid and not self._choices(), "could play")
        if self._can_draw:
            may = self.drawing == "optional" or (self.drawing == "choice" and not self.drew)
            demand(may or (self.drew and self.drawing in ("one", "kept")), "could draw")
        self._next(bare=not self.drew)

    def _next(self, bare: bool) -> None:
        self.bare = self.bare + 1 if bare else 0
        if self.bare == self.players:
            self.how = "blocked"
        self.turn = (self.turn + (-1 if self.rules == "polyglot@vi" else 1)) % self.players
        self.drew = 0

    # -- The result --------------------------------------------------------------------------------

    def _result(self) -> list[int]:
        result = self.record["result"]
        pips = [sum(map(spots, hand)) for hand in self.hands]
        demand(result["how"] == self.how, f"how: {self.how}")
        demand(result["pips"] == pips, "pips")
        left = [sorted(hand) for hand in self.hands]
        demand([sorted(hand) for hand in result["hands"]] == left, "hands left")
        demand(result["in_play"] == self.collected, "in_play")
        winner = self._winner(pips)
        demand(sorted(result["winner"]) == ([] if winner is None else self.sides[winner]), "winner")
        scores = self._scores(pips, winner)
        demand(result["scores"] == scores, "scores")
        return scores

    def _winner(self, pips: list[int]) -> int | None:
        if self.how != "blocked":
            return self.ended_by % len(self.sides)
        by_tiles = self.game == "janod" and self.language in ("", "fr", "de", "it")
        held = [len(hand) for hand in self.hands] if by_tiles else pips
        totals = [sum(held[player] for player in side) for side in self.sides]
        lowest = min(totals)
        return totals.index(lowest) if totals.count(lowest) == 1 else None

    def _scores(self, pips: list[int], winner: int | None) -> list[int]:
        scores = self.collected[:]
        if self.how == "target" or winner is None:
            return self._pegged(scores)
        if self.game == "fives-and-threes":
            scores[winner] += self.how == "out"
            return self._pegged(scores)
        own = sum(pips[player] for player in self.sides[winner])
        others = sum(pips) - own
        minus = 0
        if self.pairs or self.game == "polyglot" or self.rules in ("branching@it", "branching@hr"):
            minus = own
        elif self.game == "branching":
            minus = own * (self.players - 1)
        elif self.game.startswith("ukrainian"):
            minus = -own
        points = max(0, others - minus)
        scores[winner] += -(-points // 5) if self.game == "muggins" else points
        return scores

    def _pegged(self, collected: list[int]) -> list[int]:
        if not self._differs:
            return collected
        one, two = collected
        return [max(0, one - two), max(0, two - one)]


def check_match(match: Record) -> None:
    """Referee a match's record."""
    totals: list[int] = []
    for number, entry in enumerate(match["rounds"]):
        for name in ("rules", "players", "teams", "target", "house"):
            demand(entry[name] == match[name], name)
        totals = totals or [0] * len(entry["before"])
        target = match["target"]
        demand(number == 0 or (target is not None and max(totals) < target), "over")
        demand(entry["before"] == totals, "before")
        scores = Outsider(entry, single=False).check()
        totals = [had + won for had, won in zip(totals, scores, strict=True)]
    demand(match["totals"] == totals, "totals")
    winner: list[int] = []
    best = max(totals)
    if match["target"] is None:
        winner = match["rounds"][-1]["result"]["winner"]
    elif best >= match["target"] and totals.count(best) == 1:
        side = totals.index(best)
        winner = match["teams"][side] if match["teams"] else [side]
    demand(sorted(match["winner"]) == sorted(winner), "winner")
