"""What a claim cites is checked by structure: where it stands, since when, and after which act."""

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sextant.evidence import held
from sextant.state import PAGES, EventLog, migrated
from sextant.text import stands_in
from sextant.types.actions import ByIndex, Click, HandOver, InputText, Status
from sextant.types.codec import from_json
from sextant.types.decisions import Act, Citation, Decision, Finished, Requirement
from sextant.types.evidence import Gone
from sextant.types.screens import Modal, Screen
from sextant.types.snapshots import Snapshot
from sextant.types.transitions import Transition
from sextant.verification import ClaimJudgeParts
from sextant.verification.citations import Exhibits, quoted_on
from tests.support.screens import element, screen
from tests.verification.runs import HELD, SENT, TAP, Story, page, wanted

EVIDENCE = "by evidence"


def test_words_that_came_after_an_act_show_a_deed_and_those_that_stood_there_before_do_not() -> None:
    assert Story(page("Cart")).does(page("Cart", "Zamówienie złożone")).verdict("Zamówienie złożone") == EVIDENCE
    assert Story(page("ok", "Chat")).does(page("ok", "Chat", "ok")).verdict("ok") == EVIDENCE, "one more is new"
    said = Story(page("Cart", "Total 5")).does(page("Cart", "Total 5", "Saved")).verdict("Total 5")
    assert "'Total 5' stood there before" in said
    assert "your act changed" in said
    here = page("Order", "Sent to Ada")
    assert "stood there before" in Story(here).does(here).verdict("Sent to Ada"), "an act without effect"


def test_nothing_done_shows_no_deed_and_a_state_needs_none() -> None:
    story = Story(page("Dark mode is on"))
    said = story.verdict("Dark mode is on")
    assert "nothing was done in this run" in said
    assert "kind state" in said
    assert story.verdict("Dark mode is on", stated=wanted("state")) == EVIDENCE


def test_a_page_that_an_act_led_to_is_new_and_one_merely_looked_at_longer_is_not() -> None:
    assert Story(page("List")).does(page("Thank you", at="thanks")).verdict("Thank you") == EVIDENCE
    scrolled = Story(page("List")).scrolls(page("List", "Old entry"))
    assert "nothing was done" in scrolled.verdict("Old entry")
    later = Story(page("List")).scrolls(page("List", "Old entry")).does(page("List", "Old entry", "x"))
    assert "stood there before" in later.verdict("Old entry")


def test_what_opens_over_a_page_makes_the_page_no_newer() -> None:
    before = screen(element(0, "text", "Row 7"), key="list")
    menu = screen(element(0, "text", "Row 7"), element(1, "button", "Delete"), key="list+menu")
    assert "stood there before" in Story(before).does(menu).verdict("Row 7")
    assert Story(before).does(menu).verdict("Delete") == EVIDENCE


def test_a_write_that_was_seen_shows_a_deed_whose_words_stood_there_before() -> None:
    here = page("Like", "3 people")
    local_kinds = (replace(SENT, kind="storage"), replace(SENT, kind="beacon"))
    for local in (*local_kinds, replace(SENT, status=500), replace(SENT, status=0)):
        assert "stood there before" in Story(here).does(here, local).verdict("3 people")
        assert "nothing was done" in Story(here).does(here, local).verdict(Citation("goal", "Like", step=0))
    told = Story(here).does(here, SENT).does(here)
    assert "or, if its write is what was wanted, what you touched, with step 0" in told.verdict("3 people")
    assert told.verdict(Citation("goal", "Like", step=0)) == EVIDENCE
    assert "stood there before" in Story(here).does(here, SENT).does(here).verdict(Citation("goal", "Like", step=1))


def test_a_write_that_was_held_has_not_happened() -> None:
    story = Story(page("Form")).does(page("Form", "Sent!"), HELD)
    assert "was held" in story.verdict("Sent!")
    for own in (replace(HELD, kind="beacon"), replace(HELD, cause="load"), replace(HELD, cause="timer")):
        assert Story(page("Form")).does(page("Form", "Liked"), own).verdict("Liked") == EVIDENCE, "the page's own"
    later = Story(page("Form", "Like")).does(page("Form", "Like"), SENT).does(page("Form", "Like"), HELD)
    assert later.verdict(Citation("goal", "Like", step=0)) == EVIDENCE, "another act's was held"


