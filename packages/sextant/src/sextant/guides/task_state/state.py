"""The requirements of a task and how they stand. Only evidence makes one done; what a model says alone stays said.

Each requirement is a claim of kind `milestone`: verified by an expectation that held or by a write that was seen,
attested by a quote that stands on the screen, contradicted by an expectation that failed. A deed that has to be done
several times is counted, one step after the other.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, cast

from sextant.evidence import change_between, held
from sextant.protocols import CitationCheck, ClaimKeeper
from sextant.text.legible import on_one_line
from sextant.types.actions import Answer, Wait
from sextant.types.decisions import LAST_STEP, Citation, Decision, Judgement, Requirement, RequirementKind
from sextant.types.evidence import Changed, Claim, Effect, Evidence, TextVisible, Verdict
from sextant.types.screens import Screen
from sextant.types.transitions import Transition

__all__ = [
    "GOAL",
    "NAME",
    "PARTS",
    "LastStep",
    "RequirementState",
    "TaskProgress",
    "Tracker",
    "Update",
    "ident_of",
    "last_step",
    "note_failure",
    "short",
    "shown_on",
]

NAME = "task-state"
PARTS = ("summary", "tracker", "transition")
"""The views of the paper."""

Status = Literal["open", "said", "done", "failed"]
"""`said`: the actor's word alone. `failed`: it was said, and an expectation of it failed."""

_MOST, _TEXT, _IDENT = 60, 160, 20
GOAL = "goal"
"""Id of the one requirement until others are stated."""
_SEEN = 20_000
_FAILURES, _MOST_READ = 5, 40


@dataclass(frozen=True, slots=True)
class RequirementState:
    """A requirement, how it stands, and the step that decided that.

    Attributes:
        times: How often it has to be done.
        shown: How often a step is shown to have done it; `told` counts those that the actor alone calls done.
    """

    id: str
    text: str
    kind: RequirementKind = "deed"
    status: Status = "open"
    step: int = -1
    times: int = 1
    shown: int = 0
    told: int = 0

    @property
    def settled(self) -> bool:
        """Whether somebody said that it is done, with or without proof."""
        return self.status in ("done", "said")


@dataclass(frozen=True, slots=True)
class LastStep:
    """The last step that was to do something.

    Attributes:
        kind: What became of it, by its verdicts.
        serves: The requirement that it was for.
        shown: What the screen shows of it: app content.
        writes: Writes that it led to.
        act: What was done, so that the same again can be told.
        unsure: Whether nobody has answered yet if it had an effect.
    """

    step: int = -1
    kind: Literal["", "worked", "no effect", "uncertain", "refused", "held"] = ""
    serves: str = ""
    shown: str = ""
    writes: tuple[str, ...] = ()
    cause: str = ""
    act: str = ""
    interrupt: str = ""
    unsure: bool = False


@dataclass(slots=True)
class TaskProgress:
    """All that is kept of a run, JSON-able."""

    items: list[RequirementState] = field(default_factory=list[RequirementState])
    summary: str = ""
    focus: str = ""
    serving: str = ""
    last: LastStep = LastStep()
    failures: list[int] = field(default_factory=list[int])
    switched: int = -1
    """Step at which another app came to the front last."""
    app: str = ""
    current: str = ""
    """The requirement that is next by the word of a call of its own; else the first that nobody said is done."""
    flags: dict[str, int] = field(default_factory=dict[str, int])
    watched: bool = False
    """Whether the device was seen to tell what the app writes: then a touch of which it tells nothing sent nothing."""

    def flag(self, reason: str) -> None:
        self.flags[reason] = self.flags.get(reason, 0) + 1


@dataclass(frozen=True, slots=True)
class Update:
    """What a model says of the state: in a decision, or in an answer of the guide's own call."""

    serves: str = ""
    completes: bool = False
    met: tuple[tuple[str, str], ...] = ()
    """Ids of requirements that the screen shows to be met, each with a quote."""
    add: tuple[Requirement, ...] = ()
    """Further requirements."""
    summary: str = ""
    focus: str = ""
    effective: str = ""
    """Whether the last step had its effect: `yes`, `no` or `unknown`; empty where nothing is said of it."""
    result: str = ""
    current: str = ""


