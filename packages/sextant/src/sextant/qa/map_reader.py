"""`Map`: a read-only map for Python programs, with screens, plans, statistics, comparison and export."""

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from sextant.errors import UsageError
from sextant.qa.map_plans import MapPlan, PlanRequest, plan_on_map
from sextant.qa.stored_maps import FoundMap, map_text
from sextant.storage import write_whole
from sextant.utg.comparing.difference import Difference, compare
from sextant.utg.comparing.statistics import Statistics, statistics
from sextant.utg.counts import ORIGINS, origins_noted
from sextant.utg.graph import Graph
from sextant.utg.lookup import find_place
from sextant.utg.names import names_of
from sextant.utg.page import map_page
from sextant.utg.planning.costs import Costs
from sextant.utg.planning.network import Order, PlannerName

__all__ = ["Map"]


class Map:
    """A snapshot of a map; later walks do not change it.

    Screens are named by id, name, title or address.
    """

    def __init__(self, found: FoundMap) -> None:
        self._found = found

    def __repr__(self) -> str:
        return f"Map({self.app!r}, screens={len(self.graph.nodes)}, transitions={len(self.graph.edges)})"

    @property
    def app(self) -> str:
        """The app it is a map of."""
        return self._found.graph.app

    @property
    def graph(self) -> Graph:
        """The graph: nodes by id, edges with their counts."""
        return self._found.graph

    @property
    def notes(self) -> Mapping[str, str]:
        """Notes about the map: when and how it was drawn, where goals were reached."""
        return self._found.notes

    @cached_property
    def screens(self) -> Mapping[str, str]:
        """The name of every screen, by its id."""
        return names_of(self.graph)

    def plan(
        self,
        start: str,
        *goals: str,
        order: Order = "ordered",
        planner: PlannerName = "exact",
        costs: Costs | None = None,
        deadline_seconds: float = 10.0,
    ) -> MapPlan:
        """Plan the cheapest known route from a screen through others; names the goals that cannot be reached.

        Raises:
            UsageError: A screen is not on the map or is ambiguous, or there is no goal.
            MissingExtra: Fast Downward is asked for and not installed.
        """
        if not goals:
            raise UsageError("The plan has no goal.", "Name one or more screens after the start.")
        return plan_on_map(self._found, PlanRequest(start, goals, order, planner, costs, deadline_seconds))

    def statistics(self, start: str = "") -> Statistics:
        """Size, depth, reliability, untried exits and unreachable screens; from `start`, if given.

        Raises:
            UsageError: There is no such screen.
        """
        first = find_place(self.graph, start).node if start else ""
        return statistics(self.graph, first, len(self._found.pictures), origins_noted(self.notes))

    def compare(self, newer: "Map", across: bool = False) -> Difference:
        """The changes from this map to a newer one; `across`: of the same app at another address."""
        return compare(self.graph, newer.graph, across)

    def write(self, path: str | Path) -> Path:
        """Write the map in the format of the suffix: `.json` (lossless), `.dot`, or `.html` (one self-contained page).

        Raises:
            UsageError: The suffix is another one, or the file cannot be written.
        """
        file, noted = Path(path), self.notes.get(ORIGINS, "")
        match file.suffix:
            case ".json" | ".dot":
                text = map_text(self._found, file.suffix[1:], pictures=file.suffix == ".json")
            case ".html":
                text = map_page(self.graph, self._found.pictures, {ORIGINS: noted} if noted else {})
            case _:
                raise UsageError(
                    f"A map is written as .json, .dot or .html, got {str(file)!r}.",
                    "Name a file with one of these endings.",
                )
        try:
            write_whole(file, text.encode("utf-8", "replace"))
        except OSError as error:
            raise UsageError(f"{str(file)!r} cannot be written: {error.strerror}.", "Name another file.") from error
        return file
