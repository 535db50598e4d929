"""Records: written to the schema, read back as the same round, and refused where they cannot be."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import dominolab as dl
from dominolab import notation, record
from dominolab.actions import Play
from dominolab.errors import RecordError
from dominolab.jsontext import LIMIT, documents, parse
from dominolab.match import Match
from records import SCHEMA, SCHEMA_FILE, recorded

SHARED = Path(__file__).parents[2] / "shared" / "schema" / "round.schema.json"


# -- Writing ---------------------------------------------------------------------------------------


def test_the_schema_here_is_the_shared_one() -> None:
    if not SHARED.exists():
        pytest.skip("the shared schema is not beside this work tree")
    assert json.loads(SCHEMA_FILE.read_text("utf-8")) == json.loads(SHARED.read_text("utf-8"))


def test_the_schema_is_a_right_one() -> None:
    Draft202012Validator.check_schema(SCHEMA.schema)


@pytest.mark.parametrize("name", dl.printings())
def test_every_printing_writes_valid_records_that_read_back_the_same(name: str) -> None:
    for players in dl.rules(name).counts:
        for seed in range(3):
            played = dl.play(name, players, seed=seed)
            written = record.round_record(played)
            SCHEMA.validate(written)
            again = record.read_round(json.loads(record.dumps(written)))
            assert again == played
            assert again.result == played.result
            assert record.round_record(again) == written


def test_a_lone_double_is_open_twice_in_a_line() -> None:
    lead = recorded("polyglot")["events"][0]
    assert lead["tile"] == "6-6"
    assert lead["exits"] == [["6-6", 6], ["6-6", 6]]
    assert (lead["on"], lead["count"], lead["points"]) == (None, None, 0)


def test_a_double_that_branches_is_open_four_times() -> None:
    lead = recorded("branching")["events"][0]
    assert lead["exits"] == [[lead["tile"], int(lead["tile"][0])]] * 4


def test_in_sebastopol_only_the_six_is_open_until_all_its_exits_are_taken() -> None:
    events = recorded("sebastopol", 4, seed=2)["events"]
    plays = [event for event in events if event["do"] == "play"]
    for started, event in enumerate(plays[:4]):
        assert event["exits"] == [["6-6", 6]] * (4 - started)
    assert sorted(laid for laid, _ in plays[4]["exits"]) == sorted(p["tile"] for p in plays[1:5])


def test_every_play_has_a_count_where_ends_are_counted_and_none_elsewhere() -> None:
    for name, counted in (("muggins", True), ("fives-and-threes", True), ("block", False)):
        plays = [e for e in recorded(name)["events"] if e["do"] == "play"]
        assert all((play["count"] is not None) is counted for play in plays)


def test_the_target_is_not_among_the_house_rules() -> None:
    written = recorded("polyglot", target=50, tie="each", hand={2: 6, 3: 6, 4: 5, 5: 5})
    assert written["target"] == 50
    assert written["house"] == {"tie": "each", "hand": {"2": 6, "3": 6, "4": 5, "5": 5}}
    again = record.read_round(written)
    assert again.rules == dl.rules("polyglot", target=50, tie="each", hand="2:6,3:6,4:5,5:5")
    assert record.round_record(again) == written


def test_playing_without_the_target_that_a_manual_gives_is_a_house_rule() -> None:
    written = recorded("polyglot", target=None)
    assert written["target"] is None
    assert written["house"] == {"target": None}
    assert record.read_round(written).rules == dl.rules("polyglot", target=None)
    assert recorded("janod", 2)["house"] == {}


def test_pairs_are_written_as_teams_and_score_by_side() -> None:
    written = recorded("fives-and-threes", 4)
    assert written["teams"] == [[0, 2], [1, 3]]
    assert len(written["before"]) == len(written["result"]["scores"]) == 2
    assert len(written["result"]["pips"]) == 4


def test_the_lot_is_written_where_one_is_drawn() -> None:
    assert len(recorded("janod", 3)["lot"]) == 3
    assert recorded("block")["lot"] is None


def test_deals_that_went_back_are_written_first() -> None:
    seed = next(s for s in range(5000) if len(dl.Round.deal("polyglot", 2, s).deals) > 1)
    written = recorded("polyglot", seed=seed)
    assert len(written["deals"]) > 1
    for deal in written["deals"][:-1]:
        assert not any(tile[0] == tile[2] for hand in deal["hands"] for tile in hand)


def test_a_later_round_has_the_totals_before_it() -> None:
    rounds = Match("muggins", 2, seed=4).play().rounds
    assert len(rounds) > 1
    written = record.round_record(rounds[-1])
    assert any(written["before"])
    assert record.round_record(record.read_round(written)) == written


def test_an_unfinished_round_cannot_be_recorded() -> None:
    with pytest.raises(RecordError, match="not over: only a finished round"):
        record.round_record(dl.Round.deal("block", 2, seed=1))


@pytest.mark.parametrize(
    "line",
    [
        "block 2 : 5-5 5-3 : *3-3 / 2-1 : 6-6 1-0",  # tiles lie already
        "block 2 : - : *6-6 / 2-1 : 1-0",  # fewer tiles than the set has
    ],
)
def test_a_round_from_a_position_cannot_be_recorded(line: str) -> None:
    round_ = notation.read_position(line)
    round_.push(next(action for action in round_.legal() if isinstance(action, Play)))
    assert round_.over
    with pytest.raises(RecordError, match="began from a position"):
        record.round_record(round_)


def test_a_record_is_one_line_and_always_the_same() -> None:
    written = recorded("draw", 3)
    line = record.dumps(written)
    assert "\n" not in line
    assert " " not in line
    assert json.loads(line) == written
    assert record.dumps(recorded("draw", 3)) == line


# -- Matches ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "players", "house"),
    [
        ("muggins", 2, {}),
        ("muggins", 4, {}),
        ("fives-and-threes", 3, {}),
        ("polyglot", 5, {"target": 60}),
        ("janod", 2, {"target": 40}),
        ("block", 4, {"target": 30, "next_opener": "previous-winner"}),
        ("janod", 3, {"target": 30, "next_opener": "previous-winner"}),
        ("ukrainian", 2, {"opener": "lot-first"}),
        ("block", 3, {}),
    ],
)
def test_a_match_reads_back_the_same(name: str, players: int, house: dict[str, Any]) -> None:
    for seed in range(5):
        match = Match(dl.rules(name, **house), players, seed=seed).play()
        written = record.match_record(match)
        assert list(written) == [
            "format", "rules", "house", "players", "teams", "target", "rounds", "totals", "winner",
        ]  # fmt: skip
        for each in written["rounds"]:
            SCHEMA.validate(each)
        again = record.read_match(parse(record.dumps(written)))
        assert record.match_record(again) == written
        assert (again.totals, again.winner, again.over) == (match.totals, match.winner, True)
        # A later round is a record of its own, too.
        for each in written["rounds"]:
            assert record.round_record(record.read_round(each)) == each


def test_a_match_goes_on_where_its_record_ends() -> None:
    whole = Match("muggins", 2, seed=4).play()
    part = Match("muggins", 2, seed=4)
    for action in whole.rounds[0].actions:
        part.push(action)
    part.next_round()
    written = record.match_record(part)
    assert (len(written["rounds"]), written["winner"]) == (1, [])
    again = record.read_match(written)
    again.next_round()
    again.play()
    assert again.rounds[1].deals == whole.rounds[1].deals
    assert again.over


def test_a_match_without_a_seed_can_go_on() -> None:
    written = record.match_record(Match("muggins", 2, seed=4).play())
    for seed in (None, 1 << 80):
        written["rounds"] = written["rounds"][:1]
        written["rounds"][0]["seed"] = seed
        written |= {"totals": written["rounds"][0]["result"]["scores"], "winner": []}
        again = record.read_match(written)
        assert again.rounds[0].seed == seed
        assert again.next_round().deals


def test_a_match_without_a_finished_round_cannot_be_recorded() -> None:
    with pytest.raises(RecordError, match="No round of the match is over"):
        record.match_record(Match("muggins", 2, seed=4))


def test_read_takes_a_round_or_a_match() -> None:
    assert isinstance(record.read(recorded("block")), dl.Round)
    assert isinstance(record.read(record.match_record(Match("block", 2, seed=1).play())), Match)


# -- Text ------------------------------------------------------------------------------------------


def test_a_text_holds_one_record_a_match_or_one_a_line() -> None:
    one, other = recorded("block", seed=1), recorded("block", seed=2)
    match = record.match_record(Match("muggins", 2, seed=1).play())
    assert record.loads(record.dumps(one)) == [one]
    assert record.loads(json.dumps(one, indent=2)) == [one]
    assert record.loads(record.dumps(match)) == [match]
    lines = f"{record.dumps(one)}\r\n\n{record.dumps(match)}\n{record.dumps(other)}\n"
    assert record.loads(lines) == [one, match, other]
    assert record.loads(lines.encode("utf-8-sig")) == [one, match, other]
    assert record.loads(io.BytesIO(lines.encode())) == [one, match, other]


def test_a_match_with_a_round_on_each_line_is_one_record() -> None:
    match = record.match_record(Match("muggins", 2, seed=1).play())
    rounds = ",\n".join(record.dumps(each) for each in match["rounds"])
    text = record.dumps(match | {"rounds": []}).replace('"rounds":[]', f'"rounds":[\n{rounds}\n]')
    assert record.loads(text) == [match]


def test_a_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "round.json"
    path.write_text(record.dumps(recorded("block")), "utf-8")
    assert record.load(path) == [recorded("block")]


@pytest.mark.parametrize("name", [".", "nothing.json"])
def test_a_file_that_cannot_be_opened_is_named(name: str, tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"^The file '.*' cannot be read: .*\.$"):
        record.load(tmp_path / name)


LINE = record.dumps(recorded("block"))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "There is nothing to read: the text is empty."),
        (" \n ", "There is nothing to read: the text is empty."),
        (LINE[:-1], "The text is cut short: it breaks off before its end."),
        (LINE[:300], "The text is cut short: it breaks off before its end."),
        (LINE[: LINE.index("null") + 2], "The text is cut short: it breaks off before its end."),
        (json.dumps(recorded("block"), indent=1)[:60], "The text is cut short: it breaks off"),
        ("hello", "The text is not JSON: expecting value at column 1."),
        ("<html>", "The text is not JSON: expecting value at column 1."),
        ('{"a":1,\n"b" 2}', "The text is not JSON: expecting ':' delimiter at line 2, column 5."),
        (LINE + "}", "The text is not JSON: extra data at column"),
        (LINE.replace(":", "=", 1), "The text is not JSON: expecting ':' delimiter at column"),
        (LINE.replace("null", "NaN", 1), "NaN is not a number in JSON: give a whole number."),
        (LINE.replace("null", "-Infinity", 1), "-Infinity is not a number in JSON"),
        (LINE.replace("{", '{"seed":1,', 1), "The field 'seed' stands twice in one object."),
        ('{"a":1,"b":2,"b":3}', "The field 'b' stands twice in one object."),
        ("9" * 5000, "A number of 5000 digits is too long: at most 60 can be read."),
        ("[" * 100_000, "The text is nested too deeply: nothing in a record is more than 8"),
        ('{"a":' * 100_000, "The text is nested too deeply"),
        ("[1, 2]", "The record must be an object, not a list."),
        ("null", "The record must be an object, not null."),
        ("true", "The record must be an object, not true."),
        ("3.5", "The record must be an object, not 3.5."),
        ('"' + "x" * 200 + '"', "The record must be an object, not 'xxx"),
        ("\ud800", "The text is not UTF-8: byte 1 cannot be read; save it as UTF-8."),
        (LINE.encode("utf-16"), "The text is not UTF-8: byte 1 cannot be read"),
        (LINE.encode() + b"\xe9", "The text is not UTF-8"),
        (f"{LINE}\n{LINE[:50]}\n{LINE}", "Line 2: The text is cut short: it breaks off"),
        (f"{LINE[:50]}\n{LINE}", "Line 1: The text is cut short"),
        (f"{LINE}\n7\n", "Line 2: The record must be an object, not 7."),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_what_is_no_record_is_told_in_one_sentence(text: str | bytes, sentence: str) -> None:
    with pytest.raises(RecordError) as raised:
        record.loads(text)
    said = str(raised.value)
    assert sentence in said
    assert "\n" not in said
    assert said.endswith(".")
    assert len(said) < 160


TOO_LARGE = "The text is too large for a record: at most 5 MB, unless it has one a line."


@pytest.mark.parametrize(
    "piece",
    [b"[", b" ", b"\n", b'{"a":', b"\x00", b'{"format":1}', LINE.encode(), b"{\n"],
    ids=lambda piece: repr(piece)[:15],
)
def test_fifty_megabytes_are_refused_before_they_are_parsed(piece: bytes, tmp_path: Path) -> None:
    path = tmp_path / "large.json"
    path.write_bytes(piece * (50_000_000 // len(piece) + 1))
    with pytest.raises(RecordError) as raised:
        record.load(path)
    assert str(raised.value) == TOO_LARGE


def test_a_large_record_padded_with_blanks_is_refused() -> None:
    with pytest.raises(RecordError, match="too large for a record"):
        record.loads(LINE + " " * LIMIT)


def test_many_records_a_line_each_may_be_larger() -> None:
    lines = [record.dumps(recorded("block", seed=seed)) for seed in range(40)]
    count = LIMIT // sum(map(len, lines)) * 40 + 80
    text = "\n".join(lines[number % 40] for number in range(count))
    assert len(text) > LIMIT
    found = list(documents(io.BytesIO(text.encode())))
    assert [line for line, _, _ in found] == list(range(1, count + 1))
    assert all(error is None for _, _, error in found)
    assert found[-1].value == json.loads(lines[(count - 1) % 40])


def test_in_many_lines_one_that_is_too_long_ends_the_reading() -> None:
    count = LIMIT // len(LINE) + 1
    text = f"{LINE}\n" * count + "\n" + "[" * (LIMIT + 5) + f"\n{LINE}"
    found = list(documents(text))
    assert len(found) == count + 1
    assert found[-1].line == count + 2
    assert str(found[-1].error) == "The line is too large for a record: at most 5 MB."
