"""The scoring dashboard without a page: rules at work, all rules at once, fives, links."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from functools import partial
from html import unescape
from itertools import combinations

import pytest

from apps.parts.stage import Event
from apps.scoring import catalog, disagree, final, likely, line, link, pictures, table, worked
from apps.scoring.catalog import PAGES
from apps.scoring.desk import TABS, Desk
from apps.scoring.events import ACTIONS
from apps.scoring.questions import question
from dominolab.errors import DominoError
from dominolab.rules import rules, rulesets
from dominolab.scoring import IN_PLAY
from dominolab.tiles import TILES

# -- Hands as they are typed -----------------------------------------------------------------------


def test_hands_are_read_and_written_alike() -> None:
    assert final.read("|6-4,3-3|2-1").text == "|6-4,3-3|2-1"
    assert final.read("4-6 33|12").text == "6-4,3-3|2-1"


def test_an_empty_hand_is_out_and_none_is_blocked() -> None:
    assert final.read("6-4||2-1").out == 1
    assert final.read("6-4|2-1").out is None


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("9-9|1-0", "In Ann's hand: '9-9' is not a tile"),
        ("6-4|6-4", "The tile 6-4 is there twice (Ann and Ben)."),
        ("6-4 4-6|1-0", "named twice"),
        (",".join(map(str, TILES)) + "|", "All 28 tiles are in hands"),
        ("|", "Ann and Ben have no tiles: only one player can be out."),
        ("6-4", "That is 1 hand: give 2 to 5"),
        ("1-0|2-0|3-0|4-0|5-0|6-0", "That is 6 hands"),
        ("<b>|1-0", "is not a tile"),
        ("6-4|" + "x" * 999, "too long"),
    ],
)
def test_nonsense_gets_a_sentence(text: str, says: str) -> None:
    with pytest.raises(DominoError, match=r"^[^\n]+$") as told:
        final.read(text)
    assert says in str(told.value)


def test_a_clicked_tile_moves_and_comes_back() -> None:
    hands = final.read("6-4|2-1")
    tile = hands.hands[1][0]
    assert hands.give(TILES[5], 0).give(TILES[5], 0) == hands
    assert hands.give(tile, 0).text == "6-4,2-1|"
    with pytest.raises(DominoError, match="only one player can be out"):
        final.read("|2-1").give(tile, 1)


def test_a_hand_can_have_any_number_of_spots() -> None:
    for spots in range(1, 169):
        assert final.hand_with(spots).pips == spots
    assert final.hand_with(0).pips == 0


# -- Rule by rule ----------------------------------------------------------------------------------


@pytest.mark.parametrize("page", list(PAGES.values()), ids=list(PAGES))
def test_every_rule_has_a_value_that_is_played_and_every_place_is_cited(page: catalog.Page) -> None:
    played = 0
    for value in catalog.values(page):
        for use in (*catalog.uses(page, value), *catalog.readings(page, value)):
            assert use.statement.citation.line
            assert use.languages
            played += not use.reading
    assert played
    assert len(catalog.values(page)) >= 2


@pytest.mark.parametrize("page", list(PAGES.values()), ids=list(PAGES))
def test_every_example_comes_out_as_its_leaflet_has_it(page: catalog.Page) -> None:
    assert catalog.examples(page)
    for example in catalog.examples(page):
        given = worked.load(page, worked.start(page), example)
        found = {variant.value: variant for variant in worked.variants(page, given)}
        variant = found[example.rules.statements[page.axis].value]
        data = example.data
        sheets = [score.points for who, score in variant.sheets if who != "The ends"]
        if "turn" in data:
            assert sheets[-1] == data["turn"]
        elif "reached" in data:
            assert ("the match is over" in variant.outcome) == data["reached"]
        elif "collected" in data:
            assert sheets == data["scores"]
        elif "points" in data:
            assert sheets[-1] == data["points"]
        else:
            assert sum(sheets) == sum(data["scores"])


def test_all_uses_together_are_every_printing_once() -> None:
    page = PAGES["blocked-points"]
    ids = [
        f"{use.game}@{language}"
        for value in catalog.values(page)
        for use in catalog.uses(page, value)
        for language in use.languages
    ]
    assert len(ids) == len(set(ids))
    assert {id_.partition("@")[0] for id_ in ids} == set(rulesets()) - {
        "fives-and-threes",
        "sebastopol",
    }


def test_the_four_ways_to_count_a_blocked_round() -> None:
    page = PAGES["blocked-points"]
    found = {v.value: v.sheets[0][1] for v in worked.variants(page, worked.start(page))}
    assert {value: score.arithmetic for value, score in found.items()} == {
        "opponents": "8 + 11 = 19",
        "minus-own": "8 + 11 - 3 = 16",
        "per-opponent": "8 - 3 + 11 - 3 = 13",
        "all-hands": "3 + 8 + 11 = 22",
        "tiles": "1 + 1 - 1 = 1",
    }


def test_a_page_says_when_its_hands_cannot_part_the_readings() -> None:
    def told(rule: str, hands: str) -> str:
        page = PAGES[rule]
        given = replace(worked.start(page), final=final.read(hands))
        return worked.undecided(page, given, worked.variants(page, given))

    assert "Give Ann a tile" in told("blocked-points", "|6-4|2-1")
    assert "Empty a hand" in told("out", "6-4|2-1|1-1")
    assert not told("blocked-points", "2-1|4-4|6-5")
    assert not told("blocked-winner", "6-6|1-0,2-0")


def test_a_sum_in_tiles_has_every_term_and_its_result() -> None:
    by_five = "Ann 16 Ben's spots divided by 5, rounded up = equals 4"
    assert heard("muggins", "|6-4,3-3") == by_five
    less = "Ann 8 Ben's spots + plus 11 Cy's spots − minus 3 Ann's spots = equals 16"
    assert heard("polyglot", "2-1|4-4|6-5") == less


def heard(id_: str, hands: str) -> str:
    """Return Ann's arithmetic as its text alone tells it."""
    score = table.score(rules(id_), final.read(hands)).end.sheets[0]
    words = re.sub(r"<svg.*?</svg>|<[^>]+>", " ", pictures.sheet("Ann", score))
    return " ".join(unescape(words).split())


