"""What the views share: links that are not trusted, marks and sources, the printing chooser."""

from __future__ import annotations

import json
import re
from html import unescape
from html.parser import HTMLParser

import pytest

from apps.parts import links, look, messages
from apps.parts.chooser import chooser, full_id
from apps.parts.stage import LONGEST_VALUE, Event, Stage, difference, plain
from dominolab import manuals, printings, rules

HOSTILE = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>"


class Elements(HTMLParser):
    """Collects the tags of a piece of HTML."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[dict[str, str | None]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes.append(dict(attrs))


# -- Links -----------------------------------------------------------------------------------------


def test_a_number_in_a_link_is_read_within_its_bounds() -> None:
    problems: list[str] = []
    assert links.read_int({"step": "12"}, "step", 0, 40, 0, problems) == 12
    assert links.read_int({}, "step", 0, 40, 3, problems) == 3
    assert problems == []


@pytest.mark.parametrize("text", ["41", "-1", "1e9", "x", HOSTILE, "٣", "9" * 5000])
def test_a_number_that_cannot_be_is_told_and_the_default_taken(text: str) -> None:
    problems: list[str] = []
    assert links.read_int({"step": text}, "step", 0, 40, 3, problems) == 3
    assert len(problems) == 1
    assert "step" in problems[0]
    assert len(problems[0]) < 200


def test_a_choice_names_what_is_possible() -> None:
    problems: list[str] = []
    assert links.read_choice({"hands": "mine"}, "hands", ("all", "none"), "all", problems) == "all"
    assert "all or none" in problems[0]


@pytest.mark.parametrize("id_", ["muggins@fr", "block tie=each target=50", "janod"])
def test_rules_in_a_link_come_back_as_they_were_written(id_: str) -> None:
    problems: list[str] = []
    found = links.read_rules({"rules": id_}, problems)
    assert problems == []
    assert links.read_rules({"rules": links.write_rules(found)}, problems) == found


def test_a_wrong_house_rule_is_left_out_and_the_others_hold() -> None:
    problems: list[str] = []
    found = links.read_rules({"rules": "block tie=sometimes target=50 x"}, problems)
    assert found == rules("block", target=50)
    assert len(problems) == 2
    assert "tie" in problems[0]


@pytest.mark.parametrize("text", ["nonsense", "block@xx", HOSTILE, "a" * 100_000])
def test_unknown_rules_are_told_and_the_usual_ones_shown(text: str) -> None:
    problems: list[str] = []
    assert links.read_rules({"rules": text}, problems) == rules("polyglot")
    assert len(problems) == 1


def test_names_are_plain_text_of_bearable_length() -> None:
    problems: list[str] = []
    names = links.read_names({"names": "Zoë,,\x1b[31mRed\x07," + "x" * 80}, problems)
    assert names[0] == "Zoë"
    assert names[1] == "Ben"
    assert "\x1b" not in names[2]
    assert len(names[3]) == links.LONGEST_NAME
    assert links.write_names(("Ann", "Ben", "Cy")) == ""
    assert links.read_names({"names": links.write_names(("Ann", "Max"))}, problems)[1] == "Max"


# -- Looks -----------------------------------------------------------------------------------------


def test_every_rule_of_every_printing_has_a_source_with_status_manual_and_line() -> None:
    for id_ in printings():
        found = rules(id_)
        for statement in found.statements.values():
            html = look.citation_html(statement)
            assert look.STATUS_WORDS[statement.status] in html
            assert f"manual-{found.manual.id}" in html
            assert statement.citation.line in re.sub("<[^>]*>", "", html)


def test_the_lines_of_a_source_stay_on_one_line() -> None:
    html = look.citation_html(rules("polyglot").statements["direction"])
    assert re.search(r'<span class="unbroken">lines? [0-9-]+</span>', html)


def test_a_house_rule_is_no_manuals() -> None:
    statement = rules("block", tie="each").statements["tie"]
    html = look.citation_html(statement)
    assert "house rule" in html
    assert "line" not in html


def test_manuals_and_statuses_are_told_apart_without_colour() -> None:
    letters = {re.sub("<[^>]+>", "", look.manual_mark(m)).strip() for m in manuals.load_all()}
    assert letters == {"P", "J", "B", "F", "U"}
    marks = {look.status_mark(status) for status in look.STATUS_WORDS}
    assert len({re.sub("<[^>]+>", "", mark) for mark in marks}) == 4


def test_messages_show_text_never_markup() -> None:
    html = messages.message(HOSTILE, do="close")
    assert Elements(html).tags == ["div", "span", "p", "button"]
    assert messages.message("") == messages.problems_message([]) == ""
    assert "And 6 more" in messages.problems_message(["x."] * 10)


# -- The chooser -----------------------------------------------------------------------------------


def test_the_chooser_offers_every_printing_once_grouped_by_manual() -> None:
    found = Elements(chooser("muggins"))
    options = [a for a in found.attributes if a.get("role") == "option"]
    assert [option["data-value"] for option in options] == list(printings())
    groups = [a["aria-label"] for a in found.attributes if a.get("role") == "group"]
    assert groups == [manual.name for manual in manuals.load_all()]
    chosen = [o["data-value"] for o in options if o["aria-selected"] == "true"]
    assert chosen == [full_id("muggins")] == ["muggins@de"]
    assert [o["data-value"] for o in options if o["tabindex"] == "0"] == chosen


def test_a_printing_is_found_by_game_language_and_its_own_name() -> None:
    options = {
        a["data-value"]: str(a["data-item"])
        for a in Elements(chooser("janod")).attributes
        if "data-item" in a
    }
    words = options["muggins@fr"]
    assert all(word in words for word in ("muggins", "french", "français", "five-game"))


# -- The stage -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("", "new"),
        ("x" * 50, ""),
        ("<b>" + "x" * 50 + "</b>", "<b>" + "x" * 50 + "y</b>"),
        ("ab" * 40, "ab" * 41),
        ("ab" * 41, "ab" * 40),
        ("x" * 50 + "é", "x" * 50 + "è"),
        ("x" * 60 + "𝄞" + "y" * 60, "x" * 60 + "𝄞𝄞" + "y" * 60),
    ],
)
def test_a_difference_makes_the_new_text_of_the_old(old: str, new: str) -> None:
    change = difference(plain(old), plain(new))
    start, end, between = change if isinstance(change, tuple) else (0, 0, change)
    assert plain(old)[:start] + between + plain(old)[len(plain(old)) - end :] == plain(new)
    assert unescape(plain(new)) == new


def test_a_long_region_that_grows_is_sent_as_its_growth() -> None:
    old = "<p>tile</p>" * 200
    assert difference(old, f"{old}<p>one more</p>") == (len(old), 0, "<p>one more</p>")


def test_a_page_that_missed_something_gets_everything_again() -> None:
    stage = Stage('<div data-region="a"></div>', {}, regions={"a": "1"})
    stage.get_root()
    stage.put({"a": "2"})
    stage._handle_msg({"do": "lost"})
    message = json.loads(stage.patch)
    assert message["whole"]
    assert message["regions"] == {"a": "2"}


def test_a_stage_sends_only_what_changed_and_all_that_an_event_brought_at_once() -> None:
    sent: list[dict[str, object]] = []

    def go(event: Event) -> None:
        stage.put({"a": "2", "b": "1"})
        stage.tell(beat=5)

    stage = Stage("", {"go": go})
    stage.put({"a": "1", "b": "1"})
    assert json.loads(stage.full)["regions"] == {"a": "1", "b": "1"}
    stage.get_root()  # as a page draws it
    stage.param.watch(lambda change: sent.append(json.loads(change.new)), "patch")
    stage._handle_msg({"do": "go"})
    stage.put({"a": "2"})
    assert [(m["regions"], m["beat"]) for m in sent] == [({"a": "2"}, 5)]


@pytest.mark.parametrize("data", [None, 7, "go", [], {}, {"do": 3}, {"do": "unknown"}, {"do": {}}])
def test_whatever_a_page_sends_nothing_breaks(data: object) -> None:
    got: list[Event] = []
    stage = Stage("", {"go": got.append})
    stage._handle_msg(data)
    assert got == []


def test_what_a_page_sends_is_cut_to_a_bearable_size() -> None:
    got: list[Event] = []
    stage = Stage("", {"go": got.append})
    stage._handle_msg({"do": "go", "value": "x" * 100_000, "fields": {"a": "y" * 100_000, "b": 3}})
    assert len(got[0].value) == len(got[0].fields["a"]) == LONGEST_VALUE
    assert got[0].fields["b"] == "3"
