"""The vectorised engine is a second writing of the rules: here it is held against the first."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from math import sqrt
from statistics import NormalDist

import numpy as np
import pytest

import dominolab as dl
from dominolab.axes import AXES, Choice
from dominolab.lanes import Lanes, Played, engine, matches, record
from dominolab.lanes.matches import play_matches
from dominolab.match import Match, finish
from dominolab.record import round_record
from dominolab.referee import check

LANES = 200
"""How many lanes of every printing and number of players are refereed."""


def seeds(first: int, count: int) -> np.ndarray:
    return np.arange(first, first + count, dtype=np.uint64)


def played(rules: dl.RuleSet, bots: list[str], first: int, count: int) -> tuple[Lanes, Played]:
    lanes = Lanes(rules, len(bots), seeds(first, count), bots, trace=True)
    return lanes, lanes.play()


def mixed(players: int) -> list[str]:
    return ["greedy" if seat % 2 else "random" for seat in range(players)]


# -- Every lane is a round -------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("printing", dl.printings())
@pytest.mark.usefixtures("untraced")
def test_the_referee_accepts_200_lanes_of_every_printing_and_number_of_players(
    printing: str,
) -> None:
    rules = dl.rules(printing)
    for players in rules.counts:
        refereed = 0
        for bots, count in (
            (["random"] * players, LANES // 2),
            (["greedy"] * players, LANES // 4),
            (mixed(players), LANES // 4),
        ):
            lanes, ends = played(rules, bots, 1000 * players, count)
            for lane in range(count):
                assert check(record(lanes, ends, lane)) is None, f"{bots}, lane {lane}"
                refereed += 1
        assert refereed == LANES


def test_the_referee_catches_a_lane_that_is_not_a_round() -> None:
    lanes, ends = played(dl.rules("muggins"), ["random"] * 2, 0, 20)
    ends.scores[0] += 1
    assert all(check(record(lanes, ends, lane)) is not None for lane in range(20))


def assert_same(rules: dl.RuleSet, bots: list[str], first: int, count: int) -> None:
    """Hold every lane's record against the plain engine's round of the same seed."""
    lanes, ends = played(rules, bots, first, count)
    for lane in range(count):
        round_ = dl.play(rules, len(bots), first + lane, bots)
        assert record(lanes, ends, lane) == round_record(round_), (rules, bots, first + lane)
        assert ends.length[lane] == len(round_.actions)


@pytest.mark.parametrize("printing", dl.printings())
def test_a_lane_is_the_round_of_its_seed(printing: str) -> None:
    rules = dl.rules(printing)
    for players in rules.counts:
        assert_same(rules, ["random"] * players, 5, 4)
        assert_same(rules, ["greedy"] * players, 9, 4)
        assert_same(rules, mixed(players), 13, 4)


def house_rules() -> Iterable[dl.RuleSet]:
    """Every ruleset with each other value of each axis, where the two can be combined."""
    for game in dl.rulesets():
        base = dl.rules(game)
        for name, axis in AXES.items():
            values: Iterable[object] = axis.words if isinstance(axis, Choice) else ()
            if name == "reserve":
                values = (0, 1, 2, 26)
            elif name == "target":
                values = (None, 1, 7, 40)
            elif name == "bonus_out":
                values = (0, 1, 30)
            elif name == "hand":
                values = ({2: 1, 3: 1, 4: 1, 5: 1}, {2: 14, 3: 9, 4: 7, 5: 5})
            for value in values:
                try:
                    rules = base.replace(**{name: value})
                except dl.RuleError:
                    continue
                if rules.house:
                    yield rules


@pytest.mark.usefixtures("untraced")
def test_house_rules_play_the_same_on_every_axis() -> None:
    tried: Counter[str] = Counter()
    for number, rules in enumerate(house_rules()):
        players = rules.counts[number % len(rules.counts)]
        assert_same(rules, [["random"] * players, mixed(players)][number % 2], 100 * number, 3)
        tried.update(list(rules.house))
    assert len(tried) > 20
    assert tried.total() > 300


CHOICES = {name: list(axis.words) for name, axis in AXES.items() if isinstance(axis, Choice)}


def any_rules(chance: random.Random, **numbers: int) -> dl.RuleSet:
    """Some ruleset with several house rules that can be combined."""
    while True:
        names = chance.sample(list(CHOICES), chance.randint(2, 12))
        house = {name: chance.choice(CHOICES[name]) for name in names}
        with suppress(dl.RuleError):
            return dl.rules(chance.choice(dl.rulesets()), **house, **numbers)


@pytest.mark.usefixtures("untraced")
def test_house_rules_play_the_same_in_any_combination() -> None:
    chance = random.Random(8)
    for number in range(250):
        rules = any_rules(chance)
        bots = [chance.choice(["random", "greedy"]) for _ in range(chance.choice(rules.counts))]
        assert_same(rules, bots, number, 3)


@pytest.mark.usefixtures("untraced")
def test_later_rounds_play_the_same_by_any_house_rules_from_any_totals() -> None:
    """Totals below zero too: a house may score a pair's going out with a minus."""
    chance = random.Random(9)
    for number in range(250):
        rules = any_rules(
            chance, target=chance.choice([5, 20, 61]), bonus_out=chance.choice([0, 1, 7])
        )
        players = chance.choice(rules.counts)
        bots = [chance.choice(["random", "greedy"]) for _ in range(players)]
        totals = [[chance.randint(-20, 4) for _ in range(3)] for _ in rules.teams(players)]
        before = np.array(totals, dtype=np.int64)
        previous = np.array([chance.randint(-1, players - 1) for _ in range(3)], dtype=np.int64)
        lanes = Lanes(
            rules,
            players,
            seeds(number, 3),
            bots,
            before=before,
            previous=previous,
            first=False,
            trace=True,
        )
        ends = lanes.play()
        for lane in range(3):
            won = None if previous[lane] < 0 else int(previous[lane])
            round_ = dl.Round.deal(
                rules,
                players,
                number + lane,
                before=before[:, lane].tolist(),
                previous=won,
                first=False,
            )
            assert record(lanes, ends, lane) == round_record(finish(round_, bots)), (rules, bots)


