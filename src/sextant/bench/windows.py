"""`sextant bench windows`: success and memory accuracy under budgets of 4k, 8k and 16k tokens a step.

For all guides, for each of them left out, and for two baselines: the full text history, and the latest steps alone.
"""

from sextant.bench.ablate import ACTOR, arms_of
from sextant.bench.ablate.rows import Arm, Found, Job, is_simulated, played_in, suite_named
from sextant.bench.ablate.tallies import arm_json, figures, listing
from sextant.bench.figures import BenchOptions, BenchResult, Json, environment
from sextant.bench.guides.frozen import simulator_hash

__all__ = ["WINDOWS", "run"]

WINDOWS = (4000, 8000, 16_000)
"""Tokens of the text besides the static prefix (AgentProg, appendix: the three sizes of its ablation)."""


def run(options: BenchOptions) -> BenchResult:
    """Plays every task of the suite in every arm under every window. There are no targets: it compares.

    Raises:
        UsageError: An option is malformed, or there is no such suite or actor.
    """
    suite = suite_named(options.extra.get("suite", "memory-world:lite"), options.limit, options.n)
    actor = options.actor or ACTOR
    bare = (*arms_of("all", parts=True), Arm("latest steps", "none"))
    arms = tuple(
        Arm(f"{arm.name} {window // 1000}k", arm.preset, (*arm.more, ("context.max_tokens", str(window))))
        for window in WINDOWS
        for arm in bare
    )
    instructions = options.flag("instructions", False)
    jobs = [Job(suite.split, place, actor, arms, options.seed or 0, instructions) for place in suite.places]
    found: list[Found] = []
    errors: list[str] = []
    for done, (rows, wrong) in enumerate(played_in(jobs, options.whole("workers", 2)), 1):
        found += rows
        errors += wrong
        options.report(f"{done}/{len(jobs)} tasks")
    names = [arm.name for arm in arms]
    label = f"{actor} (simulated)" if is_simulated(actor) else actor
    details: dict[str, Json] = {name: arm_json(found, name) for name in names}
    return BenchResult(
        name="windows",
        figures=figures(found, names),
        n=len({one.task for one in found}),
        errors=len(errors),
        excluded=suite.left_out,
        environment={**environment(), "actor": label, "suite": suite.name, "simulator": simulator_hash()},
        details={**details, "errors": errors},
        listings=tuple(
            listing(
                found,
                [name for name in names if name.endswith(f" {window // 1000}k")],
                f"baseline {window // 1000}k",
                f"{window:,} tokens a step: {suite.name}, {label}",
            )
            for window in WINDOWS
        ),
    )
