"""Runs from Python: the same as from the command line."""

import os
from collections.abc import Generator
from dataclasses import replace
from pathlib import Path

import pytest

import sextant
from sextant import UsageError
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
    with pytest.raises(UsageError, match="is over"):
        sextant.resume(first.run)


def test_what_leaves_the_machine_is_said_aloud(device: str, capsys: pytest.CaptureFixture[str]) -> None:
    episode = sextant.run("do it", device, "openai-compatible:m@http://models.example.test/v1")
    assert episode.status == "model_fault"
    assert "sends to models.example.test" in capsys.readouterr().err
