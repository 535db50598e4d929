"""The axes: every question that a domino manual answers, with the answers that can be played.

A ruleset is a value on each axis. The sentences here are how every surface (command line,
dashboards, notebooks) says a value; which manual has which value stands in `manuals/`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, cast

import param

from .errors import RuleError, one_of
from .tiles import shorten

# Only checkers know it as generic: older versions of param cannot be subscripted.
if TYPE_CHECKING:
    _Parameter = param.Parameter[Any]
else:
    _Parameter = param.Parameter

GROUPS = (
    "before the deal",
    "the deal",
    "the lead",
    "the turn",
    "doubles",
    "drawing",
    "passing",
    "the end",
    "the score",
    "the match",
)
"""The parts of a game in the order in which they are met."""

TILES_IN_SET = 28
_WHOLE = re.compile(r"-?[0-9]{1,12}")


class Axis(_Parameter):
    """One question about the rules, documented and validated where it is declared."""

    __slots__ = ["group"]

    def __init__(self, default: Any, *, group: str, title: str, ask: str) -> None:
        super().__init__(default=default, doc=ask, label=title, constant=True, allow_None=True)
        self.group = group

    def accept(self, value: object) -> Any:
        """Return *value* in its plain form, or refuse it in one sentence."""
        raise NotImplementedError

    def say(self, value: Any) -> str:
        """Say *value* as a sentence that needs no knowledge of the axis."""
        raise NotImplementedError

    def refuse(self, value: object, possible: str) -> RuleError:
        """Make the error that names the axis, the value and what is possible."""
        shown = dict(value) if isinstance(value, Mapping) else value
        return RuleError(f"{self.name} = {shorten(shown, 60)} is not possible: {possible}.")


class Choice(Axis):
    """An axis with a few named values."""

    __slots__ = ["words"]

    def __init__(self, group: str, title: str, ask: str, words: Mapping[str, str]) -> None:
        super().__init__(next(iter(words)), group=group, title=title, ask=ask)
        self.words = MappingProxyType(dict(words))

    def accept(self, value: object) -> str:
        """Accept one of the axis's words."""
        if isinstance(value, str) and value in self.words:
            return value
        raise self.refuse(value, f"choose {one_of(list(self.words))}")

    def say(self, value: str) -> str:
        """Return the sentence of that word."""
        return self.words[value]


class Number(Axis):
    """An axis with a whole number, bounded below and above."""

    __slots__ = ["high", "low", "none", "sentence"]

    def __init__(
        self,
        group: str,
        title: str,
        ask: str,
        bounds: tuple[int, int],
        sentence: Mapping[int | None, str] | str,
        none: bool = False,
    ) -> None:
        super().__init__(None if none else bounds[0], group=group, title=title, ask=ask)
        self.low, self.high = bounds
        self.none = none
        self.sentence = sentence

    def accept(self, value: object) -> int | None:
        """Accept a whole number within the bounds, or none where that has a meaning."""
        if self.none and value in (None, "none"):
            return None
        with suppress(ValueError):
            number = _whole(value)
            if self.low <= number <= self.high:
                return number
        none = " or none" if self.none else ""
        raise self.refuse(value, f"a whole number from {self.low} to {self.high}{none}")

    def say(self, value: int | None) -> str:
        """Fill the number into the axis's sentence."""
        if isinstance(self.sentence, str):
            return self.sentence.format(value)
        return self.sentence.get(value, self.sentence.get(-1, "{}")).format(value)