def test_what_a_person_did_shows_a_deed_until_the_run_acts_again() -> None:
    here = page("Inbox")
    assert Story(here).does(here, action=HandOver("log in")).verdict("Inbox") == EVIDENCE
    assert "stood there before" in Story(here).does(here, action=HandOver("log in")).does(here).verdict("Inbox")


def test_what_is_typed_and_not_sent_shows_no_deed_until_something_was_written() -> None:
    empty, full = page("Mail", fields=(("Body", ""),)), page("Mail", fields=(("Body", "Hello Ada"),))
    assert "send or save it" in Story(empty).types(full).verdict("Hello Ada")
    assert Story(empty).types(full, SENT).verdict("Hello Ada") == EVIDENCE, "it saves by itself"
    assert Story(empty).types(full).does(page("Sent", "Hello Ada", at="sent")).verdict("Hello Ada") == EVIDENCE


def test_a_state_that_an_act_has_changed_is_cited_by_its_element() -> None:
    other = element(1, "checkbox", "B", states=("checked",))
    off = screen(element(0, "checkbox", "Wi-Fi", states=("unchecked",)), other)
    on = screen(element(0, "checkbox", "Wi-Fi", states=("checked",)), other)
    assert Story(off).does(on).verdict(Citation("goal", element=0)) == EVIDENCE
    assert "stood there before" in Story(off).does(on).verdict(Citation("goal", element=1))
    assert "no element [9]" in Story(off).does(on).verdict(Citation("goal", element=9))
    assert Story(off).does(on).verdict('checkbox "Wi-Fi" (checked)') == EVIDENCE, "a line of the listing is quoted"


def test_what_is_gone_from_its_page_may_be_cited() -> None:
    story = Story(page("Milk", "Bread"))
    assert story.does(page("Bread")).verdict("Milk") == EVIDENCE
    assert "does not stand" in Story(page("Milk")).does(page("Bread")).verdict("Butter")
    assert "does not stand" in Story(page("Milk")).does(page("Else", at="other")).verdict("Milk"), "it merely left"
    assert Story(page("Milk", "Bread")).does(page("Bread")).verdict(Citation("goal", "Milk", step=0)) == EVIDENCE
    open_mail, next_mail = page("News", "Bill", at="mail/1"), page("Bill", at="mail/2")
    assert Story(open_mail).does(next_mail, SENT).verdict("News") == EVIDENCE, "a list beside what is open"
    assert "does not stand" in Story(open_mail).does(next_mail).verdict("News")
    seen_again = Story(open_mail).does(next_mail, SENT).does(page("News", at="all")).does(next_mail)
    assert "does not stand" in seen_again.verdict("News"), "it was elsewhere only"
    gone = Story(page("Milk", "Bread")).does(page("Bread"))
    decision = Decision(Status("complete"), gone.here.digest, expectations=(Gone("Milk"),))
    verdicts = (held(Gone("Milk"), gone.here),)
    gone.take(Transition(gone.step, gone.here, decision, gone.here, "none", verdicts=verdicts))
    assert not isinstance(gone.course.next(gone.here), Act)


def test_an_earlier_screen_may_be_cited_by_its_step() -> None:
    story = Story(page("Form")).does(page("Number 77", at="done")).does(page("Home", at="home"))
    assert story.verdict(Citation("goal", "Number 77", step=1)) == EVIDENCE
    other = Story(page("Form")).does(page("Number 77", at="done")).does(page("Home", at="home"))
    assert "does not stand on the present screen" in other.verdict("Number 77")
    assert "there was no step 40" in other.verdict(Citation("goal", "Number 77", step=40))


def test_every_requirement_is_cited() -> None:
    bare = Story(page("x"))
    assert ["nothing is cited" in bare.verdict() for _ in range(2)] == [True, True]
    both = (*wanted("deed", "a"), *wanted("value", "b"))
    story = Story(page("x")).does(page("x", "Saved"))
    said = story.verdict(Citation("a", "Saved"), Citation("c", "x"), stated=both)
    assert "nothing is cited for 'b'" in said
    assert "you cite a, c" in said
    assert story.verdict(Citation("a", "Saved"), Citation("b", "x"), stated=both) == EVIDENCE


