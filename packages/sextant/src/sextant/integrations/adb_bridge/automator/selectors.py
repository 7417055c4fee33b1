"""Parses the selectors that UiAutomator clients send (`UiSelector`, `BySelector`), and finds the matching views."""

from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from itertools import islice
from typing import Literal, NamedTuple, cast

from sextant.dataclass import dataclass
from sextant.integrations.adb_bridge.hierarchy import HierarchyNode
from sextant.integrations.adb_bridge.patterns import PatternMatcher

__all__ = ["FoundView", "Locator", "SelectorError", "ViewSelector", "find_all", "find_first", "read_selector"]

MAX_STEPS = 16
MAX_TEXT = 10_000

Relation = Literal["child", "sibling"]
Kind = Literal["text", "flag", "number"]


@dataclass(frozen=True, slots=True)
class _Field:
    """One criterion: its bit in the mask, its type, its name in `UiSelector.toString`, and its position there."""

    bit: int
    kind: Kind
    shown: str
    place: int
    attribute: str = ""
    how: Literal["equals", "contains", "starts", "pattern", "other"] = "equals"


_FIELDS: Mapping[str, _Field] = {
    "text": _Field(0x01, "text", "TEXT", 1, "text"),
    "textContains": _Field(0x02, "text", "CONTAINS_TEXT", 3, "text", "contains"),
    "textMatches": _Field(0x04, "text", "TEXT_REGEX", 25, "text", "pattern"),
    "textStartsWith": _Field(0x08, "text", "START_TEXT", 2, "text", "starts"),
    "className": _Field(0x10, "text", "CLASS", 4, "class_name"),
    "classNameMatches": _Field(0x20, "text", "CLASS_REGEX", 26, "class_name", "pattern"),
    "description": _Field(0x40, "text", "DESCRIPTION", 5, "description"),
    "descriptionContains": _Field(0x80, "text", "CONTAINS_DESCRIPTION", 7, "description", "contains"),
    "descriptionMatches": _Field(0x100, "text", "DESCRIPTION_REGEX", 27, "description", "pattern"),
    "descriptionStartsWith": _Field(0x200, "text", "START_DESCRIPTION", 6, "description", "starts"),
    "checkable": _Field(0x400, "flag", "CHECKABLE", 30, "checkable"),
    "checked": _Field(0x800, "flag", "CHECKED", 15, "checked"),
    "clickable": _Field(0x1000, "flag", "CLICKABLE", 14, "clickable"),
    "longClickable": _Field(0x2000, "flag", "LONG_CLICKABLE", 24, "long_clickable"),
    "scrollable": _Field(0x4000, "flag", "SCROLLABLE", 13, "scrollable"),
    "enabled": _Field(0x8000, "flag", "ENABLED", 10, "enabled"),
    "focusable": _Field(0x10000, "flag", "FOCUSABLE", 12, "focusable"),
    "focused": _Field(0x20000, "flag", "FOCUSED", 11, "focused"),
    "selected": _Field(0x40000, "flag", "SELECTED", 16, "selected"),
    "packageName": _Field(0x80000, "text", "PACKAGE_NAME", 18, "package"),
    "packageNameMatches": _Field(0x100000, "text", "PACKAGE_NAME_REGEX", 28, "package", "pattern"),
    "resourceId": _Field(0x200000, "text", "RESOURCE_ID", 29, "resource_id"),
    "resourceIdMatches": _Field(0x400000, "text", "RESOURCE_ID_REGEX", 31, "resource_id", "pattern"),
    "index": _Field(0x800000, "number", "INDEX", 8, how="other"),
    "instance": _Field(0x1000000, "number", "INSTANCE", 9, how="other"),
}
_CHILD, _PARENT = ("CHILD", 19), ("PARENT", 22)


class SelectorError(Exception):
    """The client sent an invalid selector."""


@dataclass(frozen=True, slots=True)
class ViewSelector:
    """The criteria in the mask, then the selectors for a child or sibling of each matching view."""

    criteria: Mapping[str, str | bool | int] = field(default_factory=dict[str, str | bool | int])
    steps: tuple[tuple[Relation, "ViewSelector"], ...] = ()

    @property
    def instance(self) -> int | None:
        """The number of the wanted view among the matching ones; None if the client did not give it."""
        value = self.criteria.get("instance")
        return None if value is None else int(value)

    @property
    def last(self) -> "ViewSelector":
        """The selector of the view itself, at the end of the chain."""
        return self.steps[-1][1].last if self.steps else self

    @property
    def by(self) -> bool:
        """Whether the server converts it to a `BySelector`, which is case-sensitive."""
        return bool(self.criteria) and not self.steps and not {"index", "instance"} & self.criteria.keys()

    def at(self, instance: int) -> "ViewSelector":
        """The same with another instance of the view itself."""
        if self.steps:
            relation, last = self.steps[-1]
            return replace(self, steps=(*self.steps[:-1], (relation, last.at(instance))))
        return replace(self, criteria={**self.criteria, "instance": instance})

    def __str__(self) -> str:
        """The selector in Android's notation, in the order of the criteria's numbers."""
        rows = [(_FIELDS[name].place, f"{_FIELDS[name].shown}={_java(value)}") for name, value in self.criteria.items()]
        if self.steps:
            relation, step = self.steps[0]
            shown, place = _CHILD if relation == "child" else _PARENT
            rows.append((place, f"{shown}={replace(step, steps=(*step.steps, *self.steps[1:]))}"))
        return f"UiSelector[{', '.join(row for _, row in sorted(rows))}]"


