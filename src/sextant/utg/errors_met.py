"""Error pages that a way led to. All pages of one error are one screen of the map; the way keeps which ones it met."""

import re
from dataclasses import dataclass

from sextant.types.screens import Screen, ScreenKey
from sextant.utg.faces import local

__all__ = ["ErrorMet", "fails", "joined", "labelled_error", "met_on"]

_MOST = 12
_LABEL = re.compile(r"(?:error ([45]\d\d)|error_page|crashed|app_gone)(?: · |$)")
"""As the identity of screens names those whose address does not matter; other labels of seen pages begin with one."""


@dataclass(frozen=True, slots=True)
class ErrorMet:
    """One error page: the address at which it stood, as the map keeps addresses, and what was wrong.

    `status` is the HTTP status (`404`), or a few words where there was none: `no answer`, `crashed`, `404 in words` of
    a page that says so and was answered as if all were well.
    """

    address: str
    status: str


def fails(screen: Screen) -> bool:
    """Whether a screen is an error: of the server, of the browser, of the app."""
    status = screen.observation.facts.get("http_status", "")
    return screen.condition in ("error_page", "crashed", "app_gone") or status[:1] in ("4", "5")


def met_on(screen: Screen, home: str) -> tuple[ErrorMet, ...]:
    """The error that a screen is, as a way from a screen of the app `home` keeps it; none on any other screen."""
    said = _status(screen)
    return (ErrorMet(local(screen) if screen.app == home else screen.location, said),) if said else ()


def _status(screen: Screen) -> str:
    """What is wrong with a screen; empty where nothing is."""
    if fails(screen):
        code = screen.observation.facts.get("http_status", "")
        return code or {"crashed": "crashed", "app_gone": "gone"}.get(screen.condition, "no answer")
    found = labelled_error(screen.key)
    return f"{found} in words" if found else ""


def labelled_error(key: ScreenKey) -> str:
    """The error for which all pages of a screen stand (`404`, `error`), by its label; empty for other screens."""
    found = _LABEL.match(key.label)
    return (found[1] or "error") if found else ""


def joined(old: tuple[ErrorMet, ...], new: tuple[ErrorMet, ...]) -> tuple[ErrorMet, ...]:
    """What was met before and what is met now, each address once, the latest last; the oldest beyond a dozen go."""
    fresh = {one.address for one in new}
    return (*(one for one in old if one.address not in fresh), *new)[-_MOST:]
