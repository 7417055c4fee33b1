"""Demonstrations, and their records against what the running loop gives to a model."""

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from sextant.assembly import Hooks, Probes, RunRequest, build_run
from sextant.assembly.guides import guides_beside
from sextant.assembly.maps import OpenedMaps
from sextant.devices.scripted import ScriptedApp
from sextant.elements.refs import ref_of
from sextant.errors import UsageError
from sextant.evidence import ClaimLedger, Hindsight, judge_step
from sextant.journal import RunStore, briefs_of
from sextant.perception.perceive import Perceiver
from sextant.prompts import as_decision, decision_json, decision_schema, render
from sextant.settings import JournalSettings, ModelChoices, Settings
from sextant.settings.schema import Preset
from sextant.settings.sources import settings_of
from sextant.state import CLAIMS, PAGES, EventLog
from sextant.types import actions as act
from sextant.types.codec import to_json
from sextant.types.decisions import Brief, Decision, Judgement, Objection, Profile
from sextant.types.evidence import Changed, Effect, ElementState, FieldHas, Gone, ScreenIs, TextVisible
from sextant.types.tasks import Budget, Episode, Policy
from sextant.types.transitions import Transition
from sextant_worlds.author import TaskRecipe, build
from sextant_worlds.demonstrations import Trace, demonstrate, demonstrate_recovery, dumps, loads, records, save
from sextant_worlds.demonstrations.records import as_completion, as_messages, lines
from sextant_worlds.spec.world import World
from sextant_worlds.twin.device import TwinDevice
from sextant_worlds.twin.twin import Twin
from tests.support.runs import NOTES, Somebody
from tests.worlds.toy import toy, toy_world


def shown(world: World | None = None) -> Trace:
    return demonstrate(world or toy_world(), judge=judge_step, perceive=Perceiver(), asking=Hindsight)


def popups() -> World:
    surprise = {"kind": "popup", "id": "rate", "at": 2, "title": "Rate us", "text": "Do you like it?", "close": "Later"}
    return toy_world(surprises=({**surprise, "other": "Rate it"},))


@dataclass
class Recording:
    """An actor that decides as it was shown, and keeps what it was given."""

    trace: Trace
    given: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    profile: Profile = "full"

    def decide(self, brief: Brief, objections: Sequence[Objection] = (), rejected: Decision | None = None) -> Decision:
        if rejected is not None:  # told that it repeats itself, which an iteration does
            assert all(objection.advisory for objection in objections), objections
            return rejected
        own = [taken for taken in self.trace.steps if taken.label != "interrupt"]
        self.given.append((brief.prefix, render(brief.sections)))
        return own[len(self.given) - 1].transition.decision

    def observe(self, transition: Transition) -> None: ...

    def snapshot(self) -> Any:
        return None

    def restore(self, state: Any) -> None: ...


def run_loop(world: World, root: Path, settings: Settings, probes: Probes) -> tuple[Episode, list[Transition]]:
    """The loop as `build` wires it, over a twin: how it ended, and its steps."""
    app, steps = root / "app.json", list[Transition]()
    app.write_text(to_json(ScriptedApp, NOTES))
    settings = replace(
        settings,
        policy=Policy(("world:home", *(f"world:{app.id}" for app in world.apps)), irreversible="allow"),
        journal=JournalSettings(root / "runs"),
    )
    request, hooks = RunRequest(world.task.goal, f"scripted:{app}"), Hooks(on_step=steps.append, probes=probes)
    return build_run(request, settings, Somebody(attended=False), hooks).go(), steps


@pytest.mark.parametrize("which", ["plain", "popup", 5, 8, 10, 11, 16])
def test_a_record_is_byte_for_byte_what_the_loop_gives_to_an_actor(which: str | int, tmp_path: Path) -> None:
    if isinstance(which, int):
        world = build(which, recipe=TaskRecipe(locale="zh") if which % 2 else None)
    else:
        world = popups() if which == "popup" else toy_world()
    trace = shown(world)
    actor = Recording(trace)
    script = tmp_path / "model.json"
    script.write_text('{"replies": []}')
    models = ModelChoices(default=f"scripted:{script}", profile="full")
    settings = Settings(models=models, budget=Budget(max_steps=300))
    probes = Probes(device=lambda opened: TwinDevice(world), actor=lambda: actor)
    episode, steps = run_loop(world, tmp_path, settings, probes)
    assert episode.status == "success"
    rendered = records(trace, "full")
    assert len(rendered) == sum(taken.label != "interrupt" for taken in trace.steps)
    assert [(record.system, record.user) for record in rendered] == actor.given
    taken = tuple(replace(was, transition=step) for was, step in zip(trace.steps, steps, strict=True))
    ran = replace(trace, steps=taken, success=True)
    assert [record.user for record in records(ran, "full")] == [text for _, text in actor.given]