def test_an_expectation_that_fails_refuses_a_claim_only_where_it_stands_for_the_evidence() -> None:
    for answer in ("", "Saved"):
        story = Story(page("x")).does(page("x", "Saved"))
        assert story.verdict("Saved", answer=answer, expects="stands nowhere") == EVIDENCE, "citations are the evidence"
    said = Story(page("x")).does(page("x", "Saved")).verdict(expects="stands nowhere")
    assert "nothing is cited for 'goal'" in said, "what fails shows nothing"
    bare = Story(page("x"), judging=ClaimJudgeParts(cites=False)).does(page("x", "Saved"))
    assert "you expect what is not so on this screen" in bare.verdict(expects="stands nowhere")
    assert bare.verdict(expects="Saved") == EVIDENCE


def test_the_only_requirement_is_cited_by_any_id() -> None:
    story = Story(page("x")).does(page("x", "Saved"))
    assert "does not stand" in story.verdict(Citation("zebra", "Never"), stated=wanted("deed", "a"))
    assert story.verdict(Citation("zebra", "Saved")) == EVIDENCE
    own = Story(page("x")).does(page("x", "Saved"))
    shows = (Citation("a", "Saved"), Citation("zebra", "Never"))
    assert own.verdict(*shows, stated=wanted("deed", "a")) == EVIDENCE, "its own come first"


def test_a_value_is_cited_where_it_stands_and_a_composed_answer_needs_a_verifier() -> None:
    story = Story(page("12 EUR", "30 EUR"))
    assert "nothing is cited" in story.verdict(answer="42 EUR")
    end = story.claims("12 EUR", "30 EUR", answer="42 EUR")
    assert isinstance(end, Finished)
    assert (end.verified, end.answer) == (False, "42 EUR"), "not refused: nothing else could be cited"
    assert "'42 EUR' stands in nothing that was cited, and no verifier" in end.reason
    assert Story(page("12 EUR")).verdict(answer="12 EUR") == EVIDENCE, "an answer that stands there cites itself"
    assert "cite the words that hold it" in Story(page("12 EUR", "30 EUR")).verdict("30 EUR", answer="12 EUR")
    assert Story(page("1: 12 EUR", "2: 30 EUR")).verdict("12 EUR", "30", answer="Ada paid 12, Bo 30") == EVIDENCE
    deed = Story(page("x")).does(page("x", "Order placed"))
    assert deed.verdict("Order placed", answer="It is done", stated=wanted("deed")) == EVIDENCE, "no value is wanted"


def test_an_answer_stands_in_what_is_cited_however_its_numbers_are_written() -> None:
    same = {"1,234.50": "1.234,50 €", "1234.5": "1 234,50 zł", "١٢": "12 EUR", "THE  BLUE one": "the blue one, size M"}
    other = {"12.50": "1250", "Room 3: 12 EUR": "12 EUR", "3.5.2024": "03.05.2024", "42": "142"}
    for answer, cited in {**same, **other}.items():
        assert (Story(page(cited)).verdict(cited, answer=answer) == EVIDENCE) is (answer in same), answer


def test_a_deed_that_is_stated_again_as_a_state_stays_a_deed() -> None:
    other = (Requirement("new", "state", "something else"),)
    for again, cited in ((wanted("state"), "goal"), (wanted("state", "other"), "other"), (other, "goal")):
        story = Story(page("x", "Old order"))
        story.claims(stated=wanted("deed"))
        shows = {cited: Citation(cited, "Old order"), again[0].id: Citation(again[0].id, "Old order")}
        said = story.verdict(*shows.values(), stated=again)
        assert "nothing was done" in said
        assert "kind state" not in said, "that would not be accepted"
    named = (*wanted("deed", "a"), *wanted("state", "b"))
    story = Story(page("x")).does(page("x", "y"))
    story.claims(stated=named)
    both = (Citation("a", "y"), Citation("b", "x"))
    assert story.verdict(*both, stated=(named[0], Requirement("b", "state", "what is wanted"))) == EVIDENCE


