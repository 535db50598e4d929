"""Run the lock's own Pyodide in Node.js while the site is built, and remember what came of it."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

from sitekit.fetching import Store
from sitekit.lockfile import Lock
from sitekit.pack import pack, unpack
from sitekit.report import SiteError
from sitekit.slim import Tree

CORE = ("pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip")
BUILT = "archives"
"""The folder of the cache for what was made from the downloads."""


def node() -> str:
    """Find Node.js: named by NODE, on the path, or the one inside the Playwright package."""
    if named := os.environ.get("NODE"):
        return named
    if found := shutil.which("node"):
        return found
    spec = find_spec("playwright")
    if spec is not None and spec.origin is not None:
        bundled = Path(spec.origin).parent / "driver" / "node"
        if bundled.is_file():
            return str(bundled)
    raise SiteError(
        "Node.js is needed once, to compile the Python sources with Pyodide. Install Debian's "
        "`nodejs` or the Python package `playwright`, or name one in the variable NODE."
    )


class PyodideInNode:
    """Runs a script on a tree of files; the same question is answered once and then from the cache."""

    def __init__(self, lock: Lock, store: Store, cache: Path) -> None:
        self._lock = lock
        self._store = store
        self._cache = cache / BUILT

    def run(self, script: Path, tree: Tree, options: Mapping[str, object]) -> Tree:
        """Return what the script writes.

        It is called with three folders, for Pyodide, the tree and what it writes, and the options.
        """
        how = json.dumps({"info": self._lock.info, **options}, sort_keys=True)
        kept = self._cache / f"{self._key(script, tree, how)}.bin"
        if not kept.is_file():
            self._cache.mkdir(parents=True, exist_ok=True)
            partial = kept.with_suffix(".part")
            partial.write_bytes(pack(self._run(script, tree, how)))
            partial.replace(kept)
        return unpack(kept.read_bytes())

    def _key(self, script: Path, tree: Tree, how: str) -> str:
        digest = hashlib.sha256(script.read_bytes() + how.encode())
        for name in CORE:
            digest.update(self._lock.entry(name).sha256.encode())
        for path in sorted(tree):
            digest.update(f"{path}\0{len(tree[path])}\0".encode())
            digest.update(tree[path])
        return digest.hexdigest()

    def _run(self, script: Path, tree: Tree, how: str) -> Tree:
        with tempfile.TemporaryDirectory() as folder:
            runtime, source, target = folders = [
                Path(folder) / name for name in ("pyodide", "source", "target")
            ]
            for path in folders:
                path.mkdir()
            for name in CORE:
                (runtime / name).write_bytes(self._store.read(name))
            for name, data in tree.items():
                (source / name).parent.mkdir(parents=True, exist_ok=True)
                (source / name).write_bytes(data)
            result = subprocess.run(
                [node(), str(script), *map(str, folders), how],
                capture_output=True, text=True, check=False, env=os.environ | {"TZ": "UTC"},
            )  # fmt: skip
            if result.returncode != 0:
                # Node shows the minified line it stopped in before the reason: keep the reason.
                reason = "\n".join(line[:300] for line in result.stderr.splitlines()[-12:])
                raise SiteError(f"{script.name} failed in Pyodide:\n{reason}")
            return {
                path.relative_to(target).as_posix(): path.read_bytes()
                for path in target.rglob("*")
                if path.is_file()
            }
