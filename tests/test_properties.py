"""What holds for every round of every game, whatever is played: found by Hypothesis."""

from __future__ import annotations

import pickle
from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, note, settings
from hypothesis import strategies as st

import brute
import dominolab as dl
from dominolab import notation, scoring
from dominolab.actions import Action, Play
from dominolab.axes import AXES, Choice
from dominolab.chance import Chance
from dominolab.errors import IllegalAction, RuleError
from dominolab.layout import Layout, shape
from dominolab.match import Match
from dominolab.opening import lot_winner
from dominolab.round import Round
from dominolab.rules import RuleSet
from dominolab.tiles import TILES, Hand, Tile, hand_of
from dominolab.view import View

LONGEST = 5_000
"""No round that is played by chance has as many actions."""

many = settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
some = settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])

PLAYED = (
    "opener",
    "lead",
    "next_opener",
    "no_double",
    "lot",
    "direction",
    "matching",
    "branching",
    "arms",
    "stuck",
    "able",
    "reserve",
    "opener_draw",
    "choice_block",
    "round_end",
    "blocked_winner",
    "tie",
    "score_out",
    "score_blocked",
    "pairs_out",
    "pairs_floor",
    "pairs_blocked",
    "in_play",
    "end_double",
    "conversion",
    "bonus_out",
    "bonus_blocked",
    "pairs_difference",
    "target",
    "reach",
)
"""The axes that change what can be done or what it scores."""


@st.composite
def printed_rules(draw: st.DrawFn) -> RuleSet:
    """A printing as it is played by default."""
    return dl.rules(draw(st.sampled_from(dl.printings())))


@st.composite
def read_rules(draw: st.DrawFn) -> RuleSet:
    """A printing with other readings where its text is silent or contradicts itself."""
    rules = draw(printed_rules())
    house: dict[str, Any] = {}
    for name, statement in rules.statements.items():
        if statement.readings and statement.status != "stated" and draw(st.booleans()):
            house[name] = draw(st.sampled_from(statement.readings)).value
    return _possible(rules, house)


@st.composite
def wild_rules(draw: st.DrawFn) -> RuleSet:
    """Any values on a few axes, as long as they can be played together."""
    rules = draw(printed_rules())
    house: dict[str, Any] = {}
    for name in draw(st.lists(st.sampled_from(PLAYED), max_size=6, unique=True)):
        axis = AXES[name]
        if isinstance(axis, Choice):
            house[name] = draw(st.sampled_from(list(axis.words)))
        else:
            small = {"reserve": (0, 14), "bonus_out": (0, 3), "target": (5, 60)}[name]
            house[name] = draw(st.integers(*small))
    return _possible(rules, house)


def _possible(rules: RuleSet, house: dict[str, Any]) -> RuleSet:
    try:
        return rules.replace(**house)
    except RuleError as error:
        note(str(error))
        assume(False)
        raise


rules_of_any_kind = st.one_of(printed_rules(), read_rules(), wild_rules())


@st.composite
def dealt(draw: st.DrawFn, rules: st.SearchStrategy[RuleSet] = rules_of_any_kind) -> Round:
    """A round before its first action, perhaps a later one of a match."""
    chosen = draw(rules)
    players = draw(st.sampled_from(chosen.counts))
    seed = draw(st.integers(0, 2**32))
    sides = len(chosen.teams(players))
    most = 60 if chosen.target is None else chosen.target - 1
    before = draw(st.none() | st.tuples(*[st.integers(0, most)] * sides))
    previous = draw(st.none() | st.integers(0, players - 1)) if before else None
    return Round.deal(chosen, players, seed, before=before, previous=previous, first=before is None)


choices = st.integers(0, 2**32).map(Chance)


def chosen(round_: Round, chance: Chance) -> Action:
    legal = round_.legal()
    return legal[chance.below(len(legal))]


def visible(round_: Round) -> tuple[object, ...]:
    """Return all that can be seen of a round."""
    return (
        round_.hands,
        round_.stock,
        round_.drawable,
        round_.layout,
        round_.exits,
        round_.count,
        round_.in_play,
        round_.before,
        round_.turn,
        round_.legal(),
        round_.over,
        round_.result,
        round_.deals,
        round_.opening,
        tuple(round_.actions),
        round_.now(),
        [str(step) for step in round_.steps[-2:]],
    )


# -- The whole of a round --------------------------------------------------------------------------


@many
@given(dealt(), choices)
def test_tiles_are_conserved_after_every_push(round_: Round, chance: Chance) -> None:
    while not round_.over:
        round_.push(chosen(round_, chance))
        held = [tile for hand in round_.hands for tile in hand]
        laid = round_.layout.tiles
        assert Counter([*held, *laid, *round_.stock]) == Counter(TILES)
        assert Counter(laid) == Counter(hand_of(round_.laid))


