"""The displays of a phone: panels that fold, external and virtual ones.

Each has a logical number, which `input` takes, and an id in SurfaceFlinger, which `screencap` takes.
"""

import re
from collections.abc import Sequence
from typing import Final

from sextant.dataclass import dataclass
from sextant.devices.android.adb import Adb
from sextant.devices.android.dumps import ScreenState, screen_state
from sextant.errors import DeviceLost

__all__ = ["LIST_DISPLAYS", "DisplayGone", "ListedDisplay", "UsedDisplay", "displays_of", "panels_of"]

LIST_DISPLAYS: Final = (
    "dumpsys display | grep -E 'mDisplayId=|mBaseDisplayInfo='; "
    "dumpsys SurfaceFlinger --display-id | grep -E '^Display [0-9]+ '"
)
"""What `displays_of` and `panels_of` read. Android 9 and older print much more for the second command."""
_LISTED: Final = re.compile(
    # structural: the dump of the display manager; up to Android 11 the name has the number in it
    r"^ *(?:mDisplayId=(\d{1,10})\s*$|"
    r'mBaseDisplayInfo=DisplayInfo\{"([^"\n]{0,200}?)(?:, displayId \d{1,10})?"([^\n]{0,9000}))',
    re.MULTILINE,
)
_SURFACE: Final = re.compile(
    # structural: `dumpsys SurfaceFlinger --display-id`
    r"^Display (\d{1,20}) \((HWC|Virtual) [^)\n]{0,40}\):([^\n]{0,400})",
    re.MULTILINE,
)

_INPUT_SDK: Final = 29
"""Android 10: from here on `input` takes a display."""


class DisplayGone(DeviceLost):
    """The phone answers, but the display of the run is not there, or cannot be touched."""


@dataclass(frozen=True, slots=True)
class ListedDisplay:
    """A display in the list of the display manager.

    Attributes:
        number: Its logical number.
        surface: Its id in SurfaceFlinger; empty if this is unknown, and no picture can be taken of it.
        size: Width and height in its natural orientation, in Android pixels.
    """

    number: int
    name: str
    surface: str = ""
    size: tuple[int, int] = (0, 0)
    on: bool = True
    panel: bool = True
    """Whether it is a screen that is there, not one that an app draws for itself."""


def displays_of(dump: str) -> tuple[ListedDisplay, ...]:
    """The displays in `dumpsys display`, followed by `dumpsys SurfaceFlinger --display-id`."""
    virtual = [one for one in _SURFACE.finditer(dump) if one[2] == "Virtual"]
    found: dict[int, ListedDisplay] = {}
    number = 0
    for one in _LISTED.finditer(dump):
        if one[1] is not None:
            number = int(one[1])
            continue
        facts, name = one[3], one[2]
        unique = _fact(r'uniqueId "([^"\n]{0,300})"', facts)
        kind, _, local = unique.partition(":")
        panel = kind == "local" and local.isdecimal()
        size = re.search(r"\breal (\d{1,6}) x (\d{1,6})\b", facts)
        found[number] = ListedDisplay(
            number,
            name,
            local if panel else _virtual_surface(virtual, unique, name),
            (int(size[1]), int(size[2])) if size else (0, 0),
            _fact(r"\bstate ([A-Z_]{1,20})", facts) != "OFF",
            panel,
        )
    return tuple(found[number] for number in sorted(found))


def panels_of(dump: str) -> int:
    """How many screens SurfaceFlinger lists, also those that are off: a phone that folds has two."""
    return sum(one[2] == "HWC" for one in _SURFACE.finditer(dump))


def _fact(pattern: str, text: str) -> str:
    found = re.search(pattern, text)
    return found[1] if found else ""


def _virtual_surface(listed: Sequence[re.Match[str]], unique: str, name: str) -> str:
    """The id of a virtual display in SurfaceFlinger, by its unique id, else by its name if no other has it."""
    same = [one[1] for one in listed if unique and f'uniqueId="{unique}"' in one[3]]
    same = same or [one[1] for one in listed if f'displayName="{name}"' in one[3]]
    return same[0] if len(same) == 1 else ""


class UsedDisplay:
    """The display that a run reads and touches. `state` is what was last read of it."""

    def __init__(self, adb: Adb) -> None:
        self._adb = adb
        self.state = ScreenState()
        self._sdk: int | None = None
        self._listed: tuple[str | None] | None = None

    def use(self, state: ScreenState) -> None:
        """Takes the display of this state from now on.

        Raises:
            DisplayGone: It is not there, or this Android touches the default display only.
        """
        there, number, before = state.displays, state.display, self.state
        if there and number not in there:
            raise DisplayGone(
                f"The phone {self._adb.serial!r} has no display {number} (displays: {', '.join(map(str, there))}).",
                "Connect it again, or set android.display to one of these or to none.",
            )
        if number and 0 < self.sdk < _INPUT_SDK:
            raise DisplayGone(
                f"The phone {self._adb.serial!r} has Android 9 or older, which takes touches for display 0 only.",
                "Set android.display to 0.",
            )
        if (number, there, _sides(state)) != (before.display, before.displays, _sides(before)):
            self._listed = None  # another panel may show it now
        self.state = state

    @property
    def sdk(self) -> int:
        """The API level of the phone; 0 if it does not tell it."""
        if self._sdk is None:
            told = self._adb.shell("getprop ro.build.version.sdk").text.strip()
            self._sdk = int(told) if told.isdecimal() else 0
        return self._sdk

    @property
    def several(self) -> bool:
        """Whether the phone has other displays, too."""
        return len(self.state.displays) > 1

    @property
    def _named(self) -> bool:
        """Whether commands name it: without that, keys go to the display that has the focus."""
        return bool(self.state.display) or (self.several and self.sdk >= _INPUT_SDK)

    @property
    def input(self) -> str:
        """The beginning of a command for input."""
        return f"input -d {self.state.display}" if self._named else "input"

    @property
    def launching(self) -> str:
        """The option of `am start` that opens an app on it."""
        return f" --display {self.state.display}" if self._named else ""

    @property
    def surface(self) -> str | None:
        """Its id for `screencap`; empty for the only screen of the phone, None if no picture can be taken of it."""
        if self._listed is None:
            self._listed = (self._surface(),)
        return self._listed[0]

    def _surface(self) -> str | None:
        printed = self._adb.shell(LIST_DISPLAYS).text
        listed = displays_of(printed)
        if not self.state.display and max(panels_of(printed), sum(one.panel for one in listed)) < 2:
            return ""
        found = next((one.surface for one in listed if one.number == self.state.display), "")
        return found or (None if self.state.display else "")

    def has_focus(self) -> bool:
        """Whether keys and text without a display reach it now."""
        if not self.several:
            return True
        return screen_state(self._adb.shell("dumpsys window").text).front in (None, self.state.display)


def _sides(state: ScreenState) -> tuple[int, ...]:
    """The sides of a display, however it is turned."""
    return tuple(sorted(state.size or ()))
