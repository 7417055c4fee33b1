"""Browsers that runs left running, for a resume or because a process was killed."""

from pathlib import Path

from sextant.assembly.devices import open_device
from sextant.dataclass import dataclass
from sextant.devices.browser.registry import profiles_dir, running_browsers
from sextant.settings import Settings
from sextant.types.devices import Lease

__all__ = ["IdleBrowser", "device_remains", "end_idle", "waiting_browser"]


@dataclass(frozen=True, slots=True)
class IdleBrowser:
    """A browser that waits for a resume: its id, and the minutes after which it ends itself."""

    id: str
    minutes: float


def waiting_browser(lease: Lease | None) -> IdleBrowser | None:
    """The running browser of a lease; None if there is none."""
    if lease is None or "id" not in lease.data:
        return None

    found = (one for one in running_browsers() if one.id == lease.data["id"])
    return next((IdleBrowser(one.id, one.lease_seconds / 60) for one in found), None)


def end_idle(profile: Path, settings: Settings) -> tuple[str, ...]:
    """Ends the idle browsers of a profile after they stored their data; returns their ids.

    A run with such a browser can still be resumed; its page is then opened again.

    Raises:
        ProfileLocked: A run that goes on uses the profile.
    """
    ended: list[str] = []
    for browser in running_browsers():
        if Path(browser.profile) == profile:
            lease = Lease(browser.url, {"id": browser.id, "profile": browser.profile, "url": browser.url})
            device = open_device(f"web:{browser.url}", settings, lease)
            device.open()
            device.close()
            ended.append(browser.id)
    return tuple(ended)


def device_remains(lease: Lease | None, *, crashed: bool) -> bool:
    """Whether the device of a run without steps remains: its browser, or its temporary profile.

    Another kind of device remains if the run `crashed`.
    """
    if lease is None or "profile" not in lease.data:
        return lease is not None and crashed

    profile = Path(lease.data["profile"])
    return waiting_browser(lease) is not None or (profile.parent == profiles_dir().resolve() and profile.is_dir())
