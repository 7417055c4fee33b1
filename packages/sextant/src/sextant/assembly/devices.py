"""Creates a `Device` from its name and the settings, without opening it."""

import re
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from urllib.parse import urlsplit

from sextant.addresses.origins import origin_of
from sextant.devices.browser import BrowserDevice, Capture, Chrome, Deadlines, Phone
from sextant.devices.browser import BrowserOptions as DeviceSettings
from sextant.devices.browser.settings import PermissionPolicy, Position
from sextant.errors import UsageError
from sextant.plugins import device_kind
from sextant.protocols import Device
from sextant.settings import Settings
from sextant.settings.credentials import credentials_of, without_credentials
from sextant.storage import Folder, UnsafePath
from sextant.types.devices import Lease
from sextant.types.geometry import Size

_PLACE = ("geolocation",)
_PHONE, _DENSEST = Size(412, 915), 4.0
"""A phone's viewport, and the most picture pixels to a pixel of it."""
_HALF = 0.5
"""Picture pixels per CSS pixel, if pictures are only for people after the run."""
_HOST = re.compile(r"(?:localhost|[\w-]+(?:\.[\w-]+)+)(?::\d+)?(?:/|$)", re.IGNORECASE)
"""A host with or without a port, as people type it."""

DEVICES = ("web:URL", "android:SERIAL", "world:NAME", "world:NAME+chromium", "scripted:FILE.json")
"""Every form a device may be named in, as shown to people. A world's NAME is a file, SPLIT/INDEX or a seed."""


def open_device(
    spec: str,
    settings: Settings,
    lease: Lease | None = None,
    clock: Callable[[], float] = time.time,
    *,
    looking: bool = False,
    keeps: bool = False,
) -> Device:
    """The device of a spec, not yet opened. With a lease, it reconnects to the leased one.

    Who only looks around (`looking`) is given a copy of the browser's profile. `keeps`: back and home do not leave a
    page that keeps its screens in memory without a word first.

    Raises:
        UsageError: The name is in no valid form.
    """
    kind, colon, rest = spec.partition(":")
    if kind == "android" and (colon or not rest):
        return _android(rest, settings, lease, clock, looking=looking)
    if colon and rest:
        if kind == "web":
            return _browser(rest, settings, lease, looking=looking, keeps=keeps)
        if kind == "scripted":
            from sextant.devices.scripted import ScriptedApp, ScriptedDevice

            return ScriptedDevice(ScriptedApp.load(Path(rest)), clock, writes=settings.policy.writes)

        if (brought := device_kind(kind)) is not None:
            return brought.open(rest, settings, clock)
    if spec.startswith(("http://", "https://")):
        raise UsageError(f"Unknown device {spec!r}.", f"Did you mean 'web:{spec}'?")
    if _HOST.match(spec) and not spec.endswith(".json"):
        raise UsageError(f"Unknown device {spec!r}.", f"Did you mean 'web:http://{spec}'?")
    raise UsageError(f"Unknown device {spec!r}.", f"Valid forms: {', '.join(DEVICES)}.")


def broken(device: Device, settings: Settings, clock: Callable[[], float] = time.time) -> Device:
    """The device with the faults that the settings ask for; without any, the device itself.

    Raises:
        UsageError: The faults are in no valid form.
    """
    if not settings.device.faults:
        return device
    from sextant.devices.faults import FaultyDevice, parse_faults

    return FaultyDevice(device, parse_faults(settings.device.faults), clock)


def capture_for(settings: Settings, viewport: Size, factor: float, looking: bool) -> "Capture":
    """The format of pictures: small for the journal only, legible if a model that is sent them has vision.

    They are never larger than their provider takes: it would scale them down, and points with them.
    """
    scale = settings.browser.capture_scale
    if scale is not None:
        return Capture(scale=scale)
    sides = [] if looking else _taken_sides(settings)
    if not sides:
        return Capture(scale=_HALF)
    fits = min(sides) / max(viewport.width, viewport.height)
    return Capture(scale=round(min(factor, fits), 3), format="auto")


def _taken_sides(settings: Settings) -> list[int]:
    """The longest side of a picture, by its provider, for each model that may see.

    Those that only read pictures count where none that gives points sees.
    """
    models = settings.models
    if not models.named:
        return []
    from sextant.assembly.models import SEEING, profile_of

    def taken(names: Iterable[str]) -> list[int]:
        profiles = [profile_of(settings, name) for name in names if name]
        return [one.image_max_side for one in profiles if one.vision is not False]

    actor = models.of("actor") if settings.context.pictures else ""
    grounder = models.of("grounder") if models.grounder else ""  # the default does not play it
    return taken((actor, grounder)) or taken(models.of(role) for role in SEEING if role not in ("actor", "grounder"))


