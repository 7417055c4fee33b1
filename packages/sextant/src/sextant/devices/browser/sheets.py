"""Sheets: modal screens for what a browser draws outside the page (dialogs, selects, choosers, permissions).

A sheet is a card on the viewport; while it is open, its widgets are the elements of the screen, and touches on their
boxes answer it. None is ever answered automatically.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import field, replace
from typing import TYPE_CHECKING, Literal

from sextant.dataclass import dataclass
from sextant.text.legible import shortened
from sextant.types.geometry import Box, Point, Size
from sextant.types.screens import Affordance, Element, Modal, Observation, Picture, ScrollExtent, State

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

ROW = 48.0
MARGIN = 16.0
LINE = 20.0
CHARACTERS = 46


@dataclass(frozen=True, slots=True)
class SheetOption:
    """A button or option. `value` is passed to the answer."""

    label: str
    value: str
    role: Literal["button", "option"] = "button"
    selected: bool = False
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class SheetField:
    """A text field of the sheet."""

    label: str
    text: str = ""
    password: bool = False


Answer = Callable[[str, Sequence[str]], Awaitable[str]]
"""Takes the chosen value and the fields' texts, carries the answer out, and returns a note (may be empty)."""


@dataclass(slots=True)
class Sheet:
    """An open modal screen. `options` scroll, `buttons` are at the bottom."""

    modal: Modal
    answer: Answer
    buttons: tuple[SheetOption, ...]
    options: tuple[SheetOption, ...] = ()
    fields: tuple[SheetField, ...] = ()
    cancel: str = "cancel"
    """The value of the back key."""
    confirm: str = ""
    """The value of the enter key."""
    texts: list[str] = field(default_factory=list[str])
    focus: int = 0
    scrolled: float = 0.0

    def __post_init__(self) -> None:
        self.texts = [field.text for field in self.fields]

    def choice_at(self, point: Point, size: Size) -> SheetOption | None:
        """Return the option or button at that point; None if there is none or it is disabled."""
        layout = SheetLayout(self, size)
        for choice, box in layout.buttons:
            if box.contains(point):
                return None if choice.disabled else choice
        for choice, box in layout.options:
            if box.contains(point) and layout.window.contains(point):
                return None if choice.disabled else choice
        return None

    def focus_at(self, point: Point, size: Size) -> bool:
        """Move the focus to the field under the point, if there is one."""
        for place, (_, box) in enumerate(SheetLayout(self, size).fields):
            if box.contains(point):
                self.focus = place
                return True
        return False

    def type(self, text: str, replace_it: bool) -> bool:
        """Type into the focused field; False if the sheet has none."""
        if not self.texts:
            return False
        self.texts[self.focus] = text if replace_it else self.texts[self.focus] + text
        return True

    def scroll(self, pixels: float, size: Size) -> None:
        """Scroll the options."""
        layout = SheetLayout(self, size)
        limit = max(0.0, len(self.options) * ROW - layout.window.height)
        self.scrolled = min(max(0.0, self.scrolled + pixels), limit)

    def option_named(self, text: str) -> SheetOption | None:
        """Return the option whose label is the text, else the only one that begins with it."""
        wanted = " ".join(text.split()).casefold()
        able = [choice for choice in self.options if not choice.disabled]
        exact = [choice for choice in able if " ".join(choice.label.split()).casefold() == wanted]
        if exact:
            return exact[0]
        begun = [choice for choice in able if choice.label.strip().casefold().startswith(wanted)]
        return begun[0] if len(begun) == 1 else None


