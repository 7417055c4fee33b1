"""Demonstrations: traces of the oracle, with mistakes and recoveries, and training records made from them."""

from sextant_worlds.demonstrations.recorder import demonstrate, demonstrate_recovery, task_of
from sextant_worlds.demonstrations.records import TrainingRecord, as_completion, as_messages, lines, records, save
from sextant_worlds.demonstrations.trace import Taken, Trace, dumps, loads
from sextant_worlds.oracle.actor import OracleActor
from sextant_worlds.oracle.decisions import MemoryEvent

__all__ = [
    "MemoryEvent",
    "OracleActor",
    "Taken",
    "Trace",
    "TrainingRecord",
    "as_completion",
    "as_messages",
    "demonstrate",
    "demonstrate_recovery",
    "dumps",
    "lines",
    "loads",
    "records",
    "save",
    "task_of",
]
