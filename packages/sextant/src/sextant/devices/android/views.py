"""Android's view hierarchy as data, read from `uiautomator dump`, from uiautomator2 or from Appium's page source.

The text may come from a file of unknown origin. Its size is limited, and XML entities are not expanded.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from typing import Final, Literal
from unicodedata import category
from xml.parsers import expat

from sextant.dataclass import dataclass
from sextant.text.legible import shortened

__all__ = [
    "MOST_BYTES",
    "MOST_VIEWS",
    "Bounds",
    "Hierarchy",
    "Trouble",
    "View",
    "clean",
    "meaningful",
    "read_hierarchy",
]

MOST_BYTES: Final = 40_000_000
MOST_VIEWS: Final = 10_000
MOST_DEPTH: Final = 150
MOST_TEXT: Final = 20_000
"""Most characters of one attribute; the rest is dropped."""

Trouble = Literal["", "no_hierarchy", "empty", "damaged", "cut", "too_large"]
"""The problem with a dump. `no_hierarchy`: it has no hierarchy. `empty`: no view has an area. `damaged`: it ends early
or is malformed; the views before that are used. `cut`: it has too many views; the rest is dropped. `too_large`: it is
not parsed."""

_BOUNDS = re.compile(r"\[(-?\d{1,7}),(-?\d{1,7})\]\s*\[(-?\d{1,7}),(-?\d{1,7})\]")
_CHARACTER = re.compile(r"&#(x[0-9a-fA-F]{1,8}|[0-9]{1,10});")
_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_OPEN, _CLOSE = "<hierarchy", "</hierarchy>"
_ALL_OPEN, _ALL_CLOSE = "<displays", "</displays>"
"""Around what `uiautomator dump --windows` prints from Android 11 on: `<display>`, `<window>`, `<hierarchy>`."""
_AROUND: Final = ("hierarchy", "displays", "display", "window")
"""Tags that are no views."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """A rectangle in Android pixels."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        return max(0, self.right - self.left)

    @property
    def height(self) -> int:
        return max(0, self.bottom - self.top)

    @property
    def area(self) -> int:
        return self.width * self.height

    def within(self, other: "Bounds") -> "Bounds":
        """The intersection; its area is 0 if there is none."""
        return Bounds(
            max(self.left, other.left),
            max(self.top, other.top),
            min(self.right, other.right),
            min(self.bottom, other.bottom),
        )


NOWHERE: Final = Bounds(0, 0, 0, 0)


@dataclass(slots=True, eq=False)
class View:
    """One view. `flags` has the names of its true attributes, `off` of its false ones."""

    class_name: str = ""
    package: str = ""
    text: str = ""
    description: str = ""
    resource_id: str = ""
    hint: str = ""
    pane: str = ""
    """Title of the pane, if the view is one, such as a sheet or a drawer."""
    bounds: Bounds = NOWHERE
    display: int | None = None
    """The number of its display, where the dump tells it."""
    flags: frozenset[str] = frozenset()
    off: frozenset[str] = frozenset()
    children: "list[View]" = field(default_factory=lambda: list[View]())

    def walk(self) -> "Iterator[View]":
        """The view and all views below it, in document order."""
        waiting: list[View] = [self]
        while waiting:
            view = waiting.pop()
            yield view
            waiting.extend(reversed(view.children))

    @property
    def kind(self) -> str:
        """Its class name without the package."""
        return re.split(r"[.$]", self.class_name)[-1]


@dataclass(frozen=True, slots=True)
class Hierarchy:
    """The windows in a dump, and the problem with the dump, if any. `rotation` is in quarter turns."""

    windows: tuple[View, ...] = ()
    rotation: int = 0
    trouble: Trouble = ""
    detail: str = ""

    def views(self) -> Iterator[View]:
        """All views, in document order."""
        for window in self.windows:
            yield from window.walk()

    def on_display(self, number: int, *, front: bool) -> "Hierarchy":
        """The windows of one display. `front`: it has the focus, so that windows without a display are its own."""
        kept = tuple(one for one in self.windows if (front if one.display is None else one.display == number))
        if len(kept) == len(self.windows):
            return self
        if kept:
            return replace(self, windows=kept)
        return Hierarchy(trouble="no_hierarchy", detail=f"the tree tells nothing of display {number}")


