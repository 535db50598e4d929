"""Lost in translation: where each language of a manual departs from its reference, and how surely."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from dominolab import manuals
from dominolab.axes import AXES
from dominolab.manuals import GENERAL, Difference, Language, Manual

LEVELS: Mapping[str, str] = {
    "played": "Another game: the printing is played differently",
    "unplayable": "Says another rule, but it cannot be followed: played as the reference",
    "open": "May mean another rule: played as the reference",
    "words": "Other words, the same game",
}
"""How much a difference matters, the most first, with what the mark means."""

CONFIDENCE_WORDS: Mapping[str, str] = {
    "certain": "the text is clear",
    "likely": "the text most likely says so",
    "ambiguous": "the text can be read in more than one way",
}


def level(difference: Difference) -> str:
    """Return how much a difference matters: a key of LEVELS."""
    if difference.played:
        return "played"
    return {"yes": "unplayable", "ambiguous": "open", "no": "words"}[difference.changes_play]


def weight(difference: Difference) -> tuple[int, int]:
    """Return how a difference ranks: what matters most, and most surely, first."""
    sure = manuals.CONFIDENCES.index(difference.confidence)
    return list(LEVELS).index(level(difference)), sure


@dataclass(frozen=True, slots=True)
class MapCell:
    """One language on one axis: every difference it has there, the weightiest first."""

    language: str
    axis: str
    differences: tuple[Difference, ...]

    @property
    def level(self) -> str:
        """How much the weightiest difference matters."""
        return level(self.differences[0])

    @property
    def confidence(self) -> str:
        """How sure the weightiest difference is."""
        return self.differences[0].confidence


@dataclass(frozen=True, slots=True)
class Count:
    """How many differences, and how many at each level."""

    total: int
    by_level: Mapping[str, int]


class LanguageMap:
    """The languages of one manual by the axes on which any of them departs."""

    def __init__(self, manual: Manual) -> None:
        self.manual = manual
        found: dict[tuple[str, str], list[Difference]] = {}
        for code, language in manual.languages.items():
            for difference in language.differences:
                found.setdefault((code, difference.axis), []).append(difference)
        self._cells = {
            key: MapCell(*key, tuple(sorted(differences, key=weight)))
            for key, differences in found.items()
        }

    @property
    def axes(self) -> tuple[str, ...]:
        """The axes with a difference in any language, in the order of play."""
        met = {axis for _, axis in self._cells}
        return tuple(name for name in AXES if name in met)

    def languages(self, sort: str = "leaflet") -> tuple[Language, ...]:
        """Return the languages: as in the leaflet, by name, or those with most to tell first."""
        found = list(self.manual.languages.values())
        if sort == "name":
            found.sort(key=lambda language: language.name)
        elif sort == "most":
            found.sort(key=lambda language: _rank(self.count_language(language.code)))
        return tuple(found)

    def cell(self, language: str, axis: str) -> MapCell | None:
        """Return the differences of a language on an axis, or None where it has none."""
        return self._cells.get((language, axis))

    @property
    def cells(self) -> tuple[MapCell, ...]:
        """All cells with a difference, language by language."""
        return tuple(self._cells.values())

    def count_language(self, language: str) -> Count:
        """Count the differences of a language."""
        return _count([c for c in self.cells if c.language == language])

    def count_axis(self, axis: str) -> Count:
        """Count the differences on an axis over all languages."""
        return _count([c for c in self.cells if c.axis == axis])

    @property
    def count(self) -> Count:
        """Count all differences."""
        return _count(self.cells)

    @property
    def reference(self) -> Language:
        """The language that the others are compared with."""
        return self.manual.languages[self.manual.reference]

    @property
    def figures(self) -> tuple[tuple[int, str], ...]:
        """How the languages fare, as numbers with what they count."""
        others = [x for x in self.manual.languages.values() if x is not self.reference]
        playing = {c.language for c in self.cells if c.level == "played"}
        return (
            (len(others), f"translations of the {self.reference.name} text"),
            (self.count.total, "places where one departs from it"),
            (len(playing), "play another game" if len(playing) != 1 else "plays another game"),
            (sum(not x.differences for x in others), "depart nowhere"),
        )

    @property
    def summary(self) -> str:
        """Say how the languages fare, in a sentence."""
        if not self.axes:
            name, language = _capital(self.manual.name), self.reference.name
            return f"{name} is printed in {language} alone: nothing can be lost."
        return f"{', '.join(f'{number} {words}' for number, words in self.figures)}."

    def place(self, difference: Difference) -> str:
        """Say under which game's text a difference is printed."""
        if difference.ruleset == GENERAL:
            return "the general part"
        return self.manual.games[difference.ruleset].title

    def printing(self, difference: Difference) -> str:
        """Return the id of a printing in which a difference can be played."""
        games = tuple(self.manual.games)
        game = difference.ruleset if difference.ruleset in games else games[0]
        return f"{game}@{difference.citation.language}"

    @property
    def other_games(self) -> tuple[tuple[Difference, tuple[Language, ...]], ...]:
        """Every rule that some printing plays otherwise, with all languages that play it so.

        In the order of play; those that most languages share come first on their axis.
        """
        found: dict[str, tuple[Difference, tuple[Language, ...]]] = {}
        for cell in self.cells:
            for d in cell.differences:
                if d.played:
                    key = f"{d.axis} {d.ruleset} {d.value}"
                    one, languages = found.get(key, (d, ()))
                    found[key] = one, (*languages, self.manual.languages[cell.language])
        return tuple(
            sorted(found.values(), key=lambda it: (self.axes.index(it[0].axis), -len(it[1])))
        )

    def same(self, difference: Difference) -> tuple[Language, ...]:
        """Return the other languages that play the same value on the same axis of that game."""
        if not difference.played:
            return ()
        return tuple(
            language
            for language in self.manual.languages.values()
            if language.code != difference.citation.language
            and any(
                (other.axis, other.ruleset, other.value)
                == (difference.axis, difference.ruleset, difference.value)
                for other in language.differences
            )
        )


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _count(cells: Sequence[MapCell]) -> Count:
    differences = [d for cell in cells for d in cell.differences]
    levels = {name: sum(level(d) == name for d in differences) for name in LEVELS}
    return Count(len(differences), levels)


def _rank(count: Count) -> tuple[int, ...]:
    return (*(-count.by_level[name] for name in LEVELS), -count.total)


@cache
def language_map(manual: str) -> LanguageMap:
    """Return the map of the manual with that id, made once."""
    return LanguageMap(manuals.load(manual))
