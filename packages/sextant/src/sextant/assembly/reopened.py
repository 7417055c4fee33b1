"""Whether a device has reloaded its pages since an action began on it, in any leg of a run."""

from sextant.journal import RunRecord
from sextant.journal.entries import Note
from sextant.types.devices import Intent

__all__ = ["REOPENED", "reopened_since"]

REOPENED = "reopened"
"""Kind of the note that a leg leaves where it did not find its device as it was left."""


def reopened_since(record: RunRecord) -> bool:
    """Whether the device was reopened after the first unsettled intention.

    What is gone from such a page may be gone for that reason, also for a later leg that finds the page as it is.
    """
    pending = {item.intent.id for item in record.pending()}
    begun = False
    for one in record.records("intent", "note"):
        entry = one.entry
        begun = begun or (isinstance(entry, Intent) and entry.id in pending)
        if begun and isinstance(entry, Note) and entry.kind == REOPENED:
            return True
    return False
