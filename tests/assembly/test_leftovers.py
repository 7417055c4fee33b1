"""Which browser waits for a resume: one that still runs, and no other."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from sextant.assembly.leftovers import IdleBrowser, device_remains, waiting_browser
from sextant.devices.browser import registry
from sextant.devices.browser.launch import new_profile
from sextant.types.devices import Lease

_PROGRAM = "import sys; print(flush=True); sys.stdin.read()"


def test_a_browser_waits_as_long_as_it_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    profile = str(tmp_path / "profile")
    asleep = [sys.executable, "-c", _PROGRAM, f"--user-data-dir={profile}"]
    lease = Lease("web:http://localhost/", {"id": "one"})
    with subprocess.Popen(asleep, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline(), "its command line can be read from now on"
        registry.record(registry.RunningBrowser("one", process.pid, "ws://", profile, False, 90.0, time.time()))
        assert waiting_browser(lease) == IdleBrowser("one", 1.5)
        assert waiting_browser(Lease("web:http://localhost/", {"id": "another"})) is None
        assert waiting_browser(Lease("web:http://localhost/", {"attach": "http://127.0.0.1:9222"})) is None
        assert waiting_browser(None) is None
    assert waiting_browser(lease) is None


def test_what_a_run_left_that_did_nothing_is_taken_up_only_if_it_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    made, saved = new_profile(), tmp_path / "saved"
    saved.mkdir()

    def lease(profile: Path) -> Lease:
        return Lease("web:http://localhost/", {"id": "one", "profile": str(profile)})

    for crashed in (True, False):  # a run that had ended may have been taken up, and killed then
        assert device_remains(lease(made), crashed=crashed)
        assert not device_remains(lease(saved), crashed=crashed)
        assert not device_remains(lease(made.with_name("web-gone1234")), crashed=crashed)
        assert device_remains(Lease("other", {"port": "1"}), crashed=crashed) is crashed
    assert not device_remains(None, crashed=True)
    asleep = [sys.executable, "-c", _PROGRAM, f"--user-data-dir={saved}"]
    with subprocess.Popen(asleep, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline(), "its command line can be read from now on"
        registry.record(registry.RunningBrowser("one", process.pid, "ws://", str(saved), False, 90.0, time.time()))
        assert device_remains(lease(saved), crashed=False)
