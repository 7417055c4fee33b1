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
from sextant.types.screens import Element, Screen
from sextant.types.transitions import Transition
from sextant.verification import ClaimJudgeParts, ModelVerifier
from tests.support.screens import element, screen
from tests.verification.runs import SENT, TAP, Story, page, wanted

MET: dict[str, Any] = {"requirements": [{"id": "goal", "verdict": "met", "reason": "it says so"}]}
UNMET: dict[str, Any] = {"requirements": [{"id": "goal", "verdict": "unmet", "reason": "that is another order"}]}
DONE = page("Cart", "Zamówienie 7 złożone")


class Judged(Story):
    """A story whose claims a scripted model judges, and what was reported of it."""

    def __init__(self, here: Screen, *replies: ScriptedReply, cites: bool = True) -> None:
        self.model = ScriptedModel(list(replies))
        self.reports: list[tuple[str, Mapping[str, object]]] = []
        verifier = ModelVerifier(Updater(self.model, role="verifier"))

        def report(kind: str, data: Mapping[str, object]) -> None:
            self.reports.append((kind, data))

        self.seen: dict[int, Screen] = {}
        parts = ClaimJudgeParts(verifier=verifier, cites=cites, report=report, screens=self.seen.get)
        super().__init__(here, "order 7", parts)

    def take(self, transition: Transition) -> None:
        self.seen[transition.step] = transition.before
        super().take(transition)

    @property
    def lines(self) -> list[str]:
        """What the model read, without the fence of what an app says."""
        return [line.removeprefix("│ ") for line in self.model.prompts[0].text.splitlines()]


def story(*replies: ScriptedReply, cites: bool = True) -> Judged:
    made = Judged(page("Cart"), *replies, cites=cites)
    return made.does(DONE, SENT, replace(SENT, address="/stats", cause="timer"))


def test_it_reads_the_goal_the_evidence_and_the_effects_and_is_asked_once_a_claim() -> None:
    run = story(MET)
    assert run.verdict("Zamówienie 7 złożone") == "by verifier"
    (prompt,) = run.model.prompts
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
    assert [kind for kind, _ in run.reports] == ["verified"]
    assert run.ledger.claims[0].status == "attested"


def test_writes_outlast_what_is_harmless_to_repeat() -> None:
    read = [
        replace(SENT, method="POST", address=f"/filter/{'abcdefgh'[at % 8]}{at}", harmless=True) for at in range(40)
    ]
    run = Judged(page("Cart"), MET).does(
        DONE, SENT, *read, replace(SENT, kind="storage", method="set", address="local")
    )
    assert run.verdict("Zamówienie 7 złożone") == "by verifier"
    told = [line for line in run.lines if line.startswith("step 0: ") and "http://app.test" in line]
    assert told[-2:] == [
        "step 0: request POST http://app.test/orders (answered 201)",
        "step 0: storage set http://app.test local (answered 201)",
    ]
    assert "harmless to repeat" in told[0]
    assert len(told) < 40


def test_it_reads_what_was_touched_by_its_row_and_what_was_typed_but_no_secret() -> None:
    row = (element(0, "listitem", "12,90"), element(1, "link", "Clay pot", parent=0))
    shop = screen(
        *row, element(2, "button", "Add", parent=0), element(3, "textbox", "Note"), element(4, "textbox", "Code")
    )
    run = Judged(shop, MET)
    run.does(shop, action=Click(ByIndex(2)))
    run.does(shop, action=InputText("for Ada", ByIndex(3)))
    run.does(DONE, SENT, action=InputText("", ByIndex(4), secret="pin"))
    assert run.verdict("Zamówienie 7 złożone") == "by verifier"
    for told in (
        "step 0: click button 'Add' in row '12,90 · Clay pot'",
        "step 1: typed 'for Ada' into textbox 'Note'",
        "step 2: typed the secret pin into textbox 'Code'",
    ):
        assert told in run.lines


