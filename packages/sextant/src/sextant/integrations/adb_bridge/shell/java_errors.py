"""What Android's own commands print when they fail."""

from sextant.integrations.adb_bridge.shell.job import Job

__all__ = ["failed_with", "next_required"]


def failed_with(job: Job, command: str, exception: str, text: str, frames: str = "") -> int:
    """An exception of a system service, as `cmd` prints it."""
    job.complain(f"\nException occurred while executing '{command}':\n{exception}: {text}")
    for frame in frames.split() or ("android.os.BasicShellCommandHandler.exec(BasicShellCommandHandler.java:97)",):
        job.complain(f"\tat {frame}")
    return 255


def next_required(job: Job, command: str) -> int:
    """A command got too few words."""
    return failed_with(
        job,
        command,
        "java.lang.IllegalArgumentException",
        f'Argument expected after "{job.args[-1] if job.args else command}"',
        "android.os.BasicShellCommandHandler.getNextArgRequired(BasicShellCommandHandler.java:296)",
    )
