"""Presets: every key is one, what is set otherwise wins, and where a value came from is told."""

from pathlib import Path
from typing import get_args

import pytest

from sextant.errors import SettingsError
from sextant.settings.presets import PRESETS
from sextant.settings.schema import KEYS, Preset
from sextant.settings.sources import load


@pytest.mark.parametrize("preset", get_args(Preset))
def test_a_preset_sets_keys_that_there_are_to_values_that_they_take(preset: Preset) -> None:
    for name, raw in PRESETS[preset].items():
        assert name in KEYS, name
        KEYS[name].kind.read(raw)


def test_what_is_set_otherwise_wins_over_a_preset(tmp_path: Path) -> None:
    (tmp_path / "sextant.toml").write_text("[context]\npictures = 5\n")
    flags = {"context.preset": "baseline", "budget.max_steps": "7"}
    settings = load(flags, environ={}, directory=tmp_path, file=Path("sextant.toml"))
    assert settings.budget.max_steps == 7
    assert settings.context.pictures == 5
    assert settings.context.history == "full"
    assert str(settings.origin("context.history")) == "the preset baseline"


def test_a_preset_that_a_file_names_counts(tmp_path: Path) -> None:
    (tmp_path / "sextant.toml").write_text('[context]\npreset = "baseline"\n')
    assert load({}, environ={}, directory=tmp_path, file=Path("sextant.toml")).context.pictures == 3


def test_an_unknown_preset_is_told_with_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="agentprog"):
        load({"context.preset": "agentprogg"}, environ={}, directory=tmp_path)
