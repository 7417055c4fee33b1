"""The real adb client with a server of its own, for phones that the bridge shows."""

from collections.abc import Generator
from pathlib import Path

import pytest

from tests.support.adb import Adb


@pytest.fixture
def adb(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[Adb]:
    pytest.importorskip("adbutils")
    client = Adb(tmp_path)
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(client.port))
    client.text("start-server")
    yield client
    client.close()
