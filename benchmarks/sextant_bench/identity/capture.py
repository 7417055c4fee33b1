"""Reaches labelled screens in the product's own browser and looks at them as any run does."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import urljoin

from sextant.errors import DeviceFault
from sextant.protocols import Device
from sextant.types.actions import LaunchApp, Pause, PressKey, ScrollBy, Tap, TypeText
from sextant.types.geometry import Point
from sextant.types.screens import Affordance, Element, Observation
from sextant_bench.identity.truth import AppTruth, Deed, LabelledScene, Session

__all__ = ["Captured", "Pictures", "capture_session"]

_SECONDS: Final = 20.0
"""How long something that is to appear is waited for."""
_SCROLLS: Final = 30

Pictures = Callable[[str, bytes], None]
"""Takes the name of a scene and its picture."""


class UnreachedError(Exception):
    """A scene could not be reached as it is described."""


@dataclass
class Captured:
    """What was seen of one app: observations by scene, and why the others are missing."""

    looks: dict[str, Observation] = field(default_factory=dict[str, Observation])
    errors: dict[str, str] = field(default_factory=dict[str, str])


def capture_session(
    address: str, truth: AppTruth, session: Session, found: Captured, pictures: Pictures | None = None
) -> None:
    """Captures the scenes of a session, in the order of the file, from a copy of the app that nobody has used yet.

    Args:
        address: Of the app.
        truth: Its labels.
        session: Whose scenes.
        found: Gets the observations, and an error for each scene that could not be reached.
        pictures: Gets the pictures, where they are wanted.
    """
    from sextant.devices.browser import BrowserDevice, BrowserOptions, Phone

    scenes = [scene for scene in truth.scenes if scene.session == session.session]
    device = BrowserDevice(BrowserOptions(url=urljoin(address, session.at), phone=Phone(locale=session.locale)))
    try:
        device.open()
        walker = _Capturer(device, address)
        try:
            walker.do(session.do)
        except (UnreachedError, DeviceFault) as error:
            found.errors.update({scene.id: f"sign-in: {error}" for scene in scenes})
            return
        for scene in scenes:
            try:
                observation = walker.reach(scene)
            except (UnreachedError, DeviceFault) as error:
                found.errors[scene.id] = str(error)
                observation = device.look(pictures is not None)
            else:
                found.looks[scene.id] = observation
            if pictures is not None and observation.picture is not None:
                pictures(scene.id, observation.picture.data)
    except DeviceFault as error:
        found.errors.update({scene.id: str(error) for scene in scenes if scene.id not in found.looks})
    finally:
        device.close()


class _Capturer:
    """Does what the labels say on one device."""

    def __init__(self, device: Device, address: str) -> None:
        self._device, self._address = device, address

    def reach(self, scene: LabelledScene) -> Observation:
        if scene.at is not None:
            self._open(scene.at)
        self.do(scene.do)
        self._await(scene.shows)
        return self._device.look()

    def do(self, deeds: Sequence[Deed]) -> None:
        for deed in deeds:
            self._one(deed)

    def _one(self, deed: Deed) -> None:
        if deed.tap is not None:
            self._device.perform(Tap(self._in_sight(deed.tap, deed.nth, "tap")))
        elif deed.type is not None:
            self._device.perform(TypeText(deed.type, self._in_sight(deed.into, 0, "type")))
        elif deed.scroll is not None:
            for _ in range(deed.times):
                self._device.perform(ScrollBy(deed.scroll))
        elif deed.press is not None:
            self._device.perform(PressKey(deed.press))
        elif deed.open is not None:
            self._open(deed.open)
        else:
            self._await(deed.wait or "")

    def _open(self, address: str) -> None:
        """Loads an address anew, even where only its fragment differs from the present one's."""
        target = urljoin(self._address, address)
        look = self._device.look(picture=False)
        if look.modal is not None:
            leave = next((e for e in look.elements if e.label.casefold() in {"leave", "ok"}), None)
            if leave is not None:
                self._device.perform(Tap(leave.box.centre))
        if look.location.partition("#")[0] == target.partition("#")[0] and "#" in target + look.location:
            self._device.perform(LaunchApp(urljoin(self._address, "/robots.txt")))
        self._device.perform(LaunchApp(target))
        after = self._device.look(picture=False)
        if after.modal is not None and after.modal.kind == "beforeunload":
            leave = next((e for e in after.elements if "leave" in e.label.casefold()), None)
            if leave is None:
                raise UnreachedError(f"the page may not be left for {address!r}")
            self._device.perform(Tap(leave.box.centre))

    def _await(self, text: str) -> None:
        """Waits until a text is on the screen or further down the page."""
        deadline = time.monotonic() + _SECONDS
        while not _holds(self._device.look(picture=False), text):
            if time.monotonic() > deadline:
                raise UnreachedError(f"{text!r} did not appear")
            self._device.perform(Pause(0.5))

    def _in_sight(self, label: str, nth: int, affordance: Affordance) -> Point:
        """Where the element meant can be touched, after it has been scrolled to."""
        deadline = time.monotonic() + _SECONDS
        look = self._device.look(picture=False)
        scrolls = 0
        while True:
            element = _meant(look, label, nth, affordance)
            if element is not None and _touchable(element, look):
                return _touch(element, look)
            if element is not None and element.visibility != "covered" and scrolls < _SCROLLS:
                above = element.box.centre.y < look.size.height / 2
                before = element.box.y
                self._device.perform(ScrollBy("up" if above else "down"))
                scrolls += 1
                look = self._device.look(picture=False)
                moved = _meant(look, label, nth, affordance)
                if moved is not None and abs(moved.box.y - before) < 1 and not _touchable(moved, look):
                    raise UnreachedError(f"{label!r} cannot be scrolled into view")
                continue
            if time.monotonic() > deadline:
                where = "is covered" if element is not None else "is not there"
                raise UnreachedError(f"{label!r} {where}")
            self._device.perform(Pause(0.5))
            look = self._device.look(picture=False)


