"""The journal: intentions, outcomes, screens and snapshots on disk; resume, replay, export."""

from sextant.journal.export import export_trace, import_trace, read_lines
from sextant.journal.log import Clock, Mask, Privacy, RunLog
from sextant.journal.record import Pending, RunRecord
from sextant.journal.records import (
    TRACE_VERSION,
    Note,
    Outcome,
    Permission,
    Record,
    RunHead,
    Settled,
    StoredPicture,
    StoredScreen,
)
from sextant.journal.redact import redact
from sextant.journal.store import Journal, Retention, Start, Swept
from sextant.journal.summary import RunStatus, RunSummary, StepSummary, describe, step_row, step_rows

__all__ = [
    "TRACE_VERSION",
    "Clock",
    "Journal",
    "Mask",
    "Note",
    "Outcome",
    "Pending",
    "Permission",
    "Privacy",
    "Record",
    "Retention",
    "RunHead",
    "RunLog",
    "RunRecord",
    "RunStatus",
    "RunSummary",
    "Settled",
    "Start",
    "StepSummary",
    "StoredPicture",
    "StoredScreen",
    "Swept",
    "describe",
    "export_trace",
    "import_trace",
    "read_lines",
    "redact",
    "step_row",
    "step_rows",
]
