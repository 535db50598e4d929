"""Turn `.py` into the `.pyc` of Pyodide's own Python, and remember the result."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import tempfile
from importlib.util import find_spec
from pathlib import Path

from sitekit.fetching import Store
from sitekit.lockfile import Lock
from sitekit.pack import pack, unpack
from sitekit.report import SiteError
from sitekit.slim import Tree

SCRIPT = Path(__file__).with_name("compile.js")
CORE = ("pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip")
SITE_PACKAGES = "/lib/python3.13/site-packages"


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


class Compiler:
    """Compiles trees of sources; the same tree is compiled once and then found in the cache."""

    def __init__(self, lock: Lock, store: Store, cache: Path) -> None:
        self._lock = lock
        self._store = store
        self._cache = cache / "bytecode"

    def compile(self, tree: Tree, *, optimize: int, folder: str = SITE_PACKAGES) -> Tree:
        """Return the tree with every module compiled and its source left out.

        `optimize` is Python's: 2 leaves out assertions and docstrings. `folder` is where the
        browser will find the modules, for tracebacks.
        """
        sources = {path: data for path, data in tree.items() if path.endswith(".py")}
        kept = self._cache / f"{self._key(sources)}-{optimize}.bin"
        if not kept.is_file():
            self._cache.mkdir(parents=True, exist_ok=True)
            partial = kept.with_suffix(".part")
            partial.write_bytes(pack(self._run(sources, optimize, folder)))
            partial.replace(kept)
        others = {path: data for path, data in tree.items() if path not in sources}
        return others | unpack(kept.read_bytes())

    def _key(self, sources: Tree) -> str:
        digest = hashlib.sha256(SCRIPT.read_bytes())
        for name in CORE:
            digest.update(self._lock.entry(name).sha256.encode())
        for path in sorted(sources):
            digest.update(f"{path}\0{len(sources[path])}\0".encode())
            digest.update(sources[path])
        return digest.hexdigest()

    def _run(self, sources: Tree, optimize: int, shown: str) -> Tree:
        with tempfile.TemporaryDirectory() as folder:
            base = Path(folder)
            runtime, source, target = base / "pyodide", base / "source", base / "target"
            for path in (runtime, source, target):
                path.mkdir()
            for name in CORE:
                (runtime / name).write_bytes(self._store.read(name))
            for name, data in sources.items():
                (source / name).parent.mkdir(parents=True, exist_ok=True)
                (source / name).write_bytes(data)
            folders = [str(runtime), str(source), str(target)]
            how = json.dumps({"info": self._lock.info, "optimize": optimize, "shown": shown})
            result = subprocess.run(
                [node(), str(SCRIPT), *folders, how],
                capture_output=True, text=True, check=False,
            )  # fmt: skip
            if result.returncode != 0:
                # Node shows the minified line it stopped in before the reason: keep the reason.
                reason = "\n".join(line[:300] for line in result.stderr.splitlines()[-12:])
                raise SiteError(f"Pyodide could not compile the sources:\n{reason}")
            return {
                path.relative_to(target).as_posix(): path.read_bytes()
                for path in target.rglob("*.pyc")
            }
