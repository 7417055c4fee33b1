"""Apps for benches: what a folder says of one, and serving it, with a toy that needs no packages."""

import json
import re
import urllib.request
from pathlib import Path

import pytest

from sextant.errors import DeviceUnreachable, UsageError
from sextant_bench.apps import FOLDER, App, folders, install, installed, load, running

ROOT = Path(__file__).resolve().parents[2]

TOML = """
title = "Toy"
version = "1.0"
licence = "MIT"
start = "/index.html"
ready = "/index.html"
command = ["{python}", "-m", "http.server", "--bind", "{host}", "--directory", "{data}", "{port}"]
seed = [["{python}", "{app}/seed.py"]]

[environment]
GREETING = "hello from {data}"
"""
SEED = """
import os
from pathlib import Path
Path("index.html").write_text(os.environ["GREETING"])
Path("seen.txt").write_text(" ".join(sorted(os.environ)))
"""


def toy(folder: Path, toml: str = TOML) -> Path:
    app = folder / "toy"
    app.mkdir(parents=True)
    (app / "app.toml").write_text(toml)
    (app / "requirements.lock").write_text("# nothing\n")
    (app / "seed.py").write_text(SEED)
    (app / "targets.jsonl").write_text("{}\n")
    return app


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("A_SECRET_OF_OURS", "1")
    return tmp_path


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the toy's environment is made once."""
    return tmp_path_factory.mktemp("kept")


@pytest.fixture
def prepared(state: Path, kept: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(kept))
    return state


def test_an_app_is_pinned_by_npm_by_python_or_by_both(state: Path) -> None:
    python = load(toy(state))
    folder = python.folder
    assert [lock.name for lock in python.locks] == ["requirements.lock"]
    (folder / "package-lock.json").write_text("{}\n")
    both = load(folder)
    assert [lock.name for lock in both.locks] == ["package-lock.json", "requirements.lock"]
    home = both.home
    (folder / "requirements.lock").write_text("# other\n")
    other = load(folder)
    assert len({python.hash, both.hash, other.hash}) == 3
    assert other.home != home
    (folder / "requirements.lock").unlink()
    assert [lock.name for lock in load(folder).locks] == ["package-lock.json"]


def test_what_is_malformed_missing_or_not_installed_is_named(state: Path) -> None:
    with pytest.raises(UsageError, match="apps=FOLDER"):
        folders(state)
    folder = toy(state)
    app = load(folder)
    assert not installed(app)
    with pytest.raises(UsageError, match="make apps"), running(app):
        pass
    for was, now, named in (
        ('title = "Toy"', "", "title"),
        ('start = "/index.html"', "start = 3", "start"),
        ('seed = [["{python}", "{app}/seed.py"]]', 'seed = "run it"', "seed"),
        ('"{port}"]', "3]", "command"),
        ('licence = "MIT"', "licence = ", "cannot be read"),
    ):
        (folder / "app.toml").write_text(TOML.replace(was, now))
        with pytest.raises(UsageError, match=named):
            load(folder)


@pytest.mark.long
def test_an_app_is_served_on_a_fresh_copy_of_its_data(prepared: Path) -> None:
    app = load(toy(prepared))
    install(app)
    assert installed(app)
    addresses: list[str] = []
    for _ in range(2):
        with running(app) as address:
            addresses.append(address + app.start)
            assert read(address + app.start).startswith("hello from ")
            assert "A_SECRET_OF_OURS" not in read(address + "/seen.txt")
    with pytest.raises(OSError, match="refused"):
        read(addresses[-1])
    data = app.home / f"data-{app.hash[:12]}"
    assert sorted(one.name for one in data.iterdir()) == ["index.html", "seen.txt"]


@pytest.mark.long
def test_an_app_that_does_not_come_up_or_show_what_it_should_is_reported(prepared: Path) -> None:
    late = TOML.replace("command", 'ready_shows = "hello from"\nstart_seconds = 3\ncommand', 1)
    app = load(toy(prepared, late))
    install(app)
    with running(app) as address:
        assert "hello from" in read(address + app.start)
    broken = re.sub(r"command = .*", 'command = ["{python}", "-c", "raise SystemExit(\'no lamp\')"]', TOML)
    for toml, said in ((broken, "no lamp"), (late.replace('"hello from"', '"goodbye"'), "did not answer")):
        app = load(toy(prepared / said, toml))
        install(app)
        with pytest.raises(DeviceUnreachable, match=said), running(app):
            pass


def read(address: str) -> str:
    with urllib.request.urlopen(address, timeout=5) as answer:
        return str(answer.read().decode())


def real() -> list[App]:
    roots = [ROOT / FOLDER, *(ROOT / "benchmarks" / kind / "apps" for kind in ("first_contact", "relevance"))]
    return [load(folder) for root in roots for folder in folders(root)]


def test_the_apps_are_pinned_licensed_and_without_addresses() -> None:
    apps = real()
    assert len(apps) >= 3
    for app in apps:
        assert any(app.version in file.read_text() for file in app.locks)
        for file in app.locks:
            lock = file.read_text()
            assert "--hash=sha256:" in lock or '"integrity": "sha512-' in lock
            assert "://" not in lock if file.suffix == ".lock" else '"resolved"' not in lock
        assert app.licence


def test_no_code_of_ours_knows_an_app() -> None:
    names = {word for app in real() for word in (app.name, app.title.casefold())} | {"fava", "beancount"}
    wanted = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in sorted(names)), re.IGNORECASE)
    suffixes = (".py", ".js", ".html", ".css", ".toml", ".txt")
    files = [file for file in (ROOT / "packages").rglob("*") if file.suffix in suffixes]
    found = [f"{file.relative_to(ROOT)}: {hit[0]}" for file in files if (hit := wanted.search(file.read_text()))]
    assert len(files) > 100
    assert found == []


def test_targets_are_twelve_each_and_tell_what_they_are() -> None:
    walked = [app for app in real() if app.targets.is_file()]  # the others are for other benches
    assert len(walked) >= 3
    for app in walked:
        rows = [json.loads(line) for line in app.targets.read_text().splitlines()]
        assert len(rows) >= 12
        assert len({row["words"] for row in rows}) == len(rows)
        for row in rows:
            assert re.compile(row["at"])
            assert row["path"]
