"""Resuming is folding again: what is stored after a step is what all events give, and a run goes on from it alike."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from sextant.assembly import Run
from sextant.assembly.run_folds import run_folds
from sextant.devices.scripted import Page, ScriptedApp, Widget, Write
from sextant.journal import RunStore
from sextant.types.decisions import Profile
from sextant.types.tasks import Budget, Policy
from sextant.types.transitions import Transition
from tests.journal.stored.legs import Leg, Story
from tests.support.narrow import given
from tests.support.runs import NOTES, Bench, Reply

APP = ScriptedApp(
    pages={
        **NOTES.pages,
        "home": Page("Home", (*NOTES.pages["home"].widgets, Widget("Order", effects=(Write("POST", "/orders", 201),)))),
    },
    start="home",
    apps=NOTES.apps,
    name="notes",
)
TEXTS = ("Sent 1 times", "Saved 1 times", "Name", "Home", "nowhere", "Idle")
PROGRAM = """\
for thing in each("things to send"):
    step("send {thing}")
step("save it")
"""


def reply(rng: random.Random) -> Reply:
    """Any decision: right or wrong, with or without answers and fields of guides."""
    element, text = rng.randrange(6), rng.choice(TEXTS)
    action: dict[str, Any] = rng.choice(
        [
            *[{"type": "click", "index": element}] * 6,
            {"type": "input_text", "index": element, "text": text},
            {"type": "navigate_back"},
            {"type": "wait", "seconds": 1},
            {"type": "recall", "steps": [0, rng.randrange(9)]},
            {"type": "scroll", "direction": "down"},
            {"type": "status", "goal_status": "complete"},
        ]
    )
    expected = rng.choice([[], [{"type": "text_visible", "text": text}], [{"type": "effect", "text": "it is done"}]])
    found: dict[str, Any] = {"action": action, "expect": expected, "thought": "", "irreversible": rng.random() < 0.1}
    questions = [f"q{number}.0" for number in range(12)] + ["now", "now.yes", "now.no"]
    answer = rng.choice(["yes", "no", "unknown"])
    found["answers"] = [{"question": one, "answer": answer, "quote": rng.choice(TEXTS)} for one in questions]
    found["requirements"] = [{"id": "a", "kind": "deed", "text": "it is sent"}]
    found["shows"] = [{"requirement": "a", "quote": text}]
    return found


def story(seed: int) -> Story:
    rng = random.Random(seed)
    guides = tuple(name for name in ("memory", "task-state", "belief") if rng.random() < 0.6)
    source = PROGRAM if rng.random() < 0.5 else ""
    profile: Profile = rng.choice(("full", "full", "lite"))
    return Story("send it and save", [reply(rng) for _ in range(60)], (), 10, profile, guides, source)


def bench_for(root: Path, told: Story) -> Bench:
    return Bench(root, APP, Policy(irreversible="allow"), Budget(max_steps=12), guides=told.guides)


def test_after_each_step_the_stored_states_are_those_that_all_events_give(tmp_path: Path) -> None:
    kinds, interrupts = set[str](), set[str]()
    for seed in range(12):
        told = story(seed)
        bench = bench_for(tmp_path / str(seed), told)
        run = Leg(bench, told, told.first).build()

        def compare(transition: Transition, run: Run = run, bench: Bench = bench, told: Story = told) -> None:
            with RunStore.open(bench.root / "runs").read(run.id) as record:
                events, states = list(record.events()), given(record.snapshot()).states
                kinds.update(one.kind for one in record.asides())
            for fold in run_folds(told.profile):
                again = fold.to_text(fold.over(events))
                assert json.loads(again) == json.loads(states[fold.name]), (told, transition.step, fold.name)

        bench.watch = compare
        assert run.go().steps == len(bench.steps) > 2
        interrupts |= {step.interrupt for step in bench.steps}
    assert {"settled", "remarked", "proposed", "judged"} <= kinds, "else it would show little"
    assert interrupts & {"rollback", "restart"}


@pytest.mark.parametrize("seed", range(12))
def test_a_run_that_is_broken_off_goes_on_as_if_it_had_not_been(seed: int, tmp_path: Path) -> None:
    told = story(seed)
    whole = bench_for(tmp_path / "whole", told)
    leg = Leg(whole, told, told.first)
    ended = leg.build().go()
    at = random.Random(seed).randrange(1, max(2, ended.steps))
    parts = bench_for(tmp_path / "parts", told)
    first = Leg(parts, told, told.first)
    run = first.build()
    parts.stop_at(run, at)
    stopped = run.go()
    if stopped.status != "interrupted":
        assert at == ended.steps
        return
    parts.stop_after = None
    second = Leg(parts, told, told.first[len(first.model.prompts) :])
    again = second.resume(run.id).go()
    prompts = [prompt.text for prompt in (*first.model.prompts, *second.model.prompts)]
    assert prompts == [prompt.text for prompt in leg.model.prompts]
    assert (again.status, again.steps, again.reason) == (ended.status, ended.steps, ended.reason)
    assert [one.effectiveness for one in parts.steps] == [one.effectiveness for one in whole.steps]
