"""Why runs fail, told from what was touched and put in, whatever an actor says of itself."""

from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from sextant.types.actions import InputText
from sextant.types.transitions import Transition
from sextant_bench.memory_world.causes import Cause, cause_of
from sextant_bench.memory_world.episode import Played, play
from sextant_worlds.author.splits import entry, world_of
from sextant_worlds.memory.scoring import score, trace_of
from sextant_worlds.spec.world import World

pytestmark = pytest.mark.long


@cache
def _world(index: int) -> World:
    return world_of(entry("lite", index))


def _cause(played: Played) -> Cause | None:
    trace = trace_of(played.world, played.transitions, played.places, played.first, played.grade.success)
    return cause_of(played, score(played.world, trace))


def _typing(played: Played, text: str) -> Played:
    """The same, with other text typed."""

    def changed(step: Transition) -> Transition:
        action = step.decision.action
        other = replace(action, text=text) if isinstance(action, InputText) else action
        return replace(step, decision=replace(step.decision, action=other))

    return replace(played, transitions=tuple(changed(step) for step in played.transitions))


def test_what_was_put_in_decides_and_not_the_word_for_not_knowing(tmp_path: Path):
    played = play(_world(1), "faulty:forget=3", tmp_path)
    other = next(one.shown for one in played.world.scenario.distractors)
    assert _cause(played) == "forgotten"
    assert _cause(_typing(played, "no idea")) == "forgotten"
    assert _cause(_typing(played, other)) == "wrong value carried"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("dials", "cause"),
    [
        ("invent=0.15", "invented progress"),
        ("early=0.15", "invented progress"),
        ("repeat=0.4", "stale repetition"),
        ("drift=0.3", "drift"),
        ("misclick=0.3", "grounding miss"),
        ("forget=3", "forgotten"),
    ],
)
def test_one_dial_turned_up_makes_its_own_cause_the_most_frequent(dials: str, cause: Cause, tmp_path: Path):
    causes = Counter(_cause(play(_world(index), f"faulty:{dials}", tmp_path)) for index in range(12))
    failures = [(name, count) for name, count in causes.most_common() if name is not None]
    assert failures[0][0] == cause, failures
    assert len(failures) == 1 or failures[0][1] > failures[1][1], failures
