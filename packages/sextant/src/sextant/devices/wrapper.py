"""Base of devices that wrap another device."""

from sextant.protocols import AnswerReporter, Device, EffectReporter, TouchLocator
from sextant.types.actions import Gesture
from sextant.types.devices import Injection, Lease, Opened
from sextant.types.effects import ObservedEffect
from sextant.types.geometry import Point, Size
from sextant.types.screens import Observation

__all__ = ["DeviceWrapper", "innermost"]


class DeviceWrapper:
    """Passes everything on to the wrapped device. Subclasses override what they change."""

    def __init__(self, inner: Device) -> None:
        self._inner = inner

    @property
    def behind(self) -> Device:
        """The wrapped device."""
        return self._inner

    @property
    def name(self) -> str:
        return self._inner.name

    @property
    def size(self) -> Size:
        return self._inner.size

    def open(self) -> Opened:
        return self._inner.open()

    def look(self, picture: bool = True) -> Observation:
        return self._inner.look(picture)

    def perform(self, gesture: Gesture, intent: str = "") -> Injection:
        return self._inner.perform(gesture, intent)

    def injected(self, intent: str) -> bool | None:
        return self._inner.injected(intent)

    def touched(self, intent: str) -> Point | None:
        return self._inner.touched(intent) if isinstance(self._inner, TouchLocator) else None

    def effects(self) -> tuple[ObservedEffect, ...]:
        return self._inner.effects() if isinstance(self._inner, EffectReporter) else ()

    def answered(self, effects: tuple[ObservedEffect, ...]) -> tuple[ObservedEffect, ...]:
        return self._inner.answered(effects) if isinstance(self._inner, AnswerReporter) else effects

    def lease(self) -> Lease | None:
        return self._inner.lease()

    def detach(self) -> None:
        self._inner.detach()

    def close(self) -> None:
        self._inner.close()


def innermost(device: Device) -> Device:
    """Return the device inside all wrappers: only that one can have a write gate."""
    while isinstance(device, DeviceWrapper):
        device = device.behind
    return device
