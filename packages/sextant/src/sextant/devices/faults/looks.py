"""Faulty looks: black, frozen, stale or empty for a few looks after a step.

What stays true of each (see `frames` for system and frame):

- `black_frame`: nothing is drawn or described. The system's facts are current.
- `empty_hierarchy`: nothing is described. The picture and the system's facts are current.
- `stale_hierarchy`: the frame is the previous one. The picture and the system's facts are current.
- `frozen_frame`: the whole look is the previous one, as if returned twice: frame, picture, the app in front, address
  and component. Nothing shows its age: a device notes the time of the query.
"""

from collections.abc import Callable
from dataclasses import replace

from sextant.devices.faults.frames import bare, stale
from sextant.devices.faults.pictures import blackened
from sextant.devices.faults.plan import FaultId, FaultPlan
from sextant.types.geometry import Box, Point
from sextant.types.screens import Observation, Picture

__all__ = ["FaultyLooks"]

_LONGEST: dict[FaultId, int] = {"black_frame": 3, "frozen_frame": 2, "stale_hierarchy": 2, "empty_hierarchy": 3}
"""Most consecutive looks that one such fault affects."""


class FaultyLooks:
    """Draws a fault once per step, at the first look after it, and stores the previous look."""

    def __init__(self, plan: FaultPlan, clock: Callable[[], float]) -> None:
        self._plan, self._clock = plan, clock
        self._drawn_at = -1
        self._fault: FaultId | None = None
        self._left = 0
        self._returned: Observation | None = None
        self._whole: Observation | None = None
        self._before: Observation | None = None
        self._picture: Picture | None = None

    def begin(self, step: int) -> tuple[FaultId, int] | None:
        """Return the fault that begins with this look and its number of looks; None if there is none."""
        if self._left == 0:
            self._fault = None
        if step == self._drawn_at:
            return None
        self._drawn_at = step
        if self._fault is not None:
            return None
        for fault, longest in _LONGEST.items():
            rng = self._plan.drawn(fault, step)
            if rng is not None and (self._whole is not None or fault in ("black_frame", "empty_hierarchy")):
                self._fault, self._left, self._before = fault, rng.randint(1, longest), self._whole
                return fault, self._left
        return None

    def look(self, take: Callable[[], Observation], picture: bool) -> Observation:
        """Return the look, from `take` or from before, with the fault applied."""
        self._left = max(0, self._left - 1)
        if self._fault == "frozen_frame" and self._returned is not None:
            return replace(self._returned, picture=self._picture if picture else None, at=self._clock())
        whole = take()
        seen = self._with_fault(whole)
        self._whole, self._returned = whole, seen
        if seen.picture is not None:
            self._picture = seen.picture
        return seen

    def _with_fault(self, whole: Observation) -> Observation:
        match self._fault:
            case "black_frame":
                black = bare(whole, "blank")
                return black if black.picture is None else replace(black, picture=blackened(black.picture))
            case "empty_hierarchy":
                return bare(whole, "empty_hierarchy")
            case "stale_hierarchy" if self._before is not None:
                return stale(whole, self._before)
            case _:
                return whole

    def target_at(self, point: Point) -> Box | None:
        """Return the box of the smallest touchable element at that point in the last look."""
        if self._whole is None:
            return None
        boxes = [item.box for item in self._whole.elements if item.affordances and item.box.contains(point)]
        return min(boxes, key=lambda box: box.area, default=None)