@many
@given(dealt(), choices)
def test_every_round_ends_and_says_how(round_: Round, chance: Chance) -> None:
    while not round_.over:
        assert round_.legal()
        round_.push(chosen(round_, chance))
        assert len(round_.actions) < LONGEST
    assert round_.legal() == ()
    result = round_.result
    assert result is not None
    assert result.how in ("out", "blocked", "target")
    assert len(result.scores) == len(result.in_play) == len(result.sheets) == len(round_.teams)
    assert result.pips == tuple(map(brute.spots, result.hands))
    assert set(result.winner) in [set(), *map(set, round_.teams)] or round_.rules.tie == "each"


@some
@given(dealt(), choices)
def test_pop_after_push_is_identity(round_: Round, chance: Chance) -> None:
    states = []
    while not round_.over:
        before = visible(round_)
        action = chosen(round_, chance)
        round_.push(action)
        assert round_.pop() is action
        assert visible(round_) == before
        states.append(before)
        round_.push(action)
    while states:
        round_.pop()
        assert visible(round_) == states.pop()
    assert not round_.actions


@many
@given(dealt(), choices)
def test_replaying_the_actions_gives_the_same_round(round_: Round, chance: Chance) -> None:
    while not round_.over:
        round_.push(chosen(round_, chance))
    again = Round.deal(
        round_.rules,
        round_.players,
        round_.seed,
        before=round_.before,
        previous=round_.previous,
        # A later round is dealt without the lot of the first.
        first=round_.rules.opener != "lot-first" or round_.opening.lot is not None,
    )
    for action in round_.actions:
        again.push(action)
    assert again == round_
    assert visible(again) == visible(round_)
    assert visible(round_.fresh(round_.actions)) == visible(round_)
    half = len(round_.actions) // 2
    assert visible(round_.at(half)) == visible(round_.fresh(round_.actions[:half]))
    copy = round_.at(half).copy()
    for action in round_.actions[half:]:
        copy.push(action)
    assert visible(copy) == visible(round_)


# -- Against the plain definitions -----------------------------------------------------------------


@many
@given(dealt(), choices)
def test_legal_is_complete_and_sound(round_: Round, chance: Chance) -> None:
    assert round_.opener == brute.opener(round_)
    while True:
        legal = [str(action) for action in round_.legal()]
        assert len(set(legal)) == len(legal)
        assert set(legal) == brute.legal(round_)
        if round_.over:
            break
        round_.push(chosen(round_, chance))


@many
@given(dealt(), choices)
def test_the_open_exits_are_those_with_room(round_: Round, chance: Chance) -> None:
    plan = round_.rules.plan
    while not round_.over:
        plays = round_.layout.plays
        assert Counter((end.tile, end.pip) for end in round_.exits) == brute.open_places(
            plan, plays
        )
        assert round_.exits == round_.layout.exits
        if plan.in_play != "none" and plays:
            assert round_.count == brute.end_count(plan, plays)
        round_.push(chosen(round_, chance))


@many
@given(dealt(), choices)
def test_turns_ends_and_scores_are_as_the_words_have_them(round_: Round, chance: Chance) -> None:
    plan = round_.rules.plan
    while not round_.over:
        done = list(brute.turns(round_))
        step = 1 if plan.direction == "clockwise" else -1
        assert round_.turn == (brute.opener(round_) + step * len(done)) % round_.players
        assert not brute.is_blocked(round_)
        assert all(round_.hands) or plan.round_end == "blocked-only"
        round_.push(chosen(round_, chance))
        assert list(round_.in_play) == brute.in_play(round_)
    result = round_.result
    assert result is not None
    out = plan.round_end == "out-or-blocked" and not all(round_.hands)
    if result.how == "target":
        assert not out
        assert result.scores == result.in_play
        side = round_.side(round_.was(-1).player)
        assert plan.target is not None
        assert round_.before[side] + result.in_play[side] >= plan.target
        assert result.winner == round_.teams[side]
        return
    assert (result.how == "out") == out
    assert out or brute.is_blocked(round_) or not any(round_.hands)
    assert set(result.winner) == brute.winners(round_)
    assert list(result.scores) == brute.scores(round_)


