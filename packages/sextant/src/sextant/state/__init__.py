"""The past of a run: the event log, the states that are folded from it, and the names of rows."""

from sextant.state.claims import CLAIMS, REQUIREMENTS, Claims, restated
from sextant.state.event_log import EventLog, Fold
from sextant.state.migrations import migrated
from sextant.state.page_baseline import PAGES, Appearance, PageAct, PageBaseline
from sextant.state.progress import PROGRESS, RunProgress, attempt_key
from sextant.state.rows import row_name

__all__ = [
    "CLAIMS",
    "PAGES",
    "PROGRESS",
    "REQUIREMENTS",
    "Appearance",
    "Claims",
    "EventLog",
    "Fold",
    "PageAct",
    "PageBaseline",
    "RunProgress",
    "attempt_key",
    "migrated",
    "restated",
    "row_name",
]
