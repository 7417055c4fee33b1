"""The shell of the phone: `Shell` runs command lines on a `BridgedPhone` and its `Files`."""

from sextant.integrations.adb_bridge.shell.session import Shell

__all__ = ["Shell"]