@many
@given(dealt())
def test_deals_go_back_only_where_the_rules_ask_for_it(round_: Round) -> None:
    plan = round_.rules.plan
    by_double = round_.opening.lot is None and not (
        plan.next_opener == "previous-winner" and round_.previous is not None
    )
    *returned, played = round_.deals
    for deal in returned:
        assert by_double
        assert brute.must_be_dealt_again(plan, deal.hands)
    if by_double:
        assert not brute.must_be_dealt_again(plan, played.hands)
    size = plan.hand[round_.players]
    for deal in round_.deals:
        assert [len(hand) for hand in deal.hands] == [size] * round_.players
        tiles = [*(tile for hand in deal.hands for tile in hand), *deal.stock]
        assert Counter(tiles) == Counter(TILES)


# -- Scores ----------------------------------------------------------------------------------------


@many
@given(dealt(), choices)
def test_the_terms_of_a_score_add_up_to_it(round_: Round, chance: Chance) -> None:
    while not round_.over:
        round_.push(chosen(round_, chance))
    assert round_.result is not None
    sheets = list(round_.result.sheets)
    sheets += [step.points for step in round_.steps]
    sheets += [step.count for step in round_.steps if step.count is not None]
    for sheet in sheets:
        total = 0
        for term in sheet.terms:
            total = {"+": total + term.value, "-": total - term.value, "=": term.value}[term.op]
            assert term.total == total
        assert sheet.points == total
        assert sheet.arithmetic.endswith(str(sheet.points))
    for side, earned in enumerate(round_.in_play):
        steps = [step for step in round_.steps if round_.side(step.player) == side]
        assert sum(step.points.points for step in steps) == earned


hands = st.lists(st.sampled_from(TILES), unique=True, max_size=14).map(Hand)


@some
@given(st.lists(st.sampled_from(TILES), unique=True, min_size=4), st.integers(2, 5), st.data())
def test_spots_and_tiles_decide_who_is_lowest(
    tiles: list[Tile], players: int, data: st.DataObject
) -> None:
    held = [Hand(tiles[player::players]) for player in range(players)]
    for how in ("fewest-spots", "fewest-tiles", "fewest-tiles-then-spots"):
        lowest = scoring.lowest(held, how)
        assert lowest
        for player in lowest:
            if how != "fewest-spots":
                assert len(held[player]) == min(map(len, held))
            if how == "fewest-spots":
                assert brute.spots(held[player]) == min(map(brute.spots, held))


# -- Reasons ---------------------------------------------------------------------------------------


@some
@given(dealt(), choices)
def test_every_step_explains_itself(round_: Round, chance: Chance) -> None:
    while not round_.over:
        round_.push(chosen(round_, chance))
    for step in round_.steps:
        assert step.action in step.legal
        assert step.axis in AXES
        assert step.statement.axis == step.axis
        assert set(step.alternatives) == set(step.legal) - {step.action}
        playable = {action.tile for action in step.legal if isinstance(action, Play)}
        unplayable = [why.tile for why in step.unplayable]
        assert len(set(unplayable)) == len(unplayable)
        assert playable | set(unplayable) == set(step.hand)
        assert not playable & set(unplayable)
        for why in step.unplayable:
            assert why.axis in AXES
            assert why.why.endswith(".")
        for remark in step.remarks():
            assert remark.sentence.endswith(".")
            assert remark.sentence[0].isupper()
            assert remark.source


@some
@given(dealt(), choices, st.sampled_from(TILES), st.none() | st.sampled_from(TILES))
def test_what_is_not_legal_is_refused_and_changes_nothing(
    round_: Round, chance: Chance, tile: Tile, on: Tile | None
) -> None:
    while True:
        before = visible(round_)
        for action in (Play(tile, on), dl.DRAW, dl.PASS):
            if action in round_.legal():
                continue
            with pytest.raises(IllegalAction) as caught:
                round_.push(action)
            sentence = str(caught.value)
            assert sentence.endswith((".", ".)"))
            if caught.value.axis:
                assert round_.rules.statements[caught.value.axis].words in sentence
            else:
                assert "does not hold" in sentence
            assert visible(round_) == before
        if round_.over:
            break
        round_.push(chosen(round_, chance))


# -- Notation, copies, views -----------------------------------------------------------------------


@some
@given(dealt(), choices)
def test_a_round_written_as_a_line_is_read_as_the_same_round(round_: Round, chance: Chance) -> None:
    while True:
        line = notation.write_round(round_)
        again = notation.read_round(line)
        assert again == round_
        assert visible(again) == visible(round_)
        assert notation.write_round(again) == line
        if round_.over:
            break
        for _ in range(5):
            if not round_.over:
                round_.push(chosen(round_, chance))


