"""Renders a screen as BrowserGym's observations do: accessibility tree, DOM snapshot, properties by bid.

The tree has the form of `Accessibility.getFullAXTree`, the snapshot that of `DOMSnapshot.captureSnapshot` of the Chrome
DevTools Protocol, as far as `browsergym.utils.obs` reads them.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from sextant.types.screens import Element, Observation

__all__ = ["BID", "dom_of", "element_of", "properties_of", "tree_of"]

BID = "bid"
"""The attribute with BrowserGym's element id."""

# structural: ARIA roles in the words of Chromium's tree, and the tags that stand for them
_ROLES: Mapping[str, str] = {"text": "StaticText", "label": "LabelText"}
_TAGS: Mapping[str, str] = {
    "button": "BUTTON",
    "link": "A",
    "textbox": "INPUT",
    "searchbox": "INPUT",
    "checkbox": "INPUT",
    "radio": "INPUT",
    "combobox": "SELECT",
    "heading": "H1",
    "image": "IMG",
    "listitem": "LI",
    "text": "SPAN",
}
_ROOT = "root"
_STATES = ("disabled", "focused", "required", "readonly", "selected", "expanded")


def element_of(bid: str, seen: Observation) -> Element:
    """The element with that bid.

    Raises:
        ValueError: There is none.
    """
    found = seen.element(int(bid)) if bid.isdigit() else None
    if found is None:
        raise ValueError(f"could not find an element with bid {bid!r}")
    return found


def tree_of(seen: Observation) -> dict[str, Any]:
    """The accessibility tree. The first node is the page; an element is a child of its listed parent."""
    known = {one.index for one in seen.elements}
    children: dict[str, list[str]] = {_ROOT: []}
    for one in seen.elements:
        parent = str(one.parent) if one.parent in known and one.parent != one.index else _ROOT
        children.setdefault(parent, []).append(str(one.index))
    root = {
        "nodeId": _ROOT,
        "ignored": False,
        "role": {"type": "internalRole", "value": "RootWebArea"},
        "name": {"type": "computedString", "value": seen.title},
        "properties": [{"name": "url", "value": {"type": "string", "value": seen.location}}],
        "childIds": children[_ROOT],
    }
    return {"nodes": [root, *(_node(one, children) for one in seen.elements)]}


def _node(element: Element, children: Mapping[str, list[str]]) -> dict[str, Any]:
    identity = str(element.index)
    node = {
        "nodeId": identity,
        "ignored": False,
        "role": {"type": "role", "value": _ROLES.get(element.role, element.role)},
        "name": {"type": "computedString", "value": element.name or element.text or element.hint},
        "properties": [
            {"name": name, "value": {"type": "token", "value": value}} for name, value in _properties(element)
        ],
        "childIds": children.get(identity, []),
        "browsergym_id": identity,
    }
    return {**node, "value": {"type": "string", "value": element.value}} if element.value else node


def _properties(element: Element) -> Iterator[tuple[str, object]]:
    for state in ("checked", "unchecked", "mixed"):
        if state in element.states:
            yield "checked", {"checked": "true", "unchecked": "false", "mixed": "mixed"}[state]
    yield from ((state, True) for state in _STATES if state in element.states)
    if element.href:
        yield "url", element.href
    if "select" in element.affordances:
        yield "hasPopup", "menu"


def properties_of(seen: Observation) -> dict[str, dict[str, Any]]:
    """By bid: visible share, box, whether it is clickable, and whether it gets a mark."""
    shares = {"visible": 1.0, "clipped": 0.6, "covered": 0.3, "offscreen": 0.0}
    return {
        str(one.index): {
            "visibility": shares[one.visibility],
            "bbox": [one.box.x, one.box.y, one.box.width, one.box.height] if one.box.area > 0 else None,
            "clickable": "tap" in one.affordances,
            "set_of_marks": one.markable and one.visibility in ("visible", "clipped"),
        }
        for one in seen.elements
    }


class _Strings:
    """The string table of a snapshot."""

    def __init__(self) -> None:
        self.all: list[str] = []
        self._places: dict[str, int] = {}

    def of(self, text: str) -> int:
        """The index of a text in the table."""
        if text not in self._places:
            self._places[text] = len(self.all)
            self.all.append(text)
        return self._places[text]


def dom_of(seen: Observation) -> dict[str, Any]:
    """A DOM snapshot with one document: one node for each element, with its text as a child."""
    strings = _Strings()
    kinds, names, texts, parents = [9, 1], [strings.of("#document"), strings.of("BODY")], [-1, -1], [-1, 0]
    attributes: list[list[int]] = [[], []]
    places: dict[int, int] = {}
    for one in seen.elements:
        places[one.index] = len(kinds)
        kinds.append(1)
        names.append(strings.of(_TAGS.get(one.role, "DIV")))
        texts.append(-1)
        parents.append(places.get(-1 if one.parent is None else one.parent, 1))
        attributes.append([strings.of(part) for pair in _attributes(one) for part in pair])
        if one.text:
            kinds.append(3)
            names.append(strings.of("#text"))
            texts.append(strings.of(one.text))
            parents.append(places[one.index])
            attributes.append([])
    nodes: dict[str, Any] = {
        "nodeType": kinds,
        "nodeName": names,
        "nodeValue": texts,
        "parentIndex": parents,
        "attributes": attributes,
        "contentDocumentIndex": {"index": [], "value": []},
    }
    return {"documents": [{"nodes": nodes, "title": strings.of(seen.title)}], "strings": strings.all}


def _attributes(element: Element) -> Iterator[tuple[str, str]]:
    yield BID, str(element.index)
    named = {"href": element.href, "value": element.value, "placeholder": element.hint, "type": element.input_type}
    if element.name and element.name != element.text:
        named["aria-label"] = element.name
    if element.role not in _TAGS:
        named["role"] = element.role
    yield from ((name, value) for name, value in named.items() if value)
