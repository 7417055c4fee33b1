"""One screen's listing against what a person saw on its picture. Pure functions."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Self

from sextant.brief import Line
from sextant.text import folded, stands_in
from sextant.types.geometry import Box, Size

__all__ = ["Place", "Score", "Truth", "Wanted", "score"]

_LEAST = 0.1
"""Overlap from which a line may be that of an element whatever it says: a padded button is larger than its icon."""


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
class Truth:
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
class Score:
    """What became of the elements of one screen or several; `noise` are lines that are of no use."""

    wanted: int = 0
    found: int = 0
    named: int = 0
    lines: int = 0
    overlaps: tuple[float, ...] = ()
    missing: tuple[str, ...] = ()
    unnamed: tuple[str, ...] = ()
    noise: tuple[str, ...] = field(default=())

    def __add__(self, other: Self) -> "Score":
        return Score(
            self.wanted + other.wanted,
            self.found + other.found,
            self.named + other.named,
            self.lines + other.lines,
            self.overlaps + other.overlaps,
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


def score(wanted: Sequence[Wanted], lines: Sequence[Line], size: Size) -> Score:
    """Pairs elements with lines of what can be touched, the best overlap first, and counts.

    A line in view is noise where it can be touched and no person would touch it, where something covers it, where it
    says nothing, and where it repeats the text of a control that it lies on.
    """
    view = Box(0, 0, size.width, size.height)
    seen = [(line, box) for line in lines if (box := _seen(line, view)) is not None]
    pairs = _paired(wanted, seen)
    decided = [place for place, one in enumerate(wanted) if not one.undecided]
    found = [place for place in decided if place in pairs]
    unnamed = [place for place in found if not _named(wanted[place], seen[pairs[place]][0])]
    taken = set(pairs.values())
    noise = [line.text for at, (line, box) in enumerate(seen) if at not in taken and _useless(line, box, seen, taken)]
    return Score(
        wanted=len(decided),
        found=len(found),
        named=len(found) - len(unnamed),
        lines=len(seen),
        overlaps=tuple(wanted[place].place.iou(seen[pairs[place]][1]) for place in found),
        missing=tuple(f"{wanted[place].name} {wanted[place].box}" for place in decided if place not in pairs),
        unnamed=tuple(f"{wanted[place].name}: {seen[pairs[place]][0].text}" for place in unnamed),
        noise=tuple(noise),
    )


def _seen(line: Line, view: Box) -> Box | None:
    return None if line.element.visibility == "offscreen" else line.element.box.intersection(view)


def _paired(wanted: Sequence[Wanted], seen: Sequence[tuple[Line, Box]]) -> dict[int, int]:
    overlaps = [
        (one.place.iou(box), place, at)
        for place, one in enumerate(wanted)
        for at, (line, box) in enumerate(seen)
        if line.element.affordances and (box.contains(one.place.centre) or one.place.contains(box.centre))
    ]
    pairs: dict[int, int] = {}
    for overlap, place, at in sorted(overlaps, key=lambda one: (-one[0], one[1:])):
        fits = overlap >= _LEAST or _named(wanted[place], seen[at][0])
        if fits and place not in pairs and at not in pairs.values():
            pairs[place] = at
    return pairs


def _named(wanted: Wanted, line: Line) -> bool:
    """Whether the line says a name of it, half of the words of one, or a text that tells which it is.

    A name that the picture cuts off is a beginning of the label.
    """
    said = line.said
    names = (wanted.name, *wanted.alternatives, *wanted.near)
    if any(stands_in(name, said) or _begins(line.element.label, name) for name in names):
        return True
    words = folded(wanted.name).split()
    return len(words) > 1 and sum(stands_in(word, said) for word in words) * 2 >= len(words)


def _begins(label: str, name: str) -> bool:
    return len(name) > 1 and folded(label).startswith(folded(name))


def _useless(line: Line, box: Box, seen: Sequence[tuple[Line, Box]], taken: set[int]) -> bool:
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