class SheetLayout:
    """The boxes of a sheet: a card at the bottom of the viewport."""

    def __init__(self, sheet: Sheet, size: Size) -> None:
        lines = max(1, sum(-(-max(len(line), 1) // CHARACTERS) for line in sheet.modal.message.splitlines() or [""]))
        head = min(lines * LINE + 2 * MARGIN, size.height / 3)
        foot = len(sheet.buttons) * ROW if len(sheet.buttons) > 2 else ROW if sheet.buttons else 0.0
        fields = len(sheet.fields) * (ROW + 8)
        room = size.height * 0.92 - head - foot - fields - 2 * MARGIN
        listed = min(len(sheet.options) * ROW, max(room, ROW)) if sheet.options else 0.0
        height = head + fields + listed + foot + MARGIN
        top = max(0.0, size.height - height - MARGIN)
        left, width = MARGIN, size.width - 2 * MARGIN
        self.card = Box(left, top, width, height)
        self.message = Box(left + MARGIN, top + MARGIN, width - 2 * MARGIN, head - MARGIN)
        at = top + head
        self.fields = [
            (field, Box(left + MARGIN, at + place * (ROW + 8), width - 2 * MARGIN, ROW))
            for place, field in enumerate(sheet.fields)
        ]
        at += fields
        self.window = Box(left, at, width, listed)
        self.options = [
            (choice, Box(left, at + place * ROW - sheet.scrolled, width, ROW))
            for place, choice in enumerate(sheet.options)
        ]
        at += listed
        self.buttons = _buttons(sheet.buttons, Box(left, at, width, foot))


def _buttons(choices: Sequence[SheetOption], area: Box) -> list[tuple[SheetOption, Box]]:
    if len(choices) > 2:
        return [(choice, Box(area.x, area.y + place * ROW, area.width, ROW)) for place, choice in enumerate(choices)]
    width = area.width / max(1, len(choices))
    return [(choice, Box(area.x + place * width, area.y, width, ROW)) for place, choice in enumerate(choices)]


def elements_of(sheet: Sheet, size: Size) -> tuple[Element, ...]:
    """Return the sheet's widgets as elements with dense indices."""
    layout = SheetLayout(sheet, size)
    title = f"dialog: {shortened(sheet.modal.message, 80)}"
    found = [
        Element(0, layout.card, "dialog", text=sheet.modal.message, name=sheet.modal.message, source="modal"),
    ]
    for place, (one, box) in enumerate(layout.fields):
        states: set[State] = {"editable"}
        if one.password:
            states.add("password")
        if place == sheet.focus:
            states.add("focused")
        found.append(
            Element(
                len(found),
                box,
                "textbox",
                name=one.label,
                value="" if one.password else sheet.texts[place],
                input_type="password" if one.password else "text",
                states=frozenset(states),
                affordances=frozenset({"tap", "type"}),
                parent=0,
                landmark=title,
                source="modal",
            )
        )
    for choice, box in [*layout.options, *layout.buttons]:
        found.append(_choice_element(len(found), choice, box, layout, title))
    return tuple(found)


def _choice_element(index: int, choice: SheetOption, box: Box, layout: SheetLayout, title: str) -> Element:
    states: set[State] = set()
    if choice.selected:
        states.add("selected")
    if choice.disabled:
        states.add("disabled")
    affordances: frozenset[Affordance] = frozenset({"tap"})
    shown = choice.role == "button" or layout.window.contains(box.centre)
    return Element(
        index,
        box,
        choice.role,
        text=choice.label,
        name=choice.label,
        states=frozenset(states),
        affordances=affordances,
        visibility="visible" if shown else "offscreen",
        parent=0,
        landmark=title,
        source="modal",
    )


def with_sheet(observation: Observation, sheet: Sheet, size: Size) -> Observation:
    """Return the observation with the sheet on a viewport of that size; the elements below are removed."""
    layout = SheetLayout(sheet, size)
    below = max(0.0, len(sheet.options) * ROW - sheet.scrolled - layout.window.height)
    return replace(
        observation,
        size=size,
        elements=elements_of(sheet, size),
        unlisted=(*observation.unlisted, *observation.elements),  # the picture shows them, darkened
        landmarks=(f"dialog: {shortened(sheet.modal.message, 80)}",),
        modal=sheet.modal,
        condition="ok",
        picture=paint(observation.picture, sheet, size),
        scroll=ScrollExtent(above=sheet.scrolled, below=below),
    )


def paint(picture: Picture | None, sheet: Sheet, size: Size) -> Picture | None:
    """Draw the sheet onto the picture; None stays None."""
    if picture is None:
        return None
    from io import BytesIO

    from PIL import Image, ImageDraw, ImageEnhance

    with Image.open(BytesIO(picture.data)) as opened:
        image = ImageEnhance.Brightness(opened.convert("RGB")).enhance(0.5)
    draw = ImageDraw.Draw(image)
    layout = SheetLayout(sheet, size)
    scale = image.width / size.width
    pen = _Pen(draw, scale)
    pen.card(layout.card)
    pen.text(layout.message, sheet.modal.message, wrap=True)
    for place, (one, box) in enumerate(layout.fields):
        text = sheet.texts[place]
        pen.field(box, "•" * len(text) if one.password else text or one.label)
    for choice, box in layout.options:
        if layout.window.contains(box.centre):
            pen.option(box, choice.label, choice.selected)
    for choice, box in layout.buttons:
        pen.button(box, choice.label)
    out = BytesIO()
    kind = {"image/png": "PNG", "image/jpeg": "JPEG", "image/webp": "WEBP"}[picture.media_type]
    image.save(out, kind)
    return replace(picture, data=out.getvalue(), scale=scale)


class _Pen:
    """Draws on a scaled picture in viewport pixels."""

    def __init__(self, draw: "ImageDraw", scale: float) -> None:
        from PIL import ImageFont

        self._draw, self._scale = draw, scale
        self._font = ImageFont.load_default(size=max(8, round(15 * scale)))

    def _rect(self, box: Box) -> tuple[float, float, float, float]:
        s = self._scale
        return (box.x * s, box.y * s, box.right * s, box.bottom * s)

    def card(self, box: Box) -> None:
        self._draw.rounded_rectangle(self._rect(box), radius=12 * self._scale, fill=(250, 250, 252))

    def field(self, box: Box, text: str) -> None:
        self._draw.rounded_rectangle(self._rect(box), radius=6 * self._scale, outline=(120, 124, 132))
        self.text(box, text)

    def option(self, box: Box, text: str, selected: bool) -> None:
        s, middle = self._scale, box.y + box.height / 2
        ring = ((box.x + 16) * s, (middle - 7) * s, (box.x + 30) * s, (middle + 7) * s)
        self._draw.ellipse(ring, outline=(20, 90, 160), fill=(20, 90, 160) if selected else None)
        self.text(Box(box.x + 32, box.y, box.width - 32, box.height), text)

    def button(self, box: Box, text: str) -> None:
        self._draw.line(
            (box.x * self._scale, box.y * self._scale, box.right * self._scale, box.y * self._scale), (220, 222, 228)
        )
        self.text(box, text, ink=(20, 90, 160))

    def text(self, box: Box, text: str, ink: tuple[int, int, int] = (28, 30, 34), wrap: bool = False) -> None:
        lines = _wrapped(text) if wrap else [text[:CHARACTERS]]
        room = int(max(1, box.height // LINE))
        start = box.y if wrap else box.y + (box.height - LINE) / 2
        for place, line in enumerate(lines[:room]):
            at = ((box.x + (0 if wrap else 12)) * self._scale, (start + place * LINE) * self._scale)
            self._draw.text(at, line, fill=ink, font=self._font)


def _wrapped(text: str) -> list[str]:
    import textwrap

    return [part for line in text.splitlines() or [""] for part in (textwrap.wrap(line, CHARACTERS) or [""])]
