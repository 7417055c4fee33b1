"""The collector: what a page shows, read over sessions of the DevTools protocol by the in-page pass of `snapshot`.

The browser device runs the pass in the worlds of its agent. `PageCollector` needs no more than one page's connection,
and evaluates nothing else in the page.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import field
from typing import Any, Final

from sextant.dataclass import dataclass
from sextant.devices.browser.cdp import Connection, ProtocolError, Session, gather_quietly
from sextant.devices.browser.snapshot import PAGE_JS, Assembled, FrameSnapshot, assemble
from sextant.types.geometry import Size

__all__ = ["GONE", "Frame", "PageCollector", "collect", "evaluation", "parents_first", "snapshots", "value_of"]

GONE: Final = '{"error": "the frame went away"}'
"""The answer of a frame that gives none."""
_MOST_FRAMES: Final = 60
_CHILD_SHARE: Final = 0.25
"""Share of the time of a reading that one step of a child frame may take."""
_WORLD: Final = "sextant-collector"
_ATTACH_FRAMES: Final[tuple[str, dict[str, Any]]] = (
    "Target.setAutoAttach",
    {
        "autoAttach": True,
        "waitForDebuggerOnStart": False,
        "flatten": True,
        "filter": [{"type": "iframe"}, {"exclude": True}],
    },
)


@dataclass(slots=True)
class Frame:
    """A frame of a tab. `contexts`: ids of the agent's worlds in it, oldest first."""

    id: str
    session: Session
    parent: str = ""
    url: str = ""
    loader: str = ""
    site: str = ""
    """The registrable domain of its address, by the browser's list of public suffixes; may be empty."""
    contexts: list[int] = field(default_factory=list[int])


def evaluation(frame: Frame, expression: str) -> dict[str, Any]:
    """Return the parameters of `Runtime.evaluate` in the newest agent world of a frame."""
    if not frame.contexts:
        raise ProtocolError("Runtime.evaluate", "the document has no agent")
    return {
        "expression": expression,
        "contextId": frame.contexts[-1],
        "returnByValue": True,
        "awaitPromise": True,
    }


def value_of(reply: dict[str, Any]) -> Any:
    """Return the value in an evaluation's reply.

    Raises:
        ProtocolError: The expression threw.
    """
    if "exceptionDetails" in reply:
        details = reply["exceptionDetails"]
        text = details.get("exception", {}).get("description") or details.get("text", "")
        raise ProtocolError("Runtime.evaluate", str(text)[:500])
    return reply.get("result", {}).get("value")


async def collect(ask: Callable[[str], Awaitable[Any]]) -> str:
    """Return what the document shows. The script, half the cost, is sent once per document.

    `ask` evaluates an expression in an isolated world of the document, always the same.
    """
    raw = await ask('Object.hasOwn(globalThis, "__sextantPass") ? __sextantPass({}) : null')  # no element of that id
    if raw is None:
        raw = await ask(f"(globalThis.__sextantPass = {PAGE_JS})({{}})")
    return str(raw)


def parents_first(frames: Iterable[Frame], main: str) -> list[Frame]:
    """Return the frames below the main one, each after its parent. At most 60."""
    found: list[Frame] = []
    waiting = list(frames)
    while waiting:
        known = {frame.id for frame in found}
        ready = [frame for frame in waiting if frame.id == main or frame.parent in known]
        if not ready:
            break
        found += ready
        waiting = [frame for frame in waiting if frame not in ready]
    return found[:_MOST_FRAMES]


def snapshots(frames: Sequence[Frame], raws: Sequence[str]) -> list[FrameSnapshot]:
    """Return the answers of frames, which are in the order of `parents_first`."""
    places = {frame.id: place for place, frame in enumerate(frames)}
    return [
        FrameSnapshot(raw, url=frame.url, parent=places.get(frame.parent) if place else None)
        for place, (frame, raw) in enumerate(zip(frames, raws, strict=True))
    ]


