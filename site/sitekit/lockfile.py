"""The runtime lock: every file from elsewhere that the site ships, with its sha256."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path

from sitekit.report import SiteError


@dataclass(frozen=True)
class Package:
    """A file in a package registry: the only thing that is ever downloaded.

    `client` is the program that fetches it: "pip" or "npm".
    """

    client: str
    name: str
    version: str
    file: str
    sha256: str
    size: int


@dataclass(frozen=True)
class Entry:
    """A runtime file: a package itself, or a member of one.

    `use` is "site" for what every reader gets, "lab" for what the notebooks need besides, "bench"
    for what only the speed comparison needs and "test" for what only the tests need.
    """

    name: str
    version: str
    package: str
    member: str
    sha256: str
    size: int
    use: str


@dataclass(frozen=True)
class Lock:
    """The whole lock file. `info` is what Pyodide wants to know of a package list."""

    pyodide: str
    info: dict[str, str]
    packages: tuple[Package, ...]
    files: tuple[Entry, ...]

    def package(self, name: str) -> Package:
        """Find a package by its name."""
        for package in self.packages:
            if package.name == name:
                return package
        raise SiteError(f"the runtime lock names no package {name!r}; renew it with `make lock`")

    def entry(self, name: str) -> Entry:
        """Find a runtime file by its name."""
        for entry in self.files:
            if entry.name == name:
                return entry
        raise SiteError(f"the runtime lock names no file {name!r}; renew it with `make lock`")

    def wheel(self, distribution: str) -> Entry:
        """Find the wheel of a distribution, whatever its version."""
        for entry in self.files:
            if entry.name.endswith(".whl") and entry.name.split("-")[0].lower() == distribution:
                return entry
        raise SiteError(
            f"the runtime lock names no wheel of {distribution!r}; renew it with `make lock`"
        )


def read_lock(path: Path) -> Lock:
    """Read the lock file."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        return Lock(
            pyodide=data["pyodide"],
            info=data["info"],
            packages=tuple(Package(**item) for item in data["packages"]),
            files=tuple(Entry(**item) for item in data["files"]),
        )
    except OSError as error:
        raise SiteError(f"cannot read the runtime lock {path}: {error.strerror}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise SiteError(
            f"the runtime lock {path} is damaged ({error}); renew it with `make lock`"
        ) from error


def write_lock(lock: Lock, path: Path) -> None:
    """Write the lock file: sorted, one value a line, so that a renewal reads as a diff."""
    data = asdict(lock)
    data["packages"] = sorted(data["packages"], key=lambda item: item["name"])
    data["files"] = sorted(data["files"], key=lambda item: item["name"])
    path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


def sha256(data: bytes) -> str:
    """Return the sha256 of some bytes, in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def sha256_of(path: Path) -> str:
    """Return the sha256 of a file, without holding all of it in memory."""
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while block := stream.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()
