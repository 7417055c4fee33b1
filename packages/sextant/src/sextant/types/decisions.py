"""Directives, briefs and decisions: what passes between course, composer and actor."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

from sextant.types.actions import Action
from sextant.types.candidates import Candidate
from sextant.types.evidence import Predicate
from sextant.types.screens import Picture, Screen
from sextant.types.tasks import Claimed, EpisodeStatus, Policy, Task

if TYPE_CHECKING:
    from pydantic import BaseModel

Profile = Literal["full", "lite", "react", "action-only", "compact", "reflection", "stamp"]
"""How much a decision may hold: `full` for API models … `compact` for small local ones.

`reflection` is `full` in the form of LongHorizonUI's Deep Reflection Decider: it looks back before it decides.
`react` is a thought and an action, and nothing else.
`stamp` is STAMP's: an action in words, what is to be remembered, and one tool call, as text.
"""

WITHOUT_FIELDS: tuple[Profile, ...] = ("react", "action-only", "compact", "stamp")
"""Profiles that have no room for answers to questions, nor for fields of guides."""

LAST_STEP = "last step"
"""The question whether the last step did what it was for. It is open in every brief that follows a step."""


@dataclass(frozen=True, slots=True)
class Question:
    """Something the screen left undecided, answered by the next decision in hindsight."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Judgement:
    """The actor's answer to a question; `quote` cites the text of the screen that supports it."""

    question: str
    answer: Literal["yes", "no", "unknown"]
    quote: str = ""


RequirementKind = Literal["deed", "value", "state"]
"""`deed`: something the run has to bring about. `value`: something to be read. `state`: true at the end, however."""


@dataclass(frozen=True, slots=True)
class Requirement:
    """One part of the goal, as the actor reads it in its first decision."""

    id: str
    kind: RequirementKind
    text: str
    times: int = 1
    """How often a deed has to be done."""


@dataclass(frozen=True, slots=True)
class Citation:
    """What shows that a requirement is met: words or an element of a screen of this run.

    `step` names the screen that the step was decided on; None means the screen of the claim.
    """

    requirement: str
    quote: str = ""
    element: int | None = None
    step: int | None = None


@dataclass(frozen=True, slots=True)
class Act:
    """The course wants an action: `instruction` says towards what."""

    instruction: str
    questions: tuple[Question, ...] = ()
    remark: str = ""
    """What the last screens said of it; it may hold words of the app, so it is data and never an instruction."""
    kind: Literal["act"] = "act"

    def reminded(self, text: str) -> "Act":
        """The same with a further remark; itself where there is none."""
        return replace(self, remark="\n".join(filter(None, (self.remark, text)))) if text else self


@dataclass(frozen=True, slots=True)
class Finished:
    """The course is at its end. `verified` is False where done was claimed and never supported.

    `by` says what supports it: `verifier` (a model judged the evidence), or `evidence` (code alone checked it).
    """

    answer: str = ""
    verified: bool = True
    claimed: Claimed = "complete"
    reason: str = ""
    by: Literal["verifier", "evidence", ""] = ""
    candidates: tuple[Candidate, ...] = ()
    """Screens that may be what was asked for, where that was unsure."""
    kind: Literal["finished"] = "finished"

    @property
    def status(self) -> EpisodeStatus:
        """How a run ends that comes to this end."""
        if self.claimed in ("infeasible", "unsure"):
            return self.claimed
        return "success" if self.verified else "unverified"


@dataclass(frozen=True, slots=True)
class Blocked:
    """The course cannot go on."""

    reason: str
    kind: Literal["blocked"] = "blocked"


Directive = Act | Finished | Blocked


@dataclass(frozen=True, slots=True)
class Section:
    """A titled part of the brief. Higher `priority` survives longer under a token budget."""

    name: str
    text: str
    priority: int = 50
    max_tokens: int | None = None
    untrusted: bool = False
    """Screen content and what came from it: data, fenced, never instructions."""
    own: bool = False
    """The run's own record: no screen content, although it quotes names of the app."""
    keep: Literal["head", "tail"] = "head"
    """Which end stays where it has to be cut: of what was done, the latest."""


@dataclass(frozen=True, slots=True)
class Brief:
    """What an actor decides from: the whole of it, and nothing else."""

    task: Task
    directive: Act
    screen: Screen
    prefix: str
    """Role, schema, task: byte-stable for the whole run, so that providers cache it."""
    sections: tuple[Section, ...]
    schema: "type[BaseModel] | None" = None
    """Schema of the decision; None for actors without a model."""
    pictures: tuple[Picture, ...] = ()
    step: int = 0
    tokens: Mapping[str, int] = field(default_factory=dict[str, int])
    """Estimated tokens by section; the key `tokenizer` is not here but in `tokenizer`."""
    tokenizer: str = ""
    unseen: bool = False
    """Whether a picture was due and there was none."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What an actor decided on one screen.

    `expectations` are evaluated on the next screen; for `Status` on the present one. `fields` holds the delta
    fields of the guides, by namespace.
    """

    action: Action
    screen: str
    """Digest of the screen it was decided on."""
    description: str = ""
    """The action in words, as the actor sees it: what is touched and what for."""
    thought: str = ""
    expectations: tuple[Predicate, ...] = ()
    judgements: tuple[Judgement, ...] = ()
    fields: Mapping[str, Any] = field(default_factory=dict[str, Any])
    dropped_fields: tuple[str, ...] = ()
    """Malformed guide fields, and `answers` for each malformed answer: they never cost a valid action."""
    actor: str = "model"
    irreversible: bool | None = None
    """The actor's own view; review decides."""
    alternatives: tuple[Action, ...] = ()
    """Further actions towards the same end, best first, for the case that the target of the first is not there."""
    authorised_by: str = ""
    """Verbatim words of the goal, the program or a variable that ask for this act."""
    requirements: tuple[Requirement, ...] = ()
    """The parts of the goal; stated in the first decision, and restated only to correct them."""
    shows: tuple[Citation, ...] = ()
    """Of a claim to be done: what shows each requirement. Of an act: what tells that it is the right one."""


@dataclass(frozen=True, slots=True)
class Objection:
    """A reason not to carry out a decision. `advisory` ones inform a revision but never veto."""

    rule: Literal[
        "grounding",
        "stale",
        "policy",
        "irreversible",
        "authorization",
        "secret",
        "stagnation",
        "entailment",  # in journals of version 1
        "expectation",
        "guide",
    ]
    message: str
    advisory: bool = False
    ask: bool = False
    """A person may allow it."""
    leaves: str = ""
    """What it would leave for, where a person's answer about that holds for the run."""


def after_refusals(policy: Policy, vetoes: Sequence[Objection]) -> tuple[Literal["needs_person", "stuck"], str]:
    """How a run ends that is refused over and over, and why: it waits where a person or a setting lifts the refusal.

    Without vetoes it was a write that was held.
    """
    said = "; ".join(veto.message for veto in vetoes) or "what it sent was held"
    if not vetoes and policy.writes == "deny":
        return "needs_person", f"{said}; resume with --set policy.writes=ask to lift that"
    if vetoes and policy.irreversible == "deny" and all(veto.rule == "authorization" for veto in vetoes):
        return "needs_person", f"{said}; resume with --set policy.irreversible=ask to lift that"
    return "needs_person" if vetoes and all(veto.ask for veto in vetoes) else "stuck", said
