"""Bots: they play legally, they see only what their seat may see, and the sampler is strong."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import dominolab as dl
from dominolab.actions import DRAW, PASS, Action, Draw, Play
from dominolab.bots import BOTS, BlockerBot, GreedyBot, RandomBot, SamplerBot, make_bots
from dominolab.chance import Chance
from dominolab.errors import IllegalAction
from dominolab.notation import read_position
from dominolab.opening import Deal
from dominolab.round import Round
from dominolab.rules import RuleSet
from dominolab.tiles import Hand, Tile, bits
from dominolab.view import View

GAMES = [
    *map(dl.rules, ["block", "draw", "janod", "branching", "muggins", "polyglot@ko"]),
    dl.rules("branching@hr"),
    dl.rules("block", able="may-pass"),
    dl.rules("draw", able="may-draw-and-end", stuck="until-may-stop"),
]


def view(text: str) -> View:
    return View(read_position(text))


# -- What each of them does ------------------------------------------------------------------------


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("name", dl.rulesets())
def test_every_bot_plays_every_game_to_its_end(name: str, bot: str) -> None:
    rules = dl.rules(name)
    for players in rules.counts:
        for seed in range(1 if bot == "sampler" else 5):
            played = dl.play(rules, players, seed, bot)
            assert played.over
            assert dl.play(rules, players, seed, bot) == played


def test_random_takes_everything_that_is_legal() -> None:
    table = view("block 2 : 5-5 : *5-3 5-1 5-0 / 6-6 : -")
    bot = RandomBot(1, 0)
    taken = {bot.choose(table) for _ in range(100)}
    assert taken == set(table.legal)
    assert bot.why(table, table.legal[0]) == "Chance picks one of 3 legal actions."


def test_greedy_lays_the_heaviest_tile_and_draws_rather_than_passes() -> None:
    bot = GreedyBot(1, 0)
    assert bot.choose(view("block 2 : 5-5 : *5-3 5-1 6-5 / 6-6 : -")) == Play("6-5", "5-5")
    able = view("draw 2 : 5-5 : *5-3 2-1 / 6-6 : 4-4 3-3 2-2")
    assert bot.choose(able) == Play("5-3", "5-5")
    stuck = view("janod 2 : 5-5 : *2-1 / 6-6 : 4-4")
    assert bot.choose(stuck) is DRAW
    assert bot.choose(view("block 2 : 5-5 : *2-1 / 6-6 : -")) is PASS
    assert "5-3 has the most pips" in bot.why(able, Play("5-3", "5-5"))
    assert bot.why(stuck, DRAW) == "Nothing fits, so it draws."
    assert bot.why(stuck, PASS) == "Nothing fits and nothing is drawn."


def test_the_blocker_keeps_its_own_number_open() -> None:
    bot = BlockerBot(1, 0)
    # 6-3 leaves 3 open, which both its other tiles show; 6-0 leaves 0, which none does.
    table = view("block 2 : 6-6 6-5@6-6 : *6-3 6-0 3-2 3-1 / 5-5 4-4 2-0 : -")
    assert bot.choose(table) == Play("6-3", "6-6")
    assert bot.why(table, Play("6-3", "6-6")) == (
        "It leaves 3 or 5 open, which 2 of its other tiles fit."
    )
    stuck = view("janod 2 : 5-5 : *2-1 / 6-6 : 4-4")
    assert bot.choose(stuck) is DRAW
    assert bot.why(stuck, DRAW) == "Nothing fits, so it draws."
    assert bot.why(stuck, PASS) == "Nothing fits."
    assert bot.choose(view("block 2 : 5-5 : *2-1 / 6-6 : -")) is PASS


def test_the_blocker_plays_on_what_the_next_player_lacks() -> None:
    round_ = read_position("block 2 : 5-5 5-2@5-5 : 5-4 5-3 4-1 3-1 / *6-6 6-4 : -")
    round_.push(PASS)  # Ben has neither 5 nor 2
    table = View(round_, 0)
    assert not table.lacks()[1] & Tile(6, 6).bit
    assert table.lacks()[1] & Tile(5, 4).bit
    assert BlockerBot(1, 0).choose(table) in table.legal


def test_the_sampler_goes_out_when_it_can() -> None:
    bot = SamplerBot(1, 0)
    table = view("block 2 : 5-5 5-1@5-5 : *5-3 / 6-6 6-4 : -")
    assert bot.choose(table) == Play("5-3", "5-5")
    choice = view("polyglot@lt 2 : 5-5 : *2-1 / 6-6 : 4-4")
    assert bot.choose(choice) in choice.legal
    assert bot.why(choice, DRAW) == (
        f"Over {bot.samples} imagined deals of the hidden tiles, this did best of 2 possibilities."
    )


def test_the_sampler_plays_on_from_a_position_where_tiles_already_lie() -> None:
    table = view("block 2 : 5-5 5-1@5-5 6-5 : *6-3 6-0 1-0 / 6-6 6-4 2-1 : 4-4")
    assert not table.unseen & bits(Hand.parse("5-5 5-1 6-5"))
    assert SamplerBot(3, 0).choose(table) in table.legal


def test_bots_are_named_once_or_for_each_seat() -> None:
    assert [bot.name for bot in make_bots("greedy", 3, 1)] == ["greedy"] * 3
    assert [bot.name for bot in make_bots("greedy,random", 2, 1)] == ["greedy", "random"]
    assert [bot.name for bot in make_bots(["blocker", "sampler"], 2, 1)] == ["blocker", "sampler"]


# -- They see only what their seat may see ---------------------------------------------------------


def other_worlds(round_: Round, seat: int) -> Iterator[Round]:
    """Yield rounds that really were dealt otherwise, but in which *seat* saw just the same.

    The tiles hidden from the seat are dealt anew among the other hands, what others drew and the
    rest of the stock, and the same actions are pushed: only worlds where all of them were legal,
    and where the seat had the same choices each time, are kept.
    """
    deal = round_.deals[-1]
    shown = {*round_.layout.tiles, *round_.hands[seat]}
    chance = Chance(round_.seed or 0)
    for _ in range(400):
        hidden = [tile for hand in deal.hands for tile in hand if tile not in shown]
        hidden += [tile for tile in deal.stock if tile not in shown]
        for index in range(len(hidden) - 1, 0, -1):
            other = chance.below(index + 1)
            hidden[index], hidden[other] = hidden[other], hidden[index]
        swap = iter(hidden)
        hands = tuple(
            Hand(tile if tile in shown else next(swap) for tile in hand) for hand in deal.hands
        )
        stock = Hand(tile if tile in shown else next(swap) for tile in deal.stock)
        opening = round_.opening._replace(deals=(*round_.deals[:-1], Deal(hands, stock)))
        if opening == round_.opening:
            continue
        world = Round(round_.rules, round_.players, opening, seed=round_.seed)
        try:
            for action in round_.actions:
                same = world.turn != seat or world.legal() == round_.was(len(world.actions)).legal
                world.push(action)
                if not same:
                    break
            else:
                yield world
        except IllegalAction:
            continue


def positions(rules: RuleSet | str, players: int) -> Iterator[Round]:
    for seed in range(8):
        played = dl.play(rules, players, seed)
        for index in (4, 7, 10):
            if index < len(played.actions):
                there = played.at(index)
                if len(there.legal()) > 1:
                    yield there


def seen(table: View) -> tuple[object, ...]:
    """Return all that a view tells."""
    names = [name for name in dir(View) if not name.startswith("_")]
    assert "imagine" in names
    return tuple(
        (name, value() if callable(value) else value)
        for name in names
        if name != "imagine"
        for value in [getattr(table, name)]
    )


@pytest.mark.parametrize("rules", GAMES, ids=repr)
def test_a_view_is_the_same_in_every_world_that_looks_the_same(rules: RuleSet) -> None:
    worlds = 0
    for round_ in positions(rules, 2):
        seat = round_.turn
        for number, world in enumerate(other_worlds(round_, seat)):
            if number == 5:
                break
            assert world.hands != round_.hands or world.stock != round_.stock
            assert seen(View(world, seat)) == seen(View(round_, seat))
            worlds += 1
    assert worlds >= 15


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("rules", GAMES, ids=repr)
def test_a_bot_chooses_the_same_in_every_world_that_looks_the_same(
    rules: RuleSet, bot: str
) -> None:
    worlds = 0
    for round_ in positions(rules, 2):
        seat = round_.turn
        choice = BOTS[bot](5, seat).choose(View(round_, seat))
        assert choice in round_.legal()
        for number, world in enumerate(other_worlds(round_, seat)):
            if number == 2:
                break
            assert BOTS[bot](5, seat).choose(View(world, seat)) is choice
            worlds += 1
    assert worlds >= 6


def test_what_a_view_imagines_holds_nothing_of_what_is_hidden() -> None:
    for round_ in positions("draw", 3):
        seat = round_.turn
        table = View(round_, seat)
        unseen = [tile for tile in dl.TILES if table.unseen & tile.bit]
        hands = [table.hand_bits if p == seat else 0 for p in range(3)]
        for player in range(3):
            if player != seat:
                hands[player] = bits(unseen[: table.sizes[player]])
                del unseen[: table.sizes[player]]
        future = table.imagine(hands, unseen)
        # Its past is gone: neither the real deal nor the real draws can be read from it.
        assert future.actions == []
        assert len(future.deals) == 1
        assert future.deals[0] == Deal(future.hands, Hand(unseen))
        assert future.opening.lot is None
        assert future.opening.lead.tiles == 0
        assert [bits(hand) for hand in future.hands] == hands
        assert future.legal() == table.legal
        assert future.layout == round_.layout
        with pytest.raises(IllegalAction, match="nothing to undo"):
            future.pop()


def test_an_imagined_lead_offers_the_tiles_that_are_imagined() -> None:
    round_ = Round.deal("draw", 2, seed=3)
    seat = 1 - round_.turn
    hands = [bits(Hand.parse("6-6 5-4")), bits(Hand.parse("3-3 2-1"))]
    future = View(round_, seat).imagine(hands, ())
    assert {str(play) for play in future.legal()} == {
        str(tile) for tile in future.hands[round_.turn]
    }


# -- What passes and draws show --------------------------------------------------------------------


def lacks(text: str, *actions: Action) -> list[list[str]]:
    round_ = read_position(text)
    for action in actions:
        round_.push(action)
    everything = [[tile for tile in dl.TILES if lack & tile.bit] for lack in View(round_).lacks()]
    return [sorted({str(tile) for tile in tiles}) for tiles in everything]


def test_a_pass_shows_what_a_player_lacks_and_a_draw_makes_it_unknown_again() -> None:
    fives = sorted(str(tile) for tile in dl.TILES if 5 in tile)
    assert lacks("block 2 : 5-5 : *2-1 / 6-6 : -", PASS) == [fives, []]
    text = "polyglot 2 : 5-5 : *2-1 / 6-6 : 4-4 3-3"
    assert lacks(text, DRAW) == [[], []]
    assert lacks(text, DRAW, PASS) == [fives, []]
    assert lacks(text, DRAW, PASS, DRAW, PASS) == [fives, fives]


@pytest.mark.parametrize(
    ("rules", "actions"),
    [
        ("block able=may-pass 2", [PASS]),
        ("polyglot@ko 2", [DRAW, PASS]),
        ("draw able=may-draw-and-end 2", [DRAW, PASS]),
    ],
)
def test_a_pass_that_may_hide_a_fitting_tile_shows_nothing(
    rules: str, actions: list[Action]
) -> None:
    stock = "-" if "block" in rules else "5-4 4-4 3-3 2-2"
    assert lacks(f"{rules} : 5-5 : *2-1 / 6-6 : {stock}", *actions) == [[], []]


def test_the_history_tells_who_did_what_but_not_what_was_drawn() -> None:
    round_ = read_position("polyglot 2 : 5-5 : *2-1 / 6-6 : 4-4 3-3")
    round_.push(DRAW)
    round_.push(PASS)
    assert View(round_).history == ((0, DRAW), (0, PASS))
    assert all(not isinstance(a, Play) for _, a in View(round_).history)
    assert isinstance(View(round_).history[0][1], Draw)
