"""What the run may show: which pages, files and frames are its own, and what leaves them."""

from collections.abc import Mapping, Sequence
from typing import Any

from sextant.devices.browser.gate_host import Departure
from sextant.devices.browser.own import OwnPages
from sextant.devices.browser.tabs import Frame, Tab
from sextant.types.effects import AFTER_PRIVATE
from sextant.types.origins import of_site, origin_of, same_origin

__all__ = ["Borders"]

_WEB = ("http://", "https://")
_ADDRESSED = (*_WEB, "file:")
_SENT_BY_USER = frozenset({"anchorClick", "formSubmissionGet", "formSubmissionPost"})
"""Why a frame goes elsewhere, in the protocol's words, where it is by a link or a form."""


class Borders:
    """Tells of each page that is asked for whether it leaves the run's own ones.

    Its own are the origins of the start page, of the apps and those that were named; where the start page led by
    itself; pages of the same site to which the server of one of them redirects; and of files those in their folders.

    Args:
        own: Addresses whose origins, or folders, are the run's own; `*`: all are.
    """

    def __init__(self, own: Sequence[str]) -> None:
        self.own = OwnPages(own)
        self.owns = self.own.owns
        self._sites: set[tuple[str, str]] = set()
        self.open = True
        """The start page is being opened: it may lead anywhere."""
        self.private = False
        """Whether something private was typed."""

    def arrived(self, address: str) -> None:
        """The start page has come up there: that origin is the run's own, too."""
        self.open = False
        if address.startswith(_WEB):
            self.own.add(address)

    def departs(self, tab: Tab | None, event: Mapping[str, Any]) -> Departure | None:
        """How a paused request leaves the run's own pages; None where it does not.

        `tab`: the one that sends; None is one that nobody sees, of which nobody is asked.
        """
        address = str(event["request"]["url"])
        if address.startswith("file:"):
            return None if self.owns(address) else Departure(refused=_NO_FILE)
        if event["resourceType"] != "Document" or not address.startswith(_WEB) or self.owns(address):
            return None
        if self.open:
            leads = tab is not None and not tab.opener and event.get("frameId") == tab.main
            if leads and event.get("redirectedRequestId") is not None:
                self.own.add(address)
            return None
        if tab is None:
            return Departure(refused="nobody sees this page")
        self._learn(tab)
        frame = str(event.get("frameId", tab.main))
        if frame != tab.main:
            sent = self.private and tab.requested.get(frame) in _SENT_BY_USER
            return Departure(AFTER_PRIVATE) if sent and not _shown(tab, frame, address) else None
        redirected = event.get("redirectedRequestId") is not None
        if redirected and any(of_site(address, site, origin) for site, origin in self._sites):
            return None
        if _shown(tab, tab.main, address) and not self.private:
            return None
        return Departure(AFTER_PRIVATE if self.private else "")

    def strangers(self, tab: Tab) -> bool:
        """Whether a tab shows frames of somebody else's."""
        return any(self.is_strange(tab, frame) for frame in tab.frames.values())

    def is_strange(self, tab: Tab, frame: Frame) -> bool:
        """Whether a frame belongs to somebody else than the run and the page around it, or nobody can tell."""
        address = self.belongs(tab, frame)
        if address is None:
            return True
        return address.startswith(_WEB) and not self.owns(address) and not same_origin(address, tab.url)

    def belongs(self, tab: Tab, frame: Frame) -> str | None:
        """The address that a frame's document is of: its own, or of what is around it where that has none of its own.

        None where that cannot be told.
        """
        for _ in tab.frames:
            address = frame.url.removeprefix("blob:")
            if frame.id == tab.main or address.startswith(_ADDRESSED):
                return address
            if (around := tab.frames.get(frame.parent)) is None:
                return None
            frame = around
        return None

    def _learn(self, tab: Tab) -> None:
        """The browser knows the public suffixes: of each page that it shows it tells the registrable domain."""
        main = tab.frames.get(tab.main)
        if main is not None and main.site and self.owns(main.url):
            self._sites.add((main.site, origin_of(main.url)))


_NO_FILE = "it is no file of the start page's folder; name another folder with --origin file:///FOLDER/"


def _shown(tab: Tab, frame: str, address: str) -> bool:
    """Whether the frame shows that origin already."""
    found = tab.frames.get(frame)
    return found is not None and same_origin(found.url, address)
