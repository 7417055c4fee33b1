"""What a screen left undecided: looked at again, asked, answered, and told to whoever keeps the record."""

from dataclasses import replace

import pytest

from sextant.elements.refs import ref_of
from sextant.evidence import OPEN, Hindsight, judge_step
from sextant.state import EventLog
from sextant.types.actions import Action, ByIndex, Click, NavigateBack, Pause, Status, Wait
from sextant.types.decisions import Decision, Judgement
from sextant.types.events import Aside
from sextant.types.evidence import Changed, Effect, FieldHas, Predicate, ScreenIs, SettledVerdict, TextVisible
from sextant.types.screens import Screen
from sextant.types.transitions import Attempt, Transition
from tests.evidence.test_change import over
from tests.support.logs import Told
from tests.support.screens import element, screen

PAGE = screen(element(0, "heading", "Edit note"), element(1, "button", "Save"), element(2, "link", "Back"))
SAVED = screen(*PAGE.elements, element(3, "text", "Saved a moment ago"))
POPUP = over(PAGE, "Enjoying it?", "Rate it", "×")
BLACK = screen(condition="blank")
ELSEWHERE = screen(location="http://app.test/other")


def step(
    number: int,
    after: Screen,
    *expected: Predicate,
    before: Screen = PAGE,
    judged: tuple[Judgement, ...] = (),
    interrupt: str = "",
) -> Transition:
    decision = Decision(Click(ByIndex(1)), before.digest, "save it", expectations=expected, judgements=judged)
    judgement = judge_step(expected, before, after, number)
    return Transition(
        number, before, decision, after, judgement.effectiveness, verdicts=judgement.verdicts, interrupt=interrupt
    )


class Heard:
    """A Hindsight with what it told."""

    def __init__(self) -> None:
        self._told: list[Aside] = []
        self.log = EventLog((OPEN,))
        self.asking = Hindsight(self.log)

    @property
    def told(self) -> list[SettledVerdict]:
        self._told += self.log.take_asides()
        return [one for one in self._told if isinstance(one, SettledVerdict)]


def test_an_effect_in_words_is_asked_and_a_quote_settles_it() -> None:
    heard = Heard()
    heard.asking.observe(step(4, SAVED, Effect("the note is stored")))
    (question,) = heard.asking.ask(SAVED)
    assert "the note is stored" in question.text
    heard.asking.observe(step(5, PAGE, before=SAVED, judged=(Judgement(question.id, "yes", "Saved a moment ago"),)))
    (settled,) = heard.told
    assert (settled.step, settled.effective, settled.verdict.attested) == (4, True, True)
    assert settled.verdict.evidence[0].screen == SAVED.digest
    assert heard.asking.ask(PAGE) == ()


@pytest.mark.parametrize(
    ("answer", "quote"), [("yes", ""), ("yes", "It went well"), ("yes", "  "), ("unknown", "Saved")]
)
def test_an_answer_that_cites_nothing_settles_nothing(answer: str, quote: str) -> None:
    heard = Heard()
    heard.asking.observe(step(4, SAVED, Effect("the note is stored")))
    (question,) = heard.asking.ask(SAVED)
    said = Judgement(question.id, answer, quote)  # type: ignore[arg-type]
    heard.asking.observe(step(5, PAGE, before=SAVED, judged=(said,)))
    assert heard.told == []


@pytest.mark.parametrize("quote", ["", "It went well", "Saved a moment ago"])
def test_a_no_needs_no_quote(quote: str) -> None:
    heard = Heard()
    heard.asking.observe(step(4, SAVED, Effect("the note is stored")))
    (question,) = heard.asking.ask(SAVED)
    heard.asking.observe(step(5, PAGE, before=SAVED, judged=(Judgement(question.id, "no", quote),)))
    (settled,) = heard.told
    assert (settled.verdict.outcome, settled.effective, settled.verdict.attested) == ("fails", False, True)
    assert bool(settled.verdict.evidence) == quote.startswith("Saved"), "what is quoted and not there proves nothing"
    assert heard.asking.ask(PAGE) == ()


def test_what_a_popup_hid_is_looked_at_again_without_a_question() -> None:
    heard = Heard()
    heard.asking.observe(step(4, POPUP, Changed()))
    assert heard.asking.ask(POPUP) == (), "under the popup nobody could tell"
    heard.asking.observe(step(5, SAVED, before=POPUP, interrupt="popup"))
    assert heard.asking.ask(SAVED) == ()
    (settled,) = heard.told
    assert (settled.step, settled.effective, settled.verdict.attested) == (4, True, False)


def test_what_a_popup_hid_may_turn_out_to_have_failed() -> None:
    heard = Heard()
    heard.asking.observe(step(4, POPUP, Changed()))
    assert heard.asking.ask(PAGE) == ()
    assert (heard.told[0].verdict.outcome, heard.told[0].effective) == ("fails", False)


