"""The dashboard on the page: binds the desk's actions to the stage's events, and shows it."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from pathlib import Path

import panel as pn

from apps.parts import bridge
from apps.parts.messages import problems_message
from apps.parts.stage import Event, Handler, Stage
from dominolab.tiles import Tile

from . import link, notebook, page_all, page_fives, page_practice, page_rules, pictures, worksheet
from .desk import MOST_SEEDS, TABS, Desk
from .keep import Keep
from .practice import to_csv

CSS = (
    Path(__file__).with_name("score.css").read_text(encoding="utf-8")
    + pictures.STYLE
    + worksheet.STYLE
)
PAGES: dict[str, Callable[[Desk], dict[str, str]]] = {
    "rules": page_rules.page,
    "all": page_all.page,
    "fives": page_fives.page,
    "practice": page_practice.page,
    "sheet": page_practice.sheet,
}
STORED = "dominolab-practice"
FRAME = (
    '<div class="score"><div data-region="tabs"></div><div data-region="problems"></div>'
    '<div data-region="head"></div><div class="columns"><div class="left">'
    '<div class="panel touch" data-region="touch"></div>'
    '<div class="panel more" data-region="more"></div></div>'
    '<div class="panel middle" data-region="middle"></div></div>'
    '<div class="panel end" data-region="end"></div></div>'
)
BEAT = 20


def _current(here: bool) -> str:
    return ' aria-current="page"' if here else ""


class Dashboard:
    """One reader's dashboard."""

    def __init__(self, state: dict[str, str]) -> None:
        self.desk = link.read(state)
        self._recalled = False
        self.stage = Stage(FRAME, self._handlers(), css=CSS, regions=self._regions())
        self._show(publish=False)
        self.keep = Keep(STORED, self._recall)
        bridge.on_state(self._follow)

    @property
    def layout(self) -> pn.Column:
        """What Panel shows."""
        return pn.Column(self.stage, self.keep, sizing_mode="stretch_width")

    def _regions(self) -> dict[str, str]:
        desk = self.desk
        tabs = "".join(
            f'<button type="button" data-do="tab" data-value="{tab}" data-key="tab-{tab}"'
            f"{_current(tab == desk.tab)}>{name}</button>"
            for tab, name in TABS.items()
        )
        return {
            "tabs": f'<nav class="tabs" aria-label="Parts of this page">{tabs}</nav>',
            "problems": problems_message(desk.problems, do="close-problems"),
            **{"more": "", "end": ""},
            **PAGES[desk.tab](desk),
        }

    def _show(self, *, push: bool = True, publish: bool = True) -> None:
        self.stage.put(self._regions())
        self.stage.tell(classes={f"tab-{tab}": tab == self.desk.tab for tab in TABS})
        if publish:
            bridge.publish(link.write(self.desk), push=push)
        if self.desk.said:
            self.stage.announce(self.desk.said)

    def _follow(self, state: dict[str, str]) -> None:
        """Take over the state of another link, as Back and Forward bring it."""
        self.desk = link.read(state, self.desk)
        self._show(publish=False)

    def _recall(self, text: str) -> None:
        """Take over what the device kept, once: a page drawn anew sends it again."""
        if self._recalled:
            return
        self._recalled = True
        self.desk.recall(text)
        if self.desk.tab == "practice":
            self._show(publish=False)

    def _store(self) -> None:
        self.keep.store(self.desk.keep() if self.desk.results else "")

    # -- Events ------------------------------------------------------------------------------------

    def _handlers(self) -> dict[str, Handler]:
        """Return for each event what it does to the desk, and where its mistakes are said."""
        simple: dict[str, tuple[str, Callable[[Desk, str], None]]] = {
            "tab": ("tab", Desk.show_tab),
            "rule": ("tab", Desk.show_rule),
            "players": ("hands", Desk.set_players),
            "seat": ("hands", Desk.choose_seat),
            "tile": ("hands", Desk.click_tile),
            "empty": ("hands", Desk.empty_hand),
            "hands": ("hands", Desk.type_hands),
            "line": ("line", Desk.type_line),
            "cell": ("line", Desk.type_line),
            "end-0": ("line", lambda desk, value: desk.set_end(0, value)),
            "end-1": ("line", lambda desk, value: desk.set_end(1, value)),
            "tie": ("hands", lambda desk, on: desk.set_tie("each" if on else "nobody")),
            "example": ("example", Desk.load_example),
            "preset": ("hands", Desk.load_preset),
            "find": ("find", lambda desk, _: desk.find()),
            "fives-rule": ("line", Desk.choose_fives),
            "one-half": (
                "line",
                lambda desk, on: desk.choose_double("one-half" if on else "both-halves"),
            ),
            "lay": ("lay", Desk.lay),
            "take-back": ("lay", lambda desk, _: desk.take_back()),
            "fresh-line": ("lay", Desk.start_line),
            "mine": ("mine", Desk.click_mine),
            "mine-text": ("mine", Desk.type_mine),
            "level": ("setting", Desk.set_level),
            "set-seed": ("setting-seed", Desk.set_seed),
            "set-count": ("setting-count", Desk.set_count),
            "paper": ("paper", Desk.choose_paper),
            "parts": ("paper", Desk.choose_parts),
        }
        quiet = {"seat", "tile", "lay", "mine", "end-0", "end-1", "empty", "cell"}
        handlers: dict[str, Handler] = {
            name: self._doing(place, action, push=name not in quiet)
            for name, (place, action) in simple.items()
        }
        handlers |= {
            "take": self._take,
            "number": self._number,
            "pair": self._pair,
            "kind": lambda e: self._box(self.desk.toggle_kind, e),
            "game": lambda e: self._box(self.desk.toggle_game, e),
            "predict": lambda e: self._flag("predict", e),
            "readings": self._readings,
            "grid-counts": self._counts,
            "timed": self._timed,
            "practise-rule": self._practise_rule,
            "answer": self._answer,
            "next": lambda e: self._go_on(self.desk.go_on),
            "review": lambda e: self._go_on(self.desk.review),
            "again": lambda e: self._go_on(self._again),
            "new-set": lambda e: self._new_set(),
            "csv": self._csv,
            "forget": self._forget,
            "sample": self._sample,
            "beat": self._beat,
            "sheet-html": self._sheet,
            "sheet-notebook": self._notebook,
            "close-problems": self._close_problems,
        }
        return handlers

    def _doing(self, place: str, action: Callable[[Desk, str], None], push: bool) -> Handler:
        def handle(event: Event) -> None:
            done = self.desk.attempt(place, lambda: action(self.desk, event.value), event.value)
            self._show(push=push, publish=done)

        return handle

    def _take(self, event: Event) -> None:
        """Take a tile out of the hand it is in, whoever's it is."""

        def take() -> None:
            tile = Tile.parse(event.value)
            owner = self.desk.final.owner(tile)
            if owner is not None:
                self.desk.set_final(self.desk.final.give(tile, owner))

        done = self.desk.attempt("hands", take)
        self._show(push=False, publish=done)

    def _number(self, event: Event) -> None:
        name = event.fields.get("name", "")
        place = f"number-{name}"
        done = self.desk.attempt(
            place, lambda: self.desk.set_number(name, event.value), event.value
        )
        self._show(publish=done)

    def _pair(self, event: Event) -> None:
        which = event.fields.get("name", "")
        done = self.desk.attempt("find", lambda: self.desk.choose_pair(which, event.value))
        self._show(publish=done)

    def _box(self, change: Callable[[str, bool], None], event: Event) -> None:
        name = event.fields.get("name", "")
        done = self.desk.attempt("setting", lambda: change(name, event.value == "1"))
        self._show(publish=done)

    def _flag(self, name: str, event: Event) -> None:
        setattr(self.desk, name, event.value == "1")
        self.desk.said = ""
        self._show(publish=False)

    def _readings(self, event: Event) -> None:
        self.desk.all.readings = event.value == "1"
        self.desk.said = ""
        self._show()

    def _counts(self, event: Event) -> None:
        self.desk.fives.counts = event.value == "1"
        self.desk.said = ""
        self._show(publish=False)

    def _timed(self, event: Event) -> None:
        self.desk.timed = event.value == "1"
        self.desk.practise().timed = self.desk.timed
        self.desk.said = ""
        self._show()

    # -- Practice ----------------------------------------------------------------------------------

    def _practise_rule(self, event: Event) -> None:
        self.desk.attempt("setting", lambda: self.desk.practise_rule())
        self._show()

    def _answer(self, event: Event) -> None:
        choice, points = event.fields.get("choice", ""), event.fields.get("points", "")
        done = self.desk.attempt("answer", lambda: self.desk.answer(choice, points))
        self._show(publish=False)
        if done:
            self._store()
            self.stage.tell(focus="next")

    def _go_on(self, action: Callable[[], None]) -> None:
        self.desk.attempt("setting", action)
        self._show(publish=False)
        self.stage.tell(focus="question")

    def _again(self) -> None:
        self.desk.practice = None

    def _new_set(self) -> None:
        seed = str(1 + secrets.randbelow(MOST_SEEDS))
        self.desk.attempt("setting", lambda: self.desk.set_seed(seed))
        self._show()

    def _csv(self, event: Event) -> None:
        text = to_csv(self.desk.results)
        self.stage.tell(download={"name": "domino-practice.csv", "text": text, "type": "text/csv"})

    def _forget(self, event: Event) -> None:
        self.desk.forget()
        self._store()
        self._show(publish=False)

    # -- Simulation, files -------------------------------------------------------------------------

    def _sample(self, event: Event) -> None:
        self.desk.sample()
        self.desk.said = ""
        self._show(publish=False)
        self.stage.tell(beat=BEAT)

    def _beat(self, event: Event) -> None:
        sampling = self.desk.fives.sampling
        if sampling is None or sampling.done:
            return
        sampling.more()
        self.desk.said = "All rounds are played." if sampling.done else ""
        if self.desk.tab == "fives":
            self._show(publish=False)
        self.stage.tell(beat=0 if sampling.done else BEAT)

    def _sheet(self, event: Event) -> None:
        desk = self.desk
        text = worksheet.worksheet(desk.setting, desk.paper, desk.parts)
        name = f"domino-scores-{desk.setting.seed}.html"
        self.stage.tell(download={"name": name, "text": text, "type": "text/html"})

    def _notebook(self, event: Event) -> None:
        text = notebook.notebook(self.desk.setting)
        name = f"domino-scores-{self.desk.setting.seed}.ipynb"
        self.stage.tell(download={"name": name, "text": text, "type": "application/json"})

    def _close_problems(self, event: Event) -> None:
        self.desk.problems = []
        self.desk.said = ""
        self._show(publish=False)
