"""Browsers that runs left running: to be resumed with, or because they were killed."""

from dataclasses import dataclass
from pathlib import Path

from sextant.assembly.devices import open_device
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
    """The browser that a lease leads to; None where it leads to none that is running, or to one that is not ours."""
    if lease is None or "id" not in lease.data:
        return None

    found = (one for one in running_browsers() if one.id == lease.data["id"])
    return next((IdleBrowser(one.id, one.lease_seconds / 60) for one in found), None)


def end_idle(profile: Path, settings: Settings) -> tuple[str, ...]:
    """Ends browsers that ended runs left on a profile, and lets them write what they hold; gives their ids.

    A run that one of them waits for can still be resumed: its page is opened anew.

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
    """Whether a run in which nothing was done left something: its browser or its temporary profile, if that is there.

    It may have ended and been taken up since, and then killed. Any other device was left where it `crashed`.
    """
    if lease is None or "profile" not in lease.data:
        return lease is not None and crashed

    profile = Path(lease.data["profile"])
    return waiting_browser(lease) is not None or (profile.parent == profiles_dir().resolve() and profile.is_dir())
