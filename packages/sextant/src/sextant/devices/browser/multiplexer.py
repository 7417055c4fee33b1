"""Multiplexes the clients of one browser over its single pipe; each client gets its own session.

A client acts as if it had the browser alone: messages without a session go to its own browser session
(`Target.attachToBrowserTarget`), and sessions announced there are its own. Only the two ends of a message are parsed,
because a picture or a snapshot takes megabytes.
"""

import asyncio
import json
import os
import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from sextant.devices.browser.cdp import Connection, ProtocolError
from sextant.devices.browser.wire import MAX_MESSAGE, Splitter, peer_is_us
from sextant.errors import DeviceFault

SERVICE = "Sextant."
"""Commands of this domain are handled by the keeper itself."""
_SLOTS = 64
"""Most clients at one time, plus one. The command number and the slot share the 31-bit id that the browser sees."""
_ID = re.compile(rb'\{"id":(\d{1,10})(?=[,}])')
_SESSION = re.compile(rb',"sessionId":"([^"\\]{1,100})"\}\Z')
_METHOD = re.compile(rb'\{"method":"([A-Za-z.]+)"')
_TAIL = 130
"""The longest message end that names a session."""
_ATTACHED, _DETACHED = b"Target.attachedToTarget", b"Target.detachedFromTarget"

Serve = Callable[["Client", str, dict[str, Any]], Awaitable[Any]]
OnEnd = Callable[["Client"], Awaitable[Sequence[tuple[str, dict[str, Any]]]]]


