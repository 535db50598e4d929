"""JupyterLite at `lab/`: its front end out of the locked wheels, the notebooks, one page.

`jupyter lite build` would copy whatever the machine has installed and write dates into it; here the
same parts are taken from verified files, so that two builds give the same bytes.
"""

from __future__ import annotations

import io
import json
import re
import tarfile
import zipfile
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from sitekit import labpython
from sitekit.bytecode import SITE_PACKAGES, Compiler
from sitekit.fetching import Store
from sitekit.frontend import SHIMS
from sitekit.labpython import APP_WHEEL, KERNEL_ARCHIVE, KERNEL_WHEEL
from sitekit.lockfile import Lock
from sitekit.paths import PROJECT, WEB
from sitekit.policy import LAB_PAGE, policy
from sitekit.report import SiteError
from sitekit.slim import Tree

FOLDER = "lab/"
NOTEBOOKS = PROJECT / "notebooks"
PICTURES = "pictures"
LOCAL_SITE, SITE_LINK = "http://127.0.0.1:8000/?", "#dominolab?"
# The other applications of JupyterLite, source maps, and fonts for browsers of long ago.
APP_LEFT_OUT = (
    "*.map", "*/package.json", "*.eot", "build/fa-*.svg", "build/fa-*.ttf", "build/fa-*.woff",
    "build/service-worker.js",
    *(f"build/{name}/*" for name in ("consoles", "edit", "notebooks", "repl", "tree")),
    "build/schemas/@*",  # all of them stand in build/schemas/all.json
)  # fmt: skip
EXTENSION = re.compile(r".+\.data/data/share/jupyter/labextensions/(.+)")
EXTENSION_LEFT_OUT = ("*.map", "*.whl", "*.orig", "*/install.json")
# JupyterLite installs these when a kernel starts; here they are unpacked already.
PRELOADED = (
    *("micropip", "piplite", "sqlite3", "ipykernel", "comm", "pyodide_kernel", "jedi", "ipython"),
)
KERNEL = {"name": "python", "display_name": "Python (Pyodide)", "language": "python"}
# JupyterLab loads MathJax for every text it shows: here, for one that may hold a formula.
TYPESET = b"async typeset(e){", rb"async typeset(e){if(!/[$\\]/.test(e.textContent))return;"
# Whoever runs a cell in the moment before the kernel is known would be asked to choose one.
RUN_CELL = (
    b"d.hasNoKernel&&await d.startKernel()&&",
    b"(d.isReady||await d.ready,d.hasNoKernel)&&await d.startKernel()&&",
)
# When a file was changed says nothing in a build that is the same every time.
WHEN = "2026-01-01T00:00:00Z"
SETTINGS: dict[str, dict[str, object]] = {
    "@jupyterlab/apputils-extension:themes": {"adaptive-theme": True},
    "@jupyterlab/apputils-extension:notification": {
        "checkForUpdates": False,
        "fetchNews": "false",
    },
    # Cells that are out of sight are drawn all the same: widgets stay alive while one scrolls.
    "@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"},
}
# Doors to what is not here: a forum on another host, a terminal, JupyterLite's own opener of links
# (the start page opens what a link names).
DISABLED = (
    "@jupyterlab/help-extension:jupyter-forum",
    "@jupyterlab/terminal-extension",
    "@jupyterlite/application-extension:opener",
)


