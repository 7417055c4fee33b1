"""One screen's listing against what a person saw on its picture. Pure functions."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Self

from sextant.prompts import ListingLine
from sextant.text import folded, stands_in
from sextant.types.geometry import Box, Size

__all__ = ["Agreement", "ListingScore", "Place", "ScreenTruth", "Wanted", "agreement", "score"]

_LEAST = 0.1
"""Overlap from which a line may be that of an element whatever it says: a padded button is larger than its icon."""

_SAME = 0.3
"""Overlap from which two readers mean one thing, also where neither box holds the centre of the other."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """An element a person could touch: its box in CSS pixels, and words that would do for it.

    `alternatives` are other names, `near` texts that tell which one it is. `undecided`: a picture does not tell
    whether it can be touched.
    """

    box: tuple[float, float, float, float]
    name: str
    alternatives: tuple[str, ...] = ()
    near: tuple[str, ...] = ()
    undecided: bool = False

    @property
    def place(self) -> Box:
        return Box(*self.box)


@dataclass(frozen=True, slots=True)
class ScreenTruth:
    """A screen and what can be touched on it."""

    screen: str
    elements: tuple[Wanted, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """How a frozen screen is shown: the window in CSS pixels, and the fragment of its address."""

    id: str
    app: str
    size: tuple[int, int] = (412, 915)
    fragment: str = ""


@dataclass(frozen=True, slots=True)
class ListingScore:
    """What became of the elements of one screen or several; `noise` are lines that are of no use."""

    wanted: int = 0
    found: int = 0
    named: int = 0
    lines: int = 0
    overlaps: tuple[float, ...] = ()
    first_overlaps: tuple[float, ...] = ()
    missing: tuple[str, ...] = ()
    unnamed: tuple[str, ...] = ()
    noise: tuple[str, ...] = field(default=())

    def __add__(self, other: Self) -> "ListingScore":
        return ListingScore(
            self.wanted + other.wanted,
            self.found + other.found,
            self.named + other.named,
            self.lines + other.lines,
            self.overlaps + other.overlaps,
            self.first_overlaps + other.first_overlaps,
            self.missing + other.missing,
            self.unnamed + other.unnamed,
            self.noise + other.noise,
        )

    @property
    def summary(self) -> str:
        """The counts in words."""
        return f"{self.found} of {self.wanted} listed, {self.named} named, {len(self.noise)} of {self.lines} noise"

    def share(self, part: int) -> float:
        """A part of the elements that were to be found."""
        return part / self.wanted if self.wanted else 0.0


@dataclass(frozen=True, slots=True)
class Agreement:
    """Two readings of one screen or several: things that either names, and those of which both say the same.

    `same` counts where each takes the thing for an element, and where each leaves it undecided. `overlaps` are those of
    the elements that both take for one, `named` how many of them have a name from one reader that the other would take.
    """

    things: int = 0
    same: int = 0
    named: int = 0
    overlaps: tuple[float, ...] = ()

    def __add__(self, other: Self) -> "Agreement":
        return Agreement(
            self.things + other.things,
            self.same + other.same,
            self.named + other.named,
            self.overlaps + other.overlaps,
        )


def score(
    wanted: Sequence[Wanted], lines: Sequence[ListingLine], size: Size, second: Sequence[Wanted] = ()
) -> ListingScore:
    """Pairs elements with lines of what can be touched, the best overlap first, and counts.

    Overlaps are those with the mean of both readings of a box, where the `second` has the element as well.

    A line in view is noise where it can be touched and no person would touch it, where something covers it, where it
    says nothing, and where it repeats the text of a control that it lies on.
    """
    view = Box(0, 0, size.width, size.height)
    seen = [(line, box) for line in lines if (box := _seen(line, view)) is not None]
    pairs = _paired(wanted, seen)
    decided = [place for place, one in enumerate(wanted) if not one.undecided]
    found = [place for place in decided if place in pairs]
    unnamed = [place for place in found if not _named_by(wanted[place], seen[pairs[place]][0])]
    boxes = _mean_boxes(wanted, second)
    taken = set(pairs.values())
    noise = [line.text for at, (line, box) in enumerate(seen) if at not in taken and _useless(line, box, seen, taken)]
    return ListingScore(
        wanted=len(decided),
        found=len(found),
        named=len(found) - len(unnamed),
        lines=len(seen),
        overlaps=tuple(boxes[place].iou(seen[pairs[place]][1]) for place in found),
        first_overlaps=tuple(wanted[place].place.iou(seen[pairs[place]][1]) for place in found),
        missing=tuple(f"{wanted[place].name} {wanted[place].box}" for place in decided if place not in pairs),
        unnamed=tuple(f"{wanted[place].name}: {seen[pairs[place]][0].text}" for place in unnamed),
        noise=tuple(noise),
    )


def agreement(first: Sequence[Wanted], second: Sequence[Wanted]) -> Agreement:
    """Pairs what two readers name on one picture, the best overlap first, and counts."""
    pairs = [(first[at], second[place]) for at, place in _read_twice(first, second).items()]
    both = [(one, other) for one, other in pairs if not one.undecided and not other.undecided]
    return Agreement(
        things=len(first) + len(second) - len(pairs),
        same=sum(one.undecided == other.undecided for one, other in pairs),
        named=sum(_same_name(one, other) or _same_name(other, one) for one, other in both),
        overlaps=tuple(one.place.iou(other.place) for one, other in both),
    )


def _read_twice(first: Sequence[Wanted], second: Sequence[Wanted]) -> dict[int, int]:
    return _one_to_one(
        (one.place.iou(other.place), at, place)
        for at, one in enumerate(first)
        for place, other in enumerate(second)
        if one.place.iou(other.place) >= _SAME or _holds(one.place, other.place)
    )


def _mean_boxes(first: Sequence[Wanted], second: Sequence[Wanted]) -> list[Box]:
    twice = {at: second[place] for at, place in _read_twice(first, second).items() if not second[place].undecided}
    return [_mean(one.place, twice[at].place) if at in twice else one.place for at, one in enumerate(first)]


def _mean(one: Box, other: Box) -> Box:
    sums = (one.x + other.x, one.y + other.y, one.width + other.width, one.height + other.height)
    return Box(*(value / 2 for value in sums))


def _seen(line: ListingLine, view: Box) -> Box | None:
    return None if line.element.visibility == "offscreen" else line.element.box.intersection(view)


def _paired(wanted: Sequence[Wanted], seen: Sequence[tuple[ListingLine, Box]]) -> dict[int, int]:
    overlaps = [
        (overlap, place, at)
        for place, one in enumerate(wanted)
        for at, (line, box) in enumerate(seen)
        if line.element.affordances and _holds(one.place, box)
        if (overlap := one.place.iou(box)) >= _LEAST or _named_by(one, line)
    ]
    return _one_to_one(overlaps)


def _holds(one: Box, other: Box) -> bool:
    return other.contains(one.centre) or one.contains(other.centre)


def _one_to_one(overlaps: Iterable[tuple[float, int, int]]) -> dict[int, int]:
    pairs: dict[int, int] = {}
    for _, place, at in sorted(overlaps, key=lambda one: (-one[0], one[1:])):
        if place not in pairs and at not in pairs.values():
            pairs[place] = at
    return pairs


def _named(wanted: Wanted, said: str, label: str) -> bool:
    """Whether a name of it is said, half of the words of one, or a text that tells which it is.

    A name that the picture cuts off is a beginning of the label.
    """
    names = (wanted.name, *wanted.alternatives, *wanted.near)
    if any(stands_in(name, said) or _begins(label, name) for name in names):
        return True
    words = folded(wanted.name).split()
    return len(words) > 1 and sum(stands_in(word, said) for word in words) * 2 >= len(words)


def _named_by(wanted: Wanted, line: ListingLine) -> bool:
    return _named(wanted, line.said, line.element.label)


def _same_name(one: Wanted, other: Wanted) -> bool:
    said = " ".join((other.name, *other.alternatives))
    return _named(replace(one, near=()), said, other.name)


def _begins(label: str, name: str) -> bool:
    return len(name) > 1 and folded(label).startswith(folded(name))


def _useless(line: ListingLine, box: Box, seen: Sequence[tuple[ListingLine, Box]], taken: set[int]) -> bool:
    element = line.element
    if element.visibility == "covered" or not folded(line.said):
        return True
    if element.affordances - {"scroll"}:
        return True
    return any(
        box.iou(seen[at][1]) > 0
        and seen[at][1].contains(box.centre)
        and folded(element.label) == folded(seen[at][0].element.label)
        for at in taken
    )
