"""The Chrome DevTools Protocol over one wire, for asyncio, without a driver process.

A `Connection` carries any number of flat sessions. Several commands can leave in one `write`, so a tap (finger down,
finger up) stays whole when this process is killed.
"""

import asyncio
import json
import socket
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, cast

from sextant.devices.browser.wire import MAX_MESSAGE, Wire, open_wire
from sextant.errors import DeviceLost, DeviceUnreachable

Params = Mapping[str, Any]
Reply = dict[str, Any]
Handler = Callable[[Reply], None]


class ProtocolError(Exception):
    """The browser refused a command. Not raised outside the browser device."""

    def __init__(self, method: str, message: str) -> None:
        super().__init__(f"{method}: {message}")
        self.method = method
        self.message = message


class Session:
    """One attached target (empty id: the browser itself)."""

    def __init__(self, connection: "Connection", session_id: str) -> None:
        self.connection = connection
        self.id = session_id
        self.closed = False
        self._handlers: dict[str, list[Handler]] = {}
        self._any: list[Callable[[str, Reply], None]] = []

    def on(self, method: str, handler: Handler) -> None:
        """Call `handler` with the parameters of every such event, on the loop's thread, in order of arrival."""
        self._handlers.setdefault(method, []).append(handler)

    def on_any(self, handler: Callable[[str, Reply], None]) -> None:
        """Call `handler` with every event's name and parameters, before the specific handlers."""
        self._any.append(handler)

    async def send(
        self, method: str, params: Params | None = None, timeout: float = 10.0, patient: bool = True
    ) -> Reply:
        """Send one command and return its result; see `send_all`.

        Raises:
            ProtocolError: The browser refused it, or the target has gone.
            TimeoutError: No answer in time; the command may still take effect.
            DeviceLost: The connection is gone.
        """
        return (await self.send_all([(method, params or {})], timeout, patient))[0]

    async def send_all(
        self, commands: Sequence[tuple[str, Params]], timeout: float = 10.0, patient: bool = True
    ) -> list[Reply]:
        """Send the commands in one write and await all results.

        While a request of the page is held, the timeout is suspended, unless `patient` is False: a page that waits for
        a response answers nothing itself.
        """
        still = self.connection.still if patient else _never_still
        loop = asyncio.get_running_loop()
        end = loop.time() + timeout - still()
        results: list[Reply] = []
        for future, (method, _) in zip(self.post(commands), commands, strict=True):
            while not future.done():
                left = end + still() - loop.time()
                if left <= 0:
                    raise TimeoutError(f"no answer to {method} within {timeout:g} s")
                await asyncio.wait([future], timeout=left)
            results.append(await future)
        return results

    def post(self, commands: Sequence[tuple[str, Params]]) -> "list[asyncio.Future[Reply]]":
        """Send the commands in one write; the results arrive in the futures."""
        return self.connection.post(self.id, commands)

    def dispatch(self, method: str, params: Reply) -> None:
        for any_handler in self._any:
            any_handler(method, params)
        for handler in self._handlers.get(method, ()):
            handler(params)


def _never_still() -> float:
    return 0.0