@dataclass(frozen=True, slots=True)
class FoundView:
    """A view below the first one that matches `collection`, as for `childByText` and similar calls."""

    collection: ViewSelector
    pattern: ViewSelector
    instance: int

    def __str__(self) -> str:
        return f"UiSelector[CONTAINER={self.collection}, PATTERN={self.pattern}, INSTANCE={self.instance}]"


Locator = ViewSelector | FoundView


def read_selector(value: object, depth: int = 0) -> ViewSelector:
    """Parses a selector from the JSON of a client.

    Raises:
        SelectorError: It is not a selector, or it is too large.
    """
    if not isinstance(value, dict) or depth > MAX_STEPS:
        raise SelectorError("A selector is an object.")
    fields = cast("dict[str, object]", value)
    mask = fields.get("mask", 0)
    if not isinstance(mask, int):
        raise SelectorError("The mask of a selector is a number.")
    criteria = {name: _value(row, fields.get(name)) for name, row in _FIELDS.items() if mask & row.bit}
    pairs = list(zip(_list(fields.get("childOrSibling")), _list(fields.get("childOrSiblingSelector")), strict=False))
    if len(pairs) > MAX_STEPS:
        raise SelectorError(f"A selector has at most {MAX_STEPS} steps.")
    steps: list[tuple[Relation, ViewSelector]] = []
    for relation, step in pairs:
        match str(relation).lower():
            case "child":
                steps.append(("child", read_selector(step, depth + 1)))
            case "sibling":
                steps.append(("sibling", read_selector(step, depth + 1)))
            case _:
                pass
    selector = ViewSelector(criteria, tuple(steps))
    if len(_flat(selector)) > MAX_STEPS:
        raise SelectorError(f"A selector has at most {MAX_STEPS} steps.")
    return selector


def find_all(top: HierarchyNode, locator: Locator) -> Iterator[HierarchyNode]:
    """All matching views, in document order; the instance number of the locator itself is ignored."""
    if isinstance(locator, FoundView):
        collection = find_first(top, locator.collection)
        if collection is not None:
            yield from _search(_children(collection, 0), locator.pattern)
        return
    yield from _search([_Place(top, 0, None, 0)], locator)


def find_first(top: HierarchyNode, locator: Locator) -> HierarchyNode | None:
    """The view of a locator; None if no view matches."""
    wanted = locator.instance if isinstance(locator, FoundView) else locator.last.instance or 0
    return next(islice(find_all(top, locator), max(wanted, 0), None), None)


def _flat(selector: ViewSelector) -> list[tuple[Relation, ViewSelector]]:
    rows: list[tuple[Relation, ViewSelector]] = []
    for relation, step in selector.steps:
        rows.append((relation, step))
        rows += _flat(step)
    return rows


class _Place(NamedTuple):
    """A view in the search: its position among its siblings, and the step of the selector to compare it with."""

    node: HierarchyNode
    place: int
    parent: HierarchyNode | None
    step: int


def _children(parent: HierarchyNode, step: int) -> list[_Place]:
    return [_Place(child, place, parent, step) for place, child in enumerate(parent.children)][::-1]


def _search(waiting: list[_Place], selector: ViewSelector) -> Iterator[HierarchyNode]:
    """Searches like `QueryController.findNodeRegularRecursive`: instances are counted over the whole screen."""
    chain: list[tuple[Relation, ViewSelector]] = [("child", selector)]
    chain += _flat(selector)
    counters = [0] * len(chain)  # how many views matched each step so far
    seen: set[tuple[int, int]] = set()
    matcher = PatternMatcher()
    while waiting:
        node, place, parent, step = waiting.pop()
        if (id(node), step) in seen:  # reached from two siblings
            continue
        seen.add((id(node), step))
        if _fits(node, place, chain[step][1], selector.by, matcher):
            if step + 1 == len(chain):
                yield node
            elif _counted(chain[step][1], counters, step):
                step += 1
                if chain[step][0] == "sibling":
                    waiting += [] if parent is None else _children(parent, step)
                    continue
        waiting += _children(node, step)


def _counted(selector: ViewSelector, counters: list[int], step: int) -> bool:
    """Whether the wanted instance of this step is reached; if not, counts this match."""
    if counters[step] == (selector.instance or 0):
        return True
    counters[step] += 1
    return False


def _fits(node: HierarchyNode, place: int, selector: ViewSelector, exact: bool, matcher: PatternMatcher) -> bool:
    for name, wanted in selector.criteria.items():
        row = _FIELDS[name]
        held: str | bool = getattr(node, row.attribute, "")
        match row.how:
            case "equals":
                fits = held == wanted
            case "contains":
                fits = _cased(wanted, exact) in _cased(held, exact)
            case "starts":
                fits = _cased(held, exact).startswith(_cased(wanted, exact))
            case "pattern":
                fits = matcher.matches(str(wanted), str(held))
            case "other":
                fits = name == "instance" or place == wanted
        if not fits:
            return False
    return True


def _cased(value: object, exact: bool) -> str:
    return str(value) if exact else str(value).lower()


def _list(value: object) -> list[object]:
    if value is not None and not isinstance(value, list):
        raise SelectorError("The steps of a selector are lists.")
    return cast("list[object]", value or [])


def _value(row: _Field, value: object) -> str | bool | int:
    if row.kind == "text":
        if value is not None and not isinstance(value, str):
            raise SelectorError(f"{row.shown} is a text.")
        if value is not None and len(value) > MAX_TEXT:
            raise SelectorError(f"{row.shown} is too long.")
        return value or ""
    if value is not None and not isinstance(value, bool | int):
        raise SelectorError(f"{row.shown} is a {row.kind}.")
    return bool(value) if row.kind == "flag" else max(-1, min(int(value or 0), 2**31 - 1))


def _java(value: str | bool | int) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
