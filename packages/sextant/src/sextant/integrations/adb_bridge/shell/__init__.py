"""The shell of the phone: `Shell` runs command lines over `Phone` and `Files`."""

from sextant.integrations.adb_bridge.shell.session import Shell

__all__ = ["Shell"]
