"""Beyond one process: the same result from a process pool and a cluster, workers lost or not."""

from __future__ import annotations

import os
import signal
import time
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import pytest

from dominolab.simulate import compare, simulate, simulate_matches

pytestmark = pytest.mark.long

ROUNDS, CHUNK = 400_000, 20_000


def pool(workers: int) -> ProcessPoolExecutor:
    # Forking a process that has threads is not safe, and the cluster's tests start some.
    return ProcessPoolExecutor(workers, mp_context=get_context("spawn"))


def killing(find: Callable[[], int], when: int) -> Callable[[int, int], None]:
    """Return a progress function that kills one worker as soon as *when* rounds are done."""
    victims: list[int] = []

    def tell(done: int, asked: int) -> None:
        if done >= when and not victims:
            victims.append(find())
            os.kill(victims[0], signal.SIGKILL)

    return tell


def test_a_process_pool_gives_the_same_whatever_its_size() -> None:
    alone = simulate("muggins", 3, 20_000, "greedy,random,random", 8)
    for workers, chunk in ((1, 5_000), (2, 1_999)):
        with pool(workers) as executor:
            found = simulate(
                "muggins", 3, 20_000, "greedy,random,random", 8, executor=executor, chunk=chunk
            )
        assert found == alone


def test_a_worker_of_a_process_pool_may_die() -> None:
    with pool(2) as executor:
        executor.submit(int).result()

        def worker() -> int:
            return next(iter(executor._processes))

        with pytest.warns(RuntimeWarning, match="The executor broke .*BrokenProcessPool"):
            found = simulate(
                "block",
                4,
                ROUNDS,
                executor=executor,
                chunk=CHUNK,
                in_flight=4,
                progress=killing(worker, 3 * CHUNK),
            )
    assert found == simulate("block", 4, ROUNDS)


# Dask remarks on a busy machine; a worker that takes a lost one's place remarks on it again.
SLOW_DISK = "Creating scratch directories is taking a surprisingly long time"
on_a_busy_machine = pytest.mark.filterwarnings(f"ignore:{SLOW_DISK}:UserWarning")
# What a killed worker's connection leaves behind is collected at any later time.
lost_sockets = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    # Dask's own imports and the sockets it leaves to the garbage collector are not ours to judge.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        warnings.simplefilter("ignore", DeprecationWarning)
        warnings.filterwarnings("ignore", SLOW_DISK, UserWarning)
        from distributed import Client, LocalCluster

        with (
            LocalCluster(  # type: ignore[no-untyped-call]
                n_workers=2,
                threads_per_worker=1,
                processes=True,
                dashboard_address=None,
                host="127.0.0.1",
                silence_logs=50,
            ) as cluster,
            Client(cluster) as client,  # type: ignore[no-untyped-call]
        ):
            yield client


@lost_sockets
@on_a_busy_machine
def test_a_cluster_gives_the_same(client: Any) -> None:
    executor = client.get_executor()
    assert simulate("draw", 3, 20_000, executor=executor, chunk=3_000) == simulate(
        "draw", 3, 20_000
    )
    assert compare("draw", "block", 3, 6_000, executor=executor, chunk=1_000) == compare(
        "draw", "block", 3, 6_000
    )
    assert simulate_matches("draw", 2, 300, target=50, executor=executor, chunk=64) == (
        simulate_matches("draw", 2, 300, target=50)
    )


@lost_sockets
@on_a_busy_machine
def test_a_worker_of_a_cluster_may_die(client: Any) -> None:
    before = set(client.run(os.getpid).values())
    assert len(before) == 2

    found = simulate(
        "block",
        4,
        ROUNDS,
        executor=client.get_executor(),
        chunk=CHUNK,
        in_flight=8,
        progress=killing(lambda: min(before), 3 * CHUNK),
    )
    assert found == simulate("block", 4, ROUNDS)
    deadline = time.monotonic() + 60
    while len(now := set(client.run(os.getpid, on_error="ignore").values())) < 2 or now == before:
        assert time.monotonic() < deadline, "no worker took the place of the one that was killed"
        time.sleep(0.1)
