"""The examination of machines that are not this one."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from sextant.doctor import Finding, Health, MachineFacts, examine
from sextant.settings import JournalSettings, ModelChoices, Settings

DEBIAN = MachineFacts(
    environ={},
    root=False,
    apt=True,
    read=lambda path: {"/etc/os-release": "ID=debian"}.get(path, ""),
    fonts=lambda language: 3,
    exists=lambda path: True,
    shared_memory=lambda: 2_000_000_000,
)
UBUNTU_FILES = {"/etc/os-release": 'NAME="Ubuntu"', "/proc/sys/kernel/apparmor_restrict_unprivileged_userns": "1\n"}
UBUNTU = replace(DEBIAN, read=defaultdict(str, UBUNTU_FILES).__getitem__)


@pytest.fixture
def settings(tmp_path: Path, state: Path) -> Settings:
    return Settings(journal=JournalSettings(directory=tmp_path / "runs"))


def found(health: Health, name: str) -> Finding:
    return next(finding for finding in health.findings if finding.name == name)


def test_a_missing_browser_is_mended_by_the_distributions_own_means(settings: Settings, tmp_path: Path) -> None:
    without = replace(settings, browser=replace(settings.browser, executable=tmp_path / "no-browser"))
    assert not examine(without, DEBIAN).usable
    for machine, fix in (
        (DEBIAN, "sudo apt-get install chromium chromium-sandbox"),
        (replace(DEBIAN, root=True), "apt-get install chromium chromium-sandbox"),
        (UBUNTU, "playwright install --with-deps chromium"),
        (replace(DEBIAN, apt=False), "playwright install --with-deps chromium"),
    ):
        told = found(examine(without, machine), "chromium").fix
        assert told == fix or ("playwright" in fix and told.endswith(fix))


def with_browser(tmp_path: Path, settings: Settings, script: str) -> Settings:
    fake = tmp_path / "chromium"
    fake.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    fake.chmod(0o755)
    return replace(settings, browser=replace(settings.browser, executable=fake))


def test_a_browser_that_does_not_start_is_missing_and_an_attached_one_is_not(
    settings: Settings, tmp_path: Path
) -> None:
    broken = found(examine(with_browser(tmp_path, settings, "exit 127"), DEBIAN), "chromium")
    assert (broken.status, "--version" in broken.fix) == ("missing", True)
    attached = replace(settings, browser=replace(settings.browser, attach="http://127.0.0.1:9222"))
    assert found(examine(attached, DEBIAN), "chromium").status == "ok"


def fonts(**counts: int | None) -> MachineFacts:
    return replace(DEBIAN, fonts=counts.get)


@pytest.mark.parametrize(
    ("machine", "name", "status", "part"),
    [
        (replace(DEBIAN, root=True), "sandbox", "ok", "root"),
        (DEBIAN, "sandbox", "ok", "user namespaces"),
        (UBUNTU, "sandbox", "warning", "no user namespaces"),
        (replace(DEBIAN, shared_memory=lambda: None), "shared memory", "missing", "chmod 1777"),
        (replace(DEBIAN, shared_memory=lambda: 64_000_000), "shared memory", "warning", "--shm-size"),
        (DEBIAN, "shared memory", "ok", "2000 MB"),
        (fonts(zh=1, ja=1, ko=1), "fonts", "ok", "covered"),
        (fonts(zh=1, ja=0, ko=0), "fonts", "warning", "ja, ko"),
        (fonts(zh=None), "fonts", "warning", "fc-list"),
    ],
)
def test_a_machine(
    machine: MachineFacts, name: str, status: str, part: str, settings: Settings, tmp_path: Path
) -> None:
    finding = found(examine(with_browser(tmp_path, settings, "echo Chromium 150.0"), machine), name)
    assert finding.status == status
    assert part in finding.found + finding.fix


def test_storage_that_cannot_be_written_and_a_damaged_run_are_named(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    health = examine(replace(settings, journal=JournalSettings(directory=tmp_path / "file" / "runs")), DEBIAN)
    assert found(health, "storage").status == "missing"
    assert not health.usable
    run = settings.journal.directory / "20260101-000000"
    run.mkdir(parents=True)
    (run / "journal.sqlite").write_bytes(b"not a database" * 100)
    finding = found(examine(settings, DEBIAN), "runs")
    assert finding.status in ("ok", "warning")
    assert (run.name in finding.found) == (finding.status == "warning")


@pytest.mark.parametrize(
    ("model", "environ", "status", "part"),
    [
        ("", {}, "warning", "--model"),
        ("openai:gpt-5", {}, "warning", "OPENAI_API_KEY"),
        ("openai:gpt-5", {"OPENAI_API_KEY": "sk-verysecret"}, "ok", "openai:gpt-5"),
        ("opnai:gpt-5", {}, "missing", "openai"),
        ("local:smollm2", {}, "ok", "local:smollm2"),
    ],
)
def test_the_model(model: str, environ: Mapping[str, str], status: str, part: str, settings: Settings) -> None:
    health = examine(replace(settings, models=ModelChoices(default=model)), replace(DEBIAN, environ=environ))
    finding = found(health, "model")
    assert finding.status == status
    assert part in finding.found + finding.fix
    assert "verysecret" not in str(health)


def test_notices_of_the_settings_are_passed_on(settings: Settings) -> None:
    health = examine(replace(settings, notices=("'SEXTANT_X' is not read",)), DEBIAN)
    assert found(health, "settings").status == "warning"
    assert found(health, "settings").found == "'SEXTANT_X' is not read"
