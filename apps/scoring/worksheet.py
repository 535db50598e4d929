"""Worksheets: the same questions on paper, with an answer key on a page of its own.

The document is whole: one file with its pictures and its style, made for print, that asks
nothing of the network.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from pathlib import Path

from dominolab import draw

from . import pictures
from .question import LEVELS, Question, Setting
from .questions import questions
from .slips import compared, working

PAPERS: Mapping[str, str] = {"A4": "A4", "letter": "Letter"}
PARTS: Mapping[str, str] = {
    "both": "questions and answer key",
    "questions": "questions only",
    "key": "answer key only",
}

STYLE = Path(__file__).with_name("worksheet.css").read_text(encoding="utf-8")
"""How a sheet looks: the file for print and the preview on the page."""


def worksheet(setting: Setting, paper: str = "A4", parts: str = "both") -> str:
    """Return the sheet as one HTML file."""
    size = f"@page {{ size: {PAPERS[paper]}; margin: 16mm 15mm 18mm; }}"
    style = f"{size}\n{STYLE}{pictures.STYLE}{draw.STYLE}"
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>Domino scores, set {setting.seed}</title><style>{style}</style></head>"
        f"<body class='paper'>{body(setting, parts)}</body></html>\n"
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
        "Working: <span class='line working'>&nbsp;</span></p>"
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
        f"<p class='soft'>{escape(compared(q))} From {escape(str(q.source))}.</p></li>"
        for n, q in enumerate(asked, 1)
    )
    kind = "key first" if first else "key"
    return (
        f"<section class='{kind}'><h2>Answer key</h2><p class='about'>{_about(setting)}</p>"
        f"<ol>{rows}</ol></section>"
    )
