"""Every scene, by name."""

from typing import Any

from sextant_bench.doors import (
    amounts,
    files,
    found_settings,
    handovers,
    hangs,
    hosts,
    local_user,
    model_answers,
    models,
    pages,
    phones,
    privacy,
    processes,
    stores,
    ways_out,
)
from sextant_bench.doors.attack import Scene

__all__ = ["scenes"]


def scenes() -> dict[str, Scene[Any]]:
    """The scenes, those that take longest first."""
    parts = (
        hangs,
        ways_out,
        phones,
        models,
        processes,
        pages,
        model_answers,
        files,
        amounts,
        stores,
        hosts,
        found_settings,
        privacy,
        local_user,
        handovers,
    )
    return {scene.name: scene for part in parts for scene in part.SCENES}
