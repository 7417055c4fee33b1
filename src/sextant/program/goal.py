"""A goal as a course: the program of one step, claimed by an act and judged by what the screens have shown."""

import sys

from sextant.contracts import ClaimKeeper
from sextant.program.claims import Claims
from sextant.program.course import REQUIREMENT, ProgramCourse
from sextant.program.language import Limits, one_step
from sextant.types.tasks import Task

__all__ = ["goal_course"]

_UNBOUNDED = Limits(actions=sys.maxsize)
"""A goal takes what the budget of the run allows."""


def goal_course(
    task: Task, ledger: ClaimKeeper, requirement: str = REQUIREMENT, *, place: bool = False
) -> ProgramCourse:
    """Pursues `task.goal`. A claim to be done counts when a predicate that holds on the screen speaks of the goal.

    It has to show what the run has brought about, or that what is wanted is so already; and everything the goal names
    has to have been dealt with (`sextant.program.claims`). What no screen decides becomes a question; a yes that
    quotes such words attests it. A claim that it cannot be done is questioned once where little was looked at.

    Args:
        task: Its goal is what the requirement in the ledger says.
        ledger: Where the requirement is entered.
        requirement: Id of the claim in the ledger.
        place: The goal names a place to be reached. Being there is all of it, so any predicate that holds there counts.
    """
    claims = Claims(task, place=place)
    return ProgramCourse(task, one_step(task.goal), ledger, None, _UNBOUNDED, claims=claims, requirement=requirement)