class PageCollector:
    """Reads one page over a connection of its own, in isolated worlds. It changes nothing in the page."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.url = ""
        """The page's address at the last reading."""
        self._sessions: dict[str, Session] = {"": connection.browser}
        self._worlds: dict[tuple[str, str], int] = {}
        self._attached = False

    async def read(self, size: Size, timeout: float) -> Assembled:
        """Return what the page shows; `size` is that of a page that does not tell its own.

        Raises:
            ProtocolError: Its document is being replaced.
            TimeoutError: It does not answer.
            DeviceLost: The connection has ended.
        """
        async with asyncio.timeout(timeout):
            if not self._attached:
                self._attached = True
                await asyncio.wait(self._attach(self.connection.browser))
            try:
                return await self._read(size, timeout)
            except ProtocolError:  # the document was replaced meanwhile
                self._worlds.clear()
                return await self._read(size, timeout)

    async def _read(self, size: Size, timeout: float) -> Assembled:
        frames = await self._frames(timeout)
        self.url = frames[0].url
        raws = await asyncio.gather(
            self._described(frames[0], timeout), *(self._child_described(frame, timeout) for frame in frames[1:])
        )
        return assemble(snapshots(frames, raws), size)

    async def _described(self, frame: Frame, timeout: float) -> str:
        async def ask(expression: str) -> Any:
            return value_of(await frame.session.send("Runtime.evaluate", evaluation(frame, expression), timeout))

        return await collect(ask)

    async def _child_described(self, frame: Frame, timeout: float) -> str:
        try:
            return await self._described(frame, _CHILD_SHARE * timeout)
        except (ProtocolError, TimeoutError):
            return GONE

    async def _frames(self, timeout: float) -> list[Frame]:
        """Return the frames, the main one first, each with a world of the collector where it has a document."""
        page, *inner = tuple(self._sessions.values())
        main, others = await asyncio.gather(
            page.send("Page.getFrameTree", None, timeout),
            gather_quietly([session.send("Page.getFrameTree", None, _CHILD_SHARE * timeout) for session in inner]),
        )
        found = list(_frames_of(main["frameTree"], page))
        for session, reply in zip(inner, others, strict=True):
            if reply is not None:
                found += _frames_of(reply["frameTree"], session)
        frames = parents_first(found, found[0].id)
        await gather_quietly([self._enter(frame, timeout * (_CHILD_SHARE if frame.parent else 1)) for frame in frames])
        self._worlds = {(frame.id, frame.loader): frame.contexts[0] for frame in frames if frame.contexts}
        return frames

    async def _enter(self, frame: Frame, timeout: float) -> None:
        world = self._worlds.get((frame.id, frame.loader))
        if world is None:
            params = {"frameId": frame.id, "worldName": _WORLD}
            world = int((await frame.session.send("Page.createIsolatedWorld", params, timeout))["executionContextId"])
        frame.contexts.append(world)

    def _attach(self, session: Session) -> "list[asyncio.Future[dict[str, Any]]]":
        """Attach to the frames below that run in processes of their own, also to later ones."""
        session.on("Target.attachedToTarget", self._frame_attached)
        session.on("Target.detachedFromTarget", self._frame_detached)
        return session.post([_ATTACH_FRAMES])

    def _frame_attached(self, event: dict[str, Any]) -> None:
        session = self.connection.session(str(event["sessionId"]))
        if event["targetInfo"]["type"] == "iframe" and len(self._sessions) < _MOST_FRAMES:
            self._sessions[session.id] = session
            self._attach(session)

    def _frame_detached(self, event: dict[str, Any]) -> None:
        self._sessions.pop(str(event["sessionId"]), None)
        self.connection.forget(str(event["sessionId"]))


def _frames_of(tree: dict[str, Any], session: Session) -> Iterator[Frame]:
    data = tree["frame"]
    url = str(data.get("url", "")) + str(data.get("urlFragment", ""))
    yield Frame(str(data["id"]), session, str(data.get("parentId", "")), url, str(data.get("loaderId", "")))
    for child in tree.get("childFrames", ()):
        yield from _frames_of(child, session)
