"""The command line: `dominolab` or `python -m dominolab`.

A user's mistake prints one line that says what is wrong and what is possible, and exits with 2.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import sys
from collections.abc import Iterator, Sequence
from typing import Any, BinaryIO, NoReturn

from . import __version__
from .bots import BOTS
from .chance import check_seed
from .difference import diff, statement_json
from .errors import DominoError, NotationError
from .match import Match, play
from .notation import house_rules
from .record import Record, dumps, match_record, round_record
from .referee import verdicts
from .round import Round
from .rules import RuleSet, rules, rulesets
from .scoring import NAMES, End, score_ends, settle
from .telling import match_transcript, side_name, transcript
from .tiles import Hand, Tile, shorten

OK, BROKEN, MISTAKE, INTERRUPTED = 0, 1, 2, 130


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, without repeating the whole usage."""

    def error(self, message: str) -> NoReturn:
        self.exit(MISTAKE, f"{self.prog}: {message}. Try {self.prog} --help.\n")


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{shorten(text)} is not a whole number") from None


# -- The commands ----------------------------------------------------------------------------------


def _rules(args: argparse.Namespace) -> Iterator[str]:
    if args.id is None:
        listed = [_listed(rules(name)) for name in rulesets()]
        if args.json:
            yield _json({"rulesets": listed})
            return
        for entry in listed:
            low, high = entry["players"]
            yield f"{entry['id']:20} manual {entry['manual']}   {low} to {high} players"
            yield f"  printed as {' '.join(entry['printings'])}"
        return
    found = _ruleset(args)
    if args.json:
        axes = [statement_json(statement) for statement in found.statements.values()]
        yield _json({**_listed(found), "title": found.title, "axes": axes})
    else:
        yield str(found)


def _listed(found: RuleSet) -> dict[str, Any]:
    printed = [f"{found.game}@{code}" for code in found.manual.languages]
    return {
        "id": found.id,
        "manual": found.manual.number,
        "language": found.language,
        "players": list(found.players),
        "printings": printed,
    }


def _diff(args: argparse.Namespace) -> Iterator[str]:
    found = diff(*args.ids, every=args.all)
    yield _json(found.to_json()) if args.json else str(found)


def _play(args: argparse.Namespace) -> Iterator[str]:
    found = _ruleset(args)
    players = found.counts[0] if args.players is None else args.players
    if args.target is not None and not args.match:
        raise DominoError("--target is the score that ends a match: add --match.")
    if args.match and args.rounds is not None:
        raise DominoError("--match plays as many rounds as it takes: leave --rounds out.")
    if args.match:
        match = Match(found, players, args.seed, target=args.target).play(args.bots)
        yield _record(match_record(match), args) if args.json else match_transcript(match)
        return
    if args.rounds is None:
        played = play(found, players, args.seed, args.bots)
        if args.json:
            yield _record(round_record(played), args)
        else:
            yield f"{transcript(played)}\n\n{played}"
        return
    if args.rounds < 1:
        raise DominoError(f"--rounds {args.rounds} is not possible: play 1 round or more.")
    first = 0 if args.seed is None else check_seed(args.seed)
    for seed in range(first, first + args.rounds):
        played = play(found, players, seed, args.bots)
        yield _record(round_record(played), args) if args.json else _summary(played)


def _record(record: Record, args: argparse.Namespace) -> str:
    """Write a record that names its rules as they were asked for: `polyglot@en` is `polyglot`."""
    for each in (record, *record.get("rounds", ())):
        each["rules"] = args.id
    return dumps(record)


def _summary(played: Round) -> str:
    result = played.result
    assert result is not None
    winner = side_name(result.winner) if result.winner else "nobody"
    scores = " ".join(map(str, result.scores))
    return f"seed {played.seed}: {result.how}, won by {winner}, scores {scores}"


def _check(args: argparse.Namespace) -> Iterator[str]:
    right = 0
    with _open(args.file) as file:
        for verdict in verdicts(file):
            if args.json:
                yield _json(verdict._asdict())
            elif not verdict.ok:
                where = f"line {verdict.line}: " if verdict.line > 1 or right else ""
                yield f"{where}{verdict.sentence}"
            if not verdict.ok:
                args.status = BROKEN
                return
            right += 1
    if not args.json:
        yield "ok"


def _open(name: str) -> BinaryIO:
    if name == "-":
        if sys.stdin is None:  # the shell's <&- closes it
            raise DominoError("The standard input is closed: give a file, or something to read.")
        return sys.stdin.buffer
    try:
        return open(name, "rb")
    except OSError as error:
        why = error.strerror or "it cannot be opened"
        raise DominoError(f"The file {shorten(name)} cannot be read: {why}.") from None


def _score(args: argparse.Namespace) -> Iterator[str]:
    found = _ruleset(args)
    if (args.ends is None) == (args.hands is None):
        raise DominoError("Give either --hands with --out or --blocked, or --ends.")
    yield from _score_ends(found, args) if args.hands is None else _score_hands(found, args)


