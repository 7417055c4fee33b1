from dataclasses import replace

import pytest

from sextant.review import AuthoritySource, RuleReviewer
from sextant.review.authorization import touch_in_words
from sextant.types.actions import (
    Action,
    ByIndex,
    ByPoint,
    ByRelative,
    Click,
    DoubleTap,
    InputText,
    KeyboardEnter,
    LongPress,
    NavigateBack,
    OpenApp,
    PressKey,
    Scroll,
    Tap,
)
from sextant.types.decisions import Decision
from sextant.types.events import ClaimProposed
from sextant.types.evidence import Claim, leaf_id
from sextant.types.geometry import Box, Point
from sextant.types.screens import Affordance, Modal, ModalKind, Screen
from sextant.types.tasks import Policy, Task
from sextant.types.transitions import Attempt, Transition
from tests.support.logs import Repeats
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


def rules(action: Action, task: Task = TASK) -> list[str]:
    reviewer = RuleReviewer(apps=lambda name: name == "Mail")
    return [item.rule for item in reviewer.objections(Decision(action, PAGE.digest), PAGE, task)]


@pytest.mark.parametrize(
    ("action", "told"),
    [
        (Click(ByIndex(0, PAGE.digest)), []),
        (Click(ByIndex(1)), []),  # no word on the screen makes an act irreversible
        (Scroll("down", ByIndex(5)), []),  # what is out of view may be scrolled to
        (Click(ByIndex(5)), []),
        *((Click(to), ["grounding"]) for to in (ByIndex(999), ByPoint(-1, 5), ByPoint(float("nan"), 5))),
        *((Click(to), ["grounding"]) for to in (ByRelative(0, 1.5, 0), ByIndex(4), ByIndex(6))),
        (Click(ByIndex(0, "another digest")), ["stale"]),
    ],
)
def test_targets_that_are_not_there_or_take_no_touch_are_refused(action: Action, told: list[str]) -> None:
    assert rules(action) == told


def test_foreign_origins_unknown_apps_and_unknown_secrets_are_policy() -> None:
    assert rules(Click(ByIndex(2))) == ["policy"]
    assert rules(OpenApp("Mial")) == ["policy"]
    assert rules(OpenApp("Mail")) == []
    assert rules(InputText(target=ByIndex(3), secret="pin")) == ["secret"]


def test_a_secret_stays_in_its_origins() -> None:
    task = Task("log in", policy=Policy(origins=("http://bank.test",)), secrets=("pin",))
    assert "secret" in rules(InputText(target=ByIndex(3), secret="pin"), task)


AUTHORISED = "delete my account"


def declared(span: str, policy: Policy | None = None, goal: str = "Please delete my account.") -> list[str]:
    """The rules that speak against the delete button, called irreversible."""
    reviewer = RuleReviewer(sources=lambda: (AuthoritySource("variable who", "Ada Löw"),))
    decision = Decision(Click(ByIndex(1)), PAGE.digest, irreversible=True, authorised_by=span)
    return [item.rule for item in reviewer.objections(decision, PAGE, Task(goal, policy=policy or Policy()))]


def test_words_of_the_goal_or_a_variable_authorise_an_act_and_no_others() -> None:
    for span in ("delete my account", "DELETE  my\nAccount", "Please", "ada löw", "LO\u0308W"):
        assert declared(span) == []
    for span in ("", "  ", "delete your account", "delete my acc", "Delete account", "ad"):
        assert declared(span) == ["authorization"]


def test_the_objection_says_what_is_missing_and_what_would_do() -> None:
    reviewer = RuleReviewer(sources=lambda: (AuthoritySource("program", "step('x')"),))
    for span, missing in (("", "none were given"), ("wipe it", "'wipe it' stands in none of them")):
        decision = Decision(Click(ByIndex(1)), PAGE.digest, irreversible=True, authorised_by=span)
        (found,) = reviewer.objections(decision, PAGE, TASK)
        assert found.ask
        assert missing in found.message
        assert "verbatim from one of these: goal, program" in found.message


