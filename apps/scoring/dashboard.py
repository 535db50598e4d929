"""The dashboard on the page: binds the desk's actions to the stage's events, and shows it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import panel as pn

from apps.parts import bridge
from apps.parts.messages import problems_message
from apps.parts.stage import Event, Handler, Stage

from . import link, notebook, page_all, page_fives, page_practice, page_rules, pictures, worksheet
from .desk import TABS, Desk
from .events import ACTIONS, QUIET
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
        self._address = link.write(self.desk)
        self._recalled = False
        self.stage = Stage(FRAME, self._handlers(), css=CSS, regions=self._regions())
        self._show()
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

    def _show(self, *, push: bool = True) -> None:
        """Show the desk, and put it into the address where that has changed."""
        self.stage.put(self._regions())
        self.stage.tell(classes={f"tab-{tab}": tab == self.desk.tab for tab in TABS})
        state = link.write(self.desk)
        if state != self._address:
            self._address = state
            bridge.publish(state, push=push)
        if self.desk.said:
            self.stage.announce(self.desk.said)

    def _follow(self, state: dict[str, str]) -> None:
        """Take over the state of another link, as Back and Forward bring it."""
        self.desk = link.read(state, self.desk)
        self._address = link.write(self.desk)
        self._show()

    def _recall(self, text: str) -> None:
        """Take over what the device kept, once: a page drawn anew sends it again."""
        if self._recalled:
            return
        self._recalled = True
        self.desk.drill.recall(text)
        if self.desk.tab == "practice":
            self._show()

    # -- Events ------------------------------------------------------------------------------------

    def _handlers(self) -> dict[str, Handler]:
        """Return for each event what it does."""
        return {
            **{name: self._acting(name) for name in ACTIONS},
            "answer": self._answer,
            "next": lambda _: self._go_on(lambda: self.desk.drill.go_on()),
            "review": lambda _: self._go_on(lambda: self.desk.drill.review()),
            "again": lambda _: self._go_on(lambda: self.desk.drill.again()),
            "see-round": lambda _: bridge.go("step", self.desk.drill.session.question.source.link),
            "copy-link": lambda _: self.stage.tell(copy_link=True),
            "copied": self._copied,
            "csv": self._csv,
            "forget": self._forget,
            "sample": self._sample,
            "beat": self._beat,
            "sheet-html": self._sheet,
            "sheet-notebook": self._notebook,
        }

    def _acting(self, name: str) -> Handler:
        place, action = ACTIONS[name]

        def handle(event: Event) -> None:
            where = place.format(name=event.fields.get("name", ""))
            self.desk.attempt(where, lambda: action(self.desk, event), event.value)
            self._show(push=name not in QUIET)

        return handle

    # -- Practice ----------------------------------------------------------------------------------

    def _answer(self, event: Event) -> None:
        choice, points = event.fields.get("choice", ""), event.fields.get("points", "")
        done = self.desk.attempt("answer", lambda: self.desk.drill.answer(choice, points))
        self._show()
        if done:
            self.keep.store(self.desk.drill.keep())
            self.stage.tell(focus="next")

    def _go_on(self, action: Callable[[], str]) -> None:
        self.desk.attempt("setting", action)
        self._show()
        self.stage.tell(focus="question")

    def _copied(self, event: Event) -> None:
        done = "The link is copied." if event.value else "Copy the link from the address bar."
        self.desk.copied = self.desk.said = done
        self._show()

    def _csv(self, event: Event) -> None:
        text = to_csv(self.desk.drill.results)
        self.stage.tell(download={"name": "domino-practice.csv", "text": text, "type": "text/csv"})

    def _forget(self, event: Event) -> None:
        self.desk.said = self.desk.drill.forget()
        self.keep.store(self.desk.drill.keep())
        self._show()

    # -- Simulation, files -------------------------------------------------------------------------

    def _sample(self, event: Event) -> None:
        self.desk.fives.sample()
        self.desk.said = ""
        self._show()
        self.stage.tell(beat=BEAT)

    def _beat(self, event: Event) -> None:
        sampling = self.desk.fives.sampling
        if sampling is None or sampling.done:
            return
        sampling.more()
        self.desk.said = "All rounds are played." if sampling.done else ""
        if self.desk.tab == "fives":
            self._show()
        self.stage.tell(beat=0 if sampling.done else BEAT)

    def _sheet(self, event: Event) -> None:
        drill = self.desk.drill
        self._download(
            "html",
            "text/html",
            lambda: worksheet.worksheet(drill.setting, drill.paper, drill.parts),
        )

    def _notebook(self, event: Event) -> None:
        setting = self.desk.drill.setting
        self._download("ipynb", "application/json", lambda: notebook.notebook(setting))

    def _download(self, ending: str, kind: str, write: Callable[[], str]) -> None:
        name = f"domino-scores-{self.desk.drill.setting.seed}.{ending}"

        def save() -> str:
            self.stage.tell(download={"name": name, "text": write(), "type": kind})
            return f"{name} is saved."

        self.desk.attempt("setting", save)
        self._show()
