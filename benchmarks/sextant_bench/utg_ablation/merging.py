"""What observation makes of a static map: how far it agrees with the true one after so many random steps."""

import random

from sextant.utg.comparing.agreement import Agreement, agreement
from sextant.utg.comparing.static import StaticDials, degraded
from sextant.utg.exclusions import unguarded
from sextant.utg.store import MapStore
from sextant_bench.figures import Json
from sextant_bench.utg_ablation.tasks import true_of
from sextant_bench.wandering import wander

__all__ = ["STEPS", "merged"]

STEPS = (0, 50, 200, 800)


def merged(seed: int, dials: StaticDials) -> dict[str, Json]:
    """Precision and recall of static knowledge merged with observation, over pairs of screens (the paper's edges)."""
    true, world = true_of(seed)
    with MapStore() as store:
        store.take(degraded(true.graph, StaticDials(dials.missing, dials.infeasible, dials.seed + seed)))
        chart = store.map(true.graph.app)
        found: dict[str, Json] = {"0": _told(agreement(chart.graph, true.graph, true.loose))}
        rng = random.Random(f"merging {seed}")  # noqa: S311 - an experiment, no secret
        steps = wander(world, rng, STEPS[-1], lambda element, screen: not unguarded(element, screen))
        for number, step in enumerate(steps, 1):
            chart.observe(step)
            if number in STEPS:
                found[str(number)] = _told(agreement(chart.graph, true.graph, true.loose))
    return {"screens": len(true.graph.nodes), "after": found}


def _told(found: Agreement) -> dict[str, Json]:
    return {
        "precision": found.precision,
        "recall": found.recall,
        "pair_precision": found.pair_precision,
        "pair_recall": found.pair_recall,
    }
