"""Stands for JupyterLite's installer, which asks a package index: here no other host is asked."""

from __future__ import annotations

FILE = "emfs:"
"""How micropip tells a file from a name."""


async def install(requirements: str | list[str], **options: object) -> None:
    """Install wheels that lie beside the notebook: `%pip install emfs:name.whl`."""
    wanted = [requirements] if isinstance(requirements, str) else requirements
    for name in wanted:
        if not name.startswith(FILE):
            raise ValueError(
                f"{name} cannot be installed: the notebooks ask no other host. numpy, Panel, Bokeh "
                "and pandas are here already; a wheel dropped on the list of files is installed "
                f"with %pip install {FILE}its-name.whl"
            )
    import micropip

    await micropip.install(wanted, **options)
