"""Task state (TSR): what is wanted, what of it is done, and what the last step did, kept outside the actor."""

from sextant.guides.task_state.guide import TaskState
from sextant.guides.task_state.state import PARTS

__all__ = ["PARTS", "TaskState"]
