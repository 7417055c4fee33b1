from collections.abc import Callable, Sequence
from typing import Any

import pytest

from sextant.devices.scripted import Page, ScriptedApp, ScriptedDevice, Widget
from sextant.models import TypedModel
from sextant.models.backends.scripted import ScriptedBackend
from sextant.protocols import Device
from sextant_bench.web_server import HttpAnswer, HttpRequest, LoopbackServer
from sextant_worlds.modelled import Roles, WorldNotAdmittedError, WorldWish, author_world
from sextant_worlds.modelled.dynamic import walk
from sextant_worlds.modelled.forms import AuthoredPage, AuthoredTask, StaticVerdict, WalkStep
from sextant_worlds.modelled.static import page_breaks, task_breaks
from sextant_worlds.runtime.model_author import SealedPage, sealed
from tests.worlds.modelled_case import PAGE, TASK

VERDICT = StaticVerdict(
    key_observations=("Home shows the locker code", "Loans shows the shelf mark"),
    key_notes=("QX-7731", "F 812"),
    is_unique=True,
    uniqueness_evidence="one oldest loan",
    predicted_answer="QX-7731 F 812",
)


def tap(test_id: str, note: str = "") -> WalkStep:
    return WalkStep(thought="on", note=note, action="tap", test_id=test_id)


def write(text: str) -> WalkStep:
    return WalkStep(thought="on", action="type", test_id="answer-input", text=text)


WALK = (
    tap("tab-loans", "locker QX-7731"),
    tap("tab-home", "shelf F 812"),
    tap("go-submit-answer"),
    write("QX-7731 F 812"),
    tap("answer-submit"),
)


def model(replies: Sequence[Any]) -> TypedModel:
    return TypedModel(ScriptedBackend(list(replies)))


def roles(
    tasks: Sequence[AuthoredTask] = (TASK,),
    verdicts: Sequence[StaticVerdict] = (VERDICT,),
    steps: Sequence[WalkStep] = WALK,
    repairs: Sequence[Any] = (),
) -> Roles:
    return Roles(
        author=model(tasks),
        page_author=model([AuthoredPage(html=PAGE)]),
        checker=model(verdicts),
        tester=model(steps),
        repairer=model(repairs),
    )


def changed(**changes: Any) -> AuthoredTask:
    return AuthoredTask.model_validate({**TASK.model_dump(), **changes})


@pytest.mark.parametrize(
    ("changes", "rule", "where"),
    [
        ({"truth_gold": "QX-7731 F 821"}, "gold", "final_action.gold"),
        ({"grading": {"gold": "other", "pass_regex": r"^QX-7731\s+F 812$"}}, "gold", "grading.gold"),
        ({"grading": {"gold": "QX-7731 F 812", "pass_regex": "QX"}}, "pass-regex", "grading.pass_regex"),
        ({"grading": {"gold": "QX-7731 F 812", "pass_regex": "^(a+)+$"}}, "pass-regex", "grading.pass_regex"),
        ({"natural_language": "Find QX-7731 and hand it in, please."}, "goal-leaks", "natural_language"),
        ({"guideline": "Look at Home and at Loans, then hand in what you have found."}, "guideline", "guideline"),
        ({"required_testids": ("result",)}, "required-testids", "required_testids"),
    ],
)
def test_each_rule_names_its_field(changes: dict[str, Any], rule: str, where: str) -> None:
    assert task_breaks(TASK) == ()
    assert (rule, where) in {(found.rule, found.where) for found in task_breaks(changed(**changes))}


@pytest.mark.parametrize(
    ("html", "rule"),
    [
        (PAGE.replace("<nav>", '<img src="https://tracker.example/x.png"><nav>'), "network"),
        (PAGE.replace("<script>", "<script>fetch('/x');"), "network"),
        (PAGE.replace("<nav>", "<select><option>all</option></select><nav>"), "filters"),
        (PAGE.replace('data-testid="result"', 'data-testid="outcome"'), "required-testids"),
        (PAGE.replace("<h1>Loans</h1>", '<h1 data-testid="result">Loans</h1>'), "required-testids"),
        (PAGE.replace("F 812", "F 813"), "facts"),
        (PAGE.replace("<script>", "<script>const right = 'QX-7731 F 812';"), "gold"),
        (PAGE + " " * 1_100_000, "size"),
    ],
)
def test_a_page_that_breaks_a_rule_is_named(html: str, rule: str) -> None:
    assert page_breaks(TASK, PAGE) == ()
    assert rule in {found.rule for found in page_breaks(TASK, html)}


def test_served_text_holds_no_value() -> None:
    text = sealed(PAGE)
    assert "QX-7731" not in text
    assert "F 812" not in text
    assert "default-src 'none'" in text


