"""Draws set-of-marks onto pictures of screens, and paints over secrets.

Pillow is imported on use. Boxes are viewport pixels; `Picture.scale` converts to picture pixels.
"""

import io
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from sextant.dataclass import dataclass
from sextant.types.geometry import Box, Point
from sextant.types.pixels import opened
from sextant.types.screens import Element, Picture

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont, ImageFont

__all__ = ["mark", "mask", "secret_boxes"]

_ACCENT: Final = (10, 84, 130)
_PAPER: Final = (255, 255, 255)
_TOUCH: Final = (196, 84, 0)
_MASK: Final = (90, 98, 106)
_FONT_PIXELS: Final = 9.0
_TOUCH_RADIUS: Final = 16.0
_MAX_MARKS: Final = 300


def mark(picture: Picture, elements: Sequence[Element], touch: Point | None = None) -> Picture:
    """Draw a thin outline and a small index tag for each element, and a ring at the touch.

    Pass the elements to mark; those out of sight are skipped. Tags are outside their element or in a corner of it,
    wherever they hide least text.
    """
    image, form = _open(picture)
    shown = [element for element in elements if element.visibility in {"visible", "clipped"} and element.box.area > 0]
    shown = shown[:_MAX_MARKS]
    draw = _draw(image)
    line = max(1, round(picture.scale))
    for element in shown:
        draw.rectangle(_pixels(element.box, picture.scale, image), outline=_ACCENT, width=line)
    font = _font(max(10.0, _FONT_PIXELS * picture.scale))
    for tag in _placed(shown, picture.scale, image, font):
        _write_tag(draw, tag, font)
    if touch is not None:
        _ring(draw, touch, picture.scale)
    return Picture(_save(image, form), picture.media_type, picture.scale)


def mask(picture: Picture, boxes: Iterable[Box]) -> Picture:
    """Paint over the boxes, so that nothing under them can be recovered."""
    covered = list(boxes)
    if not covered:
        return picture
    image, form = _open(picture)
    draw = _draw(image)
    for box in covered:
        draw.rectangle(_pixels(_grown(box, 1.0), picture.scale, image), fill=_MASK)
    return Picture(_save(image, form), picture.media_type, picture.scale)


def secret_boxes(elements: Iterable[Element], secrets: Sequence[str] = ()) -> tuple[Box, ...]:
    """Return the boxes of password fields, and of elements that show a secret value."""
    known = [secret for secret in secrets if secret]
    return tuple(
        element.box
        for element in elements
        if element.visibility != "offscreen"
        and (
            "password" in element.states
            or any(secret in text for secret in known for text in (element.text, element.name, element.value))
        )
    )


@dataclass(frozen=True, slots=True)
class _Tag:
    """A tag's place in picture pixels."""

    label: str
    left: float
    top: float
    width: float
    height: float

    @property
    def box(self) -> Box:
        return Box(self.left, self.top, self.width, self.height)


def _placed(elements: Sequence[Element], scale: float, image: "Image", font: "FreeTypeFont | ImageFont") -> list[_Tag]:
    """Place each tag where it hides least: other tags weigh most, then texts, then the rank of the place."""
    texts = [_scaled(element.box, scale) for element in elements if element.text or element.value or element.name]
    placed: list[_Tag] = []
    for element in elements:
        label = str(element.index)
        left, top, right, bottom = font.getbbox(label)
        width, height = right - left + 4, bottom - top + 4
        best: tuple[float, _Tag] | None = None
        for rank, (x, y) in enumerate(_corners(_scaled(element.box, scale), width, height)):
            x = min(max(0.0, x), image.width - width)
            y = min(max(0.0, y), image.height - height)
            tag = _Tag(label, round(x), round(y), width, height)
            cost = rank * 0.5 + 6 * _hidden(tag.box, (other.box for other in placed)) + 2 * _hidden(tag.box, texts)
            if best is None or cost < best[0]:
                best = (cost, tag)
        if best is not None:
            placed.append(best[1])
    return placed


def _corners(box: Box, width: float, height: float) -> list[tuple[float, float]]:
    """Return places for a tag, best first: outside on top, below, at the sides, then the corners inside."""
    middle = box.y + (box.height - height) / 2
    return [
        (box.x, box.y - height),
        (box.right - width, box.y - height),
        (box.x - width, middle),
        (box.right, middle),
        (box.x, box.bottom),
        (box.right - width, box.bottom),
        (box.x - width / 2, box.y - height / 2),
        (box.right - width / 2, box.y - height / 2),
        (box.right - width, box.y),
        (box.right - width, box.bottom - height),
        (box.x, box.y),
    ]


def _hidden(tag: Box, others: Iterable[Box]) -> float:
    total = 0.0
    for other in others:
        common = tag.intersection(other)
        total += common.area if common is not None else 0.0
    return total


def _write_tag(draw: "ImageDraw", tag: _Tag, font: "FreeTypeFont | ImageFont") -> None:
    left, top, _, _ = font.getbbox(tag.label)
    corners = (tag.left, tag.top, tag.left + tag.width - 1, tag.top + tag.height - 1)
    draw.rounded_rectangle(corners, radius=2, fill=_ACCENT)
    draw.text((tag.left + 2 - left, tag.top + 2 - top), tag.label, fill=_PAPER, font=font)


def _ring(draw: "ImageDraw", touch: Point, scale: float) -> None:
    x, y, radius = touch.x * scale, touch.y * scale, max(8.0, _TOUCH_RADIUS * scale)
    line = max(2, round(2 * scale))
    for grown, colour, width in ((line / 2, _PAPER, line * 2), (0.0, _TOUCH, line)):
        reach = radius + grown
        draw.ellipse((x - reach, y - reach, x + reach, y + reach), outline=colour, width=width)
    draw.ellipse((x - line, y - line, x + line, y + line), fill=_TOUCH)


def _grown(box: Box, by: float) -> Box:
    return Box(box.x - by, box.y - by, box.width + 2 * by, box.height + 2 * by)


def _scaled(box: Box, scale: float) -> Box:
    return Box(box.x * scale, box.y * scale, box.width * scale, box.height * scale)


def _pixels(box: Box, scale: float, image: "Image") -> tuple[float, float, float, float]:
    """Return corners inside the picture, ordered however small the box is."""
    left, top = max(0, round(box.x * scale)), max(0, round(box.y * scale))
    right, bottom = min(image.width, round(box.right * scale)) - 1, min(image.height, round(box.bottom * scale)) - 1
    return (left, top, max(left, right), max(top, bottom))


def _open(picture: Picture) -> "tuple[Image, str]":
    image = opened(picture.data)
    return image.convert("RGB"), image.format or "PNG"


def _draw(image: "Image") -> "ImageDraw":
    from PIL import ImageDraw

    return ImageDraw.Draw(image)


def _font(pixels: float) -> "FreeTypeFont | ImageFont":
    from PIL import ImageFont

    return ImageFont.load_default(size=pixels)


def _save(image: "Image", form: str) -> bytes:
    buffer = io.BytesIO()
    match form:
        case "JPEG":
            image.save(buffer, form, quality=88)
        case "WEBP":
            image.save(buffer, form, quality=88)
        case _:
            image.save(buffer, "PNG", optimize=False)
    return buffer.getvalue()
