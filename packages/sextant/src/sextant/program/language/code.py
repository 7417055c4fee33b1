"""A parsed program: instructions that a machine carries out one after the other."""

from collections.abc import Mapping
from dataclasses import dataclass, field

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
"""Name of the statements that stand in no function."""
HIDDEN = "·"
"""Name of the variable that holds what `return step(…)` gives back: no program can write it, and nobody is told it."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """`step("…")`: whatever actions it takes. `target` is the variable that its result goes to."""

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
    """Goes on where the condition holds, else to `other`."""

    line: int
    condition: Expression
    other: int = -1


@dataclass(frozen=True, slots=True)
class Jump:
    """Goes on elsewhere."""

    line: int
    to: int = -1


@dataclass(frozen=True, slots=True)
class Enter:
    """A loop begins. `values` are what it goes through, where that is computed; `text` says what it is."""

    line: int
    text: str
    values: Expression | None = None


@dataclass(frozen=True, slots=True)
class EachItem:
    """The next item of `each("…")`, as somebody sees it; to `other` where there is none."""

    line: int
    text: Expression
    target: str
    other: int = -1


@dataclass(frozen=True, slots=True)
class EachValue:
    """The next value of a loop over a list; to `other` where there is none."""

    line: int
    target: str
    other: int = -1


@dataclass(frozen=True, slots=True)
class Turn:
    """Another turn of the loop begins: what the last one did is no longer told."""

    line: int


@dataclass(frozen=True, slots=True)
class Leave:
    """The loop is over."""

    line: int


@dataclass(frozen=True, slots=True)
class Call:
    """A function with its arguments; `target` is the variable that its result goes to."""

    line: int
    name: str
    arguments: Mapping[str, Expression]
    target: str = ""


@dataclass(frozen=True, slots=True)
class Return:
    """The function is over; the program, where it stands in none."""

    line: int
    value: Expression | None = None


Instruction = Leaf | Set | Declare | Test | Jump | Enter | EachItem | EachValue | Turn | Leave | Call | Return


@dataclass(frozen=True, slots=True)
class Function:
    """Statements with a name; those of none are the program itself.

    `marks` say of each instruction what it was made of, whatever it jumps to: equal marks do the same; `reads` have the
    names that stand in its texts, conditions and arguments.
    """

    name: str
    parameters: tuple[str, ...]
    code: tuple[Instruction, ...]
    line: int = 1
    marks: tuple[str, ...] = ()
    reads: tuple[tuple[str, ...], ...] = ()

    @property
    def assigned(self) -> frozenset[str]:
        """The names that it gives a value to."""
        return frozenset((*self.parameters, *(str(getattr(one, "target", "")) for one in self.code))) - {""}

    def reads_from(self, at: int) -> tuple[str, ...]:
        """The names that it reads from an instruction on, by how soon; those of earlier ones last."""
        return tuple(dict.fromkeys(name for names in (*self.reads[at:], *self.reads[:at]) for name in names))


@dataclass(frozen=True, slots=True)
class Program:
    """A whole program.

    Attributes:
        source: As it was written.
        functions: By name; the program itself under the empty one.
        undeclared: Names that are read and never given a value, by the line that reads them first: they are asked for.
        numbers: Names that are read as numbers: `number(amount)`.
    """

    source: str
    functions: Mapping[str, Function]
    undeclared: Mapping[str, int] = field(default_factory=dict[str, int])
    numbers: frozenset[str] = frozenset()

    @property
    def variables(self) -> frozenset[str]:
        """Every name that a statement gives a value to."""
        return frozenset[str]().union(*(function.assigned for function in self.functions.values())) - {HIDDEN}

    @property
    def sole_step(self) -> bool:
        """Whether it is one step and nothing else, that hangs on no value and whose result goes nowhere."""
        code = self.functions[MAIN].code
        return len(code) == 1 and isinstance(code[0], Leaf) and not code[0].target and not self.undeclared

    @property
    def leaves(self) -> int:
        """How many steps it has, as it is written."""
        return sum(isinstance(one, Leaf) for function in self.functions.values() for one in function.code)


def one_step(text: str) -> Program:
    """The program of one step, in any words: nothing in them is read as code."""
    leaf = Leaf(1, lambda _: text)
    return Program(f"step({text!r})", {MAIN: Function(MAIN, (), (leaf,), 1, ("step",), ((),))})
