import pytest

from sextant.review import Once, Reviewer, Stagnation, irreversibility, looks_risky
from sextant.review.vocabulary import asked_for
from sextant.types.actions import (
    Action,
    ByIndex,
    ByPoint,
    ByRelative,
    Click,
    InputText,
    KeyboardEnter,
    NavigateBack,
    OpenApp,
    PressKey,
    Scroll,
    Swipe,
    Tap,
)
from sextant.types.decisions import Decision
from sextant.types.geometry import Point
from sextant.types.screens import Modal, Screen
from sextant.types.tasks import Policy, Task
from sextant.types.transitions import Attempt, Transition
from tests.support.screens import element, screen

PAGE = screen(
    element(0, "button", "Next page"),
    element(1, "button", "Delete account"),
    element(2, "link", "Partner", href="http://elsewhere.test/"),
    element(3, "textbox", "Name"),
    element(4, "button", "Covered", visibility="covered"),
    element(5, "button", "Far", visibility="offscreen"),
    element(6, "button", "Off", states=["disabled"]),
    element(7, "button", "Proceed", input_type="submit"),
    element(8, "link", "Orders", href="http://app.test/orders"),
    element(9, "link", "Bye", href="http://app.test/logout"),
)
TASK = Task("open the next page")


def rules(action: Action, task: Task = TASK, attended: bool = True) -> list[str]:
    reviewer = Reviewer(attended, Stagnation(), Once(), apps=lambda name: name == "Mail")
    return [item.rule for item in reviewer.objections(Decision(action, PAGE.digest), PAGE, task)]


def test_an_ordinary_act_passes() -> None:
    assert rules(Click(ByIndex(0, PAGE.digest))) == []


@pytest.mark.parametrize("target", [ByIndex(999), ByPoint(-1, 5), ByPoint(float("nan"), 5), ByRelative(0, 1.5, 0)])
def test_targets_that_are_not_there_are_refused(target: ByIndex | ByPoint | ByRelative) -> None:
    assert rules(Click(target)) == ["grounding"]


def test_a_target_of_another_screen_is_stale() -> None:
    assert rules(Click(ByIndex(0, "another digest"))) == ["stale"]


@pytest.mark.parametrize("index", [4, 5, 6])
def test_what_cannot_be_touched_is_refused(index: int) -> None:
    assert rules(Click(ByIndex(index))) == ["grounding"]


def test_scrolling_something_out_of_view_is_allowed() -> None:
    assert rules(Scroll("down", ByIndex(5))) == []


def test_foreign_origins_unknown_apps_and_unknown_secrets_are_policy() -> None:
    assert rules(Click(ByIndex(2))) == ["policy"]
    assert rules(OpenApp("Mial")) == ["policy"]
    assert rules(OpenApp("Mail")) == []
    assert rules(InputText(target=ByIndex(3), secret="pin")) == ["secret"]


def test_a_secret_stays_in_its_origins() -> None:
    task = Task("log in", policy=Policy(origins=("http://bank.test",)), secrets=("pin",))
    assert "secret" in rules(InputText(target=ByIndex(3), secret="pin"), task)


def test_irreversible_acts_by_policy_and_support() -> None:
    act = Click(ByIndex(1))
    allowed = Task("delete my account", policy=Policy(irreversible="allow"))
    assert rules(act) == ["irreversible"]
    assert rules(act, allowed) == []
    assert rules(act, Task("read the news", policy=Policy(irreversible="allow"))) == ["irreversible"]
    assert rules(act, Task("x", policy=Policy(allowed_acts=("delete account",)))) == []
    assert rules(act, Task("delete my account", policy=Policy(irreversible="deny"))) == ["irreversible"]


def test_unknown_primary_buttons_count_when_nobody_watches() -> None:
    assert rules(Click(ByIndex(7)), attended=True) == []
    assert rules(Click(ByIndex(7)), attended=False) == ["irreversible"]


def test_the_actors_own_view_only_makes_it_stricter() -> None:
    reviewer = Reviewer(True, Stagnation(), Once())
    careful = Decision(Click(ByIndex(0)), PAGE.digest, irreversible=True)
    careless = Decision(Click(ByIndex(1)), PAGE.digest, irreversible=False)
    assert reviewer.irreversible(careful, PAGE)
    assert reviewer.irreversible(careless, PAGE)


