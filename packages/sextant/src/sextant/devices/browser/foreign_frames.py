"""Asks before a gesture reaches a frame of a foreign origin."""

import contextlib
from typing import assert_never

from sextant.addresses.origins import origin_of
from sextant.dataclass import dataclass
from sextant.devices.browser.cdp import ProtocolError
from sextant.devices.browser.collector import Frame
from sextant.devices.browser.driver import Driver
from sextant.devices.browser.frames import focused, frame_at
from sextant.devices.browser.tabs import Tab
from sextant.types.actions import (
    DragPath,
    Gesture,
    Hold,
    LaunchApp,
    Pause,
    PressKey,
    ScrollBy,
    Tap,
    TerminateApp,
    TypeText,
)
from sextant.types.effects import WITHIN_FRAME, ObservedEffect
from sextant.types.geometry import Point
from sextant.types.requests import address_template

__all__ = ["Reach", "ReachedDocument", "document_in", "quads_of", "reach_of", "refusal_of"]

_CHANGED = "nothing was touched: this part of the page changed while you were asked about it; look again"
_UNKNOWN = "nothing was touched: the origin of this part of the page is unknown; look again"


@dataclass(frozen=True, slots=True)
class ReachedDocument:
    """The document in a frame, at one moment.

    Attributes:
        frame: The frame's id.
        loader: Changes with each navigation.
        world: Session and id of the agent's world; changes with each document, also before the navigation is reported.
        address: Whose it is; None if that is unknown.
        strange: Whether it is of a foreign origin, or of an unknown one.
    """

    frame: str
    loader: str
    world: tuple[str, int]
    address: str | None
    strange: bool


@dataclass(frozen=True, slots=True)
class Reach:
    """Where a gesture touches, and the documents that it may reach, as far as they were looked for.

    `refused` says why the gesture is not carried out; it is empty if it may be.
    """

    points: tuple[Point, ...] = ()
    documents: tuple[ReachedDocument, ...] = ()
    refused: str = ""


async def reach_of(driver: Driver, tab: Tab, gesture: Gesture) -> Reach:
    """Find the documents that a gesture would reach, and ask about each foreign one.

    An answer may take minutes. It holds only if the same documents are reached afterwards. Nothing is looked for where
    nothing can be refused: on a page without foreign frames, except for a secret.
    """
    points = tuple(point for point in _points(gesture) if point is not None)
    secret = isinstance(gesture, TypeText) and bool(gesture.secret)
    free = driver.settings.leave == "allow"
    if not secret and (
        not driver.scope.has_foreign_frames(tab) or (free and not isinstance(gesture, TypeText | PressKey))
    ):
        return Reach(points)
    documents = await _documents(driver, tab, gesture)
    foreign = dict.fromkeys(document for document in documents if document.strange)
    if free or not foreign:
        return Reach(points, documents)
    for document in foreign:
        if refused := await refusal_of(driver, tab, document):
            return Reach(refused=refused)
    return Reach(points, documents) if await _documents(driver, tab, gesture) == documents else Reach(refused=_CHANGED)


def document_in(driver: Driver, tab: Tab, entered: list[str]) -> ReachedDocument:
    """Return the document of the innermost frame entered; of the page if there is none."""
    identity = entered[-1] if entered else tab.main
    frame = tab.frames.get(identity)
    if frame is None:
        return ReachedDocument(identity, "", ("", 0), None, strange=identity != tab.main)
    world = (frame.session.id, frame.contexts[-1] if frame.contexts else 0)
    strange = identity != tab.main and driver.scope.is_foreign(tab, frame)
    return ReachedDocument(identity, frame.loader, world, driver.scope.address_of(tab, frame), strange)


async def quads_of(tab: Tab, frame: Frame) -> list[list[float]]:
    """Return the corners of the frame that is or holds this one, among the page's own; none if it is not drawn.

    Raises:
        TimeoutError: The page does not answer.
    """
    while (outer := tab.frames.get(frame.parent)) is not None and outer.id != tab.main:
        frame = outer
    try:
        owner = await tab.session.send("DOM.getFrameOwner", {"frameId": frame.id})
        found = await tab.session.send("DOM.getContentQuads", {"backendNodeId": owner["backendNodeId"]})
    except ProtocolError:
        return []
    return found["quads"]


async def refusal_of(driver: Driver, tab: Tab, document: ReachedDocument) -> str:
    """Ask whether a foreign document may be reached; return why not, empty if it may."""
    address = document.address
    if address is None:
        return _UNKNOWN
    origin = origin_of(address)
    effect = ObservedEffect("leave", "", address_template(address), origin, 0, "touch", operation=WITHIN_FRAME)
    ruling = await driver.writes.gate.ask(tab.target, effect, address)
    return "" if ruling.allowed else f"nothing was touched: this part of the page belongs to {origin}; {ruling.reason}"


async def _documents(driver: Driver, tab: Tab, gesture: Gesture) -> tuple[ReachedDocument, ...]:
    found: list[ReachedDocument] = []
    for point in _points(gesture):
        entered: list[str] = []
        with contextlib.suppress(ProtocolError):  # a document is being replaced: use the innermost frame found
            if tab.contexts():
                await (focused(tab, entered) if point is None else frame_at(tab, point, entered))
        found.append(document_in(driver, tab, entered))
    return tuple(found)


def _points(gesture: Gesture) -> tuple[Point | None, ...]:
    """Return where a gesture reaches the page; None: where the focus is.

    A scroll is asked about when a finger is drawn for it, a key of the phone when it is pressed in the page.
    """
    match gesture:
        case Tap(point=point) | Hold(point=point) | TypeText(point=point):
            return (point,)
        case DragPath(start=start, end=end):
            return (start, end)
        case PressKey(key="enter"):
            return (None,)
        case PressKey() | ScrollBy() | LaunchApp() | TerminateApp() | Pause():
            return ()
        case _:
            assert_never(gesture)
