"""The Python of the notebooks: IPython and its kernel, on top of what the views have already."""

from __future__ import annotations

import io
import zipfile
from fnmatch import fnmatch
from typing import Any

from sitekit import slim
from sitekit.bytecode import Compiler
from sitekit.fetching import PYODIDE_CARRIER, Store
from sitekit.lockfile import Entry, Lock
from sitekit.own import read_tree
from sitekit.pack import pack
from sitekit.paths import WEB
from sitekit.report import SiteError
from sitekit.slim import Tree
from sitekit.stdlib import read_left_out

APP_WHEEL, KERNEL_WHEEL = "jupyterlite_core", "jupyterlite_pyodide_kernel"
# Loaded when a cell imports pandas, with what pandas needs itself.
LATER = {"pandas": ["python-dateutil", "pytz"], "python-dateutil": ["six"], "pytz": [], "six": []}
IMPORTS = {"pandas": "pandas", "python-dateutil": "dateutil", "pytz": "pytz", "six": "six"}
# Wheels inside the kernel's own: what it calls ipykernel is a stand-in of two modules.
KERNEL_PARTS = ("piplite-", "pyodide_kernel-", "ipykernel-")
# The views never draw random numbers with numpy and never see a data frame: notebooks may.
BACK_AGAIN = {
    "numpy": ("numpy/random/*", "numpy/fft/*", "numpy/polynomial/*"),
    "narwhals": ("narwhals/_pandas_like/*", "narwhals/_arrow/*"),
    "tqdm": ("tqdm/contrib/*",),
}
# What IPython and its parts carry for other languages, documentation and tests.
LEFT_OUT = (
    "*/tests/*", "*/__pycache__/*", "*.pyi", "*/py.typed", "*.data/*",
    "*.dist-info/RECORD", "*.dist-info/WHEEL", "*.dist-info/*.txt", "*.dist-info/licenses/*",
    "numpy/random/lib/*", "numpy/random/_examples/*", "*.pxd", "*.pyx", "*.h",
    "IPython/sphinxext/*", "IPython/lib/lexers.py",
    "prompt_toolkit/contrib/*", "pygments/lexers/*",
)  # fmt: skip
KEPT = tuple(f"pygments/lexers/{name}.py" for name in ("__init__", "_mapping", "python", "special"))

EDITS = (
    # IPython completes names by looking at the objects: jedi reads sources, and here are none.
    ("pyodide_kernel/interpreter.py", b"Completer.use_jedi = True", b"Completer.use_jedi = False"),
    # A date without a year draws a warning, at every start.
    ("pyodide_kernel/jsonutil.py", b'strptime("1", "%d")', b'strptime("1 2000", "%d %Y")'),
)


def read_kernel(lock: Lock, store: Store) -> Tree:
    """Return everything that the notebooks import and the views do not have."""
    tree = read_left_out(store.read("python_stdlib.zip")) | read_tree(WEB / "lab" / "python")
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
            elif entry.use == "lab" and name != APP_WHEEL and not _is_later(entry):
                tree |= _members(archive)
            elif entry.use == "site" and name in BACK_AGAIN:
                tree |= {
                    path: data
                    for path, data in _members(archive).items()
                    if any(fnmatch(path, pattern) for pattern in BACK_AGAIN[name])
                }
    return _edited(tree)


def _edited(tree: Tree) -> Tree:
    for path, old, new in EDITS:
        if old not in tree[path]:
            raise SiteError(f"{path} of the runtime lock no longer says {old.decode()!r}")
        tree = tree | {path: tree[path].replace(old, new)}
    return tree


def _members(archive: zipfile.ZipFile) -> Tree:
    tree = {item.filename: archive.read(item) for item in archive.infolist() if not item.is_dir()}
    return slim.without_descriptions({path: tree[path] for path in tree if _is_needed(path)})


def _is_needed(path: str) -> bool:
    return path in KEPT or not any(fnmatch(path, pattern) for pattern in LEFT_OUT)


def pack_kernel(lock: Lock, store: Store, compiler: Compiler) -> bytes:
    """Pack it; with its docstrings, which IPython reads and shows."""
    return pack(compiler.compile(read_kernel(lock, store), optimize=0))


def _project(entry: Entry) -> str:
    """Return the name of a wheel's project as Pyodide writes it."""
    return entry.name.split("-")[0].lower().replace("_", "-")


def _is_later(entry: Entry) -> bool:
    return entry.package == PYODIDE_CARRIER and _project(entry) in LATER


def read_later(lock: Lock, store: Store) -> tuple[Tree, dict[str, Any]]:
    """Return the packages that are loaded when they are imported, and Pyodide's list of them."""
    files: Tree = {}
    listed: dict[str, Any] = {}
    for entry in lock.files:
        if entry.use != "lab" or not _is_later(entry):
            continue
        name = _project(entry)
        files[f"{name}.bin"] = store.read(entry.name)
        listed[name] = {
            "name": name,
            "version": entry.version,
            "file_name": entry.name,
            "sha256": entry.sha256,
            "depends": LATER[name],
            "imports": [IMPORTS[name]],
            "install_dir": "site",
            "package_type": "package",
            "unvendored_tests": False,
        }
    return files, listed
