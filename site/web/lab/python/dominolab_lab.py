"""Prepares the notebooks' Python: what other hosts would be asked for comes from the site."""

from __future__ import annotations

import gzip
import importlib
import json
import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType

from bokeh import resources
from js import XMLHttpRequest
from tqdm import tqdm

SHIPPED = ("bokeh", "bokeh-widgets", "bokeh-tables")
HERE = __file__.rpartition("/")[0]


def prepare(site: str, runtime: str, later: str) -> None:
    """Have Bokeh's scripts taken from the folder *runtime* of the site; Panel's are by its own setting.

    *later* is JSON: archives of the site with the modules that are in them.
    """
    tqdm.monitor_interval = 0  # its watchdog is a thread, and there are none here

    def own_urls(version: str | None = None, minified: bool = True) -> resources.Urls:
        return resources.Urls(
            urls=lambda components, kind: [
                f"{runtime}{name}.min.{kind}" for name in components if name in SHIPPED
            ]
        )

    resources._get_cdn_urls = own_urls  # the one place Bokeh has for it
    archives = {site + path: modules for path, modules in json.loads(later).items()}
    sys.meta_path.append(Later(archives))


class Later(MetaPathFinder, Loader):
    """Finds modules that most visits do without: their archive is fetched when one is imported.

    Whoever only asks whether there is such a module, as Bokeh does for pandas, is told so and no more.
    """

    def __init__(self, archives: dict[str, list[str]]) -> None:
        self._archives = {name: url for url, names in archives.items() for name in names}
        self._fetched: set[str] = set()

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find a module that no other finder has found."""
        return ModuleSpec(name, self) if name in self._archives else None

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """Fetch the module's archive and leave the rest to the loader of what was in it."""
        archive = self._archives[spec.name]
        if archive not in self._fetched:
            try:
                _unpack(_fetch(archive))
            except Exception as error:
                raise ModuleNotFoundError(
                    f"{spec.name} is fetched when it is first imported, and now it could not be: "
                    f"{error}. Check the network, then run the cell again.",
                    name=spec.name,
                ) from None
            self._fetched.add(archive)
        # The package that it belongs to may lie elsewhere, as the standard library's own do.
        parent = spec.name.rpartition(".")[0].replace(".", "/")
        found = PathFinder.find_spec(spec.name, [f"{HERE}/{parent}"])
        assert found is not None
        assert found.loader is not None
        spec.__dict__.update(found.__dict__)
        return found.loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        """Never come to: a module that was created has the loader that was found for it."""


def _fetch(url: str) -> bytes:
    """Fetch a file while Python waits: an import cannot be told to come back."""
    request = XMLHttpRequest.new()
    request.open("GET", url, False)
    request.responseType = "arraybuffer"
    request.send()
    if request.status != 200:
        raise OSError(f"the server answered {request.status}")
    data: bytes = request.response.to_bytes()
    return data


def _unpack(archive: bytes) -> None:
    """Lay out the files of an archive, as `worker/archive.js` does at the start."""
    data = gzip.decompress(archive)
    at = 4 + int.from_bytes(data[:4], "little")
    for path, size in json.loads(data[4:at]):
        target = Path(HERE, path)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data[at : at + size])
        at += size
    importlib.invalidate_caches()
