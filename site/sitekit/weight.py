"""What a visit weighs: as its files lie on the server, and as the browser unpacks them."""

from __future__ import annotations

import gzip
from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatch

from sitekit.paths import SITE
from sitekit.report import megabytes
from sitekit.slim import Tree

GZIP = b"\x1f\x8b"
LAB = "lab/"
# By the words for it, what belongs to a part of the site; the first that fits.
PARTS = (
    (
        "Python and its standard library",
        ("runtime-*/pyodide*", "runtime-*/memory.bin", "runtime-*/stdlib.bin"),
    ),
    ("numpy", ("runtime-*/numpy.bin",)),
    ("Panel, Bokeh and friends", ("runtime-*/stack.bin",)),
    ("front end of Bokeh and Panel", ("runtime-*",)),
    ("IPython and the kernel", ("lab/*.bin",)),
    ("JupyterLab", ("lab/build/*", "lab/extensions/*", "lab/api/*")),
    ("notebooks", ("lab/*",)),
    ("Dominolab: library, views, pages", ("*",)),
)
# For the host and for whoever checks a site: no browser asks for them.
NEVER_ASKED_FOR = ("_headers", "site.json")
FIRST_VISIT = SITE / "lab.visit.txt"
"""The files below `lab/` that a browser asked for until the first lesson had run to its end.

Only a browser can tell which pieces of JupyterLab it needs: the browser test writes the list anew with
DOMINOLAB_WRITE_GOLDEN=1, and fails when it is no longer right.
"""


@dataclass(frozen=True)
class Weight:
    """Bytes of some files."""

    served: int = 0
    unpacked: int = 0
    """With the archives inflated, which is what "uncompressed" means of a site that ships archives."""

    def __add__(self, other: Weight) -> Weight:
        return Weight(self.served + other.served, self.unpacked + other.unpacked)


def weigh(data: bytes) -> Weight:
    """Weigh a file."""
    unpacked = gzip.decompress(data) if data.startswith(GZIP) else data
    return Weight(len(data), len(unpacked))


def part_of(path: str) -> str:
    """Return the words for the part of the site that a file belongs to."""
    return next(
        words for words, patterns in PARTS if any(fnmatch(path, pattern) for pattern in patterns)
    )


def by_part(site: Tree, paths: Iterable[str]) -> dict[str, Weight]:
    """Weigh some files of a site, each once, by part."""
    found: dict[str, Weight] = {}
    for path in sorted(set(paths)):
        words = part_of(path)
        found[words] = found.get(words, Weight()) + weigh(site[path])
    return {words: found[words] for words, _ in PARTS if words in found}


def total(parts: dict[str, Weight]) -> Weight:
    """Add up the parts."""
    return sum(parts.values(), Weight())


def first_visit(site: Tree) -> list[str]:
    """Return what a first visit of the notebooks asks for.

    Besides the listed files these are all of the views': the service worker keeps them.
    """
    listed = FIRST_VISIT.read_text(encoding="utf-8").split("\n")
    others = (path for path in site if not path.startswith(LAB) and path not in NEVER_ASKED_FOR)
    return [*(path for path in listed if path in site), *others]


def told(site: Tree) -> list[str]:
    """Say what a first visit of the notebooks weighs, a line for each part."""
    parts = by_part(site, first_visit(site))
    lines = {"a first visit of the notebooks, uncompressed": total(parts)} | parts
    return [
        f"{words}: {megabytes(weight.unpacked)} ({megabytes(weight.served)} as files)"
        for words, weight in lines.items()
    ]
