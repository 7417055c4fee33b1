"""What a bench takes and gives: options are looked at first, figures have targets, and nothing left out is hidden."""

import io
import json
import math
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import Console

from sextant.errors import ModelUnreachable, UsageError
from sextant_bench import chromium_env, memory_world, world_build
from sextant_bench.figures import BenchOptions, BenchResult, Figure, draw_seeds, environment, figure_table
from sextant_bench.registry import BENCHES, find, load


def _result(skipped: int = 0, errors: int = 0, excluded: int = 0, value: float = 1.0, n: int = 4) -> BenchResult:
    return BenchResult(
        name="toy",
        figures=(Figure("rate", value, 0.9), Figure("own_ms", 80.0, 130.0, "ms", "low"), Figure("seen", 3.0)),
        n=n,
        skipped=skipped,
        errors=errors,
        excluded=excluded,
        seeds=draw_seeds(4, seed=7),
        baselines=(Figure("idle_rate", 0.0),),
        environment=environment("no-such-package"),
    )


def test_a_result_is_ok_when_every_target_is_met_and_nothing_was_left_out():
    assert _result().ok
    left_out = (_result(skipped=1), _result(errors=1), _result(excluded=1), _result(n=0))
    for result in (*left_out, _result(value=0.5), _result(value=math.nan)):
        assert not result.ok
        assert not result.met(result.figures[0])


def test_json_is_one_line_with_the_figures_at_the_top():
    text = _result(value=math.nan, errors=2).to_json()
    read = json.loads(text)
    assert "\n" not in text
    assert read["rate"] is None
    assert read["own_ms"] == 80.0
    assert (read["n"], read["skipped"], read["errors"], read["excluded"]) == (4, 0, 2, 0)
    assert [figure["met"] for figure in read["figures"]] == [False, False, True]
    assert read["baselines"] == {"idle_rate": 0.0}
    assert read["environment"]["no-such-package"] == "not installed"


def test_a_quarter_of_the_seeds_is_drawn_and_can_be_drawn_again():
    seeds = draw_seeds(8)
    assert seeds.fixed == (0, 1, 2, 3, 4, 5)
    assert len(seeds.drawn) == 2
    assert draw_seeds(8, seed=seeds.entropy) == seeds
    assert draw_seeds(1).fixed == ()


def test_the_table_names_every_figure_and_the_drawn_seed_and_what_was_not_measured_is_a_dash():
    written = io.StringIO()
    console = Console(width=100, file=written)
    console.print(figure_table(_result()))
    console.print(figure_table(BenchResult("toy", (Figure("mtpr", math.nan, 1.0), Figure("irr", 0.5)), 1)))
    shown = written.getvalue()
    for word in ("rate", "own_ms", "80 ms", "≤ 130", "met", "baseline idle_rate", "skipped 0", "--seed 7", "–", "0.5"):
        assert word in shown
    assert "nan" not in shown


def test_an_unknown_bench_names_the_known_ones():
    with pytest.raises(UsageError, match=r"'nope'.*miniwob"):
        find("nope")
    with pytest.raises(UsageError):
        load("nope")


def test_every_entry_of_the_file_of_suites_is_a_bench_that_the_documentation_names_once():
    for name, entry in BENCHES.items():
        assert callable(load(name))
        assert entry.measures
    text = (Path(__file__).parents[2] / "docs" / "benchmarks.md").read_text(encoding="utf-8")
    text = text[: text.index("## How to read a result")]
    assert sorted(re.findall(r"^\| `([a-z-]+)` \|", text, re.MULTILINE)) == sorted(BENCHES)


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
