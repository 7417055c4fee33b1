"""The oracle in Chromium: what the check of a world needs to walk it in a real browser."""

from collections.abc import Callable, Generator
from contextlib import contextmanager

from sextant.perception import Perceiver
from sextant_worlds.check.checking import Elsewhere
from sextant_worlds.oracle.walk import OnDevice
from sextant_worlds.page.html import page_html
from sextant_worlds.runtime.chromium import ChromiumWorld
from sextant_worlds.spec import World

__all__ = ["chromium_walks"]


@contextmanager
def chromium_walks() -> Generator[Callable[[World], Elsewhere]]:
    """Within it, worlds open in one browser, one after the other: `check(world, elsewhere=…)`.

    Raises:
        DeviceFault: There is no browser, or it died.
    """
    held: list[ChromiumWorld] = []

    def opened(world: World) -> Elsewhere:
        if held and held[0].size == (size := held[0].size) and (size.width, size.height) == _extent(world):
            held[0].show(world)
        else:
            _close(held)
            held.append(ChromiumWorld(world))
            held[0].open()
        return Elsewhere(OnDevice(held[0], Perceiver()), held[0].state, page_html(world, driven=True))

    try:
        yield opened
    finally:
        _close(held)


def _extent(world: World) -> tuple[float, float]:
    return (world.phone.width, world.phone.height)


def _close(held: list[ChromiumWorld]) -> None:
    while held:
        held.pop().close()
