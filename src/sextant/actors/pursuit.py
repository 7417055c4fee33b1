"""What a search without a model goes for next: what the map knows, what it promises, what nobody has tried.

The order in which things are thought of is the strategy: a place where the goal was reached before, a place that
surely answers it, what opens it on the spot, what is meant by it, the most promising exit, the best of all screens.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sextant.actors.foresight import MEANT, PERHAPS, Foresight
from sextant.actors.navigator_memory import Chosen, NavigatorSettings, State
from sextant.actors.walk import Aim
from sextant.actors.walking import Walker
from sextant.utg.graph import Graph, Place, Trigger
from sextant.utg.searching.arrival import ENOUGH, SAID, SURE
from sextant.utg.searching.frontier import TELLING, Candidate, Relevance
from sextant.utg.searching.lore import Known, Lore, best_opening, best_place, leading
from sextant.utg.words import match

__all__ = ["Pursuit"]

_PROMISING = 0.3
"""What has to speak for an option to try it before a screen of the map that answers well enough: more than for one
more item of a list."""
_YOUNG = 10
"""With fewer screens than this a map says little of what else there is: every new link is tried first. A control
without an address may as well sort or filter what is shown, and waits as ever."""
_DENIED = 30
"""So many untried exits are looked behind for another way to what was seen and could not be touched."""
_CLEARLY = 0.4
"""So much more an option has to be worth before the present one is left."""


@dataclass(frozen=True, slots=True)
class Pursuit:
    """The search at one moment of a walk.

    Attributes:
        state: What the run remembers; its aim, and what is chosen, are set here.
        relevance: The goal as it is read in this app.
        lore: What the map tells of its places with this goal in mind.
        foresight: The goal on the map alone.
    """

    state: State
    walker: Walker
    settings: NavigatorSettings
    relevance: Relevance
    lore: Lore
    foresight: Foresight

    def next(
        self,
        graph: Graph,
        here: Place,
        ways: Mapping[Place, int],
        near: Mapping[Place, int],
        options: Sequence[Candidate],
    ) -> Aim | None:
        """A screen that the map knows, else the most promising untried exit; None where nothing is left to go for.

        `ways` are actions to every place, `near` those of the places whose untried exits are thought of.
        """
        without = frozenset({here, *self.state.refused, *self.state.returned})
        known = best_place(
            graph, self.relevance.query, ways, without, self.lore, self.relevance.inside, self.state.passed
        )
        option = self._kept(options) or (options[0] if options else None)
        fresh = option is not None and not option.deferred
        promising = option is not None and fresh and (self._young(graph, option) or option.promise >= _PROMISING)
        refused, inside = frozenset(self.state.refused - {here}), self.relevance.inside
        opening = best_opening(graph, self.relevance.query, ways, refused, inside)
        top = max((one.relevance for one in options if not (one.familiar or one.deferred)), default=0.0)
        spent, least = self._spent(known), PERHAPS if self.foresight.charted(graph) else MEANT
        remembered, avoid = self._remembered(graph, ways), self.walker.avoided
        if remembered is not None:
            aim = remembered
        elif (bridge := self.foresight.bridge(graph, ways, near, options, avoid)) is not None:
            aim = bridge
        elif known is not None and known.score >= SURE and known.score >= top:
            aim = Aim(known.place, None, f"the map knows {known.name!r} ({known.score:.0%})", known.score)
        elif opening is not None and opening.score >= SURE and top < TELLING:  # as on arrival
            why = f"the map knows what {opening.exit.label!r} opens ({opening.score:.0%})"
            aim = Aim(opening.place, opening.exit, why, opening.score)
        elif (chosen := self._trusted(graph, ways) or self._foreseen(graph, ways, known, option)) is not None:
            aim = chosen
        elif (look := self.foresight.look(graph, near, option)) is not None:
            aim = look
        elif option is not None and promising and not (spent and option.relevance < TELLING):
            aim = Aim(option.place, option.exit, _why(option), option.relevance)
        elif self.settled(here, known):
            aim = None
        elif known is not None and min(known.score / ENOUGH, known.said / SAID) >= 1:
            aim = Aim(known.place, None, f"nothing answers better than {known.name!r}", known.score)
        elif (chosen := self._promised(graph, ways) or self._chosen(graph, ways, least)) is not None:
            aim = chosen
        elif option is not None and not spent:
            aim = Aim(option.place, option.exit, _why(option), option.relevance)
        else:
            aim = self._revisit(graph, ways) or self._chosen(graph, ways, PERHAPS) or self._return(here, ways)
        self.state.aim = aim
        return aim

    def _promised(self, graph: Graph, ways: Mapping[Place, int]) -> Aim | None:
        """The control that promised the goal, where what it led to was come to by another and did not look like it."""
        places = self.state.returned - self.state.tried - self.state.refused
        found = leading(graph, places, ways, self.lore, self.walker.avoided) if places else None
        if found is None or match(self.relevance.query, found[1].label).score < SURE:
            return None
        return Aim(found[0], found[1], f"{found[1].label!r} promises the goal", SURE)

    def _return(self, here: Place, ways: Mapping[Place, int]) -> Aim | None:
        """The best screen of the walk, when nothing else is left."""
        best = self.state.best
        if (
            best is None
            or best.place == here
            or best.place not in ways
            or min(best.score / ENOUGH, best.said / SAID) < 1
        ):
            return None
        if not self.walker.once(f"return|{best.place}"):
            return None
        return Aim(best.place, None, f"nothing answers better than {best.name!r}", best.score)

    def _remembered(self, graph: Graph, ways: Mapping[Place, int]) -> Aim | None:
        """Where the very same goal was reached before, if that screen is still on the map and can be got to.

        What was opened there on the spot has to be opened again.
        """
        reached = self.walker.remembered(self.relevance.query.text)
        if reached is None or reached.place in self.state.refused:
            return None
        place = reached.place
        if place not in ways or place.node not in graph.nodes:
            return None
        node = graph.nodes[place.node]
        opening = next((one for one in node.exits if one.element == reached.opened), None)
        if reached.opened is not None and (
            opening is None or (place.node, Trigger("tap", opening.element)) in self.walker.avoided
        ):
            return None
        self.state.chosen = Chosen(place, node.face.name, "is where this goal was reached before", reached.opened, True)
        return Aim(place, opening, f"the goal was reached at {node.face.name!r} before", 1.0)

    def _chosen(self, graph: Graph, ways: Mapping[Place, int], least: float, unseen: bool = False) -> Aim | None:
        """The screen that answers the goal by its meaning, if that is sure enough; `unseen`: known from code alone."""
        for choice in self.foresight.choices(graph, ways):
            place = self.foresight.instance(graph, choice.place, ways)
            if unseen and graph.nodes[place.node].origin != "static":
                return None
            seen = place.node in self.walker.walk.seen
            if self.foresight.one_for_all(graph, place) or (seen and self.foresight.merely_lists(graph, place)):
                continue
            if place not in self.state.refused and choice.confidence >= least:
                why = f"answers the goal by its meaning ({choice.confidence:.0%})"
                if unseen and choice.confidence < MEANT:  # what it shows has to make sure
                    return Aim(place, None, f"{choice.name!r} {why}, and nobody has looked at it")
                self.state.chosen = Chosen(place, choice.name, why)
                return Aim(place, None, f"{choice.name!r} {why}", choice.confidence)
        return None

    def _foreseen(
        self, graph: Graph, ways: Mapping[Place, int], known: Known | None, option: Candidate | None
    ) -> Aim | None:
        """The screen chosen by its meaning among those that nobody has seen, if no word promises as much.

        Of them all that is known is what code calls them, and most untried exits lead to them: looking at the one whose
        name answers best beats trying at random. Where maps are drawn by walking, what is new is tried first.
        """
        promised = option is not None and option.relevance >= TELLING
        if promised or (known is not None and known.score >= ENOUGH):
            return None
        return self._chosen(graph, ways, PERHAPS, unseen=True)

    def _trusted(self, graph: Graph, ways: Mapping[Place, int]) -> Aim | None:
        """The screen chosen by its meaning before anything is tried, where the settings trust that choice."""
        least = self.settings.trusted
        return None if least is None else self._chosen(graph, ways, least)

    def _revisit(self, graph: Graph, ways: Mapping[Place, int]) -> Aim | None:
        """A screen of an old map that this run has not looked at: it may lead on now."""
        if len(self.walker.walk.seen) >= self.settings.patience or self._spent(None):
            return None
        old = [place for place in ways if place.node not in self.walker.walk.seen and not graph.nodes[place.node].dead]
        nearest = min(old, key=lambda place: (ways[place], place), default=None)
        return None if nearest is None else Aim(nearest, None, "what the map knows of that screen may be out of date")

    def _young(self, graph: Graph, option: Candidate) -> bool:
        """Whether so little is known yet that a new exit is tried, however little speaks for it."""
        return (len(graph.nodes) < _YOUNG and bool(option.exit.href)) or self._denied()

    def _denied(self) -> bool:
        """Whether what answers the goal was seen and could not be touched: for a while another way to it is sought."""
        state = self.state
        return state.denied is not None and state.explored - state.denied < _DENIED

    def _spent(self, known: Known | None) -> bool:
        """Whether it has looked long enough: the better the best screen so far, the sooner."""
        if self._denied():
            return False
        state, patience = self.state, self.settings.patience
        found = [(0.0, 0)]
        if state.best is not None and state.best.score >= ENOUGH and state.best.said >= SAID:
            found.append((state.best.score, state.best.explored))
        if known is not None and known.score >= ENOUGH and known.said >= SAID:
            seen = state.best is not None and state.best.place == known.place
            found.append((known.score, state.best.explored if state.best is not None and seen else 0))
        return any(state.explored - since >= patience * (1 - score) ** 2 for score, since in found)

    def _kept(self, options: Sequence[Candidate]) -> Candidate | None:
        """The option that is being pursued, unless a clearly better one has turned up."""
        aim = self.state.aim
        if aim is None or aim.exit is None:
            return None
        mine = next((one for one in options if one.exit.element == aim.exit.element and one.place == aim.place), None)
        if mine is None or options[0].worth > mine.worth + _CLEARLY:
            return None
        if mine.deferred and not options[0].deferred:
            return None
        return mine

    def settled(self, here: Place, known: Known | None = None) -> bool:
        """Whether this screen is as good as the best on the map (`known`), and good enough."""
        best = self.state.best
        if best is None or best.place != here or best.score < ENOUGH or best.said < SAID:
            return False
        return known is None or known.score <= best.score


def _why(option: Candidate) -> str:
    if option.relevance >= TELLING:
        return f"{option.exit.label!r} answers the goal ({option.relevance:.0%})"
    if option.relevance > 0:
        return f"{option.exit.label!r} is near the goal ({option.relevance:.0%})"
    if option.deferred:
        return f"nothing else is left to try, and this is one more {option.exit.kind} of its sort"
    return f"nothing in sight answers the goal, and this {option.exit.kind} has not been tried"