def _touch(element: Element, look: Observation) -> Point:
    """The middle of what is to be seen of it."""
    box, size = element.box, look.size
    left, right = max(box.x, 0), min(box.right, size.width)
    top, bottom = max(box.y, 0), min(box.bottom, size.height)
    return Point((left + right) / 2, (top + bottom) / 2)


def _touchable(element: Element, look: Observation) -> bool:
    box, size = element.box, look.size
    # A strip of a few pixels at the edge shows that something is there, and is not what a finger goes for.
    inside = min(box.right, size.width) - max(box.x, 0) >= 8 and min(box.bottom, size.height) - max(box.y, 0) >= 8
    return inside and element.visibility in {"visible", "clipped"}


def _meant(look: Observation, label: str, nth: int, affordance: Affordance) -> Element | None:
    """Exactly so called before partly so called; what can be touched that way before what merely says it."""
    wanted = label.casefold()
    able = [e for e in look.elements if affordance in e.affordances and e.visibility != "covered"]
    texts = [e for e in look.elements if affordance == "tap"]
    for pool in (able, texts, look.elements if affordance == "type" else ()):
        exact = [e for e in pool if wanted in {e.name.casefold(), e.text.casefold(), e.hint.casefold(), e.test_id}]
        if len(exact) > nth:
            return exact[nth]
        partly = [e for e in pool if wanted in f"{e.name}\n{e.text}\n{e.hint}".casefold()]
        if len(partly) > nth:
            return partly[nth]
    return None


def _holds(look: Observation, text: str) -> bool:
    wanted = " ".join(text.casefold().split())
    said = [f"{e.text}\n{e.name}\n{e.value}" for e in look.elements]
    said += [look.title, look.location, look.modal.message if look.modal is not None else ""]
    return any(wanted in " ".join(line.casefold().split()) for line in said)


def picture_writer(folder: Path) -> Pictures:
    """Writes each picture into a folder, under the name of its scene."""
    folder.mkdir(parents=True, exist_ok=True)

    def write(name: str, picture: bytes) -> None:
        (folder / f"{name}.jpg").write_bytes(picture)

    return write
