"""A world or a web page as an Android device that the `adb` client sees."""

from pathlib import Path

from sextant.errors import UsageError
from sextant.integrations.adb_bridge.phone import BridgedPhone, PhoneModel
from sextant.integrations.adb_bridge.portal import Portal
from sextant.integrations.adb_bridge.server import Bridge
from sextant.integrations.adb_bridge.shell import Shell
from sextant.integrations.adb_bridge.uiautomator_server import UiautomatorServer
from sextant.protocols import Device
from sextant.types.geometry import Size

__all__ = ["Bridge", "BridgedPhone", "PhoneModel", "bridge_to", "density_for"]

OWN_KEY = Path("~/.android/adbkey.pub")
"""The public key that adb makes for its user."""
WIDTH = 1080
"""Width of the phone's screen in its own pixels, unless a density is given."""


def density_for(size: Size, width: int = WIDTH) -> int:
    """The density at which a screen of that size is `width` Android pixels wide."""
    return max(80, round(width / size.width * 160))


def bridge_to(
    device: Device,
    port: int = 0,
    *,
    keys: Path | None = None,
    everyone: bool = False,
    host: str = "127.0.0.1",
    model: PhoneModel | None = None,
) -> Bridge:
    """The bridge to an open device: a context manager; adb clients connect to its `address` while it is open.

    The phone has a shell, the server that uiautomator2 talks to, and mobilerun's portal. Only this user's own adb key
    may connect, unless there is a file of `keys`, or `everyone` on this machine may.

    Raises:
        UsageError: adb has made no key yet; and see `Bridge`.
    """
    if keys is None and not everyone:
        keys = OWN_KEY.expanduser()
        if not keys.is_file():
            raise UsageError(
                f"adb has made no key in {str(keys)!r} yet.",
                "Run `adb start-server` once. Or let every user of this machine connect (--everyone).",
            )
    phone = BridgedPhone(device, model or PhoneModel(density=density_for(device.size)))
    shell = Shell(phone, phone.files)
    UiautomatorServer(shell.machine)
    Portal(shell.machine)
    return Bridge(phone, shell, port, keys, host)
