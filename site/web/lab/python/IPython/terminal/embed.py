"""Stands for IPython's own module, which brings a whole terminal along: a page has none."""

from __future__ import annotations

from typing import NoReturn


def embed(**options: object) -> NoReturn:
    """Say that there is no terminal to open a prompt in."""
    raise NotImplementedError(
        "IPython.embed() needs a terminal: in a notebook, add a cell instead."
    )
