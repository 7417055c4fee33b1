"""A claim's evidence has to speak of the goal: walks through a small app of chats, settings and orders."""

import json
from collections.abc import Sequence

import pytest

from sextant.evidence import Ledger, held
from sextant.program import goal_course
from sextant.types.actions import Action, Answer, ByIndex, Click, InputText, Pause, Scroll, Status, Wait
from sextant.types.decisions import Act, Decision, Directive, Finished
from sextant.types.evidence import ElementState, FieldHas, Gone, Predicate, ScreenIs, TextVisible
from sextant.types.refs import ref_of
from sextant.types.screens import Element, Screen, State
from sextant.types.tasks import Task
from sextant.types.transitions import Attempt, Transition
from tests.support.screens import element, screen

HOME = screen(element(0, "button", "Messages"), element(1, "button", "Wallet"), title="Start", key="home")
DONE, NEVER = Status("complete"), Status("infeasible")


def chats(*rows: str, more: Sequence[Element] = ()) -> Screen:
    listed = [element(number, "button", row) for number, row in enumerate(rows)]
    return screen(*listed, *more, title="Chats", key="chats")


def settings(sounds: State = "unchecked", name: str = "", *, saved: bool = False) -> Screen:
    shown = [element(5, "text", "Saved")] if saved else []
    return screen(
        element(0, "switch", "Sounds", states=(sounds,)),
        element(1, "switch", "Hints", states=("checked",)),
        element(2, "textbox", "Nickname", states=("editable",), value=name),
        element(3, "button", "Save nickname"),
        element(4, "text", "Version 3"),
        *shown,
        title="Settings",
        key="settings",
    )


class Run:
    """A course that is walked by hand: each step says what is done on the present screen and what follows."""

    def __init__(self, goal: str, start: Screen = HOME) -> None:
        self.course = goal_course(Task(goal), Ledger())
        self.here, self.step = start, 0
        self.directive: Directive = self.course.next(start)

    def does(self, action: Action, after: Screen) -> "Run":
        decision = Decision(action, self.here.digest)
        attempt = Attempt(f"{self.step}.a", Pause(0.0))
        self._take(Transition(self.step, self.here, decision, after, "effective", (attempt,)))
        return self

    def touches(self, index: int, after: Screen) -> "Run":
        return self.does(Click(ByIndex(index)), after)

    def says(self, action: Action, *expected: Predicate) -> "Run":
        decision = Decision(action, self.here.digest, expectations=expected)
        verdicts = tuple(held(item, self.here) for item in expected)
        self._take(Transition(self.step, self.here, decision, self.here, "none", verdicts=verdicts))
        return self

    def _take(self, transition: Transition) -> None:
        self.course.observe(transition)
        self.here, self.step = transition.after, self.step + 1
        self.directive = self.course.next(self.here)

    @property
    def verified(self) -> bool:
        return isinstance(self.directive, Finished) and self.directive.verified

    @property
    def remark(self) -> str:
        return self.directive.remark if isinstance(self.directive, Act) else ""


def switch(page: Screen, index: int, state: State, *, present: bool = True) -> ElementState:
    return ElementState(ref_of(page, page.elements[index]), state, present)


# -- what the run has brought about ----------------------------------------------------------------------------


def test_what_a_touch_changed_on_its_page_shows_the_deed() -> None:
    off, on = settings(), settings("checked")
    run = Run("turn on the sounds").touches(0, off).touches(0, on)
    assert run.says(DONE, switch(on, 0, "checked")).verified


@pytest.mark.parametrize("text", ["Version 3", "Settings", "Hints", "Sounds"])
def test_any_text_of_the_present_screen_shows_nothing(text: str) -> None:
    run = Run("turn on the sounds").touches(0, settings()).says(DONE, TextVisible(text))
    assert not run.verified
    assert "stood there before" in run.remark


def test_the_wrong_state_and_the_state_of_something_else_show_nothing() -> None:
    page = settings()
    run = Run("turn on the sounds").touches(0, page)
    assert "stood there before" in run.says(DONE, switch(page, 0, "unchecked")).remark
    run.does(Wait(), page)
    assert not run.says(DONE, switch(page, 1, "checked")).verified


