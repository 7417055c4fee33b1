"""Whether what a world says of its own memory is what the oracle's walk shows."""

from collections.abc import Iterator

from sextant_worlds.oracle.walk import Proof, encoded_at
from sextant_worlds.rules import Break
from sextant_worlds.spec.world import World

__all__ = ["agreement_breaks"]


def agreement_breaks(world: World, proof: Proof) -> Iterator[Break]:
    """Steps, values and places of the memory items, and the length of the walk, as they were measured.

    Scores and step budgets are computed from these fields; a world whose fields were edited would be scored wrongly.
    """
    task, walk = world.task, proof.walk
    if task.oracle_steps != len(walk.steps):
        told = f"says {task.oracle_steps}; the oracle takes {len(walk.steps)}"
        yield Break("measured", "task.oracle_steps", told)
    read = encoded_at(walk)
    facts = {fact.id: fact for fact in world.scenario.facts}
    for place, item in enumerate(task.memory_items):
        where = f"task.memory_items.{place}"
        fact = facts.get(item.fact)
        if fact is None:
            yield Break("measured", f"{where}.fact", f"names {item.fact!r}, which is no fact of the scenario")
            continue
        if item.value != fact.value:
            yield Break("measured", f"{where}.value", f"is {item.value!r}; the fact {fact.id!r} is {fact.value!r}")
        if item.encode != fact.place:
            yield Break("measured", f"{where}.encode", f"is not where the fact {fact.id!r} stands")
        if fact.id in read and item.encode_step != read[fact.id]:
            told = f"is {item.encode_step}; the oracle reads it at step {read[fact.id]}"
            yield Break("measured", f"{where}.encode_step", told)
        if not item.encode_step <= item.retrieve_step <= len(walk.steps):
            yield Break("measured", f"{where}.retrieve_step", "does not lie between the reading and the walk's end")
