"""Walks a finished draft and fills in the fields that the walk measures. No field is asserted by hand."""

import itertools
from collections.abc import Sequence
from dataclasses import replace

from sextant_worlds.author.instruction_text import walk_instructions
from sextant_worlds.author.phones import deep, depths
from sextant_worlds.oracle.walk import LAUNCHER, OracleWalk, Proof, encoded_at, needed_at, place_of, prove
from sextant_worlds.spec.blocks import Banner, Board, List
from sextant_worlds.spec.effects import Go, Patch
from sextant_worlds.spec.phone import PopupSurprise
from sextant_worlds.spec.reference import HoldMove, Move, TapMove, TypeMove
from sextant_worlds.spec.scenario import Fact
from sextant_worlds.spec.tasks import Dials, MemoryItem
from sextant_worlds.spec.world import World
from sextant_worlds.truth.grade import side_effects
from sextant_worlds.twin.twin import Twin

__all__ = ["finish"]

_PHONE = ("app-", "recent-")
"""Of launcher and recents, which belong to no app."""
_ANSWERING = ("go-submit-answer", "answer-input", "answer-submit", "result")


def finish(
    world: World, order: tuple[str, tuple[str, ...]] | None = None, twin: Twin | None = None
) -> tuple[World, Proof]:
    """The world with all measured fields filled in, and its walk.

    Args:
        world: Apps, phone, scenario and task with goal, guideline, reference and grading.
        twin: One of the same apps and phone, to walk in.
        order: For rankings: which end comes first, and the names in the order of the facts.
    """
    proof = prove(world, twin)
    walk, task = proof.walk, world.task
    if not walk.finished:
        return world, proof
    items = _memory_items(world, walk)
    grading = task.grading.model_copy(update={"touches": _touches(world, proof)})
    dials = _stood_in_the_way(_dials(world, walk, items), world, walk)
    filled = task.model_copy(
        update={
            "memory_items": items,
            "oracle_steps": len(walk.steps),
            "required_testids": _required(world, walk),
            "navigation_contract": _navigation(walk),
            "instructions": walk_instructions(world, walk, order),
            "grading": grading,
            "dials": dials,
        }
    )
    finished = world.model_copy(update={"task": filled})
    return finished, replace(proof, world=finished)


def _touches(world: World, proof: Proof) -> tuple[str, ...]:
    """What was declared, and what cannot be looked at without a change; any other of the walk's counts against it."""
    changed = [line.partition(":")[0] for line in side_effects(world, proof.end, proof.start)]
    looked = {
        f"{app.id}.{block.source}"
        for app in world.apps
        for page in app.pages
        for block in page.blocks
        if isinstance(block, Board) or (isinstance(block, List) and _marks(block))
    }
    return tuple(dict.fromkeys((*world.task.grading.touches, *(path for path in changed if path in looked))))


def _marks(block: List) -> bool:
    """Whether opening a row marks it (as read)."""
    return any(isinstance(effect, Go) for effect in block.tap) and any(
        isinstance(effect, Patch) for effect in block.tap
    )


def _memory_items(world: World, walk: OracleWalk) -> tuple[MemoryItem, ...]:
    if not world.task.memory:
        return ()
    read = encoded_at(walk)
    made: list[MemoryItem] = []
    for fact in world.scenario.facts:
        encoded = read.get(fact.id, read.get("") if fact.kind == "total" else None)
        if encoded is None:
            continue
        answers = world.task.final_action.kind == "submit" and _answers(world, fact)
        needed = needed_at(walk, fact.id, answers)
        if needed is None:
            continue
        made.append(
            MemoryItem(
                fact=fact.id,
                kind=fact.kind,
                value=fact.value,
                units=_units(fact, walk),
                encode=fact.place,
                encode_step=encoded,
                retrieve=place_of(walk.steps[needed].before),
                retrieve_step=needed,
            )
        )
    return tuple(made)


def _answers(world: World, fact: Fact) -> bool:
    """Whether the answer follows from it: it is named, or its sum is."""
    truth = world.scenario.truth.facts
    return fact.id in truth or any(name.endswith("-total") for name in truth)