@pytest.mark.parametrize(
    ("label", "risky"),
    [
        ("Parcel Post", False),
        ("Address book", False),
        ("Delete post", True),
        ("Order post", True),
        ("New post", True),
        ("Send", True),
        ("Place order", True),
        ("Löschen", True),
        ("删除", True),
        ("確認", True),
        ("Sender settings", False),
        ("Orders overview", False),
        ("Repay plan", False),
        ("Search", False),
    ],
)
def test_words(label: str, risky: bool) -> None:
    place = screen(element(0, "button", label))
    assert looks_risky(place.elements[0], place) is risky


def test_links_to_pages_are_harmless_unless_their_address_acts() -> None:
    assert not looks_risky(PAGE.elements[8], PAGE)
    assert looks_risky(PAGE.elements[9], PAGE)


def test_confirming_a_dialog_that_asks_for_it() -> None:
    asked = screen(element(0, "button", "OK"), element(1, "button", "Cancel"), modal=Modal("confirm", "Delete it?"))
    assert irreversibility(Click(ByIndex(0)), asked).level == "irreversible"
    assert irreversibility(Click(ByIndex(1)), asked).level == "reversible"


def test_enter_in_a_form_with_an_irreversible_button() -> None:
    form = screen(element(0, "textbox", "To", states=["focused"]), element(1, "button", "Send", input_type="submit"))
    search = screen(element(0, "searchbox", "Find", states=["focused"]), element(1, "button", "Send"))
    assert irreversibility(KeyboardEnter(), form).level == "irreversible"
    assert irreversibility(KeyboardEnter(), search).level == "reversible"


def test_repeats_are_told_then_stuck_and_survive_a_snapshot() -> None:
    stagnation = Stagnation(told=2, limit=3)
    decision = Decision(Click(ByIndex(0)), PAGE.digest)
    step = Transition(0, PAGE, decision, PAGE, "ineffective", (Attempt("i", Tap(Point(1, 1))),))
    stagnation.observe(step)
    assert not stagnation.object_to(decision)
    stagnation.observe(step)
    assert stagnation.object_to(decision)[0].advisory
    again = Stagnation(told=2, limit=3)
    again.restore(stagnation.snapshot())
    assert not again.stuck
    again.observe(step)
    assert again.stuck


def _tap(stagnation: Stagnation, before: Screen, after: Screen, index: int = 0) -> None:
    decision = Decision(Click(ByIndex(index)), before.digest)
    effect = "ineffective" if before.digest == after.digest else "effective"
    stagnation.observe(Transition(0, before, decision, after, effect, (Attempt("i", Tap(Point(1, 1))),)))


def test_going_back_is_another_chance_and_no_endless_one() -> None:
    stagnation = Stagnation(told=2, limit=4)
    made = (Attempt("b", PressKey("back")),)
    back = Transition(0, PAGE, Decision(NavigateBack(), PAGE.digest), PAGE, "effective", made, interrupt="rollback")
    taps = 0
    while not stagnation.stuck and taps < 100:
        _tap(stagnation, PAGE, PAGE)
        taps += 1
        if taps % 3 == 0:
            stagnation.observe(back)
            stagnation.observe(back)  # two hops of one way
    assert taps == 8


def test_opening_one_row_after_the_other_is_no_circle() -> None:
    stagnation = Stagnation(told=2, limit=4)
    rows = [screen(element(0, "text", f"Row {number}")) for number in range(6)]
    for row in rows:
        _tap(stagnation, PAGE, row)
        assert not stagnation.stuck
        _tap(stagnation, row, PAGE)
    for _ in range(8):
        _tap(stagnation, PAGE, rows[0])
        _tap(stagnation, rows[0], PAGE)
    assert stagnation.stuck


@pytest.mark.parametrize(
    ("word", "goal", "asked"),
    [
        ("delete", "read the order history", False),
        ("order", "read the order history", False),
        ("order", "order a large pizza", True),
        ("order", "choose the blue one and place the order", True),
        ("send", "I want the message sent to Ada", True),
        ("löschen", "delete the note", True),
        ("删除", "delete the note", True),
        ("delete", "open the help page", False),
        ("buy", "purchasing a ticket", True),
        ("post", "find the latest post", False),
        ("post", "write a greeting and post it", True),
    ],
)
def test_a_task_asks_for_an_act_by_its_meaning(word: str, goal: str, asked: bool) -> None:
    assert asked_for(word, word.title(), goal) is asked


