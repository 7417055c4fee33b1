"""Which apps `open_app` may name: those that the device tells of, start pages of the settings, allowed origins."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sextant.assembly import AbsentPerson, Hooks, Probes, RunRequest, build_run
from sextant.devices.browser.device import BrowserDevice
from sextant.devices.browser.settings import BrowserOptions
from sextant.devices.wrapper import DeviceWrapper, innermost
from sextant.protocols import AppCatalog, Device
from sextant.types.tasks import Policy
from sextant_worlds.twin.device import TwinDevice
from tests.support.runs import Bench
from tests.worlds.toy import toy_world


def opened(tmp_path: Path, name: str, device: Device | None = None, policy: Policy = Policy()) -> tuple[list[str], str]:
    """Rules of what spoke against opening an app that the settings do not know, and where that led."""
    opens: dict[str, Any] = {"action": {"type": "open_app", "name": name}}
    over: dict[str, Any] = {"action": {"type": "status", "goal_status": "infeasible", "reason": "enough"}}
    bench = Bench(tmp_path)
    settings = replace(bench.settings([opens, opens, over, over]), apps={}, policy=policy)
    hooks = Hooks(on_step=bench.steps.append, probes=Probes(device=lambda made: device or bench.device))
    build_run(RunRequest("Open it.", f"scripted:{tmp_path / 'app.json'}"), settings, AbsentPerson(), hooks).go()
    return [objection.rule for objection in bench.steps[0].objections], bench.steps[0].after.title


@pytest.mark.parametrize("name", ["Settings", "SETTINGS "])
def test_an_app_that_the_device_tells_of_may_be_opened(name: str, tmp_path: Path) -> None:
    rules, _ = opened(tmp_path, name)
    assert rules == []


def test_one_that_nobody_knows_may_not(tmp_path: Path) -> None:
    rules, title = opened(tmp_path, "Casino")
    assert (rules, title) == (["policy"], "Home")


@pytest.mark.parametrize("name", ["Notes", "notes"])
def test_a_world_opens_its_apps_by_name_and_by_id(name: str, tmp_path: Path) -> None:
    world = toy_world()
    policy = Policy(("world:home", *(f"world:{app.id}" for app in world.apps)))
    rules, title = opened(tmp_path, name, DeviceWrapper(TwinDevice(world)), policy)
    assert (rules, title) == ([], "Notes")


def test_every_device_that_can_open_apps_tells_of_them() -> None:
    twin, browser = (
        TwinDevice(toy_world()),
        BrowserDevice(BrowserOptions("http://localhost:1", apps={"mail": "http://localhost:1"})),
    )
    for device, known in ((twin, ("Notes", "notes")), (browser, ("mail",))):
        inner = innermost(DeviceWrapper(device))
        assert isinstance(inner, AppCatalog)
        assert set(known) <= set(inner.apps())
