"""The entries of a run: entered, replaced, verified, contradicted together with what was derived from them."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from sextant.contracts import ClaimKeeper
from sextant.guides.belief.entries import Emptied, Entry, Kind, Mismatch, Routine, confidence
from sextant.guides.belief.looking import name_of, place_of, short
from sextant.types.evidence import (
    Claim,
    ElementState,
    Evidence,
    FieldHas,
    Outcome,
    Predicate,
    ScreenIs,
    TextVisible,
    Verdict,
)
from sextant.types.screens import Element, ElementRef, Screen

__all__ = ["Beliefs", "Field", "Hop", "Pasting", "Spot", "State", "subject_of"]

MAX_ENTRIES = 80
MAX_CLAIMS = 400
MAX_MISMATCHES = 6
MAX_FALLEN = 12
MAX_AGAIN = 3
"""So often one subject may turn out otherwise before its routine is left to the actor."""
_VALUE, _CANDIDATES = 2000, 40
_ROUTINES: dict[Kind, Routine] = {
    "clipboard": "re-copy",
    "draft": "look again",
    "selection": "look again",
    "session": "log in again",
    "sync": "read again",
    "stack": "reopen",
    "other": "look again",
}


@dataclass(frozen=True, slots=True)
class Spot:
    """A page on an app's stack. `sure`: a touch on this page led to the next one, and back leads here."""

    place: str
    name: str
    key: str
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Hop:
    """What was touched on a place to come to another."""

    source: str
    target: str
    element: ElementRef


@dataclass(frozen=True, slots=True)
class Field:
    """A field and what it held."""

    element: ElementRef
    value: str


@dataclass(frozen=True, slots=True)
class Pasting:
    """What was pasted into has not been in view yet: the fields before, the one that is meant first."""

    place: str
    step: int
    fields: tuple[Field, ...]


@dataclass(slots=True)
class State:
    """All that a run remembers. JSON-able."""

    entries: list[Entry] = field(default_factory=list[Entry])
    mismatches: list[Mismatch] = field(default_factory=list[Mismatch])
    stacks: dict[str, list[Spot]] = field(default_factory=dict[str, list[Spot]])
    hops: list[Hop] = field(default_factory=list[Hop])
    normal: dict[str, str] = field(default_factory=dict[str, str])
    """Apps that have shown something other than a locked door, with the name of that page."""
    signed: list[str] = field(default_factory=list[str])
    """Apps that have shown that somebody is signed in."""
    launchers: list[str] = field(default_factory=list[str])
    entered: list[str] = field(default_factory=list[str])
    """Apps that were opened by their name or icon."""
    fallen: list[Entry] = field(default_factory=list[Entry])
    """What a screen contradicted, the latest last."""
    emptied: list[Emptied] = field(default_factory=list[Emptied])
    """Fields of the present page that are empty where something had been typed."""
    again: dict[str, int] = field(default_factory=dict[str, int])
    counters: dict[str, int] = field(default_factory=dict[str, int])
    pasting: Pasting | None = None
    made: int = 0
    claims: int = 0
    step: int = 0
    next: int = 0
    """The number of the next step, as far as is known."""
    seen: str = ""
    routine_steps: int = 0
    typed_secret: bool = False
    """Whether the secret of the locked door in front has been typed."""


