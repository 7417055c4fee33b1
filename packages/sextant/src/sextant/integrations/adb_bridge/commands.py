"""The interface between a connection and the phone's shell: command lines and their streams."""

from typing import Protocol

__all__ = ["CommandStreams", "RunCommand"]


class CommandStreams(Protocol):
    """Standard input, output and error of one command.

    Any write, also of no bytes, raises `BrokenPipeError` once the client has disconnected.
    """

    def read(self, limit: int = 65536) -> bytes:
        """Waits for the next bytes of the client; empty at the end of input, or once the client has disconnected."""
        ...

    def write(self, data: bytes) -> None: ...

    def write_error(self, data: bytes) -> None:
        """Writes to standard error; to the output if the protocol has one stream only (`shell:`, `exec:`)."""
        ...


class RunCommand(Protocol):
    """Runs a command line as the phone's shell does."""

    def __call__(self, line: str, streams: CommandStreams) -> int:
        """Runs a line and returns its exit code, 127 for an unknown command. An empty line is an interactive shell."""
        ...
