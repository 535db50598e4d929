"""Comparing rulesets: only what differs, in the order of play, each with its source."""

from __future__ import annotations

import pytest

import dominolab as dl
from dominolab.axes import AXES
from dominolab.errors import RuleError


def test_the_vietnamese_printing_turns_the_table_round() -> None:
    found = dl.diff("polyglot", "polyglot@vi")
    assert found.axes == ("direction",)
    assert len(found) == found.distance == 1
    (row,) = found
    assert (row.title, row.group, row.differs) == ("Direction", "the turn", True)
    assert [s.value for s in row.statements] == ["clockwise", "anticlockwise"]
    assert [s.citation.language for s in row.statements] == ["en", "vi"]
    assert repr(found) == "<Diff polyglot, polyglot@vi: 1 axes differ>"


def test_every_axis_stands_in_the_order_of_play_when_asked_for() -> None:
    found = dl.diff("block", "draw", every=True)
    assert found.axes == tuple(AXES)
    assert found["stuck"].differs
    assert not found["tiles"].differs


def test_a_house_rule_is_named_as_such() -> None:
    found = dl.diff("janod", dl.rules("janod", tie="each"))
    assert "house rule" in str(found)
    assert found.to_json()["axes"][0]["cells"][1]["status"] == "house"


def test_the_same_rules_do_not_differ() -> None:
    assert str(dl.diff("block", "block@de")) == "These rules do not differ."


def test_it_shows_itself_as_text_markdown_and_html() -> None:
    found = dl.diff("muggins", "fives-and-threes", "block")
    assert str(found).count("muggins") == len(found)
    markdown = found._repr_markdown_().splitlines()
    assert markdown[0] == "| Axis | muggins | fives-and-threes | block |"
    assert len(markdown) == len(found) + 2
    html = found._repr_html_()
    assert html.count("<tr>") == len(found) + 1
    assert "<script" not in html


def test_one_ruleset_or_an_unknown_axis_is_refused() -> None:
    with pytest.raises(RuleError, match="two rulesets or more"):
        dl.diff("block")
    with pytest.raises(RuleError, match="no axis 'nonsense'"):
        dl.diff("block", "draw")["nonsense"]
