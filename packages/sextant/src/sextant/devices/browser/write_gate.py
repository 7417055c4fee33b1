"""The write gate: intercepts what an app sends, and lets it pass, holds it, or refuses it."""

import asyncio
import re
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from dataclasses import field, replace
from shlex import quote
from typing import Any, Literal

from sextant.addresses.origins import origin_of
from sextant.dataclass import dataclass
from sextant.devices.browser.cdp import ProtocolError, Session
from sextant.devices.browser.effect_log import EffectEntry, EffectLog
from sextant.devices.browser.gate_host import AwaitedValues, GateHost, GateSettings, Sender
from sextant.devices.browser.private_values import PrivateValues
from sextant.devices.browser.request_body import WRITING_TYPES, Body, Fields, effect_of, may_write, signature_of
from sextant.devices.browser.write_causes import Touches, UnpromptedRequests
from sextant.devices.browser.write_decider import Decider, nobody
from sextant.errors import DeviceLost
from sextant.protocols import WriteAuthority
from sextant.types.effects import (
    LEFT_ALONE,
    READ_ONLY,
    EffectCause,
    HeldWrite,
    ObservedEffect,
    WriteRuling,
)
from sextant.types.requests import address_template

__all__ = ["WriteGate", "leaving"]

_MAX_HELD = 50
"""Limit on memory and on questions to one person; further requests are refused."""
_REFUSALS = 3
"""Refusals of one kind of request in a step, after which repetitions are refused without asking: the first try and the
two retries that HTTP clients commonly make."""
_LOADER_SECONDS = 0.05
"""Longest wait for the event that names a request's document, which comes from another process than the pause: of 452
on two overloaded cores the latest came 17 ms later. Without it a tab with a touched document counts as touched."""
_PAUSE_SECONDS = 15.0
"""Longest wait for the pause of a request with a long body: Chromium drops messages of more than 256 MB. The pause of
50 MB of text, a message of 117 MB, came after 2 to 5 s."""
_JOB = re.compile(r"interception-job-(\d+)\.0")
"""Chromium numbers its pauses over all sessions of a browser."""
_JOBS_TRIED = 500
"""Ids tried for a request whose pause was dropped; a wrong one is an error without effect."""
_HOLDS_A_STEP = 3.0
"""A step waits for held writes at most this many times `hold_seconds`: enough for the first write and the tries of
`_REFUSALS`, and an end for a page that never stops asking."""
_Answer = Literal["Fetch.continueRequest", "Fetch.failRequest", "Fetch.fulfillRequest"]
_LET_GO = "the device was let go"


@dataclass(slots=True, eq=False)
class _Held:
    session: Session | None
    """The session that paused it; None if it is no request."""
    tab: str
    request: str
    address: str
    navigation: bool
    entry: EffectEntry
    kind: tuple[str, ...]
    write: HeldWrite | None = None
    """What the authority is shown, once secrets are masked."""
    timer: asyncio.TimerHandle | None = None
    allowed: Callable[[], None] | None = None
    """Called if it is allowed, instead of continuing the request."""
    answer: asyncio.Future[WriteRuling] | None = None
    """Receives the ruling if it is no request."""


@dataclass(slots=True)
class _Step:
    """What happened since the last gesture."""

    waited: float = 0.0
    refused: Counter[tuple[str, ...]] = field(default_factory=Counter[tuple[str, ...]])


