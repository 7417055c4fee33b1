"""What a map that was there before the walk tells a navigator: which screen is surely meant, and how to get at it.

A map from elsewhere (out of an app's code, of an earlier build) names screens that nobody has seen in this run, lacks
ways and has some that are none. A screen is chosen on it before anything is tried at random; where no believable way
leads there, what may be the missing piece is tried first.
"""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from sextant.actors.walk import Aim
from sextant.utg.graph import Graph, Place, Trigger
from sextant.utg.hops import Avoid
from sextant.utg.plausible import hubs
from sextant.utg.searching.arrival import ENOUGH, SURE
from sextant.utg.searching.bridging import FAR, bridged, is_form, unlikely
from sextant.utg.searching.frontier import TELLING, Candidate, Relevance
from sextant.utg.searching.instances import (
    LIST,
    about_one,
    asks_for_all,
    asks_for_any,
    lists_of,
    lists_them,
    named_alike,
    one_of,
    record_scores,
)
from sextant.utg.searching.lore import Known, Lore, best_place
from sextant.utg.selection import Choice, Meaning
from sextant.utg.words import match, spelt_in

__all__ = ["MEANT", "PERHAPS", "Foresight"]

MEANT = 0.6
"""A screen that is chosen by its meaning with that confidence is gone to before the rest of long lists is."""
PERHAPS = 0.35
"""And with this one once nothing else is left to try; on a map known from code, once only rows and filters are."""
_NEAR = 0.1
"""And with this one it is looked at before anything is tried of which no word speaks."""
_CHOICES = 5


