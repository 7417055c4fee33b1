"""Writes over a stop and a resume: what the device still knows belongs to the next step."""

from pathlib import Path

from sextant.devices.scripted import Page, ScriptedApp, Widget, Write
from sextant.types.actions import Tap
from tests.support.runs import Bench, click, done

APP = ScriptedApp(
    {
        "home": Page("Home", (Widget("Next", goes="next"),), effects=(Write("POST", "/visits", 204),)),
        "next": Page("Next", (Widget("Last", goes="last"), Widget("Beat", effects=(Write("POST", "/beats"),)))),
        "last": Page("Last", (Widget("Arrived", role="text"),)),
    },
    "home",
)


def test_no_write_is_lost_between_two_legs(tmp_path: Path) -> None:
    bench = Bench(tmp_path, APP)
    bench.stop_after = 1
    run = bench.run("open the last page", [click(0, "Last"), click(0, "Arrived"), done("Arrived")])
    assert run.go().status == "interrupted"
    assert [effect.address for effect in bench.steps[0].effects] == ["/visits"]
    bench.device.open()
    bench.device.perform(Tap(bench.device.look().elements[1].box.centre))
    bench.stop_after = None
    episode = bench.resume(run.id, [click(0, "Arrived"), done("Arrived")]).go()
    assert episode.steps >= 2
    assert [effect.address for effect in bench.steps[1].effects] == ["/beats"]
    assert sum(len(step.effects) for step in bench.steps) == 2
