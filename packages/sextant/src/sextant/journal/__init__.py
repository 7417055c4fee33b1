"""The journal: intentions, outcomes, screens and snapshots on disk; resume, replay, export."""

from sextant.journal.briefs import ReadBrief, briefs_of
from sextant.journal.candidates import CandidateSummary, candidates_of
from sextant.journal.entries import (
    TRACE_VERSION,
    Note,
    Outcome,
    Permission,
    Record,
    RunHead,
    SettledIntention,
    StoredPicture,
    StoredScreen,
)
from sextant.journal.export import export_trace, import_trace
from sextant.journal.line import RunLine, line_of
from sextant.journal.log import Clock, Mask, Privacy, RunLog
from sextant.journal.reasons import in_plain_words
from sextant.journal.recovery import RecoveryCounter, RecoveryStatistics, recovery_of, recovery_words
from sextant.journal.run_reader import Pending, RunRecord
from sextant.journal.store import CleanupResult, Retention, RunStore, Start
from sextant.journal.summary import (
    NOT_ACCEPTED,
    AskedSummary,
    EffectSummary,
    NotAccepted,
    RunStatus,
    RunSummary,
    StepSummary,
    asked_and_done,
    describe,
    effects_of,
    not_accepted,
    status_words,
    step_row,
)

__all__ = [
    "NOT_ACCEPTED",
    "TRACE_VERSION",
    "AskedSummary",
    "CandidateSummary",
    "CleanupResult",
    "Clock",
    "EffectSummary",
    "Mask",
    "NotAccepted",
    "Note",
    "Outcome",
    "Pending",
    "Permission",
    "Privacy",
    "ReadBrief",
    "Record",
    "RecoveryCounter",
    "RecoveryStatistics",
    "Retention",
    "RunHead",
    "RunLine",
    "RunLog",
    "RunRecord",
    "RunStatus",
    "RunStore",
    "RunSummary",
    "SettledIntention",
    "Start",
    "StepSummary",
    "StoredPicture",
    "StoredScreen",
    "asked_and_done",
    "briefs_of",
    "candidates_of",
    "describe",
    "effects_of",
    "export_trace",
    "import_trace",
    "in_plain_words",
    "line_of",
    "not_accepted",
    "recovery_of",
    "recovery_words",
    "status_words",
    "step_row",
]
