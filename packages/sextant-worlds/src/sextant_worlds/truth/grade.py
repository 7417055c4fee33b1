"""Grades the end of a task by the world's state only, never by statements of an agent.

Only changes through the device count. A predicate that held at the start earns nothing by itself.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, assert_never

from sextant.types.tasks import Episode, Graded
from sextant_worlds.engine.data import Json
from sextant_worlds.engine.prepare import served
from sextant_worlds.engine.update import start
from sextant_worlds.engine.values import context, holds_for
from sextant_worlds.spec.base import Value
from sextant_worlds.spec.effects import Cond
from sextant_worlds.spec.tasks import Acted, Grading, RecordsHold, StatePredicate, VarHolds
from sextant_worlds.spec.world import World
from sextant_worlds.truth.patterns import pattern_passes

__all__ = ["graded"]

Claimed = Literal["complete", "infeasible", "unsure", ""]

DESK = "desk"
"""The app in which answers are handed in; its own bookkeeping is nobody's side effect."""


@dataclass(frozen=True, slots=True)
class Grade:
    """The grade of a task.

    `outcome` is 1 on success; otherwise the share of the required changes that were made, below 1. `side_effects` do
    not turn a success into a failure.
    """

    success: bool
    outcome: float
    met: tuple[str, ...]
    missed: tuple[str, ...]
    side_effects: tuple[str, ...]
    reason: str


def grade(world: World, state: Json, claimed: Claimed, start: Json) -> Grade:
    """Grades a state. `claimed` is the final claim of the agent, `start` is the initial state."""
    grading = world.task.grading
    met: list[str] = []
    missed: list[str] = []
    fresh, brought = 0, 0
    for name, now, before in _requirements(world, grading, state, start):
        (met if now else missed).append(name)
        fresh += not before
        brought += now and not before
    done = not missed
    said = claimed == grading.status
    status = f"status {grading.status!r}"
    (met if said else missed).append(status)
    success = done and said
    effects = side_effects(world, state, start)
    outcome = 1.0 if success else brought / (fresh + 1)
    return Grade(success, outcome, tuple(met), tuple(missed), effects, _reason(missed, status, claimed, state, grading))


def answer_passes(grading: Grading, answer: object) -> bool:
    """Whether the submitted answer is right, in an accepted notation."""
    return isinstance(answer, str) and pattern_passes(grading.pass_regex, answer.strip())


def _requirements(world: World, grading: Grading, state: Json, start: Json) -> Sequence[tuple[str, bool, bool]]:
    """Name, whether it holds now, whether it held at the start."""
    found: list[tuple[str, bool, bool]] = []
    if grading.pass_regex:
        found.append(("answer", answer_passes(grading, state["answer"]), answer_passes(grading, start["answer"])))
    for predicate in grading.expects:
        name = _named(predicate)
        found.append((name, predicate_holds(world, predicate, state), predicate_holds(world, predicate, start)))
    return found


def _named(predicate: StatePredicate) -> str:
    match predicate:
        case RecordsHold():
            where = " and ".join(f"{cond.left} {cond.op} {cond.right!r}" for cond in predicate.where)
            return f"{predicate.count} of {predicate.app}.{predicate.collection}" + (f" with {where}" if where else "")
        case VarHolds():
            return f"{predicate.app}.{predicate.var} = {predicate.value!r}"
        case Acted():
            fields = ", ".join(f"{name} {value!r}" for name, value in predicate.fields.items())
            return f"{predicate.app}.{predicate.act} {predicate.times} times" + (f" with {fields}" if fields else "")
        case _:
            assert_never(predicate)


def predicate_holds(world: World, predicate: StatePredicate, state: Json) -> bool:
    """Whether a predicate holds in the state. Records that a pending sync still holds back count as there."""
    match predicate:
        case RecordsHold():
            records = _data(state)[predicate.app]["c"].get(predicate.collection, [])
            ctx = context({"phone": world.phone.model_dump(mode="json")}, state, predicate.app, {}, {})
            found = [record for record in records if all(_meets(ctx, record, cond) for cond in predicate.where)]
            return len(found) == predicate.count
        case VarHolds():
            value = state["data"][predicate.app]["v"].get(predicate.var)
            return value is not None and same(value, predicate.value)
        case Acted():
            return _acted(world.task.grading, predicate, state)
        case _:
            assert_never(predicate)


