"""The views of the site: the modules right inside `apps` that have a `view` and a `TITLE`.

What the views share is in `apps/parts`.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from pathlib import Path

from sitekit.report import SiteError
from sitekit.slim import Tree

# The order in which a newcomer meets them; others follow by name.
ORDER = ("step", "compare", "score")


@dataclass(frozen=True)
class ViewInfo:
    """What the shell has to know of a view before Python is there."""

    name: str
    title: str
    summary: str


def read_apps(folders: list[Path]) -> Tree:
    """Collect the package `apps` from one or more folders."""
    tree: Tree = {}
    for folder in folders:
        if not folder.is_dir():
            raise SiteError(f"there is no folder of apps at {folder}")
        for path in sorted(folder.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                tree[f"apps/{path.relative_to(folder).as_posix()}"] = path.read_bytes()
    return tree


def find_views(apps: Tree) -> tuple[ViewInfo, ...]:
    """Find the views by reading the modules, not by running them: the build needs no Panel."""
    found = []
    for path, source in apps.items():
        name = path.removeprefix("apps/").removesuffix(".py")
        if path.endswith(".py") and name.isidentifier() and not name.startswith("_"):
            info = _read_module(name, source)
            if info is not None:
                found.append(info)
    return tuple(sorted(found, key=lambda view: (_rank(view.name), view.name)))


def _rank(name: str) -> int:
    return ORDER.index(name) if name in ORDER else len(ORDER)


def _read_module(name: str, source: bytes) -> ViewInfo | None:
    try:
        module = ast.parse(source)
    except SyntaxError as error:
        raise SiteError(f"apps/{name}.py, line {error.lineno}: {error.msg}") from error
    texts: dict[str, str] = {}
    has_view = False
    for node in module.body:
        if isinstance(node, ast.FunctionDef) and node.name == "view":
            has_view = True
        target, value = None, None
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            target, value = node.targets[0], node.value
        elif isinstance(node, ast.AnnAssign):
            target, value = node.target, node.value
        if (
            isinstance(target, ast.Name)
            and isinstance(value, ast.Constant)
            and isinstance(value.value, str)
        ):
            texts[target.id] = value.value
    if not has_view or "TITLE" not in texts:
        return None
    return ViewInfo(name, texts["TITLE"], texts.get("SUMMARY", ""))
