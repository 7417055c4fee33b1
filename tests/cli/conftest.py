"""The toy app as a device, with a state directory of the test's own."""

from pathlib import Path

import pytest

from tests.cli import toy


@pytest.fixture
def device(tmp_path: Path, state: Path) -> str:
    return f"scripted:{toy.app_file(tmp_path)}"
