"""A deterministic device made from data: the fake for tests and examples.

Pages are lists of widgets in one column, 48 px a row. Taps navigate, fields take text, effects are counted, writes are
reported and held, and what is below the fold must be scrolled to.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, replace
from pathlib import Path
from typing import Any, Literal, assert_never

from sextant.dataclass import dataclass
from sextant.elements.touch_match import meant_by, meet, unmeant
from sextant.errors import DeviceLost, DeviceUnreachable, UsageError
from sextant.protocols import WriteAuthority
from sextant.types.actions import (
    VECTORS,
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
from sextant.types.codec import from_json
from sextant.types.devices import Injection, Lease, Opened
from sextant.types.effects import READ_ONLY, EffectCause, EffectKind, HeldWrite, ObservedEffect, WriteMode
from sextant.types.geometry import Box, Point, Size
from sextant.types.screens import Affordance, Element, Observation, ScrollExtent, State

ROW = 48.0
_SIZE = Size(412, 915)


@dataclass(frozen=True, slots=True)
class Write:
    """A write of the app. It is sent after `after` more gestures; then its cause is a timer."""

    method: str = "POST"
    address: str = "/"
    status: int = 200
    kind: EffectKind = "request"
    fields: Mapping[str, str] = field(default_factory=dict[str, str])
    after: int = 0


@dataclass(frozen=True, slots=True)
class Widget:
    """One row of a page.

    `goes` names the page that a tap opens; `effect` is counted at each tap and shown by widgets whose label contains
    `{effect}`; `{clock}` in a label counts all gestures; `field` stores typed text; `toggles` flips a named switch. The
    first `after` taps are ignored: a deterministic flaky widget. `effects` are sent when it is tapped; if one is held
    the widget does nothing else.
    """

    label: str
    role: str = "button"
    test_id: str = ""
    goes: str = ""
    effect: str = ""
    field: str = ""
    toggles: str = ""
    href: str = ""
    password: bool = False
    disabled: bool = False
    after: int = 0
    effects: tuple[Write, ...] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """A page: title, widgets, location, and the writes that it sends when it opens."""

    title: str
    widgets: tuple[Widget, ...]
    location: str = ""
    effects: tuple[Write, ...] = ()


@dataclass(frozen=True, slots=True)
class ScriptedApp:
    """A whole app as data; `apps` maps names to their start pages."""

    pages: Mapping[str, Page]
    start: str
    apps: Mapping[str, str] = field(default_factory=dict[str, str])
    name: str = "toy"

    @classmethod
    def load(cls, path: Path) -> "ScriptedApp":
        """Read the JSON form of an app.

        Raises:
            UsageError: The file is missing or not such an app.
        """
        from pydantic import ValidationError

        try:
            return from_json(cls, path.read_bytes())
        except OSError as error:
            raise UsageError(
                f"The scripted app {str(path)!r} cannot be read: {error.strerror}.", "Check the path."
            ) from error
        except ValidationError as error:
            raise UsageError(f"{str(path)!r} is not a scripted app: {error}", "See docs/devices.md.") from error


REFERENCE_APP = ScriptedApp(
    pages={
        "first": Page(
            "Reference",
            (
                Widget("Add", effect="add"),
                Widget("added {effect}", role="text", effect="add"),
                Widget("Name", role="textbox", field="name"),
                Widget("Next", goes="second"),
                *(Widget(f"row {number}", role="text") for number in range(30)),
                Widget("Bottom", role="text"),
            ),
        ),
        "second": Page("Second", (Widget("Second screen", role="heading"),)),
    },
    start="first",
    apps={"reference": "first"},
)
"""The reference app of the conformance suite."""


class ScriptedDevice:
    """A `Device` over a `ScriptedApp`, determined by the gestures it was given.

    With `writes` it has a write gate: what a tap sends is held in `deny`, and in `ask` unless it is allowed.
    """

    def __init__(
        self,
        app: ScriptedApp,
        clock: Callable[[], float] = lambda: 0.0,
        size: Size = _SIZE,
        writes: WriteMode = "observe",
    ) -> None:
        if app.start not in app.pages:
            raise DeviceUnreachable(f"The start page {app.start!r} is not defined.", "Use one of the defined pages.")
        self._app, self._clock, self._size = app, clock, size
        self._stack = [app.start]
        self._scroll = 0.0
        self._focus = ""
        self.fields: dict[str, str] = {}
        self.toggles: set[str] = set()
        self.counts: Counter[str] = Counter()
        self.gestures: list[Gesture] = []
        self._writes: WriteMode = writes
        self._authority: WriteAuthority | None = None
        self._seen: list[ObservedEffect] = []
        self._late: list[tuple[int, Write]] = []
        self._tries: Counter[str] = Counter()
        self._intents: dict[str, Point | None] = {}
        self._state: Literal["new", "open", "closed"] = "new"

    @property
    def name(self) -> str:
        return f"scripted:{self._app.name}"

    @property
    def size(self) -> Size:
        return self._size

    def apps(self) -> tuple[str, ...]:
        """Return the names of its apps."""
        return tuple(self._app.apps)

    def open(self) -> Opened:
        how: Literal["fresh", "reattached"] = "reattached" if self._state == "open" else "fresh"
        if self._state == "new":
            self._send(self._page.effects, "load")
        self._state = "open"
        return Opened(how)

    def close(self) -> None:
        self._state = "closed"

    def detach(self) -> None:
        self._state = "closed"

    def lease(self) -> Lease | None:
        return None

    def injected(self, intent: str) -> bool | None:
        return intent in self._intents

    def touched(self, intent: str) -> Point | None:
        return self._intents.get(intent)

    def effects(self) -> tuple[ObservedEffect, ...]:
        seen = tuple(self._seen)
        self._seen.clear()
        return seen

    def authorise(self, authority: WriteAuthority) -> None:
        self._authority = authority

    def look(self, picture: bool = True) -> Observation:
        del picture  # nothing is drawn
        self._require_open()
        return self._shown()

    def _shown(self) -> Observation:
        page = self._page
        height = ROW * len(page.widgets)
        return Observation(
            app=self._app.name,
            location=page.location or f"/{self._stack[-1]}",
            title=page.title,
            size=self._size,
            elements=tuple(self._element(row, widget) for row, widget in enumerate(page.widgets)),
            landmarks=(f"heading: {page.title}",),
            scroll=ScrollExtent(above=self._scroll, below=max(0.0, height - self._scroll - self._size.height)),
            at=self._clock(),
        )

    def perform(self, gesture: Gesture, intent: str = "") -> Injection:
        self._require_open()
        meant = meant_by(gesture)
        found = gesture if meant is None else meet(self._shown(), gesture)
        if isinstance(found, str):
            return Injection(seconds=0.0, untouched=found)
        gesture = found if meant is None else unmeant(found)
        self.gestures.append(gesture)
        if intent:
            self._intents[intent] = gesture.point if isinstance(gesture, Tap) else None
        due = [write for at, write in self._late if at < len(self.gestures)]
        self._late = [item for item in self._late if item[0] >= len(self.gestures)]
        self._send(due, "timer")
        note = self._carry_out(gesture)
        return Injection(seconds=0.0, notes=(note,) if note else (), met=meant is not None)

    def _require_open(self) -> None:
        if self._state != "open":
            raise DeviceLost(f"The device {self.name!r} is not open.", "Call open() first.")

    @property
    def _page(self) -> Page:
        return self._app.pages[self._stack[-1]]

    def _element(self, row: int, widget: Widget) -> Element:
        box = Box(0, row * ROW - self._scroll, self._size.width, ROW)
        inside = box.bottom > 0 and box.y < self._size.height
        states, affordances = set[State](), set[Affordance]()
        if widget.field:
            states.add("editable")
            affordances |= {"tap", "type"}
        if widget.password:
            states.add("password")
        if widget.disabled:
            states.add("disabled")
        if widget.toggles:
            states.add("checked" if widget.toggles in self.toggles else "unchecked")
        if widget.field and widget.field == self._focus:
            states.add("focused")
        if widget.role in ("button", "link", "tab", "checkbox", "switch", "menuitem") or widget.goes:
            affordances.add("tap")
        label = widget.label.replace("{effect}", str(self.counts[widget.effect])) if widget.effect else widget.label
        label = label.replace("{clock}", str(len(self.gestures)))
        return Element(
            index=row,
            box=box,
            role=widget.role,
            text="" if widget.field else label,
            name=label,
            test_id=widget.test_id,
            value="" if widget.password else self.fields.get(widget.field, ""),
            href=widget.href,
            states=frozenset(states),
            affordances=frozenset(affordances),
            visibility="visible" if inside else "offscreen",
            masked=len(self.fields.get(widget.field, "")) if widget.password else None,
        )

    def _carry_out(self, gesture: Gesture) -> str:
        match gesture:
            case Tap() | Hold():
                return self._tap(gesture.point)
            case TypeText():
                return self._type(gesture)
            case ScrollBy():
                return self._scroll_by(gesture)
            case DragPath():
                return self._drag(gesture)
            case PressKey():
                return self._press(gesture)
            case LaunchApp():
                return self._launch(gesture.name)
            case TerminateApp():
                self._stack = [self._app.start]
                return ""
            case Pause():
                return ""
            case _:
                assert_never(gesture)

    def _widget_at(self, point: Point) -> Widget | None:
        row = int((point.y + self._scroll) // ROW)
        if not (0 <= point.x <= self._size.width and 0 <= row < len(self._page.widgets)):
            return None
        return self._page.widgets[row]

    def _tap(self, point: Point) -> str:
        widget = self._widget_at(point)
        if widget is None or widget.disabled:
            return ""
        key = f"{self._stack[-1]}/{widget.label}"
        self._tries[key] += 1
        if self._tries[key] <= widget.after:
            return ""
        self._focus = widget.field
        self._late += [(len(self.gestures) + write.after - 1, write) for write in widget.effects if write.after]
        if not self._send([write for write in widget.effects if not write.after], "touch"):
            return ""
        if widget.effect and widget.role != "text":
            self.counts[widget.effect] += 1
        if widget.toggles:
            self.toggles ^= {widget.toggles}
        if widget.goes:
            self._go(widget.goes)
        return ""

    def _go(self, page: str) -> None:
        if page not in self._app.pages:
            raise DeviceLost(f"The page {page!r} does not exist.", "Correct the scripted app.")
        self._stack.append(page)
        self._scroll, self._focus = 0.0, ""
        self._send(self._page.effects, "load")

    def _send(self, writes: Iterable[Write], cause: EffectCause) -> bool:
        """Record the writes; return whether all were sent. A tap sends nothing after its first held write."""
        for write in writes:
            effect = ObservedEffect(write.kind, write.method, write.address, self._app.name, write.status, cause)
            if cause == "touch" and (reason := self._refused(write, effect)) is not None:
                self._seen.append(replace(effect, status=0, held=True, reason=reason))
                return False
            self._seen.append(effect)
        return True

    def _refused(self, write: Write, effect: ObservedEffect) -> str | None:
        """Return why a write is held; None if it passes."""
        if self._writes == "observe":
            return None
        if self._writes == "deny":
            return READ_ONLY
        if self._authority is None:
            return "nobody is there to allow it"
        held = HeldWrite(replace(effect, status=0), write.address, tuple(write.fields.items()))
        ((_, ruling),) = self._authority.decide([held])
        return None if ruling.allowed else ruling.reason

    def _type(self, gesture: TypeText) -> str:
        if gesture.point is not None:
            widget = self._widget_at(gesture.point)
            self._focus = widget.field if widget is not None else ""
        if not self._focus:
            return "there is no field to type into"
        old = "" if gesture.replace else self.fields.get(self._focus, "")
        self.fields[self._focus] = old + gesture.text
        return ""

    def _scroll_by(self, gesture: ScrollBy) -> str:
        return self._move(VECTORS[gesture.direction][1] * 750.0 * gesture.extent)

    def _drag(self, gesture: DragPath) -> str:
        return self._move(gesture.start.y - gesture.end.y)

    def _move(self, pixels: float) -> str:
        limit = max(0.0, ROW * len(self._page.widgets) - self._size.height)
        self._scroll = min(max(0.0, self._scroll + pixels), limit)
        return ""

    def _press(self, gesture: PressKey) -> str:
        if gesture.key == "back" and len(self._stack) > 1:
            self._stack.pop()
        elif gesture.key == "home":
            self._stack = [self._app.start]
        self._scroll = 0.0
        return ""

    def _launch(self, name: str) -> str:
        if name not in self._app.apps:
            return f"there is no app called {name!r}"
        self._go(self._app.apps[name])
        return ""

    def state(self) -> Mapping[str, Any]:
        """Return the state behind the screen, for tests."""
        return {"page": self._stack[-1], "fields": dict(self.fields), "effects": dict(self.counts)}
