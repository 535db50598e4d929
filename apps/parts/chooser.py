"""The printing chooser: every ruleset in every language, by manual, with a search field.

It is plain HTML for a stage, whose script filters the list while one types and moves the focus
with the arrow keys. The choice is sent to Python under the name given as *do*.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from html import escape

from dominolab import manuals
from dominolab.manuals import Manual

from .look import manual_mark


def full_id(id_: str) -> str:
    """Return a printing's id with its language, as in `muggins@de` for `muggins`."""
    game, _, language = id_.partition("@")
    return f"{game}@{language or manuals.find(game).reference}"


@lru_cache(maxsize=16)
def chooser(chosen: str, *, do: str = "rules", key: str = "printing") -> str:
    """Return the chooser with the printing *chosen* marked.

    A click, Enter or Space on a printing sends the event *do* with its id as value. *key* begins
    the names of its parts: two choosers on one page need two keys.
    """
    groups = "".join(
        f'<div role="group" class="group" aria-label="{escape(manual.name)}">'
        f'<div class="group-name" aria-hidden="true">{manual_mark(manual, name=True)}</div>'
        f"{''.join(_options(manual, full_id(chosen), do, key))}</div>"
        for manual in manuals.load_all()
    )
    return (
        f'<div class="chooser"><label for="{key}-search">Search a game or a language</label>'
        f'<input id="{key}-search" data-key="{key}-search" type="search" autocomplete="off"'
        f' spellcheck="false" data-filter="{key}-list" maxlength="60">'
        f'<p class="soft" role="status" data-filtered="{key}-list"></p>'
        f'<div role="listbox" class="options" aria-label="Printings" data-key="{key}-list"'
        f" data-list>{groups}</div></div>"
    )


def _options(manual: Manual, chosen: str, do: str, key: str) -> Iterator[str]:
    several = len(manual.games) > 1
    for game in manual.games.values():
        for code, language in manual.languages.items():
            id_ = f"{game.id}@{code}"
            title = f"{game.title} · {language.name}" if several else language.name
            native = "" if language.native == language.name else language.native
            first = "original" if code == manual.reference else ""
            words = f"{game.title} {language.name} {language.native} {id_} {manual.name}".lower()
            here = id_ == chosen
            yield (
                f'<div role="option" class="option" tabindex="{0 if here else -1}"'
                f' aria-selected="{"true" if here else "false"}" data-item="{escape(words)}"'
                f' data-do="{escape(do)}" data-value="{escape(id_)}"'
                f' data-key="{key}-{escape(id_)}">{escape(title)}'
                f' <span class="soft" lang="{escape(code)}">{escape(native)}</span>'
                f' <span class="soft">{first}</span></div>'
            )


def printing_title(manual: Manual, game: str, language: str) -> str:
    """Return what a printing is called, as in `Muggins, French`."""
    return f"{manual.games[game].title}, {manual.languages[language].name}"


__all__ = ["chooser", "full_id", "printing_title"]
