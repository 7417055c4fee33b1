"""Builds what searches an app and what plans on its map: the navigator, and the routing of courses through stops."""

from sextant.actors.judge import ModelJudge
from sextant.actors.navigator import Navigator, NavigatorSettings, for_next_goal
from sextant.actors.walk import reached_before
from sextant.assembly.maps import OpenedMaps, map_name
from sextant.assembly.route_course import MapRouting
from sextant.assembly.tours import Tour
from sextant.protocols import Actor, Model, PageReader
from sextant.settings import Settings
from sextant.text.sentence_vectors import Meaning, installed
from sextant.utg.exclusions import unguarded
from sextant.utg.graph import Place
from sextant.utg.selection import Selector
from sextant.utg.store import MapStore

__all__ = ["navigator", "recalled_routing", "routing_of"]


def navigator(
    settings: Settings,
    maps: OpenedMaps,
    device: str,
    reader: PageReader | None,
    picking: Model | None,
    *,
    touring: bool,
) -> Actor:
    """The navigator of a run; `touring`, a new one for each stop. A `picking` model chooses among candidates."""
    judge = None if picking is None else ModelJudge(picking)
    limits, store = NavigatorSettings(by_address=settings.browser.by_address), maps.open()
    model = installed()
    near = None if model is None else Meaning(model, maps.open_vectors())

    def make() -> Actor:
        return Navigator(store, unguarded, map_name(device), limits, reader=reader, nearness=near, judge=judge)

    return Tour(make, for_next_goal) if touring else make()


def routing_of(maps: MapStore, device: str, picking: Model | None = None, *, gated: bool) -> MapRouting:
    """The routing of a course along a planned route; a `picking` model chooses the screens that stops mean."""
    return MapRouting(maps, Selector(picking), map_name(device), gated=gated)


def recalled_routing(maps: MapStore, device: str, *, gated: bool) -> MapRouting:
    """The routing of a course whose stops are where they were reached before, if they were."""

    def recall(app: str, stop: str) -> Place | None:
        reached = reached_before(maps.notes(app), stop)
        return None if reached is None else reached.place

    return MapRouting(maps, Selector(), map_name(device), recall, gated=gated)
