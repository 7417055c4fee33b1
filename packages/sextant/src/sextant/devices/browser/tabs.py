"""Tabs and their frames, tracked by the events of the browser's sessions."""

import asyncio
import json
from collections.abc import Callable
from typing import Any, Literal

from sextant.dataclass import dataclass
from sextant.devices.browser.activity import Activity
from sextant.devices.browser.cdp import Connection, Session
from sextant.devices.browser.collector import Frame, evaluation, value_of
from sextant.devices.browser.emulation import BINDING, WORLD, phone_commands, script_commands
from sextant.devices.browser.gate_host import Sender
from sextant.devices.browser.settings import Phone
from sextant.devices.browser.toasts import Toasts
from sextant.devices.browser.write_watch import NETWORK, Writes, decline
from sextant.text.legible import shortened
from sextant.types.secrets import Credentials


@dataclass(frozen=True, slots=True)
class ScriptDialog:
    """A dialog that a page's script has opened and waits for."""

    kind: Literal["alert", "confirm", "prompt", "beforeunload"]
    message: str
    default: str
    url: str


@dataclass(frozen=True, slots=True)
class FileChooser:
    """The request of the document in `frame` for files; `backend_node` is the file input."""

    session: Session
    frame: str
    backend_node: int


@dataclass(frozen=True, slots=True)
class PermissionRequest:
    """A document's permission request: its `number` in the document, `context` of the agent's world."""

    session: Session
    context: int
    name: str
    number: int
    url: str


@dataclass(frozen=True, slots=True)
class Challenge:
    """A server's request for a name and a password."""

    session: Session
    request: str
    origin: str
    realm: str


_MOST_SAID = 2000
"""Characters of a dialog's message."""
_STATUSES_KEPT = 60
INNER_SECONDS = 2.0
"""Longest wait for an inner frame: one that is busy must not slow every step."""
_OWED_SECONDS = 0.1
"""The same for a frame that owes an answer."""
# structural: schemes of addresses
_OF_BROWSER = frozenset({"http", "https", "about", "blob", "data", "javascript", "file", "filesystem", "chrome-error"})
"""Schemes that the browser handles itself; others would start another program, which is prevented."""

Prepare = Callable[[bool], list[tuple[str, dict[str, Any]]]]


