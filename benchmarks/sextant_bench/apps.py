"""Third-party web apps for benches: what a folder says of one, installing it, and serving it on fresh data.

An app is a folder with `app.toml`, `requirements.lock` or `package.json` with `package-lock.json` (or both, for an app
whose front end comes from npm), what its data are made from, and `targets.jsonl`. Nothing here knows any of them.
`scripts/apps` does the same from a shell.
"""

import fcntl
import hashlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import tomllib
import urllib.request
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from typing import Annotated, cast

from pydantic import Field, TypeAdapter, ValidationError

from sextant.errors import DeviceUnreachable, UsageError

__all__ = [
    "FOLDER",
    "App",
    "ServedApp",
    "folders",
    "free_port",
    "install",
    "installed",
    "load",
    "running",
    "serving",
]

FOLDER = Path("benchmarks/apps")
"""Where the apps of this project are kept, from the root of its checkout."""
_FILE, _LOCK, _NODE_LOCK = "app.toml", "requirements.lock", "package-lock.json"
_NOT_SERVED = frozenset(
    ("targets.jsonl", "screens.jsonl", "optima.json", "README.md", "state.py", "tasks.toml", "solutions.py", _LOCK)
)
"""Files that an app's data and behaviour do not depend on."""
_Text = Annotated[str, Field(min_length=1)]
_Command = Annotated[tuple[str, ...], Field(min_length=1)]
_SEED_SECONDS, _INSTALL_SECONDS, _STOP_SECONDS = 600.0, 600.0, 10.0


@dataclass(frozen=True, slots=True)
class App:
    """A web app as its folder describes it.

    Commands and environment may hold `{python}`, `{bin}` (of its own environment), `{node}` (its npm packages), `{app}`
    (its folder), `{data}` (its data, a copy for each time it is served), `{host}` and `{port}`.

    Attributes:
        start: Address of the start page below the app's root; may hold what logs in.
        ready: Address that answers 200 once the app is up.
        ready_shows: Text that this answer then holds; empty for any.
        seed: Commands that make its data, once; then they are copied.
        hash: Of everything its data and its behaviour depend on, targets apart.
    """

    folder: Path
    name: str
    title: _Text
    version: _Text
    licence: _Text
    start: _Text
    ready: _Text
    command: _Command
    seed: tuple[_Command, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict[str, str])
    start_seconds: float = 60.0
    ready_shows: str = ""
    hash: str = ""

    @property
    def targets(self) -> Path:
        """The truth about its screens: one JSON object a line."""
        return self.folder / "targets.jsonl"

    @property
    def screens(self) -> Path:
        """Every screen that a person met in it, one JSON object a line; not every app has the file."""
        return self.folder / "screens.jsonl"

    @property
    def locks(self) -> list[Path]:
        """What pins its packages: those of npm, those of Python, or both."""
        return _locks(self.folder)

    @property
    def home(self) -> Path:
        """Where it is installed, and where its data are kept."""
        pinned = b"".join(lock.read_bytes() for lock in self.locks)
        lock = hashlib.sha256(pinned + sys.version.encode()).hexdigest()[:12]
        return _state() / "apps" / f"{self.name}-{lock}"


_APP = TypeAdapter(App)


def folders(root: Path) -> list[Path]:
    """The folders of all apps below `root`, by name.

    Raises:
        UsageError: There are none.
    """
    found = sorted(path.parent for path in root.expanduser().glob(f"*/{_FILE}"))
    if not found:
        raise UsageError(
            f"No app is described in {str(root)!r}.", "Run this in the checkout, or name the folder: -o apps=FOLDER."
        )
    return found


