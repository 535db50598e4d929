"""Work that takes its time, done in slices so that the page stays alive: searches, simulations."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from time import perf_counter
from typing import Any, TypeVar

from apps.parts import bridge
from dominolab.errors import DominoError

from . import worth
from .examples import known, search_once
from .parting import deals_that_matter
from .showing import Showing

SLICE = 0.02
"""How long Python works on a search or a simulation before it looks at what the reader does."""

Item = TypeVar("Item")


async def slices(items: Iterable[Item]) -> AsyncIterator[Item]:
    """Yield items now and then, and let the page have its turn between them; always the last."""
    began = perf_counter()
    last: list[Item] = []
    for item in items:
        last = [item]
        if perf_counter() - began > SLICE:
            yield item
            last = []
            await asyncio.sleep(0.001)
            began = perf_counter()
    for item in last:
        yield item


class Working(Showing):
    """What is shown, and the search or the simulation that is under way for it."""

    def stop(self) -> None:
        """Stop a search or a simulation; what it has found so far stays."""
        self.working = False
        if self.task is not None:
            self.task.cancel()
            self.task = None

    def start(self, work: Callable[[], Any]) -> None:
        """Do some work in slices."""
        self.stop()
        self.working = True
        self.task = asyncio.ensure_future(work())

    def start_work(self) -> None:
        """Start what the state needs that is not known yet."""
        with suppress(RuntimeError):  # without a loop (a model test, a printed page) nothing runs
            asyncio.get_running_loop()
            wanted = self.wanted_example()
            if wanted is not None and known(*wanted[:2]) is None:
                self.start(self._search_example)
            elif self.state.part == "worth" and self.state.run and self._stale():
                self.start(self._simulate)
            elif self.state.part == "worth":
                self.start(self.draw_worth)
                self.working = False

    def _stale(self) -> bool:
        return self.worth is None or self.worth.ask != self.state.ask or not self.worth.finished

    async def _search_example(self) -> None:
        wanted = self.wanted_example()
        assert wanted is not None
        async for example in slices(search_once(*wanted)):
            self.example = example
            self.render()
        self.working = False
        self.render()

    async def search_deal(self) -> None:
        """Search a deal that ends differently because of the chosen rule, and go there."""
        state = self.state
        one, other = state.columns[:2]
        axis = self.search_axis
        try:
            async for searched in slices(deals_that_matter(one, other, axis, state.setting)):
                self.searched = searched
                self.render()
        except DominoError as error:
            self.problem = str(error)
        self.working = False
        found = self.searched.found if self.searched else None
        if found is not None:
            self.state = replace(state, seed=found.setting.seed, moment=-1, axis=axis)
            bridge.publish(self.state.to_link())
            self.stage.announce(f"Found a deal: seed {found.setting.seed}. {found.where}")
        self.render()

    async def _simulate(self) -> None:
        try:
            async for found in slices(worth.run(self.state.ask)):
                self.worth = found
                self.render()
        except DominoError as error:
            self.problem = str(error)
        finished = self.worth is not None and self.worth.finished
        self.working = False
        self.render()
        await self.draw_worth()
        if finished and self.worth is not None:
            self.stage.announce(f"The simulation is finished. {self.worth.summary}")
