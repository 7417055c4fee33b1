"""Limits of programs."""

from sextant.dataclass import dataclass

__all__ = ["ProgramLimits"]


@dataclass(frozen=True, slots=True)
class ProgramLimits:
    """The limits of one program. A *request* is a step, a question, or a missing value (see `requests.py`).

    Attributes:
        depth: Most nested function calls.
        turns: Most turns of one loop.
        steps: Most leaves in total.
        polls: Most consecutive turns of a loop in which something is asked but nothing is done.
        idle: Most instructions between two requests, to stop loops that only compute.
        size: Most characters and items of one value.
        work: Most items that are computed with between two requests.
        total: Most characters and items of all stored values.
        variables: Most variables of a running function, and most stored values of finished ones.
        actions: Most actions of one leaf; the course counts them.
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
