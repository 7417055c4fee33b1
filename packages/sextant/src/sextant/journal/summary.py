"""The data that `sextant runs` and `sextant runs show` print. Pure functions; the command line renders the data."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from shlex import quote
from types import MappingProxyType
from typing import Literal

from sextant.addresses.parts import readable
from sextant.dataclass import dataclass
from sextant.journal.entries import Permission
from sextant.journal.run_reader import RunRecord
from sextant.text.legible import on_one_line
from sextant.types.actions import Action, Wait, targets_of
from sextant.types.effects import EffectCause, EffectKind
from sextant.types.events import NOT_ACCEPTED
from sextant.types.screens import Screen
from sextant.types.tasks import Claimed, EpisodeStatus
from sextant.types.transitions import Effectiveness, Transition

RunStatus = EpisodeStatus | Literal["running", "crashed", "damaged", "empty", "unreadable"]
"""`running`: a live process executes it; `crashed`: its process died before there was a result."""

_LONGEST_WHY = 200
"""Limit of characters of the objections to a step."""

_CAUSES: Mapping[EffectCause, str] = MappingProxyType({"touch": "a touch", "load": "loading", "timer": "a timer"})

_RESUMABLE = frozenset[str]({"crashed", "interrupted", "needs_person", "device_fault", "model_fault", "over_budget"})


@dataclass(frozen=True, slots=True)
class RunSummary:
    """One line of `sextant runs`."""

    run: str
    status: RunStatus
    goal: str = ""
    device: str = ""
    actor: str = ""
    began: float = 0.0
    """Unix seconds, as are `updated` and `ended`."""
    updated: float = 0.0
    ended: float | None = None
    steps: int = 0
    requests: int = 0
    tokens: int = 0
    dollars: float = 0.0
    agent_claimed: Claimed = ""
    verified_by: Literal["verifier", "evidence", ""] = ""
    """For a success: whether a model judged the evidence, or code alone."""
    graded: Literal["solved", "not solved", ""] = ""
    """External truth, if the device knows it: a world grades its own state. Empty if unknown."""
    graded_reason: str = ""
    answer: str = ""
    reason: str = ""
    pending: int = 0
    """Injections with an unknown outcome."""
    has_state: bool = True
    """Whether the state of every part is stored; imported and some salvaged runs have only a trace."""
    bytes: int = 0
    lost_steps: int = 0
    """Steps that a repair of the damaged journal could not read."""

    @property
    def resumable(self) -> bool:
        """Whether `sextant resume` makes sense."""
        return self.status in _RESUMABLE and self.has_state


@dataclass(frozen=True, slots=True)
class StepSummary:
    """One line of a run: number, what, where, verdict, seconds, requests, dollars.

    `why` is the objection to a refused step; `place` is the place of a program, recorded only for what was not
    accepted.
    """

    step: int
    what: str
    where: str
    verdict: Effectiveness
    cause: str
    interrupt: str
    seconds: float
    requests: int
    dollars: float
    why: str = ""
    place: str = ""
    effects: tuple["EffectSummary", ...] = ()
    """The observed writes; equal ones are combined."""
    asked: tuple["AskedSummary", ...] = ()
    """Questions to a person, a policy or the authorizer; known for recorded runs only."""


@dataclass(frozen=True, slots=True)
class AskedSummary:
    """A question before a step, and the answer."""

    question: str
    allowed: bool
    by: str
    detail: str = ""

    @property
    def line(self) -> str:
        """`allowed by authorizer: POST /orders: the goal asks for it`."""
        why = f": {self.detail}" if self.detail else ""
        return f"{'allowed' if self.allowed else 'denied'} by {self.by}: {self.question}{why}"


@dataclass(frozen=True, slots=True)
class EffectSummary:
    """One line below a step: a write of the app, or an attempted one.

    `what` names it (`POST /orders/{}`); `allow` is the value of `--allow-request` that would let a held one pass.
    """

    what: str
    kind: EffectKind
    cause: EffectCause
    status: int
    unanswered: bool
    held: bool
    origin: str
    reason: str = ""
    allow: str = ""
    times: int = 1

    @property
    def line(self) -> str:
        """`POST /orders/{} -> 201`, `held: POST /orders/{} (allow with --allow-request 'POST /orders/*')`."""
        what, many = readable(self.what), f" ({self.times} times)" if self.times > 1 else ""
        if not self.held:
            came = " -> no answer" if self.unanswered else f" -> {self.status}" if self.status else ""
            by = "" if self.cause == "touch" else f", by {_CAUSES[self.cause]}"
            return f"{what}{came}{many}{by}"
        why = f": {self.reason}" if self.reason else ""
        flag = f" (allow with --allow-request {quote(self.allow)})" if self.allow else ""
        return f"held: {what}{many}{why}{flag}"


def effects_of(transition: Transition) -> tuple[EffectSummary, ...]:
    """The writes of a step for people, in the order of their first occurrence."""
    counts = Counter(transition.effects)
    return tuple(
        EffectSummary(
            on_one_line(effect.name),
            effect.kind,
            effect.cause,
            effect.status,
            effect.unanswered,
            effect.held,
            effect.origin,
            on_one_line(effect.reason)[:_LONGEST_WHY],
            on_one_line(effect.allowance(transition.before.app)) if effect.held else "",
            times,
        )
        for effect, times in counts.items()
    )


def summarise(record: RunRecord, live: bool) -> RunSummary:
    """The summary of a run; `live`: a process executes it."""
    head, usage, times = record.head, record.usage(), record.times()
    steps, salvaged = record.steps(), record.salvaged
    episode = None if live else record.episode  # a live run may yet hold the result of the leg before
    status: RunStatus = "running" if live else "crashed" if episode is None else episode.status
    graded, why = ("", "") if episode is None else _graded(record)
    return RunSummary(
        run=record.run,
        status=status,
        goal=head.task.goal,
        device=head.device,
        actor=head.actor,
        began=head.began,
        updated=times.updated,
        ended=times.ended,
        steps=steps,
        requests=usage.requests,
        tokens=usage.tokens,
        dollars=usage.dollars,
        agent_claimed="" if episode is None else episode.agent_claimed,
        verified_by="" if episode is None else episode.verified_by,
        graded=graded,
        graded_reason=why,
        answer="" if episode is None else episode.answer,
        reason="" if episode is None else episode.reason,
        pending=len(record.pending()),
        has_state=not steps or record.has_state(),
        lost_steps=0 if salvaged is None else int(salvaged["lost_steps"]),
    )


def _graded(record: RunRecord) -> tuple[Literal["solved", "not solved", ""], str]:
    """The last recorded grade and its reason."""
    notes = record.notes("graded")
    if not notes:
        return "", ""
    return "solved" if notes[-1].data.get("solved") is True else "not solved", str(notes[-1].data.get("reason", ""))


def status_words(status: RunStatus, verified_by: str) -> str:
    """A status for people; a success that no model has judged is marked."""
    alone = status == "success" and verified_by == "evidence"
    return "success (by evidence alone)" if alone else status.replace("_", " ")


@dataclass(frozen=True, slots=True)
class NotAccepted:
    """The reason why an answer of a step was rejected, and the place of the program; `place` may be empty."""

    place: str
    reason: str


def not_accepted(record: RunRecord) -> Mapping[int, NotAccepted]:
    """The rejected answers by step; several reasons are joined, with the place of the last."""
    places, reasons = dict[int, str](), dict[int, dict[str, None]]()
    for note in record.notes(NOT_ACCEPTED):
        step, place, reason = (note.data.get(name) for name in ("step", "place", "reason"))
        if isinstance(step, int):
            places[step] = str(place or "")
            reasons.setdefault(step, {})[str(reason or "")] = None  # of a call that is repeated, each reason once
    return {step: NotAccepted(place, "; ".join(reasons[step])) for step, place in places.items()}


def asked_and_done(record: RunRecord) -> Iterator[tuple[Transition, tuple[Permission, ...]]]:
    """The steps of a run in order, each with the questions since the step before."""
    asked: list[Permission] = []
    for one in record.records("transition", "permission"):
        if isinstance(one.entry, Permission):
            asked.append(one.entry)
        elif isinstance(one.entry, Transition):
            yield one.entry, tuple(asked)
            asked.clear()


def step_row(transition: Transition, asked: Sequence[Permission] = ()) -> StepSummary:
    """A step as a line; equal for a new and a recorded step, except for the questions `asked` before it."""
    return StepSummary(
        step=transition.step,
        what=transition.decision.description or describe(transition.decision.action, transition.before),
        where=name_of(transition.after),
        verdict=effect_of(transition),
        cause=transition.cause,
        interrupt=transition.interrupt,
        seconds=transition.seconds,
        requests=transition.usage.requests,
        dollars=transition.usage.dollars,
        why=_why(transition),
        effects=effects_of(transition),
        asked=tuple(
            AskedSummary(
                on_one_line(one.question)[:_LONGEST_WHY], one.answer, one.by, on_one_line(one.detail)[:_LONGEST_WHY]
            )
            for one in asked
        ),
    )


def effect_of(transition: Transition) -> Effectiveness:
    """The result of a step for people; a wait without expectations and without an effect is not a failure."""
    waited = isinstance(transition.decision.action, Wait) and not transition.decision.expectations
    if waited and transition.effectiveness == "ineffective" and not transition.cause:
        return "none"
    return transition.effectiveness


def _why(transition: Transition) -> str:
    """The first objection to a refused step."""
    if transition.effectiveness != "refused":
        return ""
    against = sorted(transition.objections, key=lambda one: one.advisory)
    return next((on_one_line(one.message)[:_LONGEST_WHY] for one in against), "")


def name_of(screen: Screen) -> str:
    """The name of a screen for people."""
    return screen.key.label or screen.title or screen.location or screen.key.id


def describe(action: Action, screen: Screen) -> str:
    """The action in a few words: `click “Save”`."""
    words = [action.kind.replace("_", " ")]
    for detail in ("direction", "name", "goal_status"):
        value = getattr(action, detail, "")
        if value:
            words.append(str(value))
    secret = getattr(action, "secret", "")
    text = getattr(action, "text", "")
    if secret:
        words.append(f"‹{secret}›")
    elif text:
        words.append(f"“{_short(str(text))}”")
    for target in targets_of(action):
        index = getattr(target, "index", None)
        element = None if index is None else screen.element(index)
        if element is not None and element.label:
            label = f"“{_short(element.label)}”"
            words.append(f"on {label}" if len(words) > 1 else label)
        elif index is not None:
            words.append(f"[{index}]")
        else:
            words.append(f"at {getattr(target, 'x', 0):.0f},{getattr(target, 'y', 0):.0f}")
    return " ".join(words)


def _short(text: str, limit: int = 40) -> str:
    collapsed = " ".join(text.split())
    return collapsed if len(collapsed) <= limit else f"{collapsed[: limit - 1]}…"
