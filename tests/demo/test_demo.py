"""The demo: its truth is well-formed, its lock names no address, nothing of its app has leaked into the package."""

import importlib.util
import os
import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path
from types import ModuleType

import pytest

from sextant_worlds.names import find_world

ROOT = Path(__file__).resolve().parents[2]
DEMO = ROOT / "demo"


@pytest.fixture
def second_act() -> ModuleType:
    spec = importlib.util.spec_from_file_location("demo_world", DEMO / "world.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def targets() -> list[dict[str, object]]:
    return tomllib.loads((DEMO / "targets.toml").read_text(encoding="utf-8"))["target"]


def test_three_targets_of_more_than_one_depth() -> None:
    assert len(targets()) == 3
    assert len({target["taps"] for target in targets()}) > 1


def test_the_app_has_at_least_fifteen_screens_written_down() -> None:
    rows = re.findall(r"^\| (\d+) \|", (DEMO / "screens.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(rows) >= 15
    assert rows == [str(number) for number in range(1, len(rows) + 1)]


def test_the_lock_pins_versions_with_hashes_and_names_no_address() -> None:
    lock = (DEMO / "requirements.lock").read_text(encoding="utf-8")
    pinned = re.findall(r"^[a-z0-9.-]+==\S+", lock, re.MULTILINE)
    assert pinned
    assert len(re.findall(r"^[a-z]", lock, re.MULTILINE)) == len(pinned)
    assert "--hash=sha256:" in lock
    assert "://" not in lock


def test_nothing_of_the_app_is_in_the_package() -> None:
    names = re.compile(r"\bfava\b|beancount|/household/", re.IGNORECASE)
    guilty = [
        str(path.relative_to(ROOT))
        for path in (ROOT / "packages").rglob("*")
        if path.suffix in {".py", ".js", ".css"} and names.search(path.read_text(encoding="utf-8"))
    ]
    assert guilty == []


@pytest.mark.long
def test_the_demo_ends_with_replays_and_a_command_that_exists() -> None:
    code = (
        "import sys; sys.path.insert(0, 'demo'); import run; from sextant.cli.output import Output; "
        "run.closing(Output(as_json=False), [run.Target('a b', '/a', 1), run.Target('c', '/c', 2)])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    drawn, *replays, example, show = done.stdout.split("\n", 1)[1].splitlines()
    assert drawn.split()[:2] == ["map:", "out/demo/map.html"]
    assert [line.split()[1] for line in replays] == ["out/demo/a-b.html", "out/demo/c.html", "out/demo/world.html"]
    python, script = example.removeprefix("next: ").split("#")[0].split()
    assert (ROOT / python).exists()
    assert (ROOT / script).exists()
    assert " world show " in show
    assert show.endswith("# play it yourself")


def test_the_world_of_the_second_act_is_worth_watching(second_act: ModuleType) -> None:
    task = find_world(str(second_act.SEED)).task
    assert 10 <= task.oracle_steps <= 20
    assert len(task.memory_items) >= 2
    assert len({item.encode.app for item in task.memory_items} | {"desk"}) >= 2


@pytest.mark.browser
@pytest.mark.timeout(400)
def test_the_demo_reaches_all_its_screens(second_act: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> None:
    """As a newcomer runs it: a third-party app, an empty map, no model; then the oracle, which is named."""
    environ = {**os.environ, "XDG_STATE_HOME": str(tmp_path_factory.mktemp("demo"))}  # a failed run leaves its browser
    done = subprocess.run(
        [sys.executable, "demo/run.py"], cwd=ROOT, env=environ, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    assert done.stdout.count("the screen that was meant; the shortest way is") == len(targets())
    assert "played by the oracle, a script that knows the answer" in done.stdout
    assert "graded by the world's own state: solved" in done.stdout
    assert second_act.PLAYED_BY in (ROOT / "out" / "demo" / "world.html").read_text(encoding="utf-8")
    page = (ROOT / "out" / "demo" / "map.html").read_text(encoding="utf-8")
    assert page.count('<a class="card') >= 20
    assert page.count('<img class="shot"') >= 20


def test_the_demo_needs_no_more_than_what_it_sets_up() -> None:
    locked = {name: _locked(name) for name in ("base", "build", "worlds", "dev")}
    more = locked["dev"] - locked["base"] - locked["build"] - locked["worlds"]
    kept_out = sorted(name for name, of in packages_distributions().items() if all(_plain(one) in more for one in of))
    assert "pytest" in kept_out
    code = f"import sys; sys.modules.update(dict.fromkeys({kept_out!r})); sys.path.insert(0, {str(DEMO)!r}); import run"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, timeout=60)
    assert done.returncode == 0, done.stderr[-2000:]


def _locked(name: str) -> set[str]:
    lines = (ROOT / "requirements" / f"{name}.lock").read_text(encoding="utf-8").splitlines()
    return {_plain(line.partition("==")[0]) for line in lines if "==" in line}


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
