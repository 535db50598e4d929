"""A line of text for a move, a whole round and a position: to read, to type, to put in a link.

A move is `6-4` (lay it where it fits), `6-4@6-6` (lay it on 6-6), `draw` or `pass`.
A round is its rules, players and seed, then the moves: `muggins@fr 2 seed=7 : 5-5 5-3 draw pass`.
A position shows what is where: `block 2 : 5-5 5-3 : *6-4 3-3 / 2-1 : 6-6 1-0`, that is rules and
players, the layout, the hands by seat (a star marks whose turn it is), and the stock.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from urllib.parse import quote, unquote

from .actions import DRAW, PASS, Action, Play
from .axes import axis
from .errors import DominoError, IllegalAction, NotationError
from .layout import Layout, shape
from .opening import Deal, Lead, Opening, find_lead
from .round import Round
from .rules import OPENERS_BY_DOUBLE, RuleSet, plain
from .rules import rules as find_rules
from .scoring import NAMES
from .tiles import TILES, Hand, Tile, bits, shorten

_WORDS = {"draw": DRAW, "d": DRAW, "pass": PASS, "p": PASS}
_LONGEST = 4000
"""No line that a person types, and no round, is longer: longer ones are not read at all."""


# -- Moves -----------------------------------------------------------------------------------------


def move(round_: Round, action: Action) -> str:
    """Write *action* as it is typed in *round_*: the place only where several fit."""
    if isinstance(action, Play):
        places = [a for a in round_.legal() if isinstance(a, Play) and a.tile is action.tile]
        return str(action) if len(places) > 1 else str(action.tile)
    return str(action)


def parse_move(round_: Round, text: str, names: Sequence[str] = NAMES) -> Action:
    """Read a move that is legal in *round_*; say what is wrong where it is not."""
    word = text.strip().lower()
    if word in _WORDS:
        action: Action = _WORDS[word]
    else:
        tile_text, at, on_text = word.partition("@")
        tile = Tile.parse(tile_text)
        places = [a for a in round_.legal() if isinstance(a, Play) and a.tile is tile]
        if at:
            on = Tile.parse(on_text)
            action = Play(tile, on)
        elif len(places) > 1:
            choices = " or ".join(map(str, places))
            raise NotationError(f"{tile} fits in more than one place: write {choices}.")
        else:
            action = (
                places[0] if places else Play(tile, round_.exits[0].tile if round_.exits else None)
            )
    if action not in round_.legal():
        from .reasons import forbidden

        raise forbidden(round_, action, names)
    return action


def moves(round_: Round) -> str:
    """Write all that has been done in *round_*, a word for each action."""
    replay = round_.fresh()
    words = []
    for action in round_.actions:
        words.append(move(replay, action))
        replay.push(action)
    return " ".join(words)


def push_moves(round_: Round, text: str) -> None:
    """Push the moves that *text* names; all of them, or none where one is wrong."""
    done = 0
    try:
        for word in re.split(r"[\s,]+", text.strip()):
            if word:
                round_.push(parse_move(round_, word))
                done += 1
    except DominoError as error:
        for _ in range(done):
            round_.pop()
        raise NotationError(f"Move {done + 1} cannot be made: {error}") from None


# -- Rounds ----------------------------------------------------------------------------------------


def rules_text(rules: RuleSet) -> str:
    """Write a ruleset's id with its house rules: `block tie=each`."""
    house = (
        f"{name}={quote(_value(plain(value)), safe=',:-')}" for name, value in rules.house.items()
    )
    return " ".join([rules.id, *house])


def _value(value: object) -> str:
    if isinstance(value, dict):
        return ",".join(f"{key}:{entry}" for key, entry in value.items())
    if isinstance(value, list):
        return ",".join(map(str, value))
    return "none" if value is None else str(value)


def house_rules(words: Iterable[str]) -> dict[str, object]:
    """Read house rules such as `tie=each`, each checked against its axis."""
    house: dict[str, object] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise NotationError(f"{shorten(word)} is not a house rule: write it as tie=each.")
        house[name] = axis(name).accept(unquote(value))
    return house


def write_round(round_: Round) -> str:
    """Write *round_* as one line; it must have been dealt from a seed."""
    if round_.seed is None:
        raise NotationError("A round that was not dealt from a seed is kept as a record instead.")
    settings = [rules_text(round_.rules), str(round_.players), f"seed={round_.seed}"]
    # Under lot-first a later round has no lot, also when nobody has scored yet.
    later = round_.rules.opener == "lot-first" and round_.opening.lot is None
    if later or any(round_.before):
        settings.append(f"before={','.join(map(str, round_.before))}")
    if round_.previous is not None:
        settings.append(f"previous={round_.previous}")
    return f"{' '.join(settings)} : {moves(round_)}".rstrip()


def read_round(line: str) -> Round:
    """Read a round from the line that `write_round` makes."""
    settings, rest = _parts(line, 2)
    rules, players, extra = _settings(settings, ("seed", "before", "previous"))
    seed = _whole(extra.get("seed", "0"), "seed")
    before = (
        [_whole(n, "before") for n in extra["before"].split(",")] if "before" in extra else None
    )
    previous = _whole(extra["previous"], "previous") if "previous" in extra else None
    if previous is not None and not 0 <= previous < players:
        raise NotationError(f"previous = {previous} is not possible: players count from 0.")
    round_ = Round.deal(
        rules, players, seed, before=before, previous=previous, first=before is None
    )
    push_moves(round_, rest)
    return round_


