"""Worksheets: the same questions on paper, with an answer key on a page of its own.

The document is whole: one file with its pictures and its style, made for print, that asks
nothing of the network.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from dominolab import draw

from . import pictures
from .questions import LEVELS, Question, Setting, questions
from .slips import compared, working

PAPERS: Mapping[str, str] = {"A4": "A4", "letter": "Letter"}
PARTS: Mapping[str, str] = {
    "both": "questions and answer key",
    "questions": "questions only",
    "key": "answer key only",
}

_STYLE = """
:root { --table: #fff; --table-deep: #fff; --on-table: #333; --tile: #fff; --tile-edge: #555;
  --mark: #777; }
@page { size: %s; margin: 16mm 15mm 18mm; }
* { box-sizing: border-box; }
body { font: 11.5pt/1.4 system-ui, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif;
  color: #16181b; background: #fff; margin: 0 auto; max-width: 180mm; padding: 6mm 4mm; }
h2 { font-size: 17pt; margin: 0 0 2mm; }
.about { color: #444; margin: 0 0 2mm; }
.name { margin: 0 0 6mm; }
.name span { display: inline-block; border-bottom: 1px solid #555; min-width: 55mm;
  margin: 0 6mm 0 2mm; }
ol { list-style: none; padding: 0; margin: 0; counter-reset: q; }
li { break-inside: avoid; border-top: 1px solid #bbb; padding: 4mm 0 5mm; }
li h3 { font-size: 11.5pt; margin: 0 0 2mm; }
.answer { margin: 3mm 0 0; }
.answer .line { display: inline-block; border-bottom: 1px solid #555; min-width: 28mm; }
.boxes { margin: 2mm 0 0; }
.boxes span { display: inline-block; margin: 0 6mm 1mm 0; }
.key { break-before: page; }
.key.first { break-before: auto; }
.key ol { columns: 2; column-gap: 8mm; }
table { border-collapse: collapse; width: 100%%; font-size: 10.5pt; }
caption { text-align: left; font-weight: 600; }
td, th { padding: 0.6mm 2mm 0.6mm 0; text-align: left; font-weight: 400; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
tfoot td, tfoot th { border-top: 1px solid #777; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%%); }
.soft { color: #444; }
@media print { body { padding: 0; max-width: none; } }
@media screen { html { background: #e9e6de; } body { box-shadow: 0 0 6mm #0003; padding: 12mm; } }
"""


def worksheet(setting: Setting, paper: str = "A4", parts: str = "both") -> str:
    """Return the sheet as one HTML file."""
    style = _STYLE % PAPERS[paper] + pictures.STYLE + draw.STYLE
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>Domino scores, set {setting.seed}</title><style>{style}</style></head>"
        f"<body>{body(setting, parts)}</body></html>\n"
    )


def body(setting: Setting, parts: str = "both") -> str:
    """Return what stands on the sheet, without its style."""
    asked = list(questions(setting))
    text = ""
    if parts != "key":
        text += f"{_head(setting)}<ol>{''.join(_ask(n, q) for n, q in enumerate(asked, 1))}</ol>"
    if parts != "questions":
        text += _key(setting, asked, first=parts == "key")
    return text


def _head(setting: Setting) -> str:
    return (
        f"<h2>Domino scores</h2><p class='about'>{_about(setting)}</p>"
        "<p class='name'>Name<span>&nbsp;</span> Date<span>&nbsp;</span></p>"
    )


def _about(setting: Setting) -> str:
    return f"Set {setting.seed}, {setting.count} questions, {LEVELS[setting.level]}."


def _ask(number: int, question: Question) -> str:
    boxes = "".join(f"<span>☐ {escape(option.text)}</span>" for option in question.options)
    chosen = f"<p class='boxes'>{boxes}</p>" if boxes else ""
    points = (
        "<p class='answer'>Points: <span class='line'>&nbsp;</span> "
        "Working: <span class='line' style='min-width:70mm'>&nbsp;</span></p>"
        if question.points is not None
        else ""
    )
    return (
        f"<li><h3>{number}. {escape(question.text)}</h3>{pictures.position(question)}"
        f"{chosen}{points}</li>"
    )


def _key(setting: Setting, asked: list[Question], first: bool) -> str:
    rows = "".join(
        f"<li><h3>{n}. {escape(q.answer)}</h3><p class='soft'>{escape(q.text)}</p>"
        f"{''.join(pictures.sheet(who, score) for who, score in working(q))}"
        f"<p class='soft'>{escape(compared(q))} From {escape(q.source)}.</p></li>"
        for n, q in enumerate(asked, 1)
    )
    kind = "key first" if first else "key"
    return (
        f"<section class='{kind}'><h2>Answer key</h2><p class='about'>{_about(setting)}</p>"
        f"<ol>{rows}</ol></section>"
    )
