"""The files of Bokeh and Panel that the page loads, taken out of the same wheels as their Python."""

from __future__ import annotations

import zipfile
from fnmatch import fnmatch

from sitekit.fetching import Store
from sitekit.lockfile import Lock
from sitekit.slim import Tree

BOKEH_SCRIPTS = ("bokeh.min.js", "bokeh-widgets.min.js", "bokeh-tables.min.js")
# Panel's outputs in a notebook ask for it; the views do without.
SHIMS = "bundled/reactiveesm/*/es-module-shims.min.js"
PANEL_FILES = (
    "css/*.css",
    "bundled/theme/default.css",
    "bundled/theme/dark.css",
    "bundled/theme/native.css",
    SHIMS,
)
# Styles of components that need more than this site ships.
PANEL_LEFT_OUT = (
    "css/models/*", "css/chat_*", "css/debugger.css", "css/floatpanel.css", "css/gridstack.css",
    "css/pyscript.css", "css/regular_table.css", "css/katex.css", "css/dataframe.css",
    "css/notifications.css", "css/json.css", "css/swipe.css",
)  # fmt: skip


def panel_folder(lock: Lock) -> str:
    """Return where Panel looks for its files below the address it is told."""
    return f"panel/{lock.wheel('panel').version}/dist"


def scripts(lock: Lock) -> tuple[str, ...]:
    """Return the scripts of the page, in the order in which they have to run."""
    return (*BOKEH_SCRIPTS, f"{panel_folder(lock)}/panel.min.js")


def read_frontend(lock: Lock, store: Store) -> Tree:
    """Return the front-end files by their path below the runtime folder."""
    tree: Tree = {}
    with zipfile.ZipFile(store.path(lock.wheel("bokeh"))) as archive:
        for name in BOKEH_SCRIPTS:
            tree[name] = archive.read(f"bokeh/server/static/js/{name}")
    with zipfile.ZipFile(store.path(lock.wheel("panel"))) as archive:
        for name in archive.namelist():
            path = name.removeprefix("panel/dist/")
            if path != name and _is_shipped(path):
                tree[f"{panel_folder(lock)}/{path}"] = archive.read(name)
    return tree


def _is_shipped(path: str) -> bool:
    if path == "panel.min.js":
        return True
    return any(fnmatch(path, pattern) for pattern in PANEL_FILES) and not any(
        fnmatch(path, pattern) for pattern in PANEL_LEFT_OUT
    )
