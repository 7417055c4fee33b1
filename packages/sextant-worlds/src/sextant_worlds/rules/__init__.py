"""The contract rules of a world (STAMP, tables 19 to 22), as validators that name the field.

`breaks` of a world that may be released is empty. What has to be carried out to be known (that the oracle earns 1,
that guessers earn 0) is not proven here but by `sextant_worlds.check`.
"""

from sextant_worlds.rules.base import Break, WorldTexts, is_known_valid, note_valid, size_breaks
from sextant_worlds.rules.graph import graph_breaks
from sextant_worlds.rules.names import name_breaks
from sextant_worlds.rules.places import place_breaks
from sextant_worlds.rules.references import reference_breaks
from sextant_worlds.rules.task import task_breaks
from sextant_worlds.spec.world import World

__all__ = ["Break", "breaks", "unfit"]


def breaks(world: World) -> tuple[Break, ...]:
    """Every broken rule, with the field it was found in. Where parts do not fit together, only that is told."""
    found = unfit(world)
    if found:
        return found
    ground = WorldTexts(world)
    return (*task_breaks(ground), *place_breaks(ground))


def unfit(world: World) -> tuple[Break, ...]:
    """Where parts do not fit together: such a world cannot be relied on to start, let alone be walked."""
    known = is_known_valid(world.apps)
    found = tuple(size_breaks(world, not known))
    if found:
        return found
    graph = () if known else tuple(graph_breaks(world))
    found = (*name_breaks(world, not known), *reference_breaks(world, not known), *graph)
    if not found:
        note_valid(world.apps)
    return found
