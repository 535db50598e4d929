"""The film of a round: every step as it is shown, drawn once and kept while the round is in view.

Going back and forth, also with a key held down, is then mostly looking up. What has not been asked
for yet is drawn ahead while the reader looks at something, a few steps at a time.
"""

from __future__ import annotations

from dataclasses import dataclass

from . import controls, why
from .board import Fit, board_html, fit, stock_html, text_html
from .seats import seat_html
from .session import Session

SEATS = 5
"""The places at the table, taken or not."""


@dataclass(frozen=True)
class Frame:
    """One step: the regions that differ from step to step, and what a screen reader says of it."""

    regions: dict[str, str]
    said: str


class Film:
    """The frames of the round in view."""

    def __init__(self) -> None:
        self._of: tuple[object, ...] = ()
        self._frames: dict[int, Frame] = {}
        self._deal: tuple[object, ...] = ()
        self._fit: Fit | None = None

    def frame(self, session: Session, size: tuple[int, int]) -> Frame:
        """Return the step in view, on a board of *size* pixels."""
        found = self._begin(session, size)
        if not _is_plain(session):
            return _draw(session, found)
        if session.index not in self._frames:
            self._frames[session.index] = _draw(session, found)
        return self._frames[session.index]

    def draw_ahead(self, session: Session, size: tuple[int, int], count: int) -> bool:
        """Draw up to *count* steps, the nearest first; say whether some are left to draw."""
        if not _is_plain(session):
            return False
        found = self._begin(session, size)
        at = session.index
        missing = [index for index in range(session.last + 1) if index not in self._frames]
        missing.sort(key=lambda index: abs(index - at))
        for index in missing[:count]:
            session.index = index
            try:
                self._frames[index] = _draw(session, found)
            finally:
                session.index = at
        return len(missing) > count

    def is_whole(self, session: Session) -> bool:
        """Return whether no step of the round in view is left to draw."""
        return not _is_plain(session) or len(self._frames) > session.last

    def _begin(self, session: Session, size: tuple[int, int]) -> Fit:
        """Begin anew where anything but the step has changed; return how the tiles lie."""
        of = (
            *(size, session.settings, session.shown, session.last, session.looking),
            *(session.original is None, session.parted, session.before),
        )
        if self._fit is None or self._of != of:
            self._of, self._frames = of, {}
            # A tile more, or a branch, is the same table: what lies on it stays where it can.
            rules, seed = session.settings.rules, session.settings.seed
            deal = (rules, seed, session.settings.players, session.looking, session.before)
            old = self._fit if self._deal == deal else None
            self._deal = deal
            self._fit = fit(old, session.whole_layout, *size, session.shown.over)
        return self._fit


def _is_plain(session: Session) -> bool:
    """Return whether the step is shown as such, with nothing chosen, asked or refused."""
    return not (session.tile or session.advice or session.notes)


def _draw(session: Session, found: Fit) -> Frame:
    here = session.here
    regions = {
        "board": board_html(session, found),
        "stock": stock_html(here),
        "scrubber": controls.scrubber_html(session),
        "why": why.why_html(session),
        "try": controls.try_html(session),
        "text": text_html(session),
    }
    for seat in range(SEATS):
        regions[f"seat-{seat}"] = seat_html(session, here, seat) if seat < here.players else ""
    return Frame(regions, session.says())


__all__ = ["Film", "Frame"]
