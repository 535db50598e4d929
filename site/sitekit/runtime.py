"""The part of the site that comes from elsewhere: Pyodide, the Python packages, the front end."""

from __future__ import annotations

from dataclasses import dataclass

from sitekit.bytecode import SITE_PACKAGES, Compiler
from sitekit.fetching import PYODIDE_CARRIER, Store
from sitekit.frontend import read_frontend
from sitekit.lockfile import Lock
from sitekit.nodejs import PyodideInNode
from sitekit.pack import pack, squeeze
from sitekit.slim import Tree, read_wheel
from sitekit.started import STDLIB_FOLDER, start_python
from sitekit.stdlib import read_stdlib


@dataclass(frozen=True)
class Part:
    """A file that the worker fetches while the progress bar runs.

    What has a `folder` is an archive that is unpacked there.
    """

    name: str
    path: str
    words: str
    folder: str = ""


# In the order in which they are needed.
PARTS = (
    Part("wasm", "pyodide.wasm.bin", "Python itself"),
    Part("memory", "memory.bin", "what Python knows after its start"),
    Part("stdlib", "stdlib.bin", "its standard library", STDLIB_FOLDER),
    Part("numpy", "numpy.bin", "numpy", SITE_PACKAGES),
    Part("stack", "stack.bin", "Panel, Bokeh and what they need", SITE_PACKAGES),
)


def core(store: Store) -> Tree:
    """Return Pyodide's own files. A module is named .js: some hosts know no type for .mjs."""
    return {
        "pyodide.js": store.read("pyodide.mjs"),
        "pyodide.asm.js": store.read("pyodide.asm.js"),
        "pyodide.wasm.bin": squeeze(store.read("pyodide.asm.wasm")),
    }


def python(store: Store, compiler: Compiler, pyodide: PyodideInNode) -> Tree:
    """Return the memory of a started Python, and what it has not yet imported of its library."""
    sources = read_stdlib(store.read("python_stdlib.zip"))
    compiled = compiler.compile(sources, optimize=2, folder=STDLIB_FOLDER)
    started = start_python(pyodide, compiled)
    rest = {path: data for path, data in compiled.items() if path not in started.imported}
    return {"memory.bin": squeeze(started.memory), "stdlib.bin": pack(rest)}


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