def test_what_is_unmet_goes_back_with_the_reason_and_the_second_time_the_run_ends_unverified() -> None:
    run = story(UNMET, UNMET)
    first = run.claims("Zamówienie 7 złożone")
    assert isinstance(first, Act)
    assert "that is another order" in first.remark
    second = run.claims("Zamówienie 7 złożone")
    assert isinstance(second, Finished)
    assert (second.verified, second.by) == (False, "")
    assert [kind for kind, _ in run.reports] == ["verified", "not accepted"] * 2


def test_a_second_claim_may_be_believed_and_code_checks_citations_before_anything_is_asked() -> None:
    run = story(UNMET, MET)
    assert "does not stand" in run.verdict("Order placed")
    assert run.model.prompts == ()
    run = story(UNMET, MET)
    assert "another order" in run.verdict("Zamówienie 7 złożone")
    assert run.verdict("Zamówienie 7 złożone") == "by verifier"


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
    said = story(*replies).verdict("Zamówienie 7 złożone")
    assert "goal is unclear" in said
    assert why in said


def test_one_that_declines_is_unclear_since_a_page_could_provoke_that() -> None:
    run = story(ModelRefused("I would rather not"), ModelRefused("I would rather not"))
    said = run.verdict("Zamówienie 7 złożone")
    assert "goal is unclear" in said
    assert "declined to judge" in said
    assert not run.verdict("Zamówienie 7 złożone").startswith("by ")


def test_one_that_cannot_be_reached_leaves_it_to_the_evidence_and_that_is_said() -> None:
    run = story(ModelUnreachable("no network"))
    assert run.verdict("Zamówienie 7 złożone") == "by evidence"
    ((kind, data),) = run.reports
    assert kind == "verified"
    assert str(data["absent"])


def test_a_limit_that_is_reached_leaves_the_claim_for_a_resume() -> None:
    run, again = story(BudgetSpent("spent")), Judged(page("Cart"), MET)
    with pytest.raises(BudgetSpent):
        run.claims("Zamówienie 7 złożone")
    again.course.restore(json.loads(json.dumps(run.course.snapshot())))
    end = again.course.next(DONE)
    assert isinstance(end, Finished)
    assert (end.verified, end.by) == (True, "verifier")


def test_beside_an_actor_without_fields_it_quotes_itself_and_code_checks_its_quotes() -> None:
    def met(quote: str) -> dict[str, Any]:
        return {"requirements": [{"id": "goal", "verdict": "met", "quote": quote}]}

    run = story(met("Zamówienie 7 złożone"), cites=False)
    assert run.verdict() == "by verifier"
    assert "Nothing was cited" in run.model.prompts[0].text
    assert "does not stand" in story(met("Order placed"), cites=False).verdict()
    still = Judged(page("Cart"), met("Cart"), cites=False)
    assert "stood there before" in still.does(page("Cart", "x")).verdict()
    assert "no verifier could be asked" in story(ModelUnreachable("gone"), cites=False).verdict()


def test_where_nothing_is_cited_it_sees_and_may_quote_the_earlier_screens() -> None:
    met: dict[str, Any] = {"requirements": [{"id": "goal", "verdict": "met", "quote": "Order 7 placed"}]}
    run = Judged(page("Cart", "Total 5"), met, cites=False)
    run.does(page("Cart", "Order 7 placed", at="done"), SENT).does(page("Help", at="help"))
    assert run.verdict() == "by verifier"
    text = run.model.prompts[0].text
    assert text.index("before step 1: Screen: done") < text.index("before step 0: Screen: form")
    assert '│ text "Order 7 placed"' in text
    assert text.count('text "Total 5"') == 1, "a line is given once"
    before = Judged(page("Order 7 placed"), met, cites=False)
    assert "before 'Order 7 placed' stood there" in before.does(page("Help", at="help")).verdict()


