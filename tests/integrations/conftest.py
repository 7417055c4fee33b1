"""The file of maps of a test."""

from pathlib import Path

import pytest


@pytest.fixture
def maps(tmp_path: Path) -> Path:
    return tmp_path / "maps.sqlite"
