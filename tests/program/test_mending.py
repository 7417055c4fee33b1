"""Programs that cannot go on: changed from where they stand, by an author, with everything that was done kept."""

import json
from collections.abc import Sequence
from typing import Self

import pytest

from sextant.errors import BudgetSpent, ModelUnreachable
from sextant.models import UsageLedger as Spending
from sextant.models.scripted import ScriptedModel, ScriptedReply
from sextant.program.author import Author
from sextant.program.course import ProgramCourse
from sextant.program.guide import ProgramGuide
from sextant.program.language import End, LeafRequest, Machine, ProgramError, ProgramLimits, parse
from sextant.program.repair import Mender
from sextant.prompts import Updater
from sextant.types.actions import Status
from sextant.types.decisions import Act, Finished
from sextant.types.tasks import Budget, Task
from tests.program.test_course import Run as Plain
from tests.program.test_course import answer, page, view_of
from tests.support.narrow import as_a

LOOP = """\
found = ""
for mail in each("mail"):
    note = step("read {mail}")
    step("print {mail}")
    found = found + note
step("file it")
return found
"""
MENDED = LOOP.replace('step("print {mail}")', 'step("forward {mail} to the printer")')
GIVEN_UP = Status("infeasible", "there is no printer")


class Run(Plain):
    """A program with an author whose replies are written beforehand."""

    def __init__(self, replies: Sequence[ScriptedReply], source: str = LOOP, most: int = 3, **more: object) -> None:
        super().__init__(source)
        self.spending = Spending(Budget())
        self.model = ScriptedModel(
            [{"program": one} if isinstance(one, str) else one for one in replies], ledger=self.spending
        )
        self.told: list[tuple[int, str, bool]] = []
        author = Author(Updater(self.model, role="author"), 2)
        mender = Mender(author, most, lambda line, why, program: self.told.append((line, why, program is not None)))
        self.course = ProgramCourse(Task("print the mail"), parse(source), self.ledger, mender=mender, **more)  # pyright: ignore[reportArgumentType]
        self.guide = ProgramGuide(self.course)

    def until_the_printer(self) -> Self:
        """The second mail is read, and is to be printed; the first was."""
        for name, note in (("Lunch", "A"), ("Rent", "B")):
            self.does(page(name), answer("now", "yes", name)).does(page(name, note), answer("now", "yes", note))
            if name == "Lunch":
                self.does(page("printed"), answer("now", "yes", "printed"))
        return self


def test_a_step_that_is_called_impossible_is_asked_about_once_and_the_program_goes_on_with_its_variables() -> None:
    run = Run([MENDED]).until_the_printer()
    run.does(page("Rent", "no printer"), action=GIVEN_UP)
    directive = run.ask()
    assert directive.instruction.startswith("[now.no] forward {mail} to the printer")
    assert "there is no printer" in directive.remark
    assert dict(run.course.machine.variables) == {"mail": "Rent", "note": "B", "found": "A"}
    assert run.told == [(4, "line 4 of the program, 'print Rent', was called impossible: there is no printer", True)]
    (prompt,) = run.model.prompts
    assert '>   4      step("print {mail}")' in prompt.text
    assert "there is no printer" in prompt.text
    assert "mail = 'Rent'" in prompt.text
    assert prompt.role == "author"
    run.does(page("Rent sent"), answer("now", "yes", "Rent sent")).does(page("no more"), answer("now", "no"))
    run.does(page("filed"), answer("now", "yes", "filed"))
    end = as_a(Finished, run.course.next(page("x")))
    assert (end.answer, end.verified) == ("AB", True)


def test_a_leaf_that_takes_too_many_actions_and_a_value_that_cannot_be_computed_with_are_mended_too() -> None:
    run = Run(['step("look it up in the help")'], 'step("search")', limits=ProgramLimits(actions=2))
    run.does(page("x")).does(page("x"))
    assert run.ask().instruction.startswith("[now.no] look it up")
    assert "took 2 actions" in run.told[0][1]
    price = 'price = step("read the price")\ntotal = number(price) + 1\nstep("pay {total}")'
    other = 'price = step("read the price")\nprice = step("read the price in the shop window")\nstep("pay {price}")'
    halted = Run([other], price).does(page("free"), answer("now", "yes", "free"))
    assert "say it again" in halted.ask().remark  # a value without a number is doubted once
    halted.does(page("free"), answer("now", "yes", "free"))
    assert halted.ask().instruction.startswith("[now.no] read the price in the shop window")
    assert "line 2" in halted.told[0][1]


