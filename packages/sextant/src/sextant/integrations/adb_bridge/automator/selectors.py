"""Selectors of views, as clients of UiAutomator send them, and what they find (`UiSelector`, `BySelector`)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Literal, cast

from sextant.integrations.adb_bridge.automator.nodes import Node
from sextant.integrations.adb_bridge.automator.patterns import matches

__all__ = ["Found", "Locator", "Selector", "SelectorError", "find_all", "find_first", "read_selector"]

MAX_STEPS = 16
MAX_TEXT = 10_000

Relation = Literal["child", "sibling"]
Kind = Literal["text", "flag", "number"]


@dataclass(frozen=True, slots=True)
class _Field:
    """One criterion: its bit in the mask, its type, its name in `UiSelector.toString` and its place there."""

    bit: int
    kind: Kind
    shown: str
    place: int
    attribute: str = ""
    how: Literal["equals", "contains", "starts", "pattern", "flag", "other"] = "equals"


_FIELDS: Mapping[str, _Field] = {
    "text": _Field(0x01, "text", "TEXT", 1, "text"),
    "textContains": _Field(0x02, "text", "CONTAINS_TEXT", 3, "text", "contains"),
    "textMatches": _Field(0x04, "text", "TEXT_REGEX", 25, "text", "pattern"),
    "textStartsWith": _Field(0x08, "text", "START_TEXT", 2, "text", "starts"),
    "className": _Field(0x10, "text", "CLASS", 4, "class"),
    "classNameMatches": _Field(0x20, "text", "CLASS_REGEX", 26, "class", "pattern"),
    "description": _Field(0x40, "text", "DESCRIPTION", 5, "content-desc"),
    "descriptionContains": _Field(0x80, "text", "CONTAINS_DESCRIPTION", 7, "content-desc", "contains"),
    "descriptionMatches": _Field(0x100, "text", "DESCRIPTION_REGEX", 27, "content-desc", "pattern"),
    "descriptionStartsWith": _Field(0x200, "text", "START_DESCRIPTION", 6, "content-desc", "starts"),
    "checkable": _Field(0x400, "flag", "CHECKABLE", 30, "checkable", "flag"),
    "checked": _Field(0x800, "flag", "CHECKED", 15, "checked", "flag"),
    "clickable": _Field(0x1000, "flag", "CLICKABLE", 14, "clickable", "flag"),
    "longClickable": _Field(0x2000, "flag", "LONG_CLICKABLE", 24, "long-clickable", "flag"),
    "scrollable": _Field(0x4000, "flag", "SCROLLABLE", 13, "scrollable", "flag"),
    "enabled": _Field(0x8000, "flag", "ENABLED", 10, "enabled", "flag"),
    "focusable": _Field(0x10000, "flag", "FOCUSABLE", 12, "focusable", "flag"),
    "focused": _Field(0x20000, "flag", "FOCUSED", 11, "focused", "flag"),
    "selected": _Field(0x40000, "flag", "SELECTED", 16, "selected", "flag"),
    "packageName": _Field(0x80000, "text", "PACKAGE_NAME", 18, "package"),
    "packageNameMatches": _Field(0x100000, "text", "PACKAGE_NAME_REGEX", 28, "package", "pattern"),
    "resourceId": _Field(0x200000, "text", "RESOURCE_ID", 29, "resource-id"),
    "resourceIdMatches": _Field(0x400000, "text", "RESOURCE_ID_REGEX", 31, "resource-id", "pattern"),
    "index": _Field(0x800000, "number", "INDEX", 8, how="other"),
    "instance": _Field(0x1000000, "number", "INSTANCE", 9, how="other"),
}
_CHILD, _PARENT = ("CHILD", 19), ("PARENT", 22)


class SelectorError(Exception):
    """What the client sent is no selector."""


@dataclass(frozen=True, slots=True)
class Selector:
    """The criteria that the mask names, then what to look for below or beside each view that fits."""

    criteria: Mapping[str, str | bool | int] = field(default_factory=dict[str, str | bool | int])
    steps: tuple[tuple[Relation, "Selector"], ...] = ()

    @property
    def instance(self) -> int | None:
        """Which of the views that fit is meant; None where the client did not say."""
        value = self.criteria.get("instance")
        return None if value is None else int(value)

    @property
    def last(self) -> "Selector":
        """The selector of the view itself, at the end of the chain."""
        return self.steps[-1][1].last if self.steps else self

    @property
    def by(self) -> bool:
        """Whether the server asks a `BySelector` for it, which tells upper from lower case."""
        return bool(self.criteria) and not self.steps and not {"index", "instance"} & self.criteria.keys()

    def at(self, instance: int) -> "Selector":
        """The same with another instance of the view itself."""
        if self.steps:
            relation, last = self.steps[-1]
            return replace(self, steps=(*self.steps[:-1], (relation, last.at(instance))))
        return replace(self, criteria={**self.criteria, "instance": instance})

    def __str__(self) -> str:
        """As Android writes it, in the order of its criteria's numbers."""
        rows = [(_FIELDS[name].place, f"{_FIELDS[name].shown}={_java(value)}") for name, value in self.criteria.items()]
        if self.steps:
            relation, step = self.steps[0]
            shown, place = _CHILD if relation == "child" else _PARENT
            rows.append((place, f"{shown}={replace(step, steps=(*step.steps, *self.steps[1:]))}"))
        return f"UiSelector[{', '.join(row for _, row in sorted(rows))}]"


