"""An HTTP client that limits the size of responses, to bound memory, and sends nothing for loopback to a proxy."""

from collections.abc import AsyncIterator, Mapping

import httpx2

from sextant.models.disclosure import on_loopback

__all__ = ["MOST_BYTES", "bounded_client"]

MOST_BYTES = 32_000_000
"""Largest response: many times the longest answer of any model."""
_DIRECT: Mapping[str, None] = dict.fromkeys(("http://", "https://", "all://"))
_CONNECT_SECONDS = 5.0
_ANSWER_SECONDS = 600.0
"""A fallback: the deadline of the whole request comes first."""


class _Bounded(httpx2.AsyncByteStream):
    """Passes a body on, and fails once it exceeds `MOST_BYTES`."""

    def __init__(self, inner: httpx2.AsyncByteStream) -> None:
        self._inner = inner

    async def __aiter__(self) -> AsyncIterator[bytes]:
        size = 0
        async for part in self._inner:
            size += len(part)
            if size > MOST_BYTES:
                raise httpx2.RemoteProtocolError(f"the answer is longer than {MOST_BYTES // 1_000_000} MB")
            yield part

    async def aclose(self) -> None:
        await self._inner.aclose()


def bounded_client(address: str) -> httpx2.AsyncClient:
    """Return a client that rejects responses above `MOST_BYTES`, and compressed ones, whose size is unknown.

    For an address on loopback, it ignores the proxies of the environment.
    """
    timeout = httpx2.Timeout(_ANSWER_SECONDS, connect=_CONNECT_SECONDS)
    mounts = _DIRECT if on_loopback(address) else None
    return httpx2.AsyncClient(timeout=timeout, mounts=mounts, event_hooks={"request": [_plain], "response": [_bound]})


async def _plain(request: httpx2.Request) -> None:
    request.headers["Accept-Encoding"] = "identity"


async def _bound(response: httpx2.Response) -> None:
    packed = response.headers.get("Content-Encoding", "identity")
    if packed.strip().casefold() not in ("", "identity"):
        raise httpx2.RemoteProtocolError(f"the response is compressed ({packed}), which was not requested")
    if isinstance(response.stream, httpx2.AsyncByteStream):
        response.stream = _Bounded(response.stream)
