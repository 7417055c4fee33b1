"""The navigator with somebody who tells meanings: when what is chosen so is gone to, and what waits for it."""

from sextant.actors.judge import Query, RankedKnown, ahead
from sextant.actors.navigator import Navigator
from sextant.types.screens import ElementRef, ScreenKey
from sextant.utg.exclusions import unguarded
from sextant.utg.faces import Face
from sextant.utg.graph import Edge, Graph, Node, Place, Trigger
from sextant.utg.store import MapStore
from tests.actors.toysite import ORIGIN, Link, Page, Site, walk


class Knowing:
    """Means the screen of a name, or one place, whatever is asked; where it is not known it has no answer."""

    def __init__(self, meant: str | Place) -> None:
        self._meant = meant

    def weigh(self, query: Query) -> RankedKnown:
        known, found = query.known, query.found
        chosen = next((one for one in known if self._meant in (one.name, one.place)), None)
        return RankedKnown(known, found, answered=False) if chosen is None else ahead(query.goal, chosen, known, found)


def test_filters_wait_for_a_screen_that_is_chosen_by_its_meaning_however_young_the_map() -> None:
    filters = tuple(
        Link(f"Colour {word}", "/", "button", says=False) for word in ("red", "green", "blue", "grey", "tan")
    )
    nav = (Link("Cart", "/cart"), Link("Orders", "/orders"))
    site = Site({"/": Page("Shop", (*nav, *filters)), "/cart": Page("Cart", nav), "/orders": Page("Orders", nav)})
    walked = walk(Navigator(MapStore(), unguarded, judge=Knowing("Cart")), site, "what I am about to buy")
    assert walked.claimed == "complete", walked.story
    assert site.path == "/cart"
    assert walked.steps <= 4, walked.story


def test_another_instance_of_the_screen_that_is_meant_is_not_taken_for_it() -> None:
    """On a map from elsewhere a screen that turns out to be the one that is meant is taken: that one, not its like."""
    doors = tuple(Link(f"Door {n}", f"/rooms/{n}") for n in (1, 2, 3))
    rooms = {f"/rooms/{n}": Page(f"Cabin {n}", doors) for n in (1, 2, 3)}
    store, bindings = MapStore(), tuple((("p0", str(n)),) for n in (1, 2, 3))
    graph = Graph(ORIGIN)
    key = ScreenKey(ORIGIN, "/rooms/{}", "/rooms/{}")
    graph.put(Node(key, Face("Cabin"), bindings=bindings, locations=tuple(rooms), origin="static"))
    for door, there in zip(doors, bindings, strict=True):
        trigger = Trigger("tap", ElementRef("link", door.label))
        graph.set(Edge(key.id, trigger, key.id, bindings[0], there, origin="static"))
    store.take(graph)
    site = Site(rooms, start="/rooms/1")
    meant = Knowing(Place(key.id, bindings[2]))
    walked = walk(Navigator(store, unguarded, judge=meant), site, "where the sun sets")
    assert walked.claimed == "complete", walked.story
    assert site.path == "/rooms/3", walked.story
