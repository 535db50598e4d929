"""Every worked example of the manuals, computed as the library scores it.

The examples stand in the manuals' data files beside the rule that they show; each test is named
after its manual and line. Where the shared reading of the manuals is present, a second part makes
sure that none of its examples is missing here.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

import dominolab as dl
from dominolab.manuals import load_all
from dominolab.match import Match
from dominolab.rules import RuleSet
from dominolab.scoring import (
    IN_PLAY,
    End,
    Score,
    Settlement,
    converted,
    pairs_difference,
    score_ends,
    settle,
    with_more,
)
from dominolab.tiles import Hand, Tile

SHARED = Path(__file__).parents[2] / "shared" / "rules" / "leaflets-001-004.json"

Example = Mapping[str, Any]


def all_examples() -> Iterator[tuple[str, str, Example]]:
    for manual in load_all():
        for game in manual.games.values():
            for example in game.examples:
                yield manual.number, game.id, example


def named(number: str, game: str, example: Example) -> str:
    language = f"@{example['language']}" if "language" in example else ""
    return f"manual {number} line {example['line']} {game}{language} {example['axis']}"


def rules_of(game: str, example: Example) -> RuleSet:
    name = f"{game}@{example['language']}" if "language" in example else game
    return dl.rules(name, **example.get("house", {}))


def hands_of(text: str) -> list[Hand]:
    return [Hand.parse(hand) for hand in text.split("|")]


def ends_of(text: str) -> list[End]:
    """Read `5-5,0`: a double at an end names itself, a digit any other; one tile is a lone lead."""
    words = text.split(",")
    if len(words) == 1:
        tile = Tile.parse(words[0])
        return [(tile, tile.high), (tile, tile.low)]
    doubles = [Tile.parse(word) if "-" in word else None for word in words]
    return [
        (None, int(word)) if tile is None else (tile, tile.high)
        for word, tile in zip(words, doubles, strict=True)
    ]


def settled(rules: RuleSet, hands: Sequence[Hand], out: int | None) -> Settlement:
    return settle(rules.plan, hands, rules.teams(len(hands)), out=out)


def reaches(rules: RuleSet, before: int, gain: int) -> bool:
    """Return whether a side with *before* points that gains *gain* has won the match."""
    match = Match(rules, 2, seed=1)
    round_ = dl.Round.deal(rules, 2, seed=1, before=(before, 0), first=False)
    round_.result = dl.play(rules, 2, seed=1).result
    assert round_.result is not None
    round_.result = round_.result._replace(scores=(gain, 0))
    match.rounds = [round_]
    return match.over


@pytest.mark.parametrize(
    ("number", "game", "example"),
    [pytest.param(*entry, id=named(*entry)) for entry in all_examples()],
)
def test_worked_example(number: str, game: str, example: Example) -> None:
    rules = rules_of(game, example)
    if "hands" in example:
        assert bool(example.get("blocked")) == ("out" not in example)
        end = settled(rules, hands_of(example["hands"]), example.get("out"))
        assert list(end.winner) == example["winner"]
        assert list(end.scores) == example["scores"]
    elif "ends" in example:
        count, points = score_ends(rules.in_play, ends_of(example["ends"]), rules.end_double)
        assert count.points == example["count"]
        assert points.points == example["points"]
        if "turn" in example:
            last = with_more(points, rules.bonus_out, "for ending the round")
            assert last.points == example["turn"]
    elif "spots" in example:
        assert converted(Score(example["spots"]), rules.conversion).points == example["points"]
    elif "collected" in example:
        assert rules.pairs_difference == "per-deal"
        sheets = pairs_difference(example["collected"])
        assert [sheet.points for sheet in sheets] == example["scores"]
    else:
        assert rules.target == example["target"]
        assert reaches(rules, example["before"], example["gain"]) == example["reached"]


def test_every_example_names_its_rule_and_line() -> None:
    examples = list(all_examples())
    assert len(examples) > 150
    for _, game, example in examples:
        rules = rules_of(game, example)
        assert example["axis"] in rules.statements
        assert example["line"]
        assert isinstance(example["printed"], bool)
    printed = [example for _, _, example in examples if example["printed"]]
    # 10 - 2 = 8 (000); 5-5 and 4-4 with 6-6 (003, line 19); 15 (003, line 23).
    assert len(printed) == 4


@pytest.mark.parametrize("game", dl.rulesets())
def test_every_game_that_scores_in_its_own_way_has_examples(game: str) -> None:
    manual = dl.rules(game).manual
    assert manual.games[game].examples or manual.games[game].inherits


# -- Nothing is missing ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def shared() -> dict[str, Any]:
    if not SHARED.exists():
        pytest.skip("the shared reading of the manuals is not beside this work tree")
    found: dict[str, Any] = json.loads(SHARED.read_text("utf-8"))
    return found


def ours(*games: str) -> list[tuple[str, Example]]:
    return [(game, example) for _, game, example in all_examples() if game in games]


def norm(text: str) -> tuple[Tile, ...]:
    return tuple(Hand.parse(text))


def with_hands(games: Sequence[str], hands: Sequence[str], **keys: object) -> list[Example]:
    """Return our examples with these hands and these other entries."""
    wanted = [norm(hand) for hand in hands]
    return [
        example
        for _, example in ours(*games)
        if "hands" in example
        and [norm(hand) for hand in example["hands"].split("|")] == wanted
        and all(example.get(key) == value for key, value in keys.items())
    ]


@pytest.mark.parametrize(
    ("group", "games"),
    [
        ("001.score_go_out", ["janod"]),
        ("002.score_go_out", ["branching"]),
        ("003.block.score_go_out", ["block"]),
        ("004.score_go_out", ["ukrainian"]),
    ],
)
def test_no_example_of_going_out_is_missing(
    shared: dict[str, Any], group: str, games: list[str]
) -> None:
    for entry in shared["worked_examples"][group]["examples"]:
        hands = ["", *entry["opponents_hands"]]
        found = with_hands(games, hands, out=0, winner=[0])
        scores = [entry["winner_scores"]] + [0] * (len(hands) - 1)
        assert [example["scores"] for example in found] == [scores]


def _to(winner: int, points: int, players: int) -> list[int]:
    return [points if player == winner else 0 for player in range(players)]


def test_no_example_of_a_blocked_round_of_manual_001_is_missing(shared: dict[str, Any]) -> None:
    for entry in shared["worked_examples"]["001.score_blocked"]["examples"]:
        hands = entry["hands"]
        tiles, spots = entry["by_tiles_FR_DE_IT"], entry["by_spots_EN_NL_ES"]
        by_tiles = with_hands(["janod"], hands, blocked=True, language=None)
        by_spots = with_hands(["janod"], hands, blocked=True, language="en", house=None)
        added = with_hands(["janod"], hands, house={"score_blocked": "all-hands"}, language="en")
        for found, one in ((by_tiles, tiles), (by_spots, spots)):
            winner = int(one["winner"][1]) - 1
            assert [e["scores"] for e in found] == [_to(winner, one["score"], len(hands))]
        winner = int(spots["winner"][1]) - 1
        assert [e["scores"] for e in added] == [_to(winner, entry["EN_alt_own_added"], len(hands))]


def test_no_example_of_a_blocked_round_of_manual_002_is_missing(shared: dict[str, Any]) -> None:
    for entry in shared["worked_examples"]["002.score_blocked"]["examples"]:
        hands = [entry["winner_hand"], *entry["opponents"]]
        each = with_hands(["branching"], hands, blocked=True, language=None)
        once = with_hands(["branching"], hands, blocked=True, language="it")
        assert [e["scores"] for e in each] == [_to(0, entry["per_opponent"], len(hands))]
        assert [e["scores"] for e in once] == [_to(0, entry["pooled_IT_HR"], len(hands))]
        croatian = settled(dl.rules("branching@hr"), [Hand(norm(hand)) for hand in hands], None)
        assert croatian.scores[0] == entry["pooled_IT_HR"]


def test_no_example_of_a_blocked_round_of_manual_003_is_missing(shared: dict[str, Any]) -> None:
    group = shared["worked_examples"]["003.block.score_blocked_individual"]
    for entry in group["examples"]:
        hands, winner = entry["hands"], int(entry["winner"][1]) - 1
        for house, key in (
            (None, "reading_a_opponents_sum"),
            ({"score_blocked": "minus-own"}, "reading_b_minus_own"),
        ):
            found = with_hands(["block"], hands, blocked=True, house=house)
            assert [e["scores"] for e in found] == [_to(winner, entry[key], len(hands))]


def test_no_example_of_a_blocked_round_of_manual_004_is_missing(shared: dict[str, Any]) -> None:
    for entry in shared["worked_examples"]["004.score_blocked"]["examples"]:
        found = with_hands(["ukrainian"], entry["hands"], blocked=True)
        winner = int(entry["winner"][1]) - 1
        assert [e["scores"] for e in found] == [_to(winner, entry["score"], len(entry["hands"]))]


def test_no_example_of_pairs_is_missing(shared: dict[str, Any]) -> None:
    worked = shared["worked_examples"]
    group = worked["003.block.partnership_go_out"]
    for entry in group["examples"]:
        one, other = entry["opponents"]
        hands = ["", one, entry["partner_hand"], other]
        for game, key in (("block", "score"), ("muggins", "muggins_after_div5_up")):
            found = with_hands([game], hands, out=0)
            assert [e["scores"] for e in found] == [[entry[key], 0]]
    (edge,) = group["edge"]
    one, other = edge["opponents"]
    assert len(with_hands(["block"], ["", one, edge["partner_hand"], other])) == 2
    group = worked["003.block.partnership_blocked"]
    for entry in group["examples"]:
        (a, c), (b, d) = entry["pair_A"], entry["pair_B"]
        side = "AB".index(entry["winner"])
        for game, key in (("block", "score"), ("muggins", "muggins_after_div5_up")):
            found = with_hands([game], [a, b, c, d], blocked=True)
            assert [e["scores"] for e in found] == [_to(side, entry[key], 2)]
    for edge in group["edge"]:
        (a, c), (b, d) = edge["pair_A"], edge["pair_B"]
        assert with_hands(["block"], [a, b, c, d], blocked=True)


def chain_ends(chain: str) -> list[End]:
    """Lay a chain of tiles from left to right and return its two ends."""
    tiles = [Tile.parse(word) for word in chain.split(",")]
    if len(tiles) == 1:
        return [(tiles[0], tiles[0].high), (tiles[0], tiles[0].low)]
    (first,) = {tiles[0].high, tiles[0].low} & {tiles[1].high, tiles[1].low}
    (last,) = {tiles[-1].high, tiles[-1].low} & {tiles[-2].high, tiles[-2].low}
    return [(tiles[0], tiles[0].other(first)), (tiles[-1], tiles[-1].other(last))]


@pytest.mark.parametrize(
    ("group", "game"),
    [("003.muggins.in_play", "muggins"), ("003.fives_threes.in_play", "fives-and-threes")],
)
def test_no_example_of_points_in_play_is_missing(
    shared: dict[str, Any], group: str, game: str
) -> None:
    rules = dl.rules(game)
    known = [e for _, e in ours(game) if e["axis"] == "in_play"]
    for entry in shared["worked_examples"][group]["examples"]:
        ends = chain_ends(entry["chain"])
        count, points = score_ends(rules.in_play, ends, rules.end_double)
        assert (count.points, points.points) == (entry["sum"], entry["points"])
        text = ",".join(str(tile) if tile and tile.double else str(pip) for tile, pip in ends)
        lone = "," not in entry["chain"]
        wanted = entry["chain"] if lone else text
        assert [e["points"] for e in known if e["ends"] == wanted] == [entry["points"]]


def test_no_other_example_is_missing(shared: dict[str, Any]) -> None:
    worked = shared["worked_examples"]
    last = [e for _, e in ours("fives-and-threes") if "turn" in e]
    for entry in worked["003.fives_threes.last_tile_plus_bonus"]["examples"]:
        found = [e["turn"] for e in last if e["count"] == entry["sum_after_last_tile"]]
        assert found == [entry["points_of_last_turn"]]
    pegged = [e for _, e in ours("fives-and-threes") if "collected" in e]
    for entry in worked["003.fives_threes.partnership_difference"]["examples"]:
        (found_one,) = [e for e in pegged if e["collected"] == [entry["pair_A"], entry["pair_B"]]]
        assert sum(found_one["scores"]) == entry["points"]
        assert entry["to"][0] not in "AB" or found_one["scores"]["AB".index(entry["to"][0])]
    divided = [e for _, e in ours("muggins") if "spots" in e]
    for entry in worked["003.muggins.end_conversion"]["examples"]:
        for house, key in ((None, "up"), ("fifth-nearest", "nearest"), ("fifth-down", "down")):
            wanted = {"conversion": house} if house else None
            found = [
                e["points"]
                for e in divided
                if e["spots"] == entry["winning_points"] and e.get("house") == wanted
            ]
            assert found == [entry[key]]
    for group, games in (
        ("002.target", ["branching"]),
        ("003.targets", ["muggins", "fives-and-threes"]),
        ("004.target", ["ukrainian"]),
    ):
        known = [e for _, e in ours(*games) if "reached" in e]
        for entry in worked[group]["examples"]:
            gain = entry.get("gain", entry.get("round"))
            wins = entry.get("reached", entry.get("wins"))
            target = entry.get("target", 100)
            found = [
                e["reached"]
                for e in known
                if (e["target"], e["before"], e["gain"]) == (target, entry["before"], gain)
            ]
            assert found == [wins]


def test_the_table_of_sums_is_what_the_functions_give(shared: dict[str, Any]) -> None:
    for row in shared["sum_table_0_24"]:
        total = row["sum"]
        assert IN_PLAY["fives"](total).points == row["muggins"]
        assert IN_PLAY["fives-and-threes"](total).points == row["fives_threes"]
        for way, key in (
            ("up", "muggins_end_up"),
            ("nearest", "end_nearest"),
            ("down", "end_down"),
        ):
            assert converted(Score(total), f"fifth-{way}").points == row[key]
