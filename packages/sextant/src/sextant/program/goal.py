"""A goal as a course: the program of one step, claimed by an act and judged by its citations."""

import sys

from sextant.program.course import REQUIREMENT, ProgramCourse
from sextant.program.language import ProgramLimits, one_step
from sextant.protocols import ClaimKeeper
from sextant.types.tasks import Task
from sextant.verification import ClaimJudge, ClaimJudgeParts

__all__ = ["goal_course"]

_UNBOUNDED = ProgramLimits(actions=sys.maxsize)
"""A goal takes what the budget of the run allows."""


def goal_course(
    task: Task,
    ledger: ClaimKeeper,
    requirement: str = REQUIREMENT,
    *,
    place: bool = False,
    judging: ClaimJudgeParts | None = None,
) -> ProgramCourse:
    """Pursues `task.goal`. A claim to be done counts where its citations stand and the verifier agrees.

    A claim that it cannot be done is questioned once where nothing was tried.

    Args:
        task: Its goal is what the requirement in the ledger says.
        ledger: Where the requirement is entered.
        requirement: Id of the claim in the ledger.
        place: The goal names a place to be reached. Being there is all of it, so any predicate that holds there counts.
        judging: What the judge of its claims works with.
    """
    judge = ClaimJudge(task, ledger, requirement, ClaimJudgeParts(place=True) if place else judging)
    return ProgramCourse(task, one_step(task.goal), ledger, None, _UNBOUNDED, judge=judge, requirement=requirement)
