"""What the screens of a run have shown: texts, things of a kind, pictures, and beside what each text stood."""

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from sextant.review.scope import seen_in
from sextant.review.wanted import says
from sextant.types.legible import legible
from sextant.types.refs import collapse
from sextant.types.screens import Element, Screen

__all__ = ["LONGEST_NAME", "Seen"]

LONGEST_NAME = 60
"""Longer texts are sentences, and no names of things."""
_TEXTS = 2000
_LONGEST_TEXT = 300
_KINDS = 2000
_PLACES = 400
_LABELS = 2
"""So many texts before a value may say what it is: `Gate` above `B12`, below `Flight to Bergamo`."""
_PICTURES = frozenset({"image", "img", "canvas", "figure", "picture"})

_Value = TypeVar("_Value")


class Seen:
    """Remembers what was shown, each text once; the oldest is forgotten first."""

    def __init__(self) -> None:
        self._texts: dict[str, tuple[str, ...]] = {}
        self._kinds: dict[str, dict[str, None]] = {}
        self._places: dict[str, None] = {}
        self._pictured = False
        self._known: int = -1
        self._haystack: str | None = None

    def look(self, screen: Screen) -> None:
        """Takes note of a screen; of one that looks as the last did nothing."""
        if screen.look and screen.look == self._known:
            return
        self._known = screen.look
        self._pictured = self._pictured or any(one.role in _PICTURES and seen_in(one) for one in screen.elements)
        heads = (element.label for element in screen.elements if element.role == "heading" and seen_in(element))
        for place in (screen.title, *heads):
            _remember(self._places, f"{screen.app}\n{collapse(legible(place))}", None, _PLACES)
        before: tuple[str, ...] = ()
        for element in screen.elements:
            if not seen_in(element) or "type" in element.affordances:
                continue
            texts = {collapse(legible(element.label)), collapse(legible(element.text))} - {""}
            for text in texts:
                self._keep(text, before)
                if 2 <= len(text) <= LONGEST_NAME and _lists(element):
                    for kind in _kinds_of(element, screen):
                        _remember(self._kinds, kind, {}, _KINDS)
                        _remember(self._kinds[kind], text, None, _KINDS)
            before = (*before, *(text for text in texts if len(text) <= LONGEST_NAME))[-_LABELS:]

    def shown(self, text: str) -> bool:
        """Whether a screen has said it, as whole words."""
        if self._haystack is None:
            self._haystack = "\n".join(self._texts)
        return text in self._texts or says(self._haystack, text)

    def labels(self, text: str) -> tuple[str, ...]:
        """What stood before a text, and what else stood in one with it: as far as anybody can tell, what it is."""
        beside = list(self._texts.get(text, ()))
        for other, before in self._texts.items():
            if other != text and len(other) <= LONGEST_NAME and says(other, text):
                beside += [other.replace(text, " ").strip(" :："), *before]
        return tuple(dict.fromkeys(label for label in beside if label))

    def places(self, app: str) -> Iterable[str]:
        """Titles and headings that were shown in an app."""
        return (place.partition("\n")[2] for place in self._places if place.startswith(f"{app}\n"))

    def is_place(self, name: str) -> bool:
        """Whether a title or a heading of any app was just that."""
        return any(place.partition("\n")[2] == name for place in self._places)

    def kinds(self, app: str) -> Iterable[Mapping[str, None]]:
        """Texts that stood in one column or one line of a screen of the app, each group by itself."""
        return (members for kind, members in self._kinds.items() if kind.startswith(f"{app}\n"))

    @property
    def many(self) -> frozenset[str]:
        """Texts of which several of a kind were shown."""
        return frozenset(name for members in self._kinds.values() if len(members) > 1 for name in members)

    @property
    def pictured(self) -> bool:
        """Whether there was a picture, in which things may stand that no text says."""
        return self._pictured

    def snapshot(self) -> Any:
        return {
            "shown": list(self._texts),
            "labels": {text: list(before) for text, before in self._texts.items() if before},
            "kinds": {kind: list(members) for kind, members in self._kinds.items()},
            "places": list(self._places),
            "pictured": self._pictured,
        }

    def restore(self, state: Any) -> None:
        labels: Mapping[str, Any] = state.get("labels", {})
        self._texts = {str(text): tuple(map(str, labels.get(text, ()))) for text in state["shown"]}
        self._kinds = {str(kind): dict.fromkeys(map(str, members)) for kind, members in state["kinds"].items()}
        self._places = dict.fromkeys(map(str, state.get("places", ())))
        self._pictured = bool(state.get("pictured"))
        self._known, self._haystack = -1, None

    def _keep(self, text: str, before: tuple[str, ...]) -> None:
        cut = text[:_LONGEST_TEXT]
        if cut not in self._texts:
            self._haystack = None
        _remember(self._texts, cut, before, _TEXTS)


def _remember(memory: dict[str, _Value], text: str, value: _Value, most: int) -> None:
    """Remembers a text, the first time that it comes; of more than `most` the oldest is forgotten."""
    memory.setdefault(text, value)
    if len(memory) > most:
        del memory[next(iter(memory))]


def _kinds_of(element: Element, screen: Screen) -> tuple[str, str]:
    """Things of a kind stand in one column or in one line of a screen, and play one role."""
    where = f"{screen.app}\n{screen.key.id}\n{element.role}\n{element.landmark}"
    return (f"{where}\nx{element.box.x:.0f}", f"{where}\ny{element.box.y:.0f} {element.box.height:.0f}")


def _lists(element: Element) -> bool:
    """Whether it may be one of several things: no heading, and nothing to find one's way by."""
    return element.role not in ("heading", "tab") and element.landmark.partition(":")[0] not in ("navigation", "banner")
