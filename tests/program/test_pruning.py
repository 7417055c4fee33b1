"""What is told of a long program: the active path, the rest for recall, every variable, and the items of a loop."""

import json

from sextant.evidence import ClaimLedger
from sextant.program.course import ProgramCourse
from sextant.program.guide import ProgramGuide
from sextant.program.items import ITEMS, OTHERS
from sextant.program.language import Machine, parse
from sextant.program.program_text import path_in_words
from sextant.prompts import BriefComposer, render
from sextant.protocols import GuideView
from sextant.types.actions import Recall
from sextant.types.decisions import Act, Finished
from sextant.types.screens import Screen
from sextant.types.tasks import Task
from sextant.types.transitions import Transition
from tests.program.test_course import Run, answer, page
from tests.support.narrow import as_a
from tests.support.screens import element, screen

LONG = """\
code = ""
names = []
for mail in each("unread mail"):
    step("open {mail}")
    if code == "":
        code = step("read the code on the card")
    names = names + [mail]
    step("file {mail}")
step("enter {code}")
return code
"""


class Told(Run):
    """A run with its briefs; each step is observed by everything that takes part."""

    def __init__(self, source: str = LONG) -> None:
        super().__init__(source)
        self.composer = BriefComposer(Task("file the mail"), "full", (self.guide,), 4000, active=self.course.active)

    def note(self, transition: Transition) -> None:
        self.composer.log.append(transition)

    def brief(self, *texts: str) -> str:
        seen = page(*texts)
        act = self.ask()
        return render(self.composer.compose(act, seen, self.step).sections)


def test_a_value_of_the_first_turn_stands_in_every_later_brief_of_two_hundred() -> None:
    run = Told()
    sizes: list[int] = []
    for turn in range(200):
        mail = f"Mail {turn:03}"
        run.does(page(mail), answer("now", "yes", mail))
        run.does(page(mail, "A7-K2"), answer("now", "yes", mail))
        if turn == 0:
            run.does(page(mail, "A7-K2"), answer("now", "yes", "A7-K2"))
        run.does(page(mail, "filed"), answer("now", "yes", "filed"))
        told = run.brief("Inbox")
        assert "│ code = 'A7-K2'" in told, turn
        assert "'Mail 000'" in told, turn
        assert mail in told
        sizes.append(sum(run.composer.compose(run.ask(), page("Inbox"), run.step).tokens.values()))
    assert max(sizes) <= 2500
    assert sizes[199] <= 1.1 * sizes[49]
    run.does(page("nothing"), answer("now", "no"))
    assert "enter {code}" in run.brief("Form")
    assert "│ code = 'A7-K2'" in run.brief("Form")


def test_steps_of_other_turns_are_left_out_and_can_be_recalled_for_one_brief() -> None:
    run = Told()
    for name in ("Lunch", "Rent"):
        run.does(page(name), answer("now", "yes", name)).does(page(name, "A7"), answer("now", "yes", name))
        if name == "Lunch":
            run.does(page(name, "A7"), answer("now", "yes", "A7"))
        run.does(page(name, "filed"), answer("now", "yes", "filed"))
    run.does(page("Gas"), answer("now", "yes", "Gas")).does(page("Gas"), answer("now", "no"))
    told = run.brief("Gas")
    assert "turn 3" in told
    assert "earlier steps are left out" in told
    assert "\n1. " not in told
    run.does(page("Gas"), action=Recall((1, 99)))
    told = run.brief("Gas")
    assert "## Recalled steps" in told
    assert "\n1. " in told
    assert "There was no step 99." in told
    run.does(page("Gas"))
    assert "Recalled" not in run.brief("Gas")


def test_what_is_left_out_of_a_block_names_its_steps() -> None:
    run = Run("\n".join(f'step("do {number}")' for number in range(12)))
    for number in range(11):
        run.does(page("x")).does(page(f"did {number}"), answer("now", "yes", f"did {number}"))
    told = path_in_words(run.course.machine.path, run.course.span)
    assert told.splitlines()[:2] == ["  done before: 3 (steps 0-4)", "  done: do 3 (steps 5-6)"]
    state = json.loads(json.dumps(run.course.snapshot()))
    other = Run("\n".join(f'step("do {number}")' for number in range(12)))
    other.course.restore(state)
    assert path_in_words(other.course.machine.path, other.course.span) == told


def test_a_variable_that_is_not_told_is_told_once_it_is_asked_for() -> None:
    lines = "\n".join(f'v{number} = "{number}{"x" * 300}"' for number in range(40))
    run = Told(f'{lines}\nstep("go")')
    assert "v3 = " not in run.brief("Card")
    run.does(page("Card"), fields={"show": ["v3", *["z" * 10**5] * 50]})
    run.guide.restore(json.loads(json.dumps(run.guide.snapshot())))
    assert f"v3 = '3{'x' * 300}'" in run.brief("Card")
    run.does(page("Card"), fields={"show": "v3"})
    assert "v3 = " not in run.brief("Card")


SOURCE = """
for box in each("box of the shelf"):
    step("open {box}")
    for letter in each("letter in the box"):
        step("read {letter}")
"""


def told(machine: Machine) -> str | None:
    course = ProgramCourse(Task("read the letters"), machine.program, ClaimLedger())
    course.machine.restore(machine.snapshot())
    page = screen(element(0, "text", "x"))
    directive = as_a(Act, course.next(page))
    sections = [
        one for one in ProgramGuide(course).sections(GuideView(Task(""), directive, page, (), 0)) if one.name == ITEMS
    ]
    assert all(section.untrusted and section.max_tokens == 400 for section in sections)
    return sections[0].text if sections else None


def test_items_are_told_where_the_next_one_is_asked_for_and_where_it_would_be_after_an_answer() -> None:
    machine = Machine(parse(SOURCE))
    assert told(machine) is None
    machine.give("Red")
    assert told(machine) is None, "the first letter is asked for next, and there was none before"
    machine.give()
    machine.give("Bill")
    assert told(machine) == "'Bill'", "after the step that is asked about comes the next letter"
    machine.give()
    assert told(machine) == "box of the shelf: 'Red'\nletter in the box: 'Bill'", "or the next box, if there is none"
    machine.give(None)
    assert told(machine) == "'Red'"


def test_what_looks_like_an_item_is_told_and_no_answer_is_refused_for_it() -> None:
    names = ("Lunch Accepted", "Panel from  Kaia", "Dinner Accepted")
    rows = [element(place, "button", name) for place, name in enumerate(names)]
    page = screen(*rows, element(3, "link", "Back"), element(4, "text", "Panel"))
    run = Run('for one in each("invitation but the panel"):\n    step("accept {one}")')
    assert others(run, page) == ""
    run.does(page, answer("now", "yes", "Lunch Accepted"))
    assert others(run, page) == "'Panel from Kaia', 'Dinner Accepted'"
    again = Run(run.course.machine.program.source)
    again.course.restore(json.loads(json.dumps(run.course.snapshot())))
    assert others(again, page) == "'Panel from Kaia', 'Dinner Accepted'"
    run.does(page, answer("now", "yes", "Lunch Accepted"), answer("now.yes", "no", "Panel from Kaia"))
    end = as_a(Finished, run.course.next(page))
    assert end.verified


def others(run: Run, page: Screen) -> str:
    directive = as_a(Act, run.course.next(page))
    found = run.guide.sections(GuideView(Task(""), directive, page, (), 0))
    assert all(one.untrusted for one in found if one.name == OTHERS)
    return "".join(one.text for one in found if one.name == OTHERS)
