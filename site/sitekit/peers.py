"""What the site's start is measured beside: bare Pyodide, and Panel's own way into the browser."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

from panel.io import convert

from sitekit.fetching import PYODIDE_CARRIER, Store
from sitekit.frontend import read_frontend, scripts
from sitekit.lockfile import Entry, Lock
from sitekit.slim import is_useful

DEPENDS = {"micropip": ["packaging"], "pandas": ["numpy", "python-dateutil", "pytz"],
           "python-dateutil": ["six"]}  # fmt: skip
# What Bokeh and Panel name as compiled requirements, which micropip fetches at every start.
REQUIRED = ('"pandas"', '"contourpy"', '"pillow"')
BARE = """<!doctype html><meta charset="utf-8"><title>Bare Pyodide</title><script>
new Worker("bare.js", { type: "module" }).onmessage = () => { window.answered = performance.now(); };
</script>"""
BARE_WORKER = """import { loadPyodide } from "./pyodide-module.js";
const pyodide = await loadPyodide();
postMessage(pyodide.runPython("1 + 1"));
"""
# The same view as the site's: a button and a line that counts.
APP = """
import panel as pn
button = pn.widgets.Button(name="Another tile", button_type="primary")
slider = pn.widgets.IntSlider(name="Pips", start=0, end=6, value=3)
text = pn.pane.HTML("<p id='answer'>3 pips, 0 clicks</p>")
def clicked(event):
    text.object = f"<p id='answer'>{slider.value} pips, {button.clicks} clicks</p>"
button.on_click(clicked)
pn.Column(slider, button, text).servable()
"""


def write_peers(lock: Lock, store: Store, folder: Path) -> None:
    """Write both pages into a folder that a server can give out."""
    store.ensure(("site", "lab", "bench"))
    folder.mkdir(parents=True, exist_ok=True)
    packages: dict[str, Any] = {}
    for entry in lock.files:
        if entry.package != PYODIDE_CARRIER or entry.use not in ("site", "lab", "bench"):
            continue
        (folder / entry.name).write_bytes(store.read(entry.name))
        if entry.name.endswith(".whl"):
            packages |= _package(entry)
    listed = {"info": lock.info, "packages": packages}
    (folder / "pyodide-lock.json").write_text(json.dumps(listed))
    (folder / "index.html").write_text(BARE)
    # Servers know the type of .js better than that of .mjs.
    (folder / "pyodide.mjs").rename(folder / "pyodide-module.js")
    (folder / "bare.js").write_text(BARE_WORKER)
    _write_stock(lock, store, folder)


def _package(entry: Entry) -> dict[str, object]:
    name = entry.name.split("-")[0].replace("_", "-").lower()
    return {
        name: {
            "name": name,
            "version": entry.version,
            "file_name": entry.name,
            "sha256": entry.sha256,
            "depends": DEPENDS.get(name, []),
            "imports": [],
            "install_dir": "site",
            "package_type": "package",
            "unvendored_tests": False,
        }
    }


def _write_stock(lock: Lock, store: Store, folder: Path) -> None:
    """Write the page that `panel convert` writes, with its addresses turned to this folder.

    Its wheels are slimmed as Panel slims those on its own servers, but hold sources. Looking up
    what each wheel depends on is left out: it would ask a registry.
    """
    for path, data in read_frontend(lock, store).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    names = []
    for entry in lock.files:
        if (
            entry.name.endswith(".whl")
            and entry.package != PYODIDE_CARRIER
            and entry.use in ("site", "bench")
        ):
            names.append(_write_wheel(entry, store.path(entry), folder))
    code = "\n".join([convert.PRE, APP, convert.POST])
    code = code.encode("unicode_escape").decode().replace("`", r"\`")
    requirements = ", ".join([*(f'base + "{name}"' for name in names), *REQUIRED])
    worker = convert.WEB_WORKER_TEMPLATE.render(
        {"PYODIDE_URL": "pyodide.js", "data_archives": "", "env_spec": requirements, "code": code}
    )
    worker = worker.replace(
        "import micropip\n",
        "import micropip, js, os\n      base = js.location.href.rpartition('/')[0] + '/'\n"
        "      os.environ['PANEL_CDN_ROOT'] = base + 'panel/'\n",
    ).replace("]);", "], deps=False);")
    (folder / "stock.js").write_text(worker)
    handler = convert.WORKER_HANDLER_TEMPLATE.render({"name": "stock", "loading_spinner": "arc"})
    tags = "".join(f'<script src="{path}"></script>' for path in scripts(lock))
    # The app itself, and the two models with which Panel follows the address and the window.
    roots = "".join(f'<div id="root-{name}" data-root-id="{name}"></div>' for name in "123")
    (folder / "stock.html").write_text(
        '<!doctype html><meta charset="utf-8"><title>Stock</title>'
        f'{tags}<body class="pn-loading">{roots}'
        f"<script>{handler}</script></body>"
    )


def _write_wheel(entry: Entry, wheel: Path, folder: Path) -> str:
    distribution = entry.name.split("-")[0]
    name = f"{distribution}-{entry.version}-py3-none-any.whl"
    with (
        zipfile.ZipFile(wheel) as source,
        zipfile.ZipFile(folder / name, "w", zipfile.ZIP_DEFLATED) as target,
    ):
        for item in source.infolist():
            described = ".dist-info/" in item.filename
            if described or is_useful(item.filename, distribution.lower(), entry.version):
                target.writestr(item.filename, source.read(item))
    return name
