"""`MapGuide`: the UI Transition Graph beside an actor. It draws while the actor walks, and says the way (Agent+P)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, assert_never

from sextant.protocols import GuideView
from sextant.types.codec import from_plain, to_plain
from sextant.types.decisions import Decision, Objection, Profile, Section
from sextant.types.screens import Picture, Screen
from sextant.types.snapshots import Json
from sextant.types.transitions import Transition
from sextant.utg.graph import Graph, Place, Trigger, place_of
from sextant.utg.guidance.narration import advice, brief_advice, glossary
from sextant.utg.guidance.quotation import name_of
from sextant.utg.guidance.routes import Divergence, Guidance, best_way, guide
from sextant.utg.hops import PlanStep
from sextant.utg.recorder import trigger_of
from sextant.utg.route import MapLayout
from sextant.utg.selection import Selecting
from sextant.utg.store import AppMap

if TYPE_CHECKING:
    from pydantic import BaseModel

__all__ = ["GuideSettings", "MapGuide", "MapSource"]

_MOST_LEFT = 20


class MapSource(Protocol):
    """Where maps are kept: `MapStore`, or what stands for it."""

    def map(self, app: str) -> AppMap: ...


@dataclass(frozen=True, slots=True)
class GuideSettings:
    """Limits of a map guide.

    Attributes:
        unsure: Below this confidence the target is picked anew on every new screen.
        floor: Below this confidence no way is proposed.
        sure: From this confidence on it is told that the present screen is the target, also where no way led there.
        hops: How far around it tells where there is no way.
        tries: So often an action may come to nothing before it is left out of the plans of this run.
        selections: So often the target is picked in a run; it may cost a model call each time.
    """

    unsure: float = 0.5
    floor: float = 0.5
    sure: float = 0.75
    hops: int = 2
    tries: int = 2
    selections: int = 40


@dataclass(frozen=True, slots=True)
class _Pick:
    place: Place
    confidence: float
    name: str
    named: bool = False


@dataclass(slots=True)
class _State:
    """All that a run remembers besides the map itself."""

    home: str = ""
    goal: str = ""
    elsewhere: str = ""
    """The screen that the actor says it wants instead."""
    picks: tuple[_Pick, ...] = ()
    confidence: float = 0.0
    size: int = -1
    """Screens that the map had when the target was picked."""
    at: Place | None = None
    selections: int = 0
    step: PlanStep | None = None
    """What was advised last."""
    diverged: Divergence | None = None
    led: Place | None = None
    """Where the way that was advised has led to."""
    arrived: Place | None = None
    """The target that the actor stands on."""
    told: Place | None = None
    """The target that the actor has acted on since it was told that it is there."""
    left: list[Place] = field(default_factory=list[Place])
    """Targets that the actor was on and went away from: its work there is done, or they were none."""
    chosen: bool = False
    """Whether a model chose the targets, and not their words alone."""
    fails: dict[str, int] = field(default_factory=dict[str, int])
    avoid: list[tuple[str, Trigger]] = field(default_factory=list[tuple[str, Trigger]])


class MapGuide:
    """A `Guide` that says where the actor is on the map, what to touch next and how far it is.

    The target is picked again when the map has grown or nobody was sure; the way is planned anew on every screen, so
    a step that lands elsewhere costs nothing but the step. Its one field lets a model name another target.

    Args:
        maps: Where maps are kept.
        selecting: Picks the screens that a goal may mean.
        profile: How much the actor reads: with `compact` only the next action is told.
        app: Name under which the map is kept; empty for that of the first screen.
        settings: Limits.
    """

    def __init__(
        self,
        maps: MapSource,
        selecting: Selecting,
        profile: Profile = "full",
        app: str = "",
        settings: GuideSettings | None = None,
    ) -> None:
        self._maps, self._selecting, self._app = maps, selecting, app
        self._profile: Profile = profile
        self._settings = settings or GuideSettings()
        self._state = _State()
        self._map: AppMap | None = None

    @property
    def name(self) -> str:
        return "map"

    def fields(self, profile: Profile) -> "type[BaseModel] | None":
        """One short field for models that can afford it; the others are guided by what the screens show."""
        match profile:
            case "full" | "lite" | "reflection":
                return _note()
            case "react" | "action-only" | "compact" | "stamp":
                return None
            case _:
                assert_never(profile)

    def sections(self, view: GuideView) -> Sequence[Section]:
        """What the map has to say on this screen; nothing where it has nothing to say."""
        told = self.guidance(view.screen, view.directive.instruction or view.task.goal)
        if not self._tells(told):
            return ()
        if self._profile == "compact":
            return (Section("Map", brief_advice(told), 70, 60),) if told.next is not None or told.arrived else ()
        return (
            Section("Map", advice(told), 70, 400),
            Section("Map, in the app's own words", glossary(told), 65, 500, untrusted=True),
        )

    def _tells(self, told: Guidance) -> bool:
        """Whether there is something to say: a way, its end, a way that was wrong, or what lies around no way.

        That the present screen is the target is told once, to whom the map led there, or where that is likely and it is
        called as the goal says: on a map of few screens one of them soon comes nearest to any goal.
        """
        if not told.aims:
            return False  # the goal is no place that the map knows
        if told.arrived:
            here = [one for one in self._state.picks if one.place == self._state.arrived]
            likely = any(one.named and one.confidence >= self._settings.sure for one in here)
            return self._state.told != self._state.arrived and (likely or self._state.led == self._state.arrived)
        return told.next is not None or told.diverged is not None or bool(told.options)

    def guidance(self, screen: Screen, goal: str) -> Guidance:
        """The same as facts, for callers that have no brief."""
        chart = self._chart(screen)
        chart.refresh()
        chart.see(screen)
        here = place_of(screen)
        avoid = frozenset(self._state.avoid)
        layout = MapLayout(chart.graph, (here,), avoid)
        self._pick(goal, chart.graph, here, screen.picture)
        left = () if self._state.chosen else self._state.left
        picks = tuple(one for one in self._state.picks if one.place not in left)
        way = best_way(layout, here, picks)
        told = guide(
            chart.graph,
            here,
            picks,
            way.route,
            screen,
            self._settings.hops,
            avoid,
            way.unreachable,
            self._state.diverged,
        )
        self._state.step = way.route.steps[0] if way.route is not None and way.route.steps else None
        self._state.arrived = here if told.arrived else None
        return told

    def review(self, decision: Decision, view: GuideView) -> Sequence[Objection]:
        """A map advises; it objects to nothing."""
        del decision, view
        return ()

    def observe(self, transition: Transition) -> None:
        """Draws the step, and takes note of where it led instead of where the map said."""
        chart = self._chart(transition.before)
        here, there = place_of(transition.before), place_of(transition.after)
        trigger = trigger_of(transition)
        advised, self._state.step, self._state.diverged = self._state.step, None, None
        followed = advised is not None and advised.source == here and advised.trigger == trigger
        if self._state.arrived == here and not transition.interrupt:
            self._state.told = here
        if there != here and not transition.interrupt:
            self._state.led = there if followed and advised is not None and there == advised.target else None
            if self._state.arrived == here and here not in self._state.left:
                self._state.left = [*self._state.left, here][-_MOST_LEFT:]
        if followed and advised is not None and there not in (here, advised.target) and not transition.interrupt:
            meant = name_of(chart.graph, advised.target)
            chart.observe(transition)
            self._state.diverged = Divergence(meant, name_of(chart.graph, there))
        else:
            chart.observe(transition)
        if trigger is not None and not transition.interrupt and transition.effectiveness in ("ineffective", "refused"):
            self._failed(here.node, trigger)
        self._listen(transition.decision)

    def snapshot(self) -> Json:
        return to_plain(_State, self._state)

    def restore(self, state: Json) -> None:
        self._state = from_plain(_State, state)
        self._map = None

    # -- the target -------------------------------------------------------------------------------------------

    def _chart(self, screen: Screen) -> AppMap:
        self._state.home = self._state.home or screen.app
        if self._map is None:
            self._map = self._maps.map(self._app or self._state.home)
        return self._map

    def _pick(self, goal: str, graph: Graph, here: Place, picture: Picture | None) -> None:
        """Picks the target anew where the goal is another, the map has grown, or nobody was sure and the screen is."""
        state = self._state
        if goal != state.goal:
            state.goal, state.elsewhere, state.size, state.left = goal, "", -1, []
        stale = state.size != len(graph.nodes) or (state.confidence < self._settings.unsure and state.at != here)
        if not stale or state.selections >= self._settings.selections:
            return
        picked = self._selecting.select(state.elsewhere or goal, graph, picture=picture)
        state.picks = tuple(
            _Pick(one.place, one.confidence, one.name, one.named)
            for one in picked.choices
            if one.confidence >= self._settings.floor and one.place.node in graph.nodes
        )
        state.chosen = picked.method == "model"
        state.confidence, state.size, state.at = picked.confidence, len(graph.nodes), here
        state.selections += 1

    def _listen(self, decision: Decision) -> None:
        """Takes up what the actor says of the target."""
        said: object = decision.fields.get(self.name)
        wanted = said.get("elsewhere") if isinstance(said, Mapping) else None  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
        if isinstance(wanted, str) and wanted.strip() and wanted.strip() != self._state.elsewhere:
            self._state.elsewhere, self._state.size, self._state.left = wanted.strip()[:200], -1, []

    # -- the way ----------------------------------------------------------------------------------------------

    def _failed(self, node: str, trigger: Trigger) -> None:
        key = f"{node}|{trigger.event}|{trigger.element}"
        self._state.fails[key] = self._state.fails.get(key, 0) + 1
        if self._state.fails[key] >= self._settings.tries and (node, trigger) not in self._state.avoid:
            self._state.avoid.append((node, trigger))


def _note() -> "type[BaseModel]":
    """The guide's field. Made here, so that a guide without a model costs no import."""
    from pydantic import BaseModel, Field

    class MapNote(BaseModel):
        elsewhere: str = Field(
            default="",
            max_length=200,
            description="Only if the map's target is wrong: the screen you want instead, in a few words.",
        )

    return MapNote
