"""What a solution is: a generator of actions that is sent the screens they led to."""

from collections.abc import Callable, Generator

from sextant.types.actions import Action
from sextant.types.screens import Screen

__all__ = ["Solution", "Steps"]

Steps = Generator[Action, Screen, None]
"""Yields an action, is sent the screen that followed it, returns when the task is done."""

Solution = Callable[[str, Screen], Steps]
"""Solves one task from its goal and the first screen. It sees no page, no seed and no truth."""
