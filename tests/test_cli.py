"""The command line of docs and scripts: what it prints, and that a mistake is one line and exit 2."""

from __future__ import annotations

import io
import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from dominolab.__main__ import main
from dominolab.referee import check
from dominolab.result import SimulationResult

Run = tuple[int, str, str]
CODES = ("de", "en", "fr", "es", "it", "nl", "da", "sv", "pl", "ru")


def run(capsys: pytest.CaptureFixture[str], *words: str) -> Run:
    try:
        code = main(words)
    except SystemExit as end:  # argparse ends the program itself
        code = int(end.code or 0)
    shown = capsys.readouterr()
    return code, shown.out, shown.err


def run_json(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    code, out, err = run(capsys, *words, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


# -- rules and diff --------------------------------------------------------------------------------


def test_rules_lists_ten_rulesets_with_103_printings(capsys: pytest.CaptureFixture[str]) -> None:
    listed = run_json(capsys, "rules")["rulesets"]
    assert [set(entry) for entry in listed] == [
        {"id", "manual", "language", "players", "printings"}
    ] * 10
    assert sum(len(entry["printings"]) for entry in listed) == 103
    assert listed[3] == {
        "id": "block",
        "manual": "003",
        "language": "de",
        "players": [2, 4],
        "printings": [f"block@{code}" for code in CODES],
    }


def test_rules_as_text_names_every_ruleset(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "rules")
    assert code == 0
    assert "ukrainian-one-draw" in out
    assert "polyglot@zh-Hans" in out


def test_rules_with_an_id_shows_every_axis_with_value_status_and_source(
    capsys: pytest.CaptureFixture[str],
) -> None:
    axes = run_json(capsys, "rules", "polyglot@vi")["axes"]
    assert len(axes) == 43
    direction = next(entry for entry in axes if entry["axis"] == "direction")
    assert direction["value"] == "anticlockwise"
    assert direction["status"] == "stated"
    assert direction["citation"]["language"] == "vi"
    code, out, _ = run(capsys, "rules", "polyglot@vi")
    assert code == 0
    assert "Play goes anticlockwise, to the right." in out


def test_diff_shows_only_what_differs_unless_all(capsys: pytest.CaptureFixture[str]) -> None:
    found = run_json(capsys, "diff", "polyglot", "polyglot@vi")
    assert [row["axis"] for row in found["axes"]] == ["direction"]
    assert len(run_json(capsys, "diff", "polyglot", "polyglot@vi", "--all")["axes"]) == 43
    _, out, _ = run(capsys, "diff", "polyglot", "polyglot@vi")
    assert "anticlockwise" in out


# -- play and check --------------------------------------------------------------------------------


def test_play_tells_the_round_with_its_reasons(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "play", "muggins", "--players", "2", "--seed", "7")
    assert code == 0
    assert "1. Ann leads 6-6: the highest double has to be led." in out
    assert "[stated; manual 003, de, line 21]" in out
    assert "The round ended (out): Ben won." in out


def test_play_without_a_seed_plays_all_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_json(capsys, "play", "janod")["players"] == 2


def test_play_a_match_to_a_target_tells_the_totals(capsys: pytest.CaptureFixture[str]) -> None:
    words = (
        "play",
        "muggins",
        "--match",
        "--target",
        "10",
        "--seed",
        "1",
        "--bots",
        "greedy,random",
    )
    record = run_json(capsys, *words)
    assert record["format"] == "dominolab-match/1"
    assert record["target"] == 10
    assert max(record["totals"]) >= 10
    code, out, _ = run(capsys, *words)
    assert code == 0
    assert "won the match." in out


def test_play_with_a_house_rule_records_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_json(capsys, "play", "janod", "--house", "tie=each")["house"] == {"tie": "each"}


@pytest.mark.parametrize("more", [(), ("--match", "--target", "20"), ("--rounds", "1")])
def test_a_record_names_its_rules_as_they_were_asked_for(
    capsys: pytest.CaptureFixture[str], more: tuple[str, ...]
) -> None:
    for name in ("muggins@de", "muggins"):
        found = run_json(capsys, "play", name, "--seed", "1", *more)
        assert {entry["rules"] for entry in (found, *found.get("rounds", ()))} == {name}
        assert check(found) is None


def test_rounds_prints_a_record_a_line_from_seeds_that_follow(
    capsys: pytest.CaptureFixture[str],
) -> None:
    _, out, _ = run(capsys, "play", "block", "--rounds", "3", "--seed", "5", "--json")
    assert [json.loads(line)["seed"] for line in out.splitlines()] == [5, 6, 7]
    _, out, _ = run(capsys, "play", "block", "--rounds", "2")
    assert out.splitlines()[0].startswith("seed 0: ")


def test_check_says_ok_for_what_play_wrote(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "rounds.jsonl"
    _, out, _ = run(capsys, "play", "polyglot", "--players", "5", "--rounds", "4", "--json")
    file.write_text(out, encoding="utf-8")
    assert run(capsys, "check", str(file)) == (0, "ok\n", "")
    file.write_text(out.splitlines()[0], encoding="utf-8")
    assert run(capsys, "check", str(file)) == (0, "ok\n", "")
    assert run_json(capsys, "check", str(file))["ok"] is True


def test_check_names_the_first_event_that_breaks_a_rule_and_exits_1(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    record = run_json(capsys, "play", "block", "--seed", "1")
    good = json.dumps(record)
    record["events"][0]["player"] ^= 1
    file = tmp_path / "rounds.jsonl"
    file.write_text(f"{good}\n{json.dumps(record)}\n", encoding="utf-8")
    code, out, err = run(capsys, "check", str(file))
    assert (code, err) == (1, "")
    assert out.startswith("line 2: ")
    assert len(out.splitlines()) == 1
    code, out, _ = run(capsys, "check", str(file), "--json")
    assert code == 1
    assert json.loads(out.splitlines()[-1])["ok"] is False


def test_check_reads_the_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Input:
        buffer = io.BytesIO(b"not json")

    monkeypatch.setattr(sys, "stdin", Input())
    code, out, err = run(capsys, "check", "-")
    assert (code, err) == (1, "")
    assert len(out.splitlines()) == 1


# -- score -----------------------------------------------------------------------------------------


def test_score_of_hands_has_winner_scores_and_terms(capsys: pytest.CaptureFixture[str]) -> None:
    found = run_json(capsys, "score", "polyglot", "--hands", "|6-4,3-3|2-1", "--out", "0")
    assert found["winner"] == [0]
    assert found["scores"] == [19, 0, 0]
    assert [(term["op"], term["value"]) for term in found["terms"]] == [("+", 16), ("+", 3)]
    _, out, _ = run(capsys, "score", "polyglot", "--hands", "|6-4,3-3|2-1", "--out", "0")
    assert "Ann: 16 + 3 = 19" in out


def test_score_of_a_blocked_round_in_pairs(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("score", "block", "--hands", "1-0|6-4|3-3|2-1", "--blocked", "--pairs")
    found = run_json(capsys, *words)
    assert (found["winner"], found["scores"]) == ([0, 2], [6, 0])
    _, out, _ = run(capsys, "score", "block", "--hands", "1-0|1-1|0-0", "--blocked")
    assert out.splitlines()[0] == "Cy won"


def test_score_says_when_nobody_won(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("score", "polyglot", "--hands", "2-0|1-1", "--blocked", "--house", "tie=nobody")
    _, out, _ = run(capsys, *words)
    assert out.splitlines()[0] == "nobody won"


@pytest.mark.parametrize(
    ("rules", "ends", "count", "points"),
    [
        ("muggins", "4-4,6-6", 20, 4),
        ("muggins", "5-5", 10, 2),
        ("muggins", "6-4", 10, 2),
        ("muggins", "5,0", 5, 1),
        ("muggins", "4,4", 8, 0),
        ("fives-and-threes", "5-5,5", 15, 8),
    ],
)
def test_score_of_ends(
    capsys: pytest.CaptureFixture[str], rules: str, ends: str, count: int, points: int
) -> None:
    found = run_json(capsys, "score", rules, "--ends", ends)
    assert (found["count"], found["points"]) == (count, points)
    assert found["terms"]
    _, out, _ = run(capsys, "score", rules, "--ends", ends)
    assert out.startswith("count ")


# -- simulate --------------------------------------------------------------------------------------


def test_simulate_prints_the_statistics(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("numpy")
    words = ("simulate", "block", "--players", "4", "--rounds", "200", "--seed", "1")
    code, out, err = run(capsys, *words)
    assert (code, err) == (0, "")
    assert "200" in out
    found = run_json(capsys, *words)
    assert (found["played"], found["partial"]) == (200, False)
    blocked = found["estimates"]["blocked"]
    assert blocked["low"] < blocked["value"] < blocked["high"]
    assert f"{100 * blocked['value']:.2f} %" in out
    assert SimulationResult.from_json(found).blocked.value == blocked["value"]


# -- mistakes --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("rules nope", "There is no ruleset 'nope'"),
        ("rules polyglot@xx", "is not printed in 'xx'"),
        ("diff block", "A comparison needs two rulesets"),
        ("play", "required: ID"),
        ("play block --players 6", "block is for 2, 3 or 4 players"),
        ("play block --players two", "'two' is not a whole number"),
        ("play block --bots clever", "choose random, greedy, blocker or sampler"),
        ("play block --bots random,random,random", "one for each player"),
        ("play block --house tie", "is not a house rule"),
        ("play block --house nonsense=1", "nonsense"),
        ("play block --house tie=maybe", "tie"),
        ("play block --target 50", "add --match"),
        ("play muggins --match --rounds 3", "leave --rounds out"),
        ("play block --rounds 0", "play 1 round or more"),
        ("play muggins --match --target -3", "target = -3"),
        ("check /no/such/file", "cannot be read"),
        ("simulate block --rounds 0", "rounds"),
        ("simulate block --rounds 1000000000000", "--yes"),
        ("score block", "Give either --hands"),
        ("score block --hands 1-0|2-0", "Say how the round ended"),
        ("score block --hands 1-0|2-0 --out 2", "the players are 0 to 1"),
        ("score block --hands 1-0|2-0 --out 0", "holds no tiles"),
        ("score block --hands |2-0 --blocked", "holds tiles"),
        ("score block --hands 1-0|1-0 --blocked", "named twice"),
        ("score block --hands 9-9|1-0 --blocked", "'9-9' is not a tile"),
        ("score block --hands 1-0|2-0 --blocked --pairs", "has no pairs with 2 players"),
        ("score block --ends 4,6", "counts no ends"),
        ("score muggins --ends 4", "A line has two ends"),
        ("score muggins --ends 4-4,4-4", "named twice"),
        ("score muggins --ends 6-4,3", "is not a double"),
        ("score muggins --ends 4-4,7", "'7' is not an end"),
        ("score muggins --ends 4,4 --blocked", "belong to --hands"),
        ("nonsense", "invalid choice: 'nonsense'"),
    ],
)
def test_a_mistake_is_told_in_one_line_and_exits_2(
    capsys: pytest.CaptureFixture[str], words: str, says: str
) -> None:
    code, out, err = run(capsys, *words.split())
    assert (code, out) == (2, "")
    assert says in err
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize("command", ["", "rules", "diff", "play", "check", "score", "simulate"])
def test_help_shows_examples(capsys: pytest.CaptureFixture[str], command: str) -> None:
    code, out, _ = run(capsys, *command.split(), "--help")
    assert code == 0
    assert "examples:" in out


def test_the_program_runs_as_a_module_and_minds_a_closed_pipe() -> None:
    command = [sys.executable, "-m", "dominolab", "play", "block", "--rounds", "3000", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        assert program.stdout.readline().startswith(b'{"format"')
        program.stdout.close()
        assert program.stderr.read() == b""
        assert program.wait() == 0


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("check - <&-", "The standard input is closed"),
        ("check /proc/self/mem", "Reading or writing failed"),
        ("play block > /dev/full", "Reading or writing failed: No space left on device"),
        ("rules >&-", ""),
    ],
)
def test_an_input_or_output_that_fails_is_told_in_one_line(words: str, says: str) -> None:
    command = f"{shlex.quote(sys.executable)} -m dominolab {words}"
    program = subprocess.run(command, shell=True, stderr=subprocess.PIPE, text=True, check=False)
    assert program.returncode == (2 if says else 0)
    assert says in program.stderr
    assert len(program.stderr.splitlines()) == bool(says)


def test_a_terminal_that_does_not_know_a_letter_gets_its_code() -> None:
    for words in ("rules polyglot@ko --json", "rules polyglot@ko", "play block --house tie=\u00e9"):
        program = subprocess.run(
            [sys.executable, "-m", "dominolab", *words.split()],
            env={**os.environ, "PYTHONIOENCODING": "ascii"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert program.returncode == (2 if "house" in words else 0)
        assert "Traceback" not in program.stderr


def test_interrupting_ends_quietly(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("dominolab.__main__.play", interrupted)
    assert run(capsys, "play", "block") == (130, "", "")
