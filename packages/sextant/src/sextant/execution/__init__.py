"""From a decision to injections and back to a screen, harming nothing."""

from sextant.execution.executor import ExecutionSettings, Secrets, StepExecutor
from sextant.execution.hints import HINTS
from sextant.execution.interrupts import Intruders, Outage
from sextant.execution.lost_outcome import Settlement, said_by_person, settle_intent
from sextant.execution.observer import ScreenObserver
from sextant.execution.popups import Dismissal, Popups
from sextant.execution.rollback import Rollback, RollbackSettings
from sextant.execution.staleness import Departing
from sextant.execution.target import ENCODINGS, Encoding
from sextant.execution.ways_back import Chained, Retracing

__all__ = [
    "ENCODINGS",
    "HINTS",
    "Chained",
    "Departing",
    "Dismissal",
    "Encoding",
    "ExecutionSettings",
    "Intruders",
    "Outage",
    "Popups",
    "Retracing",
    "Rollback",
    "RollbackSettings",
    "ScreenObserver",
    "Secrets",
    "Settlement",
    "StepExecutor",
    "said_by_person",
    "settle_intent",
]
