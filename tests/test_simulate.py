"""Simulation: exact tallies of the very rounds that the plain engine plays, however they are run."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

import dominolab as dl
from dominolab.comparison import Comparison
from dominolab.dispatch import TRIES
from dominolab.match import Match
from dominolab.result import MatchesResult, SimulationResult
from dominolab.simulate import (
    SimulationError,
    _duration,
    chunks,
    compare,
    compare_chunks,
    match_chunks,
    simulate,
    simulate_matches,
)
from dominolab.statistics import Tally
from sitekit.slim import is_needed

# -- What is counted -------------------------------------------------------------------------------


def counted(rules: dl.RuleSet, players: int, seed: int) -> dict[str, int]:
    """Return the measures of one round as the plain engine tells them."""
    round_ = dl.play(rules, players, seed)
    result, teams = round_.result, round_.teams
    assert result is not None
    kinds = Counter(action.kind for action in round_.actions)
    total = sum(result.scores)
    lead = round_.side(round_.opener)
    step = 1 if rules.direction == "clockwise" else -1
    order = [(lead + step * place) % len(teams) for place in range(len(teams))]
    won = [int(bool(set(team) & set(result.winner))) for team in teams]
    found = {
        "length": len(round_.actions),
        "turns": kinds["play"] + kinds["pass"],
        "plays": kinds["play"],
        "draws": kinds["draw"],
        "passes": kinds["pass"],
        "deals": len(round_.deals),
        "undecided": int(not result.winner),
        "points": total,
        "lead_margin": len(teams) * result.scores[lead] - total,
    }
    found |= {how: int(result.how == how) for how in ("out", "blocked", "target")}
    for side in range(len(teams)):
        found |= {f"won/{side}": won[side], f"score/{side}": result.scores[side]}
        if rules.in_play != "none":
            found[f"in_play/{side}"] = result.in_play[side]
        found[f"won_from_lead/{side}"] = won[order[side]]
        found[f"score_from_lead/{side}"] = result.scores[order[side]]
    for seat in range(players):
        found[f"opened/{seat}"] = int(round_.opener == seat)
        found |= {f"pips/{seat}": result.pips[seat], f"tiles/{seat}": len(result.hands[seat])}
    return found


def tallied(rows: list[dict[str, int]]) -> dict[str, Tally]:
    return {name: Tally(Counter(row[name] for row in rows)) for name in rows[0]}


@pytest.mark.parametrize("game", dl.rulesets())
def test_the_tallies_are_those_of_the_plain_engine_s_rounds(game: str) -> None:
    rules = dl.rules(game)
    for players in rules.counts:
        found = simulate(rules, players, 120, seed=40)
        expected = tallied([counted(rules, players, 40 + number) for number in range(120)])
        assert dict(found.tallies) == expected


def test_play_the_other_way_round_counts_places_from_the_lead_too() -> None:
    rules = dl.rules("janod", direction="anticlockwise")
    found = simulate(rules, 3, 150)
    assert dict(found.tallies) == tallied([counted(rules, 3, number) for number in range(150)])


def test_a_comparison_pairs_the_rounds_of_the_same_shuffles() -> None:
    a, b = dl.rules("draw"), dl.rules("draw", stuck="one")
    found = compare(a, b, 3, 150, seed=9)
    one = [counted(a, 3, 9 + number) for number in range(150)]
    two = [counted(b, 3, 9 + number) for number in range(150)]
    differences = [{k: y[k] - x[k] for k in x} for x, y in zip(one, two, strict=True)]
    assert found.differences == tallied(differences)
    assert found.a == simulate(a, 3, 150, seed=9)
    assert found.b == simulate(b, 3, 150, seed=9)


@pytest.mark.parametrize(("game", "players"), [("muggins", 2), ("polyglot", 3), ("block", 4)])
def test_matches_are_played_to_the_target(game: str, players: int) -> None:
    found = simulate_matches(game, players, 20, "greedy", seed=3, target=None)
    matches = [Match(game, players, 3 + 65536 * n).play("greedy") for n in range(20)]
    assert found.rounds == Tally(Counter(len(match.rounds) for match in matches))
    assert found["total/0"] == Tally(Counter(match.totals[0] for match in matches))
    best = [sorted(match.totals) for match in matches]
    assert found["lead"] == Tally(Counter(totals[-1] - totals[-2] for totals in best))
    assert found.matches == 20


def test_a_higher_target_takes_more_rounds() -> None:
    short, long = (simulate_matches("block", 4, 300, target=target) for target in (50, 200))
    assert short.rules.target == 50
    assert long.rounds.mean_estimate().low > short.rounds.mean_estimate().high
    assert min(short["best"]) >= 50


# -- The same result, however it is run ------------------------------------------------------------


def test_a_result_does_not_depend_on_the_chunks() -> None:
    whole = simulate("muggins", 3, 1_000, "greedy,random,random", 5)
    for chunk in (1_000, 999, 77, 10_000):
        assert (
            simulate("muggins", 3, 1_000, ["greedy", "random", "random"], 5, chunk=chunk) == whole
        )
    *parts, last = chunks("muggins", 3, 1_000, "greedy,random,random", 5, chunk=300)
    assert last == whole
    assert [part.rounds for part in parts] == [300, 600, 900]
    assert all(part.partial for part in parts)


def test_more_rounds_than_are_played_at_once_are_the_same_rounds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = simulate("janod", 2, 500)
    pairs, matches = compare("janod", "draw", 2, 500), simulate_matches("draw", 2, 50, target=40)
    monkeypatch.setattr("dominolab.lanes.measure.AT_ONCE", 33)
    assert simulate("janod", 2, 500) == whole
    assert compare("janod", "draw", 2, 500) == pairs
    assert simulate_matches("draw", 2, 50, target=40) == matches


def test_the_lane_count_of_one_chunk_is_what_was_asked_for() -> None:
    for rounds in (1, 2, 63):
        assert simulate("block", 2, rounds, chunk=32).length.n == rounds


def test_two_halves_make_the_whole() -> None:
    first, second = simulate("block", 2, 400, seed=10), simulate("block", 2, 600, seed=410)
    whole = simulate("block", 2, 1_000, seed=10)
    assert {n: first[n] + second[n] for n in first.tallies} == dict(whole.tallies)


def test_threads_give_the_same() -> None:
    with ThreadPoolExecutor(3) as executor:
        for in_flight in (1, 2, 50):
            found = simulate("draw", 2, 900, executor=executor, chunk=100, in_flight=in_flight)
            assert found == simulate("draw", 2, 900)
        assert list(compare_chunks("draw", "block", 2, 300, executor=executor, chunk=100))[-1] == (
            compare("draw", "block", 2, 300)
        )
        found_matches = list(match_chunks("draw", 2, 30, target=40, executor=executor, chunk=7))[-1]
        assert found_matches == simulate_matches("draw", 2, 30, target=40)


def test_seeds_wrap_at_64_bits() -> None:
    low = simulate("block", 2, 20, seed=-5)
    high = simulate("block", 2, 20, seed=(1 << 64) - 5)
    assert low.tallies == high.tallies


# -- Progress and cancelling -----------------------------------------------------------------------


def test_progress_is_told_after_every_chunk() -> None:
    told: list[tuple[int, int]] = []
    simulate("block", 2, 250, progress=lambda done, asked: told.append((done, asked)), chunk=100)
    assert told == [(100, 250), (200, 250), (250, 250)]


def test_a_bar_shows_the_progress(capsys: pytest.CaptureFixture[str]) -> None:
    simulate("block", 2, 250, progress=True, chunk=100)
    assert "250/250" in capsys.readouterr().err
    simulate_matches("block", 2, 20, progress=True, target=20)
    assert "matches/s" in capsys.readouterr().err


def test_without_tqdm_the_progress_is_a_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "tqdm", None)
    simulate("block", 2, 250, progress=True, chunk=100)
    assert capsys.readouterr().err.endswith("\r250 of 250 rounds\n")


def after(done: int, flag: threading.Event) -> Callable[[int, int], None]:
    def tell(now: int, asked: int) -> None:
        if now >= done:
            flag.set()

    return tell


def test_cancelling_returns_what_was_played_marked_partial() -> None:
    flag = threading.Event()
    found = simulate("block", 2, 1_000, progress=after(300, flag), cancel=flag, chunk=100)
    assert (found.rounds, found.asked, found.partial) == (300, 1_000, True)
    assert found.tallies == simulate("block", 2, 300).tallies
    assert found != simulate("block", 2, 300)
    assert "PARTIAL: 300 of 1,000 rounds" in str(found)
    assert "PARTIAL" in repr(found)
    assert "Partial result" in found._repr_html_()


def test_cancelling_with_an_executor_counts_only_whole_chunks_in_order() -> None:
    flag = threading.Event()
    with ThreadPoolExecutor(2) as executor:
        found = simulate(
            "block",
            2,
            5_000,
            progress=after(300, flag),
            cancel=flag.is_set,
            chunk=100,
            executor=executor,
        )
    assert found.partial
    assert found.tallies == simulate("block", 2, found.rounds).tallies


def test_cancelling_does_not_wait_for_a_worker_that_hangs() -> None:
    release, flag = threading.Event(), threading.Event()

    class Hanging(ThreadPoolExecutor):
        def submit(self, fn: Any, /, *args: Any, **options: Any) -> Future[Any]:
            return super().submit(release.wait)

    with Hanging(1) as executor:
        threading.Timer(0.3, flag.set).start()
        found = simulate("block", 2, 500, cancel=flag, executor=executor)
        release.set()
    assert (found.rounds, found.partial) == (0, True)


def test_ctrl_c_keeps_what_was_played() -> None:
    def interrupt(done: int, asked: int) -> None:
        if done == 200:
            raise KeyboardInterrupt

    found = simulate("block", 2, 1_000, progress=interrupt, chunk=100)
    assert found.rounds == 200
    assert found.partial

    def at_once() -> bool:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate("block", 2, 1_000, cancel=at_once)


def test_a_result_of_nothing_says_so_everywhere() -> None:
    nothing = simulate("block", 2, 100, cancel=lambda: True)
    assert (nothing.rounds, nothing.partial) == (0, True)
    assert str(nothing).endswith("PARTIAL: 0 of 100 rounds")
    assert "Nothing was played" in nothing._repr_html_()
    assert nothing.to_pandas().empty
    assert SimulationResult.from_json(nothing.to_json()) == nothing
    for ask in ("length", "blocked", "wins"):
        with pytest.raises(dl.DominoError, match="nothing was played"):
            getattr(nothing, ask)
    empty = compare(nothing, nothing)
    assert empty.partial
    assert "Nothing was played" in empty._repr_html_()
    assert empty.to_pandas().empty
    with pytest.raises(dl.DominoError, match="nothing was played"):
        empty["length"]


def test_a_generator_can_be_left_at_any_time() -> None:
    running = chunks("block", 2, 10**9, chunk=50)
    assert next(running).rounds == 50
    assert next(running).rounds == 100
    running.close()  # type: ignore[attr-defined]


# -- Errors ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"rounds": 0}, "rounds = 0 is not possible: give a whole number from 1 on"),
        ({"rounds": -5}, "rounds = -5"),
        ({"rounds": 2.5}, "rounds = 2.5"),
        ({"rounds": True}, "rounds = True"),
        ({"rounds": "many"}, "rounds = 'many'"),
        ({"bots": "clever"}, "bots = 'clever' is not possible: choose random or greedy"),
        ({"bots": "sampler"}, "bots = 'sampler' is too slow to be simulated: choose random or"),
        ({"bots": "random,random,random"}, "name one bot, or one for each player"),
        ({"players": 5}, "players = 5 is not possible: block is for 2, 3 or 4 players"),
        ({"seed": 1.5}, "seed = 1.5 is not possible"),
        ({"chunk": 0}, "chunk = 0 is not possible"),
        ({"in_flight": 0}, "in_flight = 0 is not possible"),
        ({"executor": "two"}, "executor = 'two' is not possible: give a concurrent.futures.Exec"),
        ({"cancel": "now"}, "cancel = 'now' is not possible"),
        ({"rules": "chess"}, "There is no ruleset 'chess'"),
        ({"rules": 7}, "rules = 7 is not possible"),
    ],
)
def test_bad_input_is_refused_in_one_sentence(arguments: dict[str, Any], message: str) -> None:
    options: dict[str, Any] = {"rules": "block", "players": 2, "rounds": 10} | arguments
    with pytest.raises(dl.DominoError) as caught:
        simulate(**options)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_million_million_rounds_need_a_confirmation_of_the_time() -> None:
    with pytest.raises(dl.DominoError, match=r"take about [\d,]+ (hours|days) on one core"):
        simulate("block", 4, 10**12)
    asked: list[float] = []

    def refuse(seconds: float) -> bool:
        asked.append(seconds)
        return False

    with pytest.raises(dl.DominoError, match="confirm=True"):
        compare("block", "draw", 4, 10**12, confirm=refuse)
    assert asked[0] > 3_600
    for confirm in (True, lambda seconds: True):
        found = simulate_matches("block", 4, 10**12, confirm=confirm, cancel=lambda: True)
        assert found.partial


def test_durations_are_told_in_units_that_fit() -> None:
    told = [_duration(seconds) for seconds in (20, 600, 40_000, 10**7)]
    assert told == ["20 seconds", "10 minutes", "11 hours", "116 days"]


class Failing(ThreadPoolExecutor):
    """An executor some of whose futures fail."""

    def __init__(self, error: BaseException, failures: int) -> None:
        super().__init__(1)
        self.error = error
        self.left = failures

    def submit(self, fn: Any, /, *args: Any, **options: Any) -> Future[Any]:
        if not self.left:
            return super().submit(fn, *args, **options)
        self.left -= 1
        future: Future[Any] = Future()
        future.set_exception(self.error)
        return future


def test_a_chunk_that_was_lost_is_sent_again() -> None:
    with Failing(OSError("the line broke"), TRIES - 1) as executor:
        assert simulate("block", 2, 500, executor=executor, chunk=100) == simulate("block", 2, 500)


def test_a_future_that_someone_cancelled_is_sent_again() -> None:
    class Cancelling(ThreadPoolExecutor):
        cancelled = False

        def submit(self, fn: Any, /, *args: Any, **options: Any) -> Future[Any]:
            if not self.cancelled:
                self.cancelled = True
                future: Future[Any] = Future()
                future.cancel()
                return future
            return super().submit(fn, *args, **options)

    with Cancelling(1) as executor:
        assert simulate("block", 2, 300, executor=executor, chunk=100) == simulate("block", 2, 300)


def test_an_executor_that_keeps_failing_gives_an_error_and_no_result() -> None:
    with (
        Failing(OSError("no such worker\nat all"), 10**6) as executor,
        pytest.raises(SimulationError, match=r"failed 3 times .*OSError: no such worker\)"),
    ):
        simulate("block", 2, 500, executor=executor)


def test_an_executor_that_takes_no_work_gives_an_error() -> None:
    executor = ThreadPoolExecutor(1)
    executor.shutdown()
    with pytest.raises(SimulationError, match=r"takes no work .*RuntimeError"):
        simulate("block", 2, 500, executor=executor)


def test_an_executor_that_broke_is_replaced_by_this_process() -> None:
    class Broken(Executor):
        def submit(self, fn: Any, /, *args: Any, **options: Any) -> Future[Any]:
            raise BrokenExecutor

    with pytest.warns(RuntimeWarning, match="The executor broke .*in this process"):
        found = simulate("block", 2, 500, executor=Broken(), chunk=100, in_flight=2)
    assert found == simulate("block", 2, 500)


def test_an_error_of_the_rules_is_not_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dominolab.lanes.engine.LONGEST", 5)
    with (
        ThreadPoolExecutor(1) as executor,
        pytest.raises(dl.DominoError, match="does not end: seed"),
    ):
        simulate("block", 2, 500, executor=executor)


def test_a_worker_that_returns_something_else_is_found_out() -> None:
    class Lazy(ThreadPoolExecutor):
        def submit(self, fn: Any, /, *args: Any, **options: Any) -> Future[Any]:
            return super().submit(lambda: ({"length": {3: 1}},))

    with Lazy(1) as executor, pytest.raises(SimulationError, match="not of 100"):
        simulate("block", 2, 100, executor=executor)


# -- Results ---------------------------------------------------------------------------------------


def test_a_result_answers_the_questions_about_rules() -> None:
    found = simulate("block", 4, 4_000)
    assert 0.15 < found.blocked.low < found.blocked.high < 0.35
    assert found.blocked.value == found["blocked"][1] / 4_000
    assert 0 < found.undecided.value < 0.05
    assert sum(share.value for share in found.wins) + found.undecided.value == pytest.approx(1)
    lead, other = found.wins_from_lead
    assert lead.low > other.high
    assert found.lead_worth.low > 0
    assert found.points.mean == pytest.approx(sum(score.value for score in found.scores))
    assert len(found.pips) == 4
    assert found.teams == ((0, 2), (1, 3))
    with pytest.raises(dl.DominoError, match="There is no measure 'height' here: there is length"):
        found["height"]


def test_the_lead_is_worth_its_points_over_the_mean_of_the_others() -> None:
    found = simulate("janod", 3, 500)
    own = found.estimate("score_from_lead/0").value
    others = [found.estimate(f"score_from_lead/{place}").value for place in (1, 2)]
    assert found.lead_worth.value == pytest.approx(own - sum(others) / 2)
    assert found.quantile("lead_margin", 0.5) == found["lead_margin"].median / 2


def test_a_wider_confidence_has_a_wider_interval() -> None:
    found = simulate("block", 2, 500)
    for name in found.tallies:
        narrow, wide = found.estimate(name, 0.8), found.estimate(name, 0.99)
        assert wide.low <= narrow.low <= narrow.value <= narrow.high <= wide.high


def test_a_result_tells_its_numbers_in_plain_words() -> None:
    text = str(simulate("muggins@fr", 3, 300, "greedy", 4))
    assert text.startswith("Muggins (French), 3 players, bots: greedy, seed 4: 300 rounds\n")
    for part in ("Actions in a round", "Ended blocked", "Ann won", "Points in play of Cy", " %"):
        assert part in text
    assert "house rules" in str(simulate(dl.rules("block", tie="each"), 2, 10, "greedy,random"))
    assert repr(simulate("block", 2, 10)) == "<SimulationResult block, 2 players, 10 rounds>"


def test_results_are_written_and_read() -> None:
    result = simulate(dl.rules("polyglot@ko", tie="each"), 3, 200, "greedy")
    assert SimulationResult.from_json(json.dumps(result.to_json())) == result
    matches = simulate_matches("muggins", 2, 50)
    assert MatchesResult.from_json(json.loads(json.dumps(matches.to_json()))) == matches
    pairs = compare("block", "draw", 2, 200)
    assert Comparison.from_json(json.dumps(pairs.to_json())) == pairs
    apart = compare(simulate("block", 2, 50), simulate("block", 2, 60, seed=500))
    assert Comparison.from_json(apart.to_json()) == apart


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": "dominolab-round/1"}, "not of the format 'dominolab-simulation/1'"),
        ({"played": 20}, "is not of 20 rounds"),
        ({"played": 60}, "does not fit"),
        ({"played": "50"}, "'played' is not a whole number"),
        ({"bots": ["random"]}, "one bot for each player"),
        ({"tallies": {}}, "does not fit"),
        ({"tallies": []}, "'tallies' is not an object"),
        ({"tallies": {"height": [[1, 50]]}}, "unknown measure 'height'"),
        ({"tallies": {"won/7": [[1, 50]]}}, "unknown measure 'won/7'"),
        ({"tallies": {"won/x": [[1, 50]]}}, "unknown measure 'won/x'"),
        ({"rules": "chess"}, "There is no ruleset 'chess'"),
        ({"rules": None}, "A ruleset's id is a text"),
        ({"house": {"tie": "never"}}, "tie = 'never' is not possible"),
    ],
)
def test_a_result_that_was_tampered_with_is_refused(change: dict[str, Any], message: str) -> None:
    data = simulate("block", 2, 50).to_json()
    with pytest.raises(dl.DominoError, match=message):
        SimulationResult.from_json(data | change)


def test_documents_that_are_no_result_are_refused() -> None:
    data = simulate("block", 2, 50).to_json()
    del data["seed"]
    with pytest.raises(dl.DominoError, match="lacks 'seed'"):
        SimulationResult.from_json(data)
    for text in ("{", "[]", "null"):
        with pytest.raises(dl.DominoError, match=r"not JSON|not of the format"):
            SimulationResult.from_json(text)
    pairs = compare("block", "draw", 2, 50).to_json()
    empty: tuple[Any, ...] = ([], {})
    for wrong in empty:
        with pytest.raises(dl.DominoError, match="differences"):
            Comparison.from_json(pairs | {"differences": wrong})


def test_a_table_has_a_row_for_every_measure() -> None:
    found = simulate("muggins", 2, 300)
    table = found.to_pandas()
    assert list(table.index) == list(found.tallies)
    assert table.loc["blocked", "value"] == found.blocked.value
    assert table.loc["length", "q50"] == found.length.median
    assert found.histogram("length")["count"].sum() == 300
    pairs = compare("muggins", "draw", 2, 300).to_pandas()
    assert pairs.loc["draws", "difference"] == pytest.approx(
        pairs.loc["draws", "b"] - pairs.loc["draws", "a"]
    )


def test_without_pandas_the_table_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(dl.DominoError, match="needs pandas"):
        simulate("block", 2, 10).to_pandas()


def assert_well_formed(html: str) -> ElementTree.Element:
    assert "<script" not in html
    return ElementTree.fromstring(html)


def test_a_notebook_shows_charts_that_are_told_in_words_too() -> None:
    html = simulate("block", 4, 300)._repr_html_()
    root = assert_well_formed(html)
    charts = root.findall(".//{http://www.w3.org/2000/svg}svg")
    assert len(charts) == 3
    for chart in charts:
        assert chart.get("role") == "img"
        assert "mean" in chart.get("aria-label", "") or "to" in chart.get("aria-label", "")
    assert "Ended blocked" in html
    assert "Partial" not in html
    assert len(assert_well_formed(simulate_matches("block", 4, 50, target=30)._repr_html_())) > 2


def test_a_notebook_shows_both_sides_of_a_comparison() -> None:
    html = compare("block", "draw@fr", 4, 300)._repr_html_()
    assert_well_formed(html)
    for part in ("Block (German)", "Draw (French)", "B less A", "same shuffles"):
        assert part in html
    apart = compare(simulate("block", 2, 50), simulate("sebastopol", 4, 60, seed=500))
    assert "different shuffles" in apart._repr_html_()


# -- Comparisons -----------------------------------------------------------------------------------


def test_the_same_shuffles_need_far_fewer_rounds() -> None:
    a, b = dl.rules("draw"), dl.rules("draw", reserve=0)
    paired = compare(a, b, 2, 3_000, "greedy")
    one, two = simulate(a, 2, 3_000, "greedy"), simulate(b, 2, 3_000, "greedy", seed=10_000)
    apart = compare(one, two)
    assert paired.paired
    assert not apart.paired
    near, far = paired["points"], apart["points"]
    assert near.gain is not None
    assert near.gain > 1.5
    assert far.gain is None
    assert near.difference.high - near.difference.low < far.difference.high - far.difference.low
    assert near.needed is not None


def test_a_ruleset_does_not_differ_from_itself() -> None:
    found = compare("block", "block", 2, 200)
    for row in found.rows():
        assert row.difference.value == 0
        assert row.needed is None
        assert row.gain is None or not row.difference.excludes_zero
    assert "no difference shown" in str(found)


def test_two_results_of_the_same_shuffles_are_paired() -> None:
    one, two = simulate("block", 2, 300, seed=4), simulate("draw", 2, 300, seed=4)
    assert compare(one, two) == compare("block", "draw", 2, 300, seed=4)
    assert repr(compare(one, two)) == "<Comparison of block and draw, paired, 300 rounds>"


def test_partial_results_stay_partial_when_compared() -> None:
    flag = threading.Event()
    part = simulate("block", 2, 1_000, progress=after(300, flag), cancel=flag, chunk=100)
    assert compare(part, simulate("draw", 2, 300)).partial


def test_results_that_share_some_shuffles_are_refused() -> None:
    one, two = simulate("block", 2, 300), simulate("draw", 2, 300, seed=100)
    with pytest.raises(dl.DominoError, match="share some shuffles but not all"):
        compare(one, two)
    with pytest.raises(dl.DominoError, match="two rulesets or two results"):
        compare(one, "draw")


def test_different_numbers_of_players_are_compared_where_it_makes_sense() -> None:
    found = compare(simulate("draw", 2, 300), simulate("draw", 3, 300))
    assert "length" in found.measures
    assert "won/0" not in found.measures
    assert found["turns"].difference.excludes_zero
    with pytest.raises(dl.DominoError, match="no measure 'won/0' to compare"):
        found["won/0"]
    assert "B - A" in str(found)


# -- The package -----------------------------------------------------------------------------------


def test_the_library_alone_does_not_import_numpy() -> None:
    code = (
        "import sys, dominolab as dl; dl.play('block', 2, 1); assert 'numpy' not in sys.modules\n"
        "assert dl.simulate('block', 2, 10).rounds == 10\n"
        "assert dl.simulate('block', 2, 20).rounds == 20  # its module must not hide it"
    )
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True)


def test_the_package_s_simulate_can_be_called_after_its_module_was_imported() -> None:
    assert dl.simulate("block", 2, 10) == simulate("block", 2, 10)


def test_the_simulation_needs_only_what_the_website_has_of_numpy() -> None:
    code = (
        "import sys, numpy; known = set(sys.modules); from dominolab import simulate as s\n"
        "s.compare('block', 'draw', 2, 10)._repr_html_(); s.simulate_matches('draw', 2, 10)\n"
        "print(*(m for m in set(sys.modules) - known if m.startswith('numpy.')))"
    )
    found = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    paths = [f"{module.replace('.', '/')}/__init__.py" for module in found.stdout.split()]
    assert [path for path in paths if not is_needed(path, "numpy", np.__version__)] == []
