# pyright: basic, reportMissingImports=false
"""The wrapper against the real mobilerun: run by `scripts/mobilerun`, in the environment that has it.

Plain asserts: that environment holds mobilerun and what it needs, and no test runner.
"""

import asyncio
import inspect
import tempfile
from pathlib import Path
from typing import Any

from mobilerun.tools.driver import DeviceDriver
from mobilerun.tools.filters import ConciseFilter
from mobilerun.tools.formatters import IndexedFormatter
from mobilerun.tools.ui.provider import (
    AndroidStateProvider,
    StateProvider,
    resize_model_screenshot_with_grid,
    should_resize_model_screenshot,
)
from mobilerun.tools.ui.state import UIState
from mobilerun.tools.ui.stealth_state import StealthUIState
from mobilerun_core_local.driver.base import DeviceDisconnectedError
from PIL import Image

from examples.guide_mobilerun import DONE, GOAL, ToyPhone, call, run
from sextant.integrations.companion import Companion
from sextant.integrations.mobilerun import GuidedStateProvider
from tests.integrations.mobilerun_shape import DRIVER, ELEMENT, STATE_PROVIDER, UI_STATE


def wrapped(companion: Companion, phone: ToyPhone | None = None, **options: Any):
    inner = AndroidStateProvider(phone or ToyPhone(), ConciseFilter(), IndexedFormatter(), **options)
    return inner, GuidedStateProvider(inner, companion)


def check_shape() -> None:
    """What the tests without mobilerun assume of it is what it is."""
    assert tuple(inspect.signature(UIState.__init__).parameters)[1:] == UI_STATE
    assert all(hasattr(StateProvider, name) for name in STATE_PROVIDER)
    for name, parameters in DRIVER.items():
        assert tuple(inspect.signature(getattr(DeviceDriver, name)).parameters)[1:] == parameters, name


async def check_runs(maps: Path) -> None:
    """The real agent, twice: the first run draws, the second reads the way in its first prompt and takes it."""
    wander = [call("click", index=2), call("system_button", button="back"), call("click", index=3)]
    success, asked = await run(maps, [*wander, call("click", index=3), DONE])
    assert success
    assert "## Map" not in asked[0], "the map is empty at first"
    success, asked = await run(maps, [call("click", index=3), call("click", index=3), DONE])
    assert success
    assert "Next: tap [3] (text, top) (worked the one time it was taken)." in asked[0]
    assert "Steps left: 2; no shorter path is known." in asked[0]
    assert '\n│ step 1: tap the text "Settings" [3] at the top → "Settings"' in asked[0], "the app's words are fenced"
    assert "This is the last step" in asked[1]
    assert "You are on it." in asked[2]
    assert "Current Clickable UI elements" in asked[2], "mobilerun's own text is still there"


async def check_handing_through(maps: Path) -> None:
    """Flags and sizes are the inner provider's, before a state and after it; the state is of the same class."""
    flags = (
        "supported",
        "screenshot_matches_input_coords",
        "resize_model_screenshot",
        "requires_active_contract_for_coords",
    )
    sizes = ("model_screenshot_width", "model_screenshot_height")
    every: tuple[dict[str, Any], ...] = (
        {},
        {"vision_enabled": True},
        {"vision_enabled": True, "use_normalized": True},
        {"stealth": True},
    )
    for options in every:
        with Companion.on_maps(GOAL, maps) as companion:
            inner, provider = wrapped(companion, **options)
            for _ in range(2):
                for name in (*flags, *sizes, "use_normalized", "driver", "tree_filter"):
                    assert getattr(provider, name) == getattr(inner, name), name
                assert should_resize_model_screenshot(provider) == should_resize_model_screenshot(inner)
                bare, state = await inner.get_state(), await provider.get_state()
                assert type(state) is type(bare) is (StealthUIState if options.get("stealth") else UIState)
                assert state.formatted_text.startswith(f"{bare.formatted_text}\n\n## Map")
                assert bare.formatted_text.count("## Map") == 0
                same = {name: value for name, value in vars(state).items() if name != "formatted_text"}
                assert same == {name: value for name, value in vars(bare).items() if name != "formatted_text"}
                assert tuple(state.elements[0])[: len(ELEMENT)] == ELEMENT
                assert state.get_element_coords(3) == (540, 500) or options.get("stealth")
            assert (await provider.get_final_state()).formatted_text == (await inner.get_final_state()).formatted_text
            if options.get("vision_enabled") and not options.get("use_normalized"):
                assert provider.model_screenshot_width
                shot = Path(maps.parent / "shot.png")
                Image.new("RGB", (1080, 2400)).save(shot)
                assert resize_model_screenshot_with_grid(
                    provider, shot.read_bytes()
                ) == resize_model_screenshot_with_grid(inner, shot.read_bytes())


async def check_mishaps(maps: Path) -> None:
    """Faults of the phone come through as they are; faults of the map cost the words and nothing else."""

    class Unplugged(ToyPhone):
        async def get_ui_tree(self, filter: bool = True) -> dict:  # noqa: A002
            raise DeviceDisconnectedError("unplugged")

    with Companion.on_maps(GOAL, maps) as companion:
        _, provider = wrapped(companion, Unplugged())
        try:
            await provider.get_state()
        except DeviceDisconnectedError:
            pass
        else:
            raise AssertionError("the fault was swallowed")
    inner, provider = wrapped(companion)  # its maps are closed
    assert (await provider.get_state()).formatted_text == (await inner.get_state()).formatted_text


async def check_divergence(maps: Path) -> None:
    """A tap that leads elsewhere is seen through the driver, and said."""

    class Moody(ToyPhone):
        async def tap(self, x: int, y: int) -> None:
            self.stack.append(".InboxActivity")

    phone = Moody()
    with Companion.on_maps(GOAL, maps) as companion:
        _, provider = wrapped(companion, phone)
        assert provider.watch(phone) is phone
        state = await provider.get_state()
        assert "tap [3]" in state.formatted_text
        await phone.tap(540, 500)
        state = await provider.get_state()
        assert "The last step led to another screen than the map said" in state.formatted_text
        assert 'was to lead to "Settings", led to "Inbox"' in state.formatted_text


def main() -> None:
    check_shape()
    with tempfile.TemporaryDirectory() as folder:
        maps = Path(folder) / "maps.sqlite"
        asyncio.run(check_runs(maps))
        asyncio.run(check_handing_through(maps))
        asyncio.run(check_mishaps(maps))
        asyncio.run(check_divergence(maps))
    print("mobilerun: shape, runs, handing through, mishaps, divergence: ok")  # noqa: T201


if __name__ == "__main__":
    main()
