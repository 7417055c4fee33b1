"""Ordinary tasks of worlds made impossible: what the goal names is taken away, and that it is gone is proven.

Four ways, none of which knows a genre: the record is removed, it is renamed to something close, its app is missing, or
every control that could do the deed is missing.
"""

import random
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Literal, cast

from sextant.types.screens import Screen
from sextant.worlds.actors.oracle import Walk
from sextant.worlds.actors.proving import Proof, prove
from sextant.worlds.author.telling import told
from sextant.worlds.spec.apps import AppSpec, Record
from sextant.worlds.spec.reference import OpenMove
from sextant.worlds.spec.tasks import RecordsHold, StatePredicate, VarHolds
from sextant.worlds.spec.world import World
from sextant.worlds.truth.grade import predicate_holds

__all__ = ["DENIALS", "Denial", "denied"]

Denial = Literal["removed", "renamed", "no app", "no control"]
DENIALS: tuple[Denial, ...] = ("removed", "renamed", "no app", "no control")

_SHORTEST = 3
_EFFECTS = ("do", "tap", "hold", "enter", "send")
_WRITES = {"patch": "field", "set": "var", "toggle": "var", "add": "var", "put": "into", "drop": "", "empty": ""}


def denied(world: World, how: Denial, rng: random.Random) -> World | None:
    """The world in which its task cannot be done any more, proven so; None where this way does not apply."""
    made = _WAYS[how](world, rng)
    return None if made is None else _proven(world, made[0], made[1])


def _proven(world: World, made: World, gone: str) -> World | None:
    """The made world as an impossible task, where the oracle gets lost in it and no screen on its way names `gone`.

    Nothing the oracle could still do brings about what was wanted, and nothing in the world's data says what is gone.
    """
    proof = prove(made)
    if proof.walk.finished or (gone and _says(made, gone)):
        return None
    if any(gone and gone in text for screen in proof.walk.screens for text in _texts(screen)):
        return None
    there = {app.id for app in made.apps}
    expects = world.task.grading.expects
    if all(wanted.app in there and predicate_holds(made, wanted, proof.end) for wanted in expects):
        return None
    return _finished(made, proof)


def _finished(made: World, proof: Proof) -> World:
    """With a way that leads to where it is missing, and the status that is right there."""
    steps = list(proof.walk.steps)
    while steps and steps[-1].why != "move":
        steps.pop()
    walk = replace(proof.walk, steps=tuple(steps), status="infeasible", reason="", end=proof.walk.end, notes=())
    task = made.task
    grading = task.grading.model_copy(update={"expects": (), "touches": (), "status": "infeasible", "pass_regex": ""})
    changed: dict[str, Any] = {
        "category": "impossible",
        "grading": grading,
        "instructions": told(made, _without_values(walk)),
        "reference": task.reference.model_copy(update={"ends": "infeasible"}),
        "oracle_steps": len(steps),
    }
    return made.model_copy(update={"task": task.model_copy(update=changed)})


def _without_values(walk: Walk) -> Walk:
    return replace(walk, steps=tuple(replace(step, notes=()) for step in walk.steps))


# -- the ways --------------------------------------------------------------------------------------------------


_Made = tuple[World, str]
"""The world without it, and the text that must be nowhere; empty where it is no text."""


def _removed(world: World, rng: random.Random) -> _Made | None:
    del rng
    found = _named(world)
    if found is None:
        return None
    _, name = found
    return _mapped(world, lambda record: None if _holds(record, name) else record), name


def _renamed(world: World, rng: random.Random) -> _Made | None:
    found = _named(world)
    if found is None:
        return None
    ident, name = found
    other = _close_to(name, rng)

    def rename(record: Record) -> Record:
        return {
            key: value.replace(name, other) if isinstance(value, str) else value
            for key, value in {**record, **({"id": f"{ident}-x"} if record["id"] == ident else {})}.items()
        }

    return _mapped(world, rename), name


def _no_app(world: World, rng: random.Random) -> _Made | None:
    del rng
    opened = [move.app for moves in world.task.reference.steps.values() for move in moves if isinstance(move, OpenMove)]
    if not opened or world.app(opened[0]).name.casefold() not in world.task.goal.casefold():
        return None
    app = world.app(opened[0])
    surprises = tuple(item for item in world.phone.surprises if getattr(item, "app", "") != app.id)
    phone = world.phone.model_copy(update={"surprises": surprises})
    return world.model_copy(update={"apps": tuple(a for a in world.apps if a.id != app.id), "phone": phone}), app.name


