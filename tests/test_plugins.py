"""What other packages bring: found by entry point, or named with the package that is missing."""

import sys
from pathlib import Path

import pytest
import typer

from sextant import plugins
from sextant.assembly import open_device
from sextant.errors import MissingExtra, UsageError
from sextant.protocols import RunGrader
from sextant.settings import Settings


def test_worlds_are_devices_that_grade_their_runs() -> None:
    device = open_device("world:7", Settings())
    assert isinstance(device, RunGrader)
    assert device.goal
    kind = plugins.device_kind("world")
    assert kind is not None
    assert kind.map_name("7+chromium") == kind.map_name("7") == device.name


def test_a_kind_that_nobody_brings_is_no_device() -> None:
    assert plugins.device_kind("abacus") is None
    assert not plugins.add_commands("abacus", typer.Typer())
    with pytest.raises(UsageError, match="Unknown device 'abacus:1'"):
        open_device("abacus:1", Settings())


def test_a_known_kind_names_the_package_that_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plugins, "BROUGHT", {"abacus": ("sextant-abacus", "abacus")})
    with pytest.raises(MissingExtra, match="'sextant-abacus' is not installed"):
        open_device("abacus:1", Settings())


def test_a_package_that_cannot_be_loaded_takes_nothing_else_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    info = tmp_path / "sextant_abacus-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: sextant-abacus\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[sextant.commands]\nabacus = json:no_such_name\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    monkeypatch.setattr(plugins, "BROUGHT", {"abacus": ("sextant-abacus", "abacus")})
    assert not plugins.add_commands("abacus", typer.Typer())
    assert "is installed but cannot be loaded (AttributeError" in str(plugins.unavailable("abacus"))
