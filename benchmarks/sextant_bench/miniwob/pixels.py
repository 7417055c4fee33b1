"""What only the picture shows: shapes and boxes that no hierarchy describes."""

import io

from sextant.types.geometry import Box
from sextant.types.screens import Screen
from sextant_bench.miniwob.screen_queries import Lost

__all__ = ["drawn_box"]

_FAINT = [0] * 40 + [255] * 216
"""Lookup table: differences of less than 40 of 255 are the background (anti-aliasing, JPEG)."""


def drawn_box(screen: Screen, region: Box) -> Box:
    """The box around everything in the region that is not the background, read from the picture.

    Raises:
        Lost: There is no picture, or nothing is drawn there.
    """
    from PIL import Image, ImageChops

    if screen.picture is None:
        raise Lost("The screen has no picture to find a shape in.")
    scale = screen.picture.scale
    with Image.open(io.BytesIO(screen.picture.data)) as opened:
        left, top = round(region.x * scale), round(region.y * scale)
        part = opened.convert("RGB").crop((left, top, round(region.right * scale), round(region.bottom * scale)))
    background = Image.new("RGB", part.size, (255, 255, 255))
    changed = ImageChops.difference(part, background).convert("L").point(_FAINT)
    found = changed.getbbox()
    if found is None:
        raise Lost(f"Nothing is drawn in {region!r}.")
    x0, y0, x1, y1 = found
    return Box((left + x0) / scale, (top + y0) / scale, (x1 - x0) / scale, (y1 - y0) / scale)
