"""Routes the lines between cards: through the gaps of the grid, never behind a card, with round corners.

A line leaves a card on the right, runs up or down in the gap beside it, and enters the other card from the left. If
that card is further away, the line also runs along a gap between two rows. Lines from one screen share a track, and so
do lines into one screen, so that they form a tree. Lines of different screens have parallel tracks.
"""

from collections.abc import Iterable, Mapping
from functools import cache

from sextant.dataclass import dataclass
from sextant.utg.page.layout import TreeLayout

__all__ = ["HEAD", "EdgeLine", "lines"]

HEAD = 7.0
"""Length of an arrow's head."""
_CORNER = 10
_EDGE = 12.0
"""What no line comes nearer to a card's side, where there are not too many lines for that."""
_APART = 9.0

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class EdgeLine:
    """A line between two cards: its corners; the last one is the tip of the arrow."""

    points: tuple[Point, ...]

    @property
    def path(self) -> str:
        """The line as the `d` of an SVG path, up to the arrow head, with relative coordinates in whole pixels."""
        spots = [(round(x), round(y)) for x, y in self.points]
        spots[-1] = (spots[-1][0] - int(HEAD), spots[-1][1])
        x, y = spots[0]
        told = [f"M{x} {y}"]
        for (x0, y0), (x1, y1), (x2, y2) in zip(spots, spots[1:], spots[2:], strict=False):
            before, after = (x1 - x0) + (y1 - y0), (x2 - x1) + (y2 - y1)  # each segment is horizontal or vertical
            by = min(_CORNER, abs(before) // 2, abs(after) // 2)
            turn, on = (by if before > 0 else -by), (by if after > 0 else -by)
            level = y1 == y0
            if level == (y2 == y1):
                continue  # no corner
            told.append(f"h{x1 - turn - x}" if level else f"v{y1 - turn - y}")
            told.append(_corner(level, turn, on))
            x, y = (x1, y1 + on) if level else (x1 + on, y1)
        return f"{''.join(told)}H{spots[-1][0]}"

    @property
    def head(self) -> str:
        """The arrow head as the `d` of an SVG path."""
        x, y = self.points[-1]
        return f"M{x:.0f} {y:.0f}l{-HEAD:g} {HEAD / 2:g}v{-HEAD:g}z"


def lines(
    drawing: TreeLayout, first: Iterable[tuple[str, str]], others: Iterable[tuple[str, str]] = ()
) -> dict[tuple[str, str], EdgeLine]:
    """A line for each pair of screens. The lines of `first` do not depend on the others."""
    shown = _known(drawing, first)
    at_once = set(shown)
    rest = [pair for pair in _known(drawing, others) if pair not in at_once]
    tracks = _Tracks(drawing, shown)
    found = {(source, target): EdgeLine(_points(drawing, tracks, source, target)) for source, target in shown}
    further = _Tracks(drawing, [*shown, *rest], tracks)
    return found | {(source, target): EdgeLine(_points(drawing, further, source, target)) for source, target in rest}


def _known(drawing: TreeLayout, pairs: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    return [pair for pair in pairs if pair[0] in drawing.at and pair[1] in drawing.at]


def _points(drawing: TreeLayout, tracks: "_Tracks", source: str, target: str) -> tuple[Point, ...]:
    sizes = drawing.sizes
    (x1, y1), (x2, y2) = drawing.at[source], drawing.at[target]
    out, into = (x1 + sizes.width, y1 + sizes.height / 2), (x2, y2 + sizes.height / 2)
    gap_out, gap_in = drawing.column[source] + 1, drawing.column[target]
    first = tracks.down(gap_out, source, leaving=True)
    if gap_out == gap_in:
        found = (out, (first, out[1]), (first, into[1]), into)
    else:
        along = tracks.along(source, target)
        last = tracks.down(gap_in, target, leaving=False)
        found = (out, (first, out[1]), (first, along), (last, along), (last, into[1]), into)
    kept = [found[0]]
    for point in found[1:]:
        if _far(kept[-1], point) > 0.5:
            kept.append(point)
    return tuple(kept)


class _Tracks:
    """The position of each screen's line in its gap."""

    def __init__(self, drawing: TreeLayout, pairs: list[tuple[str, str]], first: "_Tracks | None" = None) -> None:
        self._drawing = drawing
        down: dict[int, dict[tuple[str, bool], list[float]]] = {}
        along: dict[float, dict[str, None]] = {}
        for source, target in pairs:
            gap_out, gap_in = drawing.column[source] + 1, drawing.column[target]
            there = drawing.at[target][1] - drawing.at[source][1]
            down.setdefault(gap_out, {}).setdefault((source, True), []).append(there)
            if gap_out != gap_in:
                down.setdefault(gap_in, {}).setdefault((target, False), []).append(0.0)
                along.setdefault(self._side(source, target), {})[target] = None
        sizes = drawing.sizes
        self._down: dict[tuple[int, str, bool], float] = {}
        for gap, keys in down.items():
            middle = gap * (sizes.width + sizes.gap_x) - sizes.gap_x / 2
            offsets = _beside(len(keys), _APART, sizes.gap_x - 2 * _EDGE)
            for (node, leaving), offset in zip(self._ordered(keys), offsets, strict=True):
                self._down[gap, node, leaving] = middle + offset
        self._along: dict[tuple[float, str], float] = {}
        for side, targets in along.items():
            for target, offset in zip(targets, _beside(len(targets), _APART / 2, sizes.gap_y - 10.0), strict=True):
                self._along[side, target] = side + offset
        if first is not None:
            self._down |= first._down
            self._along |= first._along

    def down(self, gap: int, node: str, leaving: bool) -> float:
        """The x position of a screen's vertical line in the gap left of a column."""
        return self._down[gap, node, leaving]

    def along(self, source: str, target: str) -> float:
        """The y position of a line in the gap above or below the row of its target."""
        return self._along[self._side(source, target), target]

    def _side(self, source: str, target: str) -> float:
        """The middle of the gap through which a line reaches the target's row: above or below it."""
        sizes = self._drawing.sizes
        y1, y2 = self._drawing.at[source][1], self._drawing.at[target][1]
        return y2 - sizes.gap_y / 2 if y1 < y2 else y2 + sizes.height + sizes.gap_y / 2

    def _ordered(self, keys: Mapping[tuple[str, bool], list[float]]) -> list[tuple[str, bool]]:
        """The screens of a gap from left to right, so that few lines cross.

        Among lines that lead down, upper ones are further right; among lines that lead up, lower ones are. Lines that
        enter a card from far away are last.
        """

        def order(key: tuple[str, bool]) -> tuple[bool, float, str]:
            node, leaving = key
            height = self._drawing.at[node][1]
            down = sum(keys[key]) >= 0
            return not leaving, -height if down else height, node

        return sorted(keys, key=order)


def _beside(count: int, apart: float, room: float) -> list[float]:
    """`count` positions around a middle, up to `apart` from each other, within the room."""
    step = min(apart, room / max(1, count - 1))
    return [(place - (count - 1) / 2) * step for place in range(count)]


def _far(one: Point, other: Point) -> float:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


@cache
def _corner(level: bool, turn: int, on: int) -> str:
    """A round corner after a horizontal (`level`) or vertical segment, with the given lengths before and after it."""
    numbers = (turn, 0, turn, on) if level else (0, turn, on, turn)
    return "q" + "".join(f" {number}" if number >= 0 else str(number) for number in numbers).lstrip()
