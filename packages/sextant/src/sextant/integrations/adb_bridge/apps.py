"""The apps of a device as Android packages: `world:shop` is `sextant.app.shop`, a page `sextant.web.localhost_8000`."""

import re
from collections.abc import Sequence
from urllib.parse import urlsplit

from sextant.dataclass import dataclass
from sextant.devices.wrapper import innermost
from sextant.protocols import AppCatalog, Device
from sextant.types.screens import Observation

__all__ = ["LAUNCHER", "Component", "InstalledApp", "component_of", "installed_apps"]

_APP = "sextant.app."
_WEB = "sextant.web."


@dataclass(frozen=True, slots=True)
class Component:
    """The component in front: package, activity, the dialogs over it as fragments, and the data of its intent."""

    package: str
    activity: str
    """With its leading dot, below the package: `.ItemActivity`."""
    fragments: tuple[str, ...] = ()
    data: str = ""

    def __str__(self) -> str:
        return f"{self.package}/{self.activity}"


LAUNCHER = Component("sextant.launcher", ".LauncherActivity")
"""The component in front while the home screen is shown."""


@dataclass(frozen=True, slots=True)
class InstalledApp:
    """One package with a launcher entry. `name` is its name for the action `LaunchApp`."""

    package: str
    label: str
    name: str
    activity: str = ".MainActivity"


def installed_apps(device: Device) -> tuple[InstalledApp, ...]:
    """The apps that the device can open; if it has no list of apps, one app for its page."""
    catalog = innermost(device)
    names = tuple(catalog.apps()) if isinstance(catalog, AppCatalog) else ()
    if not names:
        seen = device.look(picture=False)
        return (InstalledApp(package_of(seen.app), seen.title or seen.app, seen.app),)
    half = len(names) // 2
    paired = len(names) % 2 == 0 and half and all(_is_id(name) for name in names[half:])
    rows: Sequence[tuple[str, str]] = tuple(zip(names[:half], names[half:], strict=True)) if paired else ()
    return tuple(InstalledApp(package_of(name), label, name) for label, name in rows or zip(names, names, strict=True))


def component_of(seen: Observation) -> Component:
    """The foreground component of an observation, in Android's notation."""
    component = seen.facts.get("component", "")
    if not component:
        return Component(package_of(seen.app), ".PageActivity", data=seen.location)
    app, _, rest = component.partition("/")
    page, *over = rest.split("+")
    if app == "launcher":
        return LAUNCHER
    return Component(
        package_of(app),
        f".{_camel(page) or 'Main'}Activity",
        tuple(f"{_camel(name)}Fragment" for name in over),
        seen.facts.get("instance", ""),
    )


def package_of(app: str) -> str:
    """The package name of an app, made of the origin of its page or of its id. Each segment begins with a letter."""
    if "://" in app:
        parts = urlsplit(app)
        host = (parts.hostname or "page") + (f"_{parts.port}" if parts.port else "")
        return _WEB + _segment(host)
    return _APP + _segment(app)


def _segment(text: str) -> str:
    plain = re.sub(r"[^a-z0-9_]+", "_", text.casefold()).strip("_")
    return plain if plain[:1].isalpha() else f"h{plain}"


def _camel(text: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in re.split(r"[^A-Za-z0-9]+", text) if part)


def _is_id(name: str) -> bool:
    return re.fullmatch(r"[a-z][a-z0-9_.-]*", name) is not None
