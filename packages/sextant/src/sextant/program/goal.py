"""A goal as a course: the program of one step, claimed by an act and judged by its citations."""

import sys

from sextant.program.course import REQUIREMENT, ProgramCourse
from sextant.program.language import ProgramLimits, one_step
from sextant.protocols import ClaimKeeper
from sextant.types.tasks import Task
from sextant.verification import ClaimJudge, ClaimJudgeParts

__all__ = ["goal_course"]

_UNBOUNDED = ProgramLimits(actions=sys.maxsize)
"""A goal has no limits of its own; the budget of the run applies."""


def goal_course(
    task: Task,
    ledger: ClaimKeeper,
    requirement: str = REQUIREMENT,
    *,
    place: bool = False,
    judging: ClaimJudgeParts | None = None,
) -> ProgramCourse:
    """Makes a course for `task.goal`. A claim that it is done needs valid citations and the verifier's agreement.

    If nothing was tried, the first claim that the goal is impossible is refused.

    Args:
        task: The task; its goal is the text of the requirement in the ledger.
        ledger: Stores the requirement.
        requirement: Id of the claim in the ledger.
        place: Whether the goal is to reach a screen. Then any predicate that holds there is enough evidence.
        judging: The parts that the judge of its claims needs.
    """
    judge = ClaimJudge(task, ledger, requirement, ClaimJudgeParts(place=True) if place else judging)
    return ProgramCourse(task, one_step(task.goal), ledger, None, _UNBOUNDED, judge=judge, requirement=requirement)
