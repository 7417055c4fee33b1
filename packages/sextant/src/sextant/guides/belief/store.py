"""The entries of a run, each a claim of the ledger: entered, verified, contradicted. Where they would show."""

from dataclasses import dataclass, field, replace
from typing import Literal

from sextant.elements.refs import resolve
from sextant.evidence import dialog_of
from sextant.protocols import ClaimKeeper
from sextant.text import folded
from sextant.text.legible import on_one_line
from sextant.types.evidence import Claim, ElementState, Evidence, FieldHas, Outcome, Predicate, TextVisible, Verdict
from sextant.types.screens import Element, ElementRef, Screen

__all__ = [
    "BeliefEntry",
    "BeliefState",
    "Beliefs",
    "Kind",
    "Mismatch",
    "PageHop",
    "StackedPage",
    "covered",
    "in_view",
    "is_chosen",
    "name_of",
    "place_of",
    "readable",
    "short",
    "thing_of",
    "value_of",
]

Kind = Literal["draft", "choice", "clipboard", "back", "left", "write", "dialog", "note"]
"""`back`: where the back key leads. `left`: where another app was left. `note`: said by a model."""

_MOST, _MOST_OF_KIND, _MOST_CLAIMS, _MOST_MISMATCHES, _MOST_FALLEN = 80, 20, 400, 6, 12
_MOST_AGAIN = 3
"""Surprises about one subject before its routine is left to the actor."""
_PATIENCE = 12
"""Steps for which a surprise is told."""
_VALUE = 2000
_SEEN = ("visible", "clipped")
_LISTS = ("list", "listitem", "article", "feed", "row", "grid", "table", "log")  # structural: ARIA roles
_SELECTED = ("tab", "row", "listitem", "treeitem", "gridcell", "link", "menuitem")  # structural: ARIA roles
_CHOICES = ("checkbox", "switch", "radio", "option", "menuitemcheckbox", "menuitemradio")


@dataclass(frozen=True, slots=True)
class BeliefEntry:
    """One thing believed, with where it would show.

    Attributes:
        id: Of its claim in the ledger.
        about: The field, the choice, the page or the request, as the app calls it.
        value: Word for word; of a choice `chosen` or `not chosen`, of a write what became of it.
        place: The screen that would show it; `page` is that screen's name for people.
        thing: Of a field or choice: what its page was about (`thing_of`), where many things share one page.
        element: What would show it there.
        source: What was touched for it, on the screen `source_place`.
        step: When it was entered; `seen` is the step of the last evidence.
        sure: False for a guess: one that fails surprises nobody.
        touched: Step of an act on its page since it was seen, which may have sent or changed it; -1: none.
        status: As the claim's.
    """

    id: str
    kind: Kind
    about: str
    value: str
    app: str
    step: int
    seen: int
    place: str = ""
    page: str = ""
    element: ElementRef | None = None
    source: ElementRef | None = None
    source_place: str = ""
    sure: bool = True
    touched: int = -1
    thing: str = ""
    status: Literal["proposed", "verified", "contradicted"] = "proposed"

    @property
    def subject(self) -> str:
        """What it is about, whatever it says of it."""
        ref = self.element
        named = self.about if ref is None else f"{ref.role}|{ref.test_id}|{ref.name}|{ref.anchor}|{ref.ordinal}"
        match self.kind:
            case "clipboard":
                return "clipboard"
            case "back" | "left":
                return f"{self.kind}|{self.app}"
            case _:
                return f"{self.kind}|{self.place}|{self.thing}|{named}"


@dataclass(frozen=True, slots=True)
class Mismatch:
    """An entry that a screen contradicted, and how far its routine has got."""

    entry: BeliefEntry
    step: int
    tries: int = 0
    suspended: bool = True
    """Whether a routine may still act ahead of the course; else it is the actor's."""
    looked: bool = False


@dataclass(frozen=True, slots=True)
class StackedPage:
    """A page on an app's stack. `sure`: a touch on it led to the next one, so that back leads here."""

    place: str
    name: str
    sure: bool = False


@dataclass(frozen=True, slots=True)
class PageHop:
    """What was touched on one place to come to another."""

    source: str
    target: str
    element: ElementRef


