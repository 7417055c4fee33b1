"""How large the pictures of a run are: legible for a model that sees, small where people look at them afterwards."""

from dataclasses import replace
from pathlib import Path

import pytest

from sextant.assembly.devices import capture_for
from sextant.assembly.models import ask_vision, open_models, profile_of, vision_record
from sextant.journal import RunStore, Start
from sextant.models.ledger import UsageLedger
from sextant.settings import Settings
from sextant.types.tasks import Budget, Task
from tests.cli import toy


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


def asked(tmp_path: Path, *replies: toy.Reply) -> list[tuple[int, list[str], bool | None]]:
    """For each of two runs: how often the server was asked, what was noted, and whether the model counts as seeing."""
    server, found = toy.SlowModel(replies), list[tuple[int, list[str], bool | None]]()
    settings, before = set_to(server.name, tmp_path), 0
    for _ in range(8):
        server.gates.answer.release()
    try:
        for _ in range(2):
            notes: list[str] = []
            ask_vision(settings, UsageLedger(settings.budget), notes.append)
            found.append((len(server.bodies) - before, notes, profile_of(settings, server.name).vision))
            before = len(server.bodies)
    finally:
        server.close()
    return found


def test_an_unknown_model_is_asked_once_whether_it_sees(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "of no use")
    first, second = asked(tmp_path, {"large": "cat", "small": ""})
    assert (first[0], first[2]) == (1, False)
    assert "Nobody knows whether" in first[1][0]
    assert second == (0, [], False)


def test_an_unknown_model_without_an_answer_gets_no_pictures_this_time(tmp_path: Path) -> None:
    first, second = asked(tmp_path, {"wrong": 1}, {"wrong": 2}, {"wrong": 3}, {"wrong": 4}, {"wrong": 5}, {"wrong": 6})
    assert "gets no pictures in this run" in first[1][1]
    assert first[2] is not True
    assert second[0] > 0, "the next run asks again"


def test_a_points_frame_is_the_forms_own_under_stamp(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "of no use")
    settings = set_to("openai:gpt-5", tmp_path)
    assert profile_of(settings, "openai:gpt-5").coordinates == "pixels"
    stamp = replace(settings, models=replace(settings.models, profile="stamp"))
    with RunStore.open(tmp_path / "runs").begin(Task("win"), Start("scripted:app", "model", {})) as log:
        opened = open_models(stamp, Budget(max_tokens=1000), log, lambda note: None)
        opened.close()
    assert opened.profile.coordinates == "thousand"


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
