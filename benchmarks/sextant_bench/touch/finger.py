"""A script that looks, chooses an element by its label and touches it, through the real executor."""

import random
import threading
import time
from dataclasses import replace

from sextant.assembly import AbsentPerson
from sextant.devices.browser import BrowserDevice
from sextant.devices.wrapper import DeviceWrapper
from sextant.elements.refs import ref_of
from sextant.elements.touch_match import unmeant
from sextant.execution import ScreenObserver, StepExecutor
from sextant.perception import Perceiver
from sextant.types.actions import ByIndex, Click, Gesture, LaunchApp, Meant, Pause, Tap
from sextant.types.decisions import Decision
from sextant.types.devices import Injection
from sextant.types.screens import Element, Screen
from sextant_bench.stage import NoJournal
from sextant_bench.touch.app import Item, MovingApp, VisitPlan
from sextant_bench.touch.metrics import Timed, Touch

__all__ = ["Finger"]

_PATIENCE = 30.0
"""Seconds in which a target has to come into view, and be touched."""


class _Unsure(DeviceWrapper):
    """The device without what makes sure that a touch meets what it is for."""

    def perform(self, gesture: Gesture, intent: str = "") -> Injection:
        return super().perform(unmeant(gesture), intent)


class Finger:
    """Looks, chooses an element by its label, and touches it; notes what the touch met in truth."""

    def __init__(self, device: BrowserDevice, app: MovingApp, rng: random.Random) -> None:
        self._device, self._app, self._rng = device, app, rng
        self._step = 0

    def visit(self, plan: VisitPlan, sure: bool) -> list[Touch]:
        """The touches of a visit, in their order, up to one that went wrong."""
        device = self._device if sure else _Unsure(self._device)
        observer = ScreenObserver(device, Perceiver())
        executor = StepExecutor(observer, NoJournal(), lambda name: name, AbsentPerson(), self._rng, time.monotonic)
        device.perform(LaunchApp(self._app.show(plan)))
        self._app.met()
        wanted = list(plan.wanted)
        if plan.kind == "select":
            wanted.insert(0, Item("select", "Go to", link=False))
        touches: list[Touch] = []
        for item in wanted:
            touches.append(self._touch(plan, item, sure, observer, executor))
            if not touches[-1].right:
                break  # the page may be another by now
        return touches

    def _touch(
        self, plan: VisitPlan, item: Item, sure: bool, observer: ScreenObserver, executor: StepExecutor
    ) -> Touch:
        """One touch, after as many looks and refusals as it takes."""
        refusals, deadline = list[str](), time.monotonic() + _PATIENCE
        while time.monotonic() < deadline:
            screen = observer.look(picture=False)
            element = _in_view(screen, item.label)
            if element is None:
                observer.device.perform(Pause(0.4))
                continue
            self._think()
            self._step += 1
            click = Decision(Click(ByIndex(element.index, screen.digest)), screen.digest, f"touch {item.label}")
            done = executor.execute(click, screen, self._step)
            if done.attempts:
                clicks, arrivals = self._met()
                met = tuple(dict.fromkeys((*clicks, *arrivals)))
                seconds = sum(attempt.seconds for attempt in done.attempts)
                return Touch(plan.kind, sure, item.id, met, done.effectiveness, done.cause, seconds, tuple(refusals))
            refusals.append(done.cause)
        return Touch(plan.kind, sure, item.id, refusals=tuple(refusals), injected=False)

    def timed(self, plan: VisitPlan, pairs: int) -> tuple[Timed, ...]:
        """Seconds of touches on a page that rests, each without and with making sure."""
        self._device.perform(LaunchApp(self._app.show(plan)))
        item = next(one for one in plan.items if not one.link)
        found: list[Timed] = []
        for _ in range(pairs):
            seen = self._device.look(picture=False)
            element = next(one for one in seen.elements if one.label == item.label)
            bare = Tap(element.box.centre)
            sure = replace(bare, meant=Meant(ref_of(seen, element), element.box))
            without = self._device.perform(bare).seconds
            self._device.look(picture=False)
            found.append(Timed(without, self._device.perform(sure).seconds))
        return tuple(found)

    def _think(self) -> None:
        """An actor takes its time."""
        threading.Event().wait(self._rng.uniform(0.0, 0.15))

    def _met(self) -> tuple[list[str], list[str]]:
        """What the touch met; the page tells it at once, its server a moment later."""
        for _ in range(10):
            clicks, arrivals = self._app.met()
            if clicks or arrivals:
                return clicks, arrivals
            threading.Event().wait(0.03)
        return [], []


def _in_view(screen: Screen, label: str) -> Element | None:
    seen = ("visible", "clipped")
    return next(
        (one for one in screen.elements if one.label == label and one.interactable and one.visibility in seen), None
    )
