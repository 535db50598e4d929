"""What the step view shows: the session as regions of the stage, and the chart of a match."""

from __future__ import annotations

from urllib.parse import urlencode

import panel as pn

from apps.parts.chooser import chooser
from apps.parts.messages import message, problems_message
from apps.parts.stage import Handler, Stage

from . import controls, scoreboard, setup, sharebox, sharing
from .board import sprite
from .film import Film
from .frame import CSS, frame_html
from .session import Session

FIRST_SIZE = (780, 360)
"""The board's width and height in pixels until the page has told them."""
SLIGHT = 0.08
"""Which part of its width or height the board may change without being drawn anew."""
REST, SHORT_REST = 150, 20
"""After how many milliseconds at rest steps are drawn ahead, first and then again."""
AT_ONCE = 3
"""How many steps are drawn ahead at once: a key has to wait for no more than these."""


class Showing:
    """One opened step view, as it is seen."""

    def __init__(self, session: Session, problems: list[str], on: dict[str, Handler]) -> None:
        self.session = session
        self.problems = problems
        """What the link could not say."""
        self.playing = False
        self.projected = False
        self.shared = ""
        """A text that the reader has to copy by hand."""
        self.copied = ""
        """News of what was put on the clipboard."""
        self.board_size = FIRST_SIZE
        self.film = Film()
        self.dark = False
        self._steps_of: tuple[object, ...] = ()
        self._settled_as: tuple[object, ...] = ()
        self._seats = 0
        self._drawn: scoreboard.Race | None = None
        self.stage = Stage(frame_html(session.settings.embed), on, css=CSS)
        self.chart = pn.Column(sizing_mode="stretch_width")

    @property
    def view(self) -> pn.Column:
        """What Panel shows: the stage and, in a match, the chart."""
        return pn.Column(self.stage, self.chart, sizing_mode="stretch_width")

    def fit(self, size: tuple[int, int], dark: bool) -> None:
        """Show everything for a board of that *size*, in those colours."""
        # A hand that takes a line more changes the board a little: that is no reason to draw anew.
        if any(
            abs(new - old) > SLIGHT * old for new, old in zip(size, self.board_size, strict=True)
        ):
            self.board_size = size
        if dark != self.dark:
            self.dark, self._drawn = dark, None
        self.show()

    def show(self) -> str:
        """Show everything as it stands, and return it in words; what is as before costs nothing."""
        session = self.session
        round_ = session.shown
        frame = self.film.frame(session, self.board_size)
        regions = frame.regions | {
            "time": controls.time_html(session, self.playing),
            "messages": problems_message(self.problems, do="close"),
        }
        whole = (id(round_), session.last, session.names)
        if self._steps_of != whole:
            self._steps_of = whole
            regions["steps"] = controls.steps_html(session)
            regions["marks"] = controls.marks_html(round_)
            regions["legend"] = controls.legend_html(round_)
        settled = (
            *(session.settings, repr(session.notes), self.projected, self.copied, self.shared),
            *(len(session.past), session.looking, *whole),
        )
        if self._settled_as != settled or session.settings.embed:
            self._settled_as = settled
            regions |= self._settled()
        self.stage.put(regions, current={"steps": f"step-{session.index}"})
        if self._seats != round_.players:
            self._seats = round_.players
            self.stage.tell(classes={f"players-{n}": n == round_.players for n in range(2, 6)})
        self._show_chart()
        if not self.film.is_whole(session):
            self.stage.tell(rest=REST)
        return frame.said

    def draw_ahead(self) -> None:
        """Draw some steps that the reader may go to next, since nothing else is to be done."""
        if self.film.draw_ahead(self.session, self.board_size, AT_ONCE):
            self.stage.tell(rest=SHORT_REST)

    def _settled(self) -> dict[str, str]:
        """Return what changes with the settings only."""
        session = self.session
        regions = {
            "top": setup.title_html(session) + self._tools(),
            "sprite": sprite(session.settings.numerals),
            "speed": controls.speed_html(session),
            "match": scoreboard.match_html(session),
            "keys": self._keys_html(),
            "in-view": setup.in_view_html(session),
        }
        if not session.settings.embed:
            regions |= {
                "chooser": chooser(session.settings.rules.id),
                "setup": setup.setup_html(session),
                "house": setup.house_html(session),
                "share": self._share_html(),
            }
        return regions

    def _share_html(self) -> str:
        told = message(self.copied, "status", do="close")
        return told + sharebox.share_html(self.session, self.shared)

    def _tools(self) -> str:
        session = self.session
        if session.settings.embed:
            state = {k: v for k, v in sharing.link(session).items() if k != "embed"}
            address = urlencode({"view": "step", **state})
            return f'<a href="?{address}" target="_blank" rel="noopener">Open in Dominolab</a>'
        pressed = "true" if self.projected else "false"
        return (
            f"{_opener(session, 'settings', 'Change the game')}"
            f'<span class="tools">{controls.hands_html(session)}'
            f"{_opener(session, 'share', 'Share')}"
            '<button type="button" data-do="projected" data-key="projected"'
            f' aria-pressed="{pressed}"{controls.hotkey(session, "projected")}>Projector</button>'
            f"{_opener(session, 'help', 'Help')}</span>"
        )

    def _keys_html(self) -> str:
        on = self.session.settings.keys
        return (
            '<p><label class="choice"><input type="checkbox" data-do="keys" data-key="keys-help"'
            f"{' checked' if on else ''}><span>Single keys work</span></label></p>"
        )

    def _show_chart(self) -> None:
        """Draw the race to the target where a round of a match has been played."""
        race = scoreboard.race(self.session) if self.session.settings.match else None
        if race is not None and len(race.totals[0]) < 2:
            race = None
        if race == self._drawn:
            return
        self._drawn = race
        if race is None:
            self.chart.clear()
        else:
            self.chart[:] = [
                pn.pane.Bokeh(
                    scoreboard.chart(race, self.dark), sizing_mode="stretch_width", margin=(12, 0)
                )
            ]


def _opener(session: Session, key: str, words: str) -> str:
    """Return a button that opens the dialog *key*."""
    return (
        f'<button type="button" class="opens-{key}" data-opens="{key}" data-key="{key}-open"'
        f' aria-haspopup="dialog"{controls.hotkey(session, key)}>{words}</button>'
    )


__all__ = ["Showing"]
