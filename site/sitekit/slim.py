"""What of a wheel the browser needs, and nothing else."""

from __future__ import annotations

import zipfile
from fnmatch import fnmatch
from pathlib import Path

from sitekit.lockfile import Entry

Tree = dict[str, bytes]
"""Files by their path below site-packages."""

# Never imported in the browser, whoever ships it.
ALWAYS_LEFT_OUT = (
    "*/tests/*", "*/testing/*", "*/__pycache__/*", "*.pyi", "*/py.typed", "*.pyx", "*.pxd", "*.c",
    "*.h", "*.map", "*.ts", "*.tsx", "*.dist-info/RECORD", "*.dist-info/WHEEL", "*.dist-info/*.txt",
    "*.dist-info/licenses/*", "*.dist-info/sboms/*", "*.data/*", "bin/*", "*.1", "*.so.a", "*.a",
)  # fmt: skip

# By distribution: what its wheel carries for servers, notebooks, command lines and build tools.
LEFT_OUT = {
    "bokeh": (
        "bokeh/server/*", "bokeh/_sri/*", "bokeh/sphinxext/*", "bokeh/command/*",
        "bokeh/sampledata/*", "bokeh/ext.py", "bokeh/client/*",
    ),
    "panel": (
        "panel/dist/*", "panel/package-lock.json", "panel/eslint.config.js", "panel/tsconfig.json",
        "panel/command/*", "panel/styles/*", "panel/auth.py",
        "panel/models/*.json", "panel/template/*.css", "panel/pane/vtk/synchronizable_*",
        *(f"panel/io/{name}.py" for name in (
            "admin", "application", "compile", "convert", "django", "fastapi", "handlers",
            "jupyter_executor", "jupyter_server_extension", "reload", "rest", "server",
        )),
    ),
    "numpy": (
        "numpy/f2py/*", "numpy/distutils/*", "numpy/_pyinstaller/*",
        "numpy/random/lib/*", "numpy/random/_examples/*", "numpy/_core/lib/*", "numpy/_core/include/*",
        "numpy/_core/_*_tests*.so", "numpy/_core/_simd*.so", "numpy/_core/tests/*",
        "numpy/doc/*", "numpy/conftest.py",
    ),
    "xyzservices": ("xyzservices/data/*",),
    "tqdm": ("tqdm/completion.sh",),
    "markdown": ("markdown/test_tools.py",),
    "pyviz_comms": ("pyviz_comms/labextension/static/*", "pyviz_comms/labextension/schemas/*"),
    "pyyaml": ("yaml/_yaml*.so", "_yaml/*"),
    "markupsafe": ("markupsafe/_speedups*",),
}  # fmt: skip

# By distribution: what no view imports and a notebook may, where it is fetched then (`labpython.py`).
# Bokeh imports narwhals to read data frames, and Panel only compares versions.
FOR_NOTEBOOKS = {
    "numpy": ("numpy/random/*", "numpy/fft/*", "numpy/polynomial/*", "numpy/testing/*",
              "numpy/ma/mrecords.py", "numpy/lib/recfunctions.py", "numpy/linalg/lapack_lite*"),
    "narwhals": ("*",),
    "packaging": ("packaging/[!_v]*", "packaging/_[!_s]*"),
    "tqdm": ("tqdm/contrib/*",),
    "typing_extensions": ("*",),
}  # fmt: skip

# Kept although a pattern above leaves its folder out.
# Markdown finds its extensions by their entry points.
KEPT = (
    "panel/dist/bundled/reactiveesm/*", "bokeh/_sri/{version}.json",
    "markdown-*.dist-info/entry_points.txt",
)  # fmt: skip


def is_useful(path: str, name: str, version: str) -> bool:
    """Say whether a file of a distribution's wheel is of any use in a browser."""
    if any(fnmatch(path, pattern.format(version=version)) for pattern in KEPT):
        return True
    left_out = (*ALWAYS_LEFT_OUT, *LEFT_OUT.get(name, ()))
    return not any(fnmatch(path, pattern) for pattern in left_out)


def is_needed(path: str, name: str, version: str) -> bool:
    """Say whether every reader gets it."""
    later = FOR_NOTEBOOKS.get(name, ())
    return is_useful(path, name, version) and not any(fnmatch(path, p) for p in later)


def read_wheel(wheel: Path, entry: Entry) -> Tree:
    """Return what the browser needs of a wheel."""
    name = entry.name.split("-")[0].lower()
    with zipfile.ZipFile(wheel) as archive:
        tree = {
            item.filename: archive.read(item)
            for item in archive.infolist()
            if not item.is_dir() and is_needed(item.filename, name, entry.version)
        }
    return without_descriptions(tree)


def without_descriptions(tree: Tree) -> Tree:
    """Leave the README out of the metadata: modules only ask for versions."""
    return {
        path: data.partition(b"\n\n")[0] + b"\n" if path.endswith(".dist-info/METADATA") else data
        for path, data in tree.items()
    }
