"""`sextant bridge`: a world as an Android device, in a process of its own."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from sextant.cli.app import app
from sextant.errors import UsageError
from tests.support.adb import ADB, Adb

pytestmark = pytest.mark.long


@pytest.fixture
def adb(tmp_path: Path) -> Adb:
    if ADB is None:
        pytest.skip("adb is not installed")
    return Adb(tmp_path)


def test_adb_finds_a_world_and_a_signal_ends_the_bridge(adb: Adb, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "sextant", "bridge", "world:lite/0", "--json"]
    environment = {**os.environ, "HOME": str(tmp_path)}
    adb.text("start-server")  # makes the key that may connect
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment) as process:
        assert process.stdout is not None
        told = json.loads(process.stdout.readline())
        try:
            assert "connected to" in adb.text("connect", told["address"])
            shown = adb.text("-s", told["address"], "shell", "wm size")
            assert shown == f"Physical size: {told['width']}x{told['height']}"
        finally:
            adb.close()
            process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=20) == 0


def test_an_android_device_needs_no_bridge() -> None:
    result = CliRunner().invoke(app, ["bridge", "android:emulator-5554"])
    assert result.exit_code == 2
    assert "is an Android device already" in result.stderr


def test_a_password_in_the_address_is_not_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable(target: str, settings: object) -> None:
        raise UsageError(f"{target} is away, and so is hunter2secret.", "Wait.")

    monkeypatch.setattr("sextant.cli.bridge.open_device", unreachable)
    told = CliRunner().invoke(app, ["bridge", "web:http://ada:hunter2secret@shop.example/"])
    assert "http://shop.example/ is away" in told.output
    assert "hunter2" not in told.output
