"""The calls of UiAutomator's server that concern one view (`UiObject`, `UiScrollable`, `UiCollection`)."""

import time
import uuid
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from threading import Event, Lock
from typing import Literal

from sextant.integrations.adb_bridge.automator.calls import Arguments, Method, not_found, not_implemented
from sextant.integrations.adb_bridge.automator.device_calls import (
    MAX_WAIT_SECONDS,
    POLL_SECONDS,
    DeviceCalls,
)
from sextant.integrations.adb_bridge.automator.screen import ScreenViews, centre_of, is_editable
from sextant.integrations.adb_bridge.automator.selectors import (
    FoundView,
    Locator,
    ViewSelector,
    find_all,
    find_first,
    read_selector,
)
from sextant.integrations.adb_bridge.hierarchy import Bounds, HierarchyNode

__all__ = ["ObjectCalls"]

MAX_OBJECTS = 1_000
"""Most views with an id; the oldest id is dropped first."""
MAX_LISTED = 5_000
MAX_SWIPES = 500
SEARCH_SWIPES = 30
"""Most swipes while searching for a view (`UiScrollable`)."""
FLING_STEPS = 5
SCROLL_STEPS = 55
HOLD_SECONDS = 0.6
DEAD_ZONE = 0.1
"""Share of a list at each end that a swipe avoids."""
INSET = 5

Corner = Literal["", "br", "tl"]
_CORNERS: dict[str, Corner] = {"br": "br", "bottomright": "br", "tl": "tl", "topleft": "tl", "c": "", "center": ""}