def load(folder: Path) -> App:
    """The app that a folder describes.

    Raises:
        UsageError: A file is missing or malformed; the message names it and the key.
    """
    path = folder / _FILE
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
        files = [*_locks(folder), *(one for one in sorted(folder.rglob("*")) if one.is_file() and _counts(one))]
        digest = hashlib.sha256(b"".join(one.read_bytes() for one in files)).hexdigest()
    except (OSError, ValueError) as e:
        raise UsageError(f"The app in {str(folder)!r} cannot be read: {e}", "Mend or add the file.") from e
    own: dict[str, object] = {"folder": folder.resolve(), "name": folder.resolve().name, "hash": digest}
    environment = raw.get("environment", {})
    if isinstance(environment, dict):
        own["environment"] = {key: str(value) for key, value in cast("dict[str, object]", environment).items()}
    try:
        return _APP.validate_python({**raw, **own})
    except ValidationError as e:
        first = e.errors()[0]
        key = str(first["loc"][0])
        raise UsageError(f"{str(path)!r}: {key!r}: {first['msg']}.", "See benchmarks/README.md.") from e


def _locks(folder: Path) -> list[Path]:
    return [one for one in (folder / _NODE_LOCK, folder / _LOCK) if one.exists()] or [folder / _LOCK]


def _counts(file: Path) -> bool:
    return file.name not in _NOT_SERVED and "__pycache__" not in file.parts


def _state() -> Path:
    base = os.environ.get("XDG_STATE_HOME")
    return (Path(base) if base else Path.home() / ".local" / "state") / "sextant"


# -- installing -----------------------------------------------------------------------------------------------------


def installed(app: App) -> bool:
    """Whether the app's packages, as its lock file has them, are there."""
    return (app.home / "installed").exists()


def install(app: App) -> None:
    """Makes an environment of its own with the app's pinned packages, unless it is there. Safe from several processes.

    Raises:
        DeviceUnreachable: It cannot be installed; the message ends with what pip said.
    """
    with _alone(app):
        if installed(app):
            return
        shutil.rmtree(app.home, ignore_errors=True)
        app.home.mkdir(parents=True)
        _do(app, [sys.executable, "-m", "venv", str(app.home / "venv")], _INSTALL_SECONDS)
        for lock in app.locks:
            if lock.name == _NODE_LOCK:
                for name in ("package.json", _NODE_LOCK):
                    shutil.copy(app.folder / name, app.home / name)
                npm = ["npm", "ci", "--ignore-scripts", "--omit=dev", "--no-audit", "--no-fund"]
                _do(app, npm, _INSTALL_SECONDS, cwd=app.home)
            else:
                pip = [str(_python(app)), "-m", "pip", "install", "-qq", "--disable-pip-version-check", "--no-deps"]
                _do(app, [*pip, "--require-hashes", "--requirement", str(lock)], _INSTALL_SECONDS)
        (app.home / "installed").touch()


def _python(app: App) -> Path:
    return app.home / "venv" / "bin" / "python"


@contextmanager
def _alone(app: App) -> Generator[None]:
    """Only one process at a time installs or seeds an app."""
    lock = app.home.with_suffix(".lock")
    lock.parent.mkdir(parents=True, exist_ok=True)
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield


