"""A program whose questions are answered by a call of their own: the actor reads the present statement alone."""

import json
from collections.abc import Sequence

from sextant.evidence import ClaimLedger
from sextant.models.scripted import ScriptedModel, ScriptedReply
from sextant.program.course import ProgramCourse
from sextant.program.guide import ProgramGuide
from sextant.program.language import parse
from sextant.program.program_text import numbered
from sextant.program.separate_update import SeparateUpdateCourse
from sextant.prompts import Updater
from sextant.protocols import GuideView
from sextant.types.actions import ByIndex, Click, Tap
from sextant.types.decisions import Act, Decision, Directive, Finished
from sextant.types.geometry import Point
from sextant.types.screens import Screen
from sextant.types.tasks import Task
from sextant.types.transitions import Attempt, Transition
from tests.program.test_course import page
from tests.support.narrow import as_a

SOURCE = """\
for mail in each("unread mail"):
    amount = step("read the amount of {mail}")
    if number(amount) > 10:
        step("approve {mail}")
return amount
"""


def says(*answers: tuple[str, str, str]) -> ScriptedReply:
    return {"answers": [{"question": name, "answer": answer, "quote": quote} for name, answer, quote in answers]}


class Run:
    def __init__(self, replies: Sequence[ScriptedReply], source: str = SOURCE) -> None:
        self.model = ScriptedModel(replies)
        self.inner = ProgramCourse(Task("approve the mail"), parse(source), ClaimLedger())
        self.course = SeparateUpdateCourse(self.inner, Updater(self.model), lambda screen: screen.elements[0].text)
        self.step = 0

    def next(self, screen: Screen) -> Directive:
        return self.course.next(screen)

    def told(self, screen: Screen) -> str:
        directive = as_a(Act, self.next(screen))
        assert directive.questions == ()
        return directive.instruction

    def acts(self, before: Screen, after: Screen) -> None:
        decision = Decision(Click(ByIndex(0)), before.digest, "touch it")
        attempts = (Attempt("i", Tap(Point(1, 1))),)
        self.course.observe(Transition(self.step, before, decision, after, "effective", attempts))
        self.step += 1


def test_a_step_takes_one_call_for_the_counter_and_the_actor_reads_what_is_next() -> None:
    inbox, rent = page("Inbox", "Rent"), page("Rent", "EUR 12")
    run = Run(
        [
            says(("now", "yes", "Rent")),
            says(("now", "yes", "EUR 12")),
            says(("now", "yes", "EUR 12"), ("now.yes", "no", "")),
        ]
    )
    assert run.told(inbox) == "read the amount of {mail}"
    assert len(run.model.prompts) == 1
    assert run.told(inbox) == "read the amount of {mail}", "nothing was done: nothing is asked again"
    assert len(run.model.prompts) == 1
    run.acts(inbox, rent)
    assert run.told(rent) == "approve {mail}"
    assert len(run.model.prompts) == 2
    prompt = run.model.prompts[1]
    assert '>   2      amount = step("read the amount of {mail}")' in prompt.text
    assert "touch it: effective" in prompt.text
    assert "│ mail = 'Rent'" in prompt.text
    assert prompt.role == "updater"
    run.acts(rent, rent)
    end = as_a(Finished, run.next(rent))
    assert (end.answer, end.verified) == ("EUR 12", True)
    assert len(run.model.prompts) == 3


def test_what_is_quoted_and_stands_nowhere_is_not_taken_here_either() -> None:
    run = Run([says(("now", "yes", "nowhere"))], 'step("open the list")\nstep("close it")')
    run.told(page("x"))
    run.acts(page("x"), page("List"))
    directive = as_a(Act, run.next(page("List")))
    assert directive.instruction == "open the list"
    assert "stands nowhere" in directive.remark


def test_answers_in_any_shape_are_no_more_than_no_answers() -> None:
    odd: list[ScriptedReply] = [
        {"answers": [{"question": "now", "answer": "YES ", "quote": "List"}, {"question": "now", "answer": "no"}]},
        {"answers": [{"nothing": "at all"}, {"question": "x" * 9999, "answer": "yes", "quote": "y" * 99_999}]},
    ]
    run = Run(odd, 'step("open the list")\nstep("close it")')
    run.told(page("x"))
    run.acts(page("x"), page("List"))
    assert run.told(page("List")) == "close it"
    run.acts(page("List"), page("List"))
    assert run.told(page("List")) == "close it"


def test_stopping_and_going_on_asks_nothing_twice() -> None:
    run = Run([says(("now", "yes", "List"))], 'step("open the list")\nstep("close it")')
    run.told(page("x"))
    run.acts(page("x"), page("List"))
    assert run.told(page("List")) == "close it"
    again = Run([], 'step("open the list")\nstep("close it")')
    again.course.restore(json.loads(json.dumps(run.course.snapshot())))
    assert again.told(page("List")) == "close it"


def test_its_guide_tells_the_program_where_it_stands_and_asks_for_values_alone() -> None:
    run = Run([])
    guide = ProgramGuide(run.inner, separate_update=True)
    form = guide.fields("full")
    assert form is not None
    assert set(form.model_fields) == {"values", "show"}
    told = {one.name: one.text for one in guide.sections(GuideView(Task("t"), Act(""), page("x"), (), 0))}
    assert told["The program, with the line that it stands at"].startswith(">   1  for mail in each")
    long = "\n".join(f'step("{number}")' for number in range(200))
    assert numbered(long, 100, 2).splitlines() == [
        "   …",
        *(f'{">" if n == 100 else " "}{n:4}  step("{n - 1}")' for n in range(98, 103)),
        "   …",
    ]
