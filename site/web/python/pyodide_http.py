"""Stands where Panel looks for `pyodide_http`: this site's Python never asks a server anything.

Panel imports pandas in the browser, five megabytes of it, when no module of this name is there.
"""


def patch_all() -> None:
    """Leave the HTTP clients of the standard library as they are."""
