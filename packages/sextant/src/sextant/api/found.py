"""Finds the settings of a call from Python, and builds its hooks."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

from sextant.assembly import Hooks
from sextant.settings import Settings, load
from sextant.types.transitions import Transition

__all__ = ["OnStep", "found_settings", "hooks_of", "say"]

OnStep = Callable[[Transition], None]
"""Called after each committed step."""


def found_settings() -> Settings:
    """Load the settings of `sextant.toml`, in this folder or above, and of the environment."""
    settings = load({}, environ=os.environ, directory=Path.cwd())
    if settings.told:
        say(settings.told)
    return settings


def hooks_of(on_step: OnStep | None) -> Hooks:
    """Hooks that call `on_step`, and write notes to standard error."""
    return Hooks(on_note=say) if on_step is None else Hooks(on_step=on_step, on_note=say)


def say(text: str) -> None:
    """Write a note to standard error. A provider counts as announced only if the note was readable."""
    sys.stderr.write(f"sextant: {text}\n")