def _do(
    app: App,
    command: Sequence[str],
    seconds: float,
    environment: Mapping[str, str] | None = None,
    cwd: Path | None = None,
) -> None:
    """Runs a command to its end.

    Raises:
        DeviceUnreachable: It failed, or took longer.
    """
    try:
        subprocess.run(
            command,
            check=True,
            timeout=seconds,
            env=environment,
            cwd=cwd,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
    except subprocess.CalledProcessError as e:
        said = bytes(e.stdout or b"").decode(errors="replace")[-2000:]
        raise DeviceUnreachable(f"{app.name!r} cannot be set up: {e.cmd[:4]} said:\n{said}") from e
    except (subprocess.TimeoutExpired, OSError) as e:
        raise DeviceUnreachable(f"{app.name!r} cannot be set up: {e}") from e


# -- serving --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ServedApp:
    """An app that runs: its root's address, without a path, and the folder of its data."""

    app: App
    address: str
    data: Path


@contextmanager
def running(app: App, port: int = 0) -> Generator[str]:
    """The root's address of an app that runs as `serving` says."""
    with serving(app, port) as served:
        yield served.address


@contextmanager
def serving(app: App, port: int = 0) -> Generator[ServedApp]:
    """The app on a loopback port (a free one unless given) with a fresh copy of its data.

    The address has no path: add `app.start`. The app ends, and the copy goes, on leaving.

    Raises:
        UsageError: It is not installed.
        DeviceUnreachable: It did not come up; the message ends with what it said.
    """
    if not installed(app):
        raise UsageError(f"The app {app.name!r} is not installed.", "Install it with: make apps")
    seeded = _seeded(app)
    port = port or free_port()
    with tempfile.TemporaryDirectory(prefix=f"sextant-{app.name}-") as temporary:
        data = Path(temporary) / "data"
        shutil.copytree(seeded, data)
        log = Path(temporary) / "log"
        command = _filled(app, app.command, data, port)
        address = f"http://127.0.0.1:{port}"
        with log.open("wb") as out:
            server = subprocess.Popen(
                command,
                cwd=data,
                env=_environment(app, data, port),
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            try:
                _wait_until_up(app, address, server, log)
                yield ServedApp(app, address, data)
            finally:
                _stop(server)


def _seeded(app: App) -> Path:
    """The app's data as its seed commands make them, made once for each state of its folder."""
    folder = app.home / f"data-{app.hash[:12]}"
    with _alone(app):
        if not folder.exists():
            for old in app.home.glob("data-*"):
                shutil.rmtree(old, ignore_errors=True)
            making = app.home / "making"
            shutil.rmtree(making, ignore_errors=True)
            making.mkdir(parents=True)
            for command in app.seed:
                _do(app, _filled(app, command, making, 0), _SEED_SECONDS, _environment(app, making, 0), making)
            making.rename(folder)
    return folder


def _filled(app: App, words: Sequence[str], data: Path, port: int) -> list[str]:
    values = {
        "{python}": str(_python(app)),
        "{bin}": str(_python(app).parent),
        "{node}": str(app.home / "node_modules"),
        "{app}": str(app.folder),
        "{data}": str(data),
        "{host}": "127.0.0.1",
        "{port}": str(port),
    }
    filled: list[str] = []
    for word in words:
        for name, value in values.items():
            word = word.replace(name, value)
        filled.append(word)
    return filled


def _environment(app: App, data: Path, port: int) -> dict[str, str]:
    """What the app sees of ours: where programs are; no proxy, no language, no home of its own but its data."""
    names = [*app.environment]
    values = _filled(app, [*app.environment.values()], data, port)
    base = {"PATH": os.environ.get("PATH", os.defpath), "LANG": "C.UTF-8", "TZ": "UTC", "HOME": str(data)}
    return {**base, "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1", **dict(zip(names, values, strict=True))}


def free_port() -> int:
    """A port of the loopback interface that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_until_up(app: App, address: str, server: "subprocess.Popen[bytes]", log: Path) -> None:
    deadline = time.monotonic() + app.start_seconds
    while time.monotonic() < deadline and server.poll() is None:
        try:
            with urllib.request.urlopen(address + app.ready, timeout=5) as answer:  # noqa: S310 - a loopback address
                if answer.status == 200 and app.ready_shows in answer.read().decode(errors="replace"):
                    return
        except (OSError, HTTPException):  # the latter: it ends in the middle of its answer
            time.sleep(0.05)  # between two questions to a server that is coming up
    said = log.read_text(encoding="utf-8", errors="replace")[-2000:]
    raise DeviceUnreachable(f"{app.name!r} did not answer within {app.start_seconds:.0f} s. It said:\n{said}")


def _stop(server: "subprocess.Popen[bytes]") -> None:
    """Ends the server with all it started."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(server.pid, number)
        except ProcessLookupError:
            break
        try:
            server.wait(_STOP_SECONDS)
        except subprocess.TimeoutExpired:
            continue
    server.wait()
