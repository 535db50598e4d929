"""The README and the docs: their examples run, and the reference says what the library says."""

from __future__ import annotations

import doctest
import importlib.util
import re
from pathlib import Path

import pytest

import dominolab

PROJECT = Path(__file__).resolve().parent.parent
PAGES = [PROJECT / "README.md", *sorted((PROJECT / "docs").glob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_examples_of_a_page_give_what_it_shows(page: Path) -> None:
    failed, _ = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert failed == 0


def test_the_readme_and_the_packages_own_words_have_examples() -> None:
    readme = doctest.DocTestParser().get_examples(PAGES[0].read_text(encoding="utf-8"))
    assert len(readme) >= 8
    assert doctest.testmod(dominolab).failed == 0
    assert doctest.testmod(dominolab).attempted >= 3


def test_the_reference_is_what_the_library_says_today() -> None:
    spec = importlib.util.spec_from_file_location(
        "make_reference", PROJECT / "docs" / "make_reference.py"
    )
    assert spec is not None
    assert spec.loader is not None
    maker = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(maker)
    assert maker.PAGE.read_text(encoding="utf-8") == maker.page(), (
        "run: python docs/make_reference.py"
    )


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_of_a_page_leads_to_a_file(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_every_public_name_is_there() -> None:
    for name in dominolab.__all__:
        assert getattr(dominolab, name) is not None
    assert set(dominolab.__all__) <= set(dir(dominolab))
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        dominolab.nonsense  # noqa: B018 - asking is the test
