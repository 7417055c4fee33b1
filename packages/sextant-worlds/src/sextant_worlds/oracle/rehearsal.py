"""A task rehearsed on a private twin: each move of the reference, with the screens before and after it.

It uses nothing of the device of the later run. It leaves out the surprises of the world (popups, expired sessions, lost
drafts), which are handled when they happen.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from sextant.protocols import Perceive
from sextant.types.screens import Screen
from sextant_worlds.engine.data import Json
from sextant_worlds.oracle.claims import CompletionWatch
from sextant_worlds.oracle.decisions import MemoryEvent, memory_of
from sextant_worlds.oracle.walk import Oracle, OracleWalk
from sextant_worlds.oracle.walker import LostError, MoveWalker, NextGesture, ReadNote, ReferenceEnd
from sextant_worlds.reference import Bound, TakenBranch
from sextant_worlds.spec.reference import CellMove, ReadMove, TypeMove, WaitMove
from sextant_worlds.spec.world import World
from sextant_worlds.twin.shared import shared
from sextant_worlds.twin.twin import Twin, copy_state

__all__ = [
    "CHANGING",
    "LAUNCHER",
    "Kind",
    "Rehearsal",
    "RehearsedMove",
    "ScreenPlace",
    "bare",
    "rehearse",
    "screen_place",
]

Kind = Literal["go", "set", "do", "read"]
"""`go`: leads to another place. `set`: changes the page only. `do`: changes the world's data. `read`: no touch."""

LAUNCHER = "launcher/home"

_SAYING = ("dialog-title", "dialog-text")

_PATIENCE = 40

CHANGING = ("data", "acts", "answer", "pending", "clip", "made", "turned", "held")
"""The parts of a world's state that outlive its pages."""


@dataclass(frozen=True, slots=True)
class ScreenPlace:
    """The place of a screen: the component in front (`shop/cart`, `shop/cart+sure` with a dialog), and its record.

    `asks`: the text of the dialog, because rows of a list may share a dialog.
    """

    component: str
    instance: str = ""
    asks: str = ""

    @property
    def app(self) -> str:
        return self.component.partition("/")[0]

    @property
    def over(self) -> str:
        """The dialog or popup over the page; empty if there is none."""
        return self.component.partition("+")[2]

    @property
    def page(self) -> "ScreenPlace":
        """The page itself, without anything over it."""
        return ScreenPlace(self.component.partition("+")[0], self.instance)


def screen_place(screen: Screen) -> ScreenPlace:
    """The place of a screen as reported by the phone, else by its key."""
    facts = screen.observation.facts
    component = facts.get("component") or f"{screen.app}/{screen.key.id}"
    said = [element.text for element in screen.elements if element.test_id in _SAYING] if "+" in component else []
    return ScreenPlace(component, facts.get("instance", ""), " / ".join(said))


@dataclass(frozen=True)
class RehearsedMove:
    """A rehearsed move of the reference.

    Attributes:
        number: Its position.
        bound: The move, with the typed text.
        before: The screen on which it was executed or read.
        after: The next screen.
        opening: The number of the opening of the page, which keeps its settings.
        set_before: The test ids of controls set earlier on that opening, each with the part that set it last.
        state: The world before it.
        done: The world after it.
        repeatable: Whether executing it twice has the same result as once.
        undoable: Whether executing it again undoes it.
        final: Whether it is irreversible: it commits an act or submits an answer.
        events: The memory events of a reading.
    """

    number: int
    bound: Bound
    kind: Kind
    before: Screen
    after: Screen
    opening: int
    set_before: Mapping[str, int]
    state: Json
    done: Json
    repeatable: bool = True
    undoable: bool = False
    final: bool = False
    events: tuple[MemoryEvent, ...] = ()

    @property
    def here(self) -> ScreenPlace:
        return screen_place(self.before)

    @property
    def there(self) -> ScreenPlace:
        return screen_place(self.after)

    @property
    def test_id(self) -> str:
        """The test id of the touched element; empty if it touches none."""
        return str(getattr(self.bound.move, "test_id", "") or getattr(self.bound.move, "board", ""))

    @property
    def goes(self) -> bool:
        """Whether it leads to another place and may be repeated."""
        moves = self.bound.move.kind in ("tap", "hold", "press", "enter")
        return moves and self.here != self.there and self.repeatable and self.kind in ("go", "do")


