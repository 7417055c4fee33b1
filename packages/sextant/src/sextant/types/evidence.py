"""Predicates on screens, the verdicts that evaluating them gives, and the claims that verdicts decide."""

import re
from typing import Final, Literal

from sextant.dataclass import dataclass
from sextant.types.geometry import Box
from sextant.types.screens import ElementRef, State


@dataclass(frozen=True, slots=True)
class TextVisible:
    """The text is on the screen (ignoring case and white space)."""

    text: str
    kind: Literal["text_visible"] = "text_visible"


@dataclass(frozen=True, slots=True)
class Gone:
    """The text or the element is no longer visible."""

    text: str = ""
    element: ElementRef | None = None
    kind: Literal["gone"] = "gone"


@dataclass(frozen=True, slots=True)
class FieldHas:
    """The field contains the value."""

    element: ElementRef
    value: str
    kind: Literal["field_has"] = "field_has"


@dataclass(frozen=True, slots=True)
class ScreenIs:
    """The screen has this key, or its title, heading or location contains the text."""

    key: str = ""
    text: str = ""
    kind: Literal["screen_is"] = "screen_is"


@dataclass(frozen=True, slots=True)
class Changed:
    """The screen differs from the previous one."""

    kind: Literal["changed"] = "changed"


@dataclass(frozen=True, slots=True)
class ElementState:
    """The element is (or is not) in the state."""

    element: ElementRef
    state: State
    present: bool = True
    kind: Literal["element_state"] = "element_state"


@dataclass(frozen=True, slots=True)
class Effect:
    """An effect in words. Only a model can judge it, so it becomes a question."""

    description: str
    kind: Literal["effect"] = "effect"


Predicate = TextVisible | Gone | FieldHas | ScreenIs | Changed | ElementState | Effect

Outcome = Literal["holds", "fails", "undecided"]


@dataclass(frozen=True, slots=True)
class Evidence:
    """The place of an observation: a stored screen, and an element or region on it."""

    screen: str
    """Digest of the screen."""
    step: int
    element: int | None = None
    box: Box | None = None
    quote: str = ""
    """The text that was read there; never a secret."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgement of a predicate on a screen.

    `vacuous`: it already held before the action, so it proves nothing. `attested`: a model judged it (citing
    evidence); else the predicate was computed.
    """

    predicate: Predicate
    outcome: Outcome
    reason: str
    evidence: tuple[Evidence, ...] = ()
    vacuous: bool = False
    attested: bool = False


@dataclass(frozen=True, slots=True)
class SettledVerdict:
    """A late verdict on an earlier step: computed on a later screen, or given by the actor with a quote.

    `effective`: it shows that the step had its effect, and nothing else that was expected of it failed.
    """

    step: int
    verdict: Verdict
    effective: bool
    kind: Literal["settled"] = "settled"


ClaimStatus = Literal["proposed", "attested", "verified", "contradicted", "stale"]


_LEAF: Final = re.compile(r"line \d+, leaf \d+")


def leaf_id(line: int, number: int) -> str:
    """The id of the claim that a leaf of a program is done; `number` counts the leaves of the run."""
    return f"line {line}, leaf {number}"


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement about the task or the app, with its evidence. Only verdicts change its status."""

    id: str
    kind: str
    """Namespace of who keeps it: `requirement`, `milestone`, `belief`, `memory`, `variable` …"""
    subject: str
    value: str
    status: ClaimStatus = "proposed"
    evidence: tuple[Evidence, ...] = ()
    derived_from: tuple[str, ...] = ()
    step: int = 0

    @property
    def is_leaf(self) -> bool:
        """Whether it says that a leaf of a program is done."""
        return _LEAF.fullmatch(self.id) is not None
