"""From a decision to injections and back to a screen, harming nothing."""

from sextant.execution.aiming import ENCODINGS, Encoding
from sextant.execution.executor import ExecutionSettings, Secrets, StepExecutor
from sextant.execution.eyes import Eyes
from sextant.execution.hints import HINTS
from sextant.execution.interrupts import Outage
from sextant.execution.intruders import Intruders
from sextant.execution.meanwhile import Departing
from sextant.execution.popups import Dismissal, Popups
from sextant.execution.rollback import Rollback, RollbackSettings
from sextant.execution.settlement import Settlement, said_by_person, settle_intent
from sextant.execution.ways import Chained, Retracing

__all__ = [
    "ENCODINGS",
    "HINTS",
    "Chained",
    "Departing",
    "Dismissal",
    "Encoding",
    "ExecutionSettings",
    "Eyes",
    "Intruders",
    "Outage",
    "Popups",
    "Retracing",
    "Rollback",
    "RollbackSettings",
    "Secrets",
    "Settlement",
    "StepExecutor",
    "said_by_person",
    "settle_intent",
]
