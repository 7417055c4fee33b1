"""Evaluates expressions with the variables of a program and the answers to its questions; requests missing ones.

Values from a screen are untrusted data. So are values computed from them. In instructions, only their names appear.
"""

from sextant.program.language.expressions import Expression
from sextant.program.language.faults import ProgramStuckError
from sextant.program.language.requests import Condition, Missing, Want
from sextant.program.language.state import ProgramState
from sextant.program.language.values import Value, as_text, bounded

__all__ = ["AsksError", "Environment"]


class AsksError(Exception):
    """An expression needs a value or an answer that is still missing; `want` requests it."""

    def __init__(self, want: Want) -> None:
        super().__init__()
        self.want = want


class Environment:
    """Implements `Scope` for the state of a program. It tracks whether an expression used a value from a screen."""

    def __init__(self, state: ProgramState) -> None:
        self._state = state
        self.size = state.limits.size
        self._touched, self._plain = False, False
        self._work = 0

    # -- for the interpreter ----------------------------------------------------------------------------------

    def begin(self) -> None:
        """Resets the count of computed items; called after each request."""
        self._work = 0

    def computed(self, expression: Expression) -> tuple[Value, bool]:
        """Evaluates an expression. Returns the value, and whether any part of it came from a screen.

        Raises:
            AsksError: A value or an answer is missing.
            ProgramStuckError: The value is too large, or takes too much work.
        """
        self._touched = False
        self.spend(1)
        return bounded(expression(self), self.size), self._touched

    def texts(self, written: Expression) -> tuple[str, str]:
        """A text in two versions: for instructions (screen values by name), and for messages (with all values)."""
        before, self._plain = self._plain, False
        try:
            text = str(written(self))
            self._plain = True
            return text, str(written(self))
        finally:
            self._plain = before

    # -- for expressions --------------------------------------------------------------------------------------

    def value(self, name: str) -> Value:
        """The value of a variable; raises `AsksError` if it is missing."""
        frame = self._state.holder(name)
        if frame is None:
            raise AsksError(Missing(self._state.line, name, self._state.meanings.get(name, "")))
        self._touched = self._touched or name in frame.foreign
        self.spend(1)
        return frame.values[name]

    def spend(self, count: int) -> None:
        """Counts items that were computed with since the last request; raises an error above the limit."""
        self._work += count
        limit = self._state.limits.work
        if self._work > limit:
            raise ProgramStuckError(f"this computes with more than {limit} items before anything is done")

    def shown(self, name: str) -> str:
        """A variable in an instruction: its name if the value is missing, empty or from a screen, else the value."""
        frame = self._state.holder(name)
        if frame is None or (name in frame.foreign and not self._plain):
            return "{" + name + "}"
        return as_text(frame.values[name]) or "{" + name + "}"

    def spoken(self, part: Expression, source: str) -> str:
        """An expression in an instruction: its source text if any part came from a screen, else its value."""
        before, self._touched = self._touched, False
        value = part(self)
        foreign, self._touched = self._touched, before or self._touched
        return as_text(value) if self._plain or not foreign else "{" + source + "}"

    def judged(self, place: str, question: Expression) -> bool:
        """The answer to a question about the screen; raises `AsksError` if it is missing."""
        answers = self._state.frames[-1].answers
        if place not in answers:
            text, told = self.texts(question)
            raise AsksError(Condition(self._state.line, text, place, told))
        return answers[place]