class Tab:
    """One page target with its frames, in whatever processes they run."""

    def __init__(self, connection: Connection, target: str, session: Session, writes: Writes, opener: str = "") -> None:
        self.target, self.session, self.writes, self.opener = target, session, writes, opener
        self.opened_by = ""
        """The address of the frame that opened it; empty if unknown."""
        self.shows: Callable[[dict[str, Any], bool], None] = lambda _document, _replaces: None
        """Receives each document of the main frame, and whether it replaces another."""
        self._connection = connection
        self.frames: dict[str, Frame] = {}
        self.main = target
        self.activity = Activity(lambda: writes.gate.held_seconds)
        self.dialog: ScriptDialog | None = None
        self.dialogs = 0
        """Dialogs that opened since the page was last at rest."""
        self.orphaned_dialog = False
        """Whether the dialog opened before this session existed: only the keeper can answer it."""
        self.chooser: FileChooser | None = None
        self.challenge: Challenge | None = None
        self.permission: PermissionRequest | None = None
        self.crashed = False
        self.closed = False
        self._statuses: dict[str, int] = {}
        """By loader, because a document restored from the back/forward cache brings no response."""
        self.app = ""
        self.keyboard = 0.0
        """Pixels that the virtual keyboard takes at present."""
        self.intent = ""
        self.inputs: set[str] = set()
        """Kinds of trusted input that arrived under `intent`."""
        self.missed = False
        """Whether the touch met another element than its target, and was suppressed."""
        self.admitted: set[tuple[str, int, bool]] = set()
        """Worlds of the foreign documents that were allowed once a touch had reached them unforeseen, and whether
        something private had been typed by then."""
        self.requested: dict[str, str] = {}
        """By frame, the protocol's reason of its last requested navigation."""
        self.outside: list[str] = []
        """Addresses for other programs that pages tried to open."""
        self.asked: list[str] = []
        """Addresses of the documents requested since the last gesture, redirects included."""
        self.toasts = Toasts()
        self.routes: list[str] = []
        """Addresses that scripts set since the last gesture."""
        self.credentials: Callable[[str], Credentials | None] = lambda _origin: None
        """Returns the credentials for a server that asks for them; used once per request."""
        self._signed: set[str] = set()
        self._owing: set[tuple[str, int]] = set()
        """Worlds of the inner frames that owe an answer."""
        self._stopped: set[tuple[str, int]] = set()
        """Worlds that wait for a synchronous request. A session forgets them with any change of its contexts."""
        self._prepare: Prepare = lambda _page: []
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    @property
    def url(self) -> str:
        frame = self.frames.get(self.main)
        return frame.url if frame is not None else ""

    @property
    def status(self) -> int:
        """HTTP status of the main document; 0 if unknown, -1 if the browser shows its own error page."""
        frame = self.frames.get(self.main)
        return self._statuses.get(frame.loader, 0) if frame is not None else 0

    def attach(self, prepare: Prepare) -> None:
        """Start listening and send the session's settings, in one write, without waiting for the page."""
        self._prepare = prepare
        self._listen(self.session)
        results = self.session.post([*_OBSERVE, *prepare(True), ("Runtime.runIfWaitingForDebugger", {})])
        tree = self.session.post([("Page.getFrameTree", {})])[0]

        def known(future: "asyncio.Future[dict[str, Any]]") -> None:
            if not future.cancelled() and future.exception() is None:
                self._take_tree(future.result()["frameTree"], self.session, "")
                self.shows(future.result()["frameTree"]["frame"], False)
                if not self.ready.done():
                    self.ready.set_result(None)

        tree.add_done_callback(known)
        del results

    def begin(self, intent: str) -> None:
        """Call before a gesture: what happens from now on is attributed to it."""
        self.activity.begin()
        self.intent, self.inputs, self.missed = intent, set(), False
        self.asked, self.routes = [], []
        self.toasts.begin()

    def contexts(self) -> list[Frame]:
        """Return the frames in which the agent runs, the main one first."""
        found = [frame for frame in self.frames.values() if frame.contexts]
        return sorted(found, key=lambda frame: frame.id != self.main)

    # ------------------------------------------------------------------ evaluation

    async def ask(self, frame: Frame, expression: str, timeout: float = 5.0, patient: bool = True) -> Any:
        """Return the value of an expression in the agent's world of a frame; awaits promises. `patient`: see `Session`.

        Raises:
            ProtocolError: The document has gone meanwhile, or the expression failed.
            TimeoutError: The page did not answer (it is busy, or a dialog blocks it).
        """
        command = evaluation(frame, expression)
        try:
            reply = await frame.session.send("Runtime.evaluate", command, self.patience(frame, timeout), patient)
        except TimeoutError:
            self.unanswered(frame)
            raise
        self._stopped.discard(_world(frame))
        return value_of(reply)

    def brief(self, frame: Frame, seconds: float) -> float:
        """Return `seconds`, for an inner frame at most `INNER_SECONDS`."""
        return seconds if frame.id == self.main else min(seconds, INNER_SECONDS)

    def patience(self, frame: Frame, seconds: float) -> float:
        """Return how long to wait for a frame: `seconds`, or hardly at all if it owes an answer."""
        return min(seconds, _OWED_SECONDS) if _world(frame) in self._owing else seconds

    def stopped(self, frame: Frame) -> bool:
        """Whether a frame waits for a synchronous request; before, it has told what its private fields hold."""
        return _world(frame) in self._stopped

    def unanswered(self, frame: Frame) -> None:
        """Note that a frame did not answer. An inner one is hardly waited for until it does."""
        world = _world(frame)
        if frame.id == self.main or world in self._owing or not frame.contexts:
            return
        self._owing.add(world)
        answer = frame.session.post([("Runtime.evaluate", evaluation(frame, "0"))])[0]

        def answered(answer: "asyncio.Future[dict[str, Any]]") -> None:
            self._owing.discard(world)
            if not answer.cancelled():
                answer.exception()  # a document that has gone owes nothing

        answer.add_done_callback(answered)

    async def handle(self, frame: Frame, expression: str) -> str:
        """Return the remote object id of an expression's value; empty for null."""
        params = {**evaluation(frame, expression), "returnByValue": False}
        reply = await frame.session.send("Runtime.evaluate", params, 5.0)
        return str(reply.get("result", {}).get("objectId", ""))

    # ------------------------------------------------------------------ events

    def _listen(self, session: Session) -> None:
        sender = Sender(session, self.target)
        session.on_any(lambda method, params: self._event(sender, method, params))

    def _event(self, sender: Sender, method: str, params: dict[str, Any]) -> None:
        session = sender.session
        self.activity.event(method, params)
        self.writes.watch.event(sender, method, params)
        self._forget_stopped(session, method)
        match method:
            case "Runtime.executionContextCreated":
                self._context_created(session, params["context"])
            case "Runtime.executionContextDestroyed":
                self._context_destroyed(session, params["executionContextId"])
            case "Runtime.executionContextsCleared":
                for frame in self.frames.values():
                    if frame.session is session:
                        frame.contexts.clear()
            case "Network.requestWillBeSent" | "Network.responseReceived":
                if params.get("type") == "Document" and params.get("frameId") == self.main:
                    self._document(params)
            case "Runtime.bindingCalled":
                self._agent_event(session, params["executionContextId"], str(params.get("payload", "")))
            case "Inspector.targetCrashed":
                self.crashed, self.dialogs = True, 0
                self.activity.wake()
            case _ if method.startswith(("Page.frame", "Page.navigated", "Target.")):
                self._structure(session, method, params)
            case "Fetch.requestPaused":
                self.writes.gate.paused(sender, params)
            case _:
                self._interruption(session, method, params)

    def _forget_stopped(self, session: Session, method: str) -> None:
        """Forget which worlds are stopped once they may be gone: a new process numbers its worlds anew."""
        if method.startswith("Runtime.executionContext") or method == "Inspector.targetCrashed":
            self._stopped = {world for world in self._stopped if world[0] != session.id}

    def _document(self, params: dict[str, Any]) -> None:
        """Record that a document was requested, or its response."""
        if "response" in params:
            self._note_status(str(params.get("loaderId", "")), int(params["response"].get("status", 0)))
        else:
            self.asked.append(params["request"]["url"] + params["request"].get("urlFragment", ""))

    def _note_status(self, loader: str, status: int) -> None:
        self._statuses[loader] = status
        while len(self._statuses) > _STATUSES_KEPT:
            del self._statuses[next(iter(self._statuses))]

    def _agent_event(self, session: Session, context: int, payload: str) -> None:
        """Handle a report of the agent: an input, a missed touch, a permission request, a message, private values."""
        kind, _, rest = payload.partition(" ")
        if kind == "?said":
            self.toasts.record(rest)
            return
        if kind == "?held":
            self.writes.gate.private.learn_fields(map(str, json.loads(rest)))
            self.writes.gate.private.form_told = True
            return
        if kind == "?stopped":
            self.writes.gate.private.learn_fields(map(str, json.loads(rest)))
            self._stopped.add((session.id, context))
            return
        if kind == "?goes":
            self._stopped.discard((session.id, context))
            return
        self.missed = self.missed or kind == "?missed"
        if kind != "?permission":
            if rest == self.intent:
                self.inputs.add(kind)
            return
        name, _, number = rest.partition(" ")
        frame = next((f for f in self.frames.values() if f.session is session and context in f.contexts), None)
        if frame is not None and number.isdigit():
            self.permission = PermissionRequest(session, context, name, int(number), frame.url)
            self.activity.wake()

    def _signs_in(self, session: Session, params: dict[str, Any]) -> bool:
        """Answer a server's request with the credentials in its start page's address; return whether it did."""
        challenge, request = params["authChallenge"], str(params["requestId"])
        found = self.credentials(str(challenge["origin"])) if challenge.get("source") != "Proxy" else None
        if found is None or request in self._signed:
            return False
        self._signed.add(request)
        reply = {"response": "ProvideCredentials", "username": found.user, "password": found.password}
        session.post([("Fetch.continueWithAuth", {"requestId": request, "authChallengeResponse": reply})])
        return True

    def _structure(self, session: Session, method: str, params: dict[str, Any]) -> None:
        match method:
            case "Page.frameAttached":
                self._frame(params["frameId"], session).parent = params["parentFrameId"]
            case "Page.frameNavigated":
                self._navigated(session, params["frame"])
            case "Page.navigatedWithinDocument":
                self._frame(params["frameId"], session).url = params["url"]
                if params["frameId"] == self.main:
                    self.routes.append(params["url"])
            case "Page.frameRequestedNavigation":
                self._requested(str(params["frameId"]), str(params["reason"]), str(params["url"]))
            case "Page.frameDetached":
                if params.get("reason") != "swap":
                    self._remove(params["frameId"])
            case "Target.attachedToTarget":
                self._frame_moved(params)
            case "Target.detachedFromTarget":
                self._connection.forget(params["sessionId"])
            case _:
                pass

    def _interruption(self, session: Session, method: str, params: dict[str, Any]) -> None:
        match method:
            case "Page.javascriptDialogOpening":
                self.dialogs += 1
                self.dialog = ScriptDialog(
                    params["type"],
                    shortened(params["message"], _MOST_SAID),
                    params.get("defaultPrompt", ""),
                    params["url"],
                )
                self.orphaned_dialog = False
            case "Page.javascriptDialogClosed":
                self.dialog = None
            case "Page.fileChooserOpened":
                if "backendNodeId" in params:
                    self.chooser = FileChooser(session, params["frameId"], params["backendNodeId"])
            case "Fetch.authRequired" if params["resourceType"] != "Document":
                decline(session, params)
                return
            case "Fetch.authRequired" if self._signs_in(session, params):
                return
            case "Fetch.authRequired":
                challenge = params["authChallenge"]
                self.challenge = Challenge(
                    session, params["requestId"], challenge["origin"], challenge.get("realm", "")
                )
            case _:
                return
        self.activity.wake()

    def _context_created(self, session: Session, context: dict[str, Any]) -> None:
        if context.get("name") == WORLD:
            frame = self._frame(context["auxData"]["frameId"], session)
            frame.session = session
            if context["id"] not in frame.contexts:
                frame.contexts.append(context["id"])

    def _context_destroyed(self, session: Session, context: int) -> None:
        for frame in self.frames.values():
            if frame.session is session and context in frame.contexts:
                frame.contexts.remove(context)

    def _navigated(self, session: Session, data: dict[str, Any]) -> None:
        if data["id"] == self.main and not str(data.get("url", "")).startswith("about:"):
            self.writes.touches.committed(self.target, tuple(frame.loader for frame in self.frames.values()))
        self.writes.track_storage(session, str(data.get("url", "")))
        frame = self._frame(data["id"], session)
        frame.session = session
        frame.parent = data.get("parentId", frame.parent)
        frame.url = data.get("url", "") + data.get("urlFragment", "")
        frame.loader = data.get("loaderId", "")
        frame.site = str(data.get("domainAndRegistry") or "")
        if data["id"] == self.main:
            self.crashed = False
            self.chooser = self.permission = None
            self.activity.drop_document()
            if data.get("unreachableUrl"):
                frame.url = data["unreachableUrl"]
                self._note_status(frame.loader, -1)
            for other in [frame for frame in self.frames.values() if frame.id != self.main]:
                if other.session is session or other.parent == self.main:
                    self._remove(other.id)  # with those below, which may come later here
            self.shows(data, True)

    def _requested(self, frame: str, reason: str, address: str) -> None:
        self.requested[frame] = reason
        while len(self.requested) > _STATUSES_KEPT:
            del self.requested[next(iter(self.requested))]
        scheme = address.partition(":")[0].lower()
        if scheme not in _OF_BROWSER and len(self.outside) < _STATUSES_KEPT:
            self.outside.append(address)
            self.activity.wake()

    def _frame_moved(self, params: dict[str, Any]) -> None:
        """Listen to a frame that now runs in its own process."""
        info = params["targetInfo"]
        session = self._connection.session(params["sessionId"])
        if info["type"] != "iframe":
            self._worker(session)
            return
        frame = self._frame(info["targetId"], session)
        frame.session = session
        frame.url = frame.url or str(info.get("url", ""))
        frame.contexts.clear()
        self._listen(session)
        session.post([*_OBSERVE, *self._prepare(False), ("Runtime.runIfWaitingForDebugger", {})])

    def _worker(self, session: Session) -> None:
        """Set up a worker of the page, which waits to start. Its document's session pauses its requests."""
        self.writes.listen(Sender(session, self.target))
        session.on_any(self.activity.event)
        session.on("Target.attachedToTarget", lambda event: self._worker(self._connection.session(event["sessionId"])))
        session.on("Target.detachedFromTarget", lambda event: self._connection.forget(event["sessionId"]))
        session.post([("Network.enable", dict(NETWORK)), _ATTACH_PARTS, ("Runtime.runIfWaitingForDebugger", {})])

    def _take_tree(self, tree: dict[str, Any], session: Session, parent: str) -> None:
        data = tree["frame"]
        if not parent:
            self.main = data["id"]
        frame = self._frame(data["id"], session)
        frame.parent = data.get("parentId", parent)
        self.writes.track_storage(session, str(data.get("url", "")))
        if not frame.url:
            frame.url = data.get("unreachableUrl") or data.get("url", "") + data.get("urlFragment", "")
            frame.loader = data.get("loaderId", "")
            frame.site = str(data.get("domainAndRegistry") or "")
            if data.get("unreachableUrl"):
                self._note_status(frame.loader, -1)
        for child in tree.get("childFrames", ()):
            self._take_tree(child, session, data["id"])

    def _frame(self, identity: str, session: Session) -> Frame:
        frame = self.frames.get(identity)
        if frame is None:
            frame = self.frames[identity] = Frame(identity, session)
        return frame

    def _remove(self, identity: str) -> None:
        self.frames.pop(identity, None)
        for child in [frame.id for frame in self.frames.values() if frame.parent == identity]:
            self._remove(child)


