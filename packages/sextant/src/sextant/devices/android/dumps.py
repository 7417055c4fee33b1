"""Parses what `dumpsys`, `wm`, `uiautomator` and `date` print, from Android 4 on. Pure functions over texts.

Missing values never raise: formats differ between versions and manufacturers, and another dump may have the value.
"""

import contextlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import field
from datetime import UTC, datetime
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from sextant.dataclass import dataclass
from sextant.devices.android.views import Bounds

__all__ = [
    "READ_TIME",
    "ForegroundComponent",
    "Fragments",
    "ScreenState",
    "back_stack_of",
    "dumped_to",
    "fragments_of",
    "hidden_packages",
    "instance_of",
    "screen_state",
    "time_of",
    "wm_value",
]

_RECORD: Final = re.compile(r"(?:ActivityRecord|Window)\{(\S{1,80}) ([^}\n]{0,400})\}?")
_OWNER: Final = re.compile(r"\{\S{1,80} u(\d{1,6}) ")
_COMPONENT: Final = re.compile(r"([A-Za-z][\w.]*)/([\w.$]+)")
_DISPLAY: Final = re.compile(
    # structural: the beginning of a display's part of a dump, and of the next section
    r"^ *Display: mDisplayId=(\d{1,10})\b|^Display #(\d{1,10})\b|^WINDOW MANAGER (?!DISPLAY)",
    re.MULTILINE,
)
_ON_DISPLAY: Final = re.compile(r"^ +mDisplayId=(\d{1,10})\b", re.MULTILINE)
_SIZES: Final = re.compile(
    # structural: the dumps of the window manager
    r"^[ \t]*init=(\d{1,6})x(\d{1,6})(?: (\d{1,6})dpi)?(?: base=(\d{1,6})x(\d{1,6})(?: (\d{1,6})dpi)?)?.{0,120}?"
    r" cur=(\d{1,6})x(\d{1,6})",
    re.MULTILINE,
)
_IME: Final = re.compile(
    # structural: the dumps of the window manager
    r"InsetsSource[^\n]{0,120}?\btype=(?:ITYPE_IME|ime)\b[^\n]{0,80}?frame=\[(-?\d{1,6}),(-?\d{1,6})\]\[(-?\d{1,6}),(-?\d{1,6})\]"
    r"[^\n]{0,80}?visible=(true|false)"
)
_ROTATION: Final = re.compile(
    r"(?:mCurrentRotation=ROTATION_|mRotation=(?:ROTATION_)?|SurfaceOrientation: )(\d{1,3})\b"
)
_FRAME: Final = re.compile(r"(?:mFrame|frame)=\[(-?\d{1,6}),(-?\d{1,6})\]\[(-?\d{1,6}),(-?\d{1,6})\]")
_INSETS: Final = re.compile(r"mGivenContentInsets=\[(-?\d{1,6}),(-?\d{1,6})\]")
_FOCUSED_INPUT: Final = re.compile(r"FocusedApplications:\s*displayId=\d{1,10}, name='([^'\n]{0,400})")
_SCREEN: Final = re.compile(
    r"mUnrestrictedScreen=\(0,0\) (\d{1,6})x(\d{1,6})|logicalFrame=\[0, 0, (\d{1,6}), (\d{1,6})\]"
)
_FLAGS: Final = re.compile(r"\bfl=(?:#([0-9a-f]{1,8})|([A-Z_ ]{0,1000}))")
_SECURE: Final = 0x2000
"""Android's FLAG_SECURE, in the dumps of the versions that print the flags of a window as a number."""
_DUMPED: Final = re.compile(r"dumped to: *(\S+)")
_RESUMED: Final = re.compile(
    # structural: a line of the dumps of the activity manager
    r"^[ \t]*(?:topResumedActivity|mResumedActivity|ResumedActivity)[=:] *ActivityRecord\{\S{1,80} ([^\n]{1,400})",
    re.MULTILINE,
)
_MOST_READ: Final = 1_000_000
"""Characters of a dump that are read; the windows of hundreds of apps have fewer."""
_MOST_RESUMED: Final = 20_000
_FRAGMENT: Final = re.compile(r"^ *#\d+: +(\w[\w.$]*)\{", re.MULTILINE)