def test_an_act_without_a_telling_word_has_to_be_named() -> None:
    assert asked_for("", "Proceed", "fill in the form and press proceed")
    assert not asked_for("", "Proceed", "look at the form")


@pytest.mark.parametrize(
    ("label", "message", "level"),
    [
        ("OK", "Delete your account?", "irreversible"),
        ("OK", "Are you sure?", "unknown"),
        ("Cancel", "Delete your account?", "reversible"),
    ],
)
def test_the_yes_of_a_native_question(label: str, message: str, level: str) -> None:
    asked = screen(element(0, "button", label), modal=Modal("confirm", message))
    assert irreversibility(Click(ByIndex(0)), asked).level == level


def test_an_alert_asks_nothing() -> None:
    told = screen(
        element(0, "button", "OK", landmark="alertdialog: Your account is deleted tomorrow."),
        modal=Modal("alert", "Your account is deleted tomorrow."),
    )
    assert not looks_risky(told.elements[0], told)


def test_enter_says_yes_to_a_question() -> None:
    asked = screen(element(0, "button", "OK"), modal=Modal("confirm", "Delete your account?"))
    assert irreversibility(KeyboardEnter(), asked).level == "irreversible"


def test_enter_presses_the_button_that_has_the_focus_and_submits_forms() -> None:
    focused = screen(element(0, "button", "Send", states=["focused"]))
    loose = screen(element(0, "button", "Pay now"))
    form = screen(element(0, "textbox", "Name", states=["focused"]), element(1, "button", "Go on", input_type="submit"))
    assert irreversibility(KeyboardEnter(), focused).level == "irreversible"
    assert irreversibility(KeyboardEnter(), loose).level == "irreversible"
    assert irreversibility(KeyboardEnter(), form).level != "irreversible"


def test_the_yes_of_a_drawn_dialog_is_what_the_dialog_asks() -> None:
    drawn = screen(
        element(0, "text", "This cannot be undone", landmark="dialog: Delete everything?"),
        element(1, "button", "Yes", landmark="dialog: Delete everything?"),
    )
    assert irreversibility(Click(ByIndex(1)), drawn).level == "irreversible"


def test_links_that_act_slides_and_addresses() -> None:
    place = screen(
        element(0, "link", "Delete", href="http://app.test/notes/3/x"),
        element(1, "slider", "Slide to pay"),
    )
    assert irreversibility(Click(ByIndex(0)), place).level == "irreversible"
    assert irreversibility(Swipe("right", ByIndex(1)), place).level == "irreversible"
    assert irreversibility(OpenApp("http://app.test/delete?id=3"), place).level == "irreversible"


def test_nothing_is_touched_in_a_foreign_app() -> None:
    elsewhere = screen(element(0, "button", "Next"), element(1, "textbox", "Card"), app="https://evil.test")
    task = Task("buy bread", policy=Policy(origins=("http://app.test",)))
    reviewer = Reviewer(True, Stagnation(), Once())
    for action in (Click(ByIndex(0)), InputText("4111", ByIndex(1)), Scroll("down")):
        assert [item.rule for item in reviewer.objections(Decision(action, ""), elsewhere, task)] == ["policy"]
    assert reviewer.objections(Decision(NavigateBack(), ""), elsewhere, task) == ()


def test_origins_are_compared_whole() -> None:
    task = Task("x", policy=Policy(origins=("HTTPS://App.test:443/start",)))
    here = screen(element(0, "button", "Next"), app="https://app.test")
    there = screen(element(0, "button", "Next"), app="https://app.test.evil.com")
    reviewer = Reviewer(True, Stagnation(), Once())
    click = Decision(Click(ByIndex(0)), "")
    assert reviewer.objections(click, here, task) == ()
    assert [item.rule for item in reviewer.objections(click, there, task)] == ["policy"]


def test_a_secret_goes_neither_into_a_foreign_frame_nor_dialog() -> None:
    task = Task("log in", policy=Policy(origins=("http://app.test",)), secrets=("pin",))
    framed = screen(element(0, "textbox", "Pin", states=["focused"], frame="https://evil.test 2"))
    asked = screen(element(0, "textbox", "Pin"), modal=Modal("auth", "Log in", origin="https://evil.test"))
    reviewer = Reviewer(True, Stagnation(), Once())
    typed = Decision(InputText(secret="pin"), "")
    assert [item.rule for item in reviewer.objections(typed, framed, task)] == ["secret"]
    assert [item.rule for item in reviewer.objections(typed, asked, task)] == ["secret"]
