"""What writers and readers of programs do without meaning harm: fences, `append`, half answers, odd values."""

import json

import pytest

from sextant.cli.program import _purpose  # pyright: ignore[reportPrivateUsage]
from sextant.models.answers import Accepted, read_answer
from sextant.program.language import LeafRequest, Machine, ProgramError, parse
from sextant.prompts import as_decision, decision_schema
from sextant.prompts.text import objection_sections
from sextant.protocols import GuideView
from sextant.types.decisions import Act, Decision
from sextant.types.tasks import Task
from tests.program.test_course import Run, answer, page
from tests.support.narrow import as_a, given

PAY = 'step("open the bill")\nstep("pay it")'


# -- written


@pytest.mark.parametrize(
    "text", ["```python\n{}\n```", "```\n{}\n```\n", "\n```py\n{}", "\ufeff```python\r\n{}\r\n```"]
)
def test_a_fence_around_a_program_is_no_part_of_it(text: str) -> None:
    assert parse(text.format(PAY)).leaves == 2


def test_a_fence_within_other_text_is_told() -> None:
    with pytest.raises(ProgramError) as caught:
        parse(f"Here it is:\n```python\n{PAY}\n```\nGood luck!")
    assert [(one.line, "fence" in one.message) for one in caught.value.problems] == [(2, True)]


def test_a_list_grows_by_append() -> None:
    machine = Machine(parse('names = []\nfor one in ["Ada", "Bob"]:\n    names.append(one)\nstep("greet {names}")'))
    assert isinstance(machine.want, LeafRequest)
    assert machine.variables["names"] == ["Ada", "Bob"]


@pytest.mark.parametrize("line", ["x = names.append(1)", "names.append(1, 2)", "names.extend([1])", "a.b.append(1)"])
def test_what_is_like_append_and_is_not_is_told(line: str) -> None:
    with pytest.raises(ProgramError) as caught:
        parse(f'names = []\n{line}\nstep("x")')
    assert caught.value.problems[0].line == 2


@pytest.mark.parametrize(
    ("source", "goal"),
    [
        (PAY, "carry out the program bill.py"),
        (f"# Pay the bill\n{PAY}", "Pay the bill"),
        ('step("open the bill")\n# then\nstep("pay it")', "carry out the program bill.py"),
    ],
)
def test_the_goal_of_a_program_is_never_its_first_step(source: str, goal: str) -> None:
    from pathlib import Path

    assert _purpose(parse(source), Path("bill.py")) == goal


# -- walked


ENDING = (
    'def read_total():\n    return step("read the total")\ntotal = read_total()\nstep("type {total} into the report")'
)


@pytest.mark.parametrize(
    "source",
    [
        ENDING,
        ENDING.replace('return step("read the total")', 'found = step("read the total")\n    return found'),
        ENDING.replace('return step("read the total")', 'found = step("read the total")\n    return number(found) * 2'),
        'total = step("read the total")\nboth = 0\nboth += number(total)\nstep("type {both} into the report")',
    ],
)
def test_a_value_that_ends_a_function_or_is_computed_with_costs_no_call(source: str) -> None:
    run = Run(source)
    told = run.ask()
    assert "nothing yet" not in told.instruction
    assert "[now.yes.no] type {" in told.instruction
    assert "·" not in told.instruction + "".join(one.text for one in told.questions)
    run.does(page("Total", "42"), answer("now", "yes", "42"))
    assert run.ask().instruction.startswith("[now.no] type {")
    assert run.course.machine.steps == 1


def test_a_value_that_ends_the_program_ends_it() -> None:
    run = Run('return step("read the total")')
    assert "[now.yes] the program is over" in run.ask().instruction


# -- answered


def decided(program: object) -> Decision:
    run = Run(PAY)
    form = given(run.guide.fields("full"))
    text = json.dumps({"program": program, "action": {"type": "click", "index": 0}})
    read = as_a(Accepted, read_answer(text, decision_schema("full", {"program": form})))
    return as_decision(read.value, page("Bill"), lambda x, y, _: (x, y), ("program",))


@pytest.mark.parametrize(
    "program", [None, {}, {"values": {}}, {"branch": None}, {"values": {"total": 12, "who": None}}]
)
def test_a_missing_branch_and_plain_values_are_no_malformed_answer(program: object) -> None:
    decision = decided(program)
    assert decision.dropped_fields == ()
    view = GuideView(Task("pay"), Act("pay"), page("Bill"), (), 0)
    assert Run(PAY).guide.review(decision, view) == ()


