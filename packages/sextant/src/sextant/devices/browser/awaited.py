"""Values of a loop that may come before or after they are asked for."""

import asyncio

__all__ = ["Awaited"]

_KEPT = 2000
"""A bound on memory: far more requests than one page has under way."""


class Awaited:
    """Values by key, which may come before or after they are asked for; bounded."""

    def __init__(self) -> None:
        self._values: dict[str, asyncio.Future[str]] = {}

    def set(self, key: str, value: str) -> None:
        """The value is known; the first one counts."""
        future = self._future(key)
        if not future.done():
            future.set_result(value)

    async def get(self, key: str, seconds: float) -> str | None:
        """The value; None where it does not come in time."""
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
