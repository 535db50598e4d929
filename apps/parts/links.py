"""Reading the state in a link: nothing in it is trusted, and what cannot be read is said.

Every function takes the list *problems* and adds one sentence to it for what it could not read;
it then returns the default, so that a page opens whatever its link holds.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from dominolab import notation
from dominolab.errors import DominoError, one_of
from dominolab.rules import RuleSet, rules
from dominolab.scoring import NAMES
from dominolab.textart import plain_text
from dominolab.tiles import shorten

State = Mapping[str, str]

LONGEST = 4000
"""No part of a link that we write is longer; of longer ones nothing is read."""
LONGEST_NAME = 20


def read_text(
    state: State, key: str, default: str, problems: list[str], longest: int = LONGEST
) -> str:
    """Return the text under *key*; one that is too long is not read."""
    text = state.get(key)
    if text is None:
        return default
    if not isinstance(text, str) or len(text) > longest:
        problems.append(
            f"The link's part {shorten(key)} is too long to be read (at most {longest} signs)."
        )
        return default
    return plain_text(text).strip()


def read_int(state: State, key: str, low: int, high: int, default: int, problems: list[str]) -> int:
    """Return the whole number under *key*; one outside *low* to *high* is not taken."""
    text = read_text(state, key, "", problems, 40)
    if not text:
        return default
    if re.fullmatch(r"-?[0-9]{1,20}", text) and low <= int(text) <= high:
        return int(text)
    problems.append(
        f"The link has {key} = {shorten(text)}: it must be a whole number from {low} to {high}. "
        f"{default} is used."
    )
    return default


def read_choice(
    state: State, key: str, choices: Sequence[str], default: str, problems: list[str]
) -> str:
    """Return the word under *key* if it is one of *choices*."""
    text = read_text(state, key, "", problems, 200)
    if not text:
        return default
    if text in choices:
        return text
    problems.append(
        f"The link has {key} = {shorten(text)}: it must be {one_of(list(choices))}. "
        f"{default} is used."
    )
    return default


def read_flag(state: State, key: str, problems: list[str]) -> bool:
    """Return whether *key* is set to 1."""
    return read_choice(state, key, ("0", "1"), "0", problems) == "1"


def read_rules(
    state: State, problems: list[str], default: str = "polyglot", key: str = "rules"
) -> RuleSet:
    """Return the rules under *key*: an id and house rules, as in `block tie=each target=50`.

    A house rule that cannot be read is left out and said; the others hold all the same.
    """
    text = read_text(state, key, default, problems)
    words = text.split() or [default]
    try:
        found = rules(words[0])
    except DominoError as error:
        problems.append(f"The link's rules cannot be read. {error} {default} is shown instead.")
        return rules(default)
    for word in words[1:41]:
        try:
            found = found.replace(**notation.house_rules([word]))
        except DominoError as error:
            problems.append(f"A house rule of the link cannot be read. {error}")
    return found


def write_rules(ruleset: RuleSet) -> str:
    """Write rules as `read_rules` reads them."""
    return notation.rules_text(ruleset)


def read_names(state: State, problems: list[str], key: str = "names") -> tuple[str, ...]:
    """Return a name for each of the five seats: those given, then the usual ones."""
    text = read_text(state, key, "", problems, 5 * (LONGEST_NAME + 1) * 4)
    given = [clean_name(name) for name in text.split(",")[: len(NAMES)]] if text else []
    given += [""] * (len(NAMES) - len(given))
    return tuple(name or usual for name, usual in zip(given, NAMES, strict=True))


def clean_name(text: str) -> str:
    """Return a name as plain text of a bearable length, without the comma that parts names."""
    return plain_text(text).replace(",", " ").strip()[:LONGEST_NAME].strip()


def write_names(names: Sequence[str]) -> str:
    """Write names as `read_names` reads them; '' where all are the usual ones."""
    text = ",".join(
        "" if name == usual else name for name, usual in zip(names, NAMES, strict=False)
    )
    return text.rstrip(",")


__all__ = [
    "clean_name",
    "read_choice",
    "read_flag",
    "read_int",
    "read_names",
    "read_rules",
    "read_text",
    "write_names",
    "write_rules",
]
