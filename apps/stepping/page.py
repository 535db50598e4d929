"""The step view as a page: what the reader does goes to the session, and is shown."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urlencode

from apps.parts import bridge
from apps.parts.links import clean_name
from apps.parts.stage import Event
from dominolab.errors import DominoError
from dominolab.rules import rules

from . import setup, sharebox, sharing
from .settings import HANDS, SPEEDS, WHO, read_seed
from .showing import FIRST_SIZE, Showing

SECONDS = 1.4
"""How long a step stays in view when the round plays at normal speed."""
DOES = (
    *("ready", "resize", "beat", "rest", "copied", "close"),
    *("first", "back", "forward", "last", "seek", "play", "speed"),
    *("tile", "unchoose", "move", "type", "instead", "hint", "original"),
    *("rules", "players", "who", "name", "seed", "newdeal", "target", "match"),
    *("pairs", "house", "printed", "hands", "numerals", "text", "keys"),
    *("next", "look", "file", "save", "copylink", "copytext", "copysvg"),
    "projected",
)
"""What the reader can do; the method of that name with an underscore does it."""


class Page(Showing):
    """One opened step view."""

    def __init__(self, state: dict[str, str]) -> None:
        problems: list[str] = []
        session = sharing.open_link(state, problems)
        super().__init__(session, problems, {name: getattr(self, f"_{name}") for name in DOES})
        self.show()
        bridge.on_state(self.follow)

    def follow(self, state: dict[str, str]) -> None:
        """Show what another link says; the reader went back or forward."""
        self.problems = []
        self.playing = False
        self.session = sharing.open_link(state, self.problems)
        self.stage.tell(beat=0)
        self.show()

    def _changed(self, push: bool = True, say: bool = True) -> None:
        """Show what the session has become, say it, and put it into the address."""
        said = self.show()
        if say:
            self.stage.announce(next(iter(self.session.notes.values()), said))
        self.stage.send()  # the eye waits for the board, not for the address
        bridge.publish(sharing.link(self.session), push=push)

    # -- The page ----------------------------------------------------------------------------------

    def _ready(self, event: Event) -> None:
        self._resize(event)

    def _resize(self, event: Event) -> None:
        self.fit(_read_size(event.fields.get("board", "")), event.fields.get("dark") == "1")

    def _rest(self, event: Event) -> None:
        self.draw_ahead()

    def _close(self, event: Event) -> None:
        self.session.notes, self.problems, self.copied, self.shared = {}, [], "", ""
        self.show()

    def _projected(self, event: Event) -> None:
        self.projected = not self.projected
        self.stage.tell(classes={"projected": self.projected})
        self.show()

    # -- Time --------------------------------------------------------------------------------------

    def _go(self, index: int) -> None:
        self._stop()
        self.session.go(index)
        self._changed(push=False)

    def _stop(self) -> None:
        if self.playing:
            self.playing = False
            self.stage.tell(beat=0)

    def _first(self, event: Event) -> None:
        self._go(0)

    def _back(self, event: Event) -> None:
        self._go(self.session.index - 1)

    def _forward(self, event: Event) -> None:
        self._go(self.session.index + 1)

    def _last(self, event: Event) -> None:
        self._go(self.session.last)

    def _seek(self, event: Event) -> None:
        if event.value.isdecimal():
            self._go(int(event.value[:6]))

    def _play(self, event: Event) -> None:
        if self.playing:
            self._stop()
            self.show()
            return
        if self.session.index == self.session.last:
            self.session.go(0)
        self._start()
        self._changed(push=False)

    def _start(self) -> None:
        """Play from the step in view to the end of the line."""
        self.playing = self.session.index < self.session.last
        milliseconds = 1000 * SECONDS / float(self.session.settings.speed)
        self.stage.tell(beat=int(milliseconds) if self.playing else 0)

    def _beat(self, event: Event) -> None:
        if self.playing:
            self.session.go(self.session.index + 1)
            self._start()
            self._changed(push=False)

    def _speed(self, event: Event) -> None:
        if event.value in SPEEDS:
            self.session.show(speed=event.value)
            if self.playing:
                self._start()
            self._changed(push=False, say=False)

    # -- Trying ------------------------------------------------------------------------------------

    def _tile(self, event: Event) -> None:
        self._stop()
        done = self.session.choose(event.value)
        self.show()
        if not done:
            self.stage.announce(self.session.notes["try"])
        elif self.session.tile:
            self.stage.announce(f"{self.session.tile} is chosen. Choose its exit.")
            number = self._first_exit()
            self.stage.tell(focus=f"exit-{number}")

    def _first_exit(self) -> int:
        """Return the number of the first exit that takes the chosen tile."""
        places = self.session.places(self.session.tile)
        for number, exit_ in enumerate(self.session.here.exits):
            if any(place.partition("@")[2] == str(exit_.tile) for place in places):
                return number
        return 0

    def _unchoose(self, event: Event) -> None:
        tile, self.session.tile = self.session.tile, ""
        self.show()
        if tile:
            self.stage.tell(focus=f"tile-{tile}")

    def _move(self, event: Event) -> None:
        self._done(self.session.act(event.value))

    def _type(self, event: Event) -> None:
        self._done(self.session.act(event.fields.get("move", "")))

    def _instead(self, event: Event) -> None:
        number, _, move = event.value.partition(" ")
        if number.isdecimal():
            self._done(self.session.act_instead(int(number[:6]), move))

    def _done(self, done: bool) -> None:
        self._stop()
        if done and not self.session.settings.all_bots:
            self._start()  # the bots' answers come one after the other
        self._changed(push=done)

    def _hint(self, event: Event) -> None:
        self.session.hint()
        self.show()
        said = [f"{WHO[a.bot]}: {a.action}. {a.why}" for a in self.session.advice]
        self.stage.announce(" ".join(said) or self.session.notes.get("try", ""))

    def _original(self, event: Event) -> None:
        self._stop()
        self.session.go_back()
        self._changed()

    # -- Settings ----------------------------------------------------------------------------------

    def _settle(self, done: bool) -> None:
        self._stop()
        self.problems, self.copied, self.shared = [], "", ""
        if done:
            self._changed()
        else:
            self.show()
            self.stage.announce(self.session.notes.get("setup", ""))

    def _change_rules(self, event: Event, house: dict[str, object]) -> None:
        self._settle(
            self.session.change_rules(lambda old: old.with_rules(old.rules.replace(**house)))
        )

    def _rules(self, event: Event) -> None:
        self._settle(self.session.change_rules(lambda old: old.with_rules(rules(event.value))))

    def _players(self, event: Event) -> None:
        count = int(event.value[:3]) if event.value.isdecimal() else 0
        self._settle(
            self.session.change_rules(lambda old: old.with_players(old.rules.check_players(count)))
        )

    def _seat(self, event: Event) -> int:
        name = event.fields.get("name", "")
        seat = int(name[:3]) if name.isdecimal() else 0
        return min(seat, self.session.settings.players - 1)

    def _who(self, event: Event) -> None:
        if event.value in WHO:
            who = list(self.session.settings.who)
            who[self._seat(event)] = event.value
            self._settle(self.session.change(who=tuple(who)))

    def _name(self, event: Event) -> None:
        names = list(self.session.settings.names)
        seat = self._seat(event)
        names[seat] = clean_name(event.value) or names[seat]
        self.session.show(names=tuple(names))
        self._changed(say=False)

    def _seed(self, event: Event) -> None:
        self._refusing(lambda: self._settle(self.session.change(seed=read_seed(event.value))))

    def _refusing(self, act: Callable[[], None]) -> None:
        """Do *act*; where it is refused, say so beside the settings."""
        try:
            act()
        except DominoError as error:
            self.session.notes = {"setup": str(error)}
            self._settle(False)

    def _newdeal(self, event: Event) -> None:
        self.session.new_seed()
        self._settle(True)

    def _target(self, event: Event) -> None:
        value = event.value.strip() or None
        if value is None and self.session.settings.match:
            self.session.show(match=False)
        self._change_rules(event, {"target": value})

    def _match(self, event: Event) -> None:
        self._settle(self.session.change(match=event.value == "1"))

    def _pairs(self, event: Event) -> None:
        self._change_rules(event, {"pairs": "four" if event.value == "1" else "none"})

    def _house(self, event: Event) -> None:
        def change() -> None:
            name = event.fields.get("name", "")
            value = setup.chosen_reading(self.session.settings.rules, name, event.value)
            self._change_rules(event, {name: value})

        self._refusing(change)

    def _printed(self, event: Event) -> None:
        self._settle(self.session.change_rules(lambda old: old.without_house()))

    def _hands(self, event: Event) -> None:
        if event.value in HANDS:
            self._look_changes(hands=event.value)

    def _numerals(self, event: Event) -> None:
        self._look_changes(numerals=event.value == "1")

    def _text(self, event: Event) -> None:
        self._look_changes(text=event.value == "1")

    def _keys(self, event: Event) -> None:
        self._look_changes(keys=event.value == "1")

    def _look_changes(self, **values: object) -> None:
        self.session.show(**values)
        self._changed(say=False)

    # -- The match ---------------------------------------------------------------------------------

    def _next(self, event: Event) -> None:
        self._stop()
        self.session.next_round()
        self._changed()

    def _look(self, event: Event) -> None:
        self._stop()
        if event.value.isdecimal():
            self.session.look_at(int(event.value[:4]))
        self._changed(push=False)

    # -- Keeping and sharing -----------------------------------------------------------------------

    def _file(self, event: Event) -> None:
        self._stop()
        self.copied = self.shared = ""
        opened = sharing.read_file(self.session, event.value)
        if opened:
            kept = self.session.notes
            self.problems = []
            self._changed(say=False)
            self.session.notes = kept
        self.show()
        self.stage.announce(next(iter(self.session.notes.values()), ""))

    def _save(self, event: Event) -> None:
        try:
            name, text = sharing.write_record(self.session)
        except DominoError as error:
            self.session.notes = {"share": str(error)}
        else:
            self.session.notes = {"kept": f"The record is saved as {name}."}
            self.stage.tell(download={"name": name, "text": text, "type": "application/json"})
        self.show()
        self.stage.announce(next(iter(self.session.notes.values())))

    def _copylink(self, event: Event) -> None:
        self.shared = urlencode(sharing.link(self.session))
        self.stage.tell(copy_link=True)

    def _copytext(self, event: Event) -> None:
        self._copy(sharebox.position_text(self.session))

    def _copysvg(self, event: Event) -> None:
        self._copy(sharebox.position_svg(self.session))

    def _copy(self, text: str) -> None:
        self.shared = text
        self.stage.tell(copy=text)

    def _copied(self, event: Event) -> None:
        if event.value == "1":
            self.copied, self.shared = "Copied.", ""
        elif event.fields.get("text"):
            self.shared = event.fields["text"]
        self.show()
        self.stage.announce(self.copied or "Nothing could be copied: the text is shown instead.")


def _read_size(text: str) -> tuple[int, int]:
    """Return a width and height that the page told, as in `850x400`, within bearable bounds."""
    found = re.fullmatch(r"([0-9]{1,5})x([0-9]{1,5})", text)
    if found is None:
        return FIRST_SIZE
    wide, high = (max(200, min(int(side), 8000)) for side in found.groups())
    return wide, high


__all__ = ["Page"]
