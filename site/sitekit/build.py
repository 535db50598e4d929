"""From the lock and the sources to the folder that any host serves."""

from __future__ import annotations

import hashlib
import json
import shutil
from dataclasses import dataclass, field
from pathlib import Path

from dominolab import draw
from sitekit import frontend, lab, runtime, weight
from sitekit.bytecode import SITE_PACKAGES, Compiler
from sitekit.fetching import Store
from sitekit.icons import icon_png, icon_svg
from sitekit.lockfile import Lock, read_lock, sha256
from sitekit.nodejs import PyodideInNode
from sitekit.own import pack_own, read_tree
from sitekit.pages import manifest, start_page
from sitekit.paths import LOCK, OUTPUT, PROJECT, SITE, WEB, cache_folder
from sitekit.policy import headers_file
from sitekit.report import Progress, SiteError, megabytes, note
from sitekit.runtime import PARTS, Part
from sitekit.slim import Tree
from sitekit.started import ENVIRONMENT
from sitekit.views import ViewInfo, find_views, read_apps

CONTENTS = "site.json"
OWN = Part("own", "own.bin", "Dominolab", SITE_PACKAGES)
STAGES = 9


@dataclass
class Options:
    """What a person can choose about a build."""

    output: Path = OUTPUT
    apps: list[Path] = field(default_factory=lambda: [PROJECT / "apps"])
    pyodide: Path | None = None
    lock: Path = LOCK
    cache: Path = field(default_factory=cache_folder)
    lab: bool = True
    """Whether the notebooks are part of the site."""


def inputs(options: Options) -> str:
    """Return a digest of everything that a build is made from."""
    tree = read_tree(SITE) | read_tree(PROJECT / "dominolab", "dominolab/")
    for number, folder in enumerate(options.apps):
        tree |= read_tree(folder, f"apps-{number}/")
    if options.lab:
        tree |= {f"notebooks/{name}": data for name, data in lab.read_notebooks().items()}
    tree["lock"] = options.lock.read_bytes() if options.lock.is_file() else b""
    return _digest(tree)


def is_current(options: Options) -> bool:
    """Say whether the output folder already holds what a build would write."""
    key = _key_file(options.output)
    built = key.is_file() and (options.output / CONTENTS).is_file()
    return built and key.read_text(encoding="utf-8") == inputs(options)


def _key_file(output: Path) -> Path:
    return output.with_name(f".{output.name}.inputs")


def build(options: Options) -> None:
    """Build the whole site, a line for each stage."""
    key = inputs(options)
    refuse_other_things(options.output)
    apps = read_apps(options.apps)
    views = find_views(apps)
    progress = Progress(STAGES if options.lab else STAGES - 1)
    lock = read_lock(options.lock)
    store = Store(lock, options.cache, options.pyodide)
    pyodide = PyodideInNode(lock, store, options.cache)
    compiler = Compiler(pyodide)

    fetched = store.ensure(("site", "lab") if options.lab else ("site",))
    progress.stage(f"runtime verified against the lock, {fetched} files fetched")
    parts = runtime.core(store)
    progress.stage(f"Pyodide {lock.pyodide}: {_size(parts)}")
    parts |= (found := runtime.python(store, compiler, pyodide))
    progress.stage(f"Python started, its standard library compiled: {_size(found)}")
    parts |= (found := runtime.packages(lock, store, compiler))
    progress.stage(f"Panel, Bokeh and numpy slimmed and compiled: {_size(found)}")
    parts |= (found := runtime.frontend(lock, store))
    progress.stage(f"front-end files: {_size(found)}")
    own = pack_own(apps, compiler)
    names = ", ".join(view.name for view in views) or "none yet"
    progress.stage(f"library and views ({names}): {megabytes(len(own))}")

    runtime_folder = f"runtime-{_digest(parts)}/"
    app = {f"{folder}/{path}": data for folder in ("shell", "worker", "style")
           for path, data in read_tree(WEB / folder).items()}  # fmt: skip
    # The apps have the same look under `panel serve`, so the tokens are theirs.
    app["style/tokens.css"] = (PROJECT / "apps" / "parts" / "tokens.css").read_bytes()
    app["style/pictures.css"] = draw.STYLE.encode()
    app |= {OWN.path: own, "icon.svg": icon_svg().encode()}
    app |= {f"icon-{size}.png": icon_png(size) for size in (192, 512)}
    app["icon-maskable-512.png"] = icon_png(512, maskable=True)
    version = _digest(app | parts)
    app_folder = f"app-{version}/"
    lessons = lab.lessons() if options.lab else {}
    app["config.js"] = _config(
        lock, views, lessons, parts, own, runtime_folder, app_folder, version
    )

    site: Tree = {runtime_folder + path: data for path, data in parts.items()}
    site |= {app_folder + path: data for path, data in app.items()}
    site["manifest.json"] = manifest(app_folder).encode()
    site["index.html"] = start_page(app_folder, views, notebooks=options.lab).encode()
    progress.stage(f"pages: {_size({'index': site['index.html']})}")
    if options.lab:
        notebooks = lab.make_lab(lock, store, compiler)
        site |= notebooks.tree(app_folder)
        weights = ", ".join(f"{words} {_size(part)}" for words, part in notebooks.parts)
        progress.stage(f"notebooks, loaded when they are opened: {weights}")
    finish(site, (runtime_folder, app_folder))
    if options.lab:
        for line in weight.told(site):
            note(line)
    write(site, options.output)
    _key_file(options.output).write_text(key, encoding="utf-8")
    progress.stage(f"{len(site)} files, {_size(site)}, in {_shown(options.output)}")