class Beliefs:
    """Entries by what they are about, each a claim of the ledger while there is room for it."""

    def __init__(self, ledger: ClaimKeeper) -> None:
        self._ledger = ledger
        self.state = State()

    # -- looking up -------------------------------------------------------------------------------------------------

    def of(self, kind: Kind, app: str = "", place: str = "") -> list[Entry]:
        """Entries of a kind, of an app and a place where they are given."""
        return [
            one
            for one in self.state.entries
            if one.kind == kind and (not app or one.app == app) and (not place or one.place == place)
        ]

    def live(self) -> Iterator[Entry]:
        """Entries that nothing speaks against."""
        return (one for one in tuple(self.state.entries) if one.status not in ("contradicted",))

    def find(self, ident: str) -> Entry | None:
        return next((one for one in self.state.entries if one.id == ident), None)

    # -- changing ---------------------------------------------------------------------------------------------------

    def enter(self, entry: Entry) -> Entry:
        """Enters what is believed now; what was believed of the same is no longer, and a mismatch of it is over."""
        state = self.state
        same = [one for one in state.entries if subject_of(one) == subject_of(entry)]
        state.made += 1
        kept = replace(
            entry,
            id=f"belief-{state.made}",
            value=entry.value[:_VALUE],
            about=short(entry.about, 60),
            alternatives=tuple(text[:200] for text in entry.alternatives[:3]),
            candidates=tuple(text[:200] for text in entry.candidates[:_CANDIDATES]),
        )
        state.entries = [one for one in state.entries if one not in same] + [kept]
        self.close(subject_of(entry))
        self._make_room()
        if state.claims < MAX_CLAIMS:
            state.claims += 1
            about = f"{kept.kind}: {kept.about}"
            claim = Claim(kept.id, "belief", about, short(kept.value), derived_from=kept.derived_from, step=kept.step)
            self._ledger.propose(claim)
        return kept

    def change(self, entry: Entry, **parts: object) -> Entry:
        """The entry with other parts, in its place."""
        newer = replace(entry, **parts)  # pyright: ignore[reportArgumentType]
        self.state.entries = [newer if one.id == entry.id else one for one in self.state.entries]
        return newer

    def drop(self, entry: Entry) -> None:
        """Forgets an entry: what it was about is over."""
        self.state.entries = [one for one in self.state.entries if one.id != entry.id]

    def doubt(self, entry: Entry) -> None:
        """It may be so still, or not: no screen that shows otherwise is a surprise."""
        if not entry.hypothesis:
            self.change(entry, hypothesis=True)

    def verify(self, entry: Entry, screen: Screen, element: Element | None, shown: str) -> None:
        """A screen shows it."""
        if entry.seen == self.state.step and entry.status == "verified" and not entry.hypothesis:
            return
        self.state.counters["verified"] = self.state.counters.get("verified", 0) + 1
        self.change(entry, seen=self.state.step, acts=0, status="verified", hypothesis=False, alternatives=())
        self.close(subject_of(entry))
        self._decide(entry, "holds", "it shows as believed", screen, element, shown)

    def fall(self, entry: Entry, screen: Screen, element: Element | None, found: str, surprise: bool = False) -> None:
        """A screen shows something else: the entry falls, and what was derived from it is believed no longer.

        A mere guess is dropped and nobody is told, unless it would surprise whatever was guessed.
        """
        self._decide(entry, "fails", f"{short(found, 80)!r} stands there", screen, element, found)
        if entry.hypothesis and not surprise:
            self.drop(entry)
            return
        state = self.state
        state.counters["mismatches"] = state.counters.get("mismatches", 0) + 1
        fallen = self.change(entry, status="contradicted", seen=state.step)
        state.fallen = [*state.fallen, fallen][-MAX_FALLEN:]
        subject = subject_of(entry)
        again = state.again.get(subject, 0) + 1
        if len(state.again) < 200 or subject in state.again:
            state.again[subject] = again
        known = [one for one in state.mismatches if subject_of(one.entry) != subject]
        routine = _ROUTINES[entry.kind]
        mismatch = Mismatch(fallen, state.step, short(found), routine, suspended=again <= MAX_AGAIN)
        state.mismatches = [*known, mismatch][-MAX_MISMATCHES:]
        self._stale(entry.id)

    def mend(self, mismatch: Mismatch, **parts: object) -> Mismatch:
        """The mismatch with other parts, in its place."""
        newer = replace(mismatch, **parts)  # pyright: ignore[reportArgumentType]
        self.state.mismatches = [newer if one == mismatch else one for one in self.state.mismatches]
        return newer

    def close(self, subject: str) -> None:
        """What turned out otherwise is known anew."""
        self.state.mismatches = [one for one in self.state.mismatches if subject_of(one.entry) != subject]

    def age(self, app: str, touch: bool, steps: int = 12) -> None:
        """Another step: a touch counts against what is believed of its app, and old mismatches are the actor's."""
        if touch:
            self.state.entries = [
                replace(one, acts=min(one.acts + 1, 10_000)) if one.app == app or one.kind == "clipboard" else one
                for one in self.state.entries
            ]
        now = self.state.step
        self.state.mismatches = [one for one in self.state.mismatches if now - one.step <= steps]

    def _stale(self, root: str) -> None:
        """What was derived from it, and from that in turn, has to be seen again."""
        fallen = {root}
        for _ in range(len(self.state.entries)):
            further = [
                one
                for one in self.state.entries
                if one.id not in fallen and fallen & set(one.derived_from) and one.status != "contradicted"
            ]
            if not further:
                return
            for one in further:
                fallen.add(one.id)
                self.change(one, status="stale", hypothesis=True)

    def _make_room(self) -> None:
        entries, now = self.state.entries, self.state.step
        while len(entries) > MAX_ENTRIES:
            weakest = min(entries, key=lambda one: (one.status != "contradicted", confidence(one, now)))
            entries.remove(weakest)

    def _decide(
        self, entry: Entry, outcome: Outcome, reason: str, screen: Screen, element: Element | None, shown: str
    ) -> None:
        if not any(claim.id == entry.id for claim in self._ledger.claims):
            return
        where = Evidence(
            screen.digest,
            self.state.step,
            None if element is None else element.index,
            None if element is None else element.box,
            short(shown) or name_of(screen),
        )
        self._ledger.decide(entry.id, Verdict(_predicate(entry), outcome, reason, (where,)))

    def spot(self, screen: Screen, sure: bool = True) -> Spot:
        return Spot(place_of(screen), name_of(screen), screen.key.id, sure)


def subject_of(entry: Entry) -> str:
    """What an entry is about, whatever it says of it."""
    if entry.kind in ("clipboard", "session", "sync"):
        return f"{entry.kind}|{'' if entry.kind == 'clipboard' else entry.app}"
    if entry.kind == "stack":
        return f"stack|{entry.app}|{entry.about}"
    ref = entry.element
    named = entry.about if ref is None else f"{ref.role}|{ref.test_id}|{ref.name}|{ref.anchor}|{ref.ordinal}"
    return f"{entry.kind}|{entry.place}|{named}"


def _predicate(entry: Entry) -> Predicate:
    if entry.element is not None and entry.state is not None:
        return ElementState(entry.element, entry.state, entry.present)
    if entry.element is not None:
        return FieldHas(entry.element, entry.value)
    if entry.kind == "stack":
        return ScreenIs(text=entry.value)
    return TextVisible(entry.value)
