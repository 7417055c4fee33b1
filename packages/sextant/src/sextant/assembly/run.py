"""A run, before and while it goes on."""

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from sextant.agent import Agent
from sextant.assembly.graders import Judge
from sextant.execution import ExecutionSettings, Eyes
from sextant.journal import RunHead, RunLog
from sextant.program import StopEnd
from sextant.protocols import Actor, CourseStatus, Device, Guide, Journal, LeasedDevice, Model, Reviewer
from sextant.settings.credentials import without_credentials
from sextant.types.devices import Lease
from sextant.types.screens import Screen
from sextant.types.tasks import Episode, EpisodeStatus, Graded
from sextant.types.transitions import Transition

ActorKind = Literal["model", "navigator", "explorer"]

OVER: frozenset[EpisodeStatus] = frozenset({"success", "unverified", "infeasible", "unsure", "blocked", "stuck"})
"""A run that ended so is over. Every other one can be taken up again, and its device is left as it is."""


CHECKER = "check"
"""The recorded actor name of a run that checks a saved route."""


@dataclass(frozen=True, slots=True)
class Harness:
    """The parts that a host program passes to its run.

    Attributes:
        task: What it calls the task; with `seed`, this stands in the run's line.
        device: A device of its own, which `RunRequest.device` then only names. Such a run cannot be resumed.
        judge: Grades the end while the device is still open.
    """

    task: str = ""
    seed: int | None = None
    device: Device | None = None
    judge: Judge | None = None


@dataclass(frozen=True, slots=True)
class RunRequest:
    """A requested task and its device."""

    goal: str
    device: str
    actor: ActorKind = "model"
    answer_schema: Mapping[str, Any] | None = None
    played_by: str = ""
    """The recorded name of the caller's own actor (`Probes.actor`), which distinguishes it from an agent."""
    harness: Harness = Harness()

    def __post_init__(self) -> None:
        object.__setattr__(self, "device", without_credentials(self.device))


@dataclass(frozen=True, slots=True)
class Probes:
    """What may stand between the agent and its parts: faults, counters, an actor of one's own."""

    device: Callable[[Device], Device] = lambda device: device
    journal: Callable[[Journal], Journal] = lambda journal: journal
    actor: Callable[[], Actor] | None = None
    execution: ExecutionSettings | None = None
    updater: Callable[[], Model] | None = None
    """What answers the guides' own calls beside an actor of one's own."""
    guides: Callable[[tuple[Guide, ...]], tuple[Guide, ...]] = lambda guides: guides
    author: Callable[[], Model] | None = None
    """What writes and mends programs beside an actor of one's own."""
    verifier: Callable[[], Model] | None = None
    """What verifies claims beside an actor of one's own."""
    authorizer: Callable[[], Model] | None = None
    """What decides about held writes beside an actor of one's own."""
    reviewer: Callable[[Reviewer], Reviewer] = lambda reviewer: reviewer
    recovers: bool = True
    """Whether popups are closed and it is gone back where nothing leads on."""


@dataclass(frozen=True, slots=True)
class Hooks:
    """Where a run reports to while it goes on, and what it takes its time from."""

    on_step: Callable[[Transition], None] = lambda transition: None  # noqa: ARG005
    on_note: Callable[[str], None] = lambda text: None  # noqa: ARG005
    clock: Callable[[], float] = time.time
    seed: int = 0
    probes: Probes = Probes()


@dataclass(frozen=True, slots=True)
class RunGuides:
    """The preset and the guides of a run by name, in the order of their sections."""

    preset: str = ""
    guides: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ResourceClosers:
    """How to free the model alone, from any thread, and how to free all that a run holds. Both may be called twice."""

    model: Callable[[], None]
    everything: Callable[[], None]


def untouched(log: RunLog) -> bool:
    """Whether a run has done nothing, so that its device state need not be found again."""
    return log.steps() == 0 and not log.pending()


@dataclass(frozen=True, slots=True)
class RunInfo:
    """Information about a run beside its result.

    Attributes:
        standing: What tells of a course how it stands, where it can.
        map_file: Where the map is kept that the run draws; None where it draws none.
        stops: What became of the stops of a walk through several, so far.
        unattended: Whether nobody could be asked.
    """

    beside: RunGuides = RunGuides()
    standing: CourseStatus | None = None
    map_file: Path | None = None
    stops: Callable[[], tuple[StopEnd, ...]] = tuple
    unattended: bool = False


@dataclass(frozen=True, slots=True)
class RunEnding:
    """What becomes of a run at its end.

    Attributes:
        judge: Grades the end, where the device knows more than its screens show.
        resumable: Whether the device of a run that is not over is left as it is, for a resume.
    """

    judge: Judge | None = None
    resumable: bool = True


class Run:
    """A wired run. `go` walks it to its end; `stop` ends it after the injection in progress."""

    def __init__(
        self,
        agent: Agent,
        eyes: Eyes,
        log: RunLog,
        closing: ResourceClosers,
        first: Screen | None,
        about: RunInfo,
        ending: RunEnding,
    ) -> None:
        self._agent, self._eyes, self._log, self._closing, self._first = agent, eyes, log, closing, first
        self._ending = ending
        self.about = about
        """What is told of it beside its result."""
        self.calls: Mapping[str, int] = {}
        """How many requests each role has made in all, once the run has ended."""
        self.graded: Graded | None = None
        """What the judge said, once the run has ended."""
        self.left: Lease | None = None
        """How to find the device that was left as it is, for a resume; None where it was closed, or cannot be found."""

    @property
    def id(self) -> str:
        """The run's name in the journal."""
        return self._log.run

    @property
    def head(self) -> RunHead:
        """What it was begun with."""
        return self._log.head

    @property
    def device(self) -> Device:
        return self._eyes.device

    def stop(self) -> None:
        """Ends the run after the injection in progress; it can be resumed. Safe from a signal handler.

        A model that is being asked is not waited for: nothing has been injected yet.
        """
        self._agent.request_stop()
        # In a thread of its own: the thread that a signal interrupts may hold the very locks that closing needs.
        threading.Thread(target=self._closing.model, name="sextant-stop", daemon=True).start()

    def go(self) -> Episode:
        """Walks to the end. The device is closed where the run is over, and left to be resumed where it is not."""
        over = not self._ending.resumable
        try:
            episode = self._agent.run(self._look, self._release)
            self._grade(episode)
            self.calls = self._log.calls()
            over = over or episode.status in OVER or untouched(self._log)
            return episode
        finally:
            self._release_device(over)

    def _release(self, episode: Episode) -> None:
        """Once the end is on record, no resume takes the device up: killed from now on, it must not wait for one."""
        device = self._eyes.device
        if isinstance(device, LeasedDevice) and (episode.status in OVER or not self._ending.resumable):
            device.release()

    def _grade(self, episode: Episode) -> None:
        """External truth goes on record beside the episode, never into it."""
        self.graded = None if self._ending.judge is None else self._ending.judge(episode)
        if self.graded is not None:
            self._log.note("graded", asdict(self.graded))

    def _look(self) -> Screen:
        screen = self._first or self._eyes.look()
        self._log.saw(screen)
        return screen

    def _release_device(self, over: bool) -> None:
        try:
            if over:
                self._eyes.device.close()
            else:
                self._eyes.device.detach()
                self.left = self._eyes.device.lease()
        finally:
            self._closing.everything()
            self._log.close()
