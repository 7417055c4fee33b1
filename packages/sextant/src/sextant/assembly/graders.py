"""Who grades a run: external truth, kept apart from what the agent claims and the screens support."""

from collections.abc import Callable

from sextant.errors import DeviceFault
from sextant.protocols import Device, RunGrader
from sextant.types.tasks import Episode, Graded

__all__ = ["Judge", "judge_of"]

Judge = Callable[[Episode], Graded | None]
"""Grades the end of a run while the device is still open; None where it cannot be told."""


def judge_of(device: Device) -> Judge | None:
    """Who grades runs on this device: one that comes with a task does; no other device knows."""
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
