"""Error pages that a way led to. All pages of one error are one screen of the map; the way keeps which ones it met."""

from dataclasses import dataclass

from sextant.types.screens import Screen
from sextant.utg.faces import local

__all__ = ["ErrorMet", "fails", "joined", "met_on"]

_MOST = 12


@dataclass(frozen=True, slots=True)
class ErrorMet:
    """One error page: the address at which it stood, as the map keeps addresses, and what was wrong.

    `status` is the HTTP status (`404`), or a few words where there was none (`no answer`, `crashed`).
    """

    address: str
    status: str


def fails(screen: Screen) -> bool:
    """Whether a screen is an error: of the server, of the browser, of the app."""
    status = screen.observation.facts.get("http_status", "")
    return screen.condition in ("error_page", "crashed", "app_gone") or status[:1] in ("4", "5")


def met_on(screen: Screen, home: str) -> tuple[ErrorMet, ...]:
    """The error that a screen is, as a way from a screen of the app `home` keeps it; none on any other screen."""
    if not fails(screen):
        return ()
    status = screen.observation.facts.get("http_status", "")
    said = status or {"crashed": "crashed", "app_gone": "gone"}.get(screen.condition, "no answer")
    return (ErrorMet(local(screen) if screen.app == home else screen.location, said),)


def joined(old: tuple[ErrorMet, ...], new: tuple[ErrorMet, ...]) -> tuple[ErrorMet, ...]:
    """What was met before and what is met now, each address once, the latest last; the oldest beyond a dozen go."""
    fresh = {one.address for one in new}
    return (*(one for one in old if one.address not in fresh), *new)[-_MOST:]
