"""One decision with its review, at most one revision; without a review the user's policy alone."""

from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import pytest

from sextant.assembly import AbsentPerson, Hooks, Probes, Run, RunRequest, build_run
from sextant.devices.browser.device import BrowserDevice
from sextant.devices.browser.settings import BrowserOptions
from sextant.devices.wrapper import DeviceWrapper, innermost
from sextant.protocols import AppCatalog, Device, Reviewer
from sextant.settings import Settings
from sextant.settings.sources import settings_of
from sextant.types.actions import ByIndex, Click
from sextant.types.decisions import Decision, Objection
from sextant.types.screens import Screen
from sextant.types.tasks import Episode, Policy, Task
from sextant_worlds.twin.device import TwinDevice
from tests.support.runs import NOBODY, Bench, Reply, click, done
from tests.worlds.toy import toy_world

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


CLICK_IDLE: dict[str, Any] = {"thought": "I press it.", "action": {"type": "click", "index": 4}}
DONE: dict[str, Any] = {"thought": "It is done.", "action": {"type": "status", "goal_status": "complete"}}


def plainly(bench: Bench, replies: list[Any], **more: Any) -> Episode:
    own, plain = bench.settings(replies), settings_of("plain")
    settings: Settings = replace(
        own,
        models=replace(plain.models, default=own.models.default),
        review=plain.review,
        context=plain.context,
        **more,
    )
    return build_run(
        RunRequest("Send it.", f"scripted:{bench.root / 'app.json'}"), settings, NOBODY, bench.hooks()
    ).go()


def test_a_claim_ends_the_run_as_it_is_made_and_nobody_says_that_it_is_so(tmp_path: Path) -> None:
    episode = plainly(Bench(tmp_path), [DONE])
    assert (episode.status, episode.agent_claimed, episode.verified_by, episode.steps) == (
        "unverified",
        "complete",
        "",
        1,
    )


def test_doing_the_same_over_and_over_is_stopped_by_nobody(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    episode = plainly(bench, [CLICK_IDLE] * 12 + [DONE])
    assert (episode.steps, episode.agent_claimed) == (13, "complete")
    assert all(len(step.attempts) == 1 for step in bench.steps[:-1]), "nothing is tried again"


def test_the_users_policy_holds_all_the_same(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    opens: dict[str, Any] = {"action": {"type": "open_app", "name": "Casino"}}
    plainly(bench, [opens, opens, DONE], policy=Policy())
    assert [one.rule for one in bench.steps[0].objections] == ["policy"]


def opened(tmp_path: Path, name: str, device: Device | None = None, policy: Policy = Policy()) -> tuple[list[str], str]:
    """Rules of what spoke against opening an app that the settings do not know, and where that led."""
    opens: dict[str, Any] = {"action": {"type": "open_app", "name": name}}
    over: dict[str, Any] = {"action": {"type": "status", "goal_status": "infeasible", "reason": "enough"}}
    bench = Bench(tmp_path)
    settings = replace(bench.settings([opens, opens, over, over]), apps={}, policy=policy)
    hooks = Hooks(on_step=bench.steps.append, probes=Probes(device=lambda made: device or bench.device))
    build_run(RunRequest("Open it.", f"scripted:{tmp_path / 'app.json'}"), settings, AbsentPerson(), hooks).go()
    return [objection.rule for objection in bench.steps[0].objections], bench.steps[0].after.title


@pytest.mark.parametrize(("name", "found"), [("Settings", []), ("SETTINGS ", []), ("Casino", ["policy"])])
def test_an_app_that_the_device_tells_of_may_be_opened_and_no_other(
    name: str, found: list[str], tmp_path: Path
) -> None:
    rules, title = opened(tmp_path, name)
    assert rules == found
    assert not rules or title == "Home"


@pytest.mark.parametrize("name", ["Notes", "notes"])
def test_a_world_opens_its_apps_by_name_and_by_id(name: str, tmp_path: Path) -> None:
    world = toy_world()
    policy = Policy(("world:home", *(f"world:{app.id}" for app in world.apps)))
    rules, title = opened(tmp_path, name, DeviceWrapper(TwinDevice(world)), policy)
    assert (rules, title) == ([], "Notes")


def test_every_device_that_can_open_apps_tells_of_them() -> None:
    twin, browser = (
        TwinDevice(toy_world()),
        BrowserDevice(BrowserOptions("http://localhost:1", apps={"mail": "http://localhost:1"})),
    )
    for device, known in ((twin, ("Notes", "notes")), (browser, ("mail",))):
        inner = innermost(DeviceWrapper(device))
        assert isinstance(inner, AppCatalog)
        assert set(known) <= set(inner.apps())
