"""From an element to a reference that outlives its step, and back. Pure functions over what lists elements."""

import re

from sextant.types.screens import Element, ElementRef, Observation, Screen

Shown = Screen | Observation
"""What lists elements."""


def collapse(text: str) -> str:
    """White space collapsed, case folded: the form in which labels are compared."""
    return " ".join(text.split()).casefold()


def whole_words(wanted: str) -> re.Pattern[str]:
    """Finds a collapsed text where it begins and ends with a word: `no` is not in `notes`, `$5` not in `$50`.

    Scripts without spaces between words have no such edges.
    """
    before = r"(?<!\w)" if wanted[:1].isascii() and wanted[:1].isalnum() else ""
    after = r"(?!\w)" if wanted[-1:].isascii() and wanted[-1:].isalnum() else ""
    return re.compile(before + re.escape(wanted) + after)


def anchor_of(screen: Shown, element: Element) -> str:
    """The label that tells equal names apart: nearest listed ancestor with a label, else the landmark."""
    parent = element.parent
    own = collapse(element.label)
    seen = {element.index}
    while parent is not None and parent not in seen:
        ancestor = screen.element(parent)
        if ancestor is None:
            break
        seen.add(parent)
        label = ancestor.name or (ancestor.text if len(ancestor.text) <= 80 else "")
        if label and collapse(label) != own:
            return label
        parent = ancestor.parent
    return element.landmark


def called(screen: Shown, element: Element) -> str:
    """The name of an element in a sentence: its label, else its role and its container."""
    if element.label:
        return repr(element.label)
    anchor = anchor_of(screen, element)
    return f"the {element.role} in {anchor!r}" if anchor else f"the {element.role} without a name"


def ref_of(screen: Shown, element: Element) -> ElementRef:
    """The reference of an element of that screen; `resolve` on the same screen gives the element back."""
    anchor = anchor_of(screen, element)
    bare = ElementRef(role=element.role, name=element.label, test_id=element.test_id, anchor=anchor)
    twins = _matching(screen, bare)
    ordinal = next((place for place, other in enumerate(twins) if other.index == element.index), 0)
    if ordinal == 0:
        return bare
    return ElementRef(bare.role, bare.name, bare.test_id, bare.anchor, ordinal)


def resolve(screen: Shown, ref: ElementRef) -> Element | None:
    """The element a reference means on this screen, or None.

    A test id decides where it is unique. Otherwise role and name must agree; the anchor and then the ordinal tell
    equals apart, and an anchor that has changed does not hide an element that is otherwise unique.
    """
    if ref.test_id:
        same = [element for element in screen.elements if element.test_id == ref.test_id]
        if len(same) == 1:
            return same[0]
    exact = _matching(screen, ref)
    if exact:
        return exact[ref.ordinal] if ref.ordinal < len(exact) else None
    loose = [
        element
        for element in screen.elements
        if element.role == ref.role and collapse(element.label) == collapse(ref.name)
    ]
    return loose[0] if len(loose) == 1 and ref.ordinal == 0 else None


def _matching(screen: Shown, ref: ElementRef) -> list[Element]:
    name, anchor = collapse(ref.name), collapse(ref.anchor)
    return [
        element
        for element in screen.elements
        if (element.role, element.test_id) == (ref.role, ref.test_id)
        and collapse(element.label) == name
        and collapse(anchor_of(screen, element)) == anchor
    ]
