"""Values that may be set before or after they are awaited."""

import asyncio

__all__ = ["Awaited"]

_KEPT = 2000
"""Limits memory: far more requests than one page has open."""


class Awaited:
    """Values by key, which may be set before or after they are awaited. Bounded."""

    def __init__(self) -> None:
        self._values: dict[str, asyncio.Future[str]] = {}

    def set(self, key: str, value: str) -> None:
        """Set the value of a key; later calls for the same key are ignored."""
        future = self._future(key)
        if not future.done():
            future.set_result(value)

    async def get(self, key: str, seconds: float) -> str | None:
        """Wait for the value of a key; None after `seconds` without one."""
        try:
            async with asyncio.timeout(seconds):
                return await asyncio.shield(self._future(key))
        except TimeoutError:
            return None

    def _future(self, key: str) -> "asyncio.Future[str]":
        if key not in self._values:
            self._values[key] = asyncio.get_running_loop().create_future()
            while len(self._values) > _KEPT:
                del self._values[next(iter(self._values))]
        return self._values[key]
