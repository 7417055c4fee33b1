"""The true map of a world: its screens and transitions, found by touching everything in a twin, breadth first.

A screen is the component in front with its record (`WorldScreen`), independent of the contents of lists and fields.
Each screen is examined in one state: the first one that was reached, if possible without changes of data. Each control
is touched there, and the twin is reset afterwards. This has three consequences:

- controls that lead back (the arrow in the bar, `Save` that closes its page) lead to the previous screen of this walk;
- controls that resume (a tab, an icon of the launcher) lead to the start of an app or tab;
- controls that exist only with other data are missing, and so are the surprises of the phone.

`TransitionTraits` says which of these apply to a transition, and whether it changes data or is irreversible.
"""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from sextant.elements.refs import ref_of
from sextant.elements.sight import free_point
from sextant.types.actions import Gesture, Hold, Pause, ScrollBy, Tap
from sextant.types.geometry import Box, Point
from sextant.types.screens import Element, ElementRef, Observation, Screen
from sextant_worlds.engine.data import Json
from sextant_worlds.spec.world import World
from sextant_worlds.twin.hit import hit
from sextant_worlds.twin.twin import Twin

__all__ = [
    "MapBounds",
    "MappedScreen",
    "TransitionTraits",
    "WorldMap",
    "WorldScreen",
    "WorldTransition",
    "chart_of",
    "followed",
    "location_of",
    "traits_of",
]

_BACK = frozenset({"back"})
_RESUMING = frozenset({"tab", "launch"})


@dataclass(frozen=True, slots=True)
class TransitionTraits:
    """Properties of a transition.

    Attributes:
        returns: Whether it leads back to the previous screen.
        resumes: Whether it leads to the last screen of an app or a tab.
        changes: Whether it changes data, now or later: marks as read, adds to a list, sets a value.
        final: Whether it is irreversible: an order, a payment, a message, a submitted answer.
    """

    returns: bool = False
    resumes: bool = False
    changes: bool = False
    final: bool = False


Content = tuple[Json, int, int, object]
"""Data, number of acts, number of things to come, the answer."""


def traits_of(node: Json, event: str, before: Content, after: Content) -> TransitionTraits:
    """The traits of a touch on a node of the scene, from its declared effects and from its result."""
    effects: Sequence[Json] = () if node["t"] != "tap" else node["hold"] if event == "hold" else node["do"]
    kinds = frozenset(_kinds(effects))
    return TransitionTraits(
        returns=bool(kinds & _BACK),
        resumes=bool(kinds & _RESUMING),
        changes=before[0] != after[0] or after[2] > before[2],
        final=after[1] > before[1] or after[3] != before[3],
    )


def _kinds(effects: Sequence[Json]) -> Iterator[str]:
    for effect in effects:
        yield effect["kind"]
        for branch in ("then", "otherwise"):
            yield from _kinds(effect.get(branch, ()))


_MOST_SCROLLS = 40
_MOST_LOADS = 5


@dataclass(frozen=True, slots=True, order=True)
class WorldScreen:
    """A screen of a world: the component in front, and the record that it shows."""

    app: str
    component: str
    record: str = ""


@dataclass(frozen=True, slots=True)
class WorldTransition:
    """A transition between screens of a world, by a touch on an element."""

    source: WorldScreen
    event: str
    """`tap` or `hold`."""
    element: ElementRef
    target: WorldScreen
    traits: TransitionTraits = field(default_factory=TransitionTraits)


@dataclass(frozen=True, slots=True)
class MappedScreen:
    """A screen in the state in which it was mapped; `via` led to it, None at the start."""

    spot: WorldScreen
    observation: Observation
    via: WorldTransition | None = None


@dataclass(frozen=True, slots=True)
class MapBounds:
    """Limits of a map.

    Attributes:
        records: The most examined records of one component; others are known from their lists.
        screens: The most screens.
    """

    records: int = 60
    screens: int = 2000


@dataclass(frozen=True, slots=True)
class WorldMap:
    """The map of a world. `whole` is False if a limit was reached."""

    world: str
    start: WorldScreen
    screens: tuple[MappedScreen, ...]
    passages: tuple[WorldTransition, ...]
    whole: bool = True

    def at(self) -> Mapping[WorldScreen, MappedScreen]:
        """The examined screens by their place."""
        return {one.spot: one for one in self.screens}

    def way(self, spot: WorldScreen) -> tuple[WorldTransition, ...]:
        """The touches that lead from the start to a screen.

        Raises:
            KeyError: It was not looked at.
        """
        at, steps = self.at(), list[WorldTransition]()
        while (via := at[spot].via) is not None:
            steps.append(via)
            spot = via.source
        return tuple(reversed(steps))


def location_of(seen: Observation) -> WorldScreen:
    """The place of an observation of a world."""
    return WorldScreen(seen.app, seen.facts.get("component", seen.location), seen.facts.get("instance", ""))


def chart_of(world: World, bounds: MapBounds | None = None) -> WorldMap:
    """Maps a world without the surprises of its phone. Equal worlds have equal maps."""
    calm = world.model_copy(update={"phone": world.phone.model_copy(update={"surprises": ()})})
    return _Charting(calm, bounds or MapBounds()).carried_out()


def followed(twin: Twin, passage: WorldTransition) -> WorldScreen | None:
    """Takes a transition from the present screen, scrolling if needed; returns the next place, None if impossible."""
    for _ in range(_MOST_LOADS):
        state = twin.snapshot()
        for screen in _scrolled(twin):
            for touch in _touches(twin, screen):
                if (touch.event, touch.ref) == (passage.event, passage.element):
                    twin.perform(touch.gesture)
                    return location_of(twin.observation())
        twin.restore(state)
        twin.perform(Pause(1.0))  # it may still be loading
    return None