def test_titles_dialogs_and_long_texts_are_read_and_passwords_are_not() -> None:
    modal = screen(
        element(0, "button", "OK"), modal=Modal("alert", "Termin gespeichert"), location="http://app.test/form"
    )
    assert Story(page("Form")).does(modal).verdict("Termin gespeichert") == EVIDENCE
    long = "word " * 200 + "the end is near"
    assert Story(page("Form")).does(page("Form", long)).verdict("the end is near") == EVIDENCE
    secret = screen(element(0, "textbox", "PIN", value="4711", states=("password",)))
    assert quoted_on(secret, "4711") is None


def test_a_claim_can_be_taken_up_after_a_stop() -> None:
    story = Story(page("Cart")).does(page("Cart", "Done"))
    again = Story(page("Cart"))
    again.course.restore(json.loads(json.dumps(story.course.snapshot())))
    again.log.restore(story.log.states())
    again.here, again.step = story.here, story.step
    assert again.verdict("Done") == EVIDENCE


def test_a_claim_is_judged_by_the_requirements_that_the_log_has() -> None:
    story = Story(page("Cart"))
    story.claims(stated=(*wanted("deed", "a"), *wanted("deed", "b")))
    again = Story(page("Cart"))
    again.log.restore(story.log.states())
    again.step = story.step
    again.does(page("Cart", "Done"))
    assert "b" in again.verdict(Citation("a", "Done"))
    assert again.verdict(Citation("a", "Done"), Citation("b", "Done")) == EVIDENCE


@pytest.mark.parametrize("version", [1, 2])
def test_requirements_that_an_older_run_stored_with_its_judge_are_read(version: int) -> None:
    stated = [{"id": "a", "kind": "deed", "text": "it is sent"}]
    kept = {"state": json.dumps({"requirements": stated})} if version == 1 else {"requirements": stated}
    for course in ({"judge": kept}, {"state": "{}", "goal": {"judge": kept}}):
        found = migrated(Snapshot({"course": json.dumps(course)}, version)).states
        assert from_json(tuple[Requirement, ...], found["requirements"]) == (Requirement("a", "deed", "it is sent"),)
    newer = {"course": json.dumps({"judge": kept}), "requirements": "[]"}
    assert migrated(Snapshot(newer)).states["requirements"] == "[]"
    for course in ('{"judge": null}', "[]", '{"goal": "x"}'):
        assert "requirements" not in migrated(Snapshot({"course": course})).states


def test_a_long_run_is_kept_small() -> None:
    story = Story(page("0"))
    for turn in range(500):
        story.does(page(*(f"{turn}.{line} some text of a row" for line in range(40)), at=str(turn % 90)))
    assert len(json.dumps([story.course.snapshot(), *story.log.states().values()])) < 600_000


SCRIPTS = [
    "abcdefg",
    "абвгдеж",
    "αβγδεζη",
    "אבגדהוז",
    "ابتثجحخ",
    "कखगघचछज",
    "一二三四五六七",
    "あいうえおかき",
    "กขคงจฉช",
]
WORD = st.sampled_from(SCRIPTS).flatmap(lambda letters: st.text(letters, min_size=3, max_size=7))
TEXTS = st.lists(WORD, min_size=1, max_size=6, unique=True)


@settings(max_examples=150, deadline=None)
@given(TEXTS, TEXTS, WORD)
def test_a_quote_that_never_stood_there_is_never_accepted(before: list[str], after: list[str], quote: str) -> None:
    story = Story(page(*before)).does(page(*after))
    if not any(stands_in(quote, text) for text in (*before, *after, "form")):
        assert "does not stand" in story.verdict(quote)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.integers(0, 6), min_size=1, max_size=5), st.lists(st.integers(0, 6), min_size=1, max_size=5))
def test_the_verdict_is_the_same_in_every_script(old: list[int], new: list[int]) -> None:
    """The same run in other letters: what is accepted does not depend on which."""

    verdicts = set[tuple[bool, ...]]()
    for letters in SCRIPTS:
        before, after = ([letters[place] * 4 for place in chosen] for chosen in (old, new))
        quotes = dict.fromkeys((*before, *after))
        stories = [(Story(page(*before)).does(page(*after)), quote) for quote in quotes]
        verdicts.add(tuple(story.verdict(quote) == EVIDENCE for story, quote in stories))
    assert len(verdicts) == 1


