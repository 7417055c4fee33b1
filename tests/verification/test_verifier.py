"""The verifier judges what the evidence means; whatever it answers, nothing is believed that it did not say."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from sextant.errors import BudgetSpent, ModelRefused, ModelUnreachable
from sextant.models.scripted import ScriptedModel, ScriptedReply
from sextant.prompts import Updater
from sextant.types.actions import ByIndex, Click, InputText
from sextant.types.decisions import Act, Citation, Decision, Finished, Requirement
from sextant.types.evidence import Claim
from sextant.types.geometry import Box
from sextant.types.screens import Element
from sextant.types.transitions import Transition
from sextant.verification import ClaimJudgeParts, ModelVerifier
from tests.support.screens import element, screen
from tests.verification.runs import SENT, TAP, Story, page, wanted

MET: dict[str, Any] = {"requirements": [{"id": "goal", "verdict": "met", "reason": "it says so"}]}
UNMET: dict[str, Any] = {"requirements": [{"id": "goal", "verdict": "unmet", "reason": "that is another order"}]}
DONE = page("Cart", "Zamówienie 7 złożone")


class Told:
    """What was reported of the verifier."""

    def __init__(self) -> None:
        self.reports: list[tuple[str, Mapping[str, object]]] = []

    def __call__(self, kind: str, data: Mapping[str, object]) -> None:
        self.reports.append((kind, data))


def story(*replies: ScriptedReply, cites: bool = True, told: Told | None = None) -> tuple[Story, ScriptedModel]:
    model = ScriptedModel(list(replies))
    verifier = ModelVerifier(Updater(model, role="verifier"))
    made = Story(page("Cart"), "order 7", ClaimJudgeParts(verifier=verifier, cites=cites, report=told or Told()))
    return made.does(DONE, SENT, replace(SENT, address="/stats", cause="timer")), model


def test_it_reads_the_goal_the_evidence_and_the_effects_and_is_asked_once_a_claim() -> None:
    told = Told()
    run, model = story(MET, told=told)
    assert run.verdict("Zamówienie 7 złożone") == "by verifier"
    (prompt,) = model.prompts
    assert prompt.role == "verifier"
    for part in (
        "order 7",
        "'Zamówienie 7 złożone' on the screen before step 1, new after step 0",
        "POST",
        "/orders",
        "201",
        "by the page itself at step 0: request POST http://app.test/stats",
        "│ goal (deed): order 7",
    ):
        assert part in prompt.text
    assert '│ [1] text "Zamówienie 7 złożone"' in prompt.text, "what an app says is fenced"
    assert [kind for kind, _ in told.reports] == ["verified"]
    assert run.ledger.claims[0].status == "attested"


def test_it_reads_what_was_touched_by_its_row_and_what_was_typed_but_no_secret() -> None:
    row = (element(0, "listitem", "12,90"), element(1, "link", "Clay pot", parent=0))
    shop = screen(
        *row, element(2, "button", "Add", parent=0), element(3, "textbox", "Note"), element(4, "textbox", "Code")
    )
    model = ScriptedModel([MET])
    run = Story(shop, "order 7", ClaimJudgeParts(verifier=ModelVerifier(Updater(model, role="verifier"))))
    run.does(shop, action=Click(ByIndex(2)))
    run.does(shop, action=InputText("for Ada", ByIndex(3)))
    run.does(DONE, SENT, action=InputText("", ByIndex(4), secret="pin"))
    assert run.verdict("Zamówienie 7 złożone") == "by verifier"
    for told in (
        "step 0: click button 'Add' in row '12,90 · Clay pot'",
        "step 1: typed 'for Ada' into textbox 'Note'",
        "step 2: typed the secret pin into textbox 'Code'",
    ):
        assert f"│ {told}" in model.prompts[0].text


def test_what_is_unmet_goes_back_with_the_reason_and_the_second_time_the_run_ends_unverified() -> None:
    told = Told()
    run, _ = story(UNMET, UNMET, told=told)
    first = run.claims("Zamówienie 7 złożone")
    assert isinstance(first, Act)
    assert "that is another order" in first.remark
    second = run.claims("Zamówienie 7 złożone")
    assert isinstance(second, Finished)
    assert (second.verified, second.by) == (False, "")
    assert [kind for kind, _ in told.reports] == ["verified", "not accepted"] * 2


def test_a_second_claim_may_be_believed() -> None:
    run, _ = story(UNMET, MET)
    assert "another order" in run.verdict("Zamówienie 7 złożone")
    assert run.verdict("Zamówienie 7 złożone") == "by verifier"


def test_code_checks_citations_before_anything_is_asked() -> None:
    run, model = story(MET)
    assert "does not stand" in run.verdict("Order placed")
    assert model.prompts == ()


TWICE = {"requirements": [{"id": "goal", "verdict": "met"}, {"id": "goal", "verdict": "unmet"}]}


@pytest.mark.parametrize(
    ("replies", "why"),
    [
        (["no idea", "none", "still none"], "could be used"),
        ([{"requirements": [{"id": "other", "verdict": "met"}]}], "could be used"),
        ([{"requirements": [{"id": "goal", "verdict": "perhaps"}]}] * 3, "could be used"),
        ([TWICE], "contradicts itself"),
        ([{"requirements": [{"id": "goal", "verdict": "unclear", "reason": "cut off"}]}], "cut off"),
    ],
)
def test_garbage_and_contradictions_are_unclear(replies: Sequence[ScriptedReply], why: str) -> None:
    run, _ = story(*replies)
    said = run.verdict("Zamówienie 7 złożone")
    assert "goal is unclear" in said
    assert why in said


def test_one_that_declines_is_unclear_since_a_page_could_provoke_that() -> None:
    run, _ = story(ModelRefused("I would rather not"), ModelRefused("I would rather not"))
    said = run.verdict("Zamówienie 7 złożone")
    assert "goal is unclear" in said
    assert "declined to judge" in said
    assert not run.verdict("Zamówienie 7 złożone").startswith("by ")


def test_one_that_cannot_be_reached_leaves_it_to_the_evidence_and_that_is_said() -> None:
    told = Told()
    run, _ = story(ModelUnreachable("no network"), told=told)
    assert run.verdict("Zamówienie 7 złożone") == "by evidence"
    ((kind, data),) = told.reports
    assert kind == "verified"
    assert str(data["absent"])


def test_a_limit_that_is_reached_leaves_the_claim_for_a_resume() -> None:
    run, _ = story(BudgetSpent("spent"))
    with pytest.raises(BudgetSpent):
        run.claims("Zamówienie 7 złożone")
    model = ScriptedModel([MET])
    again = Story(page("Cart"), "order 7", ClaimJudgeParts(verifier=ModelVerifier(Updater(model, role="verifier"))))
    again.course.restore(json.loads(json.dumps(run.course.snapshot())))
    end = again.course.next(DONE)
    assert isinstance(end, Finished)
    assert (end.verified, end.by) == (True, "verifier")


def test_beside_an_actor_without_fields_it_quotes_itself_and_code_checks_its_quotes() -> None:
    found: dict[str, Any] = {"requirements": [{"id": "goal", "verdict": "met", "quote": "Zamówienie 7 złożone"}]}
    run, model = story(found, cites=False)
    assert run.verdict() == "by verifier"
    assert "Nothing was cited" in model.prompts[0].text
    invented: dict[str, Any] = {"requirements": [{"id": "goal", "verdict": "met", "quote": "Order placed"}]}
    other, _ = story(invented, cites=False)
    assert "does not stand" in other.verdict()
    old: dict[str, Any] = {"requirements": [{"id": "goal", "verdict": "met", "quote": "Cart"}]}
    still = Story(
        page("Cart"), "x", ClaimJudgeParts(verifier=ModelVerifier(Updater(ScriptedModel([old]))), cites=False)
    )
    assert "stood there before" in still.does(page("Cart", "x")).verdict()
    nobody, _ = story(ModelUnreachable("gone"), cites=False)
    assert "no verifier could be asked" in nobody.verdict()


def test_each_requirement_gets_a_verdict_of_its_own() -> None:
    both = (*wanted("deed", "a"), *wanted("state", "b"))
    said: dict[str, Any] = {
        "requirements": [{"id": "a", "verdict": "met"}, {"id": "b", "verdict": "unmet", "reason": "no receipt"}]
    }
    run, _ = story(said)
    shows = (Citation("a", "Zamówienie 7 złożone"), Citation("b", "Cart"))
    assert "b is unmet: no receipt" in run.verdict(*shows, stated=both)


def test_what_has_no_name_is_told_by_its_place_and_a_text_by_the_field_that_took_it() -> None:
    at = element(3, "text", "The text is shown to the buyer")
    field = element(4, "textbox", "Comment")
    form = screen(element(0, "text", "Day"), element(1, "button", ""), at, field)
    form = screen(*(replace(one, index=place) for place, one in enumerate(form.elements)))
    filled = screen(*form.elements[:3], replace(form.elements[3], states=frozenset({"editable", "focused"})))
    model = ScriptedModel([MET])
    run = Story(form, "order 7", ClaimJudgeParts(verifier=ModelVerifier(Updater(model, role="verifier"))))
    run.does(form, action=Click(ByIndex(1)))
    run.does(filled, action=InputText("for Ada", ByIndex(2)))
    run.does(DONE, SENT)
    assert run.verdict("Zamówienie 7 złożone") == "by verifier"
    text = model.prompts[0].text
    assert "│ step 0: click button without a name at the " in text
    assert "│ step 1: typed 'for Ada' into textbox 'Comment'" in text


def test_nothing_that_was_cited_is_left_out_without_a_word() -> None:
    run, model = story(MET)
    cited = (
        Citation("goal", "Zamówienie 7 złożone"),
        Citation("goal", "Cart", step=0),
        Citation("other", "Cart", step=0),
    )
    run.verdict(*cited, stated=(Requirement("goal", "deed", "order 7"),))
    text = model.prompts[0].text
    assert "│ for goal: 'Cart' on the screen before step 0" in text
    assert "│ for other: 'Cart' on the screen before step 0" in text


def test_it_reads_an_address_as_it_was_sent() -> None:
    model = ScriptedModel([MET])
    run = Story(page("Cart"), "order 7", ClaimJudgeParts(verifier=ModelVerifier(Updater(model, role="verifier"))))
    sent = replace(SENT, address="/deleterecord?path", whole="http://app.test/deleterecord?path=/blog/first")
    assert run.does(DONE, sent).verdict("Zamówienie 7 złożone") == "by verifier"
    assert "step 0: request POST http://app.test/deleterecord?path=/blog/first (answered 201)" in model.prompts[0].text


def test_what_the_actor_noted_is_told_as_its_word_with_the_step_that_read_it() -> None:
    model = ScriptedModel([MET])
    judging = ClaimJudgeParts(verifier=ModelVerifier(Updater(model, role="verifier")), cites=False)
    run = Story(page("Flight 14:05"), "order 7", judging)
    for fields in ({"remember": "departure: 14:05"}, {"notes": [{"value": "SP4K6B", "meaning": "reference"}]}):
        decision = Decision(Click(ByIndex(0)), run.here.digest, fields={"memory": fields})
        run.take(Transition(run.step, run.here, decision, DONE, "effective", TAP, effects=(SENT,)))
        run.step, run.here = run.step + 1, DONE
    run.ledger.propose(Claim("memory.1", "memory", "seat", "4A", step=1))
    run.verdict("Zamówienie 7 złożone")
    lines = model.prompts[0].text.splitlines()
    at = next(place for place, line in enumerate(lines) if line.startswith("## Noted by the actor, in its own words"))
    assert lines[at + 1 : at + 4] == [
        "│ step 1: seat: 4A",
        "│ step 0: departure: 14:05",
        "│ step 1: reference: SP4K6B",
    ]
    assert "it shows nothing by itself" in " ".join(model.prompts[0].prefix.split())


def test_it_is_shown_the_row_of_what_is_cited_before_what_stands_around_it() -> None:
    rows = (element(0, "heading", "Limits"), element(1, "row", "mail"), element(2, "text", "3 of 5", parent=1))
    more = (element(4, "row", "print"), element(5, "text", "1 of 2", parent=4), element(6, "switch", "", parent=4))
    off = element(3, "switch", "", parent=1, states=("unchecked",))
    on = replace(off, states=frozenset({"checked"}))
    model = ScriptedModel([MET])
    run = Story(
        screen(*rows, off, *more), "order 7", ClaimJudgeParts(verifier=ModelVerifier(Updater(model, role="verifier")))
    )
    run.does(screen(*rows, on, *more))
    assert run.verdict(Citation("goal", element=3)) == "by verifier"
    lines = [line.removeprefix("│ ") for line in model.prompts[0].text.splitlines()]
    at = lines.index("its row:")
    assert lines[at + 1 : at + 4] == ['[1] row "mail"', '[2] text "3 of 5"', '[3] switch "" (checked)']
    assert lines[at + 4 : at + 7] == ["around that:", '[0] heading "Limits"', '[4] row "print"']


def test_a_row_of_parts_without_a_role_is_what_stands_in_one_line() -> None:
    def beside(index: int, role: str, label: str, line: int, x: float) -> Element:
        return replace(element(index, role, label), box=Box(x, 48.0 * line, 100, 48))

    before = (beside(0, "text", "Ada", 0, 0), beside(1, "button", "Invite", 0, 200))
    after = (*before[:1], beside(1, "text", "Invited", 0, 200), beside(2, "text", "Bo", 1, 0))
    model = ScriptedModel([MET])
    run = Story(screen(*before), "order 7", ClaimJudgeParts(verifier=ModelVerifier(Updater(model, role="verifier"))))
    assert run.does(screen(*after)).verdict("Invited") == "by verifier"
    lines = [line.removeprefix("│ ") for line in model.prompts[0].text.splitlines()]
    at = lines.index("its row:")
    assert lines[at + 1 : at + 5] == ['[0] text "Ada"', '[1] text "Invited"', "around that:", '[2] text "Bo"']
