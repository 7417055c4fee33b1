"""Routes to the place of a rehearsed move, over rehearsed steps, tabs and the launcher."""

import heapq
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from sextant.types.screens import Screen
from sextant_worlds.oracle.rehearsal import LAUNCHER, RehearsedMove, ScreenPlace, screen_place
from sextant_worlds.oracle.walker import find
from sextant_worlds.reference import Bound
from sextant_worlds.spec.reference import OpenMove, PressMove, TapMove
from sextant_worlds.spec.world import World

__all__ = ["RouteStep", "Routes"]

_HOME = ScreenPlace(LAUNCHER)
_BACK_COST, _HOME_COST, _FAR = 1.5, 2.0, 1e-4


@dataclass(frozen=True, slots=True)
class RouteStep:
    """One step of a route. `part` is the rehearsed move; None for tabs, launcher and home."""

    bound: Bound
    to: ScreenPlace
    part: RehearsedMove | None = None
    cost: float = 1.0


@dataclass
class Routes:
    """The known steps between places. Steps that failed are `barred` for a while."""

    world: World
    parts: Sequence[RehearsedMove]
    left: dict[str, ScreenPlace] = field(default_factory=dict[str, ScreenPlace])
    """Where each app was last seen: it shows that again when it is opened."""
    barred: dict[tuple[ScreenPlace, str], int] = field(default_factory=dict[tuple[ScreenPlace, str], int])
    _legs: Mapping[ScreenPlace, Sequence[RouteStep]] = field(init=False)
    _roots: Mapping[str, Mapping[str, ScreenPlace]] = field(init=False)

    def __post_init__(self) -> None:
        legs: dict[ScreenPlace, list[RouteStep]] = {}
        for part in self.parts:
            if part.goes:
                cost = _BACK_COST if isinstance(part.bound.move, PressMove) else 1.0
                legs.setdefault(part.here, []).append(RouteStep(part.bound, part.there, part, cost))
        self._legs = legs
        self._roots = {
            app.id: {f"tab-{tab.id}": ScreenPlace(f"{app.id}/{tab.page}") for tab in app.tabs}
            for app in self.world.apps
        }

    def next(self, screen: Screen, goal: ScreenPlace, at: int) -> RouteStep | None:
        """The first step of the shortest route to the goal; None if no route is known.

        Of equal routes, the one rehearsed nearest to the part of number `at`, because lists change during the task.
        """
        here = screen_place(screen)
        if here == goal:
            return None
        queue: list[tuple[float, int, ScreenPlace, RouteStep | None]] = [(0.0, 0, here, None)]
        reached: set[ScreenPlace] = set()
        count = 0
        while queue:
            cost, _, spot, first = heapq.heappop(queue)
            if spot == goal:
                return first
            if spot in reached:
                continue
            reached.add(spot)
            for leg in self._from(spot, screen if first is None else None):
                if leg.to in reached or (spot, name_of(leg.bound)) in self.barred:
                    continue
                count += 1
                off = 0.0 if leg.part is None else _FAR * abs(leg.part.number - at)
                heapq.heappush(queue, (cost + leg.cost + off, count, leg.to, first or leg))
        return None

    def _from(self, spot: ScreenPlace, screen: Screen | None) -> Iterator[RouteStep]:
        yield from self._legs.get(spot, ())
        roots = self._roots.get(spot.app, {})
        if spot.over:
            yield RouteStep(Bound("", PressMove(key="back")), spot.page, cost=_BACK_COST)
        else:
            for test_id, root in roots.items():
                shown = spot in roots.values() if screen is None else find(screen, test_id) is not None
                if shown and (spot != root):
                    yield RouteStep(Bound("", TapMove(test_id=test_id)), root)
        if spot != _HOME:
            yield RouteStep(Bound("", PressMove(key="home")), _HOME, cost=_HOME_COST)
            return
        for app in self.world.apps:
            shown = self.left.get(app.id, ScreenPlace(f"{app.id}/{app.tabs[0].page if app.tabs else app.home}"))
            yield RouteStep(Bound("", OpenMove(app=app.id)), shown)


def name_of(bound: Bound) -> str:
    """The identity of a step on one screen."""
    move = bound.move
    return f"{move.kind} {getattr(move, 'test_id', '') or getattr(move, 'app', '') or getattr(move, 'key', '')}"
