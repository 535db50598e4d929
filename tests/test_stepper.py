"""In a notebook: a round to step through, and objects that show themselves."""

from __future__ import annotations

import subprocess
import sys
from html import unescape
from typing import Any

import pytest

import dominolab as dl
from dominolab.draw import round_svg
from dominolab.scoring import count_ends
from dominolab.simulate import compare
from dominolab.stepper import step_html

PLAYED = dl.play("muggins", players=2, seed=7, bots="greedy")


def parts(widget: Any) -> tuple[Any, Any, Any, Any, Any]:
    (back, step, onward), table, why = widget
    return back, step, onward, table, why


def test_a_stepper_opens_on_the_round_as_it_stands() -> None:
    back, step, onward, table, why = parts(PLAYED.show())
    assert (step.start, step.end, step.value) == (0, 13, 13)
    assert table.object == round_svg(PLAYED)
    assert "Ann has no tiles left: the round is over." in unescape(why.object)
    assert (back.disabled, onward.disabled) == (False, True)


def test_the_slider_shows_the_table_and_the_reason_of_each_step() -> None:
    _, step, _, table, why = parts(PLAYED.show())
    for index in range(len(PLAYED.actions), -1, -1):
        step.value = index
        assert table.object == round_svg(PLAYED.at(index))
        if index:
            assert PLAYED.step(index - 1).sentence() in unescape(why.object)
    assert "Ann leads." in why.object


def test_the_buttons_go_one_step_and_stop_at_both_ends() -> None:
    back, step, onward, _, _ = parts(PLAYED.show())
    onward.clicks += 1
    assert step.value == 13
    back.clicks += 1
    assert step.value == 12
    step.value = 0
    assert back.disabled
    back.clicks += 1
    assert step.value == 0
    onward.clicks += 1
    assert step.value == 1


def test_a_round_that_goes_on_leaves_its_stepper_alone() -> None:
    round_ = dl.Round.deal("muggins", players=2, seed=7)
    _, step, _, table, _ = parts(round_.show())
    assert step.disabled
    dealt = table.object
    round_.push(round_.legal()[0])
    assert table.object == dealt != round_svg(round_)


def test_names_are_text_and_never_markup() -> None:
    _, step, _, table, why = parts(PLAYED.show(names=["<b>Zoë</b>", "Ben"]))
    step.value = 3
    assert "<b>Zoë" not in table.object + why.object
    assert "Zoë" in why.object


def test_tiles_that_could_not_be_laid_are_told() -> None:
    assert "3-3 does not show 2 or 6." in step_html(PLAYED, 3)
    assert "could not be laid" not in step_html(PLAYED, 0)


def test_without_panel_one_sentence_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "panel", None)
    with pytest.raises(dl.DominoError, match=r"^A stepper needs Panel: install it with pip"):
        PLAYED.show()


def test_the_library_imports_neither_panel_nor_bokeh_nor_numpy() -> None:
    code = (
        "import sys, dominolab as dl\n"
        "dl.play('muggins', players=2, seed=7).step()._repr_html_()\n"
        "sys.exit(bool({'panel', 'bokeh', 'numpy', 'pandas'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


SHOWN = {
    "tile": (dl.Tile(6, 4), "svg", "Tile(6, 4)"),
    "hand": (dl.Hand.parse("6-4 3-3"), "svg", "Hand.parse('6-4 3-3')"),
    "layout": (PLAYED.at(2).layout, "svg", "<Layout 6-6 6-2@6-6>"),
    "round": (PLAYED, "svg", "<Round muggins, 2 players, 13 steps, out>"),
    "step": (PLAYED.step(0), "html", "<Step 1: Ann leads 6-6: the highest double has to be led.>"),
    "ruleset": (dl.rules("muggins"), "html", "rules('muggins')"),
    "diff": (dl.diff("block", "draw"), "markdown", "<Diff block, draw: 5 axes differ>"),
    "score": (count_ends([(None, 4), (None, 1)]), "html", "Score(points=5, terms="),
    "simulation": (
        dl.simulate("block", players=2, rounds=50, seed=1),
        "html",
        "<SimulationResult block, 2 players, 50 rounds>",
    ),
    "comparison": (
        compare("block", "draw", players=2, rounds=50, seed=1),
        "html",
        "<Comparison of block and draw",
    ),
}
HEADS = {"svg": "<svg ", "html": "<", "markdown": "| Axis | block | draw |\n|---|---|---|\n"}


@pytest.mark.parametrize(("thing", "kind", "plain"), SHOWN.values(), ids=SHOWN)
def test_an_object_shows_itself_with_plain_text_to_fall_back_on(
    thing: Any, kind: str, plain: str
) -> None:
    assert getattr(thing, f"_repr_{kind}_")().startswith(HEADS[kind])
    assert repr(thing).startswith(plain)


def test_words_in_tables_are_read_from_the_left() -> None:
    for thing in (dl.rules("muggins"), dl.diff("block", "draw")):
        table = thing._repr_html_()
        assert "<td>" not in table
        assert "text-align:left" in table


def test_in_a_notebook_progress_is_no_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("builtins.__IPYTHON__", True, raising=False)
    dl.simulate("block", players=2, rounds=50, seed=1, progress=True)
    told = capsys.readouterr()
    assert "100%" in told.out
    assert told.err == ""