def test_a_branch_in_the_brackets_that_it_is_told_in_is_that_branch() -> None:
    decision = decided({"branch": "[now.no]"})
    view = GuideView(Task("pay"), Act("pay"), page("Bill"), (), 0)
    assert Run(PAY).guide.review(decision, view) == ()
    (wrong,) = Run(PAY).guide.review(decided({"branch": "[now.maybe]"}), view)
    assert "there is no branch 'now.maybe'" in "".join(one.text for one in objection_sections([wrong], decision))


def test_a_value_of_another_type_is_given_back_once_and_then_taken() -> None:
    source = 'total = step("read the total")\nif number(total) > 10:\n    step("approve it")\nreturn total'
    run = Run(source).does(page("Total", "Pay now", "42"), answer("now", "yes", "Pay now"))
    assert "{total} is read as a number and 'Pay now' holds none" in run.ask().remark
    assert run.course.machine.steps == 0
    again = run.does(page("Total", "Pay now", "42"), answer("now", "yes", "42"))
    assert again.course.machine.variables["total"] == "42"
    stays = Run(source).does(page("Pay now"), answer("now", "yes", "Pay now"))
    stays.does(page("Pay now"), answer("now", "yes", "Pay now"))
    assert stays.course.machine.variables["total"] == "Pay now"


def test_a_doubt_outlives_a_break() -> None:
    source = 'total = step("read the total")\nstep("type {total}")\nreturn number(total)'
    run = Run(source).does(page("Pay now"), answer("now", "yes", "Pay now"))
    other = Run(source)
    other.course.restore(json.loads(json.dumps(run.course.snapshot())))
    other.does(page("Pay now"), answer("now", "yes", "Pay now"))
    assert other.course.machine.variables["total"] == "Pay now"


def test_the_value_that_a_decision_names_counts_before_the_quote_that_shows_it() -> None:
    run = Run('free = step("read how many are free")\nstep("book {free}")')
    seen = page("Workshop", "free: 6", "6")
    run.does(seen, answer("now", "yes", "Workshop"), fields={"values": {"free": "6"}})
    assert run.course.machine.variables["free"] == "6"
    nowhere = Run('free = step("read how many are free")\nstep("book {free}")')
    nowhere.does(page("Workshop"), answer("now", "yes", "Workshop"), fields={"values": {"free": "6"}})
    assert nowhere.course.machine.variables["free"] == "Workshop", "only what stands on a screen is a value"


def test_a_value_is_corrected_later_or_it_is_said_why_not() -> None:
    def told(run: Run) -> str:
        return "\n".join(one.text for one in run.guide.sections(GuideView(Task(""), run.ask(), page("x"), (), 0)))

    run = Run('free = step("read how many are free")\nstep("book {free}")')
    run.does(page("Workshop"), answer("now", "yes", "Workshop"))
    run.does(page("Menu"), fields={"values": {"free": "6", "other": "Menu", "e" * 300: "Menu"}})
    assert "free was not set to '6': these words stand on no screen of yours" in told(run)
    assert "other was not set to 'Menu': the program has no such variable" in told(run)
    assert "e" * 81 not in told(run)
    again = Run(run.course.machine.program.source)
    again.guide.restore(json.loads(json.dumps(run.guide.snapshot())))
    assert "free was not set to '6'" in told(again)
    run.does(page("free", "6"), fields={"values": {"free": "6"}})
    assert run.course.machine.variables["free"] == "6"
    assert "was not set" not in told(run)
    early = Run('step("open it")\nfree = step("read how many are free")')
    early.does(page("6"), answer("now", "no"), fields={"values": {"free": "6"}})
    later = "give it when the step that reads it is asked about; the run can end without it"
    assert f"free was not set to '6': {later}" in told(early)
    early.does(page("6"), answer("now", "yes", "6"))
    early.does(page("6"), answer("now", "yes", "6"), fields={"values": {"free": "6"}})
    assert early.course.machine.variables["free"] == "6", "as it was told"
    computed = Run('free = 3\nstep("book {free}")').does(page("6"), fields={"values": {"free": "6"}})
    assert "free was not set to '6': no value of free is to be found on a screen" in told(computed)
