"""Questions from real positions of real rounds, the same for everyone who has the same seed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from dominolab.actions import Play
from dominolab.chance import Chance
from dominolab.errors import DominoError
from dominolab.match import play as play_round
from dominolab.round import Round
from dominolab.rules import rules, rulesets
from dominolab.scoring import IN_PLAY, NAMES

from . import line
from .final import Final
from .question import (
    NOBODY,
    Option,
    Question,
    Setting,
    Source,
    game_and_leaflet,
    game_name,
    scorer,
    settlement,
)
from .worked import side_name

MOST = 40
"""So many questions a set can have."""
_STREAM = 5 << 32
"""The stream of chance for questions; each adds its number in the set."""
_TRIES = 300
_BLOCKING = ("block", "janod", "polyglot")
"""Games that block often: where a game hardly ever does, their hands are scored by its rules."""


# -- A set of questions ----------------------------------------------------------------------------


def possible_kinds(setting: Setting) -> tuple[str, ...]:
    """Return the kinds that the chosen games can be asked about."""
    in_play = any(rules(game).in_play != "none" for game in setting.games)
    at_end = [game for game in setting.games if _counts_at_end(game, setting, setting.level)]
    able = {
        "play": in_play,
        "best": in_play,
        "end": bool(at_end),
        # Hands alone do not tell a game in which they score nothing.
        "manual": any(rules(game).score_out != "none" for game in at_end),
    }
    return tuple(kind for kind in setting.kinds if able[kind])


def check(setting: Setting) -> Setting:
    """Return the setting if it gives questions, else say in one sentence what to change."""
    if not setting.games:
        raise DominoError("Choose at least one game to be asked about.")
    if not setting.kinds:
        raise DominoError("Choose at least one kind of question.")
    if not possible_kinds(setting):
        raise DominoError(
            "These games have no such questions: choose Muggins or Fives and Threes for the play, "
            "other games for the end, or another kind."
        )
    return setting


@lru_cache(maxsize=512)
def question(setting: Setting, index: int) -> Question:
    """Return question number *index* of the set."""
    kinds = possible_kinds(check(setting))
    chance = Chance(setting.seed, _STREAM + index)
    # In turn rather than by chance: a short set has some of each.
    kind = kinds[index % len(kinds)]
    for attempt in range(_TRIES):
        # A level that a game cannot offer is relaxed rather than searched for in vain.
        level = setting.level if attempt < _TRIES // 2 else 0
        found = _MAKERS[kind](setting, level, chance)
        if found is not None:
            return found
    raise DominoError("No such question was found: choose another level or more games.")


def questions(setting: Setting) -> Iterator[Question]:
    """Yield the whole set."""
    return (question(setting, index) for index in range(setting.count))


def _pick(chance: Chance, things: Sequence[str]) -> str:
    return things[chance.below(len(things))]


_PLAYERS = {0: (2, 3, 4, 5), 1: (2, 3), 2: (2, 3, 4), 3: (3, 4, 5)}
"""For how many players each level asks, where the game allows it."""


def _counts(game: str, level: int) -> tuple[int, ...]:
    """Return for how many players a level asks about a game."""
    counts = rules(game).counts
    return tuple(n for n in counts if n in _PLAYERS[level]) or tuple(counts)


def _counts_at_end(game: str, setting: Setting, level: int) -> tuple[int, ...]:
    """Return for how many players a level asks about the end of a game's rounds."""
    found = rules(game)
    size = {"alone": 1, "pairs": 2}.get(setting.sides)
    counts = [n for n in found.counts if size in (None, len(found.teams(n)[0]))]
    if found.score_out == "none":
        # Spots score nothing there: only what pairs collected is worth a question, a hard one.
        hard = level in (0, 3) or setting.sides == "pairs"
        return tuple(n for n in counts if hard and len(found.teams(n)[0]) == 2)
    return tuple(n for n in counts if n in _PLAYERS[level]) or tuple(counts)


def _round(game: str, players: int, chance: Chance) -> Round:
    return play_round(game, players, chance.below(1 << 20))


def _source(round_: Round, step: int) -> Source:
    assert round_.seed is not None
    return Source(round_.rules, round_.players, round_.seed, step)


# -- In play ---------------------------------------------------------------------------------------


def _position(setting: Setting, chance: Chance) -> tuple[Round, int]:
    """Return a real round of a game that scores in play, and one of its plays."""
    games = [game for game in setting.games if rules(game).in_play != "none"]
    game = _pick(chance, games)
    players = _counts(game, setting.level)
    round_ = _round(game, players[chance.below(len(players))], chance)
    plays = [i for i, action in enumerate(round_.actions) if isinstance(action, Play)]
    return round_, plays[chance.below(len(plays))]


def _ask_play(setting: Setting, level: int, chance: Chance) -> Question | None:
    round_, index = _position(setting, chance)
    action = round_.actions[index]
    assert isinstance(action, Play)
    plan = round_.rules.plan
    before = round_.at(index)
    after = before.layout.lay(action.tile, action.on)
    counted = line.count(after, plan.end_double)
    points = IN_PLAY[plan.in_play](counted.points).points
    doubles = sum("-" in end for end in line.ends(after))
    # Most plays score nothing: three questions of four are about those that do.
    if not points and chance.below(4):
        return None
    if (level == 1 and (doubles or len(after) > 8)) or (level == 3 and not doubles):
        return None
    where = "leads" if action.on is None else "lays"
    joins = "" if action.on is None else f" on {action.on}"
    name = NAMES[before.turn]
    return Question(
        kind="play",
        rules=round_.rules,
        players=round_.players,
        source=_source(round_, index),
        text=f"{game_name(round_.rules)}: {name} {where} {action.tile}{joins}. How many points is that?",
        layout=before.layout,
        play=action,
        points=points,
    )