@dataclass(frozen=True)
class Lab:
    """The parts of the lab, each a tree below its folder, for the build to write and to weigh."""

    front: Tree
    python: Tree
    later: Tree
    notebooks: Tree
    modules: dict[str, list[str]]
    """The archives that come later, each with the modules that it is fetched for."""
    version: str
    """JupyterLite's."""

    @property
    def parts(self) -> tuple[tuple[str, Tree], ...]:
        """The parts with the words that the build prints."""
        return (
            ("JupyterLab", self.front),
            ("IPython and the kernel", self.python),
            ("pandas and others, when imported", self.later),
            ("notebooks", self.notebooks),
        )

    def tree(self, app_folder: str) -> Tree:
        """Return all files by their path in the site."""
        files: Tree = {}
        for _, part in self.parts:
            files |= part
        kernel = f"{FOLDER}{KERNEL_ARCHIVE}.bin"
        pack = {"name": KERNEL_ARCHIVE, "path": kernel, "folder": SITE_PACKAGES}
        later = {FOLDER + path: names for path, names in self.modules.items()}
        values = {
            "app": app_folder,
            "pack": json.dumps(pack),
            "later": json.dumps(later),
            "first": min(path.removeprefix("files/") for path in files if path.endswith(".ipynb")),
            "link": SITE_LINK,
        }
        for name in ("start.css", "start.js", "python.js"):
            files[name] = _filled((WEB / "lab" / name).read_text(encoding="utf-8"), values)
        page = (WEB / "lab" / "index.html").read_text(encoding="utf-8")
        config = json.dumps(self._config(files, app_folder), indent=1, sort_keys=True)
        values |= {"policy": policy(LAB_PAGE), "config": config.replace("<", "\\u003c")}
        files["index.html"] = _filled(page, values)
        return {FOLDER + path: data for path, data in files.items()}

    def _config(self, files: Tree, app_folder: str) -> dict[str, Any]:
        """Return the configuration; `./` at the beginning of an address stands for the lab's folder."""
        packages = [
            json.loads(data) for path, data in files.items() if path.endswith("/package.json")
        ]
        return {
            "appName": "Dominolab notebooks",
            "appVersion": self.version,
            "appUrl": "./",
            "baseUrl": "./",
            "faviconUrl": f"./../{app_folder}icon.svg",
            "fullStaticUrl": "./build",
            "fullLabextensionsUrl": "./extensions",
            "licensesUrl": "./api/licenses",
            "settingsUrl": "./build/schemas",
            "themesUrl": "./build/themes",
            "defaultKernelName": "python",
            "showLoadingIndicator": True,
            "exposeAppInBrowser": True,
            "disabledExtensions": list(DISABLED),
            "federated_extensions": [
                {"name": package["name"], **package["jupyterlab"]["_build"]} for package in packages
            ],
            "settingsOverrides": SETTINGS,
            "litePluginSettings": {
                "@jupyterlite/pyodide-kernel-extension:kernel": {
                    "pyodideUrl": "./python.js",
                    "disablePyPIFallback": True,
                    "loadPyodideOptions": {"packages": list(PRELOADED)},
                }
            },
        }


def make_lab(lock: Lock, store: Store, compiler: Compiler) -> Lab:
    """Collect the parts of the lab."""
    python = labpython.read_python(lock, store)
    kernel = python.pop(KERNEL_ARCHIVE)
    return Lab(
        front=_app(lock, store) | _extensions(lock, store),
        python={f"{KERNEL_ARCHIVE}.bin": labpython.pack_kernel(kernel, compiler)},
        later={
            f"{name}.bin": labpython.pack_later(tree, compiler) for name, tree in python.items()
        },
        notebooks=contents(read_notebooks()),
        modules={f"{name}.bin": labpython.modules(tree) for name, tree in python.items()},
        version=lock.wheel(APP_WHEEL).version,
    )


def is_only_for_lab(path: str) -> bool:
    """Say whether a file of the site is one that the views never ask for."""
    return path.startswith(FOLDER) or fnmatch(path, f"*/{SHIMS}")


def _filled(template: str, values: dict[str, str]) -> bytes:
    return re.sub(r"\{\{(\w+)\}\}", lambda found: values[found.group(1)], template).encode()


def _app(lock: Lock, store: Store) -> Tree:
    """Return JupyterLab's own files, out of the archive inside the wheel."""
    wheel = lock.wheel(APP_WHEEL)
    member = f"{APP_WHEEL}/jupyterlite-app-{wheel.version}.tgz"
    with zipfile.ZipFile(store.path(wheel)) as archive:
        data = archive.read(member)
    tree: Tree = {}
    with tarfile.open(fileobj=io.BytesIO(data), mode="r:gz") as tar:
        for item in tar:
            path = item.name.removeprefix("package/")
            stream = tar.extractfile(item) if item.isfile() else None
            if (
                stream is not None
                and path.startswith("build/")
                and not _matches(path, APP_LEFT_OUT)
            ):
                tree[path] = stream.read()
    (core,) = (path for path in tree if fnmatch(path, "build/jlab_core.*.js"))
    labpython.change(tree, core, *TYPESET)
    labpython.change(tree, core, *RUN_CELL)
    tree["api/translations/all.json"] = _json(
        {"data": {"en": {"displayName": "English", "nativeName": "English"}}, "message": ""}
    )
    tree["api/workspaces/all.json"] = _json({})
    tree["api/translations/en.json"] = _json({"data": {}, "message": ""})
    return tree