class Tracker:
    """Moves the requirements of a state by verdicts, writes and quotes.

    Args:
        ledger: Where milestones are claimed.
        state: What is moved.
        exhibits: What a quote shows.
        trusting: Whether a model's word that a requirement is met is enough.
    """

    def __init__(
        self, ledger: ClaimKeeper, state: TaskProgress, exhibits: CitationCheck, trusting: bool = False
    ) -> None:
        self._ledger, self.state, self._exhibits, self._trusting = ledger, state, exhibits, trusting

    def find(self, ident: str) -> RequirementState | None:
        return next((one for one in self.state.items if one.id == ident), None)

    def state_requirements(self, stated: Sequence[Requirement]) -> None:
        """Takes over the requirements of a decision: the first time in place of the goal, later as corrections."""
        if stated and [one.id for one in self.state.items] == [GOAL]:
            self.state.items = []
        for one in stated:
            self._add(one)

    def begin(self, goal: str) -> None:
        """Until requirements are stated the goal is the one requirement."""
        self.state.items = [RequirementState(GOAL, short(goal))]

    def add(self, update: Update) -> None:
        """Takes over further requirements of an update."""
        if update.add and [one.id for one in self.state.items] == [GOAL]:
            self.state.items = []
        for one in update.add:
            if self.find(ident_of(one.id)) is None:
                self._add(one)

    def take_step(self, update: Update, transition: Transition, worked: bool) -> None:
        """What a step's verdicts and writes say of the requirement that it was to complete."""
        item = self.find(ident_of(update.serves))
        if item is None or not update.completes:
            return
        step = transition.step
        failing = next((one for one in transition.verdicts if one.outcome == "fails"), None)
        proving = next((one for one in transition.verdicts if self._shows(one, item, transition)), None)
        write = next((one for one in transition.effects if one.happened and one.cause == "touch"), None)
        if failing is not None:
            if item.settled and item.times == 1:
                self._decide(item, failing, step)
                self._move(item, "failed", step)
        elif worked and proving is not None:
            self._count(item, step, proving)
        elif worked and write is not None and write.kind != "storage":
            told = f"{write.method or write.kind} {write.operation or write.address}"
            seen = (Evidence(transition.after.digest, step, quote=short(told)),)
            self._count(item, step, Verdict(Changed(), "holds", f"the write {told!r} was seen", seen))
        elif transition.effectiveness in ("effective", "uncertain"):
            self._count(item, step, None)

    def take_answers(self, judgements: Sequence[Judgement], screen: Screen, step: int) -> None:
        """What is quoted for a step of a program shows the requirement that the actor said its acts have completed."""
        item = self.find(self.state.serving)
        if item is None or item.status != "said":
            return
        own = [one for one in judgements if one.question != LAST_STEP and not one.question.startswith("q")]
        self.take_citations([Citation(item.id, one.quote) for one in own if one.answer == "yes"], screen, step, step)

    def take_reading(self, update: Update, decision: Decision, screen: Screen, step: int) -> None:
        """A value that was read and stands on the screen shows that it was looked up, where the actor calls it done."""
        item = self.find(ident_of(update.serves) or self.state.serving)
        if item is None or item.kind != "value" or item.status == "done":
            return
        if update.completes or item.status == "said":
            for text in _read(decision):
                verdict = held(TextVisible(text), screen, step)
                if verdict.outcome == "holds":
                    self._attest(item, text, verdict.evidence, step)
                    return

    def take_citations(self, shows: Sequence[Citation], screen: Screen, at: int, step: int) -> None:
        """What a model says shows requirements to be met, on the screen of step `at` or an earlier one.

        They are done where that shows it, by the rules by which a claim is judged; else merely said. What has to be
        done several times is done where so many places are cited together.
        """
        places = dict[str, set[tuple[int, int | str]]]()
        for one in shows:
            item = self.find(ident_of(one.requirement))
            if item is None:
                self.state.flag("unknown requirement")
                continue
            if item.status == "done":
                continue
            stated = Requirement(item.id, item.kind, item.text, item.times)
            evidence = self._exhibits.shown(one, stated, screen, at)
            cited = places.setdefault(item.id, set())
            if evidence is not None:
                cited.add((evidence.step, one.quote if evidence.element is None else evidence.element))
            if item.times > max(1, item.shown + item.told, len(cited)):
                self.state.flag("fewer times than needed")
            elif evidence is not None:
                shown = replace(item, shown=max(item.shown, min(item.times, len(cited))))
                self._attest(shown, one.quote or evidence.quote, (evidence,), step)
            elif self._trusting:
                self._propose(item, step)
                self._move(item, "done", step)
            else:
                self.state.flag("quote that shows nothing")
                self._say(item, step)

    def _say(self, item: RequirementState, step: int) -> None:
        """The actor's word alone; after its own act had no effect not even that."""
        last = self.state.last
        blocked = ("", item.id) if last.kind in ("no effect", "held") else (item.id,) if last.kind == "refused" else ()
        if item.status == "open" and last.serves not in blocked:
            self._propose(item, step)
            self._move(replace(item, told=item.times), "said", step)

    def _shows(self, verdict: Verdict, item: RequirementState, transition: Transition) -> bool:
        """Whether an expectation that held shows it: words for a deed have to be more than a label, and new."""
        predicate, needed = verdict.predicate, item.kind == "deed"
        if needed and isinstance(predicate, TextVisible) and verdict.outcome == "holds":
            cited = Citation(item.id, predicate.text)
            stated = Requirement(item.id, item.kind, item.text, item.times)
            if self._exhibits.shown(cited, stated, transition.after, transition.step + 1) is None:
                return False
        return _proves(verdict, vacuous=not needed)

    def _count(self, item: RequirementState, step: int, proof: Verdict | None) -> None:
        """One more step that did it; it is done once as many are shown as it takes, and said once as many are told."""
        more = replace(item, shown=item.shown + (proof is not None), told=item.told + (proof is None))
        if more.shown >= more.times:
            if proof is not None:
                self._decide(item, proof, step)
            self._move(more, "done", step)
        else:
            self._propose(item, step)
            self._move(more, "said" if more.shown + more.told >= more.times else "open", step)

    def _attest(self, item: RequirementState, quote: str, evidence: tuple[Evidence, ...], step: int) -> None:
        told = f"judged from {short(quote)!r}"
        self._decide(item, Verdict(Effect(item.text), "holds", told, evidence, attested=True), step)
        self._move(item, "done", step)

    def _add(self, stated: Requirement) -> None:
        ident, text = ident_of(stated.id), short(stated.text)
        known = self.find(ident)
        if known is not None:
            newer = replace(known, text=text, kind=stated.kind, times=max(1, stated.times))
            self.state.items = [newer if one.id == ident else one for one in self.state.items]
        elif ident and text and len(self.state.items) < _MOST:
            self.state.items.append(RequirementState(ident, text, stated.kind, times=max(1, stated.times)))

    def _move(self, item: RequirementState, status: Status, step: int) -> None:
        moved = replace(item, status=status, step=step)
        self.state.items = [moved if one.id == item.id else one for one in self.state.items]

    def _propose(self, item: RequirementState, step: int) -> None:
        self._ledger.propose(Claim(f"milestone:{item.id}", "milestone", item.text, "done", step=step))

    def _decide(self, item: RequirementState, verdict: Verdict, step: int) -> None:
        self._propose(item, step)
        self._ledger.decide(f"milestone:{item.id}", verdict)


