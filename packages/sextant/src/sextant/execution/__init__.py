"""Executes decisions on the device, with retries, and handles interrupts and rollbacks."""

from sextant.execution.executor import ExecutionSettings, SecretCheck, Secrets, StepExecutor, anywhere
from sextant.execution.hints import HINTS
from sextant.execution.interrupts import ForeignAppHandler, OutageHandler
from sextant.execution.lost_outcome import Settlement, confirmed_by_person, settle_intent
from sextant.execution.observer import ScreenObserver
from sextant.execution.popups import PopupHandler, PopupPolicy
from sextant.execution.rollback import Rollback, RollbackSettings
from sextant.execution.staleness import ChangeCheck
from sextant.execution.target import ENCODINGS, Encoding
from sextant.execution.ways_back import CombinedRecovery, HistoryRecovery

__all__ = [
    "ENCODINGS",
    "HINTS",
    "ChangeCheck",
    "CombinedRecovery",
    "Encoding",
    "ExecutionSettings",
    "ForeignAppHandler",
    "HistoryRecovery",
    "OutageHandler",
    "PopupHandler",
    "PopupPolicy",
    "Rollback",
    "RollbackSettings",
    "ScreenObserver",
    "SecretCheck",
    "Secrets",
    "Settlement",
    "StepExecutor",
    "anywhere",
    "confirmed_by_person",
    "settle_intent",
]
