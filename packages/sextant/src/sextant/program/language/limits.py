"""How far a program may go."""

from dataclasses import dataclass

__all__ = ["ProgramLimits"]


@dataclass(frozen=True, slots=True)
class ProgramLimits:
    """What a program may use.

    Attributes:
        depth: Functions within functions.
        turns: Of one loop.
        steps: Leaves in all.
        polls: Turns of a loop, one after the other, in which something is asked and nothing done.
        idle: Instructions between two things that it wants: a loop that only computes is not going anywhere.
        size: Characters and items of one value.
        work: Items that are computed with between two things that it wants.
        total: Characters and items of all values that it holds.
        variables: Of one function while it runs, and that are remembered in all.
        actions: Of one leaf; whoever walks the program counts them.
    """

    depth: int = 32
    turns: int = 1000
    steps: int = 10_000
    polls: int = 20
    idle: int = 20_000
    size: int = 20_000
    work: int = 500_000
    total: int = 2_000_000
    variables: int = 400
    actions: int = 40
