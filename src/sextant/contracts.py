"""Every seam of the project, as Protocols. No side effects, no concrete classes.

Firm are `Device`, `Actor`, `Guide` and `Course`; the rest appeared with its second implementation.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, runtime_checkable

from sextant.types.actions import Action, Gesture
from sextant.types.decisions import Act, Brief, Decision, Directive, Objection, Profile, Question, Section
from sextant.types.devices import Injection, Intent, Lease, Opened
from sextant.types.evidence import Claim, Verdict
from sextant.types.geometry import Point, Size
from sextant.types.recovery import WayBack
from sextant.types.screens import Observation, Picture, Screen
from sextant.types.tasks import Episode, Task, Usage
from sextant.types.transitions import Transition

if TYPE_CHECKING:
    from pydantic import BaseModel

__all__ = [
    "Actor",
    "Asking",
    "ClaimKeeper",
    "Cleared",
    "Clearing",
    "Composing",
    "Course",
    "Deciding",
    "Deliberated",
    "Device",
    "Embedder",
    "Executing",
    "Guest",
    "GuestAction",
    "GuestTask",
    "GuestView",
    "Guide",
    "HandsOver",
    "IntentLog",
    "Journal",
    "Mending",
    "Model",
    "Objecting",
    "Perceive",
    "Person",
    "Prompt",
    "Recovery",
    "Reply",
    "Reviewing",
    "Stateful",
    "TellsStanding",
    "TellsWhere",
    "Updating",
    "View",
    "Written",
]

M = TypeVar("M", bound="BaseModel")


@runtime_checkable
class Device(Protocol):
    """A screen that can be looked at and touched.

    Methods are synchronous and thread-safe, and work inside a running asyncio loop. Each returns within its
    deadline or raises `DeviceFault`. A device never decides whether an act worked.
    """

    @property
    def name(self) -> str:
        """As a user writes it: `web:http://…`, `android:emulator-5554`."""
        ...

    @property
    def size(self) -> Size:
        """The viewport in pixels."""
        ...

    def open(self) -> Opened:
        """Brings the device up, or finds the leased one again. Idempotent.

        Raises:
            DeviceUnreachable: It cannot be opened; the message says why and what to do.
        """
        ...

    def look(self, picture: bool = True) -> Observation:
        """Describes what is shown now, without changing it."""
        ...

    def perform(self, gesture: Gesture, intent: str = "") -> Injection:
        """Injects one gesture, once, and waits until its effects have settled or the deadline passed.

        It never repeats an injection. `intent` marks the injection for `injected`.
        """
        ...

    def injected(self, intent: str) -> bool | None:
        """Whether the gesture of that intention reached the app: True, False, or None where nobody can tell."""
        ...

    def lease(self) -> Lease | None:
        """How to find this device again after a crash; None where it cannot be found again."""
        ...

    def detach(self) -> None:
        """Lets go and leaves the device as it is, for a later resume."""
        ...

    def close(self) -> None:
        """Ends the device and frees what it holds. Idempotent."""
        ...


@runtime_checkable
class HandsOver(Protocol):
    """A device that a person can be given. Optional: ask with `isinstance`."""

    def hand_over(self, reason: str) -> AbstractContextManager[str]:
        """Within it the person has the device. Gives what to tell them: the reason, and where they can work on it."""
        ...


@runtime_checkable
class TellsWhere(Protocol):
    """A device that knows where its touches arrive. Optional: ask with `isinstance`."""

    def touched(self, intent: str) -> Point | None:
        """Where on its screen the app was given the touch of that intention, in pixels.

        None for what is no touch, for what never arrived, and where it is not known.
        """
        ...


class Perceive(Protocol):
    """Observation to `Screen`. Stateful only in counting looks."""

    def __call__(self, observation: Observation) -> Screen: ...


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

    def snapshot(self) -> Any:
        """State as JSON-able data; `restore` of it resumes."""
        ...

    def restore(self, state: Any) -> None: ...


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


@dataclass(frozen=True, slots=True)
class View:
    """What a guide sees when it writes its sections: read-only."""

    task: Task
    directive: Act
    screen: Screen
    claims: tuple[Claim, ...]
    step: int


class Guide(Protocol):
    """Adds knowledge to the brief and checks decisions. It never ends a run."""

    @property
    def name(self) -> str: ...

    def fields(self, profile: Profile) -> "type[BaseModel] | None":
        """Delta fields for the decision schema, constant for the whole run; None for none."""
        ...

    def sections(self, view: View) -> Sequence[Section]: ...

    def review(self, decision: Decision, view: View) -> Sequence[Objection]: ...

    def observe(self, transition: Transition) -> None: ...

    def snapshot(self) -> Any: ...

    def restore(self, state: Any) -> None: ...


@runtime_checkable
class Counting(Protocol):
    """What counts what came to nothing, so that nobody takes a dead helper for a quiet one: a guide."""

    @property
    def counts(self) -> Mapping[str, int]:
        """How often, by name: `no_answer` of its own calls, what it `refused`, what it `flagged`; zeros left out."""
        ...


class Objecting(Protocol):
    """Says what speaks against a decision besides the review of policy: a guide, or who reads it beside the task."""

    def review(self, decision: Decision, view: View) -> Sequence[Objection]: ...


class Course(Protocol):
    """Decides what comes next and when the run is over. Exactly one per run."""

    def next(self, screen: Screen) -> Directive: ...

    def observe(self, transition: Transition) -> None: ...

    def snapshot(self) -> Any: ...

    def restore(self, state: Any) -> None: ...


@runtime_checkable
class TellsStanding(Protocol):
    """A course that tells whoever watches how it stands. Optional: ask with `isinstance`."""

    def where(self) -> str:
        """What is under way, such as `line 4, turn 2` of a program; empty where there is no such thing."""
        ...

    def refused(self) -> str:
        """Why something that the last step said was not accepted; empty where everything was."""
        ...


@dataclass(frozen=True, slots=True)
class Prompt:
    """One request to a model: a byte-stable prefix, the rest of the text, pictures."""

    prefix: str
    text: str
    pictures: tuple[Picture, ...] = ()
    role: str = "actor"


@runtime_checkable
class Written(Protocol):
    """A schema whose answers are text of a form of its own and no JSON. Optional: ask the class with `isinstance`."""

    wanted: str
    """What an answer has to be, in words a model can act on."""

    def read_text(self, text: str) -> "BaseModel":
        """The answer that the text holds.

        Raises:
            ValueError: It is in another form; the message says of "it" what is wrong.
        """
        ...


@dataclass(frozen=True, slots=True)
class Reply:
    """A parsed answer with what it cost."""

    value: "BaseModel"
    usage: Usage
    attempts: int = 1


class Model(Protocol):
    """A language model with typed output. Budget and ledger are kept behind this seam."""

    @property
    def name(self) -> str: ...

    @property
    def vision(self) -> bool: ...

    def ask(self, prompt: Prompt, schema: "type[BaseModel]") -> Reply:
        """An instance of `schema`. Malformed output is retried with the validation error.

        Raises:
            MalformedOutput: Still malformed after the retries.
            ModelRefused: The model declined.
            ModelUnreachable: No answer could be had.
            BudgetSpent: The request would exceed a limit.
        """
        ...

    def usage(self) -> Usage:
        """Everything spent so far through this model."""
        ...

    def close(self) -> None: ...


class Updating(Protocol):
    """A guide's own call to a model, beside the actor's: see `sextant.brief`."""

    def update(
        self,
        instructions: str,
        sections: Sequence[Section],
        form: "type[BaseModel]",
        pictures: Sequence[Picture] = (),
    ) -> "BaseModel | None":
        """An answer in that form; None where no usable one could be had. `instructions` are byte-stable for a run.

        Raises:
            ModelFault: No answer could be had at all.
            BudgetSpent: The request would exceed a limit.
        """
        ...


class Embedder(Protocol):
    """Texts as vectors. Deterministic and thread-safe."""

    def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """A unit vector for each text, all of one length; zeros for a text of which nothing is known."""
        ...


class IntentLog(Protocol):
    """Where intentions are written down before they are carried out."""

    def intend(self, intent: Intent, before: Screen) -> None:
        """Durable when it returns. `before` is the screen it is aimed at, stored once by its digest."""
        ...


class Journal(IntentLog, Protocol):
    """The record of one run."""

    def commit(self, transition: Transition, snapshots: Mapping[str, object]) -> None:
        """The outcome of a step and all snapshots, in one transaction; pictures are written before."""
        ...

    def permission(self, question: str, answer: bool, by: str, detail: str = "") -> None:
        """Records what somebody allowed or refused."""
        ...

    def note(self, kind: str, data: Mapping[str, object]) -> None:
        """Records anything else worth keeping."""
        ...

    def finish(self, episode: Episode) -> None: ...


class Stateful(Protocol):
    """Something that takes note of steps and can be resumed from JSON-able data."""

    def observe(self, transition: Transition) -> None: ...

    def snapshot(self) -> Any: ...

    def restore(self, state: Any) -> None: ...


class ClaimKeeper(Protocol):
    """The ledger of claims: see `sextant.evidence`. Nothing but a verdict changes a claim's status."""

    @property
    def claims(self) -> tuple[Claim, ...]: ...

    def propose(self, claim: Claim) -> Claim: ...

    def decide(self, claim_id: str, verdict: Verdict) -> Claim: ...


