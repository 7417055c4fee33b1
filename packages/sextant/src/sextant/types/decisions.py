"""Directives, briefs and decisions: what passes between course, composer and actor."""

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from typing import TYPE_CHECKING, Any, Literal

from sextant.dataclass import dataclass
from sextant.types.actions import Action
from sextant.types.candidates import Candidate
from sextant.types.evidence import Predicate
from sextant.types.screens import Picture, Screen
from sextant.types.tasks import Claimed, EpisodeStatus, Policy, Task

if TYPE_CHECKING:
    from pydantic import BaseModel

Profile = Literal["full", "lite", "react", "action-only", "compact", "reflection", "stamp"]
"""The fields of a decision: `full` for API models … `compact` for small local ones.

`reflection` is `full` in the form of LongHorizonUI's Deep Reflection Decider: a judgement of the last step comes first.
`react` has a thought and an action only.
`stamp` is the text form of STAMP: an action in words, a memory, and one tool call.
"""

WITHOUT_FIELDS: tuple[Profile, ...] = ("react", "action-only", "compact", "stamp")
"""Profiles without answers to questions and without fields of guides."""

WITHOUT_RECALL: tuple[Profile, ...] = ("compact", "stamp")
"""Profiles without the action `recall`."""

LAST_STEP = "last step"
"""The id of the question whether the last step had its intended effect. Every brief after a step asks it."""

THEN = "then"
"""The actor of a decision that carries out a further action of an earlier decision."""
PERSON = "person"
"""The actor of a recorded run."""
EXPLORERS = frozenset({"explorer", "navigator"})  # structural: actors
"""The actors that try controls without knowing what they do, and avoid what was refused."""


@dataclass(frozen=True, slots=True)
class Question:
    """An expectation that the screen left undecided, as a question for the next decision (hindsight)."""

    id: str
    text: str
    leaf: str = ""
    """The step of a program whose end is asked about: its identity, as in `Act.leaf`; empty for other questions."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """The actor's answer to a question; `quote` cites the text of the screen that supports it."""

    question: str
    answer: Literal["yes", "no", "unknown"]
    quote: str = ""


RequirementKind = Literal["deed", "value", "state"]
"""`deed`: an action of the run. `value`: a value to be read. `state`: a condition at the end, whatever caused it."""


@dataclass(frozen=True, slots=True)
class Requirement:
    """One part of the goal, as stated by the actor in its first decision."""

    id: str
    kind: RequirementKind
    text: str
    times: int = 1
    """The number of times that a deed must be done."""


@dataclass(frozen=True, slots=True)
class Citation:
    """A reference to words or an element of a screen that show that a requirement is met.

    `step` means the screen that this step was decided on; None means the screen of the claim.
    """

    requirement: str
    quote: str = ""
    element: int | None = None
    step: int | None = None


@dataclass(frozen=True, slots=True)
class Act:
    """The course requests an action towards `instruction`."""

    instruction: str
    questions: tuple[Question, ...] = ()
    remark: str = ""
    """A remark about earlier steps. It may contain words of the app, so it is data and never an instruction."""
    leaf: str = ""
    """The identity of the present step of a program, other in each turn of a loop; empty if there is none."""
    kind: Literal["act"] = "act"

    def reminded(self, text: str) -> "Act":
        """The directive with a further remark; unchanged for an empty text."""
        return replace(self, remark="\n".join(filter(None, (self.remark, text)))) if text else self


@dataclass(frozen=True, slots=True)
class Finished:
    """The course has ended. `verified` is False if completion was claimed without support.

    `by` is the kind of support: `verifier` (a model judged the evidence), or `evidence` (code alone checked it).
    """

    answer: str = ""
    verified: bool = True
    claimed: Claimed = "complete"
    reason: str = ""
    by: Literal["verifier", "evidence", ""] = ""
    candidates: tuple[Candidate, ...] = ()
    """The possible target screens of an unsure end."""
    kind: Literal["finished"] = "finished"

    @property
    def status(self) -> EpisodeStatus:
        """The status of a run with this end."""
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
    """Whether the text contains screen content, which is fenced data and never instructions."""
    own: bool = False
    """Whether the text is the run's own record, which quotes names of the app but no screen content."""
    keep: Literal["head", "tail"] = "head"
    """The end that is kept when the text is cut: `tail` for a history."""
    requirements: bool = False
    """Whether it lists the requirements of the goal by their ids."""


@dataclass(frozen=True, slots=True)
class Brief:
    """The complete input of one decision."""

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
    """Estimated tokens by section."""
    tokenizer: str = ""
    unseen: bool = False
    """Whether a required picture was missing."""


@dataclass(frozen=True, slots=True)
class Decision:
    """The decision of an actor on one screen.

    `expectations` are evaluated on the next screen; for `Status` on the present one. `fields` has the fields of the
    guides by namespace.
    """

    action: Action
    screen: str
    """Digest of the screen of the decision."""
    description: str = ""
    """The action in the actor's words: the touched element and the purpose."""
    thought: str = ""
    expectations: tuple[Predicate, ...] = ()
    judgements: tuple[Judgement, ...] = ()
    fields: Mapping[str, Any] = field(default_factory=dict[str, Any])
    dropped_fields: tuple[str, ...] = ()
    """Dropped malformed fields of guides, and `answers` for each malformed answer. The action stays valid."""
    actor: str = "model"
    irreversible: bool | None = None
    """Whether the actor calls the action irreversible; review decides."""
    alternatives: tuple[Action, ...] = ()
    """Alternative actions for the same purpose, best first, in case the target of the first is missing."""
    then: tuple[Action, ...] = ()
    """Further actions on the same screen, in order. Each becomes a decision of its own, without its citations."""
    authorised_by: str = ""
    """Verbatim words of the goal, the program or a variable that ask for this act."""
    requirements: tuple[Requirement, ...] = ()
    """The parts of the goal; stated in the first decision, and restated only to correct them."""
    shows: tuple[Citation, ...] = ()
    """Citations: for a claim of completion, the evidence of each requirement; for an act, that it is the right one."""


@dataclass(frozen=True, slots=True)
class Objection:
    """A reason not to execute a decision. `advisory` objections inform a revision but never veto."""

    rule: Literal[
        "grounding",
        "stale",
        "policy",
        "irreversible",
        "authorization",
        "secret",
        "stagnation",
        "entailment",  # in journals of version 1
        "expectation",  # in journals of version 1
        "guide",
    ]
    message: str
    advisory: bool = False
    ask: bool = False
    """Whether a person may overrule it."""
    leaves: str = ""
    """The key under which a person's answer about leaving the app is stored; empty for other objections."""


def after_refusals(policy: Policy, vetoes: Sequence[Objection]) -> tuple[Literal["needs_person", "stuck"], str]:
    """The status and reason of a run that ends after repeated refusals.

    It is `needs_person` if a person or a setting can lift the refusals. Without vetoes, a write was held.
    """
    said = "; ".join(veto.message for veto in vetoes) or "what it sent was held"
    if not vetoes and policy.writes == "deny":
        return "needs_person", f"{said}; resume with --set policy.writes=ask to lift that"
    if vetoes and policy.irreversible == "deny" and all(veto.rule == "authorization" for veto in vetoes):
        return "needs_person", f"{said}; resume with --set policy.irreversible=ask to lift that"
    return "needs_person" if vetoes and all(veto.ask for veto in vetoes) else "stuck", said
