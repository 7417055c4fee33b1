"""Error pages that edges led to. All pages of one error are one node; each edge stores the pages it met."""

import re
from typing import Literal

from sextant.dataclass import dataclass
from sextant.types.screens import Screen, ScreenKey
from sextant.utg.exits import Binding
from sextant.utg.faces import local

__all__ = ["EdgeError", "Wall", "asks_for_login", "error_on", "fails", "joined", "labelled_error", "wall_on"]

Wall = Literal["", "an error page", "a login page"]

_MOST = 12
_LOGIN = 12
"""Most controls of a login page; on a page with more, the password field is only a part."""
_LABEL = re.compile(r"(?:error ([45]\d\d)|error_page|crashed|app_gone)(?: · |$)")
"""How screen identity labels error screens, whose address is ignored; no other label begins so."""


@dataclass(frozen=True, slots=True)
class EdgeError:
    """An error page that an edge led to from one instance of its source.

    Attributes:
        address: Its address, as on the map.
        status: The HTTP status (`404`), or words where there was none: `no answer`, `crashed`,
            `404 in words` of a page that was answered with success but says 404.
        binding: The instance of the source, without its heading; None where it was not stored.
        href: The address that the link named then; empty where it named none, or it was not stored.
        at: When it was met, as `Edge.last_seen`; 0 where that was not stored.
        past: Why it no longer counts: the same edge `works` on that instance since, or the link is `gone`.
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
    """What a screen shows in place of its page: an error, or little more than a password field."""
    if screen.condition != "ok" or fails(screen) or labelled_error(screen.key):
        return "an error page"
    controls = sum(bool(one.affordances) for one in screen.elements)
    return "a login page" if controls <= _LOGIN and asks_for_login(screen) else ""


def asks_for_login(screen: Screen) -> bool:
    """Whether a screen has a password field."""
    return any("password" in element.states for element in screen.elements)


def error_on(screen: Screen, home: str) -> EdgeError | None:
    """The error of a screen, as met on the way from a screen of the app `home`; None for other screens."""
    said = _status(screen)
    address = local(screen) if screen.app == home else screen.location
    return EdgeError(address, said, at=screen.observation.at) if said else None


def _status(screen: Screen) -> str:
    """The error of a screen; empty where there is none."""
    if fails(screen):
        code = screen.observation.facts.get("http_status", "")
        return code or {"crashed": "crashed", "app_gone": "gone"}.get(screen.condition, "no answer")
    found = labelled_error(screen.key)
    return f"{found} in words" if found else ""


def labelled_error(key: ScreenKey) -> str:
    """The error that a node's label stands for (`404`, `error`); empty for other nodes."""
    found = _LABEL.match(key.label)
    return (found[1] or "error") if found else ""


def joined(old: tuple[EdgeError, ...], new: tuple[EdgeError, ...]) -> tuple[EdgeError, ...]:
    """Join old and new errors, the latest last, at most a dozen.

    Each address is stored once an instance.
    """
    fresh = {(one.binding, one.address) for one in new} | {(None, one.address) for one in new}
    return (*(one for one in old if (one.binding, one.address) not in fresh), *new)[-_MOST:]