# -- All rules at once -----------------------------------------------------------------------------


@pytest.mark.parametrize("preset", list(disagree.PRESETS.values()), ids=list(disagree.PRESETS))
def test_every_preset_shows_its_disagreement_and_why(preset: disagree.Preset) -> None:
    one, other = preset.rulesets
    assert table.score(one, preset.final).key != table.score(other, preset.final).key
    assert table.why(one, other, preset.final)


def test_the_table_has_every_ruleset_and_the_printings_that_score_otherwise() -> None:
    rows = table.table(final.read("4-0,1-0|4-2|4-4|6-6"))
    assert [row.rules.game for row in rows if row.rules.id == row.rules.game] == list(rulesets())
    assert {row.rules.id for row in rows} - set(rulesets()) == {"janod@en", "branching@it"}
    ids = [id_ for row in rows for id_ in row.ids]
    assert len(ids) == len(set(ids)) == 103


def test_a_row_says_why_it_is_not_as_most() -> None:
    rows = {row.rules.id: row for row in table.table(final.read("2-1|4-4|6-5"))}
    assert [s.axis for s in rows["polyglot"].reasons] == ["score_blocked"]
    assert [s.axis for s in rows["muggins"].reasons] == ["conversion"]
    assert rows["sebastopol"].outcome == "For 4 players only."


@pytest.mark.parametrize(("one", "other"), list(combinations(rulesets(), 2)))
def test_found_hands_really_disagree(one: str, other: str) -> None:
    first, second = rules(one), rules(other)
    players = disagree.common_players(first, second)
    assert players
    found = disagree.find(first, second, players[-1])
    if found is not None:
        assert table.score(first, found.final).key != table.score(second, found.final).key
    else:
        same = {("block", "draw"), ("ukrainian", "ukrainian-one-draw"), ("polyglot", "branching")}
        assert (one, other) in same or "sebastopol" in (one, other)


# -- Fives and threes ------------------------------------------------------------------------------


def test_every_pair_of_ends_has_a_line_that_counts_as_the_grid_says() -> None:
    for rule in IN_PLAY:
        for row in line.grid(rule):
            for cell in row:
                layout = line.read(cell.text)
                assert sorted(line.ends(layout)) == sorted((cell.left, cell.right))
                assert line.count(layout).points == cell.counted.points
                assert IN_PLAY[rule](cell.counted.points).points == cell.points.points


