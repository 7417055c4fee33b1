"""`sextant bench memory-world`: the tasks of a split played through the real loop, and what memory was worth in it.

Simulated actors (`oracle`, `nothing`, `random`, `faulty:…`) are labelled so in the environment of the result;
`python:module:factory` and an address are somebody's own agent; any other actor is the name of a model. An episode
that fails counts 0; only the bench's own crashes are errors.
"""

from collections.abc import Sequence
from typing import cast

from sextant.assembly.guests import GUEST_FORMS, find_guest, is_guest
from sextant.assembly.models import model_settings
from sextant.errors import UsageError
from sextant.models import open_model
from sextant.settings import ModelChoices, Settings
from sextant_bench.figures import BenchOptions, BenchResult, environment
from sextant_bench.harness import Checkpoint, Results, play_all
from sextant_bench.memory_world import metrics
from sextant_bench.memory_world.episode import BACKENDS, SIMULATED, instructed
from sextant_bench.memory_world.record import MemoryCase, MemoryRow, work
from sextant_worlds.actors.dials import parse_dials
from sextant_worlds.author.splits import NAME, SPLIT_VERSION, SPLITS, Split

__all__ = ["run"]

_BASELINES = ("nothing", "random")


def run(options: BenchOptions) -> BenchResult:
    """Plays a split (`lite` unless told) with an actor (`oracle` unless told), baselines in the same call.

    Raises:
        UsageError: There is no such split, backend, dial, agent or model, or an option is malformed.
        ModelUnreachable: A key or a file of the model is missing.
    """
    split = cast("Split", options.one_of("split", tuple[str, ...](SPLITS), "lite"))
    actor = options.actor or "oracle"
    simulated = _is_simulated(actor)
    backend = options.one_of("backend", BACKENDS, "twin")
    size = SPLITS[split]
    count = options.n or 100 if size is None else size
    chosen = range(min(count, options.limit) if options.limit else count)
    instructions, workers = options.flag("instructions", False), options.whole("workers", 2)
    extra = _baselines(actor) if options.flag("baselines", True) else ()
    seed = options.seed or 0
    played = play_all(
        [MemoryCase(split, place, name, seed, backend, instructions) for place in chosen for name in (actor, *extra)],
        work,
        name=lambda job: job.name,
        workers=workers,
        checkpoint=Checkpoint(options.extra.get("checkpoint", ""), MemoryRow, backend, seed),
        report=options.report,
        progress=_progress,
    )
    rows = played.records
    own = [row for row in rows if row.actor == actor]
    base = [figure for name in extra for figure in metrics.baselines([row for row in rows if row.actor == name], name)]
    return BenchResult(
        name=NAME,
        figures=metrics.figures(own, actor),
        n=len(own),
        errors=len(played.errors),
        excluded=count - len(chosen),
        baselines=tuple(base),
        environment={
            **environment(),
            "actor": f"{actor} (simulated)" if simulated else actor,
            "split": f"{split} version {SPLIT_VERSION}",
            "backend": backend,
            "instructions": "given" if instructed(actor, instructions) else "not given",
        },
        details={**metrics.details(own), "errors": played.errors},
    )


def _is_simulated(actor: str) -> bool:
    """Looks whether there is such an actor before anything is played, so that what is wrong with it is said once."""
    kind = actor.partition(":")[0]
    if kind == "faulty":
        parse_dials(actor)
    elif is_guest(actor):
        find_guest(actor)
    elif kind not in SIMULATED:
        _open(actor)
    return kind in SIMULATED


def _open(model: str) -> None:
    """Opens the model of that name and closes it again."""
    from sextant.models.spec import parse_spec

    try:
        parse_spec(model)
    except UsageError as error:
        told = f"There is no actor {model!r}, and no model of that name."
        raise UsageError(told, f"Actors: {', '.join((*SIMULATED, *GUEST_FORMS))}. {error.remedy}") from error
    open_model(model, model_settings(Settings(models=ModelChoices(default=model)))).close()


def _baselines(actor: str) -> tuple[str, ...]:
    """Those who do nothing and who touch at random; beside a faulty actor also one with no dial turned."""
    undialled = ("faulty",) if actor.startswith("faulty:") else ()
    return (*undialled, *(name for name in _BASELINES if name != actor))


def _progress(job: MemoryCase, found: Results[MemoryRow], rows: Sequence[MemoryRow]) -> str:
    del rows
    told = [
        f"{row.world}: {'done' if row.success else f'not done ({row.cause})'}, "
        f"{row.actions} of {row.oracle_steps} steps"
        for row in found.records
    ]
    return " ".join([job.name, *told])