def read_hierarchy(data: bytes | str) -> Hierarchy:
    """Parses the hierarchy in the output of a command; of several, the last complete one. It never raises."""
    if len(data) > MOST_BYTES:
        return Hierarchy(trouble="too_large", detail=f"{len(data)} bytes; at most {MOST_BYTES} are read")
    text = data if isinstance(data, str) else _decoded(data)
    found = _extract(text)
    if found is None:
        return Hierarchy(trouble="no_hierarchy", detail=" ".join(text[:200].split()))
    reader = _Reader()
    reader.read(_FORBIDDEN.sub("\ufffd", _CHARACTER.sub(_character, found)))
    windows = tuple(reader.windows)
    trouble: Trouble = reader.trouble
    if not trouble and not any(view.bounds.area for window in windows for view in window.walk()):
        trouble = "empty"
    return Hierarchy(windows, reader.rotation, trouble, reader.detail)


def _decoded(data: bytes) -> str:
    """Decodes by byte order mark, else by the position of zero bytes: `adb … > file` writes UTF-16 in some shells."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace")
    head = data[:400]
    if head.count(0) > len(head) // 4:
        return data.decode("utf-16-le" if head[1::2].count(0) > head[::2].count(0) else "utf-16-be", "replace")
    return data.decode("utf-8-sig", "replace")


def _extract(text: str) -> str | None:
    """The last document in a text: of all windows, else of one."""
    for opening, closing in ((_ALL_OPEN, _ALL_CLOSE), (_OPEN, _CLOSE)):
        end = text.rfind(closing)
        start = text.rfind(opening, 0, end if end >= 0 else len(text))
        if start >= 0:
            return text[start : end + len(closing)] if end >= 0 else text[start:]
    return None


def _character(found: re.Match[str]) -> str:
    """A valid XML character reference, else a replacement: old Android versions write emoji as two surrogates."""
    digits = found[1]
    code = int(digits[1:], 16) if digits[0] == "x" else int(digits)
    valid = code in (9, 10, 13) or 0x20 <= code <= 0xD7FF or 0xE000 <= code <= 0xFFFD or 0x10000 <= code <= 0x10FFFF
    return found[0] if valid else "\ufffd"


class _Reader:
    """Builds the views of one document."""

    def __init__(self) -> None:
        self.windows: list[View] = []
        self.rotation = 0
        self.trouble: Trouble = ""
        self.detail = ""
        self._open: list[View | None] = []
        self._count = 0
        self._display: int | None = None

    def read(self, text: str) -> None:
        parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        try:
            parser.Parse(text, True)
        except expat.ExpatError as error:
            if not self.trouble:
                self.trouble, self.detail = "damaged", str(error)

    def _start(self, tag: str, given: Mapping[str, str]) -> None:
        if tag in _AROUND:
            if tag == "hierarchy":
                self.rotation = (_number(given.get("rotation", "")) or 0) % 4
            elif tag == "display":
                self._display = _number(given.get("id", ""))
            return
        self._count += 1
        if self._count > MOST_VIEWS or len(self._open) >= MOST_DEPTH:
            self.trouble, self.detail = "cut", f"more than {MOST_VIEWS} views, or nested deeper than {MOST_DEPTH}"
            self._open.append(None)
            return
        view = _view(tag, given, self._display)
        holder = next((one for one in reversed(self._open) if one is not None), None)
        (self.windows if holder is None else holder.children).append(view)
        self._open.append(view)

    def _end(self, tag: str) -> None:
        if tag not in _AROUND and self._open:
            self._open.pop()


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def _view(tag: str, given: Mapping[str, str], display: int | None) -> View:
    def text(name: str) -> str:
        return shortened(given.get(name, ""), MOST_TEXT)

    corners = _BOUNDS.fullmatch(given.get("bounds", "").strip())
    return View(
        class_name=given.get("class", "" if tag == "node" else tag)[:200],
        package=given.get("package", "")[:200],
        text=text("text"),
        description=text("content-desc"),
        resource_id=given.get("resource-id", "")[:200],
        hint=text("hint"),
        pane=text("pane-title"),
        bounds=Bounds(*map(int, corners.groups())) if corners else NOWHERE,
        display=_number(given.get("display-id", "")) if display is None else display,
        flags=frozenset(name for name, value in given.items() if value == "true"),
        off=frozenset(name for name, value in given.items() if value == "false"),
    )


def clean(text: str, limit: int) -> str:
    """Collapses white space, removes control characters, and cuts the text to the limit with an ellipsis."""
    plain = " ".join(text.replace("\u200b", " ").replace("\ufeff", " ").split())
    if not plain.isprintable():
        plain = " ".join("".join([c if c.isprintable() or c in "\u200c\u200d" else " " for c in plain]).split())
    return shortened(plain, limit)


def meaningful(text: str) -> bool:
    """Whether it has a letter, a number or a symbol. Glyphs of icon fonts do not count."""
    return any(category(character)[0] in "LNS" for character in text)