def test_of_a_choice_only_the_option_that_was_asked_for() -> None:
    page = screen(
        element(0, "text", "Seat"),
        element(1, "radio", "Window", states=("unchecked",)),
        element(2, "radio", "Aisle", states=("checked",)),
        title="Preferences",
        key="seat",
    )
    goal = "set your seat preference to window"
    assert not Run(goal).touches(0, page).says(DONE, switch(page, 2, "checked")).verified
    window = "set your seat preference to aisle"
    assert Run(window).touches(0, page).says(DONE, switch(page, 2, "checked")).verified


def test_a_change_that_says_nothing_of_the_goal() -> None:
    off, on = settings(), settings("checked")
    run = Run("archive the newest letter").touches(0, off).touches(0, on)
    assert "says nothing of what the goal asks for" in run.says(DONE, switch(on, 0, "checked")).remark


def test_what_scrolling_or_waiting_brings_into_view_is_no_deed() -> None:
    first, more = chats("Ada Fine"), chats("Ada Fine", "Bo today")
    for action in (Scroll("down"), Wait()):
        run = Run("archive the chat").touches(0, first).does(action, more)
        assert not run.says(DONE, TextVisible("today")).verified


def test_a_late_effect_is_one_all_the_same() -> None:
    off, on = settings(), settings("checked")
    run = Run("turn on the sounds").touches(0, off).touches(0, off).does(Wait(), on)
    assert run.says(DONE, switch(on, 0, "checked")).verified


def test_a_row_that_is_gone_was_there_before() -> None:
    run = Run("archive the chat with Ada").touches(0, chats("Ada Fine", "Bo Hi")).touches(0, chats("Bo Hi"))
    assert run.says(DONE, Gone("Ada Fine")).verified
    never = Run("archive the chat with Ada").touches(0, chats("Bo Hi"))
    assert not never.says(DONE, Gone("Ada Fine")).verified


def test_everything_that_the_goal_names_is_dealt_with() -> None:
    goal = "Archive the chat with Ada. Then mute the chat with Bo."
    run = Run(goal).touches(0, chats("Ada Fine", "Bo Hi")).touches(0, chats("Bo Hi"))
    run.says(DONE, Gone("Ada Fine"))
    assert "'bo'" in run.remark, "seen is not done"
    run.touches(0, chats("Bo Hi Muted"))
    assert run.says(DONE, TextVisible("Bo Hi Muted")).verified


def test_what_is_only_looked_at_has_to_be_seen() -> None:
    goal = "Look up the fee of Ada. Then turn on the sounds."
    off, on = settings(), settings("checked")
    blind = Run(goal).touches(0, off).touches(0, on).says(DONE, switch(on, 0, "checked"))
    assert "'ada'" in blind.remark
    run = Run(goal).touches(0, chats("Ada 5 €")).touches(0, off).touches(0, on)
    assert run.says(DONE, switch(on, 0, "checked")).verified


def test_what_was_typed_is_shown_once_it_is_sent() -> None:
    empty, typed = settings(), settings(name="Ada")
    run = Run("save Ada as the nickname").touches(0, empty).does(InputText("Ada", ByIndex(2)), typed)
    assert not run.says(DONE, TextVisible("Ada")).verified
    run.touches(3, settings(name="Ada", saved=True))
    assert run.says(DONE, TextVisible("Saved")).verified


def test_a_form_that_leads_to_another_empty_one_was_not_the_last() -> None:
    more = screen(
        element(0, "text", "Only the first answer counts"),
        element(1, "textbox", "Answer", states=("editable",)),
        element(2, "button", "Send"),
        title="Answer",
        key="answer",
    )
    run = Run("save the first answer of Ada as the nickname").touches(0, settings())
    run.does(InputText("Ada", ByIndex(2)), settings(name="Ada")).touches(3, more)
    assert not run.says(DONE, TextVisible("Only the first answer counts")).verified


