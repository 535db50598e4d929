"""Simulation: many rounds at once, here or on an executor's workers, and the statistics of them.

    >>> from dominolab.simulate import simulate
    >>> simulate("block", players=4, rounds=10_000, seed=1).blocked.value > 0.1
    True

Round number i is the round of seed + i, the same as `play(rules, players, seed + i, bots)`. All
that is kept are exact tallies, so the result does not depend on chunks, workers or executor.
"""

from __future__ import annotations

import builtins
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import closing, nullcontext, suppress
from importlib import import_module
from time import perf_counter
from types import ModuleType
from typing import Any, Protocol, TypeVar

from .bots import BOTS
from .chance import check_seed
from .comparison import Comparison
from .dispatch import SimulationError, Stop, Task, run, split
from .errors import DominoError, RuleError, one_of
from .lanes.matches import play_match_job
from .lanes.measure import AT_ONCE, Counts, Job, merged, play_pairs, play_rounds
from .result import MatchesResult, Result, SimulationResult
from .rules import RuleSet
from .rules import rules as find_rules
from .statistics import Tally

SIMULATED = ("random", "greedy")
"""The bots that the vectorised engine knows."""
CHUNK = 2 * AT_ONCE
"""How many rounds are played between two reports of progress: some tenths of a second."""
MATCH_CHUNK = 8_192
UNASKED = 100_000_000
"""More rounds than this need a confirmation of the time they take."""
IN_FLIGHT = 64
"""How many chunks an executor is given at once: at least two for each worker keep it busy."""


class Flag(Protocol):
    """Something that is set to cancel, as `threading.Event` is."""

    def is_set(self) -> bool:
        """Return whether to stop."""
        ...


Rules = RuleSet | str
Bots = str | Sequence[str]
Progress = Callable[[int, int], object] | bool | None
"""Called with what is done and what is asked; True for a bar."""
Cancel = Callable[[], object] | Flag | None
"""A function that says whether to stop, or a flag that is set for it."""
Confirm = Callable[[float], object] | bool
"""True, or a function that is asked with the seconds that it will take."""
Found = TypeVar("Found", bound=Result)


def simulate(
    rules: Rules,
    players: int = 2,
    rounds: int = 10_000,
    bots: Bots = "random",
    seed: int = 0,
    progress: Progress = None,
    executor: Executor | None = None,
    *,
    chunk: int = CHUNK,
    cancel: Cancel = None,
    confirm: Confirm = False,
    in_flight: int = IN_FLIGHT,
) -> SimulationResult:
    """Play many rounds and return their statistics.

    *cancel* is asked between chunks (Ctrl-C does the same): what has been played so far is then
    returned, marked partial. *in_flight* is how many chunks an executor holds at once.
    """
    job = _job(rules, players, rounds, bots, seed)
    work = _Work(play_rounds, [job], chunk, executor, in_flight)
    work.confirm(confirm)
    work.play(progress, cancel)
    return work.result(SimulationResult)


def chunks(
    rules: Rules,
    players: int = 2,
    rounds: int = 10_000,
    bots: Bots = "random",
    seed: int = 0,
    executor: Executor | None = None,
    *,
    chunk: int = 2_000,
    in_flight: int = IN_FLIGHT,
) -> Iterator[SimulationResult]:
    """Yield the result so far after every chunk; all but the last are partial.

    Between two of them the caller may draw, wait or stop: a page stays responsive without threads.
    """
    job = _job(rules, players, rounds, bots, seed)
    work = _Work(play_rounds, [job], chunk, executor, in_flight)
    return (work.result(SimulationResult) for _ in work.steps())


def simulate_matches(
    rules: Rules,
    players: int = 2,
    matches: int = 1_000,
    bots: Bots = "random",
    seed: int = 0,
    progress: Progress = None,
    executor: Executor | None = None,
    *,
    target: int | None = None,
    chunk: int = MATCH_CHUNK,
    cancel: Cancel = None,
    confirm: Confirm = False,
    in_flight: int = IN_FLIGHT,
) -> MatchesResult:
    """Play many matches to the target and return their statistics.

    Match number i is `Match(rules, players, seed + 65536 * i)` played by these bots; where there
    is no target a match is one round.
    """
    job = _job(_aimed(rules, target), players, matches, bots, seed, "matches")
    work = _Work(play_match_job, [job], chunk, executor, in_flight)
    work.confirm(confirm, MatchesResult.things)
    work.play(progress, cancel, MatchesResult.things)
    return work.result(MatchesResult)


def match_chunks(
    rules: Rules,
    players: int = 2,
    matches: int = 1_000,
    bots: Bots = "random",
    seed: int = 0,
    executor: Executor | None = None,
    *,
    target: int | None = None,
    chunk: int = 500,
    in_flight: int = IN_FLIGHT,
) -> Iterator[MatchesResult]:
    """Yield the matches' result so far after every chunk; all but the last are partial."""
    job = _job(_aimed(rules, target), players, matches, bots, seed, "matches")
    work = _Work(play_match_job, [job], chunk, executor, in_flight)
    return (work.result(MatchesResult) for _ in work.steps())


