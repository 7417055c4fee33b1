"""What was only typed, a list that has more, a count of nothing: none of them shows that something was done."""

import json

import pytest

from sextant.evidence import Ledger, held
from sextant.evidence.goals import sends_something
from sextant.program import goal_course
from sextant.program.claims import Claims
from sextant.program.course import ProgramCourse
from sextant.program.language import parse
from sextant.types.actions import ByIndex, Click, InputText, Status, Tap, Wait
from sextant.types.decisions import Act, Decision, Finished, Judgement
from sextant.types.evidence import TextVisible
from sextant.types.geometry import Point
from sextant.types.screens import Screen
from sextant.types.tasks import Task
from sextant.types.transitions import Attempt, Transition
from tests.support.screens import element, screen

GOAL = "add milk to the shopping list"
PROGRAM = f'step("{GOAL}")\nstep("go home")'
HOME = screen(element(0, "heading", "Notes"), element(1, "link", "Shopping list"), key="home", title="Notes")


def shopping(typed: str = "", count: int = 0) -> Screen:
    return screen(
        element(0, "heading", "Shopping list"),
        element(1, "textbox", "New item", value=typed),
        element(2, "button", "Add"),
        element(3, "text", f"{count} items were added"),
        element(4, "link", "Home"),
        key="list",
        title="Shopping list",
    )


def step(number: int, before: Screen, action: Click | InputText | Wait, after: Screen, *said: Judgement) -> Transition:
    attempts = () if isinstance(action, Wait) else (Attempt("i", Tap(Point(1, 1))),)
    return Transition(number, before, Decision(action, before.digest, judgements=said), after, "effective", attempts)


def typed_and_left(course: ProgramCourse, quote: str) -> str:
    """Opens the list, types, says that it is done and goes home; what was said against it."""
    course.next(HOME)
    course.observe(step(0, HOME, Click(ByIndex(1)), shopping(), Judgement("now", "no")))
    course.observe(step(1, shopping(), InputText("milk", ByIndex(1)), shopping("milk")))
    course.observe(step(2, shopping("milk"), Click(ByIndex(4)), HOME, Judgement("now", "yes", quote)))
    return course.refused()


@pytest.mark.parametrize("quote", ["New item", "milk"])
def test_what_was_only_typed_bears_out_no_goal(quote: str) -> None:
    task = Task(GOAL)
    course = ProgramCourse(task, parse(PROGRAM), Ledger(), claims=Claims(task))
    typed_and_left(course, quote)
    for number in (3, 4):
        wanted = TextVisible("Notes")
        said = (Judgement("now", "yes", "Notes"),)
        claim = Decision(Status("complete"), HOME.digest, expectations=(wanted,), judgements=said)
        course.observe(Transition(number, HOME, claim, HOME, "none", verdicts=(held(wanted, HOME),)))
        end = course.next(HOME)
        assert not (isinstance(end, Finished) and end.verified)


@pytest.mark.parametrize("quote", ["New item", "milk"])
def test_what_was_only_typed_is_no_step_that_sends_it(quote: str) -> None:
    course = ProgramCourse(Task("x"), parse(PROGRAM), Ledger())
    course.next(shopping())
    course.observe(step(0, shopping(), InputText("milk", ByIndex(1)), shopping("milk")))
    course.observe(step(1, shopping("milk"), Wait(0), shopping("milk"), Judgement("now", "yes", quote)))
    assert "nothing was done for it" in course.refused()
    course.observe(step(2, shopping("milk"), Click(ByIndex(2)), shopping("", 1)))
    course.observe(step(3, shopping("", 1), Wait(0), shopping("", 1), Judgement("now", "yes", "1 items were added")))
    assert course.refused() == ""
    typing = ProgramCourse(Task("x"), parse('step("type milk into the field")\nstep("go home")'), Ledger())
    typing.observe(step(0, shopping(), InputText("milk", ByIndex(1)), shopping("milk")))
    typing.observe(step(1, shopping("milk"), Wait(0), shopping("milk"), Judgement("now", "yes", quote)))
    assert typing.refused() == "", "where typing is all that is wanted it is done"


@pytest.mark.parametrize(("count", "verified"), [(0, False), (1, True)])
def test_a_count_of_nothing_shows_nothing(count: int, verified: bool) -> None:
    course = goal_course(Task(GOAL), Ledger())
    course.next(HOME)
    course.observe(step(0, HOME, Click(ByIndex(1)), shopping()))
    course.observe(step(1, shopping(), InputText("milk", ByIndex(1)), shopping("milk")))
    after = shopping("", count)
    course.observe(step(2, shopping("milk"), Click(ByIndex(2)), after))
    wanted = TextVisible(f"{count} items were added")
    claim = Decision(Status("complete"), after.digest, expectations=(wanted,))
    course.observe(Transition(3, after, claim, after, "none", verdicts=(held(wanted, after),)))
    end = course.next(after)
    assert (isinstance(end, Finished) and end.verified) is verified


def invoices(*names: str, role: str = "link") -> Screen:
    return screen(element(0, "heading", "Mail"), *(element(at, role, name) for at, name in enumerate(names, 1)))


LOOP = 'for mail in each("invoice"):\n    step("read {mail}")\nstep("go home")'
NO = Judgement("now", "no")


def a_turn(course: ProgramCourse, page: Screen, name: str) -> None:
    course.next(page)
    course.observe(step(0, page, Click(ByIndex(1)), page, Judgement("now", "yes", name)))
    course.observe(step(1, page, Wait(0), page, Judgement("now", "yes", name)))


