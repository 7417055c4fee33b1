"""The requirements of a task and their status. `done` needs evidence; without it, a model's statement makes it `said`.

Each requirement is a claim of kind `milestone`. It is verified by an expectation that held or an observed write,
attested by a quote that is on the screen, and contradicted by an expectation that failed. If an action is required
several times, the steps that did it are counted.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import Literal, cast

from sextant.addresses.parts import readable
from sextant.dataclass import dataclass
from sextant.evidence import change_between, held
from sextant.protocols import CitationCheck, ClaimKeeper
from sextant.text.legible import on_one_line
from sextant.types.actions import Answer, Wait
from sextant.types.decisions import LAST_STEP, Citation, Decision, Judgement, Requirement, RequirementKind
from sextant.types.evidence import Changed, Claim, Effect, Evidence, TextVisible, Verdict
from sextant.types.screens import FIELDS, Element, Screen
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
    "is_due",
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
_CHOICES = frozenset(("radio", "radiogroup"))  # structural: ARIA roles
_CHOICE_GROUPS = frozenset(("radiogroup", "group"))  # structural: ARIA roles
_TAKEN = frozenset(("selected", "checked"))  # structural: ARIA states
GOAL = "goal"
"""Id of the one requirement until others are stated."""
_SEEN = 20_000
_FAILURES, _MOST_READ = 5, 40


@dataclass(frozen=True, slots=True)
class RequirementState:
    """A requirement, its status, and the step that decided the status.

    Attributes:
        times: How often it has to be done.
        shown: How often it was done, with evidence.
        told: How often it was done according to the actor, without evidence.
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
        """Whether it is done, or a model said so."""
        return self.status in ("done", "said")


@dataclass(frozen=True, slots=True)
class LastStep:
    """The last step with an action.

    Attributes:
        kind: Its result, from its verdicts.
        serves: The requirement that it was meant for.
        shown: The changes on the screen, as text of the app.
        writes: The writes that it caused.
        cause: Why it failed.
        act: The identity of the action, to recognise a repetition.
        interrupt: What came in between, such as a popup.
        unsure: Whether its effect is still unknown.
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
    """The state of the guide in a run; can be stored as JSON."""

    items: list[RequirementState] = field(default_factory=list[RequirementState])
    summary: str = ""
    focus: str = ""
    serving: str = ""
    last: LastStep = LastStep()
    failures: list[int] = field(default_factory=list[int])
    switched: int = -1
    """The last step at which another app came to the front."""
    app: str = ""
    current: str = ""
    """The next requirement according to the guide's own model; if empty, the first one that is not settled."""
    flags: dict[str, int] = field(default_factory=dict[str, int])
    watched: bool = False
    """Whether the device has reported a write before. If so, a touch without a reported write sent nothing."""

    def flag(self, reason: str) -> None:
        self.flags[reason] = self.flags.get(reason, 0) + 1


@dataclass(frozen=True, slots=True)
class Update:
    """An update of the state by a model: in a decision, or in an answer of the guide's own model."""

    serves: str = ""
    completes: bool = False
    met: tuple[tuple[str, str], ...] = ()
    """Requirements that the screen shows to be met: pairs of id and quote."""
    add: tuple[Requirement, ...] = ()
    """Further requirements."""
    summary: str = ""
    focus: str = ""
    effective: str = ""
    """Whether the last step had its effect: `yes`, `no` or `unknown`; empty if not stated."""
    result: str = ""
    current: str = ""


