"""bench guides: listening hides nothing of a guide; wrong updates arrive; who is cheap says what can be read anyway."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from sextant.evidence import ClaimLedger
from sextant.guides.belief import BeliefGuide
from sextant.prompts import BriefComposer
from sextant.protocols.execution import RoutineGuide
from sextant.types.actions import Wait
from sextant.types.decisions import Act, Brief, Decision, Objection, Profile
from sextant.types.screens import Screen
from sextant.types.tasks import Task
from sextant.types.transitions import Transition
from sextant_bench.guides.episode import GuideOutcome
from sextant_bench.guides.metrics import guide_json
from sextant_bench.guides.placebo import Told, listening
from sextant_bench.guides.rivals import Noting, Reminder
from sextant_bench.guides.wrong_updates import Wrongly
from sextant_worlds.actors.faulty import goal_with_instructions
from tests.guides.steps import page, tap, texts, view
from tests.support.screens import element, screen

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
