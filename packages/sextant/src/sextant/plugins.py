"""Plug-ins: devices and commands of the project's other packages, found by entry points.

Groups: `sextant.devices` names kinds of devices (`world`), each a `DeviceKind`; `sextant.commands` names groups of
commands, each a function that adds them to the Typer application.
"""

from collections.abc import Callable, Mapping
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any, Protocol, cast

from sextant.errors import MissingExtra, SextantError, UsageError

if TYPE_CHECKING:  # keeps the start of the command line fast
    from sextant.protocols import Device
    from sextant.settings import Settings

__all__ = ["BROUGHT", "DeviceKind", "add_commands", "brings_commands", "device_kind", "find_device_kind", "unavailable"]

BROUGHT: Mapping[str, tuple[str, str]] = {"world": ("sextant-worlds", "worlds")}
"""By entry point, the package that provides it, and the extra that installs that package."""


class DeviceKind(Protocol):
    """Devices of one kind, named `KIND:NAME`."""

    def open(self, name: str, settings: "Settings", clock: Callable[[], float]) -> "Device":
        """Create the device of that name, not yet opened.

        Raises:
            UsageError: There is none.
        """
        ...

    def map_name(self, name: str) -> str:
        """Return the name of its map: equal for equal apps, whatever the device is called.

        Raises:
            UsageError: There is no such device.
        """
        ...


def find_device_kind(kind: str) -> DeviceKind | None:
    """Return the device kind; None if no installed package provides it."""
    return cast("DeviceKind | None", _load("sextant.devices", kind))


def device_kind(kind: str) -> DeviceKind | None:
    """Return the device kind; None if it is unknown.

    Raises:
        MissingExtra: A known package provides it, and is not installed.
    """
    found = find_device_kind(kind)
    if found is None and kind in BROUGHT:
        raise unavailable(kind)
    return found


def unavailable(name: str) -> SextantError:
    """Return why a known plug-in is unavailable: it is not installed, or cannot be loaded."""
    package, extra = BROUGHT[name]
    if name not in _broken:
        return MissingExtra(package, extra)
    return UsageError(
        f"{package!r} is installed but cannot be loaded ({_broken[name]}).",
        f"Install a version of {package} that fits this version of sextant, or remove it.",
    )


def add_commands(name: str, app: Any) -> bool:
    """Add a group of commands to a Typer application; False if no installed package provides it."""
    add = _load("sextant.commands", name)
    if add is not None:
        add(app)
    return add is not None


def brings_commands(name: str) -> bool:
    """Whether an installed package provides that group of commands; nothing is loaded."""
    return bool(entry_points(group="sextant.commands", name=name))


_broken: dict[str, str] = {}
"""By entry point, the error of loading it."""
_loaded: dict[tuple[str, str], Any] = {}
"""What was loaded: each look for entry points reads the records of all installed packages."""


def _load(group: str, name: str) -> Any:
    if (group, name) in _loaded:
        return _loaded[group, name]
    for entry in entry_points(group=group, name=name):
        try:
            found = _loaded[group, name] = entry.load()
            return found
        except Exception as problem:  # noqa: BLE001 - whatever a package does when imported, other commands work
            _broken[name] = f"{type(problem).__name__}: {problem}"
    return None
