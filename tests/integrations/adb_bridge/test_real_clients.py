"""uiautomator2 and mobilerun's driver, unedited, through Debian's adb.

`ADB_CLIENTS_PYTHON` names the interpreters of environments that have them, separated by colons.
"""

import os
import subprocess
from collections.abc import Generator
from pathlib import Path

import pytest

from sextant.integrations.adb_bridge.portal import Portal
from sextant.integrations.adb_bridge.server import Bridge
from sextant.integrations.adb_bridge.shell import Shell
from sextant.integrations.adb_bridge.uiautomator_server import UiautomatorServer
from tests.support.adb import Adb, lite_phone, python_with

pytestmark = pytest.mark.long
FOLDER = Path(__file__).parent


@pytest.fixture
def address(adb: Adb) -> Generator[str]:
    phone = lite_phone()
    shell = Shell(phone, phone.files)
    UiautomatorServer(shell.machine)
    Portal(shell.machine)
    with Bridge(phone, shell) as bridge:
        assert "connected to" in adb.text("connect", bridge.address)
        yield bridge.address
        adb.run("disconnect")


@pytest.mark.parametrize(
    ("script", "package"), [("real_uiautomator2.py", "uiautomator2"), ("real_portal.py", "mobilerun_core_local")]
)
def test_a_client_passes_its_checks(adb: Adb, address: str, script: str, package: str) -> None:
    environment = {**os.environ, "HOME": str(adb.home), "ANDROID_ADB_SERVER_PORT": str(adb.port), "PYTHONPATH": ""}
    command = [python_with(package), str(FOLDER / script), address]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=150, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
