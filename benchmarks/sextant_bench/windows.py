"""`sextant bench windows`: success and memory accuracy under budgets of 4k, 8k and 16k tokens a step.

For all guides, for each of them left out, and for three baselines: the full text history, the bare loop with it
(`plain`), and the latest steps alone.
"""

from sextant_bench.ablate import arms_of
from sextant_bench.ablate.arms import Arm, compare
from sextant_bench.ablate.metrics import arm_json, figures, listing
from sextant_bench.figures import BenchOptions, BenchResult, Json

__all__ = ["WINDOWS", "arms", "run"]

WINDOWS = (4000, 8000, 16_000)
"""Tokens of the text besides the static prefix (AgentProg, appendix: the three sizes of its ablation)."""


def arms() -> tuple[Arm, ...]:
    """Every arm under every window."""
    bare = (*arms_of("plain,all", parts=True), Arm("latest steps", "none"))
    return tuple(
        Arm(f"{arm.name} {window // 1000}k", arm.preset, (*arm.more, ("context.max_tokens", str(window))))
        for window in WINDOWS
        for arm in bare
    )


def run(options: BenchOptions) -> BenchResult:
    """Plays every task of the suite in every arm under every window. There are no targets: it compares.

    Raises:
        UsageError: An option is malformed, or there is no such suite or actor.
    """
    every = arms()
    played = compare(options, every, lambda found: "")  # noqa: ARG005
    names, found = [arm.name for arm in every], played.found
    details: dict[str, Json] = {name: arm_json(found, name) for name in names}
    return BenchResult(
        name="windows",
        figures=figures(found, names),
        n=played.tasks,
        errors=len(played.errors),
        excluded=played.suite.left_out,
        environment=played.environment,
        details={**details, "errors": played.errors},
        listings=tuple(
            listing(
                found,
                [name for name in names if name.endswith(f" {window // 1000}k")],
                f"baseline {window // 1000}k",
                f"{window:,} tokens a step: {played.suite.name}, {played.label}",
            )
            for window in WINDOWS
        ),
    )
