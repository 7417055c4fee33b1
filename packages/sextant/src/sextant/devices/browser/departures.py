"""Decides which pages, files and frames belong to the run, and which navigations leave them."""

from collections.abc import Mapping, Sequence
from typing import Any

from sextant.addresses.origins import of_site, origin_of, same_origin
from sextant.devices.browser.arrivals import author_of
from sextant.devices.browser.collector import Frame
from sextant.devices.browser.gate_host import Departure
from sextant.devices.browser.own_pages import OwnPages
from sextant.devices.browser.tabs import Tab
from sextant.types.effects import AFTER_PRIVATE

__all__ = ["NavigationScope"]

_WEB = ("http://", "https://")
_ADDRESSED = (*_WEB, "file:")
_SENT_BY_USER = frozenset({"anchorClick", "formSubmissionGet", "formSubmissionPost"})
"""The protocol's reasons for a navigation by link or form."""


class NavigationScope:
    """Decides whether a requested page leaves the run's own pages.

    Own are the origins of the start page, of the apps and of the named addresses; the origins to which the start page
    redirected while it opened; pages of the same site to which a server of an own page redirects; and files in the
    folders of own files.

    Args:
        own: Addresses whose origins, or folders, are the run's own; `*`: all are.
    """

    def __init__(self, own: Sequence[str]) -> None:
        self.own = OwnPages(own)
        self.owns = self.own.owns
        self._sites: set[tuple[str, str]] = set()
        self._passed: set[str] = set()
        """Origins of foreign pages that were let pass: the browser may show them again without a request."""
        self.start = ""
        """The tab in which the start page is being opened: it may go anywhere meanwhile."""
        self.private = False
        """Whether private text was typed."""

    def arrived(self, address: str) -> None:
        """Record the address at which the start page came up: its origin is the run's own, too."""
        self.start = ""
        if address.startswith(_WEB):
            self.own.add(address)

    def departure(self, tab: Tab | None, event: Mapping[str, Any]) -> Departure | None:
        """Return how a paused request leaves the run's own pages; None if it does not.

        `tab`: the sender; None for a tab that is not shown, whose departures are refused without asking.
        """
        address = str(event["request"]["url"])
        if address.startswith("file:"):
            return None if self.owns(address) else Departure(refused=_NO_FILE)
        if event["resourceType"] != "Document" or not address.startswith(_WEB) or self.owns(address):
            return None
        if tab is None:
            return Departure(refused="nobody sees this page")
        if tab.target == self.start and event.get("frameId") == tab.main:
            if event.get("redirectedRequestId") is not None:
                self.own.add(address)
            return None
        self._learn(tab)
        frame = str(event.get("frameId", tab.main))
        if frame != tab.main:
            sent = self.private and tab.requested.get(frame) in _SENT_BY_USER
            return Departure(AFTER_PRIVATE) if sent and not _shows_origin(tab, frame, address) else None
        redirected = event.get("redirectedRequestId") is not None
        if redirected and any(of_site(address, site, origin) for site, origin in self._sites):
            self.let_pass(address)
            return None
        if _shows_origin(tab, tab.main, address) and not self.private:
            self.let_pass(address)
            return None
        return Departure(AFTER_PRIVATE if self.private else "")

    def let_pass(self, address: str) -> None:
        """Record that pages of an origin may be shown: this was allowed."""
        self._passed.add(origin_of(address))

    def trespasses(self, tab: Tab, document: Mapping[str, Any], replaces: bool) -> str:
        """Return the address of a foreign page that a tab shows though nothing let it pass; empty if there is none.

        `replaces`: whether the document has just taken the place of another; else the tab had it when it was found.
        """
        address = author_of(document, tab.opened_by)
        if not address or self.owns(address) or origin_of(address) in self._passed or tab.target == self.start:
            return ""
        return address if replaces or not str(document["url"]).startswith(_WEB) else ""

    def has_foreign_frames(self, tab: Tab) -> bool:
        """Whether a tab shows frames of a foreign origin."""
        return any(self.is_foreign(tab, frame) for frame in tab.frames.values())

    def is_foreign(self, tab: Tab, frame: Frame) -> bool:
        """Whether a frame is foreign to the run and to the page around it, or its origin is unknown."""
        address = self.address_of(tab, frame)
        if address is None:
            return True
        return address.startswith(_WEB) and not self.owns(address) and not same_origin(address, tab.url)

    def address_of(self, tab: Tab, frame: Frame) -> str | None:
        """Return the address of a frame's document, or of the nearest frame around it that has an address.

        None if it is unknown.
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
        """Remember the registrable domain that the browser reports for an own page: it knows the public suffixes."""
        main = tab.frames.get(tab.main)
        if main is not None and main.site and self.owns(main.url):
            self._sites.add((main.site, origin_of(main.url)))


_NO_FILE = "it is no file of the start page's folder; name another folder with --origin file:///FOLDER/"


def _shows_origin(tab: Tab, frame: str, address: str) -> bool:
    """Whether the frame already shows that origin."""
    found = tab.frames.get(frame)
    return found is not None and same_origin(found.url, address)