def _extensions(lock: Lock, store: Store) -> Tree:
    """Return the kernel's and Panel's extensions of JupyterLab, with their settings."""
    tree: Tree = {}
    for name in (KERNEL_WHEEL, "pyviz_comms"):
        with zipfile.ZipFile(store.path(lock.wheel(name))) as archive:
            for path in archive.namelist():
                found = EXTENSION.fullmatch(path)
                if found and not path.endswith("/") and not _matches(path, EXTENSION_LEFT_OUT):
                    tree[f"extensions/{found.group(1)}"] = archive.read(path)
    schemas = [
        {
            "id": f"{package['name']}:{Path(path).stem}",
            "raw": "{}",
            "schema": json.loads(data),
            "settings": {},
            "version": package["version"],
        }
        for path, data in tree.items()
        if (found := re.fullmatch(r"(extensions/.+?)/schemas/.+\.json", path))
        for package in [json.loads(tree[f"{found.group(1)}/package.json"])]
    ]
    tree["build/schemas/all_federated.json"] = _json(schemas)
    # The kernel's list of wheels for `%pip`: none is shipped, and none is fetched from elsewhere.
    for path in tree:
        if path.endswith("/pypi/all.json"):
            tree[path] = _json({})
    return tree


def read_notebooks() -> Tree:
    """Return the notebooks and their pictures by path."""
    found = {path.name: _for_lab(path) for path in sorted(NOTEBOOKS.glob("*.ipynb"))}
    if not found:
        raise SiteError(f"there are no notebooks in {NOTEBOOKS}")
    pictures = sorted(NOTEBOOKS.glob(f"{PICTURES}/*.svg"))
    return found | {f"{PICTURES}/{path.name}": path.read_bytes() for path in pictures}


def _for_lab(path: Path) -> bytes:
    """Return a notebook that names the kernel as JupyterLite does, and whose links stay on the site.

    On a person's own machine the site is where `make serve` puts it. JupyterLab takes a relative
    link for one to a file, so here it becomes one that the start page follows.
    """
    notebook = json.loads(path.read_text(encoding="utf-8").replace(LOCAL_SITE, SITE_LINK))
    notebook["metadata"]["kernelspec"] = KERNEL
    return (json.dumps(notebook, ensure_ascii=False, indent=1) + "\n").encode()


def lessons() -> dict[str, list[dict[str, str]]]:
    """Return for each view the notebooks that go deeper: those that link back to it at their head."""
    found: dict[str, list[dict[str, str]]] = {}
    for path in sorted(NOTEBOOKS.glob("*.ipynb")):
        head = "".join(json.loads(path.read_text(encoding="utf-8"))["cells"][0]["source"])
        title = re.search(r"^# \d+\. (.+)$", head, re.MULTILINE)
        view = re.search(re.escape(LOCAL_SITE) + r"view=(\w+)", head)
        if title is None or view is None:
            raise SiteError(f"{path.name} begins without a title and a link back to a view")
        lesson = {"title": title.group(1), "path": f"{FOLDER}?path={path.name}"}
        found.setdefault(view.group(1), []).append(lesson)
    return found


def contents(notebooks: Tree) -> Tree:
    """Return the notebooks where JupyterLite looks for files, with the lists of them."""
    folders: dict[str, list[dict[str, object]]] = {"": [_entry(PICTURES, None)], PICTURES: []}
    for path, data in notebooks.items():
        folders[path.rpartition("/")[0]].append(_entry(path, data))
    tree: Tree = {f"files/{path}": data for path, data in notebooks.items()}
    # JupyterLab looks up where a picture lies after the browser has asked beside the page.
    tree |= {path: data for path, data in notebooks.items() if path.startswith(PICTURES)}
    for folder, listed in folders.items():
        place = f"api/contents/{folder}/all.json".replace("//", "/")
        tree[place] = _json(_entry(folder, None) | {"content": listed})
    return tree


def _entry(path: str, data: bytes | None) -> dict[str, object]:
    """Describe a file, or a folder where there is no data, as Jupyter's contents API does."""
    is_notebook = path.endswith(".ipynb")
    kind = "directory" if data is None else "notebook" if is_notebook else "file"
    return {
        "name": path.rpartition("/")[2],
        "path": path,
        "type": kind,
        "format": "text" if kind == "file" else "json",
        "mimetype": "image/svg+xml" if kind == "file" else None,
        "content": None,
        "created": WHEN,
        "last_modified": WHEN,
        "size": None if data is None else len(data),
        "writable": True,
    }


def _matches(path: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatch(path, pattern) for pattern in patterns)


def _json(value: object) -> bytes:
    return (json.dumps(value, sort_keys=True) + "\n").encode()
