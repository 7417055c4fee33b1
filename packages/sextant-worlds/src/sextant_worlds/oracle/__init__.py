"""The oracle: it knows a world's answer, proves that the task can be done, and plays it in the loop.

`walk` carries the reference out on a twin or a device. `rehearsal`, `routes`, `checker` and `progress` are the plan and
the state of `actor`, which decides from screens alone and recovers where a device fails. `claims` and `expectations`
say what a screen shows of it, `decisions` in which words.
"""

from sextant_worlds.oracle.actor import OracleActor
from sextant_worlds.oracle.deed_checker import shows_its_deeds
from sextant_worlds.oracle.page_recognizer import FrameLocator, PageRecognizer
from sextant_worlds.oracle.rehearsal import rehearse

__all__ = ["FrameLocator", "OracleActor", "PageRecognizer", "rehearse", "shows_its_deeds"]