def last_step(transition: Transition, serves: str, act: str, interrupt: str) -> LastStep:
    """What became of a step: by its verdicts, the writes that were seen, and what changed on the screen."""
    kinds: Mapping[str, Literal["worked", "no effect", "uncertain", "refused", "held"]] = {
        "effective": "worked",
        "ineffective": "no effect",
        "uncertain": "uncertain",
        "refused": "refused",
    }
    kind = "held" if transition.refused else "worked" if transition.took_effect else kinds[transition.effectiveness]
    change = change_between(transition.before, transition.after)
    shown = [verdict.reason for verdict in transition.verdicts if not _proves(verdict)][:2]
    writes = tuple(
        f"{one.method or one.kind} {one.operation or one.address} "
        + ("was held" if one.held else f"was answered {one.status}" if one.status else "was sent")
        for one in transition.effects
        if one.cause == "touch" and one.kind != "storage"
    )
    return LastStep(
        transition.step,
        kind,
        serves,
        short("; ".join([change.reason, *shown])),
        writes[:3],
        transition.cause,
        act,
        interrupt,
        unsure=kind == "uncertain" and not isinstance(transition.decision.action, Wait),
    )


def note_failure(state: TaskProgress, step: int) -> None:
    """A step that came to nothing, or nobody knows to what."""
    state.failures = [*state.failures, step][-_FAILURES:]


def shown_on(screen: Screen) -> str:
    """What stands on a screen, for a model to read."""
    texts = ((one.text, one.name, "" if "password" in one.states else one.value) for one in screen.elements)
    parts = [text for said in texts for text in dict.fromkeys(said) if text]
    return "\n".join([screen.title, *parts])[:_SEEN]


def ident_of(ident: str) -> str:
    """An id as it may be rendered: letters, digits and `._-`."""
    return "".join(sign for sign in ident.strip() if sign.isalnum() or sign in "._-")[:_IDENT]


def short(text: str, most: int = _TEXT) -> str:
    """A text on one line, bounded."""
    line = on_one_line(text[: 4 * most])
    return line if len(line) <= most else line[: most - 1] + "…"


def _read(decision: Decision) -> Iterator[str]:
    """What a decision took from its screen: quotes of answers, what is answered, and values that other guides note."""
    yield from (one.quote for one in decision.judgements if one.quote.strip())
    if isinstance(decision.action, Answer):
        yield decision.action.text
    waiting: list[object] = [said for name, said in decision.fields.items() if name != NAME]
    for _ in range(_MOST_READ):
        if not waiting:
            return
        said = waiting.pop(0)
        if isinstance(said, Mapping):
            waiting += cast("Mapping[str, object]", said).values()
        elif isinstance(said, list | tuple):
            waiting += cast("Sequence[object]", said)
        elif isinstance(said, str) and said.strip():
            yield said


def _proves(verdict: Verdict, vacuous: bool = False) -> bool:
    """Whether it shows more than that something changed; with `vacuous` also what stood there before."""
    return verdict.outcome == "holds" and (vacuous or not verdict.vacuous) and verdict.predicate.kind != "changed"
