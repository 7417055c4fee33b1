"""bench tolerance: the script replays itself, and stops where things are called otherwise; the program is read."""

from typing import Any

from sextant.program.language import parse
from sextant_bench.figures import BenchOptions
from sextant_bench.tolerance import SurfaceCase, _surface, _task, run  # pyright: ignore[reportPrivateUsage]
from sextant_bench.tolerance.reader import program_of
from sextant_bench.tolerance.script_replay import replay


def test_a_script_does_on_its_own_surface_what_it_did_and_by_names_stops_where_things_have_others() -> None:
    base = _task(SurfaceCase(1, "train", "faulty"))
    assert replay(base, base, "points")
    assert not replay(base, _surface(base, "labels"), "names")
    lines = base.task.instructions  # a program without the last one
    program = parse(program_of(lines))
    assert len(program.source.splitlines()) == len(lines) - 1
    assert "Finish." not in program.source


def test_every_surface_is_played_in_every_way() -> None:
    result = run(BenchOptions(n=1, seed=3, extra={"workers": "1", "family": "train"}))
    assert (result.n, result.errors) == (1, 0)
    success: Any = result.details["success"]
    assert set(success) == {"as recorded", "theme", "icons", "layout", "labels", "language", "all"}
    assert success["as recorded"]["program"] == 1.0, "the reader carries the task out where nothing has changed"
    assert "(simulated)" in result.environment["reader"]