def test_a_black_screen_is_waited_for() -> None:
    heard = Heard()
    heard.asking.observe(step(4, BLACK, TextVisible("Saved")))
    assert heard.asking.ask(BLACK) == ()
    assert heard.asking.ask(SAVED) == ()
    assert heard.told[0].effective


def test_another_step_leaves_nothing_to_be_told_from_the_screen() -> None:
    heard = Heard()
    heard.asking.observe(step(4, POPUP, Changed()))
    heard.asking.observe(replace(step(5, SAVED, before=ELSEWHERE), attempts=(Attempt("5.a", Pause(0)),)))
    assert heard.asking.ask(SAVED) == ()
    assert heard.told == [], "what is seen now may be the doing of step 5"


@pytest.mark.parametrize("closing", [Click(ByIndex(4)), NavigateBack(), Wait(1.0)])
def test_closing_what_lies_over_it_and_waiting_are_no_other_step(closing: Action) -> None:
    heard = Heard()
    heard.asking.observe(step(4, POPUP, Changed()))
    later = step(5, SAVED, before=POPUP)
    acted = replace(later, decision=replace(later.decision, action=closing), attempts=(Attempt("5.a", Pause(0)),))
    if isinstance(closing, Click):
        closers = [item.index for item in POPUP.elements if item.label == "×"]
        acted = replace(acted, decision=replace(acted.decision, action=Click(ByIndex(closers[0]))))
    heard.asking.observe(acted)
    assert heard.asking.ask(SAVED) == ()
    assert [item.effective for item in heard.told] == [True]


@pytest.mark.parametrize("interrupt", ["relaunch", "intruder", "rollback"])
def test_an_app_that_is_there_anew_tells_nothing_of_the_page_that_is_gone(interrupt: str) -> None:
    heard = Heard()
    heard.asking.observe(step(4, screen(condition="app_gone"), TextVisible("Saved")))
    heard.asking.observe(step(5, SAVED, before=PAGE, interrupt=interrupt))
    assert [question.id for question in heard.asking.ask(SAVED)] == ["q4.0"]
    assert heard.told == []


def test_passwords_and_claims_are_not_asked_about() -> None:
    secret = element(3, "textbox", "Password", states=["password"])
    page = screen(*PAGE.elements, secret)
    heard = Heard()
    heard.asking.observe(step(4, page, FieldHas(ref_of(page, secret), "hunter2"), before=page))
    claim = Decision(Status("complete"), PAGE.digest, expectations=(Effect("it is done"),))
    verdicts = judge_step(claim.expectations, PAGE, PAGE, 5).verdicts
    heard.asking.observe(Transition(5, PAGE, claim, PAGE, "none", verdicts=verdicts))
    assert heard.asking.ask(PAGE) == ()


def test_it_survives_a_snapshot() -> None:
    heard, other = Heard(), Heard()
    heard.asking.observe(step(4, POPUP, Changed(), Effect("it is stored")))
    other.log.restore(heard.log.states())
    assert other.asking.ask(SAVED) == heard.asking.ask(SAVED)
    assert other.told == heard.told != []


def test_the_line_of_the_step_says_what_was_seen_later() -> None:
    history = Told()
    asking = Hindsight(history.log)
    uncertain = step(4, POPUP, Changed())
    history.observe(uncertain)
    assert ": unclear" in history.text()
    asking.ask(SAVED)
    assert ": worked" in history.text()
    assert "Saved a moment ago" in history.text()


def test_what_the_page_does_not_decide_either_is_asked() -> None:
    covered = screen(*PAGE.elements, element(3, "text", "Saved", visibility="covered"))
    heard = Heard()
    heard.asking.observe(step(4, covered, TextVisible("Saved")))
    (question,) = heard.asking.ask(covered)
    assert "'Saved'" in question.text
    assert heard.told == []


def test_a_text_out_of_view_is_not_asked_about_and_counts_once_it_is_in_view() -> None:
    below = screen(*PAGE.elements, element(3, "text", "Saved", visibility="offscreen"))
    for first in (below, POPUP):
        heard = Heard()
        heard.asking.observe(step(4, first, TextVisible("Saved")))
        assert heard.asking.ask(below) == ()
        assert heard.told == []
    heard = Heard()
    heard.asking.observe(step(4, below, TextVisible("Saved")))
    assert heard.asking.ask(SAVED) == ()
    assert [one.effective for one in heard.told] == [True]


def test_no_key_of_a_screen_is_asked_about() -> None:
    heard = Heard()
    heard.asking.observe(step(4, BLACK, ScreenIs(key="a3f0c9d1e2b4"), ScreenIs(text="Notes")))
    heard.asking.observe(step(5, SAVED, before=PAGE, interrupt="relaunch"))
    assert [question.text for question in heard.asking.ask(SAVED)] == ["Is this the screen 'Notes', as you expected?"]
