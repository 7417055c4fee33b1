"""`EventLog`: what happened in a run, in order, and the states that pure functions fold from it."""

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from sextant.dataclass import dataclass
from sextant.types.codec import from_json, state_text
from sextant.types.events import Aside, Event
from sextant.types.transitions import Transition

__all__ = ["RECENT", "EventLog", "Fold"]

RECENT = 80
"""The number of latest steps that are in memory."""

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Fold(Generic[S]):
    """A state computed from the events of a run: an initial value, and a pure transition function.

    Attributes:
        name: The name of the state in a snapshot.
        kind: The type of the state, for the codec.
        begin: The initial state.
        step: Returns the next state; the same object if the event changes nothing.
    """

    name: str
    kind: Any
    begin: S
    step: Callable[[S, Event], S]

    def over(self, events: Iterable[Event]) -> S:
        """The state after these events."""
        state = self.begin
        for event in events:
            state = self.step(state, event)
        return state

    def to_text(self, state: S) -> str:
        """The state as JSON text."""
        return state_text(self.kind, state)


class EventLog:
    """Stores the events of a run in order. All parts of a run read the past from here."""

    def __init__(self, folds: Iterable[Fold[Any]]) -> None:
        self._folds = {fold.name: fold for fold in folds}
        self._states: dict[str, Any] = {name: fold.begin for name, fold in self._folds.items()}
        self._recent: deque[Transition] = deque(maxlen=RECENT)
        self._asides: list[Aside] = []

    def __getitem__(self, fold: Fold[S]) -> S:
        """The present state of a fold.

        Raises:
            KeyError: The log does not have this fold.
        """
        return self._states[fold.name]

    @property
    def recent(self) -> Sequence[Transition]:
        """The latest steps, in order."""
        return self._recent

    @property
    def last(self) -> Transition | None:
        """The latest step that is not an interrupt."""
        return next((step for step in reversed(self._recent) if not step.interrupt), None)

    def append(self, *events: Event) -> None:
        """Appends events. An event that is no step and changes no state is dropped."""
        for event in events:
            before = self._states
            self._states = {name: fold.step(before[name], event) for name, fold in self._folds.items()}
            if isinstance(event, Transition):
                self._recent.append(event)
            elif any(self._states[name] is not before[name] for name in before):
                self._asides.append(event)

    def take_asides(self) -> tuple[Aside, ...]:
        """Returns the events other than steps since the last call, for the journal."""
        taken = tuple(self._asides)
        self._asides.clear()
        return taken

    def states(self) -> Mapping[str, str]:
        """Every state as JSON text, by name."""
        return {name: self._folds[name].to_text(state) for name, state in self._states.items()}

    def restore(self, states: Mapping[str, str], recent: Iterable[Transition] = ()) -> None:
        """Restores states and the latest steps; a fold without a stored state keeps its initial one."""
        found = {name: from_json(fold.kind, states[name]) for name, fold in self._folds.items() if name in states}
        self._states = self._states | found
        self._recent.extend(recent)
