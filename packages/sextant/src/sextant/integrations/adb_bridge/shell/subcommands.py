"""Subcommands of Android's own commands, and what they print when they fail."""

from collections.abc import Callable, Mapping

from sextant.integrations.adb_bridge.shell.job import Job

__all__ = ["Subcommand", "failed_with", "next_required", "run_subcommand"]

Subcommand = Callable[[Job, list[str]], int]
"""Carries out one subcommand; `IndexError` for a missing word, `ValueError` for a wrong one."""


def run_subcommand(job: Job, commands: Mapping[str, Subcommand], usage: str) -> int:
    """Carries out the subcommand in the job's arguments, as Android's `BasicShellCommandHandler` does."""
    if not job.args or job.args[0] in ("help", "-h"):
        job.say(usage)
        return 0 if job.args else 255
    command, *rest = job.args
    handler = commands.get(command)
    if handler is None:
        job.complain(f"Unknown command: {command}")
        return 255
    try:
        return handler(job, rest)
    except IndexError:
        return next_required(job, command)
    except ValueError as error:
        return failed_with(job, command, "java.lang.IllegalArgumentException", str(error))


def failed_with(job: Job, command: str, exception: str, text: str, frames: str = "") -> int:
    """Prints an exception of a system service in the form of `cmd`."""
    job.complain(f"\nException occurred while executing '{command}':\n{exception}: {text}")
    for frame in frames.split() or ("android.os.BasicShellCommandHandler.exec(BasicShellCommandHandler.java:97)",):
        job.complain(f"\tat {frame}")
    return 255


def next_required(job: Job, command: str) -> int:
    """Prints the error for a missing argument."""
    return failed_with(
        job,
        command,
        "java.lang.IllegalArgumentException",
        f'Argument expected after "{job.args[-1] if job.args else command}"',
        "android.os.BasicShellCommandHandler.getNextArgRequired(BasicShellCommandHandler.java:296)",
    )
