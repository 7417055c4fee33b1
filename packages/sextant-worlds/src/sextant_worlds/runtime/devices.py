"""Worlds as devices by name, `world:NAME`: what the entry point in `sextant.devices` gives."""

from collections.abc import Callable

from sextant.assembly.devices import capture_for
from sextant.protocols import Device
from sextant.settings import Settings
from sextant.types.geometry import Size
from sextant_worlds.names import find_world
from sextant_worlds.runtime.chromium import ChromiumWorld
from sextant_worlds.twin.device import TwinDevice

__all__ = ["WORLDS", "WorldDevices"]

_IN_CHROMIUM = "+chromium"


class WorldDevices:
    """The twin of a world, or with `+chromium` its page in a browser, where pictures are wanted. See `DeviceKind`."""

    def open(self, name: str, settings: Settings, clock: Callable[[], float]) -> Device:
        if name.endswith(_IN_CHROMIUM):
            return self._in_chromium(name.removesuffix(_IN_CHROMIUM), settings)
        return TwinDevice(find_world(name), clock)

    def map_name(self, name: str) -> str:
        return f"world:{find_world(name.removesuffix(_IN_CHROMIUM)).id}"

    def _in_chromium(self, name: str, settings: Settings) -> Device:
        world = find_world(name)
        size = Size(world.phone.width, world.phone.height)
        capture = capture_for(settings, size, settings.browser.scale_factor, False)
        if capture.scale <= 1.0:
            return ChromiumWorld(world)
        return ChromiumWorld(world, scale_factor=settings.browser.scale_factor, capture=capture)


WORLDS = WorldDevices()
