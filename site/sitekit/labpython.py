"""The Python of the notebooks: IPython and its kernel, on top of what the views have already.

Most visits do without most of it. So what a kernel does not need to start is in archives of its own,
each fetched when one of its modules is first imported (`web/lab/python/dominolab_lab.py`).
"""

from __future__ import annotations

import io
import zipfile
from fnmatch import fnmatch
from pathlib import PurePosixPath

from sitekit import slim, stdlib
from sitekit.bytecode import Compiler
from sitekit.fetching import Store
from sitekit.lockfile import Lock
from sitekit.own import read_tree
from sitekit.pack import pack
from sitekit.paths import WEB
from sitekit.report import SiteError
from sitekit.slim import Tree

APP_WHEEL, KERNEL_WHEEL = "jupyterlite_core", "jupyterlite_pyodide_kernel"
# Wheels inside the kernel's own: what it calls ipykernel is a stand-in of two modules.
KERNEL_PARTS = ("piplite-", "pyodide_kernel-", "ipykernel-")
KERNEL_ARCHIVE = "kernel"
LATER = {
    "pandas": ("pandas*", "dateutil/*", "python_dateutil*", "pytz*", "six*"),
    "numpy-more": ("numpy/*",),
    "narwhals": ("narwhals*",),
    "more": ("micropip*", "packaging/*", "tqdm/*", "typing_extensions*"),
}
"""The archives that come later, by what is in them; with the last, the rest of the standard library."""
# What IPython and its parts carry for terminals, other languages, documentation and tests; and
# narwhals for data frames that are not to be had here.
LEFT_OUT = (
    "*/tests/*", "*/__pycache__/*", "*.pyi", "*/py.typed", "*.data/*",
    "*.dist-info/RECORD", "*.dist-info/WHEEL", "*.dist-info/*.txt", "*.dist-info/licenses/*",
    "numpy/random/lib/*", "numpy/random/_examples/*", "*.pxd", "*.pyx", "*.h",
    "IPython/sphinxext/*", "IPython/testing/plugin/*", "IPython/lib/lexers.py",
    "IPython/terminal/*", "pygments/lexers/*",
    *(f"narwhals/_{name}/*" for name in ("dask", "duckdb", "ibis", "polars", "spark_like", "sql")),
)  # fmt: skip
KEPT = (
    *(f"pygments/lexers/{name}.py" for name in ("__init__", "_mapping", "python", "special")),
    "IPython/terminal/__init__.py", "IPython/terminal/pt_inputhooks/__init__.py",
)  # fmt: skip
EDITS = (
    # IPython completes names by looking at the objects: jedi reads sources, and here are none.
    ("pyodide_kernel/interpreter.py", b"Completer.use_jedi = True", b"Completer.use_jedi = False"),
    # A date without a year draws a warning, at every start.
    ("pyodide_kernel/jsonutil.py", b'strptime("1", "%d")', b'strptime("1 2000", "%d %Y")'),
)
# `%timeit?` shows what the magics say of themselves; of the rest of IPython nobody asks.
WITH_DOCSTRINGS = ("IPython/core/magic*", "IPython/core/display*", "IPython/lib/display*")


def read_python(lock: Lock, store: Store) -> dict[str, Tree]:
    """Return everything that the notebooks import and the views do not have, by archive."""
    archives: dict[str, Tree] = {name: {} for name in (KERNEL_ARCHIVE, *LATER)}
    library = stdlib.read_left_out(store.read("python_stdlib.zip"))
    for path, data in library.items():
        archives[KERNEL_ARCHIVE if path in stdlib.FOR_IPYTHON else "more"][path] = data
    # The project's own files stand in for those of the same name.
    for path, data in (_read_wheels(lock, store) | read_tree(WEB / "lab" / "python")).items():
        archives[_archive(path)][path] = data
    for path, old, new in EDITS:
        change(archives[KERNEL_ARCHIVE], path, old, new)
    return archives


def change(tree: Tree, path: str, old: bytes, new: bytes) -> None:
    """Change a line of somebody else's file, which the next version may not have any more."""
    if tree[path].count(old) != 1:
        raise SiteError(f"{path} of the runtime lock no longer says {old.decode()!r}")
    tree[path] = tree[path].replace(old, new)


def _archive(path: str) -> str:
    found = (name for name in LATER if any(fnmatch(path, pattern) for pattern in LATER[name]))
    return next(found, KERNEL_ARCHIVE)


def _read_wheels(lock: Lock, store: Store) -> Tree:
    tree: Tree = {}
    for entry in lock.files:
        if entry.use not in ("site", "lab") or not entry.name.endswith(".whl"):
            continue
        name = entry.name.split("-")[0].lower()
        with zipfile.ZipFile(store.path(entry)) as archive:
            if entry.use == "lab" and name == KERNEL_WHEEL:
                for path in archive.namelist():
                    if path.rpartition("/")[2].startswith(KERNEL_PARTS):
                        with zipfile.ZipFile(io.BytesIO(archive.read(path))) as inner:
                            tree |= _members(inner)
            elif entry.use == "lab" and name != APP_WHEEL:
                tree |= _members(archive)
            elif entry.use == "site" and name in slim.FOR_NOTEBOOKS:
                tree |= {
                    path: data
                    for path, data in _members(archive).items()
                    if any(fnmatch(path, pattern) for pattern in slim.FOR_NOTEBOOKS[name])
                }
    return tree


def _members(archive: zipfile.ZipFile) -> Tree:
    tree = {item.filename: archive.read(item) for item in archive.infolist() if not item.is_dir()}
    return slim.without_descriptions({path: tree[path] for path in tree if _is_needed(path)})


def _is_needed(path: str) -> bool:
    return path in KEPT or not any(fnmatch(path, pattern) for pattern in LEFT_OUT)


def pack_kernel(tree: Tree, compiler: Compiler) -> bytes:
    """Pack what a kernel needs to start, with the docstrings that a reader asks for."""
    shown = {
        path: data
        for path, data in tree.items()
        if any(fnmatch(path, pattern) for pattern in WITH_DOCSTRINGS)
    }
    others = {path: data for path, data in tree.items() if path not in shown}
    return pack(compiler.compile(shown, optimize=0) | compiler.compile(others, optimize=2))


def pack_later(tree: Tree, compiler: Compiler) -> bytes:
    """Pack what comes later, docstrings and all."""
    return pack(compiler.compile(tree, optimize=0))


def modules(tree: Tree) -> list[str]:
    """Return the modules by which a tree is asked for: those whose package is not in it."""
    names = set()
    for path in map(PurePosixPath, tree):
        if path.suffix in (".py", ".so"):
            inside = () if path.stem == "__init__" else (path.name.partition(".")[0],)
            names.add((*path.parent.parts, *inside))
    return sorted(".".join(name) for name in names if name[:-1] not in names)
