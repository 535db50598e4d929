"""Turn `.py` into the `.pyc` of Pyodide's own Python."""

from __future__ import annotations

from pathlib import Path

from sitekit.nodejs import PyodideInNode
from sitekit.slim import Tree

SCRIPT = Path(__file__).with_name("compile.js")
SITE_PACKAGES = "/lib/python3.13/site-packages"


class Compiler:
    """Compiles trees of sources."""

    def __init__(self, pyodide: PyodideInNode) -> None:
        self._pyodide = pyodide

    def compile(self, tree: Tree, *, optimize: int, folder: str = SITE_PACKAGES) -> Tree:
        """Return the tree with every module compiled and its source left out.

        `optimize` is Python's: 2 leaves out assertions and docstrings. `folder` is where the
        browser will find the modules, for tracebacks.
        """
        sources = {path: data for path, data in tree.items() if path.endswith(".py")}
        others = {path: data for path, data in tree.items() if path not in sources}
        options = {"optimize": optimize, "shown": folder}
        return others | self._pyodide.run(SCRIPT, sources, options)
