"""Sextant keeps GUI agents on course over long horizons.

The names below are loaded when they are first used, so that importing the package costs next to nothing.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sextant.api import Bounds, Map, check, goto, map, read_map, resume, run  # noqa: A004 - `map` draws maps
    from sextant.errors import (
        BudgetSpent,
        DeviceFault,
        JournalFault,
        ModelFault,
        NeedsPerson,
        SextantError,
        UsageError,
    )
    from sextant.settings import Settings
    from sextant.types.tasks import Budget, Episode, Policy, Task, Usage
    from sextant.types.transitions import Transition

__version__ = "0.1.0"

__all__ = [
    "Bounds",
    "Budget",
    "BudgetSpent",
    "DeviceFault",
    "Episode",
    "JournalFault",
    "Map",
    "ModelFault",
    "NeedsPerson",
    "Policy",
    "Settings",
    "SextantError",
    "Task",
    "Transition",
    "Usage",
    "UsageError",
    "check",
    "goto",
    "map",
    "read_map",
    "resume",
    "run",
]

_PLACES = {
    "sextant.api": ("Bounds", "Map", "check", "goto", "map", "read_map", "resume", "run"),
    "sextant.errors": (
        "BudgetSpent",
        "DeviceFault",
        "JournalFault",
        "ModelFault",
        "NeedsPerson",
        "SextantError",
        "UsageError",
    ),
    "sextant.settings": ("Settings",),
    "sextant.types.tasks": ("Budget", "Episode", "Policy", "Task", "Usage"),
    "sextant.types.transitions": ("Transition",),
}


def __getattr__(name: str) -> Any:
    from importlib import import_module

    for module, names in _PLACES.items():
        if name in names:
            return getattr(import_module(module), name)
    raise AttributeError(f"module 'sextant' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
