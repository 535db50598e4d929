"""Chunks of work, done here or by an executor's workers: each counted exactly once, in order.

Chunks are numbered, and a chunk's counts are taken once, whoever delivers them. A worker that is
lost costs time, never a round: its chunk is sent again, or played here when the executor is gone.
"""

from __future__ import annotations

import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, wait
from dataclasses import dataclass, replace

from .errors import DominoError
from .lanes.measure import Counts, Job

Jobs = tuple[Job, ...]
Task = Callable[[Jobs], tuple[Counts, ...]]
Stop = Callable[[], object]

TRIES = 3
"""How often a chunk is sent to the executor before its error counts."""
_PATIENCE = 0.2
"""Seconds between two looks at whether to stop while a worker is busy."""


class SimulationError(DominoError):
    """A simulation that could not be finished; nothing of it is returned."""


@dataclass(slots=True)
class _Sent:
    """A chunk that an executor has."""

    jobs: Jobs
    future: Future[tuple[Counts, ...]]
    tries: int = 1


def split(jobs: Sequence[Job], chunk: int) -> Iterator[Jobs]:
    """Cut *jobs* of equal size into chunks."""
    end = jobs[0].start + jobs[0].count
    for start in range(jobs[0].start, end, chunk):
        yield tuple(replace(job, start=start, count=min(chunk, end - start)) for job in jobs)


def run(
    task: Task,
    pieces: Iterator[Jobs],
    executor: Executor | None = None,
    in_flight: int = 64,
    stop: Stop | None = None,
) -> Generator[tuple[int, tuple[Counts, ...]]]:
    """Yield for each of *pieces*, in order, its number of rounds and its counts."""
    if executor is None:
        for jobs in pieces:
            yield jobs[0].count, task(jobs)
        return
    yield from _Sender(task, pieces, executor, in_flight, stop).results()


class _Sender:
    """Keeps an executor busy with at most so many chunks at once."""

    def __init__(
        self,
        task: Task,
        pieces: Iterator[Jobs],
        executor: Executor,
        in_flight: int,
        stop: Stop | None,
    ) -> None:
        self._task = task
        self._pieces = pieces
        self._executor = executor
        self._in_flight = in_flight
        self._stop = stop
        self._sent: deque[_Sent] = deque()
        self._broken = False

    def results(self) -> Iterator[tuple[int, tuple[Counts, ...]]]:
        """Yield the counts of every chunk; where the caller stops, no more are sent."""
        try:
            while self._fill():
                sent = self._sent[0]
                counts = self._wait(sent)
                if counts is None:
                    return
                self._sent.popleft()
                yield sent.jobs[0].count, counts
            for jobs in self._pieces:  # the executor broke, and nothing it had is left
                yield jobs[0].count, self._task(jobs)
        finally:
            for sent in self._sent:
                sent.future.cancel()

    def _fill(self) -> bool:
        """Send chunks as long as there is room; return whether any is to be waited for."""
        while not self._broken and len(self._sent) < self._in_flight:
            jobs = next(self._pieces, None)
            if jobs is None:
                break
            self._sent.append(_Sent(jobs, self._submit(jobs)))
        return bool(self._sent)

    def _submit(self, jobs: Jobs) -> Future[tuple[Counts, ...]]:
        try:
            return self._executor.submit(self._task, jobs)
        except BrokenExecutor as error:
            failed: Future[tuple[Counts, ...]] = Future()
            failed.set_exception(error)
            return failed
        except Exception as error:
            raise SimulationError(
                f"The executor takes no work ({_told(error)}): give one that is open, or none."
            ) from error

    def _wait(self, sent: _Sent) -> tuple[Counts, ...] | None:
        """Return a chunk's counts, sending it again where it was lost; None to stop."""
        while True:
            while self._stop is not None and not wait([sent.future], timeout=_PATIENCE).done:
                if self._stop():
                    return None
            try:
                return sent.future.result()
            except DominoError:
                raise
            except BrokenExecutor as error:
                self._break(error)
                return self._task(sent.jobs)
            except (Exception, CancelledError) as error:
                if sent.tries == TRIES:
                    first = sent.jobs[0]
                    raise SimulationError(
                        f"The executor failed {TRIES} times from number {first.start} on "
                        f"({_told(error)}): nothing is returned, for it would not be whole."
                    ) from error
                sent.tries += 1
                sent.future = self._submit(sent.jobs)

    def _break(self, error: BrokenExecutor) -> None:
        if not self._broken:
            self._broken = True
            warnings.warn(
                f"The executor broke ({_told(error)}): the rest is played in this process.",
                RuntimeWarning,
                stacklevel=2,
            )


def _told(error: BaseException) -> str:
    """Return an error in a few words: its first line, with the kind of error before it."""
    text = str(error).strip().splitlines()
    return f"{type(error).__name__}: {text[0][:200]}" if text else type(error).__name__


__all__ = ["TRIES", "SimulationError", "Task", "run", "split"]