def compare(
    a: Rules | SimulationResult,
    b: Rules | SimulationResult,
    players: int = 2,
    rounds: int = 10_000,
    bots: Bots = "random",
    seed: int = 0,
    progress: Progress = None,
    executor: Executor | None = None,
    *,
    chunk: int = CHUNK,
    cancel: Cancel = None,
    confirm: Confirm = False,
    in_flight: int = IN_FLIGHT,
) -> Comparison:
    """Compare two rulesets on the same shuffles, with an interval for every difference.

    Two results are compared as they are, whatever the other arguments say. Where seed and number
    of rounds are the same, both are played again side by side, which pairs them; results of
    shuffles that are not shared at all are compared as unrelated samples.
    """
    if isinstance(a, SimulationResult) and isinstance(b, SimulationResult):
        if (a.seed, a.rounds) != (b.seed, b.rounds):
            return _unrelated(a, b)
        if not a.rounds:
            return Comparison(a, b, {})
        jobs = [Job(r.rules, r.players, r.bots, r.seed, 0, r.rounds) for r in (a, b)]
        work = _Work(play_pairs, jobs, chunk, executor, in_flight)
        work.asked = max(a.asked, b.asked)
    elif isinstance(a, SimulationResult) or isinstance(b, SimulationResult):
        raise DominoError("Compare two rulesets or two results, not one with the other.")
    else:
        jobs = [_job(rules, players, rounds, bots, seed) for rules in (a, b)]
        work = _Work(play_pairs, jobs, chunk, executor, in_flight)
    work.confirm(confirm)
    work.play(progress, cancel)
    return work.comparison()


def compare_chunks(
    a: Rules,
    b: Rules,
    players: int = 2,
    rounds: int = 10_000,
    bots: Bots = "random",
    seed: int = 0,
    executor: Executor | None = None,
    *,
    chunk: int = 2_000,
    in_flight: int = IN_FLIGHT,
) -> Iterator[Comparison]:
    """Yield the comparison so far after every chunk; all but the last are partial."""
    jobs = [_job(rules, players, rounds, bots, seed) for rules in (a, b)]
    work = _Work(play_pairs, jobs, chunk, executor, in_flight)
    return (work.comparison() for _ in work.steps())


class _Work:
    """Rounds asked for, and the counts of those played so far."""

    def __init__(
        self,
        task: Task,
        jobs: Sequence[Job],
        chunk: int,
        executor: Executor | None,
        in_flight: int,
    ) -> None:
        if executor is not None and not callable(getattr(executor, "submit", None)):
            raise DominoError(
                f"executor = {executor!r} is not possible: give a concurrent.futures.Executor."
            )
        self.task = task
        self.jobs = jobs
        self.chunk = _whole("chunk", chunk)
        self.executor = executor
        self.in_flight = _whole("in_flight", in_flight)
        self.asked = jobs[0].count
        # One value, so that an interruption finds either the old or the new, never half of each.
        self.state: tuple[int, tuple[Counts, ...]] = (0, ())

    def confirm(self, confirm: Confirm, things: str = "rounds") -> None:
        """Refuse what takes very long unless that is wanted."""
        if self.asked <= UNASKED or confirm is True:
            return
        sample = next(split(self.jobs, AT_ONCE))
        started = perf_counter()
        self.task(sample)
        seconds = (perf_counter() - started) * self.asked / AT_ONCE
        if callable(confirm) and confirm(seconds):
            return
        raise DominoError(
            f"{self.asked:,} {things} take about {_duration(seconds)} on one core of this machine: "
            "give confirm=True (on the command line: --yes) to play them all the same, or ask for fewer."
        )

    def steps(self, stop: Stop | None = None) -> Generator[int]:
        """Play chunk by chunk, and yield how many rounds are done after each."""
        pieces = split(self.jobs, self.chunk)
        with closing(run(self.task, pieces, self.executor, self.in_flight, stop)) as results:
            for size, counts in results:
                done, sums = self.state
                if not sums:
                    sums = ({},) * len(counts)
                new = tuple(merged(old, more) for old, more in zip(sums, counts, strict=True))
                if sum(new[0]["length"].values()) != done + size:
                    raise SimulationError(
                        f"A worker returned counts that are not of {size:,}: nothing is returned."
                    )
                self.state = done + size, new
                yield done + size

    def play(self, progress: Progress, cancel: Cancel, things: str = "rounds") -> None:
        """Play all, telling of the progress, unless it is cancelled."""
        stop = _stop(cancel)
        reporter = _reporter(progress, self.jobs[0].count, things)
        with reporter as report, closing(self.steps(stop)) as steps:
            try:
                while not (stop and stop()):
                    done = next(steps, None)
                    if done is None:
                        return
                    report(done)
            except KeyboardInterrupt:
                if not self.state[0]:
                    raise

    def result(self, kind: type[Found], number: int = 0) -> Found:
        """Return the result so far of one of the jobs."""
        job = self.jobs[number]
        return kind(
            job.rules,
            job.players,
            job.bots,
            job.seed,
            self.state[0],
            self.asked,
            self._tallies(number),
        )

    def comparison(self) -> Comparison:
        """Return the comparison so far of the two jobs."""
        one, two = (self.result(SimulationResult, number) for number in range(2))
        return Comparison(one, two, self._tallies(2))

    def _tallies(self, number: int) -> dict[str, Tally]:
        counts = self.state[1]
        return {name: Tally(tally) for name, tally in counts[number].items()} if counts else {}