@dataclass(frozen=True)
class Rehearsal:
    """The rehearsed reference of a task.

    Attributes:
        parts: Its moves in order.
        completion: Finds the proof that the task is done.
        end: The world after it.
        steps: The number of gestures.
    """

    world: World
    parts: tuple[RehearsedMove, ...]
    completion: CompletionWatch
    ends: Literal["complete", "infeasible"]
    end: Json
    steps: int


@dataclass(frozen=True, slots=True)
class _Touch:
    """A gesture of the rehearsal: the move it was for, and the world before it."""

    move: int
    wish: NextGesture
    state: Json


def bare(world: World) -> World:
    """The world without its surprises."""
    return world.model_copy(update={"phone": world.phone.model_copy(update={"surprises": ()})})


def rehearse(world: World, perceive: Perceive) -> Rehearsal:
    """Executes the reference of a task on a private twin.

    Raises:
        LostError: The reference cannot be carried out even there.
    """
    calm = bare(world)
    twin = Twin(calm)
    begun = twin.snapshot()
    oracle = Oracle(calm, shared(calm).world)
    moves: list[tuple[Bound, int]] = []
    touches: list[_Touch] = []

    def recorded() -> Iterator[Bound | TakenBranch]:
        for move in oracle.moves(lambda: twin.state):
            if isinstance(move, Bound):
                moves.append((move, len(touches)))
            yield move

    def before(step: int, wish: NextGesture) -> None:
        del step
        touches.append(_Touch(len(moves) - 1, wish, twin.snapshot()))

    walk = oracle.carry_out(recorded(), twin, before=before)
    states = [*(touch.state for touch in touches), twin.snapshot()]
    events = _read(calm, [bound for bound, _ in moves], touches, walk)
    parts = tuple(
        replace(part, events=tuple(events.get(part.number, ())))
        for part in _parts(calm, moves, touches, states, walk, perceive)
    )
    completion = _watched(calm, begun, walk, states)
    return Rehearsal(calm, parts, completion, world.task.reference.ends, states[-1], len(touches))


def _read(
    world: World, moves: Sequence[Bound], touches: Sequence[_Touch], walk: OracleWalk
) -> dict[int, list[MemoryEvent]]:
    """The memory events by the number of their reading."""
    facts = {fact.id: fact for fact in world.scenario.facts}
    readings = [number for number, bound in enumerate(moves) if isinstance(bound.move, ReadMove)]
    found: dict[int, list[MemoryEvent]] = {}
    total = 0
    for index, note in walk.reads:
        before = touches[index].move if index < len(touches) else len(moves)
        number = max((number for number in readings if number <= before), default=-1)
        total += int(note.item) if note.item.lstrip("-").isdigit() else 0
        found.setdefault(number, []).append(memory_of(note, facts, total))
    return found


def _watched(world: World, begun: Json, walk: OracleWalk, states: list[Json]) -> CompletionWatch:
    completion = CompletionWatch(world, begun)
    for screen, state in zip(walk.screens, states[1:], strict=False):
        completion.observe_step(screen, state)
    return completion


