"""The shape of a task: what its reference program is made of, without words, apps, values and lengths."""

from collections.abc import Sequence
from itertools import groupby
from typing import Literal, assert_never

from sextant_worlds.reference import ForEach, IfHolds, Node, ProgramStep, parse
from sextant_worlds.spec.reference import Move, ReadMove, Reference, TapMove, TypeMove
from sextant_worlds.spec.world import World

__all__ = ["Role", "shape_of"]

Role = Literal["look", "use", "answer", "act"]
"""What a step is for: to read what will be needed, to use what was read, to hand an answer in, or anything else."""

_HANDS_IN = "answer-submit"


def shape_of(world: World) -> str:
    """The program's tree with each step by its role, equal neighbours as one, and how the task ends.

    Tasks that differ only in what is read or done, how often in a row, and in which app, have one shape.
    """
    reference = world.task.reference
    ends = f"{world.task.final_action.kind} {reference.ends}"
    return f"{_block(parse(reference.program), reference)} -> {ends}"


def _block(nodes: Sequence[Node], reference: Reference) -> str:
    return " ".join(shape for shape, _ in groupby(_node(node, reference) for node in nodes))


def _node(node: Node, reference: Reference) -> str:
    match node:
        case ProgramStep(text=text):
            return _role(reference.steps[text])
        case ForEach(body=body):
            return f"each({_block(body, reference)})"
        case IfHolds(then=then, otherwise=otherwise):
            return f"if({_block(then, reference)} | {_block(otherwise, reference)})"
        case _:
            assert_never(node)


def _role(moves: Sequence[Move]) -> Role:
    if any(isinstance(move, ReadMove) for move in moves):
        return "look"
    if any(isinstance(move, TapMove) and move.test_id == _HANDS_IN for move in moves):
        return "answer"
    typed = [move.text for move in moves if isinstance(move, TypeMove)]
    return "use" if any("{fact:" in text or "{total}" in text for text in typed) else "act"
