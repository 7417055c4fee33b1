"""Every seam of the project, as Protocols. No side effects, no concrete classes.

Firm are `Device`, `Actor`, `Guide` and `Course`; the rest appeared with its second implementation.
"""

from sextant.contracts.actors import Actor, Guest, GuestAction, GuestTask, GuestView
from sextant.contracts.courses import Course, CourseStatus
from sextant.contracts.deciding import Composer, Review, Reviewed, Reviewer
from sextant.contracts.devices import (
    AnswerReporter,
    AppCatalog,
    Device,
    DeviceClock,
    EffectReporter,
    GatedDevice,
    HandoverDevice,
    PageReader,
    Perceive,
    RunGrader,
    SecretKeeper,
    TouchLocator,
    WriteAuthority,
)
from sextant.contracts.evidence import CitationCheck, ClaimKeeper, Questions, Stateful
from sextant.contracts.execution import AttemptJudge, Cleared, Executor, Interrupt, Recovery, RoutineGuide
from sextant.contracts.guides import Guide, GuideCounts, LastingFields, Objector, UpdateCall, View
from sextant.contracts.journal import IntentLog, Journal
from sextant.contracts.models import Model, Prompt, Reply, Written
from sextant.contracts.people import Person

__all__ = [
    "Actor",
    "AnswerReporter",
    "AppCatalog",
    "AttemptJudge",
    "CitationCheck",
    "ClaimKeeper",
    "Cleared",
    "Composer",
    "Course",
    "CourseStatus",
    "Device",
    "DeviceClock",
    "EffectReporter",
    "Executor",
    "GatedDevice",
    "Guest",
    "GuestAction",
    "GuestTask",
    "GuestView",
    "Guide",
    "GuideCounts",
    "HandoverDevice",
    "IntentLog",
    "Interrupt",
    "Journal",
    "LastingFields",
    "Model",
    "Objector",
    "PageReader",
    "Perceive",
    "Person",
    "Prompt",
    "Questions",
    "Recovery",
    "Reply",
    "Review",
    "Reviewed",
    "Reviewer",
    "RoutineGuide",
    "RunGrader",
    "SecretKeeper",
    "Stateful",
    "TouchLocator",
    "UpdateCall",
    "View",
    "WriteAuthority",
    "Written",
]
