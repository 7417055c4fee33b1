"""What goes wrong around a command is a message: a terminal that goes away, a file system that refuses, depth."""

import errno
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from sextant.cli.interrupt import Interrupt
from sextant.cli.output import boundary
from sextant.storage import UnsafePath
from sextant.types.codec import from_toml
from sextant_bench import fuzz
from sextant_bench.figures import BenchOptions
from tests.cli.test_commands import run

HANGING = """
import os, signal, sys, time
from sextant.cli.interrupt import Interrupt
with Interrupt().watching() as watch:
    print("ready", flush=True)
    while not watch.requested:
        time.sleep(0.01)
    print("to a terminal that has gone", flush=True)
os.kill(os.getpid(), signal.SIGHUP)  # as a shell tells of the hangup that the kernel has told of
open(sys.argv[1], "w").write("settled")
"""


def test_a_terminal_that_goes_away_ends_a_run_in_good_order(tmp_path: Path) -> None:
    above, terminal = pty.openpty()
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)  # a child of `nohup` would inherit that it is ignored
    command, t = [sys.executable, "-c", HANGING, str(tmp_path / "said")], terminal
    try:
        process = subprocess.Popen(command, stdin=t, stdout=t, stderr=t, env=environment, start_new_session=True)
    finally:
        signal.signal(signal.SIGHUP, before)
    os.close(terminal)
    said = b""
    while not said.endswith(b"\n"):  # part of a line may come before its end; a close then would fail the print
        part = os.read(above, 100)
        assert part, said
        said += part
    assert said.strip() == b"ready"
    os.close(above)
    process.send_signal(signal.SIGHUP)
    assert process.wait(20) == 0
    assert (tmp_path / "said").read_text() == "settled"


def test_where_a_hangup_is_ignored_it_stays_so() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with Interrupt().watching():
            assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (OSError(errno.ENOSPC, "No space left on device", "/state/x"), "The disk is full"),
        (OSError(errno.EROFS, "Read-only file system", "/state/x"), "Read-only file system, for '/state/x'"),
        (UnsafePath(Path("/state"), "it is a link", "Delete it: rm /state"), "next: Delete it: rm /state"),
        (RecursionError(), "nested too deep"),
        (MemoryError(), "too large"),
    ],
)
def test_what_the_machine_refuses_is_a_message(
    error: BaseException, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(typer.Exit), boundary(as_json=False):
        raise error
    assert said in capsys.readouterr().err


def test_a_state_directory_that_cannot_be_written_is_a_message(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "state").write_text("a file")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    ended = run("goto", "web:http://127.0.0.1:9", "x")
    assert (ended.code, "error:" in ended.err, "Traceback" in ended.err) == (4, True, False)


def test_a_directory_for_uploads_that_others_may_write_to_is_told_before_the_first_step(tmp_path: Path) -> None:
    uploads = tmp_path / "up"
    uploads.mkdir()
    uploads.chmod(0o777)
    ended = run("goto", "web:http://127.0.0.1:9", "x", "--set", f"browser.uploads={uploads}")
    assert ended.code == 2
    assert f"browser.uploads names '{uploads}': other users can write to this directory" in ended.err
    assert f"chmod go-w {uploads}" in ended.err


def test_toml_takes_no_longer_than_its_length() -> None:
    with pytest.raises(ValueError, match="dots"):
        from_toml("a." * 20_000 + "a = 1")
    with pytest.raises(ValueError, match="deep"):
        from_toml("a = " + "[" * 50_000)


@pytest.mark.long
def test_no_parser_breaks_or_hangs_on_what_others_write() -> None:
    found = fuzz.run(BenchOptions(n=13, seed=1427465645))
    assert found.details["faults"] == {}
    assert found.details["hangs"] == {}
