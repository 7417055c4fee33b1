"""The state of a walk, its destinations, and its decisions."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import Protocol

from sextant.dataclass import dataclass
from sextant.types.actions import Action, Scroll
from sextant.types.codec import from_json
from sextant.types.decisions import Decision
from sextant.types.evidence import Predicate
from sextant.types.screens import Element, ElementRef, Screen
from sextant.utg.exits import Exit, reach_of
from sextant.utg.files.likeness import unnumbered
from sextant.utg.graph import Graph, Place, Trigger
from sextant.utg.hops import Avoid
from sextant.utg.route import MapLayout

Risky = Callable[[Element, Screen], bool]
"""Whether touching an element might do something irreversible (`review` decides)."""


class LayoutMap(Protocol):
    """Lays a map out for planning: a `MapLayout`, or a substitute in an experiment."""

    def __call__(self, graph: Graph, starts: Sequence[Place], avoid: Avoid, /) -> MapLayout: ...


@dataclass(frozen=True, slots=True)
class Destination:
    """The aim of a walk: a place, an exit there, and the reason in words."""

    place: Place
    exit: Exit | None
    why: str


@dataclass(frozen=True, slots=True)
class Reached:
    """Where a goal was reached: a place, and the touch that opened an overlay there, if any."""

    place: Place
    opened: ElementRef | None = None


@dataclass(slots=True)
class WalkState:
    """State of a walk, JSON-able; the map itself is on disk."""

    avoid: set[tuple[str, Trigger]] = field(default_factory=set[tuple[str, Trigger]])
    missed: set[tuple[str, Trigger]] = field(default_factory=set[tuple[str, Trigger]])
    """Actions whose element could not be reached; once it is in reach it may be touched."""
    forbidden: set[tuple[str, ElementRef]] = field(default_factory=set[tuple[str, ElementRef]])
    """By address, elements of refused decisions: the same page may show several screens."""
    idle: set[ElementRef] = field(default_factory=set[ElementRef])
    """Elements that were touched to close an overlay, and closed nothing."""
    layers: list[ElementRef] = field(default_factory=list[ElementRef])
    """Elements that opened an overlay, the last one last."""
    back: list[Place] = field(default_factory=list[Place])
    home: str = ""
    start: Place | None = None
    walled: bool = False
    """Whether the walk began on a login."""
    seen: set[str] = field(default_factory=set[str])
    looked: dict[str, int] = field(default_factory=dict[str, int])
    """By `key_of` a place, the last step that was decided on it."""
    scrolling: str = ""
    in_a_row: int = 0
    scrolled: dict[str, int] = field(default_factory=dict[str, int])
    unasked: str = ""
    """The node on which a dialog came up that no touch had opened."""
    done: dict[str, int] = field(default_factory=dict[str, int])
    planned: tuple[Trigger, str] | None = None
    """The last touch that was planned, and the node that the map says it leads to."""


def key_of(place: Place) -> str:
    """A place as a key."""
    return " ".join([place.node, *(f"{name}={value}" for name, value in place.binding)])


def reached_before(notes: Mapping[str, str], goal: str) -> Reached | None:
    """Where a goal was reached on an earlier walk, from the notes of the map."""
    noted = notes.get(goal_note(goal), "")
    try:
        return from_json(Reached, noted) if noted else None
    except ValueError:  # written by another version: it is only a hint
        return None


def goal_note(goal: str) -> str:
    """The name of the note that says where a goal was reached."""
    return f"goal {' '.join(goal.casefold().split())[:200]}"


def decision(
    screen: Screen,
    action: Action,
    description: str,
    thought: str,
    expectations: Sequence[Predicate] = (),
    actor: str = "navigator",
) -> Decision:
    """A decision of an actor without a model: reversible by its own policy, bound to the screen it saw."""
    return Decision(
        action=action,
        screen=screen.digest,
        description=description,
        thought=thought,
        expectations=tuple(expectations),
        actor=actor,
        irreversible=False,
    )


def still_key(screen: Screen, action: Scroll) -> str:
    """The counter key of a scroll that had no effect on a screen."""
    return f"still|{screen.digest}|{action}"


def under_key(screen: Screen, ref: ElementRef | None) -> str:
    """The counter key of a scroll that was to bring a covered element out."""
    return f"under|{screen.key.id}|{ref}"


def gone_key(screen: Screen, ref: ElementRef) -> str:
    """The counter key of touches that found an element gone, such as one whose label counts down."""
    return f"gone|{screen.key.id}|{ref.role}|{unnumbered(ref.name)}"


def covered_controls(screen: Screen) -> int:
    """The number of covered controls."""
    return sum(bool(one.affordances) and one.visibility == "covered" for one in screen.elements)


def hidden_share(before: Screen, after: Screen) -> float:
    """Share of the controls in reach before that still exist and are out of reach now: an overlay covers them."""
    now = {(one.role, one.label, one.href): reach_of(after, one) for one in after.elements if one.affordances}
    names = {
        (one.role, one.label, one.href) for one in before.elements if one.affordances and reach_of(before, one) == "now"
    }
    reaches = [now[name] for name in names if name in now]
    return sum(reach != "now" for reach in reaches) / len(names) if names else 0.0
