"""Keeps a text on the reader's device, in the browser's own storage: nothing goes anywhere else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import param
from panel.custom import JSComponent


class Keep(JSComponent):
    """What the device keeps under one name; a device that keeps nothing is no mistake."""

    place = param.String(doc="The name in the browser's storage.")

    _esm = """
    export function render({ model, el }) {
      const read = () => {
        try { return localStorage.getItem(model.place) ?? ""; } catch { return ""; }
      };
      model.on("msg:custom", ({ content }) => {
        try {
          if (content) localStorage.setItem(model.place, content);
          else localStorage.removeItem(model.place);
        } catch { /* private windows may refuse: the results last for this visit */ }
      });
      model.on("after_render", () => model.send_msg({ kept: read() }));
      el.hidden = true;
    }
    """

    def __init__(self, place: str, recall: Callable[[str], None], **params: Any) -> None:
        self._recall = recall
        super().__init__(place=place, width=0, height=0, **params)  # type: ignore[no-untyped-call]

    def store(self, content: str) -> None:
        """Keep a text on the device; an empty one clears what was kept."""
        self._send_msg({"content": content})

    def _handle_msg(self, data: Any) -> None:
        if isinstance(data, dict) and isinstance(data.get("kept"), str):
            self._recall(data["kept"])
