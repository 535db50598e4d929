"""The state of the dashboard: what is laid out on every page, what the reader does, what it says.

It knows nothing of Panel. Every action returns what a screen reader is told about it, or raises a
DominoError; then the state is as before, and the sentence is kept for the place where it belongs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from dominolab.errors import DominoError, NotationError, one_of
from dominolab.layout import Layout
from dominolab.scoring import NAMES
from dominolab.tiles import Tile

from . import final as finals
from . import line, reading, worked
from .catalog import PAGES, Page, examples
from .disagree import Everything
from .drill import Drill
from .final import Final
from .fives import Fives
from .worked import Given

TABS = {
    "rules": "Rule by rule",
    "all": "All rules at once",
    "fives": "Fives and threes",
    "practice": "Practice",
    "sheet": "Worksheets",
}


class Desk:
    """All that the dashboard knows."""

    def __init__(self) -> None:
        self.tab = "rules"
        self.rule = "blocked-points"
        self.given: dict[str, Given] = {id_: worked.start(page) for id_, page in PAGES.items()}
        self.seat = 0
        self.predict = False
        self.all = Everything()
        self.fives = Fives()
        self.drill = Drill()
        self.problems: list[str] = []
        """What the link could not say."""
        self.wrong: tuple[str, str] = ("", "")
        """The place of the last mistake, and the sentence about it."""
        self.typed: dict[str, str] = {}
        """What was typed and could not be read: it stays in its field."""
        self.said = ""
        """What a screen reader is told about the last action."""
        self.copied = ""
        """What came of copying the link."""

    @property
    def page(self) -> Page:
        """The rule that is shown."""
        return PAGES[self.rule]

    @property
    def here(self) -> Given:
        """What is laid out on the shown rule's page."""
        return self.given[self.rule]

    def take_over(self, before: Desk) -> None:
        """Take over what was laid out before: a link tells only of the part that it opens."""
        self.given, self.seat, self.predict = before.given, before.seat, before.predict
        self.all, self.fives, self.drill = before.all, before.fives, before.drill

    def attempt(self, place: str, action: Callable[[], str], typed: str = "") -> bool:
        """Do *action*; where it is a mistake, keep the sentence for *place* and change nothing."""
        self.copied = ""
        try:
            self.said = action()
        except DominoError as error:
            self.wrong = (place, str(error))
            self.typed = {place: typed}
            self.said = str(error)
            return False
        self.wrong, self.typed = ("", ""), {}
        return True

    def complaint(self, place: str) -> str:
        """Return what is wrong at *place*, or ''."""
        return self.wrong[1] if self.wrong[0] == place else ""

    # -- Rule by rule ------------------------------------------------------------------------------

    def show_tab(self, tab: str) -> str:
        """Go to another part of the dashboard."""
        self.tab = reading.choice(tab, TABS, "part")
        self.seat = min(self.seat, self.final.players - 1)
        return TABS[self.tab]

    def show_rule(self, rule: str) -> str:
        """Go to another rule's page."""
        self.rule = reading.choice(rule, PAGES, "rule")
        self.show_tab("rules")
        return self.page.title

    def _give(self, given: Given) -> str:
        self.given[self.rule] = given
        found = worked.variants(self.page, given)
        return " ".join(f"{variant.words} {variant.outcome}" for variant in found[:3])

    def set_number(self, name: str, text: str) -> str:
        """Change what the pairs collected, the points before, or the target."""
        given = self.here
        if name in ("first", "second"):
            value = reading.number(text, "What a pair collected")
            first, second = given.collected
            collected = (value, second) if name == "first" else (first, value)
            return self._give(replace(given, collected=collected))
        if name == "before":
            before = reading.number(text, "The points before", 0, given.target - 1)
            return self._give(replace(given, before=before))
        target = reading.number(text, "The target", 1)
        return self._give(replace(given, target=target, before=min(given.before, target - 1)))

    def set_tie(self, tie: str) -> str:
        """Choose what equal lowest hands come to."""
        return self._give(replace(self.here, tie=reading.choice(tie, worked.TIES, "tie rule")))

    def load_example(self, text: str) -> str:
        """Lay out one of the leaflet's examples."""
        found = examples(self.page)
        number = reading.number(text, "An example", 0, len(found) - 1)
        given = worked.load(self.page, self.here, found[number])
        self.seat = min(self.seat, given.final.players - 1)
        return self._give(given)

    def practise_rule(self) -> str:
        """Go to practice with a set about the shown rule."""
        said = self.drill.about(self.page)
        self.tab = "practice"
        return said

    # -- Hands -------------------------------------------------------------------------------------

    @property
    def final(self) -> Final:
        """The hands on the shown part."""
        return self.all.final if self.tab == "all" else self.here.final

    def set_final(self, final: Final) -> str:
        """Lay out other hands on the shown part."""
        if self.tab == "all":
            said = self.all.set_final(final)
        elif final.players not in worked.players(self.page):
            raise NotationError(
                f"There are {final.players} hands: this page is for "
                f"{one_of(worked.players(self.page))} players."
            )
        else:
            given = worked.seat_players(self.page, self.here, final.players)
            said = self._give(replace(given, final=final))
        self.seat = min(self.seat, final.players - 1)
        return said

    def choose_seat(self, seat: str) -> str:
        """Choose whose hand a click on a tile changes."""
        self.seat = reading.number(seat, "A seat", 0, self.final.players - 1)
        return f"Tiles now go to {NAMES[self.seat]}."

    def click_tile(self, text: str) -> str:
        """Put a tile into the chosen hand, or take it out again."""
        return self.set_final(self.final.give(Tile.parse(text), self.seat))

    def take_tile(self, text: str) -> str:
        """Take a tile out of the hand it is in, whoever's it is."""
        tile = Tile.parse(text)
        owner = self.final.owner(tile)
        if owner is None:
            raise DominoError(f"Nobody holds {tile}.")
        return self.set_final(self.final.give(tile, owner))

    def empty_hand(self, seat: str) -> str:
        """Take all tiles from a hand: that player is out."""
        number = reading.number(seat, "A seat", 0, self.final.players - 1)
        return self.set_final(self.final.empty(number))

    def type_hands(self, text: str) -> str:
        """Read the hands from text."""
        return self.set_final(finals.read(text))

    def set_players(self, text: str) -> str:
        """Change the number of players."""
        players = reading.number(text, "The number of players", finals.FEWEST, finals.MOST)
        return self.set_final(self.final.seats(players))

    # -- Ends --------------------------------------------------------------------------------------

    @property
    def line(self) -> Layout:
        """The line on the shown part."""
        return self.fives.line if self.tab == "fives" else self.here.line

    @property
    def ends(self) -> tuple[str, ...]:
        """The shown ends in a steady order: a line may be drawn from either side."""
        return tuple(sorted(line.ends(self.line), key=line.ENDS.index))

    def set_end(self, side: int, end: str) -> str:
        """Choose how one of the two ends looks."""
        ends = list(self.ends)
        ends[side] = reading.choice(end, line.ENDS, "end")
        lone = ends[0] == ends[1] and "-" in end
        return self._set_line(line.read(end) if lone else line.with_ends(*ends))

    def type_line(self, text: str) -> str:
        """Read the ends, or a whole line, from text."""
        return self._set_line(line.read(text))

    def _set_line(self, layout: Layout) -> str:
        if self.tab == "fives":
            return self.fives.set_line(layout)
        return self._give(replace(self.here, line=layout))
