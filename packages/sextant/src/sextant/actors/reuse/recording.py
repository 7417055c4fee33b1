"""What is kept of how a leaf was carried out: its actions with their targets, and what showed that it was done."""

from dataclasses import dataclass, field, replace

from sextant.actors.reuse.places import ValuePlace
from sextant.actors.reuse.substitution import occurring
from sextant.elements.refs import anchor_of
from sextant.types.actions import (
    Action,
    Answer,
    ByPoint,
    HandOver,
    InputText,
    Recall,
    Scroll,
    Status,
    Swipe,
    Wait,
    targets_of,
)
from sextant.types.codec import to_json
from sextant.types.evidence import Predicate
from sextant.types.screens import Element, Screen
from sextant.types.transitions import Transition

__all__ = [
    "DoneEvidence",
    "Execution",
    "RecordedMove",
    "Recording",
    "RecordingLibrary",
    "TargetMark",
    "is_filler",
    "mark_of",
    "move_of",
    "took",
]

_LONGEST = 12_000
"""So many characters an execution may take where it is written down; a longer one is not kept."""
_TELLING = frozenset({"checked", "unchecked", "mixed", "pressed", "selected", "expanded"})
"""States in which the same touch does another thing."""


@dataclass(frozen=True, slots=True)
class TargetMark:
    """What a target was: by this it is found again. `states` are those in which the same touch does another thing."""

    role: str
    name: str
    test_id: str
    anchor: str
    states: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RecordedMove:
    """An action of a leaf: the screen it was done on and the one it led to, by key, its targets, what was expected."""

    key: str
    led_to: str
    action: Action
    marks: tuple[TargetMark, ...]
    expectations: tuple[Predicate, ...] = ()
    description: str = ""
    irreversible: bool | None = None
    grave: bool = False
    """Whether it was treated as something that cannot be taken back."""


@dataclass(frozen=True, slots=True)
class DoneEvidence:
    """What showed that a leaf was done: words, the roles of all that said them, where a value stood that was read."""

    key: str
    quote: str
    roles: frozenset[str]
    places: tuple[ValuePlace, ...] = ()


@dataclass(frozen=True, slots=True)
class Execution:
    """One time that a leaf was carried out.

    Attributes:
        values: Variables that were known, as they stand in texts.
        spoiled: Something in it cannot be done again, or did not work.
        replayed: Some of it was done from a recording.
    """

    leaf: str
    count: int
    values: dict[str, str]
    moves: tuple[RecordedMove, ...] = ()
    closing: DoneEvidence | None = None
    spoiled: bool = False
    replayed: bool = False

    def kept(self) -> "Execution | None":
        """As it is remembered: with the values that occur in it; None where it is too long."""
        shorter = replace(self, values=occurring(self.values, self._texts()))
        return shorter if len(to_json(Execution, shorter)) <= _LONGEST else None

    def _texts(self) -> list[str]:
        closing = self.closing
        found = [] if closing is None else [closing.quote, *(place.label for place in closing.places)]
        for move in self.moves:
            found += [text for mark in move.marks for text in (mark.name, mark.test_id, mark.anchor)]
            found += [move.description, getattr(move.action, "text", ""), getattr(move.action, "name", "")]
            for predicate in move.expectations:
                ref = getattr(predicate, "element", None)
                found += [getattr(predicate, "text", ""), getattr(predicate, "value", "")]
                found += [] if ref is None else [ref.name, ref.test_id, ref.anchor]
        return [text for text in found if text]


@dataclass(slots=True)
class Recording:
    """What is known of a leaf: its latest executions, and two that were the same way, from which it is done again."""

    latest: tuple[Execution, ...] = ()
    pair: tuple[Execution, Execution] | None = None
    surprises: int = 0


@dataclass(slots=True)
class RecordingLibrary:
    """Recordings by leaf, the execution under way, and whose turn it is."""

    recordings: dict[str, Recording] = field(default_factory=dict[str, Recording])
    present: Execution | None = None
    released: str = ""
    asks: bool = False


def mark_of(screen: Screen, element: Element) -> TargetMark:
    """What an element of that screen is known by."""
    states = tuple(sorted(element.states & _TELLING))
    return TargetMark(element.role, element.label, element.test_id, anchor_of(screen, element), states)


def move_of(transition: Transition) -> RecordedMove | None:
    """The action of a step as it may be done again; None where it cannot be: at a bare point, or for a person."""
    decision, before = transition.decision, transition.before
    action = decision.action
    if isinstance(action, Answer | Status | HandOver):
        return None
    marks: list[TargetMark] = []
    for target in targets_of(action):
        element = None if isinstance(target, ByPoint) else before.element(target.index)
        if element is None or not (element.label or element.test_id):
            return None
        marks.append(mark_of(before, element))
    if isinstance(action, InputText) and action.mode == "append":
        return None  # what it comes to hangs on what stood there
    return RecordedMove(
        before.key.id,
        transition.after.key.id,
        action,
        tuple(marks),
        decision.expectations,
        decision.description[:300],
        decision.irreversible,
        transition.irreversible,
    )


def is_filler(action: Action) -> bool:
    """Whether nothing was done: a turn that only answers, or that only reads."""
    return isinstance(action, Recall) or (isinstance(action, Wait) and action.seconds == 0)


def took(transition: Transition) -> bool:
    """Whether a step had its effect, as far as that can be asked of it: a wait has none, a scroll shows or ends."""
    match transition.decision.action:
        case Wait():
            return True
        case Scroll() | Swipe():
            return transition.effectiveness in ("effective", "uncertain")
        case _:
            return transition.effectiveness == "effective"
