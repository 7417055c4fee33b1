"""The memory component of a reward where nobody brings another: what an agent's notes hold of the task's values."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sextant_worlds.memory.scoring import held
from sextant_worlds.spec import World

if TYPE_CHECKING:
    from sextant_worlds.envs.reward import Note

_WORTH = {"complete": 1.0, "partial": 0.5, "none": 0.0}
_LONGEST, _MOST = 300, 40


def noted(world: World, notes: "Sequence[Note]") -> float:
    """The mean over the task's memory items of what the best single note holds of each: all, part (a half), nothing.

    Of a note the first 300 characters count, and of the notes the last 40: copying screens is no memory.
    """
    items = world.task.memory_items
    texts = [note.text[:_LONGEST] for note in notes[-_MOST:]]
    if not items or not texts:
        return 0.0
    return sum(max(_WORTH[held(world, item, text)] for text in texts) for item in items) / len(items)
