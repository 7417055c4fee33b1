"""Routes as tests: walks a saved route again, and reports whether it still holds."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from sextant.actors.follower import Deviation, DeviationKind, Follower, Nearest
from sextant.actors.navigator import Navigator
from sextant.addresses.origins import origin_of, same_origin
from sextant.assembly import build_run, open_journal
from sextant.assembly.people import AbsentPerson
from sextant.assembly.run import CHECKER, Hooks, Run, RunRequest
from sextant.devices.wrapper import DeviceWrapper
from sextant.errors import SextantError, UsageError
from sextant.evidence import held
from sextant.protocols import Device, GatedDevice
from sextant.qa.walked_route import RouteFacts, WalkEnds, shape_of, shortest, with_current_screens
from sextant.settings import Settings
from sextant.types.actions import LaunchApp, PressKey, TerminateApp
from sextant.types.devices import Opened
from sextant.types.evidence import Predicate
from sextant.types.screens import Screen
from sextant.types.tasks import Episode
from sextant.utg.exclusions import unguarded
from sextant.utg.files.rerouted import RouteDifference, changes
from sextant.utg.files.saved import SavedRoute, stop_of
from sextant.utg.store import MapStore

__all__ = ["CheckFailure", "RouteCheck", "RouteResult", "Verdict", "broken_off", "confirmed"]

Verdict = Literal["exact", "moved", "failed", "error"]
"""`moved`: something changed, and the target was still reached. `error`: the check could not be made."""

_ROUNDS = 3
_IN_THE_WAY: frozenset[DeviationKind] = frozenset({"covered", "refused", "relaunch"})
"""Deviations that a comparison of the old route with the new one does not show."""


@dataclass(frozen=True, slots=True)
class CheckFailure:
    """Where a failed check left the route, with a picture; the nearest screens; and how the search ended."""

    screen: str = ""
    address: str = ""
    nearest: tuple[Nearest, ...] = ()
    ended: str = ""
    """Why the search failed."""
    picture: Path | None = None
    """The screen on which it left the route."""


@dataclass(frozen=True, slots=True)
class RouteResult:
    """The result for one route.

    Attributes:
        verdict: The result for a test runner.
        reason: One sentence.
        changes: The known changes of a route that has moved.
        deviations: Where the walk deviated, in order; empty for an exact route.
        old: The saved route; None where the file could not be read.
        new: The shortest route that this walk knows; for an exact route, the same with current names.
        run: Its run in the journal; empty where none was begun.
        fault: The kind of the error that prevented the check.
        exit_code: The exit code for this route alone; a moved one counts as good.
    """

    verdict: Verdict
    reason: str
    changes: tuple[RouteDifference, ...] = ()
    deviations: tuple[Deviation, ...] = ()
    old: SavedRoute | None = None
    new: SavedRoute | None = None
    found: CheckFailure = CheckFailure()
    run: str = ""
    steps: int = 0
    seconds: float = 0.0
    fault: str = ""
    exit_code: int = 0

    @property
    def messages(self) -> tuple["HopMessage", ...]:
        """Messages for a route that is not exact: its changes, and the obstacles of the walk."""
        if not self.changes:
            return tuple(HopMessage(one.hop, one.text) for one in self.deviations)
        found = [HopMessage(one.hop, one.text) for one in self.changes]
        return (*found, *(HopMessage(one.hop, one.text) for one in self.deviations if one.kind in _IN_THE_WAY))


@dataclass(frozen=True, slots=True)
class HopMessage:
    """A message about a hop; 0 is the start."""

    hop: int
    text: str


def broken_off(error: SextantError, old: SavedRoute | None = None, run: str = "", seconds: float = 0.0) -> RouteResult:
    """The result of a check that could not be made."""
    reason = f"{error.message} {error.remedy}".strip()
    fault, code = type(error).__name__, error.exit_code
    return RouteResult("error", reason, old=old, run=run, seconds=seconds, fault=fault, exit_code=code)


class _FromStart(DeviceWrapper):
    """A phone that opens where the route starts: on the home screen, or in its app, started anew.

    A browser opens an address; a phone shows what the last user left.
    """

    def __init__(self, inner: Device, app: str) -> None:
        super().__init__(inner)
        self._app = app

    def open(self) -> Opened:
        opened = super().open()
        super().perform(PressKey("home"))
        if super().look(picture=False).app != self._app:
            super().perform(TerminateApp(self._app))
            super().perform(LaunchApp(self._app))
        return opened


def shows(predicate: "Predicate", screen: "Screen") -> bool:
    """Whether a predicate holds on one screen; False where that is undecided."""
    return held(predicate, screen).outcome == "holds"


class RouteCheck:
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
        self._route, self._target, self._settings = route, target, settings
        self._hooks, self._shape = hooks or Hooks(), shape
        self._stopped = False
        self._run: Run | None = None
        self._follower: Follower | None = None
        self._store: MapStore | None = None
        self._gated = False
        self._map = f"{CHECKER}:{route.app}"  # all apps of the device on one map

    def stop(self) -> None:
        """End the check after the current act. Safe from a signal handler."""
        self._stopped = True
        if self._run is not None:
            self._run.stop()

    @property
    def follower(self) -> Follower:
        """The actor of the walk, once it has begun."""
        assert self._follower is not None, "the check has not started"
        return self._follower

    def walk(self) -> RouteResult:
        """Open the device and walk the route. Errors are in the result, not raised."""
        began = time.monotonic()
        run = ""
        try:
            probes = replace(self._hooks.probes, actor=self._actor, device=self._device)
            request = RunRequest(self._route.goal, self._target, "navigator", played_by=CHECKER)
            self._run = build_run(request, self._settings, AbsentPerson(), replace(self._hooks, probes=probes))
            run = self._run.id
            if self._stopped:
                self._run.stop()
            episode = self._run.go()
            return self._result(episode, time.monotonic() - began)
        except SextantError as error:
            return broken_off(error, self._route, run, time.monotonic() - began)
        finally:
            if self._store is not None:
                self._store.close()

    def _device(self, device: Device) -> Device:
        probed = self._hooks.probes.device(device)
        self._gated = isinstance(probed, GatedDevice)
        return _FromStart(probed, self._route.app) if self._target.startswith("android:") else probed

    def _actor(self) -> Follower:
        self._store = MapStore(None, self._hooks.clock)  # an empty map: what other walks learnt may be outdated
        navigator = Navigator(self._store, unguarded, self._map)
        self._follower = Follower(self._route, navigator, self._shape, shows, lambda: self._gated)
        return self._follower

    # # -- the result --------------------------------------------------------------------------------------------

    def _result(self, episode: "Episode", seconds: float) -> RouteResult:
        checked = RouteResult(
            verdict="failed",
            reason=episode.reason,
            deviations=self.follower.deviations,
            old=self._route,
            run=episode.run,
            steps=episode.steps,
            seconds=seconds,
            exit_code=1,
        )
        match episode.status:
            case "success":
                return self._reached(checked)
            case "device_fault" | "model_fault" | "interrupted":
                code = 130 if episode.status == "interrupted" else 4
                return replace(checked, verdict="error", fault=episode.status, exit_code=code)
            case "needs_person":
                return replace(checked, verdict="error", fault="needs_person", exit_code=5)
            case "infeasible" | "unsure" | "unverified" | "blocked" | "stuck" | "over_budget":
                return self._failed(checked)

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
        strange = follower.strange or follower.end
        where = None if strange is None else stop_of(strange, "", strange.app)
        found = CheckFailure(
            screen="" if where is None else where.name,
            address="" if where is None else where.address,
            nearest=follower.nearest,
            ended=checked.reason,
            picture=self._picture(),
        )
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

    def _picture(self) -> Path | None:

        strange = self.follower.strange or self.follower.end
        if strange is None or self._run is None:
            return None
        with open_journal(self._settings, self._hooks.clock).read(self._run.id) as record:
            return record.picture_file(strange.digest)

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
