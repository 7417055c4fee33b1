"""A page that is a phone of its own is told of keys, apps and pauses; the browser leaves them alone."""

import json
from collections.abc import Generator

import pytest

from sextant.devices.browser import BrowserDevice, BrowserOptions, Phone
from sextant.types.actions import Gesture, LaunchApp, Pause, PressKey, TerminateApp
from tests.devices.browsing import running, texts
from tests.devices.site import Site

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def handset(site: Site) -> Generator[BrowserDevice]:
    with running(BrowserOptions(url=site.url("handset.html"), phone=Phone(keys="page"))) as device:
        yield device


TOLD: list[tuple[Gesture, dict[str, str]]] = [
    (PressKey("back"), {"on": "key", "key": "back"}),
    (PressKey("home"), {"on": "key", "key": "home"}),
    (PressKey("recents"), {"on": "key", "key": "recents"}),
    (LaunchApp('It\'s "here"'), {"on": "launch", "app": 'It\'s "here"'}),
    (TerminateApp("shop"), {"on": "close", "app": "shop"}),
    (Pause(20.0), {"on": "wait"}),
]


@pytest.mark.parametrize(("gesture", "event"), TOLD, ids=[gesture.kind + str(n) for n, (gesture, _) in enumerate(TOLD)])
def test_the_page_is_told_once(handset: BrowserDevice, gesture: Gesture, event: dict[str, str]) -> None:
    before = handset.look(picture=False)
    done = handset.perform(gesture, f"intent {gesture}")
    after = handset.look(picture=False)
    count = 0 if "nothing yet" in texts(before) else int(_told(texts(before))[0])
    number, detail = _told(texts(after))
    assert int(number) == count + 1
    assert json.loads(detail) == event
    assert done.settled
    assert done.seconds < 10.0, "a pause counts as a gesture, not in seconds"
    assert after.location == before.location
    assert handset.injected(f"intent {gesture}") is True
    assert handset.injected("another intent") is False


def _told(shown: str) -> tuple[str, str]:
    line = next(line for line in shown.splitlines() if line.rstrip().endswith("}"))
    number, _, detail = line.partition(": ")
    return number, detail
