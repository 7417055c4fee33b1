"""From a decision to injections and back to a screen, harming nothing."""

from sextant.execution.executor import ExecutionSettings, Executor, Secrets
from sextant.execution.eyes import Eyes
from sextant.execution.interrupts import Interrupts
from sextant.execution.settlement import Settlement, said_by_person, settle_intent

__all__ = [
    "ExecutionSettings",
    "Executor",
    "Eyes",
    "Interrupts",
    "Secrets",
    "Settlement",
    "said_by_person",
    "settle_intent",
]
