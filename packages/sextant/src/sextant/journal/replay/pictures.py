"""Fits the pictures into a page of limited size: unchanged, else reduced, else left out."""

import base64
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence

from sextant.dataclass import dataclass
from sextant.journal.run_reader import RunRecord
from sextant.types.pixels import opened

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
    for quality in (None, *_SMALLER):
        found = _within(_made(record, wanted, quality), limit)
        if found is not None:
            return Fitted(found, made_smaller=quality is not None)
    sizes = {identity: len(picture.data) for identity, picture in _made(record, wanted, _SMALLER[-1])}
    kept = list(sizes)
    while len(kept) > 2 and sum(sizes[identity] for identity in kept) > limit:
        kept = _thinned(kept)
    found = dict(_made(record, kept, _SMALLER[-1]))
    return Fitted(found, made_smaller=True, left_out=len(sizes) - len(found))


def _made(record: RunRecord, wanted: Sequence[str], quality: tuple[int, int] | None) -> Iterator[tuple[str, Embedded]]:
    """The pictures that can be read, one after the other, with their ids; smaller where a quality is given."""
    for identity in wanted:
        picture = record.picture(identity)
        if picture is not None:
            whole = Embedded(picture.media_type, picture.data)
            yield identity, whole if quality is None else _smaller(whole, *quality)


def _within(made: Iterable[tuple[str, Embedded]], limit: int) -> Mapping[str, Embedded] | None:
    """All of them; None as soon as they exceed the limit."""
    found: dict[str, Embedded] = {}
    for identity, picture in made:
        limit -= len(picture.data)
        if limit < 0:
            return None
        found[identity] = picture
    return found


def _thinned(kept: list[str]) -> list[str]:
    """Every second one, and the last."""
    return [*kept[:-1:2], kept[-1]] if len(kept) > 3 else [kept[0], kept[-1]]


def _smaller(picture: Embedded, width: int, quality: int) -> Embedded:
    try:
        image = opened(picture.data).convert("RGB")
        if image.width > width:
            image = image.resize((width, max(round(image.height * width / image.width), 1)))
        data = io.BytesIO()
        image.save(data, "WEBP", quality=quality)
    except (OSError, ValueError):
        return picture
    smaller = data.getvalue()
    return Embedded("image/webp", smaller) if len(smaller) < len(picture.data) else picture