class Connection:
    """The sessions and the pending commands of one browser over one wire."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._next = 0
        self._pending: dict[int, tuple[str, str, asyncio.Future[Reply]]] = {}
        self._sessions: dict[str, Session] = {}
        self.browser = self.session("")
        self.closed = False
        self.on_closed: Callable[[], None] = lambda: None
        self.still: Callable[[], float] = _never_still
        """Returns the seconds so far in which requests of pages were held."""
        self._pump = asyncio.create_task(self._read_forever())

    @staticmethod
    async def open(
        url: str, timeout: float = 10.0, over: socket.socket | None = None, largest: int = MAX_MESSAGE
    ) -> "Connection":
        """Connect to the browser at an address: `ws://…`, `wss://…`, or `unix:/path` of a keeper.

        `over`: a connection that leads there already. `largest`: most bytes of one message.

        Raises:
            DeviceUnreachable: Nothing answers there, or not as a browser would.
        """
        try:
            async with asyncio.timeout(timeout):
                wire = await open_wire(url, over, largest)
        except (OSError, TimeoutError, asyncio.IncompleteReadError, ValueError) as error:
            raise DeviceUnreachable(
                f"No browser answers at {url!r} ({type(error).__name__}: {error}).",
                "Start it with --remote-debugging-port and check the address.",
            ) from error
        return Connection(wire)

    def session(self, session_id: str) -> Session:
        """Return the session with that id, made on first use."""
        session = self._sessions.get(session_id)
        if session is None:
            session = self._sessions[session_id] = Session(self, session_id)
        return session

    def forget(self, session_id: str) -> None:
        """Remove the session of a detached target; its pending commands fail."""
        session = self._sessions.pop(session_id, None)
        if session is not None:
            session.closed = True
        for number, (owner, method, future) in list(self._pending.items()):
            if owner == session_id:
                del self._pending[number]
                if not future.done():
                    future.set_exception(ProtocolError(method, "the target has gone"))

    def post(self, session_id: str, commands: Sequence[tuple[str, Params]]) -> "list[asyncio.Future[Reply]]":
        """Send commands to a session in one write; the results arrive in the futures."""
        if self.closed:
            raise DeviceLost("The connection to the browser is lost.", "Resume the run, or open the device again.")
        loop = asyncio.get_running_loop()
        messages: list[bytes] = []
        futures: list[asyncio.Future[Reply]] = []
        for method, params in commands:
            self._next += 1
            message: dict[str, Any] = {"id": self._next, "method": method, "params": params}
            if session_id:
                message["sessionId"] = session_id
            messages.append(json.dumps(message, separators=(",", ":")).encode())
            future: asyncio.Future[Reply] = loop.create_future()
            future.add_done_callback(_retrieve)
            self._pending[self._next] = (session_id, method, future)
            futures.append(future)
        self._wire.send(messages)
        return futures

    async def close(self) -> None:
        """Close the wire. The browser goes on."""
        self._pump.cancel()
        await asyncio.wait([self._pump])
        self._end()
        await self._wire.close()

    async def _read_forever(self) -> None:
        try:
            while (message := await self._wire.receive()) is not None:
                told = json.loads(message)
                if not isinstance(told, dict):
                    return
                self._receive(cast("Reply", told))
        except (OSError, asyncio.IncompleteReadError, ValueError, RecursionError):
            pass
        finally:
            self._end()

    def _receive(self, message: Reply) -> None:
        number = message.get("id")
        if number is None:
            session = self._sessions.get(message.get("sessionId", ""))
            if session is not None:
                session.dispatch(message["method"], message.get("params", {}))
            return
        owner = self._pending.pop(number, None)
        if owner is None or owner[2].done():
            return
        if "error" in message:
            owner[2].set_exception(ProtocolError(owner[1], str(message["error"].get("message", ""))))
        else:
            owner[2].set_result(message.get("result", {}))

    def _end(self) -> None:
        if self.closed:
            return
        self.closed = True
        for _, method, future in self._pending.values():
            if not future.done():
                future.set_exception(
                    DeviceLost(f"The browser ended during {method!r}.", "Resume the run, or open the device again.")
                )
        self._pending.clear()
        self.on_closed()


def _retrieve(future: "asyncio.Future[Reply]") -> None:
    """Mark an exception as seen: commands posted without waiting may fail silently."""
    if not future.cancelled():
        future.exception()


async def gather_quietly(awaitables: Sequence[Awaitable[Any]]) -> list[Any]:
    """Return all results, with None for each `ProtocolError` or timeout."""
    results = await asyncio.gather(*awaitables, return_exceptions=True)
    for result in results:
        if isinstance(result, BaseException) and not isinstance(result, (ProtocolError, TimeoutError)):
            raise result
    return [None if isinstance(result, BaseException) else result for result in results]
