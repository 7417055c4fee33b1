"""What a run happens on, and how it is seen."""

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Protocol, runtime_checkable

from sextant.types.actions import Gesture
from sextant.types.devices import Injection, Lease, Opened
from sextant.types.effects import HeldWrite, ObservedEffect, WriteRuling
from sextant.types.geometry import Point, Size
from sextant.types.pages import PageScript, ReadPage
from sextant.types.person_gestures import PersonGesture
from sextant.types.screens import Observation, Screen
from sextant.types.secrets import ConfirmsSecret
from sextant.types.tasks import Episode, Graded

__all__ = [
    "AnswerReporter",
    "AppCatalog",
    "Device",
    "DeviceClock",
    "EffectReporter",
    "GatedDevice",
    "GestureFeed",
    "HandoverDevice",
    "LeasedDevice",
    "PageReader",
    "Perceive",
    "PersonWatcher",
    "RunGrader",
    "SecretKeeper",
    "TouchLocator",
    "WriteAuthority",
]


@runtime_checkable
class Device(Protocol):
    """A screen that can be looked at and touched.

    Methods are synchronous and thread-safe, and work inside a running asyncio loop. Each returns within its
    deadline or raises `DeviceFault`. A device never decides whether an act worked.
    """

    @property
    def name(self) -> str:
        """As a user writes it: `web:http://…`, `android:emulator-5554`."""
        ...

    @property
    def size(self) -> Size:
        """The viewport in pixels."""
        ...

    def open(self) -> Opened:
        """Brings the device up, or finds the leased one again. Idempotent.

        Raises:
            DeviceUnreachable: It cannot be opened; the message says why and what to do.
        """
        ...

    def look(self, picture: bool = True) -> Observation:
        """Describes what is shown now, without changing it."""
        ...

    def perform(self, gesture: Gesture, intent: str = "") -> Injection:
        """Injects one gesture, once, and waits until its effects have settled or the deadline passed.

        It never repeats an injection. `intent` marks the injection for `injected`. A touch that says what it is
        `meant` for follows that to where it stands by now; where it is not there or not free, nothing is injected, and
        the account says why (`untouched`). A device that cannot tell touches the point.
        """
        ...

    def injected(self, intent: str) -> bool | None:
        """Whether the gesture of that intention reached the app: True, False, or None where nobody can tell."""
        ...

    def lease(self) -> Lease | None:
        """How to find this device again after a crash; None where it cannot be found again.

        Whoever asks comes back: from the next call on, by when it is written down, the device waits for them.
        """
        ...

    def detach(self) -> None:
        """Lets go and leaves the device as it is, for a later resume."""
        ...

    def close(self) -> None:
        """Ends the device and frees what it holds. Idempotent."""
        ...


@runtime_checkable
class LeasedDevice(Protocol):
    """A device that waits for a resume by itself, for a while. Optional: ask with `isinstance`."""

    def release(self) -> None:
        """The run is about to end, so nobody comes back: if this process dies, the device ends as well.

        The device stays usable. A failure is no error: the device then waits for nobody until its lease expires.
        """
        ...


@runtime_checkable
class HandoverDevice(Protocol):
    """A device that a person can be given. Optional: ask with `isinstance`."""

    def hand_over(self, reason: str) -> AbstractContextManager[str]:
        """Within it the person has the device. Gives what to tell them: the reason, and where they can work on it."""
        ...


class GestureFeed(Protocol):
    """The gestures of a person, in their order."""

    def next(self, seconds: float) -> PersonGesture | None:
        """The next one, waited for at most so long; None where there was none.

        Text that is typed is one `TypeText` with the whole content of the field, told again when it has grown. Its text
        is empty where the device knows that keys were pressed, and not which.

        Raises:
            DeviceLost: The device went away.
        """
        ...


