"""A run as one line: what a leaderboard asks for, from the record alone."""

import json
from dataclasses import replace
from pathlib import Path

from sextant.assembly import Harness, RunRequest, build_run
from sextant.journal import RunLine, RunStore, line_of
from sextant.types.tasks import Episode, Graded, Policy
from tests.support.runs import NOBODY, Bench, Somebody, click, done

REPLIES = [click(0, "Save"), done("Save")]


def line(bench: Bench, run: str, graded: Graded | None = None) -> RunLine:
    with RunStore.open(bench.root / "runs").read(run) as record:
        return line_of(record, graded)


def test_a_line_says_who_did_what_under_which_conditions(tmp_path: Path) -> None:
    bench = Bench(tmp_path, policy=Policy.everything())
    run = bench.run("open the settings", REPLIES)
    run.go()
    found = line(bench, run.id)
    assert (found.goal, found.status, found.claimed, found.success) == (
        *("open the settings", "success", "complete"),
        True,
    )
    assert (found.judged, found.reward, found.judge) == (None, None, "")
    assert (found.steps, found.requests, found.calls) == (2, 2, {"actor": 2})
    assert found.input_tokens > 0
    assert found.model.startswith("scripted:")
    assert (found.task, found.seed) == ("", None)
    assert found.unattended
    assert found.everything_allowed
    assert found.version
    read = json.loads(found.as_json())
    assert "\n" not in found.as_json()
    assert set(read) == set(RunLine.__dataclass_fields__)


def test_a_harness_names_its_task_and_its_judge_is_kept_apart(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    seen: list[str] = []

    def judge(episode: Episode) -> Graded:
        seen.append(episode.status)
        return Graded("the harness", False, 0.25, "the wrong screen")

    request = RunRequest(
        "open the settings", f"scripted:{tmp_path / 'app.json'}", harness=Harness("settings/1", 7, judge=judge)
    )
    run = build_run(request, bench.settings(REPLIES), NOBODY, bench.hooks())
    run.go()
    found = line(bench, run.id)
    assert (found.task, found.seed) == ("settings/1", 7)
    assert (found.success, found.judged, found.reward, found.judge) == (True, False, 0.25, "the harness")
    assert seen == ["success"]
    later = line(bench, run.id, Graded("another", True, 1.0))
    assert (later.judged, later.judge) == (True, "another")


def test_whoever_could_be_asked_and_what_was_not_allowed_is_said(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    run = bench.run("open the settings", REPLIES, Somebody())
    assert not run.about.unattended
    run.go()
    found = line(bench, run.id)
    assert not found.unattended
    assert not found.everything_allowed


def test_an_unfinished_run_has_a_line_too(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    run = bench.run("open the settings", REPLIES)
    assert line(bench, run.id).status == "unfinished"
    run.go()


def test_everything_is_allowed_only_where_nothing_is_left_out() -> None:
    whole = Policy.everything()
    assert whole.everything_allowed
    for part in (
        replace(whole, origins=("http://localhost",)),
        replace(whole, allowed_acts=()),
        replace(whole, irreversible="ask"),
        replace(whole, writes="ask"),
        Policy(),
    ):
        assert not part.everything_allowed
