"""An open connection to a phone, with all that reads and touches it."""

import threading
import time
from collections.abc import Callable
from typing import Final, TypeVar

from sextant.devices.android.adb import Adb
from sextant.devices.android.apps import PhoneApps
from sextant.devices.android.injections import InjectionLog
from sextant.devices.android.network_counters import NetworkWatch
from sextant.devices.android.notifications import NotificationWatch
from sextant.devices.android.options import AndroidOptions
from sextant.devices.android.phone_driver import WAKE, PhoneDriver, Pixel, revived
from sextant.devices.android.screen_reader import ScreenReader
from sextant.devices.android.scroll_memory import ScrollMemory
from sextant.devices.android.views import View
from sextant.errors import DeviceUnreachable, NeedsPerson
from sextant.types.geometry import Point

__all__ = ["OpenPhone"]

_BOOT: Final = "cat /proc/sys/kernel/random/boot_id 2>/dev/null"
_POLL: Final = 0.03
ResultT = TypeVar("ResultT")


class OpenPhone:
    """The open connection to a phone, with all objects that belong to it."""

    def __init__(self, adb: Adb, driver: PhoneDriver, options: AndroidOptions, token: str, *, resumed: bool) -> None:
        self.adb, self.options = adb, options
        self.reader = ScreenReader(adb, driver, options)
        self.log = InjectionLog(adb, token, resumed=resumed)
        self.apps = PhoneApps(adb)
        self.notifications = NotificationWatch(adb)
        self.network = NetworkWatch(adb) if options.network else None
        self.scrolls = ScrollMemory()
        self._wait = threading.Event()
        self.boot = adb.shell(_BOOT).text.strip()

    @property
    def driver(self) -> PhoneDriver:
        """The driver that reads the screen, with which it is touched too."""
        return self.reader.driver

    def revive(self, notes: list[str]) -> None:
        """Restarts the server of uiautomator2, which ended with the connection."""
        self.reader.driver = revived(self.driver, self.adb, self.options.driver, notes)

    def wake(self, notes: list[str], *, begun: bool = False) -> None:
        """Turns the display on and dismisses a lock screen that needs no code. `begun`: the run is under way.

        Raises:
            DeviceUnreachable: The display stays off.
            NeedsPerson: It is locked with a code.
        """
        state = self.reader.measure()
        if not state.awake:
            self.driver.keys((WAKE,))
            notes.append("the display was off and was turned on")
            state = self.until(self.reader.measure, lambda now: now.awake)
            if not state.awake:
                raise DeviceUnreachable(
                    f"The display of android:{self.adb.serial} stays off.",
                    "Turn it on by hand, and take off any cover.",
                )
        if state.locked:
            self.adb.shell("wm dismiss-keyguard")
            state = self.until(self.reader.measure, lambda now: not now.locked)
        if state.locked:
            raise NeedsPerson(
                f"The phone {self.adb.serial!r} {'has locked itself' if begun else 'is locked'}.",
                "Unlock it by hand; its code is never typed. Then "
                + ("continue with `sextant resume RUN`." if begun else "run the same command again."),
            )
        self.reader.set_keyboard(self.adb.shell("settings get secure default_input_method").text.strip())

    def until(self, ask: Callable[[], ResultT], enough: Callable[[ResultT], bool]) -> ResultT:
        """Polls `ask` until `enough` accepts its answer; after the settling time, returns the last answer."""
        deadline = time.monotonic() + self.options.settle
        while not enough(answer := ask()) and time.monotonic() < deadline:
            self._wait.wait(_POLL)
        return answer

    def beside_the_screen(self, package: str) -> tuple[str, ...]:
        """Notes on the profile of the app in front, and on what it did since the last gesture that no screen shows."""
        user = self.reader.state.user
        profile = next((one for one in self.apps.profiles if one.number == user), None) if user else None
        if profile is not None:  # the counters and notifications are those of the personal app
            return (f"the app in front is that of the profile {self.apps.profile_in_words(profile)!r}",)
        return (*self.notifications.posted(package), *(self.network.moved(package) if self.network else ()))

    def after_gesture(self) -> None:
        """Has the next observation report what the app did since."""
        self.notifications.due = True
        if self.network is not None:
            self.network.due = True

    def pixel(self, point: Point) -> Pixel:
        """Converts a point to Android pixels, clamped to the screen."""
        frame = self.reader.frame
        x, y = round(point.x / frame.scale), round(point.y / frame.scale)
        return min(max(x, 0), frame.width - 1), min(max(y, 0), frame.height - 1)

    def holds(self, view: View, point: Point | None) -> bool:
        """Whether the point lies in the view."""
        return point is None or self.reader.frame.box(view.bounds).contains(point)
