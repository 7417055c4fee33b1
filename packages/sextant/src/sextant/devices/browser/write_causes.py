"""Attributes the writes of an app to a touch of the run, to the loading of a document, or to neither."""

import time
from collections import deque
from dataclasses import field
from datetime import UTC, datetime

from sextant.dataclass import dataclass
from sextant.devices.browser.request_body import Signature
from sextant.types.effects import EffectCause

__all__ = ["Touches", "UnpromptedRequests"]

_LOADERS_KEPT = 64
_FRAMES_KEPT = 64
_KINDS_KEPT = 2000
"""Limits on memory. A write of a forgotten kind is held; a forgotten document is long gone."""
_DAY = 86_400.0
"""A time without a zone may differ from now by a time zone (up to 14 h)."""
_A_SECOND = (1.0, 1e3, 1e6)
"""Times are sent as seconds, milliseconds or microseconds since 1970."""


@dataclass(slots=True)
class _Document:
    """The main document of a tab. `left`: the loaders of the touched documents before it."""

    touched: bool = False
    by_touch: bool = False
    """Whether a touch in the current step led to it: what it sends by itself may be what the touch asked for."""
    left: deque[str] = field(default_factory=lambda: deque[str](maxlen=_LOADERS_KEPT))


class Touches:
    """Records which documents were touched since they were loaded. A document is identified by tab and loader."""

    def __init__(self) -> None:
        self._documents: dict[str, _Document] = {}
        self._asked: dict[str, str] = {}
        """By frame, the loader of the document that it requested last within a step."""
        self._stepping = False
        self.any = False
        """Whether anything was touched: decides for workers that belong to no document."""

    def opened(self, tab: str, touched: bool) -> None:
        """Add a tab. `touched`: its document was there before the run, or a touched one opened it."""
        self._documents[tab] = _Document(touched)
        self.any = self.any or touched

    def closed(self, tab: str) -> None:
        """Remove a tab."""
        self._documents.pop(tab, None)

    def begin(self, tab: str) -> None:
        """Call before a gesture reaches a tab: what follows within the step is its effect."""
        self._documents.setdefault(tab, _Document()).touched = True
        self._stepping = self.any = True

    def end(self) -> None:
        """Call once the effects of the gesture have settled."""
        self._stepping = False
        for document in self._documents.values():
            document.by_touch = False

    def by_touch(self, tab: str) -> bool:
        """Whether a touch in the current step led to the document of a tab."""
        document = self._documents.get(tab)
        return document is not None and document.by_touch

    def committed(self, tab: str, left: tuple[str, ...]) -> None:
        """Record a new main document; `left` are the loaders of the frames that it replaces."""
        document = self._documents.setdefault(tab, _Document())
        if document.touched:
            document.left.extend(loader for loader in left if loader)
        document.by_touch = self._stepping and (document.touched or document.by_touch)
        document.touched = False

    def asks(self, tab: str, frame: str, loader: str) -> None:
        """Record that a frame of a tab requests a document."""
        asked = self._asked.pop(frame, "")
        document = self._documents.get(tab, _Document())
        by_step = self._stepping and (document.touched or document.by_touch)
        if by_step or asked == loader:  # a redirect has the loader of what was asked for
            self._asked[frame] = loader
        while len(self._asked) > _FRAMES_KEPT:
            del self._asked[next(iter(self._asked))]

    def awaited(self, frame: str) -> str:
        """Return and forget the loader that a step made the frame request; empty if it then requested another."""
        return self._asked.pop(frame, "")

    def untouched(self, tab: str, loader: str | None) -> bool:
        """Whether the sending document has not been touched since it was loaded.

        An empty `tab` stands for a worker without a document. `loader` is None if the sending document is unknown.
        """
        document = self._documents.get(tab)
        if document is None:
            return not self.any
        if document.touched or (loader and loader in document.left):
            return False
        return loader is not None or not document.left

    def cause(self, tab: str, loader: str | None) -> EffectCause:
        """Return what made the document send, as far as timing shows."""
        if self.untouched(tab, loader):
            return "load"
        return "touch" if self._stepping else "timer"


class UnpromptedRequests:
    """The kinds of request that pages send without a touch; the same kind after a touch is not an effect of it.

    A number in the request may differ only if it differed between two such requests, or if both are times near now.
    """

    def __init__(self) -> None:
        self._kinds: dict[str, list[str | None]] = {}
        """By kind, the numbers in the requests; None for those that differed."""

    def add(self, signature: Signature) -> None:
        """Record a request that a page sent untouched."""
        known = self._kinds.pop(signature.kind, list(signature.numbers))
        self._kinds[signature.kind] = [
            old if old == new else None for old, new in zip(known, signature.numbers, strict=True)
        ]
        while len(self._kinds) > _KINDS_KEPT:
            del self._kinds[next(iter(self._kinds))]

    def covers(self, signature: Signature) -> bool:
        """Whether pages send such a request untouched."""
        known = self._kinds.get(signature.kind)
        return known is not None and all(
            old is None or old == new or (_is_now(old) and _is_now(new))
            for old, new in zip(known, signature.numbers, strict=True)
        )


def _is_now(text: str) -> bool:
    """Whether the text is a time near now. A date without a time is not: it may be a chosen value."""
    try:
        moments = [float(text) / unit for unit in _A_SECOND]
    except ValueError:
        try:
            parsed = datetime.fromisoformat(text)
        except ValueError:
            return False
        dated = parsed if parsed.tzinfo else parsed.replace(tzinfo=UTC)
        moments = [dated.timestamp()] if len(text) > len("2026-01-01") else []
    return any(abs(moment - time.time()) < _DAY for moment in moments)
