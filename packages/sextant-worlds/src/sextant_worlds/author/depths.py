"""How deep a page lies in its app: the pages between it and the app's start."""

from collections.abc import Mapping, Sequence

from sextant_worlds.rules.walk import effects_of
from sextant_worlds.spec.apps import AppSpec
from sextant_worlds.spec.effects import Effect, Go, Launch
from sextant_worlds.spec.scenario import Place

__all__ = ["deep", "depths"]

Depths = Mapping[tuple[str, str], int]
_MOST = 6


def depths(apps: Sequence[AppSpec]) -> Depths:
    """By app and page: how many pages below the app's start or one of its tabs it lies, by the shortest way."""
    leads: dict[tuple[str, str], set[tuple[str, str]]] = {}
    found: dict[tuple[str, str], int] = {}
    for app in apps:
        found |= {(app.id, page): 0 for page in {tab.page for tab in app.tabs} | {app.home}}
        for page in app.pages:
            leads[app.id, page.id] = {
                target for done in effects_of(page, "") if (target := _target(app.id, done.effect)) is not None
            }
    ahead = list(found)
    for node in ahead:
        for target in sorted(leads.get(node, set())):
            if target not in found:
                found[target] = found[node] + 1
                ahead.append(target)
    return found


def deep(known: Depths, place: Place) -> int:
    """Depth of a value that stands there, as the dial counts: 1 to 6."""
    return max(1, min(known.get((place.app, place.page), 1), _MOST))


def _target(app: str, effect: Effect) -> tuple[str, str] | None:
    match effect:
        case Go():
            return app, effect.page
        case Launch() if effect.app == app and effect.page is not None:
            return app, effect.page
        case _:
            return None
