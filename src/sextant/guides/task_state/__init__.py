"""The task state: a summary, a progress tracker and the focus after the last step, kept outside the actor (TSR)."""

from sextant.guides.task_state.activation import Thresholds
from sextant.guides.task_state.guide import TaskState
from sextant.guides.task_state.state import PARTS

__all__ = ["PARTS", "TaskState", "Thresholds"]
