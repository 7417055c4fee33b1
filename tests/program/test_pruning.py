"""What is told of a long program: the active path, with the steps by which the rest is recalled, and every variable."""

import json

from sextant.program.language import Machine, ProgramLimits, parse
from sextant.program.told import path_in_words, short, variables_in_words
from sextant.prompts import BriefComposer, render
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
    more, *told = variables_in_words(machine).splitlines()
    assert [line.split(" = ")[0] for line in told] == [f"v{number}" for number in range(60)][-len(told) :]
    assert more.startswith(f"{60 - len(told)} more are kept")
    assert sum(map(len, (more, *told))) < 3600
    assert short("a" * 20) == repr("a" * 20)
    assert short(["first", *["x" * 50] * 20, "last"], 60).startswith("['first'")
    assert short(["first", *["x" * 50] * 20, "last"], 60).endswith("'last']")


def test_variables_that_are_read_next_are_told_whole_before_the_newest() -> None:
    source = 'for n in [1]:\n    step("write {v0}")\n    if v3 == v1:\n        pass\nstep("{v2}")'
    given = {f"v{number}": f"{number}" + "x" * 700 for number in range(4)} | {f"w{n}": "y" * 300 for n in range(300)}
    machine = Machine(parse(source), given, ProgramLimits(variables=999))
    told = variables_in_words(machine)
    for name in ("v0", "v3", "v1", "v2"):
        assert f"{name} = {given[name]!r}" in told
    assert "w299 = " in told
    assert "299 more are kept" in told or "298 more are kept" in told
    assert f"w5 = {given['w5']!r}" in variables_in_words(machine, wanted=["w5", "never"])
    assert len(told) <= 3400


def test_what_was_written_in_earlier_turns_and_calls_can_be_read() -> None:
    source = (
        "def look(mail):\n    seen = step('read {mail}')\n    return seen\n"
        'for mail in each("mail"):\n    amount = look(mail)\nstep("end")'
    )
    machine = Machine(parse(source))
    for number in range(20):
        machine.give(f"mail {number}")
        machine.give(f"{number} EUR")
    machine.give(None)
    machine.restore(json.loads(json.dumps(machine.snapshot())))
    told = variables_in_words(machine).splitlines()
    assert "amount = '19 EUR'" in told
    assert any(line.startswith("amount in earlier turns: '18 EUR', '17 EUR'") for line in told)
    assert any(line.startswith("seen in earlier turns: '18 EUR', '17 EUR'") for line in told)
    assert any("'7 EUR'" in line and line.endswith("(7 more)") for line in told)


def test_variables_are_told_as_the_program_means_them() -> None:
    source = 'def f(x):\n    step("file {x}")\nx = step("read")\nf("plain")\nstep("go on")'
    machine = Machine(parse(source))
    machine.give("global")
    assert variables_in_words(machine).splitlines() == ["x = 'global'", "x (in f) = 'plain'"]
    assert machine.variables["x"] == "plain"
    machine.give()
    assert variables_in_words(machine) == "x = 'global'"
    assert machine.variables["x"] == "global"


def test_a_variable_that_is_not_told_is_told_once_it_is_asked_for() -> None:
    lines = "\n".join(f'v{number} = "{number}{"x" * 300}"' for number in range(40))
    run = Told(f'{lines}\nstep("go")')
    assert "v3 = " not in run.brief("Card")
    run.does(page("Card"), fields={"show": ["v3", *["z" * 10**5] * 50]})
    run.guide.restore(json.loads(json.dumps(run.guide.snapshot())))
    assert f"v3 = '3{'x' * 300}'" in run.brief("Card")
    run.does(page("Card"), fields={"show": "v3"})
    assert "v3 = " not in run.brief("Card")


def test_a_name_that_is_read_and_has_no_value_is_told_to_be_looked_for() -> None:
    run = Told('step("open the card")\nstep("enter {code}")')
    assert "code: not known yet" in run.brief("Card")
    run.does(page("Card", "A7"), fields={"values": {"code": "A7"}})
    assert "code = 'A7'" in run.brief("Card")
