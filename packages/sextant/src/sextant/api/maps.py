"""Draws and reads maps from Python."""

from dataclasses import replace
from pathlib import Path

from sextant.api.found import OnStep, found_settings, hooks_of
from sextant.qa.map_drawing_run import Bounds, MapRequest, Summary, begin_map
from sextant.qa.map_reader import Map
from sextant.qa.stored_maps import find_map
from sextant.settings import Settings

__all__ = ["Bounds", "Map", "map", "read_map"]


def map(  # noqa: A001 - named as the command is
    target: str,
    *,
    budget: int = 300,
    max_screens: int | None = None,
    rate: float | None = None,
    bounds: Bounds | None = None,
    fresh: bool = False,
    label: str = "",
    settings: Settings | None = None,
    on_step: OnStep | None = None,
) -> Summary:
    """Draw the map of an app by exploring it, safely and without a model.

    Known parts are not explored again: a call continues where the budget of the last one ended.

    Args:
        target: `web:URL`, `world:NAME` …
        budget: Most acts of this drawing.
        max_screens: Screens at which it ends, known ones included.
        rate: Most acts a second that may load something; by default 1, and no limit on this machine.
        bounds: How far to explore, and what to leave alone.
        fresh: Delete the existing map first.
        label: Name of the build, stored with the map.
        settings: Everything else; by default from `sextant.toml` and the environment.
        on_step: Called after each committed step.

    Raises:
        SextantError: The drawing could not begin. Later errors are in the summary.
    """
    settings = settings or found_settings()
    settings = replace(settings, budget=replace(settings.budget, max_steps=budget))
    request = MapRequest(target, bounds or Bounds(), max_screens, rate, fresh, label)
    return begin_map(request, settings, hooks_of(on_step)).go()


def read_map(name: str | Path, *, settings: Settings | None = None) -> Map:
    """Read a map from a file (JSON or DOT), or the stored map of a target (`web:URL`, `world:NAME`).

    Raises:
        UsageError: There is no such map, or there are several; the remedy lists them.
        JournalFault: The store is corrupt, held by another process, or of a newer version.
    """
    return Map(find_map(str(name), settings or found_settings()))
