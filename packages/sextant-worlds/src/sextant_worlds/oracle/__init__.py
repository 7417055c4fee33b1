"""The oracle: it knows a world's answer, proves that the task can be done, and plays it in the loop.

`walk` carries the reference out on a twin or a device. `rehearsal`, `routes`, `witness` and `progress` are the plan and
the state of `actor`, which decides from screens alone and recovers where a device fails. `claims` and `expectations`
say what a screen shows of it, `decisions` in which words.
"""

from sextant_worlds.oracle.actor import OracleActor
from sextant_worlds.oracle.frames import FrameLocator, PageLooks
from sextant_worlds.oracle.rehearsal import rehearse
from sextant_worlds.oracle.witness import shows_its_deeds

__all__ = ["FrameLocator", "OracleActor", "PageLooks", "rehearse", "shows_its_deeds"]
