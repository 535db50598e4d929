"""The state of the dashboard: what is laid out on every page, what the reader does, what it says.

It knows nothing of Panel. Every action either changes the state or raises a DominoError; then the
state is as before, and the sentence is kept for the place where it belongs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from dominolab.actions import Play
from dominolab.errors import DominoError, NotationError, one_of
from dominolab.layout import Layout
from dominolab.rules import rules, rulesets
from dominolab.scoring import IN_PLAY, NAMES
from dominolab.tiles import Hand, Tile

from . import final as finals
from . import line, table, worked
from .catalog import PAGES, Page, applies, examples
from .final import Final
from .likely import Sampling
from .practice import Practice, Result, read_answer, read_results, write_results
from .questions import KINDS, LEVELS, MOST, Setting, check
from .worked import Given
from .worksheet import PAPERS, PARTS

TABS = {
    "rules": "Rule by rule",
    "all": "All rules at once",
    "fives": "Fives and threes",
    "practice": "Practice",
    "sheet": "Worksheets",
}
GAMES_IN_PLAY = {"fives": "muggins", "fives-and-threes": "fives-and-threes"}
"""The rules that score in play, each with the game that plays it."""
MOST_SEEDS = 999_999


@dataclass
class Fives:
    """The page on fives and threes."""

    rule: str = "fives-and-threes"
    end_double: str = "both-halves"
    line: Layout = field(default_factory=lambda: line.read("5-5,5"))
    mine: Hand = field(default_factory=lambda: Hand.parse("5-4 6-3 5-2 3-3"))
    laying: Tile | None = None
    """A tile that fits at both ends, until the reader says where."""
    building: bool = False
    """Whether a click on a tile lays it in the line, instead of putting it into the hand."""
    counts: bool = False
    """Whether the grid shows counts instead of points."""
    sampling: Sampling | None = None


@dataclass
class Everything:
    """The page with all rules at once."""

    final: Final = field(default_factory=lambda: finals.read("2-1|4-4|6-5"))
    readings: bool = False
    one: str = "block"
    other: str = "polyglot"
    next_seed: int = 1
    found: str = ""
    """What the last search came to, in one sentence."""


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
        self.setting = Setting()
        self.timed = False
        self.practice: Practice | None = None
        self.paper = "A4"
        self.parts = "both"
        self.results: list[Result] = []
        self.problems: list[str] = []
        """What the link could not say."""
        self.wrong: tuple[str, str] = ("", "")
        """The place of the last mistake, and the sentence about it."""
        self.typed: dict[str, str] = {}
        """What was typed and could not be read: it stays in its field."""
        self.said = ""
        """What a screen reader is told about the last action."""

    @property
    def page(self) -> Page:
        """The rule that is shown."""
        return PAGES[self.rule]

    @property
    def here(self) -> Given:
        """What is laid out on the shown rule's page."""
        return self.given[self.rule]

    def attempt(self, place: str, action: Callable[[], None], typed: str = "") -> bool:
        """Do *action*; where it is a mistake, keep the sentence for *place* and change nothing."""
        self.said = ""
        try:
            action()
        except DominoError as error:
            self.wrong = (place, str(error))
            self.typed[place] = typed
            self.said = str(error)
            return False
        self.wrong = ("", "")
        self.typed.pop(place, None)
        return True

    def complaint(self, place: str) -> str:
        """Return what is wrong at *place*, or ''."""
        return self.wrong[1] if self.wrong[0] == place else ""

    # -- Rule by rule ------------------------------------------------------------------------------

    def show_tab(self, tab: str) -> None:
        """Go to another part of the dashboard."""
        self.tab = _one(tab, TABS, "part")
        self.said = TABS[self.tab]

    def show_rule(self, rule: str) -> None:
        """Go to another rule's page."""
        self.rule = _one(rule, PAGES, "rule")
        self.tab = "rules"
        self.seat = min(self.seat, self.here.final.players - 1)
        self.said = self.page.title

    def _give(self, **changes: object) -> None:
        self.given[self.rule] = replace(self.here, **changes)  # type: ignore[arg-type]
        self.said = " ".join(
            f"{variant.words} {variant.outcome}"
            for variant in worked.variants(self.page, self.here)[:3]
        )

    def choose_seat(self, seat: str) -> None:
        """Choose whose hand a click on a tile changes."""
        players = self.final.players
        self.seat = worked.number(seat, "A seat", 0, players - 1)
        self.said = f"Tiles now go to {NAMES[self.seat]}."

    @property
    def final(self) -> Final:
        """The hands on the shown part."""
        return self.all.final if self.tab == "all" else self.here.final

    def set_final(self, final: Final) -> None:
        """Lay out other hands on the shown part."""
        if self.tab == "all":
            self.all.final = final
            self.all.found = ""
            self.said = f"{final.sentence} {table.table(final)[0].outcome}"
        elif self.page.pairs and final.players != 4:
            raise NotationError(f"There are {final.players} hands: pairs are four players.")
        elif final.players not in worked.players(self.page):
            raise NotationError(
                f"There are {final.players} hands: this page is for "
                f"{one_of(worked.players(self.page))} players."
            )
        else:
            given = worked.seat_players(self.page, self.here, final.players)
            self._give(final=final, rules=given.rules)
        self.seat = min(self.seat, final.players - 1)

    def click_tile(self, text: str) -> None:
        """Put a tile into the chosen hand, or take it out again."""
        self.set_final(self.final.give(Tile.parse(text), self.seat))

    def empty_hand(self, seat: str) -> None:
        """Take all tiles from a hand: that player is out."""
        self.set_final(self.final.empty(worked.number(seat, "A seat", 0, self.final.players - 1)))

    def type_hands(self, text: str) -> None:
        """Read the hands from text."""
        self.set_final(finals.read(text))

    def set_players(self, text: str) -> None:
        """Change the number of players."""
        players = worked.number(text, "The number of players", finals.FEWEST, finals.MOST)
        if self.tab == "all":
            self.set_final(self.final.seats(players))
        else:
            given = worked.seat_players(self.page, self.here, players)
            self.set_final(given.final)

    def set_end(self, side: int, end: str) -> None:
        """Choose how one of the two ends looks."""
        ends = list(self._ends())
        ends[side] = _one(end, line.ENDS, "end")
        found = (
            line.read(ends[0]) if ends[0] == ends[1] and "-" in ends[0] else line.with_ends(*ends)
        )
        self._set_line(found)

    def _ends(self) -> tuple[str, ...]:
        """Return the shown ends in a steady order: a line may be drawn from either side."""
        return tuple(sorted(line.ends(self.shown_line), key=line.ENDS.index))

    @property
    def shown_line(self) -> Layout:
        """The line on the shown part."""
        return self.fives.line if self.tab == "fives" else self.here.line

    def type_line(self, text: str) -> None:
        """Read the ends, or a whole line, from text."""
        self._set_line(line.read(text))

    def _set_line(self, layout: Layout) -> None:
        if self.tab == "fives":
            self.fives.line = layout
            self.fives.laying = None
            self.fives.mine = Hand(tile for tile in self.fives.mine if tile not in layout)
            self.said = self.fives_sentence
        else:
            self._give(line=layout)

    def set_number(self, name: str, text: str) -> None:
        """Change what the pairs collected, the points before, or the target."""
        if name in ("first", "second"):
            value = worked.number(text, "What a pair collected")
            first, second = self.here.collected
            self._give(collected=(value, second) if name == "first" else (first, value))
        elif name == "before":
            self._give(before=worked.number(text, "The points before", 0, self.here.target - 1))
        else:
            target = worked.number(text, "The target", 1)
            self._give(target=target, before=min(self.here.before, target - 1))

    def set_tie(self, tie: str) -> None:
        """Choose what equal lowest hands come to."""
        self._give(tie=_one(tie, ("nobody", "each"), "rule for a tie"))

    def load_example(self, text: str) -> None:
        """Lay out one of the leaflet's examples."""
        found = examples(self.page)
        number = worked.number(text, "An example", 0, len(found) - 1)
        given = worked.load(self.page, self.here, found[number])
        self._give(**vars(given))
        self.seat = min(self.seat, given.final.players - 1)

    # -- All rules at once -------------------------------------------------------------------------

    def load_preset(self, name: str) -> None:
        """Lay out hands that show a disagreement."""
        preset = table.PRESETS[_one(name, table.PRESETS, "preset")]
        self.set_final(preset.final)
        self.all.readings = self.all.readings or preset.house is not None

    def choose_pair(self, which: str, id_: str) -> None:
        """Choose one of the two rulesets to be set against each other."""
        rules(id_)
        if which == "one":
            self.all.one = id_
        else:
            self.all.other = id_
        self.all.next_seed, self.all.found = 1, ""

    def find(self) -> None:
        """Search real rounds for hands on which the two rulesets disagree."""
        one, other = rules(self.all.one), rules(self.all.other)
        common = table.common_players(one, other)
        if not common:
            raise DominoError(
                f"{one.title} is for {one_of(one.counts)} players, {other.title} for "
                f"{one_of(other.counts)}: they never meet."
            )
        players = self.final.players if self.final.players in common else common[0]
        found = table.find(one, other, players, self.all.next_seed)
        if found is None:
            self.all.found = (
                f"In {table.LOOK_AT} rounds for {players} players these two never scored the same "
                "hands differently."
            )
            self.said = self.all.found
            return
        self.set_final(found.final)
        self.all.next_seed = found.seed + 1
        both = [worked.outcome(*table.score(r, found.final)) for r in (one, other)]
        rounds = f"{found.looked} round{'' if found.looked == 1 else 's'}"
        self.all.found = (
            f"Found after {rounds} (deal {found.seed}). {one.title}: {both[0]} "
            f"{other.title}: {both[1]}"
        )
        self.said = self.all.found

    # -- Fives and threes --------------------------------------------------------------------------

    @property
    def fives_sentence(self) -> str:
        """Say what the line counts and scores."""
        counted = line.count(self.fives.line, self.fives.end_double)
        points = IN_PLAY[self.fives.rule](counted.points).points
        scored = worked.scored(points) if points else "nothing"
        return f"The ends count {counted.points}: {scored}."

    def choose_fives(self, rule: str) -> None:
        """Choose fives, or fives and threes."""
        self.fives.rule = _one(rule, GAMES_IN_PLAY, "rule")
        self.fives.sampling = None
        self.said = self.fives_sentence

    def choose_double(self, value: str) -> None:
        """Choose how a double at an end counts."""
        self.fives.end_double = _one(value, ("both-halves", "one-half"), "way to count a double")
        self.fives.sampling = None
        self.said = self.fives_sentence

    def lay(self, text: str) -> None:
        """Lay a tile in the line; one that fits at both ends waits for the reader's choice."""
        tile_text, at, on = text.partition("@")
        tile = Tile.parse(tile_text)
        plays = self.fives.line.fits(tile) if tile not in self.fives.line else ()
        if at:
            plays = tuple(play for play in plays if play.on is Tile.parse(on))
        if tile in self.fives.line:
            raise NotationError(f"{tile} lies in the line already.")
        if not plays:
            ends = one_of(sorted({end.pip for end in self.fives.line.exits}))
            raise NotationError(f"{tile} does not fit: the ends are open for {ends}.")
        if len(plays) > 1:
            self.fives.laying = tile
            self.said = f"{tile} fits at both ends: choose one."
            return
        self._lay(plays[0])

    def _lay(self, play: Play) -> None:
        self.fives.line = self.fives.line.lay(play.tile, play.on)
        self.fives.laying = None
        self.fives.mine = Hand(tile for tile in self.fives.mine if tile is not play.tile)
        self.said = self.fives_sentence

    def start_line(self, text: str) -> None:
        """Begin a new line with one tile."""
        self._set_line(Layout([Play(Tile.parse(text))]))

    def take_back(self) -> None:
        """Take the last tile of the line back."""
        plays = self.fives.line.plays
        if len(plays) < 2:
            raise DominoError("The line has one tile left: click another tile to begin with it.")
        self._set_line(Layout(plays[:-1], self.fives.line.shape))

    def click_mine(self, text: str) -> None:
        """Put a tile into the reader's own hand, or take it out."""
        tile = Tile.parse(text)
        if tile in self.fives.mine:
            self.fives.mine = Hand(t for t in self.fives.mine if t is not tile)
        elif tile in self.fives.line:
            raise NotationError(f"{tile} lies in the line: it cannot be in the hand too.")
        else:
            self.fives.mine = Hand((*self.fives.mine, tile))

    def type_mine(self, text: str) -> None:
        """Read the reader's own hand from text."""
        self.fives.mine = line.read_hand(text, self.fives.line)

    def sample(self) -> None:
        """Begin to play rounds for the likelihoods."""
        chosen = rules(GAMES_IN_PLAY[self.fives.rule], end_double=self.fives.end_double)
        self.fives.sampling = Sampling(chosen, 2)
        self.fives.sampling.more()

    # -- Practice and worksheets -------------------------------------------------------------------

    def change_setting(self, **changes: object) -> None:
        """Change what questions are about; the set begins anew."""
        self.setting = check(replace(self.setting, **changes))  # type: ignore[arg-type]
        self.practice = None

    def set_seed(self, text: str) -> None:
        """Choose the set by its number."""
        self.change_setting(seed=worked.number(text, "The set's number", 1, MOST_SEEDS))

    def set_count(self, text: str) -> None:
        """Choose how many questions the set has."""
        self.change_setting(count=worked.number(text, "The number of questions", 1, MOST))

    def set_level(self, text: str) -> None:
        """Choose how hard the questions are."""
        self.change_setting(level=worked.number(text, "The level", min(LEVELS), max(LEVELS)))

    def toggle_kind(self, kind: str, on: bool) -> None:
        """Choose a kind of question, or leave it out."""
        _one(kind, KINDS, "kind")
        chosen = {*self.setting.kinds, kind} if on else {*self.setting.kinds} - {kind}
        self.change_setting(kinds=tuple(k for k in KINDS if k in chosen))

    def toggle_game(self, game: str, on: bool) -> None:
        """Choose a game, or leave it out."""
        _one(game, rulesets(), "game")
        chosen = {*self.setting.games, game} if on else {*self.setting.games} - {game}
        self.change_setting(games=tuple(g for g in rulesets() if g in chosen))

    def practise(self) -> Practice:
        """Return the set under way; one is begun where there is none."""
        if self.practice is None:
            self.practice = Practice(self.setting, self.timed)
        return self.practice

    def practise_rule(self) -> None:
        """Begin a set about the shown rule: the questions and the games that it decides."""
        page = self.page
        in_play = page.needs == "ends"
        kinds = ("play", "best") if in_play else ("end",)
        games = tuple(game for game in rulesets() if applies(rules(game), page))
        # Where spots score nothing, only what pairs collect is worth a question: that is hard.
        level = 3 if page.pairs or page.base == "fives-and-threes" else self.setting.level
        self.change_setting(kinds=kinds, games=games, level=level)
        self.tab = "practice"
        self.said = self.practise().question.text

    def answer(self, choice: str, points: str) -> None:
        """Take an answer; what is missing or cannot be read is said, and nothing is counted."""
        session = self.practise()
        given = read_answer(session.question, choice, points)
        if isinstance(given, str):
            raise DominoError(given)
        result = session.answer(given)
        if result is not None and session.verdict is not None:
            self.results.append(result)
            self.said = session.verdict.sentence

    def go_on(self) -> None:
        """Go on to the next question."""
        session = self.practise()
        session.next()
        self.said = self.summary if session.over else session.question.text

    def review(self) -> None:
        """Ask once more what was answered wrong."""
        self.practise().review()
        self.said = self.practise().question.text

    @property
    def summary(self) -> str:
        """Say how the set went."""
        session = self.practise()
        total = len(session.outcome)
        return f"{session.right} of {total} right. Longest streak: {session.best_streak}."

    def keep(self) -> str:
        """Return the results as the device keeps them."""
        return write_results(self.results)

    def recall(self, text: str) -> None:
        """Take over the results that the device kept, before those of this visit."""
        self.results = [*read_results(text), *self.results]

    def forget(self) -> None:
        """Clear all results."""
        self.results = []
        self.said = "All results on this device are cleared."

    def choose_paper(self, paper: str) -> None:
        """Choose the paper of the worksheet."""
        self.paper = _one(paper, PAPERS, "paper")

    def choose_parts(self, parts: str) -> None:
        """Choose what the worksheet holds."""
        self.parts = _one(parts, PARTS, "part")


def _one(word: str, allowed: object, what: str) -> str:
    """Return *word* if it is allowed, else refuse it in one sentence."""
    words = list(allowed)  # type: ignore[call-overload]
    if word in words:
        return word
    raise DominoError(f"There is no such {what}: choose {one_of(words)}.")
