"""One decision with its review: alternatives before a revision, one revision at most."""

from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import pytest

from sextant.assembly import Run, RunRequest, build_run
from sextant.protocols import Reviewer
from sextant.types.actions import ByIndex, Click
from sextant.types.decisions import Decision, Objection
from sextant.types.screens import Screen
from sextant.types.tasks import Policy, Task
from tests.support.runs import NOBODY, Bench, Reply, click, done

STEPS = {"historical_status": "Unknown", "important_contents": "", "think": "…"}


def decided(action: dict[str, Any], goal: str, *others: dict[str, Any]) -> Reply:
    return {**STEPS, "next_goal": goal, "action": action, "alternatives": list(others)}


FINISHED: Reply = {**STEPS, "next_goal": "say so", "action": {"type": "status", "goal_status": "infeasible"}}


def test_an_alternative_is_taken_before_the_actor_is_asked_again(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    first = decided({"type": "click", "index": 99}, "open the settings", {"type": "click", "index": 0})
    model = bench.overheard("open the settings", [first, FINISHED, FINISHED], "reflection")
    taken = bench.steps[0]
    assert taken.decision.action == Click(ByIndex(0, taken.before.digest))
    assert taken.effectiveness == "effective"
    assert taken.objections == ()
    assert "open the settings" in taken.decision.description
    assert "Settings" in taken.decision.description
    assert not any("Decide again" in prompt.text for prompt in model.prompts[:2])


def test_an_alternative_that_is_objected_to_is_passed_over(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    others: list[dict[str, Any]] = [{"type": "click", "index": 98}, {"type": "click", "index": 0}]
    bench.overheard(
        "open the settings", [decided({"type": "click", "index": 99}, "…", *others), FINISHED, FINISHED], "reflection"
    )
    assert bench.steps[0].decision.action == Click(ByIndex(0, bench.steps[0].before.digest))
    assert bench.steps[0].decision.alternatives == ()


def test_where_none_will_do_the_one_revision_is_spent(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    bad = decided({"type": "click", "index": 99}, "open the settings", {"type": "click", "index": 98})
    good = decided({"type": "click", "index": 0}, "open the settings")
    model = bench.overheard("open the settings", [bad, good, FINISHED, FINISHED], "reflection")
    assert "there is no element 99" in model.prompts[1].text
    assert bench.steps[0].effectiveness == "effective"


def test_an_irreversible_act_that_was_refused_gets_no_second_try(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    send = {**decided({"type": "click", "index": 1}, "send it", {"type": "click", "index": 0}), "irreversible": True}
    model = bench.overheard("open the settings", [send, FINISHED, FINISHED, FINISHED], "reflection")
    assert "cannot be taken back" in model.prompts[1].text
    assert all(step.decision.action != Click(ByIndex(0, step.before.digest)) for step in bench.steps)


def test_a_failed_step_is_looked_back_on_in_a_whole_run(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    idle = {**decided({"type": "click", "index": 4}, "try this"), "expect": [{"type": "text_visible", "text": "Name"}]}
    model = bench.overheard("open the settings", [idle, FINISHED, FINISHED], "reflection")
    last = model.prompts[1].text
    assert "## Looking back" in last
    assert "Step 0 (try this) changed nothing" in last
    assert "Tried: index on button 'Idle'" in last


Rule = Literal["policy", "secret"]


class Doubting:
    """A reviewer that objects to every touch, under one rule, as one whom a person may overrule."""

    def __init__(self, inner: Reviewer, rule: Rule) -> None:
        self._inner = inner
        self._rule: Rule = rule

    @property
    def stuck(self) -> str:
        return self._inner.stuck

    def irreversible(self, decision: Decision, screen: Screen) -> bool:
        return self._inner.irreversible(decision, screen)

    def objections(self, decision: Decision, screen: Screen, task: Task) -> tuple[Objection, ...]:
        found = self._inner.objections(decision, screen, task)
        doubt = Objection(self._rule, "somebody may mind", ask=True)
        return (*found, doubt) if decision.action.kind == "click" else found


def doubted(bench: Bench, rule: Rule) -> Run:
    def doubting(inner: Reviewer) -> Reviewer:
        return Doubting(inner, rule)

    hooks = bench.hooks()
    hooks = replace(hooks, probes=replace(hooks.probes, reviewer=doubting))
    request = RunRequest("open the settings", f"scripted:{bench.root / 'app.json'}")
    return build_run(request, bench.settings([click(0, "Save"), click(0, "Save"), done("Save")]), NOBODY, hooks)


def test_where_everything_is_allowed_nobody_is_asked_and_it_is_on_record(tmp_path: Path) -> None:
    bench = Bench(tmp_path, policy=Policy.everything())
    run = doubted(bench, "policy")
    run.go()
    assert bench.steps[0].effectiveness == "effective"
    asked = bench.permissions(run.id)[0]
    assert (asked.answer, asked.by, asked.detail) == (True, "policy", "somebody may mind")


@pytest.mark.parametrize(("policy", "rule"), [(Policy(), "policy"), (Policy.everything(), "secret")])
def test_a_secret_stays_where_it_belongs_and_other_runs_ask(tmp_path: Path, policy: Policy, rule: Rule) -> None:
    bench = Bench(tmp_path, policy=policy)
    doubted(bench, rule).go()
    assert bench.steps[0].effectiveness == "refused"