@dataclass(slots=True)
class Foresight:
    """What is known of the goal from the map alone, while one decision is made.

    Attributes:
        selector: Chooses by meaning; None for by words alone.
        relevance: The goal as it is read in this app.
        seen: The nodes that this walk has looked at.
        refused: The places that were claimed and refused.
        lore: What the map tells of its places with this goal in mind.
    """

    selector: Meaning | None
    relevance: Relevance
    seen: AbstractSet[str]
    refused: AbstractSet[Place]
    lore: Lore
    _asked: dict[tuple[str, frozenset[Place]], tuple[Choice, ...]] = field(
        default_factory=dict[tuple[str, frozenset[Place]], tuple[Choice, ...]]
    )

    def choices(self, graph: Graph, ways: Mapping[Place, int]) -> tuple[Choice, ...]:
        """The screens that answer the goal by their meaning: within the one app that it names, without that name."""
        inside = self.relevance.inside
        goal, within = self.relevance.query.text, ways
        apps = [app for app in inside if any(graph.nodes[place.node].key.app == app for place in ways)]
        if len(apps) == 1:
            within = {place: cost for place, cost in ways.items() if graph.nodes[place.node].key.app == apps[0]}
            goal = " ".join(inside[apps[0]].words)
        if self.selector is None or not within:
            return ()
        key = goal, frozenset(within)
        if key not in self._asked:
            found = self.selector.select(goal, graph, within, most=_CHOICES).choices
            names = _app_names(graph, self.relevance)
            self._asked[key] = tuple(one for one in found if one.name.casefold() not in names)
        return self._asked[key]

    def instance(self, graph: Graph, place: Place, ways: Mapping[Place, int]) -> Place:
        """What a list leads to, where the goal asks for any of what it lists; a list, where it asks for all of them.

        Else the place itself.
        """
        goal = self.relevance.query.text
        meant: Iterable[Place] = ()
        if asks_for_any(goal):
            meant = [*(one_of(graph, place) if lists_them(graph, place) else ()), *named_alike(graph, place)]
        elif asks_for_all(goal) and about_one(graph.nodes[place.node], place.binding):
            meant = lists_of(graph, place)
        within = (one for one in meant if one in ways and one not in self.refused)
        return min(within, key=lambda one: ways[one], default=place)

    def about_one(self, graph: Graph, here: Place) -> bool:
        """Whether a place is a screen about one thing of many."""
        return about_one(graph.nodes.get(here.node), here.binding)

    def look(self, graph: Graph, near: Mapping[Place, int], option: Candidate | None) -> Aim | None:
        """A screen known from code alone that is looked at before anything is tried of which no word speaks.

        Those whose names come near the goal first; then, where the goal names an app, any screen of it that is no form,
        then those too, if that is all there is to try, or most of what there is to find is known from code.
        """
        if option is not None and not option.deferred and option.relevance >= TELLING:
            return None
        tapped = {edge.target for edge in graph.edges.values() if edge.trigger.event == "tap"}
        close = {
            place: cost
            for place, cost in near.items()
            if cost <= FAR and self._unseen(graph, place) and place.node in tapped
        }
        named = [one for one in self.choices(graph, near) if one.confidence >= _NEAR]
        names = dict.fromkeys(self.instance(graph, one.place, near) for one in named)
        places = [place for place in names if place in close]
        apps = self.relevance.inside
        if not places and (option is None or option.deferred or self.charted(graph)):
            own = [place for place in close if graph.nodes[place.node].key.app in apps and not _laid_over(graph, place)]
            places = sorted(own, key=lambda place: (is_form(graph.nodes[place.node]), close[place], place))
        return Aim(places[0], None, "its name comes near the goal, and nobody has looked at it") if places else None

    def merely_lists(self, graph: Graph, here: Place) -> bool:
        """Whether a place lists what the goal asks for any of: the goal is one of them."""
        node, goal = graph.nodes.get(here.node), self.relevance.query.text
        if node is None or not asks_for_any(goal):
            return False
        return lists_them(graph, here, self.relevance.at(node.key.app)) or any(named_alike(graph, here))

    def one_for_all(self, graph: Graph, place: Place) -> bool:
        """Whether a place is about one thing where the goal asks for many of them."""
        return asks_for_all(self.relevance.query.text) and about_one(graph.nodes.get(place.node), place.binding)

    def charted(self, graph: Graph) -> bool:
        """Whether the map was there before anybody looked: most ways on it are known from code alone."""
        said = sum(edge.origin == "static" for edge in graph.edges.values())
        return 2 * said > len(graph.edges)

    def as_any(self, score: float, graph: Graph, here: Place) -> float:
        """What a screen is worth to a goal that asks for one thing of many: the list less, one of them more."""
        if lists_them(graph, here, self.relevance.at(graph.nodes[here.node].key.app)):
            return min(score, LIST)
        records = record_scores(graph, self.relevance.query, self.relevance.inside)
        return max(score, records.get(here.node, 0.0))

    def stands_for(self, here: Place, wanted: Place) -> bool:
        """Whether being here is being there: any instance will do where the goal or the map does not say which."""
        if here.node != wanted.node:
            return False
        return here == wanted or not wanted.binding or asks_for_any(self.relevance.query.text)

    def bridge(
        self,
        graph: Graph,
        ways: Mapping[Place, int],
        near: Mapping[Place, int],
        options: Sequence[Candidate],
        avoid: Avoid = frozenset(),
    ) -> Aim | None:
        """What may lead to a screen that the map knows and has no way to, or none that is short and to be believed.

        `near` are the places that are thought of where there is no plan, and `options` the untried exits there.
        """
        app = self._into_app(graph, near, avoid)
        if app is not None:
            return app
        top = max((one.relevance for one in options if not (one.familiar or one.deferred)), default=0.0)
        wanted = self._wanted(graph, top)
        cost = None if wanted is None else ways.get(wanted.place)
        if wanted is None or top >= SURE:
            return None
        if cost is not None and (cost <= FAR or not self._unseen(graph, wanted.place)):
            return None
        best = next(iter(bridged(graph, wanted.place, self.relevance.query, options, near)), None)
        if best is not None and (cost is None or best.distance + 2 < cost):
            why = f"{best.exit.label!r} may lead to {wanted.name!r}, to which the map knows no good way"
            return Aim(best.place, best.exit, why, best.relevance)
        within = near if wanted.score >= MEANT else {one.place: near[one.place] for one in self.choices(graph, near)}
        beside = self._unseen_near(graph, wanted.place, within)
        if beside is None or (cost is not None and near[beside] + 2 >= cost):
            return None
        return Aim(beside, None, f"{wanted.name!r} is in the same app, and the map knows no good way to it")

    def _into_app(self, graph: Graph, near: Mapping[Place, int], avoid: Avoid) -> Aim | None:
        """What is called as the app that the goal names, if nobody has seen yet what it opens, whatever code says.

        What is asked for is to be found within that app, and this is the way into it.
        """
        here = min(near, key=lambda place: near[place], default=None)
        if here is None or graph.nodes[here.node].key.app in self.relevance.inside:
            return None
        for node in sorted(hubs(graph)):
            if Place(node) not in near:
                continue
            seen = {edge.trigger for edge in graph.out(node) if edge.successes or edge.failures}
            named = [one for one in graph.nodes[node].exits if self._names_app(one.label) and not one.risk]
            best = max(named, key=lambda one: len(one.label), default=None)
            trigger = None if best is None else Trigger("tap", best.element)
            if best is not None and trigger not in seen and (node, trigger) not in avoid:
                return Aim(Place(node), best, f"the goal names {best.label!r}", MEANT)
        return None

    def _names_app(self, label: str) -> bool:
        """Whether the goal asks for something within what is called so."""
        query = self.relevance.query
        return spelt_in(label, query.text) and query.inside(label) is not query

    def _wanted(self, graph: Graph, promised: float) -> Known | None:
        """The screen that surely is the goal, whether the map knows a way to it or not.

        Where nothing is `promised` by any label, and by no screen's words, also one that may be it.
        """
        every = {Place(node.id, binding): 0 for node in graph.nodes.values() for binding in node.bindings or ((),)}
        query, inside = self.relevance.query, self.relevance.inside
        known = best_place(graph, query, every, frozenset(self.refused), self.lore, inside)
        if known is not None and known.score >= SURE:
            return known
        found = ((one, self.instance(graph, one.place, every)) for one in self.choices(graph, every))
        choice, place = next((pair for pair in found if not self._passed(graph, pair[1])), (None, None))
        least = MEANT if promised >= TELLING or (known is not None and known.score >= ENOUGH) else PERHAPS
        if choice is None or place is None or choice.confidence < least:
            return None
        if self.one_for_all(graph, place) or not self._unseen(graph, place):
            return None
        return Known(place, choice.confidence, choice.name, 0.0)

    def _passed(self, graph: Graph, place: Place) -> bool:
        """Whether a place was looked at and lists what is meant: it is one of what it lists."""
        return place.node in self.seen and self.merely_lists(graph, place)

    def _unseen(self, graph: Graph, place: Place) -> bool:
        """Whether a screen is known from code alone."""
        return graph.nodes[place.node].origin == "static"

    def _unseen_near(self, graph: Graph, wanted: Place, ways: Mapping[Place, int]) -> Place | None:
        """The nearest screen of the same app that this walk has not looked at; first those of the same sort."""
        app, sort = graph.nodes[wanted.node].key.app, about_one(graph.nodes[wanted.node], wanted.binding)

        def rank(place: Place) -> tuple[int, Place]:
            node = graph.nodes[place.node]
            other = about_one(node, place.binding) != sort
            return ways[place] + other + unlikely(graph, node, graph.nodes[wanted.node]), place

        near = (place for place, cost in ways.items() if cost <= FAR and graph.nodes[place.node].key.app == app)
        return min((place for place in near if place.node not in {wanted.node, *self.seen}), key=rank, default=None)


def _laid_over(graph: Graph, place: Place) -> bool:
    """Whether a place is a menu or a question over a screen: whoever only looks around asks for none."""
    return " · " in graph.nodes[place.node].key.label


def _app_names(graph: Graph, relevance: Relevance) -> frozenset[str]:
    """What the apps of a phone are called that the goal does not ask for: a start page of that name says nothing."""
    openers, found = hubs(graph), set[str]()
    for node in openers:
        for edge in graph.out(node):
            target, element = graph.nodes.get(edge.target), edge.trigger.element
            if target is not None and element is not None and target.key.app != graph.nodes[node].key.app:
                found.add(element.name.casefold())
    asked = relevance.query
    return frozenset(name for name in found if match(asked, name).score < SURE or relevance.inside)
