"""Parses what `pm`, `cmd package`, `ime` and `getevent` print. Pure functions over texts."""

import re
from collections.abc import Iterator
from typing import Final

from sextant.dataclass import dataclass
from sextant.devices.android.dumps import ForegroundComponent, component_in

__all__ = [
    "DeclaredLabel",
    "PhoneUser",
    "TouchPanel",
    "declared_labels_of",
    "input_methods_of",
    "launchers_of",
    "packages_of",
    "refused",
    "resolved_text",
    "titles_of",
    "touch_panels_of",
    "users_of",
]

_PACKAGE: Final = re.compile(r"^package:(?:\S+=)?([A-Za-z][\w.]*)\s*$", re.MULTILINE)
_METHOD: Final = re.compile(r"^([A-Za-z][\w.]*/[\w.$]+)\s*$", re.MULTILINE)
_DEVICE: Final = re.compile(r"^add device \d+: (\S+)", re.MULTILINE)
_RANGE: Final = re.compile(r"(ABS_MT_POSITION_[XY]|003[56])\s*:? *value -?\d+, min (-?\d+), max (-?\d+)")
_USER: Final = re.compile(r"^[ \t]*UserInfo\{(\d{1,6}):(.*):([0-9a-f]{1,8})\}([^\n]*)", re.MULTILINE)
_PROFILE: Final = 0x1020
"""Android's FLAG_MANAGED_PROFILE, and FLAG_PROFILE (since Android 11)."""
_QUIET: Final = 0x80
"""Android's FLAG_QUIET_MODE."""
_TITLE: Final = re.compile(
    # structural: a line of the model of Launcher3, on which most home screens are built
    r'^ *title="(.*)" (?:iconBitmap|bitmapIcon)=.* componentName=([A-Za-z][\w.]*)\s*$',
    re.MULTILINE,
)
_LABEL: Final = re.compile(r"\blabelRes=0x([0-9a-f]{1,8}) nonLocalizedLabel=(.*) icon=0x")
_RESOLVED: Final = re.compile(r"Resolution for 0x([0-9a-f]{8})\b")  # structural: `cmd overlay lookup --verbose`
_REFUSED: Final = re.compile(  # structural: messages of Android's shell commands, which are never translated
    r"^(?:Error|Unknown|Failure|[\w.]*Exception)\b|cannot be|does not exist|not found"  # a name of an app has no spaces
)


def packages_of(text: str) -> tuple[str, ...]:
    """The packages in the output of `pm list packages`, in order, without duplicates."""
    return tuple(dict.fromkeys(_PACKAGE.findall(text)))


def launchers_of(text: str) -> tuple[ForegroundComponent, ...]:
    """The launcher activities in the output of `cmd package query-activities --brief`, in order."""
    found = (component_in(line) for line in text.splitlines())
    return tuple(dict.fromkeys(one for one in found if one is not None))


@dataclass(frozen=True, slots=True)
class PhoneUser:
    """A user of the phone or a profile: for work, for private apps, for second copies of apps."""

    number: int
    name: str
    """As the phone shows it; empty if it has none."""
    flags: int
    running: bool

    @property
    def is_profile(self) -> bool:
        """Whether its apps are shown beside those of the person who owns the phone."""
        return bool(self.flags & _PROFILE)

    @property
    def opened(self) -> bool:
        """Whether its apps are switched on. Android 15 reports a paused profile as running."""
        return self.running and not self.flags & _QUIET


def users_of(text: str) -> tuple[PhoneUser, ...]:
    """The users in the output of `pm list users`."""
    return tuple(
        PhoneUser(int(number), "" if name == "null" else name, int(flags, 16), "running" in rest.split())
        for number, name, flags, rest in _USER.findall(text)
    )


def titles_of(text: str) -> dict[str, tuple[str, ...]]:
    """The titles that the home screen shows for each package, in the output of `dumpsys activity HOME --all`."""
    titles = dict[str, tuple[str, ...]]()
    for title, package in _TITLE.findall(text):
        if title not in ("", "null", *titles.get(package, ())):
            titles[package] = (*titles.get(package, ()), title)
    return titles


@dataclass(frozen=True, slots=True)
class DeclaredLabel:
    """The label of an activity in its manifest: a text, or the number of a string resource."""

    component: ForegroundComponent
    text: str
    resource: int


def declared_labels_of(text: str) -> tuple[DeclaredLabel, ...]:
    """The labels in the output of `cmd package query-activities`: of the activity, else of its app."""
    return tuple(filter(None, map(_declared, re.split(r"^ *Activity #\d+:", text, flags=re.MULTILINE)[1:])))


def _declared(part: str) -> DeclaredLabel | None:
    activity, _, app = part.partition("ActivityInfo:")[2].partition("ApplicationInfo:")
    name = re.search(r"^ *name=([\w.$]+)", activity, re.MULTILINE)
    package = re.search(r"^ *packageName=([\w.]+)", activity, re.MULTILINE)
    component = component_in(f"{package[1]}/{name[1]}") if name and package else None
    if component is None:
        return None
    for found in filter(None, (_LABEL.search(activity), _LABEL.search(app))):
        if found[2] != "null":
            return DeclaredLabel(component, found[2], 0)
        if int(found[1], 16):
            return DeclaredLabel(component, "", int(found[1], 16))
    return None


def resolved_text(text: str, resource: int) -> str:
    """The text in the output of `cmd overlay lookup --verbose`; empty if it is not that of this resource."""
    found = _RESOLVED.match(text)
    value = text.rstrip("\r\n").rpartition("\n")[2]
    return re.sub(r"^@\d+ -> ", "", value) if found and int(found[1], 16) == resource else ""


def input_methods_of(text: str) -> tuple[str, ...]:
    """The input method ids in the output of `ime list -s`."""
    return tuple(_METHOD.findall(text))


def refused(text: str) -> str:
    """The error message in the output of a shell command, as one line; empty if there is none."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    telling = [line for line in lines if _REFUSED.search(line)]
    return (telling[-1] if telling else "")[:200]


@dataclass(frozen=True, slots=True)
class TouchPanel:
    """An input device that reports touches, and the ranges of its coordinates."""

    path: str
    name: str
    direct: bool
    """Whether it is a touch screen, not a touch pad or a pen tablet."""
    left: int
    top: int
    right: int
    bottom: int


def touch_panels_of(text: str) -> tuple[TouchPanel, ...]:
    """The touch panels in the output of `getevent -lp` or `getevent -i`, touch screens first."""
    found = sorted(_panels(text), key=lambda panel: not panel.direct)
    return tuple(found)


def _panels(text: str) -> Iterator[TouchPanel]:
    marks = list(_DEVICE.finditer(text))
    for place, mark in enumerate(marks):
        part = text[mark.end() : marks[place + 1].start() if place + 1 < len(marks) else len(text)]
        ranges = {axis: (int(low), int(high)) for axis, low, high in _RANGE.findall(part)}
        across = ranges.get("ABS_MT_POSITION_X") or ranges.get("0035")
        down = ranges.get("ABS_MT_POSITION_Y") or ranges.get("0036")
        if across is None or down is None or across[1] <= across[0] or down[1] <= down[0]:
            continue
        name = re.search(r'name: +"([^"]*)"', part)
        direct = "INPUT_PROP_DIRECT" in part or "INPUT_PROP_DIR\n" in f"{part}\n"
        yield TouchPanel(mark[1], name[1] if name else "", direct, across[0], down[0], across[1], down[1])
