"""Requests by their form: safe methods, patterns that allow some, templates of addresses. Pure functions."""

import re
from shlex import quote

from sextant.addresses.parts import cut_to, parts_of
from sextant.dataclass import dataclass
from sextant.types.effects import ObservedEffect
from sextant.types.transitions import Transition

__all__ = ["SAFE_METHODS", "HeldRequests", "RequestPattern", "address_template", "is_variable"]

SAFE_METHODS = frozenset(
    {"GET", "HEAD", "OPTIONS", "TRACE", "PROPFIND", "REPORT", "SEARCH", "QUERY"}  # structural: IANA HTTP methods
)
"""Methods that the IANA registry calls safe: they ask for no change. An unknown method is not safe."""

_METHOD = re.compile(r"[A-Za-z][A-Za-z0-9!#$%&'*+.^_`|~-]*")
_NUMBER = re.compile(r"[-+]?\d[\d.,:_TZ+-]*")
_HEX = re.compile(r"(?=[0-9a-f-]*\d)[0-9a-f]{8,}|[0-9a-f]{8}-[0-9a-f-]{12,}", re.IGNORECASE)
_TOKEN = re.compile(r"(?=[^\d]*\d)(?=[^A-Za-z]*[A-Za-z])[A-Za-z0-9_=.~-]{16,}")
_TOKEN_DIGITS = 3
_MAX_NAMES = 8
"""A bound on the length of a line."""


@dataclass(frozen=True, slots=True)
class RequestPattern:
    """A pattern of requests that may pass a write gate, written as `METHOD pattern`.

    METHOD is a method or `*`. In the pattern `*` stands for any run of characters, everything else for itself. A
    pattern that begins with `/` or `*` is compared with the path, and with path and query where it has a `?`; it
    holds for the run's own origins only. One with `://` is compared with the whole address, of any origin.
    """

    method: str
    pattern: str

    @classmethod
    def parse(cls, text: str) -> "RequestPattern":
        """The pattern in that form.

        Raises:
            ValueError: The text is in no such form; the message says what is amiss.
        """
        method, _, pattern = text.strip().partition(" ")
        pattern = pattern.strip()
        if method != "*" and not _METHOD.fullmatch(method):
            raise ValueError(f"{text!r} does not begin with a method, such as POST or *")
        if not pattern or any(character.isspace() for character in pattern):
            raise ValueError(f"{text!r} needs one pattern after the method, such as 'POST /orders*'")
        if not (pattern[0] in "/*" or "://" in pattern):
            raise ValueError(f"The pattern in {text!r} has to begin with '/' or '*', or to be a whole address")
        return cls(method.upper(), pattern)

    @property
    def whole_address(self) -> bool:
        """Whether it matches whole addresses of any origin, instead of paths."""
        return "://" in self.pattern

    def matches(self, method: str, address: str) -> bool:
        """Whether a request matches. For patterns of paths the caller checks the origin."""
        if self.method not in ("*", method.upper()):
            return False
        parts = parts_of(address)
        if self.whole_address:
            text = address.partition("#")[0]
        else:
            text = (parts.path or "/") + (f"?{parts.query}" if "?" in self.pattern and parts.query else "")
        return _wildcard(self.pattern, text)


def _wildcard(pattern: str, text: str) -> bool:
    """Whether the text matches a pattern with `*`, in linear time for each part."""
    first, *rest = pattern.split("*")
    if not rest:
        return text == pattern
    if not text.startswith(first):
        return False
    at = len(first)
    for part in rest[:-1]:
        found = text.find(part, at)
        if found < 0:
            return False
        at = found + len(part)
    return len(text) - at >= len(rest[-1]) and text.endswith(rest[-1])


def address_template(address: str) -> str:
    """The template of an address: its path with parameters as `{}`, and the names of its query without values.

    A part is parametric by its form alone: a number, a date, a UUID, a long hexadecimal or random-looking text.
    """
    parts = parts_of(address)
    if parts.scheme in ("data", "blob"):
        return f"{parts.scheme}:"
    path = "/".join("{}" if is_variable(segment) else segment for segment in parts.path.split("/"))
    names = [name for name in (pair.partition("=")[0] for pair in parts.query.split("&")) if name]
    names = list(dict.fromkeys("{}" if is_variable(name) else name for name in names))[:_MAX_NAMES]
    return cut_to(path or "/", 300) + (cut_to(f"?{'&'.join(names)}", 200) if names else "")


def is_variable(text: str) -> bool:
    """Whether a text is a number, a time or an identifier by its form."""
    if _NUMBER.fullmatch(text) or _HEX.fullmatch(text):
        return True
    return bool(_TOKEN.fullmatch(text)) and sum(character.isdigit() for character in text) >= _TOKEN_DIGITS


class HeldRequests:
    """Collects the writes that a gate refused during a run, each kind once, with the flag that would let it pass.

    `unprompted` counts the writes that the app sent without a touch.
    """

    def __init__(self) -> None:
        self._held: dict[str, None] = {}
        self.unprompted = 0

    def observe(self, transition: Transition) -> None:
        """Collects the held requests of a step, and counts the unprompted ones."""
        for effect in transition.effects:
            self.unprompted += effect.unprompted
            if effect.held:
                self._held.setdefault(_line(effect, transition.before.app))

    @property
    def lines(self) -> tuple[str, ...]:
        """`POST /search (allow with --allow-request 'POST /search')`, in the order of their first attempt."""
        return tuple(self._held)


def _line(effect: ObservedEffect, app: str) -> str:
    if effect.kind in ("leave", "permission"):
        return effect.name
    what = " ".join(filter(None, (effect.method or effect.kind, effect.address, effect.operation)))
    allowance = effect.allowance(app)
    return f"{what} (allow with --allow-request {quote(allowance)})" if allowance else what