def test_the_policy_on_irreversible_acts() -> None:
    assert declared("", Policy(irreversible="allow")) == []
    assert declared(AUTHORISED, Policy(irreversible="deny")) == ["authorization"]
    assert declared("", Policy(irreversible="deny", allowed_acts=("delete  ACCOUNT",))) == []
    assert declared("", Policy(allowed_acts=("*",))) == []
    assert declared("", Policy(allowed_acts=("Delete",))) == ["authorization"]


CARD = replace(element(0, "button", "Show order"), box=Box(0, 0, 300, 200))
NESTED = replace(element(1, "button", "Delete account", parent=0), box=Box(200, 150, 80, 40))
SCROLLER = replace(CARD, role="region", affordances=frozenset[Affordance]({"scroll"}))


@pytest.mark.parametrize("kind", [Click, DoubleTap, LongPress])
@pytest.mark.parametrize(
    "within",
    [
        screen(CARD, NESTED),
        screen(SCROLLER, NESTED),
        screen(*(replace(one, visibility="offscreen") for one in (CARD, NESTED))),
    ],
)
def test_an_allowed_label_covers_no_control_within_the_one_of_that_label(
    kind: type[Click | DoubleTap | LongPress], within: Screen
) -> None:
    task = Task("x", policy=Policy(irreversible="deny", allowed_acts=("Show order",)))
    for target, refused in ((ByRelative(0, 0.8, 0.85), True), (ByRelative(0, 0.2, 0.2), False), (ByIndex(0), False)):
        decision = Decision(kind(target), within.digest, irreversible=True)
        rules = [one.rule for one in RuleReviewer().objections(decision, within, task)]
        assert ("authorization" in rules) is refused
        assert touch_in_words(decision.action, within).endswith("'Delete account'") is refused


@pytest.mark.parametrize(
    "goal", ["Usuń moje konto.", "请删除我的账户", "ลบบัญชีของฉัน", "احذف حسابي من فضلك", "मेरा खाता हटाओ"]
)
def test_authorization_is_the_same_in_every_language(goal: str) -> None:
    assert declared(goal, goal=goal) == []
    assert declared(goal, goal=goal[::-1]) == ["authorization"]


def careful(action: Action, here: Screen, declared: bool | None = None) -> bool:
    return RuleReviewer().irreversible(Decision(action, here.digest, irreversible=declared), here)


def test_what_the_actor_calls_irreversible_and_what_hands_in_a_form_is_done_with_care() -> None:
    assert careful(Click(ByIndex(0)), PAGE, declared=True)
    assert not careful(Click(ByIndex(1)), PAGE)
    assert careful(Click(ByIndex(7)), PAGE, declared=False)
    assert not careful(Click(ByIndex(8)), PAGE)


def test_enter_hands_in_the_form_of_its_field() -> None:
    button = element(1, "button", "x", input_type="submit")
    form = screen(element(0, "textbox", "To", states=["focused"], enter=1), button)
    search = screen(element(0, "searchbox", "?", states=["focused"], enter=1), button)
    loose = screen(element(0, "textbox", "To", states=["focused"]), button)
    line = screen(element(0, "textbox", "To", input_type="text", enter=1), button)
    assert careful(KeyboardEnter(), form)
    assert not careful(KeyboardEnter(), search)
    assert not careful(KeyboardEnter(), loose)
    assert careful(InputText("a\nb", ByIndex(0)), line)
    assert not careful(InputText("ab", ByIndex(0)), line)


@pytest.mark.parametrize(
    ("kind", "asks"), [("confirm", True), ("beforeunload", True), ("prompt", True), ("alert", False)]
)
def test_the_answer_to_a_native_question_is_given_with_care(kind: ModalKind, asks: bool) -> None:
    answer = replace(element(0, "button", "?"), source="modal")
    asked = screen(answer, modal=Modal(kind, "?"))
    assert careful(Click(ByIndex(0)), asked) is asks
    assert careful(KeyboardEnter(), asked) is asks


