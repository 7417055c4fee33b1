"""What a run's log holds besides its steps: what was settled later, what was not accepted, what is claimed."""

from dataclasses import dataclass
from typing import Literal

from sextant.types.evidence import Claim, SettledVerdict, Verdict
from sextant.types.transitions import Transition

__all__ = ["NOT_ACCEPTED", "Aside", "Dropped", "Event", "Judged", "Proposed", "Remarked"]

NOT_ACCEPTED = "not_accepted"
"""Kind of the notes of a journal that say why something that a step said was not accepted."""


@dataclass(frozen=True, slots=True)
class Remarked:
    """A remark of a course about a step, for the actor; for a claim, why it was not accepted."""

    step: int
    text: str
    kind: Literal["remarked"] = "remarked"


@dataclass(frozen=True, slots=True)
class Proposed:
    """A claim was entered, as proposed."""

    claim: Claim
    kind: Literal["proposed"] = "proposed"


@dataclass(frozen=True, slots=True)
class Judged:
    """A verdict on a claim."""

    claim: str
    verdict: Verdict
    kind: Literal["judged"] = "judged"


@dataclass(frozen=True, slots=True)
class Dropped:
    """Claims that nothing needs any more."""

    claims: tuple[str, ...]
    kind: Literal["dropped"] = "dropped"


Aside = SettledVerdict | Remarked | Proposed | Judged | Dropped
"""An event that is not a step: it is about steps already in the log."""

Event = Transition | Aside
