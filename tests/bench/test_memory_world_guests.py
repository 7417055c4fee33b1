"""`sextant bench memory-world` with an agent of one's own: the same tasks and figures, and nothing of the truth."""

import json
from pathlib import Path
from typing import Any

import pytest

from sextant.errors import UsageError
from sextant.types.actions import Action
from sextant.types.codec import to_json
from sextant_bench.figures import BenchOptions
from sextant_bench.memory_world import run
from sextant_bench.memory_world.episode import Played, budget_of, play
from sextant_bench.memory_world.record import MemoryRow, row_of
from sextant_bench.web_server import HttpAnswer, HttpRequest, LoopbackServer
from sextant_worlds.author.splits import entry, world_of
from sextant_worlds.memory.scoring import MemoryTrace, stated, trace_of
from sextant_worlds.spec.world import World
from tests.cli.test_commands import run as command
from tests.support import guests

pytestmark = pytest.mark.long

_ENTRY = entry("lite", 1)
REPLAYING = "python:tests.support.guests:Replaying"


@pytest.fixture(scope="module")
def world() -> World:
    return world_of(_ENTRY)


@pytest.fixture(scope="module")
def known(world: World, tmp_path_factory: pytest.TempPathFactory) -> Played:
    """What the oracle does there."""
    return play(world, "oracle", tmp_path_factory.mktemp("oracle"))


@pytest.fixture(autouse=True)
def _empty() -> None:  # pyright: ignore[reportUnusedFunction]
    for kept in (guests.SCRIPT, guests.NOTES, guests.VIEWS, guests.TOLD):
        kept.clear()


def _trace(known: Played) -> MemoryTrace:
    return trace_of(known.world, known.transitions, known.places, known.first, known.grade.success)


def _facts(world: World) -> dict[str, str]:
    facts = {fact.id: fact for fact in world.scenario.facts}
    return {item.fact: stated(item, facts) for item in world.task.memory_items}


def _row(name: str, world: World, scratch: Path, seed: int = 0) -> MemoryRow:
    return row_of(_ENTRY, name, play(world, name, scratch, seed))


def test_the_same_actions_earn_the_same_and_notes_are_scored(world: World, known: Played, tmp_path: Path) -> None:
    guests.SCRIPT += [json.loads(to_json(Action, step.decision.action)) for step in known.transitions]
    seen, gold = _trace(known).seen, _facts(world)
    for fact, value in gold.items():
        guests.NOTES.setdefault(seen[fact], {})[fact] = value
    row = _row(REPLAYING, world, tmp_path, seed=5)
    assert (row.success, row.cause, row.actions) == (True, "", known.actions)
    assert (row.accuracy, row.trigger_precision, row.trigger_recall, row.delay) == (1.0, 1.0, 1.0, 0.0)
    assert row.size > 0
    assert row.tokens == 7
    goal, info = guests.TOLD[0]
    assert goal == world.task.goal
    assert (info.max_steps, info.language, info.seed) == (budget_of(world), world.phone.locale, 5)


def test_late_notes_and_none(world: World, known: Played, tmp_path: Path) -> None:
    guests.SCRIPT += [step.decision.action for step in known.transitions]
    bare = _row(REPLAYING, world, tmp_path)
    assert (bare.success, bare.trigger_recall, bare.size) == (True, None, 0)
    seen, gold = _trace(known).seen, _facts(world)
    guests.NOTES |= {max(seen.values()) + 1: gold}
    late = _row(REPLAYING, world, tmp_path)
    assert late.trigger_recall == 0.0
    assert late.delay is not None
    assert late.delay >= 1.0


def test_nothing_of_truth_world_or_gold_is_within_reach(world: World, known: Played, tmp_path: Path) -> None:
    """All that can be reached from what is handed over is data of screens; no value is there before its screen is."""
    guests.SCRIPT += [step.decision.action for step in known.transitions]
    play(world, REPLAYING, tmp_path)
    assert {view.step for view in guests.VIEWS} == set(range(len(known.transitions)))
    allowed = {"builtins", "sextant.protocols.actors", "sextant.types.screens", "sextant.types.geometry"}
    seen, gold = _trace(known).seen, _facts(world)
    told: dict[str, set[bool]] = {fact: set() for fact in gold}
    for view in guests.VIEWS:
        found = list(guests.reachable(view, *guests.TOLD))
        assert {type(one).__module__ for one in found} <= allowed
        texts = [one for one in found if isinstance(one, str)]
        assert world.id not in texts
        for fact, value in gold.items():
            shown = any(value in text for text in texts)
            told[fact].add(shown)
            assert not shown or view.step >= seen[fact], (fact, view.step)
    assert {True, False} in told.values()  # the look for them can succeed


