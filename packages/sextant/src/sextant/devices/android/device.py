"""A `Device` over an Android phone that adb reaches."""

import contextlib
import threading
import time
import uuid
from collections.abc import Callable, Generator
from dataclasses import replace
from datetime import datetime
from typing import Final, TypeVar, assert_never

from sextant.devices.android.adb import Adb, AdbServer
from sextant.devices.android.automator_server import CallRefused
from sextant.devices.android.displays import DisplayGone
from sextant.devices.android.dumps import READ_TIME, time_of
from sextant.devices.android.gesture_feed import gesture_feed_of
from sextant.devices.android.open_phone import OpenPhone
from sextant.devices.android.options import AndroidOptions
from sextant.devices.android.phone_driver import (
    BACK,
    ENTER,
    HOME,
    RECENTS,
    drag_points,
    phone_driver_of,
    scroll_strokes,
)
from sextant.devices.android.screen_reader import ScreenReading
from sextant.devices.android.scroll_memory import direction_of
from sextant.devices.android.secret_fields import SecretFields
from sextant.devices.android.text_entry import TextEntry, restore_keyboard
from sextant.devices.android.widgets import widget_at
from sextant.elements.touch_match import meant_by, meet, unmeant
from sextant.errors import DeviceFault, DeviceLost, DeviceUnreachable
from sextant.protocols import GestureFeed
from sextant.types.actions import (
    DragPath,
    Gesture,
    Hold,
    LaunchApp,
    Pause,
    PressKey,
    ScrollBy,
    Tap,
    TerminateApp,
    TypeText,
)
from sextant.types.devices import Injection, Lease, Opened, Untouched
from sextant.types.geometry import Point, Size
from sextant.types.screens import Observation
from sextant.types.secrets import NOTHING_TYPED, ConfirmsSecret

__all__ = ["AndroidDevice"]

_KEYS: Final = {"back": BACK, "home": HOME, "enter": ENTER, "recents": RECENTS}
_AWAY: Final = "the phone was away and is back"
_AWAKE_SECONDS: Final = 2.0
"""For this time after the phone was awake it is not asked again, so that quick gestures cost no other command."""
_POLL: Final = 0.03
_PATIENCE: Final = 2.0
"""Longest wait, in seconds, for a screen to settle between the touches that set one value."""
ResultT = TypeVar("ResultT")
Connect = Callable[[str], Adb]


class _Unmet(Exception):  # noqa: N818 - stays in this module
    """The element that a gesture is meant for is not there, for this reason."""

    def __init__(self, reason: Untouched) -> None:
        super().__init__(reason)
        self.reason: Untouched = reason


