"""The navigator with somebody who tells meanings: when what is chosen so is gone to, and what waits for it."""

from collections.abc import Mapping, Sequence

from sextant.actors.navigator import Navigator
from sextant.review import looks_risky
from sextant.utg.graph import Graph, Place
from sextant.utg.selection import Choice, Selection
from sextant.utg.store import MapStore
from tests.actors.toysite import Link, Page, Site, walk


class Knowing:
    """Chooses the one screen of a name, whatever is asked."""

    def __init__(self, name: str) -> None:
        self._name = name

    def select(self, goal: str, graph: Graph, ways: Mapping[Place, int] | None = None, most: int = 5) -> Selection:
        found = [place for place in ways or {} if graph.nodes[place.node].face.name == self._name][:most]
        choices = tuple(Choice(place, 0.9, self._name, "It was told.") for place in found)
        return Selection(choices, "embedding", 0.9 if choices else 0.0, goal, len(graph.nodes))

    def near(self, goal: str, texts: Sequence[str]) -> Sequence[float]:
        return [0.0] * len(texts) if goal else ()


def test_filters_wait_for_a_screen_that_is_chosen_by_its_meaning_however_young_the_map() -> None:
    filters = tuple(
        Link(f"Colour {word}", "/", "button", says=False) for word in ("red", "green", "blue", "grey", "tan")
    )
    nav = (Link("Cart", "/cart"), Link("Orders", "/orders"))
    site = Site({"/": Page("Shop", (*nav, *filters)), "/cart": Page("Cart", nav), "/orders": Page("Orders", nav)})
    walked = walk(Navigator(MapStore(), looks_risky, selector=Knowing("Cart")), site, "what I am about to buy")
    assert walked.claimed == "complete", walked.story
    assert site.path == "/cart"
    assert walked.steps <= 4, walked.story
