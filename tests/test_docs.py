"""The documentation's code blocks are run, its commands exist, its settings load, its figures name their command."""

import ast
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from typer.main import get_command

from sextant.cli.app import app
from sextant.settings import load
from sextant.settings.schema import KEYS, TABLES, Settings, shown

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block. `mark` is the comment on the line before it: `run`, or `not run: reason`."""

    page: Path
    line: int
    language: str
    mark: str
    text: str

    @property
    def id(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"


FENCE = re.compile(
    r"^(?:<!-- (?P<mark>[^\n]*?) -->\n)?```(?P<language>\w*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL
)


def blocks(*languages: str) -> Iterator[Block]:
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for found in FENCE.finditer(text):
            if found["language"] in languages:
                line = text.count("\n", 0, found.start("text"))
                yield Block(page, line, found["language"], found["mark"] or "", found["text"])


def all_of(*languages: str) -> pytest.MarkDecorator:
    found = list(blocks(*languages))
    return pytest.mark.parametrize("block", found, ids=[block.id for block in found])


def test_every_block_names_its_language() -> None:
    assert [block.id for block in blocks("")] == []


@all_of("python")
def test_python_is_valid_and_runs(block: Block, tmp_path: Path, state: Path) -> None:
    ast.parse(block.text, filename=block.id)
    if block.mark.startswith("not run:"):
        return
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", block.text],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@all_of("toml")
def test_toml_is_a_settings_file(block: Block, tmp_path: Path) -> None:
    (tmp_path / "sextant.toml").write_text(block.text, encoding="utf-8")
    load({}, environ={}, directory=tmp_path, file=Path("sextant.toml"))


@all_of("json")
def test_json_is_valid(block: Block) -> None:
    json.loads(block.text)


OPERATORS = {"|", "||", "&&", ";", ">", "<", "2>"}


def sextant_commands(block: Block) -> Iterator[list[str]]:
    for line in block.text.replace("\\\n", " ").splitlines():
        try:
            words = shlex.split(line.removeprefix("$ "), comments=True)
        except ValueError:
            pytest.fail(f"{block.id}: {line!r} is no shell command")
        while words and re.fullmatch(r"[A-Z_]+=.*", words[0]):
            words = words[1:]
        if words and words[0].rpartition("/")[2] == "sextant":
            end = next((place for place, word in enumerate(words) if word in OPERATORS), len(words))
            yield words[1:end]


def options_of(words: list[str]) -> set[str]:
    command = get_command(app)
    for word in words:
        below = getattr(command, "commands", {})
        if word not in below:
            command = below.get(getattr(command, "default", ""), command)
            break
        command = below[word]
    assert command.name != "root", words
    return {option for parameter in command.params for option in parameter.opts} | {"--help", "-h"}


@all_of("bash")
def test_the_commands_and_their_options_exist(block: Block) -> None:
    for words in sextant_commands(block):
        known = set(getattr(get_command(app), "commands", {}))
        assert not words or words[0] in known or words[0].startswith("-"), (block.id, words)
        used = {word.partition("=")[0] for word in words if word.startswith("-") and len(word) > 1}
        assert used <= options_of(words), (block.id, used - options_of(words))


@all_of("bash")
def test_make_targets_exist(block: Block) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    for line in block.text.splitlines():
        words = line.removeprefix("$ ").split("#")[0].split()
        if words and words[0] == "make":
            assert set(words[1:]) <= targets, (block.id, line)


@all_of("bash")
def test_commands_marked_to_run_succeed(block: Block, tmp_path: Path, state: Path) -> None:
    if block.mark != "run":
        return
    environ = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", block.text],
        cwd=tmp_path,
        env=environ,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stdout + done.stderr


LINK = re.compile(r"!?\[[^\]]*\]\((?!https?:|#|mailto:)([^)#\s]+)")


@pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])
def test_links_lead_somewhere(page: Path) -> None:
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    broken = [target for target in LINK.findall(text) if not (page.parent / target).exists()]
    assert broken == []


def test_every_page_stands_in_the_index() -> None:
    index = ROOT / "docs" / "README.md"
    linked = {(index.parent / target).resolve() for target in LINK.findall(index.read_text(encoding="utf-8"))}
    assert set(PAGES) - linked == {ROOT / "README.md", index}


def test_every_setting_is_documented_with_its_default() -> None:
    text = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
    values = dict(Settings().values())
    for name, key in KEYS.items():
        default = shown(name, values[name]) or " "
        row = f"| `{name}` | `{default}` | {key.kind.expects} | {key.about} |"
        assert row in text, row
    for name in TABLES:
        assert f"`[{name}]`" in text


def figures(page: str) -> list[str]:
    """The rows of the table of figures."""
    text = (ROOT / page).read_text(encoding="utf-8")
    found = re.search(r"^## Figures\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    assert found is not None
    return [line for line in found[1].splitlines() if line.startswith("|")][2:]


@pytest.mark.parametrize("page", ["README.md", "docs/benchmarks.md"])
def test_figures_name_the_command_that_measures_them(page: str) -> None:
    rows = figures(page)
    assert [row for row in rows if not re.search(r"`(sextant bench|make|du|scripts/|benchmarks/)[^`]*`", row)] == []


def test_the_readme_is_short_and_its_figures_are_those_of_the_benchmarks() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 90
    full = {
        tuple(cell.strip() for cell in row.split("|"))[-2]: row.split("|")[2] for row in figures("docs/benchmarks.md")
    }
    shown = [row.split("|") for row in figures("README.md")]
    assert len(shown) <= 12
    differing = [row for row in shown if not full.get(row[-2].strip(), "").strip().startswith(row[2].strip())]
    assert differing == []


def test_the_notice_names_what_is_there() -> None:
    text = (ROOT / "NOTICE").read_text(encoding="utf-8")
    named = re.findall(r"\b(?:packages|scripts|tests|benchmarks)/[\w./-]*\w", text)
    assert [name for name in named if not (ROOT / name).exists()] == []
    texts = {str(path.parent.relative_to(ROOT)) for path in (ROOT / "packages").glob("*/src/**/LICENSE*")}
    assert [folder for folder in texts if folder not in text] == []
