"""Is a deployed site whole? Every file there, intact, of the right type, and nothing from elsewhere."""

from __future__ import annotations

import gzip
import json
import re
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Protocol
from urllib.parse import quote, urljoin, urlsplit

from sitekit.build import CONTENTS
from sitekit.kinds import is_media_type, media_type
from sitekit.lockfile import sha256
from sitekit.report import SiteError

# Names of XML vocabularies look like addresses and are never fetched.
VOCABULARIES = ("http://www.w3.org/",)
ADDRESS = re.compile(r"""(?:https?:)?//[a-z0-9.-]+\.[a-z]{2,}[^\s"'`)<>]*""", re.IGNORECASE)
CSS_ADDRESS = re.compile(r"""(?:url\(\s*|@import\s+)["']?([^"')\s;]+)""", re.IGNORECASE)
# Where the files of others lie, as they came.
OTHERS = ("runtime-", "lab/build/", "lab/extensions/")
LINKING = {"src", "href", "action", "poster", "data", "srcset", "formaction", "content"}


@dataclass(frozen=True)
class Answer:
    """A file as the site gives it; `kind` is its media type, where a server said one."""

    data: bytes
    kind: str | None
    headers: dict[str, str] = field(default_factory=dict)


class Site(Protocol):
    """A place where a site can be."""

    def read(self, path: str) -> Answer | None:
        """Return a file, or None where there is none."""
        ...


class Folder:
    """A site as a folder of files."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        if not folder.is_dir():
            raise SiteError(f"there is no folder {folder}: build the site first with `make site`")

    def read(self, path: str) -> Answer | None:
        """Return a file's bytes."""
        file = self._folder / path
        return Answer(file.read_bytes(), None) if file.is_file() else None


class Address:
    """A site as a server on this machine gives it."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        if parts.hostname not in ("127.0.0.1", "localhost", "::1"):
            raise SiteError(
                f"{address} is not on this machine: give the address of a local server, as in "
                "http://127.0.0.1:8000/, or the site's folder"
            )
        self._base = address if parts.path.endswith("/") else address + "/"

    def read(self, path: str) -> Answer | None:
        """Fetch a file as a browser would, compressed where the server does that."""
        url = urljoin(self._base, quote(path))
        request = urllib.request.Request(url, headers={"Accept-Encoding": "gzip"})
        try:
            with urllib.request.urlopen(request, timeout=30) as response:
                data = response.read()
                headers = {name.lower(): value for name, value in response.headers.items()}
        except urllib.error.HTTPError:
            return None
        except OSError as error:
            reason = getattr(error, "reason", error)
            raise SiteError(f"no server answers at {self._base}: {reason}") from error
        if headers.get("content-encoding") == "gzip":
            data = gzip.decompress(data)
        return Answer(data, headers.get("content-type", ""), headers)


def open_site(target: str) -> Site:
    """Take a folder's path or an address."""
    return Address(target) if re.match(r"https?://", target) else Folder(Path(target))


def check(site: Site) -> tuple[int, list[str]]:
    """Return how many files were checked and what is wrong, one sentence each."""
    listed = site.read(CONTENTS)
    if listed is None:
        return 0, [f"{CONTENTS} is missing: this is no Dominolab site, or its upload is not whole."]
    try:
        contents = json.loads(listed.data)
        expected = {path: (item["sha256"], item["size"]) for path, item in contents.items()}
    except (ValueError, KeyError, TypeError, AttributeError):
        return 0, [f"{CONTENTS} is damaged: upload it again."]
    problems: list[str] = []
    for path, (digest, size) in expected.items():
        problems += _check_file(path, digest, size, site.read(path))
    return len(expected), problems


def _check_file(path: str, digest: str, size: int, answer: Answer | None) -> Iterator[str]:
    if answer is None:
        # Hosts that read this file do not hand it out.
        if path != "_headers":
            yield f"{path} is missing."
        return
    if sha256(answer.data) != digest:
        yield f"{path} is not as it was built: {len(answer.data)} bytes instead of {size}."
        return
    if answer.kind is not None and path != "_headers" and not is_media_type(path, answer.kind):
        shown = answer.kind or "no type"
        yield f"{path} is sent as {shown} instead of {media_type(path).partition(';')[0]}."
    for address in foreign_addresses(path, answer.data):
        yield f"{path} refers to {address}, which is not part of the site."


def foreign_addresses(path: str, data: bytes) -> list[str]:
    """Return the addresses outside the site's folder that a page, style or own script names.

    The scripts of Bokeh, Panel, Pyodide and JupyterLab are full of addresses of documentation that
    nothing fetches; that they stay on the host is proved in the browser.
    """
    text = data.decode("utf-8", "replace")
    if path.endswith((".html", ".svg")):
        reader = _Links()
        reader.feed(text)
        found = reader.found
    elif path.endswith(".css"):
        found = CSS_ADDRESS.findall(text)
    elif path.endswith((".js", ".json")) and not path.startswith(OTHERS):
        found = ADDRESS.findall(text)
    else:
        found = []
    return [address for address in found if _is_foreign(address)]


def _is_foreign(address: str) -> bool:
    if address.startswith(VOCABULARIES) or address.startswith(("data:", "#")):
        return False
    # A path from the root would leave the site where it lies below a sub-path.
    return address.startswith("/") or bool(urlsplit(address).scheme)


class _Links(HTMLParser):
    """Collects whatever a page makes a browser fetch or offers to follow."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Look at one element."""
        for name, value in attrs:
            if value is None:
                continue
            if name in LINKING and (name != "content" or ADDRESS.search(value)):
                self.found.append(value.strip())
            if name == "style":
                self.found += CSS_ADDRESS.findall(value)
