"""The desk's orders as a program, and the states that a walk of it goes through when nothing stops it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from sextant.program.language import End, LeafRequest, Machine, Want, parse

__all__ = ["COURSES", "Course", "State", "program_of", "state_in", "states_of"]

Course = Literal["goal", "program"]
"""What a run follows: its goal, or a program."""
COURSES: tuple[Course, ...] = ("goal", "program")


@dataclass(frozen=True)
class State:
    """Where a program stands and what it knows: the leaves that are done, what it waits for, its variables."""

    leaves: int
    want: Want
    variables: Mapping[str, Any]


def program_of(mode: Literal["evidence", "silent"], orders: int) -> str:
    """A counter, a list and, where the page shows it, what was read of each order."""
    reads = '    said = step("read what became of order {order}")\n' if mode == "evidence" else ""
    return (
        "placed = 0\ndone = []\n"
        f"for order in range(1, {orders + 1}):\n"
        '    step("place order {order}")\n' + reads + "    placed += 1\n    done = done + [order]\n" + "return placed\n"
    )


def states_of(source: str) -> Mapping[int, State]:
    """The state after each leaf, by how many are done, of a walk that nothing stops; none of no program."""
    if not source:
        return {}
    machine = Machine(parse(source))
    found = {0: _state(machine)}
    while not isinstance(want := machine.want, End):
        assert isinstance(want, LeafRequest), want
        machine.give(f"Order {machine.variables['order']} is placed" if want.target else None)
        found[machine.steps] = _state(machine)
    return found


def state_in(source: str, snapshot: Any) -> State:
    """The state that a run has written down."""
    machine = Machine(parse(source))
    machine.restore(snapshot)
    return _state(machine)


def _state(machine: Machine) -> State:
    return State(machine.steps, machine.want, dict(machine.variables))
