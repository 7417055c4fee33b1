"""Reuse where another call answers what a program asks: what was done the same way twice takes neither call."""

from collections.abc import Sequence

from sextant.actors.reuse import REUSE
from sextant.assembly.reuse import reusing
from sextant.evidence import ClaimLedger
from sextant.models.scripted import ScriptedModel, ScriptedReply
from sextant.program.course import ProgramCourse
from sextant.program.language import parse
from sextant.program.separate_update import SeparateUpdateCourse
from sextant.prompts import Updater
from sextant.types.actions import ByIndex, Click
from sextant.types.decisions import Act, Brief, Decision, Directive, Finished
from sextant.types.screens import Screen
from sextant.types.tasks import Task
from tests.actors.test_reuse import INBOX, SOURCE, Other, both, inbox, shown, stepped


def archived(name: str) -> ScriptedReply:
    return {
        "answers": [
            {"question": "now", "answer": "yes", "quote": f"{name} is archived"},
            {"question": "now.yes", "answer": "no", "quote": ""},
        ]
    }


class Run:
    def __init__(self, replies: Sequence[ScriptedReply]) -> None:
        self.model, self.other = ScriptedModel(replies), Other()
        course = ProgramCourse(Task("archive the mail"), parse(SOURCE), ClaimLedger())
        self.actor = reusing(self.other, course)
        self.course = SeparateUpdateCourse(
            course, Updater(self.model), lambda screen: screen.title, recalling=self.actor
        )
        self.step = 0

    def goes(self, seen: Screen, after: Screen, name: str) -> str:
        """A step towards archiving that mail; who decided it."""
        directive = self.course.next(seen)
        assert isinstance(directive, Act), directive
        self.other.next = Decision(Click(ByIndex(INBOX.index(name))), seen.digest, expectations=(shown(name),))
        decided = self.actor.decide(Brief(Task("t"), directive, seen, "", (), step=self.step))
        assert decided.judgements == ()
        done = stepped(self.step, decided, seen, after)
        self.course.observe(done)
        self.actor.observe(done)
        self.step += 1
        return decided.actor

    def next(self, screen: Screen) -> Directive:
        return self.course.next(screen)


def test_neither_the_actor_nor_the_counter_is_asked_after_two_times() -> None:
    run = Run([archived("Ada"), archived("Bob")])
    screens = [inbox(*INBOX), *(both(name) for name in INBOX)]
    told = [run.goes(screens[at], screens[at + 1], name) for at, name in enumerate(INBOX)]
    assert told == ["model", "model", REUSE, REUSE, REUSE, REUSE]
    assert isinstance(run.next(screens[-1]), Finished)
    assert len(run.model.prompts) == 2
    assert len(run.other.asked) == 2


def test_at_a_surprise_both_are_asked_again() -> None:
    run = Run([archived("Ada"), archived("Bob"), archived("Cem")])
    screens = [inbox(*INBOX), both("Ada"), both("Bob"), both("Cem", key="elsewhere")]
    told = [run.goes(screens[at], screens[at + 1], name) for at, name in enumerate(INBOX[:3])]
    assert told[-1] == REUSE
    assert run.goes(screens[-1], both("Dan"), "Dan") == "model"
    assert len(run.model.prompts) == 3
