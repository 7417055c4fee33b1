"""The screen as raw pixels: the answer of the service `framebuffer:`."""

import struct

from PIL import Image

__all__ = ["framebuffer"]

_SRGB = 1


def framebuffer(image: Image.Image) -> bytes:
    """The answer of `framebuffer:`: a header of version 2, then RGBA pixels (AOSP `framebuffer_service.cpp`)."""
    pixels = _pixels(image)
    red, green, blue, alpha = (0, 8), (8, 8), (16, 8), (24, 8)
    head = (2, 32, _SRGB, len(pixels), image.width, image.height, *red, *blue, *green, *alpha)
    return struct.pack("<14I", *head) + pixels


def _pixels(image: Image.Image) -> bytes:
    return (image if image.mode == "RGBA" else image.convert("RGBA")).tobytes()
