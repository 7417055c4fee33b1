"""Every scene, by name."""

from typing import Any

from sextant_bench.doors import (
    answering,
    files,
    found_settings,
    handing,
    hanging,
    leaving,
    local_user,
    models,
    pages,
    privacy,
    processes,
)
from sextant_bench.doors.attack import Scene

__all__ = ["scenes"]


def scenes() -> dict[str, Scene[Any]]:
    """The scenes, those that take longest first."""
    parts = (hanging, leaving, models, processes, pages, answering, files, found_settings, privacy, local_user, handing)
    return {scene.name: scene for part in parts for scene in part.SCENES}
