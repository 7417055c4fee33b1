"""What observation makes of a static map: how far it agrees with the true one after so many random steps."""

import random
from dataclasses import dataclass

from sextant.utg.comparing.agreement import Agreement, agreement
from sextant.utg.comparing.static import StaticDials, degraded
from sextant.utg.exclusions import unguarded
from sextant.utg.store import MapStore
from sextant_bench.figures import Json
from sextant_bench.random_walks import wander
from sextant_bench.utg_ablation.tasks import true_of

__all__ = ["STEPS", "Updated", "updated"]

STEPS = (0, 50, 200, 800)


@dataclass(frozen=True, slots=True)
class Updated:
    """One map: its screens, and the agreement after so many steps."""

    screens: int
    after: dict[int, Agreement]

    def told(self) -> Json:
        """For the details of a result."""
        names = ("precision", "recall", "pair_precision", "pair_recall")
        after = {str(step): {name: getattr(one, name) for name in names} for step, one in self.after.items()}
        return {"screens": self.screens, "after": after}


def updated(seed: int, dials: StaticDials) -> Updated:
    """Precision and recall of static knowledge merged with observation, over pairs of screens (the paper's edges)."""
    true, world = true_of(seed)
    with MapStore() as store:
        store.take(degraded(true.graph, StaticDials(dials.missing, dials.infeasible, dials.seed + seed)))
        chart = store.map(true.graph.app)
        found = {0: agreement(chart.graph, true.graph, true.loose)}
        rng = random.Random(f"merging {seed}")  # noqa: S311 - an experiment, no secret
        steps = wander(world, rng, STEPS[-1], lambda element, screen: not unguarded(element, screen))
        for number, step in enumerate(steps, 1):
            chart.observe(step)
            if number in STEPS:
                found[number] = agreement(chart.graph, true.graph, true.loose)
    return Updated(len(true.graph.nodes), found)
