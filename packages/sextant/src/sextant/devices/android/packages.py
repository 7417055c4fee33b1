"""Parses what `pm`, `cmd package`, `ime` and `getevent` print. Pure functions over texts."""

import re
from collections.abc import Iterator
from typing import Final

from sextant.dataclass import dataclass
from sextant.devices.android.dumps import ForegroundComponent, component_in

__all__ = [
    "TouchPanel",
    "input_methods_of",
    "launchers_of",
    "packages_of",
    "refused",
    "touch_panels_of",
]

_PACKAGE: Final = re.compile(r"^package:(?:\S+=)?([A-Za-z][\w.]*)\s*$", re.MULTILINE)
_METHOD: Final = re.compile(r"^([A-Za-z][\w.]*/[\w.$]+)\s*$", re.MULTILINE)
_DEVICE: Final = re.compile(r"^add device \d+: (\S+)", re.MULTILINE)
_RANGE: Final = re.compile(r"(ABS_MT_POSITION_[XY]|003[56])\s*:? *value -?\d+, min (-?\d+), max (-?\d+)")
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
