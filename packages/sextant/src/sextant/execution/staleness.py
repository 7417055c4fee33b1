"""Checks whether a reviewed irreversible act still has the same meaning on a fresh look."""

from typing import Protocol

from sextant.types.actions import Action
from sextant.types.screens import Screen

__all__ = ["ChangeCheck", "any_change"]


class ChangeCheck(Protocol):
    """Returns what the act would now affect other than on the reviewed screen; empty if nothing."""

    def __call__(self, action: Action, reviewed: Screen, fresh: Screen) -> str: ...


def any_change(action: Action, reviewed: Screen, fresh: Screen) -> str:
    """The strictest check: any change of the screen counts."""
    del action
    return "" if fresh.digest == reviewed.digest else "the screen has changed since"