@pytest.mark.parametrize("lead", ["that-double", "any-double", "any-tile"])
@pytest.mark.parametrize("stuck", ["one", "until-playable"])
@pytest.mark.parametrize("able", ["may-draw", "may-draw-and-end"])
def test_an_opener_may_draw_before_the_lead(able: str, stuck: str, lead: str) -> None:
    rules = dl.rules("draw", able=able, stuck=stuck, opener_draw="yes", lead=lead)
    heaviest = rules.replace(no_double="heaviest", hand="2:2,3:2,4:2")
    assert_same(heaviest, ["random"] * 2, 300, 60)
    assert_same(rules, ["random"] * 3, 0, 40)
    assert_same(rules, ["greedy", "random", "random"], 40, 40)


def test_a_round_without_end_is_told_and_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "LONGEST", 10)
    with pytest.raises(dl.DominoError, match="does not end: seed"):
        Lanes(dl.rules("block"), 4, seeds(0, 50), ["random"] * 4).play()


def test_a_record_needs_the_steps() -> None:
    lanes = Lanes(dl.rules("block"), 2, seeds(0, 2), ["random"] * 2)
    with pytest.raises(dl.DominoError, match="trace=True"):
        record(lanes, lanes.play(), 0)


def test_seeds_up_to_64_bits_and_below_zero_are_the_same_rounds() -> None:
    rules = dl.rules("janod")
    high = (1 << 64) - 3
    lanes = Lanes(rules, 2, np.array([high], dtype=np.uint64), ["random"] * 2, trace=True)
    found = record(lanes, lanes.play(), 0)
    assert found == round_record(dl.play(rules, 2, high))
    assert found["events"] == round_record(dl.play(rules, 2, -3))["events"]


# -- Matches ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", dl.rulesets())
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_matches_are_those_of_the_plain_engine(game: str, bot: str) -> None:
    rules = dl.rules(game)
    rules = rules.replace(target=30) if rules.target is None and game != "janod" else rules
    for players in rules.counts:
        first = seeds(7, 4) << np.uint64(16)
        found = play_matches(rules, players, first, (bot,) * players)
        for lane, seed in enumerate(first.tolist()):
            match = Match(rules, players, seed).play(bot)
            assert found.rounds[lane] == len(match.rounds)
            assert found.length[lane] == sum(len(r.actions) for r in match.rounds)
            assert tuple(found.totals[:, lane]) == match.totals
            won = [s for s, team in enumerate(rules.teams(players)) if team == match.winner]
            assert np.flatnonzero(found.winners[:, lane]).tolist() == won


@pytest.mark.parametrize(
    "house", [{"pairs_floor": "signed"}, {"reach": "exactly"}, {"reach": "round-end"}]
)
def test_matches_by_house_rules_are_those_of_the_plain_engine(house: dict[str, str]) -> None:
    rules = dl.rules("muggins", target=30, **house)
    first = seeds(0, 60) << np.uint64(16)
    found = play_matches(rules, 4, first, ("random",) * 4)
    for lane, seed in enumerate(first.tolist()):
        match = Match(rules, 4, seed).play("random")
        assert found.rounds[lane] == len(match.rounds)
        assert tuple(found.totals[:, lane]) == match.totals


@pytest.mark.parametrize(
    "house",
    [
        {"opener": "lot", "no_double": "ignored"},
        {"opener": "lot-first"},
        {"opener": "highest-double", "lead": "any-double"},
    ],
)
@pytest.mark.parametrize("next_opener", ["same", "previous-winner"])
def test_a_later_round_is_opened_as_the_match_has_it(
    house: dict[str, str], next_opener: str
) -> None:
    rules = dl.rules("block", target=60, next_opener=next_opener, **house)
    second = [Match(rules, 3, 1000 * lane).play().rounds[1] for lane in range(25)]
    previous = [-1 if r.previous is None else r.previous for r in second]
    lanes = Lanes(
        rules,
        3,
        np.array([round_.seed for round_ in second], dtype=np.uint64),
        ["random"] * 3,
        before=np.array([round_.before for round_ in second], dtype=np.int64).T,
        previous=np.array(previous, dtype=np.int64),
        first=False,
        trace=True,
    )
    ends = lanes.play()
    for lane, round_ in enumerate(second):
        assert record(lanes, ends, lane) == round_record(round_)