# structural: names that Android gives its own windows, and its own packages
_LOCKS: Final = ("Keyguard", "Bouncer")
_FAILURES: Final = ("Application Error", "Application Not Responding")
_PERMISSION_PACKAGES: Final = ("permissioncontroller", "packageinstaller")


@dataclass(frozen=True, slots=True)
class ForegroundComponent:
    """An activity: its package and its class, shortened to `.Class` if the class is below the package."""

    package: str
    activity: str

    def __str__(self) -> str:
        return f"{self.package}/{self.activity}"

    @property
    def asks_permission(self) -> bool:
        """Whether it is Android's dialog for a permission or an installation."""
        return self.package.rpartition(".")[2] in _PERMISSION_PACKAGES


@dataclass(frozen=True, slots=True)
class ScreenState:
    """The activity in front, and the state of the screen; unknown values are empty or None.

    Attributes:
        component: The activity in front.
        user: The number of the user or the profile that it belongs to.
        window: Title of the focused window; empty if this is the window of an activity.
        size: Width and height in the current rotation, in Android pixels.
        display: The logical number of the display that this is about.
        displays: The numbers of all displays; empty if the dump names none.
        front: The number of the display that has the focus; None if the dump does not say.
        keyboard: The area of the soft keyboard; None if it is hidden.
        secure: Whether the focused window forbids pictures of it (FLAG_SECURE).
        confirmed: Whether the dump of activities names the same app, and no other. Apps can write into both dumps, but
            none can keep its own name out of the second one while it is in front.
    """

    component: ForegroundComponent | None = None
    user: int | None = None
    window: str = ""
    size: tuple[int, int] | None = None
    density: int | None = None
    rotation: int = 0
    display: int = 0
    displays: tuple[int, ...] = ()
    front: int | None = None
    keyboard: Bounds | None = None
    awake: bool = True
    locked: bool = False
    secure: bool = False
    confirmed: bool = False

    @property
    def usable(self) -> bool:
        """Whether the display is on and shows no lock screen."""
        return self.awake and not self.locked

    @property
    def failure(self) -> str:
        """The package whose crash or hang (ANR) Android reports in a dialog; empty if there is no such dialog."""
        name, colon, package = self.window.partition(":")
        return package.strip() if colon and name in _FAILURES else ""


@dataclass(slots=True)
class _Focus:
    """The focused window and activity of one display."""

    window: str = ""
    app: ForegroundComponent | None = None
    handle: str = ""
    """The window manager's mark of the window."""


def screen_state(dump: str, display: int | None = None, activities: str = "") -> ScreenState:
    """The state of one display, by default the focused one. `dump` is `dumpsys window`, possibly with other dumps.

    `activities` has the lines of `dumpsys activity activities` that name resumed activities. Of a display that is not
    there, only its number is returned.
    """
    dump = dump[:_MOST_READ]
    told = _displays(dump)
    displays = told or {0: dump}
    focused = {number: _focus(part) for number, part in displays.items()}
    front = _number(dump, "mTopFocusedDisplayId=")
    if not any(one.window or one.app for one in focused.values()):  # Android 9 has one focus for all displays
        place, focus = _whole_focus(dump)
        front = place if front is None else front
        focused[front or 0] = focus
    chosen, alone = _chosen(display, front, focused), len(displays) < 2
    focus, part = focused.get(chosen, _Focus()), displays.get(chosen, "")
    whole = dump if alone and chosen in displays else part
    title = focus.window
    resumed = _only_resumed(activities)
    if not alone and resumed and focus.app and resumed.package != focus.app.package:
        resumed = None  # of another display
    named, app = component_in(title), resumed or focus.app or _resumed(whole)
    own = named if named is not None and (app is None or app.package == named.package) else None
    component = own or app or _topmost(dump, None if alone else chosen)
    packages = {one.package for one in (component, focus.app, resumed) if one is not None}
    sizes = _SIZES.search(part) or _SIZES.search(whole)
    turned = _ROTATION.search(part) or _ROTATION.search(whole)
    turn = int(turned[1]) if turned else 0
    return ScreenState(
        component=component,
        user=_user(part, component),
        window="" if own else title,
        size=(int(sizes[7]), int(sizes[8])) if sizes else _screen_size(whole),
        density=int(sizes[6] or sizes[3]) if sizes and (sizes[6] or sizes[3]) else None,
        rotation=turn // 90 % 4 if turn >= 4 else turn,
        display=chosen,
        displays=tuple(sorted(told)),
        front=front,
        keyboard=_keyboard(dump, whole, None if alone else chosen),
        awake=_awake(dump),
        locked=_locked(dump, title),
        secure=_secure(dump, focus.handle),
        confirmed=resumed is not None and focus.app is not None and len(packages) == 1,
    )


