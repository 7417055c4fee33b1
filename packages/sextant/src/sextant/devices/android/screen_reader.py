"""Observes the screen of a phone: hierarchy, picture and foreground activity."""

import hashlib
import io
import math
import re
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from sextant.addresses.origins import origin_of_page
from sextant.dataclass import dataclass
from sextant.devices.android.adb import Adb
from sextant.devices.android.dumps import (
    ForegroundComponent,
    Fragments,
    ScreenState,
    back_stack_of,
    fragments_of,
    hidden_packages,
    instance_of,
    screen_state,
    wm_value,
)
from sextant.devices.android.focus import Focus
from sextant.devices.android.gesture_feed import ScreenOrientation
from sextant.devices.android.listing import DescribedView, ViewFrame, describe
from sextant.devices.android.options import AndroidOptions
from sextant.devices.android.page_place import focused_field, page_around
from sextant.devices.android.phone_driver import PhoneDriver
from sextant.devices.android.private_fields import PrivateFields
from sextant.devices.android.roles import is_field
from sextant.devices.android.tree_watch import TreeWatch, texts_of
from sextant.devices.android.views import Hierarchy, View, read_hierarchy
from sextant.devices.android.web_pages import WebPages
from sextant.devices.browser.snapshot import Assembled
from sextant.text.clocks import mask_times
from sextant.text.legible import shortened
from sextant.types.geometry import Box, Size
from sextant.types.pixels import NoPicture, opened, size_of
from sextant.types.screens import Condition, Element, Modal, Observation, Picture, ScrollExtent

__all__ = ["NO_TREE", "STALE", "ScreenReader", "ScreenReading"]

NO_TREE: Final = "The app shows no accessibility tree; reading the picture"
STALE: Final = "The accessibility tree does not follow the screen, and shows an earlier one; reading the picture"
BLACK: Final = "The picture is black: the app forbids pictures of it (FLAG_SECURE), or the display is off"
_MDPI: Final = 160
"""The density in dots per inch at which an Android pixel equals a density-independent pixel."""
_RESUMED: Final = "dumpsys activity activities | grep esumedActivity"
_STATE: Final = "dumpsys window; dumpsys power | grep mWakefulness="
_ACTIVITIES: Final = "dumpsys activity activities; echo; dumpsys activity top"
_SYSTEM_UI: Final = "com.android.systemui"  # structural: the package of the status bar and the notification shade
_UNREADABLE: Final = ("no_hierarchy", "empty", "too_large")
_NEARLY: Final = 0.97
"""A picture is not scaled down if the factor is above this."""
_EMPTY_BYTES: Final = 0.03
"""Most bytes per pixel of a compressed picture that may be empty."""
_DARKEST: Final = 4
"""Largest brightness (0-255) of a pixel that counts as black."""


@dataclass(frozen=True, slots=True)
class ScreenReading:
    """A hierarchy with its elements. `digest` changes if anything changes that a person could notice."""

    hierarchy: Hierarchy
    described: DescribedView
    digest: str

    @property
    def unreadable(self) -> bool:
        """Whether there is no accessibility tree at all."""
        return self.hierarchy.trouble in _UNREADABLE or not self.hierarchy.windows

    def nearest(self, element: Element) -> Element | None:
        """The element of that role that is nearest to where the given one was on an earlier screen."""
        was = element.box.centre
        alike = [one for one in self.described.elements if one.role == element.role]
        return min(alike, key=lambda one: math.dist((one.box.centre.x, one.box.centre.y), (was.x, was.y)), default=None)