def test_it_may_quote_several_places_and_is_asked_again_where_it_quotes_none() -> None:
    def met(quote: str) -> dict[str, Any]:
        return {"requirements": [{"id": "goal", "verdict": "met", "quote": quote}]}

    def run(*replies: dict[str, Any]) -> Judged:
        made = Judged(page("Cart", "Total 5"), *replies, cites=False)
        return made.does(page("Cart", "Order 7 placed", at="done"), SENT).does(page("Help", at="help"))

    assert run(met("Total 5\nOrder 7 placed")).verdict() == "by verifier"
    again = run(met("Order 8 placed"), met("Order 7 placed"))
    assert again.verdict() == "by verifier"
    assert "what you quoted last: goal: 'Order 8 placed' does not stand" in again.model.prompts[1].text
    assert "the verifier quotes what does not show it" in run(met("Total 5\nNo"), met("Total 5\nNo")).verdict()


def test_each_requirement_gets_a_verdict_of_its_own() -> None:
    both = (*wanted("deed", "a"), *wanted("state", "b"))
    said: dict[str, Any] = {
        "requirements": [{"id": "a", "verdict": "met"}, {"id": "b", "verdict": "unmet", "reason": "no receipt"}]
    }
    shows = (Citation("a", "Zamówienie 7 złożone"), Citation("b", "Cart"))
    assert "b is unmet: no receipt" in story(said).verdict(*shows, stated=both)


def test_what_has_no_name_is_told_by_its_place_and_a_text_by_the_field_that_took_it() -> None:
    at = element(3, "text", "The text is shown to the buyer")
    field = element(4, "textbox", "Comment")
    form = screen(element(0, "text", "Day"), element(1, "button", ""), at, field)
    form = screen(*(replace(one, index=place) for place, one in enumerate(form.elements)))
    filled = screen(*form.elements[:3], replace(form.elements[3], states=frozenset({"editable", "focused"})))
    run = Judged(form, MET)
    run.does(form, action=Click(ByIndex(1)))
    run.does(filled, action=InputText("for Ada", ByIndex(2)))
    run.does(DONE, SENT)
    assert run.verdict("Zamówienie 7 złożone") == "by verifier"
    assert any(line.startswith("step 0: click button without a name at the ") for line in run.lines)
    assert "step 1: typed 'for Ada' into textbox 'Comment'" in run.lines


def test_a_touch_that_sent_only_what_is_harmless_shows_no_deed() -> None:
    read = replace(SENT, address="/find", harmless=True)
    run = Judged(page("Cart"), MET)
    run.does(page("Cart", "Added"), SENT).does(page("Cart", "Added", "Found"), read)
    assert run.verdict(Citation("goal", "Added", step=1)) == "by verifier"
    assert "'Added' on the screen before step 1, new after step 0" in run.model.prompts[0].text
    marked = Judged(page("Cart", "Mail"), MET)
    assert "nothing was done" in marked.does(page("Cart", "Mail"), read).verdict(Citation("goal", "Mail", step=0))


def test_the_row_of_several_citations_is_given_once() -> None:
    row = [replace(element(place, "text", text), box=Box(100.0 * place, 0, 90, 16)) for place, text in enumerate("abc")]
    run = Judged(page("Cart"), MET)
    run.does(screen(*row), SENT)
    run.verdict(*(Citation("goal", text) for text in "abc"))
    text = run.model.prompts[0].text
    assert text.count("its row:") == 3
    assert text.count("its row: the same as the row of exhibit 1") == 2


