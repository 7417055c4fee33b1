"""The interfaces between components, as Protocols. No side effects, no concrete classes.

`Device`, `Actor`, `Guide` and `Course` are the main ones.
"""

from sextant.protocols.actors import Actor, Course, CourseStatus, Guest, GuestAction, GuestTask, GuestView, Person
from sextant.protocols.decisions import Composer, Review, Reviewed, Reviewer
from sextant.protocols.devices import (
    AnswerReporter,
    AppCatalog,
    Device,
    DeviceClock,
    EffectReporter,
    GatedDevice,
    GestureFeed,
    HandoverDevice,
    LeasedDevice,
    PackageCatalog,
    PageReader,
    Perceive,
    PersonWatcher,
    RunGrader,
    SecretKeeper,
    TouchLocator,
    WriteAuthority,
)
from sextant.protocols.evidence import CitationCheck, ClaimKeeper, Questions, Stateful
from sextant.protocols.execution import AttemptJudge, Cleared, Executor, InterruptHandler, Recovery, RoutineGuide
from sextant.protocols.guides import Guide, GuideCounts, GuideView, LastingFields, Objector, UpdateCall
from sextant.protocols.journal import IntentLog, Journal
from sextant.protocols.models import Model, Prompt, Reply, TextSchema

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
    "GestureFeed",
    "Guest",
    "GuestAction",
    "GuestTask",
    "GuestView",
    "Guide",
    "GuideCounts",
    "GuideView",
    "HandoverDevice",
    "IntentLog",
    "InterruptHandler",
    "Journal",
    "LastingFields",
    "LeasedDevice",
    "Model",
    "Objector",
    "PackageCatalog",
    "PageReader",
    "Perceive",
    "Person",
    "PersonWatcher",
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
    "TextSchema",
    "TouchLocator",
    "UpdateCall",
    "WriteAuthority",
]
