"""What a predicate that holds, or an element in view, says on its screen: its own text and what stands around it."""

from collections.abc import Iterator
from dataclasses import dataclass

from sextant.program.pages import beside, headlines, is_field, on_line
from sextant.types.evidence import ElementState, FieldHas, Predicate, TextVisible, Verdict
from sextant.types.refs import collapse, ref_of, resolve
from sextant.types.screens import Element, Screen, State

__all__ = ["SEEN", "Shown", "in_view", "shown_by", "texts_of"]

SEEN = ("visible", "clipped")
_SET: tuple[State, ...] = ("checked", "unchecked", "pressed", "mixed")
_CONTROLS = ("button", "link", "menuitem")
_TITLES = ("heading", "tab", "main", "image")


@dataclass(frozen=True, slots=True)
class Shown:
    """What holds and where: `near` are the words around it, `heads` what heads its screen (the last ones of `near`).

    `peers` are the other elements of its line.
    """

    predicate: Predicate
    element: Element | None
    text: str
    near: tuple[str, ...]
    heads: tuple[str, ...]
    peers: tuple[Element, ...] = ()

    @property
    def offer(self) -> bool:
        """Whether it is only something to press, which says what could be done and not what was."""
        return self.element is not None and self.element.role in _CONTROLS

    @property
    def own(self) -> tuple[str, ...]:
        """What the thing itself says."""
        found = (self.text,) if self.element is None else (self.text, *texts_of(self.element))
        return tuple(collapse(text) for text in found if text)

    @property
    def beside(self) -> tuple[str, ...]:
        """The words around it without those that head the screen."""
        return self.near[: len(self.near) - len(self.heads)]

    @property
    def title(self) -> bool:
        """Whether it heads something, or is the label of a value or a field, rather than saying how it is."""
        element = self.element
        if element is None or element.role in _TITLES or is_field(element):
            return True
        after = [other for other in self.peers if other.box.x > element.box.x]
        return bool(after) or any(is_field(other) for other in self.peers)


def shown_by(screen: Screen, verdict: Verdict) -> Shown:
    """What a verdict's predicate shows, where it was seen."""
    predicate = verdict.predicate
    match predicate:
        case ElementState() | FieldHas():
            element = resolve(screen, predicate.element)
        case _:
            index = next((item.element for item in verdict.evidence if item.element is not None), None)
            element = None if index is None else screen.element(index)
    text = getattr(predicate, "text", "") or (verdict.evidence[0].quote if verdict.evidence else "")
    return _shown(screen, predicate, element, text)


def in_view(screen: Screen) -> Iterator[Shown]:
    """Everything that stands in view and says something: how a control is set, else its text. No fields."""
    for element in screen.elements:
        if element.visibility not in SEEN or element.role == "tab" or is_field(element):
            continue
        state: State | None = next((state for state in _SET if state in element.states), None)
        if state is not None:
            yield _shown(screen, ElementState(ref_of(screen, element), state), element, element.label)
        elif element.text or element.name:
            told = element.text or element.name
            yield _shown(screen, TextVisible(told), element, told)


def _shown(screen: Screen, predicate: Predicate, element: Element | None, text: str) -> Shown:
    around = [] if element is None else beside(screen, element)
    heads = tuple(headlines(screen))
    peers = () if element is None else tuple(o for o in screen.elements if o is not element and on_line(element, o))
    return Shown(predicate, element, collapse(text), (*around, *heads), heads, peers)


def texts_of(element: Element) -> tuple[str, ...]:
    """Text, label and value, a password's value left out."""
    if "password" in element.states:
        return (element.label,)
    return (element.text, element.label, element.value)
