"""The grader of a run: external truth, separate from the agent's claims and the evidence."""

from collections.abc import Callable

from sextant.errors import DeviceFault
from sextant.protocols import Device, RunGrader
from sextant.types.tasks import Episode, Graded

__all__ = ["Judge", "judge_of"]

Judge = Callable[[Episode], Graded | None]
"""Grades the end of a run while the device is still open; None if unknown."""


def judge_of(device: Device) -> Judge | None:
    """The grader of runs on this device: only a device with a task grades."""
    if not isinstance(device, RunGrader):
        return None

    def judge(episode: Episode) -> Graded | None:
        if episode.status in ("device_fault", "model_fault"):
            return None  # nobody failed at the task
        try:
            return device.grade(episode)
        except DeviceFault:
            return None  # the run tells of it already

    return judge
