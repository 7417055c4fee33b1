"""Serves Fava, a real web app from PyPI, with a ledger made on the spot. What belongs to the app lives here alone.

`python demo/app.py` serves it until Ctrl-C, for a look around or for `sextant goto web:URL "…"`.
"""

import hashlib
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
VENV = ROOT / ".venv-demo"
LOCK = HERE / "requirements.lock"
START_SECONDS = 60.0

LEDGER_OPTIONS = (
    "--date-begin=2024-01-01",
    "--date-end=2025-12-31",
    "--date-birth=1985-05-12",
    "--seed=7",
)
"""Two years of somebody's money: the same to the byte on every machine."""


def install() -> None:
    """Makes `.venv-demo` with the pinned packages where it is missing or older than the lock file."""
    stamp = VENV / f".demo-{hashlib.sha256(LOCK.read_bytes()).hexdigest()[:16]}"
    if stamp.exists():
        return
    print("setup: installing the demo's web app (Fava) into .venv-demo", file=sys.stderr)
    subprocess.run([sys.executable, "-m", "venv", "--clear", VENV], check=True)
    pip = [VENV / "bin" / "python", "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
    subprocess.run([*pip, "--require-hashes", "--requirement", LOCK], check=True)
    stamp.touch()


def make_ledger(folder: Path) -> Path:
    """Writes the ledger that the app shows."""
    folder.mkdir(parents=True, exist_ok=True)
    ledger = folder / "household.beancount"
    made = subprocess.run(
        [VENV / "bin" / "bean-example", *LEDGER_OPTIONS], check=True, capture_output=True, text=True, encoding="utf-8"
    )
    ledger.write_text(made.stdout.replace('"Example Beancount file"', '"Household"'), encoding="utf-8")
    return ledger


@contextmanager
def serving(folder: Path) -> Generator[str]:
    """The app on a free port of this machine; gives its address, ends it on leaving.

    Raises:
        RuntimeError: It did not come up; the message ends with what it said.
    """
    install()
    ledger, log = make_ledger(folder), folder / "fava.log"
    port = free_port()
    address = f"http://127.0.0.1:{port}/"
    command = [VENV / "bin" / "fava", "--read-only", "--host", "127.0.0.1", "--port", str(port), str(ledger)]
    with log.open("wb") as out, subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT) as server:
        try:
            wait_until_up(address, server, log)
            yield address
        finally:
            server.terminate()
            try:
                server.wait(10)
            except subprocess.TimeoutExpired:
                server.kill()


def free_port() -> int:
    """A port of the loopback interface that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until_up(address: str, server: "subprocess.Popen[bytes]", log: Path) -> None:
    """Returns when the address answers."""
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and server.poll() is None:
        try:
            with urllib.request.urlopen(address, timeout=5) as answer:
                if answer.status == 200:
                    return
        except (urllib.error.URLError, OSError):
            time.sleep(0.05)  # between two questions to a server that is coming up
    said = log.read_text(encoding="utf-8", errors="replace")[-2000:]
    raise RuntimeError(f"The demo's app did not answer at {address} within {START_SECONDS:.0f} s. It said:\n{said}")


def end_on_sigterm() -> None:
    """Lets SIGTERM unwind the stack as Ctrl-C does, so that the server ends with us."""
    signal.signal(signal.SIGTERM, lambda number, _frame: sys.exit(128 + number))


if __name__ == "__main__":
    end_on_sigterm()
    with serving(ROOT / "out" / "demo" / "app") as url:
        print(f"Fava is at {url}; Ctrl-C ends it.", flush=True)
        try:
            signal.pause()
        except KeyboardInterrupt:
            print()
