"""Python begins with the memory of a start at build time, and learns where it woke up."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext

import browser as tools

pytestmark = pytest.mark.browser


@pytest.fixture
def facts(new_context: Callable[..., BrowserContext], site: str) -> Callable[..., dict[str, Any]]:
    """What Python knows when a reader with these settings opens the page."""

    def ask(**settings: Any) -> dict[str, Any]:
        page = new_context(**settings).new_page()
        page.goto(f"{site}?view=awake")
        told = page.locator("#facts", has_text="}")
        found: dict[str, Any] = json.loads(told.text_content(timeout=tools.PATIENCE) or "")
        return found

    return ask


def test_what_was_imported_at_build_time_is_in_memory_and_the_rest_in_files(
    facts: Callable[..., dict[str, Any]],
) -> None:
    found = facts()
    assert found["remembered"].startswith("/lib/python3.13/asyncio/")
    assert not found["remembered_is_there"]
    assert found["imported"] == "/lib/python3.13/colorsys.pyc"
    assert found["imported_is_there"]
    assert "/lib/python313.zip" not in found["path"]
    assert found["path"].count("") == 1


def test_two_readers_do_not_get_the_same_chance(facts: Callable[..., dict[str, Any]]) -> None:
    assert facts()["chance"] != facts()["chance"]


def test_the_time_zone_is_the_readers(facts: Callable[..., dict[str, Any]]) -> None:
    tokyo = facts(timezone_id="Asia/Tokyo")
    assert tokyo["zone"][0] == -9 * 3600
    assert tokyo["date"] == "Thu, 01 Jan 1970 09:00:00 +0900"
    denver = facts(timezone_id="America/Denver")
    assert denver["zone"][0] == 7 * 3600
    assert denver["zone"][1:] == ["UTC-0700", "UTC-0600"]  # in winter and in summer


def test_panel_finds_its_files_on_the_host(facts: Callable[..., dict[str, Any]], site: str) -> None:
    assert facts()["panel"].startswith(f"{site}runtime-")