@pytest.mark.parametrize("preset", ["plain", "stamp", "agentp", "all", "none"])
def test_a_record_is_what_a_run_of_the_preset_is_told_with_its_guides(preset: Preset, tmp_path: Path) -> None:
    world = toy_world()
    trace, settings = shown(world), settings_of(preset)
    profile: Profile = "full" if settings.models.profile == "auto" else settings.models.profile
    alone = replace(settings, journal=JournalSettings(tmp_path / "records" / "runs"))
    maps, log = OpenedMaps(alone, lambda: 0.0, lambda close: None), EventLog((PAGES, CLAIMS))
    rendered = records(
        trace,
        profile,
        max_tokens=settings.context.max_tokens,
        full_history=settings.context.history == "full",
        further_actions=settings.models.further_actions,
        guides=guides_beside(alone, trace.task, profile, log, f"world:{world.id}", maps),
        ledger=ClaimLedger(log),
        judge=judge_step,
        told=log.append,
    )
    script = tmp_path / "model.json"
    script.write_text(json.dumps({"replies": [{"text": record.answer} for record in rendered]}))
    run_settings = replace(
        settings,
        models=replace(settings.models, default=f"scripted:{script}", verifier="none"),
        guides=replace(settings.guides, target="meaning"),
        program=replace(settings.program, write=False),
    )
    device = TwinDevice(world)
    episode, steps = run_loop(world, tmp_path, run_settings, Probes(device=lambda opened: device))
    with RunStore.open(tmp_path / "runs").read(episode.run) as record:
        told = [read for step in range(episode.steps) for read in briefs_of(record, step)]
    assert [(one.system, one.user) for one in rendered] == [(one.prefix, one.text) for one in told[: len(rendered)]]
    assert preset != "none" or episode.status == "success"
    assert device.twin.state["answer"] == "QX-4471", "a model that answers as the records do carries the task out"
    told_so = [taken.transition.decision.action for taken in trace.steps]
    assert [step.decision.action for step in steps[: len(told_so)]] == told_so


def test_every_step_works_and_its_expectation_held() -> None:
    trace = shown()
    assert trace.success
    assert not trace.recovers
    for taken in trace.steps[:-1]:
        assert taken.transition.effectiveness == "effective", taken.transition.decision
        assert all(not verdict.vacuous for verdict in taken.transition.verdicts)
    kinds = {predicate.kind for taken in trace.steps for predicate in taken.transition.decision.expectations}
    assert {"screen_is", "field_has", "text_visible"} <= kinds


def test_a_touch_that_would_change_nothing_is_left_out_and_its_notes_are_kept() -> None:
    raw = toy()
    steps = raw["task"]["reference"]["steps"]
    steps["read the code"][2:] = [
        {"kind": "press", "key": "home"},
        {"kind": "open", "app": "notes"},
        {"kind": "read", "facts": ["code"]},
        {"kind": "open", "app": "shop"},
        {"kind": "tap", "test_id": "tab-items"},
    ]
    trace = shown(World.model_validate(raw))
    assert all(taken.transition.effectiveness == "effective" for taken in trace.steps[:-1])
    words = [taken.transition.decision.description for taken in trace.steps]
    assert 'tap "Items"' not in words
    assert sum("remember" in word for word in words) == 1


def test_a_trace_survives_being_written_down() -> None:
    trace = shown()
    again = loads(dumps(trace))
    assert records(again) == records(trace)
    with pytest.raises(UsageError, match="version 7"):
        loads(dumps(replace(trace, version=7)))
    with pytest.raises(UsageError, match="not a demonstration"):
        loads("{}")


def recovery(seed: int) -> Trace | None:
    return demonstrate_recovery(toy_world(), random.Random(seed), judge=judge_step, perceive=Perceiver())


def test_recoveries_go_wrong_and_are_put_right() -> None:
    kinds: set[str] = set()
    for seed in range(8):
        trace = recovery(seed)
        assert trace is not None
        assert trace.success
        labels = [taken.label for taken in trace.steps]
        wrong = labels.index("mistake")
        assert labels.count("mistake") == 1
        assert labels[wrong + 1] == "recovery"
        mistake = trace.steps[wrong].transition
        kinds.add(mistake.cause)
        assert mistake.effectiveness != "effective"
        resumed = trace.steps[wrong + 2] if mistake.cause == "" else trace.steps[wrong + 1]
        assert resumed.transition.before.digest == mistake.before.digest
        assert len({taken.transition.step for taken in trace.steps}) == len(trace.steps)
    assert kinds == {"", "refused"}


def test_mistakes_are_seen_in_the_history_and_not_learned() -> None:
    trace = next(trace for seed in range(8) if (trace := recovery(seed)) and not _cause(trace))
    rendered = records(trace)
    assert {record.label for record in rendered} == {"ordinary", "recovery"}
    back = next(record for record in rendered if record.label == "recovery")
    assert "; neither title, heading nor location of this screen holds " in back.user, "what was predicted did not come"
    assert json.loads(back.answer)["action"] == {"type": "navigate_back"}
    assert len(records(trace, mistakes=True)) == len(rendered) + 1


