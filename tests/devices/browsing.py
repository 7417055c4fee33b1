"""What the browser tests share: finding elements, touching them, going somewhere."""

import time
from collections.abc import Callable, Generator
from contextlib import contextmanager

from sextant.devices.browser import BrowserDevice, BrowserOptions
from sextant.protocols import WriteAuthority
from sextant.types.actions import LaunchApp, PressKey, Tap, TypeText
from sextant.types.devices import Injection, Lease
from sextant.types.screens import Element, Observation


def labelled(observation: Observation, label: str) -> Element:
    """The one element with that label that can be touched, else the first of that label."""
    found = [element for element in observation.elements if element.label == label]
    assert found, f"no {label!r} among {[element.label for element in observation.elements]}"
    return next((element for element in found if element.affordances), found[0])


def texts(observation: Observation) -> str:
    return "\n".join(element.text or element.name for element in observation.elements)


def until(condition: Callable[[], bool], seconds: float = 10.0) -> bool:
    """Waits for the condition; whether it came true in time."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.02)
    return False


@contextmanager
def running(
    settings: BrowserOptions, lease: Lease | None = None, authority: WriteAuthority | None = None
) -> Generator[BrowserDevice]:
    """An open device, closed at the end."""
    device = BrowserDevice(settings, lease)
    if authority is not None:
        device.authorise(authority)
    try:
        device.open()
        yield device
    finally:
        device.close()


class Hand:
    """A device with shorthand for tests."""

    def __init__(self, device: BrowserDevice) -> None:
        self.device = device
        self.count = 0

    def go(self, url: str) -> Observation:
        """Opens an address of an allowed origin, with whatever stood open put away."""
        for _ in range(5):
            seen = self.device.look(picture=False)
            if seen.modal is None:
                break
            if seen.modal.kind == "beforeunload":
                self.tap("Leave")
            else:
                self.device.perform(PressKey("back"))
        injection = self.device.perform(LaunchApp(url))
        assert not [note for note in injection.notes if "no app" in note], injection.notes
        seen = self.device.look(picture=False)
        if seen.modal is not None and seen.modal.kind == "beforeunload":
            self.tap("Leave")
        return self.look()

    def look(self) -> Observation:
        return self.device.look(picture=False)

    def modal(self) -> str:
        """The kind of what is open over the page, if anything is."""
        seen = self.look().modal
        return "" if seen is None else seen.kind

    def tap(self, label: str, count: int = 1) -> Injection:
        self.count += 1
        point = labelled(self.look(), label).box.centre
        return self.device.perform(Tap(point, 2 if count == 2 else 1), f"tap-{self.count}")

    def type(self, label: str, text: str, replace: bool = True) -> Injection:
        point = labelled(self.look(), label).box.centre
        return self.device.perform(TypeText(text, point, replace))

    def says(self, text: str) -> bool:
        return text in texts(self.look())