def _job(
    rules: Rules, players: int, count: int, bots: Bots, seed: int, things: str = "rounds"
) -> Job:
    """Return what to play, every part of it checked."""
    rules = find_rules(rules) if isinstance(rules, str) else rules
    if not isinstance(rules, RuleSet):
        raise RuleError(f"rules = {rules!r} is not possible: give a ruleset or its id.")
    players = rules.check_players(players)
    count = _whole(things, count)
    return Job(rules, players, _bots(bots, players), check_seed(seed), 0, count)


def _aimed(rules: Rules, target: int | None) -> RuleSet:
    rules = find_rules(rules) if isinstance(rules, str) else rules
    return rules if target is None else rules.replace(target=target)


def _bots(bots: Bots, players: int) -> tuple[str, ...]:
    """Return the name of a bot for each seat: one name for all, or one for each."""
    names = bots.split(",") if isinstance(bots, str) else list(bots)
    if len(names) == 1:
        names *= players
    if len(names) != players:
        raise RuleError(f"bots = {bots!r} is not possible: name one bot, or one for each player.")
    for name in names:
        if name not in SIMULATED:
            why = "is too slow to be simulated" if name in BOTS else "is not possible"
            raise RuleError(f"bots = {name!r} {why}: choose {one_of(list(SIMULATED))}.")
    return tuple(names)


def _whole(name: str, number: object) -> int:
    if isinstance(number, int) and not isinstance(number, bool) and number >= 1:
        return number
    raise DominoError(f"{name} = {number!r} is not possible: give a whole number from 1 on.")


def _unrelated(a: SimulationResult, b: SimulationResult) -> Comparison:
    """Compare two results that share no shuffle."""
    if max(a.seed, b.seed) < min(a.seed + a.rounds, b.seed + b.rounds):
        raise DominoError(
            "These two results share some shuffles but not all: simulate both with the same seed "
            "and rounds, or with seeds far apart."
        )
    return Comparison(a, b, None)


def _stop(cancel: Cancel) -> Stop | None:
    """Return the question whether to stop."""
    if cancel is None:
        return None
    asked = getattr(cancel, "is_set", cancel)
    if not callable(asked):
        raise DominoError(f"cancel = {cancel!r} is not possible: give a function or an event.")
    return asked


def _reporter(progress: Progress, total: int, things: str) -> Any:
    """Return the context in which progress is told."""
    if progress is True:
        return _Bar(total, things)
    if callable(progress):
        tell = progress
        return nullcontext(lambda done: tell(done, total))
    return nullcontext(lambda done: None)


class _Bar:
    """A bar in the terminal or notebook; a line of text where tqdm is missing."""

    def __init__(self, total: int, things: str) -> None:
        self._total = f"{total:,} {things}"
        self._bar: Any = None
        with suppress(ImportError):
            # A notebook paints what goes to stderr as an error.
            out = sys.stdout if hasattr(builtins, "__IPYTHON__") else sys.stderr
            tqdm = import_module("tqdm").tqdm
            self._bar = tqdm(total=total, unit=f" {things}", unit_scale=True, file=out)

    def __enter__(self) -> Callable[[int], None]:
        return self._tell

    def _tell(self, done: int) -> None:
        if self._bar is None:
            print(f"\r{done:,} of {self._total}", end="", file=sys.stderr, flush=True)
        else:
            self._bar.update(done - self._bar.n)

    def __exit__(self, *error: object) -> None:
        if self._bar is None:
            print(file=sys.stderr)
        else:
            self._bar.close()


def _duration(seconds: float) -> str:
    for unit, size in (("days", 86_400), ("hours", 3_600), ("minutes", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:,.0f} {unit}"
    return f"{seconds:.0f} seconds"


class _CallableModule(ModuleType):
    """Importing this module binds its name in the package: `dominolab.simulate(...)` must work on."""

    def __call__(self, *args: Any, **options: Any) -> SimulationResult:
        return simulate(*args, **options)


sys.modules[__name__].__class__ = _CallableModule

__all__ = [
    "Comparison",
    "MatchesResult",
    "SimulationError",
    "SimulationResult",
    "chunks",
    "compare",
    "compare_chunks",
    "match_chunks",
    "simulate",
    "simulate_matches",
]