def _chosen(display: int | None, front: int | None, focused: Mapping[int, "_Focus"]) -> int:
    """The number of the display to read: the given one, else the one with the focus, else one that shows something."""
    if display is not None:
        return display
    shown = [number for number, one in focused.items() if one.window or one.app]
    return front if front is not None and front in focused else next(iter(shown), 0)


def _whole_focus(dump: str) -> tuple[int | None, "_Focus"]:
    """The focus that is told once for all displays, and the display of the focused window."""
    focus = _focus(dump)
    place = _ON_DISPLAY.search(_window(dump, re.escape(focus.handle))) if focus.handle else None
    return int(place[1]) if place else None, focus


def _only_resumed(activities: str) -> ForegroundComponent | None:
    """The resumed activity; None if activities of several apps are named, as by an app that writes such a line."""
    if len(activities) > _MOST_RESUMED:
        return None
    found = [one for line in _RESUMED.finditer(activities) if (one := component_in(line[1])) is not None]
    return found[-1] if len({one.package for one in found}) == 1 else None


def _displays(dump: str) -> dict[int, str]:
    """Each display that the dump names, with its part of the dump."""
    found = list(_DISPLAY.finditer(dump))
    parts: dict[int, list[str]] = {}
    for place, mark in enumerate(found):
        if (number := mark[1] or mark[2]) is not None:
            end = found[place + 1].start() if place + 1 < len(found) else len(dump)
            parts.setdefault(int(number), []).append(dump[mark.start() : end])
    return {number: "\n".join(texts) for number, texts in parts.items()}


def _focus(part: str) -> _Focus:
    """The last focus in the dump that is not null. It is null while an app starts, and on a folded display."""
    windows = [(title, line) for line in _values(part, "mCurrentFocus=") if (title := _title(line))]
    apps = [one for line in _values(part, "mFocusedApp=") if (one := component_in(_title(line) or line))]
    title, line = windows[-1] if windows else ("", "")
    record = _RECORD.search(line)
    return _Focus(title, apps[-1] if apps else _resumed(part), record[1] if record else "")


def _user(part: str, component: ForegroundComponent | None) -> int | None:
    """The user of the last focused record of this app: `10` in `ActivityRecord{2b u10 org.app/.Main t7}`."""
    lines = [line for name in ("mCurrentFocus=", "mFocusedApp=") for line in _values(part, name)]
    for line in reversed(lines):
        named, owner = component_in(line), _OWNER.search(line)
        if owner and named and component and named.package == component.package:
            return int(owner[1])
    return None


def _resumed(dump: str) -> ForegroundComponent | None:
    """The resumed activity, from the dump of activities. The name of its line differs between Android versions."""
    for name in ("topResumedActivity", "mResumedActivity", "ResumedActivity", "Resumed"):
        for line in _values(dump, name):
            if (found := component_in(line)) is not None:
                return found
    focused = _FOCUSED_INPUT.search(dump)
    return component_in(focused[1]) if focused else None


def _topmost(dump: str, display: int | None) -> ForegroundComponent | None:
    """The activity of the topmost visible application window, for dumps of `dumpsys window` without a focus.

    `display`: only on this display.
    """
    for block in re.split(r"^ *Window #\d+ ", dump, flags=re.MULTILINE)[1:]:
        shown = re.search(r"\bty=(?:BASE_APPLICATION|1\b)", block) and "isOnScreen=false" not in block
        if shown and _is_on(block, display) and (found := component_in(block.partition("\n")[0])) is not None:
            return found
    return None


