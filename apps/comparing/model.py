"""What the comparison view is about to show: its state, the link of it, and what changes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from apps.parts import links
from dominolab import manuals, notation
from dominolab.axes import AXES
from dominolab.bots import BOTS
from dominolab.errors import DominoError
from dominolab.rules import RuleSet, rules

from . import worth
from .examples import TOUR
from .field import Look
from .field import field as whole_field
from .parting import Setting
from .table import FEWEST, MOST, Table, shortest

PARTS: Mapping[str, str] = {
    "table": "Side by side",
    "field": "The whole field",
    "languages": "Lost in translation",
    "deal": "Same deal, two rulebooks",
    "worth": "What a rule is worth",
}
"""The five parts of the view with their names."""

SORTS: Mapping[str, str] = {
    "leaflet": "as in the leaflet",
    "most": "most to tell first",
    "name": "by name",
}
APART = "~"
"""What stands between two rulesets in a link."""

SEEDS = (0, 999_999_999)
PLAYERS = (2, 5)


def opening_rules() -> tuple[RuleSet, ...]:
    """Return the two rulesets of different manuals that differ most."""
    return tuple(rules(id_) for id_ in whole_field().farthest())


@dataclass(frozen=True)
class State:
    """All that a link to the view says."""

    part: str = "table"
    columns: tuple[RuleSet, ...] = field(default_factory=opening_rules)
    every: bool = False
    search: str = ""
    hidden: frozenset[str] = frozenset()
    order: tuple[str, ...] = ()
    cell: tuple[str, int] | None = None
    """The open cell of the table: an axis and the number of a column."""
    look: Look = field(default_factory=lambda: whole_field().first_look)
    """Two rulesets and an axis: where the rings are in the charts of the field."""
    manual: str = "polyglot"
    sort: str = "leaflet"
    at: tuple[str, str] | None = None
    """The open cell of the map: a language and an axis."""
    stop: int = 0
    """The stop of the guided tour, from 1; 0 where nobody is on it."""
    players: int = 2
    seed: int = 1
    bots: str = "greedy"
    moment: int = -1
    """The moment of the deal that is shown; -1 for the one at which the rounds part."""
    axis: str = ""
    """The axis to search a deal for."""
    rounds: int = 1000
    change: str = ""
    """The axis that is changed in the first ruleset, with its value, as in `tie=each`."""
    run: bool = False
    """Whether the simulation has been asked for."""

    @property
    def table(self) -> Table:
        """The side-by-side table as it is arranged."""
        return Table(self.columns, self.every, self.search, self.hidden, self.order)

    @property
    def setting(self) -> Setting:
        """The deal that is played under several rulebooks."""
        return Setting(self.players, self.seed, self.bots)

    @property
    def changed(self) -> RuleSet | None:
        """The first ruleset with one rule changed, where one is."""
        if not self.change:
            return None
        return self.columns[0].replace(**notation.house_rules([self.change]))

    @property
    def ask(self) -> worth.Ask:
        """What would be simulated now."""
        other = self.changed or self.columns[1]
        possible = worth.simulated_bots()
        bots = self.bots if self.bots in possible else possible[0]
        return worth.Ask((self.columns[0], other), self.players, self.rounds, bots, self.seed)

    # -- What a reader does ------------------------------------------------------------------------

    def with_columns(self, columns: Sequence[RuleSet]) -> State:
        """Return the state with other rulesets side by side; what was open in the table closes."""
        change = self.change if columns and columns[0] == self.columns[0] else ""
        return replace(self, columns=tuple(columns), cell=None, moment=-1, change=change, run=False)

    def add(self, rules_: RuleSet) -> State:
        """Put another ruleset beside the others; refuse the seventh, and one that is there."""
        if rules_ in self.columns:
            raise DominoError(f"{rules_.title} is already there: choose another printing.")
        if len(self.columns) >= MOST:
            raise DominoError(f"At most {MOST} stand side by side: remove one first.")
        return self.with_columns((*self.columns, rules_))

    def remove(self, number: int) -> State:
        """Take a ruleset away; refuse it where only two are left."""
        if len(self.columns) <= FEWEST:
            raise DominoError("A comparison needs two: add another before you remove one.")
        return self.with_columns([c for at, c in enumerate(self.columns) if at != number])

    def swap(self, number: int, by: int) -> State:
        """Move a ruleset one place to the left (-1) or right (1)."""
        to = number + by
        if not (0 <= number < len(self.columns) and 0 <= to < len(self.columns)):
            return self
        columns = list(self.columns)
        columns[number], columns[to] = columns[to], columns[number]
        return self.with_columns(columns)

    def at_stop(self, stop: int) -> State:
        """Go to a stop of the guided tour, with its place open in the map; 0 leaves the tour."""
        if not stop:
            return replace(self, stop=0)
        id_, axis = TOUR[stop - 1]
        printing = rules(id_)
        at = (printing.language, axis)
        return replace(self, stop=stop, manual=printing.manual.id, at=at)

    # -- The link ----------------------------------------------------------------------------------

    def to_link(self) -> dict[str, str]:
        """Return what a link has to say, and nothing that would be so anyway."""
        plain = _PLAIN
        link = {"part": self.part} if self.part != plain.part else {}
        if self.columns != plain.columns:
            link["vs"] = APART.join(links.write_rules(column) for column in self.columns)
        if self.part == "table":
            link |= self._table_link()
        elif self.part == "field" and self.look != plain.look:
            link["look"] = APART.join(self.look)
        elif self.part == "languages":
            link |= self._map_link()
        elif self.part in ("deal", "worth"):
            link |= self._play_link()
        return link

    def _table_link(self) -> dict[str, str]:
        link = {"all": "1"} if self.every else {}
        if self.search:
            link["find"] = self.search
        if self.hidden:
            link["hide"] = ",".join(name for name in AXES if name in self.hidden)
        if self.order:
            link["order"] = ",".join(self.order)
        if self.cell:
            link["cell"] = f"{self.cell[0]}.{self.cell[1] + 1}"
        return link

    def _map_link(self) -> dict[str, str]:
        link = {"manual": self.manual} if self.manual != _PLAIN.manual else {}
        if self.sort != _PLAIN.sort:
            link["sort"] = self.sort
        if self.stop:
            link["tour"] = str(self.stop)
        elif self.at:
            link["at"] = ".".join(self.at)
        return link

    def _play_link(self) -> dict[str, str]:
        link = {"players": str(self.players), "seed": str(self.seed)}
        if self.bots != _PLAIN.bots:
            link["bots"] = self.bots
        if self.part == "deal":
            if self.moment >= 0:
                link["moment"] = str(self.moment)
            if self.axis:
                link["axis"] = self.axis
            return link
        link["rounds"] = str(self.rounds)
        if self.change:
            link["change"] = self.change
        if self.run:
            link["run"] = "1"
        return link


_PLAIN = State()


def read(state: Mapping[str, str]) -> tuple[State, list[str]]:
    """Read a link: what can be read of it, and a sentence for each part that cannot."""
    problems: list[str] = []
    columns = _read_columns(state, problems)
    manual = links.read_choice(state, "manual", manuals.MANUALS, "polyglot", problems)
    found = State(
        part=links.read_choice(state, "part", tuple(PARTS), "table", problems),
        columns=columns,
        every=links.read_flag(state, "all", problems),
        search=links.read_text(state, "find", "", problems, 100),
        hidden=frozenset(_read_axes(state, "hide", problems)),
        order=shortest(_complete(_read_axes(state, "order", problems))),
        cell=_read_cell(state, len(columns), problems),
        look=_read_look(state, problems),
        manual=manual,
        sort=links.read_choice(state, "sort", tuple(SORTS), "leaflet", problems),
        at=_read_at(state, manual, problems),
        stop=links.read_int(state, "tour", 0, len(TOUR), 0, problems),
        players=links.read_int(state, "players", *PLAYERS, 2, problems),
        seed=links.read_int(state, "seed", *SEEDS, 1, problems),
        bots=links.read_choice(state, "bots", tuple(BOTS), "greedy", problems),
        moment=links.read_int(state, "moment", -1, 10_000, -1, problems),
        axis=links.read_choice(state, "axis", ("", *AXES), "", problems),
        rounds=links.read_int(state, "rounds", 1, worth.MOST, 1000, problems),
        run=links.read_flag(state, "run", problems),
    )
    found = replace(found, change=_read_change(state, columns[0], problems))
    return found.at_stop(found.stop) if found.stop else found, problems


def _complete(order: Sequence[str]) -> list[str]:
    return [*order, *(name for name in AXES if name not in order)]


def _read_columns(state: Mapping[str, str], problems: list[str]) -> tuple[RuleSet, ...]:
    text = links.read_text(state, "vs", "", problems)
    if not text:
        return opening_rules()
    found: list[RuleSet] = []
    parts = text.split(APART)
    if len(parts) > MOST:
        problems.append(f"The link names {len(parts)} rulesets: the first {MOST} are shown.")
    for part in parts[:MOST]:
        game = part.split()[:1] or [""]
        try:
            rules(game[0])
        except DominoError as error:
            problems.append(f"A ruleset of the link is left out. {error}")
            continue
        column = links.read_rules({"vs": part}, problems, game[0], "vs")
        if column not in found:
            found.append(column)
    for spare in (*opening_rules(), rules("polyglot")):
        if len(found) < FEWEST and spare not in found:
            problems.append(f"The link names fewer than two rulesets: {spare.title} is added.")
            found.append(spare)
    return tuple(found)


def _read_axes(state: Mapping[str, str], key: str, problems: list[str]) -> list[str]:
    text = links.read_text(state, key, "", problems, 1000)
    names = dict.fromkeys(name for name in text.split(",") if name)
    unknown = [name for name in names if name not in AXES]
    if unknown:
        problems.append(
            f"The link's {key} names {len(unknown)} that are no rule: they are left out."
        )
    return [name for name in names if name in AXES]


def _read_cell(
    state: Mapping[str, str], columns: int, problems: list[str]
) -> tuple[str, int] | None:
    text = links.read_text(state, "cell", "", problems, 60)
    if not text:
        return None
    axis, _, number = text.partition(".")
    if axis in AXES and number.isdecimal() and len(number) == 1 and 1 <= int(number) <= columns:
        return axis, int(number) - 1
    problems.append("The link names a cell that this table does not have: none is open.")
    return None


def _read_look(state: Mapping[str, str], problems: list[str]) -> Look:
    whole = whole_field()
    text = links.read_text(state, "look", "", problems, 120)
    if not text:
        return whole.first_look
    ids, axis = text.split(APART)[:-1], text.split(APART)[-1]
    if len(ids) == 2 and ids[0] != ids[1] and set(ids) <= set(whole.ids) and axis in whole.axes:
        return ids[0], ids[1], axis
    problems.append("The link looks at squares that the charts do not have: the first are shown.")
    return whole.first_look


def _read_at(state: Mapping[str, str], manual: str, problems: list[str]) -> tuple[str, str] | None:
    text = links.read_text(state, "at", "", problems, 60)
    if not text:
        return None
    language, _, axis = text.partition(".")
    if language in manuals.load(manual).languages and axis in AXES:
        return language, axis
    problems.append("The link names a place that this map does not have: none is open.")
    return None


def _read_change(state: Mapping[str, str], first: RuleSet, problems: list[str]) -> str:
    text = links.read_text(state, "change", "", problems, 200)
    if not text:
        return ""
    try:
        changed = first.replace(**notation.house_rules([text]))
    except DominoError as error:
        problems.append(f"The changed rule of the link cannot be read. {error}")
        return ""
    return text if changed != first else ""
