"""Estimates token counts where the provider reports none. Estimates are marked wherever they are stored."""

import json
import struct
from collections.abc import Iterable
from functools import cache
from math import ceil
from typing import TYPE_CHECKING

from sextant.models.profiles import ModelProfile
from sextant.protocols import TextSchema
from sextant.types.geometry import Size
from sextant.types.pixels import size_of
from sextant.types.screens import Picture

if TYPE_CHECKING:
    from pydantic import BaseModel

BYTES_PER_TOKEN = 4.0
"""English and JSON take between 3.5 and 4.5 bytes a token in the common tokenizers."""


def estimate_tokens(text: str) -> int:
    """Estimate the tokens of a text from its length in UTF-8; within about a fifth for English and JSON."""
    return ceil(len(text.encode("utf-8", "surrogatepass")) / BYTES_PER_TOKEN)


@cache
def schema_tokens(schema: "type[BaseModel]") -> int:
    """Estimate the tokens of a schema as JSON, as sent to a provider; 0 for a `TextSchema`."""
    if isinstance(schema, TextSchema):
        return 0
    return estimate_tokens(json.dumps(schema.model_json_schema(), ensure_ascii=False, separators=(",", ":")))


def estimate_image_tokens(pictures: Iterable[Picture], profile: ModelProfile) -> int:
    """Estimate the tokens of pictures by the profile; a picture of unknown size counts as 1000 x 1000."""
    return sum(_image_tokens(picture_size(picture) or Size(1000, 1000), profile) for picture in pictures)


def _image_tokens(size: Size, profile: ModelProfile) -> int:
    shrink = min(1.0, profile.image_max_side / max(size.width, size.height, 1.0))
    return ceil(size.width * shrink * size.height * shrink / profile.pixels_per_image_token)


def picture_size(picture: Picture) -> Size | None:
    """Return width and height in picture pixels from the file's header; None if it cannot be read."""
    data = picture.data
    try:
        match picture.media_type:
            case "image/png":
                width, height = struct.unpack(">II", data[16:24])
            case "image/webp":
                return _with_pillow(data)
            case "image/jpeg":
                return _with_pillow(data)
    except struct.error:
        return None
    return Size(float(width), float(height))


def _with_pillow(data: bytes) -> Size | None:
    try:
        width, height = size_of(data)
    except OSError:
        return None
    return Size(float(width), float(height))