@dataclass(slots=True)
class BeliefState:
    """All that is kept of a run, JSON-able."""

    entries: list[BeliefEntry] = field(default_factory=list[BeliefEntry])
    mismatches: list[Mismatch] = field(default_factory=list[Mismatch])
    fallen: list[BeliefEntry] = field(default_factory=list[BeliefEntry])
    stacks: dict[str, list[StackedPage]] = field(default_factory=dict[str, list[StackedPage]])
    hops: list[PageHop] = field(default_factory=list[PageHop])
    launchers: list[str] = field(default_factory=list[str])
    entered: list[str] = field(default_factory=list[str])
    """Apps that were opened by their name or icon: opened so again, they come back as they were left."""
    again: dict[str, int] = field(default_factory=dict[str, int])
    counters: dict[str, int] = field(default_factory=dict[str, int])
    pending: str = ""
    """The act after which something came up over the page `pending_place`: what it did shows when that is gone."""
    pending_place: str = ""
    made: int = 0
    step: int = 0
    next: int = 0
    """The number of the next step, as far as is known."""
    seen: str = ""
    routine_steps: int = 0


class Beliefs:
    """Entries by what they are about; each is a claim of the ledger while there is room for it."""

    def __init__(self, ledger: ClaimKeeper) -> None:
        self._ledger = ledger
        self.state = BeliefState()

    def of(self, *kinds: Kind, app: str = "", place: str = "") -> list[BeliefEntry]:
        """Entries of these kinds, of an app and a place where they are given."""
        return [
            one
            for one in self.state.entries
            if one.kind in kinds and (not app or one.app == app) and (not place or one.place == place)
        ]

    def find(self, ident: str) -> BeliefEntry | None:
        return next((one for one in self.state.entries if one.id == ident), None)

    def enter(self, entry: BeliefEntry) -> BeliefEntry:
        """Enters what is believed now, in place of what was believed of the same subject."""
        state = self.state
        state.made += 1
        kept = replace(entry, id=f"belief-{state.made}", value=entry.value[:_VALUE], about=short(entry.about, 80))
        state.entries = [one for one in state.entries if one.subject != kept.subject]
        alike = [one for one in state.entries if one.kind == kept.kind]
        going = {one.id for one in alike[: max(0, len(alike) + 1 - _MOST_OF_KIND)]}
        state.entries = [*(one for one in state.entries if one.id not in going), kept][-_MOST:]
        self.close(kept.subject)
        if state.made <= _MOST_CLAIMS:
            subject = f"{kept.kind}: {kept.about}"
            self._ledger.propose(Claim(kept.id, "belief", subject, short(kept.value), step=kept.step))
        return kept

    def change(self, entry: BeliefEntry, **parts: object) -> BeliefEntry:
        """The entry with other parts, in its place."""
        newer = replace(entry, **parts)  # pyright: ignore[reportArgumentType]
        self.state.entries = [newer if one.id == entry.id else one for one in self.state.entries]
        return newer

    def drop(self, entry: BeliefEntry) -> None:
        """Forgets it: what it was about is over."""
        self.state.entries = [one for one in self.state.entries if one.id != entry.id]

    def doubt(self, entry: BeliefEntry) -> None:
        """It may be so still, or not: a screen that shows otherwise is no surprise."""
        self.change(entry, sure=False)

    def verify(self, entry: BeliefEntry, screen: Screen, element: Element | None, shown: str) -> None:
        """A screen shows it."""
        if entry.status != "verified":
            self._decide(entry, "holds", "it shows as believed", screen, element, shown)
        self.change(entry, seen=self.state.step, status="verified", sure=True, touched=-1)
        self.close(entry.subject)

    def fall(self, entry: BeliefEntry, screen: Screen, element: Element | None, found: str) -> None:
        """A screen shows something else. Where that is a surprise, its routine may act."""
        if entry.status == "contradicted":
            return
        state = self.state
        self._decide(entry, "fails", f"{short(found, 80)!r} stands there", screen, element, found)
        fallen = self.change(entry, status="contradicted", seen=state.step)
        if not entry.sure:
            return
        state.counters["mismatches"] = state.counters.get("mismatches", 0) + 1
        state.fallen = [*state.fallen, fallen][-_MOST_FALLEN:]
        again = state.again.get(entry.subject, 0) + 1
        if len(state.again) < 200 or entry.subject in state.again:
            state.again[entry.subject] = again
        mismatch = Mismatch(fallen, state.step, suspended=again <= _MOST_AGAIN)
        known = [one for one in state.mismatches if one.entry.subject != entry.subject]
        state.mismatches = [*known, mismatch][-_MOST_MISMATCHES:]

    def mend(self, mismatch: Mismatch, **parts: object) -> None:
        """The mismatch with other parts, in its place."""
        newer = replace(mismatch, **parts)  # pyright: ignore[reportArgumentType]
        self.state.mismatches = [newer if one == mismatch else one for one in self.state.mismatches]

    def close(self, subject: str) -> None:
        """What turned out otherwise is known anew."""
        self.state.mismatches = [one for one in self.state.mismatches if one.entry.subject != subject]

    def age(self) -> None:
        """Another step: old surprises, and entries that fell long ago, are over."""
        state, oldest = self.state, self.state.step - _PATIENCE
        state.mismatches = [one for one in state.mismatches if one.step >= oldest]
        state.entries = [one for one in state.entries if one.status != "contradicted" or one.seen >= oldest]

    def _decide(
        self, entry: BeliefEntry, outcome: Outcome, reason: str, screen: Screen, element: Element | None, shown: str
    ) -> None:
        if not any(claim.id == entry.id for claim in self._ledger.claims):
            return
        box = None if element is None else element.box
        where = Evidence(
            screen.digest, self.state.step, None if element is None else element.index, box, short(shown, 200)
        )
        self._ledger.decide(entry.id, Verdict(_predicate(entry), outcome, reason, (where,)))