def test_the_totals_that_cannot_occur_and_the_best_one() -> None:
    assert list(line.impossible()) == [19, 21, 23, 24]
    total, score = line.best_totals("fives-and-threes")[0]
    assert (total, score.points) == (15, 8)
    assert line.best_totals("fives")[0][0] == 20


def test_a_line_is_read_back_as_it_is_written() -> None:
    layout = line.read("5-5 5-3@5-5 6-5@5-5")
    assert line.read(line.write(layout)) == layout


@pytest.mark.parametrize(
    "text", ["", "7,3", "6-4,3", "5-5,5-5", "1,2,3", "5-5 6-4@5-5", "x" * 999, "²,3", "5-5 5-5@5-5"]
)
def test_ends_that_are_none_get_a_sentence(text: str) -> None:
    with pytest.raises(DominoError, match=r"^[^\n]+$"):
        line.read(text)


def test_rounds_played_give_shares_that_add_up() -> None:
    sampling = likely.Sampling(rules("muggins"), 2)
    sampling.more(60)
    shares = sampling.likelihoods(line.TOTALS)
    assert sum(entry.plays for entry in shares) == sampling.plays
    assert sum(entry.share for entry in shares) == pytest.approx(1)
    assert all(not shares[total].plays for total in line.impossible())


# -- The desk and its links ------------------------------------------------------------------------


def test_a_mistake_changes_nothing_and_keeps_what_was_typed() -> None:
    desk = Desk()
    before = link.write(desk)
    assert not desk.attempt("hands", lambda: desk.type_hands("9-9|1-0"), "9-9|1-0")
    assert link.write(desk) == before
    assert desk.typed["hands"] == "9-9|1-0"
    assert "9-9" in desk.complaint("hands")
    assert desk.attempt("hands", lambda: desk.type_hands("6-6|1-0"))
    assert not desk.complaint("hands")


@pytest.mark.parametrize("rule", list(PAGES))
def test_a_rule_s_page_comes_back_from_its_link(rule: str) -> None:
    desk = Desk()
    desk.show_rule(rule)
    for number in range(0, len(catalog.examples(desk.page)), 5):
        desk.load_example(str(number))
        again = link.read(link.write(desk))
        assert not again.problems
        assert worked.variants(again.page, again.here) == worked.variants(desk.page, desk.here)
        assert link.write(again) == link.write(desk)


@pytest.mark.parametrize("tab", list(TABS))
def test_every_part_comes_back_from_its_link(tab: str) -> None:
    desk = Desk()
    desk.show_tab(tab)
    desk.predict = desk.fives.counts = desk.all.readings = desk.drill.timed = True
    again = link.read(link.write(desk))
    assert not again.problems
    assert link.write(again) == link.write(desk)


@pytest.mark.parametrize("rule", list(PAGES))
def test_rules_of_another_game_in_a_link_do_no_harm(rule: str) -> None:
    from apps.scoring.dashboard import PAGES as SHOWN

    for by in rulesets():
        for hands in ("|1-0", "|1-0|6-5", "|1-0|6-5|2-1", "4-4|1-0|6-5|2-1|0-0"):
            desk = link.read({"tab": "rules", "rule": rule, "by": by, "hands": hands})
            assert "".join(SHOWN["rules"](desk).values())
            assert link.read(link.write(desk)).given[rule] == desk.given[rule]


def test_back_brings_one_part_back_and_leaves_the_others_as_they_are() -> None:
    desk = Desk()
    desk.show_tab("practice")
    before = link.write(desk)
    asked = desk.drill.session.question
    points = "" if asked.points is None else str(asked.points)
    desk.drill.answer(asked.right[0] if asked.right else "", points)
    desk.drill.go_on()
    desk.show_tab("all")
    desk.type_hands("6-6|1-0")
    again = link.read(before, desk)
    assert again.drill.session.at == 1
    again.show_tab("all")
    assert again.final.text == "6-6|1-0"
    fresh = link.read({"tab": "all"}, desk)
    assert fresh.final == Desk().all.final