def _score_ends(found: RuleSet, args: argparse.Namespace) -> Iterator[str]:
    if args.out is not None or args.blocked or args.pairs:
        raise DominoError("--ends scores a play: --out, --blocked and --pairs belong to --hands.")
    if found.in_play == "none":
        raise DominoError(f"{found.id} counts no ends: nothing scores during play. Use --hands.")
    count, points = score_ends(found.in_play, _read_ends(args.ends), found.end_double)
    if args.json:
        terms = [*count.to_json(), *points.to_json()]
        yield _json({"count": count.points, "points": points.points, "terms": terms})
        return
    yield f"count {count.arithmetic}"
    yield from (f"  {line}" for line in count.lines())
    yield f"points {points.arithmetic}"
    yield from (f"  {line}" for line in points.lines())


def _read_ends(text: str) -> list[End]:
    """Read `4-4,6`: a double at an end and the pip of another; or the one tile of a lead."""
    words = text.replace(",", " ").split()
    if len(words) == 1 and "-" in words[0]:
        tile = Tile.parse(words[0])
        return [(tile, tile.high), (tile, tile.low)]
    if len(words) != 2:
        raise NotationError("A line has two ends: write them as 4-4,6, or a lone lead as 5-5.")
    ends: list[End] = []
    for word in words:
        if word in "0123456":
            ends.append((None, int(word)))
            continue
        if "-" not in word:
            raise NotationError(
                f"{shorten(word)} is not an end: write a pip from 0 to 6, or a double such as 4-4."
            )
        tile = Tile.parse(word)
        if not tile.double:
            raise NotationError(f"{tile} is not a double: write the pip of its open half, 0 to 6.")
        ends.append((tile, tile.high))
    if ends[0] == ends[1] and ends[0][0] is not None:
        raise NotationError(f"The tile {ends[0][0]} is named twice: the set has it once.")
    return ends


def _score_hands(found: RuleSet, args: argparse.Namespace) -> Iterator[str]:
    if (args.out is None) == (not args.blocked):
        raise DominoError(
            "Say how the round ended: --out P with the player's number, or --blocked."
        )
    hands = [Hand.parse(part) for part in args.hands.split("|")]
    players = found.check_players(len(hands))
    Hand.parse(" ".join(str(tile) for hand in hands for tile in hand))  # refuses a tile held twice
    if args.out is not None and not 0 <= args.out < players:
        raise DominoError(f"--out {args.out} is not possible: the players are 0 to {players - 1}.")
    for player, hand in enumerate(hands):
        if player == args.out and hand:
            raise DominoError(f"{NAMES[player]} (player {player}) is out, and so holds no tiles.")
        if player != args.out and not hand:
            raise DominoError(f"{NAMES[player]} (player {player}) is not out, and so holds tiles.")
    teams = found.teams(players)
    if args.pairs and len(teams[0]) == 1:
        raise DominoError(f"{found.id} has no pairs with {players} players: leave --pairs out.")
    end = settle(found.plan, hands, teams, out=args.out)
    if args.json:
        terms = [
            {"side": side, **term}
            for side, sheet in enumerate(end.sheets)
            for term in sheet.to_json()
        ]
        yield _json({"winner": list(end.winner), "scores": list(end.scores), "terms": terms})
        return
    yield f"{side_name(end.winner)} won" if end.winner else "nobody won"
    for members, sheet in zip(teams, end.sheets, strict=True):
        yield f"{side_name(members)}: {sheet.arithmetic}"
        yield from (f"  {line}" for line in sheet.lines())


def _simulate(args: argparse.Namespace) -> Iterator[str]:
    try:
        from .simulate import simulate
    except ModuleNotFoundError as error:
        raise DominoError(
            f"Simulation needs {error.name}: pip install dominolab[simulate]."
        ) from None
    found = _ruleset(args)
    players = found.counts[0] if args.players is None else args.players
    show = sys.stderr.isatty() and not args.json
    result = simulate(
        found,
        players,
        args.rounds,
        bots=args.bots,
        seed=args.seed or 0,
        progress=show,
        confirm=args.yes,
    )
    if args.json:
        estimates = {row.name: row.estimate._asdict() for row in result.rows()}
        yield _json({**result.to_json(), "partial": result.partial, "estimates": estimates})
    else:
        yield str(result)


def _ruleset(args: argparse.Namespace) -> RuleSet:
    found = rules(args.id)
    house = house_rules(getattr(args, "house", None) or [])
    return found.replace(**house) if house else found


def _json(thing: object) -> str:
    return json.dumps(thing)


# -- The parser ------------------------------------------------------------------------------------

