"""Memory with calls of its own: what is asked, what becomes of the answer, and what a failure costs."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from pydantic import BaseModel

from sextant.actors.model_actor import ModelActor
from sextant.assembly import Hooks, Probes, RunRequest, build_run
from sextant.errors import BudgetSpent, ModelFault, ModelUnreachable
from sextant.evidence import ClaimLedger
from sextant.guides.memory import Asker, MemoryGuide
from sextant.models.scripted import ScriptedModel
from sextant.prompts import count_tokens, list_screen
from sextant.settings import GuideChoices
from sextant.types.decisions import Section
from sextant.types.screens import Picture, Screen
from tests.guides.test_memory_guide import HOME, MAIL, lines, note, parcel, step
from tests.support.runs import NOBODY, Bench, click, done

GOAL = "Do the errands."


@dataclass
class Answering:
    """Gives one answer after the other; a fault is raised."""

    answers: list[object]
    asked: list[tuple[str, str, dict[str, str]]] = field(default_factory=list[tuple[str, str, dict[str, str]]])

    def update(
        self,
        instructions: str,
        sections: Sequence[Section],
        form: type[BaseModel],
        pictures: Sequence[Picture] = (),
    ) -> BaseModel | None:
        del pictures
        fenced = {section.name: section.text for section in sections if section.untrusted}
        trusted = {section.name: section.text for section in sections if not section.untrusted}
        self.asked.append((instructions, trusted.get("Goal", ""), fenced))
        answer = self.answers.pop(0)
        if isinstance(answer, ModelFault | BudgetSpent):
            raise answer
        return None if answer is None else form.model_validate(answer)


def listed(screen: Screen) -> str:
    return list_screen(screen, "full")


def asking(*answers: object, ledger: ClaimLedger | None = None) -> tuple[MemoryGuide, Answering]:
    updating = Answering(list(answers))
    guide = MemoryGuide(GOAL, ledger or ClaimLedger(), "full", count_tokens, Asker(updating, listed))
    return guide, updating


def test_a_call_reads_both_screens_and_files_a_value_under_the_one_that_shows_it() -> None:
    ledger = ClaimLedger()
    guide, updating = asking(note("G6-5992", "pickup code of the Oolong tin"), ledger=ledger)
    assert guide.fields("full") is None
    guide.observe(step(HOME, 3, after=parcel()))
    assert lines(guide) == ["pickup code of the Oolong tin (Oolong tin, step 3, m1): G6-5992"]
    assert ledger.claims[0].status == "verified"
    assert ledger.claims[0].evidence[0].screen == parcel().digest
    instructions, goal, fenced = updating.asked[0]
    assert "word for word" in instructions
    assert goal == GOAL
    assert "Parcels" in fenced["Screen before it"]
    assert "G6-5992" in fenced["Screen after it"]


def test_a_step_that_shows_nothing_new_costs_no_call() -> None:
    guide, updating = asking(None)
    guide.observe(step(HOME, 0, after=HOME))
    guide.observe(step(HOME, 1, after=HOME))
    assert len(updating.asked) == 1


def test_no_answer_and_no_model_cost_nothing_but_the_call() -> None:
    guide, updating = asking(None, ModelUnreachable("gone"), BudgetSpent("spent"), note("G6-5992"))
    for number in range(3):
        guide.observe(step(HOME, number, after=MAIL))
    assert guide.entries == ()
    guide.observe(step(HOME, 3, after=parcel()))
    assert len(guide.entries) == 1
    assert len(updating.asked) == 4


def test_a_run_asks_the_updaters_model_once_a_step_beside_the_actors(tmp_path: Path) -> None:
    seen = {"notes": [{"value": "Sent 1 times", "meaning": "how often it was sent"}]}
    updater = ScriptedModel([{}, seen, {}], then="repeat")
    actor = ModelActor(ScriptedModel([click(1, "Sent 1 times"), click(4), done()]), "full", lambda x, y, _: (x, y))
    bench = Bench(tmp_path)
    settings = replace(bench.settings([]), guides=GuideChoices(use=("memory",), mode="separate"))
    hooks = Hooks(probes=Probes(lambda made: bench.device, actor=lambda: actor, updater=lambda: updater))
    run = build_run(RunRequest("Send it.", f"scripted:{tmp_path / 'app.json'}"), settings, NOBODY, hooks)
    run.go()
    assert [prompt.role for prompt in updater.prompts] == ["updater"] * len(updater.prompts)
    assert 1 <= len(updater.prompts) <= 3
    assert len({prompt.prefix for prompt in updater.prompts}) == 1
