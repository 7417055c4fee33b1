"""A run inside another program's loop: it advances only when its host lets it, and only the host uses the device.

A harness calls an agent once a step, on the thread that owns the environment. The run has a thread of its own. Its
requests to the device become a `LookRequest`, a `GestureRequest` or a `StepEnded`, which the host takes with `next`
and answers.
"""

import threading
from collections.abc import Callable
from dataclasses import replace
from queue import Empty, SimpleQueue
from typing import Protocol

from sextant.assembly import AbsentPerson, Harness, Hooks, Run, RunRequest, build_run, open_journal
from sextant.dataclass import dataclass
from sextant.errors import DeviceLost, UsageError
from sextant.journal import RunLine, line_of
from sextant.settings import Settings
from sextant.types.actions import Gesture
from sextant.types.devices import Injection, Lease, Opened
from sextant.types.geometry import Size
from sextant.types.screens import Observation
from sextant.types.tasks import Episode, Graded
from sextant.types.transitions import Transition

__all__ = ["GestureRequest", "HostedRun", "LookRequest", "RunEnded", "StepEnded"]

_STOP_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class LookRequest:
    """The run needs an observation: answer with `answer_look`. `picture`: whether it needs a picture."""

    picture: bool


@dataclass(frozen=True, slots=True)
class GestureRequest:
    """The run needs a gesture executed: answer with `answer_gesture`."""

    gesture: Gesture


@dataclass(frozen=True, slots=True)
class StepEnded:
    """A step is over: answer with `answer_step` when the next may begin."""

    transition: Transition


@dataclass(frozen=True, slots=True)
class RunEnded:
    """The run has ended, or could not begin."""

    episode: Episode | None
    error: BaseException | None = None


HostRequest = LookRequest | GestureRequest | StepEnded | RunEnded


class Begin(Protocol):
    """As `build_run`: returns an assembled run with its device open."""

    def __call__(self, request: RunRequest, settings: Settings, person: AbsentPerson, hooks: Hooks) -> Run: ...


class HostedRun:
    """One run with a goal on the host's device.

    Args:
        goal: The goal, in words.
        device: Name of the device in the record: `androidworld:emulator`.
        size: The screen in pixels.
        settings: Model, preset, budget, policy.
        harness: The task's name and seed, for the run's line.
        hooks: Further hooks for tests and studies; `on_step` is set by this class.
        begin: As `build_run`.
    """

    def __init__(
        self,
        goal: str,
        device: str,
        size: Size,
        settings: Settings,
        *,
        harness: Harness | None = None,
        hooks: Hooks | None = None,
        begin: Begin = build_run,
    ) -> None:
        self._settings, self._begin, self._hooks = settings, begin, hooks or Hooks()
        self._asked: SimpleQueue[HostRequest] = SimpleQueue()
        self._answers: SimpleQueue[Observation | Injection | None] = SimpleQueue()
        self._run: Run | None = None
        self._waits, self._left, self._over = False, False, RunEnded(None)
        own = _HostedDevice(device, size, self._ask)
        self._request = RunRequest(goal, device, harness=replace(harness or Harness(), device=own))
        self._thread = threading.Thread(target=self._work, name="sextant-hosted-run", daemon=True)
        self._thread.start()

    # ------------------------------------------------------------------ the host's side

    def next(self) -> HostRequest:
        """The next request of the run; at the end always `RunEnded`.

        Raises:
            SextantError: The run could not begin.
        """
        if self._waits:
            raise UsageError("The run waits for an answer.", "Call answer_look, answer_gesture or answer_step first.")
        if self._over.episode is not None or self._over.error is not None:
            return self._over
        asked = self._take(None)
        if isinstance(asked, RunEnded) and asked.error is not None:
            raise asked.error
        return asked

    def answer_look(self, observation: Observation) -> None:
        """Answer a `LookRequest`."""
        self._answer(observation)

    def answer_gesture(self, injection: Injection) -> None:
        """Answer a `GestureRequest`."""
        self._answer(injection)

    def answer_step(self) -> None:
        """Answer a `StepEnded`."""
        self._answer(None)

    def stop(self) -> None:
        """End the run: the host's episode is over. Idempotent."""
        self._left = True
        if self._run is not None:
            self._run.stop()
        while self._over.episode is None and self._over.error is None:
            self._answer(None)
            try:
                self._take(_STOP_SECONDS)
            except Empty:
                self._over = RunEnded(
                    None, DeviceLost("The run did not stop in time.", "Check the deadline of its model.")
                )

    def line(self, graded: Graded | None = None) -> RunLine | None:
        """The run's line, with the verdict of the host's judge if given; None where no run began."""
        if self._run is None:
            return None
        with open_journal(self._settings).read(self._run.id) as record:
            return line_of(record, graded)

    def _take(self, seconds: float | None) -> HostRequest:
        asked = self._asked.get(timeout=seconds)
        if isinstance(asked, RunEnded):
            self._over = asked
            self._thread.join(_STOP_SECONDS)
        else:
            self._waits = True
        return asked

    def _answer(self, value: Observation | Injection | None) -> None:
        if self._waits:
            self._waits = False
            self._answers.put(value)

    # ------------------------------------------------------------------ the run's side

    def _ask(self, asked: HostRequest) -> Observation | Injection | None:
        if self._left:
            return None
        self._asked.put(asked)
        return self._answers.get()

    def _work(self) -> None:
        try:
            hooks = replace(self._hooks, on_step=self._stepped)
            run = self._run = self._begin(self._request, self._settings, AbsentPerson(), hooks)
            if self._left:
                run.stop()
            self._asked.put(RunEnded(run.go()))
        except BaseException as error:  # noqa: BLE001 - the host's thread raises it
            self._asked.put(RunEnded(None, error))

    def _stepped(self, transition: Transition) -> None:
        """Wait for the host between steps. A claim is no step of the host's: the run goes on at once."""
        if transition.decision.action.kind not in ("answer", "status", "recall"):
            self._ask(StepEnded(transition))


class _HostedDevice:
    """A `Device` whose requests the host answers, on its own thread."""

    def __init__(self, name: str, size: Size, ask: Callable[[HostRequest], Observation | Injection | None]) -> None:
        self._name, self._size, self._ask = name, size, ask
        self._seen: Observation | None = None

    @property
    def name(self) -> str:
        return self._name

    @property
    def size(self) -> Size:
        return self._size if self._seen is None else self._seen.size

    def open(self) -> Opened:
        return Opened("fresh")

    def look(self, picture: bool = True) -> Observation:
        answer = self._ask(LookRequest(picture))
        if isinstance(answer, Observation):
            self._seen = answer
        return self._seen or Observation("", "", "", self._size, (), condition="app_gone")

    def perform(self, gesture: Gesture, intent: str = "") -> Injection:
        del intent
        answer = self._ask(GestureRequest(gesture))
        return answer if isinstance(answer, Injection) else Injection(0.0, notes=("the host has ended the episode",))

    def injected(self, intent: str) -> bool | None:
        del intent  # unknown

    def lease(self) -> Lease | None:
        return None

    def detach(self) -> None:
        """Do nothing: the device is the host's."""

    def close(self) -> None:
        """Do nothing: the device is the host's."""
