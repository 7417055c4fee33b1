"""Memory with calls of its own: what is asked, what becomes of the answer, and what a failure costs."""

from dataclasses import replace
from pathlib import Path

from sextant.actors.model_actor import ModelActor
from sextant.assembly import Hooks, Probes, RunRequest, build_run
from sextant.errors import BudgetSpent, ModelUnreachable
from sextant.evidence import ClaimLedger
from sextant.guides.memory import Asker, MemoryGuide
from sextant.models.scripted import ScriptedModel
from sextant.prompts import count_tokens, list_screen
from sextant.settings import GuideChoices
from tests.guides.steps import Answering
from tests.guides.test_memory_guide import HOME, MAIL, lines, note, parcel, step
from tests.support.runs import NOBODY, Bench, click, done

GOAL = "Do the errands."


def asking(*answers: object, ledger: ClaimLedger | None = None) -> tuple[MemoryGuide, Answering]:
    updating = Answering(*answers)
    guide = MemoryGuide(
        GOAL, ledger or ClaimLedger(), "full", count_tokens, Asker(updating, lambda screen: list_screen(screen, "full"))
    )
    return guide, updating


def test_a_call_reads_both_screens_and_files_a_value_under_the_one_that_shows_it() -> None:
    ledger = ClaimLedger()
    guide, updating = asking(note("G6-5992", "pickup code of the Oolong tin"), ledger=ledger)
    assert guide.fields("full") is None
    guide.observe(step(HOME, 3, after=parcel()))
    assert lines(guide) == ["pickup code of the Oolong tin (Oolong tin, step 3, m1): G6-5992"]
    assert ledger.claims[0].status == "verified"
    assert ledger.claims[0].evidence[0].screen == parcel().digest
    asked = updating.asked[0]
    assert "word for word" in updating.instructions[0]
    assert (asked["Goal"].text, asked["Goal"].untrusted) == (GOAL, False)
    for name, words in (("Screen before it", "Parcels"), ("Screen after it", "G6-5992")):
        assert words in asked[name].text
        assert asked[name].untrusted


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
