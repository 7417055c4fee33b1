"""What a solution is: a generator of actions that is sent the screens they led to."""

from collections.abc import Callable, Generator, Mapping
from inspect import isgeneratorfunction
from types import ModuleType

from sextant.types.actions import Action, Scroll
from sextant.types.screens import Element, Screen
from sextant_bench.miniwob.screen_queries import Lost, at

__all__ = ["Solution", "Steps", "scrolled_to", "solutions_in"]

Steps = Generator[Action, Screen, None]
"""Yields an action, is sent the screen that followed it, returns when the task is done."""

Solution = Callable[[str, Screen], Steps]
"""Solves one task from its goal and the first screen. It sees no page, no seed and no truth."""


def solutions_in(*modules: ModuleType) -> Mapping[str, Solution]:
    """The public solutions that stand in modules: each is named as the task that it solves."""
    return {
        name.replace("_", "-"): made
        for module in modules
        for name, made in vars(module).items()
        if isgeneratorfunction(made) and made.__module__ == module.__name__ and not name.startswith("_")
    }


def scrolled_to(screen: Screen, entry: Callable[[Screen], Element]) -> Generator[Action, Screen, Screen]:
    """Scrolls the list in which an entry stands until the whole of the entry is to be seen; returns that screen.

    Raises:
        Lost: Nothing can be scrolled, or ten scrolls did not show it.
    """
    for _ in range(10):
        wanted = entry(screen)
        if wanted.visibility == "visible":
            return screen
        scrollers = [e for e in screen.elements if "scroll" in e.affordances or e.role == "listbox"]
        if not scrollers:
            raise Lost(f"{wanted.label!r} is {wanted.visibility}, and nothing can be scrolled.")
        scroller = scrollers[-1]
        below = wanted.box.centre.y > scroller.box.centre.y
        screen = yield Scroll("down" if below else "up", at(scroller))
    raise Lost(f"Ten scrolls did not show {entry(screen).label!r}.")
