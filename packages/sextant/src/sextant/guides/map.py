"""`MapGuide`: gives an actor directions on the UI Transition Graph, and records each step on it (Agent+P)."""

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Protocol, assert_never

from sextant.dataclass import dataclass
from sextant.protocols import GuideView
from sextant.types.codec import from_plain, to_plain
from sextant.types.decisions import Decision, Objection, Profile, Section
from sextant.types.screens import Picture, Screen
from sextant.types.snapshots import Json
from sextant.types.transitions import Transition
from sextant.utg.exclusions import unguarded
from sextant.utg.exits import Risky
from sextant.utg.graph import Graph, Place, Trigger, place_of
from sextant.utg.guidance.narration import advice, brief_advice, glossary
from sextant.utg.guidance.quotation import name_of
from sextant.utg.guidance.routes import Divergence, Guidance, best_way, guide
from sextant.utg.hops import PlanStep, unseen_risks
from sextant.utg.recorder import trigger_of
from sextant.utg.route import MapLayout
from sextant.utg.selection import Selecting
from sextant.utg.store import AppMap

if TYPE_CHECKING:
    from pydantic import BaseModel

__all__ = ["GuideSettings", "MapGuide", "MapSource"]

_MOST_LEFT = 20


class MapSource(Protocol):
    """A store of maps: `MapStore`, or a substitute."""

    def map(self, app: str, risky: Risky | None = None) -> AppMap: ...


@dataclass(frozen=True, slots=True)
class GuideSettings:
    """Limits of a map guide.

    Attributes:
        unsure: Below this confidence, the target is selected again on each new screen.
        floor: Below this confidence, no route is proposed.
        sure: From this confidence on, the actor is told that it is at the target, even if no route led there.
        hops: If there is no route, places up to this many hops away are listed.
        tries: Failures after which an action is left out of the routes of this run.
        selections: Most selections of a target in a run; each may cost a model call.
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
    """The state of the guide, stored in snapshots. The map itself is not part of it."""

    home: str = ""
    goal: str = ""
    elsewhere: str = ""
    """The target that the actor named itself, in its words."""
    picks: tuple[_Pick, ...] = ()
    confidence: float = 0.0
    size: int = -1
    """Number of screens on the map when the target was selected."""
    at: Place | None = None
    selections: int = 0
    step: PlanStep | None = None
    """The last advised step."""
    diverged: Divergence | None = None
    led: Place | None = None
    """The place that the last step led to, if the actor followed the advice."""
    arrived: Place | None = None
    """The target, if the actor is there now."""
    told: Place | None = None
    """The target on which the actor has acted after it was told that it is there. It is not told again."""
    left: list[Place] = field(default_factory=list[Place])
    """Targets that the actor has left again: its work there is done, or they were wrong."""
    chosen: bool = False
    """Whether a model selected the targets, not text similarity."""
    fails: dict[str, int] = field(default_factory=dict[str, int])
    avoid: list[tuple[str, Trigger]] = field(default_factory=list[tuple[str, Trigger]])


class MapGuide:
    """A `Guide` that tells the actor where it is on the map, what to touch next, and how far the target is.

    The target is selected again if the map has grown or the selection was unsure. The route is planned again on every
    screen, so a step to an unexpected screen needs no special handling. The guide adds one field to decisions, in which
    a model can name another target.

    Args:
        maps: The store of maps.
        selecting: Selects the screens that a goal may mean.
        profile: The prompt profile of the actor; with `compact`, only the next action is shown.
        app: The app whose map is used; if empty, the app of the first screen.
        settings: Limits.
        gated: Whether a write gate sees what a touch sends; see `unseen_risks`.
    """

    def __init__(
        self,
        maps: MapSource,
        selecting: Selecting,
        profile: Profile = "full",
        app: str = "",
        settings: GuideSettings | None = None,
        gated: bool = False,
    ) -> None:
        self._gated = gated
        self._maps, self._selecting, self._app = maps, selecting, app
        self._profile: Profile = profile
        self._settings = settings or GuideSettings()
        self._state = _State()
        self._map: AppMap | None = None

    @property
    def name(self) -> str:
        return "map"

    def fields(self, profile: Profile) -> "type[BaseModel] | None":
        """One short field, for profiles with room for it."""
        match profile:
            case "full" | "lite" | "reflection":
                return _note()
            case "react" | "action-only" | "compact" | "stamp":
                return None
            case _:
                assert_never(profile)

    def sections(self, view: GuideView) -> Sequence[Section]:
        """The prompt sections with directions for this screen; empty if there are none."""
        told = self.guidance(view.screen, view.directive.instruction or view.task.goal)
        if not self._needs_section(told):
            return ()
        if self._profile == "compact":
            return (Section("Map", brief_advice(told), 70, 60),) if told.next is not None or told.arrived else ()
        return (
            Section("Map", advice(told), 70, 400),
            Section("Map, in the app's own words", glossary(told), 65, 500, untrusted=True),
        )

    def _needs_section(self, told: Guidance) -> bool:
        """Whether the prompt needs a section: for a route, an arrival, a deviation, or the places nearby.

        An arrival is shown once. It needs a route that led there, or a confident selection whose name matches the goal:
        on a small map, some screen is always the most similar one.
        """
        if not told.aims:
            return False  # the goal is not on the map
        if told.arrived:
            here = [one for one in self._state.picks if one.place == self._state.arrived]
            likely = any(one.named and one.confidence >= self._settings.sure for one in here)
            return self._state.told != self._state.arrived and (likely or self._state.led == self._state.arrived)
        return told.next is not None or told.diverged is not None or bool(told.options)

    def guidance(self, screen: Screen, goal: str) -> Guidance:
        """The directions as data, for callers without a prompt."""
        chart = self._chart(screen)
        chart.refresh()
        chart.see(screen)
        here = place_of(screen)
        avoid = frozenset(self._state.avoid) | unseen_risks(chart.graph, self._gated)
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
        """No objections: a map only advises."""
        del decision, view
        return ()

    def observe(self, transition: Transition) -> None:
        """Records the step on the map, and remembers if it led elsewhere than the map predicted."""
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
        self._read_target(transition.decision)

    def snapshot(self) -> Json:
        return to_plain(_State, self._state)

    def restore(self, state: Json) -> None:
        self._state = from_plain(_State, state)
        self._map = None

    # -- the target -------------------------------------------------------------------------------------------

    def _chart(self, screen: Screen) -> AppMap:
        self._state.home = self._state.home or screen.app
        if self._map is None:
            self._map = self._maps.map(self._app or self._state.home, unguarded)
        return self._map

    def _pick(self, goal: str, graph: Graph, here: Place, picture: Picture | None) -> None:
        """Selects the target again if the goal or the map size changed, or if the screen changed and it was unsure."""
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

    def _read_target(self, decision: Decision) -> None:
        """Reads the target that the actor names in its decision."""
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
    """The guide's field in decisions. Defined here, so that pydantic is imported only if a model is used."""
    from pydantic import BaseModel, Field

    class MapNote(BaseModel):
        elsewhere: str = Field(
            default="",
            max_length=200,
            description="Only if the map's target is wrong: the screen you want instead, in a few words.",
        )

    return MapNote
