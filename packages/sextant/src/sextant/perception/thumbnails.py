"""Small pictures of screens, for maps and storage. Pillow is imported on use."""

import io
from dataclasses import replace
from typing import Final

from sextant.types.pixels import opened
from sextant.types.screens import Picture

__all__ = ["WIDTH", "halved", "thumbnail"]

WIDTH: Final = 240
"""Width in pixels; a phone's screen stays readable and takes a few kilobytes."""
_QUALITY: Final = 60
_TALLEST: Final = 4
"""Taller pictures, in widths, are cut off at the bottom."""


_STORED_SCALE: Final = 0.5
"""Picture pixels per viewport pixel of a stored picture."""


def halved(picture: Picture) -> Picture:
    """Scale a picture of more than one pixel per viewport pixel to half a pixel, as JPEG; else return it as it is.

    Raises:
        OSError: The bytes are no picture.
    """
    if picture.scale <= 1.0 or not picture.data:
        return picture
    from PIL import Image

    image = opened(picture.data).convert("RGB")
    share = _STORED_SCALE / picture.scale
    size = (max(1, round(image.width * share)), max(1, round(image.height * share)))
    written = io.BytesIO()
    image.resize(size, Image.Resampling.LANCZOS, reducing_gap=2.0).save(written, "JPEG", quality=_QUALITY)
    return replace(picture, data=written.getvalue(), media_type="image/jpeg", scale=_STORED_SCALE)


def thumbnail(picture: Picture) -> bytes:
    """Return the picture as WebP of at most `WIDTH` pixels across, never enlarged.

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
