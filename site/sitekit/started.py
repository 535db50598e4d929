"""A Python that has started already: its memory, for the browser to go on from.

To start Python and to import what Pyodide itself needs takes a browser longer than to fetch the memory
of a Python that has done so, about two megabytes.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from sitekit.nodejs import PyodideInNode
from sitekit.slim import Tree

SCRIPT = Path(__file__).with_name("start.js")
STDLIB_FOLDER = "/lib/python3.13"
# The same at build time and in the browser, or else the memory would not fit. A fixed seed for hashes
# makes two builds equal; `_` and LANG would otherwise be the machine's.
ENVIRONMENT = {"HOME": "/home/pyodide", "LANG": "C.UTF-8", "PYTHONHASHSEED": "0", "_": "python"}


@dataclass(frozen=True)
class Started:
    """What Python's start leaves behind."""

    memory: bytes
    """An image of what the start changed; `worker/memory.js` lays it over a fresh memory."""
    imported: frozenset[str]
    """The files of the standard library that are imported by then: nobody will read them again."""


def start_python(pyodide: PyodideInNode, stdlib: Tree) -> Started:
    """Start Python from a compiled standard library and take its memory."""
    options = {"folder": STDLIB_FOLDER, "env": ENVIRONMENT}
    written = pyodide.run(SCRIPT, stdlib, options)
    modules: list[str] = json.loads(written["modules.json"])
    # Modules that are part of Python itself name a source that is not there.
    files = {name.removeprefix(f"{STDLIB_FOLDER}/").removesuffix("c") + "c" for name in modules}
    return Started(written["memory"], frozenset(files & stdlib.keys()))
