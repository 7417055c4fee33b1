"""The requirements of a task and how they stand. Only evidence makes one done; what a model says alone stays said.

Each requirement is a claim of kind `milestone`: verified by an expectation that held or by a write that was seen,
attested by a quote that stands on the screen, contradicted by an expectation that failed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from sextant.contracts import ClaimKeeper
from sextant.evidence import change_between, held
from sextant.text import stands_in
from sextant.types.decisions import Requirement, RequirementKind
from sextant.types.evidence import Changed, Claim, Effect, Evidence, TextVisible, Verdict
from sextant.types.legible import on_one_line
from sextant.types.screens import Screen
from sextant.types.transitions import Transition

__all__ = [
    "PARTS",
    "Item",
    "LastStep",
    "State",
    "Tracker",
    "Update",
    "ident_of",
    "last_step",
    "note_failure",
    "short",
    "shown_on",
]

PARTS = ("summary", "tracker", "transition")
"""The views of the paper."""

Status = Literal["open", "said", "done", "failed"]
"""`said`: the actor's word alone. `failed`: it was said, and an expectation of it failed."""

_MOST, _TEXT, _IDENT = 60, 160, 20
_GOAL = "goal"
_SEEN, _BASE, _BASES = 20_000, 6000, 4
_FAILURES = 5


@dataclass(frozen=True, slots=True)
class Item:
    """A requirement, how it stands, and the step that decided that."""

    id: str
    text: str
    kind: RequirementKind = "deed"
    status: Status = "open"
    step: int = -1


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
    kind: Literal["", "worked", "no effect", "uncertain", "refused"] = ""
    serves: str = ""
    shown: str = ""
    writes: tuple[str, ...] = ()
    cause: str = ""
    act: str = ""
    interrupt: str = ""
    unsure: bool = False


@dataclass(slots=True)
class State:
    """All that is kept of a run, JSON-able."""

    items: list[Item] = field(default_factory=list[Item])
    summary: str = ""
    focus: str = ""
    serving: str = ""
    last: LastStep = LastStep()
    failures: list[int] = field(default_factory=list[int])
    switched: int = -1
    """Step at which another app came to the front last."""
    app: str = ""
    before: str = ""
    """What the screen held before the last act: a quote that stood there already shows no deed."""
    bases: dict[str, str] = field(default_factory=dict[str, str])
    """The same before the first act for a requirement, of those that were served last."""
    flags: dict[str, int] = field(default_factory=dict[str, int])

    def flag(self, reason: str) -> None:
        self.flags[reason] = self.flags.get(reason, 0) + 1


@dataclass(frozen=True, slots=True)
class Update:
    """What a model says of the state: in a decision, or in an answer of the guide's own call."""

    serves: str = ""
    completes: bool = False
    met: tuple[tuple[str, str], ...] = ()
    """Ids of requirements that the screen shows to be met, each with a quote."""
    add: tuple[tuple[str, str], ...] = ()
    """Ids and texts of further requirements."""
    summary: str = ""
    focus: str = ""