class Composing(Protocol):
    """Makes briefs: see `sextant.brief`."""

    def compose(self, directive: Act, screen: Screen, step: int, questions: Sequence[Question] = ()) -> Brief: ...


class Reviewing(Protocol):
    """Checks decisions: see `sextant.review`."""

    def objections(self, decision: Decision, screen: Screen, task: Task) -> tuple[Objection, ...]: ...

    def irreversible(self, decision: Decision, screen: Screen) -> bool: ...

    @property
    def stuck(self) -> str:
        """Why the run is going in circles; empty while it is not."""
        ...


@dataclass(frozen=True, slots=True)
class Deliberated:
    """What was decided in the end. `vetoes` is empty where it may be carried out."""

    decision: Decision
    objections: tuple[Objection, ...] = ()
    revised: bool = False
    irreversible: bool = False

    @property
    def vetoes(self) -> tuple[Objection, ...]:
        return tuple(objection for objection in self.objections if not objection.advisory)


class Deciding(Protocol):
    """Actor and review around one decision: see `sextant.review`."""

    def decide(self, brief: Brief) -> Deliberated: ...


class Executing(Protocol):
    """Carries decisions out: see `sextant.execution`."""

    def execute(
        self, decision: Decision, screen: Screen, step: int, irreversible: bool = False, interrupt: str = ""
    ) -> Transition: ...


