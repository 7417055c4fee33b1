"""Presents a device as an Android phone: a screen in Android pixels, apps as packages, buttons and settings."""

import io
import threading
from dataclasses import field, replace
from functools import cached_property

from PIL import Image

from sextant.dataclass import dataclass
from sextant.integrations.adb_bridge.apps import Component, InstalledApp, component_of, installed_apps
from sextant.integrations.adb_bridge.endpoints import Endpoints
from sextant.integrations.adb_bridge.files import Files
from sextant.protocols import Device
from sextant.types.actions import DragPath, Gesture, Hold, LaunchApp, PressKey, Tap, TerminateApp, TypeText
from sextant.types.devices import Injection
from sextant.types.geometry import Box, Point
from sextant.types.screens import Element, Observation

__all__ = ["BridgedPhone", "PhoneModel", "PhoneView"]

HOLD_SECONDS = 0.5
"""A touch that stays in place for at least this time is a long press (Android's `ViewConfiguration`)."""
PICTURES = 3
"""Most pictures that are sent to clients at the same time."""
STILL = 24
"""A finger that moves less counts as not moved (Android's touch slop, 8 dp at 480 dpi)."""


@dataclass(frozen=True, slots=True)
class PhoneModel:
    """The system properties of the phone."""

    serial: str = "sextant"
    manufacturer: str = "Sextant"
    model: str = "Bridge"
    product: str = "sextant_bridge"
    sdk: int = 34
    release: str = "14"
    density: int = 480
    """Dots per inch; 160 are one of Android's pixels per pixel of the device behind the bridge."""

    @property
    def scale(self) -> float:
        return self.density / 160


@dataclass(frozen=True, slots=True)
class PhoneView:
    """One observation of the phone. Boxes, the size and the keyboard's height are in Android pixels."""

    seen: Observation
    component: Component

    @property
    def focused(self) -> Element | None:
        """The field that typed text goes to."""
        return next((element for element in self.seen.elements if "focused" in element.states), None)

    @property
    def keyboard(self) -> bool:
        """Whether the soft keyboard is shown."""
        return self.seen.keyboard_height > 0


@dataclass
class PhoneSettings:
    """The values that `settings`, `setprop` and `ime` store. They do not change the device behind the bridge."""

    tables: dict[str, dict[str, str]] = field(default_factory=lambda: {"system": {}, "secure": {}, "global": {}})
    properties: dict[str, str] = field(default_factory=dict[str, str])
    clipboard: str = ""


class BridgedPhone:
    """One device as a phone. All methods are thread-safe; points are in Android pixels.

    Raises:
        DeviceFault: The device behind the bridge cannot be observed or touched.
    """

    def __init__(self, device: Device, model: PhoneModel | None = None) -> None:
        self.device = device
        self.model = model or PhoneModel()
        self.settings = PhoneSettings()
        self.files = Files()
        self.endpoints = Endpoints()
        self.picture_slots = threading.BoundedSemaphore(PICTURES)
        """Held while raw pixels are made and sent: clients that do not read them must not fill the memory."""
        self.awake = True
        self._lock = threading.RLock()

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in Android pixels."""
        size = self.device.size
        return round(size.width * self.model.scale), round(size.height * self.model.scale)

    @cached_property
    def apps(self) -> tuple[InstalledApp, ...]:
        """The installed apps with a launcher entry."""
        with self._lock:
            return installed_apps(self.device)

    def view(self, picture: bool = False) -> PhoneView:
        """Observes the screen without changing anything."""
        with self._lock:
            seen = self.device.look(picture)
        return PhoneView(_scaled(seen, self.model.scale), component_of(seen))

    def screenshot(self) -> Image.Image:
        """The screen in RGBA, in the phone's size; black if the phone sleeps or the device has no pictures."""
        black = Image.new("RGBA", self.size, (0, 0, 0, 255))
        if not self.awake:
            return black
        with self._lock:
            picture = self.device.look(picture=True).picture
        if picture is None:
            return black
        image, size = Image.open(io.BytesIO(picture.data)), self.size
        if image.size == size:
            return image.convert("RGBA")
        whole = size[0] % image.width == 0 and size[1] % image.height == 0
        how = Image.Resampling.NEAREST if whole else Image.Resampling.BILINEAR
        return image.convert("RGBA").resize(size, how)

    def perform(self, gesture: Gesture) -> Injection:
        """Injects one gesture; its points are in pixels of the device, not of Android."""
        with self._lock:
            return self.device.perform(gesture)

    def tap(self, x: float, y: float, *, twice: bool = False) -> Injection:
        return self.perform(Tap(self._point(x, y), 2 if twice else 1))

    def swipe(self, start: tuple[float, float], end: tuple[float, float], seconds: float) -> Injection:
        """Moves a finger from start to end. Without a movement it is a tap or a long press."""
        if abs(start[0] - end[0]) < STILL and abs(start[1] - end[1]) < STILL:
            if seconds < HOLD_SECONDS:
                return self.tap(*start)
            return self.perform(Hold(self._point(*start), seconds))
        return self.perform(DragPath(self._point(*start), self._point(*end)))

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> Injection:
        """A long press that is moved: `input draganddrop`."""
        return self.perform(DragPath(self._point(*start), self._point(*end), hold_seconds=HOLD_SECONDS))

    def type_text(self, text: str, at: tuple[float, float] | None = None, *, replace_all: bool = False) -> Injection:
        """Types into the focused field, or into the one at a point."""
        return self.perform(TypeText(text, self._point(*at) if at else None, replace=replace_all))

    def press_back(self) -> Injection:
        return self.perform(PressKey("back"))

    def press_home(self) -> Injection:
        return self.perform(PressKey("home"))

    def press_recents(self) -> Injection:
        return self.perform(PressKey("recents"))

    def press_enter(self) -> Injection:
        return self.perform(PressKey("enter"))

    def app(self, package: str) -> InstalledApp | None:
        """The app of a package."""
        return next((app for app in self.apps if app.package == package), None)

    def launch(self, app: InstalledApp) -> Injection:
        return self.perform(LaunchApp(app.name))

    def stop(self, app: InstalledApp) -> Injection:
        return self.perform(TerminateApp(app.name))

    def _point(self, x: float, y: float) -> Point:
        return Point(x / self.model.scale, y / self.model.scale)


def _scaled(seen: Observation, scale: float) -> Observation:
    if scale == 1:
        return seen
    size, scroll = seen.size, seen.scroll
    return replace(
        seen,
        size=replace(size, width=size.width * scale, height=size.height * scale),
        elements=tuple(replace(element, box=_box(element.box, scale)) for element in seen.elements),
        keyboard_height=seen.keyboard_height * scale,
        scroll=replace(
            scroll,
            above=scroll.above * scale,
            below=scroll.below * scale,
            left=scroll.left * scale,
            right=scroll.right * scale,
        ),
    )


def _box(box: Box, scale: float) -> Box:
    return Box(box.x * scale, box.y * scale, box.width * scale, box.height * scale)
