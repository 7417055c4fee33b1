"""Settings of a preset alone, without the machine's files and environment variables."""

import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import get_args

from sextant.errors import UsageError
from sextant.settings import Settings, load
from sextant.settings.schema import Preset

__all__ = ["PRESET_NAMES", "preset_named", "settings_of"]

PRESET_NAMES: tuple[Preset, ...] = get_args(Preset)


def preset_named(name: str) -> Preset:
    """Parse the name of a preset.

    Raises:
        UsageError: There is none of that name.
    """
    for preset in PRESET_NAMES:
        if preset == name:
            return preset
    raise UsageError(f"There is no preset {name!r}.", f"Choose one of: {', '.join(PRESET_NAMES)}.")


def settings_of(preset: Preset, more: Mapping[str, object] | None = None) -> Settings:
    """The settings of a preset, with further settings by dotted name."""
    with tempfile.TemporaryDirectory(prefix="sextant-preset-") as empty:
        return load({"context.preset": preset, **(more or {})}, environ={}, directory=Path(empty))