def _cause(trace: Trace) -> str:
    return next(taken.transition.cause for taken in trace.steps if taken.label == "mistake")


def test_both_forms_are_one_record_a_line(tmp_path: Path) -> None:
    made = records(shown())
    chat = as_messages(made[0])
    assert [message["role"] for message in chat["messages"]] == ["system", "user", "assistant"]
    assert chat["origin"]["step"] == 0
    flat = as_completion(made[0])
    assert flat["prompt"].endswith("\n\n")
    assert flat["completion"] == made[0].answer
    assert len(list(lines(made))) == len(made)
    assert save(made, tmp_path / "sft" / "train.jsonl") == len(made)
    read = [json.loads(line) for line in (tmp_path / "sft" / "train.jsonl").read_text().splitlines()]
    assert read[3]["messages"][2]["content"] == made[3].answer


def test_nothing_half_written_is_left(tmp_path: Path) -> None:
    def failing() -> Any:
        yield records(shown())[0]
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError):
        save(failing(), tmp_path / "train.jsonl")
    assert list(tmp_path.iterdir()) == []


def test_what_is_no_demonstration_says_why() -> None:
    with pytest.raises(UsageError, match="navigate_home"):
        records(shown(), "compact")
    raw = toy()
    raw["task"]["reference"]["steps"]["hand it in"][1]["test_id"] = "no-such-thing"
    with pytest.raises(UsageError, match="no-such-thing"):
        shown(World.model_validate(raw))
    raw = toy()
    raw["task"]["grading"] |= {"gold": "QX-9902", "pass_regex": "^QX-9902$"}
    with pytest.raises(UsageError, match="failed"):
        shown(World.model_validate(raw))


TWIN = Twin(toy_world())
TWIN.perform(act.LaunchApp("Shop"))
SCREEN = TWIN.screen()
FIELD = ref_of(SCREEN, next(element for element in SCREEN.elements if element.role == "textbox"))
BUTTON = next(element for element in SCREEN.elements if element.label == "Play")
PLAY = ref_of(SCREEN, BUTTON)
SPOT = act.ByIndex(BUTTON.index, SCREEN.digest)


def again(decision: Decision) -> Decision:
    value = decision_schema("full").model_validate_json(decision_json(decision, SCREEN, "full"))
    return as_decision(value, SCREEN, lambda x, y, screen: (x, y))


@pytest.mark.parametrize(
    "action",
    [
        act.Click(SPOT),
        act.DoubleTap(SPOT),
        act.LongPress(act.ByRelative(BUTTON.index, 0.25, 0.5, SCREEN.digest)),
        act.Click(act.ByPoint(250.0, 500.0, SCREEN.digest)),
        act.Drag(SPOT, act.ByPoint(1.0, 2.0, SCREEN.digest)),
        act.Swipe("left"),
        act.Scroll("down", SPOT),
        act.InputText('a "quoted" 文', SPOT),
        act.InputText("more", None, "append"),
        act.InputText("", SPOT, secret="pin"),
        *(act.KeyboardEnter(), act.NavigateBack(), act.NavigateHome(), act.Recents()),
        act.OpenApp("Shop"),
        act.CloseApp("Shop"),
        act.Wait(1.5),
        act.Answer("42"),
        act.Status("complete"),
        act.Status("infeasible", "it is sold out"),
        act.Recall((1, 2)),
        act.HandOver("log in"),
    ],
    ids=lambda action: action.kind,
)
def test_a_decision_comes_back_from_its_json(action: act.Action) -> None:
    expected = (TextVisible("Saved"), Gone("Old"), Gone("", PLAY), FieldHas(FIELD, "Ada"))
    judged = (Judgement("q1", "yes", "it says so"), Judgement("q2", "unknown"))
    decision = Decision(
        action, SCREEN.digest, "what it does", "why", expectations=expected, judgements=judged, irreversible=True
    )
    assert again(decision) == replace(decision, actor="model")


def test_the_other_expectations_come_back_too() -> None:
    held = (ScreenIs(text="Cart"), Changed(), ElementState(PLAY, "checked", present=False), Effect("a mail is sent"))
    decision = Decision(act.Wait(2.0), SCREEN.digest, "wait", expectations=held, irreversible=False)
    assert again(decision) == decision


def test_an_expectation_that_no_model_could_write_is_refused() -> None:
    with pytest.raises(UsageError, match="key"):
        decision_json(Decision(act.Wait(), "d", expectations=(ScreenIs(key="abc"),)), SCREEN, "full")
    gone = replace(PLAY, name="Elsewhere", test_id="")
    with pytest.raises(UsageError, match="Elsewhere"):
        decision_json(Decision(act.Wait(), "d", expectations=(Gone("", gone),)), SCREEN, "full")
