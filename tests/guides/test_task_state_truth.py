"""What the tracker says is so: counts, values that were read, labels, marks of decisions that were sent back."""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from benchmarks.by_hand.cassettes import FOLDER, read
from sextant.actors.model_actor import ModelActor
from sextant.assembly import Hooks, Probes, build_run
from sextant.assembly.run import RunRequest
from sextant.evidence import ClaimLedger
from sextant.guides.task_state import TaskState
from sextant.journal import RunStore, import_trace
from sextant.models.scripted import ScriptedModel
from sextant.prompts.composer import fit
from sextant.protocols import GuideView
from sextant.settings import GuideChoices, load
from sextant.types.actions import Answer, Wait
from sextant.types.decisions import Act, Citation, Question, Requirement
from sextant.types.screens import Element, Screen
from sextant.types.tasks import Task
from sextant.types.transitions import Transition
from sextant.verification import quoted_on
from tests.guides.steps import Answering, Followed, made, page, statuses, tap, texts, told, view
from tests.guides.test_task_state import ADDED, GOAL, LIST, SENT, begun, delta
from tests.support.runs import NOBODY, Bench, click, done
from tests.support.screens import element, screen


def standing(guide: TaskState) -> list[str]:
    return [one.status for one in guide.state.items]


# -- ids, the current subgoal, the end


def test_ids_are_within_the_bound_of_their_section_however_long_the_texts() -> None:
    guide, _ = made("x" * 900, always=True)
    stated = [Requirement(f"r{number}", "deed", f"{number} long words " * 12) for number in range(20)]
    guide.observe(tap(0, LIST, "List", LIST, requirements=stated, fields=delta(summary="s " * 150)))
    fitted = "\n".join(section.text for section in fit(guide.sections(view(LIST, 1)), 6000))
    assert all(f"r{number} [" in fitted for number in range(20))


def test_it_says_no_claim_while_a_program_is_walked() -> None:
    guide, _ = begun()
    for number, ident in enumerate("12", 1):
        guide.observe(tap(number, LIST, "Add milk", ADDED, fields=delta(serves=ident, completes=True), effects=(SENT,)))
    walked = GuideView(
        Task(GOAL), Act("[now.no] tell Ada", (Question("now", "is this done: tell Ada?"),)), ADDED, (), 3
    )
    assert "claim" not in texts(guide.sections(walked))


def test_the_current_subgoal_is_the_first_that_nobody_said_is_done_whatever_was_served_last() -> None:
    guide, _ = begun()
    guide.observe(tap(1, LIST, "Tell Ada", ADDED, fields=delta(serves="2")))
    assert "current subgoal: requirement 1 [open]" in told(guide, ADDED, 2)
    guide.observe(tap(2, ADDED, "Add milk", LIST, fields=delta(serves="1", completes=True)))
    assert standing(guide) == ["said", "open"]
    assert "current subgoal: requirement 2 [open]" in told(guide, ADDED, 3)


def test_it_says_claim_once_all_is_shown_and_not_while_a_field_is_due() -> None:
    guide, _ = begun()
    for number, ident in enumerate("12", 1):
        assert "claim" not in told(guide, ADDED, number)
        guide.observe(tap(number, LIST, "Add milk", ADDED, fields=delta(serves=ident, completes=True), effects=(SENT,)))
    assert "claim the end" in told(guide, ADDED, 3)
    due = screen(element(0, "heading", "List"), element(1, "textbox", "Address", states=("required",)))
    assert "claim" not in told(guide, due, 3)
    assert "has to be filled: [1]" in told(guide, due, 3)
    filled = screen(
        element(0, "heading", "List"), element(1, "textbox", "Address", states=("required",), value="Elm 2")
    )
    assert "claim the end" in told(guide, filled, 3)


NEEDED = ("required",)