def _meets(ctx: Json, record: Json, cond: Cond) -> bool:
    if cond.op == "eq" and cond.left in record and same(record[cond.left], cond.right):
        return True
    return holds_for(ctx, record, cond.model_dump(mode="json"))


def _acted(grading: Grading, wanted: Acted, state: Json) -> bool:
    """So often with these fields, and no more acts of that name than all predicates together ask for."""
    acts = [act for act in state["acts"] if act["app"] == wanted.app and act["act"] == wanted.act]
    fitting = [
        act
        for act in acts
        if all(name in act["fields"] and same(act["fields"][name], value) for name, value in wanted.fields.items())
    ]
    others = [p for p in grading.expects if isinstance(p, Acted) and (p.app, p.act) == (wanted.app, wanted.act)]
    return len(fitting) == wanted.times and len(acts) <= max(wanted.times, sum(p.times for p in others))


def same(one: Value, other: Value) -> bool:
    """Equal as values of a world: texts but for case and white space, numbers also where one is written as a text."""
    if isinstance(one, bool) or isinstance(other, bool):
        return _folded(one) == _folded(other)
    return one == other or _folded(one) == _folded(other)


def _folded(value: Value) -> str:
    return " ".join(str(value).casefold().split())


# ---------------------------------------------------------------------- side effects


def side_effects(world: World, state: Json, start: Json) -> tuple[str, ...]:
    """The changes that the task does not permit, one line for each."""
    touches = set(world.task.grading.touches)
    found: list[str] = []
    before, after = _data(start), _data(state)
    for app in before:
        if app == DESK:
            continue
        for name in before[app]["c"]:
            told = _difference(before[app]["c"][name], after[app]["c"].get(name, []))
            if told and f"{app}.{name}" not in touches:
                found.append(f"{app}.{name}: {told}")
        for name in sorted({*before[app]["v"], *after[app]["v"]}):
            old, new = before[app]["v"].get(name), after[app]["v"].get(name)
            if old != new and f"{app}.{name}" not in touches:
                found.append(f"{app}.{name}: {old!r} became {new!r}")
    found += [
        f"{act['app']}.{act['act']}: committed at step {act['step']}"
        for act in state["acts"][len(start["acts"]) :]
        if f"{act['app']}.{act['act']}" not in touches and act["app"] != DESK
    ]
    return tuple(found)


def _difference(before: list[Json], after: list[Json]) -> str:
    old = {record["id"]: record for record in before}
    new = {record["id"]: record for record in after}
    counts = {
        "added": len(new.keys() - old.keys()),
        "removed": len(old.keys() - new.keys()),
        "changed": sum(old[name] != new[name] for name in old.keys() & new.keys()),
    }
    return ", ".join(f"{count} {what}" for what, count in counts.items() if count)


def _data(state: Json) -> dict[str, Any]:
    """All data, those held back by a pending sync among them."""
    if not state["held"]:
        return state["data"]
    full = {app: {"c": dict(data["c"]), "v": data["v"]} for app, data in state["data"].items()}
    for held in state["held"]:
        here = full[held["app"]]["c"]
        here[held["collection"]] = [*here[held["collection"]], *(record for _, record in held["records"])]
    return full


def _reason(missed: Sequence[str], status: str, claimed: Claimed, state: Json, grading: Grading) -> str:
    if not missed:
        return "everything that was asked for holds"
    told: list[str] = []
    for name in missed:
        if name == "answer":
            given = state["answer"]
            told.append("no answer was handed in" if given is None else f"the answer {given!r} is not accepted")
        elif name == status:
            told.append(f"it ended with {claimed or 'no status'!r} where {grading.status!r} is right")
        else:
            told.append(f"not so: {name}")
    return "; ".join(told)


def graded(world: World, end: Json, episode: Episode) -> Graded:
    """How the run ended by the world's own state `end`."""
    found = grade(world, end, episode.agent_claimed, start(served(world)))
    return Graded("the world's own state", found.success, found.outcome, found.reason, found.side_effects)
