"""The table and the map against the manuals' own files, read here a second time and by hand."""

from __future__ import annotations

import csv
import io
import re
import tomllib
from collections import Counter
from functools import cache
from html import escape, unescape
from pathlib import Path
from typing import Any

import pytest

import dominolab
from apps.comparing import table as tables
from apps.comparing.map_html import map_html
from apps.comparing.table_html import detail_html, table_html
from apps.comparing.translations import LEVELS, language_map
from dominolab.axes import AXES
from dominolab.manuals import MANUALS
from dominolab.rules import printings, rules

FOLDER = Path(dominolab.__file__).parent / "manuals"


@cache
def data(manual: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / f"{manual}.toml").read_text(encoding="utf-8"))


def manual_of(game: str) -> str:
    return next(manual for manual in MANUALS if game in data(manual)["rulesets"])


def sources(game: str, axis: str) -> list[str]:
    """Return the places whose text holds for a game on an axis, its own first."""
    file = data(manual_of(game))
    table = file["rulesets"][game]
    base = table.get("inherits", "")
    if axis in table["axes"]:
        as_base = table["axes"][axis].get("as_base")
        return [game, *(sources(base, axis) if base and as_base else [])]
    if axis in file.get("general", {}).get("axes", {}):
        return [game, "general"]
    return [game, *sources(base, axis)]


def base_entry(game: str, axis: str) -> dict[str, Any]:
    file = data(manual_of(game))
    table = file["rulesets"][game]
    if axis in table["axes"]:
        return dict(table["axes"][axis])
    general = file.get("general", {}).get("axes", {})
    if axis in general:
        return dict(general[axis])
    return base_entry(table["inherits"], axis)


def printed(printing: str, axis: str) -> list[dict[str, Any]]:
    game, _, language = printing.partition("@")
    found = data(manual_of(game))["languages"][language].get("differences", [])
    return [d for d in found if d["axis"] == axis and d["ruleset"] in sources(game, axis)]


def test_there_are_103_printings() -> None:
    assert len(printings()) == 103


def shown_cells(html: str) -> dict[str, tuple[str, str]]:
    """Return the words and the spoken mark of each cell in the first column of a table."""
    cell = re.compile(
        r'data-key="cell-(\w+)\.1".*?<span class="words">(.*?)</span>.*?class="unseen">(.*?)</span>'
    )
    return {axis: (unescape(words), mark) for axis, words, mark in cell.findall(html)}


@pytest.mark.parametrize("printing", printings())
def test_every_cell_says_what_the_manuals_file_says(printing: str) -> None:
    other = "janod" if not printing.startswith("janod") else "polyglot"
    found = tables.Table((rules(printing), rules(other)), every=True)
    lines = {line["axis"]: line for line in csv.DictReader(io.StringIO(tables.to_csv(found)))}
    cells = shown_cells(table_html(found, None, ""))
    name = rules(printing).id
    for axis in AXES:
        game, _, language = printing.partition("@")
        differences = printed(printing, axis)
        played = next((d for d in differences if "value" in d), None)
        entry = base_entry(game, axis)
        value = (played or entry)["value"]
        words = AXES[axis].say(AXES[axis].accept(value))
        line = lines[axis]
        assert line[name] == words
        assert cells[axis][0] == words
        shown = played or (differences[0] if differences else None)
        if shown is not None:
            assert f", {language}, " in line[f"{name}: source"]
            assert str(shown["line"]) in line[f"{name}: source"]
        elif "line" in entry:
            assert str(entry["line"]) in line[f"{name}: source"]
        status = next((d["status"] for d in differences if d.get("status")), None)
        own = axis in data(manual_of(game))["rulesets"][game]["axes"]
        if status is None and own:
            status = entry["status"]
        if status is not None:
            assert line[f"{name}: status"].startswith(status)
            assert cells[axis][1].startswith(f"({status}")