@pytest.mark.parametrize(
    ("listed", "due"),
    [
        ((element(1, "combobox", "Country", states=NEEDED),), True),
        ((element(1, "combobox", "Country", states=NEEDED, value="Norway"),), False),
        ((element(1, "listbox", "Size", states=NEEDED), element(2, "option", "M", parent=1)), True),
        (
            (
                element(1, "listbox", "Size", states=NEEDED),
                element(2, "option", "M", parent=1, states=("selected",)),
            ),
            False,
        ),
        ((element(1, "checkbox", "Terms", states=(*NEEDED, "unchecked")),), True),
        ((element(1, "checkbox", "Terms", states=(*NEEDED, "checked")),), False),
        ((replace(element(1, "textbox", "Password", states=(*NEEDED, "password")), masked=8),), False),
        (
            (element(1, "radio", "A", states=(*NEEDED, "unchecked")), element(2, "checkbox", "B", states=("checked",))),
            True,
        ),
        ((element(1, "radio", "A", states=(*NEEDED, "unchecked")), element(2, "radio", "B")), True),
        (
            (
                element(1, "radio", "A", states=(*NEEDED, "unchecked")),
                element(2, "radio", "B", states=("checked",)),
            ),
            False,
        ),
        (
            (
                element(1, "radiogroup", "Way", states=NEEDED),
                element(2, "radio", "A", parent=1, states=("unchecked",)),
                element(3, "radio", "B", states=("checked",)),
            ),
            True,
        ),
        ((element(1, "button", "Next", states=NEEDED),), False),
    ],
)
def test_a_required_field_of_any_kind_is_due_until_it_is_filled(listed: Sequence[Element], due: bool) -> None:
    guide, _ = begun()
    for number, ident in enumerate("12", 1):
        guide.observe(tap(number, LIST, "Add milk", ADDED, fields=delta(serves=ident, completes=True), effects=(SENT,)))
    said = told(guide, screen(element(0, "heading", "List"), *listed), 3)
    assert ("has to be filled: [1]" in said) is due
    assert ("claim the end" in said) is not due


# -- counts


def counted(times: int = 5) -> tuple[TaskState, Any]:
    guide, ledger = made("Pulsa + cinco veces.")
    guide.observe(tap(0, LIST, "List", LIST, requirements=[Requirement("1", "deed", "pulsar +", times)]))
    return guide, ledger


def test_a_quote_does_not_end_a_count_that_is_not_full_and_one_said_time_makes_it_said() -> None:
    guide, _ = counted(2)
    guide.observe(tap(1, LIST, "List", ADDED, expect="Milk was added", fields=delta(serves="1", completes=True)))
    guide.observe(tap(2, ADDED, "List", ADDED, fields=delta(met=[{"id": "1", "quote": "Milk was added"}])))
    assert standing(guide) == ["open"]
    assert guide.state.flags == {"fewer times than needed": 1}
    guide.observe(tap(3, ADDED, "List", LIST, fields=delta(serves="1", completes=True)))
    assert standing(guide) == ["said"]
    assert "1 of 2 times shown, 1 more said" in told(guide, LIST, 4)


# -- values that were read


CONTACT = page("Ada", "(555-1234)", "Back")


@pytest.mark.parametrize(
    "more",
    [
        {"memory": {"notes": [{"value": "555-1234", "meaning": "Ada's number"}]}},
        {"program": {"values": {"number": "555-1234"}}},
        {},
    ],
)
def test_a_value_that_was_read_shows_that_it_was_looked_up(more: Mapping[str, Any]) -> None:
    guide, ledger = made("Ada's number?")
    guide.observe(tap(0, LIST, "List", CONTACT, requirements=[Requirement("1", "value", "Ada's number")]))
    own = delta(serves="1", completes=True)
    action = None if more else Answer("555-1234")
    guide.observe(tap(1, CONTACT, "Back", LIST, fields={**more, **own}, action=action))
    assert statuses(ledger) == {"1": "attested"}


def test_a_value_that_stands_nowhere_shows_nothing() -> None:
    guide, ledger = made("Ada's number?")
    guide.observe(tap(0, LIST, "List", CONTACT, requirements=[Requirement("1", "value", "Ada's number")]))
    guide.observe(tap(1, CONTACT, "", CONTACT, action=Answer("555-9999"), fields=delta(serves="1", completes=True)))
    assert statuses(ledger).get("1") != "attested"


# -- labels


CHECKOUT = page("Checkout", "Place order")


def test_the_label_of_a_button_that_came_up_shows_no_deed() -> None:
    guide, ledger = begun()
    guide.observe(tap(1, LIST, "Add milk", CHECKOUT, expect="Place order", fields=delta(serves="1", completes=True)))
    assert statuses(ledger) == {"1": "proposed"}
    guide.observe(
        tap(2, CHECKOUT, "", CHECKOUT, action=Wait(1), fields=delta(met=[{"id": "1", "quote": "Place order"}]))
    )
    assert statuses(ledger) == {"1": "proposed"}
    assert guide.state.flags == {"quote that shows nothing": 1}


