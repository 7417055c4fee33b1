"""What the expressions of a program see: variables, and answers about the world; what is not known is asked for.

Values that came from a screen are data. What is made of them counts as coming from there, too, and in an instruction
they stand by their name.
"""

from sextant.program.language.expressions import Expression
from sextant.program.language.faults import ProgramStuckError
from sextant.program.language.requests import Condition, Missing, Want
from sextant.program.language.state import ProgramState
from sextant.program.language.values import Value, bounded, said

__all__ = ["AsksError", "Environment"]


class AsksError(Exception):
    """An expression needs something that somebody has to say."""

    def __init__(self, want: Want) -> None:
        super().__init__()
        self.want = want


class Environment:
    """The `Scope` of a program where it stands. What is read of a screen while an expression is computed is noted."""

    def __init__(self, state: ProgramState) -> None:
        self._state = state
        self.size = state.limits.size
        self._touched, self._plain = False, False
        self._work = 0

    # -- for whoever carries the program out ------------------------------------------------------------------

    def begin(self) -> None:
        """Something was wanted and given: what is computed with is counted anew."""
        self._work = 0

    def computed(self, expression: Expression) -> tuple[Value, bool]:
        """A value, and whether anything in it came from a screen.

        Raises:
            AsksError: Something has to be said first.
            ProgramStuckError: It is too large, or too much work.
        """
        self._touched = False
        self.spend(1)
        return bounded(expression(self), self.size), self._touched

    def texts(self, written: Expression) -> tuple[str, str]:
        """A text as an instruction, and as it is told."""
        before, self._plain = self._plain, False
        try:
            text = str(written(self))
            self._plain = True
            return text, str(written(self))
        finally:
            self._plain = before

    # -- for expressions --------------------------------------------------------------------------------------

    def value(self, name: str) -> Value:
        """The value of a variable; one without is asked for."""
        frame = self._state.holder(name)
        if frame is None:
            raise AsksError(Missing(self._state.line, name, self._state.meanings.get(name, "")))
        self._touched = self._touched or name in frame.foreign
        self.spend(1)
        return frame.values[name]

    def spend(self, count: int) -> None:
        """Counts what is computed with since something was wanted."""
        self._work += count
        limit = self._state.limits.work
        if self._work > limit:
            raise ProgramStuckError(f"this computes with more than {limit} items before anything is done")

    def shown(self, name: str) -> str:
        """A variable in an instruction; by its name where it has no value, an empty one, or one from a screen."""
        frame = self._state.holder(name)
        if frame is None or (name in frame.foreign and not self._plain):
            return "{" + name + "}"
        return said(frame.values[name]) or "{" + name + "}"

    def spoken(self, part: Expression, source: str) -> str:
        """An expression in an instruction; by its source where anything in it came from a screen."""
        before, self._touched = self._touched, False
        value = part(self)
        foreign, self._touched = self._touched, before or self._touched
        return said(value) if self._plain or not foreign else "{" + source + "}"

    def judged(self, place: str, question: Expression) -> bool:
        """The answer to a question about the world; one that nobody has given is asked for."""
        answers = self._state.frames[-1].answers
        if place not in answers:
            text, told = self.texts(question)
            raise AsksError(Condition(self._state.line, text, place, told))
        return answers[place]
