"""When a selection is made again: when screens were added, or it was not sure. Otherwise it is kept."""

from collections.abc import Mapping
from dataclasses import dataclass

from sextant.utg.graph import Graph, Place
from sextant.utg.selection.selector import Selection, Selector


@dataclass(frozen=True, slots=True)
class ReselectSettings:
    """When to select again.

    Attributes:
        low: A selection below this confidence is made again although the map has not grown.
        every: But not more often than after so many steps.
    """

    low: float = 0.5
    every: int = 3


class Reselect:
    """Keeps the selection of one goal between steps. Call `selection` once a step."""

    def __init__(self, selector: Selector, settings: ReselectSettings | None = None) -> None:
        self._selector, self._settings = selector, settings or ReselectSettings()
        self._goal = ""
        self._kept: Selection | None = None
        self._steps = 0
        self.made = 0
        """So often a selection was made."""

    def selection(self, goal: str, graph: Graph, ways: Mapping[Place, int] | None = None, most: int = 5) -> Selection:
        """The selection for a goal: the kept one, or a new one where that is due."""
        self._steps += 1
        if self._kept is None or self._due(goal, graph):
            self._kept = self._selector.select(goal, graph, ways, most)
            self._goal, self._steps = goal, 0
            self.made += 1
        return self._kept

    def _due(self, goal: str, graph: Graph) -> bool:
        kept = self._kept
        if kept is None or goal != self._goal or len(graph.nodes) != kept.graph_size:
            return True
        return kept.confidence < self._settings.low and self._steps >= self._settings.every

    def forget(self) -> None:
        """The next selection is a new one, whatever was kept."""
        self._kept = None
