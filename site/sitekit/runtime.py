"""The part of the site that comes from elsewhere: Pyodide, the Python packages, the front end."""

from __future__ import annotations

from dataclasses import dataclass

from sitekit.bytecode import Compiler
from sitekit.fetching import PYODIDE_CARRIER, Store
from sitekit.frontend import read_frontend
from sitekit.lockfile import Lock
from sitekit.pack import pack, squeeze
from sitekit.slim import Tree, read_wheel
from sitekit.stdlib import pack_stdlib, read_stdlib

STDLIB_FOLDER = "/lib/python313.zip"


@dataclass(frozen=True)
class Part:
    """A file that the worker fetches while the progress bar runs.

    `name` is what Pyodide calls it; a `pack` is unpacked into Python's site-packages.
    """

    name: str
    path: str
    words: str
    pack: bool


PARTS = (
    Part("pyodide.asm.wasm", "pyodide.wasm.bin", "Python itself", pack=False),
    Part("python_stdlib.zip", "stdlib.bin", "its standard library", pack=False),
    Part("numpy", "numpy.bin", "numpy", pack=True),
    Part("stack", "stack.bin", "Panel, Bokeh and what they need", pack=True),
)


def core(store: Store) -> Tree:
    """Return Pyodide's own files. A module is named .js: some hosts know no type for .mjs."""
    return {
        "pyodide.js": store.read("pyodide.mjs"),
        "pyodide.asm.js": store.read("pyodide.asm.js"),
        "pyodide.wasm.bin": squeeze(store.read("pyodide.asm.wasm")),
    }


def stdlib(store: Store, compiler: Compiler) -> Tree:
    """Return the compiled standard library."""
    sources = read_stdlib(store.read("python_stdlib.zip"))
    compiled = compiler.compile(sources, optimize=2, folder=STDLIB_FOLDER)
    return {"stdlib.bin": pack_stdlib(compiled)}


def packages(lock: Lock, store: Store, compiler: Compiler) -> Tree:
    """Return the Python packages, slimmed and compiled."""
    compiled: Tree = {}
    pure: Tree = {}
    for entry in lock.files:
        if entry.use == "site" and entry.name.endswith(".whl"):
            tree = read_wheel(store.path(entry), entry)
            if entry.package == PYODIDE_CARRIER:
                compiled |= tree
            else:
                pure |= tree
    return {
        # numpy reads its own docstrings while it is imported: it keeps them.
        "numpy.bin": pack(compiler.compile(compiled, optimize=0)),
        "stack.bin": pack(compiler.compile(pure, optimize=2)),
    }


def frontend(lock: Lock, store: Store) -> Tree:
    """Return the scripts and styles of Bokeh and Panel."""
    return read_frontend(lock, store)
