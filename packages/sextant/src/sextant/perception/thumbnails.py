"""Small pictures of screens, as maps keep them. Pillow is imported where it is used."""

import io
from dataclasses import replace
from typing import Final

from sextant.types.pixels import opened
from sextant.types.screens import Picture

__all__ = ["WIDTH", "halved", "thumbnail"]

WIDTH: Final = 240
"""Pixels across; a phone's screen stays readable at a glance and takes a few kilobytes."""
_QUALITY: Final = 60
_TALLEST: Final = 4
"""Heights of more than so many widths are cut off at the bottom."""


_KEPT: Final = 0.5
"""Picture pixels per viewport pixel of what is stored of a picture for models."""


def halved(picture: Picture) -> Picture:
    """A picture of more than one pixel per viewport pixel at half a pixel, as JPEG; any other as it is.

    Raises:
        OSError: The bytes are no picture.
    """
    if picture.scale <= 1.0 or not picture.data:
        return picture
    from PIL import Image

    image = opened(picture.data).convert("RGB")
    share = _KEPT / picture.scale
    size = (max(1, round(image.width * share)), max(1, round(image.height * share)))
    written = io.BytesIO()
    image.resize(size, Image.Resampling.LANCZOS, reducing_gap=2.0).save(written, "JPEG", quality=_QUALITY)
    return replace(picture, data=written.getvalue(), media_type="image/jpeg", scale=_KEPT)


def thumbnail(picture: Picture) -> bytes:
    """The picture as a WebP of at most `WIDTH` pixels across, never larger than it was.

    Raises:
        OSError: The bytes are no picture.
    """
    from PIL import Image

    image = opened(picture.data).convert("RGB")
    width = min(WIDTH, image.width)
    image = image.crop((0, 0, image.width, min(image.height, _TALLEST * image.width)))
    height = max(1, round(image.height * width / image.width))
    small = image.resize((width, height), Image.Resampling.LANCZOS)
    written = io.BytesIO()
    small.save(written, "WEBP", quality=_QUALITY, method=4)
    return written.getvalue()
