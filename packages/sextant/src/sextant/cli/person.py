"""The person at the terminal."""

import sys
from collections.abc import Callable

from sextant.cli.interrupt import Interrupt
from sextant.cli.output import Output
from sextant.text.legible import on_one_line

__all__ = ["TerminalPerson"]

Ask = Callable[[str], str]
"""Shows a prompt and returns the typed line; raises EOFError where there is none."""


class TerminalPerson:
    """Asks on the terminal. Silence, end of input and Ctrl-C never mean yes."""

    attended = True

    def __init__(self, out: Output, interrupt: Interrupt, ask: Ask | None = None) -> None:
        self._out = out
        self._interrupt = interrupt
        self._ask = ask or _typed

    def allow(self, question: str, detail: str) -> bool:
        """Ask whether an act may be executed."""
        self._out.say_aside("")
        self._out.say_aside(f"? {question}")
        if detail:
            self._out.say_aside(f"  {on_one_line(detail)}")
        return self._answer("  Allow it? [y/N] ").casefold() in ("y", "yes")

    def happened(self, what: str, detail: str) -> bool | None:
        """Ask whether an act has happened; None unless the answer is a clear yes or no."""
        self._out.say_aside("")
        self._out.say_aside(f"? Did this happen: {on_one_line(what)}")
        if detail:
            self._out.say_aside(f"  {on_one_line(detail)} Look at the app before you answer.")
        answer = self._answer("  Did it? [yes/no, anything else if you cannot tell] ", silence="").casefold()
        return {"yes": True, "y": True, "no": False, "n": False}.get(answer)

    def take_over(self, reason: str) -> bool:
        """Wait until the person has finished on the device."""
        self._out.say_aside("")
        self._out.say_aside(f"? Your turn: {on_one_line(reason)}")
        answer = self._answer("  Press Enter when it is done, or type stop: ")
        return answer.casefold() in ("", "y", "yes", "done", "ok")

    def _answer(self, prompt: str, silence: str = "no") -> str:
        try:
            with self._interrupt.asking():
                return self._ask(prompt).strip()
        except (EOFError, KeyboardInterrupt):
            self._out.say_aside("")
            return silence


def _typed(prompt: str) -> str:
    """Read a line from standard input. The prompt goes to standard error: a program may read standard output."""
    sys.stderr.write(prompt)
    sys.stderr.flush()
    try:
        line = sys.stdin.readline()
    except OSError as error:  # a terminal that has gone
        raise EOFError from error
    if not line:
        raise EOFError
    return line
