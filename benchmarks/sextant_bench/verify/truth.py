"""What really became of a step: the world behind the faults, compared with the same world had nothing failed."""

import copy
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, cast

from sextant.devices.faults import FaultyDevice
from sextant.devices.faults.obstructions import Obstructions
from sextant.devices.faults.plan import FaultId
from sextant.devices.wrapper import DeviceWrapper
from sextant.elements.refs import resolve
from sextant.elements.sight import free_point
from sextant.evidence import evaluate
from sextant.protocols import Perceive
from sextant.types.actions import Gesture, Wait
from sextant.types.devices import Injection
from sextant.types.evidence import Changed, Predicate
from sextant.types.geometry import Point
from sextant.types.screens import Screen
from sextant.types.transitions import Attempt, Transition
from sextant_worlds.engine.data import Json
from sextant_worlds.spec.world import World
from sextant_worlds.twin.device import TwinDevice
from sextant_worlds.twin.twin import Twin

__all__ = ["Moment", "StepTruth", "Truths", "Watched"]

LASTING = ("data", "acts", "answer", "clip")
"""Parts of a world's state that outlive its pages: what was brought about there stays, though the app be ended."""
_PASSING = frozenset({"now", "at", "n", "rev", "seen", "opened", "toast", "popup", "dirty", "from", "recent", "step"})
"""What tells the time, or comes and goes with it."""

By = Literal["state", "screen"]


@dataclass(frozen=True)
class Moment:
    """The phone at one moment, behind the faults: the world's state, and what stands between it and the agent."""

    state: Json
    obstructions: Obstructions


@dataclass(frozen=True)
class StepTruth:
    """Whether a step worked, told from the world's state, or where it meant nothing there, from the true screens.

    `at_first`: whether its first injection did by itself. `before` and `after` are the screens as they truly were.
    """

    worked: bool
    at_first: bool
    by: By
    before: Screen
    after: Screen


class Watched(DeviceWrapper):
    """A failing twin that notes how the phone was before every injection, by its intention."""

    def __init__(self, faulty: FaultyDevice, twin: TwinDevice) -> None:
        super().__init__(faulty)
        self._faulty, self._twin = faulty, twin.twin
        self.moments: dict[str, Moment] = {}
        self._intents: list[str] = []

    def perform(self, gesture: Gesture, intent: str = "") -> Injection:
        if intent:
            self._intents.append(intent)
            self.moments[intent] = self.now()
        return super().perform(gesture, intent)

    def failed(self, step: Transition) -> tuple[FaultId, ...]:
        """What failed at the injections of that step, and at the looks after them."""
        own = {attempt.intent for attempt in step.attempts}
        fired = [item for item in self._faulty.fired if 0 < item.injection <= len(self._intents)]
        return tuple(dict.fromkeys(item.fault for item in fired if self._intents[item.injection - 1] in own))

    def now(self) -> Moment:
        """How it is now."""
        return Moment(self._twin.snapshot(), copy.copy(self._faulty.obstructions))