@runtime_checkable
class PersonWatcher(Protocol):
    """A device that sees what a person does on it. Optional: ask with `isinstance`."""

    def watch(self) -> AbstractContextManager[GestureFeed]:
        """Within it the person's gestures are collected. The content of private fields is never told."""
        ...


@runtime_checkable
class PageReader(Protocol):
    """A device that reads pages without showing them. Optional: ask with `isinstance`."""

    def read_ahead(self, addresses: Sequence[str], scripted: bool = False) -> None:
        """Begins to read the pages at some addresses in the background, in the app's own session. Returns at once.

        `scripted`: as their scripts build them, not as they are served.
        """
        ...

    def pages_read(self) -> tuple[ReadPage, ...]:
        """The pages that came since the last call."""
        ...

    def scripts(self) -> tuple[PageScript, ...] | None:
        """The scripts that the page had loaded at the first call, which begins to collect them; None until then."""
        ...


@runtime_checkable
class DeviceClock(Protocol):
    """A device whose clock is known. Optional: ask with `isinstance`."""

    def now(self) -> datetime:
        """Date and time on the device, with its zone where it has one. Nothing that an app says is in it."""
        ...


@runtime_checkable
class TouchLocator(Protocol):
    """A device that knows where its touches arrive. Optional: ask with `isinstance`."""

    def touched(self, intent: str) -> Point | None:
        """Where on its screen the app was given the touch of that intention, in pixels.

        None for what is no touch, for what never arrived, and where it is not known.
        """
        ...


@runtime_checkable
class AppCatalog(Protocol):
    """A device that knows which apps it can open. Optional: ask with `isinstance`."""

    def apps(self) -> Sequence[str]:
        """The names under which `LaunchApp` finds them: what a launcher shows, then ids."""
        ...


@runtime_checkable
class EffectReporter(Protocol):
    """A device that sees what an app writes. Optional: ask with `isinstance`."""

    def effects(self) -> tuple[ObservedEffect, ...]:
        """The writes seen since the last call, in their order."""
        ...


@runtime_checkable
class AnswerReporter(Protocol):
    """A device whose effects may be answered after `effects` gave them. Optional: ask with `isinstance`."""

    def answered(self, effects: tuple[ObservedEffect, ...]) -> tuple[ObservedEffect, ...]:
        """The effects given since the last call of this, with the answers that came since; later ones are dropped.

        An effect that did not leave after all is missing.
        """
        ...


class WriteAuthority(Protocol):
    """Decides about writes that a gate holds. Called on a thread of its own; it may take as long as a model takes."""

    def decide(self, writes: Sequence[HeldWrite]) -> Iterator[tuple[HeldWrite, WriteRuling]]:
        """Each of the writes that wait at the same time, with its ruling as soon as that is known, in any order."""
        ...


@runtime_checkable
class GatedDevice(EffectReporter, Protocol):
    """A device with a write gate. Optional: ask with `isinstance`."""

    def authorise(self, authority: WriteAuthority) -> None:
        """From now on `authority` decides about what the gate holds in mode `ask`. Until then it is held."""
        ...


@runtime_checkable
class SecretKeeper(Protocol):
    """A device that knows where secrets belong, and keeps them back elsewhere. Optional: ask with `isinstance`."""

    def confirm_secrets(self, confirm: ConfirmsSecret) -> None:
        """From now on `confirm` is asked about a secret that does not belong where it is to be typed."""
        ...


@runtime_checkable
class RunGrader(Protocol):
    """A device that comes with a task and knows whether it is done. Optional: ask with `isinstance`."""

    @property
    def goal(self) -> str:
        """The task, as its user words it."""
        ...

    def grade(self, episode: Episode) -> Graded | None:
        """External truth about the end of a run, while the device is open; None where it cannot be told.

        Raises:
            DeviceFault: The device cannot be read.
        """
        ...


class Perceive(Protocol):
    """Observation to `Screen`. Stateful only in counting looks."""

    def __call__(self, observation: Observation) -> Screen: ...
