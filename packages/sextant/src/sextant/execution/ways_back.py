"""Finds paths back to an earlier screen from a run's own steps: the reverse edge, the back key, or a restart."""

from collections import deque
from collections.abc import Sequence

from sextant.dataclass import dataclass
from sextant.protocols import Recovery
from sextant.types.actions import Click, DeviceAction, NavigateBack, NavigateHome, OpenApp
from sextant.types.recovery import RecoveryHop, WayBack
from sextant.types.screens import ElementRef, Screen, ScreenKey
from sextant.types.transitions import Transition

__all__ = ["CombinedRecovery", "HistoryRecovery"]

_BACKS = 3
"""Most steps that are undone one by one with the back key."""
_LONGEST = 8
"""Most hops of a proposed path."""


@dataclass(frozen=True, slots=True)
class _Edge:
    start: ScreenKey
    end: ScreenKey
    action: DeviceAction
    element: ElementRef | None


class HistoryRecovery:
    """A `Recovery` from history alone: it proposes only steps that worked and are reversible."""

    def ways_back(self, here: Screen, target: Screen, history: Sequence[Transition]) -> Sequence[WayBack]:
        """Paths from here to the target, shortest first: by known edges, by the back key, from the start."""
        edges = [edge for step in history if (edge := _edge(step)) is not None]
        ways: list[WayBack] = []
        walked = _path(here.key, target.key, edges)
        if walked:
            ways.append(WayBack("edge" if len(walked) == 1 else "route", tuple(map(_hop, walked))))
        backs = _backs(here.key, target.key, history)
        if backs:
            hops = [RecoveryHop(NavigateBack()) for _ in range(backs)]
            hops[-1] = RecoveryHop(NavigateBack(), expects=target.key)
            ways.append(WayBack("back", tuple(hops)))
        home = _home(history)
        if home is not None:
            route = () if home.id == target.key.id else _path(home, target.key, edges)
            if route or home.id == target.key.id:
                ways.append(WayBack("relaunch", (RecoveryHop(NavigateHome(), expects=home), *map(_hop, route))))
        return tuple(way for way in ways if len(way.hops) <= _LONGEST)


class CombinedRecovery:
    """Several `Recovery`s as one: their paths in order, without duplicates."""

    def __init__(self, *recoveries: Recovery) -> None:
        self._recoveries = recoveries

    def ways_back(self, here: Screen, target: Screen, history: Sequence[Transition]) -> Sequence[WayBack]:
        """The paths of all of them, in order."""
        ways: dict[tuple[object, ...], WayBack] = {}
        for one in self._recoveries:
            for way in one.ways_back(here, target, history):
                ways.setdefault(tuple(map(_identity, way.hops)), way)
        return tuple(ways.values())


def _identity(hop: RecoveryHop) -> tuple[object, ...]:
    """The identity of a hop: its element if it has one, whatever the element's index, else its action."""
    return (hop.action.kind, hop.element) if hop.element is not None else (hop.action,)


def _edge(step: Transition) -> _Edge | None:
    """The step as an edge that may be taken again; None if it had no effect, wrote, or is irreversible."""
    if step.effectiveness != "effective" or step.irreversible or step.before.key.id == step.after.key.id:
        return None
    if any(effect.touched for effect in step.effects):
        return None
    action = step.decision.action
    if isinstance(action, OpenApp | NavigateHome):
        return _Edge(step.before.key, step.after.key, action, None)
    element = step.attempts[-1].element if step.attempts else None
    if not isinstance(action, Click) or element is None:
        return None
    return _Edge(step.before.key, step.after.key, action, element)


def _hop(edge: _Edge) -> RecoveryHop:
    return RecoveryHop(edge.action, edge.element, edge.end)


def _path(start: ScreenKey, end: ScreenKey, edges: Sequence[_Edge]) -> tuple[_Edge, ...]:
    """The shortest path from one screen to the other; empty if there is none."""
    came: dict[str, tuple[_Edge, ...]] = {start.id: ()}
    waiting = deque([start.id])
    while waiting:
        at = waiting.popleft()
        if at == end.id:
            return came[at]
        for edge in reversed(edges):  # the latest knowledge first
            if edge.start.id == at and edge.end.id not in came:
                came[edge.end.id] = (*came[at], edge)
                waiting.append(edge.end.id)
    return ()


def _backs(here: ScreenKey, target: ScreenKey, history: Sequence[Transition]) -> int:
    """The number of screens between here and the target in the history; 0 if unknown or too many."""
    count, at = 0, here.id
    for step in reversed(history):
        if step.before.key.id == step.after.key.id:
            continue
        if step.after.key.id != at:
            return 0
        count, at = count + 1, step.before.key.id
        if at == target.id:
            return count if count <= _BACKS else 0
    return 0


def _home(history: Sequence[Transition]) -> ScreenKey | None:
    """The screen that the home key leads to, if seen; else the first screen of the run."""
    for step in reversed(history):
        if isinstance(step.decision.action, NavigateHome) and step.after.condition == "ok":
            return step.after.key
    return history[0].before.key if history else None