def _browser(url: str, settings: Settings, lease: Lease | None, *, looking: bool, keeps: bool) -> Device:

    return BrowserDevice(browser_settings(url, settings, looking=looking, keeps=keeps), lease)


def browser_settings(url: str, settings: Settings, *, looking: bool = False, keeps: bool = False) -> "DeviceSettings":
    """The settings of the browser device of an address; see `open_device`.

    Raises:
        UsageError: The address, or the directory for uploads, cannot be used.
    """
    url = without_credentials(url)
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https", "file") or not (parts.netloc or parts.scheme == "file"):
        raise UsageError(f"{url!r} is not an address.", "Write it in full: web:http://localhost:8000")
    browser = settings.browser
    _check_uploads(browser.uploads)
    if browser.attach_tab and not browser.attach:
        raise UsageError("--attach-tab needs a browser.", "Add its debugging address: --attach http://127.0.0.1:9222")
    place = browser.geolocation
    phone = Phone(
        viewport=browser.viewport,
        scale_factor=browser.scale_factor,
        user_agent=browser.user_agent,
        locale=browser.locale,
        timezone=browser.timezone,
        clock=None if browser.clock is None else browser.clock.timestamp(),
        geolocation=None if place is None else Position(place.latitude, place.longitude, place.accuracy),
        permissions=_permissions(settings),
        dark=browser.dark,
        keyboard=browser.keyboard,
    )
    chrome = Chrome(
        executable="" if browser.executable is None else str(browser.executable),
        headed=browser.headed,
        attach_url=browser.attach,
        attach_tab=browser.attach_tab,
        profile_dir=browser.profile,
        profile_copied=looking,
        downloads_dir=browser.downloads if isinstance(browser.downloads, Path) else browser.downloads_to,
        downloads="on" if isinstance(browser.downloads, Path) else browser.downloads,
        download_bytes=round(browser.download_megabytes * 1e6),
        uploads_dir=browser.uploads,
        lease_minutes=browser.idle_minutes,
    )
    return DeviceSettings(
        url=url,
        apps=settings.apps,
        origins=settings.policy.origins,
        phone=phone,
        chrome=chrome,
        limits=Deadlines(settle=browser.settle_seconds, hold=settings.models.hold_seconds),
        capture=capture_for(settings, browser.viewport, browser.scale_factor, looking),
        writes=settings.policy.writes,
        allowed_requests=settings.policy.allowed_requests,
        leave=settings.policy.leave,
        hooks=settings.hooks,
        keeps=keeps,
        credentials={
            address: found
            for address in (url, *settings.apps.values())
            if (found := credentials_of(address)) is not None
        },
        secrets={name: reference.binding for name, reference in settings.secrets.items()},
    )


def _check_uploads(directory: Path | None) -> None:
    """Refuse a directory of which no file would be uploaded, before anything is done."""
    try:
        if directory is not None and directory.is_dir():
            Folder.open(directory.resolve()).close()
    except UnsafePath as error:
        raise UsageError(f"browser.uploads names {error.filename!r}: {error.strerror}.", f"{error.remedy}.") from error
    except OSError as error:
        raise UsageError(f"browser.uploads names {str(directory)!r}: {error.strerror}.", "Name another one.") from error


def _android(
    serial: str, settings: Settings, lease: Lease | None, clock: Callable[[], float], *, looking: bool
) -> Device:
    """The phone of a serial; an empty one means the only phone."""
    from sextant.devices.android import AndroidDevice, AndroidOptions  # only who has a phone waits for its parsers

    phone = settings.android
    options = AndroidOptions(
        serial=serial,
        driver=phone.driver,
        keyboard=phone.keyboard,
        display=phone.display,
        settle=phone.settle_seconds,
        reconnect=phone.reconnect_seconds,
        network=phone.network,
        picture_scale=capture_for(settings, _PHONE, _DENSEST, looking).scale,
        secrets={name: reference.binding for name, reference in settings.secrets.items()},
        origins=settings.policy.origins,
    )
    return AndroidDevice(options, lease, clock=clock)


def _permissions(settings: Settings) -> "PermissionPolicy":
    """The permissions of pages. A position from the settings is for the app's own pages."""
    found, place = settings.browser.permissions, settings.browser.geolocation
    match found:
        case ("ask",) | ("grant",):
            return found[0]
        case ("deny",):
            return "deny" if place is None or settings.origin("browser.permissions").source != "default" else _PLACE
        case _:
            return found


def origins_of(settings: Settings, device: str) -> tuple[str, ...]:
    """The origins in which a run may act: of the start page, of the apps, and of the settings."""
    pages = [device.partition(":")[2], *settings.apps.values()]
    own = [origin_of(page) for page in pages if "://" in page]
    return tuple(dict.fromkeys([*own, *map(origin_of, settings.policy.origins)]))
