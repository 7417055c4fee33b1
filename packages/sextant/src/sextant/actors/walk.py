"""What a walk remembers, where it is going, and how it says what it does next."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from sextant.types.actions import Action
from sextant.types.codec import from_json
from sextant.types.decisions import Decision
from sextant.types.evidence import Predicate
from sextant.types.screens import Element, ElementRef, Screen
from sextant.utg.exits import Exit
from sextant.utg.graph import Graph, Place, Trigger
from sextant.utg.hops import Avoid
from sextant.utg.route import MapLayout

Risky = Callable[[Element, Screen], bool]
"""Whether touching an element might do something that cannot be taken back (`review` knows)."""


class Laying(Protocol):
    """Lays a map out for planning: a `MapLayout`, or what stands for one in an experiment."""

    def __call__(self, graph: Graph, starts: Sequence[Place], avoid: Avoid, /) -> MapLayout: ...


@dataclass(frozen=True, slots=True)
class Destination:
    """Where a walk is going: a place, there an exit, and why in words."""

    place: Place
    exit: Exit | None
    why: str


@dataclass(frozen=True, slots=True)
class Reached:
    """Where a goal was reached: a place, and what had been touched there if that opened something on the spot."""

    place: Place
    opened: ElementRef | None = None


@dataclass(slots=True)
class WalkState:
    """What a walk has to remember, JSON-able; the map itself is on disk."""

    avoid: set[tuple[str, Trigger]] = field(default_factory=set[tuple[str, Trigger]])
    missed: set[tuple[str, Trigger]] = field(default_factory=set[tuple[str, Trigger]])
    """What could not be got at where it stands; once it is in reach it may be touched after all."""
    forbidden: set[tuple[str, ElementRef]] = field(default_factory=set[tuple[str, ElementRef]])
    """By address, what a refused decision would have touched: open menus make other screens of a page."""
    idle: set[ElementRef] = field(default_factory=set[ElementRef])
    """What was touched to close what lay over a screen, and closed nothing."""
    layers: list[ElementRef] = field(default_factory=list[ElementRef])
    """What was touched and laid something over the screen, the last one last."""
    back: list[Place] = field(default_factory=list[Place])
    home: str = ""
    start: Place | None = None
    walled: bool = False
    """Whether it began on a login."""
    seen: set[str] = field(default_factory=set[str])
    looked: dict[str, int] = field(default_factory=dict[str, int])
    """By place, as `key_of` has it, the last step that was decided on it."""
    scrolling: str = ""
    in_a_row: int = 0
    scrolled: dict[str, int] = field(default_factory=dict[str, int])
    unasked: str = ""
    """The screen, by its node, on which a dialog came up that nothing here had asked for."""
    done: dict[str, int] = field(default_factory=dict[str, int])
    planned: tuple[Trigger, str] | None = None
    """What was last touched because the map says that it leads to that node."""


def key_of(place: Place) -> str:
    """A place as a name, for what is kept by place."""
    return " ".join([place.node, *(f"{name}={value}" for name, value in place.binding)])


def reached_before(notes: Mapping[str, str], goal: str) -> Reached | None:
    """Where a goal was reached on an earlier walk, by what is noted on the map."""
    noted = notes.get(goal_note(goal), "")
    try:
        return from_json(Reached, noted) if noted else None
    except ValueError:  # written by another version: it is only a memory, and is made anew
        return None


def goal_note(goal: str) -> str:
    """The name of the note on a map that says where a goal was reached."""
    return f"goal {' '.join(goal.casefold().split())[:200]}"


def decision(
    screen: Screen,
    action: Action,
    description: str,
    thought: str,
    expectations: Sequence[Predicate] = (),
    actor: str = "navigator",
) -> Decision:
    """A decision of an actor without a model: reversible by its own policy, aimed at the screen that it saw."""
    return Decision(
        action=action,
        screen=screen.digest,
        description=description,
        thought=thought,
        expectations=tuple(expectations),
        actor=actor,
        irreversible=False,
    )