@pytest.mark.usefixtures("untraced")
def test_who_won_a_round_before_is_remembered_as_the_match_does() -> None:
    for game in ("muggins", "polyglot", "block"):
        rules = dl.rules(game, tie="each")
        for players in rules.counts:
            _, ends = played(rules, ["random"] * players, 0, 300)
            for lane in range(300):
                before = dl.match.previous_winner(dl.play(rules, players, lane))
                assert ends.previous[lane] == (-1 if before is None else before)


def test_a_match_that_nobody_can_win_is_told_and_not_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(matches, "LONGEST", 50)
    rules = dl.rules("block", score_out="none", score_blocked="none", target=5)
    with pytest.raises(dl.DominoError, match=r"A match of .* does not end"):
        play_matches(rules, 2, seeds(0, 1), ("random", "random"))


# -- The same distributions ------------------------------------------------------------------------

Sample = dict[str, Counter[object]]


def chance_of_difference(one: Counter[object], two: Counter[object]) -> float:
    """Return the p-value of a two-sample chi-square test; rare values are taken together.

    Wilson and Hilferty's cube root makes the statistic normal, well enough for p from 0.000001 on.
    """
    ordered = sorted(one.keys() | two.keys(), key=repr)
    ordered.sort(key=lambda value: value if isinstance(value, int) else 0)
    cells: list[tuple[int, int]] = []
    a = b = 0
    for value in ordered:
        a, b = a + one[value], b + two[value]
        if a + b >= 20:
            cells.append((a, b))
            a = b = 0
    if cells:
        cells[-1] = (cells[-1][0] + a, cells[-1][1] + b)
    freedom = len(cells) - 1
    if freedom < 1:
        return 1.0
    n, m = one.total(), two.total()
    statistic = sum((a * sqrt(m / n) - b * sqrt(n / m)) ** 2 / (a + b) for a, b in cells)
    spread = 2 / (9 * freedom)
    return 1 - NormalDist().cdf(((statistic / freedom) ** (1 / 3) - 1 + spread) / sqrt(spread))


def plain_sample(rules: dl.RuleSet, players: int, first: int, count: int) -> Sample:
    found: Sample = {
        "length": Counter(),
        "how": Counter(),
        "winner": Counter(),
        "points": Counter(),
    }
    for seed in range(first, first + count):
        round_ = dl.play(rules, players, seed)
        assert round_.result is not None
        found["length"][len(round_.actions)] += 1
        found["how"][round_.result.how] += 1
        found["winner"][round_.result.winner] += 1
        found["points"][sum(round_.result.scores)] += 1
    return found


def lane_sample(rules: dl.RuleSet, players: int, first: int, count: int) -> Sample:
    ends = Lanes(rules, players, seeds(first, count), ["random"] * players).play()
    teams = rules.teams(players)

    def members(won: np.ndarray) -> tuple[int, ...]:
        return tuple(sorted(p for side, team in enumerate(teams) if won[side] for p in team))

    return {
        "length": Counter(ends.length.tolist()),
        "how": Counter({1: "out", 2: "blocked", 3: "target"}[how] for how in ends.how.tolist()),
        "winner": Counter(members(won) for won in ends.winners.T),
        "points": Counter(ends.scores.sum(axis=0).tolist()),
    }


@pytest.mark.long
@pytest.mark.parametrize("game", dl.rulesets())
@pytest.mark.usefixtures("untraced")
def test_20_000_rounds_are_distributed_as_the_plain_engine_s(game: str) -> None:
    rules = dl.rules(game)
    players = rules.counts[-1]
    plain = plain_sample(rules, players, 0, 20_000)
    lanes = lane_sample(rules, players, 5_000_000, 20_000)
    chances = {name: chance_of_difference(plain[name], lanes[name]) for name in plain}
    assert min(chances.values()) > 0.001, chances


def test_the_comparison_of_distributions_notices_a_changed_rule() -> None:
    def apart(sample: Callable[[], Sample], name: str) -> float:
        return chance_of_difference(
            lane_sample(dl.rules("block"), 4, 0, 20_000)[name], sample()[name]
        )

    def signed() -> Sample:
        return lane_sample(dl.rules("block", pairs_floor="signed"), 4, 30_000, 20_000)

    def any_tile() -> Sample:
        return lane_sample(dl.rules("block", lead="any-tile"), 4, 30_000, 20_000)

    assert apart(signed, "points") < 1e-6
    assert apart(any_tile, "how") < 1e-4
    assert apart(lambda: lane_sample(dl.rules("block"), 4, 30_000, 20_000), "points") > 0.001
