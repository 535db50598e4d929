"""The whole field: how far all rulesets lie apart, which are close, and who stands alone where."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from dominolab.axes import AXES
from dominolab.difference import diff
from dominolab.rules import RuleSet, rules, rulesets


@dataclass(frozen=True, slots=True)
class Cluster:
    """Rulesets that are closer to each other than to the rest: a ruleset, or two clusters joined."""

    members: tuple[str, ...]
    distance: float = 0.0
    """How far its two parts lie apart: the mean over all pairs across."""
    parts: tuple[Cluster, ...] = ()


Look = tuple[str, str, str]
"""What a reader looks at in the charts: two rulesets and an axis."""


@dataclass(frozen=True, slots=True)
class HeatCell:
    """What one ruleset has on one axis, and how many others have the same."""

    id: str
    axis: str
    words: str
    shared: tuple[str, ...]
    """The other rulesets with the same value."""

    @property
    def alone(self) -> bool:
        """Whether no other ruleset has this value."""
        return not self.shared


class Field:
    """All rulesets against each other."""

    def __init__(self, ids: Sequence[str]) -> None:
        self.ids = tuple(ids)
        self.rulesets: Mapping[str, RuleSet] = {id_: rules(id_) for id_ in ids}
        self._apart = {
            frozenset(pair): diff(*(self.rulesets[id_] for id_ in pair)).axes
            for pair in combinations(self.ids, 2)
        }
        self.tree = _joined(self.ids, self.distance)

    def axes_apart(self, one: str, other: str) -> tuple[str, ...]:
        """Return the axes on which two rulesets differ, in the order of play."""
        return self._apart.get(frozenset((one, other)), ())

    def distance(self, one: str, other: str) -> int:
        """Return on how many axes two rulesets differ."""
        return len(self.axes_apart(one, other))

    @property
    def ordered(self) -> tuple[str, ...]:
        """The ids so that close ones stand beside each other."""
        return self.tree.members

    def clusters(self, apart: float) -> tuple[Cluster, ...]:
        """Return the groups in which no two parts lie *apart* or more."""

        def cut(cluster: Cluster) -> tuple[Cluster, ...]:
            if cluster.distance < apart:
                return (cluster,)
            return tuple(group for part in cluster.parts for group in cut(part))

        return cut(self.tree)

    @property
    def groups(self) -> tuple[Cluster, ...]:
        """Three to five groups: the cut of the tree where the next join is farthest away."""
        heights = sorted(_heights(self.tree), reverse=True)
        cuts = [
            (heights[count - 2], heights[count - 1])
            for count in range(3, 6)
            if count <= len(heights)
        ]
        if not cuts:
            return (self.tree,)
        high, low = max(cuts, key=lambda cut: cut[0] - cut[1])
        return self.clusters((low + high) / 2)

    def farthest(self) -> tuple[str, str]:
        """Return the two rulesets of different manuals that differ most."""
        pairs = [
            (one, other)
            for one, other in combinations(self.ids, 2)
            if self.rulesets[one].manual is not self.rulesets[other].manual
        ]
        return max(pairs, key=lambda pair: self.distance(*pair))

    @property
    def first_look(self) -> Look:
        """The two manuals that differ most, and the first rule on which they do."""
        one, other = self.farthest()
        return one, other, self.axes_apart(one, other)[0]

    def closest(self) -> tuple[str, str]:
        """Return the two rulesets that differ least."""
        return min(combinations(self.ids, 2), key=lambda pair: self.distance(*pair))

    @property
    def axes(self) -> tuple[str, ...]:
        """The axes on which not all rulesets agree, in the order of play."""
        apart = {axis for axes in self._apart.values() for axis in axes}
        return tuple(name for name in AXES if name in apart)

    def cell(self, id_: str, axis: str) -> HeatCell:
        """Return what *id_* has on *axis*, and who shares it."""
        statement = self.rulesets[id_].statements[axis]
        shared = tuple(
            other
            for other in self.ids
            if other != id_ and self.rulesets[other].statements[axis].value == statement.value
        )
        return HeatCell(id_, axis, statement.words, shared)

    def explain_cell(self, id_: str, axis: str) -> str:
        """Say in a sentence what a ruleset has on an axis and whether others have it too."""
        cell = self.cell(id_, axis)
        who = self.name(id_)
        if cell.alone:
            return f"{who}: {cell.words} No other ruleset has this."
        others = len(cell.shared)
        agree = "1 other has" if others == 1 else f"{others} others have"
        return f"{who}: {cell.words} {agree} the same."

    def explain_pair(self, one: str, other: str) -> str:
        """Say in a sentence how far two rulesets lie apart, and in what."""
        axes = self.axes_apart(one, other)
        if not axes:
            return f"{self.name(one)} and {self.name(other)} have the same rules."
        titles = ", ".join(str(AXES[axis].label) for axis in axes)
        rules_word = "rule" if len(axes) == 1 else "rules"
        return (
            f"{self.name(one)} and {self.name(other)} differ in {len(axes)} {rules_word}: {titles}."
        )

    def name(self, id_: str) -> str:
        """Return a ruleset's short name."""
        found = self.rulesets[id_]
        return found.manual.games[found.game].title


def _heights(cluster: Cluster) -> list[float]:
    own = [cluster.distance] if cluster.parts else []
    return own + [height for part in cluster.parts for height in _heights(part)]


def _joined(ids: Sequence[str], distance: Callable[[str, str], int]) -> Cluster:
    """Join the two closest clusters until one is left (mean distance over all pairs across)."""

    def between(one: Cluster, other: Cluster) -> float:
        pairs = [(a, b) for a in one.members for b in other.members]
        return sum(distance(a, b) for a, b in pairs) / len(pairs)

    clusters = [Cluster((id_,)) for id_ in ids]
    while len(clusters) > 1:
        one, other = min(combinations(clusters, 2), key=lambda pair: between(*pair))
        joined = Cluster((*one.members, *other.members), between(one, other), (one, other))
        at = clusters.index(one)
        clusters[at] = joined
        clusters.remove(other)
    return clusters[0]


@cache
def field() -> Field:
    """Return the field of the ten rulesets, worked out once."""
    return Field(rulesets())
