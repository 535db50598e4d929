"""The match: what each round brought, the race to the target, and the winner."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple

from apps.parts.messages import message

from .controls import hotkey
from .session import Session

if TYPE_CHECKING:
    from bokeh.plotting import figure

LIGHT = ("#0a65a3", "#b84a00", "#00755a", "#9a3d7c", "#7a5c00")
DARK = ("#6cb6ee", "#f59a5c", "#4fc8a4", "#e394c8", "#e0bd4a")
DASHES = ("solid", "dashed", "dotted", "dotdash", "dashdot")
MARKERS = ("circle", "square", "triangle", "diamond", "inverted_triangle")


class Race(NamedTuple):
    """The totals after each round, the start included, for each side."""

    sides: tuple[str, ...]
    totals: tuple[tuple[int, ...], ...]
    target: int | None


def sides(session: Session) -> tuple[str, ...]:
    """Return what the sides are called."""
    names = session.names
    return tuple(" and ".join(names[player] for player in team) for team in session.line.teams)


def race(session: Session) -> Race:
    """Return how the match has gone so far."""
    called = sides(session)
    scores = [past.scores for past in session.past]
    if session.line.result is not None:
        scores.append(session.line.result.scores)
    totals = tuple(
        tuple(sum(row[side] for row in scores[:count]) for count in range(len(scores) + 1))
        for side in range(len(called))
    )
    return Race(called, totals, session.settings.rules.target)


def outcome(session: Session) -> str:
    """Say how the match stands, in one sentence."""
    match = session.match
    if not match.over:
        number = len(session.past) + 1
        state = "is over" if session.line.over else "is being played"
        target = session.settings.rules.target
        return f"Round {number} {state}; the first to reach {target} wins."
    if not match.winner:
        return "The match is over: two sides reached the target with the same total."
    who = " and ".join(session.names[player] for player in match.winner)
    return f"The match is over: {who} {'win' if len(match.winner) > 1 else 'wins'}."


def match_html(session: Session) -> str:
    """Return the scoreboard with the way to the next round, or '' outside a match."""
    if not session.settings.match:
        return ""
    go_on = (
        '<button type="button" class="main" data-do="next" data-key="next"'
        f"{hotkey(session, 'next')}>Next round</button>"
        if session.can_continue
        else ""
    )
    return (
        f"{message(session.notes.get('match', ''), do='close')}"
        f'<h2>The match</h2><p class="outcome">{escape(outcome(session))}</p>{go_on}'
        '<div class="scroll" role="region" tabindex="0" aria-label="Scoreboard">'
        f"{_table(session)}</div>"
    )


def _table(session: Session) -> str:
    data = race(session)
    heads = "".join(f'<th scope="col" class="number">{escape(side)}</th>' for side in data.sides)
    rows = []
    count = len(data.totals[0]) - 1
    shown = len(session.past) if session.looking is None else session.looking
    for number in range(count):
        cells = "".join(
            f'<td class="number">{totals[number + 1] - totals[number]:+d}'
            f' <span class="soft">= {totals[number + 1]}</span></td>'
            for totals in data.totals
        )
        rows.append(f"<tr>{_round_head(session, number, shown)}{cells}</tr>")
    if not session.line.over:
        dots = '<td class="number soft">…</td>' * len(data.sides)
        rows.append(f"<tr>{_round_head(session, len(session.past), shown)}{dots}</tr>")
    return (
        f'<table class="scoreboard"><caption class="unseen">Points by round</caption><thead><tr>'
        f'<th scope="col">Round</th>{heads}</tr></thead><tbody>{"".join(rows)}</tbody></table>'
    )


def _round_head(session: Session, number: int, shown: int) -> str:
    known = number == len(session.past) or session.past[number].round is not None
    if not known or number == shown:
        here = " (in view)" if number == shown else ""
        return f'<th scope="row">{number + 1}{here}</th>'
    return (
        f'<th scope="row"><button type="button" class="quiet" data-do="look"'
        f' data-value="{number}" data-key="look-{number}" aria-label="Look at round {number + 1}">'
        f"{number + 1}</button></th>"
    )


def chart(data: Race, dark: bool) -> figure:
    """Draw the race to the target: each side's total after each round."""
    from bokeh.models.annotations import Legend, LegendItem, Span, Title
    from bokeh.models.ranges import Range1d
    from bokeh.models.tickers import FixedTicker
    from bokeh.plotting import figure as new_figure

    ink, paper, line = (
        ("#ece9e1", "#1f2428", "#3a4147") if dark else ("#20242a", "#ffffff", "#d4d0c4")
    )
    colours = DARK if dark else LIGHT
    rounds = list(range(len(data.totals[0])))
    top = max(max(max(totals) for totals in data.totals), data.target or 0)
    low = min(0, min(min(totals) for totals in data.totals))
    plot = new_figure(
        title=Title(text="The race to the target", text_color=ink, text_font_size="15px"),
        height=280,
        sizing_mode="stretch_width",
        toolbar_location=None,
        x_axis_label="rounds played",
        y_axis_label="points",
        y_range=Range1d(start=low, end=top * 1.15 + 1),
        x_range=Range1d(start=-0.2, end=max(1, rounds[-1]) + 0.2),
        background_fill_color=paper,
        border_fill_color=paper,
        outline_line_color=line,
    )
    items = []
    for side, totals in enumerate(data.totals):
        colour = colours[side % 5]
        path = plot.line(
            rounds, list(totals), line_dash=DASHES[side % 5], color=colour, line_width=3
        )
        dots = plot.scatter(rounds, list(totals), size=10, marker=MARKERS[side % 5], color=colour)
        drawn: list[Any] = [path, dots]
        items.append(LegendItem(label=data.sides[side], renderers=drawn))
    if data.target is not None:
        plot.add_layout(
            Span(location=data.target, dimension="width", line_color=ink, line_dash="dashed")
        )
        plot.text(
            [0], [data.target], text=[f"target {data.target}"], text_color=ink, y_offset=-4,
            text_font_size="13px",
        )  # fmt: skip
    legend = Legend(items=items, orientation="horizontal", border_line_color=None)
    legend.background_fill_color, legend.label_text_color = paper, ink
    legend.label_text_font_size, legend.spacing = "14px", 16
    plot.add_layout(legend, "below")
    step = max(1, len(rounds) // 12)
    plot.xaxis.ticker = FixedTicker(ticks=rounds[::step])
    plot.grid.grid_line_color = line
    for axis in plot.axis:
        axis.axis_label_text_color = axis.major_label_text_color = ink
        axis.axis_line_color = axis.major_tick_line_color = ink
        axis.minor_tick_line_color = None
        axis.axis_label_text_font_size = axis.major_label_text_font_size = "13px"
    return plot


__all__ = ["Race", "chart", "match_html", "outcome", "race", "sides"]