class ScreenReader:
    """Reads the screen of one phone with a driver. `frame` has its size and density at the last observation."""

    def __init__(self, adb: Adb, driver: PhoneDriver, options: AndroidOptions) -> None:
        self._adb, self.driver, self._options = adb, driver, options
        self.frame = ViewFrame(1080, 2400, 0.4)
        self.state = ScreenState()
        self._shape = (-1, 0, 0)
        """Rotation of the hierarchy, and how far it reaches, when the frame was measured for it."""
        self._measured, self._dump = False, ""
        self._news = list[str]()
        self._activity_dump: tuple[ForegroundComponent | None, str, str] | None = None
        self._keyboard_package = ""
        self.page: Box | None = None
        self.scroll: ScrollExtent | None = None
        self.web = WebPages(adb, options.pages)
        self.private = PrivateFields()
        self.tree = TreeWatch()
        self._mark = uuid.uuid4().hex
        """Between two dumps. No app knows it, so none can print it."""

    @property
    def size(self) -> Size:
        """The viewport in density-independent pixels."""
        return Size(round(self.frame.width * self.frame.scale, 2), round(self.frame.height * self.frame.scale, 2))

    @property
    def orientation(self) -> ScreenOrientation:
        """The orientation of the screen at the last look."""
        return ScreenOrientation(self.frame.width, self.frame.height, self.frame.scale, self.state.rotation)

    def measure(self) -> ScreenState:
        """Reads size, density, focus and lock state again.

        Raises:
            DisplayGone: The display to be read is not there, or cannot be touched.
        """
        printed = self._adb.shell(f"{_RESUMED}; echo {self._mark}; {_STATE}").text
        activities, _, self._dump = printed.partition(self._mark)
        state = screen_state(self._dump, self._options.display, activities)
        self.driver.display.use(state)
        size, density = state.size, state.density
        if size is None or density is None:
            which = f" -d {state.display}" if state.display else ""
            wm = self._adb.shell(f"wm size{which}; echo; wm density{which}").text.split("\n\n")
            measured = wm_value(wm[0])
            size = size or (measured if len(measured) == 2 else (self.frame.width, self.frame.height))  # type: ignore[assignment]
            density = density or next(iter(wm_value(wm[-1]) if len(wm) > 1 else ()), _MDPI)
            if state.size is None and state.rotation % 2:
                size = (size[1], size[0])
        if self._measured:
            self._notice(state, size)
        self._measured = True
        self.state = state
        self.frame = ViewFrame(size[0], size[1], _MDPI / max(density, 1))
        return state

    def _notice(self, state: ScreenState, size: tuple[int, int]) -> None:
        """Has the next observation report another display, or another size of it, as when a phone is folded."""
        was = self.frame
        if state.display != self.state.display:
            told = f"display {state.display} is in front now, and is read and touched; it was display "
            self._news.append(f"{told}{self.state.display}")
        elif sorted(size) != sorted((was.width, was.height)):
            told = f"the screen has {size[0]}x{size[1]} pixels now, as after folding or unfolding; it had "
            self._news.append(f"{told}{was.width}x{was.height}")

    def _hierarchy(self, measured: bool = False) -> Hierarchy:
        """The hierarchy, with its private fields. `measured`: the state is that of the same moment."""
        hierarchy, state = read_hierarchy(self.driver.hierarchy()), self.state
        if len(state.displays) > 1:
            hierarchy = hierarchy.on_display(state.display, front=state.front in (None, state.display))
        self.private.hide(hierarchy.windows, str(state.component or ""), learn=measured)
        return hierarchy

    def read(self, measured: bool = False) -> ScreenReading:
        """Reads only the hierarchy; measures the frame again if the screen was turned, or has become larger."""
        hierarchy = self._hierarchy(measured)
        shape = (hierarchy.rotation, *_extent(hierarchy))
        larger = shape[1] > self.frame.width or shape[2] > self.frame.height
        if hierarchy.windows and (shape[0] != self._shape[0] or (larger and shape != self._shape)):
            self.measure()
            self._shape = shape
        hierarchy = replace(hierarchy, windows=self._front(hierarchy.windows))
        described = describe(hierarchy, self.frame, self.web.read(hierarchy.windows, self.frame))
        self.page, self.scroll = described.page, described.scroll
        return ScreenReading(hierarchy, described, _digest(described))

    def focused(self) -> View | None:
        """The focused text field in the hierarchy, else in the page of a web view."""
        hierarchy = self._hierarchy()
        field = _focused(hierarchy)
        return field or focused_field(self.web.read(self._front(hierarchy.windows), self.frame), self.frame)

    def focus(self) -> Focus | None:
        """The focused text field, with the pages that it is in."""
        hierarchy = self._hierarchy()
        pages = self.web.read(self._front(hierarchy.windows), self.frame)
        field = _focused(hierarchy)
        if field is not None:
            holder = page_around(field, hierarchy.windows)
            origins = None if holder is None else self._origins(holder, pages)
            return Focus(field, origins, self.private.place_of(field))
        for view, found in pages.items():
            if (field := focused_field({view: found}, self.frame)) is not None:
                return Focus(field, self._origins(view, pages))
        return None

    def _origins(self, holder: View, pages: Mapping[View, Assembled]) -> tuple[str, ...]:
        """The origins of the documents around the focused field of a view's page; empty if they are unknown."""
        found, page = pages.get(holder), self.web.origins.get(holder, "")
        frames = [one.frame for one in found.elements if "focused" in one.states] if found else []
        if not page or not frames:
            return ()
        return tuple(dict.fromkeys([*map(origin_of_page, filter(None, frames)), page]))

    def _front(self, windows: Sequence[View]) -> tuple[View, ...]:
        """The windows of the app in front, the frontmost last, without the keyboard and the system bars."""
        shade = not self.state.component or self.state.window not in ("", "PopupWindow")
        kept = [one for one in windows if one.package != self._keyboard_package or not one.package]
        if not shade:
            kept = [one for one in kept if one.package != _SYSTEM_UI]
        return tuple(reversed(kept or windows))

    def set_keyboard(self, input_method: str) -> None:
        """Stores the package of the soft keyboard, whose windows are left out."""
        self._keyboard_package = input_method.partition("/")[0]

    # ------------------------------------------------------------------ observations

    def look(self, picture: bool, at: float, settled: bool, notes: tuple[str, ...]) -> Observation:
        """Makes an observation of the current screen."""
        state, seen = self.measure(), self.read(measured=True)
        if foreign := self._foreign(state, seen):  # the window has changed meanwhile, or the tree is late
            state, seen = self.measure(), self.read(measured=True)
            foreign = self._foreign(state, seen)
        shot = self._picture() if picture or seen.unreadable else None
        black = shot is not None and _is_black(shot.data, state.secure)
        seen, left = (seen, ()) if foreign else self._followed(state, seen, shot if picture and not black else None)
        if left is not None:
            seen = replace(seen, described=replace(seen.described, elements=left, landmarks=(), title=""))
        condition = _condition(seen, state, black, stale=left is not None)
        notes_now = [*notes, *self._news, *self.web.notes(), *_said(condition, seen, foreign, black)]
        if picture and shot is None and self.driver.display.surface is None:
            notes_now.append(f"Android gives no picture of display {state.display}")
        self._news.clear()
        facts, location, app = self._identity(state, seen)
        if self.web.address:
            facts["web_address"] = self.web.address
        modal = _modal(state, seen.described)
        elements = seen.described.elements
        if modal is not None:
            elements = tuple(replace(element, source="modal") for element in elements)
        return Observation(
            app=app,
            location=location,
            title=seen.described.title,
            size=self.size,
            elements=elements,
            landmarks=seen.described.landmarks,
            modal=modal,
            condition=condition,
            picture=shot if picture and not black else None,  # black tells nothing, least of all that nothing changed
            keyboard_height=self._covered(state),
            unlisted=seen.described.unlisted,
            scroll=self.scroll or ScrollExtent(),
            settled=settled,
            at=at,
            notes=tuple(notes_now),
            facts=facts,
        )

    def _covered(self, state: ScreenState) -> float:
        """Pixels of the viewport below that the keyboard covers."""
        return 0.0 if state.keyboard is None else round((self.frame.height - state.keyboard.top) * self.frame.scale, 2)

    def _foreign(self, state: ScreenState, seen: ScreenReading) -> str:
        """The app whose tree was read although it is hidden behind the app in front; empty if there is none."""
        front = state.component
        if front is None or state.window or not state.confirmed:
            return ""
        if any(window.package == front.package for window in seen.hierarchy.windows):
            return ""
        packages = {view.package for view in seen.hierarchy.views()} - {""}
        known = packages and front.package not in packages and packages <= hidden_packages(self._dump)
        return min(packages) if known else ""

    def _followed(
        self, state: ScreenState, seen: ScreenReading, shot: Picture | None
    ) -> tuple[ScreenReading, tuple[Element, ...] | None]:
        """The reading, made again if the picture gives reason to doubt it, and what `TreeWatch.settle` says of it."""
        if shot is None:
            return seen, None
        place = f"{state.component} {state.window} {self.frame} {state.keyboard}"
        texts = texts_of(seen.described.elements, self.size, self._covered(state))
        doubted = self.tree.doubts(place, seen.digest, texts, shot)
        if doubted and (again := self.read(measured=True)).digest != seen.digest:
            seen, doubted = again, False
            texts = texts_of(seen.described.elements, self.size, self._covered(state))
        return seen, self.tree.settle(place, seen.digest, texts, shot, doubted)

    def _identity(self, state: ScreenState, seen: ScreenReading) -> tuple[dict[str, str], str, str]:
        """The facts, the location and the app, from the activity in front, its fragments and the window over it."""
        packages = [window.package for window in seen.hierarchy.windows if window.package]
        front = state.component
        app = front.package if front is not None else packages[-1] if packages else state.window or "android"
        if state.window and packages:
            app = packages[-1]
        if front is None:
            return {}, app, app
        fragments, stack, instance = self._activity_details(front, seen.digest)
        over = "".join(f"+{name}" for name in fragments.names)
        window = re.split(r"[:\s]", state.window)[0]
        facts = {"component": f"{front}{over}{f'+{window}' if window else ''}"}
        if instance:
            facts["instance"] = instance
        if len(stack) > 1:
            facts["back_stack"] = " > ".join(str(one) for one in reversed(stack))
        return facts, str(front), app

    def _activity_details(
        self, front: ForegroundComponent, digest: str
    ) -> tuple[Fragments, tuple[ForegroundComponent, ...], str]:
        """Fragments, back stack and the intent's data; read again if the activity or the digest changed."""
        known = self._activity_dump
        if known is None or known[:2] != (front, digest):
            dump = self._adb.shell(_ACTIVITIES).text
            known = self._activity_dump = (front, digest, dump)
        dump = known[2]
        return fragments_of(dump), back_stack_of(dump, front.package), instance_of(dump, front)

    def _picture(self) -> Picture | None:
        wanted = self._options.picture_scale
        data = self.driver.picture(1.0 if wanted is None else wanted * self.frame.scale)
        kind = "image/png" if data[:4] == b"\x89PNG" else "image/jpeg"
        try:
            scale = size_of(data)[0] / self.size.width
            if wanted is None or wanted >= scale * _NEARLY:
                return Picture(data, kind, round(scale, 4))
            image = opened(data)
        except NoPicture:
            return None
        width = max(1, round(self.size.width * wanted))
        small = image.convert("RGB").resize((width, max(1, round(image.height * width / image.width))))
        stream = io.BytesIO()
        small.save(stream, "JPEG", quality=85)
        return Picture(stream.getvalue(), "image/jpeg", round(small.width / self.size.width, 4))


