"""Bring the runtime files into the cache: downloaded once, verified always."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterable
from pathlib import Path

from sitekit.lockfile import Entry, Lock, Package, sha256, sha256_of
from sitekit.report import SiteError, megabytes, note

# Any platform's wheel serves as a pure one once its compiled module is left out, so the same
# file is asked for on every machine and the lock holds one sha256.
PIP_PLATFORM = (
    *("--platform", "manylinux2014_x86_64", "--platform", "any"),
    *("--python-version", "3.12", "--implementation", "cp", "--abi", "cp312", "--abi", "none"),
    *("--only-binary", ":all:"),
)


def pip_download(requirement: str, folder: Path) -> Path:
    """Download one wheel, without what it depends on, with the machine's own pip."""
    command = [
        *(sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"),
        *("--no-deps", *PIP_PLATFORM, "--dest", str(folder), requirement),
    ]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    found = [path for path in folder.iterdir() if path.suffix == ".whl"]
    if result.returncode != 0 or len(found) != 1:
        last = (result.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise SiteError(
            f"cannot download {requirement} from the package registry: {last}\n"
            "       Check the network, or build with `--pyodide FOLDER` if only the Pyodide "
            "distribution is missing."
        )
    return found[0]


def npm_pack(requirement: str, folder: Path) -> Path:
    """Download one npm package, as the archive that the registry has, with the machine's npm."""
    npm = shutil.which("npm")
    if npm is None:
        raise SiteError(f"npm is needed to fetch {requirement}: install Debian's `npm`")
    result = subprocess.run(
        [npm, "pack", "--silent", requirement],
        cwd=folder, capture_output=True, text=True, check=False,
    )  # fmt: skip
    found = list(folder.glob("*.tgz"))
    if result.returncode != 0 or len(found) != 1:
        last = (result.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise SiteError(f"cannot download {requirement} from the package registry: {last}")
    return found[0]


CLIENTS = {"pip": (pip_download, "=="), "npm": (npm_pack, "@")}


def read_member(archive: Path, member: str) -> bytes:
    """Return one file of a downloaded package."""
    try:
        if archive.suffix == ".tgz":
            with tarfile.open(archive) as tar:
                stream = tar.extractfile(member)
                if stream is None:
                    raise KeyError(member)
                return stream.read()
        with zipfile.ZipFile(archive) as zipped:
            return zipped.read(member)
    except KeyError as error:
        raise SiteError(
            f"{archive.name} has no {member}, which the runtime lock expects there; renew the "
            "lock with `make lock`"
        ) from error


class Store:
    """The folder of verified files; nothing gets in under a name whose sha256 it does not have."""

    def __init__(self, lock: Lock, cache: Path, pyodide: Path | None = None) -> None:
        self._lock = lock
        self._cache = cache / "files"
        self._pyodide = pyodide
        self._trusted: set[str] = set()

    def path(self, entry: Entry) -> Path:
        """Return the verified file of an entry that `ensure` brought in."""
        path = self._cache / f"{entry.sha256[:16]}-{entry.name}"
        if entry.name not in self._trusted:
            if not path.is_file():
                raise SiteError(f"{entry.name} is not in the cache {self._cache}")
            if sha256_of(path) != entry.sha256:
                path.unlink()
                raise SiteError(
                    f"{entry.name} in the cache {self._cache} was damaged and has been removed; "
                    "build again to fetch it anew"
                )
            self._trusted.add(entry.name)
        return path

    def read(self, name: str) -> bytes:
        """Return the bytes of a runtime file."""
        return self.path(self._lock.entry(name)).read_bytes()

    def ensure(self, use: Iterable[str] = ("site",)) -> int:
        """Fetch what is missing for these uses; return how many files had to be fetched."""
        self._cache.mkdir(parents=True, exist_ok=True)
        wanted = [entry for entry in self._lock.files if entry.use in set(use)]
        missing = [entry for entry in wanted if not self._present(entry)]
        needed = [
            entry for entry in missing if self._pyodide is None or not self._take_from_folder(entry)
        ]
        for name in sorted({entry.package for entry in needed}):
            self._take_from_registry(self._lock.package(name))
        for entry in wanted:
            self.path(entry)
        return len(missing)

    def _present(self, entry: Entry) -> bool:
        path = self._cache / f"{entry.sha256[:16]}-{entry.name}"
        if not path.is_file():
            return False
        if sha256_of(path) == entry.sha256:
            self._trusted.add(entry.name)
            return True
        path.unlink()  # a damaged copy is worth nothing: fetch it again
        return False

    def _take_from_folder(self, entry: Entry) -> bool:
        assert self._pyodide is not None
        path = self._pyodide / entry.name
        if entry.package != PYODIDE_CARRIER:
            return False
        if not path.is_file():
            raise SiteError(
                f"{self._pyodide} has no {entry.name}: it must be the full distribution of "
                f"Pyodide {self._lock.pyodide}"
            )
        self._keep(entry, path.read_bytes(), str(path))
        return True

    def _take_from_registry(self, package: Package) -> None:
        note(f"fetching {package.name} {package.version} ({megabytes(package.size)})")
        # The download lands beside the cache and not in /tmp, which may be small.
        with tempfile.TemporaryDirectory(dir=self._cache) as folder:
            download, sign = CLIENTS[package.client]
            archive = download(f"{package.name}{sign}{package.version}", Path(folder))
            found = sha256_of(archive)
            if found != package.sha256:
                raise SiteError(
                    f"{archive.name} differs from the runtime lock: expected sha256 "
                    f"{package.sha256}, got {found}. Nothing of it was used. If the change is "
                    "meant, renew the lock with `make lock`."
                )
            for entry in self._lock.files:
                if entry.package == package.name:
                    where = f"{archive.name}:{entry.member}" if entry.member else archive.name
                    data = (
                        read_member(archive, entry.member) if entry.member else archive.read_bytes()
                    )
                    self._keep(entry, data, where)

    def _keep(self, entry: Entry, data: bytes, where: str) -> None:
        found = sha256(data)
        if found != entry.sha256:
            raise SiteError(
                f"{where} differs from the runtime lock: expected sha256 {entry.sha256}, got "
                f"{found}. Nothing of it was used."
            )
        target = self._cache / f"{entry.sha256[:16]}-{entry.name}"
        # Written under another name first, so that a build that is stopped leaves no half file.
        partial = target.with_suffix(".part")
        partial.write_bytes(data)
        partial.replace(target)


# The registry package that carries the compiled wheels of the Pyodide distribution.
PYODIDE_CARRIER = "open-webui"
