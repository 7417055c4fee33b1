"""From a decision to injections and back to a screen, harming nothing."""

from sextant.execution.executor import ExecutionSettings, Executor, Secrets
from sextant.execution.foreign_app import Intruders
from sextant.execution.interrupts import InOrder, Interrupts
from sextant.execution.observer import Eyes
from sextant.execution.popups import Dismissal, Popups
from sextant.execution.rollback import Rollback, RollbackSettings
from sextant.execution.settlement import Settlement, said_by_person, settle_intent
from sextant.execution.staleness import Departing
from sextant.execution.target import ENCODINGS, Encoding
from sextant.execution.ways import Chained, Retracing

__all__ = [
    "ENCODINGS",
    "Chained",
    "Departing",
    "Dismissal",
    "Encoding",
    "ExecutionSettings",
    "Executor",
    "Eyes",
    "InOrder",
    "Interrupts",
    "Intruders",
    "Popups",
    "Retracing",
    "Rollback",
    "RollbackSettings",
    "Secrets",
    "Settlement",
    "said_by_person",
    "settle_intent",
]