@pytest.mark.parametrize(
    ("name", "cause", "reason"),
    [
        ("Raising", "fault", "The agent failed in 'act': KeyError: 'no such key' (guests.py:"),
        ("Leaving", "fault", "The agent failed in 'act': SystemExit: 3 (guests.py:"),
        ("Babbling", "malformed", "'I would tap on Orders' is not an action"),
    ],
)
def test_what_an_agent_does_wrong_is_its_failure(
    name: str, cause: str, reason: str, world: World, tmp_path: Path
) -> None:
    row = _row(f"python:tests.support.guests:{name}", world, tmp_path)
    assert (row.success, row.status, row.cause, row.claimed) == (False, "model_fault", cause, "")
    assert row.reason.startswith(reason)
    assert row.tokens is None


def test_an_answer_that_is_none_is_asked_for_again_and_three_end_it(world: World, tmp_path: Path) -> None:
    _row("python:tests.support.guests:Babbling", world, tmp_path)
    assert [bool(view.problem) for view in guests.VIEWS] == [False, True, True]
    assert {view.step for view in guests.VIEWS} == {0}


def test_the_bench_counts_it_and_says_who_played() -> None:
    extra = {"split": "lite", "workers": "1", "baselines": "0"}
    result = run(BenchOptions(actor="python:tests.support.guests:Raising", limit=2, extra=extra))
    assert (result.n, result.errors) == (2, 0)
    assert result.environment["actor"] == "python:tests.support.guests:Raising"
    assert result.details["causes"] == {"fault": 2}
    told: Any = json.loads(result.to_json())
    assert told["success"] == 0.0
    assert told["tokens"] is None


def test_a_bad_name_is_refused_before_anything_is_played() -> None:
    with pytest.raises(UsageError):
        run(BenchOptions(actor="python:tests.support.guests:NoActor", limit=1, extra={"split": "lite"}))
    done = command("bench", "memory-world", "--actor", "python:tests.support.guests:broken", "--limit", "1", "--json")
    assert done.code == 2
    assert "no weights" in done.err
    assert "Traceback" not in done.err


class _Server(LoopbackServer):
    """Answers every post with the next of its answers, the last one again and again."""

    def __init__(self, *answers: tuple[int, str]) -> None:
        super().__init__()
        self.answers = list(answers)

    def answer(self, request: HttpRequest) -> HttpAnswer:
        status, text = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        return HttpAnswer(text, status=status)


def test_an_agent_behind_an_address_plays_too(world: World, known: Played, tmp_path: Path) -> None:
    fact, value = next(iter(_facts(world).items()))
    told = {"notes": {fact: value}, "tokens": 11}
    plain = [json.loads(to_json(Action, step.decision.action)) for step in known.transitions]
    with _Server(*((200, json.dumps({"action": action, **told})) for action in plain)) as server:
        row = _row(f"{server.url}/act", world, tmp_path)
    assert (row.success, row.tokens) == (True, 11)
    assert row.size > 0
    posts = [json.loads(post.body) for post in server.heard]
    first = posts[0]
    assert (first["goal"], first["info"]["max_steps"]) == (world.task.goal, budget_of(world))
    assert first["screen"]["observation"]["elements"]
    assert first["screen"]["observation"]["picture"] is None
    assert {post["episode"] for post in posts} == {first["episode"]}
    assert [post["step"] for post in posts] == list(range(len(posts)))
    assert world.id not in json.dumps(posts)


@pytest.mark.parametrize(
    ("status", "text", "cause", "reason"),
    [
        (500, "{}", "fault", "answered 500"),
        (200, "not JSON", "malformed", "JSON object"),
        (200, "[1]", "malformed", "JSON object"),
        (200, '{"type": "fly"}', "malformed", "cannot be used"),
        (200, f'{{"type": "{"x" * 1_100_000}"}}', "malformed", "JSON object"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_bad_answers_of_a_server(status: int, text: str, cause: str, reason: str, world: World, tmp_path: Path) -> None:
    with _Server((status, text)) as server:
        row = _row(f"{server.url}/act", world, tmp_path)
    assert (row.success, row.cause) == (False, cause)
    assert reason in row.reason


def test_a_server_that_is_gone_is_the_agents_failure(world: World, tmp_path: Path) -> None:
    with _Server((200, '{"type": "navigate_home"}')) as server:
        _row(f"{server.url}/act", world, tmp_path)
    row = _row(f"{server.url}/act", world, tmp_path)
    assert (row.success, row.cause) == (False, "fault")
    assert "did not answer" in row.reason