class Tracker:
    """Changes the status of requirements according to verdicts, writes and quotes.

    Args:
        ledger: Stores the claims.
        state: The state that is changed.
        exhibits: Checks quotes.
        trusting: Whether a model's statement that a requirement is met is enough.
    """

    def __init__(
        self, ledger: ClaimKeeper, state: TaskProgress, exhibits: CitationCheck, trusting: bool = False
    ) -> None:
        self._ledger, self.state, self._exhibits, self._trusting = ledger, state, exhibits, trusting

    def find(self, ident: str) -> RequirementState | None:
        return next((one for one in self.state.items if one.id == ident), None)

    def state_requirements(self, stated: Sequence[Requirement]) -> None:
        """Stores the requirements of a decision: the first ones replace the goal, later ones are corrections."""
        if stated and [one.id for one in self.state.items] == [GOAL]:
            self.state.items = []
        for one in stated:
            self._add(one)

    def begin(self, goal: str) -> None:
        """Makes the goal the only requirement, until others are stated."""
        self.state.items = [RequirementState(GOAL, short(goal))]

    def add(self, update: Update) -> None:
        """Adds the new requirements of an update."""
        if update.add and [one.id for one in self.state.items] == [GOAL]:
            self.state.items = []
        for one in update.add:
            if self.find(ident_of(one.id)) is None:
                self._add(one)

    def take_step(self, update: Update, transition: Transition, worked: bool) -> None:
        """Updates the requirement that a step was meant to complete, by its verdicts and writes.

        A missed prediction contradicts it only if nothing new is on the screen, or something went wrong.
        """
        item = self.find(ident_of(update.serves))
        if item is None or not update.completes:
            return
        step = transition.step
        failing = next((one for one in transition.verdicts if one.outcome == "fails"), None)
        proving = next((one for one in transition.verdicts if self._shows(one, item, transition)), None)
        write = next((one for one in transition.effects if one.happened and one.cause == "touch"), None)
        if failing is not None and not _had_effect(transition):
            if item.settled and item.times == 1:
                self._decide(item, failing, step)
                self._move(item, "failed", step)
        elif worked and proving is not None:
            self._count(item, step, proving)
        elif worked and write is not None and write.kind != "storage":
            told = f"{write.method or write.kind} {write.operation or readable(write.address)}"
            seen = (Evidence(transition.after.digest, step, quote=short(told)),)
            self._count(item, step, Verdict(Changed(), "holds", f"the write {told!r} was seen", seen))
        elif transition.effectiveness in ("effective", "uncertain"):
            self._count(item, step, None)

    def take_answers(self, judgements: Sequence[Judgement], screen: Screen, step: int) -> None:
        """Uses quotes for a step of a program also as evidence for the requirement that the actor was working on."""
        item = self.find(self.state.serving)
        if item is None or item.status != "said":
            return
        own = [one for one in judgements if one.question != LAST_STEP and not one.question.startswith("q")]
        self.take_citations([Citation(item.id, one.quote) for one in own if one.answer == "yes"], screen, step, step)

    def take_reading(self, update: Update, decision: Decision, screen: Screen, step: int) -> None:
        """Marks a requirement to read a value as done, if the actor says so and the value is on the screen."""
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
        """Applies the citations with which a model shows requirements to be met, from step `at` or earlier screens.

        With a valid citation, by the rules for claims, a requirement is done; else it is only `said`. One that has to
        be done several times needs as many counted executions, or as many different citations in one call.
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
            fewer = item.times > max(1, item.shown + item.told, len(cited))
            if fewer and not self._trusting:
                self.state.flag("fewer times than needed")
            elif evidence is not None and not fewer:
                shown = replace(item, shown=max(item.shown, min(item.times, len(cited))))
                self._attest(shown, one.quote or evidence.quote, (evidence,), step)
            elif self._trusting:
                self._propose(item, step)
                self._move(item, "done", step)
            else:
                self.state.flag("quote that shows nothing")
                self._say(item, step)

    def _say(self, item: RequirementState, step: int) -> None:
        """Marks a requirement as `said`, unless the last action for it had no effect."""
        last = self.state.last
        blocked = ("", item.id) if last.kind in ("no effect", "held") else (item.id,) if last.kind == "refused" else ()
        if item.status == "open" and last.serves not in blocked:
            self._propose(item, step)
            self._move(replace(item, told=item.times), "said", step)

    def _shows(self, verdict: Verdict, item: RequirementState, transition: Transition) -> bool:
        """Whether a held expectation proves it. A visible text must be more than a label; for a deed, new too."""
        predicate = verdict.predicate
        if item.kind != "value" and isinstance(predicate, TextVisible) and verdict.outcome == "holds":
            cited = Citation(item.id, predicate.text)
            stated = Requirement(item.id, item.kind, item.text, item.times)
            if self._exhibits.shown(cited, stated, transition.after, transition.step + 1) is None:
                return False
        return _proves(verdict, vacuous=item.kind != "deed")

    def _count(self, item: RequirementState, step: int, proof: Verdict | None) -> None:
        """Counts one more execution. `done` needs `times` proven ones; `said` needs `times` proven or stated ones."""
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
    """The result of a step, from its verdicts, the observed writes, and the changes on the screen."""
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
        f"{one.method or one.kind} {one.operation or readable(one.address)} "
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
    """Records a step that failed or whose effect is unknown."""
    state.failures = [*state.failures, step][-_FAILURES:]


def shown_on(screen: Screen) -> str:
    """The texts on a screen, for a model."""
    texts = ((one.text, one.name, "" if "password" in one.states else one.value) for one in screen.elements)
    parts = [text for said in texts for text in dict.fromkeys(said) if text]
    return "\n".join([screen.title, *parts])[:_SEEN]


def is_due(element: Element, screen: Screen) -> bool:
    """Whether it is required and not filled: an empty field, an unchecked box, a choice of which none is taken."""
    if "required" not in element.states:
        return False
    if element.role in _CHOICES:
        group = _choice(element, screen)
        taken = (one for one in screen.elements if one.role == "radio" and "checked" in one.states)
        return all(_choice(one, screen) != group for one in taken)
    if "unchecked" in element.states:
        return True
    if element.masked or element.value or not (element.role in FIELDS or "type" in element.affordances):
        return False
    return not any(one.states & _TAKEN for one in screen.elements if one.parent == element.index)


def _choice(element: Element, screen: Screen) -> int | None:
    """The group that a radio button belongs to, or that it is; None for one without a group."""
    around = (element, *screen.around(element))
    return next((one.index for one in around if one.role in _CHOICE_GROUPS), None)


def ident_of(ident: str) -> str:
    """Removes all characters from an id except letters, digits and `._-`."""
    return "".join(sign for sign in ident.strip() if sign.isalnum() or sign in "._-")[:_IDENT]


def short(text: str, most: int = _TEXT) -> str:
    """Puts a text on one line and limits its length."""
    line = on_one_line(text[: 4 * most])
    return line if len(line) <= most else line[: most - 1] + "…"


def _read(decision: Decision) -> Iterator[str]:
    """The texts that a decision took from its screen: quotes, the final answer, and values that other guides note."""
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


def _had_effect(transition: Transition) -> bool:
    """Whether a step changed the content of the screen, and neither failed for a known cause nor was held."""
    changed = change_between(transition.before, transition.after).kind == "content"
    return changed and transition.cause in ("", "delayed") and not transition.refused


def _proves(verdict: Verdict, vacuous: bool = False) -> bool:
    """Whether a verdict proves more than a change; with `vacuous`, also if it held before the step."""
    return verdict.outcome == "holds" and (vacuous or not verdict.vacuous) and verdict.predicate.kind != "changed"
