"""A mobilerun state provider that appends the plan of the map to the text the agent reads.

mobilerun's agents copy `UIState.formatted_text` into their prompts at every step, so the plan is appended there.
Everything else of the wrapped provider is passed through. With the driver (`watch`), the actions between two states are
added to the map.
"""

import asyncio
import copy
import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeVar, cast

from sextant.devices.android.roles import TITLE_ID, role_of_class
from sextant.errors import SextantError
from sextant.integrations.android import activity_in_words, element_at
from sextant.integrations.companion import Companion
from sextant.integrations.described_screen import DescribedElement, DescribedScreen, screen_of
from sextant.types.actions import Action, ByIndex, Click, KeyboardEnter, LongPress, NavigateBack, NavigateHome, OpenApp
from sextant.types.geometry import Point
from sextant.types.screens import Screen

__all__ = ["GuidedStateProvider", "screen_of_state"]

_LOG = logging.getLogger("sextant")
_KEYS: Mapping[str, Action] = {"back": NavigateBack(), "home": NavigateHome(), "enter": KeyboardEnter()}
_WATCHED = ("tap", "swipe", "drag", "press_button", "press_key_code", "input_text", "start_app")

Driver = TypeVar("Driver")


class MobilerunState(Protocol):
    """The part of mobilerun's `UIState` that is used."""

    formatted_text: str

    @property
    def elements(self) -> Sequence[Mapping[str, Any]]: ...

    @property
    def phone_state(self) -> Mapping[str, Any]: ...

    @property
    def screen_width(self) -> int: ...

    @property
    def screen_height(self) -> int: ...


class Provider(Protocol):
    """The part of mobilerun's `StateProvider` that is used; the rest is passed through by name."""

    async def get_state(self) -> Any: ...


class GuidedStateProvider:
    """A mobilerun `StateProvider` around another, with the map's guidance at the end of each state.

    A guide never breaks its host: errors of the map are logged, and the state is returned unchanged.

    Args:
        inner: The provider that mobilerun would use, such as `AndroidStateProvider(driver, …)`.
        companion: The guide, such as `Companion.on_maps(goal, path)`; the caller closes it.
    """

    def __init__(self, inner: Provider, companion: Companion) -> None:
        self._inner, self._companion = inner, companion
        self._screen: Screen | None = None

    def __getattr__(self, name: str) -> Any:
        """Pass other attributes through to the wrapped provider."""
        if name.startswith("__") or name == "_inner":
            raise AttributeError(name)
        return getattr(self._inner, name)

    async def get_state(self) -> Any:
        """The wrapped provider's state; a copy with the guidance appended to `formatted_text`, if there is any."""
        state = await self._inner.get_state()
        words = await asyncio.to_thread(self._guided, state)
        if not words:
            return state
        guided = copy.copy(state)  # of any class; the wrapped provider may return one state twice
        guided.formatted_text = f"{state.formatted_text}\n\n{words}"
        return guided

    async def get_final_state(self) -> Any:
        """The wrapped provider's last state, without guidance: the run is over."""
        final = getattr(self._inner, "get_final_state", self._inner.get_state)
        state = await final()
        await asyncio.to_thread(self._looked, state)
        return state

    def watch(self, driver: Driver) -> Driver:
        """Wrap the touch and key methods of this driver object, so that actions are added to the map.

        Its class and other attributes stay unchanged.
        """
        for name in _WATCHED:
            method = getattr(driver, name, None)
            if method is not None:
                setattr(driver, name, self._noting(name, method))
        return driver

    def _noting(self, name: str, method: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def noted(*args: Any, **kwargs: Any) -> Any:
            result = await method(*args, **kwargs)
            action = _action(name, args, kwargs, self._screen)
            if action is not None or name == "tap":  # a touch of nothing listed may lead on, too
                self._companion.did(action)
            return result

        return noted

    def _guided(self, state: MobilerunState) -> str:
        try:
            self._screen = screen_of_state(state)
            return self._companion.tell(self._screen)
        except SextantError as error:
            _LOG.warning("the map says nothing on this screen: %s", error)
            return ""

    def _looked(self, state: MobilerunState) -> None:
        try:
            self._companion.saw(screen_of_state(state))
        except SextantError as error:
            _LOG.warning("the last screen is not on the map: %s", error)


def screen_of_state(state: MobilerunState) -> Screen:
    """Convert a mobilerun state to a screen: package and activity, title, elements with mobilerun's indices."""
    phone = state.phone_state
    package = _text(phone, "packageName")
    activity = _text(phone, "activityName") or _text(phone, "activity_name") or _text(phone, "currentApp")
    elements = [element for node in _every(state.elements) if (element := _element(node)) is not None]
    title = next(
        (_text(node, "text") for node in _every(state.elements) if TITLE_ID.search(_text(node, "resourceId"))), ""
    )
    described = DescribedScreen(
        app=package or activity or "android",
        address=activity or package,
        title=title or activity_in_words(activity),
        elements=(*((DescribedElement(title, "heading", False, index=-1),) if title else ()), *elements),
        size=(float(state.screen_width or 1080), float(state.screen_height or 2400)),
    )
    return screen_of(described)


def _every(nodes: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    for node in nodes:
        yield node
        yield from _every(cast("Sequence[Mapping[str, Any]]", node.get("children") or ()))


def _text(node: Mapping[str, Any], key: str) -> str:
    value = node.get(key)
    return value if isinstance(value, str) else ""


def _element(node: Mapping[str, Any]) -> DescribedElement | None:
    """An element; None for mere layout. Where there is no text, mobilerun substitutes id or class."""
    kind, test_id, text = _text(node, "className"), _text(node, "resourceId"), _text(node, "text")
    name = "" if text in (test_id, kind) or text.endswith(f".{kind}") else text
    index = node.get("index")
    if not isinstance(index, int) or not (name or test_id):
        return None
    return DescribedElement(
        name, role_of_class(kind) or "group", clickable=True, box=_box(node), test_id=test_id, index=index
    )


def _box(node: Mapping[str, Any]) -> tuple[float, float, float, float] | None:
    """Parse "left,top,right,bottom" to x, y, width, height."""
    edges = _text(node, "bounds").split(",")
    try:
        left, top, right, bottom = (float(edge) for edge in edges)
    except ValueError:
        return None
    return left, top, max(0.0, right - left), max(0.0, bottom - top)


def _action(name: str, args: tuple[Any, ...], kwargs: Mapping[str, Any], screen: Screen | None) -> Action | None:
    """The action of a driver call; None where a map has no such action."""
    if name == "start_app":
        return OpenApp(str(args[0] if args else kwargs.get("package", "")))
    if name == "press_button":
        return _KEYS.get(str(args[0] if args else kwargs.get("button", "")).casefold())
    if name in ("tap", "swipe") and len(args) >= 2 and screen is not None:
        held = name == "swipe" and len(args) >= 4 and args[:2] == args[2:4]
        element = element_at(screen, Point(float(args[0]), float(args[1])))
        if element is None or (name == "swipe" and not held):
            return None
        target = ByIndex(element.index)
        return LongPress(target) if held else Click(target)
    return None