@pytest.mark.parametrize("rule", list(PAGES))
def test_every_rule_can_be_practised(rule: str) -> None:
    desk = Desk()
    desk.show_rule(rule)
    assert desk.practise_rule() == desk.drill.session.question.text
    assert desk.tab == "practice"
    page = PAGES[rule]
    for index in range(6):
        asked = question(desk.drill.setting, index)
        assert catalog.applies(asked.rules, page)
        assert not page.pairs or len(asked.teams[0]) == 2
        if asked.final is not None and page.needs == "hands":
            assert asked.final.out is None or page.axis not in worked.WHEN_BLOCKED
            assert asked.final.out is not None or page.axis not in worked.WHEN_OUT


def test_what_was_typed_goes_with_its_sentence() -> None:
    desk = Desk()
    desk.attempt("hands", lambda: desk.type_hands("9-9|1-0"), "9-9|1-0")
    assert desk.attempt("tab", lambda: desk.show_tab("all"))
    assert not desk.typed
    assert not desk.complaint("hands")


def test_where_no_tile_is_left_for_another_player_it_is_said() -> None:
    crowded = final.read(",".join(map(str, TILES[1:-1])) + f"|{TILES[-1]}")
    with pytest.raises(DominoError, match="No tile is left for another player"):
        crowded.seats(3)


SCRIPT = "<script>alert(1)</script>"
HOSTILE = [SCRIPT, "x" * 9999, "-1", "9" * 50, "6-6|6-6", "'\"²%00"]
KEYS = """rule hands line first second target before tie by predict readings one other double counts mine
seed n kinds games level how sides timed paper parts""".split()  # noqa: SIM905 - read as a line


@pytest.mark.parametrize("tab", list(TABS))
@pytest.mark.parametrize("junk", HOSTILE)
def test_whatever_a_link_holds_the_page_opens_and_says_what_it_could_not_read(
    tab: str, junk: str
) -> None:
    from apps.scoring.dashboard import PAGES as SHOWN

    for key in KEYS:
        desk = link.read({"tab": tab, key: junk})
        html = "".join(SHOWN[desk.tab](desk).values())
        assert "<script>" not in html
        assert "<img" not in html
    desk = link.read({"tab": tab, **dict.fromkeys(KEYS, junk)})
    assert desk.problems
    "".join(SHOWN[desk.tab](desk).values())


VALUES = [
    *("0", "1", "3", "99", "-1", "", "x", "9-9", "|", "|6-4", "6-6|1-0", "6-4|6-4", "5-5,5", "4-4"),
    *("5,5", "<b>", "fives", "out", "blocked", "alone", "pairs", "A4", "key", "5-4@5-5"),
    *(*map(str, TILES), *PAGES, *TABS, *disagree.PRESETS, *rulesets()),
]
NAMED = ("first", "second", "before", "target", "one", "other", "play", "end", "muggins", "zz")


@pytest.mark.parametrize("seed", range(12))
def test_whatever_a_reader_does_the_page_stands_and_its_link_brings_it_back(seed: int) -> None:
    from apps.scoring.dashboard import PAGES as SHOWN

    dice = random.Random(seed)
    desk = Desk()
    for _ in range(60):
        place, action = ACTIONS[dice.choice(sorted(ACTIONS))]
        event = Event("", dice.choice(VALUES), {"name": dice.choice(NAMED)})
        before = link.write(desk)
        if not desk.attempt(place, partial(action, desk, event), event.value):
            assert link.write(desk) == before, "a mistake changes nothing"
        assert "".join(SHOWN[desk.tab](desk).values())
        again = link.read(link.write(desk))
        assert not again.problems
        assert link.write(again) == link.write(desk)


def test_a_tile_that_fits_at_both_ends_asks_where() -> None:
    desk = Desk()
    desk.show_tab("fives")
    desk.fives.start_line("6-4")
    desk.fives.lay("6-6")
    assert [str(play) for play in desk.fives.line.plays] == ["6-4", "6-6@6-4"]
    desk.fives.start_line("5-5")
    desk.fives.lay("5-3")
    desk.fives.lay("5-4")
    desk.fives.start_line("6-4")
    desk.fives.lay("5-4")
    desk.fives.lay("6-5")
    assert desk.fives.laying is not None
    desk.fives.lay("6-5@5-4")
    assert len(desk.fives.line) == 3
    assert not desk.attempt("lay", lambda: desk.fives.lay("1-1"))
    assert "does not fit" in desk.complaint("lay")
