"""What an episode inside a bench runs with: devices that outlive a run, a clock, actors, and runs to their end."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sextant.assembly import Hooks, Run, RunRequest, build_run, open_journal, resume_run
from sextant.assembly.run import ActorKind
from sextant.devices.wrapper import DeviceWrapper
from sextant.errors import NeedsPerson
from sextant.journal import Start
from sextant.protocols import Actor, Device, Person
from sextant.settings import Settings
from sextant.types.decisions import Brief, Decision, Objection, Profile
from sextant.types.devices import Intent, Lease
from sextant.types.events import Aside
from sextant.types.screens import Screen
from sextant.types.snapshots import Snapshot
from sextant.types.tasks import Episode, Task
from sextant.types.transitions import Transition

__all__ = [
    "ActorBetween",
    "AskedClock",
    "Bystander",
    "CountingActor",
    "KeptDevice",
    "NoJournal",
    "as_given",
    "in_place",
    "play_on",
    "play_through",
    "wired_on",
]


class KeptDevice(DeviceWrapper):
    """A device that stays open when the run is over, for the bench to look at."""

    def lease(self) -> Lease | None:
        return None

    def detach(self) -> None:
        """Stays open."""

    def close(self) -> None:
        """Stays open."""


class AskedClock:
    """Moves a millisecond whenever it is asked: a twin takes no time, and nothing waits for it."""

    def __init__(self) -> None:
        self._now = 1_700_000_000.0

    def __call__(self) -> float:
        self._now += 0.001
        return self._now


class Bystander:
    """Allows everything: in a world nothing is real, and what an act costs is what the grade says of it."""

    attended = True

    def allow(self, question: str, detail: str) -> bool:
        del question, detail
        return True

    def happened(self, what: str, detail: str) -> bool | None:
        del what, detail

    def take_over(self, reason: str) -> bool:
        del reason
        return False


class NoJournal:
    """Keeps nothing: what is graded at once is never resumed."""

    def intend(self, intent: Intent, before: Screen) -> None:
        del intent, before

    def commit(self, transition: Transition, snapshot: Snapshot, asides: Sequence[Aside] = ()) -> None:
        del transition, snapshot, asides

    def permission(self, question: str, answer: bool, by: str, detail: str = "") -> None:
        del question, answer, by, detail

    def note(self, kind: str, data: Mapping[str, object]) -> None:
        del kind, data

    def finish(self, episode: Episode) -> None:
        del episode


class CountingActor:
    """Base of actors that carry out a list: all they know is how many of its acts were carried out."""

    profile: Profile = "full"
    done: int = 0

    def observe(self, transition: Transition) -> None:
        self.done += bool(transition.attempts and not transition.interrupt)

    def snapshot(self) -> Any:
        return self.done

    def restore(self, state: Any) -> None:
        self.done = int(state)


class ActorBetween:
    """Passes everything on to the actor behind it. Subclasses change what they are about."""

    def __init__(self, actor: Actor) -> None:
        self._actor = actor

    @property
    def profile(self) -> Profile:
        return self._actor.profile

    def decide(self, brief: Brief, objections: Sequence[Objection] = (), rejected: Decision | None = None) -> Decision:
        return self._actor.decide(brief, objections, rejected)

    def observe(self, transition: Transition) -> None:
        self._actor.observe(transition)

    def snapshot(self) -> Any:
        return self._actor.snapshot()

    def restore(self, state: Any) -> None:
        self._actor.restore(state)


def in_place(device: Device) -> Callable[[Device], Device]:
    """A probe that puts the bench's own device in the place of the one that was named."""

    def put(made: Device) -> Device:
        made.close()
        return device

    return put


def as_given(x: float, y: float, screen: Screen) -> tuple[float, float]:
    """Points of a model that need no conversion."""
    del screen
    return x, y


def wired_on(
    device: Device, goal: str, settings: Settings, person: Person, hooks: Hooks, actor: ActorKind = "model"
) -> Run:
    """A run, not begun yet, on a device that is open and stays so."""
    task = Task(goal, policy=settings.policy)
    log = open_journal(settings, hooks.clock).begin(task, Start(device.name, actor, {}, None))
    from sextant.assembly.wire import Wiring  # it imports half of the project

    return Wiring(settings, person, hooks, task, actor).wire(KeptDevice(device), log, settings.budget)


def play_on(
    device: Device, goal: str, settings: Settings, person: Person, hooks: Hooks, actor: ActorKind = "model"
) -> Episode:
    """One run on a device that is open, and stays so."""
    return wired_on(device, goal, settings, person, hooks, actor).go()


def play_through(
    request: RunRequest, settings: Settings, person: Person, hooks: Hooks, most: int
) -> tuple[Episode, int]:
    """A run that is taken up again, `most` times, wherever its connection broke, and how often that was.

    Where a person is wanted for that, the run ends with the question.
    """
    run = build_run(request, settings, person, hooks)
    episode, resumed = run.go(), 0
    while episode.status == "device_fault" and resumed < most:
        resumed += 1
        try:
            episode = resume_run(run.id, settings, person, hooks).go()
        except NeedsPerson as asked:
            return replace(episode, status="needs_person", reason=str(asked), agent_claimed=""), resumed
    return episode, resumed
