"""Where the screens of a map are drawn: layers by their distance from the start, one tree above the rest.

Deterministic and in one pass: a breadth-first tree, its layers from left to right, within a layer the order of the
tree, so that its branches do not cross. A layer with many screens takes several columns, and the number of rows is the
one that makes the whole about as wide as a window. What nothing leads to is drawn below, as trees of its own.

All cards stand on one grid: between two columns and between two rows nothing stands, so that lines find their way.
"""

import math
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

__all__ = ["Band", "Sizes", "TreeLayout", "lay_out"]

_ASPECT = 1.5
"""Width over height that is aimed at."""


_CROWDED = 0.12
"""What each further column of a layer counts: its lines have a longer way."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """Of a card and of what lies between cards, in pixels."""

    width: float = 200.0
    height: float = 64.0
    gap_x: float = 64.0
    """Between two columns: room for the lines that go up and down."""
    gap_y: float = 24.0
    """Between two rows: room for the lines that go along."""
    band: float = 72.0


@dataclass(frozen=True, slots=True)
class Band:
    """A part of the picture that begins at a height: the screens within reach, those beyond, those alone."""

    kind: str
    top: float
    count: int


@dataclass(slots=True)
class TreeLayout:
    """Left upper corners by node, the column of each, the edges of the tree, and how large it all is."""

    sizes: Sizes
    at: dict[str, tuple[float, float]] = field(default_factory=dict[str, tuple[float, float]])
    column: dict[str, int] = field(default_factory=dict[str, int])
    tree: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    bands: list[Band] = field(default_factory=list[Band])
    width: float = 0.0
    height: float = 0.0


@dataclass(slots=True)
class _Forest:
    """Layers of a breadth-first forest, each in the order of the trees."""

    layers: list[list[str]]
    parent: dict[str, str]


def lay_out(
    nodes: Sequence[str], targets: Mapping[str, Sequence[str]], start: str, sizes: Sizes = Sizes()
) -> TreeLayout:
    """Places every node. `targets` are the ends of the ways out of each, the preferred first."""
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
    """Of what the start does not lead to, where drawing begins: what nothing leads to but what leads on."""
    entered = {target for node in left for target in targets.get(node, ()) if target != node}
    leading = [node for node in left if any(target in left and target != node for target in targets.get(node, ()))]
    roots = [node for node in leading if node not in entered]
    seen, waiting = set(roots), deque(roots)
    for candidate in (*roots, *leading):  # then the rings that nothing leads into
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
    """The breadth-first forest from the roots; what it holds is taken out of `left`."""
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
    """A layer with those that lead on last in each row, next to what they lead to."""
    above = set(forest.parent.values())
    rows = [layer[place : place + wide] for place in range(0, len(layer), wide)]
    return [node for row in rows for node in sorted(row, key=lambda node: node in above)]


def _grid(drawing: TreeLayout, nodes: Sequence[str]) -> None:
    """Screens that stand alone, in rows as wide as the rest."""
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
    """How many columns each layer takes, so that the whole has about the shape of a window."""
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
    """The place of every row of every layer: the fullest layer evenly, the others as near their neighbours as fits."""
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
    """Rows in their order, each its own, as near to the mean of what is wished as that allows.

    Least squares by pooling adjacent violators, then rounded. A row that wishes nothing stays by the one above it.
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
