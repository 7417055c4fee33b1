"""Whether a world's elements are the same through adb as in the twin behind the bridge.

Role, label, value, states, touchability and box are compared. Android's classes express fewer roles: `ROLES` maps them.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from sextant.protocols import Device
from sextant.types.geometry import Box, Size
from sextant.types.screens import Element, Observation
from sextant_bench.android.bridges import BridgeProcess, Driver, Plugged, phone_on
from sextant_worlds.names import find_world
from sextant_worlds.oracle.walk import prove

__all__ = ["ROLES", "Sameness", "compare", "same_in"]

NEAR = 2.0
"""Pixels by which each edge may differ."""
ROLES = {  # structural: ARIA roles that no class of Android's expresses
    **dict.fromkeys(("banner", "main", "navigation"), "region"),
    **dict.fromkeys(("searchbox", "spinbutton"), "textbox"),
    "heading": "text",
}
"""The role through adb, where it is another one."""
_LOOKS = 5
_EDGES = 2
"""Edges that agree of an element that a scroller cuts off: a hierarchy has the part of it that is in view."""
_TOLD = frozenset({"checked", "disabled", "editable", "focused", "password", "selected", "unchecked"})
"""States that a view hierarchy can tell; it has no `expanded`, `invalid`, `required` or `readonly`."""


@dataclass(frozen=True, slots=True)
class Sameness:
    """Elements of both sides, how many agree, and a few that do not."""

    same: int = 0
    all: int = 0
    screens: int = 0
    different: tuple[str, ...] = ()

    def __add__(self, other: "Sameness") -> "Sameness":
        different = (self.different + other.different)[:20]
        return Sameness(self.same + other.same, self.all + other.all, self.screens + other.screens, different)


def same_in(process: BridgeProcess, name: str, driver: Driver) -> Sameness:
    """Walks through a world behind the bridge, and compares every screen."""
    found = Sameness()
    with process.plugged(name) as phone:
        device = phone_on(phone.address, driver)
        device.open()
        try:
            for step in (None, *prove(find_world(name)).walk.steps):
                if step is not None:
                    phone.perform(step.gesture)
                found += compare(*_at_one_time(phone, device))
        finally:
            device.close()
    return found


def _at_one_time(phone: Plugged, device: Device) -> tuple[Observation, Observation]:
    """What both show of one state: a world that goes on while it is watched is looked at again."""
    before, seen, after = phone.look(), device.look(picture=False), phone.look()
    for _ in range(_LOOKS):
        if after.elements == before.elements:
            break
        before, seen, after = after, device.look(picture=False), phone.look()
    return before, seen


def compare(twin: Observation, phone: Observation) -> Sameness:
    """One screen. What is out of view or below a dialog is on neither side: a hierarchy has none of it."""
    here, there = _in_view(twin), _in_view(phone)
    left, missing = list(there), list[Element]()
    for one in here:
        match = next((other for other in left if _same(one, other, twin.size)), None)
        if match is None:
            missing.append(one)
        else:
            left.remove(match)
    different = [f"only in the twin: {_told(one)}" for one in missing]
    different += [f"only through adb: {_told(one)}" for one in left]
    same = len(here) - len(missing)
    return Sameness(same, same + len(missing) + len(left), 1, tuple(f"{twin.location}: {one}" for one in different))


def _in_view(seen: Observation) -> Sequence[Element]:
    hidden = ("offscreen", "covered")
    return [one for one in seen.elements if one.visibility not in hidden and _clipped(one.box, seen.size) is not None]


def _same(one: Element, other: Element, size: Size) -> bool:
    if (ROLES.get(one.role, one.role), one.label, one.value) != (other.role, other.label, other.value):
        return False
    if one.states & _TOLD != other.states & _TOLD:
        return False
    if bool(one.affordances - {"scroll"}) != bool(other.affordances - {"scroll"}):
        return False
    box, its = _clipped(one.box, size), _clipped(other.box, size)
    if box is None or its is None:
        return False
    inwards = (its.x - box.x, its.y - box.y, box.right - its.right, box.bottom - its.bottom)
    if one.visibility != "clipped":
        return max(map(abs, inwards)) <= NEAR
    return min(inwards) >= -NEAR and sum(edge <= NEAR for edge in inwards) >= _EDGES


def _clipped(box: Box, size: Size) -> Box | None:
    return box.intersection(Box(0, 0, size.width, size.height))


def _told(one: Element) -> str:
    box = one.box
    place = f"{box.x:.0f},{box.y:.0f} {box.width:.0f}x{box.height:.0f}"
    told = f"{one.role} {one.label!r} {one.value!r} {place} {one.visibility}"
    return f"{told} {sorted(one.states)} {sorted(one.affordances)}"
