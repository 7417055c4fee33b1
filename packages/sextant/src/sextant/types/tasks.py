"""Tasks, budgets, usage and episodes."""

from collections.abc import Mapping
from dataclasses import field
from typing import Any, Literal

from sextant.dataclass import dataclass
from sextant.types.candidates import Candidate
from sextant.types.effects import LeaveMode, WriteMode

EpisodeStatus = Literal[
    "success",
    "unverified",
    "infeasible",
    "unsure",
    "blocked",
    "stuck",
    "over_budget",
    "device_fault",
    "model_fault",
    "needs_person",
    "interrupted",
]

Order = Literal["ordered", "unordered"]
"""Whether stops are visited as given, or by the shortest route."""

Claimed = Literal["complete", "infeasible", "unsure", ""]
"""What an actor says of its task. `unsure`: nothing that surely is what was asked for; candidates are named."""


@dataclass(frozen=True, slots=True)
class Policy:
    """The permissions of an agent.

    Attributes:
        origins: Origins or packages it may act in; empty means those of the start page, `*` any.
        irreversible: What happens to acts that cannot be taken back: ask a person, allow, or deny. Unattended
            runs turn `ask` into `deny`.
        allowed_acts: Labels of irreversible acts that are allowed beforehand (`Send`, `Place order`); `*`: any.
        writes: What the device's write gate does: `observe`, `ask` (hold what a touch caused until it is allowed) or
            `deny`.
        allowed_requests: Requests that pass the gate, each as `METHOD pattern`; `*` in a pattern stands for anything.
        leave: What happens to pages and frames of other origins: ask a person, allow, or deny. Unattended runs turn
            `ask` into `deny`.
    """

    origins: tuple[str, ...] = ()
    irreversible: Literal["ask", "allow", "deny"] = "ask"
    allowed_acts: tuple[str, ...] = ()
    writes: WriteMode = "ask"
    allowed_requests: tuple[str, ...] = ()
    leave: LeaveMode = "ask"

    @classmethod
    def everything(cls) -> "Policy":
        """Allows everything everywhere: for benchmarks, never for a real app.

        Secrets are typed where they belong all the same.
        """
        return cls(("*",), "allow", ("*",), "observe", leave="allow")

    @property
    def everything_allowed(self) -> bool:
        """Whether it allows everything."""
        allows = self.irreversible == "allow" and self.writes == "observe"
        return allows and "*" in self.origins and "*" in self.allowed_acts


@dataclass(frozen=True, slots=True)
class Task:
    """A task. `answer_schema` is a JSON schema for the answer."""

    goal: str
    answer_schema: Mapping[str, Any] | None = None
    policy: Policy = Policy()
    secrets: tuple[str, ...] = ()
    """Names of secrets that may be typed; their values never enter a brief, a journal or a replay."""


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits of a run; None means no limit. `max_seconds` counts wall time of this and earlier legs."""

    max_steps: int | None = 100
    max_tokens: int | None = None
    max_dollars: float | None = None
    max_seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Usage:
    """The used requests, tokens, seconds and dollars. Tokens are the provider's counts if it gives them."""

    requests: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0
    image_tokens: int = 0
    static_tokens: int = 0
    """Share of the input that is the byte-stable prefix (estimated)."""
    seconds: float = 0.0
    dollars: float = 0.0

    @property
    def tokens(self) -> int:
        return self.input_tokens + self.output_tokens

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            self.requests + other.requests,
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.cached_tokens + other.cached_tokens,
            self.image_tokens + other.image_tokens,
            self.static_tokens + other.static_tokens,
            self.seconds + other.seconds,
            self.dollars + other.dollars,
        )

    def __sub__(self, other: "Usage") -> "Usage":
        return Usage(
            self.requests - other.requests,
            self.input_tokens - other.input_tokens,
            self.output_tokens - other.output_tokens,
            self.cached_tokens - other.cached_tokens,
            self.image_tokens - other.image_tokens,
            self.static_tokens - other.static_tokens,
            self.seconds - other.seconds,
            self.dollars - other.dollars,
        )


@dataclass(frozen=True, slots=True)
class Episode:
    """The result of a run.

    `agent_claimed` is what the actor said; `status` is what the evidence supports. Neither is external truth,
    which benchmarks keep apart.
    """

    run: str
    task: Task
    status: EpisodeStatus
    agent_claimed: Claimed
    steps: int
    answer: str = ""
    reason: str = ""
    usage: Usage = Usage()
    seconds: float = 0.0
    counters: Mapping[str, int] = field(default_factory=dict[str, int])
    """How often, where it was at all: `revisions`, `refused`, `malformed` answers, `dropped_fields`, `retries`
    (injections of a step after its first), `interrupts` (steps ahead of the course, with or without an injection).
    By cause and kind they are told by `sextant.journal.recovery_of`, from the steps.
    """
    verified_by: Literal["verifier", "evidence", ""] = ""
    """What supports a success: a model that judged the evidence, or the evidence that code checked, alone."""
    candidates: tuple[Candidate, ...] = ()
    """Screens that may be what was asked for, where an actor was unsure of that; the likeliest first, by goal."""


@dataclass(frozen=True, slots=True)
class Graded:
    """The external grading of a run, which is neither a claim nor evidence from screens.

    `by` says who knows. `outcome` is 1 where it is solved, else the share of what had to be brought about and was.
    """

    by: str
    solved: bool
    outcome: float
    reason: str = ""
    side_effects: tuple[str, ...] = ()
