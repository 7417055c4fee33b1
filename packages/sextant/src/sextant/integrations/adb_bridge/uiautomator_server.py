"""The HTTP server for clients of uiautomator2 (`u2.jar`, phone port 9008): JSON-RPC, `/ping`, screenshots."""

import json
import logging
from collections.abc import Callable, Mapping
from threading import BoundedSemaphore
from typing import cast
from urllib.parse import parse_qs

from sextant.errors import SextantError
from sextant.integrations.adb_bridge.automator.calls import FAILED, INVALID_PARAMS, Arguments, CallError, Method
from sextant.integrations.adb_bridge.automator.device_calls import DeviceCalls
from sextant.integrations.adb_bridge.automator.object_calls import ObjectCalls
from sextant.integrations.adb_bridge.automator.selectors import SelectorError
from sextant.integrations.adb_bridge.endpoints import ByteStream
from sextant.integrations.adb_bridge.http_messages import (
    BadRequestError,
    PortRequest,
    RequestReader,
    write_response,
)
from sextant.integrations.adb_bridge.patterns import PatternError, PatternTooCostlyError
from sextant.integrations.adb_bridge.shell.context import ShellContext

__all__ = ["PORT", "UiautomatorServer"]

PORT = 9008
MAIN_CLASS = "com.wetest.uia2.Main"
MAX_REQUESTS = 10_000
"""Most requests of one connection."""
MAX_AT_ONCE = 32
MAX_BATCH = 100
_SOCKETS = "  sl  local_address  remote_address  st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode"
_LISTENS = (
    f"   0: {0:032X}:{PORT:04X} {0:032X}:0000 0A 00000000:00000000 00:00000000 00000000  2000        0 31338 1 "
    "0000000000000000 100 0 0 10 0"
)
"""The row of the kernel's table of sockets: the user of adb's shell listens at the port."""
_LOG = logging.getLogger("sextant")
_OK, _TEXT, _JSON = "200 OK", "text/plain", "application/json"
_NOT_FOUND = ("404 Not Found", _TEXT, b"Not Found!!!")
_BUSY = ("503 Service Unavailable", _TEXT, b"Too many calls at once.")


class UiautomatorServer:
    """Serves connections to its port of the phone. Thread-safe: one call of `serve` per connection.

    It always runs; `app_process` only pretends to start it.
    """

    def __init__(self, machine: ShellContext) -> None:
        self._device = DeviceCalls(machine)
        machine.java[MAIN_CLASS] = _Started()
        machine.phone.endpoints.serve(f"tcp:{PORT}", self.serve)
        machine.files.place("/proc/net/tcp", f"{_SOCKETS}\n".encode(), 0o444)
        machine.files.place("/proc/net/tcp6", f"{_SOCKETS}\n{_LISTENS}\n".encode(), 0o444)
        self._methods: Mapping[str, Method] = {
            **self._device.methods(),
            **ObjectCalls(self._device).methods(),
        }
        self._free = BoundedSemaphore(MAX_AT_ONCE)

    def serve(self, stream: ByteStream) -> None:
        """Answers the requests of one connection until it ends. The caller closes the stream."""
        reader = RequestReader(stream)
        try:
            for _ in range(MAX_REQUESTS):
                request = reader.next()
                if request is None:
                    return
                status, kind, body = self._answer(request)
                connection = "close" if request.closes else "keep-alive"
                write_response(stream, status, kind, body, {"Connection": connection})
                if request.closes:
                    return
        except BadRequestError as error:
            _LOG.debug("A client of the UiAutomator server sent no request: %s", error)
            write_response(stream, "400 Bad Request", _TEXT, str(error).encode(), {"Connection": "close"})

    def _answer(self, request: PortRequest) -> tuple[str, str, bytes]:
        if "origin" in request.headers:  # refuse requests of web pages, which could use a forwarded port
            return "403 Forbidden", _TEXT, b"Pages are not answered."
        match request.path:
            case "/ping":
                return _OK, _TEXT, b"pong"
            case "/jsonrpc/0":
                if not request.body:
                    return "500 Internal Server Error", _TEXT, b"Invalid http post data!"
                return self._guarded(lambda: (_OK, _JSON, self.call(request.body)))
            case "/screenshot/0":
                scale = _fraction(request.target)
                return self._guarded(lambda: (_OK, "image/png", self._device.pictures.take("PNG", scale)))
            case _:
                return _NOT_FOUND

    def _guarded(self, work: Callable[[], tuple[str, str, bytes]]) -> tuple[str, str, bytes]:
        """Runs a request, unless too many are running."""
        if not self._free.acquire(timeout=10):
            return _BUSY
        try:
            return work()
        except SextantError as error:
            return "500 Internal Server Error", _TEXT, str(error).encode()
        finally:
            self._free.release()

    def call(self, body: bytes) -> bytes:
        """The JSON-RPC 2.0 response to a request or a batch of requests; empty for a notification."""
        try:
            asked: object = json.loads(body)
        except (ValueError, RecursionError):
            return _written(_failure("null", CallError(-32700, "JSON parse error")))
        if not isinstance(asked, list):
            answer = self._one(asked)
            return b"" if answer is None else _written(answer)
        batch = cast("list[object]", asked)
        if not batch or len(batch) > MAX_BATCH:
            return _written(_failure("null", CallError(-32600, "invalid request")))
        return _written([answer for one in batch if (answer := self._one(one)) is not None])

    def _one(self, asked: object) -> dict[str, object] | None:
        """The response object; None for a notification."""
        if not isinstance(asked, dict):
            return _failure("null", CallError(-32600, "invalid request"))
        request = cast("dict[str, object]", asked)
        number, name = request.get("id"), request.get("method")
        if not isinstance(name, str):
            return _failure(number, CallError(-32600, "invalid request"))
        try:
            result = self._result(name, request.get("params"))
        except CallError as error:
            return _failure(number, error)
        return None if "id" not in request else {"jsonrpc": "2.0", "id": number, "result": result}

    def _result(self, name: str, params: object) -> object:
        method = self._methods.get(name)
        if method is None:
            raise CallError(-32601, "method not found")
        values = cast("list[object]", params) if isinstance(params, list) else []
        if params and not values:
            raise Arguments.invalid()
        try:
            return method(Arguments(values))
        except SelectorError as error:
            raise CallError(INVALID_PARAMS, "method parameters invalid", str(error)) from error
        except PatternError as error:
            raise CallError(FAILED, "java.util.regex.PatternSyntaxException", str(error)) from error
        except PatternTooCostlyError as error:
            raise CallError(FAILED, "java.lang.StackOverflowError", str(error)) from error
        except SextantError as error:
            raise CallError(FAILED, "java.lang.IllegalStateException", str(error)) from error


class _Started:
    """The output of the server's main class."""

    def started(self, arguments: tuple[str, ...]) -> bytes:
        """See `JavaProgram`."""
        _LOG.debug("A client starts the UiAutomator server: %s", arguments)
        return b"[server] INFO: [UiAutomator2Server] Starting Server\n"

    def ended(self) -> None:
        """See `JavaProgram`."""


def _failure(number: object, error: CallError) -> dict[str, object]:
    problem = {"code": error.code, "message": error.message, "data": error.data}
    return {"jsonrpc": "2.0", "id": number, "error": problem}


def _written(answer: object) -> bytes:
    return json.dumps(answer, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def _fraction(target: str) -> float:
    try:
        return float(parse_qs(target.partition("?")[2]).get("scale", ["1"])[0])
    except ValueError:
        return 1.0
