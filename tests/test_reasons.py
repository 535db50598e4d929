"""Reasons: what was possible, what was not and why, and the rule that decided, with its source."""

from __future__ import annotations

from dataclasses import replace

import pytest

import dominolab as dl
from dominolab.actions import DRAW, PASS, Play
from dominolab.notation import push_moves, read_position
from dominolab.reasons import Remark, Step, opening_remarks
from dominolab.round import Round

NAMES = ["Zoe", "Yan", "Xi", "Wu", "Vic"]


def step(rules: str, table: str, move: str) -> Step:
    """Set up a position, make a move, and return the step."""
    round_ = read_position(f"{rules} : {table}")
    push_moves(round_, move)
    return round_.step()


Case = tuple[str, str, str, str, str]
SENTENCES: list[Case] = [
    # What is laid.
    (
        "block 2",
        "5-5 : *5-3 2-1 / 6-6 : -",
        "5-3",
        "able",
        "Ann lays 5-3 on 5-5, 5 to 5: nothing else is possible, and a tile that fits must be laid.",
    ),
    (
        "block 2",
        "5-5 : *5-3 5-1 / 6-6 : -",
        "5-3",
        "matching",
        "Ann lays 5-3 on 5-5, 5 to 5: one of 2 possibilities.",
    ),
    (
        "polyglot 2 drew=1",
        "5-5 : *5-3 2-1 / 6-6 : -",
        "5-3",
        "stuck",
        "Ann lays 5-3 on 5-5 after drawing, 5 to 5.",
    ),
    (
        "sebastopol 4",
        "6-6 6-5 : *6-3 / 6-4 / 4-3 / 6-2 : -",
        "6-3",
        "arms",
        "Ann lays 6-3 on 6-6, 6 to 6: an arm that has to be started first.",
    ),
    # What is led.
    (
        "polyglot 2",
        "- : *5-5 2-1 / 4-4 : 3-3",
        "5-5",
        "lead",
        "Ann leads 5-5: the highest double has to be led.",
    ),
    (
        "fives-and-threes 2",
        "- : *5-5 0-0 / 4-4 : 3-3",
        "0-0",
        "lead",
        "Ann leads 0-0: the lowest double has to be led.",
    ),
    (
        "sebastopol 4",
        "- : *5-5 6-6 / 4-4 / 3-3 / 2-2 : -",
        "6-6",
        "lead",
        "Ann leads 6-6: the double six has to be led.",
    ),
    (
        "polyglot@da 2",
        "- : *5-5 2-1 / 4-4 : 3-3",
        "2-1",
        "lead",
        "Ann leads 2-1: the opener may lead any tile.",
    ),
    (
        "polyglot@ro 2",
        "- : *5-5 1-1 / 4-4 : 3-3",
        "1-1",
        "lead",
        "Ann leads 1-1: the opener leads one of the doubles in hand.",
    ),
    (
        "block no_double=heaviest 2",
        "- : *5-4 2-1 / 4-3 : 3-3",
        "5-4",
        "no_double",
        "Ann leads 5-4: nobody holds a double, so the heaviest tile is led.",
    ),
    (
        "janod 2",
        "- : *5-4 2-1 / 4-3 : 3-3",
        "2-1",
        "lead",
        "Ann leads 2-1: the position lets any tile be led.",
    ),
    # What is drawn.
    (
        "polyglot 2",
        "5-5 : *2-1 / 6-6 : 4-4",
        "draw",
        "stuck",
        "Ann draws, because nothing in hand fits 5.",
    ),
    (
        "janod 2",
        "5-4 : *2-1 / 6-6 : 3-3",
        "draw",
        "stuck",
        "Ann draws, rather than pass, because nothing in hand fits 5 or 4.",
    ),
    (
        "draw 2",
        "5-5 : *5-3 2-1 / 6-6 : 4-4 3-3 2-2",
        "draw",
        "able",
        "Ann draws although a tile fits: these rules allow it.",
    ),
    (
        "branching@hr 2 drew=1",
        "5-5 : *5-3 2-1 / 6-6 : 4-4 3-3",
        "draw",
        "stuck",
        "Ann draws on: the whole stock has to be taken first.",
    ),
    # Passing.
    (
        "block 2",
        "5-5 : *2-1 / 6-6 : 4-4",
        "pass",
        "stuck",
        "Ann passes: nothing in hand fits 5, and nobody draws in this game.",
    ),
    (
        "block able=may-pass 2",
        "5-5 : *5-3 / 6-6 : 4-4",
        "pass",
        "able",
        "Ann passes although a tile fits: these rules allow it.",
    ),
    (
        "janod 2",
        "5-5 : *2-1 / 6-6 : 4-4",
        "pass",
        "stuck",
        "Ann passes rather than draw: nothing in hand fits 5.",
    ),
    (
        "polyglot 2 drew=1",
        "5-5 : *2-1 / 6-6 : 4-4",
        "pass",
        "stuck",
        "Ann passes: one tile was drawn, and still nothing in hand fits 5.",
    ),
    (
        "polyglot@ko 2 drew=1",
        "5-5 : *5-1 / 6-6 : 4-4",
        "pass",
        "stuck",
        "Ann passes: the tile just drawn may not be laid in the same turn.",
    ),
    (
        "draw 2",
        "5-5 : *2-1 / 6-6 : 4-4 3-3",
        "pass",
        "reserve",
        "Ann passes: nothing in hand fits 5, and the last 2 tiles stay in the stock.",
    ),
    (
        "muggins 2",
        "5-5 : *2-1 / 6-6 : -",
        "pass",
        "empty_stock",
        "Ann passes: nothing in hand fits 5, and the stock is empty.",
    ),
    (
        "polyglot@ru round_end=blocked-only 2",
        "5-5 5-3 : *- / 6-6 : -",
        "pass",
        "round_end",
        "Ann is out of tiles and waits: going out does not end this round.",
    ),
]


