"""Which browser waits for a resume: one that still runs, and no other."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from sextant.build.leftovers import Waiting, waiting_browser
from sextant.devices.browser import registry
from sextant.types.devices import Lease


def test_a_browser_waits_as_long_as_it_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    profile = str(tmp_path / "profile")
    asleep = [sys.executable, "-c", "import sys; sys.stdin.read()", f"--user-data-dir={profile}"]
    lease = Lease("web:http://localhost/", {"id": "one"})
    with subprocess.Popen(asleep, stdin=subprocess.PIPE) as process:
        registry.record(registry.RunningBrowser("one", process.pid, "ws://", profile, False, 90.0, time.time()))
        assert waiting_browser(lease) == Waiting("one", 1.5)
        assert waiting_browser(Lease("web:http://localhost/", {"id": "another"})) is None
        assert waiting_browser(Lease("web:http://localhost/", {"attach": "http://127.0.0.1:9222"})) is None
        assert waiting_browser(None) is None
    assert waiting_browser(lease) is None
