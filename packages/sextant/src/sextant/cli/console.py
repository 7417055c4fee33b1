"""Consoles: colour and cutting on a terminal, plain whole lines in a pipe. Imports Rich, so it is imported late."""

from rich.console import Console

__all__ = ["make_console"]

PLAIN_WIDTH = 10_000
"""In a pipe nothing is wrapped or cut."""


class _Console(Console):
    def on_broken_pipe(self) -> None:
        """Leaves it to the command's boundary, which ends quietly."""
        raise BrokenPipeError


def make_console(stderr: bool) -> Console:
    """The console for standard output or standard error. What stands between colons is a name, never a picture."""
    console = _Console(stderr=stderr, emoji=False)
    if console.is_terminal:
        return console
    return _Console(stderr=stderr, emoji=False, width=PLAIN_WIDTH, color_system=None)
