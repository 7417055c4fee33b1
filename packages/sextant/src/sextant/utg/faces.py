"""The words by which a screen identifies itself."""

import re
from functools import lru_cache
from urllib.parse import unquote

from sextant.addresses.parts import parts_of
from sextant.dataclass import dataclass
from sextant.text.tokens import tokens
from sextant.types.screens import Screen

_SEPARATORS = re.compile(r"\s+[-–—|·•:»›/]+\s+|\s*[|·»›]\s*")
_MAX_HEADINGS = 24
_MAX_TEXTS = 100
_MAX_TEXT = 80
_DIALOGS = ("dialog", "alertdialog")
_IDENTIFIER = re.compile(r"^(?:\d+|[0-9a-f-]{16,})$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Face:
    """The identifying words of a screen: stored on the map, compared with goals.

    Attributes:
        title: The title of page or window.
        heads: Headings of level one and names of dialogs.
        headings: Further headings.
        location: Path and query without the origin.
        selected: Labels of selected tabs and navigation entries.
        texts: Some of its short texts.
    """

    title: str = ""
    heads: tuple[str, ...] = ()
    headings: tuple[str, ...] = ()
    location: str = ""
    selected: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The name of the screen for people."""
        return (self.heads or (title_parts(self.title)[:1] if self.title else ()) or (self.location,))[0]


def title_parts(title: str) -> tuple[str, ...]:
    """The parts of a title such as `Privacy - Notes - Example`, in order."""
    return tuple(part.strip() for part in _SEPARATORS.split(title) if part and part.strip())


def local(screen: Screen) -> str:
    """The location of a screen without its origin; a fragment is kept if it names a screen."""
    parts = parts_of(screen.location)
    if not parts.netloc:
        return screen.location
    route = parts.fragment.startswith(("/", "!")) or screen.observation.facts.get("fragment") == "route"
    fragment = f"#{parts.fragment}" if parts.fragment and route else ""
    return (parts.path or "/") + (f"?{parts.query}" if parts.query else "") + fragment


@lru_cache(maxsize=65536)
def location_words(location: str) -> tuple[str, ...]:
    """The words of an address: of the path, a hash route, or a single parameter, without identifiers.

    One parameter names a view (`?action=history`); several are a filter or an order.
    """
    parts = parts_of(location)
    pieces = [*parts.path.split("/"), *parts.fragment.split("/")]
    parameters = [pair.partition("=")[2] for pair in parts.query.split("&") if pair]
    pieces += parameters if len(parameters) == 1 else ()
    found: list[str] = []
    for piece in pieces:
        plain = re.sub(r"\.(?:html?|php|aspx?|jsp)$", "", unquote(piece))
        if plain and not _IDENTIFIER.match(plain):
            found.extend(tokens(plain))
    return tuple(found)


def face_of(screen: Screen) -> Face:
    """The face of a screen. What an open dialog covers does not identify it."""
    heads: list[str] = []
    dialog = screen.modal is not None
    if screen.modal is not None:
        heads.append(screen.modal.message[:_MAX_TEXT])
    for landmark in screen.observation.landmarks:
        kind, _, name = landmark.partition(":")
        if name.strip() and kind.strip() in (*_DIALOGS, "heading", "h1"):
            heads.append(name.strip())
        dialog = dialog or kind.strip() in _DIALOGS
    known = {head.casefold() for head in heads}
    headings: list[str] = []
    selected: list[str] = []
    texts: list[str] = []
    for element in screen.elements:
        label = element.text or element.name
        if not label or (dialog and element.visibility == "covered"):
            continue
        if element.role == "heading" and label.casefold() not in known and len(headings) < _MAX_HEADINGS:
            headings.append(label[:160])
        elif "selected" in element.states and element.role != "option":
            selected.append(label[:_MAX_TEXT])
        elif element.landmark != "navigation" and len(label) <= _MAX_TEXT and len(texts) < _MAX_TEXTS:
            texts.append(label)
    return Face(screen.title, tuple(heads), tuple(headings), local(screen), tuple(selected[:8]), tuple(texts))
