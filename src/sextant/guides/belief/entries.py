"""What is believed of what cannot be seen: entries, how sure they are, and what turned out otherwise."""

from dataclasses import dataclass, field
from typing import Literal

from sextant.types.evidence import ClaimStatus
from sextant.types.refs import collapse
from sextant.types.screens import ElementRef, State

__all__ = ["Emptied", "Entry", "Handed", "Kind", "Mismatch", "Routine", "confidence", "fits", "plain"]

Kind = Literal["clipboard", "draft", "selection", "session", "sync", "stack", "other"]

Routine = Literal["look again", "scroll back", "reopen", "re-copy", "log in again", "read again"]

Handed = Literal["no", "perhaps", "thrown away"]
"""Whether something has been done since a draft was seen that may have sent it, or threw it away."""

_FACT, _HYPOTHESIS = 0.95, 0.6
_AGE, _ACT = 0.998, 0.98
"""What is left of a confidence after each step, and after each act in the same app."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing believed, with where it would show.

    Attributes:
        id: Of its claim in the ledger.
        about: What it is about, in a word or two: the field, the box, the page.
        value: Word for word as it was read or told.
        hypothesis: A guess rather than a fact. A guess that fails is dropped and alarms nobody.
        alternatives: What else it may be.
        place: The screen on which it would show; empty for wherever it is used.
        page: That screen's name for people.
        element: What would show it.
        state: The state in which the element would be, and whether `present` or not.
        candidates: All texts of the screen it was taken from: what it may be, where nobody can say which.
        source: What was touched for it, on the screen `source_place`.
        location: The address of that screen.
        seen: The step of the last evidence; `acts` counts the acts in the same app since.
    """

    id: str
    kind: Kind
    about: str
    value: str
    app: str
    step: int
    seen: int
    hypothesis: bool = False
    alternatives: tuple[str, ...] = ()
    place: str = ""
    page: str = ""
    element: ElementRef | None = None
    state: State | None = None
    present: bool = True
    candidates: tuple[str, ...] = ()
    source: ElementRef | None = None
    source_place: str = ""
    acts: int = 0
    status: ClaimStatus = "proposed"
    derived_from: tuple[str, ...] = ()
    basis: str = ""
    location: str = ""
    handed: Handed = "no"


@dataclass(frozen=True, slots=True)
class Emptied:
    """A field that is empty where `value` was typed at `step`. `sent`: something may have sent it since."""

    place: str
    page: str
    about: str
    value: str
    step: int
    element: ElementRef
    sent: bool = False


@dataclass(frozen=True, slots=True)
class Mismatch:
    """An entry that a screen contradicted, and how far its routine has got.

    Attributes:
        found: What stands there instead.
        tries: Steps that routines took for it.
        suspended: Whether a routine may still act ahead of the course; else it is the actor's.
        looked: Whether it was looked again.
    """

    entry: Entry
    step: int
    found: str
    routine: Routine
    tries: int = 0
    suspended: bool = True
    looked: bool = False
    screens: tuple[str, ...] = field(default=())
    """Digests on which its routine found nothing to do."""


def confidence(entry: Entry, step: int) -> float:
    """How sure an entry is: `base · 0.998^age · 0.98^acts`.

    `base` is 0.95 for a fact and 0.6 for a hypothesis, shared out among its alternatives; `age` counts the steps since
    it was last seen, `acts` the touches in the same app since (on the clipboard: in any).
    """
    base = _FACT if not entry.hypothesis else _HYPOTHESIS / (1 + len(entry.alternatives))
    return base * _AGE ** max(0, step - entry.seen) * _ACT**entry.acts


def plain(text: str) -> str:
    """A text as it is compared: letters and digits alone."""
    return "".join(character for character in text.casefold() if character.isalnum())


def fits(shown: str, entry: Entry) -> bool:
    """Whether a text is what the entry holds, or may be."""
    if collapse(shown) == collapse(entry.value):
        return True
    said = plain(shown)
    if not said:
        return False
    named = [plain(text) for text in (entry.value, *entry.alternatives) if plain(text)]
    if any(one == said or (len(one) >= 3 and one in said) for one in named):
        return True
    whole = [plain(text) for text in entry.candidates]
    return any(one and (one == said or (len(said) >= 4 and said in one)) for one in whole)