class Client(asyncio.Protocol):
    """One connection to the keeper's socket."""

    def __init__(self, multiplexer: "SessionMultiplexer") -> None:
        self._multiplexer = multiplexer
        self._splitter = Splitter()
        self.transport: asyncio.Transport | None = None
        self.slot = 0
        self.session = b""
        """The client's own session of the browser."""
        self.gone = False
        self.ended = asyncio.Event()
        """Set when its session has ended."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        if not peer_is_us(transport.get_extra_info("socket")) or not self._multiplexer.add(self):
            self.gone = True
            transport.abort()
            return
        transport.pause_reading()

    def data_received(self, data: bytes) -> None:
        try:
            self._multiplexer.forward_from_client(self, self._splitter.feed(data))
        except ValueError:  # it violates the protocol, or its message is too long
            if self.transport is not None:
                self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        del exc
        if not self.gone:
            self.gone = True
            self._multiplexer.remove(self)

    def send(self, *parts: bytes | memoryview) -> None:
        """Send one message, in parts. A client that does not read its messages is disconnected."""
        if self.gone or self.transport is None:
            return
        self.transport.write(b"".join((*parts, b"\0")))
        if self.transport.get_write_buffer_size() > MAX_MESSAGE:
            self.transport.abort()


class SessionMultiplexer:
    """Connects one browser's pipe with its clients; `own` is the keeper's own connection."""

    def __init__(self, events: Sequence[str], serve: Serve, on_end: OnEnd) -> None:
        """Create it on the loop. `events` are those that `own` receives.

        `on_end` is called before a session is ended; the commands it returns are sent right after the end.
        """
        self._serve, self._on_end = serve, on_end
        self._events = frozenset(method.encode() for method in events)
        self.clients: dict[int, Client] = {}
        self._owners: dict[bytes, Client] = {}
        self._inbox: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._out: asyncio.WriteTransport | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self.own = Connection(self)

    async def open(self, read: int, write: int) -> None:
        """Open the two ends of the browser's pipe."""
        loop = asyncio.get_running_loop()
        self._out, _ = await loop.connect_write_pipe(lambda: _ToBrowser(self), os.fdopen(write, "wb", 0))
        await loop.connect_read_pipe(lambda: _FromBrowser(self), os.fdopen(read, "rb", 0))

    # ------------------------------------------------------------------ the keeper's own connection (a `Wire`)

    async def receive(self) -> bytes | None:
        return await self._inbox.get()

    def send(self, messages: Sequence[bytes]) -> None:
        self._to_browser([_numbered(message, 0) for message in messages])

    async def close(self) -> None:
        pass

    # ------------------------------------------------------------------ clients

    def add(self, client: Client) -> bool:
        """Add a client; return whether there was room. Its messages are read once it has its session."""
        slot = next((slot for slot in range(1, _SLOTS) if slot not in self.clients), 0)
        if slot:
            client.slot = slot
            self.clients[slot] = client
            self._start(self._attach(client))
        return bool(slot)

    async def _attach(self, client: Client) -> None:
        try:
            answer = await self.own.browser.send("Target.attachToBrowserTarget")
        except (ProtocolError, TimeoutError, DeviceFault):
            if client.transport is not None:
                client.transport.abort()
            return
        client.session = str(answer["sessionId"]).encode()
        self._owners[client.session] = client
        if client.gone:
            await self._end(client)
        elif client.transport is not None:
            client.transport.resume_reading()

    def remove(self, client: Client) -> None:
        """Remove a client: its held requests are refused before its session, which holds them, ends."""
        if client.session:
            self._start(self._end(client))
        else:
            self.clients.pop(client.slot, None)
            client.ended.set()

    async def _end(self, client: Client) -> None:
        end = ("Target.detachFromTarget", {"sessionId": client.session.decode()})
        try:
            await self.own.browser.send_all([end, *await self._on_end(client)])
        except (ProtocolError, TimeoutError, DeviceFault):
            pass
        finally:
            self._owners = {session: owner for session, owner in self._owners.items() if owner is not client}
            self.clients.pop(client.slot, None)
            client.ended.set()

    def forward_from_client(self, client: Client, messages: list[bytes]) -> None:
        """Forward a client's messages in one write, in order.

        Raises:
            ValueError: One is no command: `id` comes first, and `sessionId` last.
        """
        passed: list[bytes] = []
        for message in messages:
            found = _ID.match(message)
            if found is None:
                raise ValueError("no command")
            session = _SESSION.search(message, max(0, len(message) - _TAIL))
            if session is not None:
                if self._owners.get(session[1]) is client:
                    passed.append(_numbered(message, client.slot))
                else:
                    client.send(found[0], b',"error":{"code":-32001,"message":"Session with given id not found."}}')
            elif message.startswith(b',"method":"' + SERVICE.encode(), found.end()):
                self._start(self._answer(client, json.loads(message)))
            else:
                passed.append(_numbered(message[:-1] + b',"sessionId":"' + client.session + b'"}', client.slot))
        if passed:
            self._to_browser(passed)

    async def _answer(self, client: Client, asked: dict[str, Any]) -> None:
        result = await self._serve(client, str(asked["method"]).removeprefix(SERVICE), asked.get("params", {}))
        client.send(json.dumps({"id": asked["id"], "result": result}, separators=(",", ":")).encode())

    # ------------------------------------------------------------------ the browser

    def forward_from_browser(self, message: bytes) -> None:
        """Forward a message of the browser to its client."""
        ending = _SESSION.search(message, max(0, len(message) - _TAIL))
        session = ending[1] if ending is not None else b""
        number = _ID.match(message)
        if number is not None:
            count, slot = divmod(int(number[1]), _SLOTS)
            client = self.clients.get(slot)
            if slot == 0:
                self._inbox.put_nowait(b'{"id":%d' % count + message[number.end() :])
            elif client is not None:
                own = ending is not None and session == client.session
                rest = memoryview(message)[number.end() : ending.start() if own and ending is not None else None]
                client.send(b'{"id":%d' % count, rest, b"}" if own else b"")
            return
        owner = self._owners.get(session)
        method = _METHOD.match(message)
        name = method[1] if method is not None else b""
        if name in (_ATTACHED, _DETACHED):
            child = str(json.loads(message)["params"]["sessionId"]).encode()
            if name == _DETACHED:
                self._owners.pop(child, None)
            elif owner is not None:
                self._owners[child] = owner
        if owner is None:
            if name in self._events:
                self._inbox.put_nowait(message)
        elif ending is not None and session == owner.session:
            owner.send(memoryview(message)[: ending.start()], b"}")
        else:
            owner.send(message)

    def browser_ended(self) -> None:
        """Handle the end of the browser."""
        self._inbox.put_nowait(None)
        for client in self.clients.values():
            if client.transport is not None:
                client.transport.close()

    def pause(self, paused: bool) -> None:
        """Pause or resume reading from the clients, while the browser's pipe is full."""
        for client in self.clients.values():
            if client.transport is not None and client.session and not client.gone:
                (client.transport.pause_reading if paused else client.transport.resume_reading)()

    def _to_browser(self, messages: list[bytes]) -> None:
        if self._out is not None and not self._out.is_closing():
            self._out.write(b"".join(message + b"\0" for message in messages))

    def _start(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


class _FromBrowser(asyncio.Protocol):
    def __init__(self, multiplexer: SessionMultiplexer) -> None:
        self._multiplexer, self._splitter = multiplexer, Splitter()
        self._transport: asyncio.BaseTransport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        try:
            messages = self._splitter.feed(data)
        except ValueError:  # a message is too long, and all that follows belongs to it
            if self._transport is not None:
                self._transport.close()
            return
        for message in messages:
            self._multiplexer.forward_from_browser(message)

    def connection_lost(self, exc: Exception | None) -> None:
        del exc
        self._multiplexer.browser_ended()


class _ToBrowser(asyncio.BaseProtocol):
    def __init__(self, multiplexer: SessionMultiplexer) -> None:
        self._multiplexer = multiplexer

    def pause_writing(self) -> None:
        self._multiplexer.pause(True)

    def resume_writing(self) -> None:
        self._multiplexer.pause(False)


def _numbered(message: bytes, slot: int) -> bytes:
    """Return the command with an id that encodes its client."""
    found = _ID.match(message)
    if found is None:
        raise ValueError("no command")
    return b'{"id":%d' % (int(found[1]) * _SLOTS + slot) + message[found.end() :]
