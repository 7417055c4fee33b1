"""A device and its perception as one: look, and get a `Screen`."""

from sextant.contracts import Device, Perceive
from sextant.types.screens import Screen


class Eyes:
    """Looks at a device through a perceiver."""

    def __init__(self, device: Device, perceive: Perceive) -> None:
        self.device = device
        self._perceive = perceive

    def look(self, picture: bool = True) -> Screen:
        """The screen as it is now."""
        return self._perceive(self.device.look(picture))