@pytest.mark.parametrize(
    ("rules", "table", "move", "axis", "sentence"),
    [pytest.param(*case, id=case[4]) for case in SENTENCES],
)
def test_a_step_says_what_was_done_and_which_rule_decided(
    rules: str, table: str, move: str, axis: str, sentence: str
) -> None:
    done = step(rules, table, move)
    assert done.sentence() == sentence
    assert done.axis == axis
    assert done.statement is done.round.rules.statements[axis]
    assert done.sentence(NAMES) == sentence.replace("Ann", "Zoe")
    assert repr(done) == f"<Step 1: {sentence}>"


def test_leads_by_lot_and_by_the_winner_before() -> None:
    lot = Round.deal("janod", 2, seed=1)
    lot.push(lot.legal()[0])
    assert lot.step().sentence().endswith(": the winner of the lot leads any tile.")
    rules = dl.rules("block", next_opener="previous-winner", target=50)
    won = Round.deal(rules, 2, seed=1, before=(5, 0), previous=1, first=False)
    assert opening_remarks(won)[-1].axis == "next_opener"
    won.push(won.legal()[0])
    assert won.step().sentence().endswith(": the winner of the round before leads any tile.")
    assert won.step().axis == "next_opener"


# -- What was not possible -------------------------------------------------------------------------


def unplayable(rules: str, table: str, move: str) -> dict[str, tuple[str, str]]:
    found = step(rules, table, move).unplayable
    return {str(entry.tile): (entry.axis, entry.why) for entry in found}


def test_each_tile_that_could_not_be_laid_has_its_reason() -> None:
    assert unplayable("block 2", "5-4 : *5-3 2-1 6-6 / 3-3 : -", "5-3") == {
        "2-1": ("matching", "2-1 does not show 5 or 4."),
        "6-6": ("matching", "6-6 does not show 5 or 4."),
    }
    assert unplayable("polyglot 2", "- : *5-5 2-1 / 4-4 : -", "5-5") == {
        "2-1": ("lead", "The lead must be 5-5."),
    }
    assert unplayable("polyglot@zh-Hant 2", "5-5 5-3 : *5-2 3-2 / 6-6 : -", "3-2") == {
        "5-2": ("matching", "5-2 does not show 3, and only the tile laid last is open."),
    }
    arms = "6-6 6-5 : *6-3 5-3 3-1 / 6-4 / 4-3 / 6-2 : -"
    assert unplayable("sebastopol 4", arms, "6-3") == {
        "5-3": ("arms", "It fits only an arm that must wait for the others."),
        "3-1": ("matching", "3-1 does not show 6."),
    }
    assert unplayable("polyglot@ko 2 drew=1", "5-5 : *5-1 2-1 / 6-6 : -", "pass") == {
        "5-1": ("stuck", "A tile drawn in this turn may not be laid at once."),
        "2-1": ("matching", "2-1 does not show 5."),
    }
    assert unplayable("branching@hr 2 drew=1", "5-5 : *5-1 / 6-6 : 4-4", "draw") == {
        "5-1": ("stuck", "The whole stock has to be drawn first."),
    }


def test_what_else_was_possible() -> None:
    done = step("draw 2", "5-5 : *5-3 5-1 2-1 / 6-6 : 4-4 3-3 2-2", "5-3")
    assert done.alternatives == (Play("5-1", "5-5"), DRAW)
    assert [str(end) for end in done.exits] == ["5 of 5-5", "5 of 5-5"]
    assert str(done.hand) == "2-1 5-1 5-3"
    assert done.player == 0
    assert done.drawn is None


def test_a_draw_tells_the_tile() -> None:
    assert str(step("polyglot 2", "5-5 : *2-1 / 6-6 : 4-4", "draw").drawn) == "4-4"


# -- Points and endings ----------------------------------------------------------------------------


