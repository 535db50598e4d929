"""The page on fives and threes as state: the line, the reader's tiles, the rounds played.

Every action returns what a screen reader is told about it, or raises a DominoError and changes
nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from dominolab.actions import Play
from dominolab.errors import DominoError, NotationError, one_of
from dominolab.layout import Layout
from dominolab.rules import rules
from dominolab.scoring import IN_PLAY
from dominolab.tiles import Hand, Tile

from . import line, reading
from .likely import Sampling
from .line import Chance
from .worked import ends_sentence, scored

GAMES_IN_PLAY = {"fives": "muggins", "fives-and-threes": "fives-and-threes"}
"""The rules that score in play, each with the game that plays it."""


@dataclass
class Fives:
    """The page on fives and threes."""

    rule: str = "fives-and-threes"
    end_double: str = "both-halves"
    line: Layout = field(default_factory=lambda: line.read("5-5,5"))
    mine: Hand = field(default_factory=lambda: Hand.parse("5-4 6-3 5-2 3-3"))
    laying: Tile | None = None
    """A tile that fits at both ends, until the reader says where."""
    counts: bool = False
    """Whether the grid shows counts instead of points."""
    sampling: Sampling | None = None

    @property
    def sentence(self) -> str:
        """Say what the line counts and scores."""
        counted = line.count(self.line, self.end_double)
        return ends_sentence(counted, IN_PLAY[self.rule](counted.points))

    def choose_rule(self, rule: str) -> str:
        """Choose fives, or fives and threes."""
        self.rule = reading.choice(rule, GAMES_IN_PLAY, "rule")
        self.sampling = None
        return self.sentence

    def choose_double(self, value: str) -> str:
        """Choose how a double at an end counts."""
        self.end_double = reading.choice(value, line.END_DOUBLES, "way to count a double")
        self.sampling = None
        return self.sentence

    # -- The line ----------------------------------------------------------------------------------

    def set_line(self, layout: Layout) -> str:
        """Lay out another line; its tiles leave the reader's hand."""
        self.line = layout
        self.laying = None
        self.mine = Hand(tile for tile in self.mine if tile not in layout)
        return self.sentence

    def lay(self, text: str) -> str:
        """Lay a tile in the line; one that fits at both ends waits for the reader's choice."""
        tile_text, at, on = text.partition("@")
        tile = Tile.parse(tile_text)
        if tile in self.line:
            raise NotationError(f"{tile} lies in the line already.")
        plays = self.line.fits(tile)
        if at:
            plays = tuple(play for play in plays if play.on is Tile.parse(on))
        if not plays:
            ends = one_of(sorted({end.pip for end in self.line.exits}))
            raise NotationError(f"{tile} does not fit: the ends are open for {ends}.")
        if len(plays) > 1:
            self.laying = tile
            return f"{tile} fits at both ends: choose one."
        return self.set_line(self.line.lay(tile, plays[0].on))

    def start_line(self, text: str) -> str:
        """Begin a new line with one tile."""
        return self.set_line(Layout([Play(Tile.parse(text))]))

    def take_back(self) -> str:
        """Take the last tile of the line back."""
        plays = self.line.plays
        if len(plays) < 2:
            raise DominoError("The line has one tile left: type another tile to begin with it.")
        return self.set_line(Layout(plays[:-1], self.line.shape))

    # -- The reader's own tiles --------------------------------------------------------------------

    @property
    def ways(self) -> list[Chance]:
        """Every way to lay one of the reader's tiles, the best first."""
        return line.chances(self.line, self.mine, self.rule, self.end_double)

    @property
    def answer(self) -> str:
        """Say which of the reader's tiles scores most."""
        ways = self.ways
        if not ways:
            return "None of these tiles fits here."
        best = ways[0]
        if not best.points.points:
            return "None of these tiles scores here."
        return f"{best.play.tile} on {best.play.on} scores most: {scored(best.points.points)}."

    def click_mine(self, text: str) -> str:
        """Put a tile into the reader's own hand, or take it out."""
        tile = Tile.parse(text)
        if tile in self.mine:
            self.mine = Hand(t for t in self.mine if t is not tile)
        else:
            self.mine = line.checked_hand(Hand((*self.mine, tile)), self.line)
        return self.answer

    def type_mine(self, text: str) -> str:
        """Read the reader's own hand from text."""
        self.mine = line.read_hand(text, self.line)
        return self.answer

    # -- Rounds played -----------------------------------------------------------------------------

    def sample(self) -> None:
        """Begin to play rounds for the likelihoods."""
        chosen = rules(GAMES_IN_PLAY[self.rule], end_double=self.end_double)
        self.sampling = Sampling(chosen, 2)
        self.sampling.more()
