"""The commands through Typer's own runner: what they print and how they exit."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from sextant.cli.app import app
from sextant.devices.browser import profile_marks
from sextant.devices.browser.launch import new_profile
from sextant.devices.browser.profile_lock import ProfileLock


@dataclass(frozen=True, slots=True)
class Ran:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def run(*words: str) -> Ran:
    result = CliRunner().invoke(app, list(words))
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Ran(result.exit_code, result.stdout, result.stderr)


@pytest.mark.parametrize(
    "words", [["version"], ["devices"], ["bench"], ["runs"], ["doctor", "--config"], ["runs", "gc"]]
)
def test_every_command_prints_one_json_object_or_plain_lines(words: Sequence[str], state: Path) -> None:
    ran = run(*words, "--json")
    assert ran.code == 0
    assert isinstance(ran.json, dict)
    assert ran.out.count("\n") == 1
    ran = run(*words)
    assert ran.code == 0
    assert ran.out.strip()
    assert "\x1b" not in ran.out
    assert not ran.out.lstrip().startswith("{")


@pytest.mark.parametrize(
    ("words", "kind", "part"),
    [
        (["runs", "show", "nothing-like-it"], "UsageError", "sextant runs"),
        (["replay", "nothing-like-it"], "UsageError", "sextant runs"),
        (["runs", "rm", "nothing-like-it"], "UsageError", "sextant runs"),
        (["devices", "--end", "nothing-like-it"], "UsageError", "sextant devices"),
        (["bench", "nothing-like-it"], "UsageError", "overhead"),
        (["bench", "startup", "--option", "colour=blue"], "UsageError", "options are"),
        (["bench", "startup", "--option", "colour"], "UsageError", "NAME=VALUE"),
        (["doctor", "--set", "budget.max_step=3"], "SettingsError", "budget.max_steps"),
        (["doctor", "--set", "budget.max_steps=many"], "SettingsError", "--set budget.max_steps"),
        (["doctor", "--config-file", "gone.toml"], "SettingsError", "gone.toml"),
    ],
)
def test_wrong_input_is_named_with_what_to_do(words: Sequence[str], kind: str, part: str, state: Path) -> None:
    ran = run(*words)
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.startswith("error: ")
    assert "next: " in ran.err
    assert part in ran.err
    assert "Traceback" not in ran.err
    told = run(*words, "--json")
    assert told.code == 2
    assert told.json["error"]["kind"] == kind
    assert told.json["exit_code"] == 2


@pytest.mark.parametrize(
    "words", [["frobnicate"], ["runs", "frobnicate"], ["devices", "--frobnicate"], ["replay", "a", "b"]]
)
def test_unknown_words_exit_2(words: Sequence[str]) -> None:
    assert run(*words).code == 2
    assert run("--version").out == run("version").out != ""


def test_settings_show_their_origin_and_never_a_secret(tmp_path: Path, state: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('[secrets]\nlogin = "env:APP_PASSWORD"\n[browser]\nlocale = "fr-FR"\n', encoding="utf-8")
    ran = run("doctor", "--config", "--config-file", str(file), "--set", "budget.max_steps=5", "--json")
    settings = ran.json["settings"]
    assert settings["secrets.login"] == {"value": "env:APP_PASSWORD", "origin": f"{file}:2"}
    assert settings["browser.locale"] == {"value": "fr-FR", "origin": f"{file}:4"}
    assert settings["budget.max_steps"] == {"value": "5", "origin": "--set budget.max_steps"}
    assert settings["browser.headed"]["origin"] == "default"
    assert "browser.timezone\t(empty)\tdefault" in run("doctor", "--config").out
    assert ran.json["file"] == str(file)


def test_doctor_says_what_a_model_read_of_a_picture(tmp_path: Path, state: Path) -> None:
    script = tmp_path / "blind.json"
    script.write_text(json.dumps({"replies": [{"json": {"large": "cat", "small": ""}}]}), encoding="utf-8")
    ran = run("doctor", "--vision", "--model", f"scripted:{script}", "--json")
    assert ran.code == 1
    assert (ran.json["sees"], ran.json["reads_small"]) == (False, False)
    (kept,) = state.rglob("sight.json")
    assert json.loads(kept.read_text(encoding="utf-8"))["sees"] == {f"scripted:{script}": False}
    assert run("doctor", "--vision").code == 2, "no model was named"


@pytest.mark.parametrize("command", ["devices", "doctor"])
def test_a_profile_that_a_kill_has_left_is_gone_once_the_command_is_through(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    left, waits = new_profile(), new_profile()
    for profile in (left, waits):
        ProfileLock(profile).release()
    profile_marks.claim(waits)
    foreign = left.with_name("web-elsewhere")
    foreign.symlink_to(tmp_path)
    run(command)
    assert (left.exists(), waits.exists(), foreign.is_symlink()) == (False, True, True)