class ObjectCalls:
    """Implements the calls that name a view by a selector, or by the id of a view that was found before."""

    def __init__(self, device: DeviceCalls) -> None:
        self.device = device
        self._objects: OrderedDict[str, Locator] = OrderedDict()
        self._lock = Lock()

    def methods(self) -> dict[str, Method]:
        """The calls by name."""
        return {
            "exist": lambda arguments: self._exists(self._locator(arguments)),
            "waitForExists": lambda arguments: self._wait(arguments, True),
            "waitUntilGone": lambda arguments: self._wait(arguments, False),
            "count": lambda arguments: self._count(self._locator(arguments)),
            "objInfo": lambda arguments: self._info(self._locator(arguments)),
            "objInfoOfAllInstances": lambda arguments: self._infos(self._locator(arguments)),
            "getText": lambda arguments: self._find(self._locator(arguments))[0].text,
            "setText": lambda arguments: self._set_text(arguments, arguments.text(1)),
            "clearTextField": lambda arguments: self._set_text(arguments, "") and None,
            "click": self._click,
            "longClick": lambda arguments: self._touch(arguments, HOLD_SECONDS),
            "clickAndWaitForNewWindow": self._click_and_wait,
            "dragTo": self._drag,
            "swipe": self._swipe,
            "gesture": self._two_fingers,
            "pinchIn": self._two_fingers,
            "pinchOut": self._two_fingers,
            "childByText": lambda arguments: self._child(arguments, "text"),
            "childByDescription": lambda arguments: self._child(arguments, "description"),
            "childByInstance": self._child_at,
            "getChild": lambda arguments: self._related(arguments, "child"),
            "getFromParent": lambda arguments: self._related(arguments, "sibling"),
            "getUiObject": lambda arguments: self._name(self._locator(arguments)),
            "getUiObjects": lambda _: list(self._objects),
            "removeUiObject": lambda arguments: self._objects.pop(arguments.text(0), None) and None,
            **self._scrolls(),
        }

    def _scrolls(self) -> dict[str, Method]:
        def once(forward: bool, fling: bool) -> Method:
            return lambda arguments: self._scroll(
                self._locator(arguments),
                arguments.flag(1),
                forward,
                FLING_STEPS if fling else arguments.number(2, SCROLL_STEPS),
            )

        def to_edge(forward: bool, fling: bool) -> Method:
            return lambda arguments: self._scroll_to_edge(
                self._locator(arguments),
                arguments.flag(1),
                forward,
                arguments.number(2, MAX_SWIPES),
                FLING_STEPS if fling else arguments.number(3, SCROLL_STEPS),
            )

        return {
            "scrollForward": once(True, False),
            "scrollBackward": once(False, False),
            "flingForward": once(True, True),
            "flingBackward": once(False, True),
            "scrollToEnd": to_edge(True, False),
            "scrollToBeginning": to_edge(False, False),
            "flingToEnd": to_edge(True, True),
            "flingToBeginning": to_edge(False, True),
            "scrollTo": lambda arguments: self._scroll_to(
                self._locator(arguments), lambda: self._exists(self._locator(arguments, 1)), arguments.flag(2)
            ),
        }

    def _locator(self, arguments: Arguments, place: int = 0) -> Locator:
        """The selector in a parameter, or the selector of the id in it.

        Raises:
            CallError: The id is unknown.
            SelectorError: The parameter is not a valid selector.
        """
        value = arguments.at(place)
        if not isinstance(value, str):
            return read_selector(value)
        locator = self._objects.get(value)
        if locator is None:
            raise not_found(f"UiObject {value} not found!")
        return locator

    def _name(self, locator: Locator) -> str:
        name = str(uuid.uuid4())
        with self._lock:
            self._objects[name] = locator
            if len(self._objects) > MAX_OBJECTS:
                self._objects.popitem(last=False)
        return name

    def _find(self, locator: Locator) -> tuple[HierarchyNode, ScreenViews]:
        screen = self.device.look()
        node = find_first(screen.top, locator)
        if node is None:
            raise not_found(locator)
        return node, screen

    def _area(self, locator: Locator) -> Bounds:
        """The visible part of the view."""
        return self._find(locator)[0].bounds

    def _exists(self, locator: Locator) -> bool:
        return find_first(self.device.look().top, locator) is not None

    def _wait(self, arguments: Arguments, present: bool) -> bool:
        """Waits until the view is present, or absent; False on timeout."""
        locator = self._locator(arguments)
        deadline = time.monotonic() + min(arguments.number(1, 0) / 1000, MAX_WAIT_SECONDS)
        pace = Event()
        while self._exists(locator) is not present:
            if time.monotonic() >= deadline:
                return False
            pace.wait(POLL_SECONDS)
        return True

    def _count(self, locator: Locator) -> int:
        if isinstance(locator, FoundView) or locator.last.instance is not None:
            return int(self._exists(locator))
        return sum(1 for _ in find_all(self.device.look().top, locator))

    def _info(self, locator: Locator) -> object:
        node, _ = self._find(locator)
        return _info(node, isinstance(locator, ViewSelector) and locator.by)

    def _infos(self, locator: Locator) -> list[object]:
        screen = self.device.look()
        if isinstance(locator, FoundView) or locator.last.instance is not None:
            node = find_first(screen.top, locator)
            nodes = [] if node is None else [node]
        else:
            nodes = list(find_all(screen.top, locator))[:MAX_LISTED]
        return [_info(node, False) for node in nodes]

    def _set_text(self, arguments: Arguments, text: str) -> bool:
        node, _ = self._find(self._locator(arguments))
        if not is_editable(node):
            return False
        self.device.phone.type_text(text, at=centre_of(node.bounds), replace_all=True)
        return True

    def _click(self, arguments: Arguments) -> bool:
        if isinstance(arguments.at(0), int | float):
            return self.device.touch(arguments.number(0), arguments.number(1), arguments.number(2, 0) / 1000)
        return self._touch(arguments, 0.0)

    def _touch(self, arguments: Arguments, seconds: float) -> bool:
        area = self._area(self._locator(arguments))
        corner = _CORNERS.get(arguments.text(1, "center").lower())
        if corner is None:
            return False
        x, y = centre_of(area)
        if corner == "tl":
            x, y = area.left + INSET, area.top + INSET
        elif corner == "br":
            x, y = area.right - INSET, area.bottom - INSET
        return self.device.touch(x, y, seconds)

    def _click_and_wait(self, arguments: Arguments) -> bool:
        before = self.device.look().view.component
        self._touch(Arguments([arguments.at(0)]), 0.0)
        deadline = time.monotonic() + min(arguments.number(1) / 1000, MAX_WAIT_SECONDS)
        pace = Event()
        while self.device.look().view.component == before:
            if time.monotonic() >= deadline:
                return False
            pace.wait(POLL_SECONDS)
        return True

    def _drag(self, arguments: Arguments) -> bool:
        start = centre_of(self._area(self._locator(arguments)))
        if isinstance(arguments.at(1), dict | str):
            end = centre_of(self._area(self._locator(arguments, 1)))
        else:
            end = (arguments.number(1), arguments.number(2))
        return self.device.hold_and_draw(start, end)

    def _swipe(self, arguments: Arguments) -> bool:
        """A swipe between points if the first parameter is a number, else on a view towards one of its sides."""
        if isinstance(arguments.at(0), int | float):
            return self.device.swipe(arguments)
        area = self._area(self._locator(arguments))
        x, y = centre_of(area)
        ends = {
            "u": ((x, area.bottom - INSET), (x, area.top + INSET)),
            "d": ((x, area.top + INSET), (x, area.bottom - INSET)),
            "l": ((area.right - INSET, y), (area.left + INSET, y)),
            "r": ((area.left + INSET, y), (area.right - INSET, y)),
        }
        path = ends.get(arguments.text(1)[:1].lower())
        if path is None:
            return False
        return self.device.draw(*path, arguments.number(len(arguments) - 1))

    def _two_fingers(self, arguments: Arguments) -> bool:
        self._find(self._locator(arguments))
        raise not_implemented("this phone takes one finger at a time")

    def _scroll(self, locator: Locator, vertical: bool, forward: bool, steps: int) -> bool:
        """Swipes over the view; True if the screen changed."""
        node, before = self._find(locator)
        area = node.bounds
        x, y = centre_of(area)
        if vertical:
            edge = int((area.bottom - area.top) * DEAD_ZONE)
            path = ((x, area.bottom - edge), (x, area.top + edge))
        else:
            edge = int((area.right - area.left) * DEAD_ZONE)
            path = ((area.right - edge, y), (area.left + edge, y))
        start, end = path if forward else path[::-1]
        self.device.draw(start, end, steps)
        return self.device.look().xml != before.xml

    def _scroll_to_edge(self, locator: Locator, vertical: bool, forward: bool, swipes: int, steps: int) -> bool:
        for _ in range(max(0, min(swipes, MAX_SWIPES))):
            if not self._scroll(locator, vertical, forward, steps):
                break
        return True

    def _scroll_to(self, locator: Locator, there: Callable[[], bool], vertical: bool = True) -> bool:
        """Scrolls until `there` is true: checks the current position first, then scrolls from the beginning."""
        if there():
            return True
        self._scroll_to_edge(locator, vertical, False, SEARCH_SWIPES, SCROLL_STEPS)
        for _ in range(SEARCH_SWIPES):
            if there():
                return True
            if not self._scroll(locator, vertical, True, SCROLL_STEPS):
                break
        return there()

    def _child(self, arguments: Arguments, attribute: Literal["text", "description"]) -> str:
        """The id of the child that contains a view with this text."""
        collection, pattern, text = read_selector(arguments.at(0)), read_selector(arguments.at(1)), arguments.text(2)
        found: list[int] = []

        def there() -> bool:
            children = find_all(self.device.look().top, FoundView(collection, pattern, 0))
            found[:] = [at for at, child in enumerate(children) if _holds(child, attribute, text)][:1]
            return bool(found)

        if not there() and arguments.flag(3, self._scrollable(collection)):
            self._scroll_to(collection, there)
        if not found:
            raise not_found(f'text= "{text}"' if attribute == "text" else f'for description= "{text}"')
        return self._name(FoundView(collection, pattern, found[0]))

    def _child_at(self, arguments: Arguments) -> str:
        return self._name(
            FoundView(read_selector(arguments.at(0)), read_selector(arguments.at(1)), arguments.number(2))
        )

    def _scrollable(self, locator: Locator) -> bool:
        node = find_first(self.device.look().top, locator)
        return node is not None and node.scrollable

    def _related(self, arguments: Arguments, relation: Literal["child", "sibling"]) -> str | None:
        """The id of a view below or beside one that has an id."""
        parent, step = self._objects.get(arguments.text(0)), read_selector(arguments.at(1))
        if parent is None:
            return None
        if isinstance(parent, ViewSelector):
            return self._name(replace(parent, steps=(*parent.steps, (relation, step))))
        pattern = parent.pattern.at(parent.instance)
        return self._name(
            FoundView(parent.collection, replace(pattern, steps=(*pattern.steps, (relation, step))), step.instance or 0)
        )


def _holds(node: HierarchyNode, attribute: Literal["text", "description"], text: str) -> bool:
    return any(getattr(below, attribute) == text for below in node.walk())


def _info(node: HierarchyNode, by: bool) -> object:
    """A view as `ObjInfo`. For a view found with a `BySelector`, empty values are null."""
    absent = None if by else ""
    return {
        "bounds": _rectangle(node.bounds),
        "childCount": len(node.children),
        "className": node.class_name,
        "contentDescription": node.description or absent,
        "packageName": node.package,
        "resourceName": node.resource_id or None,
        "text": node.text or absent,
        "visibleBounds": _rectangle(node.bounds),
        "checkable": node.checkable,
        "checked": node.checked,
        "clickable": node.clickable,
        "enabled": node.enabled,
        "focusable": node.focusable,
        "focused": node.focused,
        "longClickable": node.long_clickable,
        "scrollable": node.scrollable,
        "selected": node.selected,
    }


def _rectangle(bounds: Bounds) -> dict[str, int]:
    return {"bottom": bounds.bottom, "left": bounds.left, "right": bounds.right, "top": bounds.top}
