"""Looks at a device and returns perceived screens."""

from sextant.protocols import AnswerReporter, Device, EffectReporter, Perceive
from sextant.types.effects import ObservedEffect
from sextant.types.screens import Screen


class ScreenObserver:
    """Looks at a device and perceives what it shows."""

    def __init__(self, device: Device, perceive: Perceive) -> None:
        self.device = device
        self._perceive = perceive
        self._reports = device if isinstance(device, EffectReporter) else None

    def look(self, picture: bool = True) -> Screen:
        """The current screen."""
        return self._perceive(self.device.look(picture))

    def effects(self) -> tuple[ObservedEffect, ...]:
        """The writes that the device observed since the last call; empty if it observes none."""
        return () if self._reports is None else self._reports.effects()

    def answered(self, effects: tuple[ObservedEffect, ...]) -> tuple[ObservedEffect, ...]:
        """These effects with the responses that came later."""
        return self.device.answered(effects) if isinstance(self.device, AnswerReporter) else effects
