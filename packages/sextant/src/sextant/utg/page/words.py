"""The texts on the page of a map. Content of a map is escaped by `text`: it is data, never markup."""

import base64
import hashlib
import re
from datetime import UTC, datetime
from functools import lru_cache
from typing import Literal

from sextant.html_templates import Markup, escape, isolated
from sextant.types.screens import ElementRef
from sextant.utg.graph import Edge, Trigger
from sextant.utg.hops import DISTRUST

__all__ = [
    "TRUST",
    "Trust",
    "anchor_id",
    "clean",
    "inline",
    "moment",
    "picture",
    "said",
    "text",
    "trust_of",
]

_INVISIBLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\uffff\ud800-\udfff]"
)
"""Control characters, characters that change the text direction, and lone surrogates."""

Trust = Literal["walked", "doubtful", "static", "inferred", "distrusted", "writes"]
"""The reliability of a transition, the highest first."""

TRUST: dict[Trust, str] = {
    "walked": "walked, works",
    "doubtful": "sometimes fails",
    "static": "read from the app, never used",
    "inferred": "known by its address, never used",
    "distrusted": "failed; routes avoid it",
    "writes": "sends something; routes avoid it",
}
_DOUBTFUL = 0.75

_KEPT = 10_000
"""Size of caches: the name of a screen is needed for each line to it."""

_EVENTS = {
    "tap": "tap",
    "hold": "hold",
    "double_tap": "double-tap",
    "drag": "drag",
    "enter": "press Enter in",
    "back": "go back",
    "home": "go to the home screen",
}


@lru_cache(_KEPT)
def clean(value: str, limit: int = 2000) -> str:
    """Puts a text from a map on one line, limits it, and removes control characters."""
    line = " ".join(_INVISIBLE.sub(" ", value[: limit * 2]).split())
    return line if len(line) <= limit else f"{line[: limit - 1]}…"


@lru_cache(_KEPT)
def text(value: str, limit: int = 2000) -> Markup:
    """The same, escaped for HTML elements and for attributes in double quotes."""
    return escape(clean(value, limit))


@lru_cache(_KEPT)
def inline(value: str, limit: int = 200) -> Markup:
    """The same for use in a sentence: isolated, so that its text direction does not affect the sentence."""
    return isolated(text(value, limit))


def moment(at: float) -> datetime | None:
    """A time (Unix seconds) in UTC; None where there is none."""
    try:
        return datetime.fromtimestamp(at, UTC) if at > 0 else None
    except (OverflowError, OSError, ValueError):
        return None


@lru_cache(_KEPT)
def anchor_id(node: str) -> str:
    """The HTML id of a screen: equal on every page of a map, and valid for any node id."""
    return f"screen-{hashlib.sha256(node.encode('utf-8', 'replace')).hexdigest()[:12]}"


def said(trigger: Trigger, opener: ElementRef | None = None) -> str:
    """The action of a transition as text."""
    element = trigger.element
    event = _EVENTS.get(trigger.event) or clean(trigger.event.replace(":", " "), 120)
    if element is None:
        return event
    what = f"‘{clean(element.name, 80)}’" if element.name else f"the {clean(element.role, 40)} without a name"
    where = f" in {clean(element.anchor, 60)}" if element.anchor and element.anchor != element.name else ""
    first = f"open ‘{clean(opener.name, 40) or 'the menu'}’, then " if opener is not None else ""
    return f"{first}{event} {what}{where}"


def trust_of(edge: Edge | None) -> Trust:
    """The reliability of an edge; None stands for a link that is only known by its address."""
    if edge is None:
        return "inferred"
    if edge.writes:
        return "writes"
    if not edge.successes and not edge.failures:
        return "static" if edge.origin == "static" else "doubtful"
    if edge.reliability < DISTRUST:
        return "distrusted"
    return "doubtful" if edge.failures and edge.reliability < _DOUBTFUL else "walked"


_MAGIC = ((b"\x89PNG\r\n", "image/png"), (b"\xff\xd8\xff", "image/jpeg"))


def picture(data: bytes) -> str:
    """A picture as a `data:` address; empty if browsers cannot show its format."""
    kind = next((kind for magic, kind in _MAGIC if data.startswith(magic)), "")
    if not kind and data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        kind = "image/webp"
    return f"data:{kind};base64,{base64.b64encode(data).decode('ascii')}" if kind else ""