def test_the_label_of_a_button_shows_no_state_either() -> None:
    guide, ledger = made("The order is placed.")
    stated = [Requirement("1", "state", "the order is placed")]
    own = delta(serves="1", completes=True)
    guide.observe(tap(0, LIST, "Add milk", CHECKOUT, requirements=stated, expect="Place order", fields=own))
    assert statuses(ledger) == {"1": "proposed"}
    quoted = delta(met=[{"id": "1", "quote": "Place order"}])
    guide.observe(tap(1, CHECKOUT, "", CHECKOUT, action=Wait(1), fields=quoted))
    assert standing(guide) == ["said"]
    guide.observe(tap(2, CHECKOUT, "", CHECKOUT, action=Wait(1), fields=delta(met=[{"id": "1", "quote": "Checkout"}])))
    assert standing(guide) == ["done"]


# -- marks of decisions that were refused


def test_a_mark_survives_a_refused_step_for_something_else() -> None:
    guide, _ = begun()
    guide.observe(tap(1, LIST, "Add milk", ADDED, fields=delta(serves="1")))
    refused = tap(2, ADDED, "Tell Ada", ADDED, fields=delta(serves="2", met=[{"id": "1", "quote": "Milk was added"}]))
    guide.observe(replace(refused, effectiveness="refused", cause="refused", attempts=()))
    assert standing(guide) == ["done", "open"]
    guide.observe(tap(3, ADDED, "Tell Ada", ADDED, fields=delta(met=[{"id": "2", "quote": "?"}])))
    assert standing(guide) == ["done", "open"]  # its own act was refused, and nothing shows it


def test_requirements_and_marks_of_a_decision_that_was_sent_back_count(tmp_path: Path) -> None:
    stated = [
        {"id": "1", "kind": "state", "text": "settings are there"},
        {"id": "2", "kind": "deed", "text": "open them"},
    ]
    first = {**click(99), "requirements": stated, "task-state": {"met": [{"id": "1", "quote": "Settings"}]}}
    second = {**click(2), "task-state": {"serves": "2"}}
    bench = Bench(tmp_path)
    guide, _ = made("x")
    form = guide.fields("full")
    assert form is not None
    actor = ModelActor(
        ScriptedModel([first, second, done()], then="repeat"), "full", lambda x, y, _: (x, y), {"task-state": form}
    )
    settings = replace(bench.settings([]), guides=GuideChoices(use=("task-state",)))
    steps: list[Transition] = []
    hooks = Hooks(on_step=steps.append, probes=Probes(lambda made_: bench.device, actor=lambda: actor))
    build_run(RunRequest("Open the settings.", f"scripted:{tmp_path / 'app.json'}"), settings, NOBODY, hooks).go()
    decision = steps[0].decision
    assert [one.id for one in decision.requirements] == ["1", "2"]
    assert decision.fields["task-state"]["met"] == [{"id": "1", "quote": "Settings"}]
    assert decision.fields["task-state"]["serves"] == "2"


# -- the updater's word


def reports(**more: object) -> dict[str, object]:
    return {"add": [{"id": "1", "text": "milk"}, {"id": "2", "text": "Ada"}], **more}


def test_the_preset_of_the_paper_follows_its_updaters_word_and_all_holds_it_against_evidence(tmp_path: Path) -> None:
    chosen = {
        name: load({"context.preset": name}, environ={}, directory=tmp_path).guides.trust for name in ("tsr", "all")
    }
    assert chosen == {"tsr": "word", "all": "evidence"}
    said = reports(met=[{"id": "1", "quote": "nowhere"}], effective="no", result="Nothing came of it.", current="2")
    for trusting, status, kind in ((True, "done", "no effect"), (False, "said", "worked")):
        guide, ledger = made("x", updating=Answering(said), trusting=trusting)
        guide.observe(tap(0, LIST, "Add milk", ADDED))
        assert (standing(guide)[0], guide.state.last.kind) == (status, kind)
        assert statuses(ledger) == {"1": "proposed"}  # the ledger takes proof, whoever is trusted
    assert "current subgoal: requirement 2" in told(guide, ADDED, 1)


# -- long tasks done right