_ATTACH_PARTS: tuple[str, dict[str, Any]] = (
    "Target.setAutoAttach",
    {
        "autoAttach": True,
        "waitForDebuggerOnStart": True,
        "flatten": True,
        # All targets that the page starts wait for us: attach to each kind, and resume it.
        "filter": [{"type": kind, "exclude": True} for kind in ("browser", "tab", "service_worker")] + [{}],
    },
)
_OBSERVE: tuple[tuple[str, dict[str, Any]], ...] = (
    ("Page.enable", {}),
    ("Page.setLifecycleEventsEnabled", {"enabled": True}),
    ("Runtime.enable", {}),
    BINDING,
    ("Network.enable", dict(NETWORK)),
    ("DOMStorage.enable", {}),
    ("Inspector.enable", {}),
    _ATTACH_PARTS,
)


def _world(frame: Frame) -> tuple[str, int]:
    return frame.session.id, frame.contexts[-1] if frame.contexts else 0


def session_settings(
    phone: Phone, product: str, clock_offset: float, key: str, asks: bool, page: bool
) -> list[tuple[str, dict[str, Any]]]:
    """Return the settings of a tab's session, sent before its page may run."""
    found = [*phone_commands(phone, product, page), *script_commands(clock_offset, key, asks)]
    found.append(("Page.setInterceptFileChooserDialog", {"enabled": True}))
    return found
