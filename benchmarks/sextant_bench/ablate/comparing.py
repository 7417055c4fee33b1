"""One actor on the tasks of a suite in several arms: what every comparison of arms has in common."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sextant_bench.ablate.rows import Arm, Found, Job, Suite, is_simulated, playable, played_in, suite_named
from sextant_bench.figures import BenchOptions, environment

__all__ = ["ACTOR", "Compared", "compare"]

ACTOR = "faulty:forget=3,lost=0.2,trusting=1"
"""Forgets what stood on screens older than three steps, and is lost in a fifth of its decisions. Simulated."""


@dataclass(frozen=True, slots=True)
class Compared:
    """Every episode of a comparison; `label` is what reports call the actor."""

    suite: Suite
    label: str
    found: tuple[Found, ...]
    errors: tuple[str, ...]

    @property
    def tasks(self) -> int:
        """How many tasks were played."""
        return len({one.task for one in self.found})

    @property
    def environment(self) -> dict[str, str]:
        """Where it was measured, by whom, on what."""
        return {**environment(), "actor": self.label, "suite": self.suite.name}


def compare(
    options: BenchOptions, arms: Sequence[Arm], standing: Callable[[Sequence[Found]], str] | None = None
) -> Compared:
    """Plays every task of the suite in every arm; `standing` is what is reported on the way.

    Raises:
        UsageError: An option is malformed, there is no such suite, or the actor cannot play one of the arms.
    """
    suite = suite_named(options.extra.get("suite", "memory-world:lite"), options.limit, options.n)
    actor = options.actor or ACTOR
    arms = playable(actor, arms)
    instructions = options.flag("instructions", False)
    jobs = [Job(suite.split, place, actor, tuple(arms), options.seed or 0, instructions) for place in suite.places]
    found: list[Found] = []
    errors: list[str] = []
    for done, (rows, wrong) in enumerate(played_in(jobs, options.whole("workers", 2)), 1):
        found += rows
        errors += wrong
        options.report(f"{done}/{len(jobs)} tasks {'' if standing is None else standing(found)}".rstrip())
    label = f"{actor} (simulated)" if is_simulated(actor) else actor
    return Compared(suite, label, tuple(found), tuple(errors))