def _config(
    lock: Lock, views: tuple[ViewInfo, ...], lessons: dict[str, list[dict[str, str]]],
    parts: Tree, own: bytes, runtime_folder: str, app_folder: str, version: str,
) -> bytes:  # fmt: skip
    files = [_file(part, runtime_folder, parts[part.path]) for part in PARTS]
    files.append(_file(OWN, app_folder, own))
    config = {
        "version": version,
        "runtime": runtime_folder,
        "info": lock.info,
        "env": ENVIRONMENT,
        "files": files,
        "bytes": sum(int(str(file["size"])) for file in files),
        "scripts": [runtime_folder + path for path in frontend.scripts(lock)],
        "views": [
            {"name": view.name, "title": view.title, "lessons": lessons.get(view.name, [])}
            for view in views
        ],
    }
    return f"export default {json.dumps(config, indent=1)};\n".encode()


def _file(part: Part, folder: str, data: bytes) -> dict[str, object]:
    return {
        "name": part.name,
        "path": folder + part.path,
        "words": part.words,
        "size": len(data),
        "folder": part.folder,
    }


def finish(site: Tree, folders: tuple[str, ...]) -> None:
    """Add the files that name all the others: service worker, headers, list of contents."""
    digests = {_address(path): sha256(data) for path, data in site.items()}
    later = {path: digest for path, digest in digests.items() if lab.is_only_for_lab(path)}
    kept = {path: digest for path, digest in digests.items() if path not in later}
    site["sw.js"] = (
        (WEB / "sw.js")
        .read_text(encoding="utf-8")
        .replace("{{version}}", _digest(site))
        .replace("{{files}}", json.dumps(kept, indent=1, sort_keys=True))
        .replace("{{later}}", json.dumps(later, indent=1, sort_keys=True))
        .encode()
    )
    site["_headers"] = headers_file(tuple(folder.rstrip("/") for folder in folders)).encode()
    contents = {
        path: {"size": len(data), "sha256": sha256(data)} for path, data in sorted(site.items())
    }
    site[CONTENTS] = (json.dumps(contents, indent=1) + "\n").encode()


def _address(path: str) -> str:
    """Return how a file is asked for: a folder's page by the folder."""
    if path.rpartition("/")[2] != "index.html":
        return path
    return path.removesuffix("index.html") or "./"


def refuse_other_things(output: Path) -> None:
    """Stop if the output folder holds anything but an older build."""
    if output.exists() and any(output.iterdir()) and not (output / CONTENTS).is_file():
        raise SiteError(
            f"{output} is not empty and holds no site: name another folder with --output"
        )


def write(site: Tree, output: Path) -> None:
    """Write the folder anew, in the place of an older build only."""
    refuse_other_things(output)
    # Built beside and put in place at the end: a server running on the folder never sees half.
    fresh = output.with_name(output.name + ".new")
    shutil.rmtree(fresh, ignore_errors=True)
    for path, data in site.items():
        target = fresh / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    shutil.rmtree(output, ignore_errors=True)
    fresh.replace(output)


def _digest(tree: Tree) -> str:
    digest = hashlib.sha256()
    for path in sorted(tree):
        digest.update(f"{path}\0{sha256(tree[path])}\0".encode())
    return digest.hexdigest()[:12]


def _size(tree: Tree) -> str:
    return megabytes(sum(map(len, tree.values())))


def _shown(path: Path) -> str:
    return str(path.relative_to(PROJECT)) if path.is_relative_to(PROJECT) else str(path)