def _units(fact: Fact, walk: OracleWalk) -> tuple[str, ...]:
    if fact.kind == "total":
        items = tuple(note.item for _, note in walk.reads if note.kind == "item")
        return items or (fact.value,)
    return (fact.value,)


def _required(world: World, walk: OracleWalk) -> tuple[str, ...]:
    """Everything the walk touches or reads, and every tab of the apps it enters."""
    visited = {place_of(screen).app for screen in walk.screens}
    found = [f"tab-{tab.id}" for app in world.apps if app.id in visited for tab in app.tabs]
    found += [_touched(step.move) for step in walk.steps if step.why == "move" and step.move is not None]
    found += [fact.test_id for fact in world.scenario.facts if fact.test_id]
    if world.task.final_action.kind == "submit":
        found += _ANSWERING
    return tuple(dict.fromkeys(name for name in found if name and not name.startswith(_PHONE)))


def _touched(move: Move) -> str:
    return move.test_id if isinstance(move, TapMove | HoldMove | TypeMove) else ""


def _navigation(walk: OracleWalk) -> tuple[str, ...]:
    """Pages that lead to one another within an app."""
    lines: list[str] = []
    for step, after in zip(walk.steps, walk.screens[1:], strict=True):
        one, two = place_of(step.before), place_of(after)
        if step.why == "move" and one.app == two.app and one.page != two.page:
            lines.append(f"{one.app}.{one.page} -> {two.app}.{two.page}")
    return tuple(dict.fromkeys(lines))


def _dials(world: World, walk: OracleWalk, items: Sequence[MemoryItem]) -> Dials:
    """The dials that the walk achieves."""
    asked = world.task.dials
    if not items:
        return asked.model_copy(
            update={
                "kinds": (),
                "variables": 0,
                "distance": 0,
                "hops": 0,
                "interference": 0,
                "transience": 0,
                "depth": 1,
            }
        )
    earliest = min(items, key=lambda item: item.encode_step)
    known = depths([app for app in world.apps if app.id in {item.encode.app for item in items}])
    first, last = earliest.encode_step, max(item.retrieve_step for item in items)
    apps = [place_of(screen).app for screen in walk.screens[first : last + 1]]
    apps = [app for app in apps if app != LAUNCHER]
    return asked.model_copy(
        update={
            "kinds": tuple(dict.fromkeys(item.kind for item in items)),
            "variables": len(items),
            "transience": _fades(world, items),
            "depth": max(deep(known, item.encode) for item in items),
            "distance": min(earliest.retrieve_step - first, 150),
            "hops": min(sum(one != two for one, two in itertools.pairwise(apps)), 8),
            "interference": min(_alike(world, walk, last), 12),
        }
    )


def _stood_in_the_way(dials: Dials, world: World, walk: OracleWalk) -> Dials:
    """With the popups that came up on the walk, and the steps by which its pages loaded late."""
    shown = {surprise.id for surprise in world.phone.surprises if isinstance(surprise, PopupSurprise)}
    met = sum(step.why == "popup" for step in walk.steps)
    visited = {(at.app, at.page) for at in map(place_of, walk.screens)}
    late = [page.loads for app in world.apps for page in app.pages if (app.id, page.id) in visited]
    return dials.model_copy(update={"popups": min(met, len(shown)), "delay": max(late, default=0)})


def _fades(world: World, items: Sequence[MemoryItem]) -> int:
    """Steps after which the first of the values that fade is gone; 0 where all stay."""
    strips = {
        (app.id, block.id): block.shown
        for app in world.apps
        for page in app.pages
        for block in page.blocks
        if isinstance(block, Banner) and block.shown
    }
    facts = {fact.id: fact for fact in world.scenario.facts}
    found = [strips.get((item.encode.app, facts[item.fact].test_id), 0) for item in items]
    return min((shown for shown in found if shown), default=0)


def _alike(world: World, walk: OracleWalk, last: int) -> int:
    """The number of other values of the same kind on the walk."""
    wanted = {distractor.shown for distractor in world.scenario.distractors}
    seen = {element.text for screen in walk.screens[: last + 1] for element in screen.elements}
    return sum(any(value in text for text in seen) for value in wanted)
