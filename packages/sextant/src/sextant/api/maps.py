"""Maps from Python: drawn by looking around, and read."""

from dataclasses import replace
from pathlib import Path

from sextant.api.found import OnStep, found_settings, hooks_of
from sextant.qa.map import Map
from sextant.qa.map_drawing_run import Bounds, MapRequest, Summary, begin_map
from sextant.qa.maps import find_map
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
    """Draws the map of an app by looking around in it, safely and without a model, and says how far that came.

    What the map knows already is not looked at again: where its budget ends it, the next call goes on.

    Args:
        target: Whose map: `web:URL`, `world:NAME` …
        budget: Most acts of this drawing.
        max_screens: Screens at which it ends, older ones included.
        rate: Most acts a second that may load something; by default 1, and no limit on this machine.
        bounds: How far it looks, and what it keeps out of.
        fresh: Forgets the map that is there first.
        label: Name of the build, kept with the map.
        settings: Everything else; by default from `sextant.toml` and the environment.
        on_step: Called after each committed step.

    Raises:
        SextantError: The drawing could not be begun. What goes wrong later is told in the summary.
    """
    settings = settings or found_settings()
    settings = replace(settings, budget=replace(settings.budget, max_steps=budget))
    request = MapRequest(target, bounds or Bounds(), max_screens, rate, fresh, label)
    return begin_map(request, settings, hooks_of(on_step)).go()


def read_map(name: str | Path, *, settings: Settings | None = None) -> Map:
    """Reads a map: a file (JSON or DOT), or that of a target which was drawn or walked on (`web:URL`, `world:NAME`).

    Raises:
        UsageError: There is no such map, or there are several; the remedy lists what there is.
        JournalFault: The store is corrupt, held by another process, or of a newer version.
    """
    return Map(find_map(str(name), settings or found_settings()))
