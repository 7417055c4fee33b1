"""The events of a run besides its steps: late verdicts, remarks of the course, and changes of claims."""

from typing import Literal

from sextant.dataclass import dataclass
from sextant.types.evidence import Claim, SettledVerdict, Verdict
from sextant.types.transitions import Transition

__all__ = ["NOT_ACCEPTED", "Aside", "ClaimJudged", "ClaimProposed", "ClaimsDropped", "CourseRemark", "Event"]

NOT_ACCEPTED = "not_accepted"
"""Kind of the notes in a journal that say why an answer or a claim of a step was not accepted."""


@dataclass(frozen=True, slots=True)
class CourseRemark:
    """A remark of a course about a step, for the actor, such as why a claim was not accepted."""

    step: int
    text: str
    kind: Literal["remarked"] = "remarked"


@dataclass(frozen=True, slots=True)
class ClaimProposed:
    """A new claim, with the status `proposed`."""

    claim: Claim
    kind: Literal["proposed"] = "proposed"


@dataclass(frozen=True, slots=True)
class ClaimJudged:
    """A verdict on a claim."""

    claim: str
    verdict: Verdict
    kind: Literal["judged"] = "judged"


@dataclass(frozen=True, slots=True)
class ClaimsDropped:
    """Claims that were dropped because nothing needs them."""

    claims: tuple[str, ...]
    kind: Literal["dropped"] = "dropped"


Aside = SettledVerdict | CourseRemark | ClaimProposed | ClaimJudged | ClaimsDropped
"""An event that is not a step, but about earlier steps."""

Event = Transition | Aside