class Truths:
    """Carries out on a twin of its own what was meant, and compares."""

    def __init__(self, world: World, perceive: Perceive) -> None:
        self._twin, self._perceive = Twin(world), perceive

    def of(self, transition: Transition, moments: Sequence[Moment], after: Moment) -> StepTruth | None:
        """The truth of a step; None for one that meant to do nothing (a wait), or did nothing.

        `moments`: how the phone was before each of its injections.
        """
        if not moments or not transition.attempts or isinstance(transition.decision.action, Wait):
            return None
        before, first = moments[0], moments[1] if len(moments) > 1 else after
        shown, seen = self.screen(before), self.screen(after)
        meant = self.meant(transition.attempts[0], before, shown)
        wanted = {} if meant is None else _changes(before, meant)
        if wanted:
            worked, at_first = (_came_about(wanted, _changes(before, then)) for then in (after, first))
            return StepTruth(worked, at_first, "state", shown, seen)
        expected = transition.decision.expectations or (Changed(),)
        worked, at_first = (_is_as_expected(expected, shown, then) for then in (seen, self.screen(first)))
        return StepTruth(worked, at_first, "screen", shown, seen)

    def screen(self, moment: Moment) -> Screen:
        """What a look that is not spoilt would show."""
        self._twin.restore(moment.state)
        return self._perceive(copy.copy(moment.obstructions).described(self._twin.observation()))

    def meant(self, attempt: Attempt, before: Moment, shown: Screen) -> Moment | None:
        """How the phone would be had the gesture met what it was aimed at; None where that is not there in truth."""
        gesture = _aimed(attempt, shown)
        if gesture is None:
            return None
        self._twin.restore(before.state)
        obstructions = copy.copy(before.obstructions)
        through = obstructions.let_through(gesture)
        if not isinstance(through, bool):
            self._twin.perform(through)
        return Moment(self._twin.snapshot(), obstructions)


def _is_as_expected(expected: Sequence[Predicate], before: Screen, after: Screen) -> bool:
    """Whether the true screen is as it was said to become, however it came to be so."""
    outcomes = [evaluate(predicate, before, after, 0).outcome for predicate in expected]
    return "fails" not in outcomes and "holds" in outcomes


def _aimed(attempt: Attempt, shown: Screen) -> Gesture | None:
    """The gesture of an attempt, on the element that it was aimed at wherever that truly stands."""
    gesture, point = attempt.gesture, attempt.point
    if attempt.element is None or point is None:
        return gesture
    found = resolve(shown, attempt.element)
    if found is None:
        return None
    if found.box.contains(point):
        return gesture
    return _moved(gesture, free_point(shown, found))


def _moved(gesture: Gesture, to: Point) -> Gesture:
    if gesture.kind in ("tap", "hold", "type_text", "scroll_by"):
        return replace(cast("Any", gesture), point=to)
    return gesture


def _changes(before: Moment, after: Moment) -> dict[str, object]:
    """What is other than before, by place; None stands for what is gone."""
    was, now = dict(_facts(before)), dict(_facts(after))
    return {key: now.get(key) for key in was.keys() | now.keys() if was.get(key) != now.get(key)}


def _came_about(wanted: Mapping[str, object], real: Mapping[str, object]) -> bool:
    """Whether what was wanted is among what changed: what lasts decides where there is any."""
    lasting = {key: value for key, value in wanted.items() if key.partition("/")[0] in LASTING}
    return all(key in real and real[key] == value for key, value in (lasting or wanted).items())


def _facts(moment: Moment) -> Iterator[tuple[str, object]]:
    yield "standing/blocked", moment.obstructions.blocked
    for name, part in moment.state.items():
        if name == "acts":
            done = Counter[str]()
            for act in part:
                told = _flat({key: value for key, value in act.items() if key != "step"})
                done[told] += 1
                yield f"acts/{told}/{done[told]}", True
        elif name not in _PASSING:
            yield from _leaves(name, part)


def _flat(act: Mapping[str, object]) -> str:
    return repr(sorted(act.items(), key=lambda item: item[0]))


def _leaves(path: str, part: object) -> Iterator[tuple[str, object]]:
    """Every value with the names that lead to it; records go by their ids, wherever they stand."""
    if isinstance(part, Mapping):
        for key, value in cast("Mapping[str, object]", part).items():
            if key not in _PASSING:
                yield from _leaves(f"{path}/{key}", value)
    elif isinstance(part, list | tuple):
        for place, value in enumerate(cast("list[object]", part)):
            yield from _leaves(f"{path}/{_id_of(value, place)}", value)
    else:
        yield path, part


def _id_of(value: object, place: int) -> object:
    return cast("Mapping[str, object]", value).get("id", place) if isinstance(value, Mapping) else place
