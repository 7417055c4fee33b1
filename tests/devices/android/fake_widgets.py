"""Widgets of Android on a phone in memory, as their views are dumped and as they answer touches (AOSP 14)."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol
from xml.sax.saxutils import quoteattr

from tests.devices.android.fake_phone import FakePhone

__all__ = ["NumberPicker", "SeekBar", "Spinner", "WidgetPhone"]

SCREEN = (1236, 2745)
Box = tuple[int, int, int, int]


def node(kind: str, box: Box, inside: str = "", **given: str | bool) -> str:
    told = "".join(
        f" {name.replace('_', '-')}={quoteattr(str(value).lower() if isinstance(value, bool) else value)}"
        for name, value in given.items()
    )
    left, top, right, bottom = box
    return (
        f'<node class="android.widget.{kind}" package="org.reference" bounds="[{left},{top}][{right},{bottom}]"{told}>'
        f"{inside}</node>"
    )


def within(box: Box, x: int, y: int) -> bool:
    return box[0] <= x < box[2] and box[1] <= y < box[3]


class Widget(Protocol):
    def views(self) -> str: ...
    def window(self) -> str:
        """A window over the app; empty if there is none."""
        ...

    def tap(self, x: int, y: int) -> None: ...
    def drag(self, x: int, y: int, to_x: int, to_y: int) -> None: ...
    def back(self) -> None: ...
    def type(self, text: str) -> None: ...
    def enter(self) -> None: ...
    def delete(self) -> None: ...


class Quiet:
    """What takes none of these."""

    def window(self) -> str:
        return ""

    def tap(self, x: int, y: int) -> None: ...
    def drag(self, x: int, y: int, to_x: int, to_y: int) -> None: ...
    def back(self) -> None: ...
    def type(self, text: str) -> None: ...
    def enter(self) -> None: ...
    def delete(self) -> None: ...


@dataclass
class Spinner(Quiet):
    """A popup with a list of which `rows` entries are seen; a touch beside it, or back, closes it."""

    entries: Sequence[str]
    chosen: int = 0
    box: Box = (60, 300, 1176, 440)
    rows: int = 5
    disabled: Sequence[str] = ()
    stays: bool = False
    """Whether a touch of an entry changes nothing."""
    opened: bool = False
    top: int = 0

    def views(self) -> str:
        text = node("TextView", self.box, text=self.entries[self.chosen], resource_id="android:id/text1")
        return node("Spinner", self.box, text, clickable=True, scrollable=True, content_desc="Size")

    def window(self) -> str:
        if not self.opened:
            return ""
        shown = list(enumerate(self.entries))[self.top : self.top + self.rows]
        rows = "".join(
            node(
                "CheckedTextView",
                self._row(place),
                text=name,
                checkable=True,
                checked=number == self.chosen,
                enabled=name not in self.disabled,
            )
            for place, (number, name) in enumerate(shown)
        )
        area = (60, 440, 1176, 440 + 150 * self.rows)
        return node("FrameLayout", area, node("ListView", area, rows, scrollable=len(self.entries) > self.rows))

    def _row(self, place: int) -> Box:
        return (60, 440 + 150 * place, 1176, 590 + 150 * place)

    def tap(self, x: int, y: int) -> None:
        if not self.opened:
            self.opened = within(self.box, x, y)
            self.top = max(0, min(self.chosen, len(self.entries) - self.rows))
            return
        place = (y - 440) // 150
        number = self.top + place
        if 0 <= place < self.rows and number < len(self.entries):
            if self.entries[number] in self.disabled:
                return
            self.chosen = self.chosen if self.stays else number
        self.opened = False

    def drag(self, x: int, y: int, to_x: int, to_y: int) -> None:
        if self.opened:
            moved = round((y - to_y) / 150)
            self.top = max(0, min(self.top + moved, len(self.entries) - self.rows))

    def back(self) -> None:
        self.opened = False


@dataclass
class SeekBar(Quiet):
    """A slider whose track begins and ends 48 pixels inside its view. It is no clickable view."""

    value: float = 10
    low: float = 0
    high: float = 100
    step: float = 1
    shows: Literal["text", "beside", "nothing"] = "text"
    answers: Literal["taps", "drags", "nothing"] = "taps"
    mirrored: bool = False
    written: str = "g"
    """The format of its number, as of `format`."""
    box: Box = (60, 600, 1176, 700)
    touches: list[float] = field(default_factory=list[float])
    """The values it had after each touch."""

    def views(self) -> str:
        told = format(self.value, self.written)
        text = told if self.shows == "text" else ""
        label = node("TextView", (60, 540, 600, 590), text="Volume")
        bar = node("SeekBar", self.box, text=text, focusable=True, enabled=True)
        beside = node("TextView", (700, 540, 1176, 590), text=f"{told} %") if self.shows == "beside" else ""
        return node("LinearLayout", (0, 520, 1236, 720), label + bar + beside)

    def tap(self, x: int, y: int) -> None:
        if self.answers == "taps" and within(self.box, x, y):
            self._follow(x)

    def drag(self, x: int, y: int, to_x: int, to_y: int) -> None:
        if self.answers != "nothing" and within(self.box, x, y):
            self._follow(to_x)

    def _follow(self, x: int) -> None:
        start, end = self.box[0] + 48, self.box[2] - 48
        share = min(max((x - start) / (end - start), 0.0), 1.0)
        share = 1 - share if self.mirrored else share
        self.value = self.low + round(share * (self.high - self.low) / self.step) * self.step
        self.touches.append(self.value)


@dataclass
class NumberPicker(Quiet):
    """A wheel with the values before and after the one in its middle, which may take text."""

    values: Sequence[str]
    at: int = 0
    wraps: bool = True
    takes_text: bool = False
    box: Box = (400, 900, 800, 1500)
    typing: str | None = None

    def views(self) -> str:
        left, top, right, bottom = self.box
        third = (bottom - top) // 3
        middle = (left, top + third, right, bottom - third)
        text = self.values[self.at] if self.typing is None else self.typing
        before, after = self._at(-1), self._at(1)
        inside = "" if before is None else node("Button", (left, top, right, top + third), text=self.values[before])
        inside += node(
            "EditText",
            middle,
            text=text,
            resource_id="android:id/numberpicker_input",
            focused=self.typing is not None,
            clickable=True,
        )
        inside += (
            "" if after is None else node("Button", (left, bottom - third, right, bottom), text=self.values[after])
        )
        return node("NumberPicker", self.box, inside, resource_id="android:id/hour", scrollable=True)

    def _at(self, by: int) -> int | None:
        number = self.at + by
        if self.wraps:
            return number % len(self.values)
        return number if 0 <= number < len(self.values) else None

    def tap(self, x: int, y: int) -> None:
        if not within(self.box, x, y):
            return
        self.enter()
        third = (self.box[3] - self.box[1]) // 3
        by = -1 if y < self.box[1] + third else 1 if y >= self.box[3] - third else 0
        if by == 0 and self.takes_text:
            self.typing = self.values[self.at]
        number = self._at(by)
        self.at = self.at if number is None else number

    def type(self, text: str) -> None:
        if self.typing is not None and any(value.startswith(self.typing + text) for value in self.values):
            self.typing += text

    def delete(self) -> None:
        if self.typing is not None:
            self.typing = self.typing[:-1]

    def enter(self) -> None:
        if self.typing in self.values:
            self.at = self.values.index(self.typing)
        self.typing = None


@dataclass
class WidgetPhone(FakePhone):
    """A phone that shows widgets."""

    widgets: Sequence[Widget] = ()
    all_windows: bool = False
    """Whether a dump has all windows, the frontmost first, as that of uiautomator2; else the one in front alone."""
    taps: int = 0

    def _tree(self) -> str:
        over = "".join(one.window() for one in self.widgets)
        views = "".join(one.views() for one in self.widgets)
        app = node("FrameLayout", (0, 0, *SCREEN), views) if self.all_windows or not over else ""
        return f"<hierarchy rotation='0'>{over}{app}</hierarchy>"

    def _input(self, words: list[str]) -> tuple[str, int]:
        match words:
            case ["tap", x, y]:
                self.taps += 1
                for one in self.widgets:
                    one.tap(int(x), int(y))
            case ["motionevent", "DOWN", x, y]:
                self.finger = self._point(x, y)
            case ["motionevent", "UP", x, y] if self.finger is not None:
                start = round(self.finger.x * 3), round(self.finger.y * 3)
                for one in self.widgets:
                    one.drag(*start, int(x), int(y))
            case ["text", text]:
                for one in self.widgets:
                    one.type(text)
            case ["keyevent", *codes]:
                for one in self.widgets:
                    self._keys(one, codes)
            case _:
                pass
        return "", 0

    @staticmethod
    def _keys(one: Widget, codes: Sequence[str]) -> None:
        for code in codes:
            match code:
                case "4":
                    one.back()
                case "66":
                    one.enter()
                case "67":
                    one.delete()
                case _:
                    pass
