"""Browsers that drawings left behind when they were killed."""

from sextant.build import open_journal
from sextant.errors import SextantError
from sextant.settings import Settings

__all__ = ["end_leftovers"]

_NEWEST_RUNS = 50
"""Runs that are looked through for whoever began a browser: older ones have none that is still there."""


def end_leftovers(device: str, settings: Settings) -> None:
    """Ends browsers that drawings of the same target left behind when they were killed: nobody comes back to them."""
    if not device.startswith("web:"):
        return
    from sextant.devices.browser.registry import end_browser, orphans

    left = {browser.id for browser in orphans()}
    if not left:
        return
    journal = open_journal(settings)
    for run in journal.runs()[:_NEWEST_RUNS]:
        if run.status != "crashed":
            continue
        try:
            with journal.read(run.run) as record:
                mine = record.head.actor == "explorer" and record.head.device == device
                lease = record.leased
        except SextantError:
            continue  # a damaged record says nothing about a browser
        if mine and lease is not None and lease.data.get("id") in left:
            end_browser(lease.data["id"])
