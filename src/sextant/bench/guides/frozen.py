"""The source of the simulated actor, and what it was when the guides were measured."""

from hashlib import sha256
from pathlib import Path

import sextant.worlds.actors

__all__ = ["FROZEN", "simulator_hash"]

_FILES = ("briefing.py", "claiming.py", "dials.py", "faulty.py", "following.py", "reading.py", "statements.py")

FROZEN = "9f3bdad728ed78ae"
"""What `simulator_hash` gave before the guides were measured on the test family.

While they were written it was `2b42b2d0407ec023`. One thing was changed after first results on the train family,
against the guides: who is lost may now guess right, where before it never did, which had made the history worth less
and the placebo worth more.
"""


def simulator_hash() -> str:
    """Of the modules that are the simulated actor; 16 hexadecimal digits.

    Not of what they share with the rest: the grammar of instructions (`worlds.instructions`), amounts, days and
    notations (`worlds.memory`), and how a brief is written out (`brief.render`).
    """
    told = sha256()
    folder = Path(sextant.worlds.actors.__file__).parent
    for name in _FILES:
        told.update(f"{name}\0".encode())
        told.update((folder / name).read_bytes())
    return told.hexdigest()[:16]
