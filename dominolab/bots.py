"""Players for the empty seats. A bot sees only what its seat may see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from .actions import DRAW, PASS, Action, Play
from .chance import CHOICES, Chance
from .errors import RuleError, one_of
from .tiles import HAS, TILES, Tile
from .view import View


class Bot(Protocol):
    """Something that chooses one of the legal actions and can say why."""

    name: str

    def choose(self, view: View) -> Action:
        """Return one of `view.legal`."""
        ...

    def why(self, view: View, action: Action) -> str:
        """Say in one sentence why this bot takes *action*."""
        ...


class RandomBot:
    """Takes any legal action, all with the same chance."""

    name = "random"

    def __init__(self, seed: int, seat: int) -> None:
        self._chance = Chance(seed, CHOICES + seat)

    def choose(self, view: View) -> Action:
        """Return a legal action by chance; a single one needs no chance."""
        legal = view.legal
        return legal[0] if len(legal) == 1 else legal[self._chance.below(len(legal))]

    def why(self, view: View, action: Action) -> str:
        """Say that chance decides."""
        return f"Chance picks one of {len(view.legal)} legal actions."


class GreedyBot:
    """Lays the heaviest tile that fits; draws rather than pass."""

    name = "greedy"

    def __init__(self, seed: int, seat: int) -> None:
        pass

    def choose(self, view: View) -> Action:
        """Return the play with the most pips, the first of equals."""
        legal = view.legal
        plays = [action for action in legal if isinstance(action, Play)]
        if plays:
            return max(plays, key=lambda play: play.tile.pips)
        return DRAW if DRAW in legal else PASS

    def why(self, view: View, action: Action) -> str:
        """Say that heavy tiles cost most when the round ends."""
        if isinstance(action, Play):
            return (
                f"{action.tile} has the most pips of the tiles that fit, and pips left over cost."
            )
        return (
            "Nothing fits, so it draws." if action is DRAW else "Nothing fits and nothing is drawn."
        )


class BlockerBot:
    """Keeps its own options open and leaves the next player few."""

    name = "blocker"

    def __init__(self, seed: int, seat: int) -> None:
        pass

    def choose(self, view: View) -> Action:
        """Return the play after which the seat can do most and the next one least."""
        plays = [action for action in view.legal if isinstance(action, Play)]
        if not plays:
            return DRAW if DRAW in view.legal else PASS
        return max(plays, key=lambda play: self._worth(view, play))

    def _worth(self, view: View, play: Play) -> tuple[float, int]:
        open_pips = self._open_after(view, play)
        own = view.hand_bits & ~play.tile.bit
        mine = sum((own & HAS[pip]).bit_count() for pip in open_pips)
        lacking = view.lacks()[(view.player + _step(view)) % view.players]
        theirs = sum((view.unseen & ~lacking & HAS[pip]).bit_count() for pip in open_pips)
        unseen = max(1, view.unseen.bit_count())
        return mine - theirs * len(view.hand) / unseen, play.tile.pips

    @staticmethod
    def _open_after(view: View, play: Play) -> set[int]:
        return {exit_.pip for exit_ in view.layout.lay(play.tile, play.on).exits}

    def why(self, view: View, action: Action) -> str:
        """Say which numbers it leaves open and how many tiles fit them."""
        if not isinstance(action, Play):
            return "Nothing fits, so it draws." if action is DRAW else "Nothing fits."
        pips = sorted(self._open_after(view, action))
        own = view.hand_bits & ~action.tile.bit
        mine = sum((own & HAS[pip]).bit_count() for pip in pips)
        return f"It leaves {one_of(pips)} open, which {mine} of its other tiles fit."


class SamplerBot:
    """Imagines the hidden hands many times, plays each to the end, and takes what does best."""

    name = "sampler"
    samples = 12

    def __init__(self, seed: int, seat: int) -> None:
        self._chance = Chance(seed, CHOICES + seat)

    def choose(self, view: View) -> Action:
        """Return the action with the best mean margin over the imagined deals."""
        if len(view.legal) == 1:
            return view.legal[0]
        margins = self.margins(view)
        return max(view.legal, key=lambda action: margins[action])

    def margins(self, view: View) -> Mapping[Action, int]:
        """Return for each legal action the margins it came to over the same imagined deals."""
        margins = dict.fromkeys(view.legal, 0)
        own = next(side for side, team in enumerate(view.teams) if view.player in team)
        for _ in range(self.samples):
            hands, stock = self._imagined(view)
            for action in view.legal:
                future = view.imagine(hands, stock)
                future.push(action)
                while (result := future.result) is None:
                    future.push(_quick(future.legal(), self._chance))
                pips = [sum(result.pips[p] for p in team) for team in view.teams]
                # Spots decide where the rules score none: they are the finer measure of both.
                margins[action] += 4 * (2 * result.scores[own] - sum(result.scores))
                margins[action] += sum(pips) - len(pips) * pips[own]
        return margins

    def _imagined(self, view: View) -> tuple[list[int], list[Tile]]:
        """Share out the unseen tiles at random, mostly as passes have shown they can lie."""
        hidden = view.unseen
        unseen = [tile for tile in TILES if hidden & tile.bit]
        for index in range(len(unseen) - 1, 0, -1):
            other = self._chance.below(index + 1)
            unseen[index], unseen[other] = unseen[other], unseen[index]
        hands = [0] * view.players
        hands[view.player] = view.hand_bits
        lacks, sizes = view.lacks(), view.sizes
        others = sorted(
            (p for p in range(view.players) if p != view.player),
            key=lambda p: -lacks[p].bit_count(),
        )
        for player in others:
            # Tiles the player may hold come first; if they do not suffice, what is shown yields.
            unseen.sort(key=lambda tile: bool(tile.bit & lacks[player]))
            for tile in unseen[: sizes[player]]:
                hands[player] |= tile.bit
            del unseen[: sizes[player]]
        return hands, unseen

    def why(self, view: View, action: Action) -> str:
        """Say how many futures it played out."""
        return (
            f"Over {self.samples} imagined deals of the hidden tiles, this did best of "
            f"{len(view.legal)} possibilities."
        )


def _quick(legal: Sequence[Action], chance: Chance) -> Action:
    return legal[0] if len(legal) == 1 else legal[chance.below(len(legal))]


def _step(view: View) -> int:
    return 1 if view.rules.plan.direction == "clockwise" else -1


class _BotMaker(Protocol):
    def __call__(self, seed: int, seat: int) -> Bot: ...


BOTS: Mapping[str, _BotMaker] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "blocker": BlockerBot,
    "sampler": SamplerBot,
}
"""The bots by name."""


def make_bots(names: str | Sequence[str], players: int, seed: int) -> list[Bot]:
    """Return a bot for each seat: one name for all, or one for each."""
    chosen = names.split(",") if isinstance(names, str) else list(names)
    if len(chosen) == 1:
        chosen *= players
    if len(chosen) != players:
        raise RuleError(f"bots = {names!r} is not possible: name one bot, or one for each player.")
    for name in chosen:
        if name not in BOTS:
            raise RuleError(f"bots = {name!r} is not possible: choose {one_of(list(BOTS))}.")
    return [BOTS[name](seed, seat) for seat, name in enumerate(chosen)]


__all__ = ["BOTS", "Bot", "make_bots"]
