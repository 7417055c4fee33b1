"""Classifies a touch: which exit it hit, whether it missed, hid exits, or led to a part of a page."""

from sextant.addresses.parts import hit_another
from sextant.types.screens import Screen
from sextant.types.transitions import Transition
from sextant.utg.exits import Exit, exits_of
from sextant.utg.faces import local
from sextant.utg.graph import Trigger

__all__ = ["exit_touched", "hit_another_link", "leads_to_part", "only_hides"]

_SEVERAL = 3
"""A touch hides if it removes this many times more exits than it adds."""


def exit_touched(screen: Screen, trigger: Trigger | None) -> Exit | None:
    """The exit that was touched."""
    if trigger is None or trigger.element is None:
        return None
    return next((one for one in exits_of(screen) if one.element == trigger.element), None)


def leads_to_part(transition: Transition) -> bool:
    """Whether a step led to a part of its page: the same address but for the query, or one below it."""
    before, after = (local(screen).partition("?")[0].rstrip("/") for screen in _both(transition))
    return after == before or (bool(before) and after.startswith(f"{before}/"))


def only_hides(transition: Transition) -> bool:
    """Whether a touch removed several times as many named exits from a page as it added."""
    if local(transition.before) != local(transition.after) or transition.after.condition != "ok":
        return False
    before, after = ({one.name: one.reach for one in exits_of(screen) if one.label} for screen in _both(transition))
    gone = [name for name, reach in before.items() if reach in ("now", "scroll") and name not in after]
    come = [name for name, reach in after.items() if reach == "now" and before.get(name) != "now"]
    return len(gone) >= _SEVERAL * (1 + len(come))


def _both(transition: Transition) -> tuple[Screen, Screen]:
    return transition.before, transition.after


def hit_another_link(transition: Transition, touched: Exit) -> bool:
    """Whether another link was hit than the target: elements moved, or another control covers it."""
    others = (one.href for one in exits_of(transition.before))
    return hit_another(touched.href, local(transition.after), others)