@dataclass(frozen=True, slots=True)
class Cleared:
    """The screen after the interrupts, and the steps they took."""

    screen: Screen
    steps: tuple[Transition, ...] = ()


class Clearing(Protocol):
    """Deals with what stands between course and app: see `sextant.execution`."""

    def clear(self, screen: Screen, step: int) -> Cleared: ...

    @property
    def stuck(self) -> str:
        """Why nothing that was tried leads on; empty while something may."""
        ...


@runtime_checkable
class Mending(Protocol):
    """A guide with routines of its own ahead of the course. Optional: ask with `isinstance`."""

    def recovering(
        self,
        executor: Executing,
        look: Callable[[], Screen],
        safe: Callable[[Decision, Screen], bool],
        attended: bool,
    ) -> Clearing | None:
        """What clears up what it found; None where nothing does. `safe`: whether a touch can be taken back."""
        ...


class Recovery(Protocol):
    """Knows ways back to a screen that was seen before: a reverse edge, back, relaunch and route."""

    def ways_back(self, here: Screen, target: Screen, history: Sequence[Transition]) -> Sequence[WayBack]:
        """Ways from here to the target, the most promising first. They may be wrong: whoever walks one checks it."""
        ...


class Asking(Stateful, Protocol):
    """Turns what a screen left undecided into questions for the next decision: see `sextant.evidence`."""

    def ask(self, screen: Screen) -> tuple[Question, ...]:
        """What is still open once this screen, the one to be decided on, has been looked at for it."""
        ...


class Person(Protocol):
    """Somebody who may be asked. The unattended one answers no."""

    @property
    def attended(self) -> bool: ...

    def allow(self, question: str, detail: str) -> bool:
        """Whether this act may be carried out."""
        ...

    def happened(self, what: str, detail: str) -> bool | None:
        """Whether an act has happened already; None where they cannot or do not say. Silence is never a no."""
        ...

    def take_over(self, reason: str) -> bool:
        """Gives the device to the person; True when they have given it back and the run may go on."""
        ...
