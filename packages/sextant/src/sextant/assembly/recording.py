"""Records what a person does on a device as a run, and draws the map meanwhile."""

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace

from sextant.assembly.devices import open_device, origins_of
from sextant.assembly.maps import map_name, open_maps
from sextant.assembly.privacy import RedactingPerceiver, known_secrets
from sextant.assembly.run import Hooks
from sextant.dataclass import dataclass
from sextant.errors import UsageError
from sextant.execution import ScreenObserver
from sextant.execution.person_recorder import PersonRecorder
from sextant.journal import RunLog, RunStore, Start
from sextant.perception.perceive import Perceiver
from sextant.protocols import Device, HandoverDevice, PersonWatcher
from sextant.settings import Settings
from sextant.settings.credentials import offered, without_credentials
from sextant.types.decisions import PERSON
from sextant.types.tasks import Episode, EpisodeStatus, Task
from sextant.types.transitions import Transition
from sextant.utg.store import AppMap

__all__ = ["RecordRequest", "RecordedRun", "record"]

_DONE = "Do the task on the device"


@dataclass(frozen=True, slots=True)
class RecordRequest:
    """The device that a person uses, and what for."""

    target: str
    goal: str = ""
    headed: bool = False
    """Whether the browser is shown in a window."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "target", without_credentials(self.target))


@dataclass(frozen=True, slots=True)
class RecordedRun:
    """A recorded run. `unread` counts gestures that are no action; `ended_by` says why the device went away."""

    episode: Episode
    transitions: tuple[Transition, ...]
    device: str
    unread: int = 0
    ended_by: str = ""


def record(
    request: RecordRequest,
    settings: Settings,
    journal: RunStore,
    ended: Callable[[], bool],
    hooks: Hooks | None = None,
) -> RecordedRun:
    """Open the device, let a person act on it until `ended`, and store what they did as a run of the actor `person`.

    The last step claims that the person arrived. Writes of the app are let through and recorded.

    Raises:
        UsageError: The device cannot tell what a person does.
        DeviceUnreachable: It cannot be opened, or its input cannot be read.
    """
    hooks, settings = hooks or Hooks(), offered(settings, request.target)
    own = replace(
        settings,
        browser=replace(settings.browser, headed=settings.browser.headed or request.headed),
        policy=replace(settings.policy, writes="observe", leave="allow"),
    )
    device = open_device(request.target, own, clock=hooks.clock)
    if not isinstance(device, PersonWatcher):
        raise UsageError(
            f"{request.target!r} cannot tell what a person does on it.",
            "Record on web:URL or android:SERIAL; sextant bridge serves a world as an Android device.",
        )
    try:
        for note in device.open().notes:
            hooks.on_note(note)
        policy = replace(own.policy, origins=origins_of(own, request.target))
        task = Task(request.goal or f"what a person did on {request.target}", policy=policy)
        with journal.begin(task, Start(request.target, PERSON, {})) as log:
            return _Recording(device, own, hooks, log).go(task, ended)
    finally:
        device.close()


class _Recording:
    """One recording on an open device."""

    def __init__(self, device: Device, settings: Settings, hooks: Hooks, log: RunLog) -> None:
        self._device, self._settings, self._hooks, self._log = device, settings, hooks, log
        self._steps: list[Transition] = []
        self._map: AppMap | None = None

    def go(self, task: Task, ended: Callable[[], bool]) -> RecordedRun:
        device, hooks = self._device, self._hooks
        observer = ScreenObserver(device, RedactingPerceiver(Perceiver(), known_secrets(self._settings)))
        given = device.hand_over(_DONE) if isinstance(device, HandoverDevice) else nullcontext(_DONE)
        assert isinstance(device, PersonWatcher)
        began = hooks.clock()
        with open_maps(self._settings) as store, device.watch() as feed:
            recorder = PersonRecorder(observer, feed, self._log, hooks.clock, self._on_step)
            first = recorder.first()
            self._log.record_screen(first)
            self._map = store.map(map_name(device.name) or first.app)
            self._map.see(first)
            with given as told:
                hooks.on_note(told)
                lost = recorder.follow(ended)
            recorder.claim()
        status: EpisodeStatus = "success" if self._steps else "interrupted"
        reason = lost or ("recorded from a person" if self._steps else "the person did nothing")
        claimed = "complete" if self._steps else ""
        counters = {"unrecorded": recorder.unread} if recorder.unread else {}
        episode = Episode(
            *(self._log.run, task, status, claimed, recorder.steps, "", reason),
            seconds=hooks.clock() - began,
            counters=counters,
        )
        self._log.finish(episode)
        return RecordedRun(episode, tuple(self._steps), device.name, recorder.unread, lost)

    def _on_step(self, step: Transition) -> None:
        self._steps.append(step)
        if self._map is not None:
            self._map.observe(step)
        self._hooks.on_step(step)
