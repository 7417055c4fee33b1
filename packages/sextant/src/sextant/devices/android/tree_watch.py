"""Notices an accessibility tree that no longer follows the screen, by the pictures of two looks.

A service that hangs, or an app that draws a new page without telling, leaves the tree of an earlier screen in place.
Then the texts of the tree are not where it says any more. A video, a cursor or a progress bar changes the picture, too,
but not where the tree has its texts; a theme changes their colours, but not their shapes.
"""

import operator
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from sextant.dataclass import dataclass
from sextant.types.geometry import Box, Size
from sextant.types.pixels import NoPicture, opened
from sextant.types.screens import FIELDS, Element, Picture

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["TreeWatch", "texts_of"]

_LEAST: Final = 4
"""Fewest texts that are compared; fewer decide nothing."""
_SHARE: Final = 0.8
"""Share of the texts from which on the picture counts as that of another screen."""
_ALIKE: Final = 0.4
"""Least correlation (0-1) of two pictures of the same text, on whatever background."""
_LOOKS: Final = 2
"""Looks in a row, each after a gesture, with another picture over the same tree, until the tree counts as stale."""
_LARGEST: Final = 0.15
"""Share of the screen. A larger element is more than a text."""
_DRAWN: Final = 24
"""Least difference of brightness (0-255) of a text from its background."""
_PATCH: Final = (128, 24)
"""Largest picture of one text that is compared, in pixels."""
_FLAT: Final = 5.0
"""Standard deviation of the brightness (0-255) below which nothing can be seen."""
_MOVING: Final = FIELDS | {"canvas", "image", "meter", "progressbar", "timer", "video"}  # structural: ARIA roles


@dataclass(frozen=True, slots=True)
class _Look:
    """A tree and its picture. `place` tells apart what the window manager shows."""

    place: str
    digest: str
    picture: Picture


class TreeWatch:
    """Compares each look that has a picture with the one before."""

    def __init__(self) -> None:
        self._first: _Look | None = None
        """The look since which the tree has been the same."""
        self._last: _Look | None = None
        self._acted = False
        self._looks = 0

    def acted(self) -> None:
        """A gesture was injected."""
        self._acted = True

    def doubts(self, place: str, digest: str, texts: Sequence[Element], picture: Picture) -> bool:
        """Whether the picture is that of another screen than the one before, and the tree is not.

        `texts` is what `texts_of` returns. If a second reading of the tree has the same digest, `settle` tells whether
        the tree is stale.
        """
        before = self._last
        if before is None or before.digest != digest or before.picture is picture or len(texts) < _LEAST:
            return False
        if before.place == place and not self._acted:
            return False
        return _changed(before.picture, picture, texts)

    def settle(
        self, place: str, digest: str, texts: Sequence[Element], picture: Picture, doubted: bool
    ) -> tuple[Element, ...] | None:
        """Takes a look over. If its tree is stale, returns the texts that are nevertheless where the tree says."""
        look, first = _Look(place, digest, picture), self._first
        if first is None or self._last is None or first.digest != digest:
            self._first, self._looks = look, 0
        elif doubted:
            self._looks += _LOOKS if self._last.place != place else 1
        elif self._acted and self._looks < _LOOKS:
            self._first, self._looks = look, 0  # a gesture without an effect: the tree may well be that of this picture
        self._last, self._acted = look, False
        if self._looks < _LOOKS or self._first is None:
            return None
        there = tuple(one for one, alike in _compared(self._first.picture, picture, texts) if alike)
        if len(there) > (1 - _SHARE) * len(texts):
            self._first, self._looks = look, 0  # the earlier screen is there again
            return None
        return there


def texts_of(elements: Sequence[Element], size: Size, covered: float) -> tuple[Element, ...]:
    """The elements that are a visible text, and nothing else. `covered`: pixels below that the keyboard covers."""
    holders = {one.parent for one in elements}
    most, floor = _LARGEST * size.width * size.height, size.height - covered
    return tuple(
        one
        for one in elements
        if one.label
        and one.visibility == "visible"
        and one.index not in holders
        and one.role not in _MOVING
        and "focused" not in one.states
        and one.box.area <= most
        and one.box.bottom <= floor
    )


def _changed(before: Picture, after: Picture, texts: Sequence[Element]) -> bool:
    """Whether nearly all texts that the first picture shows are not in the same places of the second one."""
    alike = [same for _, same in _compared(before, after, texts)]
    return len(alike) >= _LEAST and sum(not same for same in alike) >= _SHARE * len(alike)


def _compared(before: Picture, after: Picture, texts: Sequence[Element]) -> Iterator[tuple[Element, bool]]:
    """Whether both pictures show the same in the place of each text, without those of which the first shows nothing."""
    try:
        pictures = [(opened(one.data).convert("L"), one.scale) for one in (before, after)]
    except NoPicture:
        return
    for one in texts:
        then, now = (_part(image, one.box, scale) for image, scale in pictures)
        if then is None or now is None or then.size != now.size or (ink := _ink(then)) is None:
            continue
        before_ink, after_ink = (_pixels(part.crop(ink)) for part in (then, now))
        if _spread(before_ink) >= _FLAT:
            yield one, _correlation(before_ink, after_ink) >= _ALIKE


def _part(image: "Image", box: Box, scale: float) -> "Image | None":
    """The part of a picture in a box; None if some of it is outside."""
    left, top, right, bottom = (round(side * scale) for side in (box.x, box.y, box.right, box.bottom))
    inside = left >= 0 and top >= 0 and right <= image.width and bottom <= image.height
    return image.crop((left, top, right, bottom)) if inside and right > left and bottom > top else None


def _ink(part: "Image") -> tuple[int, int, int, int] | None:
    """Where something is drawn on the commonest brightness: texts of a list begin at one line, and end anywhere."""
    counts = part.histogram()
    ground = counts.index(max(counts))
    return part.point([255 * (abs(value - ground) > _DRAWN) for value in range(256)]).getbbox()


def _pixels(part: "Image") -> bytes:
    part.thumbnail(_PATCH)
    return part.tobytes()


def _spread(values: bytes) -> float:
    """The standard deviation."""
    count = len(values)
    return (max(0, sum(map(operator.mul, values, values)) * count - sum(values) ** 2)) ** 0.5 / count


def _correlation(one: bytes, other: bytes) -> float:
    """How alike two rows of pixels are (0-1), whatever their contrast, and also if dark and bright are exchanged."""
    count, spread = len(one), _spread(one) * _spread(other)
    if spread < 1:
        return 0.0
    shared = sum(map(operator.mul, one, other)) / count - sum(one) * sum(other) / count**2
    return abs(shared) / spread
