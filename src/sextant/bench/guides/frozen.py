"""The source of the simulated actor: frozen before any guide was tuned on it."""

from hashlib import sha256
from pathlib import Path

import sextant.worlds.actors

__all__ = ["FROZEN", "simulator_hash"]

_FILES = ("briefing.py", "claiming.py", "dials.py", "faulty.py", "following.py", "reading.py", "statements.py")

FROZEN = "9f3bdad728ed78ae"
"""What `simulator_hash` gave before the guides were measured.

It was `2b42b2d0407ec023` while they were written. One thing was changed since, against them: who is lost in its lines
may now guess right, where before it never did, which made the history worth less and the placebo worth more.
"""


def simulator_hash() -> str:
    """Of everything that the simulated actor reads with and decides by; 16 hexadecimal digits."""
    told = sha256()
    folder = Path(sextant.worlds.actors.__file__).parent
    for name in _FILES:
        told.update(f"{name}\0".encode())
        told.update((folder / name).read_bytes())
    return told.hexdigest()[:16]
