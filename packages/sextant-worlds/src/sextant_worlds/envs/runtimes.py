"""Runtimes of worlds: their twins, or their pages in a browser."""

import gc
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Protocol

from sextant.protocols import Device, Perceive
from sextant.types.actions import Gesture
from sextant.types.screens import Screen
from sextant_worlds.engine.data import Json
from sextant_worlds.envs.episode import Runtime
from sextant_worlds.spec import World
from sextant_worlds.twin.twin import Twin

__all__ = ["Backend", "PageDevice", "RuntimeCache", "fewer_collections", "paged", "twin"]

Backend = Callable[[World], Runtime]
"""Makes what a world runs on."""

_TICKING = frozenset({"now", "dirty", "rev"})
"""Parts of a state that differ after every gesture."""


def twin(world: World) -> Runtime:
    """The twin of a world: it needs nothing but Python."""
    return Twin(world)


class PageDevice(Device, Protocol):
    """A world's page in a browser as a device; see `sextant_worlds.runtime.chromium.ChromiumWorld`."""

    def state(self) -> Json: ...

    def restore(self, state: Json) -> None: ...


def paged(device: Callable[[World], PageDevice], perceive: Callable[[], Perceive], picture: bool = False) -> Backend:
    """The backend of worlds in a browser; the device and its perception are handed in.

    `WorldEnv(world, backend=paged(ChromiumWorld, Perceiver))`. With `picture` each screen holds one.
    """

    def make(world: World) -> Runtime:
        return _Paged(world, device(world), perceive(), picture)

    return make


class _Paged:
    """A page as a runtime. For `scene`, a twin is set to the state of the page."""

    def __init__(self, world: World, device: PageDevice, perceive: Perceive, picture: bool) -> None:
        self._device, self._perceive, self._picture = device, perceive, picture
        self._shadow = Twin(world)
        self._start = self._shadow.snapshot()
        self._state: Json = self._start
        self._screen: Screen | None = None

    def reset(self) -> None:
        self._device.open()
        self.restore(self._start)

    def perform(self, gesture: Gesture) -> bool:
        before = self._state
        self._device.perform(gesture)
        self._take(self._device.state())
        return any(self._state.get(part) != held for part, held in before.items() if part not in _TICKING)

    def screen(self) -> Screen:
        if self._screen is None:
            self._screen = self._perceive(self._device.look(self._picture))
        return self._screen

    @property
    def state(self) -> Json:
        return self._state

    @property
    def scene(self) -> Json:
        return self._shadow.scene

    def snapshot(self) -> Json:
        return self._device.state()

    def restore(self, state: Json) -> None:
        self._device.restore(state)
        self._take(self._device.state())

    def close(self) -> None:
        """Ends the device."""
        self._device.close()

    def _take(self, state: Json) -> None:
        self._state, self._screen = state, None
        self._shadow.restore(state)


class RuntimeCache:
    """Keeps the runtime of the latest world, and closes it when another world is requested."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self._running: tuple[World, Runtime] | None = None

    def of(self, world: World) -> Runtime:
        """The runtime of this world."""
        if self._running is None or self._running[0] is not world:
            self.close()
            self._running = world, self._backend(world)
        return self._running[1]

    def close(self) -> None:
        """Closes the present runtime."""
        closing = None if self._running is None else getattr(self._running[1], "close", None)
        self._running = None
        if callable(closing):
            closing()


_THRESHOLDS = (50_000, 20, 50)


@contextmanager
def fewer_collections() -> Generator[None]:
    """Within it, what is there already is never searched for garbage, and new objects are searched less often.

    For processes that do nothing but step environments: training, evaluation, benches. Memory grows by a few tens of
    megabytes at most before it is searched again. On leaving, the collector is as it was.
    """
    before = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_THRESHOLDS)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
