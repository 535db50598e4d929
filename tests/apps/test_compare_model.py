"""The comparison without a page: tables, the field, partings, simulations, links."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from itertools import pairwise

import pytest

from apps.comparing import table as tables
from apps.comparing import worth
from apps.comparing.deal_html import play_deal, search_axes, search_axis
from apps.comparing.examples import TOUR, example, exchanged, tour
from apps.comparing.field import field
from apps.comparing.model import State, read
from apps.comparing.parting import OPENING, Setting, deals_that_matter, first_parting, part
from dominolab.axes import AXES, GROUPS
from dominolab.difference import diff
from dominolab.errors import DominoError
from dominolab.match import play
from dominolab.rules import rules, rulesets
from dominolab.simulate import compare, simulate_matches


def table(*ids: str, **arranged: object) -> tables.Table:
    return replace(tables.Table(tuple(rules(id_) for id_ in ids)), **arranged)  # type: ignore[arg-type]


# -- Side by side ----------------------------------------------------------------------------------


def test_it_opens_on_the_two_manuals_that_differ_most_with_the_differences_only() -> None:
    state = State()
    one, other = state.columns
    assert one.manual is not other.manual
    most = diff(one, other).distance
    for a in rulesets():
        for b in rulesets():
            if rules(a).manual is not rules(b).manual:
                assert diff(a, b).distance <= most
    assert len(state.table.rows()) == most
    assert all(row.differs for row in state.table.rows())


def test_rows_stand_in_the_order_of_play() -> None:
    rows = table("polyglot", "muggins", every=True).rows()
    assert [row.axis for row in rows] == list(AXES)
    groups = [group for group, _ in table("polyglot", "muggins", every=True).groups()]
    assert groups == [group for group in GROUPS if group in groups]


def test_search_finds_what_is_said_in_the_cells_and_every_word_counts() -> None:
    found = table("polyglot", "muggins", every=True, search="LOT highest").rows()
    assert "lot" in [row.axis for row in found]
    assert not table("polyglot", "muggins", every=True, search="zebra").rows()


def test_hidden_rows_are_gone_and_the_summary_says_so() -> None:
    full = table("polyglot", "muggins")
    fewer = replace(full, hidden=frozenset({full.rows()[0].axis}))
    assert len(fewer.rows()) == len(full.rows()) - 1
    assert f"{len(fewer.rows())} are shown" in fewer.summary


def test_a_row_moves_past_its_neighbour_and_back() -> None:
    found = table("polyglot", "muggins")
    names = [row.axis for row in found.rows()]
    moved = replace(found, order=found.moved(names[2], -1))
    assert [row.axis for row in moved.rows()] == [names[0], names[2], names[1], *names[3:]]
    back = replace(moved, order=moved.moved(names[2], 1))
    assert [row.axis for row in back.rows()] == names
    assert found.moved(names[0], -1) == ()


def test_six_stand_side_by_side_but_no_seventh_and_never_one() -> None:
    state = State()
    for id_ in [id_ for id_ in rulesets() if rules(id_) not in state.columns][:4]:
        state = state.add(rules(id_))
    assert len(state.table.rows()[0].statements) == 6
    with pytest.raises(DominoError, match="At most 6"):
        state.add(rules("polyglot@vi"))
    with pytest.raises(DominoError, match="already there"):
        State().add(State().columns[0])
    with pytest.raises(DominoError, match="needs two"):
        State().remove(0)


def test_csv_and_markdown_and_page_hold_the_same_cells() -> None:
    found = table("polyglot", "polyglot@vi", "janod", every=True)
    lines = list(csv.DictReader(io.StringIO(tables.to_csv(found))))
    assert [line["axis"] for line in lines] == list(AXES)
    markdown, page = tables.to_markdown(found), tables.to_page(found)
    assert markdown.count("\n") == len(AXES) + 2
    for line in lines:
        words = rules("polyglot@vi").statements[line["axis"]].words
        assert line["polyglot@vi"] == words
        assert words in markdown
    assert page.count("<tr") == len(AXES) + len(GROUPS) + 1
    assert "<script" not in page


# -- The whole field -------------------------------------------------------------------------------


def test_distances_are_those_of_the_library_and_the_same_both_ways() -> None:
    whole = field()
    for one in whole.ids:
        assert whole.distance(one, one) == 0
        for other in whole.ids:
            assert whole.distance(one, other) == whole.distance(other, one)
            if one != other:
                assert whole.distance(one, other) == diff(one, other).distance


def test_groups_hold_every_ruleset_once_and_the_closest_two_together() -> None:
    whole = field()
    members = [id_ for cluster in whole.groups for id_ in cluster.members]
    assert sorted(members) == sorted(rulesets())
    assert 3 <= len(whole.groups) <= 5
    assert any(set(whole.closest()) <= set(cluster.members) for cluster in whole.groups)


def test_a_cell_of_the_heat_map_knows_who_shares_it() -> None:
    whole = field()
    for axis in whole.axes:
        for id_ in whole.ids:
            value = rules(id_).statements[axis].value
            same = [o for o in whole.ids if o != id_ and rules(o).statements[axis].value == value]
            assert list(whole.cell(id_, axis).shared) == same


# -- The same deal, two rulebooks ------------------------------------------------------------------


def test_rounds_of_a_deal_are_the_rounds_of_the_library() -> None:
    setting = Setting(3, 5, "random")
    assert setting.play(rules("janod")).round == play("janod", 3, 5, "random")


@pytest.mark.parametrize("seed", range(1, 13))
def test_up_to_the_parting_both_rounds_are_alike_and_there_they_are_not(seed: int) -> None:
    found = part(Setting(2, seed), rules("polyglot"), rules("polyglot@ko"))
    one, other = found.one.moments, found.other.moments
    at = found.moment
    if at is None:
        assert one == other
    else:
        assert one[:at] == other[:at]
        assert one[at] != other[at]


@pytest.mark.parametrize(("id_", "axis"), TOUR)
def test_a_single_changed_axis_is_the_one_that_is_blamed(id_: str, axis: str) -> None:
    case = next(c for c in tour() if (c.printing.id, c.axis) == (id_, axis))
    *_, answer = case.search()
    assert answer.parting is not None
    assert answer.parting.axes == (axis,)
    assert not answer.parting.together


def test_the_blamed_axes_taken_over_really_make_the_other_round() -> None:
    one, other = rules("janod"), rules("fives-and-threes")
    for seed in range(1, 9):
        found = part(Setting(2, seed), one, other)
        assert found.moment is not None
        values = {axis: other.statements[axis].value for axis in found.axes}
        if found.together:
            played = found.setting.play(one.replace(**values))
            at = first_parting(played, found.other)
            assert at is None or at > found.moment


def test_five_players_are_refused_in_place_and_the_rest_is_played() -> None:
    deal = play_deal(Setting(5, 1), (rules("polyglot"), rules("block"), rules("polyglot@vi")))
    assert [lane.played is None for lane in deal.lanes] == [False, True, False]
    assert "2, 3 or 4 players" in deal.lanes[1].refusal
    assert len(deal.partings) == 1
    assert deal.parts_at is not None
    assert deal.partings[0].axes == ("direction",)


def test_a_found_deal_ends_differently_because_of_the_axis_alone() -> None:
    one, other = rules("polyglot"), rules("muggins")
    *_, last = deals_that_matter(one, other, "stuck", Setting(2, 0))
    assert last.found is not None
    setting = last.found.setting
    assert setting.seed == last.tried
    changed = one.replace(stuck=other.stuck)
    assert setting.play(one).outcome != setting.play(other).outcome
    assert setting.play(one).outcome != setting.play(changed).outcome


def test_only_rules_that_can_be_taken_over_alone_are_searched_for() -> None:
    janod, other = rules("janod"), rules("fives-and-threes")
    axes = search_axes(janod, other)
    assert "opener" in diff(janod, other).axes
    assert "opener" not in axes
    for axis in axes:
        assert diff(janod, janod.replace(**{axis: other.statements[axis].value})).axes == (axis,)


def test_a_search_begins_with_the_rule_that_has_just_parted_the_deal() -> None:
    deal = play_deal(Setting(2, 1), (rules("polyglot"), rules("polyglot@ko")))
    assert search_axis(deal, "") == deal.partings[0].axes[0] == "stuck"
    assert search_axis(deal, "nonsense") == "stuck"


def test_only_the_lanes_that_part_at_a_moment_are_marked() -> None:
    columns = (rules("polyglot"), rules("janod"), rules("muggins"))
    deal = play_deal(Setting(2, 1), columns)
    first, second = (parting.moment for parting in deal.partings)
    assert first is not None
    assert second is not None
    assert first < second
    assert deal.parting_at(first) == [columns[0], columns[1]]
    assert deal.parting_at(second) == [columns[0], columns[2]]
    assert deal.parting_at(second + 1) == []


def test_the_search_gives_up_after_its_limit_and_tells_each_deal() -> None:
    # With two players it makes no difference which way round they sit.
    one = rules("polyglot")
    steps = list(deals_that_matter(one, rules("polyglot@vi"), "direction", Setting(2, 0), 25))
    assert [step.tried for step in steps] == list(range(1, 26))
    assert steps[-1].found is None


# -- Positions that show a rule --------------------------------------------------------------------


def test_the_tour_has_ten_cases_from_several_manuals_each_with_its_evidence() -> None:
    cases = tour()
    assert len(cases) == 10
    assert len({case.printing.manual.id for case in cases}) >= 4
    for case in cases:
        assert case.difference in case.printing.statements[case.axis].differences
        assert case.value != case.reference.statements[case.axis].value
        assert 0 < len(case.difference.phrase.split()) <= 6


def test_the_position_of_a_case_stands_before_the_parting() -> None:
    for case in tour():
        *_, answer = case.search()
        found = answer.parting
        assert found is not None
        assert found.moment is not None
        if found.moment >= OPENING:
            one, other = found.one.position(found.moment), found.other.position(found.moment)
            assert (one.hands, str(one.layout)) == (other.hands, str(other.layout))
            assert found.one.say(found.moment) != found.other.say(found.moment)


def test_a_rule_that_cannot_be_taken_over_is_given_to_the_other_ruleset() -> None:
    janod, other = rules("janod"), rules("fives-and-threes")
    with pytest.raises(DominoError):
        janod.replace(opener=other.opener)
    pair = exchanged(janod, "opener", other.opener, other)
    assert pair is not None
    assert diff(*pair).axes == ("opener",)
    assert exchanged(janod, "opener", other.opener) is None


def test_a_rule_for_rare_hands_is_found_by_looking_at_many_deals() -> None:
    found = example(rules("muggins"), "no_double", "heaviest").parting
    assert found is not None
    assert found.axes == ("no_double",)


# -- What a rule is worth --------------------------------------------------------------------------


def ask(rounds: int = 250, players: int = 2, *ids: str) -> worth.Ask:
    names = ids or ("polyglot", "muggins")
    return worth.Ask(tuple(map(rules, names)), players, rounds, "random", 7)


def test_a_simulation_in_chunks_is_the_librarys_simulation() -> None:
    *steps, last = worth.run(ask())
    whole = compare("polyglot", "muggins", 2, 250, "random", 7)
    assert last.finished
    assert last.comparison == whole
    assert all(before.done <= after.done for before, after in pairwise(steps))


def test_the_rounds_to_the_target_are_those_of_the_librarys_matches() -> None:
    *_, last = worth.run(ask())
    for rules_, tally in zip(last.ask.playable, last.to_target, strict=True):
        matches = simulate_matches(rules_, 2, last.ask.matches, "random", 7)
        assert tally == matches["rounds"]


def test_the_same_ask_gives_the_same_numbers() -> None:
    *_, one = worth.run(ask(120))
    *_, two = worth.run(ask(120))
    assert worth.to_csv(one) == worth.to_csv(two)


def test_every_measure_of_the_issue_is_there_with_an_interval_around_it() -> None:
    *_, last = worth.run(ask())
    names = [row.name for row in last.rows()]
    assert names == [*worth.MEASURES, "rounds"]
    for row in last.rows():
        for estimate in row.estimates:
            assert estimate is not None
            assert estimate.low <= estimate.value <= estimate.high


def test_a_ruleset_for_fewer_players_is_left_out_and_says_why() -> None:
    asked = ask(100, 5, "polyglot", "block")
    *_, last = worth.run(asked)
    assert [r.id for r in asked.playable] == ["polyglot"]
    assert "2, 3 or 4 players" in asked.refusal(rules("block"))
    assert last.comparison is None
    assert last.rows()[0].difference is None
    with pytest.raises(DominoError, match="block is for"):
        list(worth.run(ask(10, 5, "block", "draw")))


def test_no_target_means_no_rounds_to_it() -> None:
    *_, last = worth.run(ask(50, 2, "janod", "block"))
    assert "rounds" not in [row.name for row in last.rows()]


# -- Links -----------------------------------------------------------------------------------------

STATES = [
    State(),
    State(
        every=True, search="lot", hidden=frozenset({"tie"}), order=("target",), cell=("opener", 1)
    ),
    State(columns=(rules("polyglot@vi"), rules("block", tie="each"), rules("janod"))),
    State(part="field"),
    State(part="field", look=("muggins", "block", "conversion")),
    State(part="languages", manual="branching", sort="most", at=("hr", "stuck")),
    State(part="languages").at_stop(7),
    State(part="deal", players=4, seed=99, bots="random", moment=5, axis="opener"),
    State(part="worth", players=3, rounds=500, change="tie=each", run=True),
]


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.part)
def test_a_link_brings_back_the_state(state: State) -> None:
    found, problems = read(state.to_link())
    assert problems == []
    assert found == state


HOSTILE = [
    {"vs": "<script>alert(1)</script>"},
    {"vs": "~" * 300},
    {"vs": "polyglot~polyglot~polyglot"},
    {"vs": "polyglot tie=<img>~muggins hand=9:9"},
    {"part": "../../etc/passwd"},
    {"find": "<b onmouseover=x>" * 50},
    {"hide": "tie,<x>,__class__"},
    {"order": "a,b,c," * 100},
    {"cell": "opener.9"},
    {"cell": "__init__.1"},
    {"part": "languages", "manual": "polyglot", "at": "xx.yy"},
    {"part": "languages", "tour": "99999999999999999999"},
    {"part": "field", "look": "janod~janod~opener"},
    {"part": "field", "look": "~~~~"},
    {"part": "deal", "players": "-3", "seed": "1e9", "bots": "rm -rf", "moment": "٣"},
    {"part": "worth", "rounds": "999999999999", "change": "target=0", "run": "yes"},
    {"part": "worth", "change": "opener=highest-double"},
    {"vs": "x" * 100_000},
]


@pytest.mark.parametrize("link", HOSTILE, ids=str)
def test_a_link_that_cannot_be_read_opens_all_the_same_and_says_so(link: dict[str, str]) -> None:
    state, problems = read(link)
    assert 2 <= len(state.columns) <= 6
    assert problems
    assert all(problem.endswith(".") and len(problem) < 400 for problem in problems)
    again, more = read(state.to_link())
    assert more == []
    assert again.to_link() == state.to_link()