def _no_control(world: World, rng: random.Random) -> _Made | None:
    """Without any control of the app that writes where the task wants something written."""
    del rng
    wanted = world.task.grading.expects
    if len(wanted) != 1:
        return None
    paths, (goal,) = _written(wanted[0]), wanted
    if not paths:
        return None
    raw = world.app(goal.app).model_dump(mode="json")
    for page in raw["pages"]:
        page["blocks"] = [block for block in page["blocks"] if not _writes(block, paths)]
        page["actions"] = [item for item in page["actions"] if not _writes(item, paths)]
        page["dialogs"] = [item for item in page["dialogs"] if not _writes(item, paths)]
        for block in page["blocks"]:
            if block["kind"] == "list":
                block["actions"] = [item for item in block["actions"] if not _writes(item, paths)]
                block["hold"] = []
        if page["fab"] is not None and _writes(page["fab"], paths):
            page["fab"] = None
    app = AppSpec.model_validate(raw)
    return _with_app(world, app), ""


def _written(wanted: StatePredicate) -> set[str]:
    """Variables, collections and fields that have to be written for it; none where acts are counted."""
    match wanted:
        case VarHolds():
            return {wanted.var}
        case RecordsHold():
            return {wanted.collection, *(cond.left for cond in wanted.where)} - {"id"}
        case _:
            return set()


_WAYS: Mapping[Denial, Callable[[World, random.Random], _Made | None]] = {
    "removed": _removed,
    "renamed": _renamed,
    "no app": _no_app,
    "no control": _no_control,
}


def _named(world: World) -> tuple[str, str] | None:
    """Id and name of the one record that the goal names."""
    for wanted in world.task.grading.expects:
        if not isinstance(wanted, RecordsHold):
            continue
        ids = [cond.right for cond in wanted.where if cond.left == "id" and cond.op == "eq"]
        for record in world.app(wanted.app).collections.get(wanted.collection, ()):
            if record["id"] in ids:
                names = [v for v in record.values() if isinstance(v, str) and len(v) >= _SHORTEST]
                names = [name for name in names if name in world.task.goal]
                if names:
                    return str(record["id"]), max(names, key=len)
    return None


def _mapped(world: World, change: Callable[[Record], Record | None]) -> World:
    """The world with every record of every app changed or left out."""
    apps: list[AppSpec] = []
    for found in world.apps:
        collections = {
            name: tuple(new for record in records if (new := change(record)) is not None)
            for name, records in found.collections.items()
        }
        apps.append(found.model_copy(update={"collections": collections}))
    return world.model_copy(update={"apps": tuple(apps)})


def _with_app(world: World, app: AppSpec) -> World:
    return world.model_copy(update={"apps": tuple(app if item.id == app.id else item for item in world.apps)})


def _holds(record: Record, name: str) -> bool:
    return any(isinstance(value, str) and name in value for value in record.values())


def _close_to(name: str, rng: random.Random) -> str:
    """A name that is nearly the same: another ending of its last word."""
    if re.search(r"[\u4e00-\u9fff]$", name):
        return f"{name[:-1]}{rng.choice('甲乙丁戊')}"
    head, _, last = name.rstrip(" .!?").rpartition(" ")
    changed = f"{last[: max(2, len(last) - 2)]}{rng.choice(('ora', 'ick', 'une', 'ell'))}"
    return f"{head} {changed}".strip()


def _writes(part: object, paths: set[str]) -> bool:
    """Whether anything a control does writes there: its own variable, or one of its effects."""
    if isinstance(part, dict):
        found = cast("dict[str, Any]", part)
        if found.get("kind") in ("switch", "choice", "stepper", "field") and found.get("var") in paths:
            return True
        if any(_writes_there(effect, paths) for key in _EFFECTS for effect in found.get(key) or ()):
            return True
        return any(_writes(button, paths) for button in found.get("buttons", ()))
    return False


def _writes_there(effect: Mapping[str, Any], paths: set[str]) -> bool:
    inner = [*effect.get("do", ()), *effect.get("then", ()), *effect.get("otherwise", ())]
    kind = str(effect.get("kind"))
    if kind in ("drop", "empty"):
        return True
    return effect.get(_WRITES.get(kind, "-")) in paths or any(_writes_there(item, paths) for item in inner)


# -- what the world says ---------------------------------------------------------------------------------------


def _says(world: World, name: str) -> bool:
    """Whether any data or page of the apps says it."""
    return any(name in text for app in world.apps for text in _strings(app.model_dump(mode="json")))


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in cast("dict[str, object]", value).values():
            yield from _strings(inner)
    elif isinstance(value, list):
        for inner in cast("list[object]", value):
            yield from _strings(inner)


def _texts(screen: Screen) -> Iterator[str]:
    for element in screen.elements:
        yield from (element.text, element.name, element.value)
