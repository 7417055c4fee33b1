"""A run, its request, and the hooks of its caller."""

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from sextant.assembly.graders import Judge
from sextant.dataclass import dataclass
from sextant.journal import RunHead, RunLog
from sextant.parts import counts_of
from sextant.protocols import Actor, CourseStatus, Device, Guide, Journal, LeasedDevice, Model, Reviewer
from sextant.settings.credentials import without_credentials
from sextant.types.codec import from_plain, to_plain
from sextant.types.devices import Lease
from sextant.types.screens import Screen
from sextant.types.tasks import Episode, EpisodeStatus, Graded
from sextant.types.transitions import Transition

if TYPE_CHECKING:
    from sextant.agent import Agent
    from sextant.execution import ExecutionSettings, ScreenObserver
    from sextant.program import StopEnd

ActorKind = Literal["model", "navigator", "explorer"]

OVER: frozenset[EpisodeStatus] = frozenset({"success", "unverified", "infeasible", "unsure", "blocked", "stuck"})
"""The final statuses. A run with another status can be resumed, and its device is left unchanged."""


CHECKER = "check"
"""The recorded actor name of a run that checks a saved route."""

REOPENED = "reopened"
"""Kind of the note of a leg that did not find its device unchanged."""

_NO_ANSWER = "guide_no_answer"
_ENDING = "ending"
"""Kind of the note of an end whose device no longer waits for a resume."""


@dataclass(frozen=True, slots=True)
class Harness:
    """The parts that a host program passes to its run.

    Attributes:
        task: Its name for the task, shown with `seed` in the list of runs.
        device: Its own device, which `RunRequest.device` only names. Such a run cannot be resumed.
        judge: Grades the end while the device is open.
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
    """Replacements and wrappers for parts of a run, for experiments and own actors."""

    device: Callable[[Device], Device] = lambda device: device
    journal: Callable[[Journal], Journal] = lambda journal: journal
    actor: Callable[[], Actor] | None = None
    execution: "ExecutionSettings | None" = None
    updater: Callable[[], Model] | None = None
    """The model for the guides' own calls, with an own actor."""
    guides: Callable[[tuple[Guide, ...]], tuple[Guide, ...]] = lambda guides: guides
    author: Callable[[], Model] | None = None
    """The model that writes and repairs programs, with an own actor."""
    verifier: Callable[[], Model] | None = None
    """The model that verifies claims, with an own actor."""
    authorizer: Callable[[], Model] | None = None
    """The model that decides about held writes, with an own actor."""
    reviewer: Callable[[Reviewer], Reviewer] = lambda reviewer: reviewer
    recovers: bool = True
    """Whether popups are closed, and a stuck run is rolled back."""


@dataclass(frozen=True, slots=True)
class Hooks:
    """Callbacks for the progress of a run, and its clock and seed."""

    on_step: Callable[[Transition], None] = lambda transition: None  # noqa: ARG005
    on_note: Callable[[str], None] = lambda text: None  # noqa: ARG005
    clock: Callable[[], float] = time.time
    seed: int = 0
    probes: Probes = Probes()


class StepWatch:
    """Passes steps to the observer of a run, and reports once that guides get no answer."""

    def __init__(self, guides: Sequence[Guide], hooks: Hooks) -> None:
        self._guides, self._hooks, self._told = tuple(guides), hooks, False

    def __call__(self, transition: Transition) -> None:
        if not self._told and counts_of(self._guides).get(_NO_ANSWER):
            self._told = True
            self._hooks.on_note(
                "A guide's own call had no usable answer. The run goes on; its counter guide_no_answer says how often."
            )
        self._hooks.on_step(transition)


@dataclass(frozen=True, slots=True)
class RunGuides:
    """The preset and the guides of a run by name, in the order of their sections."""

    preset: str = ""
    guides: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ResourceClosers:
    """Functions that close the model only (from any thread), or all resources of a run. Both are idempotent."""

    model: Callable[[], None]
    everything: Callable[[], None]


def untouched(log: RunLog) -> bool:
    """Whether a run has done nothing, so that its device state need not be found again."""
    return log.steps() == 0 and not log.pending()


