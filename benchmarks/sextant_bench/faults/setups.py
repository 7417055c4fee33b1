"""Under which settings of the executor each fault is played, and how often it happens."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from sextant.devices.faults import FaultId
from sextant.execution import ENCODINGS, Encoding, ExecutionSettings

__all__ = [
    "EXPECTED",
    "FAULTLESS",
    "LADDER",
    "LADDER_FAULTS",
    "ROLLBACK",
    "SILENT",
    "FaultSetup",
    "Tells",
    "setups_for",
]


Tells = Literal["all", "no_receipts", "frame"]
"""What the device can tell: everything; not whether an input arrived; neither that nor anything beside the frame."""


@dataclass(frozen=True, slots=True)
class FaultSetup:
    """A way to play. `rate`: the share of steps that a fault happens in; `recovers`: popups closed, ways back gone.

    `tells`: what the device can tell of itself.
    """

    name: str
    rate: float
    compensate: bool = True
    recovers: bool = True
    encodings: tuple[Encoding, ...] = ENCODINGS
    says: str = ""
    tells: Tells = "all"

    @property
    def execution(self) -> ExecutionSettings:
        return ExecutionSettings(compensate=self.compensate, encodings=self.encodings)


USUAL, MANY = 0.1, 0.3
_MAIN = (
    FaultSetup("with", USUAL, says="as every run is: the whole ladder, popups closed, ways back"),
    FaultSetup("without", USUAL, compensate=False, recovers=False, says="one injection a decision, nothing else"),
    FaultSetup("with_many", MANY, says="as `with`, and three times as many faults"),
    FaultSetup(
        "blind", USUAL, says="as `with`, on a device that cannot tell whether an input arrived", tells="no_receipts"
    ),
    FaultSetup("frame_only", USUAL, says="as `blind`, and no app, address or component is told either", tells="frame"),
)
FAULTLESS = FaultSetup("faultless", 0.0, says="nothing fails")
SILENT = ("blind", "frame_only")
"""The setups on devices that tell less."""

ROLLBACK = FaultSetup(
    "rollback", MANY, compensate=False, says="one injection a decision, popups closed, ways back: going back by itself"
)
"""With the whole ladder hardly a step fails three times in a row; without it, ways back are needed at all."""

LADDER: tuple[FaultSetup, ...] = (
    FaultSetup("index", USUAL, encodings=("index",), says="index alone"),
    FaultSetup("relative", USUAL, encodings=("index", "relative"), says="and then a relative point"),
    FaultSetup("absolute", USUAL, encodings=("index", "relative", "absolute"), says="and then an absolute one"),
    FaultSetup("history", USUAL, says="and then where it last worked: the whole ladder, `with`"),
    FaultSetup("relative_only", USUAL, encodings=("relative",), says="a relative point alone"),
    FaultSetup("absolute_only", USUAL, encodings=("absolute",), says="an absolute point alone"),
)
"""The paper's figure 5b, bottom up; `history` is `with` by another name and is not played twice."""

LADDER_FAULTS: tuple[FaultId, ...] = ("dropped_tap", "offset_tap", "covered", "moved")

EXPECTED: dict[FaultId, str] = {
    "disconnect": "done after the run is resumed; or a person is asked of an act that cannot be taken back and that "
    "broke off, since nobody else can tell whether it happened. Never done twice, never claimed wrongly.",
    "popup_unclosable": "it shows no close and goes only by the back key or a touch beside it: nothing it offers is "
    "taken up, and the task is done or the run ends without a claim.",
}
"""Faults with a result of their own: they are in no `min_success_…`."""


def setups_for(fault: FaultId, ladder: bool) -> Sequence[FaultSetup]:
    """What a fault is played under; each by its own name once."""
    if fault not in LADDER_FAULTS:
        return _MAIN
    rungs = tuple(row for row in LADDER if row.name != "history") if ladder else ()
    return (*_MAIN, ROLLBACK, *rungs)
