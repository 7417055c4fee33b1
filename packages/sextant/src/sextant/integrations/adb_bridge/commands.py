"""What the shell of the phone runs: the interface between the connection and the shell."""

from typing import Protocol

__all__ = ["CommandStreams", "RunCommand"]


class CommandStreams(Protocol):
    """Standard input, output and error of one command. Writes raise `BrokenPipeError` once the client is gone."""

    def read(self, limit: int = 65536) -> bytes:
        """The next bytes that the client sent; empty at the end of input, or once it is gone. Waits."""
        ...

    def write(self, data: bytes) -> None: ...

    def write_error(self, data: bytes) -> None:
        """To standard error; to the output where the protocol has one stream (`shell:`, `exec:`)."""
        ...


class RunCommand(Protocol):
    """Runs a command line as the phone's shell does."""

    def __call__(self, line: str, streams: CommandStreams) -> int:
        """The exit code: 127 for a command that there is not. An empty line is an interactive shell."""
        ...
