"""Error pages that a way led to. All pages of one error are one screen of the map; the way keeps which ones it met."""

import re
from dataclasses import dataclass
from typing import Literal

from sextant.types.screens import Screen, ScreenKey
from sextant.utg.exits import Binding
from sextant.utg.faces import local

__all__ = ["ErrorMet", "Wall", "asks_for_login", "fails", "joined", "labelled_error", "met_on", "wall_on"]

Wall = Literal["", "an error page", "a login page"]

_MOST = 12
_LOGIN = 12
"""A screen with so few controls, one of them a field for a password, is a login; on others it stands in a corner."""
_LABEL = re.compile(r"(?:error ([45]\d\d)|error_page|crashed|app_gone)(?: · |$)")
"""As the identity of screens names those whose address does not matter; other labels of seen pages begin with one."""


@dataclass(frozen=True, slots=True)
class ErrorMet:
    """One error page that a way led to, on one instance of the screen that the way leaves.

    Attributes:
        address: Where it stood, as the map keeps addresses.
        status: What was wrong: the HTTP status (`404`), or a few words where there was none: `no answer`, `crashed`,
            `404 in words` of a page that says so and was answered as if all were well.
        binding: The instance on which the way was taken, without its heading; None where that was not kept.
        href: Where the link said that it leads, then; empty where it said nothing, or that was not kept.
        at: When it was met, as `Edge.last_seen`; 0 where that was not kept.
        past: Why it counts no more: the same way `works` on that instance since, or is `gone` from it.
    """

    address: str
    status: str
    binding: Binding | None = None
    href: str = ""
    at: float = 0.0
    past: Literal["", "works", "gone"] = ""


def fails(screen: Screen) -> bool:
    """Whether a screen is an error: of the server, of the browser, of the app."""
    status = screen.observation.facts.get("http_status", "")
    return screen.condition in ("error_page", "crashed", "app_gone") or status[:1] in ("4", "5")


def wall_on(screen: Screen) -> Wall:
    """What stands on a screen in place of its page: an error, or little more than the field for a password."""
    if screen.condition != "ok" or fails(screen) or labelled_error(screen.key):
        return "an error page"
    controls = sum(bool(one.affordances) for one in screen.elements)
    return "a login page" if controls <= _LOGIN and asks_for_login(screen) else ""


def asks_for_login(screen: Screen) -> bool:
    """Whether a screen has a field for a password."""
    return any("password" in element.states for element in screen.elements)


def met_on(screen: Screen, home: str) -> ErrorMet | None:
    """The error that a screen is, as a way from a screen of the app `home` meets it; None on any other screen."""
    said = _status(screen)
    address = local(screen) if screen.app == home else screen.location
    return ErrorMet(address, said, at=screen.observation.at) if said else None


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
    """What was met before and what is met now, the latest last; the oldest beyond a dozen go.

    Each address is kept once an instance; so that it is told which error pages no way has led to, also those of which
    a later one is known.
    """
    fresh = {(one.binding, one.address) for one in new} | {(None, one.address) for one in new}
    return (*(one for one in old if (one.binding, one.address) not in fresh), *new)[-_MOST:]