def _parts(
    world: World,
    moves: list[tuple[Bound, int]],
    touches: list[_Touch],
    states: list[Json],
    walk: OracleWalk,
    perceive: Perceive,
) -> Iterator[RehearsedMove]:
    screens = [perceive(screen.observation) for screen in walk.screens]
    again = Twin(world)
    kept: dict[int, dict[str, int]] = {}
    for number, (bound, _) in enumerate(moves):
        at = next((i for i, touch in enumerate(touches) if touch.move == number and touch.wish.why == "move"), None)
        if at is None:
            ended = moves[number + 1][1] if number + 1 < len(moves) else len(touches)
            kind: Kind = "read" if isinstance(bound.move, ReadMove | WaitMove) else "go"
            yield _still(number, bound, kind, screens[ended], states[ended], kept)
            continue
        state, done, wish = states[at], states[at + 1], touches[at].wish
        opening = _opening(state)
        part = RehearsedMove(
            number=number,
            bound=_spelt(bound, wish),
            kind=_kind(bound, state, done),
            before=screens[at],
            after=screens[at + 1],
            opening=opening,
            set_before=dict(kept.get(opening, {})),
            state=state,
            done=done,
        )
        yield _weighed(part, again, wish)
        if part.kind == "set" and opening:
            kept.setdefault(opening, {})[part.test_id] = number


def _still(
    number: int, bound: Bound, kind: Kind, screen: Screen, state: Json, kept: Mapping[int, Mapping[str, int]]
) -> RehearsedMove:
    opening = _opening(state)
    return RehearsedMove(number, bound, kind, screen, screen, opening, dict(kept.get(opening, {})), state, state)


def _spelt(bound: Bound, wish: NextGesture) -> Bound:
    """The move with the typed text."""
    if not isinstance(bound.move, TypeMove):
        return bound
    return Bound(bound.step, bound.move.model_copy(update={"text": wish.text}), bound.item)


def _kind(bound: Bound, state: Json, done: Json) -> Kind:
    match bound.move.kind:
        case "type":
            return "set"
        case "open":
            return "go"
        case _:
            pass
    if _lasting(state) != _lasting(done):
        return "do"
    same_page = _opening(state) == _opening(done) and state["front"] == done["front"]
    return "set" if same_page and _held(state) != _held(done) else "go"


def _weighed(part: RehearsedMove, twin: Twin, wish: NextGesture) -> RehearsedMove:
    """The part with the effect of a second execution on the same page."""
    if part.kind != "do":
        return part
    state = copy_state(part.state)
    for name in CHANGING:
        state[name] = copy_state(part.done)[name]
    twin.restore(state)
    _again(part.bound, twin, wish)
    after = _lasting(twin.snapshot())
    final = any(part.state[name] != part.done[name] for name in ("acts", "answer"))
    return replace(
        part,
        repeatable=after == _lasting(part.done),
        undoable=after["data"] == part.state["data"] and not final,
        final=final,
    )


def _again(bound: Bound, twin: Twin, wish: NextGesture) -> None:
    """Executes the move once more at the present position of its element."""
    if wish.element is None or isinstance(bound.move, CellMove):
        twin.perform(wish.gesture)
        return
    walker = MoveWalker(iter((bound,)), {}, _no_note)
    try:
        for _ in range(_PATIENCE):
            found = walker.next(twin.screen())
            if isinstance(found, ReferenceEnd):
                return
            twin.perform(found.gesture)
            if found.why == "move":
                return
    except LostError:
        return  # it is not there any more


def _no_note(note: ReadNote) -> None:
    del note


def _lasting(state: Json) -> dict[str, Any]:
    """The state that outlives the pages, without the step counter."""
    told = {name: state[name] for name in ("data", "answer", "clip")}
    told["acts"] = [{name: value for name, value in act.items() if name != "step"} for act in state["acts"]]
    told["pending"] = [{name: value for name, value in later.items() if name != "at"} for later in state["pending"]]
    return told


def _opening(state: Json) -> int:
    stack = state["stacks"].get(state["front"])
    return int(stack[-1]["n"]) if stack else 0


def _held(state: Json) -> Any:
    """The contents of the page's own fields and choices."""
    stack = state["stacks"].get(state["front"])
    return dict(stack[-1]["ui"]) if stack else {}
