"""The check of a file: a run in the journal whose actor follows the file, and its result."""

import time
from abc import ABC, abstractmethod
from dataclasses import replace
from pathlib import Path
from typing import Literal, Protocol

from sextant.actors.follower import Deviation, DeviationKind, Nearest
from sextant.assembly import build_run, open_journal
from sextant.assembly.people import AbsentPerson
from sextant.assembly.run import CHECKER, Hooks, Run, RunRequest
from sextant.dataclass import dataclass
from sextant.devices.wrapper import DeviceWrapper
from sextant.errors import SextantError
from sextant.protocols import Actor, Device, GatedDevice
from sextant.qa.script_files import Script
from sextant.settings import Settings
from sextant.types.actions import LaunchApp, PressKey, TerminateApp
from sextant.types.devices import Opened
from sextant.types.screens import Screen
from sextant.types.tasks import Episode
from sextant.utg.files.rerouted import RouteDifference
from sextant.utg.files.saved import SavedRoute, stop_of

__all__ = ["CheckFailure", "CheckingActor", "FileCheck", "RouteResult", "Verdict", "broken_off"]

Verdict = Literal["exact", "moved", "failed", "error"]
"""`moved`: something changed, and the target was still reached. `error`: the check could not be made."""

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
    """The result for one route or script.

    Attributes:
        verdict: The result for a test runner.
        reason: One sentence.
        changes: The known changes of a route that has moved.
        deviations: Where the walk deviated, in order; empty for an exact route.
        old: The saved route or script; None where the file could not be read.
        new: The shortest route that this walk knows; for an exact route, the same with current names.
        run: Its run in the journal; empty where none was begun.
        fault: The kind of the error that prevented the check.
        exit_code: The exit code for this route alone; a moved one counts as good.
    """

    verdict: Verdict
    reason: str
    changes: tuple[RouteDifference, ...] = ()
    deviations: tuple[Deviation, ...] = ()
    old: SavedRoute | Script | None = None
    new: SavedRoute | None = None
    found: CheckFailure = CheckFailure()
    run: str = ""
    steps: int = 0
    seconds: float = 0.0
    fault: str = ""
    exit_code: int = 0

    @property
    def unit(self) -> Literal["hop", "step"]:
        """What the numbers of deviations count."""
        return "step" if isinstance(self.old, Script) else "hop"

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


def broken_off(
    error: SextantError, old: SavedRoute | Script | None = None, run: str = "", seconds: float = 0.0
) -> RouteResult:
    """The result of a check that could not be made."""
    reason = f"{error.message} {error.remedy}".strip()
    fault, code = type(error).__name__, error.exit_code
    return RouteResult("error", reason, old=old, run=run, seconds=seconds, fault=fault, exit_code=code)


class _FromStart(DeviceWrapper):
    """A phone that opens where the file starts: on the home screen, or in its app, started anew.

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


class CheckingActor(Actor, Protocol):
    """An actor that follows a file, and records where it deviated from it."""

    @property
    def deviations(self) -> tuple[Deviation, ...]: ...

    @property
    def end(self) -> Screen | None:
        """The last screen."""
        ...


class FileCheck(ABC):
    """One check of a route or a script. A subclass makes its actor, and completes the result.

    Args:
        old: The route or script.
        target: Where it is followed, as on the command line.
        settings: The user's settings.
        hooks: Hooks of the run.
    """

    def __init__(self, old: SavedRoute | Script, target: str, settings: Settings, hooks: Hooks | None = None) -> None:
        self._old, self._target, self._settings, self._hooks = old, target, settings, hooks or Hooks()
        self._stopped = False
        self._run: Run | None = None
        self._gated = False

    def stop(self) -> None:
        """End the check after the current act. Safe from a signal handler."""
        self._stopped = True
        if self._run is not None:
            self._run.stop()

    def walk(self) -> RouteResult:
        """Open the device and follow the file. Errors are in the result, not raised."""
        began = time.monotonic()
        run = ""
        try:
            probes = replace(self._hooks.probes, actor=self._actor, device=self._device)
            request = RunRequest(self._old.goal, self._target, "navigator", played_by=CHECKER)
            self._run = build_run(request, self._settings, AbsentPerson(), replace(self._hooks, probes=probes))
            run = self._run.id
            if self._stopped:
                self._run.stop()
            episode = self._run.go()
            return self._result(episode, time.monotonic() - began)
        except SextantError as error:
            return broken_off(error, self._old, run, time.monotonic() - began)

    def _device(self, device: Device) -> Device:
        probed = self._hooks.probes.device(device)
        self._gated = isinstance(probed, GatedDevice)
        return _FromStart(probed, self._old.app) if self._target.startswith("android:") else probed

    def _result(self, episode: Episode, seconds: float) -> RouteResult:
        checked = RouteResult(
            verdict="failed",
            reason=episode.reason,
            deviations=self._followed.deviations,
            old=self._old,
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

    def _failure(self, strange: Screen | None, ended: str, nearest: tuple[Nearest, ...] = ()) -> CheckFailure:
        """The data of a failed check that left its file on that screen."""
        if strange is None or self._run is None:
            return CheckFailure(nearest=nearest, ended=ended)
        where = stop_of(strange, "", strange.app)
        with open_journal(self._settings, self._hooks.clock).read(self._run.id) as record:
            picture = record.picture_file(strange.digest)
        return CheckFailure(where.name, where.address, nearest, ended, picture)

    # -- for subclasses

    @property
    @abstractmethod
    def _followed(self) -> CheckingActor:
        """The actor, once the check has begun."""

    @abstractmethod
    def _actor(self) -> Actor:
        """Make the actor."""

    @abstractmethod
    def _reached(self, checked: RouteResult) -> RouteResult:
        """Complete the result of a run that has arrived."""

    @abstractmethod
    def _failed(self, checked: RouteResult) -> RouteResult:
        """Complete the result of a run that has not."""