def _predicate(entry: BeliefEntry) -> Predicate:
    if entry.element is not None and entry.kind == "choice":
        return ElementState(entry.element, "checked", entry.value == "chosen")
    if entry.element is not None:
        return FieldHas(entry.element, entry.value)
    return TextVisible(entry.value)


# -- what a screen shows


def short(text: str, most: int = 200) -> str:
    """A text on one line, bounded."""
    line = on_one_line(text[: most * 4])
    return line if len(line) <= most else line[: most - 1] + "…"


def place_of(screen: Screen) -> str:
    """The screen's identity with its parameters: an item page is another place for each item."""
    return "|".join((screen.app, screen.key.id, *(f"{name}={value}" for name, value in screen.binding)))[:300]


def thing_of(screen: Screen, element: Element) -> str:
    """What a field or choice belongs to where one page serves many things, as chats do: `Anna` of all chats.

    It is told by the last heading before it that stands in no list, by what is selected outside of forms, and by the
    letters of the title, since numbers there count.
    """
    ahead = [one for one in screen.elements if one.index < element.index and one.role == "heading"]
    outside = [one for one in ahead if not any(holder.role in _LISTS for holder in screen.around(one))]
    heading = outside[-1].label if outside else ""
    chosen = [one.label for one in screen.elements if one.role in _SELECTED and one.states & {"selected"}]
    title = "".join(letter for letter in folded(screen.title) if letter.isalpha())
    return "|".join([*dict.fromkeys(short(one, 60) for one in (heading, *chosen) if one), title])[:300]


def name_of(screen: Screen) -> str:
    """What a person would call the screen."""
    return short(screen.title or screen.key.label or screen.location, 60)


def covered(screen: Screen) -> bool:
    """Whether something lies over the page, so that it shows little."""
    dialog = dialog_of(screen)
    return screen.modal is not None or (dialog is not None and dialog.blocking)


def readable(screen: Screen) -> bool:
    """Whether it shows its page, settled and uncovered."""
    return screen.condition == "ok" and screen.observation.settled and not covered(screen)


def in_view(screen: Screen, ref: ElementRef | None) -> Element | None:
    """The element, where it is in view and still called the same."""
    found = None if ref is None else resolve(screen, ref)
    if found is None or ref is None or found.visibility not in _SEEN:
        return None
    return found if not ref.name or folded(ref.name) in (folded(found.label), folded(found.name)) else None


def value_of(element: Element) -> str | None:
    """What a field holds; None where it is no field, or not to be read."""
    if "password" in element.states or "type" not in element.affordances:
        return None
    text = element.text if "editable" in element.states and element.text != element.name else ""
    return (element.value or text)[:_VALUE]


def is_chosen(element: Element) -> bool | None:
    """Whether a box, switch or option is on; None where it is none of these."""
    if element.states & {"checked", "selected", "pressed"}:
        return True
    return False if element.states & {"unchecked", "unpressed"} or element.role in _CHOICES else None
