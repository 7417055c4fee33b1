"""Pictures as pixels, bounded: a small file can claim more pixels than there is memory."""

import io
import warnings
from functools import cache
from typing import TYPE_CHECKING, BinaryIO, Final

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["MOST_PIXELS", "NoPicture", "opened", "size_of"]

MOST_PIXELS: Final = 40_000_000
"""More than the largest screens have; as RGB 120 MB."""

_FORMATS: Final = ("PNG", "JPEG", "WEBP")


class NoPicture(OSError):  # noqa: N818 - named by what went wrong, as in errors.py
    """The data is no usable picture: another format, damaged, or too large."""


def opened(data: bytes) -> "Image":
    """Decodes the whole picture in its own mode; `format` names its file format.

    Raises:
        NoPicture: Also for more than `MOST_PIXELS`; nothing of such a picture is unpacked.
    """
    return _read(data, whole=True)


def size_of(data: bytes | BinaryIO) -> tuple[int, int]:
    """Reads width and height in pixels from the header only; of a file, no more is read.

    Raises:
        NoPicture: As for `opened`.
    """
    return _read(data, whole=False).size


def _read(data: bytes | BinaryIO, whole: bool) -> "Image":
    from PIL import Image

    _say_nothing_of_sizes()
    try:
        image = Image.open(io.BytesIO(data) if isinstance(data, bytes) else data, formats=_FORMATS)
        if image.width * image.height > MOST_PIXELS:
            raise NoPicture(f"a picture of {image.width} by {image.height} pixels is too large to be one of a screen")
        if whole:
            image.load()
    except NoPicture:
        raise
    except Exception as error:
        raise NoPicture(f"the bytes are no picture ({str(error)[:100] or type(error).__name__})") from error
    return image


@cache
def _say_nothing_of_sizes() -> None:
    """Suppresses Pillow's warning about large pictures, which are refused anyway."""
    from PIL import Image

    warnings.filterwarnings("ignore", category=Image.DecompressionBombWarning)