@pytest.mark.parametrize("printing", printings())
def test_an_open_cell_tells_every_phrase_reading_and_effect(printing: str) -> None:
    found = rules(printing)
    for axis in AXES:
        text = detail_html(found.statements[axis], found, None, False, "")
        for difference in printed(printing, axis):
            for part in ("phrase", "effect", "says"):
                assert escape(difference[part]) in text
        if not printed(printing, axis):
            for reading in base_entry(printing.partition("@")[0], axis).get("readings", []):
                assert escape(reading["why"]) in text


@pytest.mark.parametrize("manual", MANUALS)
def test_the_map_has_every_difference_of_the_file_once(manual: str) -> None:
    languages = data(manual)["languages"]
    found = language_map(manual)
    told = Counter(
        (code, d["axis"]) for code, table in languages.items() for d in table.get("differences", [])
    )
    shown = {(cell.language, cell.axis): len(cell.differences) for cell in found.cells}
    assert shown == dict(told)
    assert found.count.total == sum(told.values())
    for code, table in languages.items():
        count = found.count_language(code)
        assert count.total == len(table.get("differences", []))
        plays = sum("value" in d for d in table.get("differences", []))
        assert count.by_level["played"] == plays
    for axis in found.axes:
        assert found.count_axis(axis).total == sum(n for (_, a), n in told.items() if a == axis)
    html = map_html(found, "leaflet")
    assert html.count('data-do="spot"') == len(told)
    assert html.count('<tr class="language') == (len(languages) if told else 0)


def test_the_levels_follow_play_and_changes_in_the_file() -> None:
    expected = {"yes": "unplayable", "ambiguous": "open", "no": "words"}
    for manual in MANUALS:
        for cell in language_map(manual).cells:
            entries = [
                d
                for d in data(manual)["languages"][cell.language]["differences"]
                if d["axis"] == cell.axis
            ]
            levels = ["played" if "value" in d else expected[d["changes_play"]] for d in entries]
            assert cell.level == min(levels, key=list(LEVELS).index)


def test_the_most_doubles_are_played_by_six_languages_of_the_37() -> None:
    found = language_map("polyglot")
    cell = found.cell("ro", "opener")
    assert cell is not None
    others = [language.code for language in found.same(cell.differences[0])]
    told = [
        code
        for code, table in data("polyglot")["languages"].items()
        for d in table.get("differences", [])
        if d["axis"] == "opener" and d.get("value") == cell.differences[0].value
    ]
    assert sorted([*others, "ro"]) == sorted(told)


def test_sorting_puts_those_first_that_play_another_game() -> None:
    found = language_map("polyglot")
    counts = [found.count_language(x.code).by_level["played"] for x in found.languages("most")]
    assert counts == sorted(counts, reverse=True)
    assert sorted(x.code for x in found.languages("name")) == sorted(found.manual.languages)


@pytest.mark.parametrize("manual", MANUALS)
def test_what_is_played_otherwise_names_every_language_that_does(manual: str) -> None:
    found = language_map(manual)
    told = {
        (code, d["axis"], d["ruleset"])
        for code, table in data(manual)["languages"].items()
        for d in table.get("differences", [])
        if "value" in d
    }
    shown = {
        (language.code, difference.axis, difference.ruleset)
        for difference, languages in found.other_games
        for language in languages
    }
    assert shown == told
    axes = [found.axes.index(difference.axis) for difference, _ in found.other_games]
    assert axes == sorted(axes)


def test_the_figures_of_the_37_languages_are_those_of_the_file() -> None:
    languages = data("polyglot")["languages"]
    differences = {code: table.get("differences", []) for code, table in languages.items()}
    numbers = [number for number, _ in language_map("polyglot").figures]
    assert numbers == [
        len(languages) - 1,
        sum(map(len, differences.values())),
        sum(any("value" in d for d in found) for found in differences.values()),
        sum(not found for code, found in differences.items() if code != "en"),
    ]