def test_a_value_that_turns_out_to_be_needed_becomes_a_variable() -> None:
    needed = 'step("open the door")\ncode = var("the code of the door")\nstep("find the note")\nstep("enter {code}")'
    run = Run([needed], 'step("open the door")\nstep("go in")')
    run.does(page("Door"), answer("now", "yes", "Door"))
    run.does(page("Door"), action=Status("infeasible", "it wants a code that nobody has read"))
    assert run.ask().instruction.startswith("[now.no] find the note")
    assert any("code: not known yet (the code of the door)" in one.text for one in run.guide.sections(view_of(run)))
    run.does(page("Note", "A7-K2"), answer("now", "yes", "Note"), fields={"values": {"code": "A7-K2"}})
    assert run.ask().instruction.startswith("[now.no] enter {code}")
    assert dict(run.course.machine.variables) == {"code": "A7-K2"}


def test_a_place_is_asked_about_once_and_a_run_so_often() -> None:
    run = Run([MENDED.replace("forward", "print"), MENDED], 'step("open x")\nstep("b")')
    run.does(page("x"), answer("now", "yes", "x"), action=GIVEN_UP)
    assert isinstance(run.course.next(page("x")), Finished)  # neither answer agrees with what is written
    assert isinstance(run.course.next(page("x")), Finished)
    assert len(run.model.prompts) == 2
    assert [one[2] for one in run.told] == [False]
    many = Run([f'step("try {n}")' for n in range(9)], 'step("a")', most=3)
    for _ in range(3):
        many.does(page("x"), action=GIVEN_UP)
        assert isinstance(many.course.next(page("x")), Act)
    many.does(page("x"), action=GIVEN_UP)
    assert isinstance(many.course.next(page("x")), Finished)
    assert many.spending.usage().requests == 3


@pytest.mark.parametrize(
    ("source", "told"),
    [
        (LOOP, "the same program"),
        (MENDED.replace('"read {mail}"', '"open {mail}"'), "line 3 of the program was begun already"),
        (MENDED.replace('each("mail")', 'each("letter")'), "line 2 of the program was begun already"),
        (MENDED.replace('found = ""', 'found = "x"'), "line 1 of the program was begun already"),
        ('step("start over")', "line 1 of the program was begun already"),
        (MENDED.replace('step("forward {mail} to the printer")', "x = 1 / 0"), "it still cannot go on here"),
        (MENDED + 'step("pay {price}")', "`price`"),
        ("import os", "`import`"),
    ],
)
def test_what_does_not_fit_goes_back_to_the_author(source: str, told: str) -> None:
    run = Run([source, MENDED]).until_the_printer().does(page("x"), action=GIVEN_UP)
    assert run.ask().instruction.startswith("[now.no] forward")
    assert told in run.model.prompts[1].text


def test_stopping_after_a_change_and_going_on_makes_no_difference() -> None:
    run = Run([MENDED]).until_the_printer().does(page("x"), action=GIVEN_UP)
    unasked = json.loads(json.dumps(run.course.snapshot()))
    run.ask()
    state = json.loads(json.dumps(run.course.snapshot()))
    again = Run([], most=1)
    again.course.restore(state)
    assert again.course.next(page("x")) == run.course.next(page("x"))
    assert again.course.machine.program.source == MENDED
    again.does(page("x"), action=GIVEN_UP)
    assert isinstance(again.course.next(page("x")), Finished)  # once was allowed, and it is remembered
    before = Run([MENDED])
    before.course.restore(unasked)
    assert before.ask() == run.ask()  # stopped between the step and the answer, the author is asked again
    ended = Run([], most=1)
    ended.course.restore(json.loads(json.dumps(again.course.snapshot())))
    assert isinstance(ended.course.next(page("x")), Finished)


@pytest.mark.parametrize("fault", [ModelUnreachable("gone"), BudgetSpent("spent")])
def test_an_author_that_cannot_be_asked_leaves_the_place_open(fault: Exception) -> None:
    run = Run([fault, MENDED]).until_the_printer().does(page("x"), action=GIVEN_UP)
    with pytest.raises(type(fault)):
        run.course.next(page("x"))
    assert run.ask().instruction.startswith("[now.no] forward")


def test_functions_that_run_stay_as_they_are_up_to_where_they_stand() -> None:
    source = 'def buy(thing):\n    step("find {thing}")\n    step("pay")\nbuy("tea")\nbuy("milk")'
    machine = Machine(parse(source))
    machine.give()
    for wrong, told in (
        (source.replace("thing", "item"), "`buy` is running"),
        (source.replace("find", "look for"), "line 2 of `buy` was begun"),
        (source.replace('"tea"', '"coffee"'), "line 4 of the program was begun"),
        ('step("x")', "`buy` is running"),
    ):
        with pytest.raises(ProgramError, match=told):
            machine.change(parse(wrong))
    machine.change(
        parse(source.replace('step("pay")', 'step("pay cash")\n    step("wave")').replace('buy("milk")', ""))
    )
    assert _rest(machine) == ["pay cash", "wave"]


def _rest(machine: Machine) -> list[str]:
    """The steps from here to the end, which is reached."""
    told: list[str] = []
    while not isinstance(want := machine.want, End):
        assert isinstance(want, LeafRequest)
        told.append(want.told)
        machine.give()
    return told