def test_points_in_play_are_told_with_their_arithmetic() -> None:
    done = step("muggins 2", "4-4 6-4@4-4 : *6-6 2-1 / 5-5 : -", "6-6")
    assert done.count is not None
    assert done.count.arithmetic == "12 + 8 = 20"
    assert done.points.points == 4
    told = done.remarks()
    assert told[1].sentence == "The ends count 20: Ann scores 4 points."
    assert told[1].axis == "in_play"
    one = step("muggins 2", "4-4 4-1@4-4 : *1-1 5-4 / 5-5 : -", "1-1")
    assert one.remarks()[1].sentence == "The ends count 10: Ann scores 2 points."
    single = step("fives-and-threes 2", "0-0 3-0@0-0 : *3-3 5-0 / 6-6 : -", "5-0")
    assert single.remarks()[1].sentence == "The ends count 8: Ann scores nothing."
    least = step("fives-and-threes 2", "2-0 : *2-1 5-0 / 6-6 : -", "5-0")
    assert least.remarks()[1].sentence == "The ends count 7: Ann scores nothing."
    three = step("fives-and-threes 2", "2-0 : *2-1 3-0 / 6-6 : -", "3-0")
    assert three.remarks()[1].sentence == "The ends count 5: Ann scores 1 point."
    silent = step("block 2", "5-5 : *5-3 2-1 / 6-6 : -", "5-3")
    assert silent.count is None
    assert silent.points.points == 0


def last_remark(rules: str, table: str, move: str) -> Remark:
    return step(rules, table, move).remarks()[-1]


def test_an_end_is_told_with_its_rule() -> None:
    out = last_remark("block 2", "5-5 : *5-3 / 6-6 : -", "5-3")
    assert (out.sentence, out.axis) == (
        "Ann has no tiles left: the round is over.",
        "round_end",
    )
    target = last_remark("muggins 2 before=59,0", "5-5 : *5-0 2-1 / 6-6 : -", "5-0")
    assert (target.sentence, target.axis) == ("Ann reaches 61: the match is over.", "reach")
    blocked = last_remark("block 2 passed=1", "5-5 : *2-1 / 6-6 : -", "pass")
    assert (blocked.sentence, blocked.axis) == (
        "Everyone has passed in turn: the round is blocked.",
        "round_end",
    )
    by_choice = last_remark("janod 2 passed=1", "5-5 : *2-1 / 6-6 : 4-4", "pass")
    assert by_choice.axis == "choice_block"


# -- Sources ---------------------------------------------------------------------------------------


def test_a_remark_names_its_source_and_how_sure_it_is() -> None:
    def source(rules: dl.RuleSet, axis: str) -> str:
        return Remark("", axis, rules.statements[axis]).source

    assert source(dl.rules("block"), "stuck") == "stated; manual 003, de, line 13"
    assert source(dl.rules("block"), "tie") == (
        "the leaflet is silent: our reading; manual 003, de, line 13"
    )
    assert source(dl.rules("muggins"), "end_double").startswith(
        "the leaflet contradicts itself: our reading; manual 003, de, "
    )
    assert source(dl.rules("muggins"), "matching") == (
        "taken over from block; manual 003, de, line 13"
    )
    assert source(dl.rules("block", tie="each"), "tie") == "a house rule"
    # The leaflet's general part is as good as the game's own text.
    assert source(dl.rules("block"), "direction") == "stated; manual 003, de, line 9"
    general = dl.rules("block").statements["direction"]
    assert general.inherited == "general"
    assert Remark("", "direction", replace(general, inherited="")).source == (
        "stated; manual 003, de, line 9"
    )


def test_a_step_prints_as_a_paragraph() -> None:
    done = step("block 2", "5-4 : *5-3 2-1 / 3-3 : -", "5-3")
    assert str(done).splitlines() == [
        "1. Ann lays 5-3 on 5-4, 5 to 5: nothing else is possible, and a tile that fits must be "
        "laid.  [the leaflet is silent: our reading; manual 003, de, line 13]",
        "   2-1 does not show 5 or 4.",
    ]


def test_a_round_that_is_not_over_is_told_up_to_whose_turn_it_is() -> None:
    assert dl.transcript(dl.Round.deal("block", 2, seed=1)).endswith("\nBen is to move.")


@pytest.mark.parametrize("name", dl.printings())
def test_every_round_of_every_printing_can_be_told(name: str) -> None:
    rules = dl.rules(name)
    for players in rules.counts:
        played = dl.play(rules, players, seed=21)
        for remark in opening_remarks(played, NAMES):
            assert remark.statement.axis == remark.axis
            assert "Ann" not in remark.sentence
        for done in played.steps:
            for remark in done.remarks(NAMES):
                assert remark.statement is rules.statements[remark.axis]
                assert rules.manual.number in remark.source
                assert "Ann" not in remark.sentence


def test_passing_and_drawing_are_told_apart_from_playing() -> None:
    round_ = read_position("polyglot 2 : 5-5 : *2-1 / 6-6 : 4-4")
    round_.push(DRAW)
    round_.push(PASS)
    assert [done.action.kind for done in round_.steps] == ["draw", "pass"]
    assert [done.result for done in round_.steps] == [None, None]
