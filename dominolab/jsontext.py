"""JSON text from outside: read with limits, told in one sentence where it cannot be read.

A text holds one document, or one on each line. Nothing larger than `LIMIT` is ever parsed at once,
so that a file of any size can be refused, or gone through line by line, in little memory.
"""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Iterator
from typing import Any, BinaryIO, NamedTuple, NoReturn

from .errors import RecordError
from .tiles import shorten

Json = Any
"""Whatever a JSON text can say; nothing is known about it until it is checked."""

LIMIT = 5_000_000
"""No record has more bytes: a long match has some hundred thousand."""
_LIMIT_WORDS = "5 MB"
_MOST_DIGITS = 60


class Document(NamedTuple):
    """One JSON document of a text, or what is wrong with it."""

    line: int
    """The line on which it begins, counted from 1."""
    value: Json
    error: RecordError | None


def _object(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found = dict(pairs)
    if len(found) < len(pairs):
        ((twice, _),) = Counter(name for name, _ in pairs).most_common(1)
        raise RecordError(f"The field {shorten(twice)} stands twice in one object.")
    return found


def _whole(digits: str) -> int:
    if len(digits) > _MOST_DIGITS:
        raise RecordError(
            f"A number of {len(digits)} digits is too long: at most {_MOST_DIGITS} can be read."
        )
    return int(digits)


def _no_number(word: str) -> NoReturn:
    raise RecordError(f"{word} is not a number in JSON: give a whole number.")


_decoder = json.JSONDecoder(object_pairs_hook=_object, parse_int=_whole, parse_constant=_no_number)


def parse(text: str) -> Json:
    """Read one JSON document; refuse in one sentence whatever is not one."""
    try:
        return _decoder.decode(text)
    except json.JSONDecodeError as error:
        raise RecordError(_not_json(text, error)) from None
    except RecursionError:
        raise RecordError(
            "The text is nested too deeply: nothing in a record is more than 8 levels deep."
        ) from None


def _not_json(text: str, error: json.JSONDecodeError) -> str:
    left = text[error.pos :].strip()
    if not text.strip():
        return "There is nothing to read: the text is empty."
    cut_word = len(left) < 6 and any(
        word.startswith(left) for word in ("true", "false", "null", "-", "")
    )
    if cut_word or error.msg.startswith("Unterminated string"):
        return "The text is cut short: it breaks off before its end."
    why = error.msg[0].lower() + error.msg[1:]
    line = f"line {error.lineno}, " if "\n" in text else ""
    return f"The text is not JSON: {why} at {line}column {error.colno}."


def decode(raw: bytes) -> str:
    """Read bytes as UTF-8, with or without a mark at the start."""
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RecordError(
            f"The text is not UTF-8: byte {error.start + 1} cannot be read; save it as UTF-8."
        ) from None


def documents(source: str | bytes | BinaryIO) -> Iterator[Document]:
    """Read every document of a text or of a binary stream: a single one, or one a line."""
    if isinstance(source, str):
        # A lone surrogate is no text: it is passed on, to be refused with other bad bytes.
        source = source.encode("utf-8", "surrogatepass")
    stream = io.BytesIO(source) if isinstance(source, bytes) else source
    head = stream.read(LIMIT + 1)
    if len(head) > LIMIT:
        return _large(head, stream)
    return _small(head)


def _small(raw: bytes) -> Iterator[Document]:
    try:
        text = decode(raw)
        yield Document(1, parse(text), None)
    except RecordError as error:
        lines = raw.split(b"\n")
        # Either one document is broken, or there are several, one a line.
        if any(map(_stands_alone, lines)) and sum(map(bool, map(bytes.strip, lines))) > 1:
            yield from _by_line(enumerate(lines, 1))
        else:
            yield Document(1, None, error)


def _large(head: bytes, stream: BinaryIO) -> Iterator[Document]:
    lines = head.split(b"\n")
    first = next((line for line in lines[:-1] if line.strip()), b"")
    if not _stands_alone(first):
        error = RecordError(
            f"The text is too large for a record: at most {_LIMIT_WORDS}, unless it has one a line."
        )
        yield Document(1, None, error)
        return
    lines[-1] += stream.readline(LIMIT + 1)
    more = iter(lambda: stream.readline(LIMIT + 1), b"")
    numbered = enumerate((line for part in (lines, more) for line in part), 1)
    for number, line in numbered:
        if len(line) > LIMIT:
            error = RecordError(f"The line is too large for a record: at most {_LIMIT_WORDS}.")
            yield Document(number, None, error)
            return  # where the next line begins is not known
        yield from _by_line([(number, line)])


def _by_line(lines: Iterator[tuple[int, bytes]] | list[tuple[int, bytes]]) -> Iterator[Document]:
    for number, line in lines:
        if line.strip():
            try:
                yield Document(number, parse(decode(line)), None)
            except RecordError as error:
                yield Document(number, None, error)


def _stands_alone(line: bytes) -> bool:
    """Return whether a line looks like a whole record."""
    line = line.removeprefix(b"\xef\xbb\xbf").strip()
    return line.startswith(b"{") and line.endswith(b"}") and b'"format"' in line


__all__ = ["LIMIT", "Document", "Json", "decode", "documents", "parse"]
