"""Values that stand on a screen beside what they are called. Pure functions."""

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from typing import Literal

from sextant.guides.memory.shapes import Shape, shape_of, tokens_within
from sextant.types.legible import on_one_line
from sextant.types.refs import collapse
from sextant.types.screens import Element, Screen

__all__ = ["LONGEST_VALUE", "Pair", "bare", "gaps_on", "headlines", "is_private", "pairs_on"]

LONGEST_VALUE = 200
_LONGEST_LABEL = 60
_LONGEST_TEXT = 400
_MOST_ELEMENTS = 300
_MOST_LABELS = 40
_SHORTEST_GAPPED = 5
_IN_VIEW = frozenset({"visible", "clipped"})
_TEXTS = frozenset({"text", "heading", "cell", "term", "definition", "listitem", "paragraph", "status", "gridcell"})
_FIELDS = frozenset({"textbox", "searchbox", "spinbutton", "combobox"})
_NO_ROWS = frozenset({"tab", "switch", "checkbox", "radio", "image", *_FIELDS})
_COLON = re.compile(r"^(?P<label>[^:：=]{2,60}?)\s*(?::\s|：|=\s)\s*(?P<value>\S.*)$", re.DOTALL)
_SENTENCE = re.compile(r"[.!?。！？…]$")
_SENTENCE_SPACES = 4
_NAME = re.compile(r"[A-Z]{1,4} ?\d+\w*")
"""A line, a flight, a model: nothing that a value would be called."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A value and what it is called where it stands.

    `beside`: the label stands next to it; `row`: it stands in a row of that name; `within`: the label is the sentence
    around it; `field`: it stands in a field of that name.
    """

    label: str
    value: str
    kind: Literal["beside", "row", "within", "field"]
    index: int

    @property
    def shape(self) -> Shape:
        return shape_of(self.value)


def pairs_on(screen: Screen, filled: Set[str] = frozenset()) -> tuple[Pair, ...]:
    """What stands in view, in document order. Fields named in `filled` and everything private are left out."""
    shown = [element for element in screen.elements[:_MOST_ELEMENTS] if _readable(element, filled)]
    found = [*_of_elements(shown), *_of_dialog(screen)]
    return tuple(dict.fromkeys(pair for pair in found if 0 < len(pair.value) <= LONGEST_VALUE and pair.label))


def gaps_on(screen: Screen, labels: Sequence[str]) -> tuple[Pair, ...]:
    """What stands in texts besides a label that is told without its value: `Best is`, `Password , in capitals`."""
    found: list[Pair] = []
    for element in screen.elements[:_MOST_ELEMENTS]:
        text = bare(element)
        if element.role not in _TEXTS or not _readable(element, frozenset()) or len(text) > _LONGEST_TEXT:
            continue
        for label in labels[:_MOST_LABELS]:
            value = _gap(label, text)
            if value:
                found.append(Pair(label, value, "beside", element.index))
    return tuple(found)


def _gap(label: str, text: str) -> str:
    """The one piece that a text has and a collapsed label lacks; empty where more than that differs."""
    folded = text.casefold()
    if len(label) < _SHORTEST_GAPPED or len(folded) != len(text) or len(text) <= len(label):
        return ""
    head = next((at for at, (one, other) in enumerate(zip(label, folded, strict=False)) if one != other), len(label))
    rest = label[head:].strip()
    if rest and not folded.endswith(rest):
        return ""
    return text[head : len(text) - len(rest)].strip(" ·:,：，")


def headlines(screen: Screen) -> tuple[str, ...]:
    """What names the screen: its title, then its headings in view."""
    texts = [screen.title]
    texts += [item.label for item in screen.elements if item.role == "heading" and item.visibility in _IN_VIEW][:12]
    return tuple(dict.fromkeys(text for text in map(on_one_line, texts) if text and len(text) <= 2 * _LONGEST_LABEL))


def is_private(element: Element) -> bool:
    """Whether what it holds is nobody's to read: a password's field."""
    return "password" in element.states or element.input_type == "password"


def bare(element: Element) -> str:
    """What an element says, on one line."""
    return on_one_line(element.text or element.name)


def _readable(element: Element, filled: Set[str]) -> bool:
    return element.visibility in _IN_VIEW and not is_private(element) and collapse(element.label) not in filled


def _of_elements(shown: list[Element]) -> Iterator[Pair]:
    taken = -1
    for place, element in enumerate(shown):
        text = bare(element)
        if element.role in _FIELDS:
            if element.value and element.value != element.label:
                yield Pair(_cut(element.label), on_one_line(element.value), "field", element.index)
            continue
        if not text or len(text) > _LONGEST_TEXT:
            continue
        if element.role not in _TEXTS:
            if element.role not in _NO_ROWS:
                yield from _cut_out(text, "row", element.index)
            continue
        told = _COLON.match(text)
        if told is not None and shape_of(told["label"]) == "text":
            yield Pair(told["label"].strip(), told["value"].strip(), "beside", element.index)
            continue
        after = shown[place + 1] if place + 1 < len(shown) else None
        then = shown[place + 2] if place + 2 < len(shown) else None
        if place != taken and after is not None and _labels(element, text, after, then):
            taken = place + 1 if shape_of(bare(after)) != "text" else taken  # words may be a label in their turn
            yield Pair(text, bare(after), "beside", after.index)
        elif place != taken and element.role != "heading" and shape_of(text) == "text":
            yield from _cut_out(text, "within", element.index)


def _labels(element: Element, text: str, after: Element, then: Element | None) -> bool:
    """Whether a text is what the next one is called; `then` may show that the next one is a label itself."""
    value = bare(after)
    if after.role not in _TEXTS or after.role == "heading" or not value or _COLON.match(value):
        return False
    if len(text) > _LONGEST_LABEL or _SENTENCE.search(text) or shape_of(text) != "text" or _NAME.fullmatch(text):
        return False
    if shape_of(value) != "text":
        return True
    if then is not None and then.role in _TEXTS and shape_of(bare(then)) != "text":
        return False
    return element.role != "heading" and not (_SENTENCE.search(value) and value.count(" ") >= _SENTENCE_SPACES)


def _cut_out(text: str, kind: Literal["row", "within"], index: int) -> Iterator[Pair]:
    """Each telling value in a text, with the text around it as its label."""
    for _, value in tokens_within(text):
        around = on_one_line(text.replace(value, " … " if kind == "within" else " ", 1)).strip(" ·,:-–")
        if around:
            yield Pair(around if len(around) <= LONGEST_VALUE else around[:LONGEST_VALUE], value, kind, index)


def _of_dialog(screen: Screen) -> Iterator[Pair]:
    if screen.modal is None:
        return
    text = on_one_line(screen.modal.message)
    if text and len(text) <= _LONGEST_TEXT:
        told = _COLON.match(text)
        if told is not None:
            yield Pair(told["label"].strip(), told["value"].strip(), "beside", -1)
        else:
            yield from _cut_out(text, "within", -1)


def _cut(label: str) -> str:
    return on_one_line(label)[:_LONGEST_LABEL]
