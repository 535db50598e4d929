"""Match: rounds one after the other until a side reaches the target; and rounds played by bots."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from .actions import Action
from .bots import make_bots
from .chance import check_seed
from .errors import IllegalAction
from .round import Round
from .rules import RuleSet
from .rules import rules as find_rules
from .view import View


def play(
    rules: RuleSet | str,
    players: int = 2,
    seed: int | None = None,
    bots: str | Sequence[str] = "random",
) -> Round:
    """Deal a round and let *bots* play it to its end."""
    return finish(Round.deal(rules, players, seed), bots)


def finish(round_: Round, bots: str | Sequence[str] = "random") -> Round:
    """Let *bots* play *round_* on to its end, and return it."""
    seats = make_bots(bots, round_.players, round_.seed or 0)
    views = [View(round_, seat) for seat in range(round_.players)]
    while round_.result is None:
        legal = round_.legal()
        if len(legal) == 1:
            round_.push(legal[0])
        else:
            seat = round_.turn
            round_.push(seats[seat].choose(views[seat]))
    return round_


def previous_winner(round_: Round) -> int | None:
    """Return the player who won: who went out, else the lowest of the winning side, else None."""
    result = round_.result
    if result is None or not result.winner:
        return None
    if result.how != "blocked":
        return round_.was(-1).player
    return min(result.winner, key=lambda player: (result.pips[player], player))


class Match:
    """Rounds to a target; with no target a match is one round.

    Round number k is dealt from seed + k. `push` and `pop` go across the rounds: the first push
    after a round's end deals the next.
    """

    def __init__(
        self,
        rules: RuleSet | str,
        players: int = 2,
        seed: int | None = None,
        *,
        target: int | None = None,
    ) -> None:
        rules = find_rules(rules) if isinstance(rules, str) else rules
        self.rules = rules if target is None else rules.replace(target=target)
        self.players = self.rules.check_players(players)
        self.seed = secrets.randbits(32) if seed is None else check_seed(seed)
        self.teams = self.rules.teams(players)
        self.rounds = [Round.deal(self.rules, players, self.seed)]
        self._dealt_by_push: set[int] = set()

    @property
    def round(self) -> Round:
        """The round in play, or the last one."""
        return self.rounds[-1]

    @property
    def totals(self) -> tuple[int, ...]:
        """What each side has scored in all finished rounds."""
        return self._totals(len(self.rounds))

    def _totals(self, count: int) -> tuple[int, ...]:
        last = self.rounds[count - 1]
        scores = last.result.scores if last.result else (0,) * len(self.teams)
        return tuple(had + won for had, won in zip(last.before, scores, strict=True))

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        if not self.round.over:
            return False
        target = self.rules.target
        return target is None or max(self.totals) >= target

    @property
    def winner(self) -> tuple[int, ...]:
        """The winning side's players; empty while unfinished, or when two reach it equally."""
        if not self.over:
            return ()
        if self.rules.target is None:
            assert self.round.result is not None
            return self.round.result.winner
        best = max(self.totals)
        leaders = [side for side, total in enumerate(self.totals) if total == best]
        return self.teams[leaders[0]] if len(leaders) == 1 else ()

    def next_round(self) -> Round:
        """Deal the next round; refuse it while one is in play or when the match is over."""
        if self.over:
            raise IllegalAction("The match is over: there is no next round.", "target")
        if not self.round.over:
            raise IllegalAction("The round is not over yet: play it to its end first.", "round_end")
        self.rounds.append(
            Round.deal(
                self.rules,
                self.players,
                self.seed + len(self.rounds),
                before=self.totals,
                previous=previous_winner(self.round),
                first=False,
            )
        )
        return self.round

    def legal(self) -> tuple[Action, ...]:
        """Return what is legal in the round in play."""
        return self.round.legal()

    def push(self, action: Action) -> None:
        """Do *action*; after a round's end it is the first of the next round."""
        if not self.round.over or self.over:
            self.round.push(action)
            return
        self.next_round()
        try:
            self.round.push(action)
        except IllegalAction:
            self.rounds.pop()
            raise
        self._dealt_by_push.add(len(self.rounds))

    def pop(self) -> Action:
        """Undo the last action, back into earlier rounds where need be."""
        if not self.round.actions and len(self.rounds) > 1:
            self.rounds.pop()
        action = self.round.pop()
        if not self.round.actions and len(self.rounds) in self._dealt_by_push:
            self._dealt_by_push.remove(len(self.rounds))
            self.rounds.pop()
        return action

    def play(self, bots: str | Sequence[str] = "random") -> Match:
        """Let *bots* play to the end of the match, and return it."""
        while True:
            finish(self.round, bots)
            if self.over:
                return self
            self.next_round()

    def __repr__(self) -> str:
        totals = ", ".join(map(str, self.totals))
        return f"<Match {self.rules.id}, {len(self.rounds)} rounds, totals {totals}>"
