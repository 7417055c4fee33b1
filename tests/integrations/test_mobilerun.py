"""The wrapper for mobilerun on stand-ins of the same shape; `scripts/mobilerun` holds it against the package itself."""

import asyncio
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from sextant.integrations.companion import Companion
from sextant.integrations.mobilerun import GuidedStateProvider, screen_of_state
from tests.integrations.mobilerun_shape import ELEMENT, UI_STATE

ROOT = Path(__file__).resolve().parents[2]
GOAL = "open the privacy policy"


class State:
    """A `UIState`: built from the same parameters, kept under the same names."""

    formatted_text: str
    elements: list[dict[str, Any]]
    phone_state: dict[str, Any]
    screen_width: int
    screen_height: int

    def __init__(self, *values: object) -> None:
        for name, value in zip(UI_STATE, values, strict=False):
            setattr(self, name, value)


def element(index: int, text: str, kind: str = "TextView", resource: str = "", bounds: str = "") -> dict[str, Any]:
    top = 200 * index
    values: tuple[object, ...] = (index, resource, kind, "", text, bounds or f"0,{top},1080,{top + 200}", [])
    return dict(zip(ELEMENT, values, strict=True))


def state(activity: str, *texts: str, elements: Sequence[dict[str, Any]] | None = None) -> State:
    rows = [element(number, text) for number, text in enumerate(texts, 2)] if elements is None else list(elements)
    root = element(1, "android.widget.FrameLayout", "FrameLayout", bounds="0,0,1080,2400")
    phone = {"packageName": "org.toy", "currentApp": "Toy", "activityName": activity}
    return State([root, *rows], f"activity {activity}", "", phone, 1080, 2400)


HOME = state(".MainActivity", "Inbox", "Settings")
SETTINGS = state(".SettingsActivity", "Sound", "Privacy policy")
PRIVACY = state(".PrivacyActivity", "We keep nothing")


class Phone:
    """A driver with the methods that are watched, and a state provider of what it shows."""

    supported = frozenset({"element_index"})
    model_screenshot_width = 540

    def __init__(self) -> None:
        self.shown: State = HOME
        self.done: list[str] = []

    async def tap(self, x: int, y: int) -> str:
        self.done.append("tap")
        self.shown = {(500, HOME): HOME, (700, HOME): SETTINGS, (700, SETTINGS): PRIVACY}.get(
            (y, self.shown), self.shown
        )
        return "tapped"

    async def swipe(self, x1: int, y1: int, x2: int, y2: int, duration_ms: float = 1000) -> None:
        self.done.append("swipe")

    async def press_button(self, button: str) -> None:
        self.shown = HOME

    async def get_state(self) -> State:
        return self.shown


async def walk(companion: Companion, *taps: int) -> list[str]:
    """What is appended on each screen, the first one first."""
    phone = Phone()
    provider = GuidedStateProvider(phone, companion)
    provider.watch(phone)
    told: list[str] = []
    for y in (*taps, 0):
        shown = await provider.get_state()
        told.append(shown.formatted_text.removeprefix(phone.shown.formatted_text))
        if y:
            assert await phone.tap(540, y) == "tapped"
    return told


def test_the_plan_stands_at_the_end_of_what_the_agent_reads(maps: Path) -> None:
    with Companion.on_maps(GOAL, maps) as companion:
        first = asyncio.run(walk(companion, 700, 700))
    assert first[0] == "", "the map is empty at first"
    with Companion.on_maps(GOAL, maps) as companion:
        told = asyncio.run(walk(companion, 700, 700))
    assert "Next: tap [3] (text, top) (worked the one time it was taken)." in told[0]
    assert '\n│ step 1: tap the text "Settings" [3]' in told[0]
    assert "This is the last step" in told[1]
    assert "You are on it." in told[2]
    assert HOME.formatted_text == "activity .MainActivity", "the provider's own state is left as it is"


def test_everything_else_is_the_inner_providers_also_where_a_map_fails(
    maps: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with Companion.on_maps(GOAL, maps) as companion:
        phone = Phone()
        provider = GuidedStateProvider(phone, companion)
        assert (provider.supported, provider.model_screenshot_width) == ({"element_index"}, 540)
        phone.model_screenshot_width = 720
        assert provider.model_screenshot_width == 720
        assert not hasattr(provider, "requires_coordinate_tools")
        assert asyncio.run(provider.get_final_state()) is HOME, "nobody is led anywhere any more"
    companion = Companion.on_maps(GOAL, maps)
    companion.close()
    assert asyncio.run(GuidedStateProvider(Phone(), companion).get_state()) is HOME
    assert "the map says nothing on this screen" in caplog.text


def test_what_cannot_be_told_apart_is_not_drawn(maps: Path) -> None:
    async def run(companion: Companion) -> None:
        phone = Phone()
        provider = GuidedStateProvider(phone, companion)
        provider.watch(phone)
        await provider.get_state()
        await phone.tap(540, 100)
        await phone.tap(540, 700)
        assert "Steps left" not in (await provider.get_state()).formatted_text
        await phone.press_button("back")
        told = await provider.get_state()
        assert "tap [3]" not in told.formatted_text, "two touches between two states: nobody knows which led on"

    with Companion.on_maps(GOAL, maps) as companion:
        asyncio.run(run(companion))


def test_a_screen_is_told_by_its_activity_and_its_title() -> None:
    assert screen_of_state(HOME).key.id != screen_of_state(SETTINGS).key.id
    assert screen_of_state(state(".MainActivity", "other rows")).key.id == screen_of_state(HOME).key.id
    assert screen_of_state(state("org.toy.ui.PrivacyPolicyActivity")).title == "Privacy Policy"
    titled = state(".MainActivity", elements=[element(2, "Sound", resource="org.toy:id/toolbar_title")])
    assert screen_of_state(titled).title == "Sound"
    bare = state(".MainActivity", elements=[element(2, "Button", "Button"), element(3, "Go", "Button", bounds="odd")])
    (go,) = screen_of_state(bare).elements
    assert (go.index, go.role, go.box.area) == (3, "button", 0)


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_the_real_package() -> None:
    done = subprocess.run([ROOT / "scripts" / "mobilerun"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    assert "divergence: ok" in done.stdout
