"""A parsed program: a list of instructions for the machine."""

from collections.abc import Mapping
from dataclasses import field

from sextant.dataclass import dataclass
from sextant.program.language.expressions import Expression

__all__ = [
    "Call",
    "Declare",
    "EachItem",
    "EachValue",
    "Enter",
    "Function",
    "Instruction",
    "Jump",
    "Leaf",
    "Leave",
    "Program",
    "Return",
    "Set",
    "Test",
    "Turn",
    "one_step",
]

MAIN = ""
"""Name of the function that contains the statements outside of functions."""
HIDDEN = "·"
"""Internal variable for the result of `return step(…)`. Programs cannot write it, and no prompt shows it."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """`step("…")`: a step with any number of actions. `target` is the variable for its result."""

    line: int
    text: Expression
    target: str = ""


@dataclass(frozen=True, slots=True)
class Set:
    """`name = expression`; an expression alone where `target` is empty."""

    line: int
    value: Expression
    target: str = ""


@dataclass(frozen=True, slots=True)
class Declare:
    """`name = var("meaning")`: a variable whose value is found on a screen."""

    line: int
    target: str
    meaning: Expression


@dataclass(frozen=True, slots=True)
class Test:
    """Continues with the next instruction if the condition holds, else at `other`."""

    line: int
    condition: Expression
    other: int = -1


@dataclass(frozen=True, slots=True)
class Jump:
    """Continues at the instruction `to`."""

    line: int
    to: int = -1


@dataclass(frozen=True, slots=True)
class Enter:
    """Begins a loop. `values` computes the list that it iterates over, if any; `text` is its source, for messages."""

    line: int
    text: str
    values: Expression | None = None


@dataclass(frozen=True, slots=True)
class EachItem:
    """Requests the next item of `each("…")`, which the actor sees; without one, continues at `other`."""

    line: int
    text: Expression
    target: str
    other: int = -1


@dataclass(frozen=True, slots=True)
class EachValue:
    """Takes the next value of a list; without one, continues at `other`."""

    line: int
    target: str
    other: int = -1


@dataclass(frozen=True, slots=True)
class Turn:
    """Begins another turn of the loop; the statements of the last turn are no longer shown."""

    line: int


@dataclass(frozen=True, slots=True)
class Leave:
    """Ends the loop."""

    line: int


@dataclass(frozen=True, slots=True)
class Call:
    """Calls a function with its arguments; `target` is the variable for its result."""

    line: int
    name: str
    arguments: Mapping[str, Expression]
    target: str = ""


@dataclass(frozen=True, slots=True)
class Return:
    """Ends the function; outside of functions, the program."""

    line: int
    value: Expression | None = None


Instruction = Leaf | Set | Declare | Test | Jump | Enter | EachItem | EachValue | Turn | Leave | Call | Return


@dataclass(frozen=True, slots=True)
class Function:
    """A function. The one with an empty name is the program itself.

    For each instruction, `marks` has its source without jump targets: instructions with equal marks do the same.
    `reads` has the names in its texts, conditions and arguments.
    """

    name: str
    parameters: tuple[str, ...]
    code: tuple[Instruction, ...]
    line: int = 1
    marks: tuple[str, ...] = ()
    reads: tuple[tuple[str, ...], ...] = ()

    @property
    def assigned(self) -> frozenset[str]:
        """The names that it sets."""
        return frozenset((*self.parameters, *(str(getattr(one, "target", "")) for one in self.code))) - {""}

    def reads_from(self, at: int) -> tuple[str, ...]:
        """The names that it reads from an instruction on, the soonest first; those of earlier instructions last."""
        return tuple(dict.fromkeys(name for names in (*self.reads[at:], *self.reads[:at]) for name in names))


@dataclass(frozen=True, slots=True)
class Program:
    """A whole program.

    Attributes:
        source: The text of the program.
        functions: Functions by name; the program itself has the empty name.
        undeclared: Names that are read but never set, by the first line that reads them. The actor is asked for them.
        numbers: Names that are read as numbers, such as `number(amount)`.
    """

    source: str
    functions: Mapping[str, Function]
    undeclared: Mapping[str, int] = field(default_factory=dict[str, int])
    numbers: frozenset[str] = frozenset()

    @property
    def variables(self) -> frozenset[str]:
        """All names that a statement sets."""
        return frozenset[str]().union(*(function.assigned for function in self.functions.values())) - {HIDDEN}

    @property
    def sole_step(self) -> bool:
        """Whether it is a single step without variables and without a result."""
        code = self.functions[MAIN].code
        return len(code) == 1 and isinstance(code[0], Leaf) and not code[0].target and not self.undeclared

    @property
    def leaves(self) -> int:
        """The number of steps in its source."""
        return sum(isinstance(one, Leaf) for function in self.functions.values() for one in function.code)


def one_step(text: str) -> Program:
    """A program with a single step; its text is not parsed as code."""
    leaf = Leaf(1, lambda _: text)
    return Program(f"step({text!r})", {MAIN: Function(MAIN, (), (leaf,), 1, ("step",), ((),))})