def test_that_there_is_no_other_item_is_doubted_once_while_one_like_it_is_in_view() -> None:
    page = invoices("Invoice Ada", "Invoice Bob")
    course = ProgramCourse(Task("x"), parse(LOOP), Ledger())
    a_turn(course, page, "Invoice Ada")
    course.observe(step(2, page, Wait(0), page, NO))
    assert "'invoice bob' stands there" in course.refused()
    again = ProgramCourse(Task("x"), parse(LOOP), Ledger())
    again.restore(json.loads(json.dumps(course.snapshot())))
    for one in (course, again):
        one.observe(step(3, page, Wait(0), page, NO))
        assert one.refused() == ""
        directive = one.next(page)
        assert isinstance(directive, Act)
        assert directive.instruction.startswith("[now.no] go home")


@pytest.mark.parametrize("page", [invoices("Invoice Ada"), invoices("Invoice Ada", "Bob", role="text")])
def test_where_nothing_like_it_is_left_to_touch_it_is_believed(page: Screen) -> None:
    course = ProgramCourse(Task("x"), parse(LOOP), Ledger())
    a_turn(course, page, "Invoice Ada")
    course.observe(step(2, page, Wait(0), page, NO))
    assert course.refused() == ""


@pytest.mark.parametrize(
    ("label", "sends", "asks"), [("Total", True, False), ("Search", True, True), ("Total", False, True)]
)
def test_a_question_is_also_answered_by_what_is_handed_in_and_not_by_a_search(
    label: str, sends: bool, asks: bool
) -> None:
    form = [element(0, "heading", "Expenses"), element(1, "textbox", label), element(2, "button", "Submit")]
    filled = screen(form[0], element(1, "textbox", label, value="42"), form[2], element(3, "link", "Home"), key="form")
    sent = screen(element(0, "heading", "Expenses"), element(1, "text", "Handed in: 42"), key="sent")
    course = goal_course(Task("What is the total of the expenses?"), Ledger())
    course.next(screen(*form, key="form"))
    course.observe(step(0, screen(*form, key="form"), InputText("42", ByIndex(1)), filled))
    course.observe(step(1, filled, Click(ByIndex(2 if sends else 3)), sent))
    wanted = TextVisible("Handed in: 42")
    claim = Decision(Status("complete"), sent.digest, expectations=(wanted,))
    course.observe(Transition(2, sent, claim, sent, "none", verdicts=(held(wanted, sent),)))
    assert ("asks for a value" in course.refused()) is asks


@pytest.mark.parametrize(
    ("told", "sends"),
    [
        ("type milk into the comment field", False),
        ("enter the order number 4711", False),
        ("fill in the book title Dune", False),
        ("send the comment milk", True),
        ("in Notes, add milk to the list", True),
        ("write thanks and send it", True),
        ("hand in {begins}; {followers}", True),
        ("type {begins} into Hand-in and hand it in", True),
        ("hand the answer in", True),
        ("turn in the essay", True),
        ("hand out flyers", False),
        ("请添加牛奶", True),
    ],
)
def test_what_is_to_be_sent_is_told_from_where_it_is_to_be_typed(told: str, sends: bool) -> None:
    assert sends_something(told) is sends


def test_a_draft_takes_back_what_was_touched_before_it() -> None:
    course = ProgramCourse(Task("x"), parse('step("send the comment milk")\nstep("go home")'), Ledger())
    course.observe(step(0, shopping(), Click(ByIndex(1)), shopping()))
    course.observe(step(1, shopping(), InputText("milk", ByIndex(1)), shopping("milk")))
    course.observe(step(2, shopping("milk"), Wait(0), shopping("milk"), Judgement("now", "yes", "milk")))
    assert "nothing was done for it" in course.refused()


def test_waiting_makes_nothing_that_stood_there_older_than_it_is() -> None:
    rooms = [element(0, "heading", "Rooms"), element(1, "link", "Reserve")]
    before, after = screen(*rooms, key="rooms"), screen(*rooms, element(2, "text", "Room 5: Ada Miller"), key="rooms")
    form = screen(element(0, "heading", "Reserve"), element(1, "button", "Reserve room 5 for Ada Miller"), key="form")
    course = goal_course(Task("reserve room 5 for Ada Miller"), Ledger())
    course.next(before)
    course.observe(step(0, before, Click(ByIndex(1)), form))
    course.observe(step(1, form, Click(ByIndex(1)), after))
    course.observe(step(2, after, Wait(0), after))
    wanted = TextVisible("Room 5: Ada Miller")
    claim = Decision(Status("complete"), after.digest, expectations=(wanted,))
    course.observe(Transition(3, after, claim, after, "none", verdicts=(held(wanted, after),)))
    end = course.next(after)
    assert isinstance(end, Finished)
    assert end.verified, course.refused()


@pytest.mark.parametrize(("secret", "typed", "asks"), [(True, "ada", True), (False, "may", True), (False, "77", False)])
def test_a_way_in_and_words_of_the_question_are_handed_in_for_no_answer(secret: bool, typed: str, asks: bool) -> None:
    kind = "password" if secret else ""
    fields = [element(0, "heading", "Form"), element(2, "textbox", "Code", input_type=kind), element(3, "button", "Ok")]
    empty = screen(*fields, element(1, "textbox", "Name"), key="form")
    filled = screen(*fields, element(1, "textbox", "Name", value=typed), key="form")
    inside = screen(element(0, "text", "Welcome"), key="inside")
    course = goal_course(Task("What is the balance in may?"), Ledger())
    course.next(empty)
    course.observe(step(0, empty, InputText(typed, ByIndex(1)), filled))
    course.observe(step(1, filled, Click(ByIndex(3)), inside))
    wanted = TextVisible("Welcome")
    claim = Decision(Status("complete"), inside.digest, expectations=(wanted,))
    course.observe(Transition(2, inside, claim, inside, "none", verdicts=(held(wanted, inside),)))
    assert ("asks for a value" in course.refused()) is asks
