"""Results as a notebook shows them: small charts, and all numbers in a table.

The charts take the page's own text colour and two hues that stand out on light and dark pages;
what they show is said in their titles and stands in the tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from .comparison import Comparison, Difference
from .result import Result
from .statistics import Estimate, Tally

_A, _B = "#4a86c5", "#c8681e"
"""The hues of the first and the second result; they differ in lightness too."""
_WIDTH, _HEIGHT = 340, 150
_LEFT, _BOTTOM, _TOP = 8, 34, 24


def result_html(result: Result) -> str:
    """Return a result's charts and table."""
    charts = []
    if result.tallies:
        charts = [
            histogram_svg(
                result.label(name), [result[name]], [f"of {result.played:,} {result.things}"]
            )
            for name in result.shown
        ]
        kind = "won_from_lead" if "won_from_lead/0" in result.tallies else "won"
        wins = [n for n in result.tallies if n.partition("/")[0] == kind]
        charts.append(
            intervals_svg(
                "Who wins, in % (95 % intervals)",
                [(result.label(n).removesuffix(" won"), result.estimate(n)) for n in wins],
                100,
            )
        )
    rows = "".join(
        f"<tr><th scope='row' style='text-align:left'>{escape(row.label)}</th>"
        + _cells(row.estimate, row.share)
        + f"<td style='text-align:right'>{_quantiles(result, row.name, row.share)}</td></tr>"
        for row in result.rows()
    )
    head = _header(
        "Measure", "Mean or share", "95 % interval", "Quantiles: 5 %, 25 %, 50 %, 75 %, 95 %"
    )
    return _page(result.heading, [result.extent], result.partial, charts, head, rows)


def comparison_html(comparison: Comparison) -> str:
    """Return a comparison's charts and table."""
    a, b = comparison.a, comparison.b
    charts = []
    if comparison.measures:
        charts = [histogram_svg(a.label(name), [a[name], b[name]], ["A", "B"]) for name in a.shown]
        shares = [
            comparison[name]
            for name in ("blocked", "undecided", "won_from_lead/0")
            if name in comparison.measures
        ]
        charts.append(
            intervals_svg(
                "B less A, in percentage points",
                [(row.label, row.difference) for row in shares],
                100,
            )
        )
    rows = "".join(_difference_row(row) for row in comparison.rows())
    how = "the same shuffles" if comparison.paired else "different shuffles"
    extents = [f"A: {a.heading}: {a.extent}", f"B: {b.heading}: {b.extent}", f"On {how}."]
    head = _header("Measure", "A", "B", "B less A", "95 % interval", "Shown?")
    title = f"{a.rules.title} and {b.rules.title}"
    return _page(title, extents, comparison.partial, charts, head, rows)


def _page(
    title: str, lines: Sequence[str], partial: bool, charts: list[str], head: str, rows: str
) -> str:
    said = "".join(f"<div>{escape(line)}</div>" for line in lines)
    if partial:
        said = f"<strong style='border:1px solid;padding:0 .4em'>Partial result</strong>{said}"
    table = (
        "<details><summary>All numbers</summary>"
        f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></details>"
        if rows
        else "<p>Nothing was played.</p>"
    )
    return (
        "<section class='dominolab-result'>"
        f"<div style='font-weight:bold'>{escape(title)}</div>{said}"
        f"<div style='display:flex;flex-wrap:wrap;gap:1em'>{''.join(charts)}</div>{table}</section>"
    )


def _header(*names: str) -> str:
    return "".join(f"<th scope='col' style='text-align:left'>{escape(name)}</th>" for name in names)


def _number(value: float, share: bool) -> str:
    return f"{100 * value:.2f} %" if share else f"{value:,.2f}"


def _cells(estimate: Estimate, share: bool) -> str:
    low, high = _number(estimate.low, share), _number(estimate.high, share)
    return (
        f"<td style='text-align:right'>{_number(estimate.value, share)}</td>"
        f"<td style='text-align:right'>{low} to {high}</td>"
    )


def _quantiles(result: Result, name: str, share: bool) -> str:
    if share:
        return ""
    return ", ".join(f"{result.quantile(name, p):g}" for p in (0.05, 0.25, 0.5, 0.75, 0.95))


def _difference_row(row: Difference) -> str:
    values = "".join(
        f"<td style='text-align:right'>{_number(estimate.value, row.share)}</td>"
        for estimate in (row.a, row.b)
    )
    shown = "yes" if row.difference.excludes_zero else "no"
    return (
        f"<tr><th scope='row' style='text-align:left'>{escape(row.label)}</th>{values}"
        f"{_cells(row.difference, row.share)}<td>{shown}</td></tr>"
    )


# -- Charts ----------------------------------------------------------------------------------------


