"""The five lessons: run from top to bottom, say what is true, and stay clean in the repository."""

from __future__ import annotations

import ast
import importlib.util
import re
import time
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

import dominolab as dl
from lessons import FOLDER, LESSONS, answers_of, code_of, read, source

ALLOWED = {"dominolab", "panel", "bokeh", "pandas", "collections", "html"}
lesson = pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
Ran = dict[str, Any]


def texts(cell: Any) -> str:
    """Return everything a cell printed or showed, as text."""
    found = ""
    for output in cell.outputs:
        found += output.get("text", "") + output.get("data", {}).get("text/plain", "")
    return found


def html(cell: Any) -> str:
    """Return what a cell showed as HTML."""
    return "".join(output.get("data", {}).get("text/html", "") for output in cell.outputs)


@pytest.fixture(scope="module")
def ran() -> Ran:
    """Each notebook, executed with its exercises' answers behind it: cells by id, and seconds."""
    return {}


def execute(path: Path, ran: Ran) -> dict[str, Any]:
    """Run a notebook in a kernel of its own, once for all tests; `answers` are the last cells."""
    if path.stem not in ran:
        notebook = nbformat.read(path, as_version=4)
        own = len(notebook.cells)
        notebook.cells += [nbformat.v4.new_code_cell(code) for code in answers_of(read(path))]
        client = NotebookClient(
            notebook, timeout=100, resources={"metadata": {"path": str(FOLDER)}}
        )
        started = time.monotonic()
        client.execute()
        cells = {cell.id: cell for cell in notebook.cells[:own]}
        ran[path.stem] = cells | {
            "answers": notebook.cells[own:],
            "seconds": time.monotonic() - started,
        }
    found: dict[str, Any] = ran[path.stem]
    return found


@pytest.mark.long
@lesson
def test_a_lesson_runs_from_top_to_bottom_in_under_a_minute(path: Path, ran: Ran) -> None:
    cells = execute(path, ran)
    assert cells["seconds"] < 60
    shown = [cell for name, cell in cells.items() if name not in ("answers", "seconds")]
    codes = [cell for cell in shown if cell.cell_type == "code"]
    assert all(cell.execution_count for cell in codes)
    assert not [o for cell in codes for o in cell.outputs if o.get("name") == "stderr"]
    # Besides numbers there is something to see and something to move.
    assert sum("application/vnd.holoviews_exec" in str(cell.outputs) for cell in codes) >= 2


@pytest.mark.long
def test_the_first_round_goes_as_the_text_says(ran: Ran) -> None:
    cells = execute(LESSONS[0], ran)
    assert texts(cells["hand"]) == "Hand.parse('3-3 4-0 4-3 5-1 5-3 6-5 6-6')"
    assert "image/svg+xml" in cells["deal"].outputs[0]["data"]
    assert "the highest double has to be led" in html(cells["lead"])
    assert texts(cells["second"]).count("Play(") == 4
    assert "Ann may not pass: 5-1 can be laid." in texts(cells["illegal"])
    assert texts(cells["result"]).startswith("out (2, 0)")
    assert "divided by 5, rounded up" in html(cells["result"])
    told = source(read(LESSONS[0])["cells"][-2])
    played = [dl.play("muggins", players=2, seed=seed, bots="greedy") for seed in (7, 8)]
    assert [len(round_.actions) for round_ in played] == [13, 23]
    assert "13 and 23" in told
    assert texts(cells["answers"][-1]) == "[4, 6, 7]"


@pytest.mark.long
def test_the_manuals_lesson_finds_the_axes_that_part(ran: Ran) -> None:
    cells = execute(LESSONS[1], ran)
    assert html(cells["rules"]).count("<tr>") == 1 + len(dl.rules("muggins").statements) == 44
    assert "stated | manual 003, de, line 21" in texts(cells["statement"])
    assert "tie = each" in texts(cells["readings"])
    assert "house rule" in html(cells["house"])
    assert "choose nobody or each" in texts(cells["refused"])
    assert texts(cells["diff"]) == "<Diff block, draw: 5 axes differ>"
    nearest, silent, house = (texts(cell) for cell in cells["answers"])
    assert nearest == "('stuck',)"
    assert silent == "'ukrainian-one-draw'"
    assert house == "(5, 4)"


