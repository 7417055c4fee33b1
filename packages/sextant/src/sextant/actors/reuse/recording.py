"""Recordings of leaves: their actions with the targets, and the evidence that the leaf was done."""

from dataclasses import field, replace

from sextant.actors.reuse.places import ValuePlace
from sextant.actors.reuse.substitution import occurring_values
from sextant.dataclass import dataclass
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
    "recorded_move",
    "target_mark",
    "worked",
]

_LONGEST = 12_000
"""The most characters of a stored execution; longer ones are not stored."""
_TELLING = frozenset({"checked", "unchecked", "mixed", "pressed", "selected", "expanded"})
"""States that change the effect of a touch."""


@dataclass(frozen=True, slots=True)
class TargetMark:
    """The description by which a target is found again. `states` are states that change the effect of a touch."""

    role: str
    name: str
    test_id: str
    anchor: str
    states: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RecordedMove:
    """An action of a leaf, with the keys of its screen and the next one, its targets and its expectations."""

    key: str
    led_to: str
    action: Action
    marks: tuple[TargetMark, ...]
    expectations: tuple[Predicate, ...] = ()
    description: str = ""
    irreversible: bool | None = None
    grave: bool = False
    """Whether it was treated as irreversible."""


@dataclass(frozen=True, slots=True)
class DoneEvidence:
    """The evidence that a leaf was done: a quote, the roles of its elements, and the places of its value."""

    key: str
    quote: str
    roles: frozenset[str]
    places: tuple[ValuePlace, ...] = ()


@dataclass(frozen=True, slots=True)
class Execution:
    """One execution of a leaf.

    Attributes:
        values: The known variables, as texts.
        spoiled: Whether a part of it failed or cannot be repeated.
        replayed: Whether a part of it was repeated from a recording.
    """

    leaf: str
    count: int
    values: dict[str, str]
    moves: tuple[RecordedMove, ...] = ()
    closing: DoneEvidence | None = None
    spoiled: bool = False
    replayed: bool = False

    def for_storage(self) -> "Execution | None":
        """The execution for storage, with only the values that occur in it; None if it is too long."""
        shorter = replace(self, values=occurring_values(self.values, self._texts()))
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
    """The latest executions of a leaf, and the pair of equal ones from which it is repeated."""

    latest: tuple[Execution, ...] = ()
    pair: tuple[Execution, Execution] | None = None
    surprises: int = 0


@dataclass(slots=True)
class RecordingLibrary:
    """Recordings by leaf, and the current execution.

    `released`: the execution that continues without recordings. `asks`: whether the last step was undecided.
    """

    recordings: dict[str, Recording] = field(default_factory=dict[str, Recording])
    present: Execution | None = None
    released: str = ""
    asks: bool = False


def target_mark(screen: Screen, element: Element) -> TargetMark:
    """The mark of an element on that screen."""
    states = tuple(sorted(element.states & _TELLING))
    return TargetMark(element.role, element.label, element.test_id, anchor_of(screen, element), states)


def recorded_move(transition: Transition) -> RecordedMove | None:
    """The recorded action of a step; None if it cannot be repeated, such as a touch at a point or a hand-over."""
    decision, before = transition.decision, transition.before
    action = decision.action
    if isinstance(action, Answer | Status | HandOver):
        return None
    marks: list[TargetMark] = []
    for target in targets_of(action):
        element = None if isinstance(target, ByPoint) else before.element(target.index)
        if element is None or not (element.label or element.test_id):
            return None
        marks.append(target_mark(before, element))
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
    """Whether an action does nothing, because its decision only answers or recalls."""
    return isinstance(action, Recall) or (isinstance(action, Wait) and action.seconds == 0)


def worked(transition: Transition) -> bool:
    """Whether a step worked: always for a wait, also with an uncertain result for a scroll."""
    match transition.decision.action:
        case Wait():
            return True
        case Scroll() | Swipe():
            return transition.effectiveness in ("effective", "uncertain")
        case _:
            return transition.effectiveness == "effective"