def test_a_form_that_was_sent_may_end_on_a_page_of_its_own() -> None:
    thanks = screen(element(0, "text", "Thank you, Ada"), title="Sent", key="thanks")
    run = Run("save Ada as the nickname").touches(0, settings())
    run.does(InputText("Ada", ByIndex(2)), settings(name="Ada")).touches(3, thanks)
    assert run.says(DONE, TextVisible("Thank you, Ada")).verified


def news(*names: str) -> Screen:
    listed = [part for at, name in enumerate(names) for part in _row(2 * at, name)]
    return screen(*listed, title="Chats", key="chats")


def _row(index: int, name: str) -> tuple[Element, Element]:
    return element(index, "text", f"{name} news"), element(index + 1, "button", "Archive")


def test_of_all_things_one_is_not_yet_the_whole() -> None:
    run = Run("archive every chat with news").touches(0, news("Ada", "Bo", "Cy")).touches(1, news("Bo", "Cy"))
    assert "speaks of all" in run.says(DONE, Gone("Ada news")).remark
    run.touches(1, news("Cy"))
    assert "speaks of all" in run.says(DONE, Gone("Bo news")).remark, "asked anew after a step"
    assert run.says(DONE, Gone("Bo news")).verified, "who says it again means it"
    whole = Run("archive every chat with news").touches(0, news("Ada")).touches(1, news())
    assert whole.says(DONE, Gone("Ada news")).verified


# -- what is so already ----------------------------------------------------------------------------------------


def test_a_state_that_is_so_already_is_enough() -> None:
    page = settings()
    assert Run("see that the hints are on").touches(0, page).says(DONE, switch(page, 1, "checked")).verified
    assert Run("turn off the sounds").touches(0, page).says(DONE, switch(page, 0, "unchecked")).verified
    assert not Run("turn off the hints").touches(0, page).says(DONE, switch(page, 1, "checked")).verified


@pytest.mark.parametrize(("text", "verified"), [("Unfollow", True), ("Invite code", False), ("Ada Fine", False)])
def test_an_offer_to_undo_says_that_it_is_done(text: str, verified: bool) -> None:
    profile = screen(
        element(0, "heading", "Ada Fine"),
        element(1, "button", "Unfollow"),
        element(2, "text", "Invite code"),
        title="Ada Fine",
        key="profile",
    )
    assert Run("follow Ada Fine").touches(0, profile).says(DONE, TextVisible(text)).verified is verified


def test_the_offer_itself_says_that_it_is_not_done() -> None:
    profile = screen(element(0, "heading", "Ada Fine"), element(1, "button", "Follow"), title="Ada Fine", key="p")
    assert not Run("follow Ada Fine").touches(0, profile).says(DONE, TextVisible("Follow")).verified


def test_what_is_to_be_somewhere_stands_there() -> None:
    cart = screen(element(0, "text", "Moss pole"), element(1, "text", "1"), title="Cart", key="cart")
    product = screen(element(0, "text", "Moss pole"), element(1, "button", "Add to cart"), title="Moss pole", key="p")
    goal = "the Moss pole must be in the cart"
    assert Run(goal).touches(0, cart).says(DONE, TextVisible("Moss pole")).verified
    assert not Run(goal).touches(0, product).says(DONE, TextVisible("Moss pole")).verified


def test_being_on_the_page_that_was_asked_for() -> None:
    page = screen(element(0, "text", "We keep nothing"), title="Privacy policy", key="privacy")
    assert Run("open the privacy policy").touches(0, page).says(DONE, ScreenIs(text="Privacy policy")).verified
    link = screen(element(0, "link", "Privacy policy"), title="Shop", key="shop")
    assert not Run("open the privacy policy", link).says(DONE, TextVisible("Privacy policy")).verified


def test_a_field_holds_what_the_goal_says() -> None:
    page = settings(name="Ada")
    field = ref_of(page, page.elements[2])
    assert Run('fill in "Ada" as nickname').touches(0, page).says(DONE, FieldHas(field, "Ada")).verified
    assert not Run('fill in "Bo" as nickname').touches(0, page).says(DONE, FieldHas(field, "Ada")).verified


# -- answers and giving up -------------------------------------------------------------------------------------

