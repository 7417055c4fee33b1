"""Reads the browser's events for writes: requests and responses, socket frames, local storage, IndexedDB."""

import time
from collections import Counter
from collections.abc import Mapping
from typing import Any

from sextant.addresses.origins import origin_of
from sextant.devices.browser.cdp import Session
from sextant.devices.browser.effect_log import EffectLog
from sextant.devices.browser.gate_host import GateHost, GateSettings, Sender
from sextant.devices.browser.request_body import may_write
from sextant.devices.browser.write_causes import Touches
from sextant.devices.browser.write_gate import WriteGate
from sextant.text.legible import on_one_line
from sextant.types.effects import ObservedEffect
from sextant.types.requests import address_template, is_variable

__all__ = ["NETWORK", "WriteWatch", "Writes", "decline"]

_UNSENT = tuple(
    f"net::ERR_{what}"
    for what in (
        *("CONNECTION_REFUSED", "NAME_NOT_RESOLVED", "INTERNET_DISCONNECTED", "ADDRESS_UNREACHABLE"),
        *("UNSAFE_PORT", "CERT_", "SSL_"),
        *(f"BLOCKED_BY_{who}" for who in ("CLIENT", "ADMINISTRATOR", "CSP", "LOCAL_NETWORK_")),
    )
)
"""Failures after which nothing can have arrived. `BLOCKED_BY_RESPONSE` is not among them: the server has answered."""
_BEFORE = frozenset({"csp", "mixed-content", "inspector", "origin", "subresource-filter"})
"""Reasons for which Chromium blocks a request; for others (`corp-not-same-origin`, `other`) it blocks an answer."""
_DATA_FRAMES = (1, 2)
_STORED = {
    "DOMStorage.domStorageItemAdded": "set",
    "DOMStorage.domStorageItemUpdated": "set",
    "DOMStorage.domStorageItemRemoved": "remove",
    "DOMStorage.domStorageItemsCleared": "clear",
}
_SOCKETS_KEPT = 200
"""Limits memory: a frame of a forgotten socket is recorded without its address."""
_STORED_BYTES = 10 * 2**20
"""Bytes that a session may store within a second: each event carries the old value and the new one, and more keep the
page from answering."""
_EVENT_BYTES = 1000
"""What an event counts for besides its key and values: it takes time to read."""


