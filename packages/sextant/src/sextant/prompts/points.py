"""Where a point lies on a screen, in words: what is under it, and what could have been touched beside it.

No index is named: a history is read on later screens, where it may belong to something else.
"""

from sextant.prompts.listing import in_quotes
from sextant.types.geometry import Point
from sextant.types.screens import Element, Screen

__all__ = ["lying_at"]


def lying_at(screen: Screen, point: Point, worked: bool = False) -> str:
    """`the point lay on text "Total", which takes no touch; nearest that does: button "Save" to the right`.

    A touch that `worked` met something that takes one, whether it is listed or not: then nothing of that is said.
    """
    shown = [one for one in screen.elements if one.visibility in ("visible", "clipped") and one.box.area > 0]
    under = [one for one in shown if one.box.contains(point) and (one.label or one.affordances)]
    hit = min(under, key=lambda one: one.box.area, default=None)
    lay = "nothing that takes a touch" if hit is None else _named(hit)
    if hit is not None and hit.affordances - {"scroll"}:
        return f"the point lay on {lay}"
    if worked:
        return ""
    takes = [one for one in shown if one.affordances - {"scroll"} and "disabled" not in one.states]
    nearest = min(takes, key=lambda one: _distance(one, point), default=None)
    lay += "" if hit is None else ", which takes no touch"
    if nearest is None:
        return f"the point lay on {lay}"
    return f"the point lay on {lay}; nearest that does: {_named(nearest)} {_side(nearest, point)}"


def _named(element: Element) -> str:
    return f"{element.role} {in_quotes(element.label)}" if element.label else f"{element.role} without a name"


def _distance(element: Element, point: Point) -> float:
    box = element.box
    across = max(box.x - point.x, 0.0, point.x - box.right)
    down = max(box.y - point.y, 0.0, point.y - box.bottom)
    return (across**2 + down**2) ** 0.5


def _side(element: Element, point: Point) -> str:
    box = element.box
    if box.contains(point):
        return "around it"
    sides = {"to the left": point.x - box.right, "to the right": box.x - point.x}
    sides |= {"above": point.y - box.bottom, "below": box.y - point.y}
    return max(sides, key=lambda side: sides[side])
