"""Every seam of the project, as Protocols. No side effects, no concrete classes.

Firm are `Device`, `Actor`, `Guide` and `Course`; the rest appeared with its second implementation.
"""

from sextant.protocols.actors import Actor, Guest, GuestAction, GuestTask, GuestView
from sextant.protocols.courses import Course, TellsStanding
from sextant.protocols.decisions import Composing, Deciding, Deliberated, Reviewing
from sextant.protocols.devices import (
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
from sextant.protocols.evidence import Asking, ClaimKeeper, Exhibiting, Stateful
from sextant.protocols.execution import Cleared, Clearing, Executing, JudgesAttempts, Mending, Recovery
from sextant.protocols.guides import Counting, Guide, GuideView, Lasting, Objecting, Updating
from sextant.protocols.journal import IntentLog, Journal
from sextant.protocols.models import Model, Prompt, Reply, TextSchema
from sextant.protocols.people import Person

__all__ = [
    "Actor",
    "Asking",
    "ClaimKeeper",
    "Cleared",
    "Clearing",
    "Composing",
    "Counting",
    "Course",
    "Deciding",
    "Deliberated",
    "Device",
    "Executing",
    "Exhibiting",
    "GradesRuns",
    "GuardsSecrets",
    "GuardsWrites",
    "Guest",
    "GuestAction",
    "GuestTask",
    "GuestView",
    "Guide",
    "GuideView",
    "HandsOver",
    "IntentLog",
    "Journal",
    "JudgesAttempts",
    "Lasting",
    "Mending",
    "Model",
    "Objecting",
    "Perceive",
    "Person",
    "Prompt",
    "ReadsAhead",
    "Recovery",
    "Reply",
    "ReportsAnswers",
    "ReportsEffects",
    "Reviewing",
    "Stateful",
    "TellsApps",
    "TellsStanding",
    "TellsTime",
    "TellsWhere",
    "TextSchema",
    "Updating",
    "WriteAuthority",
]