def ending_of(log: RunLog) -> Episode | None:
    """The end that a run had come to when it was killed before it had recorded that; None if it had not."""
    notes = log.notes(_ENDING)
    return from_plain(Episode, notes[-1].data["episode"]) if notes else None


@dataclass(frozen=True, slots=True)
class RunInfo:
    """Information about a run besides its result.

    Attributes:
        standing: The status of its course, if the course reports one.
        map_file: The file of the map that the run draws; None if it draws none.
        stops: Returns the results of the stops so far.
        unattended: Whether nobody could be asked.
    """

    beside: RunGuides = RunGuides()
    standing: CourseStatus | None = None
    map_file: Path | None = None
    stops: "Callable[[], tuple[StopEnd, ...]]" = tuple
    unattended: bool = False


@dataclass(frozen=True, slots=True)
class RunEnding:
    """The grading and the resumability of a run.

    Attributes:
        judge: Grades the end; None if the device cannot.
        resumable: Whether the device of an unfinished run is left unchanged for a resume.
    """

    judge: Judge | None = None
    resumable: bool = True


class Run:
    """A run with all its parts. `go` executes it to its end; `stop` ends it after the injection in progress."""

    def __init__(
        self,
        agent: "Agent",
        observer: "ScreenObserver",
        log: RunLog,
        closing: ResourceClosers,
        first: Screen | None,
        about: RunInfo,
        ending: RunEnding,
    ) -> None:
        self._agent, self._observer, self._log, self._closing, self._first = agent, observer, log, closing, first
        self._ending = ending
        self.about = about
        """Information about the run besides its result."""
        self.calls: Mapping[str, int] = {}
        """The number of model requests by role, after the end of the run."""
        self.graded: Graded | None = None
        """The grading, after the end of the run."""
        self.left: Lease | None = None
        """The lease of the device that was left for a resume; None if it was closed or cannot be found again."""

    @property
    def id(self) -> str:
        """The id of the run in the journal."""
        return self._log.run

    @property
    def head(self) -> RunHead:
        """The settings and the request with which the run began."""
        return self._log.head

    @property
    def device(self) -> Device:
        return self._observer.device

    def stop(self) -> None:
        """Ends the run after the injection in progress; it can be resumed. Safe from a signal handler.

        It does not wait for a model call in progress, because nothing has been injected yet.
        """
        self._agent.request_stop()
        # In a thread of its own: the thread that a signal interrupts may hold the very locks that closing needs.
        threading.Thread(target=self._closing.model, name="sextant-stop", daemon=True).start()

    def go(self) -> Episode:
        """Executes the run. At the end, the device is closed if the run is over, else left for a resume."""
        over = not self._ending.resumable
        try:
            if (episode := ending_of(self._log)) is None:
                episode = self._agent.run(self._look, self._release)
                self._grade(episode)
            self.calls = self._log.calls()
            over = over or episode.status in OVER or untouched(self._log)
            return episode
        finally:
            self._release_device(over)

    def _release(self, episode: Episode) -> None:
        """No resume needs the device any more: if this process is killed from now on, the device must not wait.

        A resume then finds the end in a note, because the result is not recorded yet.
        """
        device = self._observer.device
        if isinstance(device, LeasedDevice) and (episode.status in OVER or not self._ending.resumable):
            self._log.note(_ENDING, {"episode": to_plain(Episode, episode)})
            device.release()

    def _grade(self, episode: Episode) -> None:
        """Records the external grading next to the episode, never in it."""
        self.graded = None if self._ending.judge is None else self._ending.judge(episode)
        if self.graded is not None:
            self._log.note("graded", asdict(self.graded))

    def _look(self) -> Screen:
        screen = self._first or self._observer.look()
        self._log.record_screen(screen)
        return screen

    def _release_device(self, over: bool) -> None:
        try:
            if over:
                self._observer.device.close()
            else:
                self._observer.device.detach()
                self.left = self._observer.device.lease()
        finally:
            self._closing.everything()
            self._log.close()