def hidden_packages(dump: str) -> frozenset[str]:
    """The packages that have windows in `dumpsys window`, none of which is drawn."""
    known, drawn = set[str](), set[str]()
    for block in re.split(r"^ *Window #\d+ ", dump[:_MOST_READ], flags=re.MULTILINE)[1:]:
        if (owner := re.search(r"^ +mOwnerUid=[^\n]{0,80}?\bpackage=([\w.]+)", block, re.MULTILINE)) is not None:
            known.add(owner[1])
            if "mHasSurface=true" in block:
                drawn.add(owner[1])
    return frozenset(known - drawn)


def _screen_size(dump: str) -> tuple[int, int] | None:
    found = _SCREEN.search(dump)
    return (int(found[1] or found[3]), int(found[2] or found[4])) if found else None


def _values(dump: str, name: str) -> Iterable[str]:
    """What stands after a name with which a line begins; inside a line it may be a window's title."""
    for found in re.finditer(rf"^[ \t]*{re.escape(name)}[=:]? *([^\n]{{0,400}})", dump, re.MULTILINE):
        yield found[1]


def _title(line: str) -> str:
    """The window title in a line: `org.app/org.app.Main` of `Window{4412ce20 u0 org.app/org.app.Main paused=false}`."""
    record = _RECORD.search(line)
    if record is None:
        return ""
    words = [word for word in record[2].split() if not re.fullmatch(r"u\d+|paused=\w+|type=\d+|t\d+", word)]
    return " ".join(words)


def component_in(text: str) -> ForegroundComponent | None:
    """The first component in a text; a class below its own package is shortened to `.Class`."""
    found = _COMPONENT.search(text)
    if found is None:
        return None
    package, activity = found[1], found[2]
    short = activity.removeprefix(package) if activity.startswith(f"{package}.") else activity
    return ForegroundComponent(package, short)


def _is_on(block: str, display: int | None) -> bool:
    """Whether the dump of a window does not tell another display than this one."""
    place = _ON_DISPLAY.search(block)
    return display is None or place is None or int(place[1]) == display


def _keyboard(dump: str, part: str, display: int | None) -> Bounds | None:
    for found in _IME.finditer(part):
        if found[5] == "true" and int(found[4]) > int(found[2]):
            return Bounds(*(int(found[corner]) for corner in range(1, 5)))
    window = _window(dump, "InputMethod")
    if not _is_on(window, display):
        return None
    drawn = "Surface: shown=true" in window and "mViewVisibility=0x0" in window
    if "mInputShown=true" not in dump and "isVisible=true" not in window and not drawn:
        return None
    frame, insets = _FRAME.search(window), _INSETS.search(window)
    if frame is None:
        return None
    left, top, right, bottom = (int(frame[corner]) for corner in range(1, 5))
    return Bounds(left, top + (int(insets[2]) if insets else 0), right, bottom)


def _window(dump: str, named: str) -> str:
    """The part of a dump that describes the window of that title or handle."""
    found = re.search(rf"^ *Window #\d+ Window\{{[^\n]*\b{named}\b[^\n]*$", dump, re.MULTILINE)
    if found is None:
        return ""
    end = re.compile(r"^ *Window #\d+ |^ {0,2}\w", re.MULTILINE).search(dump, found.end())
    return dump[found.start() : end.start() if end else len(dump)]


def _secure(dump: str, handle: str) -> bool:
    """Whether the window with this mark has FLAG_SECURE."""
    flags = _FLAGS.search(_window(dump, re.escape(handle))) if handle else None
    if flags is None:
        return False
    return bool(int(flags[1], 16) & _SECURE) if flags[1] else "SECURE" in flags[2].split()


def _awake(dump: str) -> bool:
    """Whether the screen is on, according to the power manager, else to the window policy."""
    power = re.search(r"^[ \t]*mWakefulness=(\w+)", dump, re.MULTILINE)
    if power:
        return power[1] == "Awake"
    policy = re.search(r"mAwake=(\w+)|mScreenOnFully=(\w+)|Interactive: (\w+)", dump)
    return policy is None or "false" not in (policy[1], policy[2], policy[3])


