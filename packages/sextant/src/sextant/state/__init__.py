"""What a run knows of its past: the event log, the states that are folded from it, and what rows are called."""

from sextant.state.claims import CLAIMS, Claims
from sextant.state.event_log import EventLog, Fold
from sextant.state.migrations import migrated
from sextant.state.page_baseline import PAGES, PageAct, PageBaseline, Rise
from sextant.state.progress import PROGRESS, RunProgress, pair_of
from sextant.state.rows import row_of

__all__ = [
    "CLAIMS",
    "PAGES",
    "PROGRESS",
    "Claims",
    "EventLog",
    "Fold",
    "PageAct",
    "PageBaseline",
    "Rise",
    "RunProgress",
    "migrated",
    "pair_of",
    "row_of",
]
