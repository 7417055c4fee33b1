"""What somebody writes behind `sextant bench NAME` is looked at before anything is measured."""

import io
import math
from pathlib import Path

import pytest
from rich.console import Console

from sextant.errors import ModelUnreachable, UsageError
from sextant_bench import chromium_env, memory_world, world_build
from sextant_bench.figures import BenchOptions, BenchResult, Figure, figure_table


def _asked(actor: str = "", **extra: str) -> BenchOptions:
    def none(line: str) -> None:
        pytest.fail(f"it began: {line}")

    return BenchOptions(actor=actor, n=1, limit=2, extra=extra, report=none)


@pytest.mark.parametrize(
    "extra",
    [
        {"checkpoint": "/nodir/rows.jsonl"},
        {"checkpoint": "/"},
        {"workers": "x"},
        {"workers": "0"},
        {"workers": ""},
        {"baselines": "perhaps"},
        {"instructions": "x"},
        {"backend": "paper"},
    ],
)
def test_malformed_options_of_memory_world_are_named(extra: dict[str, str]) -> None:
    with pytest.raises(UsageError, match=next(iter(extra))):
        memory_world.run(_asked("nothing", **extra))


@pytest.mark.parametrize("value", ["x", "", "-1", "2", "nan", "inf"])
def test_a_share_of_world_build_is_between_0_and_1(value: str) -> None:
    with pytest.raises(UsageError, match="'chromium'"):
        world_build.run(_asked(chromium=value))


@pytest.mark.parametrize("value", ["x", "0", "-3", "1.5"])
def test_workers_of_chromium_env_are_counted(value: str) -> None:
    with pytest.raises(UsageError, match="'workers'"):
        chromium_env.run(_asked(workers=value))


def test_a_checkpoint_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UsageError, match="no text"):
        memory_world.run(_asked("nothing", checkpoint=str(path)))


def test_an_actor_that_there_is_not_is_said_once() -> None:
    with pytest.raises(UsageError, match="no actor 'wizard'"):
        memory_world.run(_asked("wizard"))


def test_a_missing_key_is_said_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(ModelUnreachable, match="key"):
        memory_world.run(_asked("openai:gpt-5"))


def test_what_was_not_measured_is_a_dash() -> None:
    console = Console(file=io.StringIO(), width=80)
    console.print(figure_table(BenchResult("toy", (Figure("mtpr", math.nan, 1.0), Figure("irr", 0.5)), 1)))
    assert isinstance(console.file, io.StringIO)
    shown = console.file.getvalue()
    assert "–" in shown
    assert "nan" not in shown
    assert "0.5" in shown
