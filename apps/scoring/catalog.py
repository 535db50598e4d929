"""The scoring rules as pages: which axis each is about, who plays it that way, its examples.

A page names an axis; what its values mean, which printings have them, where they are printed and
which examples the leaflets give all come from the manuals' data.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from dominolab import manuals
from dominolab.axes import AXES
from dominolab.manuals import Citation, Manual, Statement
from dominolab.rules import RuleSet, rules


@dataclass(frozen=True)
class Page:
    """One rule with the axis that decides it."""

    id: str
    title: str
    sentence: str
    axis: str
    needs: str
    """What there is to touch: `hands`, `ends`, `last` (hands and ends), `target` (hands and the
    points before them) or `collected`."""
    base: str
    """The ruleset whose other rules hold while this axis is varied."""
    start: str
    """What the page opens on: hands, ends or what the pairs collected."""
    values: tuple[str, ...] = ()
    """The values shown; all that a printing plays or can be read to mean where none are named."""
    examples: tuple[str, ...] = ()
    """The axes whose examples belong here, beside the page's own."""
    pairs: bool = False
    stated: str = ""
    """The axis that states the rule itself, where `axis` holds only how it can be read."""


PAGES: Mapping[str, Page] = {
    page.id: page
    for page in (
        Page(
            "out",
            "Going out",
            "Whoever lays the last tile scores the spots that the others still hold.",
            "score_out",
            "hands",
            "polyglot",
            "|6-4,3-3|2-1",
        ),
        Page(
            "blocked-winner",
            "Blocked: who wins",
            "When nobody can go on, the lightest hand wins: by spots, or by the number of tiles.",
            "blocked_winner",
            "hands",
            "janod",
            "6-6|1-0,2-0",
            examples=("tie", "score_blocked"),
        ),
        Page(
            "blocked-points",
            "Blocked: how much",
            "The winner of a blocked round scores spots, but the leaflets count four ways.",
            "score_blocked",
            "hands",
            "polyglot",
            "2-1|4-4|6-5",
        ),
        Page(
            "pairs-out",
            "Pairs: going out",
            "A pair scores the losing pair's spots, less what the partner still holds.",
            "pairs_floor",
            "hands",
            "block",
            "|1-0|6-5|2-1",
            examples=("pairs_out",),
            pairs=True,
            stated="pairs_out",
        ),
        Page(
            "pairs-blocked",
            "Pairs: blocked",
            "Each pair adds up its spots, and one pair scores the difference.",
            "pairs_blocked",
            "hands",
            "block",
            "1-0|3-2|6-5|4-1",
            values=("lower-pair", "lowest-player"),
            pairs=True,
        ),
        Page(
            "fives",
            "Fives in play",
            "When the two ends together divide by five, each five scores a point.",
            "end_double",
            "ends",
            "muggins",
            "4-4,6-6",
            examples=("in_play",),
            stated="in_play",
        ),
        Page(
            "fives-and-threes",
            "Fives and threes in play",
            "When the ends divide by three, by five or by both, every three and five scores.",
            "end_double",
            "ends",
            "fives-and-threes",
            "5-5,5",
            examples=("in_play",),
            stated="in_play",
        ),
        Page(
            "fifths",
            "Dividing by five",
            "The spots at the end are divided by five, so that they match the points in play.",
            "conversion",
            "hands",
            "muggins",
            "|6-2,2-1",
            values=("fifth-up", "fifth-nearest", "fifth-down"),
        ),
        Page(
            "bonus",
            "The point for going out",
            "Whoever ends the round gets one point more, on top of what the last tile scores.",
            "bonus_blocked",
            "last",
            "fives-and-threes",
            "|6-4",
            examples=("bonus_out",),
            stated="bonus_out",
        ),
        Page(
            "difference",
            "Pairs' difference",
            "Two pairs compare what they collected, and only the difference is scored.",
            "pairs_difference",
            "collected",
            "fives-and-threes",
            "14,9",
            pairs=True,
        ),
        Page(
            "target",
            "Reaching the target",
            "The match ends when a side reaches the target: with more, or only exactly.",
            "reach",
            "target",
            "polyglot",
            "|6-4,3-3|2-1",
            values=("round-end", "at-once", "exactly"),
            examples=("target",),
            stated="target",
        ),
    )
}
"""Every scoring rule, in the order in which the dashboard shows them."""


def values(page: Page) -> tuple[str, ...]:
    """Return the values of the page's axis that a leaflet states or can be read to mean."""
    if page.values:
        return page.values
    met = set()
    for printing in every():
        if applies(printing, page):
            statement = printing.statements[page.axis]
            met |= {statement.value, *(reading.value for reading in statement.readings)}
    words = [str(value) for value in getattr(AXES[page.axis], "words", ())]
    return tuple(word for word in words if word in met)


@cache
def every() -> tuple[RuleSet, ...]:
    """Return all printings, a game's reference language first."""
    found = []
    for manual in manuals.load_all():
        for game in manual.games:
            others = [code for code in manual.languages if code != manual.reference]
            found += [rules(game), *(rules(f"{game}@{code}") for code in others)]
    return tuple(found)


