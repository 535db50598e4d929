"""Practice and worksheets as HTML: the set, the question, what came of it, the results."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from apps.parts.look import manual_mark
from apps.parts.messages import message
from dominolab import manuals
from dominolab.errors import DominoError
from dominolab.rules import rules

from . import pictures, touch, worksheet
from .desk import Desk
from .drill import MOST_SEEDS
from .practice import Practice, said, summary
from .question import HOW, KINDS, LEVEL_WORDS, LEVELS, SIDES, Question
from .questions import MOST
from .slips import compared, working
from .worksheet import PAPERS, PARTS


def page(desk: Desk) -> dict[str, str]:
    """Return the regions of the practice page."""
    session = desk.drill.session
    return {
        "head": "<h2 data-key='title'>Practice</h2><p class='sentence'>Predict, then check. "
        "Every position is from a real round.</p>",
        "touch": f"{_tally(session)}{_settings(desk, timed=True)}",
        "middle": _said(lambda: _over(session) if session.over else _ask(desk, session)),
        "end": _results(desk),
    }


def _said(make: Callable[[], str]) -> str:
    """Return what *make* writes; a set in which a question cannot be found says so instead."""
    try:
        return make()
    except DominoError as error:
        return message(str(error))


# -- The question ----------------------------------------------------------------------------------


def _ask(desk: Desk, session: Practice) -> str:
    asked = session.question
    of = f"Question {session.at + 1} of {len(session.order)}"
    again = ", once more" if session.reviewing else ""
    return (
        f'<h3 data-key="question" tabindex="-1">{of}{again}</h3>'
        f'<p class="ask">{escape(asked.text)}</p>'
        f'<div class="position">{pictures.position(asked)}</div>'
        f"{_form(desk, session) if session.verdict is None else _verdict(session)}"
        f"{_from(session)}"
    )


def _from(session: Practice) -> str:
    """Say which round the position is from; once answered, it can be looked up there."""
    see = (
        '<button type="button" class="quiet" data-do="see-round" data-key="see-round">'
        "See it in the round</button>"
        if session.verdict is not None
        else ""
    )
    return (
        f'<div class="row"><span class="small soft">The position is from '
        f"{escape(str(session.question.source))}.</span>{see}</div>"
    )


def _form(desk: Desk, session: Practice) -> str:
    asked = session.question
    number = session.number
    options = "".join(
        f'<label class="choice"><input type="radio" name="choice" value="{escape(option.key)}"'
        f' data-key="option-{number}-{escape(option.key)}"><span>{escape(option.text)}</span></label>'
        for option in asked.options
    )
    group = f"<fieldset><legend>{escape(asked.ask)}</legend>{options}</fieldset>" if options else ""
    points = (
        f'<div class="field"><label for="points-{number}">Points</label><input id="points-{number}"'
        f' data-key="points-{number}" name="points" type="text" inputmode="numeric" maxlength="12"'
        ' size="6" autocomplete="off"></div>'
        if asked.points is not None
        else ""
    )
    return (
        f'<form data-do="answer" data-key="form-{number}-{session.at}">{group}<div class="fields">'
        f'{points}<button type="submit" class="main" data-key="check">Check</button></div>'
        f"{message(desk.complaint('answer'))}</form>"
    )


def _verdict(session: Practice) -> str:
    verdict, asked = session.verdict, session.question
    assert verdict is not None
    assert session.given is not None
    sign = "✓" if verdict.right else "✗"
    kind = "right" if verdict.right else "wrong"
    yours = "" if verdict.right else f"<p>You said: {escape(said(asked, session.given))}.</p>"
    note = f"<p class='soft'>{escape(compared(asked))}</p>" if compared(asked) else ""
    took = f"<p class='soft'>It took {session.seconds} seconds.</p>" if session.timed else ""
    return (
        f'<div class="verdict {kind}" role="status"><p><span aria-hidden="true">{sign}</span> '
        f"<strong>{escape(verdict.sentence)}</strong></p>{yours}{note}{took}</div>"
        f"{_after(asked)}{''.join(pictures.sheet(who, score) for who, score in working(asked))}"
        '<div class="row"><button type="button" class="main" data-do="next" data-key="next"'
        ' data-hotkey="n">Next</button><span class="soft small">or press <kbd>n</kbd></span></div>'
    )


def _after(asked: Question) -> str:
    """Return the table after the play in question."""
    if asked.layout is None or asked.play is None:
        return ""
    after = asked.layout.lay(asked.play.tile, asked.play.on)
    return f'<div class="table-picture">{pictures.line(after, "The line after the play")}</div>'


def _over(session: Practice) -> str:
    wrong = session.mistakes
    review = (
        '<button type="button" class="main" data-do="review" data-key="review">'
        f"Look again at {len(wrong)} mistake{'' if len(wrong) == 1 else 's'}</button>"
        if wrong
        else ""
    )
    return (
        f'<h3 data-key="question" tabindex="-1">The set is done</h3><p class="ask">'
        f'<strong>{escape(session.summary)}</strong></p><div class="row">{review}'
        '<button type="button" data-do="again" data-key="again">The same set again</button>'
        '<button type="button" data-do="new-set" data-key="new-set-2">A new set</button></div>'
    )


def _tally(session: Practice) -> str:
    wrong = len(session.mistakes)
    return (
        '<dl class="tally">'
        f"<div><dt>Right</dt><dd>{session.right}</dd></div>"
        f"<div><dt>Wrong</dt><dd>{wrong}</dd></div>"
        f"<div><dt>Streak</dt><dd>{session.streak}</dd></div>"
        f"<div><dt>Longest</dt><dd>{session.best_streak}</dd></div></dl>"
    )


# -- The set ---------------------------------------------------------------------------------------


def _settings(desk: Desk, timed: bool) -> str:
    setting = desk.drill.setting
    levels = "".join(
        f'<button type="button" data-do="level" data-value="{level}" data-key="level-{level}"'
        f' aria-pressed="{"true" if level == setting.level else "false"}">{name}</button>'
        for level, name in LEVELS.items()
    )
    kinds = "".join(
        _box("kind", kind, words, kind in setting.kinds) for kind, words in KINDS.items()
    )
    games = "".join(
        _box("game", game, manual.games[game].title, game in setting.games, manual_mark(manual))
        for manual in manuals.load_all()
        for game in manual.games
    )
    clock = ""
    if timed:
        on = "checked" if desk.drill.timed else ""
        clock = (
            f'<label class="choice"><input type="checkbox" data-do="timed" data-key="timed" {on}>'
            "<span>Time my answers</span></label>"
        )
    return (
        f'<h3>The set</h3><div class="row" role="group" aria-label="Level">{levels}</div>'
        f'<div class="fields">{_number(desk, "seed", "Set number", setting.seed, MOST_SEEDS)}'
        f"{_number(desk, 'count', 'Questions', setting.count, MOST)}"
        '<button type="button" data-do="new-set" data-key="new-set">New set</button></div>'
        f"<p class='small soft'>{LEVEL_WORDS[setting.level]}</p>"
        '<div class="row"><button type="button" data-do="copy-link" data-key="copy-link">'
        'Copy the link</button><span class="small soft share">Whoever opens it gets the same '
        f"questions.</span></div>{message(desk.copied, 'status')}"
        f'<details data-key="kinds"><summary>What is asked</summary><fieldset>'
        f'<legend class="unseen">Kinds of question</legend>{kinds}</fieldset><div class="fields">'
        f"{touch.select('how', 'Rounds that end', HOW, setting.how)}"
        f"{touch.select('sides', 'Players', SIDES, setting.sides)}</div></details>"
        f'<details data-key="games"><summary>Which games ({len(setting.games)})</summary><fieldset>'
        f'<legend class="unseen">Games</legend>{games}</fieldset></details>'
        f"{clock}{message(desk.complaint('setting'))}"
    )


def _number(desk: Desk, name: str, label: str, value: int, most: int) -> str:
    typed = desk.typed.get(f"setting-{name}", str(value))
    return (
        f'<div class="field"><label for="set-{name}">{label}</label><input id="set-{name}"'
        f' data-key="set-{name}" data-do="set-{name}" type="text" inputmode="numeric" size="6"'
        f' maxlength="8" value="{escape(typed)}">{message(desk.complaint(f"setting-{name}"))}</div>'
    )


def _box(do: str, value: str, words: str, on: bool, mark: str = "") -> str:
    return (
        f'<label class="choice"><input type="checkbox" name="{value}" data-do="{do}"'
        f' data-key="{do}-{value}"{" checked" if on else ""}><span>{mark} {escape(words)}</span></label>'
    )


# -- Results on this device ------------------------------------------------------------------------


def _results(desk: Desk) -> str:
    rows = "".join(
        f"<tr><th scope='row'>{escape(KINDS[line.kind])}</th><td class='number'>{line.right}</td>"
        f"<td class='number'>{line.answered}</td></tr>"
        for line in summary(desk.drill.results)
    )
    mistakes = [result for result in desk.drill.results if not result.right][-10:]
    wrong = "".join(
        f"<li><b>{escape(rules(r.rules).title if _known(r.rules) else r.rules)}</b>, set {r.seed}, "
        f"question {r.number}: you said {escape(r.given)}, right is {escape(r.answer)}. "
        f"<span class='soft'>{escape(r.slip)}</span></li>"
        for r in reversed(mistakes)
    )
    listed = (
        f'<details data-key="mistakes"><summary>{_last(len(mistakes))}</summary>'
        f"<ul class='own'>{wrong}</ul></details>"
        if mistakes
        else ""
    )
    body = (
        '<table><thead><tr><th scope="col">Asked</th><th scope="col" class="number">Right</th>'
        f'<th scope="col" class="number">Answered</th></tr></thead><tbody>{rows}</tbody></table>'
        f'{listed}<div class="row"><button type="button" data-do="csv" data-key="csv">Download as CSV'
        '</button><button type="button" data-opens="clear-dialog" data-key="clear">Clear</button>'
        "</div>"
        if rows
        else "<p>Nothing answered yet.</p>"
    )
    return (
        "<h3>My results</h3><p class='small soft'>They stay on this device: nothing leaves the "
        f"browser.</p>{body}"
        '<dialog data-key="clear-dialog" aria-label="Clear all results?"><p>Clear all results on '
        'this device? They cannot be brought back.</p><div class="row">'
        '<button type="button" class="main" data-do="forget" data-closes data-key="forget">Clear'
        '</button><button type="button" data-closes data-key="keep">Keep them</button></div></dialog>'
    )


def _last(count: int) -> str:
    return "The last mistake" if count == 1 else f"The last {count} mistakes"


def _known(id_: str) -> bool:
    game, _, language = id_.partition("@")
    found = [manual for manual in manuals.load_all() if game in manual.games]
    return bool(found) and (not language or language in found[0].languages)


# -- Worksheets ------------------------------------------------------------------------------------


def sheet(desk: Desk) -> dict[str, str]:
    """Return the regions of the worksheet page."""
    setting, parts = desk.drill.setting, desk.drill.parts
    papers = "".join(
        f'<button type="button" data-do="paper" data-value="{paper}" data-key="paper-{paper}"'
        f' aria-pressed="{"true" if paper == desk.drill.paper else "false"}">{name}</button>'
        for paper, name in PAPERS.items()
    )
    make = (
        '<div class="row"><button type="button" class="main" data-do="sheet-html"'
        ' data-key="sheet-html">Download for print (HTML)</button>'
        '<button type="button" data-do="sheet-notebook" data-key="sheet-notebook">'
        "Download as notebook</button></div>"
        "<p class='small soft'>The file holds everything: open it in any browser and print it. "
        "Printing this page gives the sheet too, on the paper that the printer has.</p>"
    )
    return {
        "head": "<h2 data-key='title'>Worksheets</h2><p class='sentence'>The same questions on "
        "paper, with the arithmetic on a page of its own.</p>",
        "touch": f"{_settings(desk, timed=False)}<h3>The paper</h3>"
        f'<div class="fields"><div class="row" role="group" aria-label="Paper">{papers}</div>'
        f"{touch.select('parts', 'What it holds', PARTS, parts)}</div>{make}",
        "middle": f'<h3>Preview</h3><div class="paper" tabindex="0" role="region"'
        f' aria-label="Preview of the sheet">{_said(lambda: worksheet.body(setting, parts))}</div>',
    }
