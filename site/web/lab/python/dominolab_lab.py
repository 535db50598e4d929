"""Prepares the notebooks' Python: what other hosts would be asked for comes from the site."""

from __future__ import annotations

from bokeh import resources
from tqdm import tqdm

SHIPPED = ("bokeh", "bokeh-widgets", "bokeh-tables")


def prepare(runtime: str) -> None:
    """Have Bokeh's scripts taken from the folder *runtime*; Panel's are by its own setting."""
    tqdm.monitor_interval = 0  # its watchdog is a thread, and there are none here

    def own_urls(version: str | None = None, minified: bool = True) -> resources.Urls:
        return resources.Urls(
            urls=lambda components, kind: [
                f"{runtime}{name}.min.{kind}" for name in components if name in SHIPPED
            ]
        )

    resources._get_cdn_urls = own_urls  # the one place Bokeh has for it
