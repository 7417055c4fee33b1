"""What was spent stays spent: across malformed answers, faults, crashes and resumes."""

from dataclasses import replace
from pathlib import Path

import pytest

from sextant.assembly import open_journal
from sextant.devices.scripted import ScriptedDevice
from sextant.errors import UsageError
from sextant.types.actions import Gesture
from sextant.types.devices import Injection
from sextant.types.tasks import Budget
from tests.cli import toy
from tests.support.runs import NOBODY, Bench, click, done
from tests.test_agent import OPEN, Faulty


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


class _PowerCut(BaseException):
    """Ends the process's work without any tidying up."""


class _Dark(Faulty):
    """A device under which the power fails at the n-th injection."""

    def perform(self, gesture: Gesture, intent: str = "") -> Injection:
        if intent:
            raise _PowerCut
        return super().perform(gesture, intent)


def test_requests_whose_step_came_to_nothing_are_counted(bench: Bench) -> None:
    run = bench.run("save", [{"text": "no idea"}] * 9)
    episode = run.go()
    (summary,) = open_journal(bench.settings([])).runs()
    assert (episode.status, summary.steps) == ("model_fault", 0)
    assert summary.requests == episode.usage.requests == 9
    assert summary.tokens == episode.usage.tokens > 0


def test_a_crash_gives_no_tokens_back(bench: Bench) -> None:
    run = bench.run("open settings", [OPEN], device=_Dark(bench.device, 0))
    with pytest.raises(_PowerCut):
        run.go()
    (crashed,) = open_journal(bench.settings([])).runs()
    assert (crashed.status, crashed.steps, crashed.requests) == ("crashed", 0, 1)
    bench.budget = Budget(max_tokens=crashed.tokens + 10)
    episode = bench.resume(run.id, [OPEN, done("Name")]).go()
    assert (episode.status, episode.usage.requests) == ("over_budget", 1)
    bench.budget = Budget()
    assert bench.resume(run.id, [OPEN, done("Name")]).go().usage.requests == 3


def test_a_crash_gives_no_seconds_back(bench: Bench) -> None:
    now = [1_000_000.0]

    def slow(gesture: Gesture, intent: str = "") -> Injection:
        now[0] += 50
        raise _PowerCut

    device = Faulty(bench.device, 0)
    device.perform = slow
    hooks = bench.hooks

    bench.hooks = lambda device=None, actor=None: replace(hooks(device, actor), clock=lambda: now[0])
    run = bench.run("open settings", [click(4), OPEN], device=device)
    now[0] += 40  # before its first look
    with pytest.raises(_PowerCut):
        run.go()
    now[0] += 86_400
    bench.budget = Budget(max_seconds=30)
    episode = bench.resume(run.id, [OPEN, done("Name")]).go()
    assert episode.status == "over_budget"
    assert 40 <= episode.seconds < 100


def test_what_a_reader_of_the_totals_must_know_is_said_once(bench: Bench) -> None:
    model = toy.SlowModel([OPEN, done("Name")])
    for _ in range(2):
        model.gates.answer.release()
    bench.budget = Budget(max_dollars=1.0)
    try:
        settings = bench.settings([])
        models = replace(settings.models, default=model.name, verifier="none", vision="no")
        bench.settings = lambda replies: replace(settings, models=models)
        episode = bench.run("open settings", []).go()
    finally:
        model.close()
    assert episode.usage.requests == 2
    said = [note for note in bench.notes if "No price is known" in note]
    assert len(said) == 2, "once before the first request, since a limit is set, and once with the totals"
    assert "does not stop it" in said[0]
    assert "2 requests count as 0 dollars" in said[1]


def test_a_model_that_nobody_knows_is_asked_once_whether_it_sees(bench: Bench) -> None:
    blind = {"large": "", "small": ""}
    model = toy.SlowModel([blind, OPEN, done("Name"), OPEN, done("Name")])
    for _ in range(5):
        model.gates.answer.release()
    try:
        settings = bench.settings([])
        models = replace(settings.models, default=model.name, verifier="none")
        bench.settings = lambda replies: replace(settings, models=models)
        first = bench.run("open settings", []).go()
        bench.device = ScriptedDevice(bench.app)
        second = bench.run("open settings", []).go()
    finally:
        model.close()
    assert (first.usage.requests, second.usage.requests) == (3, 2)
    assert "data:image/png" in model.bodies[0]
    assert not [body for body in model.bodies[1:] if "data:image" in body]
    (said,) = [note for note in bench.notes if note.startswith("The model does not see")]
    assert "it read ''" in said


def test_a_limit_in_dollars_that_cannot_be_kept_is_refused_before_the_first_request(bench: Bench) -> None:
    bench.budget = Budget(max_dollars=1.0)
    settings = bench.settings([])
    stranger = "openai-compatible:toy@http://models.example/v1"
    bench.settings = lambda replies: replace(settings, models=replace(settings.models, default=stranger))
    with pytest.raises(UsageError, match="No price is known") as refused:
        bench.run("open settings", [], NOBODY)
    assert "--max-tokens" in refused.value.remedy
    assert open_journal(settings).runs() == ()
