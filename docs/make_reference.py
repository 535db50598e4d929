"""Write docs/reference.md from the library itself: `python docs/make_reference.py`."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path

import dominolab as dl
from dominolab import scoring
from dominolab.axes import AXES, GROUPS, Choice
from dominolab.bots import BOTS

PAGE = Path(__file__).with_name("reference.md")


def _first(thing: object) -> str:
    """Return the first paragraph of a docstring on one line."""
    return " ".join((inspect.getdoc(thing) or "").split("\n\n")[0].split())


def _lines() -> Iterator[str]:
    yield "# Reference\n"
    yield "Made from the library by `docs/make_reference.py`.\n"
    yield "## Rulesets\n"
    yield "| id | manual | players | printed in |\n|---|---|---|---|"
    for name in dl.rulesets():
        rules = dl.rules(name)
        players = " ".join(map(str, rules.counts))
        languages = ", ".join(rules.manual.languages)
        yield f"| `{name}` | {rules.manual.name} | {players} | {languages} |"
    yield "\nA printing is a ruleset's id, `@` and a language: `polyglot@ko`.\n"
    yield "## Axes\n"
    for group in GROUPS:
        yield f"### {group.capitalize()}\n"
        for name, axis in AXES.items():
            if axis.group != group:
                continue
            yield f"**`{name}`**: {axis.doc}\n"
            if isinstance(axis, Choice):
                yield from (f"- `{value}`: {words}" for value, words in axis.words.items())
                yield ""
    yield "## Scoring rules\n"
    yield "Functions of `dominolab.scoring`; each returns a `Score` with its points and terms.\n"
    rules_of_score = [*scoring.SPOT_SCORES.values(), *scoring.IN_PLAY.values()]
    rules_of_score += [scoring.pairs_out, scoring.pairs_blocked, scoring.converted]
    rules_of_score += [scoring.count_ends, scoring.settle]
    for function in dict.fromkeys(rules_of_score):
        yield f"- `{function.__name__}`: {_first(function)}"
    yield "\n## Bots\n"
    yield from (f"- `{name}`: {_first(bot)}" for name, bot in BOTS.items())
    yield "\n## Python\n"
    for name in sorted(dl.__all__, key=str.lower):
        if name == "simulate":
            continue  # it has a page of its own, and numpy may be missing
        thing = getattr(dl, name)
        words = _first(thing) if callable(thing) else repr(thing)[:60]
        yield f"- `dominolab.{name}`: {words}"
        if inspect.isclass(thing):
            yield from (f"  - `.{method}`: {words}" for method, words in _methods(thing))


def _methods(made: type) -> Iterator[tuple[str, str]]:
    """Yield what a class of ours offers, with what it has from other classes of ours."""
    own = [base for base in made.__mro__ if base.__module__.startswith("dominolab")]
    found = {name: value for base in reversed(own) for name, value in vars(base).items()}
    for name, value in found.items():
        function = value.__func__ if isinstance(value, classmethod) else value
        shown = callable(value) or isinstance(value, (property, classmethod))
        if shown and not name.startswith("_") and not name.isupper() and inspect.getdoc(function):
            yield name, _first(function)


def page() -> str:
    """Return the reference as Markdown."""
    return "\n".join(_lines()) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