def _ask_best(setting: Setting, level: int, chance: Chance) -> Question | None:
    round_, index = _position(setting, chance)
    before = round_.at(index)
    hand = before.hands[before.turn]
    plan = round_.rules.plan
    if not before.layout.plays:
        return None
    ways = line.chances(before.layout, hand, plan.in_play, plan.end_double)
    low, high = {0: (2, 99), 1: (2, 3), 2: (3, 5), 3: (4, 99)}[level]
    if not low <= len(ways) <= high or not ways[0].points.points:
        return None
    if ways[-1].points.points == ways[0].points.points:
        return None
    best = ways[0].points.points
    ordered = sorted(ways, key=lambda way: (way.play.tile.index, str(way.play)))
    return Question(
        kind="best",
        rules=round_.rules,
        players=round_.players,
        source=_source(round_, index),
        text=f"{game_name(round_.rules)}: which of {NAMES[before.turn]}'s plays scores most?",
        layout=before.layout,
        hand=hand,
        options=tuple(
            Option(str(way.play), f"{way.play.tile} on {way.play.on}") for way in ordered
        ),
        right=tuple(str(way.play) for way in ordered if way.points.points == best),
    )


# -- At the end ------------------------------------------------------------------------------------


def _final(
    game: str, players: int, chance: Chance, blocked: bool
) -> tuple[Final, tuple[int, ...], Source] | None:
    """Return the hands of a real round that ended so, what was scored in play, and its source."""
    sources = [game, *(g for g in _BLOCKING if players in rules(g).counts)] if blocked else [game]
    for source in sources:
        for _ in range(12):
            round_ = _round(source, players, chance)
            result = round_.result
            if result is None or result.how != ("blocked" if blocked else "out"):
                continue
            final = Final(result.hands)
            if sum(not hand for hand in final.hands) == (0 if blocked else 1):
                in_play = result.in_play if source == game else (0,) * len(round_.teams)
                return final, in_play, _source(round_, len(round_.steps))
    return None


def _ended(
    setting: Setting, level: int, chance: Chance
) -> tuple[str, Final, tuple[int, ...], Source] | None:
    """Return a game with the final hands of a round, what it scored in play, and the source."""
    of = {game: _counts_at_end(game, setting, level or setting.level) for game in setting.games}
    game = _pick(chance, [game for game in of if of[game]])
    players = of[game][chance.below(len(of[game]))]
    blocked = chance.below(5) < 3
    if setting.how != "any":
        blocked = setting.how == "blocked"
    found = _final(game, players, chance, blocked)
    if found is None:
        return None
    final, in_play, source = found
    most = {0: 28, 1: 4, 2: 6, 3: 28}[level]
    if max(map(len, final.hands)) > most:
        return None
    return game, final, in_play, source


def _ask_end(setting: Setting, level: int, chance: Chance) -> Question | None:
    ended = _ended(setting, level, chance)
    if ended is None:
        return None
    game, final, in_play, source = ended
    chosen = rules(game)
    teams = chosen.teams(final.players)
    kept = in_play if chosen.score_out == "none" and len(in_play) == len(teams) else ()
    end = settlement(chosen, final, kept)
    side = scorer(end)
    if side is None and (end.winner or chance.below(2)):
        return None
    collected, asked = "", "Who scores, and how much?"
    if any(kept):
        first, second = (f"{side_name(team)}" for team in teams)
        collected = f" In play {first} collected {kept[0]}, {second} {kept[1]}."
    return Question(
        kind="end",
        rules=chosen,
        players=final.players,
        source=source,
        text=f"Score it by {game_and_leaflet(chosen)}. {_how(final)}{collected} {asked}",
        final=final,
        in_play=kept,
        options=(
            *(Option(str(i), side_name(team)) for i, team in enumerate(teams)),
            Option(NOBODY, "Nobody"),
        ),
        right=(NOBODY if side is None else str(side),),
        points=0 if side is None else end.scores[side],
    )


def _how(final: Final) -> str:
    if final.out is None:
        return "The round is blocked: nobody can play."
    return f"{NAMES[final.out]} is out."


def _ask_manual(setting: Setting, level: int, chance: Chance) -> Question | None:
    ended = _ended(setting, level, chance)
    if ended is None:
        return None
    _, final, _, source = ended
    by_result: dict[tuple[str, int], list[str]] = {}
    for game in rulesets():
        found = rules(game)
        if final.players not in found.counts or found.score_out == "none":
            continue
        end = settlement(found, final)
        side = scorer(end)
        if side is not None:
            who = side_name(found.teams(final.players)[side])
            by_result.setdefault((who, end.scores[side]), []).append(game)
    wanted = {0: 2, 1: 2, 2: 3, 3: 4}[level]
    if len(by_result) < wanted:
        return None
    groups = list(by_result.items())
    chosen: dict[str, tuple[str, int]] = {}
    while len(chosen) < wanted:
        result, games = groups.pop(chance.below(len(groups)))
        chosen[_pick(chance, games)] = result
    asked = [game for game in chosen if game in setting.games]
    if not asked:
        return None
    game = _pick(chance, asked)
    who, points = chosen[game]
    got = f"{who} scored {points} point{'' if points == 1 else 's'}"
    return Question(
        kind="manual",
        rules=rules(game),
        players=final.players,
        source=source,
        text=f"{_how(final)} {got}. By whose rules?",
        final=final,
        options=tuple(Option(g, game_and_leaflet(rules(g))) for g in rulesets() if g in chosen),
        right=(game,),
    )


_MAKERS = {"play": _ask_play, "end": _ask_end, "best": _ask_best, "manual": _ask_manual}
