"""Task state (TSR): the requirements, their progress, and the result of the last step, kept outside the actor."""

from sextant.guides.task_state.guide import TaskState

__all__ = ["TaskState"]