@dataclass(frozen=True, slots=True)
class Found:
    """One of the views below the first that fits `collection`: what `childByText` and its kin name."""

    collection: Selector
    pattern: Selector
    instance: int

    def __str__(self) -> str:
        return f"UiSelector[CONTAINER={self.collection}, PATTERN={self.pattern}, INSTANCE={self.instance}]"


Locator = Selector | Found


def read_selector(value: object, depth: int = 0) -> Selector:
    """The selector in the JSON of a client.

    Raises:
        SelectorError: It is none, or one that is too large.
    """
    if not isinstance(value, dict) or depth > MAX_STEPS:
        raise SelectorError("A selector is an object.")
    told = cast("dict[str, object]", value)
    mask = told.get("mask", 0)
    if not isinstance(mask, int):
        raise SelectorError("The mask of a selector is a number.")
    criteria = {name: _value(row, told.get(name)) for name, row in _FIELDS.items() if mask & row.bit}
    pairs = list(zip(_list(told.get("childOrSibling")), _list(told.get("childOrSiblingSelector")), strict=False))
    if len(pairs) > MAX_STEPS:
        raise SelectorError(f"A selector has at most {MAX_STEPS} steps.")
    steps: list[tuple[Relation, Selector]] = []
    for relation, step in pairs:
        match str(relation).lower():
            case "child":
                steps.append(("child", read_selector(step, depth + 1)))
            case "sibling":
                steps.append(("sibling", read_selector(step, depth + 1)))
            case _:
                pass
    selector = Selector(criteria, tuple(steps))
    if len(_flat(selector)) > MAX_STEPS:
        raise SelectorError(f"A selector has at most {MAX_STEPS} steps.")
    return selector


def find_all(roots: Sequence[Node], locator: Locator) -> Iterator[Node]:
    """All views that the locator may mean, in document order; its own instance is ignored."""
    if isinstance(locator, Found):
        collection = find_first(roots, locator.collection)
        if collection is not None:
            yield from _below(collection.children, locator.pattern)
        return
    yield from _below(roots, locator)


def find_first(roots: Sequence[Node], locator: Locator) -> Node | None:
    """The view that the locator means; None where there is none."""
    wanted = locator.instance if isinstance(locator, Found) else locator.last.instance or 0
    return next(islice(find_all(roots, locator), max(wanted, 0), None), None)


def _below(nodes: Sequence[Node], selector: Selector) -> Iterator[Node]:
    first: tuple[Relation, Selector] = ("child", selector)
    chain = [first, *_flat(selector)]
    return _search(nodes, chain, [0] * len(chain), selector.by)


def _flat(selector: Selector) -> list[tuple[Relation, Selector]]:
    rows: list[tuple[Relation, Selector]] = []
    for relation, step in selector.steps:
        rows += [(relation, step), *_flat(step)]
    return rows


def _search(
    nodes: Sequence[Node], chain: Sequence[tuple[Relation, Selector]], counters: list[int], exact: bool
) -> Iterator[Node]:
    """`QueryController.findNodeRegularRecursive` without recursion into views: counts instances over all of them.

    `chain` is the selector and its steps, `counters` how often each fitted before its instance came.
    """
    waiting = [(node, 0) for node in reversed(nodes)]
    seen: set[tuple[int, int]] = set()
    while waiting:
        node, step = waiting.pop()
        if (id(node), step) in seen:  # reached from two of its siblings
            continue
        seen.add((id(node), step))
        last = step + 1 == len(chain)
        if _fits(node, chain[step][1], exact):
            if last:
                yield node
            elif _counted(chain[step][1], counters, step):
                step += 1
                if chain[step][0] == "sibling":
                    if node.parent is None:
                        continue
                    node = node.parent
        waiting.extend((child, step) for child in reversed(node.children))


def _counted(selector: Selector, counters: list[int], step: int) -> bool:
    """Whether it is the instance that a step starts from, or one after it."""
    if counters[step] == (selector.instance or 0):
        return True
    counters[step] += 1
    return False


def _fits(node: Node, selector: Selector, exact: bool) -> bool:
    for name, wanted in selector.criteria.items():
        row = _FIELDS[name]
        held = node.attributes.get(row.attribute, "")
        match row.how:
            case "equals":
                fits = held == wanted
            case "flag":
                fits = (held == "true") == wanted
            case "contains":
                fits = str(wanted) in held if exact else str(wanted).lower() in held.lower()
            case "starts":
                fits = held.startswith(str(wanted)) if exact else held.lower().startswith(str(wanted).lower())
            case "pattern":
                fits = matches(str(wanted), held)
            case "other":
                fits = name == "instance" or node.index == wanted
        if not fits:
            return False
    return True


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
