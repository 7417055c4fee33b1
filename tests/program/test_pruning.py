"""What is told of a long program: the active path, with the steps by which the rest is recalled, and every variable."""

import json

from sextant.brief import Composer, render
from sextant.program.language import Machine, parse
from sextant.program.told import path_in_words, short, values_in_words
from sextant.types.actions import Recall
from sextant.types.tasks import Task
from sextant.types.transitions import Transition
from tests.program.test_course import Run, answer, page

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
        self.composer = Composer(Task("file the mail"), "full", (self.guide,), 4000)
        self.composer.history.follow(self.course.active)

    def note(self, transition: Transition) -> None:
        self.composer.history.observe(transition)

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
    assert "\n│ 1. " not in told
    run.does(page("Gas"), action=Recall((1, 99)))
    told = run.brief("Gas")
    assert "## Recalled steps" in told
    assert "\n│ 1. " in told
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


def test_a_loop_and_a_function_that_are_over_name_all_their_steps() -> None:
    buying = 'def buy(thing):\n    step("find {thing}")\n    step("pay")\n'
    run = Run(buying + 'for name in ["tea", "milk"]:\n    buy(name)\nstep("go")')
    for number in range(4):
        run.does(page("x")).does(page(f"did {number}"), answer("now", "yes", f"did {number}"))
    assert path_in_words(run.course.machine.path, run.course.span) == (
        "  done: for name in ['tea', 'milk'] (2 turns) (steps 0-6)"
    )
    assert run.course.active() == ((7, float("inf")),)


def test_many_and_long_variables_are_all_told_within_a_bound() -> None:
    machine = Machine(parse('step("a")'), {f"v{number}": "x" * 3000 for number in range(60)})
    told = values_in_words(machine.variables).splitlines()
    assert [line.split(" = ")[0] for line in told] == [f"v{number}" for number in range(60)]
    assert sum(map(len, told)) < 6000
    assert short("a" * 20) == repr("a" * 20)
    assert short(["first", *["x" * 50] * 20, "last"], 60).startswith("['first'")
    assert short(["first", *["x" * 50] * 20, "last"], 60).endswith("'last']")


def test_a_name_that_is_read_and_has_no_value_is_told_to_be_looked_for() -> None:
    run = Told('step("open the card")\nstep("enter {code}")')
    assert "code: not known yet" in run.brief("Card")
    run.does(page("Card", "A7"), fields={"values": {"code": "A7"}})
    assert "code = 'A7'" in run.brief("Card")
