"""The part of the site that is this project: the library, the apps, the shell's Python."""

from __future__ import annotations

import re
from pathlib import Path

from sitekit.bytecode import Compiler
from sitekit.pack import pack
from sitekit.paths import PROJECT, WEB
from sitekit.report import SiteError
from sitekit.slim import Tree

LIBRARY = PROJECT / "dominolab"


def read_tree(folder: Path, prefix: str = "") -> Tree:
    """Return the files below a folder, without what Python leaves there."""
    return {
        prefix + path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }


def read_library() -> Tree:
    """Return the library as its wheel installs it."""
    tree = read_tree(LIBRARY, "dominolab/")
    if "dominolab/__init__.py" not in tree:
        raise SiteError(f"there is no library at {LIBRARY}")
    source = tree["dominolab/__init__.py"].decode()
    found = re.search(r'^__version__ = "([^"]+)"$', source, re.MULTILINE)
    if found is None:
        raise SiteError("dominolab/__init__.py names no __version__")
    version = found.group(1)
    metadata = f"Metadata-Version: 2.1\nName: dominolab\nVersion: {version}\n"
    tree[f"dominolab-{version}.dist-info/METADATA"] = metadata.encode()
    return tree


def pack_own(apps: Tree, compiler: Compiler) -> bytes:
    """Pack the project's Python; the library with its docstrings, which notebooks show."""
    views = apps | read_tree(WEB / "python")
    return pack(compiler.compile(read_library(), optimize=0) | compiler.compile(views, optimize=2))
