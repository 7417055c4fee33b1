"""Serves a world or a web page as an Android device, to which the `adb` client can connect."""

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
"""The public key that adb creates for its user."""
WIDTH = 1080
"""Width of the screen in Android pixels, unless a density is given."""


def density_for(size: Size, width: int = WIDTH) -> int:
    """The density (dots per inch) at which a screen of this size is `width` Android pixels wide."""
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
    """Makes a bridge to an open device: a context manager. While it is open, adb clients can connect to its `address`.

    The bridge has a shell, the server of uiautomator2, and the portal of mobilerun. Clients need this user's adb key,
    or a key in the file `keys`. With `everyone`, every user of this machine may connect.

    Raises:
        UsageError: adb has created no key yet; also the errors of `Bridge`.
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
