"""Computes the positions of screens: in layers by distance from the start.

The layout is deterministic. It draws a breadth-first tree with its layers from left to right. Each layer has the order
of the tree, so that branches do not cross. A layer with many screens takes several columns; the number of rows is
chosen so that the drawing has about the shape of a window. Screens that the start does not lead to are drawn below, as
their own trees.

All cards are on one grid. The gaps between columns and rows are free for lines.
"""

import math
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import field

from sextant.dataclass import dataclass

__all__ = ["Band", "Sizes", "TreeLayout", "lay_out"]

_ASPECT = 1.5
"""Width over height that is aimed at."""


_CROWDED = 0.12
"""What each further column of a layer counts: its lines have a longer way."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """The sizes of cards and gaps, in pixels."""

    width: float = 200.0
    height: float = 64.0
    gap_x: float = 64.0
    """Between two columns: room for the lines that go up and down."""
    gap_y: float = 24.0
    """Between two rows: room for the lines that go along."""
    band: float = 72.0


@dataclass(frozen=True, slots=True)
class Band:
    """A horizontal part of the drawing: reachable screens, screens beyond reach, or screens without connections."""

    kind: str
    top: float
    count: int


@dataclass(slots=True)
class TreeLayout:
    """The result: top left corners and columns by node, the edges of the tree, the bands, and the total size."""

    sizes: Sizes
    at: dict[str, tuple[float, float]] = field(default_factory=dict[str, tuple[float, float]])
    column: dict[str, int] = field(default_factory=dict[str, int])
    tree: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    bands: list[Band] = field(default_factory=list[Band])
    width: float = 0.0
    height: float = 0.0


@dataclass(slots=True)
class _Forest:
    """The layers of a breadth-first forest, each in the order of its trees."""

    layers: list[list[str]]
    parent: dict[str, str]


def lay_out(
    nodes: Sequence[str], targets: Mapping[str, Sequence[str]], start: str, sizes: Sizes = Sizes()
) -> TreeLayout:
    """Computes the position of every node. `targets` has the targets of each node, the preferred first."""
    drawing = TreeLayout(sizes)
    left = dict.fromkeys(nodes)
    if start in left:
        _band(drawing, "reached", _forest([start], left, targets))
    beyond = _roots(left, targets)
    if beyond:
        _band(drawing, "beyond", _forest(beyond, left, targets))
    if left:
        _grid(drawing, list(left))
    drawing.width = max((x + sizes.width for x, _ in drawing.at.values()), default=0.0)
    return drawing


def _roots(left: Mapping[str, None], targets: Mapping[str, Sequence[str]]) -> list[str]:
    """The roots of the trees beyond reach: nodes with outgoing but no incoming connections, then one node per cycle."""
    entered = {target for node in left for target in targets.get(node, ()) if target != node}
    leading = [node for node in left if any(target in left and target != node for target in targets.get(node, ()))]
    roots = [node for node in leading if node not in entered]
    seen, waiting = set(roots), deque(roots)
    for candidate in (*roots, *leading):  # then cycles without incoming connections
        if candidate not in seen:
            roots.append(candidate)
            seen.add(candidate)
            waiting.append(candidate)
        while waiting:
            for target in targets.get(waiting.popleft(), ()):
                if target in left and target not in seen:
                    seen.add(target)
                    waiting.append(target)
    return roots


def _forest(roots: Sequence[str], left: dict[str, None], targets: Mapping[str, Sequence[str]]) -> _Forest:
    """The breadth-first forest from the roots; removes its nodes from `left`."""
    depth = dict.fromkeys(roots, 0)
    children: dict[str, list[str]] = {}
    parent: dict[str, str] = {}
    waiting = deque(roots)
    while waiting:
        node = waiting.popleft()
        for target in targets.get(node, ()):
            if target in left and target not in depth:
                depth[target] = depth[node] + 1
                parent[target] = node
                children.setdefault(node, []).append(target)
                waiting.append(target)
    layers: list[list[str]] = [[] for _ in range(max(depth.values()) + 1)]
    stack = list(reversed(roots))
    while stack:
        node = stack.pop()
        layers[depth[node]].append(node)
        stack += reversed(children.get(node, []))
        del left[node]
    return _Forest(layers, parent)


def _band(drawing: TreeLayout, kind: str, forest: _Forest) -> None:
    sizes = drawing.sizes
    counts = [len(layer) for layer in forest.layers]
    columns = _columns(counts, sizes)
    rows = _rows(forest, columns)
    first = min(row for layer in rows for row in layer)
    top = drawing.height + (sizes.band if drawing.bands else 0.0)
    drawing.bands.append(Band(kind, top, sum(counts)))
    before = 0
    for layer, wide, places in zip(forest.layers, columns, rows, strict=True):
        for place, node in enumerate(_leading_last(layer, wide, forest)):
            row, column = divmod(place, wide)
            _put(drawing, node, before + column, top, places[row] - first)
        before += wide
    drawing.height = max(drawing.at[node][1] for layer in forest.layers for node in layer) + sizes.height
    drawing.tree |= {(above, node) for node, above in forest.parent.items()}


def _put(drawing: TreeLayout, node: str, column: int, top: float, row: int) -> None:
    sizes = drawing.sizes
    drawing.column[node] = column
    drawing.at[node] = (column * (sizes.width + sizes.gap_x), top + row * (sizes.height + sizes.gap_y))


def _leading_last(layer: Sequence[str], wide: int, forest: _Forest) -> list[str]:
    """The order of a layer: in each row, nodes with children are last, next to their children."""
    above = set(forest.parent.values())
    rows = [layer[place : place + wide] for place in range(0, len(layer), wide)]
    return [node for row in rows for node in sorted(row, key=lambda node: node in above)]


def _grid(drawing: TreeLayout, nodes: Sequence[str]) -> None:
    """Places screens without connections, in rows as wide as the drawing."""
    sizes = drawing.sizes
    wide = max((x + sizes.width for x, _ in drawing.at.values()), default=0.0)
    across = max(3, int((wide + sizes.gap_x) // (sizes.width + sizes.gap_x)), math.isqrt(len(nodes) // 3))
    top = drawing.height + (sizes.band if drawing.bands else 0.0)
    drawing.bands.append(Band("alone", top, len(nodes)))
    for place, node in enumerate(nodes):
        row, column = divmod(place, across)
        _put(drawing, node, column, top, row)
    drawing.height = top + ((len(nodes) - 1) // across) * (sizes.height + sizes.gap_y) + sizes.height


def _columns(counts: Sequence[int], sizes: Sizes) -> list[int]:
    """The number of columns of each layer, so that the drawing has about the shape of a window."""
    best: tuple[float, list[int]] | None = None
    for rows in sorted({1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 18, 22, 27, 33, 40, 50, 60, 75, 100, max(counts)}):
        columns = [math.ceil(count / rows) for count in counts]
        wide = sum(columns) * (sizes.width + sizes.gap_x)
        high = min(rows, max(counts)) * (sizes.height + sizes.gap_y)
        miss = abs(math.log(wide / high / _ASPECT)) + _CROWDED * (sum(columns) / len(columns) - 1)
        if best is None or miss < best[0]:
            best = miss, columns
    return best[1] if best is not None else []


def _rows(forest: _Forest, columns: Sequence[int]) -> list[list[int]]:
    """The vertical position of each row: evenly in the fullest layer, near their neighbours in the others."""
    counts = [math.ceil(len(layer) / wide) for layer, wide in zip(forest.layers, columns, strict=True)]
    fullest = max(range(len(counts)), key=counts.__getitem__)
    rows: list[list[int]] = [[] for _ in counts]
    rows[fullest] = list(range(counts[fullest]))
    where: dict[str, int] = {}
    _note(where, forest.layers[fullest], columns[fullest], rows[fullest])
    children: dict[str, list[str]] = {}
    for node, above in forest.parent.items():
        children.setdefault(above, []).append(node)
    for layer in (*range(fullest - 1, -1, -1), *range(fullest + 1, len(counts))):
        wished: list[list[int]] = [[] for _ in range(counts[layer])]
        for place, node in enumerate(forest.layers[layer]):
            near = children.get(node, []) if layer < fullest else [forest.parent[node]]
            wished[place // columns[layer]] += [where[one] for one in near if one in where]
        rows[layer] = _spread(wished, rows[fullest][-1] / 2)
        _note(where, forest.layers[layer], columns[layer], rows[layer])
    return rows


def _note(where: dict[str, int], layer: Sequence[str], wide: int, rows: Sequence[int]) -> None:
    where.update({node: rows[place // wide] for place, node in enumerate(layer)})


def _spread(wished: Sequence[Sequence[int]], middle: float) -> list[int]:
    """Distinct, increasing positions of rows, each as near as possible to the mean of its wished positions.

    Least squares by the pool-adjacent-violators algorithm, then rounded. A row without wishes follows the one above.
    """
    means: list[float] = []
    for row in wished:
        means.append(sum(row) / len(row) if row else means[-1] + 1 if means else middle)
    pools: list[tuple[float, int]] = []
    for place, mean in enumerate(means):
        total, count = mean - place, 1
        while pools and pools[-1][0] / pools[-1][1] > total / count:
            above, many = pools.pop()
            total, count = total + above, count + many
        pools.append((total, count))
    offsets = [total / count for total, count in pools for _ in range(count)]
    return [math.floor(offset + 0.5) + place for place, offset in enumerate(offsets)]
