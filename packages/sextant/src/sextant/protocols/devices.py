"""Interfaces of devices, of their optional abilities, and of perception."""

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
    """A device that can be observed and touched.

    Methods are synchronous and thread-safe, and work inside a running asyncio loop. Each returns within its
    deadline or raises `DeviceFault`. A device never decides whether an act worked.
    """

    @property
    def name(self) -> str:
        """The name as users write it: `web:http://…`, `android:emulator-5554`."""
        ...

    @property
    def size(self) -> Size:
        """The viewport in pixels."""
        ...

    def open(self) -> Opened:
        """Opens the device, or reconnects to the leased one. Idempotent.

        Raises:
            DeviceUnreachable: It cannot be opened; the message says why and what to do.
        """
        ...

    def look(self, picture: bool = True) -> Observation:
        """Observes the screen without changing it."""
        ...

    def perform(self, gesture: Gesture, intent: str = "") -> Injection:
        """Injects one gesture, once, and waits until its effects have settled or the deadline passed.

        It never repeats an injection. `intent` marks the injection for `injected`. A touch with a `meant` element
        follows that element to its present position. If the element is missing or covered, nothing is injected, and
        the report says why (`untouched`). A device that cannot check this touches the point.
        """
        ...

    def injected(self, intent: str) -> bool | None:
        """Whether the gesture of that intention reached the app; None if unknown."""
        ...

    def lease(self) -> Lease | None:
        """The data by which this device is found again after a crash; None if it cannot be found.

        From the next call on, the device waits for a resume, because the lease is stored by then.
        """
        ...

    def detach(self) -> None:
        """Disconnects and leaves the device unchanged, for a later resume."""
        ...

    def close(self) -> None:
        """Ends the device and frees its resources. Idempotent."""
        ...


@runtime_checkable
class LeasedDevice(Protocol):
    """Optional: a device that waits for a resume for a limited time. Check with `isinstance`."""

    def release(self) -> None:
        """Ends the waiting for a resume: if this process dies from now on, the device ends as well.

        The device stays usable. A failure is no error: the device then waits until its lease expires.
        """
        ...


@runtime_checkable
class HandoverDevice(Protocol):
    """Optional: a device that a person can take over. Check with `isinstance`."""

    def hand_over(self, reason: str) -> AbstractContextManager[str]:
        """A context in which the person controls the device. It yields the reason and where to act, as text."""
        ...


class GestureFeed(Protocol):
    """The gestures of a person, in their order."""

    def next(self, seconds: float) -> PersonGesture | None:
        """Waits at most so long for the next gesture; None if there was none.

        Typed text is one `TypeText` with the whole content of the field, reported again when it has grown. Its text is
        empty if the device does not know which keys were pressed.

        Raises:
            DeviceLost: The device went away.
        """
        ...


@runtime_checkable
class PersonWatcher(Protocol):
    """Optional: a device that records the gestures of a person. Check with `isinstance`."""

    def watch(self) -> AbstractContextManager[GestureFeed]:
        """A context in which gestures of the person are collected, without contents of private fields."""
        ...


@runtime_checkable
class PageReader(Protocol):
    """Optional: a device that reads pages in the background. Check with `isinstance`."""

    def read_ahead(self, addresses: Sequence[str], scripted: bool = False) -> None:
        """Starts reading pages in the background, in the session of the app. Returns at once.

        `scripted`: as built by their scripts, instead of as served.
        """
        ...

    def pages_read(self) -> tuple[ReadPage, ...]:
        """The pages that arrived since the last call."""
        ...

    def scripts(self) -> tuple[PageScript, ...] | None:
        """The scripts of the page at the first call, which starts collecting them; None until they are there."""
        ...


@runtime_checkable
class DeviceClock(Protocol):
    """Optional: a device with a known clock. Check with `isinstance`."""

    def now(self) -> datetime:
        """The time of the device, with its zone if it has one; independent of the app."""
        ...


@runtime_checkable
class TouchLocator(Protocol):
    """Optional: a device that reports where its touches arrive. Check with `isinstance`."""

    def touched(self, intent: str) -> Point | None:
        """The point at which the app received the touch of that intention, in pixels; None if unknown or no touch."""
        ...


@runtime_checkable
class AppCatalog(Protocol):
    """Optional: a device that lists the apps that it can open. Check with `isinstance`."""

    def apps(self) -> Sequence[str]:
        """The names for `LaunchApp`: those on the launcher, then ids."""
        ...


@runtime_checkable
class PackageCatalog(Protocol):
    """Optional: a device that knows the packages of its apps. Check with `isinstance`."""

    def packages(self) -> Sequence[str]:
        """The packages of the apps on the launcher."""
        ...


@runtime_checkable
class EffectReporter(Protocol):
    """Optional: a device that reports the writes of an app. Check with `isinstance`."""

    def effects(self) -> tuple[ObservedEffect, ...]:
        """The writes since the last call, in order."""
        ...


@runtime_checkable
class AnswerReporter(Protocol):
    """Optional: a device that reports late answers to effects. Check with `isinstance`."""

    def answered(self, effects: tuple[ObservedEffect, ...]) -> tuple[ObservedEffect, ...]:
        """These effects with the answers that arrived since they were reported; later answers are dropped.

        An effect that was not sent after all is left out.
        """
        ...


class WriteAuthority(Protocol):
    """Decides about held writes. It runs on its own thread and may take as long as a model call."""

    def decide(self, writes: Sequence[HeldWrite]) -> Iterator[tuple[HeldWrite, WriteRuling]]:
        """Yields each of the writes with its ruling, in any order, as soon as the ruling is known."""
        ...


@runtime_checkable
class GatedDevice(EffectReporter, Protocol):
    """Optional: a device with a write gate. Check with `isinstance`."""

    def authorise(self, authority: WriteAuthority) -> None:
        """Sets the authority for writes in mode `ask`. Until then the gate holds them."""
        ...


@runtime_checkable
class SecretKeeper(Protocol):
    """Optional: a device that types secrets only where they belong. Check with `isinstance`."""

    def confirm_secrets(self, confirm: ConfirmsSecret) -> None:
        """Sets the function that is asked before a secret is typed where it does not belong."""
        ...


@runtime_checkable
class RunGrader(Protocol):
    """Optional: a device that has a task and grades it. Check with `isinstance`."""

    @property
    def goal(self) -> str:
        """The task in words."""
        ...

    def grade(self, episode: Episode) -> Graded | None:
        """Grades the end of a run while the device is open; None if it cannot.

        Raises:
            DeviceFault: The device cannot be read.
        """
        ...


class Perceive(Protocol):
    """Converts an observation to a `Screen`. Its only state is the number of observations."""

    def __call__(self, observation: Observation) -> Screen: ...
