"""A world in a real browser: its page in a Chromium of its own, as a device."""

import json
import shutil
import tempfile
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from sextant.devices.browser import BrowserDevice, BrowserOptions, Capture, Chrome, Deadlines, Phone
from sextant.devices.browser.driver import Driver
from sextant.devices.browser.navigation import navigate
from sextant.devices.browser.settlement import settle
from sextant.errors import DeviceFault
from sextant.perception import Perceiver
from sextant.types.actions import Gesture
from sextant.types.devices import Injection
from sextant.types.effects import ObservedEffect
from sextant.types.geometry import Size
from sextant.types.screens import Observation
from sextant.types.tasks import Episode, Graded
from sextant_worlds.check.checker import OtherDevice
from sextant_worlds.oracle.walk import OnDevice
from sextant_worlds.page.html import page_html
from sextant_worlds.spec.world import World
from sextant_worlds.truth.grade import graded
from sextant_worlds.twin.commits import Commits
from sextant_worlds.twin.twin import Twin, facts_of

__all__ = ["CRISP", "PLAIN", "ChromiumWorld", "chromium_walks"]

PLAIN = Capture(scale=1.0, format="jpeg", quality=60)
"""Pictures for agents: one picture pixel to a CSS pixel."""
CRISP = Capture(scale=2.0, format="webp", quality=82)
"""Pictures for people, with `scale_factor` 2: small files in which text stays sharp."""


class ChromiumWorld(BrowserDevice):
    """A world as a phone in Chromium: keys, launching and pauses are the page's, whose clock counts gestures.

    The page is a file of its own that `close` removes. `state` and `restore` reach into it, for comparing it with a
    twin and for going back; no actor is given them. `scale_factor` is what the page draws with, `capture` what its
    pictures are.
    """

    def __init__(
        self,
        world: World,
        scale_factor: float = 1.0,
        arguments: tuple[str, ...] = (),
        capture: Capture = PLAIN,
    ) -> None:
        self.world = world
        self._commits, self._touched = Commits(Twin(world).state), False
        self._folder = Path(tempfile.mkdtemp(prefix="sextant-world-"))
        page = self._folder / "world.html"
        page.write_text(page_html(world, driven=True), encoding="utf-8")
        phone = world.phone
        super().__init__(
            BrowserOptions(
                url=page.as_uri(),
                phone=Phone(
                    viewport=Size(phone.width, phone.height),
                    scale_factor=scale_factor,
                    locale="zh-CN" if phone.locale == "zh" else "en-US",
                    dark=phone.look.dark,
                    keys="page",
                ),
                chrome=Chrome(arguments=arguments, lease_minutes=10.0),
                limits=Deadlines(start=40.0),
                capture=capture,
            )
        )

    @property
    def name(self) -> str:
        return f"chromium-world:{self.world.id}"

    @property
    def goal(self) -> str:
        """See `RunGrader`."""
        return self.world.task.goal

    def grade(self, episode: Episode) -> Graded:
        """See `RunGrader`: by the state of the engine in the page."""
        return graded(self.world, self.state(), episode)

    def now(self) -> datetime:
        return self.world.phone.now

    def apps(self) -> tuple[str, ...]:
        """Names as the launcher shows them, then ids."""
        return (*(app.name for app in self.world.apps), *(app.id for app in self.world.apps))

    def look(self, picture: bool = True) -> Observation:
        """What is shown, its app and address those of the world's phone, as its twin tells them."""
        seen = super().look(picture)
        found = self.evaluate("window.sextantWorld ? sextantWorld.place() : null") if seen.condition == "ok" else None
        if found is None:
            return seen
        app, page, record, over = found
        where = [app or "home", page or "home", *([record] if record else [])]
        facts = {**seen.facts, **facts_of(app, page, record, over)}
        return replace(seen, app=f"world:{app or 'home'}", location=f"/{'/'.join(where)}", facts=facts)

    def perform(self, gesture: Gesture, intent: str = "") -> Injection:
        self._touched = True
        return super().perform(gesture, intent)

    def effects(self) -> tuple[ObservedEffect, ...]:
        """The world's own commits, as its twin tells them; the state is read where something was done since."""
        if not self._touched:
            return ()
        try:
            state = self.evaluate("window.sextantWorld ? sextantWorld.state() : null")
        except DeviceFault:
            return ()  # the page is gone for now; what it holds is read when it is back
        if state is None:
            return ()
        self._touched = False
        return self._commits.read(state)

    def show(self, world: World) -> None:
        """Shows another world of the same size in the same browser."""
        self.world = world
        self._commits, self._touched = Commits(Twin(world).state), False
        page = self._folder / "world.html"
        page.write_text(page_html(world, driven=True), encoding="utf-8")
        self._call(lambda driver: _open_again(driver, page.as_uri()), 40.0, "showing another world")
        self.evaluate(_READY)

    def state(self) -> dict[str, Any]:
        """The engine's state in the page."""
        return self.evaluate("sextantWorld.state()")

    def restore(self, state: Mapping[str, Any]) -> None:
        """Puts the page into that state."""
        self.evaluate(f"sextantWorld.restore({json.dumps(state)}), 0")
        self._commits, self._touched = Commits(dict(state)), False

    def close(self) -> None:
        super().close()
        shutil.rmtree(self._folder, ignore_errors=True)


async def _open_again(driver: Driver, url: str) -> None:
    driver.tab.activity.begin()
    await navigate(driver, driver.tab, url)
    await settle(driver, time.monotonic() + driver.settings.limits.settle)


_READY = """new Promise((done) => {
  const look = () => (window.sextantWorld ? done(true) : setTimeout(look, 5));
  look();
})"""


@contextmanager
def chromium_walks() -> Generator[Callable[[World], OtherDevice]]:
    """Within it, worlds open in one browser, one after the other: `check(world, elsewhere=…)`.

    Raises:
        DeviceFault: There is no browser, or it died.
    """
    held: list[ChromiumWorld] = []

    def opened(world: World) -> OtherDevice:
        if held and held[0].size == (size := held[0].size) and (size.width, size.height) == _extent(world):
            held[0].show(world)
        else:
            _close(held)
            held.append(ChromiumWorld(world))
            held[0].open()
        return OtherDevice(OnDevice(held[0], Perceiver()), held[0].state, page_html(world, driven=True))

    try:
        yield opened
    finally:
        _close(held)


def _extent(world: World) -> tuple[float, float]:
    return (world.phone.width, world.phone.height)


def _close(held: list[ChromiumWorld]) -> None:
    while held:
        held.pop().close()
