"""Walking a world's reference in a twin, and what the walk shows."""

from collections.abc import Iterator
from dataclasses import dataclass

from sextant.types.screens import Screen
from sextant_worlds.actors.oracle import Oracle, Walk
from sextant_worlds.actors.walking import Wish
from sextant_worlds.engine.data import Json
from sextant_worlds.reference import Bound, Branch
from sextant_worlds.spec.scenario import Place
from sextant_worlds.spec.world import World
from sextant_worlds.twin.shared import shared
from sextant_worlds.twin.twin import Twin

__all__ = ["LAUNCHER", "Proof", "encoded_at", "needed_at", "place_of", "prove"]


LAUNCHER = "launcher"


@dataclass(frozen=True)
class Proof:
    """The oracle's walk through a world, and where it led.

    `tail` holds the state just before the first value is put in, and the moves from there on; None where no value is.
    `twin` may be used again: restore a state first.
    """

    world: World
    walk: Walk
    start: Json
    end: Json
    tail: tuple[Json, tuple[Bound | Branch, ...]] | None
    twin: Twin


def prove(world: World, twin: Twin | None = None) -> Proof:
    """Walks the reference in a twin: a new one, or one at hand of a world with the same apps and phone."""
    if twin is None:
        twin = Twin(world)
    else:
        twin.reset()
    start = twin.snapshot()
    oracle = Oracle(world, shared(twin.world).world)
    moves: list[Bound | Branch] = []
    kept: list[tuple[Json, int]] = []

    def before(step: int, wish: Wish) -> None:
        if wish.uses and not kept:
            kept.append((twin.snapshot(), len(moves) - 1))
        del step

    def recorded() -> Iterator[Bound | Branch]:
        for move in oracle.moves(lambda: twin.state):
            moves.append(move)
            yield move

    walk = oracle.carry_out(recorded(), twin, before=before)
    tail = (kept[0][0], tuple(moves[kept[0][1] :])) if kept else None
    return Proof(world, walk, start, twin.snapshot(), tail, twin)


def place_of(screen: Screen) -> Place:
    """Where a screen of the twin is; launcher and recents are pages of `launcher`."""
    app, page = screen.app.removeprefix("world:"), screen.key.id.partition("+")[0].lstrip("*") or "home"
    if app in ("", "home") and page in ("home", "recents"):
        return Place(app=LAUNCHER, page=page)
    return Place(app=app, page=page, record=dict(screen.binding).get("record", ""))


def encoded_at(walk: Walk) -> dict[str, int]:
    """Index of the screen on which each fact was read; items of iterations under the empty name, the last one."""
    found: dict[str, int] = {}
    for index, note in walk.reads:
        if note.kind == "read":
            found.setdefault(note.fact, index)
        elif note.kind == "item":
            found[""] = index
    return found


def needed_at(walk: Walk, fact: str, answer: bool) -> int | None:
    """Index of the step at which a fact is first needed again."""
    for index, step in enumerate(walk.steps):
        if f"fact:{fact}" in step.uses or (answer and "answer" in step.uses):
            return index
        if any(note.kind == "branch" and note.fact == fact for note in step.notes):
            return index
    return None