def test_of_two_rows_it_is_told_which_one_a_citation_shares() -> None:
    shown = [
        replace(element(place, "text", text), box=Box(100.0 * (place % 2), 40.0 * (place // 2), 90, 16))
        for place, text in enumerate("abcd")
    ]
    run = Judged(page("Cart"), MET)
    run.does(screen(*shown), SENT)
    run.verdict(*(Citation("goal", text) for text in "acbd"))
    told = [line for line in run.lines if line.startswith(("exhibit", "its row: "))]
    assert [line.partition(" on the screen")[0] for line in told] == [
        "exhibit 1 for goal: 'a'",
        "exhibit 2 for goal: 'c'",
        "its row: the same as the lines around exhibit 1",
        "exhibit 3 for goal: 'b'",
        "its row: the same as the row of exhibit 1",
        "exhibit 4 for goal: 'd'",
        "its row: the same as the lines around exhibit 1",
    ]


def test_nothing_that_was_cited_is_left_out_without_a_word() -> None:
    run = story(MET)
    beside = [Citation(name, "Cart", step=0) for name in ("goal", "other")]
    run.verdict(Citation("goal", "Zamówienie 7 złożone"), *beside, stated=(Requirement("goal", "deed", "order 7"),))
    text = run.model.prompts[0].text
    assert "for goal: 'Cart' on the screen before step 0" in text
    assert "for other: 'Cart' on the screen before step 0" in text


def test_it_reads_an_address_as_it_was_sent() -> None:
    run = Judged(page("Cart"), MET)
    sent = replace(SENT, address="/deleterecord?path", whole="http://app.test/deleterecord?path=/blog/first")
    assert run.does(DONE, sent).verdict("Zamówienie 7 złożone") == "by verifier"
    told = "step 0: request POST http://app.test/deleterecord?path=/blog/first (answered 201)"
    assert told in run.model.prompts[0].text
    run = Judged(page("Cart"), MET)
    sent = replace(SENT, whole="http://app.test/wiki/G%C3%A4st?by=a%2Fb")
    assert run.does(DONE, sent).verdict("Zamówienie 7 złożone") == "by verifier"
    assert "request POST http://app.test/wiki/Gäst?by=a%2Fb" in run.model.prompts[0].text, "but for letters"


def test_what_the_actor_noted_is_told_as_its_word_with_the_step_that_read_it() -> None:
    run = Judged(page("Flight 14:05"), MET, cites=False)
    for fields in ({"remember": "departure: 14:05"}, {"notes": [{"value": "SP4K6B", "meaning": "reference"}]}):
        decision = Decision(Click(ByIndex(0)), run.here.digest, fields={"memory": fields})
        run.take(Transition(run.step, run.here, decision, DONE, "effective", TAP, effects=(SENT,)))
        run.step, run.here = run.step + 1, DONE
    run.ledger.propose(Claim("memory.1", "memory", "seat", "4A", step=1))
    run.verdict("Zamówienie 7 złożone")
    _, _, noted = run.model.prompts[0].text.partition("## Noted by the actor, in its own words")
    told = ["│ step 1: seat: 4A", "│ step 0: departure: 14:05", "│ step 1: reference: SP4K6B"]
    assert noted.splitlines()[1:4] == told
    assert "it shows nothing by itself" in " ".join(run.model.prompts[0].prefix.split())


def test_it_is_shown_the_row_of_what_is_cited_before_what_stands_around_it() -> None:
    rows = (element(0, "heading", "Limits"), element(1, "row", "mail"), element(2, "text", "3 of 5", parent=1))
    more = (element(4, "row", "print"), element(5, "text", "1 of 2", parent=4), element(6, "switch", "", parent=4))
    off = element(3, "switch", "", parent=1, states=("unchecked",))
    on = replace(off, states=frozenset({"checked"}))
    run = Judged(screen(*rows, off, *more), MET).does(screen(*rows, on, *more))
    assert run.verdict(Citation("goal", element=3)) == "by verifier"
    told = run.lines[run.lines.index("its row:") + 1 :]
    assert told[:3] == ['[1] row "mail"', '[2] text "3 of 5"', '[3] switch "" (checked)']
    assert told[3:6] == ["around that:", '[0] heading "Limits"', '[4] row "print"']


def test_a_row_of_parts_without_a_role_is_what_stands_in_one_line() -> None:
    def beside(index: int, role: str, label: str, line: int, x: float) -> Element:
        return replace(element(index, role, label), box=Box(x, 48.0 * line, 100, 48))

    before = (beside(0, "text", "Ada", 0, 0), beside(1, "button", "Invite", 0, 200))
    after = (*before[:1], beside(1, "text", "Invited", 0, 200), beside(2, "text", "Bo", 1, 0))
    run = Judged(screen(*before), MET)
    assert run.does(screen(*after)).verdict("Invited") == "by verifier"
    told = run.lines[run.lines.index("its row:") + 1 :]
    assert told[:4] == ['[0] text "Ada"', '[1] text "Invited"', "around that:", '[2] text "Bo"']
