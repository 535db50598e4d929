"""The first ten seconds: a round under way and one question, answered before Python is there."""

from __future__ import annotations

from html import escape

import dominolab as dl
from dominolab import draw
from dominolab.reasons import Step
from dominolab.scoring import NAMES
from sitekit.report import SiteError

# A double at the end of the line counts with both halves: most newcomers answer this one wrong.
RULES, PLAYERS, SEED, BOTS = "muggins", 2, 40, "greedy"
STEP = 6
BOARD_WIDTH = 16
"""How many halves of a tile wide the line may get: readable on a phone."""


def first_step() -> Step:
    """Return the step of the round that the question is about."""
    step = dl.play(dl.rules(RULES), players=PLAYERS, seed=SEED, bots=BOTS).step(STEP)
    if not isinstance(step.action, dl.Play) or step.count is None:
        raise SiteError(
            f"step {STEP} of round {SEED} at {RULES} is no play that can score: choose another "
            "in site/sitekit/first.py"
        )
    return step


def first_content(live: str) -> str:
    """Write the board, the question and its answers. `live` links to the same round in a view."""
    step = first_step()
    action = step.action
    assert isinstance(action, dl.Play)
    assert step.count is not None
    name = NAMES[step.player]
    round_ = step.round.at(step.index + 1)
    board = draw.layout_svg(round_.layout, width=BOARD_WIDTH, css=False)
    scored = step.points.points
    rule = step.round.rules.statements["in_play"]
    manual = step.round.rules.manual
    game = manual.games[step.round.rules.game].title
    language = manual.languages[rule.citation.language].name
    right = "yes" if scored else "no"
    ends = " and ".join(
        f"<b>{term.value}</b> for {escape(term.say())}{_both_halves(term.tiles)}"
        for term in step.count.terms
    )
    points = f"{scored} point{'' if scored == 1 else 's'}" if scored else "nothing"
    return f"""<section class="first" aria-label="A first question">
<figure class="board">{board}</figure>
<div id="question">
<h1>{name} lays {action.tile} here. Does she score?</h1>
<p class="where">{escape(game)}, as {escape(manual.name)} has it: {escape(_lower(rule.words))}</p>
<div class="choices" role="group" aria-label="Your answer">
<button class="button" type="button" data-answer="yes">Yes</button>
<button class="button" type="button" data-answer="no">No</button>
</div>
{live}
<div class="answer">
<p data-for="{right}" hidden><strong>That is right.</strong></p>
<p data-for="{"no" if right == "yes" else "yes"}" hidden><strong>Not quite.</strong></p>
<p data-always hidden>The open ends count {ends}: {step.count.points} together. {name} scores
{points}.</p>
<p class="source" data-always hidden>Source: {escape(manual.name)}, {escape(language)}, lines
{escape(rule.citation.line)}.</p>
</div>
<noscript><p>The open ends count {ends}: {step.count.points} together. {name} scores
{points}.</p></noscript>
</div>
</section>"""


def live_link() -> str:
    """Link to the same round in the step view."""
    return (
        f'<p><a class="live" data-view="step" '
        f'href="?view=step&amp;{link_to_round()}">Step through this round</a></p>'
    )


def link_to_round() -> str:
    """Write the state of the step view that shows the question's round."""
    return (
        f"rules={RULES}&amp;players={PLAYERS}&amp;seed={SEED}&amp;bots={BOTS}&amp;step={STEP + 1}"
    )


def _both_halves(tiles: tuple[dl.Tile, ...]) -> str:
    if len(tiles) == 1 and tiles[0].high == tiles[0].low and tiles[0].high:
        return " (a double across the line shows both halves)"
    return ""


def _lower(words: str) -> str:
    return words[:1].lower() + words[1:]
