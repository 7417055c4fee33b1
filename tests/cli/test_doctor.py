"""The examination of machines that are not this one."""

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


def ubuntu_file(path: str) -> str:
    return UBUNTU_FILES.get(path, "")


UBUNTU = replace(DEBIAN, read=ubuntu_file)


@pytest.fixture
def settings(tmp_path: Path, state: Path) -> Settings:
    return Settings(journal=JournalSettings(directory=tmp_path / "runs"))


def found(health: Health, name: str) -> Finding:
    return next(finding for finding in health.findings if finding.name == name)


def test_a_missing_browser_is_mended_by_the_distributions_own_means(settings: Settings, tmp_path: Path) -> None:
    without = replace(settings, browser=replace(settings.browser, executable=tmp_path / "no-browser"))
    debian, ubuntu = (
        examine(without, DEBIAN),
        examine(without, UBUNTU),
    )
    bare = examine(without, replace(DEBIAN, apt=False))
    assert not debian.usable
    assert found(debian, "chromium").mend == "sudo apt-get install chromium chromium-sandbox"
    assert found(examine(without, replace(DEBIAN, root=True)), "chromium").mend.startswith("apt-get install")
    assert found(ubuntu, "chromium").mend.endswith("playwright install --with-deps chromium")
    assert found(bare, "chromium").mend.endswith("playwright install --with-deps chromium")


def test_a_browser_that_does_not_start_is_missing(settings: Settings, tmp_path: Path) -> None:
    broken = tmp_path / "chromium"
    broken.write_text("#!/bin/sh\nexit 127\n", encoding="utf-8")
    broken.chmod(0o755)
    health = examine(replace(settings, browser=replace(settings.browser, executable=broken)), DEBIAN)
    assert found(health, "chromium").standing == "missing"
    assert "--version" in found(health, "chromium").mend


def working_browser(tmp_path: Path, settings: Settings) -> Settings:
    fake = tmp_path / "chromium"
    fake.write_text("#!/bin/sh\necho Chromium 150.0\n", encoding="utf-8")
    fake.chmod(0o755)
    return replace(settings, browser=replace(settings.browser, executable=fake))


@pytest.mark.parametrize(
    ("machine", "standing", "part"),
    [
        (replace(DEBIAN, root=True), "ok", "root"),
        (DEBIAN, "ok", "user namespaces"),
        (UBUNTU, "warning", "no user namespaces"),
    ],
)
def test_the_sandbox(machine: MachineFacts, standing: str, part: str, settings: Settings, tmp_path: Path) -> None:
    finding = found(examine(working_browser(tmp_path, settings), machine), "sandbox")
    assert finding.standing == standing
    assert part in finding.found


@pytest.mark.parametrize(
    ("free", "standing", "part"),
    [(None, "missing", "chmod 1777"), (64_000_000, "warning", "--shm-size"), (2_000_000_000, "ok", "2000 MB")],
)
def test_shared_memory(free: int | None, standing: str, part: str, settings: Settings, tmp_path: Path) -> None:
    machine = replace(DEBIAN, shared_memory=lambda: free)
    finding = found(examine(working_browser(tmp_path, settings), machine), "shared memory")
    assert finding.standing == standing
    assert part in finding.found + finding.mend


def test_an_attached_browser_needs_none_here(settings: Settings) -> None:
    health = examine(replace(settings, browser=replace(settings.browser, attach="http://127.0.0.1:9222")), DEBIAN)
    assert found(health, "chromium").standing == "ok"


@pytest.mark.parametrize(
    ("counts", "standing", "part"),
    [
        ({"zh": 1, "ja": 1, "ko": 1}, "ok", "covered"),
        ({"zh": 1, "ja": 0, "ko": 0}, "warning", "ja, ko"),
        ({"zh": None}, "warning", "fc-list"),
    ],
)
def test_fonts(counts: Mapping[str, int | None], standing: str, part: str, settings: Settings) -> None:
    finding = found(examine(settings, replace(DEBIAN, fonts=counts.get)), "fonts")
    assert finding.standing == standing
    assert part in finding.found + finding.mend


def test_storage_that_cannot_be_written_keeps_runs_from_beginning(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    health = examine(replace(settings, journal=JournalSettings(directory=tmp_path / "file" / "runs")), DEBIAN)
    assert found(health, "storage").standing == "missing"
    assert not health.usable


def test_a_damaged_run_is_named(settings: Settings) -> None:
    run = settings.journal.directory / "20260101-000000"
    run.mkdir(parents=True)
    (run / "journal.sqlite").write_bytes(b"not a database" * 100)
    finding = found(examine(settings, DEBIAN), "runs")
    assert finding.standing in ("ok", "warning")
    assert (run.name in finding.found) == (finding.standing == "warning")


@pytest.mark.parametrize(
    ("model", "environ", "standing", "part"),
    [
        ("", {}, "warning", "--model"),
        ("openai:gpt-5", {}, "warning", "OPENAI_API_KEY"),
        ("openai:gpt-5", {"OPENAI_API_KEY": "sk-verysecret"}, "ok", "openai:gpt-5"),
        ("opnai:gpt-5", {}, "missing", "openai"),
        ("local:smollm2", {}, "ok", "local:smollm2"),
    ],
)
def test_the_model(model: str, environ: Mapping[str, str], standing: str, part: str, settings: Settings) -> None:
    health = examine(replace(settings, models=ModelChoices(default=model)), replace(DEBIAN, environ=environ))
    finding = found(health, "model")
    assert finding.standing == standing
    assert part in finding.found + finding.mend
    assert "verysecret" not in str(health)


def test_notices_of_the_settings_are_passed_on(settings: Settings) -> None:
    health = examine(replace(settings, notices=("'SEXTANT_X' is not read",)), DEBIAN)
    assert found(health, "settings").standing == "warning"
    assert found(health, "settings").found == "'SEXTANT_X' is not read"