_EXAMPLES = {
    "": """examples:
  dominolab rules                             the ten rulesets and their printings
  dominolab diff muggins fives-and-threes     what differs, and where it stands
  dominolab play polyglot@ko --players 3 --seed 7
  dominolab play block --players 4 --json | dominolab check -
  dominolab score muggins --ends "4-4,6-6\"""",
    "rules": """examples:
  dominolab rules
  dominolab rules polyglot@ko
  dominolab rules muggins --json""",
    "diff": """examples:
  dominolab diff polyglot polyglot@vi
  dominolab diff block draw muggins --all""",
    "play": """examples:
  dominolab play muggins --players 2 --seed 7
  dominolab play muggins --players 2 --match --target 31 --bots greedy,blocker
  dominolab play janod --players 4 --house tie=each
  dominolab play polyglot --players 4 --rounds 100 --json""",
    "check": """examples:
  dominolab check round.json
  dominolab play block --players 4 --rounds 10 --json | dominolab check -""",
    "score": """examples:
  dominolab score polyglot --hands "|6-4,3-3|2-1" --out 0
  dominolab score block --hands "1-0|6-4|3-3|2-1" --blocked --pairs
  dominolab score muggins --ends "4-4,6-6"      two doubles at the ends
  dominolab score fives-and-threes --ends "5-5,5"
  dominolab score muggins --ends "5-5"          a lone lead""",
    "simulate": """examples:
  dominolab simulate polyglot --players 4 --rounds 100000
  dominolab simulate muggins@fr --players 2 --rounds 10000 --bots greedy --json""",
}


def _make_parser() -> _Parser:
    form = argparse.RawDescriptionHelpFormatter
    parser = _Parser(
        prog="dominolab",
        description="Domino games from five real manuals: played, explained, compared.",
        epilog=_EXAMPLES[""],
        formatter_class=form,
    )
    parser.add_argument("--version", action="version", version=f"dominolab {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def command(name: str, run: Any, words: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(
            name, help=words, description=words, epilog=_EXAMPLES[name], formatter_class=form
        )
        sub.add_argument("--json", action="store_true", help="print JSON")
        sub.set_defaults(run=run)
        return sub

    def table(sub: argparse.ArgumentParser, seed: str) -> None:
        sub.add_argument("id", metavar="ID", help="a ruleset or printing, such as muggins@fr")
        sub.add_argument("--players", type=_whole, metavar="N", help="how many play")
        sub.add_argument("--seed", type=_whole, metavar="S", help=seed)
        sub.add_argument(
            "--bots",
            default="random",
            metavar="BOT",
            help=f"{', '.join(BOTS)}; or one for each seat",
        )
        house(sub)

    def house(sub: argparse.ArgumentParser) -> None:
        words = "a house rule, such as tie=each; may be given again"
        sub.add_argument("--house", action="append", metavar="AXIS=VALUE", help=words)

    sub = command("rules", _rules, "List the rulesets, or show every axis of one.")
    sub.add_argument("id", metavar="ID", nargs="?", help="a ruleset or printing")
    sub = command("diff", _diff, "Show the axes on which rulesets differ.")
    sub.add_argument("ids", metavar="ID", nargs="+", help="two rulesets or printings, or more")
    sub.add_argument("--all", action="store_true", help="show what is the same too")
    sub = command("play", _play, "Play a whole round or match.")
    table(sub, "where the shuffle starts; without it, another round each time")
    sub.add_argument("--match", action="store_true", help="play rounds until a side has the target")
    sub.add_argument("--target", type=_whole, metavar="T", help="the score that ends the match")
    sub.add_argument(
        "--rounds", type=_whole, metavar="K", help="play K rounds from seeds S, S+1, ..."
    )
    sub = command("check", _check, "Referee records: one, a match, or one a line.")
    sub.add_argument("file", metavar="FILE", help="a file, or - for the standard input")
    sub = command("score", _score, "Score hands or ends, with the arithmetic.")
    sub.add_argument("id", metavar="ID", help="a ruleset or printing")
    sub.add_argument("--hands", metavar="HANDS", help='the hands by seat: "|6-4,3-3|2-1"')
    sub.add_argument("--out", type=_whole, metavar="P", help="the player who went out, from 0")
    sub.add_argument("--blocked", action="store_true", help="nobody could go on")
    sub.add_argument("--pairs", action="store_true", help="opposite seats play together")
    sub.add_argument("--ends", metavar="ENDS", help='the open ends: "4-4,6"; a lone lead: "5-5"')
    house(sub)
    sub = command("simulate", _simulate, "Play many rounds and show the statistics.")
    table(sub, "where the shuffles start (0)")
    sub.add_argument("--rounds", type=_whole, default=10_000, metavar="K", help="how many (10000)")
    sub.add_argument("--yes", action="store_true", help="play a very large number all the same")
    return parser


def _silence() -> None:
    """Let nothing more be written at exit to an output that takes no more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # not every terminal knows every letter
    args = _make_parser().parse_args(arguments)
    args.status = OK
    try:
        for text in args.run(args):
            print(text)
        if sys.stdout is not None:  # the shell's >&- closes it
            sys.stdout.flush()
    except DominoError as error:
        print(f"dominolab {args.command}: {error}", file=sys.stderr)
        return MISTAKE
    except BrokenPipeError:
        _silence()  # the reader has enough (`| head`): that is no mistake
    except OSError as error:
        _silence()
        why = error.strerror or "it failed"
        print(f"dominolab {args.command}: Reading or writing failed: {why}.", file=sys.stderr)
        return MISTAKE
    except KeyboardInterrupt:
        return INTERRUPTED
    return int(args.status)


if __name__ == "__main__":
    sys.exit(main())
