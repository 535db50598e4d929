"""The comparison view: binds the state and the pictures to one stage and a place for charts."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

from apps.parts import bridge
from apps.parts.stage import Event
from dominolab.axes import AXES
from dominolab.errors import DominoError
from dominolab.manuals import MANUALS
from dominolab.rules import rules

from . import pages, table, table_html, worth, worth_html
from .examples import tour
from .field import field
from .model import PARTS, PLAYERS, SEEDS, SORTS, State, read
from .parting import BOTS, LIMIT, Searched
from .translations import language_map
from .working import Working


class CompareView(Working):
    """One open comparison: what the reader does, and the work that this sets going."""

    def __init__(self, link: dict[str, str]) -> None:
        super().__init__(*read(link), self._handlers())
        bridge.on_state(self.follow)
        self.render()

    # -- State -------------------------------------------------------------------------------------

    def follow(self, link: dict[str, str]) -> None:
        """Show what another link says, as Back and Forward ask for."""
        self.stop()
        self.state, self.problems = read(link)
        self.message = ""
        self.render()
        self.start_work()

    def change(self, *, push: bool = True, announce: str = "", **changes: Any) -> None:
        """Change the state, show it and put it into the address."""
        self.go(replace(self.state, **changes), push=push, announce=announce)

    def go(self, state: State, *, push: bool = True, announce: str = "") -> None:
        """Show another state and put it into the address."""
        self.stop()
        self.state = state
        self.message = ""
        self.render()
        bridge.publish(state.to_link(), push=push)
        if announce:
            self.stage.announce(announce)
        self.start_work()

    def refuse(self, text: str) -> None:
        """Say what cannot be done; nothing else changes."""
        self.message = text
        self.render()

    # -- What the reader does ----------------------------------------------------------------------

    def _handlers(self) -> dict[str, Callable[[Event], None]]:
        names = [name.removeprefix("_on_") for name in dir(self) if name.startswith("_on_")]
        return {name.replace("_", "-"): getattr(self, f"_on_{name}") for name in names}

    def _on_ready(self, event: Event) -> None:
        self.dark = event.fields.get("dark") == "1"
        self.render()
        self.start_work()

    def _on_resize(self, event: Event) -> None:
        dark = event.fields.get("dark") == "1"
        if dark != self.dark:
            self.dark = dark
            self.render()
            if not self.working:
                self.start_work()

    def _on_forget_problems(self, event: Event) -> None:
        self.problems = []
        self.render()

    def _on_forget_message(self, event: Event) -> None:
        self.message = ""
        self.render()

    def _on_part(self, event: Event) -> None:
        if event.value in PARTS:
            self.searched, self.problem = None, ""
            self.change(part=event.value, announce=PARTS[event.value])

    def _on_add(self, event: Event) -> None:
        self._try(lambda: self.state.add(rules(event.value)))

    def _on_remove(self, event: Event) -> None:
        self._try(lambda: self.state.remove(_whole(event.value)))

    def _on_left(self, event: Event) -> None:
        self._try(lambda: self.state.swap(_whole(event.value), -1))

    def _on_right(self, event: Event) -> None:
        self._try(lambda: self.state.swap(_whole(event.value), 1))

    def _try(self, change: Callable[[], State]) -> None:
        try:
            state = change()
        except DominoError as error:
            self.refuse(str(error))
            return
        self.searched, self.problem = None, ""
        self.go(state, announce=pages.versus(state.columns))

    # the table

    def _on_every(self, event: Event) -> None:
        self.change(
            every=event.value == "1",
            announce=replace(self.state, every=event.value == "1").table.summary,
        )

    def _on_search(self, event: Event) -> None:
        self.change(search=event.value[:100], push=False)
        self.stage.announce(self.state.table.summary)

    def _on_hide(self, event: Event) -> None:
        if event.value in AXES:
            cell = (
                None if self.state.cell and self.state.cell[0] == event.value else self.state.cell
            )
            self.change(hidden=self.state.hidden | {event.value}, cell=cell)

    def _on_unhide(self, event: Event) -> None:
        self.change(hidden=frozenset())

    def _on_up(self, event: Event) -> None:
        self._move(event.value, -1)

    def _on_down(self, event: Event) -> None:
        self._move(event.value, 1)

    def _move(self, axis: str, by: int) -> None:
        if any(row.axis == axis for row in self.state.table.rows()):
            self.change(order=self.state.table.moved(axis, by))

    def _on_unmove(self, event: Event) -> None:
        self.change(order=())

    def _on_cell(self, event: Event) -> None:
        axis, _, number = event.value.partition(".")
        at = _whole(number) - 1
        if axis not in AXES or not 0 <= at < len(self.state.columns):
            return
        self.example = None
        self.change(cell=None if self.state.cell == (axis, at) else (axis, at))

    def _on_close_cell(self, event: Event) -> None:
        cell = self.state.cell
        self.change(cell=None)
        if cell:
            self.stage.tell(focus=f"cell-{table_html.cell_key(*cell)}")

    def _on_export(self, event: Event) -> None:
        found = self.state.table
        if event.value == "csv":
            name, text, kind = "comparison.csv", table.to_csv(found), "text/csv"
        elif event.value == "md":
            name, text, kind = "comparison.md", table.to_markdown(found), "text/markdown"
        elif event.value == "html":
            name, text, kind = "comparison.html", table.to_page(found), "text/html"
        elif event.value == "worth" and self.worth is not None:
            name, text, kind = "simulation.csv", worth.to_csv(self.worth), "text/csv"
        else:
            return
        self.stage.tell(download={"name": name, "text": text, "type": kind})

    def _on_copy_link(self, event: Event) -> None:
        self.stage.tell(copy_link=True)

    def _on_copied(self, event: Event) -> None:
        done = "The link is copied." if event.value else "Copy the link from the address bar."
        self.stage.announce(done)

    def _on_play(self, event: Event) -> None:
        state: dict[str, object] = {"rules": event.value}
        if self.state.part == "deal":
            state |= {"players": self.state.players, "seed": self.state.seed}
        elif self.shown_parting is not None:
            setting = self.shown_parting.setting
            state |= {"players": setting.players, "seed": setting.seed}
        bridge.go("step", state)

    def _on_beside(self, event: Event) -> None:
        with suppress(DominoError):
            found = [rules(id_) for id_ in event.value.split("~")[:2]]
            if len(found) == 2:
                self.go(
                    replace(self.state.with_columns(found), part="table"),
                    announce=pages.versus(found),
                )

    def _on_to_deal(self, event: Event) -> None:
        parting = self.shown_parting
        if parting is not None:
            setting = parting.setting
            columns = (parting.one.rules, parting.other.rules)
            state = self.state.with_columns(columns)
            self.searched, self.problem = None, ""
            self.go(
                replace(
                    state,
                    part="deal",
                    players=setting.players,
                    seed=setting.seed,
                    bots=setting.bots,
                )
            )

    # the field

    def _on_one(self, event: Event) -> None:
        _, other, axis = self.state.look
        self._look(event.value, other, axis)

    def _on_other(self, event: Event) -> None:
        one, _, axis = self.state.look
        self._look(one, event.value, axis)

    def _on_look_axis(self, event: Event) -> None:
        one, other, _ = self.state.look
        self._look(one, other, event.value)

    def _look(self, one: str, other: str, axis: str) -> None:
        whole = field()
        if one == other:
            self.refuse("A ruleset does not differ from itself: choose two.")
        elif {one, other} <= set(whole.ids) and axis in whole.axes:
            self.change(look=(one, other, axis), push=False)

    # the map

    def _on_manual(self, event: Event) -> None:
        if event.value in MANUALS:
            summary = language_map(event.value).summary
            self.change(manual=event.value, at=None, stop=0, announce=summary)

    def _on_sort(self, event: Event) -> None:
        if event.value in SORTS:
            self.change(sort=event.value)

    def _on_spot(self, event: Event) -> None:
        language, _, axis = event.value.partition(".")
        found = language_map(self.state.manual).cell(language, axis)
        if found is None:
            return
        if self.state.at == (language, axis) and not self.state.stop:
            self.change(at=None)
            self.stage.tell(focus=event.value)
        else:
            self.change(at=(language, axis), stop=0, announce=found.differences[0].says)

    def _on_tour(self, event: Event) -> None:
        stop = min(max(_whole(event.value), 0), len(tour()))
        self.example = None
        self.go(self.state.at_stop(stop), announce=tour()[stop - 1].title if stop else "")
        self.stage.tell(focus="tour-title" if stop else "tour-start")

    # the deal and the simulation

    def _on_players(self, event: Event) -> None:
        self._number("players", event.value, *PLAYERS)

    def _on_seed(self, event: Event) -> None:
        self._number("seed", event.value, *SEEDS)

    def _on_rounds(self, event: Event) -> None:
        self._number("rounds", event.value, 1, worth.MOST)

    def _number(self, name: str, text: str, low: int, high: int) -> None:
        number = _whole(text, low - 1)
        if not low <= number <= high:
            self.refuse(f"{name.capitalize()} must be a whole number from {low} to {high}.")
            return
        self.searched, self.problem = None, ""
        numbers: dict[str, Any] = {name: number}
        self.change(**numbers, moment=-1, run=False)

    def _on_bots(self, event: Event) -> None:
        if event.value in BOTS:
            self.searched = None
            self.change(bots=event.value, moment=-1, run=False)

    def _on_next_seed(self, event: Event) -> None:
        self.searched = None
        self.change(seed=min(self.state.seed + 1, SEEDS[1]), moment=-1)

    def _on_moment(self, event: Event) -> None:
        self.change(moment=min(max(_whole(event.value), 0), self.last_moment), push=False)

    def _on_step(self, event: Event) -> None:
        moment = min(max(self.moment + (1 if event.value == "1" else -1), 0), self.last_moment)
        self.change(moment=moment, push=False)

    def _on_axis(self, event: Event) -> None:
        if event.value in AXES:
            self.searched, self.problem = None, ""
            self.change(axis=event.value)

    def _on_find(self, event: Event) -> None:
        self.problem = ""
        self.searched = Searched(0, LIMIT)
        self.start(self.search_deal)
        self.render()

    def _on_cancel(self, event: Event) -> None:
        self.stop()
        if self.state.run:
            self.state = replace(self.state, run=False)
            bridge.publish(self.state.to_link(), push=False)
        self.render()
        self.start_work()
        self.stage.announce("Cancelled. What was found so far stays.")

    def _on_change(self, event: Event) -> None:
        known_changes = {"", *(word for word, _ in worth_html.changes(self.state.columns[0]))}
        if event.value in known_changes:
            self.change(change=event.value, run=False)

    def _on_simulate(self, event: Event) -> None:
        self.problem = ""
        self.worth = None
        self.go(replace(self.state, run=True))

    def tapped_pair(self, event: Any) -> None:
        """Put the two rulesets of a square side by side."""
        ids = field().ordered
        row, column = int(event.y), int(event.x)
        if 0 <= row < len(ids) and 0 <= column < len(ids) and row != column:
            self._on_beside(Event("beside", f"{ids[row]}~{ids[column]}"))

    def tapped_cell(self, event: Any) -> None:
        """Put a ruleset beside the closest one that plays this rule differently."""
        whole = field()
        row, column = int(event.y), int(event.x)
        if not (0 <= row < len(whole.axes) and 0 <= column < len(whole.ids)):
            return
        id_, axis = whole.ordered[column], whole.axes[row]
        others = [o for o in whole.ids if o != id_ and o not in whole.cell(id_, axis).shared]
        if others:
            near = min(others, key=lambda other: whole.distance(id_, other))
            found = (rules(id_), rules(near))
            state = replace(self.state.with_columns(found), part="table", cell=(axis, 0))
            self.go(state, announce=pages.versus(found))


def _whole(text: str, default: int = 0) -> int:
    return int(text) if text.lstrip("-").isdecimal() and len(text) < 12 else default
