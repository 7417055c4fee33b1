"""The person at the terminal, and the one who is not there."""

import sys
from collections.abc import Callable

from sextant.cli.interrupt import Interrupt
from sextant.cli.output import Output

__all__ = ["TerminalPerson", "Unattended"]

Ask = Callable[[str], str]
"""Shows a prompt and returns the line that was typed; EOFError where there is none."""


class TerminalPerson:
    """Asks on the terminal. Silence, end of input and Ctrl-C all mean no."""

    attended = True

    def __init__(self, out: Output, interrupt: Interrupt, ask: Ask | None = None) -> None:
        self._out = out
        self._interrupt = interrupt
        self._ask = ask or _typed

    def allow(self, question: str, detail: str) -> bool:
        """Whether this act may be carried out."""
        self._out.say_aside("")
        self._out.say_aside(f"? {question}")
        if detail:
            self._out.say_aside(f"  {detail}")
        return self._answer("  Allow it? [y/N] ").casefold() in ("y", "yes")

    def take_over(self, reason: str) -> bool:
        """Waits until the person has finished on the device."""
        self._out.say_aside("")
        self._out.say_aside(f"? Your turn: {reason}")
        self._out.say_aside(
            "  Do it in the browser's window (start with --headed, or --attach a browser that has one)."
        )
        answer = self._answer("  Press Enter when it is done, or type stop: ")
        return answer.casefold() in ("", "y", "yes", "done", "ok")

    def _answer(self, prompt: str) -> str:
        try:
            with self._interrupt.asking():
                return self._ask(prompt).strip()
        except (EOFError, KeyboardInterrupt):
            self._out.say_aside("")
            return "no"


def _typed(prompt: str) -> str:
    """A line from standard input. The prompt goes to standard error: standard output may be read by a program."""
    sys.stderr.write(prompt)
    sys.stderr.flush()
    if not (line := sys.stdin.readline()):
        raise EOFError
    return line


class Unattended:
    """Nobody to ask: everything that needs a person is refused."""

    attended = False

    def allow(self, question: str, detail: str) -> bool:
        """Never."""
        del question, detail
        return False

    def take_over(self, reason: str) -> bool:
        """Never."""
        del reason
        return False
