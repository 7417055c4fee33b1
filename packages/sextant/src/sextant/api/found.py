"""What every call from Python begins with: settings of the surroundings, and where a run reports to."""

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
    """The settings of `sextant.toml`, in this folder or above, and of the environment."""
    settings = load({}, environ=os.environ, directory=Path.cwd())
    if settings.told:
        say(settings.told)
    return settings


def hooks_of(on_step: OnStep | None) -> Hooks:
    """Hooks that tell of steps, and say notes aloud."""
    return Hooks(on_note=say) if on_step is None else Hooks(on_step=on_step, on_note=say)


def say(text: str) -> None:
    """Notes are said aloud: what leaves this machine must not be remembered as told where nobody was told."""
    sys.stderr.write(f"sextant: {text}\n")
