"""Runs from Python: the same as from the command line."""

import os
import xml.etree.ElementTree as ET
from collections.abc import Generator
from dataclasses import replace
from pathlib import Path

import pytest

import sextant
from sextant import Bounds, UsageError
from sextant.settings import Settings, load
from tests.cli import toy


@pytest.fixture
def device(tmp_path: Path, state: Path) -> Generator[str]:
    before = Path.cwd()
    os.chdir(tmp_path)
    yield f"scripted:{toy.app_file(tmp_path)}"
    os.chdir(before)


def limited(steps: int) -> Settings:
    settings = load({}, environ=os.environ, directory=Path.cwd())
    return replace(settings, budget=replace(settings.budget, max_steps=steps))


def test_a_goal_is_pursued_and_told_step_by_step(tmp_path: Path, device: str) -> None:
    seen: list[str] = []
    model = f"scripted:{toy.script_file(tmp_path, toy.TO_PRIVACY)}"
    episode = sextant.run(
        "open the privacy policy", device, model, on_step=lambda t: seen.append(t.decision.description)
    )
    assert episode.status == "success"
    assert seen[:2] == ["open Settings", "open Privacy"]


def test_a_screen_is_reached_without_a_model(device: str) -> None:
    episode = sextant.goto("privacy policy", device)
    assert episode.status == "success"
    assert episode.usage.requests == 0


def test_a_run_is_resumed_with_its_own_model(tmp_path: Path, device: str) -> None:
    (tmp_path / "sextant.toml").write_text("[budget]\nmax_steps = 1\n", encoding="utf-8")
    model = f"scripted:{toy.script_file(tmp_path, toy.TO_PRIVACY)}"
    first = sextant.run("open the privacy policy", device, model)
    assert first.status == "over_budget"
    assert sextant.resume(first.run).status == "over_budget"
    settings = replace(limited(20), models=replace(limited(20).models, actor=model))
    assert sextant.resume(first.run, settings=settings).status == "success"
    with pytest.raises(UsageError, match="has ended"):
        sextant.resume(first.run)


def test_what_leaves_the_machine_is_said_aloud(device: str, capsys: pytest.CaptureFixture[str]) -> None:
    episode = sextant.run("do it", device, "openai-compatible:m@http://models.example.test/v1")
    assert episode.status == "model_fault"
    assert "sends to models.example.test" in capsys.readouterr().err


def test_a_map_is_drawn_read_planned_on_and_written(tmp_path: Path, device: str) -> None:
    seen: list[int] = []
    drawn = sextant.map(device, budget=40, bounds=Bounds(depth=5), on_step=lambda t: seen.append(t.step))
    assert drawn.finished == "complete"
    assert drawn.screens == 4
    assert len(seen) == drawn.episode.steps
    known = sextant.read_map(drawn.app)
    assert set(known.screens.values()) >= {"Privacy policy", "Settings"}
    way = known.plan("Home", "Privacy policy")
    assert (way.status, way.cost, way.unit) == ("optimal", 2, "actions")
    assert known.plan("Home", "About", "Privacy policy", order="unordered").unreached
    assert known.statistics().screens == 4
    for name in ("map.json", "map.dot", "map.html"):
        assert known.write(tmp_path / name).stat().st_size > 100
    again = sextant.read_map(tmp_path / "map.json")
    assert repr(again) == repr(known)
    assert not known.compare(again).changed
    with pytest.raises(UsageError, match=r"\.json, \.dot or \.html"):
        known.write("map.txt")
    with pytest.raises(UsageError, match="no goal"):
        known.plan("Home")
    with pytest.raises(UsageError, match="no screen"):
        known.plan("Home", "Nowhere at all")


def test_a_drawing_ends_at_its_budget_and_goes_on(device: str) -> None:
    first = sextant.map(device, budget=1)
    assert (first.finished, first.episode.steps) == ("budget", 1)
    assert sextant.map(device).finished == "complete"


def test_several_screens_are_reached_saved_and_checked(tmp_path: Path, device: str) -> None:
    episode = sextant.goto(["privacy policy", "about this app"], device, save="routes/tour.toml")
    assert episode.status == "success"
    done: list[str] = []
    results = sextant.check("routes", junit="report.xml", on_done=lambda one: done.append(one.file.name))
    assert [one.verdict for one in results] == ["exact", "exact"]
    assert sorted(done) == ["tour-1.toml", "tour-2.toml"]
    assert (tmp_path / "report.xml").read_text(encoding="utf-8").count("<testcase ") == 2
    with pytest.raises(UsageError, match="cannot be written"):
        sextant.check("routes/tour-1.toml", junit=tmp_path)


def test_a_report_holds_no_secret_and_stays_xml(tmp_path: Path, device: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOGIN", "testcase")
    sextant.goto("privacy policy", device, save="routes/testcase.toml")
    settings = load({"secrets.login": "env:LOGIN"}, environ=os.environ, directory=tmp_path)
    sextant.check("routes", junit="report.xml", settings=settings)
    case = next(ET.fromstring((tmp_path / "report.xml").read_text(encoding="utf-8")).iter("testcase"))
    assert case.get("name", "").startswith("‹login›: ")


def test_a_walk_that_fails_saves_nothing(device: str) -> None:
    assert sextant.goto("zebra crossing", device, save="zebra.toml").status == "infeasible"
    assert not Path("zebra.toml").exists()