class WriteWatch:
    """Turns events of sessions into effects. Requests that the gate pauses are recorded by the gate."""

    def __init__(self, gate: WriteGate, log: EffectLog, touches: Touches) -> None:
        self._gate, self._log, self._touches = gate, log, touches
        self._sockets: dict[str, str] = {}
        self._second, self._stored_bytes = 0.0, Counter[str]()
        """The start of the current second, and the bytes that each session has stored since."""

    def event(self, sender: Sender, method: str, params: Mapping[str, Any]) -> None:
        """Process an event of any session."""
        if method in ("Network.responseReceived", "Network.loadingFailed"):
            self._gate.ended(str(params["requestId"]))
        match method:
            case "Network.requestWillBeSent":
                self._request(sender, params)
            case "Network.responseReceived":
                self._responded(str(params["requestId"]), params["response"])
            case "Network.responseReceivedExtraInfo":
                self._log.answered(params["requestId"], int(params.get("statusCode", 0)))
            case "Network.loadingFailed":
                self._failed(params)
            case _ if method.startswith("Network.webSocket"):
                self._socket(sender, method, params)
            case _ if method in _STORED:
                self._stored(sender, _STORED[method], params)
            case "Storage.indexedDBContentUpdated":
                store = f"indexedDB/{params['databaseName']}/{params['objectStoreName']}"
                self._add_storage(sender, "set", str(params["origin"]), store)
            case _:
                pass

    def _request(self, sender: Sender, params: Mapping[str, Any]) -> None:
        number, request = str(params["requestId"]), params["request"]
        if "redirectResponse" in params:
            self._responded(number, params["redirectResponse"])
        loader = str(params.get("loaderId", ""))
        if self._gate.pauses:
            self._gate.sent(number, loader)
            self._gate.announced(sender, params)
        elif (body := may_write(request)) is not None:
            address, kind = str(request["url"]), str(params.get("type", ""))
            cause = self._touches.cause(sender.tab, loader)
            effect = self._gate.private.effect(kind, str(request["method"]).upper(), address, cause, body)
            self._log.add(effect, number)

    def _responded(self, number: str, response: Mapping[str, Any]) -> None:
        if response.get("fromServiceWorker"):
            self._log.unsent(number)  # the worker's own request is the one that counts
        else:
            self._log.answered(number, int(response.get("status", 0)))

    def _failed(self, params: Mapping[str, Any]) -> None:
        cors = str(params.get("corsErrorStatus", {}).get("corsError", ""))
        blocked = params.get("blockedReason") in _BEFORE or "Preflight" in cors
        if blocked or str(params.get("errorText", "")).startswith(_UNSENT):
            self._log.unsent(str(params["requestId"]))

    def _socket(self, sender: Sender, method: str, params: Mapping[str, Any]) -> None:
        number = str(params["requestId"])
        match method:
            case "Network.webSocketCreated":
                self._sockets[number] = str(params["url"])
                while len(self._sockets) > _SOCKETS_KEPT:
                    del self._sockets[next(iter(self._sockets))]
            case "Network.webSocketClosed":
                self._sockets.pop(number, None)
            case "Network.webSocketFrameSent" if params["response"].get("opcode") in _DATA_FRAMES:
                address = self._sockets.get(number, "").replace("ws", "http", 1)
                cause = self._touches.cause(sender.tab, "")
                template = address_template(address)
                self._log.add(ObservedEffect("socket", "", template, origin_of(address), 0, cause))
            case _:
                pass

    def _stored(self, sender: Sender, how: str, params: Mapping[str, Any]) -> None:
        self._count(sender.session, params)
        place = params["storageId"]
        if not place.get("isLocalStorage"):
            return  # it ends with the tab
        key = "/".join("{}" if is_variable(part) else part for part in str(params.get("key", ""))[:200].split("/"))
        origin = str(place.get("securityOrigin") or place.get("storageKey", "")).rstrip("/")
        self._add_storage(sender, how, origin, f"localStorage/{key}" if key else "localStorage")

    def _count(self, session: Session, params: Mapping[str, Any]) -> None:
        """End the watch of a session's storage when it stores without end."""
        now = time.monotonic()
        if now - self._second >= 1:
            self._second = now
            self._stored_bytes.clear()
        texts = (str(params.get(name, "")) for name in ("key", "oldValue", "newValue"))
        self._stored_bytes[session.id] += _EVENT_BYTES + int(params.get("cut", 0)) + sum(map(len, texts))
        if self._stored_bytes[session.id] > _STORED_BYTES:
            session.post([("DOMStorage.disable", {})])
            del self._stored_bytes[session.id]

    def _add_storage(self, sender: Sender, how: str, origin: str, address: str) -> None:
        cause = self._touches.cause(sender.tab, "")
        self._log.add(ObservedEffect("storage", how, on_one_line(address), origin_of(origin.rstrip("/")), 0, cause))


class Writes:
    """The parts that deal with an app's writes: the gate, the log, and the event reader."""

    def __init__(self, settings: GateSettings, host: GateHost) -> None:
        self.log, self.touches = EffectLog(), Touches()
        self.gate = WriteGate(settings, self.log, self.touches, host)
        self.watch = WriteWatch(self.gate, self.log, self.touches)
        self._trackers: dict[str, Session] = {}

    def listen(self, sender: Sender) -> None:
        """Read the events of a worker's session, which no tab reads."""

        def event(method: str, params: dict[str, Any]) -> None:
            self.watch.event(sender, method, params)
            match method:
                case "Fetch.requestPaused":
                    self.gate.paused(sender, params)
                case "Fetch.authRequired":
                    decline(sender.session, params)
                case _:
                    pass

        sender.session.on_any(event)

    def worker_commands(self) -> list[tuple[str, dict[str, Any]]]:
        """Return the settings of the session of a worker with its own process, sent before it may run."""
        return [("Network.enable", dict(NETWORK)), ("Fetch.enable", self.gate.fetch)]

    def track_storage(self, session: Session, address: str) -> None:
        """Watch the IndexedDB of the address's origin, by one session for each origin."""
        origin = origin_of(address)
        known = self._trackers.get(origin)
        if not address.startswith(("http://", "https://")) or (known is not None and not known.closed):
            return
        self._trackers[origin] = session
        session.post([("Storage.trackIndexedDBForOrigin", {"origin": origin})])


NETWORK: Mapping[str, Any] = {"maxTotalBufferSize": 0, "maxResourceBufferSize": 0, "maxPostDataSize": 2**18}
"""Parameters of `Network.enable`: responses are not buffered, and bodies of requests are reported up to a size."""


def decline(session: Session, params: Mapping[str, Any]) -> None:
    """Leave a password request for a resource that is no page to the browser's default."""
    answer = {"requestId": params["requestId"], "authChallengeResponse": {"response": "Default"}}
    session.post([("Fetch.continueWithAuth", answer)])