class AndroidDevice:
    """A `Device`, `AppCatalog`, `TouchLocator`, `HandoverDevice`, `PersonWatcher`, `DeviceClock` and `SecretKeeper`.

    Args:
        options: Which phone, and how it is used.
        lease: Lease of an earlier process: the same phone is used again, with its record of injections.
        connect: Returns the connection for a serial number; tests replace it.
        clock: Returns Unix seconds.
    """

    def __init__(
        self,
        options: AndroidOptions,
        lease: Lease | None = None,
        connect: Connect | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._options, self._lease, self._clock = options, lease, clock
        self._connect: Connect = connect or (lambda serial: AdbServer().find(serial))
        self._mutex = threading.RLock()
        self._wait = threading.Event()
        self._token = lease.data.get("token", "") if lease else ""
        self._token = self._token or uuid.uuid4().hex
        self._phone: OpenPhone | None = None
        self._opened: Opened | None = None
        self._settled, self._started = True, False
        self._awake_at = float("-inf")
        self._last: ScreenReading | None = None
        self._notes: list[str] = []
        self._toasts: list[str] = []
        self._secrets = SecretFields(options.secrets, options.origins)
        self._secrets.start = tuple(lease.data.get("start", "").split()) if lease else ()
        self._confirm: ConfirmsSecret | None = None

    @property
    def name(self) -> str:
        serial = self._options.serial or (self._phone.adb.serial if self._phone else "")
        return f"android:{serial}"

    @property
    def size(self) -> Size:
        return self._phone.reader.size if self._phone else Size(412, 915)

    def open(self) -> Opened:
        with self._mutex:
            if self._phone is not None and self._opened is not None:
                return self._opened
            serial = (self._lease.data.get("serial", "") if self._lease else "") or self._options.serial
            adb = self._connect(serial)
            notes = list[str]()
            if restore_keyboard(adb):
                notes.append("the keyboard that a run had left was set back to the user's own")
            driver = phone_driver_of(adb, self._options.driver, notes)
            notes.append(f"the screen is read and touched with {driver.name}")
            self._phone = OpenPhone(adb, driver, self._options, self._token, resumed=self._lease is not None)
            if not self._phone.log.kept:
                notes.append("the phone keeps no notes: after a crash nobody can tell what was injected")
            try:
                self._phone.wake(notes)
            except DisplayGone as gone:
                self._phone = None
                raise DeviceUnreachable(gone.message, gone.remedy) from gone
            except BaseException:
                self._phone = None
                raise
            self._opened = self._how(tuple(notes))
            return self._opened

    def _how(self, notes: tuple[str, ...]) -> Opened:
        if self._lease is None:
            return Opened("fresh", notes)
        phone, was = self._need(), self._lease.data.get("front", "")
        if was and (now := str(phone.reader.state.component or "")) not in ("", was):
            self._notes.append(f"{was} was in front when the run was left; {now} is now")
            notes = (*notes, self._notes[-1])
        if phone.boot != self._lease.data.get("boot", ""):
            return Opened("restored", (*notes, "the phone was restarted since; its apps may show other screens"))
        return Opened("reattached", notes)

    def look(self, picture: bool = True) -> Observation:
        with self._mutex:
            return self._patiently(lambda: self._look(picture))

    def _look(self, picture: bool) -> Observation:
        phone = self._need()
        starts = self._lease is None and not self._started
        if starts:
            phone.until(phone.reader.measure, lambda now: now.confirmed)
        seen = phone.reader.look(picture, self._clock(), self._settled, tuple(self._notes))
        if not phone.reader.state.usable:
            phone.wake(self._notes, begun=True)
            seen = phone.reader.look(picture, self._clock(), self._settled, tuple(self._notes))
        self._notes, self._awake_at = [], self._clock()
        front, self._started = phone.reader.state.component, True
        if starts and front is not None and phone.reader.state.confirmed:
            self._secrets.start = (front.package, *list(phone.reader.web.origins.values())[:1])
        if front is not None:
            seen = replace(seen, notes=(*seen.notes, *phone.beside_the_screen(front.package)))
        screen = seen.facts.get("component", seen.app)
        home = phone.apps.home
        if home is not None and seen.facts.get("component", "").partition("+")[0] == str(home):
            seen = replace(seen, facts={**seen.facts, "home": "yes"})
        toasts, self._toasts = tuple(self._toasts), []
        if phone.reader.scroll is None:
            seen = replace(seen, scroll=phone.scrolls.extent(screen, seen.elements, seen.size, phone.reader.page))
        return replace(seen, said=toasts)

    def perform(self, gesture: Gesture, intent: str = "") -> Injection:
        with self._mutex:
            start = time.monotonic()
            phone = self._need()
            try:
                aimed, before = self._aim(gesture)
                note = self._inject(gesture, aimed, intent, before)
            except _Unmet as unmet:
                return Injection(seconds=time.monotonic() - start, untouched=unmet.reason)
            self._settled, busy = self._settle(
                isinstance(gesture, Pause), gesture.seconds if isinstance(gesture, Pause) else self._options.settle
            )
            self._toasts += phone.driver.toasts()
            phone.after_gesture()
            if not isinstance(gesture, Pause):
                phone.reader.tree.acted()
            if before is not None and (towards := direction_of(gesture)) is not None:
                shown, after = before.described.elements, (self._last or before).described.elements
                phone.scrolls.scrolled(str(phone.reader.state.component or ""), towards, shown, after)
            notes = (note,) if note else ()
            seconds = time.monotonic() - start
            return Injection(seconds, min(busy, seconds), self._settled, notes, met=meant_by(gesture) is not None)

    def _aim(self, gesture: Gesture) -> tuple[Gesture, ScreenReading | None]:
        """Returns the gesture for the present screen, and the reading of this screen if the gesture depends on it.

        Raises:
            _Unmet: The element that it is meant for is not there.
        """
        if isinstance(gesture, Pause):
            return gesture, None
        met = meant_by(gesture) is not None
        reads = met or isinstance(gesture, ScrollBy | DragPath) or _may_set(gesture)
        before = self._patiently(lambda: self._ready(reads))
        if not met or before is None:
            return gesture, before
        found = meet(_shown(before, self.size), gesture)
        if isinstance(found, str):
            raise _Unmet(found)
        return unmeant(found), before

    def _ready(self, reads: bool) -> ScreenReading | None:
        """Wakes the phone if some time has passed since it was awake. With `reads`, returns what it shows then."""
        phone = self._need()
        if not 0 <= self._clock() - self._awake_at < _AWAKE_SECONDS:
            phone.wake(self._notes, begun=True)
            self._awake_at = self._clock()
        return phone.reader.read() if reads else None

    def injected(self, intent: str) -> bool | None:
        with self._mutex:
            return self._patiently(lambda: self._need().log.injected(intent))

    def touched(self, intent: str) -> Point | None:
        with self._mutex:
            return self._phone.log.touched(intent) if self._phone else None

    def apps(self) -> tuple[str, ...]:
        with self._mutex:
            return self._patiently(lambda: self._need().apps.names())

    def packages(self) -> tuple[str, ...]:
        with self._mutex:
            return self._patiently(lambda: self._need().apps.packages())

    def confirm_secrets(self, confirm: ConfirmsSecret) -> None:
        self._confirm = confirm

    def now(self) -> datetime:
        """Date and time of the phone, in its time zone."""
        with self._mutex:
            answer = self._patiently(lambda: self._need().adb.shell(READ_TIME).text)
        return time_of(answer, self._clock())

    @contextlib.contextmanager
    def hand_over(self, reason: str) -> Generator[str]:
        """Lets a person use the phone; after they return it, waits until the screen has settled."""
        yield f"{reason.rstrip('. ')}. Work on the phone {self.name.partition(':')[2]!r} itself, and come back here."
        with self._mutex:
            self._settled, _ = self._settle(False, self._options.settle)

    @contextlib.contextmanager
    def watch(self) -> Generator[GestureFeed]:
        """See `PersonWatcher`."""
        phone = self._need()
        if phone.reader.state.display:
            raise DeviceUnreachable("Gestures of a person can be read on display 0 only.", "Set android.display to 0.")
        with gesture_feed_of(phone.adb, lambda: phone.reader.orientation, self._clock) as feed:
            yield feed

    def lease(self) -> Lease | None:
        with self._mutex:
            if self._phone is None:
                return self._lease
            phone = self._phone
            return Lease(self.name, self._found_by(phone))

    def _found_by(self, phone: OpenPhone) -> dict[str, str]:
        front, start = str(phone.reader.state.component or ""), " ".join(self._secrets.start)
        told = {"front": front, "start": start}
        found = {"serial": phone.adb.serial, "token": self._token, "boot": phone.boot}
        return found | {name: value for name, value in told.items() if value}

    def detach(self) -> None:
        with self._mutex:
            self._lease = self.lease()
            if self._phone is not None:
                self._phone.reader.web.close()
            self._phone = None

    def close(self) -> None:
        with self._mutex:
            phone, self._phone, self._lease = self._phone, None, None
            if phone is not None:
                phone.reader.web.close()
                with contextlib.suppress(DeviceFault):
                    phone.log.drop()

    def _inject(self, gesture: Gesture, aimed: Gesture, intent: str, seen: ScreenReading | None) -> str:
        """Injects a gesture once, aimed at the screen that was read for it. Returns a note, empty if all went well.

        Raises:
            DeviceLost: The connection broke. `injected` answers what was injected once the phone is connected again.
            _Unmet: The phone came back with another screen before the gesture began.
        """
        phone = self._need()
        before = phone.log.begin(intent) if intent else ""
        after = phone.log.end(intent) if intent else ""
        if intent:
            phone.log.begun(intent)
        try:
            note = self._carry_out(phone, aimed, before, after, seen)
        except DeviceLost as lost:
            note = "the phone went away and came back"
            if not self._injected_before(phone, intent, lost):
                aimed, seen = self._aim(gesture)
                note = self._carry_out(phone, aimed, before, after, seen) or note
        if intent:
            phone.log.done(intent, aimed.point if isinstance(aimed, Tap | Hold) else None)
        return note

    def _injected_before(self, phone: OpenPhone, intent: str, lost: DeviceLost) -> bool:
        """Waits for the phone after a lost connection. Returns whether the gesture was injected before.

        Raises:
            DeviceLost: The phone did not return in time, or it is unknown whether the gesture was injected.
        """
        if not intent or not phone.adb.wait_for(self._options.reconnect):
            raise lost
        phone.revive(self._notes)
        self._awake_at = float("-inf")
        injected = phone.log.injected(intent)
        if injected is None:
            raise lost
        return injected

    def _carry_out(
        self, phone: OpenPhone, gesture: Gesture, before: str, after: str, seen: ScreenReading | None
    ) -> str:
        driver = phone.driver
        match gesture:
            case Tap():
                driver.tap(phone.pixel(gesture.point), gesture.count, before, after)
            case Hold():
                at = phone.pixel(gesture.point)
                driver.swipe((at, at), max(gesture.seconds, 0.55), before, after)
            case DragPath():
                self._drag(phone, gesture, before, after)
            case ScrollBy():
                self._scroll(phone, gesture, before, after)
            case TypeText():
                return self._set(phone, gesture, before, after, seen)
            case PressKey():
                driver.keys((_KEYS[gesture.key],), before, after)
            case LaunchApp():
                phone.apps.where = driver.display.launching
                return phone.apps.launch(gesture.name, before, after)
            case TerminateApp():
                return phone.apps.terminate(gesture.name, before, after)
            case Pause():
                pass
            case _:
                assert_never(gesture)
        return ""

    def _drag(self, phone: OpenPhone, gesture: DragPath, before: str, after: str) -> None:
        start, end = (phone.pixel(point) for point in drag_points(gesture))
        if gesture.hold_seconds > 0:
            phone.driver.drag(start, end, gesture.hold_seconds, before, after)
        else:
            phone.driver.swipe((start, end), 0.5, before, after)

    def _scroll(self, phone: OpenPhone, gesture: ScrollBy, before: str, after: str) -> None:
        seen = phone.reader.read()
        strokes = scroll_strokes(gesture, seen.described.elements, seen.described.page, phone.reader.size)
        for number, (start, end) in enumerate(strokes):
            last = number == len(strokes) - 1
            first_note, last_note = before if number == 0 else "", after if last else ""
            phone.driver.swipe((phone.pixel(start), phone.pixel(end)), 0.5, first_note, last_note)

    def _set(self, phone: OpenPhone, gesture: TypeText, before: str, after: str, seen: ScreenReading | None) -> str:
        """Sets the widget at the gesture's point, or types into the field there. Returns a note."""
        widget = None
        if gesture.point is not None and _may_set(gesture):
            widget = widget_at(phone, seen or phone.reader.read(), gesture.point, self._at_rest)
        if widget is None:
            return self._type(phone, gesture, before, after)
        if before and phone.adb.shell(before).code != 0:
            return f"{NOTHING_TYPED}: the phone could not note that something would be"
        note = widget(gesture.text)
        if after:
            phone.adb.shell(after)
        return note

    def _at_rest(self) -> ScreenReading:
        """The screen once it has settled, or after a short while if it keeps changing."""
        self._settle(False, min(self._options.settle, _PATIENCE))
        return self._last or self._need().reader.read()

    def _type(self, phone: OpenPhone, gesture: TypeText, before: str, after: str) -> str:
        focused = phone.reader.focused()
        inside = focused is not None and gesture.point is not None and phone.holds(focused, gesture.point)
        if gesture.point is not None and not inside:
            phone.driver.tap(phone.pixel(gesture.point), 1, "", "")
            focused = phone.until(
                phone.reader.focused, lambda view: view is not None and phone.holds(view, gesture.point)
            )
        if focused is None:
            return "there is no field to type into"
        if gesture.secret and (why := self._kept_back(phone, gesture.secret)):
            return why
        if before and phone.adb.shell(before).code != 0:
            return f"{NOTHING_TYPED}: the phone could not note that something would be"
        entry = TextEntry(phone.adb, phone.driver, self._options.keyboard, phone.reader.focused)
        note = entry.enter(gesture.text, replace=gesture.replace, secret=bool(gesture.secret))
        if after:
            phone.adb.shell(after)
        return note

    def _kept_back(self, phone: OpenPhone, secret: str) -> str:
        """Why a secret is not typed into the focused field; empty if it may be."""
        state = phone.reader.measure()
        focus = phone.reader.focus()
        if focus is None:
            return f"{NOTHING_TYPED}: there is no field to type into"
        package = state.component.package if state.component and state.confirmed else ""
        if why := self._secrets.refused(secret, focus, package, self._confirm):
            return why
        now, then = phone.reader.focus(), phone.reader.measure()
        phone.driver.check()
        moved = (then.component, then.confirmed) != (state.component, state.confirmed)
        if now is None or moved or not focus.is_that_of(now):
            return f"{NOTHING_TYPED}: the field changed as the secret was to be typed; try again"
        phone.reader.private.fill(now.field)
        return ""

    # ------------------------------------------------------------------ waiting

    def _settle(self, for_change: bool, patience: float) -> tuple[bool, float]:
        """Waits until the screen stops changing; with `for_change`, waits for a first change before that.

        Returns whether it is settled, and the seconds from the start to the last change.
        """
        phone = self._need()
        start = now = time.monotonic()
        deadline = start + patience
        last, since, changed = "", start, start
        first = ""
        while True:
            self._last = self._patiently(phone.reader.read)
            digest = self._last.digest
            now = time.monotonic()
            first = first or digest
            if digest != last:
                changed = now if last else changed
                last, since = digest, now
            elif now - since >= self._options.quiet and not (for_change and digest == first):
                return True, changed - start
            if now >= deadline:
                return for_change or now - since >= self._options.quiet, changed - start
            self._wait.wait(min(_POLL, max(0.0, deadline - now)))

    def _patiently(self, call: Callable[[], ResultT]) -> ResultT:
        """The result of a read-only call. If phone or display are gone, waits for them and repeats the call.

        A call that the phone answers with an error is not repeated.
        """
        deadline = time.monotonic() + self._options.reconnect
        while True:
            try:
                return call()
            except CallRefused:
                raise
            except DisplayGone:
                if time.monotonic() >= deadline:
                    raise
                self._wait.wait(_POLL)
            except DeviceLost:
                phone, left = self._phone, deadline - time.monotonic()
                if phone is None or left <= 0 or not phone.adb.wait_for(left):
                    raise
                phone.revive(self._notes)
                self._awake_at = float("-inf")
                if _AWAY not in self._notes:
                    self._notes.append(_AWAY)

    def _need(self) -> OpenPhone:
        if self._phone is None:
            raise DeviceLost(f"The device {self.name!r} is not open.", "Call open() first.")
        return self._phone


def _may_set(gesture: Gesture) -> bool:
    """Whether it gives a value to what is at its point."""
    return isinstance(gesture, TypeText) and gesture.point is not None and bool(gesture.text) and not gesture.secret


def _shown(seen: ScreenReading, size: Size) -> Observation:
    return Observation("", "", "", size, seen.described.elements)