def opener(handed: str = "QX-7731 F 812") -> Callable[[str], Device]:
    """Opens the page as a scripted device, which says that this was handed in."""
    tabs = (Widget("Home", goes="home", test_id="tab-home"), Widget("Loans", goes="loans", test_id="tab-loans"))
    home = (Widget("QX-7731", "text", "fact-locker"), Widget("Hand in", goes="desk", test_id="go-submit-answer"))
    field = Widget("Answer", "textbox", "answer-input", field="answer")
    submit = Widget("Submit", "button", "answer-submit", "done")
    pages = {
        "home": Page("Home", (*home, *tabs)),
        "loans": Page("Loans", (Widget("F 812", "text", "fact-shelf"), *tabs)),
        "desk": Page("Hand in", (field, submit, *tabs)),
        "done": Page("Done", (Widget(f"Handed in: {handed}", "text", "result"), *tabs)),
    }
    return lambda html: ScriptedDevice(ScriptedApp(pages, start="home"))


def test_a_world_without_fault_is_admitted_at_once() -> None:
    world = author_world(roles(), WorldWish("a library"), opener())
    assert world.task == TASK
    assert world.key_notes == ("QX-7731", "F 812")
    assert [event.stage for event in world.trace.events] == ["task", "static", "dynamic"]


def test_a_draft_that_leaks_is_given_back_to_its_author() -> None:
    leaky = changed(natural_language="Find the locker code QX-7731 and the shelf mark, then hand in both of them.")
    world = author_world(roles(tasks=(leaky, TASK)), WorldWish("a library"), opener())
    told = [(event.stage, [b.rule for b in event.breaks]) for event in world.trace.events]
    assert told[:2] == [("task", ["goal-leaks"]), ("task", [])]


def test_a_walk_that_answers_before_it_has_seen_everything_is_refused_and_repaired() -> None:
    hasty = (tap("go-submit-answer"), write("QX-7731 F 812"))
    repaired = {"strategy": "clarify_page", "why": "the shelf mark is shown now", "html": PAGE}
    by = roles(verdicts=(VERDICT, VERDICT), steps=(*hasty, *WALK), repairs=(repaired,))
    world = author_world(by, WorldWish("a library"), opener())
    first = next(event for event in world.trace.events if event.stage == "dynamic")
    assert first.breaks[0].rule == "facts-seen"
    assert "'shelf'" in first.breaks[0].message
    assert world.trace.repairs == ("clarify_page",)


def test_a_walk_that_ends_with_another_answer_names_both() -> None:
    trial = walk(TASK, PAGE, model(WALK), opener(handed="QX-7731 F 821"))
    assert [b.rule for b in trial.breaks] == ["answer"]
    assert "'QX-7731 F 821'" in trial.breaks[0].message
    assert "'QX-7731 F 812'" in trial.breaks[0].message


def test_a_repair_may_change_the_task_only_within_its_rules() -> None:
    wrong = VERDICT.model_copy(update={"predicted_answer": "QX-7731"})
    bad_task = changed(truth_gold="QX-7731").model_dump()
    refused = {"strategy": "change_scenario", "why": "simpler", "html": PAGE, "task": bad_task}
    kept = {"strategy": "clarify_page", "why": "a clearer title", "html": PAGE}
    by = roles(verdicts=(wrong, wrong, VERDICT), repairs=(refused, kept))
    world = author_world(by, WorldWish("a library"), opener())
    assert world.trace.repairs == ("change_scenario, refused", "clarify_page")
    assert world.task == TASK


def test_what_cannot_be_mended_is_not_admitted() -> None:
    wrong = VERDICT.model_copy(update={"predicted_answer": "QX-7731"})
    repair = {"strategy": "clarify_page", "why": "x", "html": PAGE}
    by = roles(verdicts=(wrong,) * 3, repairs=(repair,) * 2)
    with pytest.raises(WorldNotAdmittedError) as caught:
        author_world(by, WorldWish("a library", max_repairs=2), opener())
    assert [b.rule for b in caught.value.breaks] == ["answer"]
    assert caught.value.trace.repairs == ("clarify_page", "clarify_page")


@pytest.mark.browser
@pytest.mark.parametrize(
    ("bomb", "seconds"),
    [("for (;;) {}", 2.0), ("const all = []; for (;;) all.push(new Array(1e6).fill(all.length));", 6.0)],
    ids=["script", "memory"],
)
def test_a_bomb_ends_as_a_break_within_its_time(bomb: str, seconds: float) -> None:
    page = PAGE.replace("<script>", f"<script>{bomb}")
    trial = walk(TASK, page, model(WALK), lambda html: SealedPage(html, seconds=seconds))
    assert [b.rule for b in trial.breaks] == ["page-runs"]


class Listener(LoopbackServer):
    def answer(self, request: HttpRequest) -> HttpAnswer:
        return HttpAnswer(status=204)


@pytest.mark.browser
def test_a_page_is_walked_in_chromium_and_no_request_leaves_it() -> None:
    with Listener() as listener:
        script = f"<script>new Image().src = '{listener.url}'; fetch('{listener.url}');"
        trial = walk(TASK, PAGE.replace("<script>", script), model(WALK), SealedPage)
    plain = walk(TASK, PAGE, model(WALK), SealedPage)
    assert (plain.breaks, plain.answer, trial.answer) == ((), "QX-7731 F 812", "QX-7731 F 812")
    assert listener.heard == []
