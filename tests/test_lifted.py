"""A refusal that a setting lifts ends a run so that it can be resumed, and the setting then takes effect."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sextant.devices.scripted import Page, ScriptedApp, ScriptedDevice, Widget, Write
from sextant.types.tasks import Policy
from tests.support.runs import Bench, Reply, click, done

SHOP = ScriptedApp(
    {
        "home": Page("Shop", (Widget("Bestellen", goes="thanks", effects=(Write("POST", "/orders"),)),)),
        "thanks": Page("Shop", (Widget("Tee ist bestellt", role="text"),)),
    },
    "home",
    name="shop",
)
ALLOWED = Policy(irreversible="allow", writes="observe")
ORDER: Reply = {**click(0, "Tee ist bestellt"), "irreversible": True}


@pytest.mark.parametrize(
    ("begun", "setting"),
    [
        (replace(ALLOWED, irreversible="deny"), "policy.irreversible=ask"),
        (replace(ALLOWED, writes="deny"), "policy.writes=ask"),
        (replace(ALLOWED, irreversible="ask"), ""),  # unattended, and no words of the goal: a person may allow it
    ],
)
def test_what_lifts_a_refusal_takes_effect(tmp_path: Path, begun: Policy, setting: str) -> None:
    bench = Bench(tmp_path, SHOP, policy=begun)
    bench.device = ScriptedDevice(SHOP, writes=begun.writes)
    tries: list[Any] = [ORDER] * 8
    run = bench.run("order tea", tries)
    episode = run.go()
    assert (episode.status, sent(bench)) == ("needs_person", 0)
    assert setting in episode.reason
    bench.policy, bench.device = ALLOWED, ScriptedDevice(SHOP, writes="observe")
    bench.device.open()
    assert bench.resume(run.id, [ORDER, done("Tee ist bestellt")]).go().status == "success"
    assert sent(bench) == 1


def sent(bench: Bench) -> int:
    """So many requests left."""
    return sum(not effect.held for step in bench.steps for effect in step.effects)


def test_without_the_setting_the_refusal_stands(tmp_path: Path) -> None:
    bench = Bench(tmp_path, SHOP, policy=replace(ALLOWED, irreversible="deny"))
    run = bench.run("order tea", [ORDER] * 8)
    assert run.go().status == "needs_person"
    bench.device.open()
    assert bench.resume(run.id, [ORDER] * 8).go().status == "needs_person"
    assert sent(bench) == 0
