"""How large the pictures of a run are: legible for a model that sees, small where people look at them afterwards."""

from dataclasses import replace
from pathlib import Path

import pytest

from sextant.assembly.devices import capture_for
from sextant.assembly.models import profile_of, vision_record
from sextant.settings import Settings


def set_to(model: str, tmp_path: Path, **more: object) -> Settings:
    base = Settings()
    journal = replace(base.journal, directory=tmp_path / "runs")
    browser = replace(base.browser, **more)  # pyright: ignore[reportArgumentType]
    return replace(base, models=replace(base.models, default=model), journal=journal, browser=browser)


def captured(settings: Settings) -> tuple[float, str]:
    browser = settings.browser
    capture = capture_for(settings, browser.viewport, browser.scale_factor, looking=False)
    return capture.scale, capture.format


@pytest.mark.parametrize(
    ("model", "scale"),
    [
        ("openai:gpt-5", 2.0),
        ("anthropic:claude-sonnet-5-5", 1.714),  # 1568 pixels on 915
        ("ollama:gemma3:4b", 0.979),  # 896 pixels on 915
        ("openai-compatible:never-heard-of@http://127.0.0.1:8000/v1", 1.714),
    ],
)
def test_a_model_that_may_see_gets_what_its_provider_takes(model: str, scale: float, tmp_path: Path) -> None:
    assert captured(set_to(model, tmp_path)) == (scale, "auto")


@pytest.mark.parametrize("model", ["", "deepseek:deepseek-chat", "local:smollm2"])
def test_without_sight_pictures_are_for_the_journal(model: str, tmp_path: Path) -> None:
    assert captured(set_to(model, tmp_path)) == (0.5, "jpeg")


@pytest.mark.parametrize("role", ["verifier", "updater", "selector", "grounder"])
def test_a_role_that_sees_reads_what_a_blind_actor_does_not(role: str, tmp_path: Path) -> None:
    blind = set_to("deepseek:deepseek-chat", tmp_path)
    assert captured(replace(blind, models=replace(blind.models, **{role: "openai:gpt-5"}))) == (2.0, "auto")


@pytest.mark.parametrize("role", ["author", "authorizer"])
def test_a_role_that_gets_no_pictures_does_not_count(role: str, tmp_path: Path) -> None:
    blind = set_to("deepseek:deepseek-chat", tmp_path)
    assert captured(replace(blind, models=replace(blind.models, **{role: "openai:gpt-5"}))) == (0.5, "jpeg")


def test_who_gives_points_comes_before_who_only_reads(tmp_path: Path) -> None:
    seeing = set_to("openai:gpt-5", tmp_path)
    assert captured(replace(seeing, models=replace(seeing.models, verifier="ollama:gemma3:4b"))) == (2.0, "auto")


def test_what_was_found_of_an_unknown_model_is_known_from_then_on(tmp_path: Path) -> None:
    name = "openai-compatible:never-heard-of@http://127.0.0.1:8000/v1"
    settings = set_to(name, tmp_path)
    assert profile_of(settings, name).vision is None
    vision_record(settings).remember(name, False)
    assert profile_of(settings, name).vision is False
    assert captured(settings) == (0.5, "jpeg")
    asked = replace(settings, models=replace(settings.models, vision="yes"))
    assert profile_of(asked, name).vision is True
