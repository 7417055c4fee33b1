"""A task rehearsed on a private twin: each move of the reference, with the screens before and after it.

Nothing of it comes from the device that is played on later. Surprises of the world (popups, sessions, drafts that are
lost) are left out: what they do is seen when it happens.
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
"""`go`: to another place. `set`: on the page alone, lost with it. `do`: in the world's data. `read`: no touch."""

LAUNCHER = "launcher/home"

_SAYING = ("dialog-title", "dialog-text")

_PATIENCE = 40

CHANGING = ("data", "acts", "answer", "pending", "clip", "made", "turned", "held")
"""What of a world's state outlives its pages."""


@dataclass(frozen=True, slots=True)
class ScreenPlace:
    """Where one is: the component in front (`shop/cart`, `shop/cart+sure` under a dialog) and what it shows of many.

    `asks`: what a dialog says; two rows of a list have one dialog that asks of one or the other.
    """

    component: str
    instance: str = ""
    asks: str = ""

    @property
    def app(self) -> str:
        return self.component.partition("/")[0]

    @property
    def over(self) -> str:
        """What lies over the page; empty where nothing does."""
        return self.component.partition("+")[2]

    @property
    def page(self) -> "ScreenPlace":
        """The page itself, whatever lies over it."""
        return ScreenPlace(self.component.partition("+")[0], self.instance)


def screen_place(screen: Screen) -> ScreenPlace:
    """Where a screen is, as the phone tells it; by its key where it tells nothing."""
    facts = screen.observation.facts
    component = facts.get("component") or f"{screen.app}/{screen.key.id}"
    said = [element.text for element in screen.elements if element.test_id in _SAYING] if "+" in component else []
    return ScreenPlace(component, facts.get("instance", ""), " / ".join(said))


@dataclass(frozen=True)
class RehearsedMove:
    """A move of the reference as it was rehearsed.

    Attributes:
        number: Its place.
        bound: The move, with the text that is typed.
        before: The screen on which it was carried out, or read.
        after: The screen that came of it.
        opening: Number of the page's opening: what was set on it is there as long as it is.
        set_before: Test ids of what was set on that opening before, in order, each with the part that set it last.
        state: The world before it.
        done: The world after it.
        repeatable: To do it twice changes no more than to do it once.
        undoable: To do it again takes it back.
        final: It cannot be taken back: an act is committed, an answer handed in.
        events: Of a reading: what is known after it.
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
        """What is touched; empty where it is no element."""
        return str(getattr(self.bound.move, "test_id", "") or getattr(self.bound.move, "board", ""))

    @property
    def goes(self) -> bool:
        """Whether it leads to another place and may be taken as often as wanted."""
        moves = self.bound.move.kind in ("tap", "hold", "press", "enter")
        return moves and self.here != self.there and self.repeatable and self.kind in ("go", "do")


@dataclass(frozen=True)
class Rehearsal:
    """A task's reference as it was carried out.

    Attributes:
        parts: Its moves in order.
        watch: What showed in the end that the task was done.
        end: The world after it.
        steps: How many gestures it took.
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
    """Walks the reference of a task on a twin of its own.

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
    """What was read or decided, by the number of the reading after which it is known."""
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
    """The move with the very text that was typed."""
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
    """With what it would mean to do it a second time, on the same page with what it left in the world."""
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
    """Carries the move out once more, where its element stands now."""
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
    """What outlives the pages, but for the counting of steps."""
    told = {name: state[name] for name in ("data", "answer", "clip")}
    told["acts"] = [{name: value for name, value in act.items() if name != "step"} for act in state["acts"]]
    told["pending"] = [{name: value for name, value in later.items() if name != "at"} for later in state["pending"]]
    return told


def _opening(state: Json) -> int:
    stack = state["stacks"].get(state["front"])
    return int(stack[-1]["n"]) if stack else 0


def _held(state: Json) -> Any:
    """What the page's own fields and choices hold."""
    stack = state["stacks"].get(state["front"])
    return dict(stack[-1]["ui"]) if stack else {}
