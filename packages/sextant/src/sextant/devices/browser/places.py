"""Which of its screens a document shows, what leaving it would lose, and its own back control (`places.js`)."""

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from sextant.dataclass import dataclass
from sextant.devices.browser.cdp import ProtocolError
from sextant.devices.browser.collector import Frame
from sextant.devices.browser.tabs import Tab
from sextant.types.geometry import Point, Size

__all__ = ["BackTarget", "KeyHistory", "KeyResponse", "advice", "back_target_of"]

_MOST_FRAMES = 12
_SAME = 0.5
"""A document that shows less than this share of its earlier texts shows another screen."""


@dataclass(frozen=True, slots=True)
class OwnControl:
    """A control of the page that leads back. `sure`: the page declares it, or it led back from two screens."""

    name: str
    sure: bool
    point: Point | None
    key: str

    def described(self, size: Size) -> str:
        """Describe it by name and position: `"Back" at the top left`."""
        name = f"{self.name!r}" if self.name else "the one"
        if self.point is None:
            return name
        down = "top" if self.point.y < size.height / 2 else "bottom"
        third = min(max(int(3 * self.point.x / size.width), 0), 2)
        return f"{name} at the {down} {('left', 'middle', 'right')[third]}"


@dataclass(frozen=True, slots=True)
class BackTarget:
    """The state of a document that decides what the back key does.

    Attributes:
        open: A dialog or popover is open.
        back: The previous history entry is of the same document.
        first: How many entries back this document began, at the address `start`.
        touched: The document was used.
        memory: It, or a frame in it, has changed screens under the same history entry.
        shown: Hashes of the texts that it shows.
        own: Its own back control.
    """

    open: bool = False
    back: bool = False
    first: int = 0
    start: str = ""
    touched: bool = False
    memory: bool = False
    shown: frozenset[int] = frozenset()
    own: OwnControl | None = None


@dataclass(frozen=True, slots=True)
class KeyResponse:
    """The response to the last key, and what the page showed then."""

    key: str = ""
    shown: frozenset[int] = frozenset()


@dataclass(slots=True)
class KeyHistory:
    """The effects that the keys of a session had on its pages.

    Attributes:
        response: The response to the last key that was not performed, or not by history.
        left: By address, what documents showed when a key left them, until they are open again.
        lossy: Addresses of documents that had lost it by then.
    """

    response: KeyResponse = KeyResponse()
    left: dict[str, frozenset[int]] = field(default_factory=dict[str, frozenset[int]])
    lossy: set[str] = field(default_factory=set[str])

    def loses_screens(self, place: BackTarget) -> bool:
        """Whether leaving the document loses what it shows: its screens are in memory, or it lost one before."""
        return place.memory or (place.touched and place.start in self.lossy)

    def leave(self, place: BackTarget) -> None:
        """Record what a document shows that a key leaves or reloads."""
        self.left[place.start] = place.shown

    async def arrive(self, tab: Tab) -> None:
        """Record whether a document that was left and is open again has lost what it showed."""
        if tab.url not in self.left:
            return
        place = await back_target_of(tab)
        shown = self.left.pop(tab.url, frozenset())
        if shown and len(shown & place.shown) < _SAME * len(shown):
            self.lossy.add(place.start)


async def back_target_of(tab: Tab) -> BackTarget:
    """Return the state of the tab's document; defaults if there is none or it cannot answer."""
    frames = tab.contexts()[:_MOST_FRAMES]
    if not frames or frames[0].id != tab.main or tab.crashed or tab.dialog is not None:
        return BackTarget()
    main = await _ask(tab, frames[0])
    inner = [answer for frame in frames[1:] if (answer := await _ask(tab, frame))]
    owns = [own for answer in (main, *inner) if (own := answer.get("own"))]
    own = next((one for one in owns if one["sure"]), owns[0] if owns else None)
    return BackTarget(
        open=bool(main.get("open")),
        back=bool(main.get("back")),
        first=int(main.get("first", 0)),
        start=str(main.get("start", "")),
        touched=any(answer.get("touched") for answer in (main, *inner)),
        memory=any(answer.get("memory") for answer in (main, *inner)),
        shown=frozenset(text for answer in (main, *inner) for text in answer.get("shown", ())),
        own=None if own is None else _control(own),
    )


async def _ask(tab: Tab, frame: Frame) -> dict[str, Any]:
    try:
        return dict(await tab.ask(frame, "sextant.place()"))
    except (ProtocolError, TimeoutError):
        return {}  # between two documents


def _control(fields: Mapping[str, Any]) -> OwnControl:
    at = fields["at"]
    return OwnControl(
        str(fields["name"]), bool(fields["sure"]), None if at is None else Point(at["x"], at["y"]), str(fields["key"])
    )


def advice(place: BackTarget, size: Size) -> str:
    """Return what to use instead of the key."""
    own = place.own
    if own is None:
        return "the page may have a control of its own for it"
    tells = "is the page's own control for it" if own.sure else "has led back before"
    return f"{own.described(size)} {tells}"
