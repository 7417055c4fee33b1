"""Interfaces of actors, external agents, courses and the person: they decide the next action, the goal, and the end."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from sextant.dataclass import dataclass
from sextant.types.actions import Action
from sextant.types.decisions import Brief, Decision, Directive, Objection, Profile
from sextant.types.screens import Screen
from sextant.types.snapshots import Json
from sextant.types.transitions import Transition

__all__ = ["Actor", "Course", "CourseStatus", "Guest", "GuestAction", "GuestTask", "GuestView", "Person"]


class Actor(Protocol):
    """Decides the next action from a brief."""

    @property
    def profile(self) -> Profile: ...

    def decide(self, brief: Brief, objections: Sequence[Objection] = (), rejected: Decision | None = None) -> Decision:
        """One decision. With `objections`, the one revision of `rejected`.

        Raises:
            ModelFault: No usable decision could be had.
        """
        ...

    def observe(self, transition: Transition) -> None:
        """Receives a finished step, for example to draw a map."""
        ...

    def snapshot(self) -> Json:
        """The state as JSON-able data, for `restore`."""
        ...

    def restore(self, state: Json) -> None: ...


@dataclass(frozen=True, slots=True)
class GuestTask:
    """Information about a task for a guest, besides its goal.

    Attributes:
        max_steps: The most actions that it may take.
        language: The language of the phone, `en` or `zh`.
        seed: The seed for random choices, equal in all tasks of a run.
    """

    max_steps: int
    language: str = "en"
    seed: int = 0


@dataclass(frozen=True, slots=True)
class GuestView:
    """The view of a guest before each action; it has the same information as a model.

    Attributes:
        screen: The elements, and a picture if the device has one; no test ids.
        text: The listing for models: one line for each element, its index first.
        step: The number of actions so far.
        steps_left: The remaining actions, including this one.
        last: The result of the last action, as in the history for models; empty at first.
        problem: Why the last answer was not executed, if the guest is asked again; else empty.
    """

    screen: Screen
    text: str
    step: int
    steps_left: int
    last: str = ""
    problem: str = ""


GuestAction = Action | Mapping[str, Any] | str
"""An action: typed, as the mapping a model writes (`{"type": "click", "index": 3}`), or as JSON text of one."""


class Guest(Protocol):
    """An external agent. An exception from it ends the episode as its own failure.

    Two more methods are optional: `notes()` returns its memory, as a mapping from names to texts, as texts, or as one
    text with a note on each line; `tokens()` returns the tokens used since `start`.
    """

    def start(self, goal: str, info: GuestTask) -> None:
        """Begins a task; state of the previous one must be dropped."""
        ...

    def act(self, view: GuestView) -> GuestAction:
        """The next action; an `Answer` or a `Status` is the last.

        After an invalid or impossible action the guest is asked again, with the problem; three in a row end the run.
        """
        ...


class Course(Protocol):
    """Decides what comes next and when the run is over. Exactly one per run."""

    def next(self, screen: Screen) -> Directive: ...

    def observe(self, transition: Transition) -> None: ...

    def snapshot(self) -> Json: ...

    def restore(self, state: Json) -> None: ...


@runtime_checkable
class CourseStatus(Protocol):
    """Optional: a course that reports its position and refused answers. Check with `isinstance`."""

    def where(self) -> str:
        """The current position, such as `line 4, turn 2` of a program; empty if there is none."""
        ...

    def refused(self) -> str:
        """Why an answer or claim of the last step was refused; empty if none was."""
        ...


class Person(Protocol):
    """The human operator. In an unattended run the answer is always no."""

    @property
    def attended(self) -> bool: ...

    def allow(self, question: str, detail: str) -> bool:
        """Asks whether an act may be executed."""
        ...

    def happened(self, what: str, detail: str) -> bool | None:
        """Asks whether an act has happened already; None if the person cannot or does not say."""
        ...

    def take_over(self, reason: str) -> bool:
        """Gives control of the device to the person; True if they returned it and the run may continue."""
        ...