@some
@given(dealt(), choices)
def test_a_position_written_as_a_line_can_be_played_on(round_: Round, chance: Chance) -> None:
    while True:
        line = notation.write_position(round_)
        there = notation.read_position(line)
        assert notation.write_position(there) == line
        assert there.hands == round_.hands
        assert there.stock == round_.stock
        assert there.turn == round_.turn
        assert there.layout == round_.layout
        assert there.exits == round_.exits
        assert there.in_play == round_.in_play
        if round_.actions:  # before the lead a line cannot tell why someone may lead
            assert there.legal() == round_.legal() or not round_.layout
            assert there.over == round_.over
        else:
            assert set(round_.legal()) <= set(there.legal())
        if round_.over:
            break
        round_.push(chosen(round_, chance))


@some
@given(dealt(), choices)
def test_rules_keep_their_identity_when_they_travel(round_: Round, chance: Chance) -> None:
    rules = round_.rules
    again = pickle.loads(pickle.dumps(rules))
    assert again == rules
    assert hash(again) == hash(rules)
    assert again.plan == rules.plan
    words = notation.rules_text(rules).split()
    assert dl.rules(words[0], **notation.house_rules(words[1:])) == rules


@some
@given(dealt(), choices)
def test_a_view_counts_without_telling(round_: Round, chance: Chance) -> None:
    while not round_.over:
        for player in range(round_.players):
            view = View(round_, player)
            assert view.hand == round_.hands[player]
            assert view.sizes == tuple(map(len, round_.hands))
            unseen = set(TILES) - set(round_.hands[player]) - set(round_.layout.tiles)
            assert set(hand_of(view.unseen)) == unseen
            assert bool(view.legal) == (player == round_.turn)
            for other, lacking in enumerate(view.lacks()):
                assert not set(hand_of(lacking)) & set(round_.hands[other])
        round_.push(chosen(round_, chance))


# -- Matches ---------------------------------------------------------------------------------------


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.one_of(printed_rules(), read_rules()), st.data(), st.integers(0, 2**32), choices)
def test_push_and_pop_go_across_the_rounds_of_a_match(
    rules: RuleSet, data: st.DataObject, seed: int, chance: Chance
) -> None:
    players = data.draw(st.sampled_from(rules.counts))
    rules = rules if rules.target_list or rules.target is not None else rules.replace(target=30)
    match = Match(rules, players, seed)
    states: list[tuple[object, ...]] = []

    def state() -> tuple[object, ...]:
        return (len(match.rounds), match.totals, match.over, match.winner, *visible(match.round))

    for _ in range(250):
        if match.over:
            break
        states.append(state())
        if match.round.over:
            peek = Match(rules, players, seed)
            peek.rounds = [*match.rounds]
            action = chosen(peek.next_round(), chance)
        else:
            action = chosen(match.round, chance)
        match.push(action)
        assert match.totals == tuple(
            sum(r.result.scores[side] for r in match.rounds if r.result)
            for side in range(len(match.teams))
        )
    while states:
        match.pop()
        assert state() == states.pop()
    assert len(match.rounds) == 1


# -- The parts -------------------------------------------------------------------------------------


@some
@given(
    st.sampled_from(["none", "every-double", "tips-only", "lead-only"]),
    st.integers(0, 2**32),
    st.sampled_from(TILES),
)
def test_a_layout_grown_by_chance_keeps_its_shape(branching: str, seed: int, first: Tile) -> None:
    arms = "all-first" if branching == "lead-only" else "any-order"
    layout = Layout(form=shape(branching, arms)).lay(first)
    chance = Chance(seed)
    while True:
        later = sum(play.tile.double for play in layout.plays[1:])
        start = 4 if first.double and branching != "none" else 2
        more = {"none": 0, "lead-only": 0, "every-double": 2, "tips-only": 1}[branching]
        assert len(layout.free) == start + more * later
        assert set(layout.exits) <= {(tile, pip) for tile in layout.tiles for pip in range(7)}
        fits = [play for tile in TILES if tile not in layout for play in layout.fits(tile)]
        if not fits:
            break
        play = fits[chance.below(len(fits))]
        grown = layout.lay(play.tile, play.on)
        assert grown.plays[:-1] == layout.plays
        layout = grown
    assert Layout(layout.plays, layout.shape) == layout


@some
@given(st.lists(st.sampled_from(TILES), unique=True, min_size=2, max_size=5))
def test_no_lot_is_equal(tiles: list[Tile]) -> None:
    for how in ("total", "half", "doubles-first"):
        winner = lot_winner(tiles, how)
        backwards = lot_winner(tiles[::-1], how)
        assert tiles[winner] is tiles[::-1][backwards]


@some
@given(hands)
def test_a_hand_is_read_as_it_is_written(hand: Hand) -> None:
    written = "" if not hand else str(hand)
    assert Hand.parse(written) == hand
    assert Hand.parse(",".join(map(str, hand))) == hand
    assert hand.pips == brute.spots(hand)
