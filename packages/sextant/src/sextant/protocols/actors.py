"""Who decides the next action (an actor, or somebody else's agent), and what decides where a run goes and ends."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from sextant.types.actions import Action
from sextant.types.decisions import Brief, Decision, Directive, Objection, Profile
from sextant.types.screens import Screen
from sextant.types.snapshots import Json
from sextant.types.transitions import Transition

__all__ = ["Actor", "Course", "CourseStatus", "Guest", "GuestAction", "GuestTask", "GuestView"]


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
        """Takes note of a step (a map is drawn, a model actor does nothing)."""
        ...

    def snapshot(self) -> Json:
        """State as JSON-able data; `restore` of it resumes."""
        ...

    def restore(self, state: Json) -> None: ...


@dataclass(frozen=True, slots=True)
class GuestTask:
    """What a guest is told of a task besides its goal.

    Attributes:
        max_steps: Actions it may take.
        language: Of the phone, `en` or `zh`.
        seed: For what it draws; the same in every task of a run.
    """

    max_steps: int
    language: str = "en"
    seed: int = 0


@dataclass(frozen=True, slots=True)
class GuestView:
    """What a guest is shown before each action: what a model would be, and nothing else.

    Attributes:
        screen: The elements, and a picture where the device gives one; no test ids.
        text: The same as models read it, one line an element, its index first.
        step: Counts the actions taken, from 0.
        steps_left: This one included.
        last: What became of the last action, in the words of a model's history; empty at first.
        problem: Why the last answer was not carried out, where it is asked for another; else empty.
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
    """Somebody else's agent. What it raises ends the episode as its own failure.

    Two more methods are used where they are there: `notes()` gives what it remembers now, as a mapping from names to
    texts, as texts, or as one text of a note a line; `tokens()` gives the tokens it took since `start`.
    """

    def start(self, goal: str, info: GuestTask) -> None:
        """A task begins. Nothing of the last one should be left."""
        ...

    def act(self, view: GuestView) -> GuestAction:
        """The next action; an `Answer` or a `Status` is the last.

        What is no action, or cannot be carried out as it is, is asked for again with the problem; three times end it.
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
    """A course that tells whoever watches how it stands. Optional: ask with `isinstance`."""

    def where(self) -> str:
        """What is under way, such as `line 4, turn 2` of a program; empty where there is no such thing."""
        ...

    def refused(self) -> str:
        """Why something that the last step said was not accepted; empty where everything was."""
        ...
