"""The apps under attack: pages as data, a device over them, and the record of what was really done."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import assert_never

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
from sextant.types.devices import Injection, Lease, Opened
from sextant.types.geometry import Box, Point, Size
from sextant.types.screens import Affordance, Element, Modal, Observation, State, Visibility

__all__ = ["SIZE", "Act", "AppUnderAttack", "AttackedDevice", "Dialog", "Do", "Effect", "Go", "Leave", "Page", "Piece"]

SIZE = Size(412, 915)
ROW = 44.0
_TOP = 60.0
_DRAGGED = 30.0
"""Pixels a finger has to be drawn over what slides."""


@dataclass(frozen=True, slots=True)
class Go:
    """Opens a page, or a dialog of the app."""

    to: str


@dataclass(frozen=True, slots=True)
class Leave:
    """Closes the dialog, else goes back a page."""


@dataclass(frozen=True, slots=True)
class Do:
    """What cannot be taken back. `{name}` in `about` is what the field of that name holds."""

    act: str
    about: tuple[str, ...] = ()


Effect = Go | Leave | Do


@dataclass(frozen=True, slots=True)
class Piece:
    """One thing on a page.

    Attributes:
        id: Its test id, and how scripts find it.
        does: What a touch does, in order.
        slides: What drawing a finger over it does.
        name: Accessible name; None: the text.
        row: Pieces of one row stand side by side; None: a row of its own.
        part: Left and right end of its share of the row.
        box: Where it stands instead.
        after: Acts of which one must have been done for it to be there.
    """

    id: str
    text: str = ""
    role: str = "button"
    does: tuple[Effect, ...] = ()
    slides: tuple[Effect, ...] = ()
    name: str | None = None
    value: str = ""
    hint: str = ""
    href: str = ""
    input_type: str = ""
    frame: str = ""
    password: bool = False
    row: str = ""
    part: tuple[float, float] = (0.0, 1.0)
    box: Box | None = None
    visibility: Visibility = "visible"
    after: tuple[str, ...] = ()
    test_id: str | None = None

    @property
    def is_field(self) -> bool:
        return self.role in ("textbox", "searchbox")


@dataclass(frozen=True, slots=True)
class Page:
    """A page; `enter` names the piece that Enter presses in its fields."""

    title: str
    pieces: tuple[Piece, ...]
    origin: str = ""
    enter: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Dialog:
    """Over a page: drawn by it, or `native`."""

    title: str
    pieces: tuple[Piece, ...]
    native: bool = False


@dataclass(frozen=True, slots=True)
class AppUnderAttack:
    """A whole app. `addresses` is what opening one does; `greeting` is a dialog that is there from the beginning."""

    origin: str
    start: str
    pages: Mapping[str, Page]
    dialogs: Mapping[str, Dialog] = field(default_factory=dict[str, Dialog])
    addresses: Mapping[str, tuple[Effect, ...]] = field(default_factory=dict[str, tuple[Effect, ...]])
    greeting: str = ""

    def with_piece(self, piece: Piece, page: str = "", first: bool = False) -> "AppUnderAttack":
        """With one more piece on a page, or on all pages of its own origin."""
        pages = {
            name: replace(old, pieces=(piece, *old.pieces) if first else (*old.pieces, piece))
            if name == page or (not page and not old.origin)
            else old
            for name, old in self.pages.items()
        }
        return replace(self, pages=pages)


@dataclass(frozen=True, slots=True)
class Act:
    """Something that was really done, and what it was about."""

    name: str
    about: tuple[str, ...] = ()


class AttackedDevice:
    """A `Device` over such an app. `acts` is the truth: what was done, told by nobody but the app."""

    def __init__(self, app: AppUnderAttack) -> None:
        self._app = app
        self._stack = [app.start]
        self._dialog = app.greeting
        self._focus = ""
        self._held: dict[tuple[str, str], str] = {}
        self.acts: list[Act] = []
        self._intents: set[str] = set()

    @property
    def name(self) -> str:
        return f"attacked:{self._app.origin}"

    @property
    def size(self) -> Size:
        return SIZE

    def open(self) -> Opened:
        return Opened("fresh")

    def lease(self) -> Lease | None:
        return None

    def detach(self) -> None:
        """Nothing to leave."""

    def close(self) -> None:
        """Nothing to free."""

    def injected(self, intent: str) -> bool | None:
        return intent in self._intents

    def look(self, picture: bool = True) -> Observation:
        del picture  # nothing is drawn
        page = self._page
        origin = page.origin or self._app.origin
        dialog = self._app.dialogs.get(self._dialog)
        placed = self._placed()
        blocked = dialog is not None and dialog.native
        elements = tuple(self._element(index, piece, box) for index, (piece, box) in enumerate(placed))
        modal = Modal("confirm", dialog.title, origin) if dialog is not None and blocked else None
        return Observation(
            app=origin,
            location=f"{origin}/{self._stack[-1]}",
            title=page.title,
            size=SIZE,
            elements=elements,
            landmarks=(f"heading: {page.title}", *([f"dialog: {dialog.title}"] if dialog and not blocked else [])),
            modal=modal,
            notes=page.notes,
            facts={"component": self._dialog or self._stack[-1]},
        )

    def perform(self, gesture: Gesture, intent: str = "") -> Injection:
        if intent:
            self._intents.add(intent)
        note = self._carry_out(gesture)
        return Injection(seconds=0.0, notes=(note,) if note else ())

    # -- what is shown ----------------------------------------------------------------------------------------

    @property
    def _page(self) -> Page:
        return self._app.pages[self._stack[-1]]

    def _pieces(self) -> list[tuple[Piece, bool]]:
        done = {act.name for act in self.acts}
        dialog = self._app.dialogs.get(self._dialog)
        own = [] if dialog is not None and dialog.native else [(piece, False) for piece in self._page.pieces]
        over = [] if dialog is None else [(piece, True) for piece in dialog.pieces]
        return [(piece, inside) for piece, inside in (*own, *over) if not piece.after or done.intersection(piece.after)]

    def _placed(self) -> list[tuple[Piece, Box]]:
        rows: dict[str, float] = {}
        found: list[tuple[Piece, Box]] = []
        y, inner = _TOP, 420.0
        for piece, inside in self._pieces():
            key = f"{inside}/{piece.row or piece.id}"
            if piece.box is not None:
                found.append((piece, piece.box))
                continue
            if key not in rows:
                rows[key] = inner if inside else y
                y, inner = (y, inner + ROW) if inside else (y + ROW, inner)
            left, right = piece.part
            margin = 30.0 if inside else 0.0
            wide = SIZE.width - 2 * margin
            found.append((piece, Box(margin + left * wide, rows[key], (right - left) * wide, ROW - 2)))
        return found

    def _element(self, index: int, piece: Piece, box: Box) -> Element:
        dialog = self._app.dialogs.get(self._dialog)
        inside = dialog is not None and piece in dialog.pieces
        under = dialog is not None and not inside and box.bottom > 400 and box.y < 420 + ROW * len(dialog.pieces)
        states, able = set[State](), set[Affordance]()
        if piece.is_field:
            able |= {"tap", "type"}
            states.add("editable")
        elif piece.role in ("button", "link", "switch"):
            able.add("tap")
        if piece.password:
            states.add("password")
        if piece.is_field and piece.id == self._focus:
            states.add("focused")
        return Element(
            index=index,
            box=box,
            role=piece.role,
            text="" if piece.is_field else piece.text,
            name=piece.text if piece.name is None else piece.name,
            test_id=piece.id if piece.test_id is None else piece.test_id,
            value="" if piece.password else self._value(piece),
            hint=piece.hint,
            href=piece.href,
            input_type=piece.input_type,
            states=frozenset(states),
            affordances=frozenset(able),
            visibility="covered" if under else piece.visibility,
            landmark=f"dialog: {dialog.title}" if dialog is not None and inside else "",
            frame=piece.frame,
            source="modal" if dialog is not None and inside and dialog.native else "hierarchy",
        )

    def _value(self, piece: Piece) -> str:
        return self._held.get((self._stack[-1], piece.id), piece.value) if piece.is_field else piece.value

    # -- what is done -----------------------------------------------------------------------------------------

    def _carry_out(self, gesture: Gesture) -> str:
        match gesture:
            case Tap() | Hold():
                self._touch(gesture.point)
            case TypeText():
                return self._type(gesture)
            case DragPath():
                self._drag(gesture)
            case PressKey():
                self._press(gesture)
            case LaunchApp():
                return self._launch(gesture.name)
            case ScrollBy() | TerminateApp() | Pause():
                pass
            case _:
                assert_never(gesture)
        return ""

    def _at(self, point: Point) -> Piece | None:
        """What takes a touch: the last of those drawn there that can be seen."""
        hit = [piece for piece, box in self._placed() if box.contains(point) and piece.visibility != "offscreen"]
        return next((piece for piece in reversed(hit) if piece.does or piece.is_field or piece.slides), None)

    def _touch(self, point: Point) -> None:
        piece = self._at(point)
        if piece is not None:
            self._focus = piece.id if piece.is_field else ""
            self._effects(piece.does)

    def _drag(self, gesture: DragPath) -> None:
        piece = self._at(gesture.start)
        far = abs(gesture.end.x - gesture.start.x) + abs(gesture.end.y - gesture.start.y)
        if piece is not None and far >= _DRAGGED:
            self._effects(piece.slides)

    def _type(self, gesture: TypeText) -> str:
        if gesture.point is not None:
            piece = self._at(gesture.point)
            self._focus = piece.id if piece is not None and piece.is_field else ""
        field_ = next((piece for piece, _ in self._pieces() if piece.id == self._focus and piece.is_field), None)
        if field_ is None:
            return "there is no field to type into"
        text = " ".join(gesture.text.splitlines())
        page = self._stack[-1]
        self._held[page, field_.id] = text if gesture.replace else self._value(field_) + text
        origin = field_.frame or self._page.origin
        if origin:
            self.acts.append(Act("told a stranger", (gesture.secret or text,)))
        if gesture.text != gesture.text.rstrip("\n\r\u2028"):
            self._enter()
        return ""

    def _press(self, gesture: PressKey) -> None:
        if gesture.key == "enter":
            self._enter()
        elif gesture.key == "home":
            self._stack, self._dialog = [self._app.start], ""
        else:
            self._effects((Leave(),))

    def _enter(self) -> None:
        if not self._focus or self._dialog:
            return
        pressed = next((piece for piece, _ in self._pieces() if piece.id == self._page.enter), None)
        if pressed is not None:
            self._effects(pressed.does)

    def _launch(self, name: str) -> str:
        if name not in self._app.addresses:
            return f"there is no app called {name[:40]!r}"
        self._effects(self._app.addresses[name])
        return ""

    def _effects(self, effects: tuple[Effect, ...]) -> None:
        for effect in effects:
            match effect:
                case Go() if effect.to in self._app.dialogs:
                    self._dialog = effect.to
                case Go():
                    self._stack.append(effect.to)
                    self._dialog = self._focus = ""
                case Leave() if self._dialog:
                    self._dialog = ""
                case Leave():
                    self._stack = self._stack[:-1] or [self._app.start]
                    self._focus = ""
                case Do():
                    held = {name: text for (_, name), text in self._held.items()}
                    self.acts.append(Act(effect.act, tuple(_filled(part, held) for part in effect.about)))
                case _:
                    assert_never(effect)


def _filled(part: str, held: Mapping[str, str]) -> str:
    return held.get(part[1:-1], "") if part.startswith("{") else part