@pytest.mark.long
def test_the_scoring_lesson_has_a_different_sum_for_each_leaflet(ran: Ran) -> None:
    cells = execute(LESSONS[2], ran)
    assert "<td>22</td></tr></tfoot>" in html(cells["settle"])
    table = dict(line.split(maxsplit=1) for line in texts(cells["all"]).splitlines())
    assert table["polyglot"] == "16 + 8 - 1 = 23"
    assert table["branching"] == "16 - 1 + 8 - 1 = 22"
    assert table["janod"] == "16 + 8 = 24"
    assert table["ukrainian"] == "1 + 16 + 8 = 25"
    assert table["muggins"].endswith("rounded up: 5")
    assert "<td>10</td></tr></tfoot>" in html(cells["ends"])
    count, rounding, own = (texts(cell) for cell in cells["answers"])
    assert count == "15"
    assert [line[-1] for line in rounding.splitlines()] == ["4", "5"]
    assert own == "(23, 22)"


@pytest.mark.long
def test_the_translations_lesson_finds_fifteen_other_games(ran: Ran) -> None:
    cells = execute(LESSONS[3], ran)
    lines = texts(cells["find"]).splitlines()
    assert lines[0] == "37 printings, 15 of them play by other rules."
    assert len(lines) == 16
    assert "Korean                 stuck, target_list" in lines
    assert "131 departures, 25 of them change how one plays." in texts(cells["kinds"])
    assert texts(cells["worth-one"]).startswith("Passes: 3.55 and 7.00 in a round\n3.45 more")
    families, other, axes = cells["answers"]
    assert texts(families).count("[") == 6
    assert texts(other) == "draw@nl ('lead',)\n"
    assert texts(axes) == "[('lead', 7), ('opener', 6), ('target_list', 4)]"


@pytest.mark.long
def test_the_last_lesson_tells_what_a_rule_is_worth_and_how_surely(ran: Ran) -> None:
    cells = execute(LESSONS[4], ran)
    assert "wins 59.1% of the rounds (57.6% to 60.6%)" in texts(cells["lead"])
    assert "100%" in texts(cells["simulate"])
    drawn = re.search(r"Difference (\S+) \((\S+) to (\S+)\)", texts(cells["compare-one"]))
    assert drawn is not None
    value, low, high = map(float, drawn.groups())
    assert low < value < high < 0
    assert "Tiles drawn" in texts(cells["table"])
    width, bots, ties = (texts(cell) for cell in cells["answers"])
    narrow = [float(line.split()[1]) for line in width.splitlines()]
    assert narrow[0] / narrow[1] == pytest.approx(4, rel=0.05)
    assert "0.68" in bots
    assert "0.61" in bots or "0.62" in bots
    assert "value=0.07" in ties


@lesson
def test_a_stored_notebook_carries_no_outputs(path: Path) -> None:
    notebook = read(path)
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []
            assert cell["execution_count"] is None
    assert set(notebook["metadata"]) == {"kernelspec", "language_info"}
    assert notebook["metadata"]["kernelspec"]["name"] == "python3"
    names = [cell["id"] for cell in notebook["cells"]]
    assert len(set(names)) == len(names)


@lesson
def test_a_lesson_opens_with_a_picture_and_ends_with_hidden_answers(path: Path) -> None:
    cells = read(path)["cells"]
    head = source(cells[0])
    assert re.match(r"# \d\. ", head)
    found = re.search(r"!\[(.+)\]\((pictures/.+\.svg)\)", head)
    assert found is not None
    assert (FOLDER / found.group(2)).is_file()
    assert re.search(r"\]\(http://127\.0\.0\.1:8000/\?view=(step|compare|score)", head)
    exercises = source(cells[-2])
    assert exercises.count("<details><summary>Answer</summary>\n\n") == 3
    assert exercises.count("</details>") == 3


@lesson
def test_a_lesson_uses_only_the_public_interface(path: Path) -> None:
    notebook = read(path)
    for code in [*code_of(notebook), *answers_of(notebook)]:
        for node in ast.walk(ast.parse(code)):
            if isinstance(node, ast.Attribute):
                assert not node.attr.startswith("_"), code
            if isinstance(node, ast.ImportFrom):
                assert node.module is not None
                assert node.module.split(".")[0] in ALLOWED
                assert not any(name.name.startswith("_") for name in node.names)
            if isinstance(node, ast.Import):
                assert {name.name for name in node.names} <= ALLOWED


@lesson
def test_every_link_between_lessons_leads_to_one(path: Path) -> None:
    text = "\n".join(source(cell) for cell in read(path)["cells"])
    linked = re.findall(r"\]\(([^)]+\.ipynb)\)", text)
    assert linked
    assert all((FOLDER / name).is_file() for name in linked)


def test_the_pictures_are_what_the_library_draws_today() -> None:
    spec = importlib.util.spec_from_file_location("pictures", FOLDER / "pictures.py")
    assert spec is not None
    assert spec.loader is not None
    maker = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(maker)
    for name, drawing in maker.PICTURES.items():
        stored = (maker.FOLDER / f"{name}.svg").read_text(encoding="utf-8")
        assert stored == drawing() + "\n", "run: python notebooks/pictures.py"
