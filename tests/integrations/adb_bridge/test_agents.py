"""Other people's clients solve a world through the bridge, each as its example runs it.

`ADB_CLIENTS_PYTHON` names the interpreters of environments that have them, separated by colons.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.adb import Adb, python_with

pytestmark = [pytest.mark.long, pytest.mark.timeout(300)]

EXAMPLES = Path(__file__).parents[3] / "examples" / "adb_bridge"
CLIENTS = {
    "with_adbutils.py": ("adbutils", ()),
    "with_uiautomator2.py": ("uiautomator2", ()),
    "with_mobilerun.py": ("mobilerun", ("--model", "mobilerun_replies.json")),
}


def verdict(adb: Adb, *words: str) -> str:
    return output(adb, *words).splitlines()[-1]


def output(adb: Adb, *words: str) -> str:
    own = {"HOME": str(adb.home), "ANDROID_ADB_SERVER_PORT": str(adb.port)}
    command, env = [sys.executable, "serve_world.py", *words], {**os.environ, **own}
    done = subprocess.run(command, cwd=EXAMPLES, env=env, capture_output=True, text=True, timeout=250, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_adb_solves_a_world(adb: Adb) -> None:
    assert verdict(adb, "lite/2", "sh", "with_adb.sh") == "solved"


def test_a_client_that_does_nothing_does_not(adb: Adb) -> None:
    assert verdict(adb, "lite/2", "true").startswith("not solved")


@pytest.mark.parametrize("script", CLIENTS)
def test_a_client_solves_a_world(adb: Adb, script: str) -> None:
    package, options = CLIENTS[script]
    assert verdict(adb, *options, "lite/2", python_with(package), script) == "solved"


@pytest.mark.browser
def test_an_agent_that_sees_pictures_alone_solves_a_world(adb: Adb) -> None:
    words = ("--pictures", "--model", "mobile_use_replies.json", "lite/2", python_with("mobile_use"))
    assert verdict(adb, *words, "with_mobile_use.py") == "solved"


@pytest.mark.browser
def test_the_second_run_of_a_guided_agent_is_told_the_way(
    adb: Adb, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MAPS", str(tmp_path / "maps.sqlite"))
    python = python_with("mobile_use, sextant.integrations.companion")
    script = ("with_guided_mobile_use.py", "open the profile in Farside")
    words = ("--pictures", "--model", "mobile_use_replies.json", "lite/2", python, *script)
    lines = output(adb, *words), output(adb, *words)
    assert [told.splitlines()[-1] for told in lines] == ["solved", "solved"]
    first, second = (int(told.splitlines()[-2].rpartition(" ")[2]) for told in lines)
    assert second > first


def test_every_example_is_run() -> None:
    agents = {"with_mobile_use.py", "with_guided_mobile_use.py"}
    assert {path.name for path in EXAMPLES.glob("with_*")} == {*CLIENTS, *agents, "with_adb.sh"}
