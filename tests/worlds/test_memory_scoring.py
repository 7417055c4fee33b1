"""Memory figures of a run, computed from what was written, seen and typed."""

import pytest

from sextant_worlds.author.splits import entry, world_of
from sextant_worlds.memory.scoring import MemoryTrace, NoteWrite, mtpr, score, stated
from sextant_worlds.spec.world import World


@pytest.fixture(scope="module")
def world() -> World:
    """A task with one value or more that has to be typed as it was read."""
    worlds = (world_of(entry("lite", index)) for index in range(60))
    return next(found for found in worlds if found.task.memory_items and found.task.template == "report")


def _gold(world: World) -> dict[str, str]:
    facts = {fact.id: fact for fact in world.scenario.facts}
    return {item.fact: stated(item, facts) for item in world.task.memory_items}


def test_notes_that_hold_the_values_count_whatever_became_of_the_task(world: World):
    gold = _gold(world)
    seen = {fact: at for at, fact in enumerate(gold)}
    writes = tuple(NoteWrite(seen[fact], f"{fact}: {value}", fact) for fact, value in gold.items())
    found = score(world, MemoryTrace(30, False, writes, (), seen, dict.fromkeys(gold, 20)))
    assert (found.accuracy, found.irr, found.count("complete")) == (1.0, 0.0, len(gold))
    assert (found.trigger_precision, found.trigger_recall, found.delay) == (1.0, 1.0, 0.0)
    assert found.size > 0


def test_late_and_idle_notes(world: World):
    gold = _gold(world)
    seen = dict.fromkeys(gold, 3)
    writes = (NoteWrite(1, "nothing of interest", "x"), *(NoteWrite(7, value, fact) for fact, value in gold.items()))
    found = score(world, MemoryTrace(30, False, writes, (), seen, dict.fromkeys(gold, 20)))
    assert (found.trigger_precision, found.trigger_recall, found.delay, found.accuracy) == (0.0, 0.0, 4.0, 1.0)


def test_a_note_taken_back_before_it_is_needed_is_gone(world: World):
    gold = _gold(world)
    writes = (*(NoteWrite(3, value, fact) for fact, value in gold.items()), *(NoteWrite(9, "", fact) for fact in gold))
    trace = MemoryTrace(30, False, writes, (), dict.fromkeys(gold, 3), dict.fromkeys(gold, 20))
    assert score(world, trace).accuracy == 0.0
    early = MemoryTrace(30, False, writes, (), dict.fromkeys(gold, 3), dict.fromkeys(gold, 5))
    assert score(world, early).accuracy == 1.0


def test_the_ratio_of_successes():
    assert mtpr(0.3, 0.6) == 0.5
    assert mtpr(0.3, 0.0) is None
