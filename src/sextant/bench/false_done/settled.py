"""Ordinary tasks of worlds that are done before they begin: the start is moved to where the oracle's walk ended.

What can be seen of it is found by laying the same page of the undone world beside it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sextant.types.actions import ScrollBy
from sextant.types.evidence import ElementState, Predicate, TextVisible
from sextant.types.refs import collapse, ref_of
from sextant.types.screens import Element, Screen, State
from sextant.worlds.actors.oracle import Oracle, Walk, Walked
from sextant.worlds.actors.proving import prove
from sextant.worlds.actors.walking import Done, LostError
from sextant.worlds.author.telling import told
from sextant.worlds.engine.data import Json
from sextant.worlds.reference import Bound, Branch
from sextant.worlds.spec.reference import Move, Reference, TypeMove
from sextant.worlds.spec.tasks import Acted
from sextant.worlds.spec.world import World
from sextant.worlds.truth.grade import grade
from sextant.worlds.twin.shared import shared
from sextant.worlds.twin.twin import Twin

__all__ = ["Settled", "most_telling", "settled", "shown_by"]

_TURNED: tuple[State, ...] = ("checked", "unchecked", "pressed", "selected")
_SEEN = ("visible", "clipped")
_MOST, _PAGES, _GRAM = 60, 12, 4


@dataclass(frozen=True, slots=True)
class Settled:
    """A world in which nothing is left to do, and what shows that at the end of the way to it."""

    world: World
    proof: Predicate


def settled(world: World) -> Settled | None:
    """The world moved to its wanted end; None where acts are counted, or nothing on a screen shows it."""
    expects = world.task.grading.expects
    if not expects or world.task.grading.pass_regex or any(isinstance(wanted, Acted) for wanted in expects):
        return None
    done = prove(world)
    if not done.walk.finished or done.end["held"] or done.end["pending"]:
        return None
    made = _moved(world, done.end)
    undone, twin = Twin(world), Twin(made)
    start = twin.snapshot()
    if not grade(made, start, "complete", start).success:
        return None
    walk, moves = _looked(made, twin)
    if not moves or grade(made, twin.state, "complete", start).side_effects:
        return None
    for step in walk.steps:
        undone.perform(step.gesture)
    proof = shown_by(world.task.goal, walk.end, undone.screen())
    for _ in range(_PAGES):
        if proof is not None:
            break
        for one in (twin, undone):
            one.perform(ScrollBy("down"))
        proof = shown_by(world.task.goal, twin.screen(), undone.screen())
    return None if proof is None else Settled(_finished(made, walk, moves), proof)


def shown_by(goal: str, screen: Screen, undone: Screen) -> Predicate | None:
    """What stands on a screen and not on the same page of the undone world; None where nothing in view does.

    That something is missing tells nothing: it may never have been there. Nor does a count on a tab tell of what.
    """
    if (screen.key, screen.binding) != (undone.key, undone.binding):
        return None
    stood = {(collapse(_said(item)), item.states) for item in undone.elements}
    fresh = [
        item
        for item in screen.elements
        if item.visibility in _SEEN
        and item.role != "tab"
        and _said(item)
        and (collapse(_said(item)), item.states) not in stood
    ]
    for item in fresh:
        for state in _TURNED:
            if state in item.states:
                return ElementState(ref_of(screen, item), state)
    told = most_telling(goal, [item for item in fresh if item.text])
    return None if told is None else TextVisible(told.text)


def most_telling(goal: str, elements: Sequence[Element]) -> Element | None:
    """Of several texts the one that says most of a goal: one that it quotes, else a text before a control."""
    low = collapse(goal)

    def weight(element: Element) -> tuple[bool, int, bool, int]:
        text = collapse(element.text)
        shared = sum(text[at : at + _GRAM] in low for at in range(len(text) - _GRAM + 1))
        return len(text) > 1 and text in low, min(shared, 1), element.role == "text", shared

    return max(elements, key=weight, default=None)


def _moved(world: World, end: Json) -> World:
    """The world that begins with the data of an end."""
    apps = tuple(
        app.model_copy(
            update={
                "collections": {name: tuple(records) for name, records in end["data"][app.id]["c"].items()},
                "vars": dict(end["data"][app.id]["v"]),
            }
        )
        for app in world.apps
    )
    return world.model_copy(update={"apps": apps})


def _looked(world: World, twin: Twin) -> tuple[Walk, tuple[Move, ...]]:
    """The way of the reference up to where it would change something, and its moves."""
    oracle = Oracle(world, shared(world).world)
    moves: list[Move] = []

    def kept() -> Iterator[Bound | Branch]:
        for part in oracle.moves(lambda: twin.state):
            if isinstance(part, Bound):
                moves.append(part.move)
            yield part

    walker = oracle.walker(kept(), lambda _: None)
    steps: list[Walked] = []
    befores: list[Json] = []
    try:
        while len(steps) < _MOST:
            screen = twin.screen()
            wish = walker.next(screen)
            if isinstance(wish, Done):
                break
            before = twin.snapshot()
            twin.perform(wish.gesture)
            if _data(twin.state) != _data(before):
                moves.pop()
                twin.restore(before)
                while steps and isinstance(steps[-1].move, TypeMove):  # what would have been sent is not typed either
                    steps.pop()
                    twin.restore(befores.pop())
                    moves.pop()
                break
            befores.append(before)
            element, bound = wish.element, wish.bound
            steps.append(
                Walked(
                    wish.gesture,
                    screen,
                    wish.why,
                    bound.step if bound is not None else "",
                    bound.move if bound is not None else None,
                    element.test_id if element is not None else "",
                    element.label if element is not None else "",
                    wish.text,
                    wish.uses,
                )
            )
    except LostError:
        moves.pop()
        while steps and steps[-1].why != "move":
            steps.pop()
            twin.restore(befores.pop())
    return Walk(tuple(steps), "complete", "", "", twin.screen()), tuple(moves)


def _data(state: Json) -> tuple[Json, Json]:
    return state["data"], state["acts"]


def _finished(made: World, walk: Walk, moves: tuple[Move, ...]) -> World:
    task = made.task
    steps = {"look whether it is so": moves}
    reference = Reference(program='step("look whether it is so")', steps=steps)
    changed = {
        "category": "satisfied",
        "reference": reference,
        "instructions": told(made, walk),
        "oracle_steps": len(walk.steps),
    }
    return made.model_copy(update={"task": task.model_copy(update=changed)})


def _said(element: Element) -> str:
    return element.text or element.label or element.value
