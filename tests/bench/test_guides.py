"""bench guides: placebos, rivals and wrong updates, the tasks, the figures of beliefs, and a small comparison."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest

from sextant.errors import UsageError
from sextant.evidence import ClaimLedger
from sextant.guides.belief import BeliefGuide
from sextant.prompts import BriefComposer
from sextant.protocols.execution import RoutineGuide
from sextant.types.actions import Wait
from sextant.types.decisions import Act, Brief, Decision, Objection, Profile, Section
from sextant.types.screens import Screen
from sextant.types.tasks import Task
from sextant.types.transitions import Transition
from sextant_bench import guides
from sextant_bench.belief.episode import play, truth_of
from sextant_bench.belief.random_walk import roam
from sextant_bench.belief.walks import CALM, KINDS, calm_walk, changed_walk
from sextant_bench.figures import BenchOptions
from sextant_bench.guides.arms import ARMS, TOKENS
from sextant_bench.guides.belief import belief_figures
from sextant_bench.guides.episode import GuideOutcome
from sextant_bench.guides.lost_drafts import unchecked
from sextant_bench.guides.metrics import guide_json
from sextant_bench.guides.placebo import Placebo, Told, listening
from sextant_bench.guides.rivals import Noting, Reminder
from sextant_bench.guides.tasks import task_of
from sextant_bench.guides.wrong_updates import Wrongly
from sextant_worlds.actors.faulty import goal_with_instructions
from sextant_worlds.author import TaskRecipe, build
from sextant_worlds.oracle.walk import prove
from sextant_worlds.spec.blocks import Button
from sextant_worlds.spec.phone import DraftSurprise, PopupSurprise
from sextant_worlds.spec.tasks import Dials
from sextant_worlds.spec.world import World
from sextant_worlds.truth.grade import grade
from tests.guides.steps import page, tap, texts, view
from tests.support.screens import element, screen

TOLD = [(Section("Memory", f"told at {step}"),) for step in range(5)]
VIEW: Any = None


def test_a_placebo_tells_what_was_told_elsewhere_step_by_step_or_at_any_step() -> None:
    in_step = Placebo("memory", TOLD)
    assert [in_step.sections(VIEW)[0].text for _ in range(7)][-3:] == ["told at 4"] * 3
    shuffled = Placebo("memory", TOLD, random.Random(3))
    heard = [shuffled.sections(VIEW)[0].text for _ in range(30)]
    assert set(heard) == {section.text for (section,) in TOLD}
    assert heard != sorted(heard)
    assert Placebo("memory", []).sections(VIEW) == ()


def test_tasks_are_of_their_kind() -> None:
    assert task_of("memory", 3, "train").task.memory
    assert any(one.kind == "draft" for one in task_of("belief", 3, "train").phone.surprises)
    assert len(task_of("task-state", 3, "train").task.instructions) >= 8


def test_the_bare_loop_has_the_budget_of_all_and_nothing_beside_the_actor() -> None:
    (bare,) = [arm.settings("memory") for arm in ARMS if arm.bare]
    assert (bare.guides.use, bare.review.use, bare.models.verifier) == ((), "policy", "none")
    assert (bare.context.history, bare.context.max_tokens, bare.models.profile) == ("full", TOKENS, "full")


def test_malformed_options_are_refused_before_anything_is_played() -> None:
    for name, value in (("only", "map"), ("family", "dev"), ("updater_noise", "2"), ("forms", "long")):
        with pytest.raises(UsageError):
            guides.run(BenchOptions(n=2, extra={name: value}))


def test_memory_helps_who_forgets_and_costs_nobody_else() -> None:
    extra = {"only": "memory", "workers": "1", "family": "train"}
    result = guides.run(BenchOptions(n=2, seed=1, extra=extra))
    assert (result.n, result.errors, result.skipped) == (2, 0, 2)
    told: Any = result.details["memory"]
    assert told["success"]["guide"] > told["success"]["history"]
    assert told["success"]["sound_guide"] == told["success"]["sound_history"]
    assert {"noting over history", "guide over noting", "guide over plain", "plain over history"} <= set(told)
    assert all(0 < tokens <= TOKENS for tokens in told["largest_brief_tokens"].values())
    assert not result.ok, "two tasks are no measurement, and two guides were left out"


def test_a_change_is_true_from_the_step_that_shows_it_and_no_change_never_is() -> None:
    for kind in KINDS:
        walk = changed_walk(2, kind)
        truth = truth_of(walk, play(walk))
        assert truth.changed
        assert truth.reveal is not None
        assert truth_of(walk.calm, play(walk.calm)).reveal is None


def test_calm_walks_are_walked_to_their_end() -> None:
    assert all(play(calm_walk(1, name)).whole for name in CALM)


def test_a_walk_at_random_is_the_same_until_its_change_shows() -> None:
    changed, calm = roam(1, "locked"), roam(1, None)
    assert changed.truth.reveal is not None
    before = changed.truth.reveal
    assert [step.after.digest for step in changed.played.steps[:before]] == [
        step.after.digest for step in calm.played.steps[:before]
    ]


def test_the_figures_come_with_their_numbers_and_are_the_same_for_the_same_seed() -> None:
    one, two = belief_figures(2, seed=5), belief_figures(2, seed=5)
    assert one == two
    assert one.mismatch_n >= 12
    assert one.calm_n == 2 * (len(KINDS) + len(CALM) + 1)
    assert one.mismatch_interval.low <= one.mismatch_recall <= one.mismatch_interval.high
    shown = {
        kind: told.split("/") for kind, told in one.recall_by_kind.items() if kind in ("draft", "selection", "stack")
    }
    assert len(shown) == 3
    assert all(found == there for found, there in shown.values()), "what a screen shows by itself"
    assert one.false_alarm_rate == 0


SEEDS = range(12)


def buttons(world: World) -> dict[tuple[str, str, str], Button]:
    return {
        (app.id, page.id, block.id): block
        for app in world.apps
        for page in app.pages
        for block in page.blocks
        if isinstance(block, Button)
    }


def test_every_task_loses_a_draft_and_can_still_be_done() -> None:
    for seed in SEEDS:
        world = task_of("belief", seed, "train")
        (lost,) = [one for one in world.phone.surprises if isinstance(one, DraftSurprise)]
        popups = [one for one in world.phone.surprises if isinstance(one, PopupSurprise)]
        assert all(popup.at == lost.at - 1 for popup in popups if popup.id == "popup-before-loss")
        proof = prove(world)
        assert proof.walk.finished
        assert grade(world, proof.end, proof.walk.status, proof.start).success
        assert lost.app != "desk"


def test_only_what_asks_for_a_field_is_taken_out_of_a_form() -> None:
    world = build(610_000_000, Dials(), TaskRecipe("relay", "train", 6, 40))
    before, after = buttons(world), buttons(unchecked(world))
    assert before.keys() == after.keys()
    changed = [name for name, button in before.items() if button != after[name]]
    assert changed
    for name in changed:
        assert after[name] == before[name].model_copy(update={"enabled": None})
    kept = [button for name, button in before.items() if button.enabled is not None and name not in changed]
    assert kept
    assert not any("ui:" in str(button.enabled) for button in kept)


CODE = screen(element(0, "heading", "Oolong tin"), element(1, "text", "Pickup code: G6-5992"), title="Oolong tin")
HOW = ('Find "Pickup code" and remember its value as {A}.', 'Tap "Home".', "Answer with {A}.")


@dataclass
class Saying:
    """An actor that waits, in those words."""

    does: str = ""
    profile: Profile = "lite"

    def decide(self, brief: Brief, objections: Sequence[Objection] = (), rejected: Decision | None = None) -> Decision:
        return Decision(Wait(1.0), brief.screen.digest, self.does)

    def observe(self, transition: Transition) -> None: ...
    def snapshot(self) -> Any: ...
    def restore(self, state: Any) -> None: ...


def brief_of(look: Screen, *instructions: str) -> Brief:
    task = Task(goal_with_instructions("Do it.", instructions))
    return BriefComposer(task, "lite").compose(Act("Do it."), look, 0)


def test_who_listens_to_a_guide_hides_nothing_of_it() -> None:
    told: Told = []
    guide = BeliefGuide(ClaimLedger())
    beside = listening(guide, told)
    assert beside is guide
    assert isinstance(beside, RoutineGuide)
    look = page("Mail", "Compose")
    assert [tuple(beside.sections(view(look, step))) for step in range(3)] == told


def test_a_wrong_update_arrives_among_the_beliefs() -> None:
    guide = BeliefGuide(ClaimLedger(), "lite")
    look = page("Mail", "Compose", "(Hello)")
    guide.sections(view(look))
    decision = Wrongly(Saying(), "belief", 1.0, "1").decide(brief_of(look))
    step = tap(0, look, "Compose", look)
    guide.observe(replace(step, decision=replace(step.decision, fields=decision.fields)))
    (entry,) = guide.beliefs.of("note")
    assert entry.value.startswith("the draft is gone")
    assert not entry.sure


def test_a_reminder_knows_the_empty_fields_of_the_present_screen_or_the_last_step_alone() -> None:
    reminder = Reminder("belief")
    empty = element(0, "textbox", "Subject", states=("editable",))
    full = element(1, "textbox", "Message", value="See you", states=("editable",))
    assert texts(reminder.sections(view(screen(empty, full)))) == 'field "Subject" [empty]'
    assert reminder.sections(view(screen(full))) == ()
    reminder, here, there = Reminder("task-state"), page("A", "Next"), page("B", "Done")
    assert reminder.sections(view(here)) == ()
    for step, next_one in (
        (tap(0, here, "Next", there, says='line 4: Tap "Next".'), 5),
        (tap(1, there, "Done", there, says='line 5: Tap "Done".'), 5),  # it had no effect
        (tap(2, there, "Done", here, says='line 6, under way: Tap "Done".'), 6),
    ):
        reminder.observe(step)
        assert texts(reminder.sections(view(there))) == f"next: requirement {next_one} [open]"


def test_what_was_read_on_the_way_is_noted_as_a_thought_and_nothing_else() -> None:
    brief = brief_of(CODE, *HOW)
    going, waiting = (Noting(Saying(does)).decide(brief) for does in ('line 2: Tap "Home".', "line 1, under way: look"))
    assert going.thought == "Pickup code {A} = G6-5992;"
    assert replace(going, thought="") == Saying('line 2: Tap "Home".').decide(brief)
    assert waiting.thought == ""


def test_tasks_with_and_without_a_popup_are_told_apart() -> None:
    def outcome(seed: int, popup: bool) -> GuideOutcome:
        solved = {"guide": True, "history": not popup, "reminder": True}
        return GuideOutcome("belief", seed, "", solved, dict.fromkeys(solved, 9), largest=solved, popup=popup)

    told: Any = guide_json([outcome(1, True), outcome(2, True), outcome(3, False)])
    parts = [told[name] for name in ("behind a popup", "not behind a popup")]
    assert [(part["n"], part["guide over history"]["points"]) for part in parts] == [(2, 100), (1, 0)]
    assert told["guide over reminder"]["points"] == 0
    assert "behind a popup" not in guide_json([outcome(3, False)])
