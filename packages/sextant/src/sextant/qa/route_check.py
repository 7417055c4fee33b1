"""Routes as tests: walks a saved route again, and reports whether it still holds."""

from collections.abc import Callable
from dataclasses import replace

from sextant.actors.follower import Follower
from sextant.actors.navigator import Navigator
from sextant.addresses.origins import origin_of, same_origin
from sextant.assembly.run import CHECKER, Hooks
from sextant.errors import UsageError
from sextant.evidence import held
from sextant.qa.file_check import FileCheck, RouteResult, broken_off
from sextant.qa.walked_route import RouteFacts, WalkEnds, shape_of, shortest, with_current_screens
from sextant.settings import Settings
from sextant.types.evidence import Predicate
from sextant.types.screens import Screen
from sextant.utg.exclusions import unguarded
from sextant.utg.files.rerouted import changes
from sextant.utg.files.saved import SavedRoute
from sextant.utg.store import MapStore

__all__ = ["RouteCheck", "confirmed"]

_ROUNDS = 3


def shows(predicate: "Predicate", screen: "Screen") -> bool:
    """Whether a predicate holds on one screen; False where that is undecided."""
    return held(predicate, screen).outcome == "holds"


class RouteCheck(FileCheck):
    """One check: a run in the journal whose actor follows the route, and searches where it cannot.

    Args:
        route: The saved route.
        target: Where it is walked, as on the command line.
        settings: The user's settings; the walk uses a map of its own in memory.
        hooks: Hooks of the run.
        shape: Returns the identity of a screen; the shapes in the route are of this kind.
    """

    def __init__(
        self,
        route: SavedRoute,
        target: str,
        settings: "Settings",
        hooks: Hooks | None = None,
        shape: Callable[["Screen"], str] = shape_of,
    ) -> None:
        super().__init__(route, target, settings, hooks)
        self._route, self._shape = route, shape
        self._follower: Follower | None = None
        self._store: MapStore | None = None
        self._map = f"{CHECKER}:{route.app}"  # all apps of the device on one map

    @property
    def follower(self) -> Follower:
        """The actor of the walk, once it has begun."""
        assert self._follower is not None, "the check has not started"
        return self._follower

    def walk(self) -> RouteResult:
        try:
            return super().walk()
        finally:
            if self._store is not None:
                self._store.close()

    @property
    def _followed(self) -> Follower:
        return self.follower

    def _actor(self) -> Follower:
        self._store = MapStore(None, self._hooks.clock)  # an empty map: what other walks learnt may be outdated
        navigator = Navigator(self._store, unguarded, self._map)
        self._follower = Follower(self._route, navigator, self._shape, shows, lambda: self._gated)
        return self._follower

    def _reached(self, checked: RouteResult) -> RouteResult:
        if not checked.deviations:
            new = with_current_screens(self._route, self.follower.landed, shape_of)
            return replace(checked, verdict="exact", reason="as it was saved", new=new, exit_code=0)
        new = self._route_now()
        found = () if new is None else changes(self._route, new)
        checked = replace(checked, verdict="moved", changes=found, new=new, exit_code=0)
        return replace(checked, reason="; ".join(one.text for one in checked.messages))

    def _failed(self, checked: RouteResult) -> RouteResult:
        follower = self.follower
        elsewhere = self._another_app()
        if elsewhere:
            error = UsageError(elsewhere, "Name where it is served: --base-url http://HOST:PORT")
            return replace(broken_off(error, self._route, checked.run, checked.seconds), steps=checked.steps)
        last = checked.deviations[-1].text if checked.deviations else ""  # where it got stuck
        found = self._failure(follower.strange or follower.end, checked.reason, follower.nearest)
        near = found.nearest[-1:]
        parts = [last, checked.reason.rstrip("."), *(f"Nearest was {one.text}" for one in near)]
        return replace(checked, reason=". ".join(filter(None, parts)) + ("." if near else ""), found=found)

    def _another_app(self) -> str:
        """An error message where another app than the route's answered at the address; else empty."""
        start = self.follower.start
        if start is None or not self._target.startswith("web:"):
            return ""
        asked = self._target.removeprefix("web:")
        if same_origin(start.app, asked):
            return ""
        return f"Another app answers: {origin_of(asked)} leads on to {start.app}."

    def _route_now(self) -> SavedRoute | None:
        """The shortest known route to where the walk ended; None where there is none."""
        start, end = self.follower.start, self.follower.end
        if self._store is None or start is None or end is None:
            return None
        graph = self._store.load(self._map)
        old = self._route
        facts = RouteFacts(old.goal, old.target, old.app, old.build, self.follower.arrival or old.arrival)
        return shortest(facts, graph, WalkEnds(start, end, self.follower.screens), shape_of)


def confirmed(route: SavedRoute, target: str, settings: "Settings", hooks: Hooks | None = None) -> RouteResult:
    """Walk a route until it holds unchanged: a shorter or different route that a walk finds is walked again.

    The verdict is `exact`, with the route in `new`; otherwise what prevented it.
    """
    checked = RouteCheck(route, target, settings, hooks).walk()
    for _ in range(_ROUNDS - 1):
        if checked.verdict != "moved" or checked.new is None:
            break
        checked = RouteCheck(checked.new, target, settings, hooks).walk()
    if checked.verdict != "moved":
        return checked
    return replace(
        checked, verdict="failed", reason=f"it moved again when it was repeated: {checked.reason}", exit_code=1
    )
