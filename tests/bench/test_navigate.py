"""The bench of the navigator on small data: truth, judging, figures. Walks on real apps are for the bench itself."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from sextant.errors import DeviceUnreachable, UsageError
from sextant.types.screens import Visibility
from sextant_bench.apps import App
from sextant_bench.code import code_hash
from sextant_bench.figures import BenchOptions
from sextant_bench.navigate import figures_of, key_of, ratio, run
from sextant_bench.navigate_crawl import Seen
from sextant_bench.navigate_optima import known, save
from sextant_bench.navigate_truth import Target, reached, targets_of
from sextant_bench.navigate_walks import Visit, WalkCase, check_begun
from tests.bench.test_apps import toy as app_folder
from tests.support.screens import element, screen

TARGET = Target("toy", "tide", "tide tables", r"/tides(\?.*)?", ("High water",), ("Menu", "Tides"))
VISIT = Visit("toy", "tide", 0, "second", True, True, "success", 2, 0, 2, 1.0, "/tides")


@pytest.mark.parametrize(
    ("location", "text", "visibility", "good"),
    [
        ("http://127.0.0.1:1/tides", "High  WATER at nine", "visible", True),
        ("http://127.0.0.1:1/tides?day=2", "High water", "covered", True),
        ("http://127.0.0.1:1/tides", "High water", "offscreen", False),
        ("http://127.0.0.1:1/tides", "Low water", "visible", False),
        ("http://127.0.0.1:1/tides/edit", "High water", "visible", False),
        ("http://127.0.0.1:1/old/tides", "High water", "visible", False),
    ],
)
def test_a_screen_is_told_by_its_whole_address_and_what_shows(
    location: str, text: str, visibility: Visibility, good: bool
) -> None:
    shown = screen(element(0, "text", text, visibility=visibility), app="http://127.0.0.1:1", location=location)
    assert reached(TARGET, shown) is good
    assert visibility == "offscreen" or Seen(location, text, "").is_at(TARGET) is good


def toy(folder: Path, *lines: str) -> App:
    (folder / "targets.jsonl").write_text("\n".join(lines))
    return App(folder, "toy", "Toy", "1", "MIT", "/", "/", ("true",), hash="h")


GOOD = json.dumps({"id": "tide", "words": "tide tables", "at": "/tides", "shows": ["x"], "path": ["Menu", "Tides"]})


def test_malformed_targets_are_refused(tmp_path: Path) -> None:
    changed = (("/tides", "("), ('["Menu", "Tides"]', "[]"), ('"words"', '"word"'))
    for lines in ([], [GOOD, GOOD], ["{"], ["[]"], *([GOOD.replace(*change)] for change in changed)):
        with pytest.raises(UsageError):
            targets_of(toy(tmp_path, *lines))


def test_a_failure_counts_nothing_and_lengthens_the_ratio() -> None:
    failed = replace(VISIT, success=False, steps=1)
    assert (VISIT.spl, failed.spl, replace(VISIT, steps=4).spl) == (1.0, 0.0, 0.5)
    assert ratio([VISIT]) == 1.0
    assert ratio([VISIT, replace(VISIT, steps=3)]) == 1.25
    assert ratio([VISIT, failed]) == 1.5
    assert ratio([replace(VISIT, steps=1)]) == 1.0


def test_optima_hold_for_the_app_and_truth_they_were_found_on(tmp_path: Path) -> None:
    app = toy(tmp_path, GOOD)
    targets = targets_of(app)
    with pytest.raises(UsageError, match="crawl=1"):
        known(app, targets)
    save(app, targets, {"tide": 2}, {"states": 3})
    assert [one.agrees for one in known(app, targets)] == [True]
    save(app, targets, {"tide": 1}, {})
    assert [one.agrees for one in known(app, targets)] == [False]
    with pytest.raises(UsageError, match="changed"):
        known(replace(app, hash="other"), targets)
    (tmp_path / "targets.jsonl").write_text(GOOD.replace("tide tables", "when is high water"))
    with pytest.raises(UsageError, match="changed"):
        known(app, targets)


def test_states_are_told_without_digits_but_with_texts() -> None:
    seen = Seen("http://a/", "3 minutes ago", "0|")
    assert seen.key == replace(seen, text="4 minutes ago").key
    assert seen.key not in (replace(seen, text="an hour ago").key, replace(seen, address="http://a/b").key)


def test_a_job_is_another_with_other_code_targets_or_questions(tmp_path: Path) -> None:
    folder = app_folder(tmp_path)
    job = WalkCase(str(folder), 0)
    asked = (job, replace(job, only=("a",)), replace(job, part="mapped"), replace(job, repetition=1))
    keys = [key_of(job, "another build"), *map(key_of, asked)]
    (folder / "targets.jsonl").write_text("{}\n{}\n", encoding="utf-8")
    keys.append(key_of(job))
    assert len(set(keys)) == len(keys)
    assert key_of(job) == key_of(job, code_hash()) == keys[-1]


def test_an_unknown_app_and_one_that_is_not_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    (app_folder(tmp_path / "apps") / "targets.jsonl").write_text(GOOD)
    with pytest.raises(UsageError, match="toy/tide"):
        run(BenchOptions(extra={"apps": str(tmp_path / "apps"), "only": "toys"}))
    result = run(BenchOptions(extra={"apps": str(tmp_path / "apps")}))
    assert (result.skipped, result.n, result.ok) == (1, 0, False)
    assert json.loads(result.to_json())["success_rate"] is None


def test_some_apps_stand_apart() -> None:
    def seen(app: str, phase: str, good: bool, steps: int) -> Visit:
        return Visit(app, "tide", 0, phase, good, good, "success", steps, 0, 2, 1.0, "/")  # type: ignore[arg-type]

    visits = [seen("worked", "second", True, 2), seen("new", "second", False, 9), seen("new", "first", True, 4)]
    found = {one.name: one.value for one in figures_of(visits, [], frozenset({"new"}))}
    assert (found["success_rate"], found["revisit_path_ratio"], found["spl"]) == (1.0, 1.0, 1.0)
    assert (found["apart_success_rate"], found["apart_revisit_path_ratio"]) == (0.5, 4.5)


def test_a_visit_that_could_not_be_begun_is_no_failure_of_the_navigator() -> None:
    def seen(status: str, steps: int) -> Visit:
        return Visit("worked", "tide", 0, "first", False, False, status, steps, 0, 2, 0.0, "", "connection reset")

    check_begun([seen("infeasible", 0), seen("device_fault", 3), seen("error", 0)])
    with pytest.raises(DeviceUnreachable, match=r"1 of 2 visits could not be begun.*connection reset"):
        check_begun([seen("infeasible", 9), seen("device_fault", 0)])
