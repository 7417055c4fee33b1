"""The belief entries of a run. Each is a claim in the ledger, and can be verified or contradicted by screens."""

from dataclasses import field, replace
from typing import Literal

from sextant.dataclass import dataclass
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
"""`back`: the page that the back key leads to. `left`: the page on which another app was left. `note`: from a model."""

_MOST, _MOST_OF_KIND, _MOST_CLAIMS, _MOST_MISMATCHES, _MOST_FALLEN = 80, 20, 400, 6, 12
_MOST_AGAIN = 3
"""After this many contradictions of one subject, no routine runs for it any more."""
_PATIENCE = 12
"""Number of steps for which a contradiction stays in the prompt."""
_VALUE = 2000
_SEEN = ("visible", "clipped")
_LISTS = ("list", "listitem", "article", "feed", "row", "grid", "table", "log")  # structural: ARIA roles
_SELECTED = ("tab", "row", "listitem", "treeitem", "gridcell", "link", "menuitem")  # structural: ARIA roles
_CHOICES = ("checkbox", "switch", "radio", "option", "menuitemcheckbox", "menuitemradio")


@dataclass(frozen=True, slots=True)
class BeliefEntry:
    """One belief, with the screen and element that would show whether it is true.

    Attributes:
        id: The id of its claim in the ledger.
        kind: See `Kind`.
        about: The name of the field, choice, page or request in the app.
        value: The exact value; for a choice, `chosen` or `not chosen`; for a write, its outcome.
        app: The app that it belongs to.
        place: The screen that would show it; `page` is the name of this screen for people.
        thing: For a field or choice on a page that many items share: the item that the page showed (`thing_of`).
        element: The element that would show it there.
        source: The element that was touched to cause it, on the screen `source_place`.
        step: The step at which it was added; `seen` is the step of the last evidence.
        sure: False for a guess. If a screen contradicts a guess, this is not reported.
        touched: The last step on its page since it was seen, which may have sent or changed it; -1 for none.
        status: The status of its claim.
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
        """The identity of what it is about, without the value. A new entry replaces one with the same subject."""
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
    """An entry that a screen contradicted, and the progress of its recovery routine."""

    entry: BeliefEntry
    step: int
    tries: int = 0
    suspended: bool = True
    """Whether a routine may still handle it before the course continues; else the actor has to."""
    looked: bool = False


@dataclass(frozen=True, slots=True)
class StackedPage:
    """A page on the stack of an app. `sure`: a touch on it opened the next page, so back leads here."""

    place: str
    name: str
    sure: bool = False


@dataclass(frozen=True, slots=True)
class PageHop:
    """The element whose touch led from one place to another."""

    source: str
    target: str
    element: ElementRef


@dataclass(slots=True)
class BeliefState:
    """The state of the guide in a run; can be stored as JSON."""

    entries: list[BeliefEntry] = field(default_factory=list[BeliefEntry])
    mismatches: list[Mismatch] = field(default_factory=list[Mismatch])
    fallen: list[BeliefEntry] = field(default_factory=list[BeliefEntry])
    stacks: dict[str, list[StackedPage]] = field(default_factory=dict[str, list[StackedPage]])
    hops: list[PageHop] = field(default_factory=list[PageHop])
    launchers: list[str] = field(default_factory=list[str])
    entered: list[str] = field(default_factory=list[str])
    """Apps that were opened by name or icon. Opened this way again, they show the page on which they were left."""
    again: dict[str, int] = field(default_factory=dict[str, int])
    counters: dict[str, int] = field(default_factory=dict[str, int])
    pending: str = ""
    """The last action if an overlay then covered the page `pending_place`: its effect is checked when that is gone."""
    pending_place: str = ""
    made: int = 0
    step: int = 0
    next: int = 0
    """The number of the next step, if known."""
    seen: str = ""
    routine_steps: int = 0


class Beliefs:
    """The entries, at most one per subject. Each is also a claim in the ledger, up to a limit."""

    def __init__(self, ledger: ClaimKeeper) -> None:
        self._ledger = ledger
        self.state = BeliefState()

    def of(self, *kinds: Kind, app: str = "", place: str = "") -> list[BeliefEntry]:
        """Entries of these kinds, optionally of one app and one place."""
        return [
            one
            for one in self.state.entries
            if one.kind in kinds and (not app or one.app == app) and (not place or one.place == place)
        ]

    def find(self, ident: str) -> BeliefEntry | None:
        return next((one for one in self.state.entries if one.id == ident), None)

    def add(self, entry: BeliefEntry) -> BeliefEntry:
        """Adds an entry; it replaces the entry with the same subject."""
        state = self.state
        state.made += 1
        kept = replace(entry, id=f"belief-{state.made}", value=entry.value[:_VALUE], about=short(entry.about, 80))
        state.entries = [one for one in state.entries if one.subject != kept.subject]
        alike = [one for one in state.entries if one.kind == kept.kind]
        going = {one.id for one in alike[: max(0, len(alike) + 1 - _MOST_OF_KIND)]}
        state.entries = [*(one for one in state.entries if one.id not in going), kept][-_MOST:]
        self.resolve_mismatches(kept.subject)
        if state.made <= _MOST_CLAIMS:
            subject = f"{kept.kind}: {kept.about}"
            self._ledger.propose(Claim(kept.id, "belief", subject, short(kept.value), step=kept.step))
        return kept

    def change(self, entry: BeliefEntry, **parts: object) -> BeliefEntry:
        """Changes some fields of an entry; returns the new entry."""
        newer = replace(entry, **parts)  # pyright: ignore[reportArgumentType]
        self.state.entries = [newer if one.id == entry.id else one for one in self.state.entries]
        return newer

    def drop(self, entry: BeliefEntry) -> None:
        """Removes an entry that no longer matters."""
        self.state.entries = [one for one in self.state.entries if one.id != entry.id]

    def mark_doubtful(self, entry: BeliefEntry) -> None:
        """Marks an entry as a guess: it may have changed, so a contradiction will not be reported."""
        self.change(entry, sure=False)

    def verify(self, entry: BeliefEntry, screen: Screen, element: Element | None, shown: str) -> None:
        """Marks an entry as verified by a screen."""
        if entry.status != "verified":
            self._decide(entry, "holds", "it shows as believed", screen, element, shown)
        self.change(entry, seen=self.state.step, status="verified", sure=True, touched=-1)
        self.resolve_mismatches(entry.subject)

    def contradict(self, entry: BeliefEntry, screen: Screen, element: Element | None, found: str) -> None:
        """Marks an entry as contradicted by a screen. If it was not a guess, a recovery routine may act."""
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

    def update_mismatch(self, mismatch: Mismatch, **parts: object) -> None:
        """Changes some fields of a mismatch."""
        newer = replace(mismatch, **parts)  # pyright: ignore[reportArgumentType]
        self.state.mismatches = [newer if one == mismatch else one for one in self.state.mismatches]

    def resolve_mismatches(self, subject: str) -> None:
        """Removes the mismatches of a subject: its value is known again."""
        self.state.mismatches = [one for one in self.state.mismatches if one.entry.subject != subject]

    def expire(self) -> None:
        """Removes old mismatches and old contradicted entries; called once per step."""
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


# -- reading screens


def short(text: str, most: int = 200) -> str:
    """Puts a text on one line and limits its length."""
    line = on_one_line(text[: most * 4])
    return line if len(line) <= most else line[: most - 1] + "…"


def place_of(screen: Screen) -> str:
    """The identity of a screen with its parameters: each item of an item page is a place of its own."""
    return "|".join((screen.app, screen.key.id, *(f"{name}={value}" for name, value in screen.binding)))[:300]


def thing_of(screen: Screen, element: Element) -> str:
    """The item that a field or choice belongs to if one page serves many items, such as the chat with `Anna`.

    It is made of the last heading before the element outside of lists, the selected elements outside of forms, and the
    letters of the title (digits in titles are often counters).
    """
    ahead = [one for one in screen.elements if one.index < element.index and one.role == "heading"]
    outside = [one for one in ahead if not any(holder.role in _LISTS for holder in screen.around(one))]
    heading = outside[-1].label if outside else ""
    chosen = [one.label for one in screen.elements if one.role in _SELECTED and one.states & {"selected"}]
    title = "".join(letter for letter in folded(screen.title) if letter.isalpha())
    return "|".join([*dict.fromkeys(short(one, 60) for one in (heading, *chosen) if one), title])[:300]


def name_of(screen: Screen) -> str:
    """The name of a screen for people."""
    return short(screen.title or screen.key.label or screen.location, 60)


def covered(screen: Screen) -> bool:
    """Whether a dialog or overlay covers the page."""
    dialog = dialog_of(screen)
    return screen.modal is not None or (dialog is not None and dialog.blocking)


def readable(screen: Screen) -> bool:
    """Whether the screen is settled and shows its page uncovered."""
    return screen.condition == "ok" and screen.observation.settled and not covered(screen)


def in_view(screen: Screen, ref: ElementRef | None) -> Element | None:
    """The element if it is visible and has the same name; else None."""
    found = None if ref is None else resolve(screen, ref)
    if found is None or ref is None or found.visibility not in _SEEN:
        return None
    return found if not ref.name or folded(ref.name) in (folded(found.label), folded(found.name)) else None


def value_of(element: Element) -> str | None:
    """The value of a field; None if it is no field or must not be read."""
    if "password" in element.states or "type" not in element.affordances:
        return None
    text = element.text if "editable" in element.states and element.text != element.name else ""
    return (element.value or text)[:_VALUE]


def is_chosen(element: Element) -> bool | None:
    """Whether a check box, switch or option is on; None for other elements."""
    if element.states & {"checked", "selected", "pressed"}:
        return True
    return False if element.states & {"unchecked", "unpressed"} or element.role in _CHOICES else None
