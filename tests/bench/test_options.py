"""What somebody writes behind `sextant bench NAME` is looked at before anything is measured."""

from collections.abc import Callable
from pathlib import Path

import pytest

from sextant.errors import ModelUnreachable, UsageError
from sextant_bench import chromium_env, memory_world, world_build
from sextant_bench.figures import BenchOptions, BenchResult

Bench = Callable[[BenchOptions], BenchResult]


def _asked(actor: str = "", **extra: str) -> BenchOptions:
    def none(line: str) -> None:
        pytest.fail(f"it began: {line}")

    return BenchOptions(actor=actor, n=1, limit=2, extra=extra, report=none)


MEMORY_WORLD = {
    "checkpoint": ("/nodir/rows.jsonl", "/"),
    "workers": ("x", "0", ""),
    "baselines": ("perhaps",),
    "instructions": ("x",),
    "backend": ("paper",),
}


@pytest.mark.parametrize(
    ("run", "actor", "name", "values"),
    [
        *((memory_world.run, "nothing", name, values) for name, values in MEMORY_WORLD.items()),
        (world_build.run, "", "chromium", ("x", "", "-1", "2", "nan", "inf")),
        (chromium_env.run, "", "workers", ("x", "0", "-3", "1.5")),
    ],
)
def test_malformed_options_are_named(run: Bench, actor: str, name: str, values: tuple[str, ...]) -> None:
    for value in values:
        with pytest.raises(UsageError, match=name):
            run(_asked(actor, **{name: value}))


def test_what_cannot_be_used_is_said_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UsageError, match="no text"):
        memory_world.run(_asked("nothing", checkpoint=str(path)))
    with pytest.raises(UsageError, match="no actor 'wizard'"):
        memory_world.run(_asked("wizard"))
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(ModelUnreachable, match="key"):
        memory_world.run(_asked("openai:gpt-5"))
