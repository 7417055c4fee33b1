"""Drawings of `sextant bench map`: one app or world drawn by the explorer, with what came when and what it cost."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from sextant.assembly import Hooks
from sextant.perception.perceive import Perceiver
from sextant.qa.map_drawing_run import MapRequest, begin_map
from sextant.types.actions import Action, Click, NavigateBack, NavigateHome, Scroll
from sextant.types.screens import Screen
from sextant.types.transitions import Transition
from sextant.utg.comparing.agreement import Control, control_of
from sextant.utg.graph import Graph, Place, Trigger, place_of
from sextant.utg.recorder import trigger_of
from sextant.utg.route import Aimed, route
from sextant.utg.store import MapStore
from sextant_bench.navigate_truth import Target, TrueScreen, reached
from sextant_bench.navigate_walks import settings_in
from sextant_worlds.runtime.true_map import TrueMap

__all__ = ["Drawn", "Limits", "Part", "Sightings", "Sought", "draw", "missing", "stirring"]

Part = Literal["tried", "walked", "prepared", "back", "home", "scrolled", "other"]
"""What a step was for: a touch nobody had made, a known hop, opening a menu or closing what is in the way …"""


@dataclass(frozen=True, slots=True)
class Sought:
    """A target of an app: the step after which it was first in sight (None: never), and the plan to it on the map.

    `planned` is None where there is none, or where it opens on the screen where one begins.
    """

    id: str
    optimal: int
    seen: int | None
    planned: int | None


@dataclass(slots=True)
class Sightings:
    """Which screens that a person wrote down were in sight, and on which screens of the map.

    Attributes:
        true: What was written down.
        step: For each that was seen, the step after which it was first in sight.
        shown: For each screen of the map, what was in sight at each look at it, each set once.
        over: For each screen of the map, the dialogs and menus that were open: with them it is a screen of its own.
    """

    true: tuple[TrueScreen, ...] = ()
    step: dict[str, int] = field(default_factory=dict[str, int])
    shown: dict[str, set[frozenset[str]]] = field(default_factory=dict[str, set[frozenset[str]]])
    over: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])

    def look(self, screen: Screen, step: int) -> None:
        """Note what is in sight on a screen."""
        seen = frozenset(one.id for one in self.true if reached(one, screen))
        for one in seen:
            self.step.setdefault(one, step)
        if seen:
            self.shown.setdefault(screen.key.id, set()).add(seen)
            self.over[screen.key.id] = _over(screen)

    @property
    def missed(self) -> tuple[str, ...]:
        """What was never in sight."""
        return tuple(one.id for one in self.true if one.id not in self.step)

    @property
    def merged(self) -> dict[str, list[str]]:
        """The screens of the map that showed true screens, no one of them at each look, and these true screens."""
        return {
            node: sorted(frozenset[str]().union(*looks))
            for node, looks in self.shown.items()
            if len(looks) > 1 and not frozenset[str].intersection(*looks)
        }

    @property
    def split(self) -> dict[str, list[str]]:
        """The true screens that were alone in sight on several screens of the map, under the same dialogs and menus."""
        found: dict[tuple[str, tuple[str, ...]], list[str]] = {}
        for node, looks in self.shown.items():
            for (one,) in {tuple(seen) for seen in looks if len(seen) == 1}:
                found.setdefault((one, self.over.get(node, ())), []).append(node)
        split: dict[str, list[str]] = {}
        for (one, _), nodes in found.items():
            if len(nodes) > 1:
                split.setdefault(one, []).extend(nodes)
        return split


def _over(screen: Screen) -> tuple[str, ...]:
    """What lies over a page: dialogs by name, menus by their text."""
    seen = screen.observation
    dialogs = [mark for mark in seen.landmarks if mark.partition(":")[0] == "dialog"]
    modal = [] if seen.modal is None else [seen.modal.kind]
    return tuple(sorted((*dialogs, *seen.facts.get("menus", "").splitlines(), *modal)))


@dataclass(slots=True)
class Drawn:
    """One drawing.

    Attributes:
        found: For each screen in the order in which they were found, the step that found it; 0 for the first.
        parts: How many steps were for what.
        stirred: Touches of controls that change data, of those that are known (worlds).
    """

    subject: str
    finished: str = ""
    reason: str = ""
    steps: int = 0
    seconds: float = 0.0
    screens: int = 0
    untried: int = 0
    found: list[int] = field(default_factory=list[int])
    parts: Counter[Part] = field(default_factory=Counter[Part])
    targets: list[Sought] = field(default_factory=list[Sought])
    true_screens: int = 0
    true_found: int = 0
    stirred: list[str] = field(default_factory=list[str])
    sightings: Sightings = field(default_factory=Sightings)
    writes: tuple[str, ...] = ()
    """Requests with an unsafe method that reached the app's server."""

    def step_at(self, share: float) -> int:
        """The step at which that share of the screens that were found in the end had been found."""
        return sorted(self.found)[max(1, math.ceil(share * len(self.found))) - 1] if self.found else 0