class Tracker:
    """Moves the requirements of a state by verdicts, writes and quotes.

    Args:
        ledger: Where milestones are claimed.
        state: What is moved.
    """

    def __init__(self, ledger: ClaimKeeper, state: State) -> None:
        self._ledger, self.state = ledger, state

    def find(self, ident: str) -> Item | None:
        return next((one for one in self.state.items if one.id == ident), None)

    def state_requirements(self, stated: Sequence[Requirement]) -> None:
        """Takes over the requirements of a decision: the first time in place of the goal, later as corrections."""
        if stated and [one.id for one in self.state.items] == [_GOAL]:
            self.state.items = []
        for one in stated:
            self._add(ident_of(one.id), one.text, one.kind)

    def begin(self, goal: str) -> None:
        """Until requirements are stated the goal is the one requirement."""
        self.state.items = [Item(_GOAL, short(goal))]

    def add(self, update: Update) -> None:
        """Takes over further requirements of an update."""
        if update.add and [one.id for one in self.state.items] == [_GOAL]:
            self.state.items = []
        for ident, text in update.add:
            if self.find(ident_of(ident)) is None:
                self._add(ident_of(ident), text, "deed")

    def take_step(self, update: Update, transition: Transition, worked: bool) -> None:
        """What a step's verdicts and writes say of the requirement that it was to complete."""
        item = self.find(ident_of(update.serves))
        if item is None or not update.completes:
            return
        step = transition.step
        failing = next((one for one in transition.verdicts if one.outcome == "fails"), None)
        proving = next((one for one in transition.verdicts if _proves(one)), None)
        write = next((one for one in transition.effects if one.happened and one.cause == "touch"), None)
        if failing is not None:
            if item.status in ("said", "done"):
                self._decide(item, failing, step)
                self._move(item, "failed", step)
        elif worked and proving is not None:
            self._decide(item, proving, step)
            self._move(item, "done", step)
        elif worked and write is not None and write.kind != "storage":
            told = f"{write.method or write.kind} {write.operation or write.address}"
            seen = (Evidence(transition.after.digest, step, quote=short(told)),)
            self._decide(item, Verdict(Changed(), "holds", f"the write {told!r} was seen", seen), step)
            self._move(item, "done", step)
        elif transition.effectiveness in ("effective", "uncertain"):
            self._propose(item, step)
            self._move(item, "said", step)

    def take_quotes(self, update: Update, screen: Screen, step: int) -> None:
        """Requirements that a model says are met: done where the quote stands on the screen, else said, or refused.

        A quote for a deed has to be new: what stood there before the first act for it shows nothing done.
        """
        for ident, quote in update.met:
            item = self.find(ident_of(ident))
            if item is None:
                self.state.flag("unknown requirement")
                continue
            if item.status == "done":
                continue
            stands = held(TextVisible(quote), screen, step) if quote.strip() else None
            if stands is None or stands.outcome != "holds":
                self.state.flag("quote not on the screen")
            elif item.kind == "deed" and stands_in(quote, self.state.bases.get(item.id, self.state.before)):
                self.state.flag("quote stood there before")
            else:
                told = f"judged from {short(quote)!r}"
                self._decide(item, Verdict(Effect(item.text), "holds", told, stands.evidence, attested=True), step)
                self._move(item, "done", step)
                continue
            if item.status == "open" and self.state.last.kind not in ("no effect", "refused"):
                self._propose(item, step)
                self._move(item, "said", step)

    def note_base(self, update: Update, screen: Screen) -> None:
        """Keeps what stood on the screen before an act, for the quotes that are given later."""
        state, served = self.state, ident_of(update.serves)
        state.before = shown_on(screen)
        if served and served not in state.bases:
            state.bases = dict([*state.bases.items(), (served, state.before[:_BASE])][-_BASES:])

    def _add(self, ident: str, text: str, kind: RequirementKind) -> None:
        known = self.find(ident)
        if known is not None:
            newer = replace(known, text=short(text), kind=kind)
            self.state.items = [newer if one.id == ident else one for one in self.state.items]
        elif ident and text.strip() and len(self.state.items) < _MOST:
            self.state.items.append(Item(ident, short(text), kind))

    def _move(self, item: Item, status: Status, step: int) -> None:
        moved = replace(item, status=status, step=step)
        self.state.items = [moved if one.id == item.id else one for one in self.state.items]

    def _propose(self, item: Item, step: int) -> None:
        self._ledger.propose(Claim(f"milestone:{item.id}", "milestone", item.text, "done", step=step))

    def _decide(self, item: Item, verdict: Verdict, step: int) -> None:
        self._propose(item, step)
        self._ledger.decide(f"milestone:{item.id}", verdict)


def last_step(transition: Transition, serves: str, act: str, interrupt: str) -> LastStep:
    """What became of a step: by its verdicts, the writes that were seen, and what changed on the screen."""
    kinds: Mapping[str, Literal["worked", "no effect", "uncertain", "refused"]] = {
        "effective": "worked",
        "ineffective": "no effect",
        "uncertain": "uncertain",
        "refused": "refused",
    }
    kind = kinds[transition.effectiveness]
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
        unsure=kind == "uncertain",
    )


def note_failure(state: State, step: int) -> None:
    """A step that came to nothing, or nobody knows to what."""
    state.failures = [*state.failures, step][-_FAILURES:]


def shown_on(screen: Screen) -> str:
    """What stands on a screen, for looking up quotes later."""
    parts = [text for one in screen.elements for text in {one.text, one.name, one.value} if text]
    return "\n".join([screen.title, *parts])[:_SEEN]


def ident_of(ident: str) -> str:
    """An id as it may be rendered: letters, digits and `._-`."""
    return "".join(sign for sign in ident.strip() if sign.isalnum() or sign in "._-")[:_IDENT]


def short(text: str, most: int = _TEXT) -> str:
    """A text on one line, bounded."""
    line = on_one_line(text[: 4 * most])
    return line if len(line) <= most else line[: most - 1] + "…"


def _proves(verdict: Verdict) -> bool:
    """Whether it shows more than that something changed."""
    return verdict.outcome == "holds" and not verdict.vacuous and verdict.predicate.kind != "changed"
