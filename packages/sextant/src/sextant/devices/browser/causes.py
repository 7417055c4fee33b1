"""What made an app write: a touch of ours, the loading of a document, or neither."""

import time
from collections import deque
from dataclasses import dataclass, field
from datetime import UTC, datetime

from sextant.devices.browser.request_body import Signature
from sextant.types.effects import EffectCause

__all__ = ["Touches", "UntouchedSends"]

_LOADERS_KEPT = 64
_FRAMES_KEPT = 64
_KINDS_KEPT = 2000
"""All are bounds on memory. What is forgotten is held, or of a document that is long gone."""
_DAY = 86_400.0
"""A time differs from now by a time zone (up to 14 h) where it does not name its own."""
_A_SECOND = (1.0, 1e3, 1e6)
"""Times are sent as seconds, milliseconds or microseconds since 1970."""


@dataclass(slots=True)
class _Document:
    """The main document of a tab. `left` are the loaders of touched documents that were there before."""

    touched: bool = False
    led: bool = False
    """A touch led to it, and its step goes on: what it sends by itself may be what the touch asked for."""
    left: deque[str] = field(default_factory=lambda: deque[str](maxlen=_LOADERS_KEPT))


class Touches:
    """Knows which documents were touched since they were loaded. A document is known by its tab and its loader."""

    def __init__(self) -> None:
        self._documents: dict[str, _Document] = {}
        self._asked: dict[str, str] = {}
        """By frame the loader of the document that it asked for last, where that was within a step."""
        self._stepping = False
        self.any = False
        """Whether anything was touched at all: workers that belong to no document count by that."""

    def opened(self, tab: str, touched: bool) -> None:
        """A tab is there. `touched`: its document was there before us, or a touched one opened it."""
        self._documents[tab] = _Document(touched)
        self.any = self.any or touched

    def closed(self, tab: str) -> None:
        """A tab is gone."""
        self._documents.pop(tab, None)

    def begin(self, tab: str) -> None:
        """A gesture is about to reach a tab: what follows within the step is its doing."""
        self._documents.setdefault(tab, _Document()).touched = True
        self._stepping = self.any = True

    def end(self) -> None:
        """The effects of the gesture have settled."""
        self._stepping = False
        for document in self._documents.values():
            document.led = False

    def led(self, tab: str) -> bool:
        """Whether a touch led to the document of a tab within the step that goes on."""
        document = self._documents.get(tab)
        return document is not None and document.led

    def committed(self, tab: str, left: tuple[str, ...]) -> None:
        """A new main document is shown; `left` are the loaders of the frames that it replaces."""
        document = self._documents.setdefault(tab, _Document())
        if document.touched:
            document.left.extend(loader for loader in left if loader)
        document.led = self._stepping and (document.touched or document.led)
        document.touched = False

    def asks(self, tab: str, frame: str, loader: str) -> None:
        """A frame of a tab asks for a document."""
        asked = self._asked.pop(frame, "")
        document = self._documents.get(tab, _Document())
        by_step = self._stepping and (document.touched or document.led)
        if by_step or asked == loader:  # a redirect has the loader of what was asked for
            self._asked[frame] = loader
        while len(self._asked) > _FRAMES_KEPT:
            del self._asked[next(iter(self._asked))]

    def awaited(self, frame: str) -> str:
        """The loader of the document that a step had the frame ask for; empty after it asked for another by itself."""
        return self._asked.pop(frame, "")

    def untouched(self, tab: str, loader: str | None) -> bool:
        """Whether the document that sends has not been touched since it was loaded.

        An empty `tab` is that of a worker without a document. `loader` None: it is not known which document sends.
        """
        document = self._documents.get(tab)
        if document is None:
            return not self.any
        if document.touched or (loader and loader in document.left):
            return False
        return loader is not None or not document.left

    def cause(self, tab: str, loader: str | None) -> EffectCause:
        """What made the document do it, as far as time tells."""
        if self.untouched(tab, loader):
            return "load"
        return "touch" if self._stepping else "timer"


class UntouchedSends:
    """What pages send without a touch. The like may pass after a touch too: it is not the touch's doing.

    A number may differ only where it was seen to differ between two such requests, or where both are times near now.
    """

    def __init__(self) -> None:
        self._kinds: dict[str, list[str | None]] = {}
        """By kind the numbers of the requests; None where they differed."""

    def add(self, signature: Signature) -> None:
        """A page sent that untouched."""
        known = self._kinds.pop(signature.kind, list(signature.numbers))
        self._kinds[signature.kind] = [
            old if old == new else None for old, new in zip(known, signature.numbers, strict=True)
        ]
        while len(self._kinds) > _KINDS_KEPT:
            del self._kinds[next(iter(self._kinds))]

    def covers(self, signature: Signature) -> bool:
        """Whether a page sends the like untouched."""
        known = self._kinds.get(signature.kind)
        return known is not None and all(
            old is None or old == new or (_is_now(old) and _is_now(new))
            for old, new in zip(known, signature.numbers, strict=True)
        )


def _is_now(text: str) -> bool:
    """Whether it is a moment of these days. A date without a time is none: it may be what was chosen."""
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
