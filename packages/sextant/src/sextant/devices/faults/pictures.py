"""Draws the faults into pictures, so that a perceiver that reads pixels sees the same as the hierarchy."""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING

from sextant.devices.faults.overlay import Overlay, Part
from sextant.types.geometry import Box, Size
from sextant.types.screens import Picture

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont, ImageFont

__all__ = ["blackened", "painted", "slid"]

Colour = tuple[int, int, int]

_INK: Colour = (28, 30, 34)
_ACCENT: Colour = (20, 90, 160)
_CARD: Colour = (250, 250, 252)
_NEWS: Colour = (44, 46, 52)
_GROUND: Colour = (236, 236, 240)
_FORMATS = {"image/png": "PNG", "image/jpeg": "JPEG", "image/webp": "WEBP"}
_SIZES = {"title": 18.0, "body": 15.0, "primary": 15.0, "plain": 15.0, "link": 12.0, "cross": 15.0}
_WIDE = ("NotoSansCJK-Regular.ttc", "wqy-zenhei.ttc", "wqy-microhei.ttc", "DroidSansFallbackFull.ttf", "simsun.ttc")
_MARKED = ("DejaVuSans.ttf", "LiberationSans-Regular.ttf", "NotoSans-Regular.ttf", "Arial.ttf", "Helvetica.ttc")
"""Common fonts with Chinese characters, and with umlauts; Pillow's own has neither and draws boxes."""


def blackened(picture: Picture) -> Picture:
    """Return the picture in black."""
    return _edited(picture, lambda image: image.paste((0, 0, 0), (0, 0, *image.size)))


def slid(picture: Picture, down: float, size: Size) -> Picture:
    """Shift the picture down by so many viewport pixels; the uncovered part is blank."""

    def edit(image: "Image") -> None:
        copy = image.copy()
        image.paste(_GROUND, (0, 0, *image.size))
        image.paste(copy, (0, round(down * image.width / size.width)))

    return _edited(picture, edit)


def painted(picture: Picture, overlay: Overlay, size: Size) -> Picture:
    """Draw the overlay onto the picture; the surroundings of a dialog are dimmed."""

    def edit(image: "Image") -> None:
        from PIL import ImageDraw, ImageEnhance

        if overlay.dialog:
            image.paste(ImageEnhance.Brightness(image).enhance(0.5))
        pen = _Pen(ImageDraw.Draw(image), image.width / size.width)
        pen.card(overlay.card, _CARD if overlay.dialog else _NEWS)
        for part in overlay.parts:
            pen.part(part, _INK if overlay.dialog else _CARD)

    return _edited(picture, edit)


def _edited(picture: Picture, edit: "Callable[[Image], None]") -> Picture:
    from PIL import Image

    with Image.open(BytesIO(picture.data)) as opened:
        image = opened.convert("RGB")
    edit(image)
    out = BytesIO()
    image.save(out, _FORMATS[picture.media_type])
    return replace(picture, data=out.getvalue())


class _Pen:
    """Draws on a scaled picture in viewport pixels."""

    def __init__(self, draw: "ImageDraw", scale: float) -> None:
        self._draw, self._scale = draw, scale

    def card(self, box: Box, fill: Colour) -> None:
        self._draw.rounded_rectangle(self._rect(box), radius=14 * self._scale, fill=fill)

    def part(self, part: Part, ink: Colour) -> None:
        match part.style:
            case "primary":
                self._draw.rounded_rectangle(self._rect(part.box), radius=10 * self._scale, fill=_ACCENT)
                self._centred(part, _CARD)
            case "plain" | "link":
                self._centred(part, _ACCENT)
            case "cross":
                self._cross(part.box)
            case "title" | "body":
                self._running(part, ink)

    def _rect(self, box: Box) -> tuple[float, float, float, float]:
        s = self._scale
        return (box.x * s, box.y * s, box.right * s, box.bottom * s)

    def _cross(self, box: Box) -> None:
        left, top, right, bottom = self._rect(Box(box.x + 15, box.y + 15, box.width - 30, box.height - 30))
        width = max(1, round(2 * self._scale))
        self._draw.line((left, top, right, bottom), _INK, width)
        self._draw.line((left, bottom, right, top), _INK, width)

    def _centred(self, part: Part, ink: Colour) -> None:
        middle = part.box.centre
        at = (middle.x * self._scale, middle.y * self._scale)
        self._draw.text(at, part.text, fill=ink, font=self._font(part), anchor="mm")

    def _running(self, part: Part, ink: Colour) -> None:
        font, s = self._font(part), self._scale
        for number, line in enumerate(self._wrapped(part.text, font, part.box.width * s)):
            self._draw.text((part.box.x * s, (part.box.y + 22 * number) * s), line, fill=ink, font=font)

    def _font(self, part: Part) -> "FreeTypeFont | ImageFont":
        return _font(round(_SIZES[part.style] * self._scale, 1), _files_for(part.text))

    def _wrapped(self, text: str, font: "FreeTypeFont | ImageFont", width: float) -> list[str]:
        lines = [""]
        words = text.split(" ") if " " in text else list(text)
        glue = " " if " " in text else ""
        for word in words:
            longer = f"{lines[-1]}{glue}{word}" if lines[-1] else word
            if lines[-1] and self._draw.textlength(longer, font) > width:
                lines.append(word)
            else:
                lines[-1] = longer
        return lines


def _files_for(text: str) -> tuple[str, ...]:
    if any(ord(letter) > 0x2E80 for letter in text):
        return _WIDE
    return () if text.isascii() else _MARKED


@lru_cache(maxsize=32)
def _font(pixels: float, files: tuple[str, ...]) -> "FreeTypeFont | ImageFont":
    from PIL import ImageFont

    for name in files:
        try:
            return ImageFont.truetype(name, max(8.0, pixels))
        except OSError:
            continue
    return ImageFont.load_default(size=max(8.0, pixels))