def _svg(title: str, told: str, body: str, height: int = _HEIGHT) -> str:
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' role='img' width='{_WIDTH}' height='{height}' "
        f"viewBox='0 0 {_WIDTH} {height}' font-family='system-ui,sans-serif' font-size='11' "
        "fill='currentColor' style='max-width:100%;height:auto' "
        f"aria-label='{escape(f'{title}: {told}', quote=True)}'>"
        f"<text x='{_LEFT}' y='14' font-weight='bold'>{escape(title)}</text>{body}</svg>"
    )


def histogram_svg(title: str, tallies: Sequence[Tally], names: Sequence[str]) -> str:
    """Return bars for one tally, with a line of steps over them for a second."""
    bars = [_shared_bars(tally, tallies) for tally in tallies]
    tallest = max(share for series in bars for _, share in series)
    width = (_WIDTH - 2 * _LEFT) / len(bars[0])
    floor = _HEIGHT - _BOTTOM
    high = floor - _TOP

    def top(part: float) -> float:
        return floor - high * part / tallest

    body = "".join(
        f"<rect x='{_LEFT + i * width:.1f}' y='{top(part):.1f}' width='{max(width - 1, 0.5):.1f}' "
        f"height='{floor - top(part):.1f}' fill='{_A}'/>"
        for i, (_, part) in enumerate(bars[0])
    )
    if len(bars) > 1:
        steps = " ".join(
            f"L{_LEFT + i * width:.1f} {top(part):.1f}H{_LEFT + (i + 1) * width:.1f}"
            for i, (_, part) in enumerate(bars[1])
        )
        end = _LEFT + len(bars[1]) * width
        body += (
            f"<path d='M{_LEFT} {floor}{steps}L{end:.1f} {floor}' fill='none' stroke='{_B}' "
            "stroke-width='2'/>"
        )
    body += f"<path d='M{_LEFT} {floor}H{_WIDTH - _LEFT}' stroke='currentColor'/>"
    every = max(1, len(bars[0]) // 8)
    for i in range(0, len(bars[0]), every):
        middle = _LEFT + (i + 0.5) * width
        body += (
            f"<text x='{middle:.1f}' y='{floor + 13}' text-anchor='middle'>{bars[0][i][0]}</text>"
        )
    body += _legend(names, _HEIGHT - 6, tallest)
    told = "; ".join(
        f"{name}: mean {tally.mean:.2f}, median {tally.median}, from {min(tally)} to {max(tally)}"
        for name, tally in zip(names, tallies, strict=True)
    )
    return _svg(title, told, body)


def _shared_bars(tally: Tally, all_tallies: Sequence[Tally]) -> list[tuple[int, float]]:
    """Return first value and share of every bar, the bars being the same for all tallies."""
    together = Tally()
    for other in all_tallies:
        together += other
    counted: list[tuple[int, float]] = []
    for first, last, _ in together.binned():
        met = sum(tally[value] for value in range(first, last + 1))
        counted.append((first, met / tally.n))
    return counted


def _legend(names: Sequence[str], y: int, tallest: float) -> str:
    said = f"<text x='{_WIDTH - _LEFT}' y='{y}' text-anchor='end'>top: {100 * tallest:.1f} %</text>"
    x = _LEFT
    for name, colour in zip(names, (_A, _B), strict=False):
        said += f"<rect x='{x}' y='{y - 8}' width='8' height='8' fill='{colour}'/>"
        said += f"<text x='{x + 12}' y='{y}'>{escape(name)}</text>"
        x += 40
    return said


def intervals_svg(title: str, rows: Sequence[tuple[str, Estimate]], scale: float) -> str:
    """Return a dot with its interval for each row, over a common axis."""
    height = _TOP + 24 * len(rows) + 22
    low = min(0.0, *(estimate.low for _, estimate in rows))
    high = max(0.0, *(estimate.high for _, estimate in rows))
    start, end = 150, _WIDTH - 50
    span = (high - low) or 1.0

    def x(value: float) -> float:
        return start + (end - start) * (value - low) / span

    body = f"<path d='M{x(0):.1f} {_TOP}V{height - 18}' stroke='currentColor' opacity='.5'/>"
    body += f"<text x='{x(0):.1f}' y='{height - 6}' text-anchor='middle'>0</text>"
    for number, (label, estimate) in enumerate(rows):
        y = _TOP + 12 + 24 * number
        body += (
            f"<text x='{_LEFT}' y='{y + 4}'>{escape(label)}</text>"
            f"<path d='M{x(estimate.low):.1f} {y}H{x(estimate.high):.1f}' stroke='{_A}' "
            f"stroke-width='4'/><circle cx='{x(estimate.value):.1f}' cy='{y}' r='4' fill='{_A}' "
            "stroke='currentColor'/>"
            f"<text x='{_WIDTH - _LEFT}' y='{y + 4}' text-anchor='end'>"
            f"{scale * estimate.value:.1f}</text>"
        )
    told = "; ".join(
        f"{label} {scale * e.value:.1f} ({scale * e.low:.1f} to {scale * e.high:.1f})"
        for label, e in rows
    )
    return _svg(title, told, body, height)


__all__ = ["comparison_html", "histogram_svg", "intervals_svg", "result_html"]
