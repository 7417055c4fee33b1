"""Tracks the requests and navigations of a tab, to decide when the effects of an input have settled."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from sextant.addresses.origins import origin_of
from sextant.dataclass import dataclass
from sextant.devices.browser.request_body import body_of, operation_in, signature_of

COUNTED = frozenset({"Document", "Stylesheet", "Script", "XHR", "Fetch"})
"""Resource types whose responses change what a page shows. Streams, beacons, pictures and media are not waited for."""
STREAM_PATIENCE = 1.0
"""Seconds without data after which a response of unknown length counts as a stream, or as not read."""
STREAM_LIMIT = 2.5
"""Seconds after its first byte from which a response counts as a stream."""
PROMPT = 0.15
"""A request that starts within so many seconds after an input counts even if the page also polls that address."""
REPEATS = 4
"""Requests to one address within one wait; more are polling."""
PENDING_PATIENCE = 1.0
"""Seconds after which a requested navigation that has not started counts as dropped."""

HELD_BACK = 0.32
"""Seconds by which a framework may delay the content of a new view: it shows a placeholder at least that long to avoid
flicker (React: 300 ms)."""


@dataclass(slots=True)
class _Request:
    kind: str
    key: str
    started: float
    address: str
    held: float
    """Seconds for which the gate had held requests when this one started."""
    responded: float = 0.0
    heard: float = 0.0
    left: int | None = None
    """Bytes of the body still to come, if the length is known."""
    counted: bool = True

    def open_at(self, now: float) -> bool:
        """Whether the end of the request is still waited for."""
        if not self.counted:
            return False
        if not self.responded:
            return True
        patient = STREAM_PATIENCE if self.left is None else STREAM_LIMIT
        return now - self.heard < patient and now - self.responded < STREAM_LIMIT


@dataclass(slots=True)
class _Navigation:
    started: float
    begun: bool


class Activity:
    """The open requests and navigations of one tab, all its frames included. Times are `time.monotonic` seconds.

    `held` returns the seconds for which the gate has held requests so far. They do not count as time that a request
    took: a request after a hold still belongs to the input, and is not a poll because it took long.
    """

    def __init__(self, held: Callable[[], float] = lambda: 0.0) -> None:
        self._held = held
        self._held_before = held()
        self._requests: dict[str, _Request] = {}
        self._navigations: dict[str, _Navigation] = {}
        self._background: Counter[str] = Counter()
        self._began = time.monotonic() - 60.0
        self._long: frozenset[str] = frozenset()
        self._spans: list[tuple[float, float]] = []
        self._asked: Counter[str] = Counter()
        self._lasted: set[str] = set()
        """Addresses that took more than a second to answer within the current wait: long polls, if requested again."""
        self._routed = False
        self._fetched = 0.0
        self._changed = asyncio.Event()
        self._watching = False
        self.starts = 0
        """Number of counted requests and navigations that have started; a caller that sees it grow must wait again."""

    def begin(self) -> None:
        """Call before an input is injected: what starts from now on may be its effect."""
        self._began, self._held_before = time.monotonic(), self._held()
        self._watching = True
        self._spans.clear()
        self._asked.clear()
        self._lasted.clear()
        self._routed, self._fetched = False, 0.0
        self._long = frozenset(r.key for r in self._requests.values() if self._took(r, self._began) > 1.0)
        for request in self._requests.values():
            request.counted = request.counted and self._began - request.started < 0.05

    def end(self) -> None:
        """Call once the effects have settled: what starts before the next input is the page's own activity."""
        self._watching = False

    def busy(self, extra: Sequence[tuple[float, float]], until: float) -> float:
        """Return the seconds since `begin` in which the page was loading or, by the `extra` spans, changing."""
        open_spans = [(r.started, until) for r in self._requests.values() if r.counted]
        open_spans += [(n.started, until) for n in self._navigations.values() if n.begun]
        total, end = 0.0, self._began
        for start, stop in sorted([*self._spans, *open_spans, *extra]):
            start, stop = max(start, end), min(stop, until)
            if stop > start:
                total += stop - start
                end = stop
        return total

    def _took(self, request: _Request, until: float) -> float:
        """Return the seconds since the request started, without those in which requests were held."""
        return until - request.started - (self._held() - request.held)

    @property
    def idle(self) -> bool:
        """Whether no counted request or navigation is open."""
        now = time.monotonic()
        for frame, navigation in list(self._navigations.items()):
            if not navigation.begun and now - navigation.started > PENDING_PATIENCE:
                del self._navigations[frame]
        if self._navigations:
            return False
        return not any(request.open_at(now) for request in self._requests.values())

    @property
    def shown_by(self) -> float:
        """The latest time (monotonic) at which data fetched for a new view is shown; 0 if none was fetched."""
        return self._fetched + HELD_BACK if self._routed and self._fetched else 0.0

    async def wait_idle(self, deadline: float, blocked: Callable[[], bool]) -> bool:
        """Return True once idle or blocked, False when the deadline (monotonic) passes first."""
        while not self.idle and not blocked():
            left = deadline - time.monotonic()
            if left <= 0:
                return False
            self._changed.clear()
            try:
                async with asyncio.timeout(min(left, 0.25)):
                    await self._changed.wait()
            except TimeoutError:
                continue
        return True

    def wake(self) -> None:
        """Wake `wait_idle` for something that is not tracked here (a dialog, a crash)."""
        self._changed.set()

    # ------------------------------------------------------------------ events

    def event(self, method: str, params: dict[str, Any]) -> None:
        """Process an event of any session of the tab."""
        match method:
            case "Network.requestWillBeSent":
                self._request(params)
            case "Network.responseReceived":
                self._responded(params["requestId"], params.get("response", {}))
            case "Network.dataReceived":
                self._received(params["requestId"], max(params["dataLength"], params["encodedDataLength"]))
            case "Network.loadingFinished" | "Network.loadingFailed":
                self._finish(params["requestId"])
            case _:
                self._page_event(method, params)

    def _page_event(self, method: str, params: dict[str, Any]) -> None:
        match method:
            case "Page.frameRequestedNavigation" | "Page.frameScheduledNavigation":
                if params.get("disposition", "currentTab") == "currentTab":
                    self._navigating(params["frameId"], begun=False)
            case "Page.frameClearedScheduledNavigation":
                self._pending_dropped(params["frameId"])
            case "Page.frameStartedNavigating":
                if "samedocument" not in str(params.get("navigationType", "")).lower():
                    self._navigating(params["frameId"], begun=True)
            case "Page.navigatedWithinDocument":
                self._routed = True
            case "Page.frameNavigated":
                self._routed = True
                self._committed(params["frame"]["id"])
                if params.get("type") == "BackForwardCacheRestore":  # restored complete; no further events follow
                    self._arrived(params["frame"]["id"])
            case "Page.lifecycleEvent":
                if params["name"] in ("DOMContentLoaded", "load"):
                    self._arrived(params["frameId"])
            case "Page.frameStoppedLoading" | "Page.frameDetached":
                self._arrived(params["frameId"])
            case _:
                pass

    def _request(self, params: dict[str, Any]) -> None:
        kind = str(params.get("type", "Other"))
        identity = params["requestId"]
        if kind not in COUNTED or identity in self._requests:  # a redirect keeps its number
            return
        now = time.monotonic()
        held = self._held()
        since = now - self._began - (held - self._held_before)
        method, address = str(params["request"]["method"]), str(params["request"]["url"])
        # An app may send all its requests to one address: the operation tells them apart.
        body = body_of(params["request"])
        key = f"{method} {address.partition('?')[0]} {operation_in(body)}".rstrip()
        known = self._background[key] >= 2 or key in self._long
        # The same address again and again within one wait is a poll that began with the page or the input.
        address = (
            f"{method} {address}" if not body.bytes else signature_of(method, origin_of(address), address, body).kind
        )
        self._asked[address] += 1
        again = self._asked[address] > REPEATS or (self._asked[address] > 1 and address in self._lasted)
        counted = (since < PROMPT or not known) and not again
        if (not self._watching or since > 2.5) and kind in ("XHR", "Fetch"):
            self._background[key] += 1
        self._requests[identity] = _Request(kind, key, now, address, held, counted=counted)
        if counted:
            self.starts += 1
            self._changed.set()

    def _responded(self, identity: str, response: dict[str, Any]) -> None:
        request = self._requests.get(identity)
        if request is None:
            return
        request.responded = request.heard = time.monotonic()
        length = {key.lower(): value for key, value in response.get("headers", {}).items()}.get("content-length", "")
        # The end of a fetch whose body is not read is never reported: use its length.
        request.left = int(length) if str(length).isdigit() else None
        bodiless = request.left == 0 or response.get("status") in (204, 205, 304) or request.key.startswith("HEAD ")
        if bodiless or str(response.get("mimeType", "")) in _STREAMS:
            self._finish(identity)

    def _received(self, identity: str, length: int) -> None:
        request = self._requests.get(identity)
        if request is None:
            return
        request.heard = time.monotonic()
        if request.left is not None and request.kind in ("XHR", "Fetch"):
            request.left -= length
            if request.left <= 0:
                self._finish(identity)

    def _finish(self, identity: str) -> None:
        request = self._requests.pop(identity, None)
        if request is not None and request.counted:
            now = time.monotonic()
            self._spans.append((request.started, now))
            self._fetched = now if request.kind in ("XHR", "Fetch") else self._fetched
            if self._took(request, now) > 1.0:
                self._lasted.add(request.address)
            self._changed.set()

    def _navigating(self, frame: str, begun: bool) -> None:
        known = self._navigations.get(frame)
        if known is None:
            self._navigations[frame] = _Navigation(time.monotonic(), begun)
            self.starts += 1
        else:
            known.begun = known.begun or begun
        self._changed.set()

    def _pending_dropped(self, frame: str) -> None:
        known = self._navigations.get(frame)
        if known is not None and not known.begun:
            del self._navigations[frame]
            self._changed.set()

    def _committed(self, frame: str) -> None:
        # The requests of the old document end with it, without an event if its process goes.
        known = self._navigations.get(frame)
        if known is None:
            self._navigations[frame] = _Navigation(time.monotonic(), True)
            self.starts += 1
        else:
            known.begun = True
        self._changed.set()

    def _arrived(self, frame: str) -> None:
        known = self._navigations.pop(frame, None)
        if known is not None:
            self._spans.append((known.started, time.monotonic()))
        self._changed.set()

    def drop_document(self) -> None:
        """Finish the requests of a main document that was replaced: their ends are not reported any more."""
        for identity, request in list(self._requests.items()):
            if request.kind != "Document":
                self._finish(identity)
        self._long = frozenset()


_STREAMS = frozenset({"text/event-stream", "application/x-ndjson", "multipart/x-mixed-replace"})