@dataclass(frozen=True, slots=True)
class Limits:
    """How long a drawing may go on."""

    steps: int
    seconds: float | None = None


def draw(
    subject: str,
    device: str,
    folder: Path,
    limits: Limits,
    targets: Sequence[Target] = (),
    true: TrueMap | tuple[TrueScreen, ...] = (),
) -> Drawn:
    """Draws a map from nothing, and measures it against what is known of the app.

    `true` is the chart of a world, or the screens that a person wrote down.

    Raises:
        SextantError: The app cannot be opened, or the map not be kept.
    """
    chart, screens = (None, true) if isinstance(true, tuple) else (true, ())
    drawn = Drawn(subject, sightings=Sightings(screens))
    seen: dict[str, int] = {}
    places: dict[str, tuple[int, Place]] = {}
    harmful: frozenset[Control] = frozenset() if chart is None else stirring(chart)
    began: list[Place] = []

    def watch(step: Transition) -> None:
        if step.decision.action.kind == "status":
            return
        if not began:
            began.append(place_of(step.before))
            seen[step.before.key.id] = 0
            drawn.sightings.look(step.before, 0)
        drawn.steps += 1
        drawn.parts[_part(step)] += 1
        seen.setdefault(step.after.key.id, drawn.steps)
        drawn.sightings.look(step.after, drawn.steps)
        trigger = trigger_of(step)
        if trigger is not None and control_of(step.before.key.id, trigger) in harmful:
            drawn.stirred.append(step.decision.description)
        for target in targets:
            if target.id not in places and reached(target, step.after):
                places[target.id] = (drawn.steps, place_of(step.after))

    settings = settings_in(folder, limits.steps)
    settings = replace(settings, budget=replace(settings.budget, max_seconds=limits.seconds))
    drawing = begin_map(MapRequest(device), settings, Hooks(on_step=watch))
    summary = drawing.go()
    with MapStore(folder / "maps.sqlite") as store:
        graph = store.load(summary.app)
    drawn.finished, drawn.reason = summary.finished, summary.reason
    drawn.seconds = round(summary.episode.seconds, 1)
    drawn.screens, drawn.untried = summary.screens, summary.untried
    live = {node for node, known in graph.nodes.items() if not known.dead}
    drawn.sightings.shown = {node: looks for node, looks in drawn.sightings.shown.items() if node in live}
    drawn.found = [step for node, step in seen.items() if node in live]
    drawn.targets = [_sought(one, places, graph, began) for one in targets]
    if chart is not None:
        drawn.true_screens = len(chart.graph.nodes)
        drawn.true_found = drawn.true_screens - len(missing(graph, chart))
    return drawn


def missing(graph: Graph, true: TrueMap) -> tuple[str, ...]:
    """The labels of the true screens that a map lacks."""
    return tuple(node.key.label for node in true.graph.nodes.values() if node.id not in graph.nodes)


def stirring(true: TrueMap) -> frozenset[Control]:
    """The controls of a world that change data or do what cannot be taken back."""
    nodes = {(one.spot.app, one.spot.component): Perceiver()(one.observation).key.id for one in true.chart.screens}
    return frozenset(
        control_of(nodes[one.source.app, one.source.component], Trigger(one.event, one.element))
        for one in true.chart.passages
        if one.traits.changes or one.traits.final
    )


def _sought(target: Target, places: Mapping[str, tuple[int, Place]], graph: Graph, began: Sequence[Place]) -> Sought:
    if target.id not in places or not began:
        return Sought(target.id, target.steps, None, None)
    step, place = places[target.id]
    found = route(graph, began[0], [Aimed(place.node, place.binding or None)])
    return Sought(target.id, target.steps, step, found.cost if found.found and found.cost else None)


def _part(step: Transition) -> Part:
    """What a step was for, from what the explorer says of it."""
    action: Action = step.decision.action
    if isinstance(action, NavigateBack):
        return "back"
    if isinstance(action, NavigateHome):
        return "home"
    if isinstance(action, Scroll):
        return "scrolled"
    if not isinstance(action, Click):
        return "other"
    if step.decision.description.startswith(("open ", "close ")):
        return "prepared"
    if step.decision.thought.startswith("Trying it"):
        return "tried"
    return "walked"