def long_run(times: int) -> list[Transition]:
    """Twelve steps done right: five presses of a button, then a value that is looked up, then a note that is saved."""
    stated = [
        Requirement("press", "deed", "+ 5 mal drücken", 5),
        Requirement("number", "value", "Adas Nummer"),
        Requirement("note", "deed", "Notiz gespeichert"),
    ]
    steps = [tap(0, page("Start", "Zähler"), "Zähler", page("Zähler", "+", "(0)"), requirements=stated)]
    for number in range(1, 6):
        before, after = page("Zähler", "+", f"({number - 1})"), page("Zähler", "+", f"({number})")
        own = delta(serves="press", completes=True)
        steps.append(tap(number, before, "+", after, expect=str(number), fields=own if number <= times else {}))
    here = page("Zähler", "+", "(5)")
    steps.append(tap(6, here, "+", page("Kontakte", "Ada"), fields=delta(serves="number")))
    steps.append(tap(7, page("Kontakte", "Ada"), "Ada", CONTACT, fields=delta(serves="number", completes=True)))
    noted = {"memory": {"notes": [{"value": "555-1234", "meaning": "Adas Nummer"}]}}
    steps.append(tap(8, CONTACT, "Back", page("Notiz", "Sichern"), fields=noted))
    saved = page("Notizen", "(gespeichert um 9:41)")
    steps.append(
        tap(9, page("Notiz", "Sichern"), "Sichern", saved, fields=delta(serves="note", completes=True), effects=(SENT,))
    )
    steps.append(tap(10, saved, "Notizen", saved))
    steps.append(tap(11, saved, "", saved, action=Wait(1)))
    return steps


@pytest.mark.parametrize(("times", "statuses_"), [(5, ["done", "done", "done"]), (4, ["open", "done", "done"])])
def test_a_task_of_twelve_steps_done_right_ends_at_all_of_all(times: int, statuses_: Sequence[str]) -> None:
    guide, _ = made("Zähle, schlage nach, sichere.")
    for one in long_run(times):
        guide.observe(one)
    assert standing(guide) == statuses_


def test_what_a_claim_cites_counts_with_screens_of_earlier_steps() -> None:
    screens: dict[int, Screen] = {1: ADDED}
    guide = Followed(Task("x"), ClaimLedger(), screens.get, always=True)
    stated = [Requirement("1", "deed", "milk"), Requirement("2", "deed", "Ada"), Requirement("3", "deed", "never")]
    guide.observe(tap(0, LIST, "Add milk", ADDED, requirements=stated))
    guide.observe(tap(1, ADDED, "Tell Ada", LIST, effects=(SENT,)))
    shows = (Citation("1", "Milk was added", step=1), Citation("2", element=2, step=1), Citation("3", "Tell Ada"))
    ended = tap(2, LIST, "", LIST, action=Answer("done"))
    guide.observe(replace(ended, effectiveness="none", decision=replace(ended.decision, shows=shows)))
    assert standing(guide) == ["done", "done", "said"]


RIGHT = [path for path in sorted(FOLDER.glob("*.jsonl.gz")) if not path.name.startswith("machinery")]


def only_labels(requirement: str, ended: Transition) -> bool:
    """Whether a claim cites nothing for it on the last screen but labels of what can be touched."""
    cited = [one for one in ended.decision.shows if one.requirement == requirement and one.step is None]
    found = [quoted_on(ended.before, one.quote) for one in cited]
    return bool(found) and all(one is not None and "tap" in one.affordances for one in found)


@pytest.mark.long
def test_what_right_ends_of_runs_played_by_hand_cite_is_shown(tmp_path: Path) -> None:
    """Only what the claims cite: the verifier may see that the rest is met, and does not tell the tracker.

    What a claim cites by the labels of controls alone, such as the rows of a list that open something, is not shown.
    """
    cited, shown, whole, runs = 0, 0, 0, 0
    for path in RIGHT:
        cassette = read(path)
        journal = RunStore.open(tmp_path / path.name)
        with journal.read(import_trace(journal, cassette.trace)) as run:
            steps, task = list(run.transitions()), run.head.task
        action = steps[-1].decision.action
        named = {one.requirement for one in steps[-1].decision.shows}
        complete = isinstance(action, Answer) or getattr(action, "goal_status", "") == "complete"
        if not (complete and named and cassette.record["solved"] and cassette.record["status"] == "success"):
            continue
        screens = {one.step: one.before for one in steps}
        guide = Followed(task, ClaimLedger(), screens.get, always=True)
        for one in steps:
            guide.observe(one)
        items = guide.state.items
        known = [one for one in items if one.id in named and one.kind != "state"]
        for one in known:
            assert one.status == "done" or only_labels(one.id, steps[-1]), f"{path.name}: {one.id} is {one.status}"
        facts = [one.status == "done" for one in known]
        done = sum(one.status == "done" for one in items)
        cited, shown, whole, runs = cited + len(facts), shown + sum(facts), whole + (done == len(items)), runs + 1
        sys.stdout.write(f"{path.name}: {done} of {len(items)} requirements are done after {len(steps)} steps\n")
    sys.stdout.write(f"{shown} of {cited} cited deeds and values are done; all of all in {whole} of {runs} runs\n")
    assert runs > 100
    assert shown >= 0.98 * cited
    assert whole >= 0.9 * runs