def _locked(dump: str, title: str) -> bool:
    if title in _LOCKS:
        return True
    shown = re.search(
        # structural: the dumps of the window manager
        r"(?:isKeyguardShowing|mKeyguardShowing|mShowingLockscreen|KeyguardShowing|mIsShowing)=(true|false)",
        dump,
    )
    hidden = re.search(r"(?:mOccluded|keyguardOccluded|Occluded)=true", dump)
    return shown is not None and shown[1] == "true" and hidden is None


def _number(dump: str, name: str) -> int | None:
    found = re.search(rf"^[ \t]*{re.escape(name)}(\d{{1,10}})\b", dump, re.MULTILINE)
    return int(found[1]) if found else None


# ---------------------------------------------------------------------- activities and fragments


def back_stack_of(dump: str, package: str) -> tuple[ForegroundComponent, ...]:
    """The activities in the foremost task of this package, the topmost first (`dumpsys activity activities`)."""
    stack: list[ForegroundComponent] = []
    for part in re.split(r"^ *\* ?Task(?:Record)?\{", dump, flags=re.MULTILINE)[1:]:
        found = [
            one
            for line in re.findall(r"^ *\*? ?Hist +#\d+: ([^\n]{0,400})", part, re.MULTILINE)
            if (one := component_in(line))
        ]
        if any(one.package == package for one in found):
            stack = found
            break
    return tuple(stack)


def instance_of(dump: str, front: ForegroundComponent) -> str:
    """The data URI of the intent that opened the activity in front; empty if it has none."""
    for found in re.finditer(r"^ *\*? ?Hist +#\d+: ([^\n]{0,400})", dump, re.MULTILINE):
        if component_in(found[1]) == front:
            end = re.compile(r"^ *\* ", re.MULTILINE).search(dump, found.end())
            part = dump[found.end() : end.start() if end else found.end() + 4000]
            data = re.search(r"Intent \{[^}\n]*?\bdat=(\S{1,300})", part)
            return data[1].rstrip("}") if data else ""
    return ""


@dataclass(frozen=True, slots=True)
class Fragments:
    """The fragments that an activity shows, in the order in which they were added."""

    names: tuple[str, ...] = field(default=())


def fragments_of(dump: str) -> Fragments:
    """The fragments of the activity in front (`dumpsys activity top`), without invisible ones of libraries."""
    names: list[str] = []
    for block in re.finditer(r"^( *)Added Fragments:\n((?:\1 +#\d+:[^\n]*\n?)+)", dump, re.MULTILINE):
        for name in _FRAGMENT.findall(block[2]):
            plain = re.split(r"[.$]", name)[-1]
            if plain not in names and plain not in _PLUMBING:
                names.append(plain)
    return Fragments(tuple(names[:12]))


# structural: classes of Android's libraries that draw nothing
_PLUMBING: Final = frozenset(
    {"NavHostFragment", "ReportFragment", "SupportRequestManagerFragment", "RequestManagerFragment", "HolderFragment"}
)


# ---------------------------------------------------------------------- wm, uiautomator and date


def wm_value(text: str) -> tuple[int, ...]:
    """The current numbers of `wm size` or `wm density`: the override if there is one, else the physical value."""
    found = [
        tuple(map(int, re.findall(r"\d{1,10}", line.partition(":")[2]))) for line in text.splitlines() if ":" in line
    ]
    return next((numbers for numbers in reversed(found) if numbers), ())


def dumped_to(text: str) -> str:
    """The path of the file that `uiautomator dump` wrote; empty if it wrote none, so that no old file is read."""
    found = _DUMPED.search(text)
    return found[1] if found else ""


READ_TIME: Final = "date +%s; getprop persist.sys.timezone"


def time_of(printed: str, otherwise: float) -> datetime:
    """The date and time in the output of `READ_TIME`, in the phone's time zone; else that of these Unix seconds."""
    answer = printed.split()
    here = datetime.fromtimestamp(float(answer[0]) if answer and answer[0].isdigit() else otherwise, UTC)
    with contextlib.suppress(ZoneInfoNotFoundError, ValueError):
        return here.astimezone(ZoneInfo(answer[1])) if len(answer) > 1 else here
    return here
