"""Fits the pictures into a page of limited size: unchanged, else reduced, else left out."""

import base64
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sextant.journal.run_reader import RunRecord
from sextant.types.pixels import opened
from sextant.types.screens import Picture

_SMALLER = ((480, 60), (360, 45))
"""Widths (picture pixels) and WebP qualities tried, one after the other."""


@dataclass(frozen=True, slots=True)
class Embedded:
    """A picture inside the page."""

    media_type: str
    data: bytes

    @property
    def uri(self) -> str:
        """The picture as a data URI."""
        return f"data:{self.media_type};base64,{base64.b64encode(self.data).decode()}"


@dataclass(frozen=True, slots=True)
class Fitted:
    """The pictures of a page, and whether they were reduced or left out."""

    pictures: Mapping[str, Embedded]
    made_smaller: bool = False
    left_out: int = 0


def fit(record: RunRecord, wanted: Sequence[str], limit: int) -> Fitted:
    """The pictures with these ids in at most `limit` bytes, before base64.

    All are reduced equally. If that is not enough, every second one is left out until the rest fits; the first and the
    last are kept.
    """
    whole = {identity: picture for identity in wanted if (picture := record.picture(identity)) is not None}
    found = {identity: Embedded(picture.media_type, picture.data) for identity, picture in whole.items()}
    if _total(found) <= limit:
        return Fitted(found)
    for width, quality in _SMALLER:
        found = {identity: _smaller(picture, width, quality) for identity, picture in whole.items()}
        if _total(found) <= limit:
            return Fitted(found, made_smaller=True)
    kept: list[str] = list(found)
    while len(kept) > 2 and sum(len(found[identity].data) for identity in kept) > limit:
        kept = _thinned(kept)
    return Fitted({identity: found[identity] for identity in kept}, made_smaller=True, left_out=len(found) - len(kept))


def _thinned(kept: list[str]) -> list[str]:
    """Every second one, and the last."""
    return [*kept[:-1:2], kept[-1]] if len(kept) > 3 else [kept[0], kept[-1]]


def _total(pictures: Mapping[str, Embedded]) -> int:
    return sum(len(picture.data) for picture in pictures.values())


def _smaller(picture: Picture, width: int, quality: int) -> Embedded:
    try:
        image = opened(picture.data).convert("RGB")
        if image.width > width:
            image = image.resize((width, max(round(image.height * width / image.width), 1)))
        data = io.BytesIO()
        image.save(data, "WEBP", quality=quality)
    except (OSError, ValueError):
        return Embedded(picture.media_type, picture.data)
    smaller = data.getvalue()
    return (
        Embedded("image/webp", smaller)
        if len(smaller) < len(picture.data)
        else Embedded(picture.media_type, picture.data)
    )