def test_repeats_are_told_then_stuck_and_survive_a_snapshot() -> None:
    stagnation = Repeats(told=2, limit=3)
    decision = Decision(Click(ByIndex(0)), PAGE.digest)
    step = Transition(0, PAGE, decision, PAGE, "ineffective", (Attempt("i", Tap(Point(1, 1))),))
    stagnation.observe(step)
    assert not stagnation.object_to(decision)
    stagnation.observe(step)
    assert stagnation.object_to(decision)[0].advisory
    again = Repeats(told=2, limit=3)
    again.restore(stagnation.snapshot())
    assert not again.stuck
    again.observe(step)
    assert again.stuck


def _tap(stagnation: Repeats, before: Screen, after: Screen) -> None:
    decision = Decision(Click(ByIndex(0)), before.digest)
    effect = "ineffective" if before.digest == after.digest else "effective"
    stagnation.observe(Transition(0, before, decision, after, effect, (Attempt("i", Tap(Point(1, 1))),)))


def test_going_back_is_another_chance_and_no_endless_one() -> None:
    stagnation = Repeats(told=2, limit=4)
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
    stagnation = Repeats(told=2, limit=4)
    rows = [screen(element(0, "text", f"Row {number}")) for number in range(6)]
    for row in rows:
        _tap(stagnation, PAGE, row)
        assert not stagnation.stuck
        _tap(stagnation, row, PAGE)
    for _ in range(8):
        _tap(stagnation, PAGE, rows[0])
        _tap(stagnation, rows[0], PAGE)
    assert stagnation.stuck


def test_a_program_that_repeats_an_action_is_in_no_circle_as_long_as_its_leaves_are_done() -> None:
    stagnation = Repeats(told=2, limit=4)
    for turn in range(20):
        _tap(stagnation, PAGE, PAGE)
        stagnation.log.append(ClaimProposed(Claim(leaf_id(2, turn), "requirement", "tap Refresh", "done")))
        assert not stagnation.stuck
    for _ in range(4):
        _tap(stagnation, PAGE, PAGE)
        stagnation.log.append(ClaimProposed(Claim("goal", "requirement", "see the news", "reached")))
    assert stagnation.stuck


def test_nothing_is_touched_in_a_foreign_app() -> None:
    elsewhere = screen(element(0, "button", "Next"), element(1, "textbox", "Card"), app="https://evil.test")
    task = Task("buy bread", policy=Policy(origins=("http://app.test",)))
    reviewer = RuleReviewer()
    for action in (Click(ByIndex(0)), InputText("4111", ByIndex(1)), Scroll("down")):
        assert [item.rule for item in reviewer.objections(Decision(action, ""), elsewhere, task)] == ["policy"]
    assert reviewer.objections(Decision(NavigateBack(), ""), elsewhere, task) == ()


def test_origins_are_compared_whole() -> None:
    task = Task("x", policy=Policy(origins=("HTTPS://App.test:443/start",)))
    here = screen(element(0, "button", "Next"), app="https://app.test")
    there = screen(element(0, "button", "Next"), app="https://app.test.evil.com")
    reviewer = RuleReviewer()
    click = Decision(Click(ByIndex(0)), "")
    assert reviewer.objections(click, here, task) == ()
    assert [item.rule for item in reviewer.objections(click, there, task)] == ["policy"]


def test_a_secret_goes_neither_into_a_foreign_frame_nor_dialog() -> None:
    task = Task("log in", policy=Policy(origins=("http://app.test",)), secrets=("pin",))
    framed = screen(element(0, "textbox", "Pin", states=["focused"], frame="https://evil.test 2"))
    asked = screen(element(0, "textbox", "Pin"), modal=Modal("auth", "Log in", origin="https://evil.test"))
    reviewer = RuleReviewer()
    typed = Decision(InputText(secret="pin"), "")
    assert [item.rule for item in reviewer.objections(typed, framed, task)] == ["secret"]
    assert [item.rule for item in reviewer.objections(typed, asked, task)] == ["secret"]
