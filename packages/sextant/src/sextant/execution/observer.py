"""A device and its perception as one: look, and get a `Screen`."""

from sextant.protocols import AnswerReporter, Device, EffectReporter, Perceive
from sextant.types.effects import ObservedEffect
from sextant.types.screens import Screen


class Eyes:
    """Looks at a device through a perceiver."""

    def __init__(self, device: Device, perceive: Perceive) -> None:
        self.device = device
        self._perceive = perceive
        self._reports = device if isinstance(device, EffectReporter) else None

    def look(self, picture: bool = True) -> Screen:
        """The screen as it is now."""
        return self._perceive(self.device.look(picture))

    def effects(self) -> tuple[ObservedEffect, ...]:
        """The writes that the device saw since the last call; none where it sees none."""
        return () if self._reports is None else self._reports.effects()

    def answered(self, effects: tuple[ObservedEffect, ...]) -> tuple[ObservedEffect, ...]:
        """These effects with the answers that came since they were told."""
        return self.device.answered(effects) if isinstance(self.device, AnswerReporter) else effects
