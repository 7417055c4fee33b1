"""Whole runs with a verifier, from the settings to the episode and the journal."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from sextant.assembly import Hooks, Run, RunRequest, build_run, resume_run
from sextant.journal import RunStore
from sextant.settings import Settings
from tests.support.runs import NOBODY, Bench, click, done

OPEN, SAVE = click(0, "Name"), click(2, "Saved 1 times")


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


def verdict(word: str, reason: str = "") -> dict[str, object]:
    return {"requirements": [{"id": "goal", "verdict": word, "reason": reason}]}


def settings(bench: Bench, verdicts: Sequence[object], replies: Sequence[object]) -> Settings:
    """Settings whose verifier gives these verdicts."""
    script = bench.root / "verifier.json"
    script.write_text(json.dumps({"replies": verdicts}))
    plain = bench.settings(replies)
    return replace(plain, models=replace(plain.models, verifier=f"scripted:{script}"))


def made(bench: Bench, verdicts: Sequence[object], replies: Sequence[object], hooks: Hooks | None = None) -> Run:
    """A run whose verifier gives these verdicts."""
    request = RunRequest("save the settings", f"scripted:{bench.root / 'app.json'}")
    return build_run(request, settings(bench, verdicts, replies), NOBODY, hooks or bench.hooks())


def test_a_verified_success_says_so_and_its_call_is_counted_and_noted(bench: Bench) -> None:
    run = made(bench, [{"json": verdict("met", "it says so")}], [OPEN, SAVE, done("Saved 1 times")])
    episode = run.go()
    assert (episode.status, episode.verified_by, episode.usage.requests) == ("success", "verifier", 4)
    with RunStore.open(bench.root / "runs").read(run.id) as record:
        (note,) = record.notes("verified")
        assert record.calls() == {"actor": 3, "verifier": 1}
    assert note.data["text"] == "goal: met, it says so"


def test_two_unmet_verdicts_end_it_unverified_and_both_are_told(bench: Bench) -> None:
    claims = [done("Saved 1 times"), done("Saved 1 times")]
    run = made(bench, [{"json": verdict("unmet", "the name is missing")}] * 2, [OPEN, SAVE, *claims])
    episode = run.go()
    assert (episode.status, episode.verified_by) == ("unverified", "")
    assert "the name is missing" in episode.reason
    with RunStore.open(bench.root / "runs").read(run.id) as record:
        assert len(record.notes("verified")) == len(record.notes("not_accepted")) == 2


def test_one_that_is_down_leaves_it_to_the_evidence_and_the_run_says_so(bench: Bench) -> None:
    run = made(bench, [{"unreachable": "no network"}], [OPEN, SAVE, done("Saved 1 times")])
    episode = run.go()
    assert (episode.status, episode.verified_by) == ("success", "evidence")
    assert any("The verifier is unavailable" in note for note in bench.notes)


def test_a_stop_while_the_verifier_is_asked_is_no_outage_and_the_claim_is_judged_on_resume(bench: Bench) -> None:
    runs: list[Run] = []

    def stop(told: str) -> None:
        assert "The verifier is unavailable" in told
        runs[0].stop()

    hooks = replace(bench.hooks(), on_note=stop)
    runs.append(made(bench, [{"unreachable": "closed"}], [OPEN, SAVE, done("Saved 1 times")], hooks))
    stopped = runs[0].go()
    assert (stopped.status, stopped.verified_by, stopped.steps) == ("interrupted", "", 3)
    again = resume_run(runs[0].id, settings(bench, [{"json": verdict("met")}], []), NOBODY, bench.hooks())
    episode = again.go()
    assert (episode.status, episode.verified_by) == ("success", "verifier")


def test_a_scripted_actor_has_no_verifier_unless_one_is_named(bench: Bench) -> None:
    episode = bench.run("save the settings", [OPEN, SAVE, done("Saved 1 times")]).go()
    assert (episode.status, episode.verified_by, episode.usage.requests) == ("success", "evidence", 3)