def test_whole_words_are_quoted() -> None:
    for quote, found in (("no", False), ("notes", True), ("ＮＯＴＥＳ", True), ("5", False), ("…notes…", True)):
        assert (quoted_on(page("My notes, 50"), quote) is not None) is found


def test_words_are_taken_from_the_screen_beside_the_step_that_is_named_where_they_stand_there_alone() -> None:
    def story() -> Story:
        return Story(page("Form")).does(page("Saved", at="done")).does(page("Home", at="home")).does(page("x", at="x"))

    for step in (0, 1, 2):
        assert story().verdict(Citation("goal", "Saved", step=step)) == EVIDENCE
    said = story().verdict(Citation("goal", "Saved", step=3))
    assert "does not stand on the present screen" in said
    assert story().verdict(Citation("goal", "x", step=4)) == EVIDENCE, "the act of step 3 led to the present screen"
    far = story().verdict(Citation("goal", "Saved", step=5))
    assert "the screen of a step is the one before its act" in far
    twice = Story(page("Busy", at="a")).does(page("Form", at="b")).does(page("Busy", at="c"))
    assert "does not stand on the screen of step 1, before its act" in twice.verdict(Citation("goal", "Busy", step=1))
    here = Story(page("Milk")).does(page("Milk", "Saved")).does(page("Milk"))
    assert here.verdict(Citation("goal", "Saved", step=0)) == EVIDENCE, "it came and went on one page"
    old = Story(page("Total 5")).does(page("Total 5", "Saved")).verdict(Citation("goal", "Total 5", step=0))
    assert "nothing was done" in old, "what stands where it is said to is not looked for elsewhere"


def labelled(*labels: str, role: str = "button", text: str = "") -> Screen:
    listed = [element(place, role, one) for place, one in enumerate(labels)]
    return screen(*(replace(one, text=text or one.text) for one in listed))


@pytest.mark.parametrize(
    ("typed", "after", "quote", "content"),
    [
        ("", labelled("Place order"), "Place order", False),
        ("Water the fig", labelled("Water the fig"), "Water the fig", True),
        ("fig", labelled("Water the fig, today"), "Water the fig, today", True),
        ("", labelled("Cart", role="tab", text="Cart 1"), "Cart 1", True),
        ("", page("Place order"), "Place order", True),
    ],
)
def test_the_label_of_a_control_is_told_from_content(typed: str, after: Screen, quote: str, content: bool) -> None:
    log = EventLog((PAGES,))
    exhibits = Exhibits(log)
    before = page("List", fields=(("Title", ""),))
    saves = Click(ByIndex(0))
    for step, (action, shown) in enumerate(
        ((InputText(typed, ByIndex(1)) if typed else saves, before), (saves, after))
    ):
        log.append(Transition(step, before, Decision(action, before.digest), shown, "effective", TAP))
    shown = exhibits.shown(Citation("goal", quote), Requirement("goal", "deed", "x"), after, 2)
    assert (shown is not None) is content
    assert (exhibits.shown(Citation("goal", quote), Requirement("goal", "state", "x"), after, 2) is not None) is content
    assert exhibits.shown(Citation("goal", quote), Requirement("goal", "value", "x"), after, 2) is not None


def test_a_control_with_a_state_or_a_value_shows_what_is_so() -> None:
    state = Requirement("goal", "state", "x")
    controls = (
        *(element(0, "switch", "Wi-Fi", states=(one,)) for one in ("checked", "unchecked")),
        element(0, "tab", "Orders", states=("selected",)),
        element(0, "combobox", "Country", value="Norway"),
    )
    for one in controls:
        here = screen(one)
        assert Exhibits(EventLog((PAGES,))).shown(Citation("goal", one.name), state, here, 0) is not None
    bare = screen(element(0, "textbox", "Country"))
    assert Exhibits(EventLog((PAGES,))).shown(Citation("goal", "Country"), state, bare, 0) is None