ORDER = screen(
    element(0, "heading", "Ceramic teapot"),
    element(1, "text", "Carrier"),
    element(2, "text", "BlueVan"),
    element(3, "text", "Pickup code"),
    element(4, "text", "G6-5992"),
    element(5, "button", "Return"),
    title="Order",
    key="order",
)
QUESTION = "What is the pickup code of the Ceramic teapot order?"


@pytest.mark.parametrize(
    ("said", "verified"), [("G6-5992", True), ("BlueVan", False), ("Pickup code", False), ("Return", False)]
)
def test_an_answer_stands_beside_the_words_of_the_question(said: str, verified: bool) -> None:
    assert Run(QUESTION).touches(0, ORDER).says(Answer(said)).verified is verified


@pytest.mark.parametrize(
    ("goal", "verified"), [(QUESTION, False), ("See that the Ceramic teapot order has a pickup code.", True)]
)
def test_a_question_is_answered_and_not_said_to_be_done(goal: str, verified: bool) -> None:
    heading = ScreenIs(text="Ceramic teapot")
    run = Run(goal).touches(0, ORDER).says(DONE, TextVisible("Pickup code"), heading)
    assert run.verified is verified
    assert ("asks for a value" in run.remark) is not verified


def test_an_answer_stands_with_the_thing_that_was_asked_about() -> None:
    run = Run("What is the pickup code of the Bamboo steamer order?").touches(0, ORDER).says(Answer("G6-5992"))
    assert "'bamboo'" in run.remark


def test_in_a_list_the_row_tells_which_figure_is_meant() -> None:
    rows = screen(
        element(0, "button", "Bicycle repair Botanical Garden €98.95"),
        element(1, "button", "Sewing a shirt Pottery workshop €50.95"),
        title="Evenings",
        key="courses",
    )
    goal = 'What is the fee of the course "Bicycle repair"?'
    assert Run(goal).touches(0, rows).says(Answer("€98.95")).verified
    assert not Run(goal).touches(0, rows).says(Answer("€50.95")).verified
    assert not Run(goal).touches(0, rows).says(Answer("Botanical Garden")).verified


def test_under_another_word_the_label_has_to_be_named() -> None:
    run = Run("What do I have to show at the counter for the Ceramic teapot?").touches(0, ORDER).says(Answer("G6-5992"))
    assert "name with `expect` the label" in run.remark
    assert run.says(Answer("G6-5992"), TextVisible("Pickup code")).verified


def test_a_filter_to_press_is_no_answer() -> None:
    orders = screen(
        element(0, "button", "Pickup"),
        element(1, "button", "Delivered"),
        element(2, "text", "Ceramic teapot"),
        title="Orders",
        key="orders",
    )
    run = Run("When does the pickup of the Ceramic teapot close?").touches(0, orders)
    assert not run.says(Answer("Delivered")).verified


def test_a_deed_is_not_answered() -> None:
    run = Run("Return the Ceramic teapot").touches(0, ORDER).says(Answer("G6-5992"))
    assert not run.verified


@pytest.mark.parametrize(
    ("goal", "verified"),
    [
        ("Look up the pickup code of the Ceramic teapot order.", True),
        ("Look up the pickup code of the Ceramic teapot order. Archive the order.", False),
        ("Archive the order of the Ceramic teapot, and tell me its pickup code.", False),
        ("Tell me the pickup code of the Ceramic teapot order. Nothing else.", True),
    ],
)
def test_an_answer_ends_no_goal_that_asks_for_deeds_alone(goal: str, verified: bool) -> None:
    assert Run(goal).touches(0, ORDER).says(Answer("G6-5992"), TextVisible("Pickup code")).verified is verified


@pytest.mark.parametrize(
    ("goal", "deed"),
    [
        ("Archive the order of the Ceramic teapot, and tell me its pickup code.", True),
        ("Send the order of the Ceramic teapot back. What is its pickup code?", True),
        ("Open the order of the Ceramic teapot and tell me its pickup code.", False),
    ],
)
def test_an_answer_beside_a_deed_comes_after_the_deed(goal: str, deed: bool) -> None:
    code = TextVisible("Pickup code")
    early = Run(goal).touches(0, ORDER).says(Answer("G6-5992"), code)
    assert early.verified is not deed
    assert ("a deed as well" in early.remark) is deed
    if deed:
        assert early.touches(5, ORDER).says(Answer("G6-5992"), code).verified


