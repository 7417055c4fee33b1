"""A good order of more goals than can be planned exactly: as many goals as possible, then a beam search."""

from collections.abc import Mapping, Sequence
from functools import cache

from sextant.dataclass import dataclass
from sextant.utg.planning.search import FAR, Timer
from sextant.utg.planning.stops import Stops

BEAM = 100
"""Number of unfinished walks in the beam."""


@dataclass(frozen=True, slots=True)
class _Walk:
    cost: int
    route: tuple[int, ...]
    met: int


def good_route(stops: Stops, timer: Timer) -> list[int]:
    """A walk from stop to stop that meets as many goals as any can, if each goal is met at its nearest node.

    Mutually reachable stops form a group; a group that was left cannot be entered again, so the walk follows the chain
    of groups with the most goals, and the beam only has to order the stops of each.

    Raises:
        PlanningTimeout: The timer ran out.
    """
    chosen = _one_each(stops)
    walks = [_Walk(0, (0,), stops.bits[0])]
    for group in _chain(stops, chosen):
        for _ in group:
            timer.check()
            longer = _longer(stops, walks, group)
            if not longer:
                break
            walks = longer
    return list(walks[0].route)


def _one_each(stops: Stops) -> list[int]:
    """The start, and for each goal the nearest stop that meets it: stops are ordered by distance."""
    chosen, met = [0], 0
    for stop, bits in enumerate(stops.bits):
        if stop and bits & ~met:
            chosen.append(stop)
            met |= bits
    return chosen


def _chain(stops: Stops, chosen: Sequence[int]) -> list[tuple[int, ...]]:
    """The groups of mutually reachable stops to visit, beginning with that of the start, without the start."""
    group_of = {stop: tuple(other for other in chosen if _mutual(stops, stop, other)) for stop in chosen}
    groups = sorted(set(group_of.values()))
    after: Mapping[tuple[int, ...], list[tuple[int, ...]]] = {
        group: [other for other in groups if other != group and stops.between[group[0]][other[0]] < FAR]
        for group in groups
    }

    @cache
    def best(group: tuple[int, ...]) -> tuple[int, tuple[tuple[int, ...], ...]]:
        tail = max((best(other) for other in after[group]), default=(0, ()))
        return _worth(stops, group) + tail[0], (group, *tail[1])

    chain = best(group_of[0])[1]
    return [tuple(stop for stop in group if stop) for group in chain]


def _worth(stops: Stops, group: Sequence[int]) -> int:
    met = 0
    for stop in group:
        met |= stops.bits[stop]
    return stops.count(met)


def _mutual(stops: Stops, one: int, other: int) -> bool:
    return stops.between[one][other] < FAR and stops.between[other][one] < FAR


def _longer(stops: Stops, walks: Sequence[_Walk], group: Sequence[int]) -> list[_Walk]:
    """The cheapest walks with one more stop; of walks with the same goals and end only the cheapest."""
    found: dict[tuple[int, int], _Walk] = {}
    for walk in walks:
        for stop in group:
            met = walk.met | stops.bits[stop]
            if met == walk.met:
                continue
            longer = _Walk(walk.cost + stops.between[walk.route[-1]][stop], (*walk.route, stop), met)
            known = found.get((met, stop))
            if known is None or longer.cost < known.cost:
                found[met, stop] = longer
    return sorted(found.values(), key=lambda walk: (walk.cost, walk.route))[:BEAM]
