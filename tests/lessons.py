"""The notebooks as files, for the tests: their names, cells and hidden answers."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parents[1] / "notebooks"
LESSONS = tuple(sorted(FOLDER.glob("*.ipynb")))
FIRST = LESSONS[0].name


def read(path: Path) -> dict[str, Any]:
    """Return a notebook's parsed file."""
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def source(cell: dict[str, Any]) -> str:
    """Return a cell's text."""
    return "".join(cell["source"])


def code_of(notebook: dict[str, Any]) -> list[str]:
    """Return the text of the code cells."""
    return [source(cell) for cell in notebook["cells"] if cell["cell_type"] == "code"]


def answers_of(notebook: dict[str, Any]) -> list[str]:
    """Return the code in the hidden answers of the exercises."""
    text = "\n".join(source(cell) for cell in notebook["cells"] if "<details>" in source(cell))
    return re.findall(r"```python\n(.+?)```", text, re.DOTALL)
