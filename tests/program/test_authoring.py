"""Programs that a model writes: taken when they are valid, given back with their errors until then, and bounded."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from sextant.actors.model_actor import ModelActor
from sextant.assembly import RunRequest, build_run
from sextant.devices.scripted import ScriptedDevice
from sextant.models import UsageLedger
from sextant.models.backends.provider import ProviderBackend
from sextant.models.cassettes import CassetteTransport
from sextant.models.scripted import ScriptedModel
from sextant.models.settings import ModelSettings
from sextant.models.spec import ProviderSpec
from sextant.models.typed import TypedModel
from sextant.program.author import Author, Draft
from sextant.program.language import ProgramLimits
from sextant.prompts import Updater
from sextant.settings import ProgramChoices
from sextant.types.tasks import Budget
from tests.support.runs import NOBODY, NOTES, Bench
from tests.support.screens import plain

GOOD = 'total = step("in Bank, read the balance")\nreturn total'


def said(program: str) -> str:
    return json.dumps({"program": program})


class Asked:
    """An author with a scripted model."""

    def __init__(self, replies: Sequence[str], tries: int = 4) -> None:
        self.ledger = UsageLedger(Budget())
        self.model = ScriptedModel(replies, ledger=self.ledger)
        self.author = Author(Updater(self.model, role="author"), tries, ProgramLimits(idle=500))

    def write(self) -> Draft:
        return self.author.write("what is my balance?", ("Bank",))


def test_a_valid_program_takes_one_request_and_is_told_the_goal_and_the_apps() -> None:
    asked = Asked([said(GOOD)])
    draft = asked.write()
    assert draft.program is not None
    assert (draft.program.source, draft.tries, draft.problems) == (GOOD, 1, ())
    (prompt,) = asked.model.prompts
    assert "what is my balance?" in prompt.text
    assert "Bank" in prompt.text
    assert (prompt.role, prompt.prefix.count("Name in it the app")) == ("author", 1)
    assert asked.ledger.usage().requests == 1


def test_errors_go_back_with_their_places_until_it_is_a_program() -> None:
    first = 'import os\nx = [y for y in z]\nstep("a")'
    second = 'step("in Bank, read {balance}"'
    asked = Asked([said(first), said(second), said(GOOD)])
    draft = asked.write()
    assert draft.program is not None
    assert (draft.program.source, draft.tries) == (GOOD, 3)
    _, again, third = (prompt.text for prompt in asked.model.prompts)
    assert "line 1, column 1: `import`" in again
    assert "line 2, column 5: comprehensions" in again
    assert "x = [y for y in z]" in again
    assert "not Python" in third
    assert "comprehensions" not in third  # only the last program is told, so that what is asked does not grow
    assert asked.ledger.usage().requests == 3


@pytest.mark.parametrize(
    "around",
    ["```python\n{}\n```", "Here is the program:\n```\n{}\n```\nIt reads the balance.", "Sure!\n\n```python\n{}"],
)
def test_fences_and_words_around_a_program_are_left_out(around: str) -> None:
    draft = Asked([said(around.format(GOOD))]).write()
    assert draft.program is not None
    assert draft.program.source.strip() == GOOD
    assert draft.tries == 1


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("", "does nothing"),
        ("return 5", "ends before anything is done"),
        ("def again():\n    again()\nagain()", "line 2, column 1: the program cannot begin: functions call each other"),
        ("while 1 < 2:\n    x = 1", "line 1, column 1: the program cannot begin"),
        ("x = 1 / 0\nstep('a')", "line 1, column 1: the program cannot begin"),
        ("x = 1" + " + 1" * 30_000, "100000 characters"),
        ("# " + "a" * 100_000, "at most 100000 characters"),
        ('step("pay {price}")', "`price` is read and never given a value"),
    ],
)
def test_what_can_be_wrong_with_it_goes_back(source: str, told: str) -> None:
    asked = Asked([said(source), said(GOOD)])
    draft = asked.write()
    assert draft.program is not None
    assert draft.program.source == GOOD
    assert told in asked.model.prompts[1].text
    assert len(asked.model.prompts[1].text) < 60_000


def test_a_program_that_asks_for_a_value_on_the_way_is_better_than_none() -> None:
    asking = 'step("in Bank, pay {price}")'
    draft = Asked([said(asking), said("import os")], tries=2).write()
    assert draft.program is not None
    assert draft.program.source == asking


def test_the_same_through_a_provider_that_answers_with_prose_first(tmp_path: Path) -> None:
    replies = [f"Of course!\n```python\n{GOOD}\n```", said("import os"), f"Mended:\n```json\n{said(GOOD)}\n```"]
    cassette = tmp_path / "author.jsonl"
    lines = [{"format": "sextant-cassette", "version": 1, "note": "written by hand"}, *map(_exchange, replies)]
    cassette.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    settings = ModelSettings(api_key="test-key-1234567890", output="prompted")
    backend = ProviderBackend(ProviderSpec("openai-chat", "gpt-4o"), settings, CassetteTransport.from_file(cassette))
    ledger = UsageLedger(Budget())
    model = TypedModel(backend, settings=settings, ledger=ledger, pause=lambda seconds: seconds < 0)
    draft = Author(Updater(model, role="author")).write("what is my balance?")
    assert draft.program is not None
    assert (draft.program.source, draft.tries) == (GOOD, 2)
    assert [(entry.role, entry.outcome) for entry in ledger.entries] == [
        ("author", "malformed"),
        ("author", "ok"),
        ("author", "ok"),
    ]
    assert ledger.usage().input_tokens == 300


def _exchange(text: str) -> dict[str, object]:
    """One request and its answer, as a provider of chat completions gives it."""
    choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
    body = {"id": "1", "object": "chat.completion", "created": 0, "model": "gpt-4o", "choices": [choice]}
    usage = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}
    response = {"status": 200, "headers": {}, "body": {**body, "usage": usage}}
    return {"request": {"method": "POST", "path": "/v1/chat/completions"}, "response": response}


class Phone(ScriptedDevice):
    """A device that knows its apps."""

    def apps(self) -> tuple[str, ...]:
        return ("Parcels",)


def test_the_author_of_a_run_is_told_the_apps_of_the_device(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    bench.device = Phone(NOTES)
    author = ScriptedModel([said('step("in Parcels, open the first one")\nstep("in Parcels, close it")')])
    given_up = ScriptedModel([{"action": {"type": "status", "goal_status": "infeasible", "reason": "There is none."}}])
    hooks = bench.hooks(actor=lambda: ModelActor(given_up, "full", plain))
    hooks = replace(hooks, probes=replace(hooks.probes, author=lambda: author))
    settings = replace(bench.settings([]), program=ProgramChoices(write=True))
    build_run(RunRequest("Open the first parcel.", f"scripted:{tmp_path / 'app.json'}"), settings, NOBODY, hooks).go()
    assert "Parcels" in author.prompts[0].text
