"""The result of a record, compared with how the round really ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .findings import Violation, broken, people, show, some
from .jsontext import Json
from .round import Result, Round
from .scoring import NAMES
from .shape import RESULT_FIELDS, fields, listed, tiles, whole, wholes
from .tiles import Hand


class Outcome(NamedTuple):
    """Compares a record's result with how the round really ended."""

    round: Round
    result: Result
    per_side: str

    def check(self, thing: Json) -> None:
        """Raise the first thing that is wrong in the record's result."""
        fields(thing, RESULT_FIELDS, "The result")
        round_, result = self.round, self.result
        rules, players = round_.rules, round_.players
        if thing["how"] != result.how:
            wrong = f"The result: how must be {result.how!r}, not {show(thing['how'])}"
            raise broken(rules, end_axis(result), f"{wrong}: {how_it_ended(round_)}")
        self._winner(thing["winner"])
        held = listed(thing["hands"], "The result: hands", players, "one for each player")
        for player, hand in enumerate(result.hands):
            self._hand(player, hand, held[player])
        self._pips(thing["pips"])
        self._each("in_play", thing["in_play"], result.in_play, "in_play")
        self._each("scores", thing["scores"], result.scores, self._scoring_axis())

    def _winner(self, thing: Json) -> None:
        round_, winner = self.round, list(self.result.winner)
        given = [
            whole(player, "The result: winner", 0, round_.players - 1)
            for player in listed(thing, "The result: winner")
        ]
        if sorted(given) != winner:
            axis = end_axis(self.result)
            if self.result.how == "blocked":
                pairs = len(round_.teams[0]) == 2
                axis = "pairs_blocked" if pairs else "blocked_winner" if winner else "tie"
            wrong = f"The result: winner must be {people(winner)}, not {people(sorted(given))}"
            raise broken(round_.rules, axis, wrong)

    def _hand(self, player: int, hand: Hand, thing: Json) -> None:
        given = Hand(sorted(tiles(thing, f"The result: the hand of {NAMES[player]}")))
        if given != hand:
            raise Violation(
                f"The result: {NAMES[player]} must be left with {some(hand)}, not {some(given)}."
            )

    def _pips(self, thing: Json) -> None:
        pips = self.result.pips
        given = wholes(thing, "The result: pips", len(pips), "one for each player")
        for player, (has, must) in enumerate(zip(given, pips, strict=True)):
            if has != must:
                raise Violation(
                    f"The result: pips of {NAMES[player]} must be {must}, not {show(has)}."
                )

    def _each(self, name: str, thing: Json, wanted: Sequence[int], axis: str) -> None:
        """Compare the points of the field *name*, side by side."""
        given = wholes(thing, f"The result: {name}", len(wanted), self.per_side)
        for side, (has, must) in enumerate(zip(given, wanted, strict=True)):
            if has != must:
                who = people(self.round.teams[side])
                wrong = f"The result: {name} of {who} must be {must}, not {show(has)}"
                sum_ = self.result.sheets[side].arithmetic
                if name == "scores" and sum_ != str(must):
                    wrong += f": {sum_}"
                raise broken(self.round.rules, axis, wrong)

    def _scoring_axis(self) -> str:
        plan, how = self.round.rules.plan, self.result.how
        if how == "target":
            return "reach"
        if len(self.round.teams) < self.round.players:
            if plan.pairs_difference == "per-deal":
                return "pairs_difference"
            return f"pairs_{how}"
        return "tie" if not self.result.winner else f"score_{how}"


def end_axis(result: Result) -> str:
    """Return the axis whose rule ended the round."""
    return "reach" if result.how == "target" else "round_end"


def how_it_ended(round_: Round) -> str:
    """Say what ended a round that is over, and with which event."""
    assert round_.result is not None
    who = NAMES[round_.was(-1).player]
    end = {
        "out": f"{who} went out",
        "blocked": "nobody could play any more",
        "target": f"{who} reached {round_.rules.target}",
    }
    return f"{end[round_.result.how]} with event {len(round_.actions)}"