class WriteGate:
    """Judges every request that may write. Runs on the device's loop; `authorise` and times are thread-safe."""

    def __init__(self, settings: GateSettings, log: EffectLog, touches: Touches, host: GateHost | None = None) -> None:
        self.settings, self.log, self.touches = settings, log, touches
        self._host = host or GateHost()
        self.suspended = False
        """Whether a person has the browser: what they do passes."""
        self._loop = asyncio.get_running_loop()
        self._decider: Decider | None = None
        self._authority: WriteAuthority | None = None
        self._held: dict[str, _Held] = {}
        self._undecided: set[_Held] = set()
        """All paused requests, also those being judged or about to continue."""
        self._closing = False
        self._loaders = AwaitedValues()
        """By network id of a request, the loader of the document that sends it."""
        self._ended = AwaitedValues()
        """By network id of a request, whether it was paused, answered or failed."""
        self._job = 0
        """The number of the latest pause."""
        self._untouched = UnpromptedRequests()
        self.private = PrivateValues()
        self._step = _Step()
        self._released = asyncio.Event()
        self._released.set()
        self._since = 0.0
        self._total = 0.0
        self._tasks: set[asyncio.Task[None]] = set()

    # ------------------------------------------------------------------ what the device asks

    @property
    def pauses(self) -> bool:
        """Whether requests are paused to be judged. `observe` pauses none: network events report them."""
        return self.settings.mode != "observe"

    @property
    def fetch(self) -> dict[str, Any]:
        """Parameters of `Fetch.enable`; documents (servers may ask for a password) and files are always paused.

        Sent once per session: each change drops requests that a leaving document sends.
        """
        kinds = WRITING_TYPES if self.pauses else WRITING_TYPES[:1]
        patterns = [*({"resourceType": kind} for kind in kinds), {"urlPattern": "file:*"}]
        return {"handleAuthRequests": True, "patterns": patterns}

    @property
    def held_seconds(self) -> float:
        """Total seconds in which anything was held. Deadlines are suspended meanwhile."""
        since = self._since
        return self._total + (time.monotonic() - since if since else 0.0)

    @property
    def waiting(self) -> bool:
        """Whether something is held that a step has to wait for."""
        return bool(self._held) and self._step.waited < _HOLDS_A_STEP * self.settings.hold_seconds

    async def released(self) -> float:
        """Wait until nothing is held, at most as long as a step may; return the seconds waited."""
        if not self.waiting:
            return 0.0
        start = time.monotonic()
        left = _HOLDS_A_STEP * self.settings.hold_seconds - self._step.waited
        try:
            async with asyncio.timeout(left):
                await self._released.wait()
        except TimeoutError:
            pass
        waited = time.monotonic() - start
        self._step.waited += waited
        return waited

    def begin(self, tab: str) -> None:
        """Call before a gesture is injected into a tab."""
        self._step = _Step()
        self.touches.begin(tab)

    def authorise(self, authority: WriteAuthority) -> None:
        """Make that authority decide from now on, also about what is already held."""
        if self._decider is not None:
            self._decider.stop()
        self._authority = authority
        self._decider = Decider(authority)
        for held in self._held.values():
            self._ask(held)

    async def close(self) -> None:
        """Refuse all that is paused, and all that comes later."""
        self._closing = True
        for held in list(self._held.values()):
            self._rule(held, nobody(_LET_GO))
        for held in list(self._undecided):
            self._refuse(held, _LET_GO)
        if self._decider is not None:
            self._decider.stop()
            self._decider = None
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # ------------------------------------------------------------------ requests

    def sent(self, request: str, loader: str) -> None:
        """Record which document sends a request, from the network events."""
        self._loaders.set(request, loader)

    def ended(self, request: str) -> None:
        """Record that a request need not be paused any more."""
        self._ended.set(request, "")

    def announced(self, sender: Sender, event: Mapping[str, Any]) -> None:
        """Handle a request's network event. A body too long to be paused is refused and recorded."""
        request = event["request"]
        if request.get("hasPostData") and "postData" not in request and may_write(request) is not None:
            self._start(self._refuse_unpaused(sender, event))

    async def _refuse_unpaused(self, sender: Sender, event: Mapping[str, Any]) -> None:
        number, request, job = str(event["requestId"]), event["request"], self._job
        if await self._ended.get(number, _PAUSE_SECONDS) is not None:
            return
        cause = self.touches.cause(sender.tab, str(event.get("loaderId", "")))
        kind, method, address = str(event.get("type", "")), str(request["method"]).upper(), str(request["url"])
        effect = effect_of(kind, method, address, cause, Body(complete=False))
        self.log.add(replace(effect, held=True, reason="its body is too long to be read"), number)
        known = {held.request for held in self._undecided}
        guessed = (f"interception-job-{number}.0" for number in range(job + 1, job + _JOBS_TRIED))
        for unknown in (name for name in guessed if name not in known):
            _fail(sender.session, unknown, kind == "Document")

    def paused(self, sender: Sender, event: Mapping[str, Any]) -> None:
        """Handle a paused request. Reads continue at once; what cannot be judged is refused."""
        if job := _JOB.fullmatch(str(event["requestId"])):
            self._job = int(job[1])
        self.ended(str(event.get("networkId", "")))
        self._safely(sender, event, self._departing)

    def _safely(
        self, sender: Sender, event: Mapping[str, Any], work: Callable[[Sender, Mapping[str, Any]], None]
    ) -> None:
        try:
            work(sender, event)
        except Exception:  # noqa: BLE001 - boundary to page data: any failure refuses the request
            _fail(sender.session, str(event["requestId"]), event.get("resourceType") == "Document")

    def _departing(self, sender: Sender, event: Mapping[str, Any]) -> None:
        """Hold a departure to another origin for permission, before anything else is checked."""
        departure = None if self.suspended else self._host.departure(sender.tab, event)
        if departure is None:
            self._paused(sender, event)
            return
        address, navigation = str(event["request"]["url"]), event["resourceType"] == "Document"
        entry = self.log.add(leaving(address, self.touches.cause(sender.tab, None), departure.special), "", False)
        number, kind = str(event["requestId"]), ("leave", entry.effect.origin)
        held = _Held(sender.session, sender.tab, number, address, navigation, entry, kind)
        held.allowed = lambda: (self._host.passed(sender.tab, event), self._safely(sender, event, self._paused))[1]
        self._undecided.add(held)
        refused = departure.refused or self._refusal(entry.effect)
        if reason := refused or (_LET_GO if self._closing else self._not_asked(held)):
            self._refuse(held, reason)
        else:
            self._host.holding(address, True)
            self._start(self._decided(held, lambda: self._hold(held, Body())))

    def _refusal(self, effect: ObservedEffect) -> str:
        """Return why a departure is refused without a question; empty if somebody can be asked."""
        if self.settings.leave == "deny" or self._authority is not None:
            return LEFT_ALONE if self.settings.leave == "deny" else ""
        permits = effect.kind == "permission"
        flag = f"--set browser.permissions={quote(effect.address)}" if permits else f"--origin {quote(effect.origin)}"
        return f"nobody can be asked; allow it with {flag}"

    def _paused(self, sender: Sender, event: Mapping[str, Any]) -> None:
        body = may_write(event["request"]) if self.pauses else None
        if body is None:
            _post(sender.session, "Fetch.continueRequest", {"requestId": event["requestId"]})
            return
        request, kind = event["request"], str(event["resourceType"])
        address, method = str(request["url"]), str(request["method"]).upper()
        number = str(event.get("networkId") or event["requestId"])
        effect = self.private.effect(kind, method, address, self.touches.cause(sender.tab, None), body)
        entry = self.log.add(effect, number, decided=False)
        held = _Held(
            sender.session,
            sender.tab,
            str(event["requestId"]),
            address,
            kind == "Document",
            entry,
            (method, effect.address),
        )
        self._undecided.add(held)
        if self._closing:
            self._refuse(held, _LET_GO)
        else:
            by_touch = self.touches.by_touch(sender.tab)
            self._start(self._decided(held, lambda: self._judge(held, number, body, by_touch)))

    async def _decided(self, held: _Held, work: Callable[[], Awaitable[None]]) -> None:
        """Run the work that decides about a request; if it fails the request is refused."""
        try:
            await work()
        except Exception as error:  # noqa: BLE001 - as above
            reason = f"it could not be judged: {type(error).__name__}: {error}"
            if held.request in self._held:
                self._rule(held, nobody(reason))
            else:
                self._refuse(held, reason)

    async def _judge(self, held: _Held, number: str, body: Body, by_touch: bool) -> None:
        tab, method = held.tab, held.entry.effect.method
        passes = self.suspended or self._is_allowed(method, held.address)
        if passes:
            self._continue(held)
        loader = await self._loader_of(number, held.tab)
        signature = signature_of(method, origin_of(held.address), held.address, body)
        cause = self.touches.cause(tab, loader)
        if cause == "touch" and self._untouched.covers(signature):
            cause = "timer"
        held.entry.effect = replace(held.entry.effect, cause=cause)
        if not passes and not held.navigation:
            by_touch = by_touch or self.touches.by_touch(tab)
            if not by_touch and self.touches.untouched(tab, loader):
                self._untouched.add(signature)
            passes = self._untouched.covers(signature)
            if by_touch and not passes:
                held.entry.effect = replace(held.entry.effect, cause="touch")
        if passes:
            self._release(held)
        elif reason := READ_ONLY if self.settings.mode == "deny" else self._not_asked(held):
            self._refuse(held, reason)
        else:
            await self._hold(held, body)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _not_asked(self, held: _Held) -> str:
        """Return why a request is refused without a question; empty if somebody is asked."""
        if self._step.refused[held.kind] >= _REFUSALS:
            return "the page tries it too often"
        return f"{_MAX_HELD} others wait already" if len(self._held) >= _MAX_HELD else ""

    async def _loader_of(self, number: str, tab: str) -> str | None:
        """Return the document that sends; its event may come slightly later than the pause."""
        if not tab:
            return None
        return await self._loaders.get(number, _LOADER_SECONDS)

    def _is_allowed(self, method: str, address: str) -> bool:
        return any(
            pattern.matches(method, address) and (pattern.whole_address or self.settings.in_scope(address))
            for pattern in self.settings.allowed
        )

    # ------------------------------------------------------------------ holding

    async def _hold(self, held: _Held, body: Body) -> None:
        number = held.request
        if not self._held:
            self._since = time.monotonic()
            self._released.clear()
        self._held[number] = held
        held.timer = self._loop.call_later(self.settings.hold_seconds, self._expire, held)
        values = await self._host.private_values(held.tab if held.navigation else "")
        self.private.learn_fields(values or ())
        known = values is not None
        if held.navigation and body.bytes:  # no question reaches its page
            known, self.private.form_told = known and self.private.form_told, False
        held.write = self.private.write(held.entry.effect, held.address, body, known)
        held.entry.effect = held.write.effect
        if number in self._held:
            self._ask(held)

    def record(self, effect: ObservedEffect, refused: str = "") -> None:
        """Log what was decided elsewhere. `refused`: why it was not allowed."""
        self.log.add(replace(effect, held=bool(refused), reason=refused))

    async def ask(
        self, tab: str, effect: ObservedEffect, address: str, fields: Fields = (), why: str = ""
    ) -> WriteRuling:
        """Return a ruling on what is no request, such as a download; logged if refused, or if it is a write.

        Without an authority it is refused if `why` says so, or if it touches foreign frames or grants a permission.
        """
        bound = effect.kind == "leave" or (effect.kind == "permission" and self._authority is None)
        refused = self._refusal(effect) if bound and self.settings.leave != "allow" else why * (self._authority is None)
        if self.suspended or (self._authority is None and not refused):
            if effect.kind == "download":
                self.record(effect)
            return WriteRuling(True, "nobody is asked")
        entry = self.log.add(effect, "", False)
        held = _Held(None, tab, f"asked-{id(entry)}", address, False, entry, (effect.kind, address))
        answer = held.answer = self._loop.create_future()
        self._undecided.add(held)
        if self._closing or refused:
            self._refuse(held, _LET_GO if self._closing else refused)
        else:
            await self._decided(held, lambda: self._hold(held, Body(fields)))
        ruling = await answer
        entry.void = ruling.allowed and effect.kind != "download"
        return ruling

    def _ask(self, held: _Held) -> None:
        if self._decider is None or held.write is None:
            return

        def done(ruling: WriteRuling) -> None:
            if not self._loop.is_closed():
                self._loop.call_soon_threadsafe(self._rule, held, ruling)

        self._decider.ask(held.write, done)

    def _expire(self, held: _Held) -> None:
        """Refuse after the deadline. The authority may be stuck: the next write is decided on another thread."""
        if held.request not in self._held:
            return
        self._rule(held, nobody(f"nobody decided within {self.settings.hold_seconds:g} s"))
        if self._authority is not None:
            self.authorise(self._authority)

    def _rule(self, held: _Held, ruling: WriteRuling) -> None:
        if self._held.pop(held.request, None) is None:
            return
        if held.timer is not None:
            held.timer.cancel()
        if held.allowed is not None:
            self._host.holding(held.address, False)
        if held.answer is not None and not held.answer.done():
            held.answer.set_result(ruling)
        held.entry.effect = replace(held.entry.effect, harmless=ruling.harmless)
        if not ruling.allowed:
            self._step.refused[held.kind] += 1
            self._refuse(held, ruling.reason)
        elif held.allowed is None:
            self._release(held)
        elif held in self._undecided:
            self._undecided.discard(held)
            held.entry.void = held.entry.decided = True
            held.allowed()
        if not self._held:
            self._total += time.monotonic() - self._since
            self._since = 0.0
            self._released.set()

    def _release(self, held: _Held) -> None:
        self._continue(held)
        held.entry.decided = True

    def _continue(self, held: _Held) -> None:
        """Continue the request at once, also if its cause is not known yet."""
        if held not in self._undecided:
            return
        self._undecided.discard(held)
        _post(held.session, "Fetch.continueRequest", {"requestId": held.request})

    def _refuse(self, held: _Held, reason: str) -> None:
        """Fail a request; a navigation gets an empty response, so that the page stays."""
        if held not in self._undecided:
            held.entry.decided = True
            return
        self._undecided.discard(held)
        whole = "" if held.write is None else held.entry.effect.whole  # what fields hold is asked for questions only
        if held.answer is not None and not held.answer.done():
            held.answer.set_result(WriteRuling(False, reason))
        held.entry.effect = replace(held.entry.effect, held=True, reason=reason, whole=whole)
        held.entry.decided = True
        _fail(held.session, held.request, held.navigation)
        if held.navigation:
            self._host.refused_tab(held.tab)


def leaving(address: str, cause: EffectCause, special: str) -> ObservedEffect:
    """Return the effect that a page of an address takes the place of the app's."""
    return ObservedEffect("leave", "", address_template(address), origin_of(address), 0, cause, operation=special)


def _fail(session: Session | None, request: str, navigation: bool) -> None:
    if navigation:
        _post(session, "Fetch.fulfillRequest", {"requestId": request, "responseCode": 204})
    else:
        _post(session, "Fetch.failRequest", {"requestId": request, "errorReason": "BlockedByClient"})


def _post(session: Session | None, method: _Answer, params: dict[str, Any]) -> None:
    """Answer a pause. If the session has gone there is nothing to answer."""
    if session is None:
        return
    try:
        session.post([(method, params)])
    except (DeviceLost, ProtocolError):
        return
