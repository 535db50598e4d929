"""RuleSets: found by id, changed by house rules, never by hand; the impossible is refused."""

from __future__ import annotations

import pickle

import pytest

import dominolab as dl
from dominolab.axes import AXES
from dominolab.errors import RuleError
from dominolab.rules import plain_house


@pytest.mark.parametrize("name", dl.printings())
def test_every_printing_is_found_and_says_what_it_is(name: str) -> None:
    rules = dl.rules(name)
    game, _, language = name.partition("@")
    assert (rules.game, rules.language) == (game, language)
    assert rules.id in (name, game)
    assert rules.manual.name
    assert rules.title
    assert rules.counts
    for players in rules.counts:
        sides = rules.teams(players)
        assert sorted(p for side in sides for p in side) == list(range(players))
        assert rules.hand[players] * players <= 28


def test_only_the_five_game_leaflet_has_pairs() -> None:
    for name in dl.rulesets():
        rules = dl.rules(name)
        if 4 in rules.counts:
            pairs = rules.teams(4) == ((0, 2), (1, 3))
            assert pairs == (rules.manual.number == "003"), name


def test_a_house_rule_makes_another_ruleset_and_leaves_the_printed_one() -> None:
    printed = dl.rules("janod")
    house = printed.replace(tie="each")
    assert house.tie == "each"
    assert printed.tie != "each"
    assert dict(house.house) == {"tie": "each"}
    assert house.statements["tie"].house
    assert house.replace(tie=printed.tie) == printed
    assert house != printed
    assert house != "janod"
    assert hash(house) == hash(dl.rules("janod", tie="each"))
    assert repr(house) == "rules('janod', tie='each')"


def test_rules_cannot_be_changed_by_hand() -> None:
    with pytest.raises(TypeError):
        dl.rules("janod").tie = "each"


def test_rules_travel_to_another_process() -> None:
    house = dl.rules("polyglot@ko", tie="each", target=50)
    assert pickle.loads(pickle.dumps(house)) == house
    assert plain_house(house) == {"tie": "each", "target": 50}


@pytest.mark.parametrize("players", [0, 1, 5, 6, True, "2", 2.0, None])
def test_a_number_of_players_that_the_manual_does_not_allow_is_refused(players: object) -> None:
    with pytest.raises(RuleError, match=r"players = .*: block is for 2, 3 or 4 players\."):
        dl.rules("block").check_players(players)


@pytest.mark.parametrize(
    ("name", "house", "says"),
    [
        ("block", {"target": -3}, "target = -3 is not possible: a whole number"),
        ("block", {"target": "many"}, "target = 'many'"),
        ("block", {"tie": "maybe"}, "tie = 'maybe' is not possible: choose"),
        ("block", {"nonsense": 1}, "no axis 'nonsense'"),
        ("block", {"hand": {2: 20, 3: 7, 4: 7}}, "hand = "),
        ("block", {"hand": {2: 7}}, "hand = .* must say how many tiles 3 or 4 players take"),
        ("block", {"hand": "nonsense"}, "hand = 'nonsense'"),
        ("block", {"players": (2, 9)}, "players = "),
        ("block", {"players": "x"}, "players = 'x'"),
        ("muggins", {"branching": "every-double"}, "in_play = "),
        ("block", {"arms": "all-first"}, "arms = "),
        ("branching", {"matching": "last-tile"}, "matching = "),
        ("block", {"able": "may-draw"}, "able = "),
        ("block", {"opener_draw": "yes"}, "opener_draw = "),
        ("block", {"choice_block": "play-on"}, "choice_block = "),
        ("polyglot", {"no_double": "ignored"}, "no_double = "),
        ("block", {"target_list": "a,b"}, "target_list = "),
        ("block", {"target": 7, "target_list": (5, 10)}, "target = 7"),
    ],
)
def test_the_impossible_is_refused_in_a_sentence_that_names_axis_value_and_what_is_possible(
    name: str, house: dict[str, object], says: str
) -> None:
    with pytest.raises(RuleError, match=says) as error:
        dl.rules(name).replace(**house)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("name", ["chess", "", "block@xx", "block@", "@de"])
def test_an_unknown_id_says_which_there_are(name: str) -> None:
    with pytest.raises(RuleError, match="choose"):
        dl.rules(name)


def test_an_id_is_a_text() -> None:
    with pytest.raises(RuleError, match="is a text such as"):
        dl.rules(7)  # type: ignore[arg-type]


def test_every_reading_of_every_ruleset_can_be_played_as_a_house_rule() -> None:
    tried = 0
    for name in dl.printings():
        rules = dl.rules(name)
        for axis, statement in rules.statements.items():
            for reading in statement.readings:
                try:
                    house = rules.replace(**{axis: reading.value})
                except RuleError:
                    continue  # it needs another axis to change with it
                tried += 1
                assert dl.play(house, house.counts[0], 1).over
    assert tried > 300, tried


def test_rules_show_themselves_with_every_axis_and_source() -> None:
    rules = dl.rules("muggins@fr", tie="each")
    text, html = str(rules), rules._repr_html_()
    for axis in AXES:
        assert axis in text
    assert html.count("<tr>") == len(AXES) + 1
    assert "house rule" in text
    assert "house rule" in html


def test_no_way_to_change_rules_is_left_open() -> None:
    rules = dl.rules("janod")
    with pytest.raises(TypeError):
        rules.param.update(tie="each")
    with pytest.raises(TypeError, match=r"make other rules with replace\(tie=\.\.\.\)"):
        rules.plan.tie = "each"
    with pytest.raises(TypeError, match="tie cannot be taken away"):
        del rules.plan.tie
    for table in (rules.statements, rules.house, rules.hand):
        with pytest.raises(TypeError):
            table["tie"] = "each"  # type: ignore[index]
    assert dl.rules("janod").tie == "nobody"


def test_a_house_rule_that_is_the_printed_rule_is_none() -> None:
    assert dl.rules("janod", tie="nobody") == dl.rules("janod")
    assert dict(dl.rules("janod", tie="nobody").house) == {}
    assert dl.rules("polyglot") == dl.rules("polyglot@en")
    assert dl.rules("polyglot").id == "polyglot"