def _extent(hierarchy: Hierarchy) -> tuple[int, int]:
    """How far its windows reach to the right and down."""
    bounds = [window.bounds for window in hierarchy.windows]
    return max((one.right for one in bounds), default=0), max((one.bottom for one in bounds), default=0)


def _focused(hierarchy: Hierarchy) -> View | None:
    return next((view for view in hierarchy.views() if "focused" in view.flags and is_field(view)), None)


def _is_black(data: bytes, secure: bool) -> bool:
    """Whether the picture is black; of a `secure` window, the part without the system bars and the keyboard.

    Else a file with many bytes per pixel has content, and is not decoded.
    """
    try:
        width, height = size_of(data)
        if len(data) > width * height * _EMPTY_BYTES and not secure:
            return False
        picture = opened(data).convert("L")
        small = (picture.crop((0, height // 8, width, height // 2)) if secure else picture).reduce(8)
    except (NoPicture, ValueError):
        return False
    extremes = small.getextrema()
    return isinstance(extremes[1], int | float) and extremes[1] <= _DARKEST


def _said(condition: Condition, seen: ScreenReading, foreign: str, black: bool) -> Iterator[str]:
    """Notes on what is wrong with the tree and the picture."""
    detail = seen.hierarchy.detail[:120]
    if condition == "empty_hierarchy":
        yield f"{NO_TREE}{f' ({detail})' if detail else ''}"
    elif condition == "stale_hierarchy":
        told = f"The accessibility tree is that of {foreign!r}, which is not in front; reading the picture"
        yield told if foreign else STALE
    elif seen.hierarchy.trouble in ("damaged", "cut"):
        yield f"The accessibility tree was read in part: {detail}"
    if black:
        yield BLACK


def _condition(seen: ScreenReading, state: ScreenState, black: bool, *, stale: bool) -> Condition:
    if not state.awake:
        return "blank"
    if seen.unreadable:
        return "blank" if black else "empty_hierarchy"
    if stale:
        return "stale_hierarchy"
    return seen.described.condition


def _modal(state: ScreenState, described: DescribedView) -> Modal | None:
    """A dialog of Android itself: for a permission, or about a crash or a hang."""
    asks = state.component is not None and state.component.asks_permission
    if not asks and not state.failure:
        return None
    texts = [element.label for element in described.elements if not element.affordances and element.label]
    message = texts[0] if texts else state.failure
    return Modal("permission" if asks else "alert", shortened(message, 1000), state.failure)


def _digest(described: DescribedView) -> str:
    shown = [_line(element) for element in described.elements if element.visibility != "offscreen"]
    return hashlib.sha256("\n".join((described.condition, *shown)).encode()).hexdigest()[:32]


def _line(element: Element) -> str:
    box = element.box
    place = f"{box.x:.0f} {box.y:.0f} {box.width:.0f} {box.height:.0f}"
    texts = mask_times(f"{element.text}\x1f{element.name}\x1f{element.value}")
    return f"{element.role}\x1f{texts}\x1f{sorted(element.states)}\x1f{element.masked}\x1f{place}"