TOTALS = [
    screen(*(element(at, "text", text) for at, text in enumerate(("Tea", "8.00", "Total", "12.00"))), title="Cart"),
    screen(element(0, "text", "Total 12.00"), element(1, "text", "Tea 8.00"), title="Cart"),
    screen(element(0, "text", "Tea 8.00"), element(1, "text", "Total 12.00"), title="Cart"),
]


@pytest.mark.parametrize("cart", TOTALS)
@pytest.mark.parametrize("goal", ["What is the total?", "Tell me the total", "total?"])
def test_a_sum_may_be_all_that_is_asked_for(goal: str, cart: Screen) -> None:
    assert Run(goal, cart).says(Answer("12.00")).verified
    assert not Run(goal, cart).says(Answer("8.00")).verified
    assert "repeats words" in Run(goal, cart).says(Answer("Total")).remark


def test_a_row_that_says_the_question_in_other_words_beside_it_is_an_answer() -> None:
    rows = screen(element(0, "text", "Consultation fee 94.38"), element(1, "text", "Room S4-27"), title="Doctor")
    assert Run("What is the consultation fee?", rows).says(Answer("94.38")).verified
    assert Run("What is the room?", rows).says(Answer("S4-27")).verified


def test_giving_up_is_questioned_once() -> None:
    run = Run("freeze the card in Wallet").says(NEVER)
    assert "not gone anywhere" in run.remark
    end = run.says(NEVER).directive
    assert isinstance(end, Finished)
    assert (end.verified, end.claimed) == (False, "infeasible")


def test_giving_up_is_told_what_was_never_opened() -> None:
    run = Run("freeze the card in Wallet").touches(0, chats("Ada Fine")).says(NEVER)
    assert "'wallet'" in run.remark


def test_a_search_in_vain_is_believed() -> None:
    goal = "freeze the card in Wallet called Holiday"
    run = Run(goal).touches(1, screen(element(0, "text", "No cards"), title="Wallet", key="wallet")).says(NEVER)
    assert isinstance(run.directive, Finished)


def test_a_place_is_reached_by_any_evidence() -> None:
    course = goal_course(Task("where do I see what I paid?"), Ledger(), place=True)
    page = screen(element(0, "text", "Invoices"), title="Billing", key="billing")
    course.next(page)
    decision = Decision(DONE, page.digest, expectations=(TextVisible("Invoices"),))
    verdicts = (held(TextVisible("Invoices"), page),)
    course.observe(Transition(0, page, decision, page, "none", verdicts=verdicts))
    end = course.next(page)
    assert isinstance(end, Finished)
    assert end.verified


def test_the_trail_is_taken_up_again() -> None:
    off, on = settings(), settings("checked")
    run = Run("turn on the sounds").touches(0, off)
    fresh = Run("turn on the sounds")
    fresh.course.restore(run.course.snapshot())
    fresh.here, fresh.step = off, run.step
    assert fresh.touches(0, on).says(DONE, switch(on, 0, "checked")).verified


def test_what_is_kept_of_a_long_run_is_bounded() -> None:
    run = Run("archive the chat with Ada")
    for number in range(50):
        rows = [f"row {number} {place} {'x' * 200}" for place in range(200)]
        run.touches(0, screen(*(element(at, "button", row) for at, row in enumerate(rows)), key=f"page {number}"))
    assert len(json.dumps(run.course.snapshot())) < 1_000_000


def test_what_a_touch_uncovered_and_another_took_away_is_gone() -> None:
    covered = screen(element(0, "button", "Show the desk"), title="Order desk", key="desk")
    desk = screen(element(0, "button", "Place order 1"), title="Order desk", key="desk")
    run = Run("place every order", covered).touches(0, desk)
    empty = screen(element(0, "text", "Order 1 is placed"), title="Order desk", key="desk")
    assert run.touches(0, empty).says(DONE, Gone("Place order")).verified
