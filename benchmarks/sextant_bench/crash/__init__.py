"""`sextant bench crash`: a run is killed with -9 again and again, and the server counts what was done twice.

With `--course everywhere` whatever drives a browser is killed at random moments, and so is a browser that starts; then
also what is left on the machine is counted.

Each leg of a run is a process of its own. It dies at a named point or at a random moment, and the next leg resumes.
The server's count is the truth; the journal and the legs' own reports are compared with it.
"""

from sextant_bench.figures import BenchOptions, BenchResult

__all__ = ["run"]


def run(options: BenchOptions) -> BenchResult:
    """Kills runs and reports what was done twice, lost or wrongly settled. See `supervisor.run`, `run_everywhere`."""
    if options.one_of("course", ("goal", "program", "everywhere"), "goal") == "everywhere":
        from sextant_bench.crash.everywhere import run_everywhere

        return run_everywhere(options)
    from sextant_bench.crash.supervisor import run as supervise  # the subject's process has no use for it

    return supervise(options)