def _parts(line: str, count: int) -> list[str]:
    if not isinstance(line, str) or len(line) > _LONGEST:
        raise NotationError(f"The text is too long: at most {_LONGEST} characters can be read.")
    parts = [part.strip() for part in line.split(" : ")] if " : " in line else [line.rstrip(": ")]
    if len(parts) > count:
        raise NotationError(f"The text has {len(parts)} parts instead of {count}.")
    return parts + [""] * (count - len(parts))


def _settings(text: str, known: tuple[str, ...]) -> tuple[RuleSet, int, dict[str, str]]:
    """Read rules, house rules, players and the *known* extras from the first part of a line."""
    words = text.split()
    if not words:
        raise NotationError("The text is empty: begin with a ruleset such as muggins@fr.")
    extra: dict[str, str] = {}
    house, players = [], None
    for word in words[1:]:
        name, equals, value = word.partition("=")
        if equals and name in known:
            extra[name] = value
        elif equals:
            house.append(word)
        else:
            players = _whole(word, "players")
    rules = find_rules(words[0], **house_rules(house))
    return rules, rules.check_players(rules.counts[0] if players is None else players), extra


def _whole(text: str, what: str) -> int:
    if re.fullmatch(r"-?[0-9]{1,20}", text):
        return int(text)
    raise NotationError(f"{what} = {shorten(text)} is not possible: give a whole number.")


# -- Positions -------------------------------------------------------------------------------------


def write_position(round_: Round) -> str:
    """Write what lies where in *round_* now."""
    hands = " / ".join(
        f"{'*' if player == round_.turn else ''}{hand}" for player, hand in enumerate(round_.hands)
    )
    settings = [rules_text(round_.rules), str(round_.players)]
    now = round_.now()
    if now.drew:
        settings.append(f"drew={now.drew}")
    if now.bare:
        settings.append(f"passed={now.bare}")
    if any(round_.in_play):
        settings.append(f"scored={','.join(map(str, round_.in_play))}")
    if any(round_.before):
        settings.append(f"before={','.join(map(str, round_.before))}")
    return f"{' '.join(settings)} : {round_.layout} : {hands} : {round_.stock}"


def read_position(line: str) -> Round:
    """Make a round that stands at the position that *line* shows; it can be played on."""
    settings, table, seats, left = _parts(line, 4)
    rules, players, extra = _settings(settings, ("drew", "passed", "scored", "before"))
    layout = _read_layout(rules, table)
    turn, hands = _read_hands(seats, players)
    stock = Hand.parse("" if left == "-" else left)
    _check_set([*layout.tiles, *(tile for hand in hands for tile in hand), *stock])
    sides = len(rules.teams(players))

    def totals(name: str) -> tuple[int, ...]:
        found = tuple(_whole(n, name) for n in extra.get(name, "0").split(","))
        return found if len(found) == sides else found[:1] * sides

    def few(name: str, most: int) -> int:
        number = _whole(extra.get(name, "0"), name)
        if not 0 <= number <= most:
            raise NotationError(f"{name} = {number} is not possible: give 0 to {most}.")
        return number

    drew, bare = few("drew", len(TILES)), few("passed", players)
    opening = Opening((Deal(tuple(hands), stock),), None, _lead(rules, hands, turn, drew))
    round_ = Round(rules, players, opening, before=totals("before"))
    round_.stand(layout, drew=drew, bare=bare, in_play=totals("scored"))
    return round_


def _lead(rules: RuleSet, hands: list[Hand], turn: int, drew: int) -> Lead:
    """Return what may be led where nothing lies yet: any tile, unless a double decides."""
    plan = rules.plan
    if plan.opener in OPENERS_BY_DOUBLE and plan.next_opener == "same" and not drew:
        found = find_lead(plan, [bits(hand) for hand in hands], None)
        if found is not None and found.opener == turn:
            return found
    return Lead(turn, bits(hands[turn]), "lead")


def _read_layout(rules: RuleSet, text: str) -> Layout:
    layout = Layout(form=shape(rules.branching, rules.arms, rules.matching))
    for word in text.split() if text != "-" else ():
        tile_text, at, on_text = word.partition("@")
        tile = Tile.parse(tile_text)
        fits = layout.fits(tile)
        try:
            if at:
                layout = layout.lay(tile, Tile.parse(on_text))
            elif fits:
                layout = layout.lay(tile, fits[0].on)
            else:
                raise IllegalAction(f"{tile} fits none of the open exits.", "matching")
        except IllegalAction as error:
            raise NotationError(f"The layout cannot be: {error}") from None
    return layout


def _read_hands(text: str, players: int) -> tuple[int, list[Hand]]:
    seats = [seat.strip() for seat in text.split("/")]
    if len(seats) != players:
        raise NotationError(f"There are {len(seats)} hands for {players} players.")
    turns = [player for player, seat in enumerate(seats) if seat.startswith("*")]
    if len(turns) > 1:
        raise NotationError("More than one hand has a star: only one player has the turn.")
    hands = [Hand.parse(seat.lstrip("*").replace(" - ", " ").strip(" -")) for seat in seats]
    return turns[0] if turns else 0, hands


def _check_set(tiles: list[Tile]) -> None:
    for tile in TILES:
        if tiles.count(tile) > 1:
            raise NotationError(f"The tile {tile} is named twice: the set has it once.")


__all__ = [
    "house_rules",
    "move",
    "moves",
    "parse_move",
    "push_moves",
    "read_position",
    "read_round",
    "rules_text",
    "write_position",
    "write_round",
]
