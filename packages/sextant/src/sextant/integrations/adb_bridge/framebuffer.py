"""The screen as raw pixels: the service `framebuffer:` and the header of `screencap`."""

import struct

from PIL import Image

__all__ = ["framebuffer", "raw_screencap"]

_SRGB = 1
_RGBA_8888 = 1


def framebuffer(image: Image.Image) -> bytes:
    """Answer of `framebuffer:`: version 2 of its header, then RGBA (AOSP `framebuffer_service.cpp`)."""
    pixels = _pixels(image)
    red, green, blue, alpha = (0, 8), (8, 8), (16, 8), (24, 8)
    head = (2, 32, _SRGB, len(pixels), image.width, image.height, *red, *blue, *green, *alpha)
    return struct.pack("<14I", *head) + pixels


def raw_screencap(image: Image.Image) -> bytes:
    """What `screencap` without `-p` prints: width, height, format and colour space, then RGBA."""
    return struct.pack("<4I", image.width, image.height, _RGBA_8888, _SRGB) + _pixels(image)


def _pixels(image: Image.Image) -> bytes:
    return (image if image.mode == "RGBA" else image.convert("RGBA")).tobytes()