@dataclass(frozen=True, slots=True)
class _Touch:
    event: str
    ref: ElementRef
    gesture: Gesture
    node: Json


@dataclass(slots=True)
class _Charting:
    """One exploration of a world."""

    world: World
    bounds: MapBounds
    twin: Twin = field(init=False)
    screens: list[MappedScreen] = field(default_factory=list[MappedScreen])
    passages: list[WorldTransition] = field(default_factory=list[WorldTransition])
    states: dict[WorldScreen, Json] = field(default_factory=dict[WorldScreen, Json])
    calm: deque[WorldScreen] = field(default_factory=deque[WorldScreen])
    stirred: dict[WorldScreen, tuple[Json, WorldTransition]] = field(
        default_factory=dict[WorldScreen, tuple[Json, WorldTransition]]
    )
    """Screens that were only reached by changes of data so far."""
    via: dict[WorldScreen, WorldTransition] = field(default_factory=dict[WorldScreen, WorldTransition])
    counts: dict[tuple[str, str], int] = field(default_factory=dict[tuple[str, str], int])
    whole: bool = True

    def __post_init__(self) -> None:
        self.twin = Twin(self.world)

    def carried_out(self) -> WorldMap:
        """Explores the whole world."""
        start = location_of(self.twin.observation())
        self._come_to(start, self.twin.snapshot(), None)
        while self.calm or self.stirred:
            if not self.calm:
                spot = next(iter(self.stirred))
                self._come_to(spot, *self.stirred.pop(spot))
                continue
            self._look_around(self.calm.popleft())
        return WorldMap(self.world.id, start, tuple(self.screens), tuple(self.passages), self.whole)

    def _come_to(self, spot: WorldScreen, state: Json, via: WorldTransition | None) -> None:
        """Queues a screen for examination, unless a limit is reached."""
        if spot in self.states:
            return
        self.stirred.pop(spot, None)
        kind = (spot.app, spot.component)
        if self.counts.get(kind, 0) >= self.bounds.records or len(self.states) >= self.bounds.screens:
            self.whole = False
            return
        self.counts[kind] = self.counts.get(kind, 0) + 1
        self.states[spot] = state
        if via is not None:
            self.via[spot] = via
        self.calm.append(spot)

    def _look_around(self, spot: WorldScreen) -> None:
        twin = self.twin
        twin.restore(self.states[spot])
        self.screens.append(MappedScreen(spot, twin.observation(), self.via.get(spot)))
        done: set[tuple[str, ElementRef]] = set()
        for screen in _scrolled(twin):
            state = twin.snapshot()
            for touch in _touches(twin, screen):
                if (touch.event, touch.ref) not in done:
                    done.add((touch.event, touch.ref))
                    self._touch(spot, touch)
                    twin.restore(state)

    def _touch(self, spot: WorldScreen, touch: _Touch) -> None:
        twin = self.twin
        before = _content(twin.state)
        twin.perform(touch.gesture)
        traits = traits_of(touch.node, touch.event, before, _content(twin.state))
        target = location_of(twin.observation())
        passage = WorldTransition(spot, touch.event, touch.ref, target, traits)
        if target != spot or traits.changes or traits.final:
            self.passages.append(passage)
        if target in self.states or traits.final:
            return
        self._loaded(target)
        if traits.changes:
            self.stirred.setdefault(target, (twin.snapshot(), passage))
        else:
            self._come_to(target, twin.snapshot(), passage)

    def _loaded(self, spot: WorldScreen) -> None:
        """Waits until a page has loaded."""
        app, _, page = spot.component.partition("+")[0].partition("/")
        if app != "launcher":
            for _ in range(self.world.app(app).page(page).loads):
                self.twin.perform(Pause(1.0))


def _content(state: Json) -> tuple[Json, int, int, object]:
    """The data of a state, for comparisons: lists and their records are replaced, never changed in place."""
    data = {app: {"c": dict(held["c"]), "v": dict(held["v"])} for app, held in state["data"].items()}
    return data, len(state["acts"]), len(state["pending"]), state["answer"]


def _scrolled(twin: Twin) -> Iterator[Screen]:
    """Yields the present screen while scrolling from its top to its end."""
    for _ in range(_MOST_SCROLLS):
        if not _scrolls(twin, ScrollBy("up")):
            break
    for _ in range(_MOST_SCROLLS):
        state = twin.snapshot()
        yield twin.screen()
        twin.restore(state)
        if not _scrolls(twin, ScrollBy("down")):
            return


def _scrolls(twin: Twin, gesture: ScrollBy) -> bool:
    twin.perform(gesture)
    return not twin.note


def _touches(twin: Twin, screen: Screen) -> Iterator[_Touch]:
    """The visible controls, with their possible gestures."""
    found: list[tuple[Element, Point, Json]] = []
    for element in screen.elements:
        if not element.interactable or "tap" not in element.affordances or "type" in element.affordances:
            continue
        if element.visibility not in ("visible", "clipped"):
            continue
        point = free_point(screen, element, _in_view(element.box, screen))
        node = hit(twin.scene, point).node
        if node is not None and node["id"] == element.test_id:
            found.append((element, point, node))
    for element, point, node in found:
        ref = ref_of(screen, element)
        yield _Touch("tap", ref, Tap(point), node)
        if node.get("hold"):
            yield _Touch("hold", ref, Hold(point), node)


def _in_view(box: Box, screen: Screen) -> Box:
    left, top = max(box.x, 0.0), max(box.y, 0.0)
    return Box(left, top, min(box.right, screen.size.width) - left, min(box.bottom, screen.size.height) - top)