def _whole(value: object) -> int:
    """Return a whole number given as such or as text; anything else is a ValueError."""
    if isinstance(value, str) and _WHOLE.fullmatch(value):
        return int(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise ValueError


class PlayerRange(Axis):
    """The smallest and the largest number of players."""

    def __init__(self, group: str, title: str, ask: str) -> None:
        super().__init__((2, 5), group=group, title=title, ask=ask)

    def accept(self, value: object) -> tuple[int, int]:
        """Accept a pair such as (2, 4) or the text `2-4`."""
        pair = re.split("[-,]", value) if isinstance(value, str) else value
        if isinstance(pair, int):
            pair = (pair, pair)
        try:
            low, high = (_whole(n) for n in pair)  # type: ignore[attr-defined]
        except (TypeError, ValueError):
            low = high = 0
        if not 2 <= low <= high <= 5:
            raise self.refuse(value, "give the least and the most, from 2 to 5 players")
        return low, high

    def say(self, value: tuple[int, int]) -> str:
        """Say `2 to 4 can play.` or `Exactly 4 play.`"""
        low, high = value
        return f"Exactly {low} play." if low == high else f"{low} to {high} can play."


class HandSizes(Axis):
    """How many tiles each player takes, by the number of players."""

    def __init__(self, group: str, title: str, ask: str) -> None:
        super().__init__(MappingProxyType({2: 7}), group=group, title=title, ask=ask)

    def accept(self, value: object) -> Mapping[int, int]:
        """Accept `{2: 7, 3: 5}`, the same with text keys, or the text `2:7,3:5`."""
        try:
            if isinstance(value, str):
                value = dict(part.split(":") for part in value.split(","))
            sizes = {_whole(n): _whole(size) for n, size in value.items()}  # type: ignore[attr-defined]
        except (TypeError, ValueError, AttributeError):
            raise self.refuse(value, "give tiles by number of players, as in 2:7,3:5") from None
        for players, size in sizes.items():
            if not (2 <= players <= 5 and 1 <= size <= TILES_IN_SET // players):
                most = TILES_IN_SET // players if 2 <= players <= 5 else 0
                raise self.refuse(
                    value,
                    f"{players} players can hold from 1 to {most} of the {TILES_IN_SET} tiles each"
                    if most
                    else "2 to 5 players can be dealt to",
                )
        return MappingProxyType(dict(sorted(sizes.items())))

    def say(self, value: Mapping[int, int]) -> str:
        """Say `2 players take 7 tiles each, 3 or 4 take 5.`"""
        by_size: dict[int, list[int]] = {}
        for players, size in value.items():
            by_size.setdefault(size, []).append(players)
        parts = [
            f"{one_of(players)} take {size}"
            if number
            else f"{one_of(players)} players take {size} tiles each"
            for number, (size, players) in enumerate(by_size.items())
        ]
        return f"{', '.join(parts)}."


class Scores(Axis):
    """A closed list of scores, or none where any agreed score will do."""

    def __init__(self, group: str, title: str, ask: str) -> None:
        super().__init__((), group=group, title=title, ask=ask)

    def accept(self, value: object) -> tuple[int, ...]:
        """Accept a list of scores such as [50, 75, 100], or an empty one."""
        if isinstance(value, str):
            value = [part for part in value.split(",") if part]
        try:
            scores = tuple(_whole(score) for score in value)  # type: ignore[attr-defined]
        except (TypeError, ValueError):
            scores = (0,)
        if any(score < 1 for score in scores):
            raise self.refuse(value, "give scores of 1 or more, or an empty list for any score")
        return scores

    def say(self, value: tuple[int, ...]) -> str:
        """Say which scores may be agreed on."""
        if not value:
            return "Any score may be agreed on."
        return f"Only {one_of(value)} may be played for."


def choice(group: str, title: str, ask: str, **words: str) -> Any:
    """Declare a Choice; the underscores of the names stand for hyphens."""
    return Choice(group, title, ask, {word.replace("_", "-"): say for word, say in words.items()})


class Axes(param.Parameterized):
    """All axes with their values: what a ruleset is, apart from where it comes from."""

    # A question and its answers are read as a table, so the formatter leaves them alone.
    # fmt: off

    # -- before the deal
    players: tuple[int, int] = PlayerRange(
        "before the deal", "Players", "How many can play?"
    )  # type: ignore[assignment]
    tiles: str = choice(
        "before the deal", "Tiles", "Which set is used?",
        double_six="The double-six set: 28 tiles, from 0-0 to 6-6.",
    )
    shuffle: str = choice(
        "before the deal", "Shuffling", "How are the tiles mixed?",
        face_down="The tiles are mixed face down.",
    )
    pairs: str = choice(
        "before the deal", "Pairs", "Do players form pairs?",
        none="Everyone plays alone.",
        four="Four players form two pairs; partners sit opposite each other.",
    )
    lot: str = choice(
        "before the deal", "Lot", "If tiles are drawn for the lead, which one is the highest?",
        total="The tile with the most pips wins the lot; if equal, the one with the higher half.",
        half="The tile with the highest half wins the lot; if equal, the other half decides.",
        doubles_first="A double beats every other tile in the lot; then the most pips win.",
    )
    # -- the deal
    hand: Mapping[int, int] = HandSizes("the deal", "Hand", "How many tiles does each player take?")  # type: ignore[assignment]
    concealed: str = choice(
        "the deal", "Hidden hands", "Who sees a player's tiles?",
        hidden="Each player sees only the tiles in their own hand.",
    )
    no_double: str = choice(
        "the deal", "No double held", "What if no player holds a double?",
        redeal="If nobody holds a double, all tiles are mixed and dealt again.",
        redeal_unless_two="Unless at least two players hold a double, all tiles are dealt again.",
        heaviest="If nobody holds a double, the heaviest tile is led.",
        ignored="It does not matter whether anyone holds a double.",
    )
    # -- the lead
    opener: str = choice(
        "the lead", "Opener", "Who leads?",
        highest_double="Whoever holds the highest double leads.",
        lowest_double="Whoever holds the lowest double leads.",
        double_six="Whoever holds the double six leads.",
        most_doubles="Whoever holds the most doubles leads; if equal, the highest double decides.",
        lot="The winner of a lot leads: before the deal each player draws a tile and shows it.",
        lot_first="A lot decides who leads the first round; later the highest double does.",
    )
    lead: str = choice(
        "the lead", "First tile", "Which tile is led?",
        that_double="The double that decided who leads is the first tile.",
        any_tile="The opener may lead any tile.",
        any_double="The opener leads one of the doubles in hand, whichever.",
    )
    next_opener: str = choice(
        "the lead", "Later rounds", "Who leads the next rounds?",
        same="Each round's opener is found in the same way as the first.",
        previous_winner="The winner of a round leads the next one, with any tile.",
    )
    # -- the turn
    direction: str = choice(
        "the turn", "Direction", "Which way does play go?",
        clockwise="Play goes clockwise, to the left.",
        anticlockwise="Play goes anticlockwise, to the right.",
    )
    matching: str = choice(
        "the turn", "Matching", "Where may a tile be laid?",
        any_exit="A tile may join any open exit with the same number of pips.",
        last_tile="Only the free end of the tile laid last is open.",
    )
    blanks: str = choice(
        "the turn", "Blanks", "What does a blank half join?",
        blanks_only="A blank joins only another blank.",
    )
    able: str = choice(
        "the turn", "When able", "Must a player lay a tile who can?",
        must_play="A player who can lay a tile must.",
        may_draw="A player who can lay a tile may draw first, but must then lay one.",
        may_draw_and_end="A player may draw instead of laying a tile, and end the turn there.",
        may_pass="A player may pass even when a tile fits.",
    )
    # -- doubles
    crosswise: str = choice(
        "doubles", "Doubles on the table", "How is a double laid?",
        crosswise="Doubles lie crosswise.",
        either_way="Doubles lie crosswise or lengthwise, as one likes.",
    )
    branching: str = choice(
        "doubles", "Branching", "Do doubles open new directions?",
        none="No double branches: the layout is one line with two ends.",
        every_double="Every double branches: the first has 4 exits, each later one 3 more.",
        tips_only="Every double branches: the first has 4 exits, later ones only their 2 tips.",
        lead_only="Only the first double branches, into four arms.",
    )
    arms: str = choice(
        "doubles", "Arms", "In which order do the arms grow?",
        any_order="The exits may be used in any order.",
        all_first="All four arms must be started before any of them grows.",
    )
    shape: str = choice(
        "doubles", "Shape", "Which way may the layout turn?",
        free="The line may turn wherever there is room.",
    )
    # -- drawing
    stuck: str = choice(
        "drawing", "When stuck", "What does a player do who cannot lay a tile?",
        **{
            "pass": "A stuck player passes; nobody draws.",
            "one": "A stuck player draws one tile and lays it if it fits, else the turn passes.",
            "one_kept": "A stuck player draws one tile and keeps it: the turn passes.",
            "one_or_pass": "A stuck player chooses: draw one tile, or pass.",
            "until_playable": "A stuck player draws until a tile fits or no more may be drawn.",
            "until_or_pass": "A stuck player chooses: draw until a tile fits, or pass at once.",
            "until_may_stop": "A stuck player may draw until a tile fits, and may stop any time.",
            "whole_stock": "A stuck player draws the whole stock, then lays a tile if one fits.",
        },
    )
    reserve: int = Number(
        "drawing", "Reserve", "How many tiles must stay in the stock?",
        (0, 26),
        {0: "The whole stock may be drawn.", -1: "The last {} tiles stay in the stock."},
    )  # type: ignore[assignment]
    opener_draw: str = choice(
        "drawing", "Opener drawing", "May the opener draw before the lead?",
        no="The opener may not draw before leading.",
        yes="The opener may draw before leading.",
    )
    # -- passing
    empty_stock: str = choice(
        "passing", "Nothing left to draw", "What if a stuck player has nothing to draw?",
        **{"pass": "A stuck player with nothing to draw passes, and tries again next turn."},
    )
    choice_block: str = choice(
        "passing", "Everyone passes by choice", "What if all pass though they could draw?",
        blocked="When all players pass in turn the round is blocked, even with stock left.",
        play_on="Passing by choice does not block: play goes on while there is stock to draw.",
    )
    # -- the end
    round_end: str = choice(
        "the end", "End of the round", "When is the round over?",
        out_or_blocked="The round ends when a player is out of tiles or nobody can play.",
        blocked_only="The round ends only when nobody can play: players who are out wait.",
    )
    blocked_winner: str = choice(
        "the end", "Blocked: winner", "Who wins a blocked round?",
        fewest_spots="In a blocked round the fewest spots in hand win.",
        fewest_tiles="In a blocked round the fewest tiles in hand win.",
        fewest_tiles_then_spots="In a blocked round the fewest tiles win; if equal, fewest spots.",
    )
    tie: str = choice(
        "the end", "Blocked: tie", "What if the lowest hands are equal?",
        nobody="Equal lowest hands: nobody wins and nobody scores.",
        each="Equal lowest hands: each of them scores against the others.",
    )
    # -- the score
    score_out: str = choice(
        "the score", "Out: points", "What does the player score who is out first?",
        opponents="Going out scores the spots in the opponents' hands.",
        all_hands="Going out scores the spots in all hands together.",
        tiles="Going out scores one point for each tile in the opponents' hands.",
        none="Going out scores nothing for spots.",
    )
    score_blocked: str = choice(
        "the score", "Blocked: points", "What does the winner of a blocked round score?",
        opponents="The blocked round scores the opponents' spots; one's own are not taken off.",
        minus_own="The blocked round scores the opponents' spots minus one's own, once.",
        per_opponent="The blocked round scores, for each opponent, their spots minus one's own.",
        all_hands="The blocked round scores the spots in all hands, one's own included.",
        tiles="The blocked round scores the opponents' tiles, one point each, minus one's own.",
        none="The blocked round scores nothing for spots.",
    )
    pairs_out: str = choice(
        "the score", "Pairs, out: points", "What does a pair score when a partner is out?",
        none="There are no points for pairs here.",
        losers_minus_partner="Going out scores the losing pair's spots minus the partner's.",
    )
    pairs_floor: str = choice(
        "the score", "Pairs, out: below zero", "What if the partner holds more than the losers?",
        zero="A pair's score for going out is never below zero.",
        signed="A pair's score for going out can be negative.",
    )
    pairs_blocked: str = choice(
        "the score", "Pairs, blocked: points", "Which pair scores a blocked round, and how much?",
        none="There are no points for pairs here.",
        lower_pair="The pair with fewer spots scores the difference of the two pairs.",
        lowest_player="The pair of the player with the fewest spots scores the difference.",
    )
    in_play: str = choice(
        "the score", "Points in play", "Do the open ends score during play?",
        none="Nothing scores during play.",
        fives="When the two ends total a multiple of five, each five scores a point.",
        fives_and_threes="When the two ends divide by three or five, each three and five scores.",
    )
    end_double: str = choice(
        "the score", "Double at an end", "How does a double at an end count?",
        both_halves="A double at an end counts with both halves.",
        one_half="A double at an end counts with one half.",
    )
    conversion: str = choice(
        "the score", "Dividing", "Are the spots at the end of the round divided?",
        none="Spots count one to one.",
        fifth_up="Spots are divided by five, rounded up.",
        fifth_nearest="Spots are divided by five, rounded to the nearest.",
        fifth_down="Spots are divided by five, rounded down.",
    )
    bonus_out: int = Number(
        "the score", "Bonus for going out", "How many points for ending the round?",
        (0, 100),
        {0: "There is no bonus for going out.", -1: "Going out scores {} extra."},
    )  # type: ignore[assignment]
    bonus_blocked: str = choice(
        "the score", "Bonus when blocked", "Who gets the bonus in a blocked round?",
        nobody="Nobody gets the bonus in a blocked round.",
        lowest="In a blocked round the bonus goes to the fewest spots.",
        last_mover="In a blocked round the bonus goes to whoever laid the last tile.",
    )
    pairs_difference: str = choice(
        "the score", "Pairs' difference", "Do pairs score only their difference?",
        none="Each pair keeps what it collects.",
        per_deal="After each round the pair with more scores the difference, the other nothing.",
        match_end="Each pair keeps what it collects; the margin is taken when the match ends.",
    )
    # -- the match
    target: int | None = Number(
        "the match", "Target", "Which score wins the match?",
        (1, 1_000_000),
        {None: "No target is set: one round is a game.", -1: "The first to reach {} wins."},
        none=True,
    )  # type: ignore[assignment]
    target_list: tuple[int, ...] = Scores(
        "the match", "Targets to choose from", "Which targets may be agreed on?"
    )  # type: ignore[assignment]
    reach: str = choice(
        "the match", "Reaching the target", "When does the target end the match?",
        round_end="The target counts when the round is over; more than the target is enough.",
        at_once="The target ends the match at once, even in mid-round; more is enough.",
        exactly="The target must be hit exactly: points that would pass it do not count.",
    )
    totals: str = choice(
        "the match", "Adding up", "When are a match's points added?",
        running="Points are added up round by round.",
    )
    rounds: str = choice(
        "the match", "Rounds", "How many rounds make a match?",
        several="A match has as many rounds as it takes.",
    )

    # fmt: on


def axis(name: str) -> Axis:
    """Return the axis called *name*, or say which there are."""
    try:
        return AXES[name]
    except KeyError:
        raise RuleError(f"There is no axis {name!r}: choose {one_of(list(AXES))}.") from None


AXES: Mapping[str, Axis] = MappingProxyType(
    {name: cast(Axis, Axes.param[name]) for name in Axes.__annotations__ if name in Axes.param}
)
"""Every axis by name, in the order of play."""
