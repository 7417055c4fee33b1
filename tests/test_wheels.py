"""The two packages as users install them: built as wheels, each in an environment that holds nothing else."""

import json
import os
import re
import subprocess
import sys
import venv
import zipfile
from collections.abc import Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ROOT / "requirements"
GYMNASIUM = ("gymnasium", "cloudpickle", "farama-notifications", "numpy", "typing-extensions")


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with both wheels."""
    folder = tmp_path_factory.mktemp("wheels")
    for package in ("sextant", "sextant-worlds"):
        build = ("wheel", "-q", "--no-deps", "--no-build-isolation", "-w", str(folder))
        done([sys.executable, "-m", "pip", *build, ROOT / "packages" / package])
    return folder


def environ(path: str) -> dict[str, str]:
    """An environment without this checkout; its programs are those of `path`."""
    return {**{name: value for name, value in os.environ.items() if name != "PYTHONPATH"}, "PATH": path}


def done(command: Sequence[str | Path], cwd: Path | None = None, status: int = 0, path: str = "") -> str:
    env = environ(path or os.environ["PATH"])
    result = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False, timeout=600)
    assert result.returncode == status, result.stdout + result.stderr
    return result.stdout + (result.stderr if status else "")


def installed(folder: Path, wheels: Sequence[Path], locks: Sequence[Path]) -> Path:
    """The `bin` of a new environment with what the locks name, and the wheels."""
    venv.create(folder, with_pip=True)
    binaries = folder / "bin"
    pip = [binaries / "pip", "install", "-q", "--disable-pip-version-check"]
    done([*pip, "--require-hashes", "--no-deps", *(word for lock in locks for word in ("-r", str(lock)))])
    done([*pip, "--no-deps", *map(str, wheels)])
    done([binaries / "pip", "check"])
    return binaries


@pytest.mark.long
def test_a_wheel_holds_its_own_package_alone(wheels: Path) -> None:
    held: dict[str, set[str]] = {}
    for wheel in wheels.glob("*.whl"):
        with zipfile.ZipFile(wheel) as opened:
            held[wheel.name.partition("-")[0]] = {name.partition("/")[0] for name in opened.namelist()}
    tops = {package: {top for top in found if not top.endswith(".dist-info")} for package, found in held.items()}
    assert tops == {"sextant": {"sextant"}, "sextant_worlds": {"sextant_worlds"}}


class _Site(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        page = "Prices" if self.path.startswith("/prices") else '<a href="/prices">Prices</a> Home'
        title = "Prices" if self.path.startswith("/prices") else "Home"
        body = f"<!doctype html><title>{title}</title><h1>{title}</h1><main>{page}</main>".encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name of the standard library
        del format, args


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.timeout(900)
def test_the_package_alone(wheels: Path, tmp_path: Path, state: Path) -> None:
    (wheel,) = wheels.glob("sextant-*.whl")
    binaries = installed(tmp_path / "venv", [wheel], [LOCKS / "base.lock"])
    sextant = binaries / "sextant"
    work = tmp_path / "work"
    work.mkdir()
    assert "goto" in done([sextant, "--help"], work)

    server = ThreadingHTTPServer(("127.0.0.1", 0), _Site)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        target = f"web:http://127.0.0.1:{server.server_port}/"
        reached = json.loads(done([sextant, "goto", target, "Prices", "--json"], work).splitlines()[-1])
    finally:
        server.shutdown()
        server.server_close()
    assert reached["status"] == "success", reached

    for words in (["run", "anything", "--device", "world:lite/1"], ["world", "new"]):
        refused = done([sextant, *words], work, status=2)
        assert "'sextant-worlds' is not installed." in refused
        assert "packages/sextant-worlds" in refused
    refused = done([sextant, "bench", "startup"], work, status=2)
    assert "The benchmarks are not part of the installed package" in refused
    assert "not found" in done([binaries / "pip", "show", "playwright"], work, status=1)
    assert size(tmp_path / "venv") <= 200e6


def size(environment: Path) -> int:
    """Bytes of the packages that were installed, byte code included, without pip."""
    (packages,) = environment.glob("lib/python*/site-packages")
    files = (file for file in packages.rglob("*") if file.is_file())
    return sum(file.stat().st_size for file in files if not file.relative_to(packages).parts[0].startswith("pip"))


EPISODE = """
import sys
import gymnasium
import sextant_worlds
import sextant_worlds.envs
from sextant_worlds.author import build
from sextant_worlds.envs import KINDS
from sextant_worlds.page.html import page_html

world = build(7)
env = gymnasium.make("sextant/World-v0", world=world, max_steps=3)
observation, info = env.reset(seed=1)
assert info["goal"]
ended = False
while not ended:
    button = next(element for element in info["screen"].elements if element.role == "button")
    action = {"kind": KINDS.index("tap"), "element": button.index, "point": [0, 0], "text": ""}
    observation, reward, terminated, truncated, info = env.step(action)
    ended = terminated or truncated
env.close()
assert "<style" in page_html(world)
kept_out = ("sextant.devices.browser", "sextant.assembly", "sextant.cli")
loaded = [name for name in sys.modules if name.startswith(kept_out)]
assert loaded == [], loaded
"""


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_worlds_without_a_browser(wheels: Path, tmp_path: Path, state: Path) -> None:
    base = (LOCKS / "base.lock").read_text(encoding="utf-8")
    rest = tmp_path / "rest.lock"
    rest.write_text("".join(entry(LOCKS / "dev.lock", name) for name in GYMNASIUM if f"\n{name}==" not in base))
    locks = [LOCKS / "base.lock", LOCKS / "worlds.lock", rest]
    binaries = installed(tmp_path / "venv", sorted(wheels.glob("*.whl")), locks)
    work = tmp_path / "work"
    work.mkdir()
    alone = str(binaries)  # no Chromium is on it
    done([binaries / "python", "-W", "error", "-c", EPISODE], work, path=alone)
    made = json.loads(done([binaries / "sextant", "world", "new", "--seed", "7", "--json"], work, path=alone))
    assert (work / made["path"]).exists()
    checked = json.loads(done([binaries / "sextant", "world", "check", made["path"], "--json"], work, path=alone))
    assert checked["refused"] == []


def entry(lock: Path, name: str) -> str:
    """The lines of a package in a lock."""
    found = re.search(rf"^{re.escape(name)}==.*?(?=^\S|\Z)", lock.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert found is not None, name
    return found[0]
