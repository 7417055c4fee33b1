"""What an episode inside a bench runs with: a device that outlives the run, and a clock that nothing waits for."""

from sextant.devices.between import Between
from sextant.protocols import Device
from sextant.types.devices import Lease

__all__ = ["AskedClock", "KeptDevice"]


class KeptDevice(Between):
    """A device that stays open when the run is over, for the bench to look at."""

    def __init__(self, device: Device) -> None:
        super().__init__(device)

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
