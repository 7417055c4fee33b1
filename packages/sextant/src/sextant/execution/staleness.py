"""Whether an act that cannot be taken back still means, on a fresh look, what it meant when it was reviewed."""

from typing import Protocol

from sextant.types.actions import Action
from sextant.types.screens import Screen

__all__ = ["Departing", "any_change"]


class Departing(Protocol):
    """Says what the act is about by now that it was not about on the screen it was reviewed on; empty: nothing."""

    def __call__(self, action: Action, reviewed: Screen, fresh: Screen) -> str: ...


def any_change(action: Action, reviewed: Screen, fresh: Screen) -> str:
    """The strictest answer, where nobody can tell what an act is about: any change of the screen may be one of it."""
    del action
    return "" if fresh.digest == reviewed.digest else "the screen has changed since"