# -- Who plays it so -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Use:
    """One game that has a value, with the languages that print it so."""

    game: str
    title: str
    manual: Manual
    languages: tuple[str, ...]
    all_languages: bool
    statement: Statement
    own: tuple[tuple[str, Citation, str], ...]
    """Languages whose own text says it in other words: code, place, what it says."""
    reading: str = ""
    """Why the text can be read so, where it is not the value that is played."""

    @property
    def where(self) -> str:
        """Say which languages print it so."""
        count = len(self.languages)
        if count == 1 and self.all_languages:
            return f"in {self.manual.languages[self.languages[0]].name}, its only language"
        if self.all_languages:
            return f"all {count} languages"
        names = [self.manual.languages[code].name for code in self.languages]
        return ", ".join(names) if count <= 6 else f"{count} languages: {', '.join(names)}"


def applies(rules_: RuleSet, page: Page) -> bool:
    """Return whether the game can come to the page's rule at all."""
    in_pairs = any(len(rules_.teams(n)[0]) == 2 for n in rules_.counts)
    alone = any(len(rules_.teams(n)[0]) == 1 for n in rules_.counts)
    if page.id in ("fives", "fives-and-threes"):
        return bool(rules_.in_play == page.id)
    if page.id == "bonus":
        return bool(rules_.bonus_out)
    if page.id == "difference":
        return in_pairs and rules_.in_play == "fives-and-threes"
    if page.id == "fifths":
        return bool(rules_.conversion != "none")
    if page.id == "target":
        return rules_.target is not None
    if page.pairs:
        return in_pairs and rules_.pairs_out != "none"
    return alone and not (
        page.axis.startswith("score_") and rules_.statements[page.axis].value == "none"
    )


def uses(page: Page, value: str) -> Iterator[Use]:
    """Yield the games that play *value* on the page's axis, in the order of the manuals."""
    for manual, game, printed in _games(page):
        found = [r for r in printed if r.statements[page.axis].value == value]
        if found:
            yield _use(manual, game, found, page.axis)


def statements(page: Page) -> Iterator[Use]:
    """Yield the games that have the rule at all, with the place that states it."""
    for manual, game, printed in _games(page):
        yield _use(manual, game, printed, page.stated or page.axis)


def _games(page: Page) -> Iterator[tuple[Manual, str, list[RuleSet]]]:
    for manual in manuals.load_all():
        for game in manual.games:
            printed = [r for r in every() if r.game == game and applies(r, page)]
            if printed:
                yield manual, game, printed


def readings(page: Page, value: str) -> Iterator[Use]:
    """Yield the games whose text can also be read as *value*, though it is not played so."""
    for manual, game, printed in _games(page):
        found = [
            (printing, reading.why)
            for printing in printed
            for reading in printing.statements[page.axis].readings
            if reading.value == value
        ]
        if found:
            yield _use(manual, game, [printing for printing, _ in found], page.axis, found[0][1])


def _use(manual: Manual, game: str, printed: list[RuleSet], axis: str, why: str = "") -> Use:
    first = printed[0].statements[axis]
    return Use(
        game=game,
        title=manual.games[game].title,
        manual=manual,
        languages=tuple(r.language for r in printed),
        all_languages=len(printed) == len(manual.languages),
        statement=first,
        own=tuple(
            (r.language, d.citation, d.says)
            for r in printed
            for d in r.statements[axis].differences
        ),
        reading=why,
    )


# -- The leaflets' own examples --------------------------------------------------------------------


@dataclass(frozen=True)
class Example:
    """A worked example of a leaflet, or one that its text decides."""

    rules: RuleSet
    citation: Citation
    printed: bool
    """Whether the leaflet itself prints it."""
    data: Mapping[str, Any]


def examples(page: Page) -> tuple[Example, ...]:
    """Return the examples for a page: printed ones first, then in the order of the manuals."""
    found = []
    for manual in manuals.load_all():
        for game in manual.games.values():
            for data in game.examples:
                if data["axis"] not in (page.axis, *page.examples):
                    continue
                language = data.get("language", manual.reference)
                chosen = rules(f"{game.id}@{language}", **data.get("house", {}))
                if applies(chosen, page) and _fits(page, chosen, data):
                    place = Citation(manual.number, language, str(data["line"]))
                    found.append(Example(chosen, place, bool(data["printed"]), data))
    return tuple(sorted(found, key=lambda example: not example.printed))


def _fits(page: Page, rules_: RuleSet, data: Mapping[str, Any]) -> bool:
    """Return whether the page can show an example of that form."""
    in_pairs = "hands" in data and len(rules_.teams(data["hands"].count("|") + 1)[0]) == 2
    if "hands" in data and in_pairs != page.pairs:
        return False
    if page.id == "blocked-winner" and data["axis"] == "score_blocked":
        # Only where a leaflet's own languages disagree on the winner do these show the rule.
        return any(
            r.blocked_winner != rules_.blocked_winner for r in every() if r.game == rules_.game
        )
    forms = {
        "hands": ("hands", "spots"),
        "target": ("target",),
        "ends": ("ends",),
        "last": ("hands", "ends"),
        "collected": ("collected",),
    }
    return any(form in data for form in forms[page.needs])


__all__ = ["PAGES", "Example", "Page", "Use", "every", "examples", "readings", "uses", "values"]
