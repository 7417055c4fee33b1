"""Every seam of the project, as Protocols. No side effects, no concrete classes.

Firm are `Device`, `Actor`, `Guide` and `Course`; the rest appeared with its second implementation.
"""

from sextant.contracts.actors import Actor, Guest, GuestAction, GuestTask, GuestView
from sextant.contracts.courses import Course, TellsStanding
from sextant.contracts.deciding import Composer, Review, Reviewed, Reviewer
from sextant.contracts.devices import (
    Device,
    GradesRuns,
    GuardsSecrets,
    GuardsWrites,
    HandsOver,
    Perceive,
    ReadsAhead,
    ReportsAnswers,
    ReportsEffects,
    TellsApps,
    TellsTime,
    TellsWhere,
    WriteAuthority,
)
from sextant.contracts.evidence import ClaimKeeper, Exhibiting, Questions, Stateful
from sextant.contracts.execution import Cleared, Executor, Interrupt, JudgesAttempts, Mending, Recovery
from sextant.contracts.guides import Counting, Guide, Lasting, Objecting, Updating, View
from sextant.contracts.journal import IntentLog, Journal
from sextant.contracts.models import Model, Prompt, Reply, Written
from sextant.contracts.people import Person

__all__ = [
    "Actor",
    "ClaimKeeper",
    "Cleared",
    "Composer",
    "Counting",
    "Course",
    "Device",
    "Executor",
    "Exhibiting",
    "GradesRuns",
    "GuardsSecrets",
    "GuardsWrites",
    "Guest",
    "GuestAction",
    "GuestTask",
    "GuestView",
    "Guide",
    "HandsOver",
    "IntentLog",
    "Interrupt",
    "Journal",
    "JudgesAttempts",
    "Lasting",
    "Mending",
    "Model",
    "Objecting",
    "Perceive",
    "Person",
    "Prompt",
    "Questions",
    "ReadsAhead",
    "Recovery",
    "Reply",
    "ReportsAnswers",
    "ReportsEffects",
    "Review",
    "Reviewed",
    "Reviewer",
    "Stateful",
    "TellsApps",
    "TellsStanding",
    "TellsTime",
    "TellsWhere",
    "Updating",
    "View",
    "WriteAuthority",
    "Written",
]
